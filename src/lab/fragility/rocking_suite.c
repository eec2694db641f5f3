// SPDX-License-Identifier: GPL-3.0-or-later
// A suite of records: runs, shares with the record as the unit, curves, annual rates.
#include "lab/fragility/rocking_suite.h"

#include "lab/fragility/rocking_fragility_plan.h"
#include "lab/fragility/rocking_suite_demand.h"
#include "lab/fragility/rocking_suite_run.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

static const double none = (double)NAN;

const char *rocking_suite_outcome_name(rocking_suite_outcome outcome)
{
    static const char *const names[] = {[ROCKING_SUITE_STILL] = "still",
                                        [ROCKING_SUITE_STANDS] = "stands",
                                        [ROCKING_SUITE_FELL] = "overturned",
                                        [ROCKING_SUITE_UNDECIDED] = "undecided"};
    return names[outcome];
}

rocking_suite_options rocking_suite_options_default(void)
{
    return (rocking_suite_options){.measure = ROCKING_SUITE_PGA,
                                   .period = 1.0,
                                   .damping = 0.05,
                                   .low = 0.1,
                                   .high = 1.0,
                                   .levels = 10,
                                   .factor = 1.0,
                                   .samples = 1,
                                   .angles = 1,
                                   .thresholds = {ROCKING_SUITE_OVERTURNED},
                                   .threshold_count = 1,
                                   .horizon = 30.0,
                                   .seed = 1};
}

static double level_of(const rocking_suite *suite, size_t k)
{
    const rocking_suite_options *o = &suite->options;
    if (o->mode == ROCKING_SUITE_CLOUD) {
        return rocking_suite_scaled(o, suite->unit[k]);
    }
    return o->levels < 2 ? o->low
                         : o->low + (o->high - o->low) * (double)k / (double)(o->levels - 1);
}

static talus_status check(const rocking_suite_options *o, talus_error *error)
{
    const double runs =
        (double)o->list->count * (double)o->levels * (double)o->samples * (double)o->angles;
    if (!(o->low > 0.0) || !(o->high >= o->low) || !isfinite(o->high) || o->levels < 1 ||
        (o->levels > 1 && o->high == o->low) || !(o->factor > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu levels from %g to %g, factor %g: expected levels that ascend "
                               "from > 0 and a factor > 0",
                               o->levels, o->low, o->high, o->factor);
    }
    if (o->samples < 1 || o->angles < 1 || o->angles > ROCKING_SUITE_ANGLES ||
        !(runs <= ROCKING_RUNS_MOST)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu records, %zu levels, %zu samples, %zu angles: expected at "
                               "least one of each, %d angles and %g runs at most",
                               o->list->count, o->levels, o->samples, o->angles,
                               (int)ROCKING_SUITE_ANGLES, ROCKING_RUNS_MOST);
    }
    if (rocking_is_shaken(&o->scenario->keys.ground) ||
        o->scenario->keys.simulation.motion != ROCKING_MOTION_ROCKING) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the scenario has a ground_motion of its own or bounces: a suite "
                               "shakes a rocking block by its list of records; remove it");
    }
    if (o->bootstrap > ROCKING_SUITE_REPLICATES) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu replicates of a bootstrap, expected up to %d", o->bootstrap,
                               (int)ROCKING_SUITE_REPLICATES);
    }
    const talus_status status = rocking_suite_measure_check(o, error);
    if (status == TALUS_OK && o->draws && o->scenario->keys.block.kind == ROCKING_PLANAR) {
        const talus_planar_model model = rocking_planar_model(&o->scenario->keys);
        return rocking_impact_check(&o->impact, &model.block, error);
    }
    return status;
}

typedef struct job {
    const suite_plan *plan;
    rocking_suite_run *runs;
    atomic_int failed;
    talus_error *error;
} job;

static void work(void *context, size_t k)
{
    job *j = context;
    talus_error error = {0};
    if (atomic_load(&j->failed) == 0 && suite_run(j->plan, &j->runs[k], &error) != TALUS_OK) {
        int expected = 0;
        if (atomic_compare_exchange_strong(&j->failed, &expected, 1) && j->error) {
            *j->error = error;
        }
    }
}

static talus_status run_all(const suite_plan *plan, rocking_suite_run *runs, size_t count,
                            talus_error *error)
{
    talus_error first = {0};
    job j = {.plan = plan, .runs = runs, .error = &first};
    atomic_init(&j.failed, 0);
    const talus_status status = rocking_share(count, plan->options->threads, work, &j, error);
    if (status == TALUS_OK && atomic_load(&j.failed) != 0) {
        return talus_error_set(error, first.status, "%s", first.message);
    }
    return status;
}

