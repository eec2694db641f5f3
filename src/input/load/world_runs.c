// SPDX-License-Identifier: GPL-3.0-or-later
// Releases from a table of measured runs, and releases that name their rock.
#include "input/load/sources.h"
#include "input/sources/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void scenario_name_rock(scenario_release_loader *m)
{
    const talus_world *world = m->loader->world;
    for (size_t k = 0; k < world->rock_count && m->spec->rock != NULL; k++) {
        if (world->rocks[k] != NULL && strcmp(world->rocks[k]->name, m->spec->rock) == 0) {
            m->release->rock = (uint32_t)k + 1;
            return;
        }
    }
}

/// A start in the ground is thrown out of it by the first steps: it is not a measurement.
static void check_heights(const scenario_release_loader *m, const scenario_runs *runs)
{
    const talus_world *world = m->loader->world;
    for (size_t k = 0; k < runs->count; k++) {
        const scenario_run *run = &runs->items[k];
        double z = 0.0;
        if (!isnan(run->start.z) &&
            talus_terrain_height(world->terrain, run->x - world->east, run->y - world->north, &z) ==
                TALUS_INSIDE &&
            run->start.z < z) {
            scenario_fail(
                m->loader, m->node, TALUS_ERROR_INPUT,
                "%s:%d: z: found %.10g m, %.3g m under the ground, expected the height of "
                "the centre of mass over it (of the same datum as the DEM), or nothing",
                runs->table.path, runs->table.lines[k], run->start.z, z - run->start.z);
            return;
        }
    }
}

/// The blocks of a wall start together from their mesh, and none of them from a row.
static talus_status check_rocks(const scenario_runs *runs, const talus_rock_class *classes,
                                talus_error *error)
{
    for (size_t k = 0; k < runs->count; k++) {
        const uint32_t rock = runs->items[k].start.rock;
        if (rock > 0 && classes[rock - 1].block_count > 0) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s:%d: rock: '%.60s' has blocks, which start where their mesh "
                                   "has them, expected a rock without",
                                   runs->table.path, runs->table.lines[k],
                                   classes[rock - 1].rock->name);
        }
    }
    return TALUS_OK;
}

static void add_rows(scenario_release_loader *m, const scenario_runs *runs)
{
    talus_release *release = m->release;
    release->kind = TALUS_RELEASE_RUNS;
    release->xy = malloc((runs->count + 1) * 2 * sizeof *release->xy);
    release->runs = malloc((runs->count + 1) * sizeof *release->runs);
    if (release->xy == NULL || release->runs == NULL) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY, "out of memory for a release");
        return;
    }
    for (size_t k = 0; k < runs->count; k++) {
        release->xy[2 * k] = runs->items[k].x - m->loader->dem.east;
        release->xy[2 * k + 1] = runs->items[k].y - m->loader->dem.north;
        release->runs[k] = runs->items[k].start;
    }
    release->count = runs->count;
    release->height = 0.0; // the rows say how they start
    release->velocity = release->spin = (talus_vec3){0.0, 0.0, 0.0};
    check_heights(m, runs);
}

void scenario_add_runs(scenario_release_loader *m)
{
    const talus_world *world = m->loader->world;
    scenario_runs runs = {0};
    talus_error error = {0};
    char *path = scenario_join_path(m->loader->scenario->document.directory, m->spec->runs);
    talus_status status =
        path != NULL ? scenario_runs_read(path, &runs, &error)
                     : talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for a release");
    if (status == TALUS_OK) {
        status = scenario_runs_find_rocks(&runs, world->rock_classes, world->rock_count, &error);
    }
    status = status == TALUS_OK ? check_rocks(&runs, world->rock_classes, &error) : status;
    if (status == TALUS_OK && runs.count == 0) {
        status = talus_error_set(&error, TALUS_ERROR_INPUT,
                                 "%s: found a heading and no row, expected at least one run", path);
    }
    if (status != TALUS_OK) {
        scenario_fail_at(m->loader, m->node, &error);
    } else {
        const char *unused = scenario_runs_unused(&runs);
        if (unused != NULL) {
            scenario_report(m->loader->diagnostics, TALUS_NOTE, m->node,
                            "%s: the column '%.60s' is not used; columns are run, rock, x, y, z, "
                            "height_m, vx to vz, wx to wz, qw to qz, end_x, end_y",
                            path, unused);
        }
        add_rows(m, &runs);
    }
    scenario_runs_clear(&runs);
    free(path);
}
