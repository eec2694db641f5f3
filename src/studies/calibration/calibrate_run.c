// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a calibration: reference, ensemble, search, noise, prediction.
#include "studies/calibration/calibrate_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 4, REPLICATES = 32, LAYERS = 20, LEAST_EVALUATIONS = 60 };
/// Share of the evaluations that the ensemble takes where a search follows.
static const double ensemble_share = 0.75;

static talus_status load(calibrate_study *study, talus_error *error)
{
    talus_status status =
        calibrate_read(study, NULL, study->why, sizeof study->why, &study->scenario, error);
    if (status == TALUS_OK) {
        memcpy(study->sha256, talus_scenario_sha256(study->scenario), sizeof study->sha256);
        status = calibrate_check_parameters(study, error);
    }
    if (status == TALUS_OK) {
        status = calibrate_load(study, study->scenario, &study->world, error);
        study->loads = 1;
    }
    if (status == TALUS_OK) {
        const talus_campaign *campaign = talus_world_campaign(study->world);
        study->seed = campaign->seed;
        study->rocks = talus_campaign_rock_count(campaign);
        status = calibrate_observe(study, error);
    }
    return status;
}

talus_status calibrate_create(const talus_calibrate_options *options, calibrate_study **out,
                              talus_error *error)
{
    *out = NULL;
    talus_status status = calibrate_check_options(options->parameter_count, options->hold_out,
                                                  options->evaluations, LEAST_EVALUATIONS, error);
    if (status != TALUS_OK) {
        return status;
    }
    calibrate_study *study = calloc(1, sizeof *study);
    if (study == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the calibration");
    }
    study->options = *options;
    memcpy(study->parameters, options->parameters,
           options->parameter_count * sizeof *study->parameters);
    status = load(study, error);
    if (status != TALUS_OK) {
        calibrate_destroy(study);
        return status;
    }
    *out = study;
    return TALUS_OK;
}

void calibrate_destroy(calibrate_study *study)
{
    if (study == NULL) {
        return;
    }
    calibrate_set_clear(&study->training);
    calibrate_set_clear(&study->held);
    calibrate_cloud_clear(&study->reference);
    calibrate_cloud_clear(&study->predictive);
    free(study->frame.centres);
    free(study->evaluations);
    talus_world_destroy(study->world);
    talus_scenario_destroy(study->scenario);
    free(study);
}

/// What a simulation in the ensemble needs beside the study.
typedef struct ensemble {
    calibrate_study *study;
    calibrate_set drawn; ///< room for a data set like the training points
    double *scratch;     ///< (training count)
} ensemble;

/// Data sets as large as the training set, drawn from one simulation.
static talus_status simulate(void *user, size_t index, const double *u, double *distances,
                             double *summaries, talus_error *error)
{
    ensemble *e = user;
    calibrate_study *study = e->study;
    calibrate_cloud cloud;
    // other rocks each time: with the same ones their chance would be the same error everywhere,
    // which the posterior could not separate from the effect of the parameters
    const uint64_t seed = talus_mix64(study->seed + 0x656e73 + index) >> 16;
    const talus_status status =
        calibrate_evaluate(study, CALIBRATE_IN_ENSEMBLE, u, seed, &cloud, error);
    if (status == TALUS_OK && cloud.xy == NULL) {
        for (size_t r = 0; r < REPLICATES; r++) {
            distances[r] = (double)NAN;
        }
    } else if (status == TALUS_OK) {
        talus_random rng = {.seed = talus_mix64(study->seed + 1), .stream = index};
        const size_t width = calibrate_summary_count(&study->training);
        for (size_t r = 0; r < REPLICATES; r++) {
            calibrate_draw(&study->training, &cloud, &rng, &e->drawn);
            distances[r] = calibrate_distance(&study->training, &e->drawn, &study->frame);
            calibrate_summarise(&e->drawn, &study->frame, e->scratch, summaries + r * width);
        }
    }
    calibrate_cloud_clear(&cloud);
    return status;
}

/// Posterior over prior in layers of u.
static void layer(const abc_result *posterior, size_t parameter, double *density)
{
    for (size_t i = 0; i < posterior->count; i++) {
        const double u = posterior->points[i * posterior->dimension + parameter];
        const size_t k = u < 1.0 ? (size_t)(u * LAYERS) : LAYERS - 1;
        density[k] += LAYERS * posterior->weights[i];
    }
}

