// SPDX-License-Identifier: GPL-3.0-or-later
// Dams become heights of the DEM; rocks are counted at them, and what the cells make of them is
// reported.
#include "input/load/world.h"

#include "talus/raster.h"

#include <stdlib.h>
#include <string.h>

#define RADIANS (TALUS_PI / 180.0)

static const scenario_node *place_node(const scenario_node *map)
{
    const scenario_node *file = scenario_find(map, "file");
    return file != NULL ? file : scenario_find(map, "line_m");
}

static void raise_dam(scenario_loader *loader, const scenario_dam *spec, const talus_dam *dam)
{
    talus_error error = {0};
    size_t raised = 0;
    const talus_status status = talus_dam_raise(dam, &loader->dem.grid, loader->dem.heights,
                                                loader->raised, &raised, &error);
    if (status != TALUS_OK) {
        scenario_fail(loader, place_node(spec->node),
                      status == TALUS_ERROR_ARGUMENT ? TALUS_ERROR_INPUT : status, "%s",
                      error.message);
    } else if (raised == 0) {
        scenario_fail(loader, place_node(spec->node), TALUS_ERROR_INPUT,
                      "'%s' raises no node of the DEM: its line lies outside or on NODATA, or the "
                      "dam is narrower than the cells of %g m",
                      dam->line.name, loader->dem.grid.cell);
    }
}

/// A dam for each line of an entry; the world takes the lines over.
static void raise_lines(scenario_loader *loader, const scenario_dam *spec, scenario_lines *lines)
{
    talus_world *world = loader->world;
    const size_t count = world->dam_count + lines->count;
    talus_dam *larger = realloc(world->dams, (count + 1) * sizeof *larger);
    if (larger == NULL) {
        scenario_fail(loader, spec->node, TALUS_ERROR_MEMORY, "out of memory for the dams");
        return;
    }
    world->dams = larger;
    for (size_t k = 0; k < lines->count; k++) {
        talus_dam *dam = &world->dams[world->dam_count++];
        *dam = (talus_dam){.line = lines->items[k],
                           .height = spec->height,
                           .crest_width = spec->crest_width,
                           .face_slope = spec->face_slope * RADIANS};
        lines->items[k].xy = NULL;
        raise_dam(loader, spec, dam);
    }
}

void scenario_raise_dams(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.terrain.dams;
    const scenario_dam *specs = list->items;
    if (list->count > 0 && loader->dem.heights == NULL) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_INPUT,
                      "dams are raised in a DEM that is in memory, but this one is read on demand: "
                      "raise terrain.memory_mb, or cut the DEM");
        return;
    }
    const size_t size = loader->dem.grid.nx * loader->dem.grid.ny * sizeof *loader->raised;
    loader->raised = list->count > 0 ? malloc(size) : NULL;
    if (list->count > 0 && loader->raised == NULL) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for the dams");
        return;
    }
    if (list->count > 0) {
        memcpy(loader->raised, loader->dem.heights, size);
    }
    for (size_t i = 0; i < list->count; i++) {
        scenario_lines lines = {0};
        if (scenario_read_lines(loader, specs[i].node, specs[i].name, &specs[i].course, &lines)) {
            raise_lines(loader, &specs[i], &lines);
        }
        scenario_lines_clear(&lines);
    }
}

/// The entry that a dam came from, by its sizes and the start of its name.
static const scenario_node *node_of(const scenario_loader *loader, const talus_dam *dam)
{
    const scenario_list *list = &loader->scenario->model.terrain.dams;
    const scenario_dam *specs = list->items;
    for (size_t i = 0; i < list->count; i++) {
        const size_t length = strlen(specs[i].name);
        const size_t room = sizeof dam->line.name - 8; // a number may follow
        if (strncmp(dam->line.name, specs[i].name, length < room ? length : room) == 0 &&
            specs[i].height == dam->height && specs[i].face_slope * RADIANS == dam->face_slope) {
            return specs[i].node;
        }
    }
    return loader->scenario->model.terrain.node;
}

/// Flatter by more than this, or lower by more than this share, and rocks meet another dam.
#define MOST_FLATTER (5.0 * RADIANS)
#define MOST_LOWER 0.05

void scenario_measure_dams(scenario_loader *loader)
{
    for (size_t k = 0; k < loader->world->dam_count && loader->status == TALUS_OK; k++) {
        talus_dam *dam = &loader->world->dams[k];
        talus_error error = {0};
        const talus_status status =
            talus_dam_measure(dam, &loader->dem.grid, loader->dem.heights, loader->raised, &error);
        if (status != TALUS_OK) {
            scenario_fail(loader, node_of(loader, dam), status, "%s", error.message);
        } else if (dam->built_slope < dam->face_slope - MOST_FLATTER ||
                   dam->built_height < (1.0 - MOST_LOWER) * dam->height) {
            scenario_warn(loader, node_of(loader, dam),
                          "dam '%s': faces of %.0f degrees and a height of %.3g m are asked for, "
                          "the cells of %.3g m carry %.0f degrees and %.3g m: rocks get over it "
                          "more easily; use a finer DEM, or an entry of 'walls' for a steep face",
                          dam->line.name, dam->face_slope / RADIANS, dam->height,
                          loader->dem.grid.cell, dam->built_slope / RADIANS, dam->built_height);
        }
    }
}

void scenario_check_dams(scenario_loader *loader)
{
    for (size_t k = 0; k < loader->world->dam_count; k++) {
        const talus_dam *dam = &loader->world->dams[k];
        scenario_coverage coverage = {0};
        scenario_cover_line(loader, dam->line.xy, dam->line.count, &coverage);
        if (coverage.off > 0.001 * coverage.all) {
            scenario_warn(loader, node_of(loader, dam),
                          "dam '%s': %.2g %% of its length lies outside the DEM or on NODATA; "
                          "nothing stands there",
                          dam->line.name, 100.0 * coverage.off / coverage.all);
        }
    }
}

void scenario_clear_dams(talus_world *world)
{
    for (size_t k = 0; k < world->dam_count; k++) {
        free(world->dams[k].line.xy);
    }
    free(world->dams);
    world->dams = NULL;
    world->dam_count = 0;
}
