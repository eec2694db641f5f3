// SPDX-License-Identifier: GPL-3.0-or-later
// Many spatial runs on threads.
#include "lab/rocking/batch.h"
#include "talus/lab/rocking_spatial.h"

typedef struct spatial_batch {
    const talus_spatial_case *cases;
    const talus_spatial_options *options;
    talus_spatial_result *results;
} spatial_batch;

static talus_status run_one(void *context, size_t i, talus_error *error)
{
    const spatial_batch *batch = context;
    const talus_spatial_case *c = &batch->cases[i];
    talus_spatial_options options = *batch->options;
    options.shaking = &c->shaking;
    if (!c->shaking.x.motion && c->shaking.x.pulse.kind == TALUS_PULSE_NONE &&
        !c->shaking.y.motion && c->shaking.y.pulse.kind == TALUS_PULSE_NONE) {
        options.shaking = NULL;
    }
    batch->results[i].state = c->begin;
    return talus_spatial_run(c->block, &c->law, &options, &batch->results[i].state,
                             &batch->results[i].summary, error);
}

talus_status talus_spatial_batch(size_t count, const talus_spatial_case *cases,
                                 const talus_spatial_options *options, unsigned threads,
                                 talus_spatial_result *results, talus_error *error)
{
    if (cases == NULL || options == NULL || results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    spatial_batch batch = {.cases = cases, .options = options, .results = results};
    return batch_share(count, threads, run_one, &batch, error);
}
