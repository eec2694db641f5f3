// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of shape share: relative differences, rocks from points, and whether a hull is
// one.
#ifndef TALUS_TESTS_SHAPE_SHAPE_CASE_H
#define TALUS_TESTS_SHAPE_SHAPE_CASE_H

#include "foundation/math/linalg.h"
#include "talus/shape.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static inline double relative(double found, double expected)
{
    return fabs(found - expected) / fabs(expected);
}

static inline talus_rock *rock_of(const talus_vec3 *points, size_t count, double density)
{
    talus_rock *rock = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_rock_from_points(points, count, density, &rock, &error), TALUS_OK, "%s",
                 error.message);
    return rock;
}

static inline talus_rock *built(const char *name, talus_vec3 size, unsigned sides)
{
    talus_rock *rock = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_rock_build(name, size, sides, 2700.0, &rock, &error), TALUS_OK, "%s: %s",
                 name, error.message);
    return rock;
}

/// Moments in ascending order.
static inline talus_vec3 sorted_moments(const talus_rock *rock)
{
    double i[3] = {rock->inertia.x, rock->inertia.y, rock->inertia.z};
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < 2; k++) {
            const double low = i[k] < i[k + 1] ? i[k] : i[k + 1];
            i[k + 1] = i[k] < i[k + 1] ? i[k + 1] : i[k];
            i[k] = low;
        }
    }
    return vec3(i[0], i[1], i[2]);
}

/// Worst relative difference of mass, volume, radius and sorted moments.
static inline double mass_difference(const talus_rock *a, const talus_rock *b)
{
    const talus_vec3 i = sorted_moments(a), j = sorted_moments(b);
    const double d[6] = {relative(a->mass, b->mass),
                         relative(a->volume, b->volume),
                         relative(a->radius, b->radius),
                         relative(i.x, j.x),
                         relative(i.y, j.y),
                         relative(i.z, j.z)};
    double worst = 0.0;
    for (int k = 0; k < 6; k++) {
        worst = d[k] > worst ? d[k] : worst;
    }
    return worst;
}

/// How often the faces run from vertex a to vertex b.
static inline size_t edge_uses(const talus_rock *rock, uint32_t a, uint32_t b)
{
    size_t uses = 0;
    for (size_t f = 0; f < rock->face_count; f++) {
        const uint32_t begin = rock->face_starts[f], end = rock->face_starts[f + 1];
        for (uint32_t k = begin; k < end; k++) {
            const uint32_t next = k + 1 < end ? k + 1 : begin;
            uses += rock->face_vertices[k] == a && rock->face_vertices[next] == b;
        }
    }
    return uses;
}

/// Area vector of a face by Newell's sum; length = twice the area.
static inline talus_vec3 face_area(const talus_rock *rock, size_t f)
{
    talus_vec3 area = vec3(0.0, 0.0, 0.0);
    const uint32_t begin = rock->face_starts[f], end = rock->face_starts[f + 1];
    for (uint32_t k = begin; k < end; k++) {
        const uint32_t next = k + 1 < end ? k + 1 : begin;
        area = vec3_add(area, vec3_cross(rock->vertices[rock->face_vertices[k]],
                                         rock->vertices[rock->face_vertices[next]]));
    }
    return area;
}

/// Euler's V - E + F = 2, and with `edges` also that every edge is met once in each direction.
static inline void expect_closed(const talus_rock *rock, bool edges)
{
    const size_t corners = rock->face_starts[rock->face_count];
    cr_expect_eq(rock->face_starts[0], 0);
    cr_expect_eq(corners % 2, 0);
    cr_expect_eq(rock->vertex_count + rock->face_count, corners / 2 + 2,
                 "%s: %zu vertices, %zu "
                 "faces, %zu corners",
                 rock->name, rock->vertex_count, rock->face_count, corners);
    for (size_t f = 0; edges && f < rock->face_count; f++) {
        const uint32_t begin = rock->face_starts[f], end = rock->face_starts[f + 1];
        for (uint32_t k = begin; k < end; k++) {
            const uint32_t a = rock->face_vertices[k];
            const uint32_t b = rock->face_vertices[k + 1 < end ? k + 1 : begin];
            cr_assert_lt(a, rock->vertex_count);
            cr_expect(edge_uses(rock, a, b) == 1 && edge_uses(rock, b, a) == 1);
        }
    }
}

/// Every vertex lies below the outward plane of every face; the worst excess, relative to the
/// radius.
static inline double worst_excess(const talus_rock *rock)
{
    double worst = 0.0;
    for (size_t f = 0; f < rock->face_count; f++) {
        const talus_vec3 area = face_area(rock, f), n = vec3_scale(1.0 / vec3_norm(area), area);
        const talus_vec3 p = rock->vertices[rock->face_vertices[rock->face_starts[f]]];
        cr_expect_gt(vec3_dot(n, p), 0.0, "face %zu looks inward", f);
        for (size_t i = 0; i < rock->vertex_count; i++) {
            const double h = vec3_dot(n, vec3_sub(rock->vertices[i], p)) / rock->radius;
            worst = h > worst ? h : worst;
        }
    }
    return worst;
}

/// A point on the unit sphere, number k of a fixed sequence.
static inline talus_vec3 sphere_point(uint64_t stream, talus_random *rng)
{
    rng->stream = stream;
    talus_vec3 p;
    do {
        p = vec3(2.0 * talus_random_uniform(rng) - 1.0, 2.0 * talus_random_uniform(rng) - 1.0,
                 2.0 * talus_random_uniform(rng) - 1.0);
    } while (!(vec3_norm2(p) <= 1.0) || !(vec3_norm2(p) > 0.01));
    return vec3_scale(1.0 / vec3_norm(p), p);
}

#endif
