// SPDX-License-Identifier: GPL-3.0-or-later
// The generalised impact law of the ground: a block that rocks on level ground and on a slope, under
// all schemes; what becomes of it where nothing lands, and where it would gain energy.
#include "foundation/math/linalg.h"
#include "physics/stepper/worker.h"
#include "stepper/rock_steps.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define HALF_WIDTH 0.1 /* m */
#define HALF_HEIGHT 0.4
#define HOUSNER 0.9117647058823529 /* (2 a^2 - 1)/(2 a^2 + 2), a = 4 */
#define RATE (-1.0)                /* rad/s before the impact */

typedef struct scene {
    talus_terrain *terrain;
    talus_ground ground;
    talus_site site;
    talus_rock *rock;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    talus_quat turn; ///< of the slope
    double slope;
} scene;

/// A block 0.2 x 0.14 x 0.8 m on a plane that falls along x.
static void make_scene(scene *s, double slope, talus_ground_impact impact,
                       const talus_step_options *options)
{
    const talus_grid grid = {-50.0, -50.0, 100.0, 2, 2};
    const double rise = 50.0 * tan(slope), heights[4] = {rise, -rise, rise, -rise};
    *s = (scene){.slope = slope, .turn = {cos(0.5 * slope), 0.0, sin(0.5 * slope), 0.0}};
    s->ground = (talus_ground){.name = "even", .mu_min = 10.0, .mu_max = 10.0, .impact = impact};
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &s->terrain, NULL), TALUS_OK);
    s->site = (talus_site){.terrain = s->terrain, .grounds = &s->ground, .ground_count = 1};
    cr_assert_eq(
        talus_rock_build("cuboid", (talus_vec3){0.2, 0.14, 0.8}, 0, 1000.0, &s->rock, NULL),
        TALUS_OK);
    cr_assert_eq(talus_stepper_create(&s->site, options, 8, &s->stepper, NULL), TALUS_OK);
    s->motion = NULL;
}

static void clear_scene(scene *s)
{
    talus_stepper_destroy(s->stepper);
    talus_rock_destroy(s->rock);
    talus_terrain_destroy(s->terrain);
}

/// Upright on the slope, turned by `theta` about the edge at -x, at the rate RATE.
static talus_state about_edge(const scene *s, double theta)
{
    const double x = HALF_WIDTH * cos(theta) - HALF_HEIGHT * sin(theta),
                 z = HALF_WIDTH * sin(theta) + HALF_HEIGHT * cos(theta);
    const talus_quat lean = {cos(0.5 * theta), 0.0, -sin(0.5 * theta), 0.0};
    return (talus_state){.r = talus_quat_rotate(s->turn, vec3(x - HALF_WIDTH, 0.0, z - 1e-12)),
                         .p = quat_mul(s->turn, lean),
                         .v = talus_quat_rotate(s->turn, vec3(-RATE * z, 0.0, RATE * x)),
                         .omega = {0.0, -RATE, 0.0}};
}

/// One step in which the other edge lands. @return omega+/omega-
static double strike(scene *s, double dt, talus_step_report *report)
{
    const talus_state state = about_edge(s, -0.25 * RATE * dt);
    s->motion = rock_on(s->stepper);
    cr_assert_eq(talus_motion_start(s->stepper, s->rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &state,
                                    s->motion, NULL),
                 TALUS_OK);
    stepper_step(s->stepper, s->motion, report);
    cr_assert(report->solver.solved);
    return -talus_motion_state(s->motion)->omega.y / RATE;
}

static talus_step_options weightless(talus_scheme scheme)
{
    talus_step_options options = talus_step_options_default();
    options.scheme = scheme;
    options.time_step = 1e-9;
    options.gravity = 0.0;
    return options;
}