static talus_status estimate(calibrate_study *study, const abc_result *posterior,
                             talus_error *error)
{
    talus_status status = TALUS_OK;
    const size_t count = study->options.parameter_count;
    for (size_t d = 0; d < count && status == TALUS_OK; d++) {
        abc_marginal m;
        status = abc_marginal_of(posterior, d, &m, error);
        if (status == TALUS_OK) {
            const talus_calibrate_parameter *p = &study->parameters[d];
            calibrate_estimate *e = &study->estimates[d];
            e->p05 = calibrate_value(p, m.p05);
            e->p50 = calibrate_value(p, m.p50);
            e->p95 = calibrate_value(p, m.p95);
            e->deviation = m.deviation;
            e->shrinkage = 1.0 - m.deviation * sqrt(12.0);
            layer(posterior, d, study->density[d]);
        }
        for (size_t k = 0; k < count; k++) {
            study->correlation[d][k] = d == k ? 1.0 : abc_correlation(posterior, d, k);
        }
    }
    study->tolerance = posterior->tolerance;
    study->effective = posterior->effective;
    for (size_t k = 0; k < calibrate_summary_count(&study->training); k++) {
        study->accepted_low[k] = posterior->low[k];
        study->accepted_high[k] = posterior->high[k];
    }
    return status;
}

static talus_status run_ensemble(calibrate_study *study, size_t evaluations, abc_result *posterior,
                                 talus_error *error)
{
    const size_t n = study->training.count;
    double *observed = study->observed;
    ensemble e = {.study = study, .scratch = malloc(n * sizeof *e.scratch)};
    talus_status status = calibrate_set_like(&study->training, &e.drawn, error);
    if (status == TALUS_OK && e.scratch == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the ensemble");
    }
    if (status == TALUS_OK) {
        calibrate_summarise(&study->training, &study->frame, e.scratch, observed);
        const abc_problem problem = {.dimension = study->options.parameter_count,
                                     .summary_count = calibrate_summary_count(&study->training),
                                     .replicates = REPLICATES,
                                     .observed = observed,
                                     .simulations = evaluations,
                                     .generations = GENERATIONS,
                                     .seed = study->seed,
                                     .simulate = simulate,
                                     .user = &e};
        status = abc_run(&problem, posterior, error);
    }
    calibrate_set_clear(&e.drawn);
    free(e.scratch);
    return status == TALUS_OK ? estimate(study, posterior, error) : status;
}

static void find_best(calibrate_study *study)
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < study->evaluation_count; i++) {
        const calibrate_evaluation *e = &study->evaluations[i];
        const bool sought = e->stage == CALIBRATE_IN_ENSEMBLE || e->stage == CALIBRATE_IN_SEARCH;
        if (sought && calibrate_objective(e) < least) {
            least = calibrate_objective(e);
            study->best = i;
        }
    }
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        study->estimates[d].best = study->evaluations[study->best].value[d];
    }
}

/// The best values under other random numbers: how far the score is from its expectation.
static talus_status find_noise(calibrate_study *study, calibrate_cloud *clouds, talus_error *error)
{
    double values[CALIBRATE_NOISE_RUNS], sum = 0.0, square = 0.0;
    for (size_t k = 0; k < CALIBRATE_NOISE_RUNS; k++) {
        double u[TALUS_MOST_PARAMETERS];
        memcpy(u, study->evaluations[study->best].u, sizeof u);
        const talus_status status = calibrate_evaluate(
            study, CALIBRATE_OF_NOISE, u, talus_mix64(study->seed + 1 + k), &clouds[k], error);
        if (status != TALUS_OK) {
            return status;
        }
        values[k] = calibrate_objective(&study->evaluations[study->evaluation_count - 1]);
        sum += values[k];
    }
    study->fresh = sum / CALIBRATE_NOISE_RUNS;
    for (size_t k = 0; k < CALIBRATE_NOISE_RUNS; k++) {
        square += (values[k] - study->fresh) * (values[k] - study->fresh);
    }
    study->noise = sqrt(square / (CALIBRATE_NOISE_RUNS - 1));
    return TALUS_OK;
}

/// Values within noise of the best ones, whose score is that under other random
/// numbers: the least of many is the luckiest.
static void find_equals(calibrate_study *study)
{
    const double limit = study->fresh + 2.0 * study->noise;
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        calibrate_estimate *e = &study->estimates[d];
        e->equal_low = e->equal_high = e->best;
        for (size_t i = 0; i < study->evaluation_count; i++) {
            const calibrate_evaluation *at = &study->evaluations[i];
            const bool sought =
                at->stage == CALIBRATE_IN_ENSEMBLE || at->stage == CALIBRATE_IN_SEARCH;
            if (sought && calibrate_objective(at) <= limit) {
                e->equal_low = fmin(e->equal_low, at->value[d]);
                e->equal_high = fmax(e->equal_high, at->value[d]);
            }
        }
    }
}

