// SPDX-License-Identifier: GPL-3.0-or-later
// Scar depth and immersed cross-section.
#include "physics/contact/contact.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const talus_soil soil = {.modulus = 15e6, .drag = 1.5, .density = 1700.0};

Test(soil, depth_of_the_scar_follows_the_formula)
{
    // 780 kg, 15 000 kN/m^2, 13.5 m/s: 0.158 m [Lu19]
    const double d = contact_scar_depth(&soil, 780.0, -13.5);
    cr_expect_float_eq(d, 0.158, 5e-4, "%g m", d); /* 0.15771 m */
    cr_expect_eq(contact_scar_depth(&soil, 780.0, 13.5), d);
    // d ~ m^(1/3) M_E^(-2/5) |v_z|^(4/5)
    const talus_soil stiff = {.modulus = 32.0 * 15e6};
    cr_expect_float_eq(contact_scar_depth(&soil, 8.0 * 780.0, 13.5), 2.0 * d, 1e-13);
    cr_expect_float_eq(contact_scar_depth(&stiff, 780.0, 13.5), 0.25 * d, 1e-13);
    cr_expect_float_eq(contact_scar_depth(&soil, 780.0, 32.0 * 13.5), 16.0 * d, 1e-13);
}

Test(soil, depth_is_zero_without_soil_or_without_fall)
{
    const talus_soil none = {0};
    cr_expect_eq(contact_scar_depth(&none, 780.0, -13.5), 0.0);
    cr_expect_eq(contact_scar_depth(&soil, 780.0, 0.0), 0.0);
}

/// Body of a built rock.
static contact_body body_of(const char *name, talus_vec3 size)
{
    contact_body body;
    talus_rock *rock = NULL;
    cr_assert_eq(talus_rock_build(name, size, 0, 2700.0, &rock, NULL), TALUS_OK);
    cr_assert(contact_body_init(&body, rock->vertex_count));
    contact_body_set(&body, rock, 1.0);
    talus_rock_destroy(rock);
    return body;
}

static double area_of(const contact_body *body, talus_vec3 normal, double offset, talus_vec3 along)
{
    contact_immersion immersion;
    contact_immerse(body, vec3_scale(1.0 / vec3_norm(normal), normal), offset,
                    vec3_scale(1.0 / vec3_norm(along), along), true, &immersion);
    return immersion.area;
}

Test(soil, turns_are_left_out_where_nothing_asks_for_them)
{
    contact_body wheel = body_of("eota221", vec3(0.93, 0.93, 0.47));
    const talus_vec3 normal = vec3(0.6, 0.0, 0.8), along = vec3(0.8, 0.0, -0.6);
    contact_immersion with, without;
    contact_immerse(&wheel, normal, -0.1, along, true, &with);
    contact_immerse(&wheel, normal, -0.1, along, false, &without);
    cr_expect(with.area == without.area && with.area > 0.05);
    cr_expect(with.turns.y > 0.0 && without.turns.y == 0.0);
    contact_immerse(&wheel, normal, -0.1, along, true, &without); // nothing of before is left
    cr_expect(memcmp(&with, &without, sizeof with) == 0);
    contact_body_clear(&wheel);
}

Test(soil, immersed_area_of_a_box_has_closed_forms)
{
    contact_body box = body_of("cuboid", vec3(2.0, 1.0, 0.5));
    const talus_vec3 up = vec3(0.0, 0.0, 1.0), down = vec3(0.0, 0.0, -1.0);
    const talus_vec3 x = vec3(1.0, 0.0, 0.0), y = vec3(0.0, -1.0, 0.0);
    // 0.1 m deep: height of the bottom is -0.25 m
    cr_expect_float_eq(area_of(&box, up, -0.15, down), 2.0, 1e-14);
    cr_expect_float_eq(area_of(&box, up, -0.15, up), 2.0, 1e-14);
    cr_expect_float_eq(area_of(&box, up, -0.15, x), 0.1, 1e-14);
    cr_expect_float_eq(area_of(&box, up, -0.15, y), 0.2, 1e-14);
    // silhouette of a box: sum of |v_i| A_i
    cr_expect_float_eq(area_of(&box, up, -0.15, vec3(3.0, 0.0, -4.0)), 0.6 * 0.1 + 0.8 * 2.0,
                       1e-14);
    // wholly under and wholly over the plane
    cr_expect_float_eq(area_of(&box, up, 1.0, vec3(1.0, 2.0, 2.0)),
                       (0.5 + 2.0 * 1.0 + 2.0 * 2.0) / 3.0, 1e-14);
    cr_expect_eq(area_of(&box, up, -1.0, vec3(1.0, 2.0, 2.0)), 0.0);
    contact_body_clear(&box);
}

