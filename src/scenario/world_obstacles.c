// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls and nets become the site's obstacles; dams become heights.
#include "scenario/world.h"

#include <stdlib.h>
#include <string.h>

static const scenario_node *place_node(const scenario_node *map)
{
    const scenario_node *file = scenario_find(map, "file");
    return file != NULL ? file : scenario_find(map, "line_m");
}

static double length_of(const talus_line *line)
{
    double length = 0.0;
    for (size_t k = 2; k + 1 < 2 * line->count; k += 2) {
        const double dx = line->xy[k] - line->xy[k - 2], dy = line->xy[k + 1] - line->xy[k - 1];
        length += sqrt(dx * dx + dy * dy);
    }
    return length;
}

/// Tell of a line that does not stand on the terrain, or not with all of its length.
static void check_standing(scenario_loader *loader, const scenario_node *map,
                           const talus_line *line, double standing)
{
    const double length = length_of(line);
    if (!(standing > 0.0)) {
        scenario_fail(loader, place_node(map), TALUS_ERROR_INPUT,
                      "'%s' lies outside the DEM or on NODATA: check the CRS of its coordinates",
                      line->name);
    } else if (standing < 0.999 * length) {
        scenario_warn(loader, place_node(map),
                      "'%s': %.3g of its %.4g m lie outside the DEM or on NODATA; nothing stands "
                      "there",
                      line->name, length - standing, length);
    }
}

static void raise_dam(scenario_loader *loader, const scenario_dam *spec, const talus_line *line)
{
    talus_error error = {0};
    size_t raised = 0;
    const talus_dam dam = {.line = *line,
                           .height = spec->height,
                           .crest_width = spec->crest_width,
                           .face_slope = spec->face_slope * (TALUS_PI / 180.0)};
    const talus_status status = talus_dam_raise(&dam, &loader->dem.grid, loader->dem.heights,
                                                loader->raised, &raised, &error);
    if (status != TALUS_OK) {
        scenario_fail(loader, place_node(spec->node),
                      status == TALUS_ERROR_ARGUMENT ? TALUS_ERROR_INPUT : status, "%s",
                      error.message);
    } else if (raised == 0) {
        scenario_fail(loader, place_node(spec->node), TALUS_ERROR_INPUT,
                      "'%s' raises no node of the DEM: its line lies outside or on NODATA, or the "
                      "dam is narrower than the cells of %g m",
                      line->name, loader->dem.grid.cell);
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
            for (size_t k = 0; k < lines.count; k++) {
                raise_dam(loader, &specs[i], &lines.items[k]);
            }
        }
        scenario_lines_clear(&lines);
    }
}

/// What is being gathered; `maps` are the entries that the walls and nets came from.
typedef struct gatherer {
    scenario_lines wall_lines, net_lines;
    const scenario_node **wall_maps, **net_maps;
    talus_wall *walls;
    talus_net *nets;
    bool has_room;
} gatherer;

/// Room for `count` items; NULL, the old ones freed, when there is none.
static void *make_room(gatherer *g, void *items, size_t count, size_t size)
{
    void *more = realloc(items, (count + 1) * size);
    if (more == NULL) {
        free(items);
        g->has_room = false;
    }
    return more;
}

static void gather_wall(scenario_loader *loader, const scenario_wall *spec, gatherer *g)
{
    const size_t before = g->wall_lines.count;
    if (!scenario_read_lines(loader, spec->node, spec->name, &spec->course, &g->wall_lines)) {
        return;
    }
    const size_t count = g->wall_lines.count;
    g->walls = make_room(g, g->walls, count, sizeof *g->walls);
    g->wall_maps = make_room(g, g->wall_maps, count, sizeof *g->wall_maps);
    for (size_t k = before; g->has_room && k < count; k++) {
        g->wall_maps[k] = spec->node;
        g->walls[k] = (talus_wall){.line = g->wall_lines.items[k],
                                   .height = spec->height,
                                   .width = spec->width,
                                   .law = {spec->mu, spec->epsilon_n, spec->epsilon_t}};
    }
}

