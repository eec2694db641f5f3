// SPDX-License-Identifier: GPL-3.0-or-later
// Sources that are areas: cells found by slope or read from a raster, their true surface area, and
// the weights by which places are drawn.
#include "input/load/sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "out of memory for a release";

static void report_memory(const scenario_release_loader *m)
{
    scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY, "%s", no_memory);
}

/// @param value of the cells of the region: 1 for cells that are kept. @return false after a report
static bool burn_region(scenario_release_loader *m, const scenario_region *region, uint8_t value,
                        talus_class_map *map)
{
    const char *file = region->area.file;
    geo_vectors vectors = {0};
    if (!scenario_load_vectors(m->loader, region->node, &region->area, &vectors)) {
        return false;
    }
    geo_burn burn = {.map = map, .value = value, .low = 1};
    const bool good =
        vectors.kind != GEO_POLYGONS || scenario_meets_dem(m->loader, region->node, file, &vectors);
    const talus_status status = good ? geo_burn_polygons(&vectors, &burn) : TALUS_ERROR_INPUT;
    if (status == TALUS_ERROR_ARGUMENT) {
        scenario_fail(m->loader, region->node, TALUS_ERROR_INPUT,
                      "%s: found %s, expected polygons: cells are kept or left out by areas", file,
                      vectors.kind == GEO_POINTS ? "points" : "lines");
    } else if (status == TALUS_ERROR_MEMORY) {
        report_memory(m);
    } else if (good && burn.cells == 0) {
        scenario_warn(m->loader, region->node,
                      "%s: its polygons hold no centre of a cell of the DEM: no cell is %s by them",
                      file, value == 1 ? "kept" : "left out");
    }
    geo_vectors_clear(&vectors);
    return status == TALUS_OK;
}

/// Class 1 where cells are allowed, on the pixels of the DEM; classes NULL = everywhere.
/// @return false after a report
static bool map_regions(scenario_release_loader *m, talus_class_map *map)
{
    const scenario_region *regions[] = {&m->spec->inside, &m->spec->exclude};
    const talus_grid *grid = &m->loader->dem.grid;
    if (regions[0]->node == NULL && regions[1]->node == NULL) {
        return true;
    }
    *map = (talus_class_map){.x0 = grid->x0 - 0.5 * grid->cell,
                             .y0 = grid->y0 - 0.5 * grid->cell,
                             .cell = grid->cell,
                             .nx = grid->nx,
                             .ny = grid->ny};
    map->classes = malloc(map->nx * map->ny);
    if (map->classes == NULL) {
        report_memory(m);
        return false;
    }
    memset(map->classes, regions[0]->node == NULL, map->nx * map->ny);
    for (uint8_t k = 0; k < 2; k++) {
        if (regions[k]->node != NULL && !burn_region(m, regions[k], k == 0, map)) {
            return false;
        }
    }
    return true;
}

/// `within_box_m` in local metres; false when there is none.
static bool local_box(const scenario_release_loader *m, scenario_box *box)
{
    const scenario_box b = m->spec->within;
    const geo_dem *dem = &m->loader->dem;
    *box = (scenario_box){b.west - dem->east, b.south - dem->north, b.east - dem->east,
                          b.north - dem->north};
    return !isnan(b.west);
}

static double choose_threshold(const scenario_release_loader *m)
{
    const scenario_release *spec = m->spec;
    const double cell = m->loader->dem.grid.cell;
    if (m->source == SCENARIO_FROM_SLOPE) {
        return spec->slope_above;
    }
    bool outside = false;
    double degrees = 0.0;
    if (m->source == SCENARIO_FROM_SLOPE_PRESET) {
        const scenario_slope_preset *preset = &scenario_slope_presets[spec->slope_preset];
        degrees = scenario_slope_threshold(preset->rows, preset->count, cell, &outside);
        scenario_report(
            m->loader->diagnostics, TALUS_NOTE, m->node,
            "slope_preset %s: cells of %.4g m count as rock face above %.1f degrees; %s",
            preset->name, cell, degrees, preset->source);
    } else {
        degrees = scenario_slope_threshold(spec->slope_by_cell.xy, spec->slope_by_cell.count, cell,
                                           &outside);
    }
    if (outside) {
        scenario_warn(m->loader, m->node,
                      "cells of %.4g m lie beyond the table of slopes, its nearest row is taken: "
                      "%.4g degrees",
                      cell, degrees);
    }
    return degrees;
}

