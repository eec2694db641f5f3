// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking.h
/// Studies of planar rocking blocks: uncertain impacts, overturning spectra. It refuses to know the
/// terminal and file formats of records.
#ifndef TALUS_SRC_LAB_STUDY_ROCKING_H
#define TALUS_SRC_LAB_STUDY_ROCKING_H

#include "io/directory/directory.h"
#include "talus/directory.h"
#include "talus/lab/rocking_spatial.h"

/// Bounds of what a study may cost.
enum { ROCKING_CELLS_MOST = 1000, ROCKING_LEVELS_MOST = 1000 };
#define ROCKING_RUNS_MOST 1e7

// --- Impacts with one uncertain parameter ---

typedef enum rocking_spread { ROCKING_FIXED, ROCKING_UNIFORM, ROCKING_NORMAL } rocking_spread;
/// An uncertain number: ends of a uniform range, both the same if fixed; mean and deviation.
typedef struct rocking_range {
    rocking_spread spread;
    double low, high;
} rocking_range;
/// "0.8", "0.6..1" (uniform), "0.8+-0.1" (normal). @return false for anything else
bool rocking_range_parse(const char *text, rocking_range *range);
double rocking_range_sample(const rocking_range *range, talus_random *random);
/// "0.6 to 1, uniform"
void rocking_range_describe(const rocking_range *range, char *text, size_t size);
/// The ratio r itself, or a map by its parameter.
typedef struct rocking_impact {
    bool is_ratio;
    talus_rocking_map map;
    rocking_spread spread;
    double low, high; ///< ends of a uniform range, both the same if fixed; mean and deviation
} rocking_impact;
/// "housner", "ther_kollar", or PARAMETER=VALUE, =LOW..HIGH (uniform), =MEAN+-SD (normal, cut at
/// |r| = 1), where PARAMETER is r, lam (Chatzis), nu (Kalliontzis), k (Ceh) or e (Lipscombe).
/// @return TALUS_ERROR_INPUT with what was found and expected
talus_status rocking_impact_parse(const char *text, rocking_impact *impact, talus_error *error);
/// Every |r| <= 1 for this block? TALUS_ERROR_INPUT names the one that is not.
talus_status rocking_impact_check(const rocking_impact *impact, const talus_rocking_block *block,
                                  talus_error *error);
/// The model of sample `sample`: a pure function of (seed, sample).
talus_planar_model rocking_impact_sample(const rocking_impact *impact,
                                         const talus_rocking_block *block, uint64_t seed,
                                         uint64_t sample);
/// "lam = 0.6 to 1, uniform"
void rocking_impact_describe(const rocking_impact *impact, char *text, size_t size);

/// A homogeneous block 2 b1 x 2 b2 x 2 h and what each of its edges draws for its impacts.
typedef struct rocking_spatial_impact {
    double b1, b2, h; ///< m
    rocking_range lam, lat, lon;
} rocking_spatial_impact;
/// 0.2 x 0.2 x 0.6 m; lam 0.8 to 1, lat -0.5 to 0.5, lon 0.7 to 1.
rocking_spatial_impact rocking_spatial_impact_default(void);
/// "lam=RANGE,lat=RANGE,lon=RANGE" in any order; what is missing stays as it is.
/// @return TALUS_ERROR_INPUT with what was found and expected
talus_status rocking_spatial_impact_parse(const char *text, rocking_spatial_impact *impact,
                                          talus_error *error);
/// The law of sample `sample`, drawn for each edge apart: a pure function of (seed, sample).
talus_spatial_law rocking_spatial_impact_sample(const rocking_spatial_impact *impact, uint64_t seed,
                                                uint64_t sample);

// --- Overturning spectrum ---

typedef struct rocking_spectrum_options {
    talus_rocking_block block;
    rocking_impact impact;             ///< the middle of its range is used
    talus_pulse pulse;                 ///< kind, cycles, rise; where there is no motion
    const talus_ground_motion *motion; ///< of a record; NULL = the pulse
    const char *name;                  ///< of the pulse or record
    double x0, x1;                     ///< pulse: frequency / p; record: p of blocks of this shape
                                       ///< in rad/s; outer edges
    double y0, y1;                     ///< amplitude (peak of a record) / (g tan alpha)
    size_t nx, ny;
    double horizon; ///< s p: time after the shaking until the verdict
    unsigned threads;
} rocking_spectrum_options;
rocking_spectrum_options rocking_spectrum_options_default(void);

typedef struct rocking_spectrum_cell {
    double x, y;
    talus_planar_outcome outcome;
    size_t impacts;
    double peak; ///< largest |theta| / alpha
} rocking_spectrum_cell;
/// A change of the verdict along y, to rounding.
typedef struct rocking_spectrum_edge {
    double x, y;
    bool overturns_below;
    size_t impacts; ///< before overturning, on the side that overturns
} rocking_spectrum_edge;
typedef struct rocking_spectrum {
    rocking_spectrum_options options;
    rocking_spectrum_cell *cells; ///< (ny x nx)
    rocking_spectrum_edge *edges; ///< (edge_count) by x, then y
    size_t edge_count;
} rocking_spectrum;
/// @return TALUS_ERROR_ARGUMENT for ranges, cells or blocks that cannot be; TALUS_ERROR_MEMORY
talus_status rocking_spectrum_make(const rocking_spectrum_options *options,
                                   rocking_spectrum *spectrum, talus_error *error);
void rocking_spectrum_clear(rocking_spectrum *spectrum);
/// spectrum.csv, edges.csv and spectrum.svg.
extern const char *const rocking_spectrum_files[];
talus_status rocking_spectrum_write(talus_directory *directory, const rocking_spectrum *spectrum,
                                    talus_error *error);

#endif
