// SPDX-License-Identifier: GPL-3.0-or-later
// stepper.h called wrongly, except its flights: test_misuse_flight.c.
#include "stepper.h"

#include <stddef.h>
#include <string.h>

static talus_status create_no_site(talus_error *error)
{
    prepare();
    return talus_stepper_create(NULL, &options, 8, &stepper, error);
}

static talus_status create_no_options(talus_error *error)
{
    prepare();
    return talus_stepper_create(&site, NULL, 8, &stepper, error);
}

static talus_status create_no_place(talus_error *error)
{
    prepare();
    return talus_stepper_create(&site, &options, 8, NULL, error);
}

static talus_status create_huge(talus_error *error)
{
    prepare();
    return talus_stepper_create(&site, &options, SIZE_MAX / 64, &stepper, error);
}

static talus_status check_null(talus_error *error)
{
    return talus_site_check(NULL, error);
}

static talus_status no_terrain(talus_error *error)
{
    prepare();
    site.terrain = NULL;
    return create(error);
}

static talus_status no_ground(talus_error *error)
{
    prepare();
    site.grounds = NULL;
    return create(error);
}

static talus_status ground_nan(talus_error *error)
{
    prepare();
    ground.epsilon_n = NOTHING;
    return create(error);
}

static talus_status time_step_zero(talus_error *error)
{
    prepare();
    options.time_step = 0.0;
    return create(error);
}

static talus_status time_step_nan(talus_error *error)
{
    prepare();
    options.time_step = NOTHING;
    return create(error);
}

static talus_status time_step_endless(talus_error *error)
{
    prepare();
    options.time_step = ENDLESS;
    return create(error);
}

static talus_status gravity_nan(talus_error *error)
{
    prepare();
    options.gravity = NOTHING;
    return create(error);
}

static talus_status tolerance_zero(talus_error *error)
{
    prepare();
    options.tolerance = 0.0;
    return create(error);
}

static talus_status tolerance_nan(talus_error *error)
{
    prepare();
    options.tolerance = NOTHING;
    return create(error);
}

static talus_status scheme_unknown(talus_error *error)
{
    prepare();
    options.scheme = (talus_scheme)77;
    return create(error);
}

static talus_status detection_unknown(talus_error *error)
{
    prepare();
    options.detection = (talus_detection)77;
    return create(error);
}

static talus_status correction_above_one(talus_error *error)
{
    prepare();
    options.position_correction = 1.5;
    return create(error);
}

static talus_status correction_nan(talus_error *error)
{
    prepare();
    options.position_correction = NOTHING;
    return create(error);
}

static talus_status set_no_stepper(talus_error *error)
{
    prepare();
    return talus_motion_start(NULL, &box, 1.0, 1, 0, &rest, motion(), error);
}

static talus_status set_no_rock(talus_error *error)
{
    return talus_motion_start(ready(), NULL, 1.0, 1, 0, &rest, motion(), error);
}

static talus_status set_no_state(talus_error *error)
{
    return talus_motion_start(ready(), &box, 1.0, 1, 0, NULL, motion(), error);
}

static talus_status set_no_motion(talus_error *error)
{
    return talus_motion_start(ready(), &box, 1.0, 1, 0, &rest, NULL, error);
}

static talus_status set_factor_zero(talus_error *error)
{
    return talus_motion_start(ready(), &box, 0.0, 1, 0, &rest, motion(), error);
}

static talus_status set_factor_nan(talus_error *error)
{
    return talus_motion_start(ready(), &box, NOTHING, 1, 0, &rest, motion(), error);
}

static talus_status set_mass_nan(talus_error *error)
{
    box.mass = NOTHING;
    return talus_motion_start(ready(), &box, 1.0, 1, 0, &rest, motion(), error);
}

static talus_status set_moments(talus_error *error)
{
    box.inertia.z = 100.0;
    return talus_motion_start(ready(), &box, 1.0, 1, 0, &rest, motion(), error);
}

