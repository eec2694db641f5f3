// SPDX-License-Identifier: GPL-3.0-or-later
// Fragility as CSV and chart.
#include "io/table/table.h"
#include "lab/fragility/rocking_fragility_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVEL_COLUMNS(X)                                                                           \
    X(REAL, measure, NULL, "intensity", row->intensity)                                            \
    X(INTEGER, samples, "1", NULL, row->samples)                                                   \
    X(INTEGER, exceeded, "1", "samples", row->exceeded)                                            \
    X(INTEGER, undecided, "1", "samples", row->undecided)                                          \
    X(REAL, share, "1", "of the samples that exceed", row->interval.share)                         \
    X(REAL, share_low, "1", "without undecided samples", row->share_low)                           \
    X(REAL, effective_samples, "1", NULL, row->interval.effective)                                 \
    X(REAL, low_95, "1", "of the share", row->interval.low)                                        \
    X(REAL, high_95, "1", "of the share", row->interval.high)                                      \
    X(REAL, bootstrap_low, "1", "of the share", row->interval.boot_low)                            \
    X(REAL, bootstrap_high, "1", "of the share", row->interval.boot_high)                          \
    X(REAL, lognormal, "1", "fitted share", row->fitted)
TABLE_DEFINE(levels, LEVEL_COLUMNS,
             const rocking_fragility_level *row = TABLE_ROW(rocking_fragility_level))

static talus_status write_table(talus_directory *directory, const rocking_fragility *fragility,
                                talus_error *error)
{
    const rocking_fragility_options *o = &fragility->options;
    talus_column columns[TABLE_COLUMN_COUNT(levels)];
    talus_table table = TABLE(levels, fragility->levels, o->levels);
    table_rename(&table, columns, "measure", o->measure == ROCKING_PGA ? "pga_g" : "pgv_m_s");
    return table_write_csv(directory, "fragility.csv", &table, error);
}

static void describe_block(const rocking_fragility_options *o, char *text, size_t size)
{
    char impact[96], lat[64], lon[64];
    if (!o->spatial) {
        rocking_impact_describe(&o->impact, impact, sizeof impact);
        (void)snprintf(text, size, "%.3g x %.3g m, %s", o->block.b1 + o->block.b2, 2.0 * o->block.h,
                       impact);
        return;
    }
    const rocking_spatial_impact *s = o->spatial;
    rocking_range_describe(&s->lam, impact, sizeof impact);
    rocking_range_describe(&s->lat, lat, sizeof lat);
    rocking_range_describe(&s->lon, lon, sizeof lon);
    (void)snprintf(text, size, "%.3g x %.3g x %.3g m, lam = %s, lat = %s, lon = %s", 2.0 * s->b1,
                   2.0 * s->b2, 2.0 * s->h, impact, lat, lon);
}

static void describe(const rocking_fragility *fragility, char *note, size_t size)
{
    const rocking_fragility_options *o = &fragility->options;
    const rocking_lognormal *curve = &fragility->fit.fit;
    char block[320], fit[96], motions[64] = "one pulse";
    describe_block(o, block, sizeof block);
    if (curve->state == ROCKING_FIT_FOUND) {
        (void)snprintf(fit, sizeof fit, "lognormal: median %.4g %s, \u03b2 %.3g", curve->theta,
                       o->measure == ROCKING_PGA ? "g" : "m/s", curve->beta);
    } else {
        (void)snprintf(fit, sizeof fit, "no lognormal fit: %s",
                       rocking_fit_state_name(curve->state));
    }
    if (o->motion_count > 0) {
        (void)snprintf(motions, sizeof motions, "%zu ground motion%s", o->motion_count,
                       o->motion_count == 1 ? "" : "s");
    }
    (void)snprintf(note, size, "Block %s; %s, %zu samples a level; %s.", block, motions, o->samples,
                   fit);
}

static talus_status write_curve(talus_directory *directory, const rocking_fragility *fragility,
                                double *room, talus_error *error)
{
    const rocking_fragility_options *o = &fragility->options;
    const size_t n = o->levels;
    double *x = room, *share = x + n, *low = share + n, *high = low + n, *fit = high + n;
    for (size_t k = 0; k < n; k++) {
        const rocking_fragility_level *level = &fragility->levels[k];
        x[k] = level->intensity;
        share[k] = level->interval.share;
        low[k] = level->interval.low;
        high[k] = level->interval.high;
        fit[k] = level->fitted;
    }
    const bool is_fitted = fragility->fit.fit.state == ROCKING_FIT_FOUND;
    const bool has_band = rocking_fragility_records(o) > 1;
    const chart_series series[] = {
        {.label = "95 % band, records as units",
         .x = x,
         .y = low,
         .y2 = high,
         .count = n,
         .mark = CHART_BAND},
        {.label = "share of the samples", .x = x, .y = share, .count = n, .mark = CHART_POINTS},
        {.label = "lognormal fit",
         .x = x,
         .y = fit,
         .count = is_fitted ? n : 0,
         .mark = CHART_LINE,
         .colour = 1}};
    char note[640], label[96] = "probability of overturning";
    describe(fragility, note, sizeof note);
    if (o->threshold > 0.0) {
        (void)snprintf(label, sizeof label, "probability of %s > %g \u03b1",
                       o->spatial ? "tilt" : "|\u03b8|", o->threshold);
    }
    const chart_panel panel = {.x = {.label = o->measure == ROCKING_PGA
                                                  ? "peak ground acceleration (g)"
                                                  : "peak ground velocity (m/s)"},
                               .y = {.label = label, .from = 0.0, .to = 1.0},
                               .series = has_band ? series : series + 1,
                               .series_count = (has_band ? 2U : 1U) + (is_fitted ? 1U : 0U)};
    const chart page = {.title = "Fragility of a rocking block",
                        .note = note,
                        .panel_width = 620,
                        .panel_height = 400,
                        .panels = &panel,
                        .panel_count = 1};
    return chart_put(directory, "fragility.svg", &page, error);
}

const char *const rocking_fragility_files[] = {"fragility.csv", "fragility.svg", NULL};

talus_status rocking_fragility_write(talus_directory *directory, const rocking_fragility *fragility,
                                     talus_error *error)
{
    talus_status status = write_table(directory, fragility, error);
    double *room = status == TALUS_OK ? malloc(5 * fragility->options.levels * sizeof *room) : NULL;
    if (status == TALUS_OK && !room) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    if (status == TALUS_OK) {
        status = write_curve(directory, fragility, room, error);
    }
    free(room);
    return status;
}
