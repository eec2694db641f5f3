// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a calibration except the charts.
#include "studies/calibration/calibrate_internal.h"
#include "studies/calibration/calibrate_tables.h"

#include "io/chart/chart.h"
#include "io/directory/directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An evaluation has these columns, the values of the parameters after `refused`.
#define EVALUATION_HEAD(X)                                                                         \
    X(INTEGER, evaluation, "1", "number", index)                                                   \
    X(WORD, stage, NULL, "what it was for", calibrate_stage_name(row->stage))                      \
    X(UNSIGNED, seed, "1", "of the run", row->seed)                                                \
    X(INTEGER, refused, "1", "1: the scenario refuses the values", row->refused)
#define EVALUATION_TAIL(X)                                                                         \
    X(REAL, objective_m, "m", "sum that is minimised", calibrate_objective(row))                   \
    X(REAL, energy_score_m, "m", "of the end points", row->score.energy)                           \
    X(REAL, runout_score_m, "m", "of the run-outs", row->score.runout)                             \
    X(REAL, runout_p10_m, "m", "simulated", row->runout[0])                                        \
    X(REAL, runout_p50_m, "m", "simulated", row->runout[1])                                        \
    X(REAL, runout_p90_m, "m", "simulated", row->runout[2])                                        \
    X(REAL, left_dem, "1", "share of the rocks", row->refused ? (double)NAN : row->left)
/// Where volumes are compared these follow.
#define EVALUATION_VOLUMES(X)                                                                      \
    X(REAL, volume_score_m, "m", "of ln(volume), in metres", row->score.volume)                    \
    X(REAL, volume_p10_m3, "m3", "simulated", row->volume[0])                                      \
    X(REAL, volume_p50_m3, "m3", "simulated", row->volume[1])                                      \
    X(REAL, volume_p90_m3, "m3", "simulated", row->volume[2])                                      \
    X(INTEGER, deposits, "1", "simulated ones that are compared", row->deposits)
#define EVALUATION_ROW                                                                             \
    const calibrate_evaluation *row = &((const calibrate_study *)user)->evaluations[index]
TABLE_DEFINE(evaluation_head, EVALUATION_HEAD, EVALUATION_ROW)
TABLE_DEFINE(evaluation_tail, EVALUATION_TAIL, EVALUATION_ROW)
TABLE_DEFINE(evaluation_volumes, EVALUATION_VOLUMES, EVALUATION_ROW)

/// A parameter, its correlations with all of them behind.
#define POSTERIOR_COLUMNS(X)                                                                       \
    X(WORD, key, NULL, "of the scenario", PARAMETER->key)                                          \
    X(WORD, scale, NULL, "log or linear", PARAMETER->logarithmic ? "log" : "linear")               \
    X(REAL, low, NULL, "bound", PARAMETER->low)                                                    \
    X(REAL, high, NULL, "bound", PARAMETER->high)                                                  \
    X(REAL, best, NULL, "value", row->best)                                                        \
    X(REAL, median, NULL, "of the posterior", row->p50)                                            \
    X(REAL, p05, NULL, "of the posterior", row->p05)                                               \
    X(REAL, p95, NULL, "of the posterior", row->p95)                                               \
    X(REAL, deviation_of_range, "1", "of the posterior, in widths of the range", row->deviation)   \
    X(REAL, shrinkage, "1", "1 - deviation of posterior / prior", row->shrinkage)                  \
    X(REAL, equal_low, NULL, "of what lies within noise of the best", row->equal_low)              \
    X(REAL, equal_high, NULL, "of what lies within noise of the best", row->equal_high)
#define PARAMETER (&((const calibrate_study *)user)->parameters[index])
TABLE_DEFINE(posterior, POSTERIOR_COLUMNS,
             const calibrate_estimate *row = &((const calibrate_study *)user)->estimates[index])

enum {
    EVALUATION_HEADS = TABLE_COLUMN_COUNT(evaluation_head),
    EVALUATION_TAILS = TABLE_COLUMN_COUNT(evaluation_tail),
    EVALUATION_MORE = TABLE_COLUMN_COUNT(evaluation_volumes),
    POSTERIORS = TABLE_COLUMN_COUNT(posterior)
};

