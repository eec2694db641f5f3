// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_region.h
/// Where bouncing replaces rocking, over the slenderness and the restitution of a planar block. It
/// refuses to know the terminal.
#ifndef TALUS_CASES_FIGURES_ROCKING_REGION_H
#define TALUS_CASES_FIGURES_ROCKING_REGION_H

#include "io/directory/directory.h"
#include "talus/lab/rocking.h"

typedef struct rocking_region_options {
    double aspect0, aspect1; ///< h / b
    double e0, e1;
    size_t nx, ny;
    double release; ///< theta0 / alpha of the bounded region; 0 is drawn as well
    double aspect;  ///< of the sensitivity to e
    double base;    ///< m: 2b of that block
    unsigned threads;
} rocking_region_options;
rocking_region_options rocking_region_options_default(void);

enum { ROCKING_HALF_CYCLES = 4 };
typedef struct rocking_region_cell {
    double aspect, e;
    bool bounces;   ///< A lands while B still bounces
    size_t impacts; ///< until A lands or B has settled
} rocking_region_cell;
/// Motion of one block after its first impact, by e.
typedef struct rocking_region_run {
    double e;
    double peak[ROCKING_HALF_CYCLES]; ///< rad, largest |theta| of the half cycles after it
    bool settles;
} rocking_region_run;
typedef struct rocking_region {
    rocking_region_options options;
    rocking_region_cell *cells;        ///< (ny x nx)
    double *critical_aspect;           ///< (nx)
    double *critical_small, *critical; ///< (nx) restitutions, at small and at given release
    rocking_region_run *runs;          ///< (run_count)
    size_t run_count;
} rocking_region;
talus_status rocking_region_make(const rocking_region_options *options, rocking_region *region,
                                 talus_error *error);
void rocking_region_clear(rocking_region *region);
/// region.csv, sensitivity.csv, region.svg, sensitivity.svg.
extern const char *const rocking_region_files[];
talus_status rocking_region_write(talus_directory *directory, const rocking_region *region,
                                  talus_error *error);

#endif
