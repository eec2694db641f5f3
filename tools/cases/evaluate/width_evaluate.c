// SPDX-License-Identifier: GPL-3.0-or-later
// Frequencies of a reference object: paths, tracks of a stated law and counts through the observer and
// the bounds that runs use. One point is one cell around it; vertices of a path end chords.
#include "cases/evaluate/width_evaluate.h"

#include "foundation/statistics/rate.h"
#include "runs/observe/zoning.h"
#include "studies/hazard/hazard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 4096, MOST_STRATA = 16, THRESHOLDS = 3 };
static const double thresholds_kj[THRESHOLDS] = {0.0, 30.0, 300.0};
static const char *const threshold_names[THRESHOLDS] = {"0", "30", "300"};

/// d_m, or that of the sphere of volume_m3.
static double read_diameter(evaluate_case *c)
{
    return evaluate_has(c, "volume_m3")
               ? trajectory_cube_root(6.0 / TALUS_PI * evaluate_positive(c, "volume_m3"))
               : evaluate_positive(c, "d_m");
}

static size_t read_path(evaluate_case *c, observe_near_state path[MOST_VERTICES])
{
    double *xy = calloc(2 * MOST_VERTICES, sizeof *xy),
           *energy = calloc(MOST_VERTICES, sizeof *energy);
    const size_t count = evaluate_length(c, "path_m");
    size_t kept = 0;
    if (count < 1 || count > MOST_VERTICES || xy == NULL || energy == NULL) {
        evaluate_refuse(c, "\"path_m\" must have 1 to %d points", MOST_VERTICES);
    } else if (evaluate_matrix(c, "path_m", xy, count, 2) &&
               evaluate_vector(c, "energy_kj", energy, count)) {
        for (; kept < count; kept++) {
            path[kept] = (observe_near_state){xy[2 * kept], xy[2 * kept + 1], energy[kept], 0.0};
        }
    }
    free(xy);
    free(energy);
    return kept;
}

/// Read the bodies of an event along their paths. @param single NULL, or takes each alone, however far
static void follow_bodies(evaluate_case *c, width_scene *s, const char *key,
                          void (*single)(evaluate_case *c, const width_scene *s,
                                         const observe_near_state *path, size_t count,
                                         double diameter))
{
    observe_near_state *path = calloc(MOST_VERTICES, sizeof *path);
    const size_t bodies = evaluate_length(c, key);
    for (size_t k = 0; k < bodies && path != NULL && !c->failed; k++) {
        const files_json_node *before = evaluate_enter_item(c, key, k);
        const double diameter = c->failed ? 0.0 : read_diameter(c);
        const size_t count = c->failed ? 0 : read_path(c, path);
        c->inputs = before;
        if (!c->failed) {
            width_follow(&s->near, path, count, 0.5 * diameter, k == 0);
        }
        if (!c->failed && single != NULL) {
            single(c, s, path, count, diameter);
        }
    }
    free(path);
}

/// What one body did: its distance is told even where it is no hit.
static void write_body(evaluate_case *c, const width_scene *s, const observe_near_state *path,
                       size_t count, double diameter)
{
    const double reach = 0.5 * (s->width + diameter);
    observe_near alone;
    if (!observe_near_init(&alone, &s->near.cells, s->width, false)) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    alone.longest = 0.0;
    width_follow(&alone, path, count, 1e9, true);
    const double distance = sqrt(alone.points[0].distance2), energy = alone.points[0].energy;
    const bool is_hit = alone.points[0].distance2 <= reach * reach;
    files_json_begin(c->out, NULL, '{');
    files_json_add_bool(c->out, "hit", is_hit);
    files_json_add_number(c->out, "distance_m", distance);
    files_json_add_number(c->out, "reach_m", reach);
    files_json_add_number(c->out, "energy_kj", is_hit ? energy : (double)NAN);
    files_json_end(c->out, '}');
    observe_near_clear(&alone);
}

static void answer_event(evaluate_case *c)
{
    double at[2];
    width_scene s = {0};
    if (evaluate_vector(c, "point_m", at, 2)) {
        width_begin(c, &s, at[0], at[1], 1.0, 1);
    }
    if (!c->failed) {
        files_json_begin(c->out, "bodies", '[');
        follow_bodies(c, &s, "bodies", write_body);
        files_json_end(c->out, ']');
    }
    if (!c->failed) {
        const bool is_hit = observe_near_count(&s.near, NULL) > 0;
        files_json_add_bool(c->out, "event_hit", is_hit);
        files_json_add_unsigned(c->out, "bodies_hit", is_hit ? s.near.points[0].hits : 0);
        files_json_add_number(c->out, "event_energy_kj",
                              is_hit ? s.near.points[0].energies : (double)NAN);
    }
    observe_near_clear(&s.near);
}