/// Patches are looked for in memory.
static bool has_heights(const scenario_release_loader *m)
{
    if (m->loader->dem.heights == NULL) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "release '%s': a smallest patch needs the whole DEM in memory, but it is "
                      "read on demand: raise terrain.memory_mb, or cut the DEM",
                      m->release->name);
    }
    return m->loader->dem.heights != NULL;
}

void scenario_add_slope(scenario_release_loader *m)
{
    const geo_dem *dem = &m->loader->dem;
    const scenario_release *spec = m->spec;
    const bool has_patches =
        spec->min_patch_cells != SCENARIO_NO_COUNT || !isnan(spec->min_patch_height);
    if (has_patches && !has_heights(m)) {
        return;
    }
    scenario_box box;
    talus_class_map map = {0};
    const bool bounded = local_box(m, &box);
    if (map_regions(m, &map)) {
        const scenario_steep_options options = {
            .degrees = choose_threshold(m),
            .within = bounded ? &box : NULL,
            .kept = map.classes != NULL ? &map : NULL,
            .least_cells =
                spec->min_patch_cells != SCENARIO_NO_COUNT ? (size_t)spec->min_patch_cells : 0,
            .least_height = isnan(spec->min_patch_height) ? 0.0 : spec->min_patch_height,
        };
        const bool filtered =
            map.classes != NULL || options.least_cells > 1 || options.least_height > 0.0;
        m->release->kind = TALUS_RELEASE_CELLS;
        m->release->cell = dem->grid.cell;
        talus_error error = {0};
        scenario_steep found = {0};
        const talus_status status = scenario_steep_cells(dem, &options, &found, &error);
        m->release->count = found.count;
        m->release->xy = found.xy;
        m->factors = found.factors;
        if (status != TALUS_OK) {
            scenario_fail(m->loader, m->node, status, "%s", error.message);
        } else if (m->release->count == 0) {
            scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                          "%s: no raster cell of the DEM is steeper than %g degrees%s%s",
                          m->source == SCENARIO_FROM_SLOPE          ? "slope_above_deg"
                          : m->source == SCENARIO_FROM_SLOPE_PRESET ? "slope_preset"
                                                                    : "slope_by_cell",
                          options.degrees, bounded ? " inside within_box_m" : "",
                          filtered ? " where its other keys allow one" : "");
        }
    }
    talus_class_map_clear(&map);
}

/// Values of a raster are numbers of rocks, or weights where `rocks` says how many there are.
static bool check_values(const scenario_release_loader *m, const geo_cells *cells)
{
    const bool counts =
        m->spec->rocks == SCENARIO_NO_COUNT && m->spec->rocks_per_cell == SCENARIO_NO_COUNT;
    for (size_t k = 0; k < cells->count; k++) {
        const double value = cells->values[k];
        if (value < 0.0) {
            scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                          "%s holds %g, expected numbers of rocks from 0 on; cells that stop rocks "
                          "(-1 in r.stone) have no place in a source raster: set them to 0",
                          m->spec->raster, value);
            return false;
        }
        if (counts && (floor(value) != value || value > 1e9)) {
            scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                          "%s holds %g, expected whole numbers of rocks up to 1e9; give 'rocks' to "
                          "take its values as weights",
                          m->spec->raster, value);
            return false;
        }
    }
    return true;
}

