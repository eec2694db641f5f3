// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bench.h
/// How long the rocks of a campaign take. It knows clocks; it refuses to know scenes and the
/// terminal. docs/performance.md says what is measured and how.
#ifndef TALUS_CASES_BENCH_BENCH_H
#define TALUS_CASES_BENCH_BENCH_H

#include "talus/campaign.h"

typedef struct bench_options {
    unsigned threads; ///< 0 = all cores
    unsigned at_once; ///< rocks that a thread has under way; 0 = as many as pay
    size_t repeats;   ///< >= 1 plain runs, of which the median counts
} bench_options;

typedef struct bench_result {
    unsigned threads;       ///< that ran
    uint64_t rocks;         ///< completed
    double cpu_time;        ///< s, of all threads: median of the plain runs
    double wall_time;       ///< s, likewise
    uint64_t flight_steps;  ///< without a closed contact
    uint64_t contact_steps; ///< with one
    double flight_time;     ///< s of cpu_time that went into flight steps, and
    double contact_time;    ///< s that went into contact steps: from a run with a clock
    uint64_t contacts, iterations;
    uint64_t unsolved;     ///< contact problems
    double simulated_time; ///< s, of all rocks together
    uint64_t hash;
} bench_result;

/// Rocks per second: of processor time with one thread, of wall time with several.
double bench_rate(const bench_result *result);

/// Plain runs with clocks around them alone, then one run on one thread with a clock between the
/// steps, for the shares of the two kinds of steps.
/// @return what the campaign's run returns; TALUS_ERROR_INTERNAL when two runs differ
talus_status bench_run(const talus_campaign *campaign, const bench_options *options,
                       bench_result *result, talus_error *error);

#endif