Test(generalised, all_schemes_level_and_on_a_slope_give_the_ratio_that_is_asked_for)
{
    static const struct {
        talus_ground_impact law;
        double ratio;
    } cases[] = {{{TALUS_IMPACT_NEWTON, 0.0}, HOUSNER},
                 {{TALUS_IMPACT_E_N21, 0.5}, HOUSNER}, // less than it does by itself
                 {{TALUS_IMPACT_E_N21, 0.95}, 0.95},
                 {{TALUS_IMPACT_E_N21, 1.0}, 1.0},
                 {{TALUS_IMPACT_LAMBDA, 1.0}, HOUSNER},
                 {{TALUS_IMPACT_LAMBDA, 0.6}, 0.9461077844311377},
                 {{TALUS_IMPACT_LAMBDA, 0.0}, 1.0}};
    static const double slopes[] = {0.0, 10.0 * TALUS_PI / 180.0};
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        const talus_step_options options = weightless((talus_scheme)scheme);
        for (size_t k = 0; k < 2 * (sizeof cases / sizeof *cases); k++) {
            scene s;
            talus_step_report report;
            make_scene(&s, slopes[k % 2], cases[k / 2].law, &options);
            const double ratio = strike(&s, options.time_step, &report);
            cr_assert_eq(report.contact_count, 4);
            /* measured 3e-10 */
            cr_expect_float_eq(ratio, cases[k / 2].ratio, 1e-8, "%s, slope %g, law %d %g: %.12g",
                               talus_scheme_name((talus_scheme)scheme), slopes[k % 2],
                               (int)cases[k / 2].law.law, cases[k / 2].law.value, ratio);
            cr_expect_eq(report.law, cases[k / 2].law.law == TALUS_IMPACT_NEWTON
                                         ? TALUS_LAW_IDLE
                                         : TALUS_LAW_APPLIED);
            cr_expect_not(report.law_slipped);
            clear_scene(&s);
        }
    }
}

Test(generalised, with_little_friction_the_corners_slip_and_that_is_reported)
{
    const talus_step_options options = weightless(TALUS_SCHEME_MIDPOINT);
    scene s;
    talus_step_report report;
    make_scene(&s, 0.0, (talus_ground_impact){TALUS_IMPACT_E_N21, 0.95}, &options);
    s.ground.mu_min = s.ground.mu_max = 0.05; // sticks from 0.1026 on
    (void)strike(&s, options.time_step, &report);
    cr_expect(report.law_slipped);
    clear_scene(&s);
}

Test(generalised, without_the_law_and_with_one_that_asks_for_nothing_the_bits_are_the_same)
{
    const talus_step_options options = talus_step_options_default();
    scene s[2];
    talus_state states[2];
    for (int k = 0; k < 2; k++) {
        talus_step_report report;
        make_scene(&s[k], 0.1,
                   (talus_ground_impact){k == 0 ? TALUS_IMPACT_NEWTON : TALUS_IMPACT_E_N21, 0.0},
                   &options);
        (void)strike(&s[k], options.time_step, &report);
        for (int n = 0; n < 500; n++) {
            stepper_step(s[k].stepper, s[k].motion, &report);
        }
        states[k] = *talus_motion_state(s[k].motion);
        clear_scene(&s[k]);
    }
    cr_expect_eq(memcmp(&states[0], &states[1], sizeof *states), 0);
}

/// The edge lands at 0.2 m/s; below 2 g dt that is rest, not an impact. A short step and a large g,
/// so that the other edge stays closed while the block turns.
Test(generalised, a_landing_slower_than_two_steps_of_free_fall_is_left_to_newton)
{
    static const double shares[] = {0.8, 1.3}; // of 0.2 m/s
    for (size_t k = 0; k < 2; k++) {
        talus_step_options options = talus_step_options_default();
        options.time_step = 1e-6;
        options.gravity = shares[k] * -RATE * 2.0 * HALF_WIDTH / (2.0 * options.time_step);
        scene s;
        talus_step_report report;
        make_scene(&s, 0.0, (talus_ground_impact){TALUS_IMPACT_E_N21, 0.95}, &options);
        (void)strike(&s, options.time_step, &report);
        cr_assert_eq(report.contact_count, 4);
        cr_expect_eq(report.law, k == 0 ? TALUS_LAW_APPLIED : TALUS_LAW_IDLE);
        clear_scene(&s);
    }
}