Test(soil, immersed_area_of_a_corner_is_the_triangle_of_the_cut)
{
    contact_body cube = body_of("cuboid", vec3(1.0, 1.0, 1.0));
    // the plane cuts three edges at 0.2 m from a corner: triangle of side 0.2 sqrt(2)
    const talus_vec3 n = vec3(-1.0, -1.0, -1.0);
    const double offset = -(1.5 - 0.2) / sqrt(3.0);
    const double triangle = 0.25 * sqrt(3.0) * 0.08;
    cr_expect_float_eq(area_of(&cube, n, offset, n), triangle, 1e-15);
    cr_expect_float_eq(area_of(&cube, n, offset, vec3_scale(-1.0, n)), triangle, 1e-15);
    // along an edge: half a square of 0.2 m
    cr_expect_float_eq(area_of(&cube, n, offset, vec3(1.0, 0.0, 0.0)), 0.02, 1e-15);
    contact_body_clear(&cube);
}

Test(soil, turns_of_a_box_are_second_moments_of_its_silhouette)
{
    contact_body box = body_of("cuboid", vec3(2.0, 1.0, 0.5));
    contact_immersion all, half;
    const talus_vec3 x = vec3(1.0, 0.0, 0.0), up = vec3(0.0, 0.0, 1.0);
    contact_immerse(&box, up, 1.0, x, true, &all);
    cr_expect_eq(all.turns.x, 0.0);
    cr_expect_float_eq(all.turns.y, 1.0 * 0.125 / 12.0, 1e-15);
    cr_expect_float_eq(all.turns.z, 0.5 / 12.0, 1e-15);
    // the lower half: z from -0.25 to 0
    contact_immerse(&box, up, 0.0, x, true, &half);
    cr_expect_float_eq(half.turns.y, 1.0 * 0.25 * 0.25 * 0.25 / 3.0, 1e-15);
    cr_expect_float_eq(half.turns.z, 0.25 / 12.0, 1e-15);
    contact_body_clear(&box);
}

/// A point across the direction of view.
typedef struct spot {
    double x, y;
} spot;

static int compare_spots(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

static double turn_of(spot a, spot b, spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Area of the convex hull, by its lower and its upper chain.
static double hull_area(spot *spots, size_t count)
{
    spot chain[512];
    double area = 0.0;
    qsort(spots, count, sizeof *spots, compare_spots);
    for (int side = 0; side < 2; side++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            const spot p = spots[side == 0 ? i : count - 1 - i];
            while (n > 1 && turn_of(chain[n - 2], chain[n - 1], p) <= 0.0) {
                n--;
            }
            chain[n++] = p;
        }
        for (size_t i = 0; i + 1 < n; i++) {
            area += 0.5 * (chain[i].x * chain[i + 1].y - chain[i].y * chain[i + 1].x);
        }
    }
    return area;
}

/// Slow reference: hull of the projected vertices under the plane and of the cuts of the edges.
static double reference_area(const contact_body *body, talus_vec3 n, double offset, talus_vec3 v)
{
    spot spots[256];
    size_t count = 0;
    talus_vec3 t1, t2;
    contact_frame(v, &t1, &t2);
    for (size_t e = 0; e < body->edge_count; e++) {
        const talus_vec3 a = body->vertices[body->edges[e].a], b = body->vertices[body->edges[e].b];
        const double from = vec3_dot(n, a) - offset, to = vec3_dot(n, b) - offset;
        const talus_vec3 ends[2] = {
            from <= 0.0 ? a : vec3_axpy(a, from / (from - to), vec3_sub(b, a)),
            to <= 0.0 ? b : vec3_axpy(a, from / (from - to), vec3_sub(b, a))};
        for (int k = 0; k < 2 && (from <= 0.0 || to <= 0.0); k++) {
            spots[count++] = (spot){vec3_dot(t1, ends[k]), vec3_dot(t2, ends[k])};
        }
    }
    return count == 0 ? 0.0 : hull_area(spots, count);
}

static talus_vec3 random_unit(talus_random *rng)
{
    const talus_vec3 v =
        vec3(talus_random_normal(rng), talus_random_normal(rng), talus_random_normal(rng));
    return vec3_scale(1.0 / vec3_norm(v), v);
}

Test(soil, immersed_area_is_that_of_the_hull_of_the_projected_part)
{
    contact_body wheel = body_of("eota221", vec3(0.93, 0.93, 0.47));
    talus_random rng = {.seed = 4};
    double worst = 0.0;
    for (int k = 0; k < 2000; k++) {
        const talus_vec3 n = random_unit(&rng), v = random_unit(&rng);
        const double offset = 1.1 * (2.0 * talus_random_uniform(&rng) - 1.0) * wheel.radius;
        const double error =
            fabs(area_of(&wheel, n, offset, v) - reference_area(&wheel, n, offset, v));
        worst = error > worst ? error : worst;
    }
    cr_expect(worst < 1e-14, "%g m^2", worst); /* measured 6e-16 m^2 */
    contact_body_clear(&wheel);
}
