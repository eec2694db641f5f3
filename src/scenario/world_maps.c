// SPDX-License-Identifier: GPL-3.0-or-later
// Ground and forest of a scenario: parameters, and class maps burnt from polygons.
#include "scenario/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A class map has at most this many cells of one byte, and cells of about this side.
static const double max_cells = 64e6;
static const double target_cell = 1.0; // m

/// Classes are bytes; the schema allows 255 entries.
enum { MAX_CLASSES = 256 };

static void copy_name(char *to, size_t capacity, const char *from)
{
    const size_t size = strlen(from) < capacity ? strlen(from) : capacity - 1;
    memcpy(to, from, size);
    to[size] = '\0';
}

/// Map over the surface, all of class `value`: cells divide the DEM's evenly, or join some of them
/// where the DEM itself is too large.
static bool create_map(const talus_grid *grid, uint8_t value, talus_class_map *map)
{
    const double columns = (double)(grid->nx - 1);
    const double rows = (double)(grid->ny - 1);
    double split = fmax(1.0, floor(grid->cell / target_cell + 0.5));
    while (split > 1.0 && columns * rows * split * split > max_cells) {
        split -= 1.0;
    }
    double merge = 1.0;
    while (ceil(columns / merge) * ceil(rows / merge) * split * split > max_cells) {
        merge += 1.0;
    }
    map->x0 = grid->x0;
    map->y0 = grid->y0;
    map->cell = grid->cell * merge / split;
    map->nx = (size_t)(ceil(columns / merge) * split);
    map->ny = (size_t)(ceil(rows / merge) * split);
    map->classes = malloc(map->nx * map->ny);
    if (map->classes == NULL) {
        return false;
    }
    memset(map->classes, value, map->nx * map->ny);
    return true;
}

/// One class everywhere: a single cell, as points off a map count as in its nearest cell.
static bool create_single(const talus_grid *grid, uint8_t value, talus_class_map *map)
{
    const double side = grid->cell * (double)((grid->nx > grid->ny ? grid->nx : grid->ny) - 1);
    *map = (talus_class_map){.x0 = grid->x0, .y0 = grid->y0, .cell = side, .nx = 1, .ny = 1};
    map->classes = malloc(1);
    if (map->classes == NULL) {
        return false;
    }
    map->classes[0] = value;
    return true;
}

static bool holds_class(const talus_class_map *map, uint8_t value)
{
    return memchr(map->classes, value, map->nx * map->ny) != NULL;
}

/// Does any part of the polygons reach the surface's rectangle?
static bool meets_grid(const geo_vectors *vectors, const talus_grid *grid)
{
    const double east = grid->x0 + (double)(grid->nx - 1) * grid->cell;
    const double north = grid->y0 + (double)(grid->ny - 1) * grid->cell;
    for (size_t i = 0; i < vectors->part_count; i++) {
        const geo_part *part = &vectors->parts[i];
        double box[4] = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        for (size_t k = 0; k < part->count; k++) {
            box[0] = fmin(box[0], part->xy[2 * k]);
            box[1] = fmin(box[1], part->xy[2 * k + 1]);
            box[2] = fmax(box[2], part->xy[2 * k]);
            box[3] = fmax(box[3], part->xy[2 * k + 1]);
        }
        if (box[0] < east && box[2] > grid->x0 && box[1] < north && box[3] > grid->y0) {
            return true;
        }
    }
    return false;
}

/// Burn one file's polygons as class `value`.
/// @return true when some cell got the class
static bool burn_file(scenario_loader *loader, const scenario_node *entry,
                      const scenario_area *area, uint8_t value, talus_class_map *map)
{
    bool covered = false;
    const scenario_node *node = scenario_find(entry, "file");
    geo_vectors vectors = {0};
    if (!scenario_load_vectors(loader, entry, area, &vectors)) {
        return false;
    }
    if (vectors.kind != GEO_POLYGONS) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "%s: found %s, expected polygons: ground and forest are areas", area->file,
                      vectors.kind == GEO_POINTS ? "points" : "lines");
    } else if (!meets_grid(&vectors, &loader->dem.grid)) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "%s: all polygons lie outside the DEM: check the CRS of both files",
                      area->file);
    } else {
        const talus_status status = geo_burn_polygons(&vectors, value, map);
        if (status != TALUS_OK) {
            scenario_fail(loader, node, status, "out of memory for the polygons of %s", area->file);
        } else if (holds_class(map, value)) {
            covered = true;
        } else {
            scenario_warn(loader, node,
                          "%s: its polygons cover no cell of the %g m class map, the entry has no "
                          "effect",
                          area->file, map->cell);
        }
    }
    geo_vectors_clear(&vectors);
    return covered;
}

