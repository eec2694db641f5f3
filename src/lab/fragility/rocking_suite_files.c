// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and chart of a suite of records.
#include "io/table/table.h"
#include "lab/fragility/rocking_fragility_plan.h"
#include "lab/fragility/rocking_suite.h"
#include "lab/rocking/intensity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const rocking_suite_files[] = {"runs.csv",      "records.csv",       "levels.csv",
                                           "fits.csv",      "deaggregation.csv", "demand.csv",
                                           "fragility.svg", "demand.svg",        NULL};

enum { MOST_COLUMNS = 32 };

/// "0.5", "overturned"
static const char *name_threshold(double threshold, char name[32])
{
    if (isfinite(threshold)) {
        (void)snprintf(name, 32, "%g", threshold);
    } else {
        (void)snprintf(name, 32, "overturned");
    }
    return name;
}

/// The key of the suite's measure; "intensity" in a table that has a column of that name.
static const char *measure_key(const rocking_suite *suite, const talus_table *table)
{
    const char *key = rocking_suite_measure_of(suite->options.measure)->key;
    for (size_t k = 0; k < table->column_count; k++) {
        if (strcmp(table->columns[k].key, key) == 0) {
            return "intensity";
        }
    }
    return key;
}

/// Write a table in which the key `measure` is that of the suite's measure.
static talus_status write_table(talus_directory *directory, const char *file,
                                const rocking_suite *suite, const talus_table *table,
                                talus_error *error)
{
    talus_column columns[MOST_COLUMNS];
    talus_table named = *table;
    table_rename(&named, columns, "measure", measure_key(suite, table));
    return table_write_csv(directory, file, &named, error);
}

#define SUITE ((const rocking_suite *)user)
#define OPTIONS SUITE->options
#define RUN_HEAD(X)                                                                                \
    X(TEXT, record, NULL, "name", OPTIONS.list->records[row->record].name)                         \
    X(INTEGER, level, "1", "from 1", row->level + 1)                                               \
    X(REAL, measure, NULL, "intensity", row->intensity)                                            \
    X(REAL, factor, "1", "of the record", row->factor)                                             \
    X(INTEGER, sample, "1", "from 1", row->sample + 1)                                             \
    X(REAL, angle_deg, "deg", "of the block", row->degrees)                                        \
    X(WORD, outcome, NULL, "of the run", rocking_suite_outcome_name(row->outcome))                 \
    X(REAL, peak_over_alpha, "1", "largest rotation", row->peak_over_alpha)                        \
    X(REAL, peak_rad, "rad", "largest rotation", row->peak)                                        \
    X(REAL, t_peak_s, "s", "of the largest rotation", row->peak_time)                              \
    X(REAL, t_end_s, "s", "of the end", row->end_time)                                             \
    X(INTEGER, impacts, "1", "of the run", row->impacts)                                           \
    X(REAL, required_friction, "1", "not to slip", row->required_friction)
#define PLANAR_RUN(X)                                                                              \
    RUN_HEAD(X)                                                                                    \
    X(REAL, ratio, "1", "of impacts", row->drawn[0])                                               \
    X(REAL, ratio_back, "1", "of impacts the other way", row->drawn[1])
#define SPATIAL_RUN(X)                                                                             \
    RUN_HEAD(X)                                                                                    \
    X(REAL, lambda, "1", "of the first edge", row->drawn[0])                                       \
    X(REAL, lat, "1", "of the first edge", row->drawn[1])                                          \
    X(REAL, lon, "1", "of the first edge", row->drawn[2])

TABLE_DEFINE(planar_runs, PLANAR_RUN, const rocking_suite_run *row = &SUITE->runs[index])
TABLE_DEFINE(spatial_runs, SPATIAL_RUN, const rocking_suite_run *row = &SUITE->runs[index])

/// A record and its intensity measures.
typedef struct record_row {
    const rocking_suite_record *record;
    intensity_peaks peaks;
    intensity_rotated pga, pgv; ///< over all directions
    double housner;             ///< m
    double unit, limit, p;      ///< intensity as it is; m/s2, of rest; rad/s
} record_row;

