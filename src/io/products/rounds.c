// SPDX-License-Identifier: GPL-3.0-or-later
// How a run came to be precise enough: a block of summary.json, convergence.csv and its chart.
#include "io/chart/chart.h"
#include "io/products/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERRORS = 4, TABLE_ERRORS = 3 }; ///< the last one is in the chart alone

/// What can be asked for: its key, and how a look has it.
typedef struct rounds_error {
    const char *key, *label;
    double asked;
    double (*of)(const talus_round *look);
} rounds_error;

static double halfwidth_of(const talus_round *look)
{
    return look->reach_halfwidth;
}

static double energy_error_of(const talus_round *look)
{
    return look->energy_error;
}

static double height_error_of(const talus_round *look)
{
    return look->height_error;
}

/// Above 0, so that it has a logarithm.
static double undecided_of(const talus_round *look)
{
    const double share = 1.0 - look->decided_share;
    return share > 1e-6 ? share : 1e-6;
}

static void list_errors(const talus_campaign *campaign, rounds_error errors[ERRORS])
{
    const talus_precision *p = &campaign->precision;
    errors[0] = (rounds_error){"reach_halfwidth", "half-width of the reach probability",
                               p->reach_halfwidth, halfwidth_of};
    errors[1] = (rounds_error){"screen_energy_error", "E95 at the worst screen", p->energy_error,
                               energy_error_of};
    errors[2] = (rounds_error){"screen_height_error", "h95 at the worst screen", p->height_error,
                               height_error_of};
    // a share of 1 allows no undecided cell: nothing can be held against that in the chart
    errors[3] = (rounds_error){"undecided_share", "share of undecided cells",
                               p->decided_share > 0.0 ? 1.0 - p->decided_share : 0.0, undecided_of};
}

void output_add_rounds(files_text *text, const talus_output_context *context,
                       const talus_results *results)
{
    size_t count = 0;
    rounds_error errors[ERRORS];
    const talus_round *looks = talus_results_rounds(results, &count);
    if (count == 0) {
        return;
    }
    list_errors(context->campaign, errors);
    files_json_begin(text, "stop_when", '{');
    files_json_add_bool(text, "is_precise", looks[count - 1].is_precise);
    files_json_add_unsigned(text, "rocks_at_most", talus_campaign_rock_count(context->campaign));
    files_json_begin(text, "asked", '{');
    const talus_precision *asked = &context->campaign->precision;
    if (errors[0].asked > 0.0) {
        files_json_add_number(text, "cell_share", asked->cell_share);
    }
    if (asked->decided_share > 0.0) {
        files_json_add_number(text, "decided_share", asked->decided_share);
    }
    for (size_t k = 0; k < TABLE_ERRORS; k++) {
        if (errors[k].asked > 0.0) {
            files_json_add_number(text, errors[k].key, errors[k].asked);
        }
    }
    files_json_end(text, '}');
    files_json_begin(text, "rounds", '[');
    for (size_t i = 0; i < count; i++) {
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "rocks", looks[i].rocks);
        if (errors[0].asked > 0.0) {
            files_json_add_number(text, "cell_share", looks[i].cell_share);
        }
        if (asked->decided_share > 0.0) {
            files_json_add_number(text, "decided_share", looks[i].decided_share);
        }
        for (size_t k = 0; k < TABLE_ERRORS; k++) {
            if (errors[k].asked > 0.0) {
                files_json_add_number(text, errors[k].key, errors[k].of(&looks[i]));
            }
        }
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_end(text, '}');
}

static talus_status write_table(talus_directory *directory, const rounds_error errors[ERRORS],
                                const talus_round *looks, size_t count, talus_error *error)
{
    files_text text = {.first = true};
    files_text_add(&text, "rocks,cell_share");
    for (size_t k = 0; k < TABLE_ERRORS; k++) {
        files_text_add(&text, ",%s", errors[k].key);
    }
    files_text_add(&text, ",decided_share\n");
    for (size_t i = 0; i < count; i++) {
        files_text_add(&text, "%" PRIu64 ",", looks[i].rocks);
        if (!isnan(looks[i].cell_share)) {
            files_text_add(&text, "%.6g", looks[i].cell_share);
        }
        for (size_t k = 0; k < TABLE_ERRORS; k++) {
            const double value = errors[k].of(&looks[i]);
            files_text_add(&text, ",");
            if (!isnan(value)) {
                files_text_add(&text, "%.6g", value);
            }
        }
        files_text_add(&text, ",");
        if (!isnan(looks[i].decided_share)) {
            files_text_add(&text, "%.6g", looks[i].decided_share);
        }
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "convergence.csv", &text, error);
}

/// Errors over those asked for, against the rocks: below 1 all is well.
static talus_status draw(talus_directory *directory, const rounds_error errors[ERRORS],
                         const talus_round *looks, size_t count, talus_error *error)
{
    double *numbers = malloc((ERRORS + 1) * count * sizeof *numbers);
    chart_series series[ERRORS + 1];
    size_t used = 0;
    if (numbers == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (double)looks[i].rocks;
    }
    for (size_t k = 0; k < ERRORS; k++) {
        double *ratios = numbers + (k + 1) * count;
        for (size_t i = 0; i < count && errors[k].asked > 0.0; i++) {
            ratios[i] = errors[k].of(&looks[i]) / errors[k].asked;
        }
        if (errors[k].asked > 0.0) {
            series[used++] = (chart_series){.label = errors[k].label,
                                            .x = numbers,
                                            .y = ratios,
                                            .count = count,
                                            .mark = count > 1 ? CHART_LINE : CHART_POINTS,
                                            .colour = (int)k};
        }
    }
    const double ends[2] = {numbers[0], numbers[count - 1]}, ones[2] = {1.0, 1.0};
    series[used++] = (chart_series){
        .label = "asked for", .x = ends, .y = ones, .count = 2, .colour = -1, .dashed = true};
    const chart_panel panel = {.x = {.label = "rocks", .logarithmic = true},
                               .y = {.label = "error / error asked for", .logarithmic = true},
                               .series = series,
                               .series_count = used};
    const chart page = {.title = "Precision of the results", .panels = &panel, .panel_count = 1};
    const talus_status status = chart_put(directory, "convergence.svg", &page, error);
    free(numbers);
    return status;
}

talus_status output_claim_rounds(talus_directory *directory, const talus_output_context *context,
                                 talus_error *error)
{
    static const char *const names[] = {"convergence.csv", "convergence.svg", NULL};
    rounds_error errors[ERRORS];
    bool is_asked = context->campaign->precision.decided_share > 0.0;
    list_errors(context->campaign, errors);
    for (size_t k = 0; k < ERRORS; k++) {
        is_asked = is_asked || errors[k].asked > 0.0;
    }
    return is_asked ? directory_claim_all(directory, names, error) : TALUS_OK;
}

talus_status output_write_rounds(talus_directory *directory, const talus_output_context *context,
                                 const talus_results *results, talus_error *error)
{
    size_t count = 0;
    rounds_error errors[ERRORS];
    const talus_round *looks = talus_results_rounds(results, &count);
    if (count == 0) {
        return TALUS_OK;
    }
    list_errors(context->campaign, errors);
    const talus_status status = write_table(directory, errors, looks, count, error);
    return status == TALUS_OK ? draw(directory, errors, looks, count, error) : status;
}
