// SPDX-License-Identifier: GPL-3.0-or-later
/// @file run.h
/// Run a campaign on threads, processes and shards; write, resume and merge states on disk; run one
/// rock again. Results are a function of the campaign alone: they have the same bits for any number
/// of threads and ranks.
///
/// threads: two runs of one campaign at once are allowed, each with its own options.
#ifndef TALUS_RUN_H
#define TALUS_RUN_H

#include "talus/exchange.h"
#include "talus/results.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Progress: called from the thread that called talus_campaign_run, about 5 times a second.
typedef void talus_progress(void *user, uint64_t rocks_done, uint64_t rocks_total,
                            double wall_time);
typedef struct talus_run_options {
    size_t size;              ///< of this struct, by talus_run_options_default
    unsigned threads;         ///< 0 = all cores the process may use
    talus_progress *progress; ///< may be NULL; also called at the end of a complete run
    void *progress_user;
    /// Called before the first rock and then at least every 100 ms, by the thread that called
    /// talus_campaign_run. If it returns true, unfinished rocks are dropped (each rock counts
    /// completely or not at all) and the run returns. NULL = the run is never stopped.
    bool (*should_stop)(void *user);
    void *stop_user;
    size_t hard_problems; ///< number of the hardest contact problems that are kept; 0 = none
    /// Directory for the state of the run, created with the first state; NULL = no states. A state
    /// of an earlier run there is removed unless `resume` is set. [docs/cluster.md]
    const char *checkpoint;
    /// s between two states, which take at most 1 % of the time. 0: one state at the end, if the
    /// run was interrupted or is a shard.
    double checkpoint_interval;
    /// Run only rocks that are missing in `checkpoint`; without a state there, all rocks.
    bool resume;
    /// Run the rocks whose index modulo shard_count is shard - 1, and write their state at the end;
    /// 0, 0 = all rocks.
    unsigned shard, shard_count;
    /// Directory for the records of more than 10^6 rocks, in a file without a name; NULL = in
    /// memory.
    const char *scratch;
    /// NULL = one process. Otherwise all ranks call talus_campaign_run with the same campaign and
    /// options; results, checkpoint, scratch and progress are those of rank 0. [docs/cluster.md]
    const talus_exchange *exchange;
    unsigned
        rocks_at_once; ///< rocks that a thread has under way, up to 8, so that their arithmetic
                       ///< is done side by side: 0 = as many as pay; no bit depends on it
} talus_run_options;
/// Fill `size` bytes: all cores, no progress, no states, all rocks, one process.
TALUS_API void talus_run_options_defaults(talus_run_options *options, size_t size);
static inline talus_run_options talus_run_options_default(void)
{
    talus_run_options options;
    talus_run_options_defaults(&options, sizeof options);
    return options;
}

/// Number of rocks of a shard; of all rocks if shard_count is 0.
TALUS_API uint64_t talus_shard_rock_count(const talus_campaign *campaign, unsigned shard,
                                          unsigned shard_count);

/// Run all rocks, those of a shard, or those that are missing in a checkpoint.
/// @param options NULL = the defaults
/// @return TALUS_OK; TALUS_ERROR_INTERRUPTED with valid partial results; TALUS_ERROR_ARGUMENT for
///         an inconsistent campaign (sentence says which member) or a shard without rocks;
///         TALUS_ERROR_INPUT for a checkpoint that is damaged or of another campaign;
///         TALUS_ERROR_IO when the state of a shard cannot be written. With ranks, all return
///         what rank 0 does, and `results` is NULL on the others.
TALUS_API talus_status talus_campaign_run(const talus_campaign *campaign,
                                          const talus_run_options *options, talus_results **results,
                                          talus_error *error);
typedef struct talus_merge_options {
    size_t size; ///< of this struct, by talus_merge_options_default
    /// Rocks may be missing (totals.rocks counts them); false: that is an error.
    bool allow_missing;
    const char *scratch; ///< as talus_run_options.scratch
} talus_merge_options;
/// Fill `size` bytes: no rock may be missing, records in memory.
TALUS_API void talus_merge_options_defaults(talus_merge_options *options, size_t size);
static inline talus_merge_options talus_merge_options_default(void)
{
    talus_merge_options options;
    talus_merge_options_defaults(&options, sizeof options);
    return options;
}
/// Add up the states of shards or interrupted runs of one campaign, in any order. The results are
/// those of one run over all their rocks.
/// @param checkpoints (count) directories, as talus_run_options.checkpoint
/// @param options NULL = defaults
/// @return TALUS_ERROR_INPUT for a state that is missing, damaged, of another campaign, or that has
///         rocks in common with another state
TALUS_API talus_status talus_campaign_merge(const talus_campaign *campaign,
                                            const char *const *checkpoints, size_t count,
                                            const talus_merge_options *options,
                                            talus_results **results, talus_error *error);