static void gather_net(scenario_loader *loader, const scenario_net *spec, gatherer *g)
{
    const size_t before = g->net_lines.count;
    if (!scenario_read_lines(loader, spec->node, spec->name, &spec->course, &g->net_lines)) {
        return;
    }
    const size_t count = g->net_lines.count;
    g->nets = make_room(g, g->nets, count, sizeof *g->nets);
    g->net_maps = make_room(g, g->net_maps, count, sizeof *g->net_maps);
    for (size_t k = before; g->has_room && k < count; k++) {
        g->net_maps[k] = spec->node;
        g->nets[k] = (talus_net){.line = g->net_lines.items[k],
                                 .height = spec->height,
                                 .capacity = 1e3 * spec->capacity};
    }
}

/// The entry that obstacles cannot be made of; the whole scenario when each alone can.
static const scenario_node *find_culprit(const scenario_loader *loader, const gatherer *g)
{
    const size_t walls = g->wall_lines.count;
    for (size_t k = 0; k < walls + g->net_lines.count; k++) {
        const talus_obstacle_list one = {.wall_count = k < walls,
                                         .walls = k < walls ? &g->walls[k] : NULL,
                                         .net_count = k >= walls,
                                         .nets = k < walls ? NULL : &g->nets[k - walls]};
        talus_obstacles *obstacles = NULL;
        const talus_status status =
            talus_obstacles_create(&one, loader->world->terrain, &obstacles, NULL);
        talus_obstacles_destroy(obstacles);
        if (status != TALUS_OK) {
            return place_node(k < walls ? g->wall_maps[k] : g->net_maps[k - walls]);
        }
    }
    return loader->scenario->model.node;
}

static void make_obstacles(scenario_loader *loader, const gatherer *g)
{
    const scenario_stems *stems = &loader->world->stems;
    talus_error error = {0};
    const talus_obstacle_list list = {.stem_count = stems->count,
                                      .stems = stems->items,
                                      .stem_law = stems->law,
                                      .species_count = stems->species_count,
                                      .species =
                                          (const char(*)[TALUS_SPECIES_LENGTH])stems->species,
                                      .wall_count = g->wall_lines.count,
                                      .walls = g->walls,
                                      .net_count = g->net_lines.count,
                                      .nets = g->nets};
    const talus_status status =
        talus_obstacles_create(&list, loader->world->terrain, &loader->world->obstacles, &error);
    if (status != TALUS_OK) {
        scenario_fail(loader, find_culprit(loader, g),
                      status == TALUS_ERROR_ARGUMENT ? TALUS_ERROR_INPUT : status, "%s",
                      error.message);
        return;
    }
    for (size_t k = 0; k < list.wall_count; k++) {
        check_standing(loader, g->wall_maps[k], &g->walls[k].line,
                       talus_obstacles_wall_length(loader->world->obstacles, k));
    }
    for (size_t k = 0; k < list.net_count; k++) {
        check_standing(loader, g->net_maps[k], &g->nets[k].line,
                       talus_obstacles_net_length(loader->world->obstacles, k));
    }
}

void scenario_load_obstacles(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const scenario_wall *walls = model->walls.items;
    const scenario_net *nets = model->nets.items;
    gatherer g = {.has_room = true};
    const size_t failures = loader->failures;
    for (size_t i = 0; i < model->walls.count; i++) {
        gather_wall(loader, &walls[i], &g);
    }
    for (size_t i = 0; i < model->nets.count; i++) {
        gather_net(loader, &nets[i], &g);
    }
    if (!g.has_room) {
        scenario_fail(loader, model->node, TALUS_ERROR_MEMORY, "out of memory for walls and nets");
    } else if (failures == loader->failures &&
               loader->world->stems.count + g.wall_lines.count + g.net_lines.count > 0) {
        make_obstacles(loader, &g);
    }
    scenario_stems_clear(&loader->world->stems); // the obstacles have their own
    scenario_lines_clear(&g.wall_lines);
    scenario_lines_clear(&g.net_lines);
    free(g.wall_maps);
    free(g.net_maps);
    free(g.walls);
    free(g.nets);
}