/// Cells in the box and on allowed pixels stay.
static void filter_cells(const scenario_release_loader *m, const talus_class_map *map,
                         geo_cells *cells)
{
    scenario_box box;
    const bool bounded = local_box(m, &box);
    size_t kept = 0;
    for (size_t k = 0; k < cells->count; k++) {
        const double x = cells->xy[2 * k], y = cells->xy[2 * k + 1];
        const bool inside =
            !bounded || (x >= box.west && x <= box.east && y >= box.south && y <= box.north);
        if (inside && (map->classes == NULL || talus_class_map_at(map, x, y) == 1)) {
            cells->xy[2 * kept] = x;
            cells->xy[2 * kept + 1] = y;
            cells->values[kept++] = cells->values[k];
        }
    }
    cells->count = kept;
}

void scenario_add_raster(scenario_release_loader *m)
{
    const char *operation = m->spec->file.operation;
    geo_operation used;
    const geo_frame frame = scenario_frame(m->loader, m->spec->file.crs, operation, &used);
    geo_cells cells = {0};
    talus_class_map map = {0};
    talus_error error = {0};
    talus_diagnostics *messages = talus_diagnostics_create();
    char *path = scenario_join_path(m->loader->scenario->document.directory, m->spec->raster);
    if (path == NULL || messages == NULL) {
        report_memory(m);
    } else if (geo_read_cells(path, &frame, messages, &cells, &error) != TALUS_OK) {
        scenario_fail_at(m->loader, m->node, &error);
    } else if (check_values(m, &cells) && map_regions(m, &map)) {
        scenario_forward(m->loader, m->node, messages);
        if (scenario_keep_operation(m->loader, m->node, operation, &used, &error) != TALUS_OK) {
            report_memory(m);
        }
        filter_cells(m, &map, &cells);
        m->release->kind = TALUS_RELEASE_CELLS;
        m->release->cell = cells.side;
        m->release->count = cells.count;
        m->release->xy = cells.xy;
        m->values = cells.values;
        cells = (geo_cells){0};
        if (m->release->count == 0) {
            scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                          "%s: none of its cells is allowed by within_box_m, within and exclude",
                          m->spec->raster);
        }
    }
    geo_cells_clear(&cells);
    talus_class_map_clear(&map);
    talus_diagnostics_destroy(messages);
    free(path);
}

/// Areas of cells: one slope each where they are the DEM's own, else cut along its pixels.
/// @param areas (count) out, m^2 of surface
static talus_status measure_cells(const scenario_release_loader *m, scenario_pieces *sums,
                                  double *areas, talus_error *error)
{
    const talus_release *release = m->release;
    const double h = 0.5 * release->cell;
    for (size_t k = 0; k < release->count; k++) {
        const double x = release->xy[2 * k], y = release->xy[2 * k + 1];
        const double before = sums->area;
        if (m->source == SCENARIO_FROM_RASTER) {
            const double corners[] = {x - h, y - h, x + h, y - h, x + h, y + h,
                                      x - h, y - h, x + h, y + h, x - h, y + h};
            const talus_status status =
                scenario_cut_along_pixels(&m->loader->dem, corners, 2, 1, sums, error);
            if (status != TALUS_OK) {
                return status;
            }
        } else {
            const double plan = release->cell * release->cell;
            sums->plan += plan;
            sums->area += plan * m->factors[k];
        }
        areas[k] = sums->area - before;
    }
    return TALUS_OK;
}

/// What places are drawn in proportion to, unless the scenario says it: true area, the values of a
/// raster, the same number for all cells where their number of rocks is given.
static int choose_weight(const scenario_release_loader *m)
{
    if (m->spec->weight >= 0) {
        return m->spec->weight;
    }
    if (m->spec->rocks_per_cell != SCENARIO_NO_COUNT &&
        !scenario_frequency_by_area(&m->spec->frequency)) {
        return SCENARIO_WEIGHT_PLAN;
    }
    if (m->values != NULL && m->spec->rocks_per_cell == SCENARIO_NO_COUNT) {
        return SCENARIO_WEIGHT_VALUE;
    }
    return SCENARIO_WEIGHT_SURFACE;
}

