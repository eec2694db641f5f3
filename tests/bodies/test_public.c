// SPDX-License-Identifier: GPL-3.0-or-later
// Several bodies and pieces of a rock through the public header.
#include "bodies/worlds.h"

/// A column of cubes of 1 m on flat ground, two of them resting on each other.
static talus_bodies *make_column(const world *w, const talus_rock *cube, size_t count)
{
    talus_bodies *bodies = NULL;
    cr_assert_eq(talus_bodies_create(&w->site, NULL, 8, &bodies, NULL), TALUS_OK);
    for (size_t k = 0; k < count; k++) {
        const talus_state q = at_rest(vec3(0.3, 0.2, 0.5 + (double)k));
        cr_assert_eq(talus_bodies_add(bodies, cube, 1.0, &q, NULL), TALUS_OK);
    }
    return bodies;
}

Test(public_bodies, take_the_steps_of_an_event)
{
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *cube = make_cube(1.0);
    const bodies_options options = bodies_options_default();
    bodies_event *event = make_event(&w, &options);
    talus_bodies *bodies = make_column(&w, cube, 3);
    for (size_t k = 0; k < 3; k++) {
        const talus_state q = at_rest(vec3(0.3, 0.2, 0.5 + (double)k));
        add(event, cube, &q);
    }
    talus_bodies_report report = {.size = sizeof report};
    for (int k = 0; k < 50; k++) {
        const bodies_report own = step(event);
        cr_assert_eq(talus_bodies_step(bodies, &report, NULL), TALUS_OK);
        cr_assert_eq(report.contact_count, own.contact_count);
        cr_assert_eq(report.kinetic_energy, own.kinetic_energy);
        cr_assert_eq(report.ledger, own.ledger);
    }
    cr_expect_eq(report.pair_count, 2);
    cr_expect_eq(report.island_count, 1);
    cr_expect_eq(report.unsolved, 0);
    for (size_t k = 0; k < 3; k++) {
        cr_expect(memcmp(talus_bodies_state(bodies, k), bodies_event_state(event, k),
                         sizeof(talus_state)) == 0,
                  "body %zu", k);
    }
    bodies_event_destroy(event);
    talus_bodies_destroy(bodies);
    talus_rock_destroy(cube);
    clear_world(&w);
}

Test(public_bodies, contacts_carry_the_weight)
{
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *cube = make_cube(1.0);
    talus_bodies *bodies = make_column(&w, cube, 2);
    const talus_body_contact *contacts = NULL;
    size_t count = 0;
    cr_assert_eq(talus_bodies_contacts(bodies, &contacts, &count, NULL), TALUS_OK);
    cr_expect(count == 0 && contacts == NULL, "before the first step");
    for (int k = 0; k < 10; k++) {
        cr_assert_eq(talus_bodies_step(bodies, NULL, NULL), TALUS_OK);
    }
    cr_assert_eq(talus_bodies_contacts(bodies, &contacts, &count, NULL), TALUS_OK);
    double on_ground = 0.0, between = 0.0;
    for (size_t k = 0; k < count; k++) {
        const bool is_ground = contacts[k].a == TALUS_BODY_FIXED;
        cr_expect_eq(contacts[k].b, is_ground ? 0 : 1);
        *(is_ground ? &on_ground : &between) += contacts[k].percussion[0];
    }
    cr_expect_eq(count, 8, "four corners twice, found %zu", count);
    // weights over a step of 2 ms
    cr_expect_float_eq(on_ground, 2.0 * 2700.0 * 9.81 * 2e-3, 1e-6, "%g N s", on_ground);
    cr_expect_float_eq(between, 2700.0 * 9.81 * 2e-3, 1e-6, "%g N s", between);
    talus_bodies_destroy(bodies);
    talus_rock_destroy(cube);
    clear_world(&w);
}

