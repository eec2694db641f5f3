// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a joint calibration: as given, ensemble, posterior, scores on both parts.
#include "studies/calibration/calibrate_internal.h"
#include "studies/calibration/calibrate_joint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 4, LEAST_EVALUATIONS = 40 };

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the calibration");
}

static talus_status check_options(const talus_calibrate_options *options, talus_error *error)
{
    const talus_status status =
        calibrate_check_options(options->parameter_count, options->hold_out, options->evaluations,
                                LEAST_EVALUATIONS, error);
    if (status == TALUS_OK && (options->replicates < 2 || options->replicates > 1000)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--replicates: found %llu, expected 2 to 1000",
                               (unsigned long long)options->replicates);
    }
    return status;
}

/// A calibration under way.
typedef struct job {
    calibrate_case *study;
    talus_diagnostics *diagnostics;
    validate_study *as_given; ///< its measured data decide the summaries
    size_t summaries[CALIBRATE_JOINT_SUMMARIES], summary_count; ///< those that were measured
    double wall_time;
} job;

static void drop(validate_study *study)
{
    if (study != NULL) {
        validate_clear(study);
    }
    free(study);
}

/// A measured run has one end and no volume, so pieces cannot be compared with it.
static talus_status check_breaking(const validate_study *one, talus_error *error)
{
    if (one->runs.count == 0 ||
        talus_world_campaign(one->world)->breaking.law == TALUS_BREAKING_NONE) {
        return TALUS_OK;
    }
    return talus_error_set(
        error, TALUS_ERROR_INPUT,
        "%s: found runs and a scenario whose rocks may break, expected rocks that "
        "stay whole, as a run has one end: calibrate on all pieces with --observed, "
        "or set fragmentation.law=none",
        one->options.path);
}

/// Simulate a part of the case under values of the parameters; NULL: as given.
/// @param out NULL where the scenario refuses the values; study->why says why
static talus_status simulate(job *j, const double *values, validate_part part, uint64_t replicates,
                             uint64_t seed, validate_study **out, talus_error *error)
{
    calibrate_case *study = j->study;
    const talus_calibrate_options *options = &study->options;
    const size_t own = options->override_count;
    const size_t count = own + (values != NULL ? options->parameter_count : 0);
    talus_override *overrides = malloc(count * sizeof *overrides + 1);
    talus_diagnostics *unread = talus_diagnostics_create();
    validate_study *one = calloc(1, sizeof *one);
    char texts[TALUS_MOST_PARAMETERS][32];
    *out = NULL;
    if (overrides == NULL || unread == NULL || one == NULL) {
        free(overrides);
        talus_diagnostics_destroy(unread);
        free(one);
        return no_memory(error);
    }
    for (size_t k = 0; k < own; k++) {
        overrides[k] = options->overrides[k];
    }
    for (size_t d = 0; d < count - own; d++) {
        snprintf(texts[d], sizeof texts[d], "%.17g", values[d]);
        overrides[own + d] = (talus_override){study->parameters[d].key, texts[d]};
    }
    one->options = (validate_options){.path = options->case_file,
                                      .overrides = overrides,
                                      .override_count = count,
                                      .part = part,
                                      .hold_out = options->hold_out,
                                      .replicates = replicates,
                                      .seed = seed,
                                      .threads = options->threads,
                                      .allow_network = options->allow_network};
    // what the case says is said once
    one->diagnostics = values != NULL || j->as_given != NULL ? unread : j->diagnostics;
    talus_error local = {0};
    talus_status status = validate_load(one, &local);
    const bool is_refused = values != NULL && status == TALUS_ERROR_INPUT;
    if (is_refused) {
        const talus_diagnostic *first = NULL;
        for (size_t k = 0; k < talus_diagnostics_count(unread) && first == NULL; k++) {
            const talus_diagnostic *d = talus_diagnostics_get(unread, k);
            first = d->severity == TALUS_SEVERITY_ERROR ? d : NULL;
        }
        snprintf(study->why, sizeof study->why, "%.500s",
                 first != NULL ? first->message : local.message);
        status = TALUS_OK;
    } else if (status == TALUS_OK) {
        status = check_breaking(one, &local);
        status = status == TALUS_OK ? validate_simulate(one, &local) : status;
    }
    if (status != TALUS_OK && error != NULL) {
        *error = local;
    }
    // what it points to ends here
    one->options.overrides = NULL;
    one->diagnostics = NULL;
    free(overrides);
    talus_diagnostics_destroy(unread);
    if (status != TALUS_OK || is_refused) {
        drop(one);
        return status;
    }
    *out = one;
    return TALUS_OK;
}