/// Runs of draws from the posterior with other random numbers.
static talus_status run_predictive(calibrate_study *study, const abc_result *posterior,
                                   calibrate_cloud *clouds, size_t *count, talus_error *error)
{
    talus_status status = TALUS_OK;
    *count = 0;
    for (size_t k = 0; k < CALIBRATE_PREDICTIVE_RUNS && status == TALUS_OK; k++) {
        const size_t at = abc_pick(posterior, ((double)k + 0.5) / CALIBRATE_PREDICTIVE_RUNS);
        double u[TALUS_MOST_PARAMETERS] = {0};
        memcpy(u, posterior->points + at * posterior->dimension, posterior->dimension * sizeof *u);
        status = calibrate_evaluate(study, CALIBRATE_PREDICTIVE, u,
                                    talus_mix64(study->seed + 101 + k), &clouds[*count], error);
        *count += status == TALUS_OK && clouds[*count].xy != NULL;
    }
    return status;
}

/// Draws of equal weight, in an order that mixes them: parts of them are draws too.
static void draw_posterior(calibrate_study *study, const abc_result *posterior)
{
    study->draw_count = posterior->count > 0 ? CALIBRATE_DRAWS : 0;
    for (size_t k = 0; k < study->draw_count; k++) {
        const size_t place = k * 123 % CALIBRATE_DRAWS; // 123 and 200 have no common divisor
        const size_t at = abc_pick(posterior, ((double)place + 0.5) / CALIBRATE_DRAWS);
        for (size_t d = 0; d < posterior->dimension; d++) {
            study->draws[k][d] = calibrate_value(&study->parameters[d],
                                                 posterior->points[at * posterior->dimension + d]);
        }
    }
}

static talus_status conclude(calibrate_study *study, const abc_result *posterior,
                             talus_error *error)
{
    draw_posterior(study, posterior);
    calibrate_cloud clouds[CALIBRATE_NOISE_RUNS + CALIBRATE_PREDICTIVE_RUNS] = {{0}};
    calibrate_cloud *drawn = clouds + CALIBRATE_NOISE_RUNS, best = {0};
    size_t count = 0;
    find_best(study);
    talus_status status = find_noise(study, clouds, error);
    if (status == TALUS_OK) {
        find_equals(study);
        status = posterior->count > 0 ? run_predictive(study, posterior, drawn, &count, error)
                                      : TALUS_OK;
    }
    if (status == TALUS_OK) {
        // where no draw could be simulated, or there is no posterior, the best values stand for it
        const calibrate_cloud *used = count > 0 ? drawn : clouds;
        count = count > 0 ? count : CALIBRATE_NOISE_RUNS;
        status = calibrate_join(used, count, &study->predictive, error);
        if (status == TALUS_OK) {
            status = calibrate_join(clouds, CALIBRATE_NOISE_RUNS, &best, error);
        }
        if (status == TALUS_OK) {
            status = calibrate_predict(study, used, count, &best, error);
        }
        calibrate_cloud_clear(&best);
    }
    for (size_t k = 0; k < sizeof clouds / sizeof clouds[0]; k++) {
        calibrate_cloud_clear(&clouds[k]);
    }
    return status;
}

static talus_status run_all(calibrate_study *study, abc_result *posterior, talus_error *error)
{
    const talus_calibrate_options *options = &study->options;
    const size_t n = options->evaluations;
    const size_t in_ensemble = options->method == TALUS_CALIBRATE_BOTH
                                   ? (size_t)(ensemble_share * (double)n)
                                   : (options->method == TALUS_CALIBRATE_ENSEMBLE ? n : 0);
    talus_status status =
        calibrate_evaluate(study, CALIBRATE_REFERENCE, NULL, study->seed, &study->reference, error);
    if (status == TALUS_OK && in_ensemble > 0) {
        status = run_ensemble(study, in_ensemble, posterior, error);
    }
    if (status == TALUS_OK && in_ensemble < n) {
        double u[TALUS_MOST_PARAMETERS];
        if (in_ensemble > 0) {
            find_best(study);
            memcpy(u, study->evaluations[study->best].u, sizeof u);
        }
        status = calibrate_search(study, n - in_ensemble, in_ensemble > 0 ? u : NULL, error);
    }
    if (status == TALUS_OK) {
        find_best(study);
        if (!isfinite(calibrate_objective(&study->evaluations[study->best]))) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the scenario refuses all values tried, the last ones: %s",
                                   study->why);
        }
        status = conclude(study, posterior, error);
    }
    return status;
}

talus_status calibrate_run(calibrate_study *study, talus_error *error)
{
    abc_result posterior = {0};
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        calibrate_estimate *e = &study->estimates[d];
        e->p05 = e->p50 = e->p95 = e->deviation = e->shrinkage = (double)NAN;
    }
    study->planned =
        1 + study->options.evaluations + CALIBRATE_NOISE_RUNS +
        (study->options.method == TALUS_CALIBRATE_SEARCH ? 0 : CALIBRATE_PREDICTIVE_RUNS);
    talus_status status = run_all(study, &posterior, error);
    if (status == TALUS_ERROR_INTERRUPTED) {
        study->partial = true;
        status = TALUS_OK;
    } else if (status == TALUS_OK) {
        calibrate_find(study);
    }
    abc_result_clear(&posterior);
    return status;
}
