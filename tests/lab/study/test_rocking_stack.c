// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks on a shaken base: the two-block reference, one block, a column of drums, the ledger.
#include "cases/blocks/two_blocks.h"
#include "cases/stacks/stacks.h"
#include "foundation/math/linalg.h"
#include "lab/study/rocking_run.h"
#include "lab/study/simulated.h"

#include <math.h>

#define WORKED TALUS_SOURCE_DIR "/scenarios/rocking/"

// --- Two blocks ---

static const two_blocks STATUE = {0.4, 0.5, 0.2, 0.6, 800.0, 240.0};
static const two_blocks SQUAT = {0.2, 0.5, 0.25, 0.3, 800.0, 240.0};

/// Blocks of 1 m depth, in the plane, under a base that starts at once with `a` (m/s^2).
static simulated shake(const two_blocks *t, double a, double duration, double step)
{
    return simulate("blocks:\n"
                    "  - {name: lower, size_m: [%.17g, 1, %.17g], density_kg_m3: %.17g}\n"
                    "  - {name: upper, size_m: [%.17g, 1, %.17g], density_kg_m3: %.17g}\n"
                    "base: {mu: 10}\ncontact: {mu: 10}\n"
                    "ground_motion: {pulse: cosine, amplitude_m_s2: %.17g, frequency_hz: 0.001}\n"
                    "simulation: {time_s: %.17g, time_step_s: %.17g}\n"
                    "outputs: {sample_s: 1}\n",
                    2.0 * t->b1, 2.0 * t->h1, t->m1 / (4.0 * t->b1 * t->h1), 2.0 * t->b2,
                    2.0 * t->h2, t->m2 / (4.0 * t->b2 * t->h2), a, duration, step);
}

/// Which of the blocks turn after 20 ms.
static two_blocks_mode mode_of(const two_blocks *t, double a)
{
    simulated s = shake(t, a, 0.02, 1e-3);
    const double least = 1e-5; // rad/s
    const double turn = last_of(&s, 0)->w.y, upper = last_of(&s, 1)->w.y;
    const bool lower = fabs(turn) > least, joint = fabs(upper - turn) > least;
    clear(&s);
    return lower   ? joint ? TWO_BLOCKS_BOTH : TWO_BLOCKS_TOGETHER
           : joint ? TWO_BLOCKS_UPPER
                   : TWO_BLOCKS_REST;
}

