// SPDX-License-Identifier: GPL-3.0-or-later
// One block of a rocking scenario: what both kinds of motion share.
#include "lab/study/rocking_run_internal.h"

#include <stdio.h>
#include <stdlib.h>

/// Facet of a planar block for its drawing.
static talus_spatial_block drawing(const rocking_run *run)
{
    const talus_rocking_block *b = &run->planar.block;
    const double y = 0.5 * rocking_block_depth(&run->scenario->keys);
    return (talus_spatial_block){
        .corner_count = 4,
        .corners = {{b->b2, -y, -b->h}, {b->b2, y, -b->h}, {-b->b1, y, -b->h}, {-b->b1, -y, -b->h}},
    };
}

/// Worst difference between the energy and what impacts left of it.
static double worst_balance(const rocking_run *run)
{
    double worst = 0.0, expected = run->sample_count > 0 ? run->samples[0].energy : 0.0;
    size_t impact = 0;
    for (size_t i = 0; i < run->sample_count; i++) {
        const rocking_run_sample *s = &run->samples[i];
        while (impact < run->impact_count && run->impacts[impact].time < s->time) {
            expected += run->impacts[impact++].energy_change;
        }
        const bool at_impact = impact < run->impact_count && run->impacts[impact].time == s->time;
        if (!at_impact) {
            worst = fmax(worst, fabs(s->energy - expected));
        }
    }
    return worst;
}

/// Remarks on a motion that real blocks do not make.
static void warn(const rocking_run *run, talus_diagnostics *diagnostics)
{
    size_t gains = 0;
    double most = 0.0;
    for (size_t i = 0; i < run->sample_count; i++) {
        most = fmax(most, run->samples[i].energy);
    }
    for (size_t i = 0; i < run->impact_count; i++) {
        gains += run->impacts[i].energy_change > 1e-9 * most;
    }
    if (gains > 0 && run->stepped.steps == 0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%zu of %zu impacts added energy: the parameters of the impacts are "
                              "beyond what a base can do",
                              gains, run->impact_count);
    }
    if (isfinite(run->pull_time)) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "from %.6g s on the base would have to pull at the block to keep it "
                              "rocking; a real one lifts off",
                              run->pull_time);
    }
}

const char *rocking_run_outcome_name(rocking_run_outcome outcome)
{
    static const char *const names[] = {[ROCKING_RUN_REST] = "rest",
                                        [ROCKING_RUN_MOVING] = "moving",
                                        [ROCKING_RUN_OVERTURNED] = "overturned",
                                        [ROCKING_RUN_IMPACTS] = "impacts",
                                        [ROCKING_RUN_NO_PIVOT] = "no pivot",
                                        [ROCKING_RUN_FAILED] = "failed"};
    return names[outcome];
}

talus_status rocking_run_make(const rocking_scenario *scenario, talus_diagnostics *diagnostics,
                              rocking_run *run, talus_error *error)
{
    const rocking_keys *keys = &scenario->keys;
    const bool planar = keys->block.kind == ROCKING_PLANAR;
    *run = (rocking_run){.scenario = scenario,
                         .alpha = rocking_start_alpha(keys),
                         .bounced_until = (double)NAN,
                         .opmf = (double)NAN,
                         .avrf = (double)NAN,
                         .energy_error = (double)NAN,
                         .pull_time = (double)NAN,
                         .demand = {.time = (double)NAN,
                                    .least_normal = (double)INFINITY,
                                    .lifts_time = (double)NAN,
                                    .slides_time = (double)NAN}};
    talus_status status =
        rocking_shaking_load(&keys->ground, scenario->document.directory, keys->simulation.gravity,
                             diagnostics, &run->shaking, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (planar) {
        run->planar = rocking_planar_model(keys);
        run->block = drawing(run);
    } else {
        run->block = rocking_spatial_block(keys);
        run->law = rocking_spatial_law(keys);
    }
    switch ((rocking_motion)keys->simulation.motion) {
    case ROCKING_MOTION_ROCKING:
        status = planar ? rocking_run_planar(run, error) : rocking_run_spatial(run, error);
        break;
    case ROCKING_MOTION_BOUNCING:
        status = planar ? rocking_run_bounce(run, error) : rocking_run_spatial(run, error);
        break;
    case ROCKING_MOTION_STEPPER:
        status = rocking_run_stepper(run, error);
        break;
    }
    if (status == TALUS_OK && run->failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the history");
    }
    if (status == TALUS_OK && !rocking_run_is_shaken(run) && run->stepped.steps == 0) {
        run->energy_error = worst_balance(run);
    }
    if (status == TALUS_OK) {
        rocking_run_find_demand(run, diagnostics);
        warn(run, diagnostics);
        if (run->outcome != ROCKING_RUN_OVERTURNED) {
            rocking_warn_of_cut(&run->shaking, keys->simulation.duration, keys->simulation.node,
                                diagnostics);
        }
    }
    return status;
}

void rocking_run_clear(rocking_run *run)
{
    rocking_shaking_clear(&run->shaking);
    free(run->samples);
    free(run->impacts);
    *run = (rocking_run){.scenario = NULL};
}
