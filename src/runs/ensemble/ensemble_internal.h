// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ensemble_internal.h
/// The parts behind talus_campaign_run: results, totals.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ENSEMBLE_INTERNAL_H
#define TALUS_SRC_RUNS_ENSEMBLE_ENSEMBLE_INTERNAL_H

#include "runs/ensemble/hard.h"
#include "runs/ensemble/rock_memory.h"
#include "runs/ensemble/rounds.h"
#include "runs/observe/observe.h"

struct talus_results {
    talus_campaign campaign; ///< shallow copy: sizes and options
    uint64_t rock_count;
    talus_rock_record *records;             ///< (rock_count); NULL on ranks other than 0
    talus_rock_means *means;                ///< (rock_count), likewise
    rock_memory record_memory, mean_memory; ///< where these two lie
    observe_shared shared;
    talus_stratum *strata;    ///< (shared.stratum_count) filled by ensemble_count_strata
    observe_pooled *pooled;   ///< of the workers that have handed over
    talus_net_counts *nets;   ///< of the obstacles, when finished
    talus_wall_counts *walls; ///< likewise
    talus_dam_counts *dams;   ///< likewise
    talus_checkpoint_report checkpoint;
    talus_totals totals;
    hard_list hard;
    rounds rounds;
};

/// Empty results for a campaign that has been checked; keeps this many of the hardest problems. The
/// records have yet to be reserved.
talus_status ensemble_create_results(const talus_campaign *campaign, size_t hard_problems,
                                     talus_results **results, talus_error *error);
/// @param scratch as talus_run_options.scratch
talus_status ensemble_reserve_records(talus_results *results, const char *scratch,
                                      talus_error *error);
/// Rocks and weights of the strata, from the records of the rocks that are done so far.
void ensemble_count_strata(talus_results *results);
/// Names, frequencies and weights of strata whose rocks are counted.
void ensemble_weigh_strata(talus_results *results);
/// The cells of a window that a caller asks for (NULL = all) and an array to fill: both are
/// checked.
talus_status ensemble_window(const talus_results *results, const talus_window *window,
                             const void *out, talus_window *cells, talus_error *error);
/// The cells of annual values: what came near their centres, where a reference object is asked for.
static inline observe_cells *const *ensemble_reference_cells(const talus_results *results)
{
    return results->shared.near != NULL ? results->shared.near : results->shared.cells;
}
/// Counts, hash and final statistics from the records; pooled statistics; tracks and impacts.
talus_status ensemble_finish(talus_results *results, talus_error *error);

/// Hash of one rock: outcome and the bits of q and u at its end, mixed with its index.
uint64_t ensemble_rock_hash(const talus_rock_record *record);
/// Exact moments over n values (NaN for none): population standard deviation, order statistics.
/// Sorts the values.
talus_moments ensemble_moments(double *values, size_t n);
/// Order statistics of n values in ascending order; NaN for none.
talus_lower_tail ensemble_lower_tail(const double *ascending, size_t n);

#endif
