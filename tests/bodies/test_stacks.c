// SPDX-License-Identifier: GPL-3.0-or-later
// Cubes on each other: they stay where they are, and islands do not feel each other.
#include "bodies/worlds.h"

/// A column of cubes on flat ground.
static bodies_event *make_column(const world *w, const talus_rock *rock, size_t count, double x)
{
    const bodies_options options = bodies_options_default();
    bodies_event *event = make_event(w, &options);
    for (size_t k = 0; k < count; k++) {
        const talus_state q = at_rest(vec3(x, 0.0, 0.5 + (double)k));
        add(event, rock, &q);
    }
    return event;
}

/// Farthest that a cube of a column has moved.
static double creep(const bodies_event *event, double x)
{
    double worst = 0.0;
    for (size_t k = 0; k < bodies_event_count(event); k++) {
        const talus_vec3 start = vec3(x, 0.0, 0.5 + (double)k);
        worst = fmax(worst, vec3_norm(vec3_sub(bodies_event_state(event, k)->r, start)));
    }
    return worst;
}

Test(stacks, columns_stand)
{
    enum { STEPS = 500 };
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *rock = make_cube(1.0);
    static const size_t counts[] = {2, 5, 10};
    for (size_t c = 0; c < 3; c++) {
        bodies_event *event = make_column(&w, rock, counts[c], 0.3);
        double ledger = 0.0, gain = -(double)INFINITY;
        for (int k = 0; k < STEPS; k++) {
            const bodies_report report = step(event);
            cr_assert(report.unsolved == 0, "step %d of %zu cubes", k, counts[c]);
            cr_assert(report.island_count == 1 && report.island_bodies == counts[c]);
            ledger = fmax(ledger, fabs(report.ledger));
            gain = fmax(gain, report.gain);
        }
        /* measured 2e-13, 3e-16, 7e-12 m */
        cr_assert(creep(event, 0.3) <= 1e-10, "%zu: %g m", counts[c], creep(event, 0.3));
        // of the energy that the contacts take in a step; heights are known to 1e-15 m
        cr_assert(gain < 0.0 && ledger <= 1e-10 * -gain, "%g J, %g J", ledger, gain);
        bodies_event_destroy(event);
    }
    talus_rock_destroy(rock);
    clear_world(&w);
}

static bool count_posed(void *user, const bodies_solved *solved)
{
    cr_assert(solved->problem.row_start != NULL);
    ++*(size_t *)user;
    return true;
}

// what stands is solved by the percussions of the step before, and its matrix is not made
Test(stacks, a_column_that_stands_is_seldom_posed)
{
    enum { STEPS = 200 };
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *rock = make_cube(1.0);
    bodies_options options = bodies_options_default();
    options.step.tolerance = 1e-8;
    bodies_event *event = make_event(&w, &options);
    for (size_t k = 0; k < 10; k++) {
        const talus_state q = at_rest(vec3(0.3, 0.0, 0.5 + (double)k));
        add(event, rock, &q);
    }
    size_t posed = 0;
    bodies_event_watch(event, count_posed, &posed);
    for (int k = 0; k < STEPS; k++) {
        const bodies_report report = step(event);
        cr_assert(report.unsolved == 0 && report.worst_error <= 1e-8, "step %d", k);
    }
    cr_expect(posed >= 1 && posed < STEPS / 2, "%zu", posed);
    bodies_event_destroy(event);
    talus_rock_destroy(rock);
    clear_world(&w);
}

Test(stacks, islands_do_not_feel_each_other)
{
    enum { STEPS = 300 };
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *rock = make_cube(1.0);
    const bodies_options options = bodies_options_default();
    bodies_event *both = make_event(&w, &options);
    bodies_event *alone[2] = {make_event(&w, &options), make_event(&w, &options)};
    // two tilted heaps, their bodies numbered in turn
    for (int k = 0; k < 3; k++) {
        for (int side = 0; side < 2; side++) {
            talus_state q = at_rest(vec3(10.0 * side - 5.0 + 0.1 * k, 0.07 * k, 0.6 + 1.05 * k));
            q.p = talus_quat_normalised((talus_quat){1.0, 0.02 * k, 0.03, 0.1 * side});
            add(both, rock, &q);
            add(alone[side], rock, &q);
        }
    }
    for (int k = 0; k < STEPS; k++) {
        step(both);
        step(alone[0]);
        step(alone[1]);
    }
    for (size_t k = 0; k < 6; k++) {
        cr_assert(memcmp(bodies_event_state(both, k), bodies_event_state(alone[k % 2], k / 2),
                         sizeof(talus_state)) == 0,
                  "body %zu", k);
    }
    bodies_event_destroy(both);
    bodies_event_destroy(alone[0]);
    bodies_event_destroy(alone[1]);
    talus_rock_destroy(rock);
    clear_world(&w);
}

Test(stacks, contacts_are_listed_in_order)
{
    world w;
    make_world(&w, 0.0, 0.6);
    talus_rock *rock = make_cube(1.0);
    bodies_event *event = make_column(&w, rock, 3, 0.0);
    step(event);
    size_t count = 0;
    const bodies_contact *contacts = bodies_event_contacts(event, &count);
    cr_assert(count == 12);
    for (size_t k = 0; k < 12; k++) {
        cr_assert(contacts[k].a == (int)(k / 4) - 1 && contacts[k].b == (int)(k / 4));
        cr_assert(contacts[k].normal.z == 1.0 && contacts[k].percussion[0] >= 0.0);
    }
    bodies_event_destroy(event);
    talus_rock_destroy(rock);
    clear_world(&w);
}

Test(stacks, wrong_calls_are_reported)
{
    world w;
    make_world(&w, 0.0, 0.6);
    bodies_options options = bodies_options_default();
    bodies_event *event = NULL;
    talus_error error = {0};
    options.law.mu = (double)NAN;
    cr_assert(bodies_event_create(&w.site, &options, 64, &event, &error) == TALUS_ERROR_ARGUMENT);
    cr_assert(event == NULL);
    options = bodies_options_default();
    options.law.epsilon_n = 1.5;
    cr_assert(bodies_event_create(&w.site, &options, 64, &event, &error) == TALUS_ERROR_ARGUMENT);
    options = bodies_options_default();
    options.step.time_step = 0.0;
    cr_assert(bodies_event_create(&w.site, &options, 64, &event, &error) == TALUS_ERROR_ARGUMENT);
    options = bodies_options_default();
    event = make_event(&w, &options);
    talus_rock *rock = make_cube(1.0);
    const talus_state q = at_rest(vec3(0.0, 0.0, 1.0));
    cr_assert(bodies_event_add(event, rock, -1.0, 0, 0, &q, &error) == TALUS_ERROR_ARGUMENT);
    cr_assert(bodies_event_count(event) == 0 && bodies_event_state(event, 0) == NULL);
    bodies_event_destroy(event);
    talus_rock_destroy(rock);
    clear_world(&w);
}
