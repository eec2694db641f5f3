// SPDX-License-Identifier: GPL-3.0-or-later
// Heights of a raster band: pixels, mask and windows are read here, what their numbers mean is decided
// in geo_rules.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_vsi.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MASK_ROWS = 64 };

geo_band geo_band_of(const char *path, GDALDatasetH dataset, const geo_unit *unit,
                     talus_diagnostics *diagnostics)
{
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    geo_band made = {.band = band};
    geo_height_rules *rules = &made.rules;
    const GDALDataType type = GDALGetRasterDataType(band);
    int present = 0;
    rules->nodata = GDALGetRasterNoDataValue(band, &present);
    rules->has_nodata = present != 0;
    rules->is_float = type == GDT_Float32;
    rules->is_whole = GDALDataTypeIsInteger(type) != 0;
    rules->scale = GDALGetRasterScale(band, &present);
    rules->scale = present != 0 && rules->scale != 0.0 ? rules->scale : 1.0;
    rules->offset = GDALGetRasterOffset(band, &present);
    rules->offset = present != 0 ? rules->offset : 0.0;
    rules->unit = *unit;
    if (rules->scale != 1.0 || rules->offset != 0.0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: heights are stored as scale %.9g and offset %.9g, applied", path,
                              rules->scale, rules->offset);
    }
    return made;
}

/// NODATA by a mask or alpha band beside the heights.
static talus_status apply_mask(const char *path, GDALRasterBandH band, const geo_pixels *pixels,
                               double *heights, talus_error *error)
{
    const int flags = GDALGetMaskFlags(band);
    if ((flags & (GMF_ALL_VALID | GMF_NODATA)) != 0) {
        return TALUS_OK;
    }
    const size_t nx = pixels->nx, ny = pixels->ny;
    unsigned char *mask = malloc(nx * MASK_ROWS);
    if (mask == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
    }
    GDALRasterBandH mask_band = GDALGetMaskBand(band);
    for (size_t row = 0; row < ny; row += MASK_ROWS) {
        const size_t rows = ny - row < MASK_ROWS ? ny - row : MASK_ROWS;
        if (GDALRasterIO(mask_band, GF_Read, (int)pixels->column, (int)(pixels->row + row), (int)nx,
                         (int)rows, mask, (int)nx, (int)rows, GDT_Byte, 0, 0) != CE_None) {
            free(mask);
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: the mask that says where heights are cannot be read", path);
        }
        for (size_t k = 0; k < rows * nx; k++) {
            if (mask[k] == 0) {
                heights[row * nx + k] = (double)NAN;
            }
        }
    }
    free(mask);
    return TALUS_OK;
}

talus_status geo_read_pixels(const char *path, const geo_band *band, const geo_pixels *pixels,
                             geo_trap *trap, geo_counts *counts, double *heights,
                             talus_error *error)
{
    const int nx = (int)pixels->nx, ny = (int)pixels->ny;
    GDALRasterIOExtraArg how;
    INIT_RASTERIO_EXTRA_ARG(how);
    how.eResampleAlg = band->is_smooth ? GRIORA_Bilinear : GRIORA_NearestNeighbour;
    geo_trap_reset(trap);
    const CPLErr result = GDALRasterIOEx(band->band, GF_Read, (int)pixels->column, (int)pixels->row,
                                         nx, ny, heights, nx, ny, GDT_Float64, 0, 0, &how);
    if (result != CE_None || trap->failures > 0) {
        char quote[512];
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s opens, but its heights cannot be read%s: the file is cut short, "
                               "damaged, or misses a file it refers to; get it again",
                               path, geo_trap_quote(trap, quote, sizeof quote));
    }
    const size_t cells = pixels->nx * pixels->ny;
    geo_clean_heights(&band->rules, heights, cells, counts);
    const talus_status status = apply_mask(path, band->band, pixels, heights, error);
    if (status == TALUS_OK) {
        geo_count_heights(heights, cells, counts);
    }
    return status;
}

static talus_status allocate_heights(const char *path, geo_lattice *lattice, talus_error *error)
{
    const double bytes = (double)lattice->nx * (double)lattice->ny * sizeof(double);
    const double available = (double)CPLGetUsablePhysicalRAM();
    if (available > 0.0 && bytes > 0.5 * available) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: %zu x %zu cells need %.1f GB, more than half of this machine's "
                               "memory: cut out the slope, e.g. with gdalwarp -te",
                               path, lattice->nx, lattice->ny, bytes / 1e9);
    }
    lattice->heights = malloc(lattice->nx * lattice->ny * sizeof(double));
    if (lattice->heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory while reading %s (%zu x %zu)", path, lattice->nx,
                               lattice->ny);
    }
    return TALUS_OK;
}

/// Windows of the heights in memory, for steps.
static talus_status look_for_steps(const geo_lattice *lattice, double cell,
                                   const geo_height_rules *rules, geo_steps *steps,
                                   talus_error *error)
{
    geo_part_of windows[GEO_WINDOWS_MOST];
    const size_t count = geo_choose_windows(lattice->nx, lattice->ny, windows);
    double *heights = malloc((size_t)GEO_WINDOW_SIDE * GEO_WINDOW_SIDE * sizeof *heights);
    talus_status status = heights != NULL ? TALUS_OK
                                          : talus_error_set(error, TALUS_ERROR_MEMORY,
                                                            "out of memory while reading a DEM");
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const geo_part_of *w = &windows[k];
        for (size_t row = 0; row < w->ny; row++) {
            memcpy(heights + row * w->nx,
                   lattice->heights + (w->row + row) * lattice->nx + w->column,
                   w->nx * sizeof *heights);
        }
        status = geo_look_for_steps(heights, w->nx, w->ny, cell, rules, steps, error);
    }
    free(heights);
    return status;
}

talus_status geo_read_heights(const char *path, geo_band *band, double cell, geo_trap *trap,
                              talus_diagnostics *diagnostics, geo_lattice *lattice,
                              talus_error *error)
{
    talus_status status = allocate_heights(path, lattice, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t cells = lattice->nx * lattice->ny;
    const geo_pixels all = {.nx = lattice->nx, .ny = lattice->ny};
    geo_counts counts = GEO_COUNTS_NONE;
    geo_steps steps = {0};
    status = geo_read_pixels(path, band, &all, trap, &counts, lattice->heights, error);
    if (status == TALUS_OK) {
        status = geo_judge_counts(path, cell, &counts, &band->rules, diagnostics, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    geo_remove_sentinels(&band->rules, lattice->heights, cells);
    status = look_for_steps(lattice, cell, &band->rules, &steps, error);
    return status == TALUS_OK
               ? geo_judge_steps(path, &steps, cell, &band->rules, &counts, diagnostics, error)
               : status;
}
