// SPDX-License-Identifier: GPL-3.0-or-later
// The DEM of a first scenario: read, or opened and sampled, and its slopes counted.
#include "input/init/init.h"

#include "io/raster/filling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// More heights than this stay in their file: what a scenario with the default memory_mb does.
#define MOST_ARRAY (500e6 * 2.0 / 3.0)
#define DEGREES (180.0 / TALUS_PI)

enum { WINDOW = 256, WINDOWS_A_SIDE = 8 };

static bool are_degrees(const geo_facts *facts)
{
    const double *b = facts->bounds;
    return b[0] >= -180.0 && b[2] <= 180.0 && b[1] >= -90.0 && b[3] <= 90.0;
}

static talus_status refuse_missing_crs(const char *path, const geo_facts *facts, talus_error *error)
{
    const double *b = facts->bounds;
    const char *hint = "";
    if (b[0] > 2485e3 && b[2] < 2834e3 && b[1] > 1075e3 && b[3] < 1296e3) {
        hint = "; its coordinates look like Swiss ones of 1995, EPSG:2056";
    } else if (b[0] > 485e3 && b[2] < 834e3 && b[1] > 75e3 && b[3] < 296e3) {
        hint = "; its coordinates look like Swiss ones of 1903, EPSG:21781";
    } else if (are_degrees(facts) && facts->transform[1] < 0.1) {
        hint = "; its coordinates look like degrees, EPSG:4326";
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s says no coordinate reference system (x %.0f to %.0f, y %.0f to "
                           "%.0f): name it with --crs EPSG:N%s",
                           path, b[0], b[2], b[1], b[3], hint);
}

/// A refusal that names the key of a scenario also names the option.
static void add_option(talus_error *error)
{
    if (strstr(error->message, "reproject: auto") != NULL) {
        talus_error copy = *error;
        (void)talus_error_set(error, copy.status,
                              "%.850s (for talus init: gdalwarp -t_srs EPSG:N in.tif out.tif)",
                              copy.message);
    }
    if (strstr(error->message, "`crs: EPSG:") != NULL && strstr(error->message, "--crs") == NULL) {
        talus_error copy = *error;
        (void)talus_error_set(error, copy.status, "%.900s (here: --crs EPSG:N)", copy.message);
    }
}

static talus_status read_dem(const char *path, const talus_init_options *options,
                             talus_diagnostics *diagnostics, init_site *site, talus_error *error)
{
    geo_dem_options how = {.crs = options->crs,
                           .height_unit = options->height_unit,
                           .largest_array = MOST_ARRAY,
                           .allow_network = options->allow_network,
                           .tiles = options->tiles,
                           .tile_count = options->tile_count};
    talus_error found = {0};
    talus_status status = geo_read_dem(path, &how, diagnostics, &site->dem, &found);
    // a projection named by the user that does not fit is a mistake rather than something to warp
    if (status == TALUS_ERROR_INPUT && (options->crs == NULL || are_degrees(&site->facts)) &&
        strstr(found.message, "reproject: auto") != NULL) {
        talus_error again = {0};
        how.reproject = "auto";
        status = geo_read_dem(path, &how, diagnostics, &site->dem, &again);
        if (status == TALUS_OK) {
            site->reproject = "auto";
        } else if (strstr(again.message, "height_unit:") != NULL) {
            found = again; // what is left to be said
        }
    }
    if (status != TALUS_OK) {
        add_option(&found);
        if (error != NULL) {
            *error = found;
        }
    }
    return status;
}

/// Slopes of the inner nodes of an array, and its heights.
static void count_slopes(init_site *site, const double *heights, size_t nx, size_t ny,
                         size_t *missing)
{
    for (size_t k = 0; k < nx * ny; k++) {
        if (isnan(heights[k])) {
            (*missing)++;
        } else {
            site->low = fmin(site->low, heights[k]);
            site->high = fmax(site->high, heights[k]);
        }
    }
    for (size_t j = 1; j + 1 < ny; j++) {
        for (size_t i = 1; i + 1 < nx; i++) {
            const double s2 = raster_slope_squared(heights + j * nx + i, nx, site->dem.grid.cell);
            if (!isnan(s2)) {
                const double slope = talus_atan(sqrt(s2)) * DEGREES;
                const size_t bin = (size_t)(slope * INIT_SLOPE_BINS / 90.0);
                site->slopes[bin < INIT_SLOPE_BINS ? bin : INIT_SLOPE_BINS - 1]++;
                site->slope_count++;
            }
        }
    }
}

/// Windows spread evenly over heights that stay in their file.
static talus_status sample_slopes(init_site *site, talus_error *error)
{
    const talus_grid *grid = &site->dem.grid;
    const size_t nx = grid->nx < WINDOW ? grid->nx : WINDOW;
    const size_t ny = grid->ny < WINDOW ? grid->ny : WINDOW;
    double *heights = malloc(nx * ny * sizeof *heights);
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for heights");
    }
    talus_status status = TALUS_OK;
    size_t missing = 0;
    for (size_t k = 0; k < WINDOWS_A_SIDE * WINDOWS_A_SIDE && status == TALUS_OK; k++) {
        const size_t i = (grid->nx - nx) * (k % WINDOWS_A_SIDE) / (WINDOWS_A_SIDE - 1);
        const size_t j = (grid->ny - ny) * (k / WINDOWS_A_SIDE) / (WINDOWS_A_SIDE - 1);
        status = geo_height_file_fetch(site->dem.file, i, j, nx, ny, heights, error);
        if (status == TALUS_OK) {
            count_slopes(site, heights, nx, ny, &missing);
        }
    }
    free(heights);
    site->missing = (double)missing / (double)(WINDOWS_A_SIDE * WINDOWS_A_SIDE * nx * ny);
    return status;
}