static talus_status keep_going(const job *j, talus_error *error)
{
    const talus_calibrate_options *options = &j->study->options;
    if (options->should_stop != NULL && options->should_stop(options->stop_user)) {
        return talus_error_set(error, TALUS_ERROR_INTERRUPTED, "interrupted");
    }
    return TALUS_OK;
}

static validate_part fit_of(const job *j)
{
    return j->study->options.hold_out > 0.0 ? VALIDATE_FIT : VALIDATE_ALL;
}

/// Summaries that the measured data have.
static void find_summaries(job *j, double *observed)
{
    double all[CALIBRATE_JOINT_SUMMARIES];
    calibrate_joint_summarise(j->as_given->samples, SIZE_MAX, all);
    for (size_t k = 0; k < CALIBRATE_JOINT_SUMMARIES; k++) {
        if (!isnan(all[k])) {
            observed[j->summary_count] = all[k];
            j->summaries[j->summary_count++] = k;
        }
    }
}

/// One point of the ensemble: every replicate of all rows is a data set.
static talus_status simulate_point(void *user, size_t index, const double *u, double *distances,
                                   double *summaries, talus_error *error)
{
    job *j = user;
    calibrate_case *study = j->study;
    const size_t replicates = (size_t)study->options.replicates;
    calibrate_case_evaluation *e = &study->evaluations[study->evaluation_count];
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        e->u[d] = u[d];
        e->value[d] = calibrate_value(&study->parameters[d], u[d]);
    }
    validate_study *one = NULL;
    talus_status status = keep_going(j, error);
    if (status == TALUS_OK) {
        status = simulate(j, e->value, fit_of(j), replicates,
                          talus_mix64(study->options.seed + 0x6a6f69 + index) >> 16, &one, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    e->objective = (double)NAN;
    for (int k = 0; k < CALIBRATE_CASE_KIND_COUNT; k++) {
        e->kinds[k] = (double)NAN;
    }
    for (size_t r = 0; r < replicates; r++) {
        double all[CALIBRATE_JOINT_SUMMARIES];
        distances[r] = one != NULL ? calibrate_joint_distance(one->samples, r) : (double)NAN;
        for (size_t k = 0; k < j->summary_count; k++) {
            summaries[r * j->summary_count + k] = 0.0;
        }
        if (!isnan(distances[r])) {
            calibrate_joint_summarise(one->samples, r, all);
            for (size_t k = 0; k < j->summary_count; k++) {
                const double value = all[j->summaries[k]];
                distances[r] = isnan(value) ? (double)NAN : distances[r];
                summaries[r * j->summary_count + k] = isnan(value) ? 0.0 : value;
            }
        }
    }
    if (one != NULL) {
        e->objective = calibrate_joint_score(one->samples, e->kinds);
    }
    study->refused += one == NULL;
    study->evaluation_count++;
    drop(one);
    if (study->options.progress != NULL) {
        study->options.progress(study->options.user, study->evaluation_count,
                                study->options.evaluations + 1, 0.0);
    }
    return TALUS_OK;
}

static talus_status estimate(calibrate_case *study, const abc_result *posterior, talus_error *error)
{
    const size_t count = study->options.parameter_count;
    talus_status status = TALUS_OK;
    for (size_t d = 0; d < count && status == TALUS_OK; d++) {
        abc_marginal m;
        calibrate_estimate *e = &study->estimates[d];
        const talus_calibrate_parameter *p = &study->parameters[d];
        status = abc_marginal_of(posterior, d, &m, error);
        if (status != TALUS_OK) {
            return status;
        }
        *e = (calibrate_estimate){.best = study->evaluations[study->best].value[d],
                                  .p05 = calibrate_value(p, m.p05),
                                  .p50 = calibrate_value(p, m.p50),
                                  .p95 = calibrate_value(p, m.p95),
                                  .deviation = m.deviation,
                                  .shrinkage = 1.0 - m.deviation * sqrt(12.0)};
        for (size_t k = 0; k < count; k++) {
            study->correlation[d][k] = d == k ? 1.0 : abc_correlation(posterior, d, k);
        }
    }
    study->tolerance = posterior->tolerance;
    study->effective = posterior->effective;
    study->draw_count = CALIBRATE_DRAWS;
    for (size_t k = 0; k < CALIBRATE_DRAWS; k++) {
        const size_t place = k * 123 % CALIBRATE_DRAWS; // no common divisor: parts are draws too
        const size_t at = abc_pick(posterior, ((double)place + 0.5) / CALIBRATE_DRAWS);
        for (size_t d = 0; d < count; d++) {
            study->draws[k][d] =
                calibrate_value(&study->parameters[d], posterior->points[at * count + d]);
        }
    }
    return TALUS_OK;
}

static void find_best(calibrate_case *study)
{
    study->best = 0;
    for (size_t k = 1; k < study->evaluation_count; k++) {
        const double found = study->evaluations[k].objective;
        const double least = study->evaluations[study->best].objective;
        if (!isnan(found) && (study->best == 0 || isnan(least) || found < least)) {
            study->best = k;
        }
    }
}

static talus_status run_ensemble(job *j, talus_error *error)
{
    calibrate_case *study = j->study;
    double observed[CALIBRATE_JOINT_SUMMARIES];
    find_summaries(j, observed);
    if (j->summary_count == 0) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: found nothing to calibrate with, expected at least two measured "
            "values of deposits, lines, marks, impacts or tracks",
            study->options.case_file);
    }
    const abc_problem problem = {.dimension = study->options.parameter_count,
                                 .summary_count = j->summary_count,
                                 .replicates = (size_t)study->options.replicates,
                                 .observed = observed,
                                 .simulations = study->options.evaluations,
                                 .generations = GENERATIONS,
                                 .seed = study->options.seed,
                                 .simulate = simulate_point,
                                 .user = j};
    abc_result posterior = {0};
    talus_status status = abc_run(&problem, &posterior, error);
    if (status == TALUS_OK) {
        find_best(study);
        status = estimate(study, &posterior, error);
    }
    abc_result_clear(&posterior);
    return status;
}