/// Rows of the table before they are run.
static void lay_out(rocking_suite *suite)
{
    const rocking_suite_options *o = &suite->options;
    const bool cloud = o->mode == ROCKING_SUITE_CLOUD;
    size_t k = 0;
    for (size_t r = 0; r < o->list->count; r++) {
        for (size_t l = cloud ? r : 0; l < (cloud ? r + 1 : suite->levels); l++) {
            for (size_t i = 0; i < o->samples * o->angles; i++) {
                const double intensity = level_of(suite, l);
                suite->runs[k++] = (rocking_suite_run){
                    .record = r,
                    .level = l,
                    .sample = i / o->angles,
                    .angle = i % o->angles,
                    .intensity = intensity,
                    .factor = rocking_suite_factor(o, suite->unit[r], intensity)};
            }
        }
    }
}

/// Runs, exceedances and undecided ones of each record at each level, times the record's weight.
/// @param cells (3 records levels)
static void tally(const rocking_suite *suite, double threshold, double *cells)
{
    const size_t n = suite->options.list->count * suite->levels;
    for (size_t i = 0; i < 3 * n; i++) {
        cells[i] = 0.0;
    }
    for (size_t k = 0; k < suite->run_count; k++) {
        const rocking_suite_run *run = &suite->runs[k];
        const size_t cell = run->record * suite->levels + run->level;
        cells[cell] += 1.0;
        cells[n + cell] += rocking_suite_exceeds(run, threshold);
        cells[2 * n + cell] += run->outcome == ROCKING_SUITE_UNDECIDED;
    }
    for (size_t i = 0; i < 3 * n; i++) {
        cells[i] *= rocking_suite_weight_of(suite->options.list, i % n / suite->levels);
    }
}

/// Weights make fractions of runs; their counts have no beta-binomial distribution.
static bool are_whole(const double *runs, size_t count)
{
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        whole = whole && runs[i] == floor(runs[i]);
    }
    return whole;
}

/// One level: shares of the records that have runs there.
static talus_status share_level(const rocking_suite *suite, const double *cells, size_t level,
                                double *room, rocking_suite_share *share, talus_error *error)
{
    const size_t records = suite->options.list->count, n = records * suite->levels;
    double *runs = room, *exceeded = room + records;
    size_t used = 0;
    *share = (rocking_suite_share){
        .intensity = level_of(suite, level), .fitted = none, .band_low = none, .band_high = none};
    for (size_t r = 0; r < records; r++) {
        const size_t cell = r * suite->levels + level;
        if (cells[cell] > 0.0) {
            runs[used] = cells[cell];
            exceeded[used++] = cells[n + cell];
        }
        share->runs += cells[cell];
        share->exceeded += cells[n + cell];
        share->undecided += cells[2 * n + cell];
    }
    share->share_low = (share->exceeded - share->undecided) / share->runs;
    share->regression = none;
    share->beta = are_whole(runs, used) ? rocking_beta_binomial_fit(runs, exceeded, used)
                                        : (rocking_beta_binomial){.rho = none};
    return rocking_share_of(runs, exceeded, used, &share->interval, error);
}

static talus_status fit_curve(const rocking_suite *suite, const double *cells, double *intensity,
                              rocking_suite_curve *curve, talus_error *error)
{
    const size_t records = suite->options.list->count, n = records * suite->levels;
    for (size_t l = 0; l < suite->levels; l++) {
        intensity[l] = level_of(suite, l);
    }
    const rocking_record_counts counts = {.records = records,
                                          .levels = suite->levels,
                                          .intensity = intensity,
                                          .runs = cells,
                                          .exceeded = cells + n};
    const talus_status status = rocking_clustered_fit_of(&counts, NULL, &curve->fit, error);
    return status == TALUS_OK ? suite_bootstrap_counts(&suite->options, &counts, curve, error)
                              : status;
}

