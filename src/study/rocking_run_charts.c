// SPDX-License-Identifier: GPL-3.0-or-later
// history.svg of a rocking scenario: angles, angular velocity, energy, which corner touches the
// base when, and the ground motion, against one time.
#include "study/rocking_internal.h"
#include "study/rocking_run_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { ANGLES = 3, RATES = 3, GROUND = 3, PANELS = 5, SERIES_MOST = 5, TEXT_SIZE = 160 };
enum { COLUMNS = 1 + ANGLES + RATES + 1 + TALUS_SPATIAL_CORNERS + GROUND };
enum { TIME, ANGLE, RATE = ANGLE + ANGLES, ENERGY = RATE + RATES, TOUCH, ACC = TOUCH + 8 };

/// Columns of all samples that are drawn, and the impacts among them.
typedef struct picture {
    const rocking_run *run;
    bool planar;
    size_t rows, hits;
    double *values;                           ///< (COLUMNS x rows)
    double *hit_time, *hit_corner, *hit_rate; ///< (hits) corner NaN where several came down
    double end;                               ///< s
    double limit_time[2], limit_high[2], limit_low[2]; ///< of alpha
    chart_series series[PANELS][SERIES_MOST + TALUS_SPATIAL_CORNERS];
    chart_panel panels[PANELS];
    size_t panel_count;
    char corner_names[TALUS_SPATIAL_CORNERS][8];
    const char *corner_labels[TALUS_SPATIAL_CORNERS];
} picture;

static size_t corner_count(const picture *p)
{
    return p->planar ? 2 : p->run->block.corner_count;
}

/// A block that has come to rest on a still base is shown a little beyond it.
static double time_shown(const rocking_run *run)
{
    const double last = run->sample_count > 0 ? run->samples[run->sample_count - 1].time : 0.0;
    const bool rests = run->outcome[0] == 'r' && run->time > 0.0;
    return rests && !rocking_run_is_shaken(run) ? fmin(last, 1.15 * run->time) : last;
}

static double *column(const picture *p, int index)
{
    return p->values + (size_t)index * p->rows;
}

static void fill_row(picture *p, size_t row, const rocking_run_sample *s)
{
    const talus_vec3 body = rocking_run_body_rate(s), ground = rocking_run_ground(p->run, s->time);
    const talus_euler angles = talus_euler_from_attitude(s->attitude);
    const double theta[ANGLES] = {p->planar ? s->theta : angles.theta, angles.psi, angles.phi};
    const double rate[RATES] = {p->planar ? s->omega : body.y, body.x, body.z};
    const double acc[GROUND] = {ground.x, ground.y, ground.z};
    column(p, TIME)[row] = s->time;
    column(p, ENERGY)[row] = s->energy;
    for (int i = 0; i < 3; i++) {
        column(p, ANGLE + i)[row] = theta[i];
        column(p, RATE + i)[row] = rate[i];
        column(p, ACC + i)[row] = acc[i];
    }
    for (int i = 0; i < (int)corner_count(p); i++) {
        column(p, TOUCH + i)[row] = (s->touching >> i & 1U) != 0 ? (double)i : (double)NAN;
    }
}

static bool fill(picture *p)
{
    const rocking_run *run = p->run;
    while (p->rows < run->sample_count && run->samples[p->rows].time <= p->end) {
        p->rows++;
    }
    while (p->hits < run->impact_count && run->impacts[p->hits].time <= p->end) {
        p->hits++;
    }
    p->values = calloc(COLUMNS * p->rows + 3 * p->hits + 1, sizeof *p->values);
    if (p->values == NULL) {
        return false;
    }
    p->hit_time = p->values + COLUMNS * p->rows;
    p->hit_corner = p->hit_time + p->hits;
    p->hit_rate = p->hit_corner + p->hits;
    for (size_t i = 0; i < p->rows; i++) {
        fill_row(p, i, &run->samples[i]);
    }
    for (size_t i = 0; i < p->hits; i++) {
        const rocking_run_impact *impact = &run->impacts[i];
        p->hit_time[i] = impact->time;
        p->hit_corner[i] = impact->hit >= 0 ? (double)impact->hit : (double)NAN;
        p->hit_rate[i] = p->planar ? -impact->w_plus.y : (double)NAN;
    }
    return true;
}

static chart_series line(const picture *p, int index, const char *label, int colour)
{
    return (chart_series){.label = label,
                          .x = column(p, TIME),
                          .y = column(p, index),
                          .count = p->rows,
                          .mark = CHART_LINE,
                          .colour = colour};
}

static chart_series limit(const double *time, const double *value, const char *label)
{
    return (chart_series){
        .label = label, .x = time, .y = value, .count = 2, .colour = -1, .dashed = true};
}

static chart_panel *add_panel(picture *p, const char *label, size_t series_count)
{
    chart_panel *panel = &p->panels[p->panel_count];
    *panel = (chart_panel){.x = {.label = "time (s)", .from = 0.0, .to = p->end},
                           .y = {.label = label},
                           .series = p->series[p->panel_count],
                           .series_count = series_count};
    p->panel_count++;
    return panel;
}

