// SPDX-License-Identifier: GPL-3.0-or-later
/// @file checkpoint.h
/// When and how the state of a run is written while it runs. It knows the clock, what is in the
/// files already and what is not; it refuses to know threads: the caller has stopped them from
/// adding.
///
///   checkpoint_gather   while nobody adds: encode the cells; short
///   checkpoint_write    while they go on: append the new rocks, replace the state file
#ifndef TALUS_SRC_RUNS_ENSEMBLE_CHECKPOINT_H
#define TALUS_SRC_RUNS_ENSEMBLE_CHECKPOINT_H

#include "runs/ensemble/state.h"
#include "talus/run.h"

typedef struct checkpoint {
    talus_results *results;
    const char *directory; ///< NULL: no checkpoints; not owned
    state_paths paths;
    state_head head;                    ///< of the next state; fingerprint and rocks once is_known
    bool is_known;                      ///< the fingerprint has been computed
    rock_log log;                       ///< open from the first state on
    rock_list fresh;                    ///< rocks that are done but not in a state
    size_t impact_count;                ///< of the shared impacts that are in the log
    size_t break_count, fragment_count; ///< likewise
    byte_writer cells;
    hard_list hard;           ///< the hardest problems of the next state
    double interval, due;     ///< s since the run began
    double earlier_wall_time; ///< s, of the runs before this one
} checkpoint;

/// @param options checkpoint directory, interval and shard are read
talus_status checkpoint_init(checkpoint *c, talus_results *results,
                             const talus_run_options *options, talus_error *error);
void checkpoint_clear(checkpoint *c);
/// Compute the fingerprint of the campaign into the head, once.
talus_status checkpoint_identify(checkpoint *c, talus_error *error);
/// Take up the state that is there, if one is.
talus_status checkpoint_resume(checkpoint *c, talus_error *error);

bool checkpoint_is_due(const checkpoint *c, double now);
/// All that the workers found has been added to the results, and nobody adds. The hardest problems
/// alone may still be with the workers, which read them at every step: they are copied.
/// @return false when out of memory
bool checkpoint_gather(checkpoint *c);
bool checkpoint_add_hard(checkpoint *c, const hard_list *of_worker);
/// Hard problems, pooled statistics and cells, as gathered last, and the rounds as they are.
void checkpoint_write_sums(const checkpoint *c, byte_writer *writer);
/// @param wall_time s, of this run so far
talus_status checkpoint_write(checkpoint *c, double wall_time, talus_error *error);
/// Plan the next one: no sooner than the interval, and so that they take 1 % of the time at most.
/// @param began, now s, of the one that has ended
void checkpoint_plan(checkpoint *c, double began, double now);

#endif
