// SPDX-License-Identifier: GPL-3.0-or-later
// The energy sphere: where the angular velocity goes among the polhodes.
//
//          major          A point of the sphere: sqrt(I_i) omega_i / sqrt(2 T0). Energy keeps it on
//            |            the sphere; energy and spin together on one polhode:
//     inter- + --minor      sum I_i u_i^2 = |N|^2 / 2T = D
//     mediate             around the minor axis for D < B, around the major one for D > B.
#include "foundation/math/linalg.h"
#include "io/chart/chart.h"
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdlib.h>

enum { RING_POINTS = 180, RING_COUNT = 5, OUTLINE_POINTS = 181, AXES = 3 };
/// Two sheets about either axis, a gap after each ring.
enum { LATTICE_POINTS = 2 * 2 * RING_COUNT * (RING_POINTS + 2) };

/// Body axes by ascending moment, and the picture's directions in that order.
typedef struct view {
    int order[3];
    double moment[3];
    talus_vec3 right, up, toward;
} view;

typedef struct curve {
    double *x, *y;
    size_t count;
} curve;

static view look_at(talus_vec3 inertia)
{
    view v = {.order = {0, 1, 2}};
    double moment[3];
    spin_components(inertia, moment);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++) {
            if (moment[v.order[i]] > moment[v.order[i + 1]]) {
                const int held = v.order[i];
                v.order[i] = v.order[i + 1];
                v.order[i + 1] = held;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        v.moment[i] = moment[v.order[i]];
    }
    // from the intermediate axis, a little from the right and from above
    const talus_vec3 from = vec3(0.42, 0.8, 0.36);
    v.toward = vec3_scale(1 / vec3_norm(from), from);
    const talus_vec3 level = vec3(v.toward.y, -v.toward.x, 0);
    v.right = vec3_scale(1 / vec3_norm(level), level);
    v.up = vec3_cross(v.right, v.toward);
    v.up = v.up.z < 0 ? vec3_scale(-1, v.up) : v.up;
    return v;
}

/// A point of the sphere; kept if it lies on the side asked for, else a gap.
static void add_point(curve *line, const view *v, talus_vec3 u, bool front)
{
    const bool seen = (vec3_dot(u, v->toward) >= 0) == front;
    line->x[line->count] = seen ? vec3_dot(u, v->right) : (double)NAN;
    line->y[line->count] = seen ? vec3_dot(u, v->up) : (double)NAN;
    line->count++;
}

/// Polhode D on the sheet of the minor (about = 0) or major axis (2), and its mirror image.
static void add_ring(curve *line, const view *v, int about, double d)
{
    const int other = 2 - about;
    const double *m = v->moment;
    const double across = (m[about] - d) / (m[about] - m[other]);
    const double middle = (m[about] - d) / (m[about] - m[1]);
    if (!(across > 0 && across <= 1) || !(middle > 0 && middle <= 1 + 1e-12)) {
        return;
    }
    for (int side = -1; side <= 1; side += 2) {
        for (int k = 0; k <= RING_POINTS; k++) {
            const double angle = 2 * TALUS_PI * k / RING_POINTS;
            double u[3];
            u[other] = sqrt(across) * talus_cos(angle);
            u[1] = sqrt(middle) * talus_sin(angle);
            const double rest = 1 - u[other] * u[other] - u[1] * u[1];
            u[about] = side * sqrt(rest > 0 ? rest : 0);
            add_point(line, v, vec3(u[0], u[1], u[2]), true);
        }
        line->x[line->count] = line->y[line->count] = (double)NAN;
        line->count++;
    }
}

/// Polhodes evenly between the axes; the last of either family is the separatrix.
static void add_lattice(curve *line, const view *v)
{
    for (int k = 1; k <= RING_COUNT; k++) {
        const double part = (double)k / RING_COUNT;
        // even angles, not even D
        const double step = part * part;
        add_ring(line, v, 0, v->moment[0] + step * (v->moment[1] - v->moment[0]));
        add_ring(line, v, 2, v->moment[2] - step * (v->moment[2] - v->moment[1]));
    }
}

static void add_path(curve *line, const view *v, const talus_spin_case *one,
                     const talus_spin_history *history, bool front)
{
    const double energy2 = vec3_dot(one->omega, vec3_mul(one->inertia, one->omega));
    for (size_t k = 0; k < history->count; k++) {
        double w[3];
        spin_components(history->samples[k].omega, w);
        double u[3];
        for (int i = 0; i < 3; i++) {
            u[i] = sqrt(v->moment[i] / energy2) * w[v->order[i]];
        }
        add_point(line, v, vec3(u[0], u[1], u[2]), front);
    }
}

