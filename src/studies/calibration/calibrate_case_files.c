// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a joint calibration.
#include "studies/calibration/calibrate_case.h"
#include "studies/calibration/calibrate_tables.h"

#include "foundation/base/sort.h"
#include "io/chart/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE_POSTERIOR_COLUMNS(X)                                                                  \
    X(WORD, parameter, NULL, "of the scenario", PARAMETER->key)                                    \
    X(WORD, scale, NULL, "log or linear", PARAMETER->logarithmic ? "log" : "linear")               \
    X(REAL, low, NULL, "bound", PARAMETER->low)                                                    \
    X(REAL, high, NULL, "bound", PARAMETER->high)                                                  \
    X(REAL, best, NULL, "value", row->best)                                                        \
    X(REAL, median, NULL, "of the posterior", row->p50)                                            \
    X(REAL, p05, NULL, "of the posterior", row->p05)                                               \
    X(REAL, p95, NULL, "of the posterior", row->p95)                                               \
    X(REAL, shrinkage, "1", "1 - deviation of posterior / prior", row->shrinkage)
#define PARAMETER (&((const calibrate_case *)user)->parameters[index])
TABLE_DEFINE(case_posterior, CASE_POSTERIOR_COLUMNS,
             const calibrate_estimate *row = &((const calibrate_case *)user)->estimates[index])

#define CASE_SCORE_COLUMNS(X)                                                                      \
    X(WORD, part, NULL, "training or held out", score->is_held ? "held out" : "training")          \
    X(WORD, model, NULL, "scenario as given, or draws of the posterior",                           \
      score->is_posterior ? "posterior" : "as given")                                              \
    X(TEXT, observable, NULL, "what was measured", row->name)                                      \
    X(INTEGER, n, "1", "measured rows", row->n)                                                    \
    VALIDATE_FIGURES(X)
TABLE_DEFINE(case_scores, CASE_SCORE_COLUMNS,
             const calibrate_case_score *score = TABLE_ROW(calibrate_case_score);
             const validate_observable *row = &score->observable)

static talus_value evaluation_cell(const void *user, size_t row, size_t column)
{
    const calibrate_case *study = user;
    const calibrate_case_evaluation *e = &study->evaluations[row];
    const size_t tail = 1 + study->options.parameter_count;
    return column == 0      ? talus_value_integer((int64_t)row)
           : column < tail  ? talus_value_real(e->value[column - 1])
           : column == tail ? talus_value_real(e->objective)
                            : talus_value_real(e->kinds[column - tail - 1]);
}

static talus_status write_evaluations(const calibrate_case *study, talus_directory *directory,
                                      talus_error *error)
{
    talus_column ends[2 + CALIBRATE_CASE_KIND_COUNT] = {
        {.key = "evaluation", .type = TALUS_COLUMN_INTEGER},
        {.key = "objective", .type = TALUS_COLUMN_REAL}};
    for (int k = 0; k < CALIBRATE_CASE_KIND_COUNT; k++) {
        ends[2 + k] = (talus_column){.key = calibrate_case_kind_name((calibrate_case_kind)k),
                                     .type = TALUS_COLUMN_REAL};
    }
    calibrate_columns columns = {.count = 0};
    calibrate_columns_add(&columns, ends, 1);
    calibrate_columns_add_parameters(&columns, "", study->parameters,
                                     study->options.parameter_count);
    calibrate_columns_add(&columns, ends + 1, 1 + CALIBRATE_CASE_KIND_COUNT);
    const talus_table table =
        calibrate_table("calibration", &columns, study->evaluation_count, evaluation_cell, study);
    return table_write_csv(directory, "calibration.csv", &table, error);
}

bool calibrate_case_table(const calibrate_case *study, const char *name,
                          const calibrate_columns *columns, talus_table *table)
{
    if (strcmp(name, "parameters") == 0) {
        *table = (talus_table)TABLE(case_posterior, study, study->options.parameter_count);
    } else if (strcmp(name, "draws") == 0) {
        *table = calibrate_draws(columns, study->draws[0], study->draw_count);
    } else if (strcmp(name, "scores") == 0) {
        *table = (talus_table)TABLE(case_scores, study->scores, study->score_count);
    } else {
        return false;
    }
    return true;
}

