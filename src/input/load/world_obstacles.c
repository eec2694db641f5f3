// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls and nets become the site's obstacles.
#include "input/load/world.h"

#include <stdlib.h>
#include <string.h>

static const scenario_node *place_node(const scenario_node *map)
{
    const scenario_node *file = scenario_find(map, "file");
    return file != NULL ? file : scenario_find(map, "line_m");
}

/// Report a line that does not stand on the terrain, or not with all of its length.
static void check_standing(scenario_loader *loader, const scenario_node *map,
                           const talus_line *line, double standing)
{
    const double length = talus_line_length(line);
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
        double length = 0.0;
        (void)talus_obstacles_wall_length(loader->world->obstacles, k, &length, NULL);
        check_standing(loader, g->wall_maps[k], &g->walls[k].line, length);
    }
    for (size_t k = 0; k < list.net_count; k++) {
        double length = 0.0;
        (void)talus_obstacles_net_length(loader->world->obstacles, k, &length, NULL);
        check_standing(loader, g->net_maps[k], &g->nets[k].line, length);
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
