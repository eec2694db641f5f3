// SPDX-License-Identifier: GPL-3.0-or-later
/// @file heights.h
/// From the stored numbers of a raster to heights in metres: units, values that mean "no height",
/// ranges that no ground has, steps that are coarser than the cells. It gets numbers and texts that
/// another room read from a file, and answers with numbers, warnings and refusals.
#ifndef TALUS_SRC_IO_GEO_RULES_HEIGHTS_H
#define TALUS_SRC_IO_GEO_RULES_HEIGHTS_H

#include "talus/base.h"

#include <math.h>

/// Metres per unit by the name of a unit of length, in any usual spelling: "ft (US)", "Foot_US", "Metre (m)",
/// "m a.s.l.". 0 for a name that is not known; "" has none.
double geo_metres_per_unit(const char *name);

/// The vertical axis of a CRS.
typedef struct geo_vertical_axis {
    double metres; ///< per unit; 0: there is no such axis
    bool is_down;  ///< depths
    char unit[64]; ///< its name
} geo_vertical_axis;
/// From WKT of 2015 or 2019, of a compound system or one of three dimensions.
geo_vertical_axis geo_vertical_axis_of(const char *wkt);
/// The word behind `Zunits` in a .prj file of old Arc/Info, "" when there is none.
void geo_zunits_of(const char *text, size_t size, char *word, size_t word_size);

/// What a file and its user say of the unit of the heights. Texts that say nothing are NULL or "".
typedef struct geo_unit_claims {
    const char *key;            ///< of the user: "us_ft"
    const char *band;           ///< of the band
    geo_vertical_axis vertical; ///< of the user's CRS, else of the file's
    const char *zunits;
    double horizontal;           ///< m per unit of the horizontal axes; 0: degrees, or not known
    const char *horizontal_name; ///< of that unit
} geo_unit_claims;
typedef struct geo_unit {
    double metres;   ///< per stored unit
    bool is_said;    ///< else metres are assumed
    bool is_asked;   ///< nobody says it, and the horizontal axes are in another unit than metres
    char beside[64]; ///< that unit
} geo_unit;
/// The user's word counts, then that of the file.
/// @return TALUS_ERROR_INPUT: the file contradicts itself, depths, a key that names no unit
talus_status geo_choose_unit(const char *path, const geo_unit_claims *claims,
                             talus_diagnostics *diagnostics, geo_unit *unit, talus_error *error);

enum { GEO_SENTINELS_MOST = 8 };
/// What the stored numbers of a band mean: height = (stored scale + offset) unit.
typedef struct geo_height_rules {
    bool has_nodata, is_float; ///< NODATA is declared; numbers of 32 bits
    bool is_whole;             ///< integers
    double nodata;
    double scale, offset;
    geo_unit unit;
    size_t sentinel_count; ///< heights that were found to mean NODATA
    double sentinels[GEO_SENTINELS_MOST];
} geo_height_rules;

enum { GEO_SPANS_MOST = 64 };
/// Heights without a gap of more than geo_linked between them.
typedef struct geo_span {
    double low, high;       ///< m
    size_t at_low, at_high; ///< pixels of exactly these heights
    size_t pixels;          ///< of all heights from low to high
} geo_span;
/// What was found among the pixels of a band, in any order of the pixels.
typedef struct geo_counts {
    size_t not_a_number, infinite, sentinel, impossible;
    size_t too_high;           ///< of the impossible ones: not far above what a height may be
    double low_high, top_high; ///< m, their range
    size_t span_count;
    geo_span spans[GEO_SPANS_MOST]; ///< ascending
    bool has_more;                  ///< there were more spans; some with a gap between them are one
} geo_counts;
#define GEO_COUNTS_NONE                                                                            \
    {                                                                                              \
        0                                                                                          \
    }
/// Turn stored numbers into heights, NaN = NODATA, and count what cannot be a height.
void geo_clean_heights(const geo_height_rules *rules, double *values, size_t count,
                       geo_counts *counts);
/// Count heights, NaN left out.
void geo_count_heights(const double *heights, size_t count, geo_counts *counts);
/// Is a stored number NODATA by declaration?
bool geo_is_declared_nodata(const geo_height_rules *rules, double value);

/// After all pixels were counted: say what was changed, and find values that stand for "no height"
/// undeclared. They are added to the sentinels of the rules, and their spans leave the counts: the
/// caller has to clean the heights again, or to call geo_remove_sentinels.
/// @param cell m, for how far heights of neighbours may lie apart
/// @return TALUS_ERROR_INPUT when no height is left, or when the range cannot be one in metres
talus_status geo_judge_counts(const char *path, double cell, geo_counts *counts,
                              geo_height_rules *rules, talus_diagnostics *diagnostics,
                              talus_error *error);
/// NaN instead of the sentinels found.
void geo_remove_sentinels(const geo_height_rules *rules, double *heights, size_t count);

/// Values of a raster that holds no heights: numbers of rocks, weights, factors. Values that are known to mean
/// NODATA and lie farther from the rest than the rest spans become NaN; said with their number. Those that may well
/// be values, and lie by half of that beyond the rest, are kept and said.
void geo_remove_lonely_values(const char *path, double *values, size_t count,
                              talus_diagnostics *diagnostics);
/// Does a value commonly mean NODATA, whatever the raster holds? -9999, -32768, 1e20 and the like.
bool geo_means_nodata(double value);
/// Or may a value mean NODATA? 0, -1, 255, 999 and the like, too.
bool geo_may_mean_nodata(double value);

enum { GEO_WINDOW_SIDE = 128, GEO_WINDOWS_MOST = 16 };
/// Parts of a raster in which steps are looked for, spread evenly.
typedef struct geo_part_of {
    size_t column, row, nx, ny;
} geo_part_of;
size_t geo_choose_windows(size_t nx, size_t ny, geo_part_of windows[GEO_WINDOWS_MOST]);
/// What the windows show.
typedef struct geo_steps {
    size_t windows;         ///< with enough heights
    size_t rounded, blocks; ///< those whose heights are rounded too coarsely, or equal in blocks
    double step;            ///< m, the finest of the coarse steps
    double side, jump;      ///< cells of a block; m between blocks; sums over `blocks`
    double slopes[GEO_WINDOWS_MOST]; ///< deg, the median of each
} geo_steps;
/// Add a window. @param heights (ny x nx) m, NaN = NODATA @param cell m
/// @return TALUS_ERROR_MEMORY
talus_status geo_look_for_steps(const double *heights, size_t nx, size_t ny, double cell,
                                const geo_height_rules *rules, geo_steps *steps,
                                talus_error *error);
/// Say what was found.
/// @return TALUS_ERROR_INPUT: whole numbers without a unit whose slopes no ground has
talus_status geo_judge_steps(const char *path, const geo_steps *steps, double cell,
                             const geo_height_rules *rules, const geo_counts *counts,
                             talus_diagnostics *diagnostics, talus_error *error);

#endif
