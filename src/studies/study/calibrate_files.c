// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a calibration but for the charts.
#include "studies/study/calibrate_internal.h"

#include "io/chart/chart.h"
#include "io/directory/directory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A number, or nothing where there is none.
static void add_cell(files_text *text, double value)
{
    if (isfinite(value)) {
        files_text_add(text, ",%.9g", value);
    } else {
        files_text_add(text, ",");
    }
}

static talus_status write_evaluations(const calibrate_study *study, talus_directory *directory,
                                      talus_error *error)
{
    const size_t count = study->options.parameter_count;
    files_text text = {0};
    files_text_add(&text, "evaluation,stage,seed,refused");
    for (size_t d = 0; d < count; d++) {
        files_text_add(&text, ",%s", study->parameters[d].key);
    }
    files_text_add(&text, ",objective_m,energy_score_m,runout_score_m,runout_p10_m,runout_p50_m,"
                          "runout_p90_m,left_dem\n");
    for (size_t i = 0; i < study->evaluation_count; i++) {
        const calibrate_evaluation *e = &study->evaluations[i];
        files_text_add(&text, "%zu,%s,%llu,%d", i, calibrate_stage_name(e->stage),
                       (unsigned long long)e->seed, e->refused);
        for (size_t d = 0; d < count; d++) {
            add_cell(&text, e->value[d]);
        }
        add_cell(&text, calibrate_objective(e));
        add_cell(&text, e->score.energy);
        add_cell(&text, e->score.runout);
        for (int k = 0; k < 3; k++) {
            add_cell(&text, e->runout[k]);
        }
        add_cell(&text, e->refused ? (double)NAN : e->left);
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "calibration.csv", &text, error);
}

static talus_status write_posterior(const calibrate_study *study, talus_directory *directory,
                                    talus_error *error)
{
    const size_t count = study->options.parameter_count;
    files_text text = {0};
    files_text_add(&text, "parameter,scale,low,high,best,median,p05,p95,deviation_of_range,"
                          "shrinkage,equal_low,equal_high");
    for (size_t d = 0; d < count; d++) {
        files_text_add(&text, ",correlation:%s", study->parameters[d].key);
    }
    files_text_add(&text, "\n");
    for (size_t d = 0; d < count; d++) {
        const calibrate_parameter *p = &study->parameters[d];
        const calibrate_estimate *e = &study->estimates[d];
        const double cells[] = {p->low, p->high,      e->best,      e->p50,       e->p05,
                                e->p95, e->deviation, e->shrinkage, e->equal_low, e->equal_high};
        files_text_add(&text, "%s,%s", p->key, p->logarithmic ? "log" : "linear");
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++) {
            add_cell(&text, cells[k]);
        }
        for (size_t k = 0; k < count; k++) {
            add_cell(&text, study->options.method == CALIBRATE_SEARCH ? (double)NAN
                                                                      : study->correlation[d][k]);
        }
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "posterior.csv", &text, error);
}

/// A line per draw: what `posterior` of a ground reads.
static talus_status write_draws(const calibrate_study *study, talus_directory *directory,
                                talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "draw");
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        files_text_add(&text, ",%s", study->parameters[d].key);
    }
    files_text_add(&text, "\n");
    for (size_t k = 0; k < study->draw_count; k++) {
        files_text_add(&text, "%zu", k);
        for (size_t d = 0; d < study->options.parameter_count; d++) {
            add_cell(&text, study->draws[k][d]);
        }
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "draws.csv", &text, error);
}

static void add_parameter(files_text *text, const calibrate_study *study, size_t d)
{
    const calibrate_parameter *p = &study->parameters[d];
    const calibrate_estimate *e = &study->estimates[d];
    const bool has_posterior = study->options.method != CALIBRATE_SEARCH;
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "key", p->key);
    files_json_add_text(text, "scale", p->logarithmic ? "log" : "linear");
    files_json_add_number(text, "low", p->low);
    files_json_add_number(text, "high", p->high);
    files_json_add_number(text, "best", e->best);
    files_json_add_number(text, "median", e->p50);
    files_json_add_number(text, "p05", e->p05);
    files_json_add_number(text, "p95", e->p95);
    files_json_add_number(text, "deviation_of_range", e->deviation);
    files_json_add_number(text, "shrinkage", e->shrinkage);
    files_json_add_number(text, "equal_low", e->equal_low);
    files_json_add_number(text, "equal_high", e->equal_high);
    if (has_posterior) {
        files_json_add_numbers(text, "correlation", study->correlation[d],
                               study->options.parameter_count);
    }
    files_json_end(text, '}');
}