/// Everything that is drawn: lattice, outline and axes once, front and back of every path.
typedef struct scene {
    view v;
    double *store;
    curve lattice, outline, axes;
    curve front[TALUS_SCHEME_COUNT], back[TALUS_SCHEME_COUNT];
} scene;

static curve take(double **store, size_t points)
{
    curve line = {.x = *store, .y = *store + points};
    *store += 2 * points;
    return line;
}

static bool make_scene(scene *s, const talus_spin_case *one, const talus_spin_history *histories,
                       size_t count)
{
    size_t points = LATTICE_POINTS + OUTLINE_POINTS + AXES;
    for (size_t k = 0; k < count; k++) {
        points += 2 * histories[k].count;
    }
    s->v = look_at(one->inertia);
    s->store = malloc(2 * points * sizeof *s->store);
    double *store = s->store;
    if (store == NULL) {
        return false;
    }
    s->lattice = take(&store, LATTICE_POINTS);
    add_lattice(&s->lattice, &s->v);
    s->outline = take(&store, OUTLINE_POINTS);
    for (int k = 0; k < OUTLINE_POINTS; k++) {
        const double angle = 2 * TALUS_PI * k / (OUTLINE_POINTS - 1);
        s->outline.x[k] = talus_cos(angle);
        s->outline.y[k] = talus_sin(angle);
    }
    s->outline.count = OUTLINE_POINTS;
    s->axes = take(&store, AXES);
    for (int i = 0; i < AXES; i++) {
        add_point(&s->axes, &s->v, spin_unit(i), true);
    }
    for (size_t k = 0; k < count; k++) {
        s->front[k] = take(&store, histories[k].count);
        s->back[k] = take(&store, histories[k].count);
        add_path(&s->front[k], &s->v, one, &histories[k], true);
        add_path(&s->back[k], &s->v, one, &histories[k], false);
    }
    return true;
}

static chart_series series_of(const curve *line, const char *label, chart_mark mark, int colour,
                              double width)
{
    return (chart_series){.label = label,
                          .x = line->x,
                          .y = line->y,
                          .count = line->count,
                          .mark = mark,
                          .colour = colour,
                          .width = width};
}

talus_status spin_write_polhodes(talus_directory *directory, const talus_spin_case *one,
                                 const talus_spin_history *histories, size_t count,
                                 talus_error *error)
{
    enum { SERIES = 7 };
    static const char *const names[] = {"minor", "intermediate", "major axis"};
    scene s = {0};
    if (!make_scene(&s, one, histories, count)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    chart_series series[SERIES * TALUS_SCHEME_COUNT];
    chart_panel panels[TALUS_SCHEME_COUNT];
    for (size_t k = 0; k < count; k++) {
        chart_series *row = &series[SERIES * k];
        row[0] = series_of(&s.outline, NULL, CHART_LINE, -1, 0.8);
        row[1] = series_of(&s.lattice, "polhodes", CHART_LINE, -1, 0.5);
        row[2] = series_of(&s.back[k], "path, far side", CHART_LINE, 5, 0.8);
        row[3] = series_of(&s.front[k], "path", CHART_LINE, 0, 1.8);
        for (int i = 0; i < AXES; i++) {
            const curve axis = {s.axes.x + i, s.axes.y + i, 1};
            row[4 + i] = series_of(&axis, names[i], CHART_POINTS, 1 + i, 0);
        }
        panels[k] = (chart_panel){.title = talus_scheme_name(histories[k].scheme),
                                  .x = {.from = -1.04, .to = 1.04},
                                  .y = {.from = -1.04, .to = 1.04},
                                  .equal = true,
                                  .bare = true,
                                  .series = row,
                                  .series_count = SERIES};
    }
    char note[256];
    spin_describe(one, note, sizeof note);
    const chart page = {.title = "Angular velocity on the energy sphere",
                        .note = note,
                        .panel_width = 330,
                        .panel_height = 346,
                        .columns = count < 3 ? count : 3,
                        .panels = panels,
                        .panel_count = count};
    const talus_status written = chart_put(directory, "polhode.svg", &page, error);
    free(s.store);
    return written;
}
