// SPDX-License-Identifier: GPL-3.0-or-later
// How a run came to be precise enough: a block of summary.json, convergence.csv and its chart.
#include "io/chart/chart.h"
#include "io/products/output.h"

#include <math.h>
#include <stdlib.h>

/// How precise a round is; what is asked for has the same columns. A number that was not evaluated
/// is NaN, an error without enough crossings infinite.
typedef struct round_row {
    uint64_t rocks;
    double cell_share, reach_halfwidth, energy_error, height_error, decided_share;
} round_row;

#define ROUND_COLUMNS(X)                                                                           \
    X(INTEGER, rocks, "1", "that had run", row->rocks)                                             \
    X(LIMIT6, cell_share, "1", "of the touched cells, narrow enough", row->cell_share)             \
    X(LIMIT6, reach_halfwidth, "1", "of the reach probability", row->reach_halfwidth)              \
    X(LIMIT6, screen_energy_error, "1", "E95 at the worst screen", row->energy_error)              \
    X(LIMIT6, screen_height_error, "1", "h95 at the worst screen", row->height_error)              \
    X(LIMIT6, decided_share, "1", "of the reached cells", row->decided_share)
TABLE_DEFINE(convergence, ROUND_COLUMNS, const round_row *row = TABLE_ROW(round_row))
enum { ROUND_COLUMNS(TABLE_ID) };

/// Columns of errors in the order of the summary, and whether they are asked for.
static const size_t summary_order[] = {COLUMN_cell_share, COLUMN_decided_share,
                                       COLUMN_reach_halfwidth, COLUMN_screen_energy_error,
                                       COLUMN_screen_height_error};
enum { SUMMARY_COLUMNS = sizeof summary_order / sizeof summary_order[0] };

static bool is_asked(const talus_precision *p, size_t column)
{
    switch (column) {
    case COLUMN_cell_share:
    case COLUMN_reach_halfwidth:
        return p->reach_halfwidth > 0.0;
    case COLUMN_screen_energy_error:
        return p->energy_error > 0.0;
    case COLUMN_screen_height_error:
        return p->height_error > 0.0;
    case COLUMN_decided_share:
        return p->decided_share > 0.0;
    }
    return false;
}

static round_row row_of(const talus_round *look)
{
    return (round_row){.rocks = look->rocks,
                       .cell_share = look->cell_share,
                       .reach_halfwidth = look->reach_halfwidth,
                       .energy_error = look->energy_error,
                       .height_error = look->height_error,
                       .decided_share = look->decided_share};
}

static void add_asked(files_text *text, const talus_precision *p, const round_row *row)
{
    const talus_table table = TABLE(convergence, row, 1);
    for (size_t k = 0; k < SUMMARY_COLUMNS; k++) {
        if (is_asked(p, summary_order[k])) {
            table_json_member(text, &table, 0, summary_order[k]);
        }
    }
}

void output_add_rounds(files_text *text, const talus_products_context *context,
                       const talus_results *results)
{
    size_t count = 0;
    const talus_round *looks = ensemble_rounds(results, &count);
    const talus_precision *p = &context->campaign->precision;
    if (count == 0) {
        return;
    }
    const round_row asked = {.cell_share = p->cell_share,
                             .reach_halfwidth = p->reach_halfwidth,
                             .energy_error = p->energy_error,
                             .height_error = p->height_error,
                             .decided_share = p->decided_share};
    files_json_begin(text, "stop_when", '{');
    files_json_add_bool(text, "is_precise", looks[count - 1].is_precise);
    files_json_add_unsigned(text, "rocks_at_most", talus_campaign_rock_count(context->campaign));
    files_json_begin(text, "asked", '{');
    add_asked(text, p, &asked);
    files_json_end(text, '}');
    files_json_begin(text, "rounds", '[');
    for (size_t i = 0; i < count; i++) {
        const round_row row = row_of(&looks[i]);
        const talus_table table = TABLE(convergence, &row, 1);
        files_json_begin(text, NULL, '{');
        table_json_member(text, &table, 0, COLUMN_rocks);
        add_asked(text, p, &row);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_end(text, '}');
}

static talus_status write_table(talus_directory *directory, const talus_round *looks, size_t count,
                                talus_error *error)
{
    round_row *rows = malloc(count * sizeof *rows);
    if (rows == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for convergence.csv");
    }
    for (size_t i = 0; i < count; i++) {
        rows[i] = row_of(&looks[i]);
    }
    const talus_table table = TABLE(convergence, rows, count);
    const talus_status status = table_write_csv(directory, "convergence.csv", &table, error);
    free(rows);
    return status;
}

enum { ERRORS = 4 };
static const char *const labels[ERRORS] = {"half-width of the reach probability",
                                           "E95 at the worst screen", "h95 at the worst screen",
                                           "share of undecided cells"};

/// Errors of the chart; the last one above 0, so that it has a logarithm.
static void list_errors(const talus_round *look, double errors[ERRORS])
{
    const double undecided = 1.0 - look->decided_share;
    errors[0] = look->reach_halfwidth;
    errors[1] = look->energy_error;
    errors[2] = look->height_error;
    errors[3] = undecided > 1e-6 ? undecided : 1e-6;
}

/// Errors asked for. A share of 1 allows no undecided cell: nothing can be held against that.
static void list_asked(const talus_precision *p, double asked[ERRORS])
{
    asked[0] = p->reach_halfwidth;
    asked[1] = p->energy_error;
    asked[2] = p->height_error;
    asked[3] = p->decided_share > 0.0 ? 1.0 - p->decided_share : 0.0;
}

/// Errors over those asked for, against the rocks: below 1 all is well.
static talus_status draw(talus_directory *directory, const double asked[ERRORS],
                         const talus_round *looks, size_t count, talus_error *error)
{
    double *numbers = malloc((ERRORS + 1) * count * sizeof *numbers);
    chart_series series[ERRORS + 1];
    size_t used = 0;
    if (numbers == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    for (size_t i = 0; i < count; i++) {
        double errors[ERRORS];
        list_errors(&looks[i], errors);
        numbers[i] = (double)looks[i].rocks;
        for (size_t k = 0; k < ERRORS; k++) {
            numbers[(k + 1) * count + i] = errors[k] / asked[k];
        }
    }
    for (size_t k = 0; k < ERRORS; k++) {
        if (asked[k] > 0.0) {
            series[used++] = (chart_series){.label = labels[k],
                                            .x = numbers,
                                            .y = numbers + (k + 1) * count,
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

talus_status output_claim_rounds(talus_directory *directory, const talus_products_context *context,
                                 talus_error *error)
{
    static const char *const names[] = {"convergence.csv", "convergence.svg", NULL};
    bool is_requested = false;
    for (size_t k = 0; k < SUMMARY_COLUMNS; k++) {
        is_requested = is_requested || is_asked(&context->campaign->precision, summary_order[k]);
    }
    return is_requested ? directory_claim_all(directory, names, error) : TALUS_OK;
}

talus_status output_write_rounds(talus_directory *directory, const talus_products_context *context,
                                 const talus_results *results, talus_error *error)
{
    size_t count = 0;
    double asked[ERRORS];
    const talus_round *looks = ensemble_rounds(results, &count);
    if (count == 0) {
        return TALUS_OK;
    }
    list_asked(&context->campaign->precision, asked);
    const talus_status status = write_table(directory, looks, count, error);
    return status == TALUS_OK ? draw(directory, asked, looks, count, error) : status;
}