/// Running weights of cells.
static talus_status weigh_cells(scenario_release_loader *m, int weight, scenario_pieces *sums,
                                talus_error *error)
{
    talus_release *release = m->release;
    double *weights = malloc(release->count * sizeof *weights);
    const talus_status status = weights == NULL
                                    ? talus_error_set(error, TALUS_ERROR_MEMORY, "%s", no_memory)
                                    : measure_cells(m, sums, weights, error);
    if (status != TALUS_OK) {
        free(weights);
        return status;
    }
    double sum = 0.0;
    for (size_t k = 0; k < release->count; k++) {
        sum += weight == SCENARIO_WEIGHT_VALUE     ? m->values[k]
               : weight == SCENARIO_WEIGHT_SURFACE ? weights[k]
                                                   : 1.0;
        weights[k] = sum;
    }
    release->cumulative = weights;
    return TALUS_OK;
}

/// Running areas of polygons: by plan as they are, by surface in pieces.
static talus_status weigh_polygons(scenario_release_loader *m, int weight, scenario_pieces *sums,
                                   talus_error *error)
{
    talus_release *release = m->release;
    const double whole = release->cumulative[release->count - 1];
    sums->keep = weight == SCENARIO_WEIGHT_SURFACE;
    const talus_status status =
        scenario_cut_along_pixels(&m->loader->dem, release->xy, release->count,
                                  talus_scenario_threads(m->loader->scenario), sums, error);
    if (status == TALUS_OK && sums->keep && sums->count > 0) {
        if (sums->plan < whole * (1.0 - 1e-6)) {
            scenario_warn(m->loader, m->node,
                          "release '%s': %.2g %% of its area lies outside the DEM, where no rock "
                          "starts",
                          release->name, 100.0 * (1.0 - sums->plan / whole));
        }
        free(release->xy);
        free(release->cumulative);
        release->count = sums->count;
        release->xy = sums->xy;
        release->cumulative = sums->cumulative;
        sums->xy = NULL;
        sums->cumulative = NULL;
    }
    return status;
}

/// Areas and running weights.
static talus_status weigh(scenario_release_loader *m, scenario_pieces *sums, talus_error *error)
{
    talus_release *release = m->release;
    switch (release->kind) {
    case TALUS_RELEASE_CELLS:
        return weigh_cells(m, choose_weight(m), sums, error);
    case TALUS_RELEASE_TRIANGLES:
        return weigh_polygons(m, choose_weight(m), sums, error);
    case TALUS_RELEASE_POINTS:
    case TALUS_RELEASE_SEGMENTS:
    case TALUS_RELEASE_RUNS:
    case TALUS_RELEASE_BLOCKS:
        break;
    }
    if (m->spec->weight >= 0 || scenario_frequency_by_area(&m->spec->frequency)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "release '%s': the file holds %s, which have no area: 'weight' and frequencies per km2 "
            "go with polygons and cells",
            release->name, release->kind == TALUS_RELEASE_SEGMENTS ? "lines" : "points");
    }
    return TALUS_OK;
}

void scenario_weigh(scenario_release_loader *m)
{
    talus_release *release = m->release;
    scenario_pieces sums = {0};
    talus_error error = {0};
    talus_status status = weigh(m, &sums, &error);
    if (status == TALUS_OK && release->kind != TALUS_RELEASE_SEGMENTS && release->runs == NULL &&
        !scenario_order_places(release)) {
        status = talus_error_set(&error, TALUS_ERROR_MEMORY, "%s", no_memory);
    }
    if (status != TALUS_OK) {
        scenario_fail(m->loader, m->node, status, "%s", error.message);
    }
    release->plan_area = sums.plan;
    release->area = sums.area;
    if (sums.blind > 0.001 * sums.plan && scenario_frequency_by_area(&m->spec->frequency)) {
        scenario_warn(m->loader, m->node,
                      "release '%s': %.2g %% of its plan area lies on the rim of the DEM or beside "
                      "NODATA, where no slope is known; it counts with its plan area",
                      release->name, 100.0 * sums.blind / sums.plan);
    }
    scenario_pieces_clear(&sums);
}
