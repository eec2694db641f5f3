// SPDX-License-Identifier: GPL-3.0-or-later
/// @file point_mass.h
/// The point mass that every field comparison is held against: three numbers, fitted to measured
/// run-outs. It knows a terrain and starts; it refuses to know rocks.      [docs/validate.md, 5]
#ifndef TALUS_SRC_STUDIES_VALIDATION_POINT_MASS_H
#define TALUS_SRC_STUDIES_VALIDATION_POINT_MASS_H

#include "talus/terrain.h"

typedef struct point_mass {
    double normal, tangent; ///< R_n, R_t of an impact
    double rolling;         ///< mu_r
} point_mass;

/// Where one measured run started and ended.
typedef struct point_mass_run {
    double x, y, end_x, end_y; ///< m, local; the end is NaN where it is not known
    talus_vec3 velocity;       ///< m/s
} point_mass_run;

/// Where one point mass comes to rest, 0.5 m over the ground at its start; a pure function.
/// @param end out, x and y, m; at the rim for one that leaves the terrain
void point_mass_fall(const talus_terrain *terrain, const point_mass *model,
                     const point_mass_run *run, uint64_t seed, uint64_t number, double end[2]);
/// The model of a grid of 100 with the least mean CRPS of the run-outs; 10 falls a run, at most 60
/// runs evenly among those with an end. @return its CRPS, m; NaN without such runs
double point_mass_fit(const talus_terrain *terrain, const point_mass_run *runs, size_t count,
                      uint64_t seed, point_mass *best);

#endif
