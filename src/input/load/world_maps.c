// SPDX-License-Identifier: GPL-3.0-or-later
// Ground and forest of a scenario: parameters, and class maps burnt from polygons and rasters.
#include "input/load/world.h"
#include "input/scenario/grounds.h"

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

/// Burn one file's polygons as class `value`.
/// @param low the lowest class of earlier entries that do not lie everywhere
static void burn_file(scenario_loader *loader, const scenario_cover *cover, uint8_t low,
                      uint8_t value, talus_class_map *map)
{
    geo_vectors vectors = {0};
    if (!scenario_load_cover(loader, cover, &vectors)) {
        return;
    }
    const scenario_node *node = scenario_find(cover->node, "file");
    geo_burn burn = {.map = map, .value = value, .low = low, .high = (uint8_t)(value - 1)};
    const talus_status status = geo_burn_polygons(&vectors, &burn);
    if (status != TALUS_OK) {
        scenario_fail(loader, node, status, "out of memory for the polygons of %s",
                      cover->area.file);
    } else if (!holds_class(map, value)) {
        scenario_warn(loader, node,
                      "%s: its polygons cover no cell of the %g m class map, the entry has no "
                      "effect",
                      cover->area.file, map->cell);
    } else if (burn.replaced > 0) {
        scenario_report(
            loader->diagnostics, TALUS_NOTE, node,
            "'%s' lies over earlier entries on %.6g m2, %.3g %% of its cells, and counts "
            "there",
            cover->name, (double)burn.replaced * map->cell * map->cell,
            100.0 * (double)burn.replaced / (double)burn.cells);
    }
    geo_vectors_clear(&vectors);
}

/// Class `value` where dams raise the DEM by more than this, m.
static const double least_raised = 0.01;

/// Bilinear, of the nodes of the DEM; NaN beside missing ones.
static double height_at(const talus_grid *grid, const double *heights, double x, double y)
{
    const double u = fmin(fmax((x - grid->x0) / grid->cell, 0.0), (double)(grid->nx - 1));
    const double v = fmin(fmax((y - grid->y0) / grid->cell, 0.0), (double)(grid->ny - 1));
    const size_t i = (size_t)fmin(u, (double)(grid->nx - 2));
    const size_t j = (size_t)fmin(v, (double)(grid->ny - 2));
    const double *h = heights + j * grid->nx + i, *above = h + grid->nx;
    const double a = u - (double)i, b = v - (double)j;
    return (1.0 - b) * (h[0] + a * (h[1] - h[0])) + b * (above[0] + a * (above[1] - above[0]));
}

/// Class `value` on the faces and crests of dams.
static void burn_dams(scenario_loader *loader, const scenario_cover *cover, uint8_t value,
                      talus_class_map *map)
{
    const scenario_node *node = scenario_find(cover->node, "dams");
    const talus_grid *grid = &loader->dem.grid;
    if (loader->raised == NULL) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "dams: '%s' is a ground of dams, but terrain.dams has none", cover->name);
        return;
    }
    for (size_t k = 0; k < map->nx * map->ny; k++) {
        const double x = map->x0 + ((double)(k % map->nx) + 0.5) * map->cell;
        const double y = map->y0 + ((double)(k / map->nx) + 0.5) * map->cell;
        if (height_at(grid, loader->raised, x, y) - height_at(grid, loader->dem.heights, x, y) >
            least_raised) {
            map->classes[k] = value;
        }
    }
}

/// Burn all entries in their order, later over earlier: kind k of the list becomes class base + k.
/// An entry that lies wholly under later ones most likely stands in the wrong order: it is reported,
/// unless it covered nothing to begin with.
static void burn_entries(scenario_loader *loader, const scenario_list *list, size_t size,
                         size_t base, talus_class_map *map)
{
    bool covered[MAX_CLASSES] = {false};
    const scenario_cover *bottom = list->items;
    const bool is_everywhere = bottom->area.file == NULL && bottom->raster == NULL;
    const uint8_t low = (uint8_t)(base + (is_everywhere ? 1 : 0));
    size_t value = base;
    for (size_t i = 0; i < list->count; i++) {
        const scenario_cover *cover =
            (const scenario_cover *)(const void *)((const char *)list->items + i * size);
        const size_t rows = cover->rows.count;
        if (rows > 0) {
            scenario_burn_classes(loader, cover, size, (uint8_t)value, map);
        } else if (cover->area.file != NULL) {
            burn_file(loader, cover, low, (uint8_t)value, map);
        } else if (cover->on_dams) {
            burn_dams(loader, cover, (uint8_t)value, map);
        }
        for (size_t k = 0; k < (rows > 0 ? rows : 1); k++) {
            covered[value] =
                (rows > 0 || cover->area.file != NULL) && holds_class(map, (uint8_t)value);
            value++;
        }
    }
    for (size_t k = base; k < value; k++) {
        const scenario_cover *cover = scenario_kind_at(list, size, k - base);
        if (covered[k] && !holds_class(map, (uint8_t)k)) {
            scenario_warn(loader, cover->node,
                          "'%s' is nowhere on top: later entries cover all of it", cover->name);
        }
    }
}

/// As the scenario says; else soil takes the blow, or it is as in the preset.
static double cushion_of(const scenario_ground *spec, const talus_ground *preset)
{
    if (!isnan(spec->cushion)) {
        return spec->cushion;
    }
    if (scenario_soil_values(spec).modulus > 0.0) {
        return 1.0;
    }
    return preset != NULL ? preset->cushion : 0.0;
}

