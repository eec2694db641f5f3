// SPDX-License-Identifier: GPL-3.0-or-later
// Rock walls: blocks of a mesh that stand beside each other, and the releases that start them there.
#include "input/load/mesh_blocks.h"
#include "input/load/sources.h"

#include "foundation/math/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Relative volume above which the hull of a part is worth a warning.
static const double hull_change_warned = 1e-3;
/// Depth (m) in the ground up to which a mesh counts as drawn without.
static const double sunk_most = 1e-2;

talus_status scenario_read_rock_wall(scenario_loader *loader, const scenario_rock *spec,
                                     const char *path, double density, scenario_rock_wall *wall,
                                     talus_error *error)
{
    scenario_worst_blocks worst = {0};
    talus_error inner = {0};
    talus_status status =
        scenario_read_mesh_blocks(path, scenario_mesh_unit(spec), density, wall, &worst, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = scenario_check_overlaps(wall, NULL, &inner);
    if (status != TALUS_OK) {
        (void)talus_error_set(error, status, "%s: %s", path, inner.message);
    } else if (worst.volume > hull_change_warned) {
        const talus_vec3 x = scenario_block_place(wall, worst.block);
        scenario_warn(
            loader, scenario_find(spec->node, "shape"),
            "%s: block %zu, about (%.10g, %.10g, %.10g), is not convex: its hull has %.3g "
            "%% more volume than the mesh",
            spec->shape, worst.block + 1, x.x, x.y, x.z, 100.0 * worst.volume);
    }
    if (status == TALUS_OK && worst.coarse.axis != NULL) {
        scenario_warn(loader, scenario_find(spec->node, "shape"),
                      "%s: block %zu: %s, and give this corner as mesh_origin_m", spec->shape,
                      worst.coarse_block + 1, shape_say_coarse(&worst.coarse).text);
    }
    return status;
}

void scenario_clear_rock_wall(scenario_rock_wall *wall)
{
    for (size_t k = 1; k < wall->count; k++) { // the first is the rock of its class
        talus_rock_destroy(wall->blocks[k]);
    }
    free(wall->blocks);
    free(wall->centres);
    free(wall->turns);
    *wall = (scenario_rock_wall){0};
}

/// The deepest vertex of a block under the ground, m; <= 0: it stands on it or over it.
static double depth_of(const talus_terrain *terrain, const talus_rock *block, talus_vec3 s,
                       talus_quat turn)
{
    double depth = -HUGE_VAL;
    for (size_t k = 0; k < block->vertex_count; k++) {
        const talus_vec3 x = vec3_add(s, quat_rotate(turn, block->vertices[k]));
        double z = 0.0;
        if (talus_terrain_height(terrain, x.x, x.y, &z) == TALUS_INSIDE && z - x.z > depth) {
            depth = z - x.z;
        }
    }
    return depth;
}

/// A block that starts in the ground stays there or is thrown out of it.
static void check_ground(const scenario_release_loader *m, const scenario_rock_wall *wall)
{
    const talus_release *release = m->release;
    double deepest = -HUGE_VAL;
    size_t worst = 0;
    for (size_t k = 0; k < wall->count; k++) {
        const talus_vec3 s = vec3(release->xy[2 * k], release->xy[2 * k + 1], release->runs[k].z);
        const double depth =
            depth_of(m->loader->world->terrain, wall->blocks[k], s, wall->turns[k]);
        worst = depth > deepest ? k : worst;
        deepest = depth > deepest ? depth : deepest;
    }
    if (deepest > sunk_most) {
        scenario_fail(
            m->loader, m->node, TALUS_ERROR_INPUT,
            "release '%s': block %zu reaches %.3g m under the ground, expected at most %g "
            "m: raise the mesh by the third number of mesh_origin_m, or give a DEM without "
            "the wall",
            release->name, worst + 1, deepest, sunk_most);
    } else if (deepest < -sunk_most && isfinite(deepest)) {
        scenario_warn(
            m->loader, m->node,
            "release '%s': the lowest vertex of all blocks is %.3g m over the ground: the "
            "wall starts with a fall",
            release->name, -deepest);
    }
}

void scenario_add_rock_wall(scenario_release_loader *m)
{
    const talus_world *world = m->loader->world;
    talus_release *release = m->release;
    if (release->rock == 0 || world->walls[release->rock - 1].count == 0) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "release '%s' has no blocks to start: its rock could not be read",
                      release->name);
        return;
    }
    const scenario_rock_wall *wall = &world->walls[release->rock - 1];
    release->kind = TALUS_RELEASE_BLOCKS;
    release->xy = malloc((wall->count + 1) * 2 * sizeof *release->xy);
    release->runs = malloc((wall->count + 1) * sizeof *release->runs);
    if (release->xy == NULL || release->runs == NULL) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY, "out of memory for a release");
        return;
    }
    const talus_vec3 corner = {m->loader->dem.east, m->loader->dem.north, 0.0};
    const talus_vec3 base = vec3_add(vec3_sub(wall->base, corner), m->spec->mesh_origin);
    for (size_t k = 0; k < wall->count; k++) {
        const talus_vec3 s = vec3_add(base, wall->centres[k]);
        release->xy[2 * k] = s.x;
        release->xy[2 * k + 1] = s.y;
        release->runs[k] = (talus_release_run){
            .z = s.z, .velocity = m->spec->velocity, .orientation = wall->turns[k]};
    }
    release->count = wall->count;
    release->bodies = (uint32_t)wall->count;
    release->height = 0.0;
    release->spin = vec3(0.0, 0.0, 0.0);
    release->random_orientation = false;
    release->orientation = (talus_quat){1.0, 0.0, 0.0, 0.0};
    check_ground(m, wall);
}