/// A rock is thrown; no step may gain energy. @return its kinetic energy at the end, J
static double throw_rock(const char *shape, talus_vec3 size, double e_n21, int steps,
                         uint64_t *outcomes)
{
    talus_step_options options = talus_step_options_default();
    options.detection = TALUS_DETECTION_TWO_WAY;
    scene s;
    talus_step_report report = {0};
    talus_rock *rock = NULL;
    make_scene(&s, 0.0, (talus_ground_impact){TALUS_IMPACT_E_N21, e_n21}, &options);
    talus_stepper_destroy(s.stepper);
    s.ground.mu_min = s.ground.mu_max = 0.6;
    cr_assert_eq(talus_rock_build(shape, size, 0, 2700.0, &rock, NULL), TALUS_OK);
    cr_assert_eq(talus_stepper_create(&s.site, &options, rock->vertex_count, &s.stepper, NULL),
                 TALUS_OK);
    const talus_state state = {.r = {0.0, 0.0, 1.5},
                               .p = quat_unit((talus_quat){1.0, 0.3, -0.2, 0.5}),
                               .v = {2.0, 0.5, 0.0},
                               .omega = {3.0, -2.0, 1.0}};
    s.motion = rock_on(s.stepper);
    cr_assert_eq(talus_motion_start(s.stepper, rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &state,
                                    s.motion, NULL),
                 TALUS_OK);
    for (int n = 0; n < steps; n++) {
        stepper_step(s.stepper, s.motion, &report);
        outcomes[report.law]++;
        cr_assert_leq(report.gain, 1e-9, "%s, step %d gains %g J", shape, n, report.gain);
    }
    clear_scene(&s);
    talus_rock_destroy(rock);
    return report.kinetic_energy;
}

static const struct {
    const char *shape;
    talus_vec3 size;
} thrown[] = {{"cuboid", {0.9, 0.7, 0.5}},
              {"equant", {0.9, 0.0, 0.0}},
              {"prism", {0.9, 0.7, 0.5}},
              {"icosphere", {0.9, 0.7, 0.5}}};

Test(generalised, rocks_come_to_rest)
{
    uint64_t outcomes[TALUS_LAW_OUTCOME_COUNT] = {0};
    for (size_t k = 0; k < sizeof thrown / sizeof *thrown; k++) {
        const double energy = throw_rock(thrown[k].shape, thrown[k].size, 0.8, 30000, outcomes);
        cr_expect_lt(energy, 1e-3, "%s: %g J after 60 s", thrown[k].shape, energy);
    }
    cr_expect_gt(outcomes[TALUS_LAW_APPLIED], 10);
}

Test(generalised, what_would_gain_energy_is_limited)
{
    uint64_t outcomes[TALUS_LAW_OUTCOME_COUNT] = {0};
    for (size_t k = 0; k < sizeof thrown / sizeof *thrown; k++) {
        (void)throw_rock(thrown[k].shape, thrown[k].size, 1.0, 30000, outcomes);
    }
    cr_expect_gt(outcomes[TALUS_LAW_LIMITED], 20); // measured 46 of 3115
}

Test(generalised, numbers_out_of_range_are_refused)
{
    const talus_step_options options = talus_step_options_default();
    scene s;
    make_scene(&s, 0.0, (talus_ground_impact){TALUS_IMPACT_E_N21, 0.5}, &options);
    s.ground.impact.value = 1.1;
    cr_expect_eq(talus_site_check(&s.site, NULL), TALUS_ERROR_ARGUMENT);
    s.ground.impact.value = (double)NAN;
    cr_expect_eq(talus_site_check(&s.site, NULL), TALUS_ERROR_ARGUMENT);
    s.ground.impact = (talus_ground_impact){.law = (talus_impact_rule)7};
    cr_expect_eq(talus_site_check(&s.site, NULL), TALUS_ERROR_ARGUMENT);
    clear_scene(&s);
}
