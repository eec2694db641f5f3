// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and chart of a suite of records.
#include "lab/rocking/intensity.h"
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const rocking_suite_files[] = {"runs.csv", "records.csv",       "levels.csv",
                                           "fits.csv", "deaggregation.csv", "fragility.svg",
                                           NULL};

/// Numbers that are not are empty fields.
static void add_numbers(files_text *text, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i])) {
            files_text_add(text, ",%.9g", values[i]);
        } else {
            files_text_add(text, ",");
        }
    }
}

static void name_threshold(double threshold, char *name, size_t size)
{
    if (isfinite(threshold)) {
        (void)snprintf(name, size, "%g", threshold);
    } else {
        (void)snprintf(name, size, "overturned");
    }
}

static talus_status write_runs(talus_directory *directory, const rocking_suite *suite,
                               talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    const bool planar = o->scenario->keys.block.kind == ROCKING_PLANAR;
    files_text text = {0};
    files_text_add(&text,
                   "record,level,%s,factor,sample,angle_deg,outcome,peak_over_alpha,peak_rad,"
                   "t_peak_s,t_end_s,impacts,required_friction,%s\n",
                   rocking_suite_measure_name(o->measure),
                   planar ? "ratio,ratio_back" : "lambda,lat,lon");
    for (size_t k = 0; k < suite->run_count; k++) {
        const rocking_suite_run *r = &suite->runs[k];
        const double angle = o->first_angle + 360.0 * (double)r->angle / (double)o->angles;
        const double before[] = {r->peak_over_alpha, r->peak, r->peak_time, r->end_time};
        files_text_add(&text, "\"%s\",%zu,%.9g,%.9g,%zu,%.9g,%s", o->list->records[r->record].name,
                       r->level + 1, r->intensity, r->factor, r->sample + 1, angle,
                       rocking_suite_outcome_name(r->outcome));
        add_numbers(&text, before, 4);
        files_text_add(&text, ",%zu", r->impacts);
        add_numbers(&text, &r->required_friction, 1);
        add_numbers(&text, r->drawn, planar ? 2 : 3);
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "runs.csv", &text, error);
}

static talus_status write_records(talus_directory *directory, const rocking_suite *suite,
                                  talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    files_text text = {0};
    files_text_add(&text,
                   "record,components,weight,%s,pga_m_s2,pgv_m_s,pgd_m,arias_m_s,cav_m_s,d5_75_s,"
                   "d5_95_s,pga_star,pgv_star,omega_star\n",
                   rocking_suite_measure_name(o->measure));
    for (size_t r = 0; r < o->list->count; r++) {
        const rocking_suite_record *record = &o->list->records[r];
        const intensity_peaks p =
            intensity_peaks_of(record->x.horizontal, record->x.count, record->x.time_step);
        const double limit = o->scenario->keys.simulation.gravity * talus_sin(suite->alpha) /
                             talus_cos(suite->alpha);
        const double values[] = {record->weight,
                                 suite->unit[r],
                                 p.pga,
                                 p.pgv,
                                 p.pgd,
                                 p.arias,
                                 p.cav,
                                 p.duration_75,
                                 p.duration_95,
                                 p.pga / limit,
                                 suite->p * p.pgv / limit,
                                 p.pga / p.pgv / suite->p};
        files_text_add(&text, "\"%s\",%d", record->name,
                       1 + (record->y.count > 0) + (record->x.vertical != NULL));
        add_numbers(&text, values, sizeof values / sizeof values[0]);
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "records.csv", &text, error);
}

static talus_status write_levels(talus_directory *directory, const rocking_suite *suite,
                                 talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    files_text text = {0};
    files_text_add(&text,
                   "exceed,%s,runs,exceeded,undecided,share,share_low,effective_runs,low_95,"
                   "high_95,bootstrap_low,bootstrap_high,rho,lognormal,band_low,band_high\n",
                   rocking_suite_measure_name(o->measure));
    for (size_t k = 0; k < o->threshold_count * suite->levels; k++) {
        const rocking_suite_share *s = &suite->shares[k];
        const rocking_share_interval *i = &s->interval;
        char name[32];
        name_threshold(o->thresholds[k / suite->levels], name, sizeof name);
        const double values[] = {s->intensity, s->runs,      s->exceeded,  s->undecided,
                                 i->share,     s->share_low, i->effective, i->low,
                                 i->high,      i->boot_low,  i->boot_high, s->beta.rho,
                                 s->fitted,    s->band_low,  s->band_high};
        files_text_add(&text, "%s", name);
        add_numbers(&text, values, sizeof values / sizeof values[0]);
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "levels.csv", &text, error);
}

