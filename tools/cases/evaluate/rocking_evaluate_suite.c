// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: intensity measures, fragility fits, annual rates.
#include "cases/evaluate/evaluate.h"
#include "lab/fragility/rocking_fits.h"
#include "lab/rocking/intensity.h"
#include "talus/lab/rocking.h"

#include <math.h>
#include <stdlib.h>

// --- Intensity measures ---

/// One component as read; `values` NULL after a refusal.
typedef struct component {
    double *values;
    size_t count;
    double step;
} component;

static component read_component(evaluate_case *c, const char *key)
{
    component record = {.step = evaluate_positive(c, "dt")};
    record.values = evaluate_list(c, key, &record.count);
    if (!c->failed && record.count < 2) {
        evaluate_refuse(c, "\"%s\" has %zu value: expected at least 2", key, record.count);
    }
    return record;
}

static double read_damping(evaluate_case *c)
{
    const double xi = evaluate_number_or(c, "xi", 0.05);
    if (!c->failed && !(xi >= 0.0 && xi < 1.0)) {
        evaluate_refuse(c, "\"xi\" is %g: expected at least 0 and below 1", xi);
    }
    return xi;
}

static void answer_intensity(evaluate_case *c)
{
    const component r = read_component(c, "record");
    if (!c->failed) {
        const intensity_peaks p = intensity_peaks_of(r.values, r.count, r.step);
        evaluate_put(c, "pga", p.pga);
        evaluate_put(c, "pgv", p.pgv);
        evaluate_put(c, "pgd", p.pgd);
        evaluate_put(c, "v_end", p.v_end);
        evaluate_put(c, "d_end", p.d_end);
        evaluate_put(c, "arias", p.arias);
        evaluate_put(c, "arias_trapezoid", p.arias_trapezoid);
        evaluate_put(c, "cav", p.cav);
        evaluate_put(c, "d5_75", p.duration_75);
        evaluate_put(c, "d5_95", p.duration_95);
    }
    free(r.values);
}

static void answer_spectrum(evaluate_case *c)
{
    const component r = read_component(c, "record");
    const double xi = read_damping(c);
    double periods[64], sa[64], low[64];
    const size_t count = evaluate_numbers(c, "periods", periods, 64);
    for (size_t i = 0; i < count; i++) {
        if (!(periods[i] >= 1e-3)) {
            evaluate_refuse(c, "a period of %g s: expected at least 0.001 s", periods[i]);
        }
    }
    for (size_t i = 0; i < count && !c->failed; i++) {
        sa[i] = intensity_spectral(r.values, r.count, r.step, periods[i], xi);
        low[i] = intensity_spectral(r.values, r.count, r.step, periods[i], 0.02);
    }
    if (!c->failed) {
        evaluate_write_numbers(c, "sa", sa, count);
        evaluate_write_numbers(c, "sa_xi_0_02", low, count);
    }
    free(r.values);
}

static void answer_housner_intensity(evaluate_case *c)
{
    const component r = read_component(c, "record");
    const double xi = read_damping(c);
    if (!c->failed) {
        evaluate_put(c, "si", intensity_housner(r.values, r.count, r.step, xi));
    }
    free(r.values);
}

static void answer_rotd(evaluate_case *c)
{
    const component x = read_component(c, "x"), y = read_component(c, "y");
    const bool spectral = evaluate_has(c, "T");
    const double period = spectral ? evaluate_positive(c, "T") : 0.0, xi = read_damping(c);
    if (!c->failed && x.count != y.count) {
        evaluate_refuse(c, "\"x\" has %zu values and \"y\" %zu: expected as many", x.count,
                        y.count);
    }
    if (!c->failed) {
        const intensity_record record = {x.step, x.count, x.values, y.values};
        const intensity_rotated r =
            intensity_rotated_of(&record, spectral ? INTENSITY_SA : INTENSITY_PGA, period, xi);
        evaluate_put(c, "rotd0", r.rotd0);
        evaluate_put(c, "rotd50", r.rotd50);
        evaluate_put(c, "rotd100", r.rotd100);
        evaluate_put(c, "resultant", r.resultant);
        evaluate_put(c, "geometric_mean", sqrt(r.x * r.y));
    }
    free(x.values);
    free(y.values);
}