/// Is the column other than zero somewhere?
static bool moves(const picture *p, int index)
{
    for (size_t i = 0; i < p->rows; i++) {
        if (column(p, index)[i] != 0.0) {
            return true;
        }
    }
    return false;
}

static void add_angles(picture *p)
{
    static const char *const about[ANGLES] = {"about y", "about x", "about z"};
    chart_series *s = p->series[p->panel_count];
    size_t count = 0;
    const double alpha = p->run->alpha;
    for (int i = 0; i < (p->planar ? 1 : ANGLES); i++) {
        s[count++] = line(p, ANGLE + i, p->planar ? NULL : about[i], i);
    }
    for (int i = 0; i < 2; i++) {
        p->limit_time[i] = i == 0 ? 0.0 : p->end;
        p->limit_high[i] = alpha;
        p->limit_low[i] = -alpha;
    }
    s[count++] = limit(p->limit_time, p->limit_high, "\u00b1\u03b1");
    s[count++] = limit(p->limit_time, p->limit_low, NULL);
    add_panel(p, "rotation \u03b8 (rad)", count);
}

static void add_rates(picture *p)
{
    static const char *const body[RATES] = {"body y", "body x", "body z"};
    chart_series *s = p->series[p->panel_count];
    size_t count = 0;
    for (int i = 0; i < (p->planar ? 1 : RATES); i++) {
        s[count++] = line(p, RATE + i, p->planar ? NULL : body[i], i);
    }
    if (p->planar && p->hits > 0) {
        s[count++] = (chart_series){.label = "after an impact",
                                    .x = p->hit_time,
                                    .y = p->hit_rate,
                                    .count = p->hits,
                                    .mark = CHART_POINTS,
                                    .colour = 1,
                                    .width = 4.0};
    }
    add_panel(p, "angular velocity (rad/s)", count);
}

static void add_energy(picture *p)
{
    p->series[p->panel_count][0] = line(p, ENERGY, NULL, 2);
    add_panel(p, "energy (J)", 1);
}

static void add_contacts(picture *p)
{
    chart_series *s = p->series[p->panel_count];
    size_t count = 0;
    for (int i = 0; i < (int)corner_count(p); i++) {
        rocking_run_corner_name(p->run, i, p->corner_names[i]);
        p->corner_labels[i] = p->corner_names[i];
        s[count] = line(p, TOUCH + i, NULL, i);
        s[count++].width = 5.0;
    }
    s[count++] = (chart_series){.label = "impact",
                                .x = p->hit_time,
                                .y = p->hit_corner,
                                .count = p->hits,
                                .mark = CHART_POINTS,
                                .colour = -1,
                                .width = 5.0};
    chart_panel *panel = add_panel(p, "corner on the base", count);
    panel->y.names = p->corner_labels;
    panel->y.name_count = corner_count(p);
    panel->y.from = -0.6;
    panel->y.to = (double)corner_count(p) - 0.4;
}

static void add_ground(picture *p)
{
    static const char *const axes[GROUND] = {"x", "y", "vertical"};
    chart_series *s = p->series[p->panel_count];
    size_t count = 0;
    for (int i = 0; i < GROUND; i++) {
        if (moves(p, ACC + i)) {
            s[count] = line(p, ACC + i, axes[i], i);
            s[count++].width = 1.0;
        }
    }
    add_panel(p, "ground (m/s\u00b2)", count);
}

static void describe(const rocking_run *run, char note[TEXT_SIZE])
{
    const rocking_keys *keys = &run->scenario->keys;
    char ratio[48] = "";
    if (keys->block.kind == ROCKING_PLANAR) {
        (void)snprintf(ratio, sizeof ratio, ", r = %.4g", run->planar.r_ab);
    }
    (void)snprintf(note, TEXT_SIZE,
                   "%s block, impacts %s%s; \u03b1 = %.4g rad; %zu events; %s at %.4g s",
                   keys->block.kind == ROCKING_PLANAR ? "Planar" : "Spatial",
                   rocking_model_names[keys->impact.model], ratio, run->alpha, run->impact_count,
                   run->outcome, run->time);
}

talus_status rocking_run_chart(const char *directory, const rocking_run *run, talus_error *error)
{
    picture *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the chart");
    }
    p->run = run;
    p->planar = run->scenario->keys.block.kind == ROCKING_PLANAR;
    p->end = time_shown(run);
    talus_status status = TALUS_OK;
    if (!fill(p)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the chart");
    } else {
        char note[TEXT_SIZE];
        describe(run, note);
        add_angles(p);
        add_rates(p);
        add_energy(p);
        add_contacts(p);
        if (rocking_run_is_shaken(run)) {
            add_ground(p);
        }
        const chart page = {.title = run->scenario->document.title,
                            .note = note,
                            .panel_width = 760.0,
                            .panel_height = 190.0,
                            .columns = 1,
                            .panels = p->panels,
                            .panel_count = p->panel_count};
        status = rocking_write_chart(directory, "history.svg", &page, error);
    }
    free(p->values);
    free(p);
    return status;
}