/// An entry that lies wholly under later ones most likely stands in the wrong order. Those that
/// covered nothing to begin with were told already.
static void warn_hidden(scenario_loader *loader, const talus_class_map *map, uint8_t value,
                        const scenario_node *entry, const char *name)
{
    if (!holds_class(map, value)) {
        scenario_warn(loader, entry, "'%s' is nowhere on top: later entries cover all of it", name);
    }
}

talus_ground scenario_ground_values(const scenario_ground *spec)
{
    const talus_ground *preset = spec->preset != NULL ? talus_ground_preset(spec->preset) : NULL;
    talus_ground ground = {
        .mu_min = spec->mu_min,
        .mu_max = spec->mu_max,
        .kappa = spec->kappa,
        .beta = spec->beta,
        .drag = spec->drag,
        .epsilon_n = spec->epsilon_n,
        .epsilon_t = spec->epsilon_t,
        .source = preset != NULL ? preset->source : NULL,
    };
    if (spec->soil.node != NULL) {
        ground.soil = (talus_soil){.modulus = 1e6 * spec->soil.modulus,
                                   .drag = spec->soil.drag,
                                   .density = spec->soil.density,
                                   .rotational = spec->soil.rotational};
    }
    copy_name(ground.name, sizeof ground.name, spec->name);
    return ground;
}

talus_forest scenario_forest_values(const scenario_forest *spec)
{
    const talus_forest *preset = spec->preset != NULL ? talus_forest_preset(spec->preset) : NULL;
    talus_forest forest = {
        .drag = spec->drag,
        .rotational_drag = spec->rotational_drag,
        .height = spec->height,
        .source = preset != NULL ? preset->source : NULL,
    };
    copy_name(forest.name, sizeof forest.name, spec->name);
    return forest;
}

void scenario_load_grounds(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.grounds;
    const scenario_ground *specs = list->items;
    talus_world *world = loader->world;
    bool covered[MAX_CLASSES] = {false};
    world->grounds = calloc(list->count, sizeof *world->grounds);
    if (world->grounds == NULL ||
        (list->count > 1 && !create_map(&loader->dem.grid, 0, &world->ground_map))) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for the ground");
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        const scenario_ground *spec = &specs[i];
        world->grounds[i] = scenario_ground_values(spec);
        if (spec->area.file != NULL) {
            covered[i] = burn_file(loader, spec->node, &spec->area, (uint8_t)i, &world->ground_map);
        }
    }
    for (size_t i = 0; i < list->count; i++) {
        if (covered[i]) {
            warn_hidden(loader, &world->ground_map, (uint8_t)i, specs[i].node,
                        world->grounds[i].name);
        }
    }
}

void scenario_load_forests(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.forests;
    const scenario_forest *specs = list->items;
    talus_world *world = loader->world;
    bool covered[MAX_CLASSES] = {false};
    if (list->count == 0) {
        return;
    }
    const bool everywhere = specs[0].area.file == NULL;
    world->forests = calloc(list->count, sizeof *world->forests);
    const bool mapped = everywhere && list->count == 1
                            ? create_single(&loader->dem.grid, 1, &world->forest_map)
                            : create_map(&loader->dem.grid, everywhere ? 1 : 0, &world->forest_map);
    if (world->forests == NULL || !mapped) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for the forest");
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        const scenario_forest *spec = &specs[i];
        world->forests[i] = scenario_forest_values(spec);
        if (spec->area.file != NULL) {
            covered[i] =
                burn_file(loader, spec->node, &spec->area, (uint8_t)(i + 1), &world->forest_map);
        }
    }
    for (size_t i = 0; i < list->count; i++) {
        if (covered[i]) {
            warn_hidden(loader, &world->forest_map, (uint8_t)(i + 1), specs[i].node,
                        world->forests[i].name);
        }
    }
}
