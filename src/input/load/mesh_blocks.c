// SPDX-License-Identifier: GPL-3.0-or-later
// The closed convex parts of a mesh as blocks, and blocks that stand in each other.
#include "input/load/mesh_blocks.h"

#include "foundation/math/linalg.h"
#include "physics/pairs/pairs.h"
#include "physics/shape/hull.h"
#include "physics/shape/parts.h"

#include <math.h>
#include <stdlib.h>

/// Above this a part is not convex. Relative volume.
static const double hull_change_most = 0.01;
/// Depth (m) in another block up to which blocks count as drawn without.
static const double depth_most = 1e-3;
/// Of a block: pairs of blocks try all edges of one with those of the other.
static const size_t vertices_most = 100;

/// A mesh while its parts become blocks.
typedef struct reader {
    double density;
    talus_mesh mesh;
    shape_parts parts;
    talus_vec3 *points; ///< (mesh.point_count) of one part
    uint32_t *scratch;  ///< (mesh.point_count)
    scenario_worst_blocks worst;
} reader;

talus_vec3 scenario_block_place(const scenario_rock_wall *wall, size_t k)
{
    return vec3_add(wall->base, wall->centres[k]);
}

static void note_worst(reader *r, const scenario_rock_wall *wall, size_t k, size_t count)
{
    if (wall->blocks[k]->hull_volume_change > r->worst.volume) {
        r->worst.volume = wall->blocks[k]->hull_volume_change;
        r->worst.block = k;
    }
    const shape_coarse here = shape_find_coarse(r->points, NULL, count, wall->base, r->mesh.step);
    const shape_coarse *worst = &r->worst.coarse;
    if (here.axis != NULL &&
        (worst->axis == NULL || here.step * worst->extent > worst->step * here.extent)) {
        r->worst.coarse = here;
        r->worst.coarse_block = k;
    }
}

static talus_status read_block(reader *r, scenario_rock_wall *wall, size_t k, talus_error *error)
{
    const size_t count = shape_part_points(&r->mesh, &r->parts, k, r->scratch, r->points);
    const double inside = shape_part_volume(&r->mesh, &r->parts, k);
    talus_rock *block = NULL;
    talus_error inner = {0};
    talus_status status = shape_rock_in_place(r->points, count, r->density, &block,
                                              &wall->centres[k], &wall->turns[k], &inner);
    if (status != TALUS_OK) {
        const talus_vec3 x = vec3_add(wall->base, r->points[0]);
        return talus_error_set(error, status, "block %zu, at (%.10g, %.10g, %.10g): %s", k + 1, x.x,
                               x.y, x.z, inner.message);
    }
    wall->blocks[k] = block;
    block->hull_volume_change = (block->volume - inside) / inside;
    note_worst(r, wall, k, count);
    const talus_vec3 x = scenario_block_place(wall, k);
    if (!(block->hull_volume_change <= hull_change_most)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "block %zu, about (%.10g, %.10g, %.10g), is not convex: its hull has %.3g %% more "
            "volume than its surface encloses, expected at most %g %%: divide it into convex "
            "blocks",
            k + 1, x.x, x.y, x.z, 100.0 * block->hull_volume_change, 100.0 * hull_change_most);
    }
    if (block->vertex_count > vertices_most) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "block %zu, about (%.10g, %.10g, %.10g), has %zu vertices, expected "
                               "at most %zu: draw it with fewer",
                               k + 1, x.x, x.y, x.z, block->vertex_count, vertices_most);
    }
    return TALUS_OK;
}

static bool allocate(reader *r, scenario_rock_wall *wall, size_t count)
{
    r->points = malloc((r->mesh.point_count + 1) * sizeof *r->points);
    r->scratch = malloc((r->mesh.point_count + 1) * sizeof *r->scratch);
    wall->blocks = calloc(count, sizeof *wall->blocks);
    wall->centres = calloc(count, sizeof *wall->centres);
    wall->turns = calloc(count, sizeof *wall->turns);
    return r->points != NULL && r->scratch != NULL && wall->blocks != NULL &&
           wall->centres != NULL && wall->turns != NULL;
}

/// Coordinates from the base, so that those of a country keep their millimetres.
static void move_to_base(reader *r, scenario_rock_wall *wall)
{
    wall->base = r->mesh.points[0];
    for (size_t k = 0; k < r->mesh.point_count; k++) {
        r->mesh.points[k] = vec3_sub(r->mesh.points[k], wall->base);
    }
}

