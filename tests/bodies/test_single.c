// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that touch no other one take the steps of single rocks, bit for bit.
#include "bodies/worlds.h"

/// Steps of one rock on a stepper of its own.
static void step_alone(const world *w, const bodies_options *options, const talus_rock *rock,
                       talus_state *state, int steps)
{
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    talus_step_report report = talus_step_report_default();
    cr_assert(talus_stepper_create(&w->site, &options->step, 64, &stepper, NULL) == TALUS_OK);
    cr_assert(talus_motion_create(stepper, &motion, NULL) == TALUS_OK);
    cr_assert(talus_motion_start(stepper, rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, state, motion,
                                 NULL) == TALUS_OK);
    for (int k = 0; k < steps; k++) {
        cr_assert(talus_step(stepper, motion, &report, NULL) == TALUS_OK);
    }
    *state = *talus_motion_state(motion);
    talus_free(motion);
    talus_stepper_destroy(stepper);
}

static bool are_equal(const talus_state *a, const talus_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void check_scheme(talus_scheme scheme, talus_detection detection)
{
    enum { STEPS = 1500, ROCKS = 3 };
    world w;
    make_world(&w, 0.8, 0.7);
    bodies_options options = bodies_options_default();
    options.step.scheme = scheme;
    options.step.detection = detection;
    talus_rock *rocks[ROCKS];
    talus_state states[ROCKS];
    bodies_event *event = make_event(&w, &options), *single = make_event(&w, &options);
    talus_random random = {2, 1, 0};
    for (int k = 0; k < ROCKS; k++) {
        rocks[k] = make_stone((uint64_t)k);
        states[k] = at_rest(vec3(16.0 * k - 16.0, 0.5, 3.0));
        states[k].v = draw_vec3(&random, 2.0);
        states[k].omega = draw_vec3(&random, 4.0);
        add(event, rocks[k], &states[k]);
    }
    add(single, rocks[0], &states[0]);
    size_t touched = 0;
    for (int i = 0; i < STEPS; i++) {
        const bodies_report report = step(event);
        cr_assert(report.island_count == 0 && report.parts == 1);
        touched += report.contact_count > 0;
        step(single);
    }
    cr_assert(touched > 100, "%zu", touched);
    for (int k = 0; k < ROCKS; k++) {
        step_alone(&w, &options, rocks[k], &states[k], STEPS);
        cr_assert(are_equal(&states[k], bodies_event_state(event, (size_t)k)), "rock %d", k);
        talus_rock_destroy(rocks[k]);
    }
    cr_assert(are_equal(&states[0], bodies_event_state(single, 0)));
    bodies_event_destroy(event);
    bodies_event_destroy(single);
    clear_world(&w);
}

Test(single, midpoint)
{
    check_scheme(TALUS_SCHEME_MIDPOINT, TALUS_DETECTION_PUBLISHED);
}

Test(single, explicit_scheme)
{
    check_scheme(TALUS_SCHEME_EXPLICIT, TALUS_DETECTION_PUBLISHED);
}

Test(single, two_way)
{
    check_scheme(TALUS_SCHEME_EXACT, TALUS_DETECTION_TWO_WAY);
}
