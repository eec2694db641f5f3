// SPDX-License-Identifier: GPL-3.0-or-later
// From the stored numbers of a raster band to heights in metres: NODATA in every disguise, mask,
// scale and offset, units. Everything that is changed is counted and reported.
#include "foundation/math/lanes.h"
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MASK_ROWS = 64 };
enum { STRETCH = 64 }; ///< pixels that are checked together; whole lanes

/// Heights that no ground on Earth has, in metres.
static const double lowest_ground = -9000.0, highest_ground = 1e5;

/// Metres per unit by name; 0 when the name is unknown.
static double metres_per_unit(const char *name)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"", 1.0},
                 {"m", 1.0},
                 {"metre", 1.0},
                 {"meter", 1.0},
                 {"metres", 1.0},
                 {"meters", 1.0},
                 {"mm", 1e-3},
                 {"cm", 1e-2},
                 {"centimetre", 1e-2},
                 {"centimeter", 1e-2},
                 {"dm", 1e-1},
                 {"decimetre", 1e-1},
                 {"km", 1e3},
                 {"ft", 0.3048},
                 {"foot", 0.3048},
                 {"feet", 0.3048},
                 {"international foot", 0.3048},
                 {"us survey foot", 1200.0 / 3937.0},
                 {"us survey feet", 1200.0 / 3937.0},
                 {"foot_us", 1200.0 / 3937.0},
                 {"ftus", 1200.0 / 3937.0},
                 {"us-ft", 1200.0 / 3937.0}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (EQUAL(units[i].name, name)) {
            return units[i].metres;
        }
    }
    return 0.0;
}

/// Unit of the heights from the band, else from the vertical part of the CRS.
static double find_unit(const char *path, GDALRasterBandH band, OGRSpatialReferenceH crs,
                        talus_diagnostics *diagnostics)
{
    const char *name = GDALGetRasterUnitType(band);
    name = name == NULL ? "" : name;
    double metres = metres_per_unit(name);
    if (name[0] == '\0' && crs != NULL && OSRIsCompound(crs)) {
        char *vertical = NULL;
        metres = OSRGetTargetLinearUnits(crs, "VERT_CS", &vertical);
        name = vertical == NULL ? "" : vertical;
    }
    if (!(metres > 0.0)) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: the heights' unit \"%s\" is not known, they are taken as metres",
                              path, name);
        return 1.0;
    }
    if (metres != 1.0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: the heights are in \"%s\", converted to metres (x %.9g)", path,
                              name, metres);
    }
    return metres;
}

geo_band geo_band_of(const char *path, GDALRasterBandH band, OGRSpatialReferenceH crs,
                     talus_diagnostics *diagnostics)
{
    geo_band rules = {.band = band};
    int present = 0;
    rules.nodata = GDALGetRasterNoDataValue(band, &present);
    rules.has_nodata = present != 0;
    rules.is_float = GDALGetRasterDataType(band) == GDT_Float32;
    rules.scale = GDALGetRasterScale(band, &present);
    rules.scale = present != 0 && rules.scale != 0.0 ? rules.scale : 1.0;
    rules.offset = GDALGetRasterOffset(band, &present);
    rules.offset = present != 0 ? rules.offset : 0.0;
    rules.unit = find_unit(path, band, crs, diagnostics);
    if (rules.scale != 1.0 || rules.offset != 0.0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: heights are stored as scale %.9g and offset %.9g, applied", path,
                              rules.scale, rules.offset);
    }
    return rules;
}

static bool is_declared_nodata(const geo_band *rules, double value)
{
    if (!rules->has_nodata) {
        return false;
    }
    if (isnan(rules->nodata)) {
        return isnan(value);
    }
    return value == rules->nodata || (rules->is_float && value == (double)(float)rules->nodata);
}

static double clean_value(const geo_band *rules, double value, geo_counts *counts)
{
    if (is_declared_nodata(rules, value)) {
        return (double)NAN;
    }
    if (isnan(value)) {
        counts->not_a_number++;
        return (double)NAN;
    }
    if (isinf(value)) {
        counts->infinite++;
        return (double)NAN;
    }
    if (value == -9999.0 || value == -32768.0 || value == -32767.0 || value == -99999.0) {
        counts->sentinel++;
        return (double)NAN;
    }
    const double height = (value * rules->scale + rules->offset) * rules->unit;
    if (height < lowest_ground || height >= highest_ground) {
        counts->impossible++;
        return (double)NAN;
    }
    counts->zero += height == 0.0 ? 1 : 0;
    return height;
}

/// Whether a stretch holds heights alone, none of them 0: clean_value would count nothing.
LANES_PART bool is_plain(const geo_band *rules, const double *values)
{
    const double none = rules->has_nodata ? rules->nodata : (double)NAN;
    const double narrow = rules->is_float ? (double)(float)none : none;
    lanes_truth plain = ~(lanes_truth){0};
    for (size_t k = 0; k < STRETCH; k += LANES) {
        const lanes value = *(const loose_lanes *)(values + k);
        const lanes height = (value * rules->scale + rules->offset) * rules->unit;
        // the highest value that stands for NODATA undeclared is -9999
        plain &= (value > -9999.0) & (value != none) & (value != narrow) &
                 (height >= lowest_ground) & (height < highest_ground) & (height != 0.0);
    }
    return lanes_mask(&plain) == (1u << LANES) - 1u;
}

