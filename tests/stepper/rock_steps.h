// SPDX-License-Identifier: GPL-3.0-or-later
// One rock on a stepper, moved by its state: the motion is kept here, for each stepper its own.
#ifndef TESTS_STEPPER_ROCK_STEPS_H
#define TESTS_STEPPER_ROCK_STEPS_H

#include "physics/stepper/worker.h"

#include <criterion/criterion.h>

typedef struct rock_place {
    const talus_stepper *stepper;
    size_t size;
    talus_rock_motion *motion;
    const talus_rock *rock;
    double factor;
} rock_place;

/// The rock's place on a stepper; one that a stepper at the same address had is taken over.
static inline rock_place *rock_place_on(const talus_stepper *stepper)
{
    enum { STEPPERS = 64 };
    static rock_place places[STEPPERS];
    size_t k = 0;
    while (k < STEPPERS - 1 && places[k].stepper != NULL && places[k].stepper != stepper) {
        k++;
    }
    if (places[k].stepper != stepper || places[k].size != talus_motion_size(stepper)) {
        talus_free(places[k].motion);
        places[k] = (rock_place){.stepper = stepper, .size = talus_motion_size(stepper)};
        cr_assert_eq(talus_motion_create(stepper, &places[k].motion, NULL), TALUS_OK);
    }
    return &places[k];
}

static inline talus_rock_motion *rock_on(const talus_stepper *stepper)
{
    return rock_place_on(stepper)->motion;
}

static inline talus_status rock_start(talus_stepper *stepper, uint64_t seed, uint64_t number)
{
    const talus_state rest = {.p = {1.0, 0.0, 0.0, 0.0}};
    const rock_place *place = rock_place_on(stepper);
    return talus_motion_start(stepper, place->rock, place->factor, seed, number, &rest,
                              place->motion, NULL);
}

/// A rock on grounds with their medians.
static inline talus_status rock_set(talus_stepper *stepper, const talus_rock *rock, double factor)
{
    rock_place *place = rock_place_on(stepper);
    place->rock = rock;
    place->factor = factor;
    return rock_start(stepper, 0, TALUS_ROCK_WITHOUT_DRAWS);
}

/// The same rock once more, with drawn grounds.
static inline void rock_draw(talus_stepper *stepper, uint64_t seed, uint64_t number)
{
    cr_assert_eq(rock_start(stepper, seed, number), TALUS_OK);
}

static inline void rock_step(talus_stepper *stepper, talus_state *state, talus_step_report *report)
{
    talus_rock_motion *motion = rock_on(stepper);
    cr_assert_eq(talus_motion_set_state(motion, state, NULL), TALUS_OK);
    *report = talus_step_report_default();
    cr_assert_eq(talus_step(stepper, motion, report, NULL), TALUS_OK);
    *state = *talus_motion_state(motion);
}

static inline uint64_t rock_plan(talus_stepper *stepper, const talus_state *state, uint64_t most,
                                 talus_flight *flight)
{
    rock_on(stepper)->state = *state; // a run may hand over one that has diverged
    if (stepper_flight_plan(stepper, rock_on(stepper), most, most, flight) == 0) {
        flight->planned = 0;
    }
    return flight->planned;
}

static inline uint64_t rock_take(talus_stepper *stepper, talus_flight *flight, uint64_t count,
                                 talus_state *state, talus_vec3 *omega)
{
    talus_rock_motion *motion = rock_on(stepper);
    uint64_t taken = 0;
    cr_assert_eq(talus_motion_set_state(motion, state, NULL), TALUS_OK);
    cr_assert_eq(talus_flight_take(stepper, motion, flight, count, omega, &taken, NULL), TALUS_OK);
    *state = *talus_motion_state(motion);
    return taken;
}

static inline size_t rock_free_release(talus_stepper *stepper, const talus_state *state)
{
    cr_assert_eq(talus_motion_set_state(rock_on(stepper), state, NULL), TALUS_OK);
    return stepper_free_release(stepper, rock_on(stepper));
}

static inline double rock_min_gap(talus_stepper *stepper, talus_vec3 r, talus_quat p)
{
    double gap = 0.0;
    cr_assert_eq(talus_motion_min_gap(stepper, rock_on(stepper), r, p, &gap, NULL), TALUS_OK);
    return gap;
}

#endif
