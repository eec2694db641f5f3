// SPDX-License-Identifier: GPL-3.0-or-later
// talus_campaign_run, its results, and the replay of one rock.
#include "ensemble/ensemble_internal.h"

#include <math.h>
#include <stdlib.h>

static talus_status create_results(const talus_campaign *campaign, talus_results **out,
                                   talus_error *error)
{
    talus_results *results = calloc(1, sizeof *results);
    if (results == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the results");
    }
    results->campaign = *campaign;
    results->rock_count = talus_campaign_rock_count(campaign);
    if (results->rock_count < SIZE_MAX / sizeof *results->records) {
        results->records = calloc((size_t)results->rock_count, sizeof *results->records);
        results->means = calloc((size_t)results->rock_count, sizeof *results->means);
    }
    if (results->records == NULL || results->means == NULL) {
        talus_results_destroy(results);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %llu rock records",
                               (unsigned long long)talus_campaign_rock_count(campaign));
    }
    const talus_status status = observe_shared_init(&results->shared, &results->campaign,
                                                    ensemble_heaviest(campaign), error);
    if (status != TALUS_OK) {
        talus_results_destroy(results);
        return status;
    }
    *out = results;
    return TALUS_OK;
}

talus_status talus_campaign_run(const talus_campaign *campaign, const talus_run_options *options,
                                talus_results **out, talus_error *error)
{
    const talus_run_options defaults = {0};
    talus_results *results = NULL;
    *out = NULL;
    talus_status status = ensemble_check(campaign, error);
    if (status != TALUS_OK || (status = create_results(campaign, &results, error)) != TALUS_OK) {
        return status;
    }
    observe_pooled *pooled = calloc(1, sizeof *pooled);
    if (pooled == NULL) {
        talus_results_destroy(results);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the statistics");
    }
    status = ensemble_run_workers(results, options == NULL ? &defaults : options, pooled, error);
    if (status == TALUS_OK || status == TALUS_ERROR_INTERRUPTED) {
        const talus_status finished = ensemble_finish(results, pooled, error);
        status = finished == TALUS_OK ? status : finished;
    }
    free(pooled);
    if (status != TALUS_OK && status != TALUS_ERROR_INTERRUPTED) {
        talus_results_destroy(results);
        return status;
    }
    *out = results;
    return status;
}

void talus_results_destroy(talus_results *results)
{
    if (results == NULL) {
        return;
    }
    observe_shared_clear(&results->shared);
    hard_list_clear(&results->hard);
    free(results->records);
    free(results->means);
    free(results);
}

const talus_totals *talus_results_totals(const talus_results *results)
{
    return &results->totals;
}

const talus_rock_record *talus_results_records(const talus_results *results)
{
    return results->records;
}

const talus_rock_means *talus_results_means(const talus_results *results)
{
    return results->means;
}

const talus_track *talus_results_tracks(const talus_results *results, size_t *count)
{
    *count = results->shared.track_count;
    return results->shared.tracks;
}

const talus_impact *talus_results_impacts(const talus_results *results, size_t *count)
{
    *count = results->shared.impacts.count;
    return results->shared.impacts.items;
}

const talus_hard_problem *talus_results_hard_problems(const talus_results *results, size_t *count)
{
    *count = results->hard.count;
    return results->hard.items;
}

void talus_results_passages(const talus_results *results, float *out)
{
    observe_cells_passages(results->shared.cells, out);
}

void talus_results_deposits(const talus_results *results, float *out)
{
    observe_cells_deposits(results->shared.cells, out);
}

void talus_results_reach_probability(const talus_results *results, float *out)
{
    const talus_cells *cells = &results->campaign.cells;
    const double rocks = (double)results->totals.rocks;
    observe_cells_passages(results->shared.cells, out);
    for (size_t k = 0; k < cells->nx * cells->ny; k++) {
        out[k] = rocks > 0.0 ? (float)((double)out[k] / rocks) : 0.0F;
    }
}

void talus_results_statistic(const talus_results *results, talus_quantity quantity,
                             double statistic, float *out)
{
    observe_cells_statistic(results->shared.cells, quantity, statistic, out);
}

static talus_log_entry entry_of(const trajectory *t)
{
    return (talus_log_entry){
        .time = t->time, .state = t->state, .report = t->report, .jump_height = t->jump_height};
}

static void replay_rock(trajectory *t, talus_log_step *tell, void *user)
{
    talus_log_entry entry = entry_of(t);
    bool goes_on = tell == NULL || tell(user, &entry);
    while (goes_on && trajectory_step(t)) {
        if (tell != NULL) {
            entry = entry_of(t);
            goes_on = tell(user, &entry);
        }
    }
}

talus_status talus_campaign_replay(const talus_campaign *campaign, uint64_t index,
                                   talus_log_step *log, void *user, talus_rock_record *record,
                                   talus_error *error)
{
    talus_status status = ensemble_check(campaign, error);
    if (status != TALUS_OK) {
        return status;
    }
    const uint64_t count = talus_campaign_rock_count(campaign);
    if (index >= count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "rock %llu: the campaign has rocks 0 to %llu",
                               (unsigned long long)index, (unsigned long long)(count - 1));
    }
    talus_stepper *stepper = NULL;
    status = talus_stepper_create(&campaign->site, &campaign->step, ensemble_max_vertices(campaign),
                                  &stepper, error);
    if (status != TALUS_OK) {
        return status;
    }
    trajectory t;
    status = trajectory_start(&t, campaign, stepper, index, error);
    if (status == TALUS_OK) {
        t.is_single = log != NULL;
        replay_rock(&t, log, user);
        if (record != NULL) {
            *record = t.record;
        }
    }
    talus_stepper_destroy(stepper);
    return status;
}