Test(public_bodies, one_asleep_wakes_when_it_is_hit_and_one_away_never)
{
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *cube = make_cube(1.0);
    talus_bodies *bodies = make_column(&w, cube, 1);
    talus_state q = at_rest(vec3(2.3, 0.2, 0.5));
    cr_assert_eq(talus_bodies_add(bodies, cube, 1.0, &q, NULL), TALUS_OK);
    q.r.x = -1.7;
    cr_assert_eq(talus_bodies_add(bodies, cube, 1.0, &q, NULL), TALUS_OK);
    cr_assert_eq(talus_bodies_set_condition(bodies, 1, TALUS_BODY_ASLEEP, NULL), TALUS_OK);
    cr_assert_eq(talus_bodies_set_condition(bodies, 2, TALUS_BODY_AWAY, NULL), TALUS_OK);
    q = *talus_bodies_state(bodies, 0);
    q.v = vec3(6.0, 0.0, 0.0);
    cr_assert_eq(talus_bodies_set_state(bodies, 0, &q, NULL), TALUS_OK);
    talus_body_condition condition = TALUS_BODY_AWAY;
    for (int k = 0; k < 200 && condition != TALUS_BODY_MOVING; k++) {
        cr_assert_eq(talus_bodies_step(bodies, NULL, NULL), TALUS_OK);
        cr_assert_eq(talus_bodies_condition(bodies, 1, &condition, NULL), TALUS_OK);
    }
    cr_expect_eq(condition, TALUS_BODY_MOVING, "the first cube slides into it");
    cr_expect_gt(talus_bodies_state(bodies, 1)->v.x, 0.5);
    cr_expect_eq(talus_bodies_state(bodies, 2)->r.x, -1.7);
    talus_bodies_destroy(bodies);
    talus_rock_destroy(cube);
    clear_world(&w);
}

/// Momentum and angular momentum about the origin, and kinetic energy.
typedef struct sums {
    double mass, energy;
    talus_vec3 momentum, spin;
} sums;

static void add_sums(sums *s, const talus_rock *rock, const talus_state *q)
{
    const talus_vec3 own = vec3_mul(rock->inertia, q->omega);
    s->mass += rock->mass;
    s->energy += 0.5 * rock->mass * vec3_norm2(q->v) + 0.5 * vec3_dot(q->omega, own);
    s->momentum = vec3_axpy(s->momentum, rock->mass, q->v);
    s->spin = vec3_add(s->spin, quat_rotate(q->p, own));
    s->spin = vec3_axpy(s->spin, rock->mass, vec3_cross(q->r, q->v));
}

/// Percussions of the ground on all bodies, N s.
static talus_vec3 pushed_by_ground(const talus_bodies *bodies)
{
    const talus_body_contact *contacts = NULL;
    size_t count = 0;
    talus_vec3 sum = {0.0, 0.0, 0.0};
    cr_assert_eq(talus_bodies_contacts(bodies, &contacts, &count, NULL), TALUS_OK);
    for (size_t k = 0; k < count; k++) {
        const talus_body_contact *c = &contacts[k];
        if (c->a == TALUS_BODY_FIXED) {
            sum = vec3_axpy(sum, c->percussion[0], c->normal);
            sum = vec3_axpy(sum, c->percussion[1], c->tangent1);
            sum = vec3_axpy(sum, c->percussion[2], c->tangent2);
        }
    }
    return sum;
}

