// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted deposits against observed ones, and sentences on what the data say.
#include "studies/calibration/calibrate_internal.h"

#include "foundation/base/sort.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/// Data sets drawn for a p-value.
enum { DRAWN_SETS = 999 };

/// What is worth a sentence.
static const double little_shrinkage = 0.3, strong_correlation = 0.7, near_bound = 0.03,
                    wide_equals = 0.5, rare = 0.05, little_left = 0.02;

/// Share of data sets, each from one predictive run, that are as far off as the observed one.
static talus_status find_p(const calibrate_study *study, const calibrate_set *set,
                           const calibrate_cloud *clouds, size_t count, double *p,
                           talus_error *error)
{
    const calibrate_cloud *all = &study->predictive;
    double *runouts = malloc(all->starts[all->group_count] * sizeof *runouts + 1);
    calibrate_set drawn;
    talus_status status = calibrate_set_like(set, &drawn, error);
    if (status == TALUS_OK && runouts == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the check");
    }
    if (status != TALUS_OK) {
        free(runouts);
        calibrate_set_clear(&drawn);
        return status;
    }
    calibrate_runouts(&study->frame, all, runouts);
    const double observed = calibrate_cross(set, &study->frame, all, runouts);
    size_t beyond = 0;
    for (size_t k = 0; k < DRAWN_SETS; k++) {
        talus_random rng = {.seed = talus_mix64(study->seed + 2), .stream = k};
        calibrate_draw(set, &clouds[k % count], &rng, &drawn);
        beyond += calibrate_cross(&drawn, &study->frame, all, runouts) >= observed;
    }
    *p = (double)(1 + beyond) / (double)(1 + DRAWN_SETS);
    free(runouts);
    calibrate_set_clear(&drawn);
    return TALUS_OK;
}

/// Share of the points whose run-out lies between 5 and 95 % of what is predicted for their group.
static talus_status find_cover(const calibrate_study *study, const calibrate_set *set,
                               double *covered, talus_error *error)
{
    const calibrate_cloud *all = &study->predictive;
    double *runouts = malloc(all->starts[all->group_count] * sizeof *runouts + 1);
    if (runouts == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the check");
    }
    calibrate_runouts(&study->frame, all, runouts);
    size_t inside = 0;
    for (size_t g = 0; g < all->group_count; g++) {
        const size_t from = all->starts[g], size = all->starts[g + 1] - from;
        if (size == 0) {
            continue;
        }
        double *own = runouts + from;
        sort_numbers(own, size);
        const double low = own[(size_t)(0.05 * (double)(size - 1))];
        const double high = own[(size_t)ceil(0.95 * (double)(size - 1))];
        for (size_t i = 0; i < set->count; i++) {
            const double x = set->xy[2 * i] - study->frame.centres[2 * g];
            const double y = set->xy[2 * i + 1] - study->frame.centres[2 * g + 1];
            const double r = sqrt(x * x + y * y);
            inside += set->groups[i] == g && r >= low && r <= high;
        }
    }
    *covered = (double)inside / (double)set->count;
    free(runouts);
    return TALUS_OK;
}

/// Scores of the posterior, the best values and the scenario as given.
static talus_status score_all(const calibrate_study *study, const calibrate_set *set,
                              const calibrate_cloud *best, calibrate_check *check,
                              talus_error *error)
{
    const calibrate_cloud *clouds[3] = {&study->predictive, best, &study->reference};
    double *const scores[3] = {&check->score, &check->best, &check->reference};
    talus_status status = TALUS_OK;
    for (int k = 0; k < 3 && status == TALUS_OK; k++) {
        calibrate_score score;
        status = calibrate_score_of(set, &study->frame, clouds[k], &score, error);
        *scores[k] = calibrate_score_sum(&score);
    }
    check->skill = 1.0 - check->best / check->reference;
    return status;
}

static talus_status check_set(const calibrate_study *study, const calibrate_set *set,
                              const calibrate_cloud *clouds, size_t count, calibrate_check *check,
                              talus_error *error)
{
    talus_status status = find_p(study, set, clouds, count, &check->p, error);
    if (status == TALUS_OK) {
        status = find_cover(study, set, &check->covered, error);
    }
    if (status == TALUS_OK) {
        status = calibrate_quantiles(CALIBRATE_RUNOUT, set, &study->frame, &study->predictive,
                                     check->predicted, error);
    }
    if (status == TALUS_OK && study->has_volumes) {
        status = calibrate_volume_quantiles(study, set, &study->predictive, check->predicted_volume,
                                            error);
    }
    if (status == TALUS_OK) {
        double summaries[CALIBRATE_SUMMARIES];
        double *scratch = malloc(set->count * sizeof *scratch);
        if (scratch == NULL) {
            return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the check");
        }
        calibrate_summarise(set, &study->frame, scratch, summaries);
        free(scratch);
        for (int k = 0; k < 3; k++) {
            check->observed[k] = summaries[k];
            if (study->has_volumes) {
                check->observed_volume[k] = talus_exp(summaries[CALIBRATE_SUMMARIES_OF_PLACES + k]);
            }
        }
    }
    return status;
}

talus_status calibrate_predict(calibrate_study *study, const calibrate_cloud *clouds, size_t count,
                               const calibrate_cloud *best, talus_error *error)
{
    const calibrate_set *sets[2] = {&study->training, &study->held};
    calibrate_check *checks[2] = {&study->training_check, &study->held_check};
    talus_status status = TALUS_OK;
    for (int k = 0; k < 2 && status == TALUS_OK; k++) {
        const double none = (double)NAN;
        *checks[k] = (calibrate_check){.count = sets[k]->count,
                                       .observed_volume = {none, none, none},
                                       .predicted_volume = {none, none, none}};
        if (sets[k]->count == 0) {
            continue;
        }
        status = score_all(study, sets[k], best, checks[k], error);
        if (status == TALUS_OK) {
            status = check_set(study, sets[k], clouds, count, checks[k], error);
        }
    }
    return status;
}