/// Rates at the fitted curve and at the limits of theta, beta fixed.
static talus_status find_rates(const rocking_suite_options *o, rocking_suite_curve *curve,
                               talus_error *error)
{
    const rocking_annual_rate nothing = {none, none, none, none};
    const rocking_lognormal *f = &curve->fit.fit;
    curve->rate = curve->rate_low = curve->rate_high = nothing;
    if (!o->hazard || f->state != ROCKING_FIT_FOUND) {
        return TALUS_OK;
    }
    curve->terms = calloc(o->hazard->count, sizeof *curve->terms);
    if (!curve->terms) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a rate");
    }
    curve->rate = rocking_annual_rate_of(o->hazard, f->theta, f->beta, curve->terms);
    if (isfinite(curve->fit.theta_low)) {
        curve->rate_low = rocking_annual_rate_of(o->hazard, curve->fit.theta_high, f->beta, NULL);
        curve->rate_high = rocking_annual_rate_of(o->hazard, curve->fit.theta_low, f->beta, NULL);
    }
    return TALUS_OK;
}

/// Capacity of a record and sample: the lowest level that exceeds, bisected to 1e-3 with the level
/// below. @return NaN without one up to the last level
static talus_status capacity_of(const rocking_suite *suite, const suite_plan *plan,
                                const rocking_suite_run *first, double threshold, double *capacity,
                                bool *resurrects, talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    const size_t stride = o->samples * o->angles;
    size_t level = 0;
    while (level < suite->levels && !rocking_suite_exceeds(&first[level * stride], threshold)) {
        level++;
    }
    *capacity = none;
    *resurrects = false;
    if (level == suite->levels) {
        return TALUS_OK;
    }
    for (size_t l = level; l < suite->levels; l++) {
        *resurrects = *resurrects || !rocking_suite_exceeds(&first[l * stride], threshold);
    }
    double low = level > 0 ? level_of(suite, level - 1) : 0.0, high = level_of(suite, level);
    talus_status status = TALUS_OK;
    while (high - low > 1e-3 * high && status == TALUS_OK) {
        rocking_suite_run run = *first;
        run.intensity = 0.5 * (low + high);
        run.factor = rocking_suite_factor(o, suite->unit[run.record], run.intensity);
        status = suite_run(plan, &run, error);
        if (rocking_suite_exceeds(&run, threshold)) {
            high = run.intensity;
        } else {
            low = run.intensity;
        }
    }
    *capacity = high;
    return status;
}

/// Capacities of all records, samples and angles in the order of the records; NaN of survivors.
static talus_status find_capacities(const rocking_suite *suite, const suite_plan *plan,
                                    rocking_suite_curve *curve, double *capacities,
                                    talus_error *error)
{
    const size_t stride = suite->options.samples * suite->options.angles;
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < suite->options.list->count * stride && status == TALUS_OK; i++) {
        const rocking_suite_run *first =
            &suite->runs[i / stride * suite->levels * stride + i % stride];
        bool resurrects = false;
        status =
            capacity_of(suite, plan, first, curve->threshold, &capacities[i], &resurrects, error);
        curve->resurrections += resurrects;
        curve->survivors += isnan(capacities[i]) ? 1 : 0;
        curve->capacities += isnan(capacities[i]) ? 0 : 1;
    }
    return status;
}

/// @param capacities (4 x records x samples x angles)
static talus_status fit_capacities(const rocking_suite *suite, const suite_plan *plan,
                                   rocking_suite_curve *curve, double *capacities,
                                   talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    const size_t count = o->list->count * o->samples * o->angles;
    double *found = capacities + count, *weights = found + count, *of_records = weights + count;
    double survivors = 0.0;
    size_t used = 0;
    talus_status status = find_capacities(suite, plan, curve, capacities, error);
    if (status != TALUS_OK) {
        return status;
    }
    for (size_t r = 0; r < o->list->count; r++) {
        of_records[r] = rocking_suite_weight_of(o->list, r);
    }
    for (size_t i = 0; i < count; i++) {
        const double weight = of_records[i / (o->samples * o->angles)];
        found[used] = capacities[i];
        weights[used] = weight;
        used += isnan(capacities[i]) ? 0 : 1;
        survivors += isnan(capacities[i]) ? weight : 0.0;
    }
    curve->fit = (rocking_clustered_fit){
        .fit = rocking_lognormal_ida(found, weights, used, survivors, o->high),
        .se_ln_theta = none,
        .se_beta = none,
        .jackknife_ln_theta = none,
        .jackknife_beta = none,
        .t = none,
        .theta_low = none,
        .theta_high = none};
    return suite_bootstrap_capacities(o, capacities, of_records, curve, error);
}

static talus_status fit_ida(const rocking_suite *suite, const suite_plan *plan,
                            rocking_suite_curve *curve, talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    double *capacities =
        malloc((4 * o->list->count * o->samples * o->angles + 1) * sizeof *capacities);
    const talus_status status =
        capacities ? fit_capacities(suite, plan, curve, capacities, error)
                   : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for capacities");
    free(capacities);
    return status;
}