static talus_value evaluation_cell(const void *user, size_t row, size_t column)
{
    const calibrate_study *study = user;
    const size_t tail = EVALUATION_HEADS + study->options.parameter_count;
    return column < EVALUATION_HEADS ? evaluation_head_cell(user, row, column)
           : column < tail
               ? talus_value_real(study->evaluations[row].value[column - EVALUATION_HEADS])
           : column < tail + EVALUATION_TAILS
               ? evaluation_tail_cell(user, row, column - tail)
               : evaluation_volumes_cell(user, row, column - tail - EVALUATION_TAILS);
}

static talus_status write_evaluations(const calibrate_study *study, talus_directory *directory,
                                      talus_error *error)
{
    calibrate_columns columns = {.count = 0};
    calibrate_columns_add(&columns, evaluation_head_columns, EVALUATION_HEADS);
    calibrate_columns_add_parameters(&columns, "", study->parameters,
                                     study->options.parameter_count);
    calibrate_columns_add(&columns, evaluation_tail_columns, EVALUATION_TAILS);
    if (study->has_volumes) {
        calibrate_columns_add(&columns, evaluation_volumes_columns, EVALUATION_MORE);
    }
    const talus_table table =
        calibrate_table("calibration", &columns, study->evaluation_count, evaluation_cell, study);
    return table_write_csv(directory, "calibration.csv", &table, error);
}

static talus_value posterior_row_cell(const void *user, size_t row, size_t column)
{
    const calibrate_study *study = user;
    if (column < POSTERIORS) {
        return posterior_cell(user, row, column);
    }
    return talus_value_real(study->options.method == TALUS_CALIBRATE_SEARCH
                                ? (double)NAN
                                : study->correlation[row][column - POSTERIORS]);
}

static talus_status write_posterior(const calibrate_study *study, talus_directory *directory,
                                    talus_error *error)
{
    const size_t count = study->options.parameter_count;
    calibrate_columns columns = {.count = 0};
    calibrate_columns_add(&columns, posterior_columns, POSTERIORS);
    columns.items[0].key = "parameter";
    calibrate_columns_add_parameters(&columns, "correlation:", study->parameters, count);
    const talus_table table =
        calibrate_table("posterior", &columns, count, posterior_row_cell, study);
    return table_write_csv(directory, "posterior.csv", &table, error);
}

#define CHECK_COLUMNS(X)                                                                           \
    X(WORD, part, NULL, "training or held out", index == 0 ? "training" : "held out")              \
    X(INTEGER, deposits, "1", NULL, row->count)                                                    \
    X(REAL, score_of_posterior_m, "m", NULL, row->score)                                           \
    X(REAL, score_of_best_m, "m", NULL, row->best)                                                 \
    X(REAL, score_of_scenario_m, "m", "as given", row->reference)                                  \
    X(REAL, skill, "1", "1 - best / as given", row->skill)                                         \
    X(REAL, p, "1", "share of predicted data sets at least as far off", row->p)                    \
    X(REAL, runout_in_90_percent, "1", "share of the deposits", row->covered)                      \
    X(REAL, observed_runout_p10_m, "m", NULL, row->observed[0])                                    \
    X(REAL, observed_runout_p50_m, "m", NULL, row->observed[1])                                    \
    X(REAL, observed_runout_p90_m, "m", NULL, row->observed[2])                                    \
    X(REAL, predicted_runout_p10_m, "m", NULL, row->predicted[0])                                  \
    X(REAL, predicted_runout_p50_m, "m", NULL, row->predicted[1])                                  \
    X(REAL, predicted_runout_p90_m, "m", NULL, row->predicted[2])                                  \
    X(REAL, observed_volume_p10_m3, "m3", NULL, row->observed_volume[0])                           \
    X(REAL, observed_volume_p50_m3, "m3", NULL, row->observed_volume[1])                           \
    X(REAL, observed_volume_p90_m3, "m3", NULL, row->observed_volume[2])                           \
    X(REAL, predicted_volume_p10_m3, "m3", NULL, row->predicted_volume[0])                         \
    X(REAL, predicted_volume_p50_m3, "m3", NULL, row->predicted_volume[1])                         \
    X(REAL, predicted_volume_p90_m3, "m3", NULL, row->predicted_volume[2])
TABLE_DEFINE(checks, CHECK_COLUMNS, const calibrate_study *study = user;
             const calibrate_check *row = index == 0 ? &study->training_check : &study->held_check)

