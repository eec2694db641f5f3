// SPDX-License-Identifier: GPL-3.0-or-later
// stepper.h called wrongly.
#include "misuse.h"
#include "talus/stepper.h"

static const talus_grid grid = {.cell = 10.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static talus_ground ground = {.mu_min = 0.5, .mu_max = 0.5};
static talus_site site;
static talus_step_options options;
static talus_stepper *stepper;
static talus_rock box = {.mass = 1.0, .inertia = {1, 1, 1}, .radius = 1.0};
static talus_vec3 vertices[2] = {{1, 0, 0}, {-1, 0, 0}};

/// A site and options that are good, for a call to spoil.
static void prepare(void)
{
    talus_terrain *terrain = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &terrain, NULL), TALUS_OK);
    site = (talus_site){.terrain = terrain, .grounds = &ground, .ground_count = 1};
    options = talus_step_options_default();
    box.vertices = vertices;
    box.vertex_count = 2;
}

static talus_status create(talus_error *error)
{
    return talus_stepper_create(&site, &options, 8, &stepper, error);
}

static talus_stepper *ready(void)
{
    prepare();
    cr_assert_eq(create(NULL), TALUS_OK);
    return stepper;
}

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

static const talus_state rest = {.p = {1, 0, 0, 0}};

/// Of the stepper that is ready.
static talus_rock_motion *motion(void)
{
    static talus_rock_motion *made;
    if (made == NULL) {
        cr_assert_eq(talus_motion_create(ready(), &made, NULL), TALUS_OK);
    }
    return made;
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

MISUSE_TABLE(stepper, REFUSED(step_no_stepper), REFUSED(step_no_motion), REFUSED(step_no_start),
             REFUSED(step_no_report), REFUSED(step_no_size), REFUSED(options_no_size),
             REFUSED(create_no_site), REFUSED(create_no_options), REFUSED(create_no_place),
             REFUSED(create_huge), REFUSED(check_null), REFUSED(no_terrain), REFUSED(no_ground),
             REFUSED(ground_nan), REFUSED(time_step_zero), REFUSED(time_step_nan),
             REFUSED(time_step_endless), REFUSED(gravity_nan), REFUSED(tolerance_zero),
             REFUSED(tolerance_nan), REFUSED(scheme_unknown), REFUSED(detection_unknown),
             REFUSED(correction_above_one), REFUSED(correction_nan), REFUSED(set_no_stepper),
             REFUSED(set_no_rock), REFUSED(set_no_state), REFUSED(set_no_motion),
             REFUSED(set_factor_zero), REFUSED(set_factor_nan), REFUSED(set_mass_nan),
             REFUSED(set_moments), REFUSED(set_no_vertices), REFUSED(make_no_stepper),
             REFUSED(make_no_place))

/// Functions without a status answer with nothing.
Test(misuse, stepper_without_status)
{
    talus_state state = {.p = {1, 0, 0, 0}};
    talus_step_report report = talus_step_report_default();
    talus_flight flight = {0};
    talus_contact_problem problem;
    const double *percussion;
    talus_solver_info info;
    double low = 0.0, high = 0.0;
    size_t count = 1;
    talus_stepper_destroy(NULL);
    talus_rock_motion *m = motion(); // not started: of no known version
    cr_expect_eq(talus_motion_size(NULL), 0);
    cr_expect_null(talus_motion_state(NULL));
    talus_motion_set_state(NULL, &state);
    talus_motion_set_state(m, NULL);
    cr_expect_eq(talus_motion_steps(NULL), 0);
    talus_motion_set_base(NULL, NULL);
    talus_motion_set_release(NULL, state.r);
    cr_expect_eq(talus_motion_free_release(NULL, m), 0);
    cr_expect_eq(talus_motion_free_release(ready(), NULL), 0);
    cr_expect_eq(talus_motion_free_release(ready(), m), 0);
    cr_expect(isnan(talus_motion_mass(NULL)));
    cr_expect(isnan(talus_motion_inertia(NULL).x));
    cr_expect_eq(talus_motion_min_gap(NULL, m, state.r, state.p), ENDLESS);
    cr_expect_eq(talus_motion_min_gap(ready(), NULL, state.r, state.p), ENDLESS);
    cr_expect_eq(talus_motion_min_gap(ready(), m, state.r, state.p), ENDLESS);
    cr_expect(isnan(talus_motion_lowest(NULL, m, state.p)));
    talus_motion_extent(NULL, m, state.p, &low, &high);
    talus_motion_extent(ready(), m, state.p, NULL, NULL);
    cr_expect_not(talus_stepper_last_problem(NULL, &problem, &percussion, &info));
    cr_expect_not(talus_stepper_last_problem(ready(), NULL, NULL, NULL));
    cr_expect_null(talus_stepper_obstacle_events(NULL, &count));
    cr_expect_eq(count, 0);
    cr_expect_null(talus_stepper_obstacle_events(ready(), NULL));
    cr_expect_eq(talus_flight_plan(NULL, m, 9, &flight), 0);
    cr_expect_eq(talus_flight_plan(ready(), NULL, 9, &flight), 0);
    cr_expect_eq(talus_flight_plan(ready(), m, 9, NULL), 0);
    cr_expect_eq(talus_flight_take(NULL, m, &flight, 9, NULL), 0);
    cr_expect_eq(talus_flight_take(ready(), m, &flight, 9, NULL), 0);
    talus_flight_turn(NULL, &state);
    cr_expect_str_eq(talus_detection_name((talus_detection)77), "?");
    // a rock at no place meets nothing and its numbers stay what they are
    cr_assert_eq(talus_motion_start(ready(), &box, 1.0, 1, 0, &state, m, NULL), TALUS_OK);
    cr_expect_eq(talus_motion_min_gap(ready(), m, (talus_vec3){NOTHING, 0, 0}, state.p), ENDLESS);
    state.r.x = state.v.z = NOTHING;
    talus_motion_set_state(m, &state);
    cr_expect_eq(talus_step(ready(), m, &report, NULL), TALUS_OK);
    cr_expect_eq(report.contact_count, 0);
}