/// Acceleration over g from which on the mode is another one, between those of two modes.
static double limit_between(const two_blocks *t, double low, double high)
{
    const two_blocks_mode first = mode_of(t, 9.81 * low);
    for (int k = 0; k < 14; k++) {
        const double middle = 0.5 * (low + high);
        if (mode_of(t, 9.81 * middle) == first) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static void expect_limit(const two_blocks *t, two_blocks_mode mode, double low, double high)
{
    const double expected = two_blocks_limit(t, mode, 4.0), found = limit_between(t, low, high);
    cr_expect_eq(mode_of(t, 9.81 * 1.01 * expected), mode, "%s", two_blocks_mode_name(mode));
    cr_expect(fabs(found / expected - 1.0) < 2e-3, "%s: %.6g, expected %.6g",
              two_blocks_mode_name(mode), found, expected); /* measured 8e-4 at most */
}

Test(rocking_stack, modes_of_two_blocks_start_at_the_limits_of_the_reference)
{
    expect_limit(&STATUE, TWO_BLOCKS_UPPER, 0.2, 0.5);
    expect_limit(&STATUE, TWO_BLOCKS_BOTH, 0.5, 0.9);
    expect_limit(&STATUE, TWO_BLOCKS_TOGETHER, 0.9, 1.3);
    expect_limit(&SQUAT, TWO_BLOCKS_TOGETHER, 0.1, 0.7);
}

Test(rocking_stack, two_blocks_start_with_the_angular_accelerations_of_the_reference)
{
    static const double accelerations[] = {4.905, 8.829, 12.0};
    for (size_t k = 0; k < 4; k++) {
        const two_blocks *t = k < 3 ? &STATUE : &SQUAT;
        const double a = k < 3 ? accelerations[k] : 4.4145, time = 0.01;
        const two_blocks_start start = two_blocks_start_of(t, 9.81, a, 0.0);
        simulated s = shake(t, a, time, 1e-4);
        for (size_t b = 0; b < 2; b++) {
            const double found = -last_of(&s, b)->w.y / time; // ccw is about -y
            cr_expect(fabs(found - start.turn[b]) < 1e-2 * (fabs(start.turn[1]) + 1e-9),
                      "%g m/s2, block %zu: %.6g, expected %.6g rad/s2", a, b, found,
                      start.turn[b]); /* measured 2.4e-4 of it */
        }
        clear(&s);
    }
}

Test(rocking_stack, free_rocking_of_two_blocks_follows_the_planar_model)
{
    // the lower block leans by 0.1 rad and carries the upper one, which leans by 0.05 rad on it
    const stacks_two blocks = {
        .b = {0.4, 0.2}, .h = {0.5, 0.6}, .mass = {800.0, 240.0}, .gravity = 9.81};
    stacks_two_state state = {.theta = {0.1, 0.15}};
    const double time = 0.1;
    cr_assert(stacks_two_move(&blocks, &state, time));
    simulated s = simulate("blocks:\n"
                           "  - {size_m: [0.8, 1, 1], density_kg_m3: 1000, tilt_deg: %.17g}\n"
                           "  - {size_m: [0.4, 1, 1.2], density_kg_m3: 500, tilt_deg: %.17g}\n"
                           "base: {mu: 10}\ncontact: {mu: 10}\n"
                           "simulation: {time_s: %g, time_step_s: 1e-4}\n",
                           0.1 * 180.0 / TALUS_PI, 0.05 * 180.0 / TALUS_PI, time);
    for (size_t b = 0; b < 2; b++) {
        cr_expect(fabs(last_of(&s, b)->tilt - state.theta[b]) < 1e-5, "block %zu: %.8g, %.8g rad",
                  b, last_of(&s, b)->tilt, state.theta[b]); /* measured 5e-7 rad */
    }
    cr_expect(s.stack.bodies[1].most_slip < 1e-5, "%g m", s.stack.bodies[1].most_slip);
    clear(&s);
}

// --- One block ---

Test(rocking_stack, one_block_moves_as_that_of_a_rocking_scenario)
{
    char path[512];
    own_file(path, "rocking_one");
    static const char text[] =
        "block: {width_m: 0.8, height_m: 3.2, density_kg_m3: 2700}\n"
        "contact: {mu: 10}\n"
        "ground_motion: {file: " WORKED "elcentro_ns.csv, unit: g, scale: 1.5}\n"
        "simulation: {motion: stepper, time_s: 10, time_step_s: 0.001}\n"
        "outputs: {sample_s: 0.01}\n";
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
    talus_diagnostics *list = talus_diagnostics_create();
    rocking_scenario *scenario = NULL;
    rocking_run run;
    cr_assert_eq(rocking_scenario_read(path, NULL, 0, list, &scenario, NULL), TALUS_OK);
    unlink(path);
    cr_assert_eq(rocking_run_make(scenario, list, &run, NULL), TALUS_OK);
    simulated s = simulate("blocks: [{size_m: [0.8, 0.8, 3.2]}]\n"
                           "base: {mu: 10}\n"
                           "ground_motion: {file: " WORKED "elcentro_ns.csv, unit: g, scale: 1.5}\n"
                           "simulation: {time_s: 10, time_step_s: 0.001}\n"
                           "outputs: {sample_s: 0.01}\n");
    double worst = 0.0;
    for (size_t i = 0; i < run.sample_count && i < s.stack.sample_count; i++) {
        cr_assert(fabs(run.samples[i].time - s.stack.times[i]) < 1e-9);
        worst = fmax(worst, fabs(fabs(run.samples[i].theta) - sample_at(&s, i, 0)->tilt));
    }
    cr_expect_gt(run.sample_count, 990);
    cr_expect(worst < 1e-8, "%g rad", worst); /* measured 1e-10 rad; impacts make round-off grow */
    rocking_run_clear(&run);
    rocking_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
    clear(&s);
}

// --- Columns ---

Test(rocking_stack, drums_at_rest_do_not_creep)
{
    simulated s = simulate("blocks: [{radius_m: 0.5, height_m: 0.9, count: 5}]\n"
                           "simulation: {time_s: 5, time_step_s: 0.002}\n");
    for (size_t b = 0; b < 5; b++) {
        const rocking_stack_sample *end = last_of(&s, b);
        const talus_vec3 way = vec3_sub(end->position, s.stack.bodies[b].start.r);
        cr_expect(vec3_norm(way) < 1e-9, "drum %zu: %g m", b, vec3_norm(way)); /* measured 2e-13 */
        cr_expect(s.stack.bodies[b].most_tilt < 1e-9, "%g", s.stack.bodies[b].most_tilt);
    }
    cr_expect(s.stack.at_rest);
    cr_expect_eq(s.stack.outcome, ROCKING_STACK_STANDS);
    cr_expect_eq(s.stack.unsolved, 0);
    clear(&s);
}

static simulated shake_column(double step)
{
    return simulate("blocks: [{radius_m: 0.5, height_m: 0.9, count: 3}]\n"
                    "base: {mu: 0.75}\ncontact: {mu: 0.75}\n"
                    "ground_motion: {pulse: sine, amplitude_m_s2: 5, frequency_hz: 1.5}\n"
                    "simulation: {time_s: 0.4, time_step_s: %g}\n"
                    "outputs: {sample_s: 0.01}\n",
                    step);
}

// until a drum lands: then which of its corners comes first depends on the grid of steps
Test(rocking_stack, a_shaken_column_converges_with_the_time_step)
{
    simulated fine = shake_column(2.5e-4);
    double error[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        simulated s = shake_column(k == 0 ? 2e-3 : 5e-4);
        for (size_t i = 0; i < fine.stack.sample_count; i++) {
            const double late = sample_at(&s, i, 2)->tilt - sample_at(&fine, i, 2)->tilt;
            error[k] = fmax(error[k], fabs(late));
        }
        clear(&s);
    }
    cr_expect_gt(fine.stack.bodies[2].most_tilt, 0.009, "%g", fine.stack.bodies[2].most_tilt);
    cr_expect_lt(error[0], 3e-4); /* measured 1.2e-4, 1.1e-6 rad */
    cr_expect_lt(error[1], 0.1 * error[0], "%g, %g rad", error[0], error[1]);
    clear(&fine);
}

// --- Ledger ---

Test(rocking_stack, the_work_of_the_base_balances_to_round_off)
{
    // in free flight there is no other work: the energy changes by that of the base alone
    simulated s = simulate("blocks: [{size_m: [0.4, 0.5, 0.6], position_m: [0, 0, 30],\n"
                           "          spin_rad_s: [1, 2, 3]}]\n"
                           "ground_motion: {pulse: sine, amplitude_m_s2: 4, frequency_hz: 1,\n"
                           "  y: {pulse: cosine, amplitude_m_s2: 2, frequency_hz: 2},\n"
                           "  vertical: {pulse: sine, amplitude_m_s2: 3, frequency_hz: 3}}\n"
                           "base: {slope_deg: 20}\n"
                           "simulation: {time_s: 1, time_step_s: 0.001}\n");
    const double start = s.stack.energy[0], end = s.stack.energy[s.stack.sample_count - 1];
    const double off = end - start - s.stack.base_work;
    cr_expect_gt(fabs(s.stack.base_work), 100.0, "%g J", s.stack.base_work);
    cr_expect(fabs(off) < 1e-10 * fabs(s.stack.base_work), "%g of %g J", off, s.stack.base_work);
    clear(&s);
    // a stack that rocks and slides: the ledger of every step with all contacts
    s = simulate("blocks: [{size_m: [0.8, 0.8, 1]}, {size_m: [0.3, 0.4, 1.2]}]\n"
                 "base: {mu: 0.5}\ncontact: {mu: 0.3}\n"
                 "ground_motion: {pulse: sine, amplitude_m_s2: 6, frequency_hz: 2,\n"
                 "  y: {pulse: cosine, amplitude_m_s2: 2, frequency_hz: 2}}\n"
                 "simulation: {time_s: 1, time_step_s: 0.001}\n");
    cr_expect_gt(s.stack.bodies[1].most_slip, 0.01);
    cr_expect_gt(fabs(s.stack.base_work), 10.0);
    cr_expect(s.stack.ledger < 1e-10 * fabs(s.stack.base_work), "%g of %g J", s.stack.ledger,
              s.stack.base_work);
    clear(&s);
}

Test(rocking_stack, a_slope_and_an_accelerated_base_are_the_same)
{
    // gravity of a slope of 20 degrees = that of a level base, smaller, and an acceleration along x
    const double angle = 20.0 * TALUS_PI / 180.0, g = 9.81;
    static const char blocks[] = "blocks: [{size_m: [0.8, 0.8, 1]}, {size_m: [0.4, 0.4, 1.4]}]\n";
    simulated tilted = simulate("%sbase: {slope_deg: 20}\n"
                                "simulation: {time_s: 0.5, time_step_s: 0.001}\n",
                                blocks);
    simulated level =
        simulate("%sground_motion: {pulse: trapezoid, rise: 1e-9, cycles: 0.5,\n"
                 "  amplitude_m_s2: %.17g, frequency_hz: 0.01}\n"
                 "simulation: {time_s: 0.5, time_step_s: 0.001, gravity_m_s2: %.17g}\n",
                 blocks, -g * talus_sin(angle), g * talus_cos(angle));
    for (size_t b = 0; b < 2; b++) {
        const talus_vec3 d = vec3_sub(last_of(&tilted, b)->position, last_of(&level, b)->position);
        cr_expect(vec3_norm(d) < 1e-6, "block %zu: %g m", b, vec3_norm(d));
    }
    cr_expect_gt(last_of(&tilted, 1)->tilt, 0.01);
    clear(&tilted);
    clear(&level);
}

// --- Places ---

Test(rocking_stack, blocks_stand_where_the_scenario_has_them)
{
    simulated s = simulate("blocks:\n"
                           "  - {size_m: [1, 1, 0.5]}\n"
                           "  - {size_m: [0.4, 0.2, 0.6], offset_m: [0.1, 0, 0], yaw_deg: 90,\n"
                           "     tilt_deg: 10}\n"
                           "  - {radius_m: 0.1, height_m: 0.2, sides: 6}\n"
                           "  - {size_m: [0.2, 0.2, 0.2], position_m: [3, 1, 0.1]}\n"
                           "simulation: {time_s: 0.001}\n");
    const rocking_stack_body *b = s.stack.bodies;
    cr_expect_eq(b[1].below, 0);
    cr_expect_eq(b[2].below, 1);
    cr_expect_eq(b[3].below, ROCKING_STACK_BASE);
    cr_expect_float_eq(b[0].start.r.z, 0.25, 1e-15);
    // turned by a quarter its half width along x is 0.1; about the edge at x = 0.1 - 0.1
    const double c = talus_cos(10.0 * TALUS_PI / 180.0), z = talus_sin(10.0 * TALUS_PI / 180.0);
    cr_expect_float_eq(b[1].start.r.x, 0.1 * c - 0.3 * z, 1e-14);
    cr_expect_float_eq(b[1].start.r.z, 0.5 + 0.1 * z + 0.3 * c, 1e-14);
    // the drum on it goes with it
    cr_expect_float_eq(b[2].start.r.x, 0.1 * c - 0.7 * z, 1e-14);
    cr_expect_float_eq(rocking_stack_tilt(&b[2], &b[2].start), 10.0 * TALUS_PI / 180.0, 1e-14);
    cr_expect_float_eq(b[3].start.r.x, 3.0, 1e-15);
    const rocking_stack_place place = rocking_stack_place_of(&b[1], &b[1].start, &b[0].start);
    cr_expect(fabs(place.slip[0]) < 1e-14 && fabs(place.twist) < 1e-14);
    clear(&s);
}

Test(rocking_stack, blocks_of_a_mesh_stand)
{
    // five bricks of the row of dominoes: each stands beside the next
    simulated s =
        simulate("blocks: [{name: row, mesh: " TALUS_SOURCE_DIR "/scenarios/walls/dominoes.obj}]\n"
                 "simulation: {time_s: 0.05}\n");
    cr_expect_gt(s.stack.count, 4);
    cr_expect_str_eq(s.stack.bodies[0].name, "row 1");
    clear(&s);
}

Test(rocking_stack, verdicts_tell_what_fell_and_what_toppled)
{
    simulated s = simulate("blocks:\n"
                           "  - {size_m: [1, 1, 1]}\n"
                           "  - {size_m: [0.3, 0.3, 1.2], tilt_deg: 20}\n"
                           "  - {size_m: [0.5, 0.5, 0.2], position_m: [3, 0, 0.6]}\n"
                           "simulation: {time_s: 2, time_step_s: 0.002}\n");
    cr_expect_eq(s.stack.bodies[0].outcome, ROCKING_STACK_STANDS);
    cr_expect_eq(s.stack.bodies[1].outcome, ROCKING_STACK_TOPPLED);
    cr_expect_eq(s.stack.bodies[2].outcome, ROCKING_STACK_FALLEN);
    cr_expect_eq(s.stack.outcome, ROCKING_STACK_TOPPLED);
    clear(&s);
}

/// The first error of a scenario that cannot be simulated.
static void expect_refused(const char *text, int line, const char *sentence)
{
    char path[512];
    own_file(path, "rocking_bad");
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
    talus_diagnostics *list = talus_diagnostics_create();
    rocking_stack_scenario *scenario = NULL;
    rocking_stack stack = {.scenario = NULL};
    talus_status status = rocking_stack_read(path, NULL, 0, list, &scenario, NULL);
    if (status == TALUS_OK) {
        status = rocking_stack_make(scenario, list, &stack, NULL);
        rocking_stack_clear(&stack);
    }
    unlink(path);
    cr_assert_eq(status, TALUS_ERROR_INPUT, "%s", text);
    cr_assert_gt(talus_diagnostics_count(list), 0);
    const talus_diagnostic *first = talus_diagnostics_get(list, 0);
    cr_expect_eq(first->line, line, "%d: %s", first->line, first->message);
    cr_expect_not_null(strstr(first->message, sentence), "%s", first->message);
    rocking_stack_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(rocking_stack, what_cannot_be_is_refused_at_its_line)
{
    expect_refused("blocks:\n  - {density_kg_m3: 2700}\n", 2, "size_m, radius_m and mesh");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], radius_m: 1, height_m: 1}\n", 2,
                   "size_m, radius_m and mesh");
    expect_refused("blocks:\n  - {radius_m: 1}\n", 2, "height_m");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], sides: 8}\n", 2, "radius_m");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], tilt_direction_deg: 8}\n", 2, "tilt_deg");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], position_m: [0, 0, 1], count: 2}\n", 2,
                   "count");
    expect_refused("blocks:\n  - {size_m: [1, 1, 0]}\n", 2, "above 0");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], colour: red}\n", 2, "colour");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], count: 200}\n"
                   "  - {size_m: [1, 1, 1], count: 57}\n",
                   3, "expected at most 256");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1]}\n  - {size_m: [1, 1, 1], position_m: [0, 0, "
                   "1.2]}\n",
                   2, "overlap by");
    expect_refused("blocks:\n  - {size_m: [1, 1, 1], position_m: [0, 0, 0.4]}\n", 2,
                   "under the base");
    expect_refused("blocks: [{mesh: none.obj}]\n", 1, "none.obj");
    expect_refused("blocks: [{size_m: [1, 1, 1]}]\nground_motion: {file: none.csv}\n", 2,
                   "none.csv");
    expect_refused("blocks: [{size_m: [1, 1, 1]}]\nground_motion: {}\n", 2, "a file or a pulse");
    expect_refused("blocks: [{size_m: [1, 1, 1]}]\nsimulation: {time_s: 1e5}\n", 2, "two million");
    expect_refused("base: {mu: 1}\n", 1, "blocks");
}

Test(rocking_stack, a_pebble_that_slides_on_a_large_block_is_not_at_rest)
{
    simulated s = simulate("blocks:\n"
                           "  - {name: large, size_m: [4, 4, 2]}\n"
                           "  - {name: pebble, size_m: [0.1, 0.1, 0.1], velocity_m_s: [1, 0, 0]}\n"
                           "contact: {mu: 0}\nsimulation: {time_s: 1}\n");
    cr_expect(!s.stack.at_rest);
    cr_expect_eq(s.stack.last_motion, 1.0);
    clear(&s);
}
