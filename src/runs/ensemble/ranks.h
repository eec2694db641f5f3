// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ranks.h
/// Several processes run one campaign. Rank 0 hands out rocks and adds up what the others find;
/// nothing depends on which rank runs which rock. It knows when which rank says what; it refuses to know how
/// messages travel (base/exchange.h).
///
///   all            the same campaign? did all get ready?              (ranks_begin)
///   k -> 0  ASK       "n rocks, please; I have m that you do not know of"
///   0 -> k  ANSWER    rocks; "these are the last"; "stop"; "send what you have, round r"
///   k -> 0  FINDINGS  entries of rocks, hard problems, pooled statistics, cells: all since the
///   last
///                     ones; then k forgets them
///   k -> 0  END       how it went
///   0 -> k  how the run ended                                         (ranks_end)
///
/// Every ASK has one ANSWER and k sends nothing between the two, so two never send to each other at
/// once. Rank 0 asks for findings before each checkpoint and adds them to its own: its state is one
/// of the whole run.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_RANKS_H
#define TALUS_SRC_RUNS_ENSEMBLE_RANKS_H

#include "foundation/base/exchange.h"
#include "runs/ensemble/rock_list.h"
#include "talus/exchange.h"

typedef enum ranks_kind { RANKS_ASK = 1, RANKS_ANSWER, RANKS_FINDINGS, RANKS_END } ranks_kind;

/// What rank 0 knows of another.
typedef struct rank_facts {
    uint64_t unsent; ///< rocks it has finished, beyond its findings
    uint64_t round;  ///< of its last findings
    bool has_ended;
} rank_facts;

typedef struct ranks {
    const talus_exchange *exchange; ///< NULL: one process
    unsigned rank, count;
    bool is_broken; ///< the exchange failed: no rank can be reached
    uint64_t round; ///< of findings that were asked for

    // rank 0
    rank_facts *others; ///< (count)
    unsigned running;   ///< others that have not ended
    unsigned threads;   ///< of those that have
    bool is_gathering;  ///< findings of `round` are under way
    double cost;        ///< s spent on findings since the last checkpoint

    // the others
    bool is_waiting;      ///< for an answer
    uint64_t answered;    ///< round of the last findings
    double asked, filled; ///< s, when the last question was, and the last rocks came
    uint64_t batch;       ///< rocks to be asked for
    uint64_t known;       ///< rocks in findings that were sent
    byte_writer entries;  ///< of the next findings
} ranks;

struct ensemble_job;

/// @param exchange NULL: one process
talus_status ranks_init(ranks *r, const talus_exchange *exchange, talus_error *error);
void ranks_clear(ranks *r);
/// Does this rank keep the results?
static inline bool ranks_leads(const ranks *r)
{
    return r->rank == 0;
}

/// All ranks come here, with what their preparations came to, and go on or fail together.
/// @return the status of the lowest rank that failed; campaigns that differ are a failure
talus_status ranks_begin(struct ensemble_job *job, talus_status status, talus_error *error);
/// All ranks leave with what the run came to on rank 0; after END a rank sends nothing.
talus_status ranks_end(struct ensemble_job *job, talus_status status, talus_error *error);

/// Rank 0, while its workers run: answer what has come.
void lead_serve(struct ensemble_job *job);
/// Rank 0: are the findings of all in the results? Asks for them the first time.
bool lead_has_gathered(struct ensemble_job *job);
/// Rank 0: rocks that the others have finished and not yet sent.
uint64_t lead_unsent(const ranks *r);

/// Another rank, while its workers run: ask for rocks, take them, send findings.
void follow_serve(struct ensemble_job *job);
/// Another rank, when its workers have ended: send the rest.
void follow_conclude(struct ensemble_job *job, talus_status status, const talus_error *error);

#endif