TALUS_PRINTF(2, 3) static void say(calibrate_study *study, const char *format, ...)
{
    if (study->finding_count < CALIBRATE_MOST_FINDINGS) {
        char *text = study->findings[study->finding_count++];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof study->findings[0], format, arguments);
        va_end(arguments);
    }
}

static void find_of_parameter(calibrate_study *study, size_t d)
{
    const talus_calibrate_parameter *p = &study->parameters[d];
    const calibrate_estimate *e = &study->estimates[d];
    const double width = calibrate_value(p, 1.0) - calibrate_value(p, 0.0);
    if (study->options.method == TALUS_CALIBRATE_SEARCH) {
        if (e->equal_high - e->equal_low > wide_equals * width) {
            say(study,
                "%s is hardly constrained by these deposits: noise does not separate values from "
                "%.4g "
                "to %.4g apart",
                p->key, e->equal_low, e->equal_high);
        }
        return;
    }
    if (e->shrinkage < little_shrinkage) {
        say(study,
            "%s is hardly constrained by these deposits: its posterior is %.0f %% as wide as its "
            "prior; take its value from elsewhere",
            p->key, 100.0 * (1.0 - e->shrinkage));
    } else if (e->p05 <= calibrate_value(p, near_bound) && study->density[d][0] > 1.5) {
        say(study, "%s lies against its lower bound %.4g: better values may lie below", p->key,
            p->low);
    } else if (e->p95 >= calibrate_value(p, 1.0 - near_bound) && study->density[d][19] > 1.5) {
        say(study, "%s lies against its upper bound %.4g: better values may lie above", p->key,
            p->high);
    }
}

/// What was observed and the model does not give, wherever it comes close to the deposits.
static void find_of_summaries(calibrate_study *study)
{
    static const char *const names[CALIBRATE_SUMMARIES] = {
        "10 % of the run-outs",        "the median run-out",   "90 % of the run-outs",
        "the mean sideways deviation", "the sideways scatter", "10 % of the volumes",
        "the median volume",           "90 % of the volumes"};
    for (size_t k = 0; k < calibrate_summary_count(&study->training); k++) {
        const bool is_volume = k >= CALIBRATE_SUMMARIES_OF_PLACES;
        double low = study->accepted_low[k], high = study->accepted_high[k];
        double found = study->observed[k];
        if (found >= low && found <= high) {
            continue;
        }
        if (is_volume) {
            low = talus_exp(low);
            high = talus_exp(high);
            found = talus_exp(found);
        }
        say(study,
            is_volume ? "the model does not give what was observed: %s was %.3g m3, the closest "
                        "simulations have %.3g to %.3g m3"
                      : "the model does not give what was observed: %s was %.1f m, the closest "
                        "simulations have %.1f to %.1f m",
            names[k], found, low, high);
    }
}

static void find_of_check(calibrate_study *study, const calibrate_check *check, const char *which)
{
    if (check->count > 0 && check->p < rare) {
        say(study,
            "the %s deposits are farther off than %.3g %% of the data sets that the calibrated "
            "model gives (p = %.3g): it does not reproduce them, and the intervals are too narrow",
            which, 100.0 * (1.0 - check->p), check->p);
    } else if (check->count > 0 && check->p > 1.0 - rare) {
        say(study,
            "the %s deposits lie closer together than %.3g %% of the data sets that the calibrated "
            "model gives (p = %.3g): it scatters too much",
            which, 100.0 * check->p, check->p);
    }
}

/// Rocks at the edge of the DEM would have gone farther.
static void find_of_edge(calibrate_study *study)
{
    double left = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < study->evaluation_count; i++) {
        const calibrate_evaluation *e = &study->evaluations[i];
        if (e->stage == CALIBRATE_PREDICTIVE || e->stage == CALIBRATE_OF_NOISE) {
            left += e->left;
            count++;
        }
    }
    if (left > little_left * (double)count) {
        say(study,
            "%.0f %% of the predicted rocks leave the DEM and count as deposits at its edge: use a "
            "larger one",
            100.0 * left / (double)count);
    }
}

void calibrate_find(calibrate_study *study)
{
    const size_t count = study->options.parameter_count;
    for (size_t d = 0; d < count; d++) {
        find_of_parameter(study, d);
    }
    for (size_t d = 0; d < count; d++) {
        for (size_t k = 0; k < d; k++) {
            const double correlation = study->correlation[k][d];
            if (fabs(correlation) > strong_correlation) {
                say(study,
                    "%s and %s trade off (correlation %.2f): the deposits fix a combination of "
                    "them, not both",
                    study->parameters[k].key, study->parameters[d].key, correlation);
            }
        }
    }
    if (study->options.method != TALUS_CALIBRATE_SEARCH) {
        find_of_summaries(study);
    }
    const double best = calibrate_objective(&study->evaluations[study->best]);
    if (study->fresh - best > 2.0 * study->noise) {
        say(study,
            "the best score of %.2f m owes %.2f m to its random numbers: more rocks (--rocks) "
            "leave less to chance",
            best, study->fresh - best);
    }
    if (study->refused > 0) {
        say(study, "%zu of %zu evaluations were refused by the scenario, the last one: %.180s",
            study->refused, study->evaluation_count, study->why);
    }
    find_of_edge(study);
    find_of_check(study, &study->training_check, "training");
    find_of_check(study, &study->held_check, "held-out");
}
