// SPDX-License-Identifier: GPL-3.0-or-later
// Fragility: share of blocks with sampled impacts that exceed a rotation or overturn.
#include "lab/fragility/rocking_fragility_plan.h"
#include "lab/rocking/ground_motion.h"

#include <math.h>
#include <stdlib.h>

static const double gravity = ROCKING_GRAVITY;

rocking_fragility_options rocking_fragility_options_default(void)
{
    return (rocking_fragility_options){.block = talus_rocking_block_rectangle(1.0, 0.2, 0.6),
                                       .impact = {.map = TALUS_ROCKING_CHATZIS,
                                                  .spread = ROCKING_UNIFORM,
                                                  .low = 0.6,
                                                  .high = 1.0},
                                       .measure = ROCKING_PGA,
                                       .low = 0.05,
                                       .high = 1.5,
                                       .levels = 30,
                                       .samples = 300,
                                       .pulse = {.frequency = 1.0, .cycles = 1.0, .rise = 0.2},
                                       .horizon = 30.0,
                                       .seed = 1};
}

static talus_status check(const rocking_fragility_options *o, talus_error *error)
{
    if (!(o->low > 0.0) || !(o->high > o->low) || !isfinite(o->high) || o->levels < 2 ||
        o->levels > ROCKING_LEVELS_MOST) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "%zu levels of intensity from %g to %g: expected 2 to %d levels that "
            "ascend from > 0",
            o->levels, o->low, o->high, (int)ROCKING_LEVELS_MOST);
    }
    if (o->samples < 1 || (double)o->samples * (double)o->levels > ROCKING_RUNS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu samples at %zu levels: expected 1 to %g runs in all",
                               o->samples, o->levels, ROCKING_RUNS_MOST);
    }
    if (!(o->threshold >= 0.0) || !isfinite(o->threshold) || !(o->horizon > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "threshold %g alpha, horizon %g/p: expected numbers > 0",
                               o->threshold, o->horizon);
    }
    if (o->motion_count < 1 && (o->pulse.kind == TALUS_PULSE_NONE || o->measure != ROCKING_PGA)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               o->pulse.kind == TALUS_PULSE_NONE
                                   ? "no ground motion: expected a record or a pulse"
                                   : "a pulse has its peak acceleration as intensity, not its "
                                     "velocity");
    }
    if (o->spatial) {
        const rocking_spatial_impact *i = o->spatial;
        const talus_spatial_block block = talus_spatial_cuboid(1.0, i->b1, i->b2, i->h);
        return talus_spatial_block_check(&block, error);
    }
    const talus_status status = talus_rocking_block_check(&o->block, error);
    return status == TALUS_OK ? rocking_impact_check(&o->impact, &o->block, error) : status;
}

/// Factors that bring each motion to intensity 1. @return the longest duration (s); -1 - i
/// where motion i does not move
static double unit_factors(const rocking_fragility_options *o, double *factor)
{
    if (o->motion_count == 0) {
        factor[0] = gravity;
        return talus_pulse_duration(&o->pulse);
    }
    double longest = 0.0;
    for (size_t i = 0; i < o->motion_count; i++) {
        double acceleration, velocity;
        ground_motion_resultant_peaks(&o->motions[i], o->across ? &o->across[i] : NULL,
                                      &acceleration, &velocity);
        const double peak = o->measure == ROCKING_PGA ? acceleration / gravity : velocity;
        if (!(peak > 0.0)) {
            return -1.0 - (double)i;
        }
        factor[i] = 1.0 / peak;
        longest = fmax(longest, (double)o->motions[i].count * o->motions[i].time_step);
    }
    return longest;
}

typedef struct fragility_runs {
    talus_planar_model *models;
    talus_shaking *shakings;
    talus_planar_result *results;
} fragility_runs;

/// Samples are the same at every level, so that the curve moves by the shaking alone.
static void fill_runs(const rocking_fragility_plan *plan, fragility_runs *runs)
{
    const rocking_fragility_options *o = plan->options;
    const double along = talus_cos(o->motion_count > 0 ? 0.0 : o->direction);
    for (size_t k = 0; k < o->levels; k++) {
        for (size_t i = 0; i < o->samples; i++) {
            const size_t run = k * o->samples + i;
            runs->models[run] = rocking_impact_sample(&o->impact, &o->block, o->seed, i);
            runs->shakings[run] = rocking_fragility_shaking(plan, k, i);
            runs->shakings[run].scale *= along;
        }
    }
}

