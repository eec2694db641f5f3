// SPDX-License-Identifier: GPL-3.0-or-later
/// @file heaps.h
/// Named scenes of several blocks that touch each other, for benchmarks and tests alike, and what a
/// run of one takes and leaves: time, penetration, creep. It knows clocks; it refuses to know the
/// terminal. tools/peers/heaps.hpp gives the same scenes, except the cluster, to other engines.
#ifndef TALUS_CASES_BENCH_HEAPS_H
#define TALUS_CASES_BENCH_HEAPS_H

#include "physics/bodies/bodies.h"

/// X(enumerator, name, bodies, seconds, one line). A heap that falls ends before these seconds when
/// all its blocks rest. Friction is 0.6 everywhere, restitution 0.
#define BENCH_HEAP_LIST(X)                                                                         \
    X(BENCH_HEAP_WALL, "wall-100", 100, 10.0,                                                      \
      "cubes of 1 m in rows of ten, every other row shifted by a quarter: a wall that stands")     \
    X(BENCH_HEAP_COLUMN, "column-20", 20, 10.0, "cubes of 1 m, one on the other")                  \
    X(BENCH_HEAP_PILE, "pile-1000", 1000, 20.0,                                                    \
      "turned cubes of 0.5 m that fall on flat ground in layers of 256, until all rest")           \
    X(BENCH_HEAP_CLUSTER, "cluster-20", 20, 60.0,                                                  \
      "turned blocks of 1 m that go down the slope of inclined-40 together, until all rest")
typedef enum bench_heap_id {
#define BENCH_HEAP_ENUM(id, name, bodies, seconds, doc) id,
    BENCH_HEAP_LIST(BENCH_HEAP_ENUM)
#undef BENCH_HEAP_ENUM
        BENCH_HEAP_COUNT
} bench_heap_id;

/// Of the contact problems, relative: of many blocks the natural map ends at 1e-10.
#define BENCH_HEAP_TOLERANCE 1e-8

const char *bench_heap_name(bench_heap_id id);

/// A scene ready to be stepped. Owns everything in it; not to be copied.
typedef struct bench_heap {
    talus_terrain *terrain;
    talus_rock *rock; ///< the shape of all blocks
    talus_ground ground;
    talus_site site;
    bodies_event *event;
    double time_step; ///< s
    double seconds;   ///< s, the longest run
    bool falls;       ///< ends when all blocks rest
} bench_heap;

/// @param bodies 0 = the scene's own number
/// @return TALUS_ERROR_MEMORY. Always clear.
talus_status bench_heap_make(bench_heap *heap, bench_heap_id id, size_t bodies, talus_scheme scheme,
                             talus_error *error);
void bench_heap_clear(bench_heap *heap);

typedef struct bench_heap_result {
    size_t bodies;
    uint64_t steps;      ///< of all blocks together
    double time;         ///< s, simulated
    double cpu_time;     ///< s, of the steps alone
    uint64_t contacts;   ///< of islands, summed over the steps
    uint64_t iterations; ///< of all solvers
    uint64_t unsolved;   ///< contact problems left unsolved
    double worst_error;  ///< relative, of all contact problems
    double penetration;  ///< m, deepest contact of an island in the last step
    double creep;        ///< m, farthest way of a block: from the start where the heap stands, else
                         ///< since all have been at rest; NaN where they never were
    bool rests;          ///< all blocks below 0.1 m/s and 0.1 rad/s in the last 0.5 s
    uint64_t hash;       ///< of all blocks at the end
} bench_heap_result;

/// Step the heap to its end. @param seconds <= 0 = those of the scene
talus_status bench_heap_run(bench_heap *heap, double seconds, bench_heap_result *result,
                            talus_error *error);
/// The run of median time; of an even number the slower one of the middle. Sorts them by time.
const bench_heap_result *bench_heap_median(bench_heap_result *results, size_t count);

#endif
