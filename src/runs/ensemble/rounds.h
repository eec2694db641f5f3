// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rounds.h
/// A run that ends when it is precise enough: its rocks come in rounds, and what the rounds so far
/// have found says how many rocks of each stratum the next one has.        [docs/theory.md 19]
///
///   rounds.c        which rocks a round has: the first so many of each stratum, in a fixed order
///   rounds_look.c   how precise the results are, and how many rocks it takes
///
/// Which rocks run is a function of the campaign alone: a round begins when all rocks of the last
/// one are in the results. It knows strata and results; it refuses to know what runs a rock.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ROUNDS_H
#define TALUS_SRC_RUNS_ENSEMBLE_ROUNDS_H

#include "runs/campaign/campaign.h"
#include "runs/ensemble/rock_list.h"
#include "talus/results.h"

/// Rocks of one stratum, in the order in which they are taken.
typedef struct rounds_stratum {
    uint64_t planned;  ///< that are done when the round is over
    uint64_t taken;    ///< that were passed on, or were done already
    uint64_t at;       ///< rocks of the release, or of all releases, that were checked
    bool is_exhausted; ///< there are no more
} rounds_stratum;

typedef struct rounds {
    size_t stratum_count; ///< 0: all rocks run
    rounds_stratum *strata;
    uint64_t *places;   ///< (release_count) rocks passed on; NULL when the strata are releases
    uint64_t step;      ///< from release to release, trajectory_spread_step(all rocks)
    talus_round *looks; ///< (look_count)
    size_t look_count, look_capacity;
    uint64_t total;    ///< sum of planned
    uint64_t expected; ///< rocks that it will take, as it looks now
    bool is_over;      ///< precise enough, or no rock is left that helps
} rounds;

/// What a stratum stands for: its frequency (1/yr) or, where that is unknown, the mean number of
/// its rocks in the whole campaign.
double rounds_share(const talus_campaign *campaign, size_t stratum);

/// No round yet. @return false when out of memory
bool rounds_init(rounds *r, const talus_campaign *campaign);
void rounds_clear(rounds *r);
/// Plan the first round, unless one has been taken up.
void rounds_begin(rounds *r, const talus_campaign *campaign);
/// Add the rocks of the round that are not done. A stratum without more rocks wants no more.
/// @return false when out of memory
bool rounds_collect(rounds *r, const talus_campaign *campaign, const talus_rock_record *records,
                    rock_list *rocks);
/// All rocks of the round are in the results: evaluate them, and plan the next round or end.
talus_status rounds_look(rounds *r, talus_results *results, talus_error *error);

/// Numbers of rocks and looks.
void rounds_put(const rounds *r, byte_writer *out);
/// Of a state: only one state of such a run can be taken up. Wrong bytes show in the reader.
/// @return false when out of memory
bool rounds_take(rounds *r, byte_reader *reader);

/// How many rocks of each stratum the next round has: the first look's numbers, for tests too.
/// @param targets (stratum_count) that would do, as it looks now
void rounds_grow(rounds *r, const double *targets);

#endif