static void add_check(files_text *text, const char *key, const calibrate_check *check)
{
    files_json_begin(text, key, '{');
    files_json_add_unsigned(text, "deposits", check->count);
    if (check->count > 0) {
        files_json_add_number(text, "score_of_posterior_m", check->score);
        files_json_add_number(text, "score_of_best_m", check->best);
        files_json_add_number(text, "score_of_scenario_m", check->reference);
        files_json_add_number(text, "skill", check->skill);
        files_json_add_number(text, "p", check->p);
        files_json_add_number(text, "runout_in_90_percent", check->covered);
        files_json_add_numbers(text, "observed_runout_p10_p50_p90_m", check->observed, 3);
        files_json_add_numbers(text, "predicted_runout_p10_p50_p90_m", check->predicted, 3);
    }
    files_json_end(text, '}');
}

static void add_head(files_text *text, const calibrate_study *study)
{
    static const char *const methods[] = {[CALIBRATE_BOTH] = "both",
                                          [CALIBRATE_ENSEMBLE] = "ensemble",
                                          [CALIBRATE_SEARCH] = "search"};
    files_json_begin(text, "talus", '{');
    files_json_add_text(text, "version", talus_version());
    files_json_end(text, '}');
    files_json_add_text(text, "title", talus_scenario_title(study->scenario));
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", study->options.scenario);
    files_json_add_text(text, "sha256", study->sha256);
    files_json_end(text, '}');
    files_json_add_text(text, "observed", study->options.observed);
    files_json_add_bool(text, "by_release", study->named);
    files_json_add_text(text, "method", methods[study->options.method]);
    files_json_add_unsigned(text, "seed", study->seed);
    files_json_add_unsigned(text, "rocks", study->rocks);
    files_json_add_number(text, "hold_out", study->options.hold_out);
    files_json_add_unsigned(text, "evaluations", study->evaluation_count);
    files_json_add_unsigned(text, "refused", study->refused);
    files_json_add_unsigned(text, "diverged_rocks", study->unfinished);
    files_json_add_unsigned(text, "loads", study->loads);
    files_json_begin(text, "timing", '{');
    files_json_add_number(text, "simulation_s", study->wall_time);
    files_json_end(text, '}');
}

void calibrate_add_members(files_text *text, const calibrate_study *study)
{
    add_head(text, study);
    if (study->partial) {
        return;
    }
    files_json_begin(text, "objective_m", '{');
    files_json_add_number(text, "best", calibrate_objective(&study->evaluations[study->best]));
    files_json_add_number(text, "best_fresh_mean", study->fresh);
    files_json_add_number(text, "noise", study->noise);
    files_json_add_number(text, "scenario", calibrate_objective(&study->evaluations[0]));
    files_json_end(text, '}');
    if (study->options.method != CALIBRATE_SEARCH) {
        files_json_begin(text, "ensemble", '{');
        files_json_add_number(text, "tolerance_m", study->tolerance);
        files_json_add_number(text, "effective_simulations", study->effective);
        files_json_add_numbers(text, "observed_summaries_m", study->observed, CALIBRATE_SUMMARIES);
        files_json_add_numbers(text, "accepted_p01_m", study->accepted_low, CALIBRATE_SUMMARIES);
        files_json_add_numbers(text, "accepted_p99_m", study->accepted_high, CALIBRATE_SUMMARIES);
        files_json_end(text, '}');
    }
    files_json_begin(text, "parameters", '[');
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        add_parameter(text, study, d);
    }
    files_json_end(text, ']');
    add_check(text, "training", &study->training_check);
    add_check(text, "held_out", &study->held_check);
    files_json_begin(text, "findings", '[');
    for (size_t k = 0; k < study->finding_count; k++) {
        files_json_add_text(text, NULL, study->findings[k]);
    }
    files_json_end(text, ']');
}

/// The scenario with the best values, to be run as it stands.
static talus_status write_best(const calibrate_study *study, talus_directory *directory,
                               talus_error *error)
{
    char why[512] = "";
    talus_scenario *scenario = NULL;
    talus_status status = calibrate_read(study, study->evaluations[study->best].value, why,
                                         sizeof why, &scenario, error);
    if (status == TALUS_OK) {
        char *resolved = talus_scenario_resolved(scenario, talus_directory_path(directory));
        files_text text = {.failed = resolved == NULL};
        if (resolved != NULL) {
            files_text_add(&text, "%s", resolved);
        }
        status = directory_write_text(directory, "best.yaml", &text, error);
        free(resolved);
    }
    talus_scenario_destroy(scenario);
    return status;
}

const char *const calibrate_files[] = {"calibration.csv", "posterior.csv", "draws.csv",
                                       "best.yaml",       "posterior.svg", "objective.svg",
                                       "runout.svg",      "deposits.svg",  NULL};

talus_status calibrate_write(const calibrate_study *study, talus_directory *directory,
                             talus_error *error)
{
    talus_status status = write_evaluations(study, directory, error);
    if (study->partial) {
        return status;
    }
    if (status == TALUS_OK) {
        status = write_posterior(study, directory, error);
    }
    if (status == TALUS_OK && study->draw_count > 0) {
        status = write_draws(study, directory, error);
    }
    if (status == TALUS_OK) {
        status = write_best(study, directory, error);
    }
    if (status == TALUS_OK) {
        status = calibrate_write_charts(study, directory, error);
    }
    return status;
}
