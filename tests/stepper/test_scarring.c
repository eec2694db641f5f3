// SPDX-License-Identifier: GPL-3.0-or-later
// The scarring block of [L14 5.1]: two pyramids of 10 m on a square of 2 m slide down 45 degrees on
// two vertices, tip when the friction that grows with slippage passes 1, and leave the slope.
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "physics/stepper/stepper_internal.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>

static const double slope = 0.25 * TALUS_PI;

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    talus_stepper *stepper;
    talus_state state;
    double dt;
} bench;

static void set_up(bench *b, talus_scheme scheme, talus_detection detection, double dt)
{
    static const talus_vec3 points[6] = {{1, 0, 1},   {1, 0, -1}, {-1, 0, 1},
                                         {-1, 0, -1}, {0, 10, 0}, {0, -10, 0}};
    *b = (bench){.terrain = scene_plane(slope, 0.0, 60.0, 1.0, 0.0), .dt = dt};
    b->ground = (talus_ground){
        .name = "scarring", .mu_min = 0.2, .mu_max = 1.3, .beta = 20.0, .kappa = 0.7};
    b->site = (talus_site){.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
    talus_step_options options = talus_step_options_default();
    options.scheme = scheme;
    options.detection = detection;
    options.time_step = dt;
    cr_assert(talus_rock_from_points(points, 6, 3000.0, &b->rock, NULL) == TALUS_OK);
    cr_assert(talus_stepper_create(&b->site, &options, 6, &b->stepper, NULL) == TALUS_OK);
    cr_assert(rock_set(b->stepper, b->rock, 1.0) == TALUS_OK);
    b->state = (talus_state){.r = vec3(-40.0, 0.0, 0.0), .p = scene_lay(slope, 0.0)};
    b->state.r.z -= 1e-6 + rock_min_gap(b->stepper, b->state.r, b->state.p);
}

static void tear_down(bench *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

/// Relative error of the two normal percussions against dt/2 (1 -+ mu) m g cos(slope).
static double percussion_error(const bench *b, double mu)
{
    const talus_stepper *s = b->stepper;
    const double weight = 9.81 * 80000.0 * sqrt(0.5);
    double worst = s->set.count == 2 ? 0.0 : 1.0;
    for (size_t k = 0; k < s->set.count; k++) {
        const double sign = s->set.points[k].lever.x > 0.0 ? 1.0 : -1.0; // downslope contact
        const double expected = 0.5 * b->dt * weight * (1.0 + sign * mu);
        const double error = fabs(s->percussion[3 * k] / expected - 1.0);
        worst = error > worst ? error : worst;
    }
    return worst;
}

/// Slide until mu > 1. @return the time
static double slide(bench *b, double *worst)
{
    talus_step_report report;
    double mu;
    int steps = 0;
    *worst = 0.0;
    while ((mu = contact_friction(&b->ground, b->state.slippage)) <= 1.0 && steps < 10000) {
        rock_step(b->stepper, &b->state, &report);
        steps++;
        const double error = steps > 2 ? percussion_error(b, mu) : 0.0;
        *worst = error > *worst ? error : *worst;
    }
    return steps * b->dt;
}

static void check_until_lift_off(talus_scheme scheme, talus_detection detection)
{
    bench b;
    double worst;
    set_up(&b, scheme, detection, 2e-3);
    const double t = slide(&b, &worst);
    cr_expect(worst < 1e-3, "percussions off by %g", worst); /* measured 8e-5 relative */
    // s* = tan(0.8 / 1.1 pi/2) / 0.7 = 3.1295 m; published first step: 3.134 m, 3.4918 m/s, 1.2814
    // s
    cr_expect(fabs(b.state.slippage - 3.134) < 0.004, "s %g m", b.state.slippage);
    cr_expect(fabs(vec3_norm(b.state.v) - 3.4918) < 1e-3, "%g m/s", vec3_norm(b.state.v));
    cr_expect(fabs(t - 1.2814) < 2e-3, "%g s", t);
    talus_step_report report;
    for (int i = (int)(t / b.dt + 0.5); i < 868; i++) {
        rock_step(b.stepper, &b.state, &report);
    }
    // event-driven end of tipping at 1.7364 s: v_t 1.8525, v_n 1.3761 m/s, 1.6317 rad/s, s 4.567 m
    const double c = sqrt(0.5);
    const double along = c * (b.state.v.x - b.state.v.z), off = c * (b.state.v.x + b.state.v.z);
    cr_expect(fabs(b.state.slippage - 4.567) < 0.01, "s %g m", b.state.slippage);
    cr_expect(fabs(along - 1.8525) < 0.02 && fabs(off - 1.3761) < 0.02, "%g, %g m/s", along, off);
    cr_expect(fabs(b.state.omega.y - 1.6317) < 0.01, "%g rad/s", b.state.omega.y);
    tear_down(&b);
}

Test(scarring, slides_and_tips_as_published_midpoint)
{
    check_until_lift_off(TALUS_SCHEME_MIDPOINT, TALUS_DETECTION_PUBLISHED);
}

Test(scarring, slides_and_tips_as_published_explicit)
{
    check_until_lift_off(TALUS_SCHEME_EXPLICIT, TALUS_DETECTION_PUBLISHED);
}

Test(scarring, slides_and_tips_with_two_way_detection)
{
    check_until_lift_off(TALUS_SCHEME_MIDPOINT, TALUS_DETECTION_TWO_WAY);
    check_until_lift_off(TALUS_SCHEME_EXPLICIT, TALUS_DETECTION_TWO_WAY);
}

/// Slippage at the end of tipping, 1.7364 s after a release 1 nm deep.
static double slippage_after_tipping(talus_scheme scheme, double dt, double slip_gap)
{
    bench b;
    set_up(&b, scheme, TALUS_DETECTION_PUBLISHED, dt);
    talus_stepper_destroy(b.stepper);
    talus_step_options options = talus_step_options_default();
    options.scheme = scheme;
    options.time_step = dt;
    options.slip_gap = slip_gap;
    cr_assert(talus_stepper_create(&b.site, &options, 6, &b.stepper, NULL) == TALUS_OK);
    cr_assert(rock_set(b.stepper, b.rock, 1.0) == TALUS_OK);
    b.state.r.z += 1e-6 - 1e-9;
    talus_step_report report;
    for (int i = 0; i < (int)(1.7364 / dt + 0.5); i++) {
        rock_step(b.stepper, &b.state, &report);
    }
    const double s = b.state.slippage;
    tear_down(&b);
    return s;
}

Test(scarring, published_slip_rule_loses_slippage_while_tipping)
{
    // event-driven reference 4.567 m; the loss does not vanish with the time step. Under the
    // published rule it depends on how deep the block is released, explicit at 2 ms: 0, 1 nm, 1 um,
    // 10 um, 1 mm give 3.89, 4.11, 3.92, 3.74, 4.57 m
    static const struct {
        talus_scheme scheme;
        double dt, slip_gap, expected;
    } cases[] = {
        {TALUS_SCHEME_EXPLICIT, 2e-3, -1.0, 4.11},  {TALUS_SCHEME_EXPLICIT, 5e-4, -1.0, 3.87},
        {TALUS_SCHEME_MIDPOINT, 2e-3, -1.0, 3.01},  {TALUS_SCHEME_MIDPOINT, 5e-4, -1.0, 2.85},
        {TALUS_SCHEME_EXPLICIT, 2e-3, 1e-3, 4.567}, {TALUS_SCHEME_EXPLICIT, 5e-4, 1e-3, 4.567},
        {TALUS_SCHEME_MIDPOINT, 2e-3, 1e-3, 4.567}, {TALUS_SCHEME_MIDPOINT, 5e-4, 1e-3, 4.567},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const double s = slippage_after_tipping(cases[k].scheme, cases[k].dt, cases[k].slip_gap);
        cr_log_info("%s, %g s, slip_gap %g: s %.4f m\n", talus_scheme_name(cases[k].scheme),
                    cases[k].dt, cases[k].slip_gap, s);
        cr_expect(fabs(s - cases[k].expected) < 0.006, "%s, %g s, slip_gap %g: s %g m, expected %g",
                  talus_scheme_name(cases[k].scheme), cases[k].dt, cases[k].slip_gap, s,
                  cases[k].expected);
    }
}

static void check_jumps(talus_scheme scheme, talus_detection detection)
{
    bench b;
    talus_step_report report;
    int jumps = 0, open = 0;
    double smallest = 10.0;
    set_up(&b, scheme, detection, 2e-3);
    for (int i = 0; i < 6000; i++) {
        rock_step(b.stepper, &b.state, &report);
        cr_assert(report.solver.solved);
        jumps += report.contact_count > 0 && open > 50;
        open = report.contact_count > 0 ? 0 : open + 1;
        smallest = open > 50 && b.state.slippage < smallest ? b.state.slippage : smallest;
    }
    // it leaves the slope, s decays, and the cycle repeats: measured 5 to 9 jumps in 12 s
    cr_expect(jumps >= 4, "%d jumps", jumps);
    cr_expect(smallest < 0.05, "s stays above %g m", smallest);
    cr_expect(fabs(b.state.r.y) < 1e-6 && fabs(b.state.omega.x) + fabs(b.state.omega.z) < 1e-6,
              "the motion leaves its plane");
    tear_down(&b);
}

Test(scarring, jumps_repeat_with_published_detection)
{
    check_jumps(TALUS_SCHEME_MIDPOINT, TALUS_DETECTION_PUBLISHED);
    check_jumps(TALUS_SCHEME_EXPLICIT, TALUS_DETECTION_PUBLISHED);
}

Test(scarring, jumps_repeat_with_two_way_detection)
{
    check_jumps(TALUS_SCHEME_MIDPOINT, TALUS_DETECTION_TWO_WAY);
    check_jumps(TALUS_SCHEME_EXPLICIT, TALUS_DETECTION_TWO_WAY);
}

/// A block of half edge 1 m and Theta = 0.4 m r^2 (mu_P = 0.9798, mu_C = 1.1314) thrown on its
/// corners with friction beyond both: every step ends in a finite state and a counted outcome.
static void throw_blocks(talus_scheme scheme, double mu, double epsilon, unsigned long *unsolved)
{
    bench b;
    talus_random rng = {.seed = 21};
    set_up(&b, scheme, TALUS_DETECTION_PUBLISHED, 2e-3);
    b.ground = scene_ground(mu);
    b.ground.epsilon_n = epsilon;
    for (int k = 0; k < 100; k++) {
        talus_step_report report;
        talus_state s = {
            .p = scene_turn(TALUS_PI * talus_random_uniform(&rng), vec3(0, 1, 0)),
            .r = vec3(-20.0, 0.0, 0.0),
            .v = vec3(20.0 * talus_random_normal(&rng), 0.0, -5.0 * talus_random_uniform(&rng)),
            .omega = vec3(0.0, 10.0 * talus_random_normal(&rng), 0.0)};
        s.r.z -= rock_min_gap(b.stepper, s.r, s.p) - 0.05;
        for (int i = 0; i < 500; i++) {
            rock_step(b.stepper, &s, &report);
            *unsolved += !report.solver.solved;
            cr_assert(vec3_finite(s.r) && vec3_finite(s.v) && vec3_finite(s.omega));
            cr_assert(vec3_norm(s.v) < 1e3, "%g m/s", vec3_norm(s.v));
        }
    }
    tear_down(&b);
}

Test(scarring, friction_beyond_the_catastrophe_is_solved_when_plastic)
{
    static const double mus[] = {0.99, 1.14, 2.0, 10.0};
    unsigned long unsolved = 0;
    for (size_t k = 0; k < 4; k++) {
        throw_blocks(TALUS_SCHEME_MIDPOINT, mus[k], 0.0, &unsolved);
        throw_blocks(TALUS_SCHEME_EXPLICIT, mus[k], 0.0, &unsolved);
    }
    // epsilon = 0: a solution exists for every mu
    cr_expect(unsolved == 0, "%lu of 400000 steps unsolved", unsolved);
}

Test(scarring, friction_beyond_the_catastrophe_ends_counted_with_restitution)
{
    unsigned long unsolved = 0;
    throw_blocks(TALUS_SCHEME_MIDPOINT, 1.2, 0.5, &unsolved);
    throw_blocks(TALUS_SCHEME_EXPLICIT, 10.0, 1.0, &unsolved);
    // where restitution leaves no solution the plastic problem is solved instead
    cr_expect(unsolved == 0, "%lu of 100000 steps unsolved", unsolved);
}