/// A block that still moves after the shaking cannot overturn any more with less energy than it has
/// upright over its nearer corner.
static bool is_safe(const talus_planar_model *model, const talus_planar_result *result)
{
    const talus_rocking_block *b = &model->block;
    const double near = fmin(b->b1, b->b2);
    const double barrier = b->mass * model->gravity * (sqrt(near * near + b->h * b->h) - b->h);
    const bool inside = fabs(result->theta) <
                        talus_rocking_block_pivot(b, result->theta < 0.0, model->gravity).alpha;
    return inside && talus_planar_energy(model, result->theta, result->omega) < barrier;
}

/// A run without a verdict goes on to twice and four times its horizon.
static talus_status go_on(const fragility_runs *runs, size_t run, talus_planar_options options,
                          double horizon, bool *undecided, talus_error *error)
{
    talus_planar_result *result = &runs->results[run];
    talus_status status = TALUS_OK;
    *undecided = false;
    for (int i = 0; i < 3 && status == TALUS_OK; i++) {
        *undecided = result->outcome == TALUS_PLANAR_MOVING && !is_safe(&runs->models[run], result);
        if (!*undecided || i == 2) {
            break;
        }
        options.duration += horizon;
        horizon *= 2.0;
        status = talus_planar_run(&runs->models[run], &runs->shakings[run], &options, NULL, result,
                                  error);
    }
    return status;
}

static talus_status count_planar(const rocking_fragility_plan *plan, const fragility_runs *runs,
                                 const talus_planar_options *options, talus_error *error)
{
    const rocking_fragility_options *o = plan->options;
    const size_t records = rocking_fragility_records(o);
    talus_status status = TALUS_OK;
    for (size_t run = 0; run < o->levels * o->samples && status == TALUS_OK; run++) {
        const talus_planar_result *result = &runs->results[run];
        const size_t place = run % o->samples % records * o->levels + run / o->samples;
        bool undecided = false;
        status = go_on(runs, run, *options, options->duration - plan->longest, &undecided, error);
        const talus_rocking_block *block = &runs->models[run].block;
        // tilts count relative to the side that the block leaned to farthest: its nearer corner
        const talus_rocking_block narrow = {block->mass, block->inertia, block->h,
                                            fmin(block->b1, block->b2), fmin(block->b1, block->b2)};
        const double alpha = talus_rocking_block_pivot(&narrow, false, gravity).alpha;
        const bool overturned = result->outcome == TALUS_PLANAR_OVERTURNED;
        const bool exceeded =
            o->threshold > 0.0 ? result->peak_angle > o->threshold * alpha : overturned;
        plan->tally.runs[place] += 1.0;
        plan->tally.exceeded[place] += exceeded || undecided;
        plan->tally.undecided[place] += undecided && !exceeded;
    }
    return status;
}

/// Planar runs of all levels.
static talus_status run_planar(const rocking_fragility_plan *plan, talus_error *error)
{
    const rocking_fragility_options *o = plan->options;
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&o->block, false, gravity);
    const size_t count = o->levels * o->samples;
    fragility_runs runs = {.models = malloc(count * sizeof *runs.models),
                           .shakings = malloc(count * sizeof *runs.shakings),
                           .results = malloc(count * sizeof *runs.results)};
    talus_planar_options options = talus_planar_options_default();
    options.duration = plan->longest + o->horizon / pivot.p;
    talus_status status = TALUS_OK;
    if (runs.models && runs.shakings && runs.results) {
        fill_runs(plan, &runs);
        status = talus_planar_batch(count, runs.models, runs.shakings, &options, o->threads,
                                    runs.results, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a fragility");
    }
    status = status == TALUS_OK ? count_planar(plan, &runs, &options, error) : status;
    free(runs.models);
    free(runs.shakings);
    free(runs.results);
    return status;
}