static record_row record_of(const rocking_suite *suite, size_t index)
{
    const rocking_suite_options *o = &suite->options;
    const rocking_suite_record *record = &o->list->records[index];
    const bool pair = record->y.count > 0;
    const intensity_record motion = {record->x.time_step, record->x.count, record->x.horizontal,
                                     pair ? record->y.horizontal : NULL};
    return (record_row){
        .record = record,
        .pga = intensity_rotated_of(&motion, INTENSITY_PGA, 0.0, 0.0),
        .pgv = intensity_rotated_of(&motion, INTENSITY_PGV, 0.0, 0.0),
        .housner = intensity_housner(record->x.horizontal, record->x.count, record->x.time_step,
                                     o->damping),
        .peaks = intensity_peaks_of(record->x.horizontal, record->x.count, record->x.time_step),
        .unit = suite->unit[index],
        .limit = o->scenario->keys.simulation.gravity * talus_sin(suite->alpha) /
                 talus_cos(suite->alpha),
        .p = suite->p};
}

static double of_pair(const record_row *row, double value)
{
    return row->record->y.count > 0 ? value : (double)NAN;
}

#define RECORD_COLUMNS(X)                                                                          \
    X(TEXT, record, NULL, "name", row->record->name)                                               \
    X(INTEGER, components, "1", "of the motion",                                                   \
      1 + (row->record->y.count > 0) + (row->record->x.vertical != NULL))                          \
    X(REAL, weight, "1", "in shares", row->record->weight)                                         \
    X(REAL, measure, NULL, "intensity as recorded", row->unit)                                     \
    X(REAL, pga_m_s2, "m/s2", NULL, row->peaks.pga)                                                \
    X(REAL, pgv_m_s, "m/s", NULL, row->peaks.pgv)                                                  \
    X(REAL, pgd_m, "m", NULL, row->peaks.pgd)                                                      \
    X(REAL, arias_m_s, "m/s", NULL, row->peaks.arias)                                              \
    X(REAL, cav_m_s, "m/s", NULL, row->peaks.cav)                                                  \
    X(REAL, d5_75_s, "s", NULL, row->peaks.duration_75)                                            \
    X(REAL, d5_95_s, "s", NULL, row->peaks.duration_95)                                            \
    X(REAL, si_m, "m", "Housner's, of x", row->housner)                                            \
    X(REAL, pga_rotd0_m_s2, "m/s2", NULL, of_pair(row, row->pga.rotd0))                            \
    X(REAL, pga_rotd50_m_s2, "m/s2", NULL, of_pair(row, row->pga.rotd50))                          \
    X(REAL, pga_rotd100_m_s2, "m/s2", NULL, of_pair(row, row->pga.rotd100))                        \
    X(REAL, pga_resultant_m_s2, "m/s2", NULL, of_pair(row, row->pga.resultant))                    \
    X(REAL, pgv_rotd0_m_s, "m/s", NULL, of_pair(row, row->pgv.rotd0))                              \
    X(REAL, pgv_rotd50_m_s, "m/s", NULL, of_pair(row, row->pgv.rotd50))                            \
    X(REAL, pgv_rotd100_m_s, "m/s", NULL, of_pair(row, row->pgv.rotd100))                          \
    X(REAL, pga_star, "1", NULL, row->peaks.pga / row->limit)                                      \
    X(REAL, pgv_star, "1", NULL, row->p * row->peaks.pgv / row->limit)                             \
    X(REAL, omega_star, "1", NULL, row->peaks.pga / row->peaks.pgv / row->p)
TABLE_DEFINE(records, RECORD_COLUMNS, const record_row *row = TABLE_ROW(record_row))

/// Tables whose rows begin with a threshold; their `user`.
typedef struct threshold_rows {
    const rocking_suite *suite;
    char *name; ///< (32) of the row that is read
} threshold_rows;
#define ROWS ((const threshold_rows *)user)