/// Events and bodies above each threshold; 0 counts all that hit.
static void count_event(observe_near *near, double events[THRESHOLDS], double bodies[THRESHOLDS])
{
    const bool is_hit = observe_near_count(near, NULL) > 0;
    for (size_t t = 0; t < THRESHOLDS && is_hit; t++) {
        events[t] += t == 0 || near->points[0].energies > thresholds_kj[t];
        for (size_t k = 0; k < near->hit_count; k++) {
            bodies[t] += t == 0 || near->hits[k].energy > thresholds_kj[t];
        }
    }
}

/// One class: its events, each an array of bodies.
static void add_class(evaluate_case *c, const double at[2], double width,
                      double frequencies[THRESHOLDS], double hits[THRESHOLDS])
{
    const double frequency = evaluate_number(c, "frequency_1_yr");
    const files_json_node *list = files_json_member(c->inputs, "events");
    const size_t count = evaluate_length(c, "events");
    double events[THRESHOLDS] = {0}, bodies[THRESHOLDS] = {0};
    for (size_t e = 0; e < count && !c->failed; e++) {
        const files_json_node *item = files_json_item(list, e);
        const talus_cells cells = {at[0] - 0.5, at[1] - 0.5, 1.0, 1, 1};
        observe_near_state *path = calloc(MOST_VERTICES, sizeof *path);
        width_scene s = {.width = width};
        if (path == NULL || !observe_near_init(&s.near, &cells, width, true)) {
            evaluate_refuse(c, "out of memory");
        }
        s.near.longest = 0.0;
        for (size_t k = 0; k < files_json_length(item) && !c->failed; k++) {
            const files_json_node *before = c->inputs;
            c->inputs = files_json_item(item, k);
            const double diameter = read_diameter(c);
            const size_t vertices = c->failed ? 0 : read_path(c, path);
            c->inputs = before;
            if (!c->failed) {
                width_follow(&s.near, path, vertices, 0.5 * diameter, k == 0);
            }
        }
        if (!c->failed) {
            count_event(&s.near, events, bodies);
        }
        observe_near_clear(&s.near);
        free(path);
    }
    for (size_t t = 0; t < THRESHOLDS && count > 0; t++) {
        frequencies[t] += frequency * events[t] / (double)count;
        hits[t] += frequency * bodies[t] / (double)count;
    }
}

static void write_thresholds(evaluate_case *c, const char *key, const double values[THRESHOLDS])
{
    files_json_begin(c->out, key, '{');
    for (size_t t = 0; t < THRESHOLDS; t++) {
        files_json_add_number(c->out, threshold_names[t], values[t]);
    }
    files_json_end(c->out, '}');
}

static void answer_mixture(evaluate_case *c)
{
    double at[2], frequencies[THRESHOLDS] = {0}, hits[THRESHOLDS] = {0};
    const double width = evaluate_number(c, "w_m");
    const size_t classes = evaluate_length(c, "classes");
    evaluate_vector(c, "point_m", at, 2);
    for (size_t k = 0; k < classes && !c->failed; k++) {
        const files_json_node *before = evaluate_enter_item(c, "classes", k);
        if (!c->failed) {
            add_class(c, at, width, frequencies, hits);
        }
        c->inputs = before;
    }
    if (!c->failed) {
        write_thresholds(c, "annual_frequency_1_yr", frequencies);
        write_thresholds(c, "annual_hits_1_yr", hits);
    }
}

/// The rate at which a bound passes from one side of the estimate to the other, by bisection.
static double find_bound(const statistics_rate *rate, int side)
{
    double inside = rate->events, outside = side > 0 ? rate->events + 100.0 * rate->heaviest : 0.0;
    outside = side > 0 ? outside + 10.0 * rate->events : outside;
    for (int k = 0; k < 200; k++) {
        const double middle = 0.5 * (inside + outside);
        *(statistics_rate_against(rate, middle) == 0 ? &inside : &outside) = middle;
    }
    return 0.5 * (inside + outside);
}

