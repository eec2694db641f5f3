// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds by slope: rock faces, slopes, foot slopes, as polygons that can be edited.
#include "input/init/init.h"

#include "input/scenario/model.h"
#include "io/raster/filling.h"
#include "io/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LATTICE 5.0 ///< m: slopes of a finer DEM are those of its stones
#define MOST_CELLS 4e6
#define FOOT_SLOPE 20.0  ///< degrees
#define LEAST_AREA 400.0 ///< m^2, of a polygon
enum { PASSES = 2 };     ///< of the majority filter

const char *const init_zone_names[] = {"slope", "rock face", "foot slope"};

/// The most frequent class of the nine cells; a tie keeps the cell's own.
static uint8_t majority(const uint8_t *cell, size_t nx)
{
    size_t counts[3] = {0};
    for (size_t k = 0; k < 9; k++) {
        counts[cell[(k / 3) * nx + k % 3 - nx - 1]]++;
    }
    uint8_t best = *cell;
    for (uint8_t k = 0; k < 3; k++) {
        best = counts[k] > counts[best] ? k : best;
    }
    return best;
}

/// Single cells are no ground of their own.
static talus_status clean(init_zones *zones, talus_error *error)
{
    const size_t nx = zones->nx, ny = zones->ny;
    uint8_t *before = malloc(nx * ny);
    if (before == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for grounds");
    }
    for (int pass = 0; pass < PASSES; pass++) {
        memcpy(before, zones->classes, nx * ny);
        for (size_t j = 1; j + 1 < ny; j++) {
            for (size_t i = 1; i + 1 < nx; i++) {
                zones->classes[j * nx + i] = majority(before + j * nx + i, nx);
            }
        }
    }
    free(before);
    return TALUS_OK;
}

static double tangent_squared(double degrees)
{
    const double angle = degrees * TALUS_PI / 180.0;
    const double t = talus_sin(angle) / talus_cos(angle);
    return t * t;
}

/// Slopes of the lattice into classes; nodes without slope belong to the ground below.
static void classify(const talus_grid *grid, const double *heights, init_zones *zones)
{
    const double rock = tangent_squared(zones->rock), foot = tangent_squared(zones->foot);
    for (size_t j = 1; j + 1 < grid->ny; j++) {
        for (size_t i = 1; i + 1 < grid->nx; i++) {
            const size_t k = j * grid->nx + i;
            const double s2 = raster_slope_squared(heights + k, grid->nx, grid->cell);
            if (s2 > rock) {
                zones->classes[k] = INIT_ROCK;
            } else if (s2 < foot) {
                zones->classes[k] = INIT_FOOT;
            }
        }
    }
}

static size_t lattice_step(const talus_grid *grid)
{
    size_t step = (size_t)fmax(1.0, floor(LATTICE / grid->cell + 0.5));
    while ((double)(grid->nx / step) * (double)(grid->ny / step) > MOST_CELLS) {
        step++;
    }
    const size_t most = (grid->nx < grid->ny ? grid->nx : grid->ny) / 4;
    return step < most ? step : most > 0 ? most : 1;
}

static geo_zones areas_of(const init_site *site, const init_zones *zones)
{
    return (geo_zones){.classes = zones->classes,
                       .nx = zones->nx,
                       .ny = zones->ny,
                       .west = site->dem.east - 0.5 * zones->cell,
                       .south = site->dem.north - 0.5 * zones->cell,
                       .cell = zones->cell};
}

/// Sum the polygons that are large enough to be written.
static talus_status add_area(void *user, const geo_zone *zone, talus_error *error)
{
    init_zones *zones = user;
    (void)error;
    if (zone->area >= LEAST_AREA) {
        double *area = zone->class_ == INIT_ROCK ? &zones->rock_area : &zones->foot_area;
        *area += zone->area;
    }
    return TALUS_OK;
}

talus_status init_classify(const init_site *site, init_zones *zones, talus_error *error)
{
    talus_grid grid = {0};
    double *heights = NULL;
    *zones = (init_zones){0};
    talus_status status = talus_raster_coarsen(
        &site->dem.grid, site->dem.heights, lattice_step(&site->dem.grid), &grid, &heights, error);
    if (status != TALUS_OK) {
        return status;
    }
    const scenario_slope_preset *preset = &scenario_slope_presets[0];
    bool is_outside = false;
    *zones = (init_zones){
        .nx = grid.nx,
        .ny = grid.ny,
        .cell = grid.cell,
        .rock = scenario_slope_threshold(preset->rows, preset->count, grid.cell, &is_outside),
        .foot = FOOT_SLOPE};
    zones->classes = calloc(grid.nx * grid.ny, 1);
    if (zones->classes == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for grounds");
    } else {
        classify(&grid, heights, zones);
        status = clean(zones, error);
    }
    if (status == TALUS_OK) {
        const geo_zones areas = areas_of(site, zones);
        status = geo_trace_zones(&areas, add_area, zones, error);
    }
    free(heights);
    return status;
}

static const init_zones *zones_of(const table_zone *row)
{
    return row->user;
}

static bool is_rock(const table_zone *row)
{
    return row->zone->class_ == INIT_ROCK;
}

#define GROUND_COLUMNS(X)                                                                          \
    X(TEXT, ground, NULL, "rock face or foot slope", init_zone_names[row->zone->class_])           \
    X(REAL, slope_from_deg, "°", "steeper than this", is_rock(row) ? zones_of(row)->rock : 0.0)    \
    X(REAL, slope_to_deg, "°", "flatter than this", is_rock(row) ? 90.0 : zones_of(row)->foot)     \
    X(REAL, area_m2, "m²", "of the polygon", row->zone->area)
TABLE_DEFINE(ground, GROUND_COLUMNS, (void)index; const table_zone *row = user)

talus_status init_write_zones(const char *path, const init_site *site, const init_zones *zones,
                              talus_error *error)
{
    const geo_zones areas = areas_of(site, zones);
    table_zone row = {.user = zones};
    const talus_table table = TABLE(ground, &row, 1);
    geo_writer *writer = NULL;
    talus_status status = geo_writer_open(path, site->dem.crs_wkt, &writer, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = table_gpkg_zones(writer, &table, &row, &areas, LEAST_AREA, NULL, error);
    talus_error closing = {0};
    const talus_status closed = geo_writer_close(writer, status == TALUS_OK, &closing);
    if (status == TALUS_OK && closed != TALUS_OK) {
        status = talus_error_set(error, closed, "%s", closing.message);
    }
    return status;
}
