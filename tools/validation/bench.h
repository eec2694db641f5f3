// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bench.h
/// One rock on a plane, stepped by hand: the scenes of the sections F, B and C.
#ifndef TOOLS_VALIDATION_BENCH_H
#define TOOLS_VALIDATION_BENCH_H

#include "foundation/math/linalg.h"
#include "talus/stepper.h"

/// What stands on the bench; terrain and rock become the bench's own.
typedef struct bench_scene {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_scheme scheme;
    double time_step; ///< s
    double slip_gap;  ///< m, as talus_step_options
} bench_scene;

typedef struct bench {
    bench_scene scene;
    talus_site site;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    talus_state state; ///< unit orientation, at rest at the origin
    talus_step_report report;
} bench;

/// @return TALUS_ERROR_MEMORY when terrain or rock is NULL; always clear the bench
talus_status bench_init(bench *b, const bench_scene *scene, talus_error *error);
void bench_clear(bench *b);
/// Move S up or down until the lowest vertex is `height` over the ground.
void bench_lift(bench *b, double height);
void bench_step(bench *b);
void bench_steps(bench *b, size_t count);

/// A builder's rock, or NULL.
talus_rock *bench_rock(const char *name, talus_vec3 size, unsigned sides, double density);

#endif