/// What the second simulation says goes to the first one's rows.
static talus_status join(validate_study *all, const validate_study *more, talus_error *error)
{
    bool whole = true;
    for (size_t s = 0; s < VALIDATE_SAMPLES; s++) {
        const validate_sample *from = &more->samples[s];
        for (size_t k = 0; k < from->count && k < all->samples[s].count; k++) {
            const validate_ensemble *values = &from->rows[k].simulated;
            for (size_t i = 0; i < values->count; i++) {
                whole = validate_ensemble_add(&all->samples[s].rows[k].simulated, from->width,
                                              values->values + i * from->width) &&
                        whole;
            }
        }
    }
    return whole ? TALUS_OK : no_memory(error);
}

static talus_status score_part(job *j, validate_study *one, bool is_held, bool is_posterior,
                               talus_error *error)
{
    calibrate_case *study = j->study;
    talus_status status = TALUS_OK;
    for (size_t s = 0; s < VALIDATE_SAMPLES && status == TALUS_OK; s++) {
        validate_observable found;
        status = validate_score(&one->samples[s], study->options.seed, &found, error);
        if (status == TALUS_OK && !(isnan(found.crps) && isnan(found.energy_score))) {
            study->scores[study->score_count++] = (calibrate_case_score){
                .is_held = is_held, .is_posterior = is_posterior, .observable = found};
        }
    }
    return status;
}