talus_status init_site_read(const char *path, const talus_init_options *options,
                            talus_diagnostics *diagnostics, init_site *site, talus_error *error)
{
    *site = (init_site){.low = HUGE_VAL, .high = -HUGE_VAL};
    talus_status status = geo_read_facts(path, options->allow_network, &site->facts, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (site->facts.has_transform && site->facts.crs_name[0] == '\0' && site->facts.bands > 0 &&
        options->crs == NULL) {
        return refuse_missing_crs(path, &site->facts, error);
    }
    status = read_dem(path, options, diagnostics, site, error);
    if (status == TALUS_OK && site->dem.heights != NULL) {
        const talus_grid *grid = &site->dem.grid;
        size_t missing = 0;
        count_slopes(site, site->dem.heights, grid->nx, grid->ny, &missing);
        site->missing = (double)missing / (double)(grid->nx * grid->ny);
    } else if (status == TALUS_OK) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s holds %.3g million cells; 64 samples of it were read, and no "
                              "grounds by slope are made: a run reads them all, so cut out the "
                              "slope first (gdalwarp -te)",
                              path, 1e-6 * (double)site->facts.columns * (double)site->facts.rows);
        status = sample_slopes(site, error);
    }
    if (status == TALUS_OK && site->slope_count == 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: no node that was read has eight neighbours with heights, "
                                 "so there are no slopes: cut out the slope (gdalwarp -te) or fill "
                                 "the holes (talus terrain fill)",
                                 path);
    }
    return status;
}

void init_site_clear(init_site *site)
{
    geo_dem_clear(&site->dem);
}

double init_slope_quantile(const init_site *site, double q)
{
    const double target = q * (double)site->slope_count;
    double before = 0.0;
    for (size_t k = 0; k < INIT_SLOPE_BINS; k++) {
        before += (double)site->slopes[k];
        if (before >= target) {
            return 90.0 * (double)(k + 1) / INIT_SLOPE_BINS;
        }
    }
    return 90.0;
}
