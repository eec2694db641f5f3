// SPDX-License-Identifier: GPL-3.0-or-later
// What results hold: unchecked for the library, checked at the border.
#include "runs/ensemble/accessors.h"

#include "foundation/base/sized.h"
#include "runs/ensemble/ensemble_internal.h"

static talus_status check(const talus_results *results, bool has_place, talus_error *error)
{
    return results != NULL && has_place
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT, "the results or a place is NULL");
}

const talus_totals *ensemble_totals(const talus_results *results)
{
    return &results->totals;
}

talus_status talus_results_totals(const talus_results *results, talus_totals *totals,
                                  talus_error *error)
{
    const talus_status status = check(results, totals != NULL, error);
    return status == TALUS_OK
               ? sized_give(totals, &results->totals, sizeof *totals, "talus_totals", error)
               : status;
}

const talus_checkpoint_report *ensemble_checkpoint(const talus_results *results)
{
    return &results->checkpoint;
}

talus_status talus_results_checkpoint(const talus_results *results, talus_checkpoint_report *report,
                                      talus_error *error)
{
    const talus_status status = check(results, report != NULL, error);
    return status == TALUS_OK ? sized_give(report, &results->checkpoint, sizeof *report,
                                           "talus_checkpoint_report", error)
                              : status;
}

const talus_rock_record *ensemble_records(const talus_results *results)
{
    return results->records;
}

const talus_rock_means *ensemble_means(const talus_results *results)
{
    return results->means;
}

/// The accessor of a list at the border.
#define CHECKED(name, type, items_, count_)                                                        \
    talus_status talus_results_##name(const talus_results *results, const type **items,            \
                                      size_t *count, talus_error *error)                           \
    {                                                                                              \
        const talus_status status = check(results, items != NULL && count != NULL, error);         \
        if (items != NULL) {                                                                       \
            *items = status == TALUS_OK ? items_ : NULL;                                           \
        }                                                                                          \
        if (count != NULL) {                                                                       \
            *count = status == TALUS_OK ? (size_t)(count_) : 0;                                    \
        }                                                                                          \
        return status;                                                                             \
    }
/// That, and the one for the library.
#define LIST(name, type, items_, count_)                                                           \
    const type *ensemble_##name(const talus_results *results, size_t *count)                       \
    {                                                                                              \
        *count = count_;                                                                           \
        return items_;                                                                             \
    }                                                                                              \
    CHECKED(name, type, items_, count_)

CHECKED(records, talus_rock_record, results->records, results->rock_count)
CHECKED(means, talus_rock_means, results->means, results->rock_count)
LIST(tracks, talus_track, results->shared.tracks, results->shared.track_count)
LIST(impacts, talus_impact, results->shared.impacts.items, results->shared.impacts.count)
LIST(breaks, talus_break, results->shared.breaks.items, results->shared.breaks.count)
LIST(fragments, talus_fragment, results->shared.fragments.items, results->shared.fragments.count)
LIST(hard_problems, talus_hard_problem, results->hard.items, results->hard.count)
LIST(nets, talus_net_counts, results->nets, results->shared.barriers.net_count)
LIST(walls, talus_wall_counts, results->walls, results->shared.barriers.wall_count)
LIST(dams, talus_dam_counts, results->dams, results->shared.barriers.dam_count)
LIST(strata, talus_stratum, results->strata, results->shared.stratum_count)
LIST(crossings, talus_crossing, results->shared.gauges.crossings,
     results->shared.gauges.crossing_count)
LIST(rounds, talus_round, results->rounds.looks, results->rounds.look_count)
