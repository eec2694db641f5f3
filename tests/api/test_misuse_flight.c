// SPDX-License-Identifier: GPL-3.0-or-later
// The flights of stepper.h called wrongly.
#include "stepper.h"

static talus_flight flight;
static uint64_t taken;

static talus_status plan_no_stepper(talus_error *error)
{
    return talus_flight_plan(NULL, started(), 9, &flight, error);
}

static talus_status plan_no_motion(talus_error *error)
{
    return talus_flight_plan(ready(), NULL, 9, &flight, error);
}

static talus_status plan_no_start(talus_error *error)
{
    talus_rock_motion *m = motion();
    return talus_flight_plan(stepper, m, 9, &flight, error);
}

static talus_status plan_no_flight(talus_error *error)
{
    talus_rock_motion *m = started();
    return talus_flight_plan(stepper, m, 9, NULL, error);
}

static talus_status take_no_stepper(talus_error *error)
{
    return talus_flight_take(NULL, started(), &flight, 0, NULL, &taken, error);
}

static talus_status take_no_flight(talus_error *error)
{
    talus_rock_motion *m = started();
    return talus_flight_take(stepper, m, NULL, 0, NULL, &taken, error);
}

static talus_status take_no_omega(talus_error *error)
{
    talus_rock_motion *m = started();
    return talus_flight_take(stepper, m, &flight, 0, NULL, &taken, error);
}

/// More than was planned.
static talus_status take_too_many(talus_error *error)
{
    talus_vec3 omega[9];
    talus_rock_motion *m = started();
    return talus_flight_take(stepper, m, &flight, 9, omega, &taken, error);
}

/// Of a site with other forests.
static talus_status take_other_layer(talus_error *error)
{
    talus_vec3 omega[1];
    talus_rock_motion *m = started();
    talus_flight other = flight;
    other.layer = 1000;
    return talus_flight_take(stepper, m, &other, 0, omega, &taken, error);
}

static talus_status turn_null(talus_error *error)
{
    return talus_flight_turn(NULL, NULL, error);
}

MISUSE_TABLE(flight, REFUSED(plan_no_stepper), REFUSED(plan_no_motion), REFUSED(plan_no_start),
             REFUSED(plan_no_flight), REFUSED(take_no_stepper), REFUSED(take_no_flight),
             REFUSED(take_no_omega), REFUSED(take_too_many), REFUSED(take_other_layer),
             REFUSED(turn_null))
