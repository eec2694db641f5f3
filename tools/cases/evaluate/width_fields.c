// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies past a point, and tracks of a stated law, one after the other: no closed form stands here.
#include "cases/evaluate/width_evaluate.h"

#include <math.h>
#include <stdlib.h>

enum { SPOTS = 4000 };

void width_begin(evaluate_case *c, width_scene *s, double x, double y, double spacing, size_t count)
{
    const talus_cells cells = {x - 0.5 * spacing, y - 0.5 * spacing, spacing, 1, count};
    s->width = evaluate_number(c, "w_m");
    if (!c->failed && !(s->width >= 0.0 && s->width <= 1e6)) {
        evaluate_refuse(c, "\"w_m\" must be a number from 0 to 1e6, found %g", s->width);
    }
    if (!c->failed && !observe_near_init(&s->near, &cells, s->width, true)) {
        evaluate_refuse(c, "out of memory");
    }
    s->near.longest = 0.0;
}

void width_follow(observe_near *near, const observe_near_state *path, size_t count, double radius,
                  bool is_first)
{
    (is_first ? observe_near_start : observe_near_continue)(near, path, radius);
    for (size_t k = 1; k < count; k++) {
        observe_near_add(near, &path[k], true);
    }
    observe_near_end(near);
}

/// Does a straight track hit the point of the scene?
static bool hits_point(width_scene *s, double radius, double x0, double y0, double x1, double y1)
{
    const observe_near_state path[] = {{x0, y0, 1.0, 0.0}, {x1, y1, 1.0, 0.0}};
    width_follow(&s->near, path, 2, radius, true);
    return observe_near_count(&s->near, NULL) > 0;
}

void width_parallel(evaluate_case *c)
{
    const double radius = 0.5 * evaluate_positive(c, "d_m"), y = evaluate_number(c, "point_y_m"),
                 frequency = evaluate_number(c, "frequency_1_yr");
    const files_json_node *before = evaluate_enter(c, "tracks");
    const size_t count = c->failed ? 0 : evaluate_count(c, "count", 1, 10000000);
    const double spacing = c->failed ? 1.0 : evaluate_positive(c, "spacing_m");
    size_t events = 0;
    width_scene s = {0};
    c->inputs = before;
    width_begin(c, &s, 0.0, y, 1.0, 1);
    for (size_t i = 0; i < count && !c->failed; i++) {
        const double at = ((double)i + 0.5) * spacing;
        events += hits_point(&s, radius, -1000.0, at, 1000.0, at);
    }
    if (!c->failed) {
        files_json_add_unsigned(c->out, "events", events);
        evaluate_put(c, "annual_frequency_1_yr", frequency * (double)events / (double)count);
    }
    observe_near_clear(&s.near);
}

void width_fan(evaluate_case *c)
{
    enum { RAYS = 400000 };
    const double half = evaluate_positive(c, "half_angle_deg") * TALUS_PI / 180.0,
                 range = evaluate_positive(c, "range_m"),
                 bearing = evaluate_number(c, "bearing_deg") * TALUS_PI / 180.0,
                 radius = 0.5 * evaluate_positive(c, "d_m"),
                 frequency = evaluate_number(c, "frequency_1_yr");
    width_scene s = {0};
    size_t events = 0;
    if (!c->failed) {
        width_begin(c, &s, range * talus_cos(bearing), range * talus_sin(bearing), 1.0, 1);
    }
    for (size_t i = 0; i < RAYS && !c->failed; i++) {
        const double angle = half * (2.0 * ((double)i + 0.5) / RAYS - 1.0), far = 4.0 * range;
        events += hits_point(&s, radius, 0.0, 0.0, far * talus_cos(angle), far * talus_sin(angle));
    }
    evaluate_put(c, "annual_frequency_1_yr", frequency * (double)events / RAYS);
    observe_near_clear(&s.near);
}

void width_stopping(evaluate_case *c)
{
    enum { ROWS = 1000, ENDS = 400 };
    const double across = evaluate_positive(c, "width_m"),
                 along = evaluate_positive(c, "half_length_m"),
                 radius = 0.5 * evaluate_positive(c, "d_m"),
                 frequency = evaluate_number(c, "frequency_1_yr");
    width_scene s = {0};
    size_t events = 0;
    width_begin(c, &s, 0.0, 0.0, 1.0, 1);
    for (size_t i = 0; i < ROWS && !c->failed; i++) {
        const double y = across * (((double)i + 0.5) / ROWS - 0.5);
        for (size_t k = 0; k < ENDS; k++) {
            const double end = along * (2.0 * ((double)k + 0.5) / ENDS - 1.0);
            events += hits_point(&s, radius, -10.0 * along - 1000.0, y, end, y);
        }
    }
    evaluate_put(c, "annual_frequency_1_yr", frequency * (double)events / (ROWS * ENDS));
    observe_near_clear(&s.near);
}

/// Where the frequency falls below 1 / T for good, between two of the points.
static double find_border(const double *frequency, double spacing, double asked)
{
    size_t last = SPOTS;
    while (last > 0 && !(frequency[last - 1] >= asked)) {
        last--;
    }
    if (last == 0 || last == SPOTS) {
        return (double)NAN;
    }
    const double a = frequency[last - 1], b = frequency[last];
    return spacing * ((double)last - 0.5 + (a - asked) / (a - b));
}

void width_profile(evaluate_case *c)
{
    enum { TRACKS = 40000 };
    const double length = evaluate_positive(c, "L_m"), flux = evaluate_positive(c, "phi0_1_m_yr"),
                 period = evaluate_positive(c, "return_period_yr"),
                 radius = 0.5 * evaluate_positive(c, "d_m"), spacing = length / SPOTS;
    double *frequency = calloc(SPOTS, sizeof *frequency);
    width_scene s = {0};
    if (!c->failed) {
        width_begin(c, &s, 0.0, 0.5 * spacing, spacing, SPOTS);
    }
    for (size_t i = 0; i < TRACKS && frequency != NULL && !c->failed; i++) {
        const double y = length * ((double)i + 0.5) / TRACKS;
        hits_point(&s, radius, -1000.0, y, 1000.0, y);
        for (size_t k = 0; k < s.near.point_count; k++) {
            frequency[s.near.points[k].cell] += flux * (1.0 - y / length) * length / TRACKS;
        }
    }
    if (!c->failed && frequency != NULL) {
        evaluate_put(c, "border_y_m", find_border(frequency, spacing, 1.0 / period));
    }
    observe_near_clear(&s.near);
    free(frequency);
}