static talus_status set_no_vertices(talus_error *error)
{
    const talus_rock none = {.mass = 1.0, .inertia = {1, 1, 1}};
    return talus_motion_start(ready(), &none, 1.0, 1, 0, &rest, motion(), error);
}

static talus_status make_no_stepper(talus_error *error)
{
    talus_rock_motion *made;
    return talus_motion_create(NULL, &made, error);
}

static talus_status make_no_place(talus_error *error)
{
    return talus_motion_create(ready(), NULL, error);
}

static talus_status step_no_stepper(talus_error *error)
{
    talus_step_report report = talus_step_report_default();
    return talus_step(NULL, motion(), &report, error);
}

static talus_status step_no_motion(talus_error *error)
{
    talus_step_report report = talus_step_report_default();
    return talus_step(ready(), NULL, &report, error);
}

/// One that was not started.
static talus_status step_no_start(talus_error *error)
{
    talus_step_report report = talus_step_report_default();
    return talus_step(ready(), motion(), &report, error);
}

static talus_status step_no_report(talus_error *error)
{
    return talus_step(ready(), motion(), NULL, error);
}

static talus_status step_no_size(talus_error *error)
{
    talus_step_report report = {.size = sizeof report - 8};
    return talus_step(ready(), motion(), &report, error);
}

static talus_status options_no_size(talus_error *error)
{
    prepare();
    options.size = 0;
    return create(error);
}

static talus_status state_no_motion(talus_error *error)
{
    return talus_motion_set_state(NULL, &rest, error);
}

static talus_status state_null(talus_error *error)
{
    return talus_motion_set_state(started(), NULL, error);
}

static talus_status state_no_start(talus_error *error)
{
    return talus_motion_set_state(motion(), &rest, error);
}

static talus_status state_nan(talus_error *error)
{
    talus_state state = rest;
    state.v.z = NOTHING;
    return talus_motion_set_state(started(), &state, error);
}

static talus_status state_endless_slippage(talus_error *error)
{
    talus_state state = rest;
    state.slippage = ENDLESS;
    return talus_motion_set_state(started(), &state, error);
}

static talus_motion_facts facts = {.size = sizeof facts};

static talus_status facts_no_motion(talus_error *error)
{
    return talus_motion_facts_of(NULL, &facts, error);
}

static talus_status facts_no_start(talus_error *error)
{
    return talus_motion_facts_of(motion(), &facts, error);
}

static talus_status facts_null(talus_error *error)
{
    return talus_motion_facts_of(started(), NULL, error);
}

static talus_status facts_no_size(talus_error *error)
{
    facts.size = 8;
    return talus_motion_facts_of(started(), &facts, error);
}

static talus_status base_no_motion(talus_error *error)
{
    return talus_motion_set_base(NULL, NULL, error);
}

static talus_status base_nan(talus_error *error)
{
    return talus_motion_set_base(started(), &(talus_vec3){0.0, NOTHING, 0.0}, error);
}

static double gap;

static talus_status gap_no_stepper(talus_error *error)
{
    return talus_motion_min_gap(NULL, started(), rest.r, rest.p, &gap, error);
}

static talus_status gap_no_motion(talus_error *error)
{
    return talus_motion_min_gap(ready(), NULL, rest.r, rest.p, &gap, error);
}

static talus_status gap_no_start(talus_error *error)
{
    talus_rock_motion *m = motion();
    return talus_motion_min_gap(stepper, m, rest.r, rest.p, &gap, error);
}

static talus_status gap_no_place(talus_error *error)
{
    talus_rock_motion *m = started();
    return talus_motion_min_gap(stepper, m, rest.r, rest.p, NULL, error);
}

static talus_status gap_nan(talus_error *error)
{
    talus_rock_motion *m = started();
    return talus_motion_min_gap(stepper, m, (talus_vec3){NOTHING, 0, 0}, rest.p, &gap, error);
}

