// SPDX-License-Identifier: GPL-3.0-or-later
// Many planar runs on threads; critical scales by bisection.
#include "base/pool.h"
#include "talus/rocking.h"

#include <math.h>
#include <stdatomic.h>

enum { RUNS_AT_ONCE = 8 };

typedef struct batch_job {
    size_t count;
    const talus_planar_model *models;
    const talus_shaking *shakings;
    const talus_planar_options *options;
    talus_planar_result *results;
    atomic_size_t next;
    atomic_size_t first_failed; ///< lowest run that failed, count = none
} batch_job;

static void note_failure(batch_job *job, size_t run)
{
    size_t seen = atomic_load(&job->first_failed);
    while (run < seen && !atomic_compare_exchange_weak(&job->first_failed, &seen, run)) {
    }
}

static void run_some(void *context, unsigned worker)
{
    (void)worker;
    batch_job *job = context;
    for (;;) {
        const size_t begin = atomic_fetch_add(&job->next, RUNS_AT_ONCE);
        for (size_t i = begin; i < begin + RUNS_AT_ONCE && i < job->count; i++) {
            if (talus_planar_run(&job->models[i], &job->shakings[i], job->options, NULL,
                                 &job->results[i], NULL) != TALUS_OK) {
                note_failure(job, i);
            }
        }
        if (begin + RUNS_AT_ONCE >= job->count) {
            return;
        }
    }
}

talus_status talus_planar_batch(size_t count, const talus_planar_model *models,
                                const talus_shaking *shakings, const talus_planar_options *options,
                                unsigned threads, talus_planar_result *results, talus_error *error)
{
    batch_job job = {.count = count,
                     .models = models,
                     .shakings = shakings,
                     .options = options,
                     .results = results};
    atomic_init(&job.next, 0);
    atomic_init(&job.first_failed, count);
    const talus_status status =
        count > 0 ? pool_run(threads, run_some, &job, NULL, NULL, error) : TALUS_OK;
    const size_t failed = atomic_load(&job.first_failed);
    if (status == TALUS_OK && failed < count) {
        // the same run again for its sentence
        return talus_planar_run(&models[failed], &shakings[failed], options, NULL, &results[failed],
                                error);
    }
    return status;
}

static talus_status overturns(const talus_planar_model *model, const talus_shaking *shaking,
                              double scale, const talus_planar_options *options, bool *verdict,
                              talus_error *error)
{
    talus_shaking scaled = *shaking;
    scaled.scale = scale;
    talus_planar_result result;
    const talus_status status = talus_planar_run(model, &scaled, options, NULL, &result, error);
    *verdict = result.outcome == TALUS_PLANAR_OVERTURNED;
    return status;
}

talus_status talus_planar_critical_scale(const talus_planar_model *model,
                                         const talus_shaking *shaking, double low, double high,
                                         const talus_planar_options *options, double *scale,
                                         bool *overturns_below, talus_error *error)
{
    bool below = false, above = false;
    *scale = (double)NAN;
    if (!(low < high)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a bracket from %g to %g: expected ascending scales", low, high);
    }
    talus_status status = overturns(model, shaking, low, options, &below, error);
    if (status == TALUS_OK) {
        status = overturns(model, shaking, high, options, &above, error);
    }
    if (status == TALUS_OK && below == above) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the block %s at scale %g and at scale %g: expected one end of the "
                               "bracket where it overturns and one where it does not",
                               below ? "overturns" : "does not overturn", low, high);
    }
    while (status == TALUS_OK) {
        const double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high)) {
            break;
        }
        bool verdict = false;
        status = overturns(model, shaking, middle, options, &verdict, error);
        if (verdict == below) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *scale = 0.5 * (low + high);
    *overturns_below = below;
    return status;
}