static talus_status write_fits(talus_directory *directory, const rocking_suite *suite,
                               talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    files_text text = {0};
    files_text_add(&text, "exceed,state,theta,beta,se_ln_theta,se_beta,se_ln_theta_independent,"
                          "jackknife_ln_theta,theta_low,theta_high,capacities,survivors,"
                          "resurrections,annual_rate,annual_rate_high,rate_low_95,rate_high_95,"
                          "p_50_years,share_at_first_point\n");
    for (size_t t = 0; t < o->threshold_count; t++) {
        const rocking_suite_curve *c = &suite->curves[t];
        const rocking_clustered_fit *f = &c->fit;
        char name[32];
        name_threshold(c->threshold, name, sizeof name);
        const double fit[] = {f->fit.theta,
                              f->fit.beta,
                              f->se_ln_theta,
                              f->se_beta,
                              f->fit.se_ln_theta,
                              f->jackknife_ln_theta,
                              f->theta_low,
                              f->theta_high,
                              (double)c->capacities,
                              (double)c->survivors,
                              (double)c->resurrections,
                              c->rate.rate,
                              c->rate.rate_high,
                              c->rate_low.rate,
                              c->rate_high.rate,
                              c->rate.p_50_years,
                              c->rate.share_at_first};
        files_text_add(&text, "%s,%s", name, rocking_fit_state_name(f->fit.state));
        add_numbers(&text, fit, sizeof fit / sizeof fit[0]);
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "fits.csv", &text, error);
}

/// Which intensities the rate comes from: a row for each segment of the hazard curve.
static talus_status write_deaggregation(talus_directory *directory, const rocking_suite *suite,
                                        talus_error *error)
{
    const rocking_suite_options *o = &suite->options;
    files_text text = {0};
    files_text_add(&text, "exceed,from,to,annual_rate,share\n");
    for (size_t t = 0; t < o->threshold_count && o->hazard; t++) {
        const rocking_suite_curve *c = &suite->curves[t];
        char name[32];
        name_threshold(c->threshold, name, sizeof name);
        for (size_t i = 0; c->terms && i < o->hazard->count; i++) {
            const double values[] = {o->hazard->intensity[i],
                                     i + 1 < o->hazard->count ? o->hazard->intensity[i + 1]
                                                              : (double)NAN,
                                     c->terms[i], c->terms[i] / c->rate.rate};
            files_text_add(&text, "%s", name);
            add_numbers(&text, values, 4);
            files_text_add(&text, "\n");
        }
    }
    return directory_write_text(directory, "deaggregation.csv", &text, error);
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
    static const char *const axes[] = {[ROCKING_SUITE_PGA] = "peak ground acceleration (g)",
                                       [ROCKING_SUITE_PGV] = "peak ground velocity (m/s)",
                                       [ROCKING_SUITE_SA] = "spectral acceleration (g)"};
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
    const chart_panel panel = {.x = {.label = axes[o->measure]},
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

talus_status rocking_suite_write(talus_directory *directory, const rocking_suite *suite,
                                 talus_error *error)
{
    double *room =
        malloc((4 * suite->levels + 2 * SMOOTH) * ROCKING_SUITE_THRESHOLDS * sizeof *room);
    talus_status status =
        room ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    status = status == TALUS_OK ? write_runs(directory, suite, error) : status;
    status = status == TALUS_OK ? write_records(directory, suite, error) : status;
    status = status == TALUS_OK ? write_levels(directory, suite, error) : status;
    status = status == TALUS_OK ? write_fits(directory, suite, error) : status;
    status = status == TALUS_OK ? write_deaggregation(directory, suite, error) : status;
    status = status == TALUS_OK ? write_chart(directory, suite, room, error) : status;
    free(room);
    return status;
}