static talus_status read_blocks(reader *r, scenario_rock_wall *wall, talus_error *error)
{
    const size_t count = r->parts.count;
    if (count > TALUS_MOST_BODIES) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "found %zu closed parts, expected at most %d blocks of one event: "
                               "merge blocks or cut the wall down; rocks of several releases never "
                               "meet",
                               count, TALUS_MOST_BODIES);
    }
    if (!allocate(r, wall, count)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu blocks", count);
    }
    move_to_base(r, wall);
    wall->count = count;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = read_block(r, wall, k, error);
    }
    return status;
}

/// All blocks in their places, for tests of pairs.
typedef struct placed {
    size_t count;
    pairs_hull **hulls;
    pairs_posed *posed;
    pairs_sphere *spheres;
    pairs_near near;
} placed;

static void clear_placed(placed *p)
{
    for (size_t k = 0; k < p->count; k++) {
        pairs_posed_clear(&p->posed[k]);
        pairs_hull_destroy(p->hulls[k]);
    }
    free(p->hulls);
    free(p->posed);
    free(p->spheres);
    pairs_near_clear(&p->near);
}

static talus_status place_all(placed *p, const scenario_rock_wall *wall, talus_error *error)
{
    talus_status status = TALUS_OK;
    p->hulls = calloc(wall->count, sizeof *p->hulls);
    p->posed = calloc(wall->count, sizeof *p->posed);
    p->spheres = calloc(wall->count, sizeof *p->spheres);
    bool has_room = p->hulls != NULL && p->posed != NULL && p->spheres != NULL;
    p->count = has_room ? wall->count : 0;
    for (size_t k = 0; k < p->count && has_room && status == TALUS_OK; k++) {
        status = pairs_hull_create(wall->blocks[k], 1.0, &p->hulls[k], error);
        if (status == TALUS_OK) {
            const talus_mat3 a = talus_quat_matrix(wall->turns[k]);
            has_room = pairs_posed_init(&p->posed[k], p->hulls[k]);
            if (has_room) {
                pairs_posed_set(&p->posed[k], wall->centres[k], &a);
            }
            p->spheres[k] = (pairs_sphere){wall->centres[k], wall->blocks[k]->radius};
        }
    }
    has_room = has_room && (status != TALUS_OK || pairs_near_find(p->spheres, p->count, &p->near));
    return has_room ? status
                    : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the blocks");
}

/// They would be thrown apart, or hold each other for ever.
talus_status scenario_check_overlaps(const scenario_rock_wall *wall, bool *touches,
                                     talus_error *error)
{
    placed p = {0};
    talus_status status = place_all(&p, wall, error);
    for (size_t k = 0; k < p.near.count && status == TALUS_OK; k++) {
        const uint32_t a = p.near.pairs[k].a, b = p.near.pairs[k].b;
        const double depth = -pairs_separate(&p.posed[a], &p.posed[b]).largest;
        if (depth > depth_most) {
            const talus_vec3 x = scenario_block_place(wall, a);
            status = talus_error_set(
                error, TALUS_ERROR_INPUT,
                "blocks %u and %u overlap by %.3g m, the first of them about (%.10g, %.10g, "
                "%.10g), expected at most %g m: blocks may touch, not stand in each other",
                a + 1, b + 1, depth, x.x, x.y, x.z, depth_most);
        } else if (touches != NULL && depth > -depth_most) {
            touches[a] = touches[b] = true;
        }
    }
    clear_placed(&p);
    return status;
}

double scenario_mesh_unit(const scenario_rock *spec)
{
    return spec->unit < 0 ? 1.0 : talus_mesh_unit((size_t)spec->unit);
}

talus_status scenario_read_mesh_blocks(const char *path, double unit, double density,
                                       scenario_rock_wall *wall, scenario_worst_blocks *worst,
                                       talus_error *error)
{
    reader r = {.density = density};
    talus_error inner = {0};
    talus_status status = talus_mesh_read(path, &r.mesh, error);
    if (status != TALUS_OK) {
        return status; // the sentence names the file
    }
    status = unit != 1.0 ? talus_mesh_scale(&r.mesh, unit, &inner) : TALUS_OK;
    status = status == TALUS_OK ? shape_find_parts(&r.mesh, &r.parts, &inner) : status;
    status = status == TALUS_OK ? read_blocks(&r, wall, &inner) : status;
    if (status != TALUS_OK) {
        (void)talus_error_set(error, status, "%s: %s", path, inner.message);
    }
    *worst = r.worst;
    shape_parts_clear(&r.parts);
    talus_mesh_clear(&r.mesh);
    free(r.points);
    free(r.scratch);
    return status;
}
