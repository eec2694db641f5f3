// SPDX-License-Identifier: GPL-3.0-or-later
// history.svg of a rocking scenario: angles, angular velocity, energy, which corner touches the
// base when, and the ground motion, against one time.
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_run_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { ANGLES = 3, RATES = 3, GROUND = 3, PANELS = 7, SERIES_MOST = 4, TEXT_SIZE = 160 };
enum { TIME, ANGLE, RATE = ANGLE + ANGLES, ENERGY = RATE + RATES, ACC, COLUMNS = ACC + GROUND };
/// Events closer than this share of the time axis are drawn as one.
static const double resolution = 1.0 / 1500.0;

/// Columns of all samples that are drawn, and the impacts among them.
typedef struct picture {
    const rocking_run *run;
    bool planar;
    bool across; ///< the block rocks about x
    size_t rows, hits;
    double *values;                           ///< (COLUMNS x rows)
    double *hit_time, *hit_corner, *hit_rate; ///< (hits) of single corners; rate of planar blocks
    double *stand_time[TALUS_SPATIAL_CORNERS], *stand[TALUS_SPATIAL_CORNERS]; ///< NaN between
    size_t stand_count[TALUS_SPATIAL_CORNERS];
    double end;                                        ///< s
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
    const bool rests = run->outcome == ROCKING_RUN_REST && run->time > 0.0;
    return rests && !rocking_run_is_shaken(run) ? fmin(last, 1.15 * run->time) : last;
}

static double *column(const picture *p, int index)
{
    return p->values + (size_t)index * p->rows;
}

static void fill_row(picture *p, size_t row, const rocking_run_sample *s)
{
    const talus_vec3 body = rocking_run_body_rate(s), ground = rocking_run_ground(p->run, s->time);
    const talus_euler a = talus_euler_from_attitude(s->attitude);
    const double plane[2] = {p->planar   ? s->theta
                             : p->across ? a.psi
                                         : a.theta,
                             p->planar   ? s->omega
                             : p->across ? body.x
                                         : body.y};
    const double theta[ANGLES] = {plane[0], p->across ? a.theta : a.psi, a.phi};
    const double rate[RATES] = {plane[1], p->across ? body.y : body.x, body.z};
    const double acc[GROUND] = {ground.x, ground.y, ground.z};
    column(p, TIME)[row] = s->time;
    column(p, ENERGY)[row] = s->energy;
    for (int i = 0; i < 3; i++) {
        column(p, ANGLE + i)[row] = theta[i];
        column(p, RATE + i)[row] = rate[i];
        column(p, ACC + i)[row] = acc[i];
    }
}

/// Impacts, except those that coincide with the one before at the same corner.
static void fill_hits(picture *p)
{
    const rocking_run *run = p->run;
    double last[TALUS_SPATIAL_CORNERS];
    for (int i = 0; i < TALUS_SPATIAL_CORNERS; i++) {
        last[i] = -(double)INFINITY;
    }
    for (size_t i = 0; i < run->impact_count && run->impacts[i].time <= p->end; i++) {
        const rocking_run_impact *impact = &run->impacts[i];
        if (impact->hit >= 0 && impact->time >= last[impact->hit] + resolution * p->end) {
            last[impact->hit] = impact->time;
            p->hit_time[p->hits] = impact->time;
            p->hit_corner[p->hits] = (double)impact->hit;
            p->hit_rate[p->hits++] = p->planar ? -impact->w_plus.y : (double)NAN;
        }
    }
}

/// When a corner stands: begin, end, a break, ...
static void fill_stand(picture *p, int corner)
{
    double *time = p->stand_time[corner], *place = p->stand[corner];
    size_t n = 0;
    for (size_t i = 0; i < p->rows; i++) {
        const rocking_run_sample *s = &p->run->samples[i];
        const bool stands = (s->touching >> corner & 1U) != 0;
        if (stands && n > 0 && s->time <= time[n - 2] + resolution * p->end) {
            time[n - 2] = s->time;
        } else if (stands && n > 0 && i > 0 &&
                   (p->run->samples[i - 1].touching >> corner & 1U) != 0) {
            time[n - 2] = s->time;
        } else if (stands) {
            time[n] = time[n + 1] = time[n + 2] = s->time;
            place[n] = place[n + 1] = (double)corner;
            place[n + 2] = (double)NAN;
            n += 3;
        }
    }
    p->stand_count[corner] = n;
}

