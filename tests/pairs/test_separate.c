// SPDX-License-Identifier: GPL-3.0-or-later
// Separating axes against the hull of the Minkowski difference.
#include "pairs/pair_shapes.h"

#include "physics/shape/hull.h"

/// Separation by the hull of all y - x: its nearest face to the origin when that is inside.
static double difference_depth(const shape *a, const shape *b)
{
    const size_t na = a->hull->vertex_count, nb = b->hull->vertex_count;
    const talus_vec3 d = vec3_sub(b->posed.r, a->posed.r);
    talus_vec3 *points = calloc(na * nb, sizeof *points);
    for (size_t i = 0; i < na; i++) {
        for (size_t j = 0; j < nb; j++) {
            points[i * nb + j] = vec3_add(d, vec3_sub(b->posed.vertices[j], a->posed.vertices[i]));
        }
    }
    shape_hull hull;
    cr_assert(shape_hull_make(points, na * nb, &hull, NULL) == TALUS_OK);
    double nearest = (double)INFINITY;
    for (size_t f = 0; f < hull.face_count; f++) {
        const uint32_t *corner = hull.face_vertices + hull.face_starts[f];
        const size_t count = hull.face_starts[f + 1] - hull.face_starts[f];
        const talus_vec3 o = points[hull.points[corner[0]]];
        talus_vec3 sum = vec3(0.0, 0.0, 0.0);
        for (size_t k = 1; k + 1 < count; k++) {
            sum = vec3_add(sum, vec3_cross(vec3_sub(points[hull.points[corner[k]]], o),
                                           vec3_sub(points[hull.points[corner[k + 1]]], o)));
        }
        // slivers have no direction
        if (vec3_norm(sum) > 1e-9) {
            const double offset = vec3_dot(sum, o) / vec3_norm(sum);
            nearest = offset < nearest ? offset : nearest;
        }
    }
    shape_hull_clear(&hull);
    free(points);
    return -nearest;
}

Test(separate, depth_is_that_of_the_minkowski_difference)
{
    talus_random random = {3, 1, 0};
    int edges = 0, faces = 0;
    double worst = 0.0;
    for (uint64_t k = 0; k < 120; k++) {
        shape a = make_hull(2 * k, 8 + (unsigned)(k % 9)), b = make_hull(2 * k + 1, 12);
        pose_both(&a, &b, &random, 0.3);
        const pairs_axis axis = pairs_separate(&a.posed, &b.posed);
        if (axis.kind != PAIRS_APART) {
            worst = fmax(worst, fabs(axis.largest - difference_depth(&a, &b)));
            edges += axis.kind == PAIRS_EDGES;
            faces += axis.kind != PAIRS_EDGES;
        }
        clear_shape(&a);
        clear_shape(&b);
    }
    cr_assert(worst <= 2e-15, "%g", worst); /* measured 2.2e-16 m */
    cr_assert(edges >= 10 && faces >= 10, "%d edges, %d faces", edges, faces);
}

Test(separate, an_axis_apart_is_a_bound_of_the_distance)
{
    talus_random random = {3, 2, 0};
    int apart = 0;
    for (uint64_t k = 0; k < 100; k++) {
        shape a = make_hull(2 * k, 10), b = make_hull(2 * k + 1, 14);
        pose_both(&a, &b, &random, 1.2);
        const pairs_axis axis = pairs_separate(&a.posed, &b.posed);
        const double along = pairs_separation_along(&a.posed, &b.posed, axis.normal);
        cr_assert(fabs(vec3_norm(axis.normal) - 1.0) <= 1e-14);
        if (axis.kind == PAIRS_APART) {
            apart++;
            cr_assert(axis.separation > 0.0);
            cr_assert(fabs(along - axis.separation) <= 1e-14);
            // every point of b is beyond every point of a by so much
            for (size_t j = 0; j < b.hull->vertex_count; j++) {
                const talus_vec3 y = vec3_add(b.posed.r, b.posed.vertices[j]);
                for (size_t i = 0; i < a.hull->vertex_count; i++) {
                    const talus_vec3 x = vec3_add(a.posed.r, a.posed.vertices[i]);
                    cr_assert(vec3_norm(vec3_sub(y, x)) >= axis.separation - 1e-13);
                }
            }
        } else {
            cr_assert(fabs(along - axis.separation) <= 1e-13);
        }
        clear_shape(&a);
        clear_shape(&b);
    }
    cr_assert(apart >= 20 && apart <= 80, "%d", apart);
}

Test(separate, exchanging_the_bodies_turns_the_normal)
{
    talus_random random = {3, 3, 0};
    for (uint64_t k = 0; k < 100; k++) {
        shape a = make_hull(2 * k, 9), b = make_hull(2 * k + 1, 11);
        pose_both(&a, &b, &random, 0.4);
        const pairs_axis ab = pairs_separate(&a.posed, &b.posed);
        const pairs_axis ba = pairs_separate(&b.posed, &a.posed);
        cr_assert((ab.kind == PAIRS_APART) == (ba.kind == PAIRS_APART));
        if (ab.kind != PAIRS_APART) {
            cr_assert(fabs(ab.largest - ba.largest) <= 1e-15);
        }
        if (ab.kind == PAIRS_EDGES && ba.kind == PAIRS_EDGES) {
            cr_assert(vec3_norm(vec3_add(ab.normal, ba.normal)) <= 1e-14);
            cr_assert(ab.a == ba.b && ab.b == ba.a);
        }
        clear_shape(&a);
        clear_shape(&b);
    }
}

Test(separate, flat_contact_takes_the_face_of_the_first_body)
{
    shape a = make_box(1.0, 1.0, 1.0), b = make_box(1.0, 1.0, 1.0);
    talus_random random = {3, 4, 0};
    for (int k = 0; k < 200; k++) {
        // round-off in position and tilt
        const double tiny = 1e-9;
        pose_shape(&a, vec3(100.0, 50.0, 0.5),
                   (talus_quat){1.0, draw(&random, -tiny, tiny), draw(&random, -tiny, tiny), 0.0});
        pose_shape(&b, vec3(100.2, 50.1, 1.5 + draw(&random, -tiny, 0.0)),
                   (talus_quat){1.0, draw(&random, -tiny, tiny), draw(&random, -tiny, tiny), 0.3});
        const pairs_axis axis = pairs_separate(&a.posed, &b.posed);
        cr_assert(axis.kind == PAIRS_FACE_OF_A, "%d", (int)axis.kind);
        cr_assert(axis.normal.z > 0.999999);
    }
    clear_shape(&a);
    clear_shape(&b);
}
