// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that sleep, wake when they are met, or are away; reports of single bodies.
#include "bodies/worlds.h"

#include <math.h>

/// A cube on the ground, one on top of it, and one that falls onto both from `height` over them.
typedef struct tower {
    world w;
    bodies_event *event;
    talus_rock *cube;
} tower;

static void make_tower(tower *t, double height)
{
    make_world(&t->w, 0.0, 0.7);
    bodies_options options = bodies_options_default();
    t->event = make_event(&t->w, &options);
    t->cube = make_cube(1.0);
    add(t->event, t->cube, &(talus_state){.r = {0.3, 0.2, 0.5}, .p = {1.0, 0.0, 0.0, 0.0}});
    add(t->event, t->cube, &(talus_state){.r = {0.3, 0.2, 1.5}, .p = {1.0, 0.0, 0.0, 0.0}});
    add(t->event, t->cube,
        &(talus_state){.r = {0.3, 0.2, 2.5 + height}, .p = {1.0, 0.0, 0.0, 0.0}});
}

static void clear_tower(tower *t)
{
    bodies_event_destroy(t->event);
    talus_rock_destroy(t->cube);
    clear_world(&t->w);
}

Test(sleep, what_sleeps_stays_until_it_is_met_and_wakes_what_it_touches)
{
    tower t;
    make_tower(&t, 0.5);
    bodies_event_set(t.event, 0, BODIES_ASLEEP);
    bodies_event_set(t.event, 1, BODIES_ASLEEP);
    const talus_state lower = *bodies_event_state(t.event, 0);
    int steps = 0;
    while (bodies_event_condition(t.event, 1) == BODIES_ASLEEP && steps < 400) {
        cr_assert_eq(memcmp(&lower, bodies_event_state(t.event, 0), sizeof lower), 0);
        step(t.event);
        steps++;
    }
    // sqrt(2 h / g) = 0.319 s
    cr_expect(steps > 155 && steps < 165, "%d steps", steps);
    cr_expect_eq(bodies_event_condition(t.event, 0), BODIES_MOVING);
    cr_expect_eq(bodies_event_own(t.event, 2).root, 0);
    for (int k = 0; k < 500; k++) {
        step(t.event);
    }
    for (size_t k = 0; k < 3; k++) { // of what fell, 3 m/s came in: a step of it is 6 mm
        cr_expect_float_eq(bodies_event_state(t.event, k)->r.z, 0.5 + (double)k, 0.01);
    }
    clear_tower(&t);
}

Test(sleep, what_is_away_or_meets_nobody_is_passed_through)
{
    tower t;
    make_tower(&t, 0.5);
    bodies_event_set(t.event, 0, BODIES_AWAY);
    bodies_event_set(t.event, 1, BODIES_AWAY);
    for (int k = 0; k < 600; k++) {
        step(t.event);
    }
    cr_expect_float_eq(bodies_event_state(t.event, 2)->r.z, 0.5, 0.02);
    cr_expect_eq(bodies_event_state(t.event, 1)->r.z, 1.5);
    // added as one that meets nobody
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    const talus_state start = {.r = {0.3, 0.2, 4.0}, .p = {1.0, 0.0, 0.0, 0.0}};
    bodies_event_set(t.event, 1, BODIES_MOVING);
    cr_assert_eq(bodies_event_place(t.event, &stepper, &motion, NULL), TALUS_OK);
    cr_assert_eq(
        talus_motion_start(stepper, t.cube, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &start, motion, NULL),
        TALUS_OK);
    cr_assert_eq(bodies_event_join(t.event, t.cube, 1.0, false, NULL), TALUS_OK);
    for (int k = 0; k < 600; k++) {
        step(t.event);
    }
    cr_expect_float_eq(bodies_event_state(t.event, 3)->r.z, 0.5, 0.03);
    clear_tower(&t);
}

Test(sleep, the_report_of_a_body_has_its_pairs)
{
    tower t;
    make_tower(&t, 0.0);
    step(t.event);
    const bodies_own middle = bodies_event_own(t.event, 1), top = bodies_event_own(t.event, 2);
    cr_expect_eq(middle.report->contact_count, 8);
    cr_expect_eq(top.report->contact_count, 4);
    cr_expect(top.report->touching);
    cr_expect_lt(fabs(middle.report->ledger), 1e-9); // J of 26 kJ
    cr_expect(bodies_event_own(t.event, 0).report->solver.solved);
    cr_expect_neq(bodies_event_own(t.event, 0).report->solver.stage, TALUS_SOLVER_NONE);
    cr_expect_eq(top.report->solver.stage, TALUS_SOLVER_NONE, "the island is in its lowest body");
    clear_tower(&t);
}

Test(sleep, half_of_what_a_pair_takes_is_in_each_body)
{
    tower t;
    make_tower(&t, 0.5);
    double pair = 0.0, energy = 0.0;
    for (int k = 0; k < 170; k++) {
        step(t.event);
        pair = fmax(pair, bodies_event_own(t.event, 2).pair_energy);
        energy = fmax(energy, bodies_event_own(t.event, 2).report->kinetic_energy);
    }
    // the cubes below stand on the ground: what falls loses all its energy in one step
    cr_expect_float_eq(pair, 0.5 * energy, 0.02 * energy);
    clear_tower(&t);
}
