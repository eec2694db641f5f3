// SPDX-License-Identifier: GPL-3.0-or-later
/// @file slope.h
/// The slope of inclined-40 and the attitudes of its releases, as tools/peers/scene.hpp has them.
#ifndef TALUS_CASES_BENCH_SLOPE_H
#define TALUS_CASES_BENCH_SLOPE_H

#include "talus/terrain.h"

/// Height of a slope of 40 degrees towards east that ends at x = 200 m in a flat, m.
double slope_height(double x);
/// 500 m x 100 m in cells of 2 m, with noise of 0.15 m.
talus_status slope_make_inclined(talus_terrain **terrain, talus_error *error);
/// Attitude of rock or block `number`, uniform over all rotations.
talus_quat slope_orientation(uint64_t number);

#endif