/// Scores of the scenario as given, and of draws from the posterior taken together.
static talus_status judge(job *j, validate_part part, talus_error *error)
{
    calibrate_case *study = j->study;
    const uint64_t each = study->options.replicates;
    const bool is_held = part == VALIDATE_CHECK;
    validate_study *all = NULL;
    talus_status status = simulate(j, NULL, part, each * CALIBRATE_PREDICTIVE_RUNS,
                                   study->options.seed + 1, &all, error);
    if (status == TALUS_OK) {
        status = score_part(j, all, is_held, false, error);
    }
    drop(all);
    all = NULL;
    for (size_t k = 0; k < CALIBRATE_PREDICTIVE_RUNS && status == TALUS_OK; k++) {
        validate_study *one = NULL;
        status = keep_going(j, error);
        if (status == TALUS_OK) {
            status =
                simulate(j, study->draws[k], part, each, study->options.seed + 2 + k, &one, error);
        }
        if (status == TALUS_OK && one != NULL && all != NULL) {
            status = join(all, one, error);
        } else if (status == TALUS_OK && one != NULL) {
            all = one;
            one = NULL;
        }
        drop(one);
    }
    if (status == TALUS_OK && all != NULL) {
        status = score_part(j, all, is_held, true, error);
    }
    drop(all);
    return status;
}

/// Are the keys known, and does the scenario take values between the bounds?
static talus_status try_middle(job *j, talus_error *error)
{
    calibrate_case *study = j->study;
    double values[TALUS_MOST_PARAMETERS];
    validate_study *one = NULL;
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        values[d] = calibrate_value(&study->parameters[d], 0.5);
        for (size_t i = 0; i < d; i++) {
            if (strcmp(study->parameters[i].key, study->parameters[d].key) == 0) {
                return talus_error_set(error, TALUS_ERROR_ARGUMENT, "--parameter %s is given twice",
                                       study->parameters[d].key);
            }
        }
    }
    const talus_status status = simulate(j, values, fit_of(j), 2, 1, &one, error);
    const bool is_refused = status == TALUS_OK && one == NULL;
    drop(one);
    return is_refused ? talus_error_set(
                            error, TALUS_ERROR_INPUT,
                            "--parameter %s: the scenario refuses the middle of the bounds: %s",
                            study->parameters[0].key, study->why)
                      : status;
}

static talus_status run_all(job *j, talus_error *error)
{
    calibrate_case *study = j->study;
    talus_status status = simulate(j, NULL, fit_of(j), study->options.replicates,
                                   study->options.seed, &j->as_given, error);
    if (status == TALUS_OK) {
        status = try_middle(j, error);
    }
    if (status == TALUS_OK) {
        calibrate_case_evaluation *e = &study->evaluations[study->evaluation_count++];
        for (size_t d = 0; d < TALUS_MOST_PARAMETERS; d++) {
            e->u[d] = e->value[d] = (double)NAN;
        }
    }
    if (status == TALUS_OK) {
        status = run_ensemble(j, error);
    }
    if (status == TALUS_OK) { // sorts: nothing else is read from the samples after it
        study->evaluations[0].objective =
            calibrate_joint_score(j->as_given->samples, study->evaluations[0].kinds);
        status = judge(j, fit_of(j), error);
    }
    return status == TALUS_OK && study->options.hold_out > 0.0 ? judge(j, VALIDATE_CHECK, error)
                                                               : status;
}

talus_status calibrate_case_run(const talus_calibrate_options *options,
                                talus_diagnostics *diagnostics, calibrate_case **out,
                                talus_error *error)
{
    *out = NULL;
    talus_status status = check_options(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    calibrate_case *study = calloc(1, sizeof *study);
    if (study == NULL) {
        return no_memory(error);
    }
    study->options = *options;
    memcpy(study->parameters, options->parameters,
           options->parameter_count * sizeof *study->parameters);
    study->options.parameters = study->parameters;
    study->evaluations = calloc(options->evaluations + 1, sizeof *study->evaluations);
    study->scores = calloc((size_t)VALIDATE_SAMPLES * 4, sizeof *study->scores);
    job j = {.study = study, .diagnostics = diagnostics};
    status =
        study->evaluations != NULL && study->scores != NULL ? run_all(&j, error) : no_memory(error);
    drop(j.as_given);
    if (status != TALUS_OK) {
        calibrate_case_destroy(study);
        return status;
    }
    *out = study;
    return TALUS_OK;
}

void calibrate_case_destroy(calibrate_case *study)
{
    if (study != NULL) {
        free(study->evaluations);
        free(study->scores);
    }
    free(study);
}