static void answer_rate(evaluate_case *c)
{
    double f[MOST_STRATA], rocks[MOST_STRATA], hits[MOST_STRATA], periods[MOST_STRATA];
    const size_t strata = evaluate_numbers(c, "frequency_1_yr", f, MOST_STRATA);
    const size_t count = evaluate_numbers(c, "return_periods_yr", periods, MOST_STRATA);
    statistics_rate rate = {0};
    if (!evaluate_vector(c, "rocks", rocks, strata) || !evaluate_vector(c, "hits", hits, strata)) {
        return;
    }
    for (size_t g = 0; g < strata; g++) {
        const double weight = f[g] / rocks[g];
        rate.events += weight * hits[g];
        rate.squares += weight * weight * hits[g];
        rate.heaviest = weight > rate.heaviest ? weight : rate.heaviest;
    }
    evaluate_put(c, "annual_frequency_1_yr", rate.events);
    evaluate_put(c, "low_1_yr", rate.events > 0.0 ? find_bound(&rate, -1) : 0.0);
    evaluate_put(c, "high_1_yr",
                 rate.events > 0.0 ? find_bound(&rate, 1) : statistics_rate_of_none(rate.heaviest));
    evaluate_put(c, "n_eff", rate.events > 0.0 ? rate.events * rate.events / rate.squares : 0.0);
    files_json_begin(c->out, "against", '{');
    for (size_t k = 0; k < count; k++) {
        char name[40];
        snprintf(name, sizeof name, "1/%g", periods[k]);
        files_json_add_integer(c->out, name, statistics_rate_against(&rate, 1.0 / periods[k]));
    }
    files_json_end(c->out, '}');
}

static void answer_level(evaluate_case *c)
{
    const double weight = evaluate_positive(c, "weight_1_yr"),
                 period = evaluate_positive(c, "return_period_yr");
    size_t count = 0;
    double *energies = evaluate_list(c, "energies_kj", &count);
    const talus_cells grid = {0.0, 0.0, 1.0, 1, 1};
    const observe_units units = observe_units_for(1e4);
    observe_cells *cells = observe_cells_create(&grid, &units);
    const talus_stratum stratum = {.rocks = count, .weight = weight};
    for (size_t k = 0; k < count && cells != NULL; k++) {
        observe_visit visit = {0};
        visit.max[TALUS_KINETIC_ENERGY] = 1e3 * energies[k];
        if (!observe_cells_add(cells, &visit, NULL, 1, 1.0)) {
            evaluate_refuse(c, "out of memory");
        }
    }
    if (cells != NULL && !c->failed) {
        const observe_strata set = {1, &cells, &stratum};
        float level = 0.0F;
        observe_strata_level(&set, TALUS_KINETIC_ENERGY, &weight, 1.0 / period,
                             &(talus_window){.nx = 1, .ny = 1}, &level);
        evaluate_put(c, "energy_kj", 1e-3 * (double)level);
    }
    observe_cells_destroy(cells);
    free(energies);
}

/// Perimeter of the convex hull of a ring, m: Andrew's monotone chain.
static int by_place(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return p[0] != q[0] ? (p[0] < q[0] ? -1 : 1) : (p[1] > q[1]) - (p[1] < q[1]);
}

static double perimeter_of(double (*points)[2], size_t count)
{
    double(*hull)[2] = calloc(2 * count + 1, sizeof *hull), sum = 0.0;
    size_t used = 0;
    qsort(points, count, sizeof *points, by_place);
    for (int pass = 0; pass < 2 && hull != NULL; pass++) {
        const size_t floor = used + (pass == 0 ? 1 : 0);
        for (size_t k = (size_t)pass; k < count; k++) {
            const double *p = points[pass == 0 ? k : count - 1 - k];
            while (used > floor &&
                   (hull[used - 1][0] - hull[used - 2][0]) * (p[1] - hull[used - 2][1]) -
                           (hull[used - 1][1] - hull[used - 2][1]) * (p[0] - hull[used - 2][0]) <=
                       0.0) {
                used--;
            }
            memcpy(hull[used++], p, sizeof *hull);
        }
    }
    for (size_t k = 1; k < used; k++) {
        const double x = hull[k][0] - hull[k - 1][0], y = hull[k][1] - hull[k - 1][1];
        sum += sqrt(x * x + y * y);
    }
    free(hull);
    return sum;
}