static void answer_dimensionless(evaluate_case *c)
{
    const component r = read_component(c, "record");
    const double b = evaluate_positive(c, "b"), h = evaluate_positive(c, "h");
    const double g = evaluate_positive_or(c, "g", 9.81), wp = evaluate_positive(c, "wp");
    talus_rocking_block block = talus_rocking_block_rectangle(1.0, b, h);
    block.inertia = evaluate_positive_or(c, "I_per_m", block.inertia);
    if (!c->failed) {
        const intensity_peaks peaks = intensity_peaks_of(r.values, r.count, r.step);
        const double p = talus_rocking_block_pivot(&block, false, g).p, limit = g * b / h;
        evaluate_put(c, "p", p);
        evaluate_put(c, "pga_over_g_tan_alpha", peaks.pga / limit);
        evaluate_put(c, "p_pgv_over_g_tan_alpha", p * peaks.pgv / limit);
        evaluate_put(c, "wp_over_p", wp / p);
        evaluate_put(c, "pga_over_pgv_over_p", peaks.pga / peaks.pgv / p);
    }
    free(r.values);
}

// --- Fits ---

/// Columns of one length: intensities, runs, counts.
typedef struct columns {
    double *intensity, *runs, *exceeded;
    size_t count;
} columns;

static void clear_columns(columns *t)
{
    free(t->intensity);
    free(t->runs);
    free(t->exceeded);
}

static void check_counts(evaluate_case *c, const double *runs, const double *exceeded, size_t count)
{
    for (size_t i = 0; i < count && !c->failed; i++) {
        if (!(runs[i] >= 1.0 && runs[i] == floor(runs[i]) && exceeded[i] >= 0.0 &&
              exceeded[i] <= runs[i] && exceeded[i] == floor(exceeded[i]))) {
            evaluate_refuse(c, "%g of %g runs: expected whole numbers, 0 <= exceeded <= runs",
                            exceeded[i], runs[i]);
        }
    }
}

static void check_intensities(evaluate_case *c, const double *intensity, size_t count)
{
    for (size_t i = 0; i < count && !c->failed; i++) {
        if (!(intensity[i] > 0.0)) {
            evaluate_refuse(c, "an intensity of %g: expected numbers > 0", intensity[i]);
        }
    }
}

/// @param by_level whether there are intensities, too
static columns read_columns(evaluate_case *c, bool by_level)
{
    columns t = {.count = 0};
    size_t runs = 0, exceeded = 0, levels = 0;
    t.runs = evaluate_list(c, "runs", &runs);
    t.exceeded = evaluate_list(c, "exceeded", &exceeded);
    t.intensity = by_level ? evaluate_list(c, "intensity", &levels) : NULL;
    t.count = runs;
    if (!c->failed && (runs != exceeded || (by_level && levels != runs))) {
        evaluate_refuse(c, "%zu runs, %zu exceeded: expected lists of one length", runs, exceeded);
    }
    if (!c->failed) {
        check_counts(c, t.runs, t.exceeded, t.count);
        check_intensities(c, t.intensity, by_level ? t.count : 0);
    }
    return t;
}

static rocking_lognormal fit_columns(const columns *t)
{
    const rocking_counts counts = {t->count, t->intensity, t->runs, t->exceeded};
    return rocking_lognormal_fit(&counts);
}

static void answer_lognormal_fit(evaluate_case *c)
{
    columns t = read_columns(c, true);
    if (!c->failed) {
        const rocking_lognormal fit = fit_columns(&t);
        // no fit has no numbers: null
        files_json_add_number(c->out, "theta", fit.theta);
        files_json_add_number(c->out, "beta", fit.beta);
        files_json_add_number(c->out, "log_likelihood", fit.log_likelihood);
        files_json_add_number(c->out, "se_ln_theta", fit.se_ln_theta);
        files_json_add_number(c->out, "se_beta", fit.se_beta);
        files_json_add_text(c->out, "reason", rocking_fit_state_name(fit.state));
    }
    clear_columns(&t);
}