Test(public_bodies, a_shaken_base_gives_every_body_its_inertial_force_and_counts_its_work)
{
    world w;
    make_world(&w, 0.0, 0.1);
    talus_rock *cube = make_cube(1.0);
    talus_bodies *bodies = make_column(&w, cube, 3);
    talus_bodies_report report = {.size = sizeof report};
    double worst = 0.0, work = 0.0, momentum = 0.0;
    for (int k = 0; k < 150; k++) {
        const double turn = 0.1 * k;
        const talus_vec3 gain = vec3(0.006 * talus_cos(turn), 0.001, 0.002 * talus_sin(turn));
        sums before = {.energy = 0.0}, after = {.energy = 0.0};
        double fallen = 0.0, expected = 0.0;
        talus_state start[3];
        for (size_t b = 0; b < 3; b++) {
            start[b] = *talus_bodies_state(bodies, b);
            add_sums(&before, cube, &start[b]);
        }
        cr_assert_eq(talus_bodies_set_base(bodies, &gain, NULL), TALUS_OK);
        cr_assert_eq(talus_bodies_step(bodies, &report, NULL), TALUS_OK);
        cr_assert_eq(report.parts, 1);
        for (size_t b = 0; b < 3; b++) {
            const talus_state *q = talus_bodies_state(bodies, b);
            add_sums(&after, cube, q);
            fallen += cube->mass * 9.81 * (start[b].r.z - q->r.z);
            expected -= 0.5 * cube->mass * vec3_dot(gain, vec3_add(q->v, start[b].v));
        }
        const double left = after.energy - before.energy - fallen - report.contact_work - expected;
        worst = fmax(worst, fabs(left));
        work += fabs(expected);
        cr_expect_float_eq(report.base_work, expected, 1e-12 * cube->mass);
        // m (v+ - v) = percussions of the ground + gravity - m gain
        talus_vec3 rest =
            vec3_sub(vec3_sub(after.momentum, before.momentum), pushed_by_ground(bodies));
        rest = vec3_axpy(rest, after.mass, gain);
        rest.z += after.mass * 9.81 * 2e-3;
        momentum = fmax(momentum, vec3_norm(rest) / after.mass);
    }
    cr_expect_gt(work, 100.0, "%g J", work);
    cr_expect_lt(worst, 1e-10 * work, "%g of %g J", worst, work);
    cr_expect_lt(momentum, 1e-13, "%g m/s", momentum);
    // a base at rest again
    cr_assert_eq(talus_bodies_set_base(bodies, NULL, NULL), TALUS_OK);
    cr_assert_eq(talus_bodies_step(bodies, &report, NULL), TALUS_OK);
    cr_expect_eq(report.base_work, 0.0);
    talus_bodies_destroy(bodies);
    talus_rock_destroy(cube);
    clear_world(&w);
}

Test(public_bodies, pieces_have_the_mass_momentum_and_energy_of_the_rock)
{
    talus_rock *stone = make_stone(3);
    const double shares[4] = {0.45, 0.3, 0.15, 0.1};
    double volumes[4];
    for (int k = 0; k < 4; k++) {
        volumes[k] = shares[k] * stone->volume;
    }
    const talus_vec3 normals[3] = {{2.0, 0.3, -0.4}, {0.0, 0.0, 7.0}, {-0.1, 1.0, 0.2}};
    talus_piece pieces[4];
    talus_error error = {0};
    cr_assert_eq(talus_rock_split(stone, volumes, 4, normals, pieces, &error), TALUS_OK, "%s",
                 error.message);
    const talus_state whole = {.r = {1.0, -2.0, 30.0},
                               .p = talus_quat_normalised((talus_quat){0.3, 0.5, -0.7, 0.2}),
                               .v = {4.0, 9.0, -11.0},
                               .omega = {3.0, -6.0, 2.0},
                               .slippage = 0.25};
    sums before = {0}, after = {0};
    add_sums(&before, stone, &whole);
    for (int k = 0; k < 4; k++) {
        talus_state q;
        cr_assert_eq(talus_piece_state(&pieces[k], &whole, &q, NULL), TALUS_OK);
        cr_expect_float_eq(pieces[k].rock->volume, volumes[k], 1e-13 * stone->volume);
        cr_expect_eq(q.slippage, 0.25);
        add_sums(&after, pieces[k].rock, &q);
    }
    cr_expect_float_eq(after.mass, before.mass, 1e-12 * before.mass);
    cr_expect_float_eq(after.energy, before.energy, 1e-12 * before.energy);
    cr_expect_leq(vec3_norm(vec3_sub(after.momentum, before.momentum)),
                  1e-12 * vec3_norm(before.momentum));
    cr_expect_leq(vec3_norm(vec3_sub(after.spin, before.spin)), 1e-12 * vec3_norm(before.spin));
    talus_pieces_clear(pieces, 4);
    cr_expect(pieces[0].rock == NULL);
    // one piece of the whole volume is the rock itself
    cr_assert_eq(talus_rock_split(stone, &stone->volume, 1, NULL, pieces, NULL), TALUS_OK);
    cr_expect_float_eq(pieces[0].rock->mass, stone->mass, 1e-12 * stone->mass);
    talus_pieces_clear(pieces, 1);
    talus_rock_destroy(stone);
}