talus_ground scenario_ground_values(const scenario_ground *spec)
{
    const talus_ground *preset =
        spec->cover.preset != NULL ? talus_ground_preset(spec->cover.preset) : NULL;
    talus_ground ground = {
        .mu_min = scenario_ground_value(spec, TALUS_VARIED_MU_MIN),
        .mu_max = scenario_ground_value(spec, TALUS_VARIED_MU_MAX),
        .kappa = scenario_ground_value(spec, TALUS_VARIED_KAPPA),
        .beta = scenario_ground_value(spec, TALUS_VARIED_BETA),
        .drag = scenario_ground_value(spec, TALUS_VARIED_DRAG),
        .epsilon_n = scenario_ground_value(spec, TALUS_VARIED_EPSILON_N),
        .epsilon_t = scenario_ground_value(spec, TALUS_VARIED_EPSILON_T),
        .source = preset != NULL ? preset->source : NULL,
    };
    ground.soil = scenario_soil_values(spec);
    ground.cushion = cushion_of(spec, preset);
    if (spec->impact.law == SCENARIO_IMPACT_GENERALISED) {
        const bool by_lambda = !isnan(spec->impact.lambda);
        ground.impact =
            (talus_ground_impact){.law = by_lambda ? TALUS_IMPACT_LAMBDA : TALUS_IMPACT_E_N21,
                                  .value = by_lambda ? spec->impact.lambda : spec->impact.e_n21};
    }
    if (spec->roughness.node != NULL && spec->roughness.amplitude > 0.0) {
        ground.roughness =
            (talus_ground_roughness){.amplitude = spec->roughness.amplitude,
                                     .spacing = spec->roughness.spacing,
                                     .clear = spec->roughness.clear,
                                     .seed = spec->roughness.seed,
                                     .per_rock = spec->roughness.drawn == SCENARIO_BUMPS_ROCK};
    }
    copy_name(ground.name, sizeof ground.name, spec->cover.name);
    return ground;
}

static talus_distribution law_in_si(talus_distribution law, talus_varied parameter)
{
    const double unit = scenario_parameter_unit(parameter);
    law.min *= unit;
    law.max *= unit;
    law.a *= law.law != TALUS_LAW_POWER ? unit : 1.0; // an exponent
    law.b *= law.law == TALUS_LAW_UNIFORM || law.law == TALUS_LAW_NORMAL ? unit : 1.0;
    return law;
}

bool scenario_make_draw(const scenario_ground *spec, talus_ground_draw *draw)
{
    bool some = false;
    bool some_soil = false;
    for (size_t k = TALUS_VARIED_MU_MIN; k < TALUS_VARIED_COUNT; k++) {
        draw->laws[k] = law_in_si(scenario_ground_law(spec, (talus_varied)k), (talus_varied)k);
        const bool is_drawn = draw->laws[k].law != TALUS_LAW_FIXED;
        if (k < TALUS_VARIED_SOIL_MODULUS) {
            some = some || is_drawn;
        } else {
            some_soil = some_soil || is_drawn;
        }
    }
    draw->per_impact = some && spec->drawn == SCENARIO_DRAWN_IMPACT;
    draw->soil_per_impact = some_soil && spec->soil.drawn == SCENARIO_DRAWN_IMPACT;
    return some || some_soil;
}

void scenario_load_grounds(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.grounds;
    const scenario_ground *specs = list->items;
    talus_world *world = loader->world;
    const size_t count = scenario_kind_count(list, sizeof *specs);
    world->grounds = calloc(count, sizeof *world->grounds);
    world->draws = calloc(count, sizeof *world->draws);
    if (world->grounds == NULL || world->draws == NULL ||
        (count > 1 && !create_map(&loader->dem.grid, 0, &world->ground_map))) {
        scenario_fail(loader, specs[0].cover.node, TALUS_ERROR_MEMORY,
                      "out of memory for the ground");
        return;
    }
    world->ground_count = count;
    for (size_t k = 0; k < count; k++) {
        const scenario_ground *spec = scenario_kind_at(list, sizeof *specs, k);
        world->grounds[k] = scenario_ground_values(spec);
        if (scenario_make_draw(spec, &world->draws[k])) {
            world->grounds[k].draw = &world->draws[k];
        }
    }
    if (count > 1) {
        burn_entries(loader, list, sizeof *specs, 0, &world->ground_map);
    }
}

talus_forest scenario_forest_values(const scenario_forest *spec)
{
    const talus_forest *preset =
        spec->cover.preset != NULL ? talus_forest_preset(spec->cover.preset) : NULL;
    talus_forest forest = {
        .drag = spec->drag,
        .rotational_drag = spec->rotational_drag,
        .height = spec->height,
        .hold_height = spec->hold_height,
        .hold_path = spec->hold_path,
        .source = preset != NULL ? preset->source : NULL,
    };
    copy_name(forest.name, sizeof forest.name, spec->cover.name);
    return forest;
}

void scenario_load_forests(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.forests;
    const scenario_forest *specs = list->items;
    talus_world *world = loader->world;
    if (list->count == 0) {
        return;
    }
    const scenario_cover *first = &specs[0].cover;
    const bool everywhere = first->area.file == NULL && first->raster == NULL;
    const size_t count = scenario_kind_count(list, sizeof *specs);
    world->forests = calloc(count, sizeof *world->forests);
    const bool mapped = everywhere && count == 1
                            ? create_single(&loader->dem.grid, 1, &world->forest_map)
                            : create_map(&loader->dem.grid, everywhere ? 1 : 0, &world->forest_map);
    if (world->forests == NULL || !mapped) {
        scenario_fail(loader, first->node, TALUS_ERROR_MEMORY, "out of memory for the forest");
        return;
    }
    world->forest_count = count;
    for (size_t k = 0; k < count; k++) {
        world->forests[k] = scenario_forest_values(scenario_kind_at(list, sizeof *specs, k));
    }
    burn_entries(loader, list, sizeof *specs, 1, &world->forest_map);
}