static void answer_lognormal_fit_bounds(evaluate_case *c)
{
    columns t = read_columns(c, true);
    size_t count = 0;
    double *undecided = evaluate_list(c, "undecided", &count);
    if (!c->failed && count != t.count) {
        evaluate_refuse(c, "%zu undecided for %zu levels", count, t.count);
    }
    if (!c->failed) {
        const rocking_lognormal least = fit_columns(&t);
        for (size_t i = 0; i < count; i++) {
            t.exceeded[i] += undecided[i];
        }
        check_counts(c, t.runs, t.exceeded, t.count);
        const rocking_lognormal fit = fit_columns(&t);
        files_json_add_number(c->out, "theta", fit.theta);
        files_json_add_number(c->out, "beta", fit.beta);
        files_json_add_number(c->out, "theta_if_none_exceeds", least.theta);
        files_json_add_number(c->out, "beta_if_none_exceeds", least.beta);
    }
    free(undecided);
    clear_columns(&t);
}

static void answer_lognormal_ida(evaluate_case *c)
{
    size_t count = 0;
    double *capacities = evaluate_list(c, "capacities", &count);
    const double survivors = evaluate_number_or(c, "survivors", 0.0);
    const double limit = survivors > 0.0 ? evaluate_positive(c, "limit") : 1.0;
    check_intensities(c, capacities, c->failed ? 0 : count);
    if (!c->failed) {
        const rocking_lognormal fit =
            rocking_lognormal_ida(capacities, NULL, count, survivors, limit);
        files_json_add_number(c->out, "theta", fit.theta);
        files_json_add_number(c->out, "beta", fit.beta);
        files_json_add_number(c->out, "log_likelihood", fit.log_likelihood);
    }
    free(capacities);
}