/// clean_value for all pixels.
LANES_CLONES static void clean_values(const geo_band *rules, double *values, size_t count,
                                      geo_counts *counts)
{
    for (size_t first = 0; first < count; first += STRETCH) {
        const size_t end = count - first < STRETCH ? count : first + STRETCH;
        if (end - first == STRETCH && is_plain(rules, values + first)) {
            for (size_t k = first; k < end; k += LANES) {
                loose_lanes *value = (loose_lanes *)(values + k);
                *value = (*value * rules->scale + rules->offset) * rules->unit;
            }
        } else {
            for (size_t k = first; k < end; k++) {
                values[k] = clean_value(rules, values[k], counts);
            }
        }
    }
}

static void report_unfit(const char *path, const geo_counts *counts, talus_diagnostics *diagnostics)
{
    char text[256] = "";
    const struct {
        size_t count;
        const char *what;
    } kinds[] = {{counts->not_a_number, "not a number"},
                 {counts->infinite, "infinite"},
                 {counts->sentinel, "-9999, -32768 or the like"},
                 {counts->impossible, "no possible height"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].count > 0) {
            geo_append(text, sizeof text, "%s%zu %s", text[0] == '\0' ? "" : ", ", kinds[i].count,
                       kinds[i].what);
        }
    }
    const size_t total =
        counts->not_a_number + counts->infinite + counts->sentinel + counts->impossible;
    if (total > 0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: %zu cells hold no height although they are not declared NODATA "
                              "(%s): treated as NODATA",
                              path, total, text);
    }
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

static void count_range(const double *heights, size_t count, geo_counts *counts)
{
    for (size_t first = 0; first < count; first += STRETCH) {
        const size_t end = count - first < STRETCH ? count : first + STRETCH;
        double low = (double)INFINITY;
        lanes_extremes(heights + first, end - first, &low, &counts->high);
        for (size_t k = first; k < end && low <= 0.0; k++) { // 0 does not count
            counts->low = heights[k] != 0.0 ? fmin(heights[k], counts->low) : counts->low;
        }
        counts->low = low > 0.0 ? fmin(low, counts->low) : counts->low;
    }
}

talus_status geo_read_pixels(const char *path, const geo_band *band, const geo_pixels *pixels,
                             geo_trap *trap, geo_counts *counts, double *heights,
                             talus_error *error)
{
    const int nx = (int)pixels->nx, ny = (int)pixels->ny;
    geo_trap_reset(trap);
    const CPLErr result = GDALRasterIO(band->band, GF_Read, (int)pixels->column, (int)pixels->row,
                                       nx, ny, heights, nx, ny, GDT_Float64, 0, 0);
    if (result != CE_None || trap->failures > 0) {
        char quote[512];
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s opens, but its heights cannot be read%s: the file is cut short, "
                               "damaged, or misses a file it refers to; get it again",
                               path, geo_trap_quote(trap, quote, sizeof quote));
    }
    const size_t cells = pixels->nx * pixels->ny;
    clean_values(band, heights, cells, counts);
    const talus_status status = apply_mask(path, band->band, pixels, heights, error);
    if (status == TALUS_OK) {
        count_range(heights, cells, counts);
    }
    return status;
}

talus_status geo_report_counts(const char *path, const geo_counts *counts,
                               talus_diagnostics *diagnostics, talus_error *error)
{
    report_unfit(path, counts, diagnostics);
    if (isinf(counts->high)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: every cell is NODATA, there is no ground to fall on: is it the "
                               "right file and band?",
                               path);
    }
    if (counts->zero > 0 && counts->low > 100.0 && isfinite(counts->low)) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: %zu cells are exactly 0 while all others lie above %.0f m; they "
                              "are kept as ground: declare 0 as NODATA if it means \"no height\"",
                              path, counts->zero, counts->low);
    }
    if (counts->high > 9000.0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: heights reach %.0f m, higher than any mountain: are they feet "
                              "or centimetres without saying so?",
                              path, counts->high);
    }
    return TALUS_OK;
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

talus_status geo_read_heights(const char *path, GDALDatasetH dataset, OGRSpatialReferenceH crs,
                              geo_trap *trap, talus_diagnostics *diagnostics, geo_lattice *lattice,
                              talus_error *error)
{
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    talus_status status = allocate_heights(path, lattice, error);
    if (status != TALUS_OK) {
        return status;
    }
    const geo_band rules = geo_band_of(path, band, crs, diagnostics);
    const geo_pixels all = {.nx = lattice->nx, .ny = lattice->ny};
    geo_counts counts = GEO_COUNTS_NONE;
    status = geo_read_pixels(path, &rules, &all, trap, &counts, lattice->heights, error);
    return status == TALUS_OK ? geo_report_counts(path, &counts, diagnostics, error) : status;
}
