// SPDX-License-Identifier: GPL-3.0-or-later
// Fragility: share of blocks with sampled impacts that exceed a rotation or overturn.
#include "rocking/ground_motion.h"
#include "study/rocking.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

static const double gravity = 9.81;

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
    if (o->motion_count < 1) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "no ground motion");
    }
    const talus_status status = talus_rocking_block_check(&o->block, error);
    return status == TALUS_OK ? rocking_impact_check(&o->impact, &o->block, error) : status;
}

/// Factors that bring each motion to intensity 1. @return the longest duration (s), < 0 for a
/// motion that does not move
static double unit_factors(const rocking_fragility_options *o, double *factor)
{
    double longest = 0.0;
    for (size_t i = 0; i < o->motion_count; i++) {
        double acceleration, velocity;
        ground_motion_peaks(&o->motions[i], &acceleration, &velocity);
        const double peak = o->measure == ROCKING_PGA ? acceleration / gravity : velocity;
        if (!(peak > 0.0)) {
            return -1.0;
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
    double *factor; ///< (motion_count)
} fragility_runs;

static bool runs_create(const rocking_fragility_options *o, fragility_runs *runs)
{
    const size_t count = o->levels * o->samples;
    *runs = (fragility_runs){.models = malloc(count * sizeof *runs->models),
                             .shakings = malloc(count * sizeof *runs->shakings),
                             .results = malloc(count * sizeof *runs->results),
                             .factor = malloc(o->motion_count * sizeof *runs->factor)};
    return runs->models && runs->shakings && runs->results && runs->factor;
}

static void runs_free(fragility_runs *runs)
{
    free(runs->models);
    free(runs->shakings);
    free(runs->results);
    free(runs->factor);
}

static double level_of(const rocking_fragility_options *o, size_t k)
{
    return o->low + (o->high - o->low) * (double)k / (double)(o->levels - 1);
}

/// Samples are the same at every level, so that the curve moves by the shaking alone.
static void fill_runs(const rocking_fragility_options *o, fragility_runs *runs)
{
    for (size_t k = 0; k < o->levels; k++) {
        for (size_t i = 0; i < o->samples; i++) {
            const size_t motion = i % o->motion_count, run = k * o->samples + i;
            runs->models[run] = rocking_impact_sample(&o->impact, &o->block, o->seed, i);
            runs->shakings[run] = (talus_shaking){.motion = &o->motions[motion],
                                                  .scale = level_of(o, k) * runs->factor[motion]};
        }
    }
}

static void count_runs(const rocking_fragility_options *o, const fragility_runs *runs,
                       rocking_fragility_level *levels)
{
    const double alpha = talus_rocking_block_pivot(&o->block, false, gravity).alpha;
    for (size_t k = 0; k < o->levels; k++) {
        rocking_fragility_level *level = &levels[k];
        *level = (rocking_fragility_level){.intensity = level_of(o, k), .samples = o->samples};
        for (size_t i = 0; i < o->samples; i++) {
            const talus_planar_result *result = &runs->results[k * o->samples + i];
            level->exceeded += o->threshold > 0.0 ? result->peak_angle > o->threshold * alpha
                                                  : result->outcome == TALUS_PLANAR_OVERTURNED;
        }
        level->probability = (double)level->exceeded / (double)level->samples;
        rocking_wilson(level->exceeded, level->samples, &level->low, &level->high);
    }
}

static talus_status run_all(const rocking_fragility_options *o, rocking_fragility *fragility,
                            fragility_runs *runs, talus_error *error)
{
    const double longest = unit_factors(o, runs->factor);
    if (longest < 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a ground motion without motion cannot be scaled");
    }
    fill_runs(o, runs);
    talus_planar_options options = talus_planar_options_default();
    const double p = talus_rocking_block_pivot(&o->block, false, gravity).p;
    options.duration = longest + o->horizon / p;
    const talus_status status =
        talus_planar_batch(o->levels * o->samples, runs->models, runs->shakings, &options,
                           o->threads, runs->results, error);
    if (status != TALUS_OK) {
        return status;
    }
    count_runs(o, runs, fragility->levels);
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
    return TALUS_OK;
}

talus_status rocking_fragility_make(const rocking_fragility_options *options,
                                    rocking_fragility *fragility, talus_error *error)
{
    *fragility = (rocking_fragility){.options = *options};
    talus_status status = check(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    fragility_runs runs;
    fragility->levels = calloc(options->levels, sizeof *fragility->levels);
    if (!runs_create(options, &runs) || !fragility->levels) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a fragility");
    } else {
        status = run_all(options, fragility, &runs, error);
    }
    runs_free(&runs);
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