#define LEVEL_COLUMNS(X)                                                                           \
    X(WORD, exceed, NULL, "threshold",                                                             \
      name_threshold(ROWS->suite->options.thresholds[index / ROWS->suite->levels], ROWS->name))    \
    X(REAL, measure, NULL, "intensity", row->intensity)                                            \
    X(REAL, runs, "1", NULL, row->runs)                                                            \
    X(REAL, exceeded, "1", "runs", row->exceeded)                                                  \
    X(REAL, undecided, "1", "runs", row->undecided)                                                \
    X(REAL, share, "1", "of the runs that exceed", row->interval.share)                            \
    X(REAL, share_low, "1", "without undecided runs", row->share_low)                              \
    X(REAL, effective_runs, "1", NULL, row->interval.effective)                                    \
    X(REAL, low_95, "1", "of the share", row->interval.low)                                        \
    X(REAL, high_95, "1", "of the share", row->interval.high)                                      \
    X(REAL, bootstrap_low, "1", "of the share", row->interval.boot_low)                            \
    X(REAL, bootstrap_high, "1", "of the share", row->interval.boot_high)                          \
    X(REAL, rho, "1", "correlation in records", row->beta.rho)                                     \
    X(REAL, lognormal, "1", "fitted share", row->fitted)                                           \
    X(REAL, band_low, "1", "of the fit", row->band_low)                                            \
    X(REAL, band_high, "1", "of the fit", row->band_high)                                          \
    X(REAL, regression, "1", "share by the demand of a cloud", row->regression)
TABLE_DEFINE(levels, LEVEL_COLUMNS, const rocking_suite_share *row = &ROWS->suite->shares[index])

static double boot(const rocking_suite_curve *curve, double value)
{
    return curve->bootstrap.replicates > 0 ? value : (double)NAN;
}

#define FIT_COLUMNS(X)                                                                             \
    X(WORD, exceed, NULL, "threshold", name_threshold(row->threshold, ROWS->name))                 \
    X(WORD, state, NULL, "of the fit", rocking_fit_state_name(row->fit.fit.state))                 \
    X(REAL, theta, NULL, "median", row->fit.fit.theta)                                             \
    X(REAL, beta, "1", "standard deviation of the logarithm", row->fit.fit.beta)                   \
    X(REAL, se_ln_theta, "1", "with records as units", row->fit.se_ln_theta)                       \
    X(REAL, se_beta, "1", "with records as units", row->fit.se_beta)                               \
    X(REAL, se_ln_theta_independent, "1", "with runs as units", row->fit.fit.se_ln_theta)          \
    X(REAL, jackknife_ln_theta, "1", "over records", row->fit.jackknife_ln_theta)                  \
    X(REAL, theta_low, NULL, "95 % interval", row->fit.theta_low)                                  \
    X(REAL, theta_high, NULL, "95 % interval", row->fit.theta_high)                                \
    X(REAL, capacities, "1", "of IDA", (double)row->capacities)                                    \
    X(REAL, survivors, "1", "of IDA", (double)row->survivors)                                      \
    X(REAL, resurrections, "1", "of IDA", (double)row->resurrections)                              \
    X(REAL, annual_rate, "1/yr", NULL, row->rate.rate)                                             \
    X(REAL, annual_rate_high, "1/yr", "share 1 beyond the last point", row->rate.rate_high)        \
    X(REAL, rate_low_95, "1/yr", NULL, row->rate_low.rate)                                         \
    X(REAL, rate_high_95, "1/yr", NULL, row->rate_high.rate)                                       \
    X(REAL, p_50_years, "1", "probability in 50 years", row->rate.p_50_years)                      \
    X(REAL, share_at_first_point, "1", "below it nothing is added", row->rate.share_at_first)      \
    X(REAL, bootstrap, "1", "replicates over records", (double)row->bootstrap.replicates)          \
    X(REAL, bootstrap_without, "1", "of them without a curve", (double)row->bootstrap.without)     \
    X(REAL, boot_theta_low, NULL, "percentile 2.5", boot(row, row->bootstrap.theta_low))           \
    X(REAL, boot_theta_high, NULL, "percentile 97.5", boot(row, row->bootstrap.theta_high))        \
    X(REAL, boot_beta_low, "1", "percentile 2.5", boot(row, row->bootstrap.beta_low))              \
    X(REAL, boot_beta_high, "1", "percentile 97.5", boot(row, row->bootstrap.beta_high))           \
    X(REAL, boot_rate_low, "1/yr", "percentile 2.5", row->boot_rate_low)                           \
    X(REAL, boot_rate_high, "1/yr", "percentile 97.5", row->boot_rate_high)
