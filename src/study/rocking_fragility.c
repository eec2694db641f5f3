// SPDX-License-Identifier: GPL-3.0-or-later
// Fragility: share of blocks with sampled impacts that exceed a rotation or overturn.
#include "rocking/ground_motion.h"
#include "study/rocking_internal.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
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

void rocking_wilson(size_t k, size_t n, double *low, double *high)
{
    const double z = 1.959963984540054, m = (double)n, share = (double)k / m;
    const double bottom = 1.0 + z * z / m, middle = (share + 0.5 * z * z / m) / bottom;
    const double half = z / bottom * sqrt(share * (1.0 - share) / m + 0.25 * z * z / (m * m));
    *low = k == 0 ? 0.0 : fmax(0.0, middle - half);
    *high = k == n ? 1.0 : fmin(1.0, middle + half);
}

/// One step of Fisher scoring for P = Phi(a + c ln x). @return false when it is not determined
static bool score(const rocking_fragility_level *levels, size_t count, double *a, double *c)
{
    double waa = 0.0, wac = 0.0, wcc = 0.0, ga = 0.0, gc = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double x = log(levels[i].intensity), eta = *a + *c * x;
        const double p = gsl_cdf_ugaussian_P(eta), q = gsl_cdf_ugaussian_Q(eta);
        const double density = gsl_ran_ugaussian_pdf(eta);
        if (!(p * q > 1e-300)) {
            continue;
        }
        const double n = (double)levels[i].samples, k = (double)levels[i].exceeded;
        const double weight = n * density * density / (p * q);
        const double slope = (k - n * p) * density / (p * q);
        waa += weight;
        wac += weight * x;
        wcc += weight * x * x;
        ga += slope;
        gc += slope * x;
    }
    const double det = waa * wcc - wac * wac;
    if (!(det > 1e-12 * waa * wcc)) {
        return false;
    }
    const double da = (wcc * ga - wac * gc) / det, dc = (waa * gc - wac * ga) / det;
    // far steps are halved: the likelihood is concave
    const double most = fmax(fabs(da) / (1.0 + fabs(*a)), fabs(dc) / (1.0 + fabs(*c)));
    const double part = most > 1.0 ? 1.0 / most : 1.0;
    *a += part * da;
    *c += part * dc;
    return true;
}

bool rocking_fit_lognormal(const rocking_fragility_level *levels, size_t count, double *median,
                           double *beta)
{
    double a = 0.0, c = 1.0;
    size_t between = 0;
    double mean = 0.0;
    for (size_t i = 0; i < count; i++) {
        between += levels[i].exceeded > 0 && levels[i].exceeded < levels[i].samples;
        mean += log(levels[i].intensity) / (double)count;
    }
    a = -mean;
    *median = *beta = (double)NAN;
    // two levels with mixed verdicts fix two numbers
    for (int i = 0; i < 200 && between >= 2; i++) {
        const double a0 = a, c0 = c;
        if (!score(levels, count, &a, &c) || !isfinite(a) || !(fabs(c) < 1e6)) {
            return false;
        }
        if (fabs(a - a0) <= 1e-12 * (1.0 + fabs(a)) && fabs(c - c0) <= 1e-12 * (1.0 + fabs(c))) {
            *median = exp(-a / c);
            *beta = 1.0 / c;
            return c > 0.0;
        }
    }
    return false;
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

/// Factors that bring each motion to intensity 1. @return the longest duration (s), < 0 for a
/// motion that does not move
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
            return -1.0;
        }
        factor[i] = 1.0 / peak;
        longest = fmax(longest, (double)o->motions[i].count * o->motions[i].time_step);
    }
    return longest;
}

static double level_of(const rocking_fragility_options *o, size_t k)
{
    return o->low + (o->high - o->low) * (double)k / (double)(o->levels - 1);
}

talus_shaking rocking_fragility_shaking(const rocking_fragility_plan *plan, size_t level,
                                        size_t sample)
{
    const rocking_fragility_options *o = plan->options;
    const size_t motion = o->motion_count > 0 ? sample % o->motion_count : 0;
    talus_shaking shaking = {.scale = level_of(o, level) * plan->factor[motion]};
    if (o->motion_count > 0) {
        shaking.motion = &o->motions[motion];
    } else {
        shaking.pulse = o->pulse;
    }
    return shaking;
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

/// Planar runs of all levels. @param exceeded (levels) out
static talus_status run_planar(const rocking_fragility_plan *plan, size_t *exceeded,
                               talus_error *error)
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
    for (size_t run = 0; run < count && status == TALUS_OK; run++) {
        const talus_planar_result *result = &runs.results[run];
        exceeded[run / o->samples] += o->threshold > 0.0
                                          ? result->peak_angle > o->threshold * pivot.alpha
                                          : result->outcome == TALUS_PLANAR_OVERTURNED;
    }
    free(runs.models);
    free(runs.shakings);
    free(runs.results);
    return status;
}

static void fill_levels(rocking_fragility *fragility, const size_t *exceeded)
{
    const rocking_fragility_options *o = &fragility->options;
    for (size_t k = 0; k < o->levels; k++) {
        rocking_fragility_level *level = &fragility->levels[k];
        *level = (rocking_fragility_level){
            .intensity = level_of(o, k), .samples = o->samples, .exceeded = exceeded[k]};
        level->probability = (double)level->exceeded / (double)level->samples;
        rocking_wilson(level->exceeded, level->samples, &level->low, &level->high);
    }
    fragility->runs = (double)o->levels * (double)o->samples;
    fragility->is_fitted =
        rocking_fit_lognormal(fragility->levels, o->levels, &fragility->median, &fragility->beta);
    for (size_t k = 0; k < o->levels; k++) {
        rocking_fragility_level *level = &fragility->levels[k];
        level->fitted =
            fragility->is_fitted
                ? gsl_cdf_ugaussian_P(log(level->intensity / fragility->median) / fragility->beta)
                : (double)NAN;
    }
}

static talus_status run_all(rocking_fragility *fragility, double *factor, size_t *exceeded,
                            talus_error *error)
{
    const rocking_fragility_options *o = &fragility->options;
    const rocking_fragility_plan plan = {
        .options = o, .factor = factor, .longest = unit_factors(o, factor)};
    if (plan.longest < 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a ground motion without motion cannot be scaled");
    }
    const talus_status status =
        o->spatial ? rocking_fragility_spatial(&plan, exceeded, &fragility->undecided, error)
                   : run_planar(&plan, exceeded, error);
    if (status == TALUS_OK) {
        fill_levels(fragility, exceeded);
    }
    return status;
}

talus_status rocking_fragility_make(const rocking_fragility_options *options,
                                    rocking_fragility *fragility, talus_error *error)
{
    *fragility = (rocking_fragility){.options = *options};
    talus_status status = check(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    double *factor = malloc((options->motion_count + 1) * sizeof *factor);
    size_t *exceeded = calloc(options->levels, sizeof *exceeded);
    fragility->levels = calloc(options->levels, sizeof *fragility->levels);
    if (factor && exceeded && fragility->levels) {
        status = run_all(fragility, factor, exceeded, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a fragility");
    }
    free(factor);
    free(exceeded);
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
