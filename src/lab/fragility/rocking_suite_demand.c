// SPDX-License-Identifier: GPL-3.0-or-later
// Bootstrap of the curves of a suite, and the demand of a cloud.
#include "lab/fragility/rocking_suite_demand.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

static const double none = (double)NAN;

/// Percentiles of the rates of the curves that were found.
static talus_status find_rates(const rocking_suite_options *o, double *curves,
                               rocking_suite_curve *curve, talus_error *error)
{
    if (!o->hazard) {
        return TALUS_OK;
    }
    for (size_t b = 0; b < o->bootstrap; b++) {
        const double theta = curves[2 * b], beta = curves[2 * b + 1];
        curves[b] = isnan(theta) ? none : rocking_annual_rate_of(o->hazard, theta, beta, NULL).rate;
    }
    return rocking_percentiles(curves, o->bootstrap, &curve->boot_rate_low, &curve->boot_rate_high,
                               error);
}

/// @param curves (2 x replicates) owned, may be NULL
static talus_status finish(const rocking_suite_options *o, talus_status status, double *curves,
                           rocking_suite_curve *curve, talus_error *error)
{
    if (curves == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a bootstrap");
    }
    status = status == TALUS_OK ? find_rates(o, curves, curve, error) : status;
    free(curves);
    return status;
}

talus_status suite_bootstrap_counts(const rocking_suite_options *options,
                                    const rocking_record_counts *counts, rocking_suite_curve *curve,
                                    talus_error *error)
{
    const size_t n = options->bootstrap;
    double *curves = malloc((2 * n + 1) * sizeof *curves);
    const talus_status status =
        curves ? rocking_bootstrap_of(counts, n, options->seed, curves, &curve->bootstrap, error)
               : TALUS_ERROR_MEMORY;
    return finish(options, status, curves, curve, error);
}

talus_status suite_bootstrap_capacities(const rocking_suite_options *options,
                                        const double *capacities, const double *weights,
                                        rocking_suite_curve *curve, talus_error *error)
{
    const size_t n = options->bootstrap, each = options->samples * options->angles;
    double *curves = malloc((2 * n + 1) * sizeof *curves);
    const talus_status status =
        curves
            ? rocking_bootstrap_ida(capacities, weights, options->list->count, each, options->high,
                                    n, options->seed, curves, &curve->bootstrap, error)
            : TALUS_ERROR_MEMORY;
    return finish(options, status, curves, curve, error);
}

/// The runs that moved and stand, as ln(intensity) and ln(peak / alpha); NaN of the others.
static void collect_runs(rocking_suite *suite, double *x, double *y)
{
    rocking_suite_demand *d = &suite->demand;
    for (size_t k = 0; k < suite->run_count; k++) {
        const rocking_suite_run *run = &suite->runs[k];
        const bool stands = run->outcome == ROCKING_SUITE_STANDS && run->peak_over_alpha > 0.0;
        d->still += run->outcome == ROCKING_SUITE_STILL;
        d->overturned += run->outcome == ROCKING_SUITE_FELL;
        d->undecided += run->outcome == ROCKING_SUITE_UNDECIDED;
        d->runs += stands;
        x[k] = talus_log(run->intensity);
        y[k] = stands ? talus_log(run->peak_over_alpha) : none;
    }
}

/// Mean residual of each record; NaN of records without a run that stands.
static void average_residuals(const rocking_suite *suite, const double *x, const double *y,
                              double *mean)
{
    const size_t records = suite->options.list->count, each = suite->run_count / records;
    for (size_t r = 0; r < records; r++) {
        double sum = 0.0, count = 0.0;
        for (size_t k = r * each; k < (r + 1) * each; k++) {
            if (isfinite(y[k])) {
                sum += y[k] - suite->demand.line.a - suite->demand.line.b * x[k];
                count += 1.0;
            }
        }
        mean[r] = sum / count;
    }
}

/// @param weights (records)
static void find_sufficiency(rocking_suite *suite, const double *mean, const double *weights,
                             double *column)
{
    const rocking_suite_list *list = suite->options.list;
    for (size_t r = 0; r < list->count; r++) {
        column[r] = list->records[r].magnitude;
    }
    suite->demand.on_magnitude = rocking_line_of(column, mean, weights, list->count);
    for (size_t r = 0; r < list->count; r++) {
        column[r] = list->records[r].distance;
    }
    suite->demand.on_distance = rocking_line_of(column, mean, weights, list->count);
}

/// Curve of overturning of all runs; without one that fell nothing is added, without a curve there
/// are no shares. @param intensity, fell (runs) room @param weights (runs)
static void find_shares(rocking_suite *suite, double *intensity, double *fell,
                        const double *weights)
{
    const rocking_suite_options *o = &suite->options;
    const rocking_line *line = &suite->demand.line;
    double sum = 0.0;
    for (size_t k = 0; k < suite->run_count; k++) {
        intensity[k] = suite->runs[k].intensity;
        fell[k] =
            rocking_suite_exceeds(&suite->runs[k], ROCKING_SUITE_OVERTURNED) ? weights[k] : 0.0;
        sum += fell[k];
    }
    const rocking_counts counts = {suite->run_count, intensity, weights, fell};
    suite->demand.falls = rocking_lognormal_fit(&counts);
    const rocking_lognormal *f = &suite->demand.falls;
    for (size_t k = 0; k < o->threshold_count * suite->levels; k++) {
        const double d = o->thresholds[k / suite->levels], x = suite->shares[k].intensity;
        if (d > 0.0 && isfinite(d) && isfinite(line->residual) &&
            (sum == 0.0 || f->state == ROCKING_FIT_FOUND)) {
            const double fallen = sum > 0.0 ? rocking_lognormal_share(f->theta, f->beta, x) : 0.0;
            const double beyond = gsl_cdf_ugaussian_P(
                (line->a + line->b * talus_log(x) - talus_log(d)) / line->residual);
            suite->shares[k].regression = beyond * (1.0 - fallen) + fallen;
        }
    }
}

talus_status suite_demand_make(rocking_suite *suite, talus_error *error)
{
    const size_t runs = suite->run_count, records = suite->options.list->count;
    double *x = malloc((3 * runs + 3 * records) * sizeof *x);
    if (!x) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the demand");
    }
    double *y = x + runs, *weights = y + runs, *mean = weights + runs, *of_records = mean + records;
    for (size_t r = 0; r < records; r++) {
        of_records[r] = rocking_suite_weight_of(suite->options.list, r);
    }
    for (size_t k = 0; k < runs; k++) {
        weights[k] = of_records[suite->runs[k].record];
    }
    collect_runs(suite, x, y);
    suite->demand.line = rocking_line_of(x, y, weights, runs);
    average_residuals(suite, x, y, mean);
    find_sufficiency(suite, mean, of_records, of_records + records);
    find_shares(suite, x, y, weights);
    free(x);
    return TALUS_OK;
}

bool rocking_suite_exceeds(const rocking_suite_run *run, double threshold)
{
    switch (run->outcome) {
    case ROCKING_SUITE_STILL:
        return false;
    case ROCKING_SUITE_FELL:
    case ROCKING_SUITE_UNDECIDED:
        return true;
    case ROCKING_SUITE_STANDS:
        break;
    }
    return run->peak_over_alpha > threshold;
}