static talus_status gap_endless_turn(talus_error *error)
{
    talus_rock_motion *m = started();
    return talus_motion_min_gap(stepper, m, rest.r, (talus_quat){ENDLESS, 0, 0, 0}, &gap, error);
}

static talus_contact_problem problem;
static const double *percussion;
static talus_solver_info info;

static talus_status problem_no_stepper(talus_error *error)
{
    return talus_stepper_last_problem(NULL, &problem, &percussion, &info, error);
}

static talus_status problem_null(talus_error *error)
{
    return talus_stepper_last_problem(ready(), NULL, &percussion, &info, error);
}

static talus_status problem_no_info(talus_error *error)
{
    return talus_stepper_last_problem(ready(), &problem, &percussion, NULL, error);
}

static const talus_obstacle_event *events;
static size_t event_count;

static talus_status events_no_stepper(talus_error *error)
{
    return talus_stepper_obstacle_events(NULL, &events, &event_count, error);
}

static talus_status events_null(talus_error *error)
{
    return talus_stepper_obstacle_events(ready(), NULL, &event_count, error);
}

static talus_status events_no_count(talus_error *error)
{
    return talus_stepper_obstacle_events(ready(), &events, NULL, error);
}

MISUSE_TABLE(stepper, REFUSED(state_no_motion), REFUSED(state_null), REFUSED(state_no_start),
             REFUSED(state_nan), REFUSED(state_endless_slippage), REFUSED(facts_no_motion),
             REFUSED(facts_no_start), REFUSED(facts_null), REFUSED(facts_no_size),
             REFUSED(base_no_motion), REFUSED(base_nan), REFUSED(gap_no_stepper),
             REFUSED(gap_no_motion), REFUSED(gap_no_start), REFUSED(gap_no_place), REFUSED(gap_nan),
             REFUSED(gap_endless_turn), REFUSED(problem_no_stepper), REFUSED(problem_null),
             REFUSED(problem_no_info), REFUSED(events_no_stepper), REFUSED(events_null),
             REFUSED(events_no_count), REFUSED(step_no_stepper), REFUSED(step_no_motion),
             REFUSED(step_no_start), REFUSED(step_no_report), REFUSED(step_no_size),
             REFUSED(options_no_size), REFUSED(create_no_site), REFUSED(create_no_options),
             REFUSED(create_no_place), REFUSED(create_huge), REFUSED(check_null),
             REFUSED(no_terrain), REFUSED(no_ground), REFUSED(ground_nan), REFUSED(time_step_zero),
             REFUSED(time_step_nan), REFUSED(time_step_endless), REFUSED(gravity_nan),
             REFUSED(tolerance_zero), REFUSED(tolerance_nan), REFUSED(scheme_unknown),
             REFUSED(detection_unknown), REFUSED(correction_above_one), REFUSED(correction_nan),
             REFUSED(set_no_stepper), REFUSED(set_no_rock), REFUSED(set_no_state),
             REFUSED(set_no_motion), REFUSED(set_factor_zero), REFUSED(set_factor_nan),
             REFUSED(set_mass_nan), REFUSED(set_moments), REFUSED(set_no_vertices),
             REFUSED(make_no_stepper), REFUSED(make_no_place))

/// Numbers of the options that no step can use, by their place in the struct.
Test(misuse, stepper_options_by_member)
{
    static const struct {
        const char *name;
        size_t at;
        double bad[6];
    } rows[] = {
#define MEMBER(member, ...)                                                                        \
    {                                                                                              \
#member, offsetof(talus_step_options, member),                                             \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
        MEMBER(time_step, 1e300, -1e-3, NOTHING, ENDLESS, 11.0, 0.0),
        MEMBER(gravity, 1e300, -1e300, NOTHING, ENDLESS, -ENDLESS, 2e6),
        MEMBER(slip_gap, 1e300, NOTHING, ENDLESS, 2e3, 1e4, 1e5),
        MEMBER(tolerance, 1e300, -1e-9, NOTHING, ENDLESS, 1.5, 0.0),
        MEMBER(position_correction, 1e300, -0.1, NOTHING, ENDLESS, 1.1, -ENDLESS),
        MEMBER(air_drag, 1e300, -0.1, NOTHING, ENDLESS, 1e4, -ENDLESS),
        MEMBER(air_density, 1e300, -0.1, NOTHING, ENDLESS, 1e6, -ENDLESS)};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        for (size_t i = 0; i < 6; i++) {
            prepare();
            memcpy((char *)&options + rows[k].at, &rows[k].bad[i], sizeof(double));
            talus_error error = {0};
            cr_expect_eq(create(&error), TALUS_ERROR_ARGUMENT, "%s %g", rows[k].name,
                         rows[k].bad[i]);
            cr_expect(error.message[0] != '\0');
        }
    }
}