TABLE_DEFINE(fits, FIT_COLUMNS, const rocking_suite_curve *row = &ROWS->suite->curves[index])

/// A segment of the hazard curve: which intensities the rate comes from.
typedef struct term_row {
    double threshold, from, to, rate, share;
} term_row;

static term_row term_of(const rocking_suite *suite, size_t index)
{
    const rocking_hazard_curve *hazard = suite->options.hazard;
    const size_t i = index % hazard->count;
    size_t t = index / hazard->count;
    for (size_t k = 0; k <= t; k++) {
        t += suite->curves[k].terms == NULL; // a curve without a rate has no rows
    }
    const rocking_suite_curve *c = &suite->curves[t];
    return (term_row){.threshold = c->threshold,
                      .from = hazard->intensity[i],
                      .to = i + 1 < hazard->count ? hazard->intensity[i + 1] : (double)NAN,
                      .rate = c->terms[i],
                      .share = c->terms[i] / c->rate.rate};
}

#define TERM_COLUMNS(X)                                                                            \
    X(WORD, exceed, NULL, "threshold", name_threshold(row.threshold, ROWS->name))                  \
    X(REAL, from, NULL, "intensity", row.from)                                                     \
    X(REAL, to, NULL, "intensity", row.to)                                                         \
    X(REAL, annual_rate, "1/yr", "of the segment", row.rate)                                       \
    X(REAL, share, "1", "of the rate", row.share)
TABLE_DEFINE(deaggregation, TERM_COLUMNS, const term_row row = term_of(ROWS->suite, index))

/// Lines of the demand: on the intensity, and of the residuals on what the list says.
typedef struct line_row {
    const char *against;
    rocking_line line;
} line_row;
#define LINE_COLUMNS(X)                                                                            \
    X(WORD, against, NULL, "ln of the intensity, m or r_km", row->against)                         \
    X(INTEGER, count, "1", "runs, or records with a mean residual", row->line.count)               \
    X(REAL, intercept, "1", "of ln(peak / alpha), or of its residual", row->line.a)                \
    X(REAL, slope, "1", NULL, row->line.b)                                                         \
    X(REAL, residual, "1", "standard deviation", row->line.residual)                               \
    X(REAL, p_value, "1", "of the slope", row->line.p_value)
TABLE_DEFINE(lines, LINE_COLUMNS, const line_row *row = TABLE_ROW(line_row))

static talus_status write_demand(talus_directory *directory, const rocking_suite *suite,
                                 talus_error *error)
{
    const rocking_suite_demand *d = &suite->demand;
    const line_row rows[] = {{rocking_suite_measure_of(suite->options.measure)->key, d->line},
                             {"m", d->on_magnitude},
                             {"r_km", d->on_distance}};
    const talus_table table = TABLE(lines, rows, 3);
    return table_write_csv(directory, "demand.csv", &table, error);
}

static talus_status write_tables(talus_directory *directory, const rocking_suite *suite,
                                 talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    const bool planar = o->scenario->keys.block.kind == ROCKING_PLANAR;
    char name[32];
    const threshold_rows rows = {suite, name};
    record_row *records = malloc((o->list->count + 1) * sizeof *records);
    if (records == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for records.csv");
    }
    for (size_t r = 0; r < o->list->count; r++) {
        records[r] = record_of(suite, r);
    }
    size_t rates = 0;
    for (size_t t = 0; t < o->threshold_count; t++) {
        rates += o->hazard != NULL && suite->curves[t].terms != NULL;
    }
    const talus_table planar_runs = TABLE(planar_runs, suite, suite->run_count);
    const talus_table spatial_runs = TABLE(spatial_runs, suite, suite->run_count);
    const struct {
        const char *file;
        talus_table table;
    } tables[] = {{"runs.csv", planar ? planar_runs : spatial_runs},
                  {"records.csv", TABLE(records, records, o->list->count)},
                  {"levels.csv", TABLE(levels, &rows, o->threshold_count * suite->levels)},
                  {"fits.csv", TABLE(fits, &rows, o->threshold_count)},
                  {"deaggregation.csv",
                   TABLE(deaggregation, &rows, rates > 0 ? rates * o->hazard->count : 0)}};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof tables / sizeof tables[0] && status == TALUS_OK; k++) {
        status = write_table(directory, tables[k].file, suite, &tables[k].table, error);
    }
    free(records);
    return status == TALUS_OK && o->mode == ROCKING_SUITE_CLOUD
               ? write_demand(directory, suite, error)
               : status;
}

