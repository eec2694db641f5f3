// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds by slope: rock faces, slopes, foot slopes, as polygons that can be edited.
#include "input/init/init.h"

#include "input/scenario/model.h"
#include "io/raster/filling.h"

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

typedef struct zone_sink {
    geo_writer *writer;
    const init_zones *zones;
} zone_sink;

static talus_status add_zone(void *user, const geo_zone *zone, talus_error *error)
{
    zone_sink *sink = user;
    if (zone->area < LEAST_AREA) {
        return TALUS_OK;
    }
    const bool is_rock = zone->class_ == INIT_ROCK;
    const geo_value values[] = {{.text = init_zone_names[zone->class_]},
                                {.real = is_rock ? sink->zones->rock : 0.0},
                                {.real = is_rock ? 90.0 : sink->zones->foot},
                                {.real = zone->area}};
    return geo_writer_polygon(sink->writer, zone->xy, zone->ring_starts, zone->ring_count, values,
                              error);
}

talus_status init_write_zones(const char *path, const init_site *site, const init_zones *zones,
                              talus_error *error)
{
    static const geo_field fields[] = {{"ground", GEO_FIELD_TEXT},
                                       {"slope_from_deg", GEO_FIELD_REAL},
                                       {"slope_to_deg", GEO_FIELD_REAL},
                                       {"area_m2", GEO_FIELD_REAL}};
    const geo_zones areas = areas_of(site, zones);
    zone_sink sink = {.zones = zones};
    talus_status status = geo_writer_open(path, site->dem.crs_wkt, &sink.writer, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = geo_writer_layer(sink.writer, "ground", GEO_FLAT_POLYGONS, fields,
                              sizeof fields / sizeof fields[0], NULL, error);
    if (status == TALUS_OK) {
        status = geo_trace_zones(&areas, add_zone, &sink, error);
    }
    talus_error closing = {0};
    const talus_status closed = geo_writer_close(sink.writer, status == TALUS_OK, &closing);
    if (status == TALUS_OK && closed != TALUS_OK) {
        status = talus_error_set(error, closed, "%s", closing.message);
    }
    return status;
}
