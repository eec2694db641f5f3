// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts of rocks with many vertices: which stay, and that those left out hold what they held.
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "stepper/rock_steps.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>

enum { MANY = 100 };

/// Points on a circle about (0, 0), deepest towards `angle`.
static void make_rim(contact_point *points, size_t count, uint64_t key, double angle,
                     talus_vec3 normal)
{
    for (size_t k = 0; k < count; k++) {
        const double at = 2.0 * TALUS_PI * (double)k / (double)count;
        points[k] = (contact_point){.key = key + k,
                                    .foot = vec3(0.5 * talus_cos(at), 0.5 * talus_sin(at), 0.0),
                                    .normal = normal,
                                    .depth = 1e-3 * (2.0 + talus_cos(at) * talus_cos(angle) +
                                                     talus_sin(at) * talus_sin(angle))};
    }
}

Test(carrying, of_a_rim_the_deepest_and_three_others_stay)
{
    contact_point points[MANY], left[MANY];
    for (int turn = 0; turn < 8; turn++) {
        contact_set set = {.count = MANY, .points = points};
        size_t left_count;
        make_rim(points, MANY, 0, 0.7 * turn, vec3(0.0, 0.0, 1.0));
        double deepest = 0.0;
        for (size_t k = 0; k < MANY; k++) {
            deepest = points[k].depth > deepest ? points[k].depth : deepest;
        }
        contact_thin(&set, 28, left, &left_count);
        cr_assert_eq(set.count, 4);
        cr_expect_eq(left_count, MANY - 4);
        bool has_deepest = false;
        double area = 0.0;
        for (size_t k = 0; k < 4; k++) {
            const talus_vec3 p = points[k].foot, q = points[(k + 1) % 4].foot;
            has_deepest = has_deepest || points[k].depth == deepest;
            area += 0.5 * (p.x * q.y - p.y * q.x); // by key they stand in order round the rim
            cr_expect(k == 0 || points[k].key > points[k - 1].key);
        }
        cr_expect(has_deepest);
        cr_expect_gt(area, 0.49); // a square in the circle has 0.5
    }
}

Test(carrying, every_side_of_a_gully_keeps_its_own)
{
    contact_point points[MANY], left[MANY];
    contact_set set = {.count = MANY, .points = points};
    size_t left_count, west = 0;
    make_rim(points, MANY / 2, 0, 0.0, vec3(0.6, 0.0, 0.8));
    make_rim(points + MANY / 2, MANY / 2, MANY / 2, 1.0, vec3(-0.6, 0.0, 0.8));
    for (size_t k = MANY / 2; k < MANY; k++) { // its side is taken first
        points[k].depth += 1e-3;
    }
    contact_thin(&set, 28, left, &left_count);
    cr_assert_eq(set.count, 8);
    for (size_t k = 0; k < 8; k++) {
        west += points[k].normal.x > 0.0;
        cr_expect(k == 0 || points[k].key > points[k - 1].key, "%zu is out of order", k);
    }
    cr_expect_eq(west, 4);
    cr_expect_eq(left_count, MANY - 8);
    bool seen[MANY] = {false};
    for (size_t k = 0; k < MANY; k++) {
        const uint64_t key = k < 8 ? points[k].key : left[k - 8].key;
        cr_assert_lt(key, MANY);
        cr_expect(!seen[key], "key %zu twice", (size_t)key);
        seen[key] = true;
    }
}

Test(carrying, no_more_than_there_is_room_for)
{
    contact_point points[MANY], left[MANY];
    contact_set set = {.count = MANY, .points = points};
    size_t left_count;
    make_rim(points, MANY, 0, 0.0, vec3(0.0, 0.0, 1.0));
    for (size_t k = 0; k < MANY; k++) { // every normal a group of its own
        const double at = 0.5 * (double)k;
        points[k].normal = vec3(0.8 * talus_cos(at), 0.8 * talus_sin(at), 0.6);
    }
    contact_thin(&set, 12, left, &left_count);
    cr_expect_leq(set.count, 12);
    cr_expect_eq(set.count + left_count, MANY);
}

/// How fast the vertices that touched a level floor in the middle of a step come down after it, m/s.
static double find_fastest(const talus_rock *rock, const talus_state *before,
                           const talus_state *after, double dt)
{
    const talus_vec3 r = vec3_axpy(before->r, 0.5 * dt, before->v);
    const talus_mat3 a = talus_quat_matrix(talus_rotation_midpoint(before->p, before->omega, dt));
    double fastest = 0.0;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        const talus_vec3 x = rock->vertices[k];
        const double rate = after->v.z + mat3_mulv(&a, vec3_cross(after->omega, x)).z;
        if (vec3_add(r, mat3_mulv(&a, x)).z <= 0.0 && -rate > fastest) {
            fastest = -rate;
        }
    }
    return fastest;
}

/// A disc of 200 vertices that is thrown flat on a level floor and pushed at its rim: contacts that
/// were left out hold it as well.
Test(carrying, no_corner_of_a_disc_comes_down_between_its_contacts)
{
    talus_terrain *terrain = scene_plane(0.0, 0.0, 20.0, 1.0, 0.0);
    const talus_ground ground = scene_ground(0.6);
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    const talus_step_options options = talus_step_options_default();
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_rock_build("prism", vec3(1.0, 1.0, 0.4), 100, 2700.0, &rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&site, &options, rock->vertex_count, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(stepper, rock, 1.0), TALUS_OK);
    for (int turn = 0; turn < 5; turn++) {
        const double at = 0.3 + turn;
        talus_state state = {.r = vec3(0.2, 0.3, 0.21),
                             .p = {1.0, 0.0, 0.0, 0.0},
                             .v = vec3(1.0, 0.0, -0.5),
                             .omega = vec3(0.8 * talus_cos(at), 0.8 * talus_sin(at), 2.0)};
        for (int k = 0; k < 1500; k++) {
            const talus_state before = state;
            talus_step_report report;
            rock_step(stepper, &state, &report);
            cr_assert(report.solver.solved);
            cr_assert_leq(report.contact_count, 8);
            const double fastest = find_fastest(rock, &before, &state, options.time_step);
            cr_assert_leq(fastest, 2e-2 + 1e-6, "turn %d, step %d: %g m/s", turn, k, fastest);
        }
        cr_expect_lt(vec3_norm(state.v) + vec3_norm(state.omega), 1e-6);
        cr_expect_float_eq(state.r.z, 0.2, 8e-3);
    }
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
}