enum { SMOOTH = 120 };

/// "overturned", "left rest", "tilt > 0.5 \u03b1"
static void label_threshold(const rocking_suite *suite, size_t t, char *label, size_t size)
{
    const double threshold = suite->options.thresholds[t];
    const bool planar = suite->options.scenario->keys.block.kind == ROCKING_PLANAR;
    if (!isfinite(threshold)) {
        (void)snprintf(label, size, "overturned");
    } else if (threshold == 0.0) {
        (void)snprintf(label, size, "left rest");
    } else {
        (void)snprintf(label, size, "%s > %g \u03b1", planar ? "|\u03b8|" : "tilt", threshold);
    }
}

/// Columns of a threshold: levels, shares, limits, and the curve at finer steps.
typedef struct curve_columns {
    double *x, *share, *low, *high, *fine, *fit;
} curve_columns;

static curve_columns fill_columns(const rocking_suite *suite, size_t t, double *room)
{
    const rocking_suite_options *o = &suite->options;
    const rocking_lognormal *fit = &suite->curves[t].fit.fit;
    const size_t n = suite->levels;
    curve_columns c = {.x = room};
    c.share = c.x + n;
    c.low = c.share + n;
    c.high = c.low + n;
    c.fine = c.high + n;
    c.fit = c.fine + SMOOTH;
    for (size_t k = 0; k < n; k++) {
        const rocking_suite_share *s = &suite->shares[t * n + k];
        c.x[k] = s->intensity;
        c.share[k] = s->interval.share;
        c.low[k] = s->interval.low;
        c.high[k] = s->interval.high;
    }
    for (size_t k = 0; k < SMOOTH; k++) {
        c.fine[k] = o->low + (o->high - o->low) * (double)k / (double)(SMOOTH - 1);
        c.fit[k] = fit->state == ROCKING_FIT_FOUND
                       ? rocking_lognormal_share(fit->theta, fit->beta, c.fine[k])
                       : (double)NAN;
    }
    return c;
}

/// @param room (thresholds x (4 levels + 2 SMOOTH))
static talus_status write_chart(talus_directory *directory, const rocking_suite *suite,
                                double *room, talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    const size_t n = suite->levels, last = o->threshold_count - 1;
    const bool cloud = o->mode == ROCKING_SUITE_CLOUD;
    chart_series series[2 * ROCKING_SUITE_THRESHOLDS + 1];
    char labels[2 * ROCKING_SUITE_THRESHOLDS][64], band[96];
    size_t count = 0;
    for (size_t t = 0; t < o->threshold_count; t++) {
        const curve_columns c = fill_columns(suite, t, room + t * (4 * n + 2 * SMOOTH));
        label_threshold(suite, t, labels[2 * t], sizeof labels[0]);
        (void)snprintf(labels[2 * t + 1], sizeof labels[0], "%.40s, lognormal", labels[2 * t]);
        if (t == last && o->list->count > 1 && !cloud) {
            (void)snprintf(band, sizeof band, "%.40s, 95 %% band", labels[2 * t]);
            series[count++] = (chart_series){.label = band,
                                             .x = c.x,
                                             .y = c.low,
                                             .y2 = c.high,
                                             .count = n,
                                             .mark = CHART_BAND,
                                             .colour = (int)t};
        }
        series[count++] = (chart_series){.label = labels[2 * t],
                                         .x = c.x,
                                         .y = c.share,
                                         .count = n,
                                         .mark = CHART_POINTS,
                                         .colour = (int)t};
        if (suite->curves[t].fit.fit.state == ROCKING_FIT_FOUND && !cloud && o->high > o->low) {
            series[count++] = (chart_series){.label = labels[2 * t + 1],
                                             .x = c.fine,
                                             .y = c.fit,
                                             .count = SMOOTH,
                                             .mark = CHART_LINE,
                                             .colour = (int)t};
        }
    }
    char note[512];
    (void)snprintf(note, sizeof note,
                   "%s: %zu records, %zu runs; the record is the unit of the band; runs without a "
                   "verdict count as exceeded.",
                   o->scenario->document.title, o->list->count, suite->run_count);
    const chart_panel panel = {.x = {.label = rocking_suite_measure_of(o->measure)->axis},
                               .y = {.label = "share of the runs", .from = 0.0, .to = 1.0},
                               .series = series,
                               .series_count = count};
    const chart page = {.title = "Fragility of a rocking block",
                        .note = note,
                        .panel_width = 620,
                        .panel_height = 400,
                        .panels = &panel,
                        .panel_count = 1};
    return chart_put(directory, "fragility.svg", &page, error);
}

