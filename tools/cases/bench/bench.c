// SPDX-License-Identifier: GPL-3.0-or-later
// Plain runs by the processor's time, and one run with a clock between the steps.
#include "cases/bench/bench.h"

#include "foundation/base/sort.h"
#include "runs/ensemble/accessors.h"
#include "runs/ensemble/ensemble_internal.h"
#include "talus/run.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double median(double *values, size_t count)
{
    sort_numbers(values, count);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

double bench_rate(const bench_result *result)
{
    return (double)result->rocks / (result->threads > 1 ? result->wall_time : result->cpu_time);
}

static void keep_totals(bench_result *result, const talus_totals *totals)
{
    result->threads = totals->threads;
    result->rocks = totals->rocks;
    result->contact_steps = totals->contact_steps;
    result->flight_steps = totals->steps - totals->contact_steps;
    result->contacts = totals->contacts;
    result->iterations = totals->solver_iterations;
    result->unsolved = totals->unsolved;
    result->hash = totals->hash;
}

/// @param times (2 repeats) processor times, then wall times
static talus_status run_plain(const talus_campaign *campaign, const bench_options *options,
                              double *times, bench_result *result, talus_error *error)
{
    const talus_run_options run = {.size = sizeof(talus_run_options),
                                   .threads = options->threads,
                                   .rocks_at_once = options->at_once};
    for (size_t k = 0; k < options->repeats; k++) {
        talus_results *results = NULL;
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        const talus_status status = talus_campaign_run(campaign, &run, &results, error);
        times[k] = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        if (status != TALUS_OK) {
            return status;
        }
        const talus_totals *totals = ensemble_totals(results);
        times[options->repeats + k] = totals->wall_time;
        const bool differs = k > 0 && totals->hash != result->hash;
        keep_totals(result, totals);
        result->simulated_time = (double)totals->steps * campaign->step.time_step;
        talus_results_destroy(results);
        if (differs) {
            return talus_error_set(error, TALUS_ERROR_INTERNAL,
                                   "two runs of the same campaign have different hashes");
        }
    }
    result->cpu_time = median(times, options->repeats);
    result->wall_time = median(times + options->repeats, options->repeats);
    return TALUS_OK;
}

/// Time between two readings of the clock.
static double clock_cost(void)
{
    double least = 1.0;
    for (int k = 0; k < 1000; k++) {
        const double a = seconds(CLOCK_MONOTONIC), b = seconds(CLOCK_MONOTONIC);
        least = b - a < least ? b - a : least;
    }
    return least;
}

/// The clocked run: what a worker of the ensemble does, one rock after the other.
typedef struct clocked {
    observe_shared shared;
    observe_worker *observer;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    double flight, contact; ///< s
    double cost;            ///< s, of a reading of the clock
} clocked;

static talus_status clock_rock(clocked *c, const talus_campaign *campaign, uint64_t rock,
                               talus_error *error)
{
    trajectory t;
    const talus_status status = trajectory_start(&t, campaign, c->stepper, c->motion, rock, error);
    if (status != TALUS_OK) {
        return status;
    }
    observe_worker_start(c->observer, &t);
    double last = seconds(CLOCK_MONOTONIC);
    while (trajectory_step(&t)) {
        observe_worker_add(c->observer, &t);
        const double now = seconds(CLOCK_MONOTONIC), took = now - last - c->cost;
        if (t.report.contact_count > 0) {
            c->contact += took;
        } else {
            c->flight += took;
        }
        last = now;
    }
    if (!observe_worker_finish(c->observer, &t)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a rock's statistics");
    }
    return TALUS_OK;
}

static talus_status run_clocked(const talus_campaign *campaign, clocked *c, talus_error *error)
{
    talus_status status =
        observe_shared_init(&c->shared, campaign, campaign_heaviest(campaign), error);
    if (status != TALUS_OK) {
        return status;
    }
    c->observer = observe_worker_create(&c->shared);
    c->cost = clock_cost();
    if (c->observer == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for an observer");
    }
    status = talus_stepper_create(&campaign->site, &campaign->step, campaign_max_vertices(campaign),
                                  &c->stepper, error);
    status = status == TALUS_OK ? talus_motion_create(c->stepper, &c->motion, error) : status;
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    for (uint64_t k = 0; k < rocks && status == TALUS_OK; k++) {
        status = clock_rock(c, campaign, k, error);
    }
    return status;
}

talus_status bench_run(const talus_campaign *campaign, const bench_options *options,
                       bench_result *result, talus_error *error)
{
    double *times = calloc(2 * options->repeats, sizeof *times);
    *result = (bench_result){0};
    if (times == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu times",
                               options->repeats);
    }
    talus_status status = run_plain(campaign, options, times, result, error);
    free(times);
    if (status != TALUS_OK) {
        return status;
    }
    clocked c = {0};
    status = run_clocked(campaign, &c, error);
    talus_free(c.motion);
    talus_stepper_destroy(c.stepper);
    observe_worker_destroy(c.observer);
    observe_shared_clear(&c.shared);
    const double share = c.contact / (c.contact + c.flight);
    result->contact_time = share * result->cpu_time;
    result->flight_time = (1.0 - share) * result->cpu_time;
    return status;
}