static void add_curve(rocking_suite_share *share, const rocking_clustered_fit *fit)
{
    if (fit->fit.state == ROCKING_FIT_FOUND) {
        share->fitted = rocking_lognormal_share(fit->fit.theta, fit->fit.beta, share->intensity);
        if (isfinite(fit->t)) {
            rocking_clustered_band(fit, share->intensity, &share->band_low, &share->band_high);
        }
    }
}

/// @param room (3 records levels + 2 records + levels)
static talus_status evaluate(rocking_suite *suite, const suite_plan *plan, double *room,
                             talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    double *cells = room, *columns = room + 3 * o->list->count * suite->levels;
    talus_status status = TALUS_OK;
    for (size_t t = 0; t < o->threshold_count && status == TALUS_OK; t++) {
        rocking_suite_curve *curve = &suite->curves[t];
        rocking_suite_share *shares = &suite->shares[t * suite->levels];
        curve->threshold = o->thresholds[t];
        curve->boot_rate_low = curve->boot_rate_high = none;
        tally(suite, o->thresholds[t], cells);
        for (size_t l = 0; l < suite->levels && status == TALUS_OK; l++) {
            status = share_level(suite, cells, l, columns, &shares[l], error);
        }
        if (status == TALUS_OK) {
            status = o->mode == ROCKING_SUITE_IDA
                         ? fit_ida(suite, plan, curve, error)
                         : fit_curve(suite, cells, columns + 2 * o->list->count, curve, error);
        }
        status = status == TALUS_OK ? find_rates(o, curve, error) : status;
        for (size_t l = 0; l < suite->levels && status == TALUS_OK; l++) {
            add_curve(&shares[l], &curve->fit);
        }
    }
    return status;
}

static talus_status measure_records(rocking_suite *suite, talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    for (size_t r = 0; r < o->list->count; r++) {
        suite->unit[r] = rocking_suite_intensity(&o->list->records[r], o);
        if (!(suite->unit[r] > 0.0) || !isfinite(suite->unit[r])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "record %s has an intensity of %g and cannot be scaled",
                                   o->list->records[r].name, suite->unit[r]);
        }
    }
    return TALUS_OK;
}

talus_status rocking_suite_make(const rocking_suite_options *options, rocking_suite *suite,
                                talus_error *error)
{
    *suite = (rocking_suite){.options = *options};
    const rocking_suite_options *o = &suite->options;
    talus_status status = check(o, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t records = o->list->count;
    const bool cloud = o->mode == ROCKING_SUITE_CLOUD;
    suite->levels = cloud ? records : o->levels;
    suite->run_count = (cloud ? records : records * suite->levels) * o->samples * o->angles;
    suite->unit = malloc(records * sizeof *suite->unit);
    suite->runs = calloc(suite->run_count, sizeof *suite->runs);
    suite->shares = calloc(o->threshold_count * suite->levels, sizeof *suite->shares);
    double *room =
        malloc((3 * records * suite->levels + 2 * records + suite->levels) * sizeof *room);
    suite_plan plan = {.options = o};
    if (!suite->unit || !suite->runs || !suite->shares || !room) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a suite");
    }
    status = status == TALUS_OK ? measure_records(suite, error) : status;
    status = status == TALUS_OK ? suite_plan_make(o, suite->unit, &plan, error) : status;
    if (status == TALUS_OK) {
        suite->alpha = plan.alpha;
        suite->p = plan.p;
        lay_out(suite);
        status = run_all(&plan, suite->runs, suite->run_count, error);
    }
    status = status == TALUS_OK ? evaluate(suite, &plan, room, error) : status;
    status = status == TALUS_OK && cloud ? suite_demand_make(suite, error) : status;
    for (size_t k = 0; k < suite->run_count && status == TALUS_OK; k++) {
        suite->undecided += suite->runs[k].outcome == ROCKING_SUITE_UNDECIDED;
    }
    suite_plan_clear(&plan);
    free(room);
    if (status != TALUS_OK) {
        rocking_suite_clear(suite);
    }
    return status;
}

void rocking_suite_clear(rocking_suite *suite)
{
    for (size_t t = 0; t < ROCKING_SUITE_THRESHOLDS; t++) {
        free(suite->curves[t].terms);
    }
    free(suite->unit);
    free(suite->runs);
    free(suite->shares);
    *suite = (rocking_suite){.run_count = 0};
}