/// Peaks of a cloud over the intensity, and their line with one standard deviation to both sides.
static talus_status draw_demand(talus_directory *directory, const rocking_suite *suite,
                                talus_error *error)
{
    const rocking_suite_demand *d = &suite->demand;
    double *x = malloc(2 * suite->run_count * sizeof *x), *y = x + suite->run_count;
    double end[2] = {(double)INFINITY, 0.0}, lines[3][2];
    if (!x) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    for (size_t k = 0; k < suite->run_count; k++) {
        const rocking_suite_run *run = &suite->runs[k];
        x[k] = run->intensity;
        y[k] = run->outcome == ROCKING_SUITE_STANDS ? run->peak_over_alpha : (double)NAN;
        end[0] = fmin(end[0], run->intensity);
        end[1] = fmax(end[1], run->intensity);
    }
    chart_series series[4] = {{.label = "runs that moved and stand",
                               .x = x,
                               .y = y,
                               .count = suite->run_count,
                               .mark = CHART_POINTS}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 2; k++) {
            lines[i][k] =
                talus_exp(d->line.a + d->line.b * talus_log(end[k]) + (i - 1) * d->line.residual);
        }
        series[1 + i] = (chart_series){.label = i == 0   ? "one standard deviation"
                                                : i == 1 ? "regression"
                                                         : NULL,
                                       .x = end,
                                       .y = lines[i],
                                       .count = 2,
                                       .colour = 1,
                                       .dashed = i != 1};
    }
    char note[256];
    (void)snprintf(
        note, sizeof note, "%.80s: %zu runs; left out: %zu still, %zu overturned, %zu undecided.",
        suite->options.scenario->document.title, d->runs, d->still, d->overturned, d->undecided);
    const chart_panel panel = {
        .x = {.label = rocking_suite_measure_of(suite->options.measure)->axis, .logarithmic = true},
        .y = {.label = "largest rotation / \u03b1", .logarithmic = true},
        .series = series,
        .series_count = isfinite(d->line.residual) ? 4 : 1};
    const chart page = {.title = "Demand of a rocking block",
                        .note = note,
                        .panel_width = 620,
                        .panel_height = 400,
                        .panels = &panel,
                        .panel_count = 1};
    const talus_status status = chart_put(directory, "demand.svg", &page, error);
    free(x);
    return status;
}

talus_status rocking_suite_write(talus_directory *directory, const rocking_suite *suite,
                                 talus_error *error)
{
    double *room =
        malloc((4 * suite->levels + 2 * SMOOTH) * ROCKING_SUITE_THRESHOLDS * sizeof *room);
    talus_status status =
        room ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    status = status == TALUS_OK ? write_tables(directory, suite, error) : status;
    status = status == TALUS_OK ? write_chart(directory, suite, room, error) : status;
    free(room);
    return status == TALUS_OK && suite->options.mode == ROCKING_SUITE_CLOUD
               ? draw_demand(directory, suite, error)
               : status;
}