/// The distribution function of every parameter's draws beside that of its prior.
static talus_status write_chart(const calibrate_case *study, talus_directory *directory,
                                talus_error *error)
{
    const size_t count = study->options.parameter_count;
    double(*values)[CALIBRATE_DRAWS] = calloc(count, sizeof *values), shares[CALIBRATE_DRAWS];
    double ends[TALUS_MOST_PARAMETERS][2];
    static const double whole[2] = {0.0, 1.0};
    chart_series series[TALUS_MOST_PARAMETERS][2];
    chart_panel panels[TALUS_MOST_PARAMETERS];
    if (values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the chart");
    }
    for (size_t d = 0; d < count; d++) {
        const talus_calibrate_parameter *p = &study->parameters[d];
        for (size_t k = 0; k < CALIBRATE_DRAWS; k++) {
            values[d][k] = study->draws[k][d];
            shares[k] = ((double)k + 0.5) / CALIBRATE_DRAWS;
        }
        sort_numbers(values[d], CALIBRATE_DRAWS);
        ends[d][0] = p->low;
        ends[d][1] = p->high;
        series[d][0] = (chart_series){.label = "prior",
                                      .x = ends[d],
                                      .y = whole,
                                      .count = 2,
                                      .mark = CHART_LINE,
                                      .colour = -1,
                                      .dashed = true};
        series[d][1] = (chart_series){.label = "posterior",
                                      .x = values[d],
                                      .y = shares,
                                      .count = CALIBRATE_DRAWS,
                                      .mark = CHART_LINE,
                                      .colour = 0};
        panels[d] = (chart_panel){
            .x = {.label = p->key, .logarithmic = p->logarithmic, .from = p->low, .to = p->high},
            .y = {.label = "share below (1)", .to = 1.0},
            .series = series[d],
            .series_count = 2};
    }
    const chart page = {.title = "Posterior",
                        .columns = count < 3 ? count : 3,
                        .panel_width = 340,
                        .panel_height = 260,
                        .panels = panels,
                        .panel_count = count};
    const talus_status status = chart_put(directory, "posterior.svg", &page, error);
    free(values);
    return status;
}

const char *const calibrate_case_files[] = {"calibration.csv", "posterior.csv", "draws.csv",
                                            "scores.csv",      "posterior.svg", NULL};

talus_status calibrate_case_write(const calibrate_case *study, talus_directory *directory,
                                  talus_error *error)
{
    const talus_table posterior = TABLE(case_posterior, study, study->options.parameter_count);
    const talus_table scores = TABLE(case_scores, study->scores, study->score_count);
    talus_status status = write_evaluations(study, directory, error);
    if (status == TALUS_OK) {
        status = table_write_csv(directory, "posterior.csv", &posterior, error);
    }
    if (status == TALUS_OK) {
        status = calibrate_write_draws(directory, study->parameters, study->options.parameter_count,
                                       study->draws[0], study->draw_count, error);
    }
    if (status == TALUS_OK) {
        status = table_write_csv(directory, "scores.csv", &scores, error);
    }
    return status == TALUS_OK ? write_chart(study, directory, error) : status;
}

void calibrate_case_add_members(files_text *text, const calibrate_case *study)
{
    const talus_table posterior = TABLE(case_posterior, study, study->options.parameter_count);
    const talus_table scores = TABLE(case_scores, study->scores, study->score_count);
    directory_add_study(text, "calibrate");
    files_json_add_text(text, "case", study->options.case_file);
    files_json_add_unsigned(text, "seed", study->options.seed);
    files_json_add_unsigned(text, "replicates", study->options.replicates);
    files_json_add_number(text, "hold_out", study->options.hold_out);
    files_json_add_unsigned(text, "evaluations", study->evaluation_count);
    files_json_add_unsigned(text, "refused", study->refused);
    files_json_begin(text, "objective", '{');
    files_json_add_number(text, "best", study->evaluations[study->best].objective);
    files_json_add_number(text, "scenario", study->evaluations[0].objective);
    for (int k = 0; k < CALIBRATE_CASE_KIND_COUNT; k++) {
        files_json_add_number(text, calibrate_case_kind_name((calibrate_case_kind)k),
                              study->evaluations[study->best].kinds[k]);
    }
    files_json_end(text, '}');
    files_json_begin(text, "ensemble", '{');
    files_json_add_number(text, "tolerance", study->tolerance);
    files_json_add_number(text, "effective_simulations", study->effective);
    files_json_end(text, '}');
    table_json(text, "parameters", &posterior);
    files_json_begin(text, "correlation", '[');
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        files_json_add_numbers(text, NULL, study->correlation[d], study->options.parameter_count);
    }
    files_json_end(text, ']');
    table_json(text, "scores", &scores);
}