/// Shares of each level with their intervals. Undecided runs count as exceeded; the bound with them
/// as not exceeded stands beside.
static talus_status fill_levels(rocking_fragility *fragility, const rocking_fragility_tally *tally,
                                double *room, talus_error *error)
{
    const rocking_fragility_options *o = &fragility->options;
    const size_t records = rocking_fragility_records(o);
    double *runs = room, *exceeded = room + records;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < o->levels && status == TALUS_OK; k++) {
        rocking_fragility_level *level = &fragility->levels[k];
        double hits = 0.0, undecided = 0.0;
        size_t used = 0;
        for (size_t r = 0; r < records; r++) {
            const size_t place = r * o->levels + k;
            if (tally->runs[place] > 0.0) {
                runs[used] = tally->runs[place];
                exceeded[used++] = tally->exceeded[place];
            }
            hits += tally->exceeded[place];
            undecided += tally->undecided[place];
        }
        *level = (rocking_fragility_level){.intensity = rocking_fragility_intensity(o, k),
                                           .samples = o->samples,
                                           .exceeded = (size_t)hits,
                                           .undecided = (size_t)undecided,
                                           .share_low = (hits - undecided) / (double)o->samples};
        status = rocking_share_of(runs, exceeded, used, &level->interval, error);
        fragility->undecided += level->undecided;
    }
    return status;
}

static talus_status fit_levels(rocking_fragility *fragility, const rocking_fragility_tally *tally,
                               double *intensity, talus_error *error)
{
    const rocking_fragility_options *o = &fragility->options;
    for (size_t k = 0; k < o->levels; k++) {
        intensity[k] = rocking_fragility_intensity(o, k);
    }
    const rocking_record_counts counts = {.records = rocking_fragility_records(o),
                                          .levels = o->levels,
                                          .intensity = intensity,
                                          .runs = tally->runs,
                                          .exceeded = tally->exceeded};
    const talus_status status = rocking_clustered_fit_of(&counts, NULL, &fragility->fit, error);
    for (size_t k = 0; k < o->levels && status == TALUS_OK; k++) {
        rocking_fragility_level *level = &fragility->levels[k];
        level->fitted = fragility->fit.fit.state == ROCKING_FIT_FOUND
                            ? rocking_lognormal_share(fragility->fit.fit.theta,
                                                      fragility->fit.fit.beta, level->intensity)
                            : (double)NAN;
    }
    return status;
}

/// @param room (motion_count + 1, 2 records + levels, 3 records x levels)
static talus_status run_all(rocking_fragility *fragility, double *room, talus_error *error)
{
    const rocking_fragility_options *o = &fragility->options;
    const size_t records = rocking_fragility_records(o), cells = records * o->levels;
    double *factor = room, *columns = factor + o->motion_count + 1;
    double *tallies = columns + 2 * records + o->levels;
    const rocking_fragility_plan plan = {
        .options = o,
        .factor = factor,
        .longest = unit_factors(o, factor),
        .tally = {.runs = tallies, .exceeded = tallies + cells, .undecided = tallies + 2 * cells}};
    if (plan.longest < 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "record %.0f of %zu has no motion, so it cannot be scaled: expected "
                               "an acceleration other than 0",
                               -plan.longest, o->motion_count);
    }
    talus_status status =
        o->spatial ? rocking_fragility_spatial(&plan, error) : run_planar(&plan, error);
    fragility->runs = (double)o->levels * (double)o->samples;
    status = status == TALUS_OK ? fill_levels(fragility, &plan.tally, columns, error) : status;
    return status == TALUS_OK ? fit_levels(fragility, &plan.tally, columns, error) : status;
}

talus_status rocking_fragility_make(const rocking_fragility_options *options,
                                    rocking_fragility *fragility, talus_error *error)
{
    *fragility = (rocking_fragility){.options = *options};
    talus_status status = check(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t records = rocking_fragility_records(options);
    const size_t room_size =
        options->motion_count + 1 + 2 * records + options->levels + 3 * records * options->levels;
    double *room = calloc(room_size, sizeof *room);
    fragility->levels = calloc(options->levels, sizeof *fragility->levels);
    if (room && fragility->levels) {
        status = run_all(fragility, room, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a fragility");
    }
    free(room);
    if (status != TALUS_OK) {
        rocking_fragility_clear(fragility);
    }
    return status;
}

void rocking_fragility_clear(rocking_fragility *fragility)
{
    free(fragility->levels);
    *fragility = (rocking_fragility){.levels = NULL};
}
