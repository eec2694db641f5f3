// SPDX-License-Identifier: GPL-3.0-or-later
// Many planar runs on threads; critical scales by bisection.
#include "lab/rocking/batch.h"
#include "talus/lab/rocking.h"

#include <math.h>

typedef struct planar_batch {
    const talus_planar_model *models;
    const talus_shaking *shakings;
    const talus_planar_options *options;
    talus_planar_result *results;
} planar_batch;

static talus_status run_one(void *context, size_t i, talus_error *error)
{
    const planar_batch *batch = context;
    return talus_planar_run(&batch->models[i], &batch->shakings[i], batch->options, NULL,
                            &batch->results[i], error);
}

talus_status talus_planar_batch(size_t count, const talus_planar_model *models,
                                const talus_shaking *shakings, const talus_planar_options *options,
                                unsigned threads, talus_planar_result *results, talus_error *error)
{
    if (models == NULL || shakings == NULL || options == NULL || results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    planar_batch batch = {
        .models = models, .shakings = shakings, .options = options, .results = results};
    return batch_share(count, threads, run_one, &batch, error);
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
    if (model == NULL || options == NULL || scale == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
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