/// Write the state of results, complete or not, for a later merge or resume.
TALUS_API talus_status talus_results_save(talus_results *results, const char *checkpoint,
                                          talus_error *error);
/// Is there a state in this directory?
TALUS_API bool talus_checkpoint_exists(const char *checkpoint);
/// Remove a state and its directory; does nothing if there is no state. A directory with other
/// files stays, without the state.
/// @return TALUS_ERROR_IO, also while another run is writing the state
TALUS_API talus_status talus_checkpoint_remove(const char *checkpoint, talus_error *error);

/// One step of one rock in a full log.
typedef struct talus_log_entry {
    double time;
    talus_state state;
    const talus_step_report *report; ///< valid during the call
    double jump_height;
    uint32_t body;   ///< 0: the rock as released; else a fragment of it
    uint32_t parent; ///< the body of which it is a fragment
    /// Its shape, true to scale; valid during the call; NULL for body 0.
    const talus_rock *fragment;
} talus_log_entry;
/// Called after every step (and once before the first, with an empty report). Return false to stop.
typedef bool talus_log_step(void *user, const talus_log_entry *entry);

/// Run rock `index` of a campaign alone, with a full log. It has the same bits as in a run.
/// @param record may be NULL
TALUS_API talus_status talus_campaign_replay(const talus_campaign *campaign, uint64_t index,
                                             talus_log_step *log, void *user,
                                             talus_rock_record *record, talus_error *error);
/// Run rock `index` and log the steps of all bodies of its event: the rock up to its break, then
/// each fragment from its birth to its end, one after another, with times since the release. The
/// event ends if the log returns false.
/// @param record of the whole event, as in a run; may be NULL
TALUS_API talus_status talus_campaign_replay_event(const talus_campaign *campaign, uint64_t index,
                                                   talus_log_step *log, void *user,
                                                   talus_rock_record *record, talus_error *error);

/// Runs rocks of a campaign one at a time, on the caller's thread, with the same bits as in a run.
/// The campaign is checked once; working memory is kept from rock to rock.
///
/// threads: a talus_tracer is used by one thread at a time.
typedef struct talus_tracer talus_tracer;

/// One step of a trajectory.
typedef struct talus_trajectory_step {
    double time; ///< s, at its end
    talus_state state;
    double kinetic_energy; ///< J, translational + rotational
    double jump_height;    ///< m, of S over the terrain
    talus_vec3 impulse;    ///< N s, sum of the contact percussions, world
    double ledger;         ///< J, energy balance of the step: round-off
    uint64_t contacts;     ///< closed ones
} talus_trajectory_step;

/// One rock from release to outcome. The arrays belong to the tracer and are valid until its next
/// call.
typedef struct talus_trajectory {
    size_t size; ///< of this struct, set by the caller
    talus_rock_record record;
    size_t point_count, impact_count, step_count;
    const talus_track_point *points;    ///< (point_count) thinned by the campaign's sample_time and
                                        ///< sample_distance; the first and the last always
    const talus_impact *impacts;        ///< (impact_count)
    const talus_trajectory_step *steps; ///< (step_count) every n-th; NULL unless requested
} talus_trajectory;

/// @param campaign outlives the tracer
/// @param tracer   out: talus_tracer_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL, or what talus_campaign_check refuses; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_tracer_create(const talus_campaign *campaign, talus_tracer **tracer,
                                           talus_error *error);
/// NULL is allowed.
TALUS_API void talus_tracer_destroy(talus_tracer *tracer);
/// Run rock `index` of the campaign.
/// @param every 0: no steps are kept, and steps without contact are taken together, as in a run; n:
///              the release, every n-th step and the last one are kept, and all steps are taken one
///              by one
/// @param trajectory out; empty after an error
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size, an unknown rock; TALUS_ERROR_MEMORY;
///         what talus_terrain_status returns when heights could not be fetched
TALUS_API talus_status talus_tracer_rock(talus_tracer *tracer, uint64_t index, uint64_t every,
                                         talus_trajectory *trajectory, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
