// SPDX-License-Identifier: GPL-3.0-or-later
// Contact points of two hulls.
#include "cases/evaluate/bodies_evaluate.h"
#include "foundation/math/linalg.h"
#include "physics/pairs/pairs.h"

#include <stdlib.h>

/// A hull in a pose, as read.
typedef struct posed_hull {
    pairs_hull *hull;
    pairs_posed posed;
} posed_hull;

static void set_posed(evaluate_case *c, const talus_rock *rock, talus_vec3 r, talus_quat p,
                      posed_hull *own)
{
    const talus_mat3 a = quat_matrix(quat_unit(p));
    talus_error error = {0};
    if (!evaluate_hold(c, pairs_hull_create(rock, 1.0, &own->hull, &error), &error)) {
        return;
    }
    if (!pairs_posed_init(&own->posed, own->hull)) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    pairs_posed_set(&own->posed, r, &a);
}

static void read_posed(evaluate_case *c, const char *key, posed_hull *own)
{
    const files_json_node *outer = evaluate_enter(c, key);
    const talus_vec3 r = evaluate_vec3(c, "r");
    const talus_quat p = evaluate_unit_quat(c, "p");
    talus_rock *rock = evaluate_hull(c);
    if (!c->failed) {
        set_posed(c, rock, r, p, own);
    }
    talus_rock_destroy(rock);
    c->inputs = outer;
}

static void clear_posed(posed_hull *own)
{
    pairs_posed_clear(&own->posed);
    pairs_hull_destroy(own->hull);
}

static const char *kind_name(pairs_kind kind)
{
    switch (kind) {
    case PAIRS_FACE_OF_A:
        return "face_of_a";
    case PAIRS_FACE_OF_B:
        return "face_of_b";
    case PAIRS_EDGES:
        return "edges";
    case PAIRS_APART:
        break;
    }
    return "apart";
}

/// Area of the polygon of contact: of the hull of the points, seen along the normal.
static double polygon_area(const pairs_manifold *m)
{
    // points of a convex polygon: the area is half the sum of sorted turns about their mean
    talus_vec3 mean = vec3(0.0, 0.0, 0.0), u, w;
    double area = 0.0;
    for (size_t k = 0; k < m->count; k++) {
        mean = vec3_axpy(mean, 1.0 / (double)m->count, m->points[k].lever_a);
    }
    u = fabs(m->axis.normal.x) < 0.6 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
    u = vec3_cross(m->axis.normal, u);
    w = vec3_cross(m->axis.normal, u);
    for (size_t k = 0; k < m->count; k++) {
        // the next point counter-clockwise has the smallest positive turn
        const talus_vec3 own = vec3_sub(m->points[k].lever_a, mean);
        const double x = vec3_dot(own, u), y = vec3_dot(own, w);
        double best = -2.0, cross = 0.0;
        for (size_t j = 0; j < m->count; j++) {
            const talus_vec3 other = vec3_sub(m->points[j].lever_a, mean);
            const double p = vec3_dot(other, u), q = vec3_dot(other, w);
            const double turn = x * q - y * p, along = x * p + y * q;
            const double size = sqrt((x * x + y * y) * (p * p + q * q));
            if (j != k && turn > 0.0 && size > 0.0 && along / size > best) {
                best = along / size;
                cross = turn;
            }
        }
        area += 0.5 * cross;
    }
    return area / vec3_norm2(u);
}

/// @param r m, S of a
static void write_manifold(evaluate_case *c, talus_vec3 r, const pairs_manifold *m)
{
    double *points = calloc(4 * m->count + 1, sizeof *points), *gaps = points + 3 * m->count;
    if (points == NULL) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    for (size_t k = 0; k < m->count; k++) {
        const talus_vec3 x = vec3_add(r, m->points[k].lever_a);
        points[3 * k] = x.x;
        points[3 * k + 1] = x.y;
        points[3 * k + 2] = x.z;
        gaps[k] = m->points[k].gap;
    }
    files_json_add_text(c->out, "kind", kind_name(m->axis.kind));
    evaluate_write_vec3(c, "normal", m->axis.normal);
    evaluate_put(c, "separation_m", m->axis.separation);
    evaluate_write_matrix(c, "points_m", points, m->count, 3);
    evaluate_write_numbers(c, "gaps_m", gaps, m->count);
    free(points);
}

static void write_both(evaluate_case *c, const posed_hull *a, const posed_hull *b, bool is_whole)
{
    pairs_manifold *m = calloc(1, sizeof *m);
    if (m == NULL) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    pairs_find_manifold(&a->posed, &b->posed, 0, NULL, m);
    write_manifold(c, a->posed.r, m);
    if (is_whole) {
        files_json_add_unsigned(c->out, "point_count", m->count);
        evaluate_put(c, "polygon_area_m2", m->count > 2 ? polygon_area(m) : 0.0);
    }
    free(m);
}

static void answer_manifold(evaluate_case *c)
{
    posed_hull a = {0}, b = {0};
    read_posed(c, "a", &a);
    read_posed(c, "b", &b);
    if (!c->failed) {
        write_both(c, &a, &b, true);
    }
    clear_posed(&a);
    clear_posed(&b);
}

void evaluate_write_touch(evaluate_case *c, talus_rock *const rocks[2], const talus_state states[2],
                          double time_step)
{
    posed_hull both[2] = {{0}};
    for (size_t k = 0; k < 2 && !c->failed; k++) {
        const talus_state *q = &states[k];
        set_posed(c, rocks[k], vec3_axpy(q->r, 0.5 * time_step, q->v),
                  talus_rotation_midpoint(q->p, q->omega, time_step), &both[k]);
    }
    if (!c->failed) {
        write_both(c, &both[0], &both[1], false);
    }
    clear_posed(&both[0]);
    clear_posed(&both[1]);
}

const evaluate_model evaluate_manifold_families[] = {
    {"manifold", EVALUATE_INPUTS("a", "b"), answer_manifold},
    {NULL, NULL, NULL},
};
