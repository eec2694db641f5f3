// SPDX-License-Identifier: GPL-3.0-or-later
/// @file d_tschamut.h
/// The measured runs of Tschamut 2014, in two halves, and simulations of either half.
#ifndef TOOLS_VALIDATION_D_TSCHAMUT_H
#define TOOLS_VALIDATION_D_TSCHAMUT_H

#include "runs.h"

enum { TSCHAMUT_BLOCKS = 3, TSCHAMUT_MOST_RUNS = 64 };

/// Runs are dealt to the halves in turn, by their order within a block.
typedef enum tschamut_half { TSCHAMUT_FITTED, TSCHAMUT_HELD, TSCHAMUT_HALVES } tschamut_half;

/// One block as measured.
typedef struct tschamut_block {
    const char *id, *name;
    double published_mean, published_deviation; ///< m, of its run-outs
    size_t count;
    double runout[TSCHAMUT_MOST_RUNS]; ///< (count) m, in the order of the scenario's releases
} tschamut_block;
/// Read the stop points. `blocks` (TSCHAMUT_BLOCKS).
talus_status tschamut_read(const validation *v, tschamut_block *blocks, talus_error *error);
/// Measured run-outs of one half, (TSCHAMUT_MOST_RUNS); @return how many
size_t tschamut_measured(const tschamut_block *block, tschamut_half half, double *runouts);

/// What is fitted.
typedef struct tschamut_ground {
    double roughness; ///< m, amplitude on the 1 m nodes: the proxy terrain has none
    double mu_min;
} tschamut_ground;

/// How many rocks of random orientation stand for a run, and their random numbers.
typedef struct tschamut_sample {
    uint64_t rocks, seed;
} tschamut_sample;

/// Simulate one half of a block's runs.
/// @param ground NULL = as the scenario has it
talus_status tschamut_run(const validation *v, const tschamut_block *block, tschamut_half half,
                          const tschamut_ground *ground, tschamut_sample sample, run_result *result,
                          talus_error *error);

#endif
