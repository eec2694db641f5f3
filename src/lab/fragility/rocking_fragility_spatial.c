// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a fragility of spatial blocks: two horizontal components, impacts drawn for each edge.
#include "foundation/math/linalg.h"
#include "lab/fragility/rocking_fragility_plan.h"
#include "lab/spatial/spatial.h"

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

/// Less energy than the block has upright over its nearest edge: it cannot overturn any more.
static bool is_safe(const talus_spatial_block *block, const talus_spatial_result *result,
                    double near)
{
    const double h = -block->corners[0].z;
    const double barrier = block->mass * ROCKING_GRAVITY * (sqrt(near * near + h * h) - h);
    return result->state.mode != TALUS_SPATIAL_FLIGHT &&
           talus_spatial_energy(block, &result->state, ROCKING_GRAVITY) < barrier &&
           talus_quat_rotate(result->state.attitude, vec3(0.0, 0.0, 1.0)).z >
               h / sqrt(near * near + h * h);
}

static bool is_undecided(const talus_spatial_case *run, const talus_spatial_result *result,
                         double near)
{
    switch (result->summary.end) {
    case TALUS_SPATIAL_AT_REST:
    case TALUS_SPATIAL_OVERTURNED:
        return false;
    case TALUS_SPATIAL_TIME_END:
    case TALUS_SPATIAL_IMPACTS_END:
        return !is_safe(run->block, result, near);
    case TALUS_SPATIAL_SETTLED:
    case TALUS_SPATIAL_NO_PIVOT:
    case TALUS_SPATIAL_FAILED:
        break;
    }
    return true;
}

/// Runs of a level; one without a verdict at its horizon goes on to twice and four times it.
static talus_status count_level(const rocking_fragility_plan *plan, size_t level,
                                const talus_spatial_case *cases,
                                const talus_spatial_options *options, talus_spatial_result *results,
                                talus_error *error)
{
    const rocking_fragility_options *o = plan->options;
    const rocking_spatial_impact *s = o->spatial;
    const double near = fmin(s->b1, s->b2);
    const double alpha = spatial_atan2(near, s->h);
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < o->samples && status == TALUS_OK; i++) {
        talus_spatial_options longer = *options;
        double horizon = options->end_time - plan->longest;
        for (int k = 0;
             k < 2 && status == TALUS_OK && results[i].summary.end == TALUS_SPATIAL_TIME_END &&
             is_undecided(&cases[i], &results[i], near);
             k++) {
            longer.end_time += horizon;
            horizon *= 2.0;
            status = talus_spatial_batch(1, &cases[i], &longer, 1, &results[i], error);
        }
        const talus_spatial_summary *summary = &results[i].summary;
        const bool exceeded = o->threshold > 0.0 ? summary->largest_tilt > o->threshold * alpha
                                                 : summary->end == TALUS_SPATIAL_OVERTURNED;
        const bool undecided = is_undecided(&cases[i], &results[i], near);
        const size_t place = i % rocking_fragility_records(o) * o->levels + level;
        plan->tally.runs[place] += 1.0;
        plan->tally.exceeded[place] += exceeded || undecided;
        plan->tally.undecided[place] += undecided && !exceeded;
    }
    return status;
}

talus_status rocking_fragility_spatial(const rocking_fragility_plan *plan, talus_error *error)
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
    for (size_t k = 0; k < o->levels && status == TALUS_OK; k++) {
        fill_cases(plan, &block, k, cases);
        status = talus_spatial_batch(o->samples, cases, &options, o->threads, results, error);
        status =
            status == TALUS_OK ? count_level(plan, k, cases, &options, results, error) : status;
    }
    free(cases);
    free(results);
    return status;
}
