// SPDX-License-Identifier: GPL-3.0-or-later
/// @file release.h
/// Where and how rocks start: places on a map, or measured runs row by row.
/// It knows plain numbers in local metres; it refuses to know tables, scenarios and grounds.
///
/// threads: plain data, read by all workers.
#ifndef TALUS_RELEASE_H
#define TALUS_RELEASE_H

#include "talus/rotation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum talus_release_kind {
    TALUS_RELEASE_POINTS,    ///< at points
    TALUS_RELEASE_SEGMENTS,  ///< along polylines: n segments of two points each
    TALUS_RELEASE_TRIANGLES, ///< over areas: n triangles of three points each, uniform in each
    TALUS_RELEASE_CELLS,     ///< in squares of side `cell` around the points, uniform in each
    TALUS_RELEASE_RUNS,      ///< row by row: rock k of the release starts as row k mod count
    TALUS_RELEASE_BLOCKS     ///< the blocks of its class: body k of every rock starts as row k
} talus_release_kind;

/// How the rocks of one row start. Unknown values are NaN; every rock draws its own:
///   height, without z   uniform in [0, 0.5) m
///   velocity, whole     a push down the slope within 2 m, uniform in [0.5, 1.5) m/s
///   single components of the velocity, and the angular velocity: 0
typedef struct talus_release_run {
    double z;            ///< m, of S; the height is then ignored
    double height;       ///< m, of the lowest vertex above ground
    talus_vec3 velocity; ///< m/s, world
    /// Angular velocity, rad/s, body frame; world with the release's spin_in_world.
    talus_vec3 spin;
    talus_quat orientation; ///< body -> world; w NaN: random
    uint32_t rock;          ///< 1 + class; 0: that of the release
} talus_release_run;

/// Where and how rocks start. Points are (x, y) pairs in local metres. Rocks are spread evenly over
/// the running sum of the weights: every part of a release has its expected number of rocks to
/// within one, and the first rocks already cover the whole release.             [docs/sources.md 3]
typedef struct talus_release {
    char name[64];
    talus_release_kind kind;
    size_t count;        ///< points, segments, triangles, cells, rows or blocks
    double *xy;          ///< (count x k x 2), k = 1, 2, 3, 1, 1, 1 by kind; owned by the caller
    double *cumulative;  ///< (count) running length, area or weight; points, cells: NULL = equal
    double cell;         ///< m, side of a release cell
    uint64_t rocks;      ///< number of rocks, at most 2^40
    double height;       ///< m, of the lowest vertex above ground; unused with rows
    talus_vec3 velocity; ///< m/s, world; unused with rows
    /// Angular velocity, rad/s, body frame; world with spin_in_world; unused with rows.
    talus_vec3 spin;
    bool random_orientation, spin_in_world;
    uint32_t rock;          ///< 1 + class of all its rocks; 0 = drawn by the shares of the classes
    talus_quat orientation; ///< unless random; unused with rows
    uint32_t bodies; ///< bodies in each event, the rock itself included; 0, 1: the rock alone
    double spacing;  ///< m > 0, between several bodies in plan; unused with blocks
    double plan_area, area;  ///< m^2, of the source in plan and on the slope; 0 = it has none
    talus_release_run *runs; ///< (count) rows and blocks, all of whose numbers are known; NULL for
                             ///< other kinds; owned by the caller
} talus_release;

#ifdef __cplusplus
}
#endif
#endif