bool calibrate_study_table(const calibrate_study *study, const char *name,
                           const calibrate_columns *columns, talus_table *table)
{
    if (strcmp(name, "parameters") == 0) {
        *table = (talus_table)TABLE(posterior, study, study->options.parameter_count);
    } else if (strcmp(name, "draws") == 0) {
        *table = calibrate_draws(columns, study->draws[0], study->draw_count);
    } else if (strcmp(name, "checks") == 0) {
        *table = (talus_table)TABLE(checks, study, study->held_check.count > 0 ? 2 : 1);
    } else {
        return false;
    }
    return true;
}

static void add_parameter(files_text *text, const calibrate_study *study, size_t d)
{
    const talus_table table = TABLE(posterior, study, study->options.parameter_count);
    files_json_begin(text, NULL, '{');
    table_json_members(text, &table, d);
    if (study->options.method != TALUS_CALIBRATE_SEARCH) {
        files_json_add_numbers(text, "correlation", study->correlation[d],
                               study->options.parameter_count);
    }
    files_json_end(text, '}');
}

static void add_check(files_text *text, const char *key, const calibrate_check *check,
                      bool has_volumes)
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
        if (has_volumes) {
            files_json_add_numbers(text, "observed_volume_p10_p50_p90_m3", check->observed_volume,
                                   3);
            files_json_add_numbers(text, "predicted_volume_p10_p50_p90_m3", check->predicted_volume,
                                   3);
        }
    }
    files_json_end(text, '}');
}

/// Summaries of volumes are logarithms.
static void add_ensemble(files_text *text, const calibrate_study *study)
{
    const size_t places = CALIBRATE_SUMMARIES_OF_PLACES;
    files_json_begin(text, "ensemble", '{');
    files_json_add_number(text, "tolerance_m", study->tolerance);
    files_json_add_number(text, "effective_simulations", study->effective);
    files_json_add_numbers(text, "observed_summaries_m", study->observed, places);
    files_json_add_numbers(text, "accepted_p01_m", study->accepted_low, places);
    files_json_add_numbers(text, "accepted_p99_m", study->accepted_high, places);
    if (study->has_volumes) {
        const size_t volumes = CALIBRATE_SUMMARIES - places;
        files_json_add_numbers(text, "observed_ln_volumes", study->observed + places, volumes);
        files_json_add_numbers(text, "accepted_p01_ln_volumes", study->accepted_low + places,
                               volumes);
        files_json_add_numbers(text, "accepted_p99_ln_volumes", study->accepted_high + places,
                               volumes);
    }
    files_json_end(text, '}');
}

static void add_head(files_text *text, const calibrate_study *study)
{
    static const char *const methods[] = {[TALUS_CALIBRATE_BOTH] = "both",
                                          [TALUS_CALIBRATE_ENSEMBLE] = "ensemble",
                                          [TALUS_CALIBRATE_SEARCH] = "search"};
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
    if (study->has_volumes) {
        files_json_begin(text, "volumes", '{');
        files_json_add_number(text, "least_m3", study->least_volume);
        files_json_add_unsigned(text, "observed_below", study->too_small);
        files_json_add_number(text, "metres_per_ln", study->frame.volume_scale);
        files_json_end(text, '}');
    }
    if (study->options.method != TALUS_CALIBRATE_SEARCH) {
        add_ensemble(text, study);
    }
    files_json_begin(text, "parameters", '[');
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        add_parameter(text, study, d);
    }
    files_json_end(text, ']');
    add_check(text, "training", &study->training_check, study->has_volumes);
    add_check(text, "held_out", &study->held_check, study->has_volumes);
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
        char *resolved = NULL;
        files_text text = {.failed = talus_world_resolved(study->world, scenario,
                                                          talus_directory_path(directory),
                                                          &resolved, error) != TALUS_OK};
        if (resolved != NULL) {
            files_text_add(&text, "%s", resolved);
        }
        status = directory_write_text(directory, "best.yaml", &text, error);
        free(resolved);
    }
    talus_scenario_destroy(scenario);
    return status;
}

const char *const calibrate_files[] = {
    "calibration.csv", "posterior.csv", "draws.csv",   "best.yaml",    "posterior.svg",
    "objective.svg",   "runout.svg",    "volumes.svg", "deposits.svg", NULL};

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
        status = calibrate_write_draws(directory, study->parameters, study->options.parameter_count,
                                       study->draws[0], study->draw_count, error);
    }
    if (status == TALUS_OK) {
        status = write_best(study, directory, error);
    }
    if (status == TALUS_OK) {
        status = calibrate_write_charts(study, directory, error);
    }
    return status;
}