static void answer_clustered_share(evaluate_case *c)
{
    columns t = read_columns(c, false);
    rocking_share_interval i;
    talus_error error = {0};
    if (!c->failed && rocking_share_of(t.runs, t.exceeded, t.count, &i, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        evaluate_put(c, "p", i.share);
        files_json_add_number(c->out, "variance", i.variance);
        files_json_add_number(c->out, "n_eff", i.effective);
        files_json_add_number(c->out, "deff", i.design_effect);
        files_json_add_number(c->out, "low", i.low);
        files_json_add_number(c->out, "high", i.high);
    }
    clear_columns(&t);
}

static void answer_bootstrap_share(evaluate_case *c)
{
    size_t count = 0;
    double *exceeded = evaluate_list(c, "exceeded", &count), *runs = NULL;
    const size_t each = evaluate_count(c, "runs_per_record", 1, 100000);
    rocking_share_interval i;
    talus_error error = {0};
    if (!c->failed && (runs = malloc((count + 1) * sizeof *runs)) == NULL) {
        evaluate_refuse(c, "out of memory");
    }
    for (size_t r = 0; r < count && !c->failed; r++) {
        runs[r] = (double)each;
    }
    check_counts(c, runs, exceeded, c->failed ? 0 : count);
    if (!c->failed && rocking_share_of(runs, exceeded, count, &i, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        files_json_add_number(c->out, "low", i.boot_low);
        files_json_add_number(c->out, "high", i.boot_high);
    }
    free(exceeded);
    free(runs);
}

static void answer_beta_binomial(evaluate_case *c)
{
    columns t = read_columns(c, false);
    if (!c->failed) {
        const rocking_beta_binomial fit = rocking_beta_binomial_fit(t.runs, t.exceeded, t.count);
        evaluate_put(c, "p", fit.p);
        evaluate_put(c, "rho", fit.rho);
        evaluate_put(c, "loglik", fit.log_likelihood);
    }
    clear_columns(&t);
}

static void write_clustered(evaluate_case *c, const rocking_clustered_fit *fit)
{
    files_json_add_number(c->out, "theta", fit->fit.theta);
    files_json_add_number(c->out, "beta", fit->fit.beta);
    files_json_add_number(c->out, "loglik", fit->fit.log_likelihood);
    files_json_add_number(c->out, "se_ln_theta_naive", fit->fit.se_ln_theta);
    files_json_add_number(c->out, "se_beta_naive", fit->fit.se_beta);
    files_json_add_number(c->out, "se_ln_theta_cluster", fit->se_ln_theta);
    files_json_add_number(c->out, "se_beta_cluster", fit->se_beta);
    files_json_add_number(c->out, "se_ln_theta_jackknife", fit->jackknife_ln_theta);
    files_json_add_number(c->out, "se_beta_jackknife", fit->jackknife_beta);
}

static void answer_clustered_fit(evaluate_case *c)
{
    enum { RECORDS = 4096 };
    size_t levels = 0;
    double *intensity = evaluate_list(c, "intensity", &levels);
    const size_t records = evaluate_length(c, "runs_per_record");
    double *runs = NULL, *exceeded = NULL;
    if (!c->failed && (records < 1 || records > RECORDS || levels > RECORDS)) {
        evaluate_refuse(c, "%zu records at %zu levels: expected 1 to %d of each", records, levels,
                        (int)RECORDS);
    }
    if (!c->failed) {
        runs = malloc(records * levels * sizeof *runs);
        exceeded = malloc(records * levels * sizeof *exceeded);
    }
    if (runs && exceeded && evaluate_matrix(c, "runs_per_record", runs, records, levels) &&
        evaluate_matrix(c, "exceeded_per_record", exceeded, records, levels)) {
        rocking_clustered_fit fit;
        talus_error error = {0};
        const rocking_record_counts counts = {records, levels, intensity, runs, exceeded};
        check_intensities(c, intensity, levels);
        check_counts(c, runs, exceeded, records * levels);
        if (!c->failed && rocking_clustered_fit_of(&counts, NULL, &fit, &error) != TALUS_OK) {
            evaluate_refuse(c, "%s", error.message);
        }
        if (!c->failed) {
            write_clustered(c, &fit);
        }
    } else if (!c->failed) {
        evaluate_refuse(c, "out of memory");
    }
    free(intensity);
    free(runs);
    free(exceeded);
}

static void answer_annual_rate(evaluate_case *c)
{
    size_t points = 0, rates = 0;
    double *intensity = evaluate_list(c, "intensity", &points);
    double *rate = evaluate_list(c, "annual_rate", &rates);
    const double theta = evaluate_positive(c, "theta"), beta = evaluate_positive(c, "beta");
    talus_error error = {0};
    if (!c->failed && points != rates) {
        evaluate_refuse(c, "%zu intensities and %zu rates: expected as many", points, rates);
    }
    const rocking_hazard_curve curve = {points, intensity, rate};
    if (!c->failed && rocking_hazard_check(&curve, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        const rocking_annual_rate r = rocking_annual_rate_of(&curve, theta, beta, NULL);
        evaluate_put(c, "rate", r.rate);
        evaluate_put(c, "rate_high", r.rate_high);
        evaluate_put(c, "share_at_first_point", r.share_at_first);
        evaluate_put(c, "p_50_years", r.p_50_years);
    }
    free(intensity);
    free(rate);
}

#define RECORD_LABELS "record_formula", "unit", "x_formula", "y_formula"

const evaluate_model evaluate_suite_models[] = {
    {"intensity", EVALUATE_INPUTS("record", "dt", RECORD_LABELS), answer_intensity},
    {"spectrum", EVALUATE_INPUTS("record", "dt", "periods", "xi", RECORD_LABELS), answer_spectrum},
    {"housner_intensity", EVALUATE_INPUTS("record", "dt", "xi", "periods", RECORD_LABELS),
     answer_housner_intensity},
    {"rotd", EVALUATE_INPUTS("x", "y", "dt", "T", "xi", RECORD_LABELS), answer_rotd},
    {"dimensionless", EVALUATE_INPUTS("record", "dt", "b", "h", "I_per_m", "wp", RECORD_LABELS),
     answer_dimensionless},
    {"lognormal_fit", EVALUATE_INPUTS("intensity", "runs", "exceeded"), answer_lognormal_fit},
    {"lognormal_fit_bounds", EVALUATE_INPUTS("intensity", "runs", "exceeded", "undecided"),
     answer_lognormal_fit_bounds},
    {"lognormal_ida", EVALUATE_INPUTS("capacities", "survivors", "limit"), answer_lognormal_ida},
    {"clustered_share", EVALUATE_INPUTS("runs", "exceeded"), answer_clustered_share},
    {"bootstrap_share", EVALUATE_INPUTS("exceeded", "runs_per_record"), answer_bootstrap_share},
    {"beta_binomial", EVALUATE_INPUTS("runs", "exceeded"), answer_beta_binomial},
    {"clustered_fit", EVALUATE_INPUTS("intensity", "runs_per_record", "exceeded_per_record"),
     answer_clustered_fit},
    {"annual_rate", EVALUATE_INPUTS("intensity", "annual_rate", "theta", "beta"),
     answer_annual_rate},
    {.name = NULL},
};