static void answer_width(evaluate_case *c)
{
    const size_t count = evaluate_length(c, "polygon_m");
    double(*points)[2] = calloc(count + 1, sizeof *points);
    if (count >= 3 && points != NULL && evaluate_matrix(c, "polygon_m", &points[0][0], count, 2)) {
        evaluate_put(c, "w_m", perimeter_of(points, count) / TALUS_PI);
    } else {
        evaluate_refuse(c, "\"polygon_m\" must have at least three points");
    }
    free(points);
}

/// The class of a level: the strongest whose threshold is exceeded as often as the level asks.
static int class_at(const hazard_rules *rules, const double *frequency, size_t level)
{
    int found = HAZARD_NONE;
    for (size_t k = 0; k < rules->class_count; k++) {
        found = frequency[k] > hazard_level_rate(rules, level) ? (int)k : found;
    }
    return found;
}

/// Class at each level and zone of a pack for exceedances that are known.
static void write_zone(evaluate_case *c, const hazard_rules *rules)
{
    double frequency[HAZARD_CLASSES];
    int zone = HAZARD_NONE;
    char name[40];
    const files_json_node *before = evaluate_enter(c, "annual_frequency_1_yr");
    for (size_t k = 0; k < rules->class_count && !c->failed; k++) {
        snprintf(name, sizeof name, "%g", rules->classes[k].from_kj);
        frequency[k] = evaluate_number(c, name);
    }
    c->inputs = before;
    if (c->failed) {
        return;
    }
    files_json_begin(c->out, "classes", '{');
    for (size_t level = 0; level < rules->level_count; level++) {
        const int k = class_at(rules, frequency, level);
        const int found = k == HAZARD_NONE ? HAZARD_NONE : rules->matrix[level][k];
        snprintf(name, sizeof name, "%g", rules->levels[level]);
        files_json_add_text(c->out, name, k == HAZARD_NONE ? NULL : rules->classes[k].name);
        zone = found > zone ? found : zone;
    }
    files_json_end(c->out, '}');
    zone = zone == HAZARD_NONE && frequency[0] > 0.0 ? rules->residual : zone;
    files_json_add_text(c->out, "zone", zone == HAZARD_NONE ? NULL : rules->zones[zone].name);
}

static void answer_zone(evaluate_case *c)
{
    char room[EVALUATE_DATA], path[EVALUATE_DATA + 256];
    const char *name = evaluate_text(c, "rules"), *data = evaluate_data(room);
    hazard_rules *rules = NULL;
    talus_error error = {0};
    if (c->failed || name == NULL || data == NULL || strchr(name, '/') != NULL) {
        evaluate_refuse(c, "\"rules\" must name a pack of scenarios/rules");
        return;
    }
    snprintf(path, sizeof path, "%s/scenarios/rules/%.200s", data, name);
    if (evaluate_hold(c, talus_rules_read(path, NULL, &rules, &error), &error)) {
        write_zone(c, rules);
    }
    talus_rules_destroy(rules);
}

const evaluate_model evaluate_width_kinds[] = {
    {"event", EVALUATE_INPUTS("point_m", "w_m", "bodies"), answer_event},
    {"mixture", EVALUATE_INPUTS("point_m", "w_m", "classes", "note"), answer_mixture},
    {"field_parallel", EVALUATE_INPUTS("w_m", "d_m", "tracks", "frequency_1_yr", "point_y_m"),
     width_parallel},
    {"field_fan",
     EVALUATE_INPUTS("half_angle_deg", "range_m", "bearing_deg", "w_m", "d_m", "frequency_1_yr",
                     "rays"),
     width_fan},
    {"field_stopping",
     EVALUATE_INPUTS("w_m", "d_m", "frequency_1_yr", "tracks", "width_m", "half_length_m"),
     width_stopping},
    {"field_profile",
     EVALUATE_INPUTS("w_m", "d_m", "flux", "phi0_1_m_yr", "L_m", "return_period_yr"),
     width_profile},
    {"rate", EVALUATE_INPUTS("frequency_1_yr", "rocks", "hits", "return_periods_yr"), answer_rate},
    {"level", EVALUATE_INPUTS("weight_1_yr", "energies_kj", "return_period_yr"), answer_level},
    {"width", EVALUATE_INPUTS("polygon_m"), answer_width},
    {"zone", EVALUATE_INPUTS("rules", "annual_frequency_1_yr"), answer_zone},
    {NULL, NULL, NULL}};