/// States and scales that no motion can start with, or be given.
Test(misuse, stepper_states_and_scales)
{
    static const talus_state bad[] = {{.r = {NOTHING, 0, 0}, .p = {1, 0, 0, 0}},
                                      {.p = {1, 0, 0, 0}, .v = {0, ENDLESS, 0}},
                                      {.p = {1, 0, 0, 0}, .omega = {0, 0, NOTHING}},
                                      {.p = {0, 0, 0, 0}},
                                      {.p = {1.001, 0, 0, 0}},
                                      {.p = {NOTHING, 0, 0, 0}},
                                      {.p = {1, 0, 0, 0}, .slippage = -1.0},
                                      {.p = {1, 0, 0, 0}, .slippage = NOTHING},
                                      {.p = {1, 0, 0, 0}, .scar_depth = ENDLESS}};
    static const double factors[] = {1e120, 1e-120, 1e62, 1e-65, -1.0, 0.0, NOTHING, ENDLESS};
    talus_rock_motion *m = started();
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        cr_expect_eq(talus_motion_set_state(m, &bad[k], NULL), TALUS_ERROR_ARGUMENT, "state %zu",
                     k);
        cr_expect_eq(talus_motion_start(stepper, &box, 1.0, 1, 0, &bad[k], m, NULL),
                     TALUS_ERROR_ARGUMENT, "state %zu", k);
    }
    for (size_t k = 0; k < sizeof factors / sizeof factors[0]; k++) {
        cr_expect_eq(talus_motion_start(stepper, &box, factors[k], 1, 0, &rest, m, NULL),
                     TALUS_ERROR_ARGUMENT, "factor %g", factors[k]);
    }
    talus_step_report report = talus_step_report_default();
    cr_expect_eq(talus_step(stepper, m, &report, NULL), TALUS_OK,
                 "what was refused changed the motion");
}

/// Functions of one object answer NULL or 0 without it.
Test(misuse, stepper_without_status)
{
    talus_stepper_destroy(NULL);
    cr_expect_eq(talus_motion_size(NULL), 0);
    cr_expect_null(talus_motion_state(NULL));
    cr_expect_str_eq(talus_detection_name((talus_detection)77), "?");
}

/// What was refused left the motion as it was.
Test(misuse, stepper_keeps_the_motion_that_it_refused_to_change)
{
    talus_rock_motion *m = started();
    talus_state state = rest;
    state.r.x = NOTHING;
    cr_expect_eq(talus_motion_set_state(m, &state, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_motion_state(m)->r.x, rest.r.x);
    cr_assert_eq(talus_motion_facts_of(m, &facts, NULL), TALUS_OK);
    cr_expect_eq(facts.mass, 1.0);
    cr_expect_eq(facts.inertia.z, 1.0);
    cr_expect_eq(facts.steps, 0);
    // no step was taken: no contact was posed
    cr_assert_eq(talus_stepper_last_problem(stepper, &problem, &percussion, &info, NULL), TALUS_OK);
    cr_expect_eq(problem.contact_count, 0);
    cr_assert_eq(talus_stepper_obstacle_events(stepper, &events, &event_count, NULL), TALUS_OK);
    cr_expect_null(events);
    cr_expect_eq(event_count, 0);
}