static bool fill(picture *p)
{
    const rocking_run *run = p->run;
    while (p->rows < run->sample_count && run->samples[p->rows].time <= p->end) {
        p->rows++;
    }
    const size_t stands = 6 * p->rows * corner_count(p);
    p->values = calloc(COLUMNS * p->rows + 3 * run->impact_count + stands + 1, sizeof *p->values);
    if (p->values == NULL) {
        return false;
    }
    p->hit_time = p->values + COLUMNS * p->rows;
    p->hit_corner = p->hit_time + run->impact_count;
    p->hit_rate = p->hit_corner + run->impact_count;
    double *free_place = p->hit_rate + run->impact_count;
    for (size_t i = 0; i < p->rows; i++) {
        fill_row(p, i, &run->samples[i]);
    }
    fill_hits(p);
    for (int i = 0; i < (int)corner_count(p); i++) {
        p->stand_time[i] = free_place;
        p->stand[i] = free_place += 3 * p->rows;
        free_place += 3 * p->rows;
        fill_stand(p, i);
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
    *panel = (chart_panel){.x = {.from = 0.0, .to = p->end},
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

static void add_angle(picture *p)
{
    chart_series *s = p->series[p->panel_count];
    for (int i = 0; i < 2; i++) {
        p->limit_time[i] = i == 0 ? 0.0 : p->end;
        p->limit_high[i] = p->run->alpha;
        p->limit_low[i] = -p->run->alpha;
    }
    s[0] = line(p, ANGLE, NULL, 0);
    s[1] = limit(p->limit_time, p->limit_high, "\u00b1\u03b1");
    s[2] = limit(p->limit_time, p->limit_low, NULL);
    add_panel(p, "\u03b8 (rad)", 3);
}

static void add_rate(picture *p)
{
    chart_series *s = p->series[p->panel_count];
    s[0] = line(p, RATE, NULL, 0);
    s[1] = (chart_series){.label = "after an impact",
                          .x = p->hit_time,
                          .y = p->hit_rate,
                          .count = p->hits,
                          .mark = CHART_POINTS,
                          .colour = 1,
                          .width = 4.0};
    add_panel(p, "\u03c9 (rad/s)", p->planar && p->hits > 0 ? 2 : 1);
}

/// What leaves the plane of the start.
static void add_lateral(picture *p, int first, const char *label)
{
    chart_series *s = p->series[p->panel_count];
    s[0] = line(p, first + 1, p->across ? "about y" : "about x", 1);
    s[1] = line(p, first + 2, "about z", 2);
    add_panel(p, label, 2);
}

static void add_energy(picture *p)
{
    p->series[p->panel_count][0] = line(p, ENERGY, NULL, 2);
    add_panel(p, "energy (J)", 1);
}

/// "A", "V_3": the digit becomes a subscript.
static void name_corner(picture *p, int i)
{
    char name[8];
    rocking_run_corner_name(p->run, i, name);
    (void)snprintf(p->corner_names[i], sizeof p->corner_names[i], "%c%s%.2s", name[0],
                   name[1] != '\0' ? "_" : "", name + (name[0] != '\0'));
    p->corner_labels[i] = p->corner_names[i];
}

static void add_contacts(picture *p)
{
    chart_series *s = p->series[p->panel_count];
    size_t count = 0;
    for (int i = 0; i < (int)corner_count(p); i++) {
        name_corner(p, i);
        s[count++] = (chart_series){.x = p->stand_time[i],
                                    .y = p->stand[i],
                                    .count = p->stand_count[i],
                                    .colour = i,
                                    .width = 6.0};
    }
    s[count++] = (chart_series){.label = p->hits > 0 ? "impact" : NULL,
                                .x = p->hit_time,
                                .y = p->hit_corner,
                                .count = p->hits,
                                .mark = CHART_POINTS,
                                .colour = -1,
                                .width = 3.0};
    chart_panel *panel = add_panel(p, "corner", count);
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
                   rocking_run_outcome_name(run->outcome), run->time);
}

talus_status rocking_run_chart(talus_directory *directory, const rocking_run *run,
                               talus_error *error)
{
    picture *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the chart");
    }
    p->run = run;
    p->planar = run->scenario->keys.block.kind == ROCKING_PLANAR;
    p->across = !p->planar && rocking_start_edge(&run->scenario->keys) % 2 == 1;
    p->end = time_shown(run);
    if (p->end <= 0.0) { // nothing ever moved
        p->end = run->scenario->keys.simulation.duration;
    }
    talus_status status = TALUS_OK;
    if (!fill(p)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the chart");
    } else {
        char note[TEXT_SIZE];
        describe(run, note);
        add_angle(p);
        add_rate(p);
        if (!p->planar) {
            add_lateral(p, ANGLE, "angles (rad)");
            add_lateral(p, RATE, "\u03c9 (rad/s)");
        }
        add_energy(p);
        add_contacts(p);
        if (rocking_run_is_shaken(run)) {
            add_ground(p);
        }
        p->panels[p->panel_count - 1].x.label = "time (s)";
        const chart page = {.title = run->scenario->document.title,
                            .note = note,
                            .panel_width = 760.0,
                            .panel_height = 220.0,
                            .columns = 1,
                            .panels = p->panels,
                            .panel_count = p->panel_count};
        status = chart_put(directory, "history.svg", &page, error);
    }
    free(p->values);
    free(p);
    return status;
}
