// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a fragility of spatial blocks: two horizontal components, impacts drawn for each edge.
#include "study/rocking_internal.h"

#include <math.h>
#include <stdlib.h>

/// Cases of one level; the law of a sample is the same at every level.
static void fill_cases(const rocking_fragility_plan *plan, const talus_spatial_block *block,
                       size_t level, talus_spatial_case *cases)
{
    const rocking_fragility_options *o = plan->options;
    for (size_t i = 0; i < o->samples; i++) {
        talus_spatial_case *c = &cases[i];
        const talus_shaking shaking = rocking_fragility_shaking(plan, level, i);
        *c = (talus_spatial_case){.block = block,
                                  .law = rocking_spatial_impact_sample(o->spatial, o->seed, i),
                                  .shaking = {.x = shaking},
                                  .begin = talus_spatial_release(block, 1, 0.0)};
        if (o->motion_count == 0) {
            c->shaking.y = shaking;
            c->shaking.x.scale *= talus_cos(o->direction);
            c->shaking.y.scale *= talus_sin(o->direction);
        } else if (o->across && o->across[i % o->motion_count].count > 0) {
            c->shaking.y =
                (talus_shaking){.motion = &o->across[i % o->motion_count], .scale = shaking.scale};
        }
    }
}

static size_t count_level(const rocking_fragility_options *o, double alpha,
                          const talus_spatial_result *results, size_t *undecided)
{
    size_t exceeded = 0;
    for (size_t i = 0; i < o->samples; i++) {
        const talus_spatial_summary *summary = &results[i].summary;
        *undecided +=
            summary->end == TALUS_SPATIAL_NO_PIVOT || summary->end == TALUS_SPATIAL_FAILED;
        exceeded += o->threshold > 0.0 ? summary->largest_tilt > o->threshold * alpha
                                       : summary->end == TALUS_SPATIAL_OVERTURNED;
    }
    return exceeded;
}

talus_status rocking_fragility_spatial(const rocking_fragility_plan *plan, size_t *exceeded,
                                       size_t *undecided, talus_error *error)
{
    const rocking_fragility_options *o = plan->options;
    const rocking_spatial_impact *s = o->spatial;
    const talus_spatial_block block = talus_spatial_cuboid(1.0, s->b1, s->b2, s->h);
    const talus_rocking_block narrow = talus_rocking_block_rectangle(1.0, fmin(s->b1, s->b2), s->h);
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&narrow, false, ROCKING_GRAVITY);
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = ROCKING_GRAVITY;
    options.end_time = plan->longest + o->horizon / pivot.p;
    talus_spatial_case *cases = malloc(o->samples * sizeof *cases);
    talus_spatial_result *results = malloc(o->samples * sizeof *results);
    talus_status status = TALUS_OK;
    if (!cases || !results) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a fragility");
    }
    *undecided = 0;
    for (size_t k = 0; k < o->levels && status == TALUS_OK; k++) {
        fill_cases(plan, &block, k, cases);
        status = talus_spatial_batch(o->samples, cases, &options, o->threads, results, error);
        exceeded[k] = status == TALUS_OK ? count_level(o, pivot.alpha, results, undecided) : 0;
    }
    free(cases);
    free(results);
    return status;
}
