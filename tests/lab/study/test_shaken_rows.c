// SPDX-License-Identifier: GPL-3.0-or-later
// Columns, walls and dominoes on a shaken base against what is known of them without the stepper:
// limit analysis, closed forms, the event-driven block, the model of a row.
#include "cases/stacks/stacks.h"
#include "foundation/math/linalg.h"
#include "lab/study/limit_load.h"
#include "lab/study/simulated.h"
#include "talus/lab/rocking.h"

#include <math.h>

#define STACKS TALUS_SOURCE_DIR "/scenarios/stacks/"
#define GRAVITY 9.81
/// A base that starts at once with an acceleration and keeps it.
#define CONSTANT "ground_motion: {pulse: cosine, amplitude_m_s2: %.17g, frequency_hz: 1e-4}\n"

/// A worked scenario with up to three keys set, {NULL} after the last.
static simulated simulate_worked(const char *name, const talus_override *overrides)
{
    char path[512];
    size_t count = 0;
    while (overrides[count].path != NULL) {
        count++;
    }
    snprintf(path, sizeof path, STACKS "%s", name);
    return simulate_file(path, overrides, count);
}

/// Fastest spin and speed of any block at the end: 0 where the stack stands.
static double fastest(const simulated *s)
{
    double most = 0.0;
    for (size_t k = 0; k < s->stack.count; k++) {
        most = fmax(most, vec3_norm(last_of(s, k)->v) + 0.1 * vec3_norm(last_of(s, k)->w));
    }
    return most;
}

// --- Limits at which something moves ---

typedef double (*speed_under)(const void *user, double a);

/// Acceleration over g from which on the blocks have a speed after a while.
static double starts_at(speed_under speed, const void *user, double low, double high)
{
    cr_assert_lt(speed(user, GRAVITY * low), 1e-9, "it moves at %g g", low);
    cr_assert_gt(speed(user, GRAVITY * high), 1e-9, "it stands at %g g", high);
    for (int k = 0; k < 20; k++) {
        const double middle = 0.5 * (low + high);
        if (speed(user, GRAVITY * middle) < 1e-9) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static double speed_of_column(const void *user, double a)
{
    const double *mu = user; // base, contact
    simulated s = simulate("blocks: [{size_m: [0.4, 0.5, 0.6], count: 5}]\n"
                           "base: {mu: %g}\ncontact: {mu: %g}\n" CONSTANT
                           "simulation: {time_s: 0.02, time_step_s: 0.001}\n",
                           mu[0], mu[1], a);
    const double speed = fastest(&s);
    cr_assert_eq(s.stack.unsolved, 0);
    clear(&s);
    return speed;
}

Test(shaken_rows, a_column_lifts_off_as_one_at_g_b_over_h_and_slides_at_mu)
{
    // five cuboids of 0.4 x 0.6 m: b/h of the column 0.2/1.5, of the upper j blocks 0.2/(0.3 j)
    static const double rough[2] = {0.7, 0.7}, base_slips[2] = {0.12, 0.7}, joint[2] = {0.7, 0.1};
    const double as_one = starts_at(speed_of_column, rough, 0.10, 0.17);
    cr_expect_float_eq(as_one, 0.2 / 1.5, 1e-6, "%.9g g", as_one);
    const double slides = starts_at(speed_of_column, base_slips, 0.10, 0.13);
    cr_expect_float_eq(slides, 0.12, 1e-6, "%.9g g", slides);
    const double shears = starts_at(speed_of_column, joint, 0.08, 0.12);
    cr_expect_float_eq(shears, 0.10, 1e-6, "%.9g g", shears);
}

/// A wall of rectangles in the plane x-z, as the stack has them.
static size_t rectangles_of(const simulated *s, limit_block blocks[LIMIT_BLOCKS])
{
    cr_assert_leq(s->stack.count, (size_t)LIMIT_BLOCKS);
    for (size_t k = 0; k < s->stack.count; k++) {
        const rocking_stack_body *body = &s->stack.bodies[k];
        limit_block *block = &blocks[k];
        *block = (limit_block){.x = body->start.r.x, .z = body->start.r.z};
        block->weight = 1e-3 * body->rock->mass;
        for (size_t i = 0; i < body->rock->vertex_count; i++) {
            const talus_vec3 x = quat_rotate(body->start.p, body->rock->vertices[i]);
            block->b = fmax(block->b, x.x);
            block->h = fmax(block->h, x.z);
        }
    }
    return s->stack.count;
}

static double load_of(const simulated *s, double mu_base, double mu, double towards)
{
    limit_block blocks[LIMIT_BLOCKS];
    const size_t count = rectangles_of(s, blocks);
    return limit_load(blocks, count, mu_base, mu, towards);
}

/// The worked wall under an acceleration that stays; @param mu of base and joints
static simulated wall_under(const double mu[2], double a, double slope)
{
    char text[4][32];
    const double values[4] = {mu[0], mu[1], a, slope};
    for (size_t k = 0; k < 4; k++) {
        snprintf(text[k], sizeof text[k], "%.17g", values[k]);
    }
    return simulate_worked("wall.yaml",
                           (talus_override[]){{"base.mu", text[0]},
                                              {"contact.mu", text[1]},
                                              {"ground_motion.pulse", "cosine"},
                                              {"ground_motion.frequency_hz", "1e-4"},
                                              {"ground_motion.amplitude_m_s2", text[2]},
                                              {"base.slope_deg", text[3]},
                                              {"simulation.time_s", "0.02"},
                                              {NULL, NULL}});
}

static double speed_and_clear(simulated s)
{
    const double speed = fastest(&s);
    cr_assert_eq(s.stack.unsolved, 0);
    clear(&s);
    return speed;
}

static double speed_of_wall(const void *mu, double a)
{
    return speed_and_clear(wall_under(mu, a, 0.0));
}

static double speed_of_wall_on_a_slope(const void *mu, double a)
{
    const double slope = talus_atan(a / GRAVITY) * 180.0 / TALUS_PI;
    return speed_and_clear(wall_under(mu, 0.0, slope));
}

Test(shaken_rows, limit_analysis_has_the_closed_forms)
{
    // one block; a stack, whose interfaces know the blocks above alone
    const limit_block one = {0.0, 0.6, 0.2, 0.6, 3.0};
    cr_expect_float_eq(limit_load(&one, 1, 0.7, 0.7, 1.0), 1.0 / 3.0, 1e-12);
    cr_expect_float_eq(limit_load(&one, 1, 0.25, 0.7, 1.0), 0.25, 1e-12);
    static const double b[3] = {0.5, 0.4, 0.3}, h[3] = {0.3, 0.4, 0.9}, x[3] = {0.0, 0.05, 0.1},
                        mu[3] = {0.7, 0.7, 0.7};
    limit_block stack[3];
    double z = 0.0, topple[3];
    for (size_t k = 0; k < 3; k++) {
        stack[k] = (limit_block){x[k], z + h[k], b[k], h[k], 4.0 * b[k] * h[k]};
        z += 2.0 * h[k];
    }
    const stacks_incline found = stacks_on_incline(3, b, h, x, mu, topple);
    // down the slope is +x there: a base that accelerates towards -x
    cr_expect_float_eq(limit_load(stack, 3, 0.7, 0.7, -1.0), found.critical_tan, 1e-12);
}

Test(shaken_rows, a_wall_starts_to_move_at_the_load_of_limit_analysis)
{
    // its courses slide; as it comes, and rougher: it turns over without sliding
    static const double mu[3][2] = {{0.8, 0.5}, {0.8, 0.7}, {1.0, 1.0}};
    double found[3];
    for (size_t k = 0; k < 3; k++) {
        simulated s = wall_under(mu[k], 0.0, 0.0);
        const double load = load_of(&s, mu[k][0], mu[k][1], 1.0);
        cr_expect_float_eq(load, load_of(&s, mu[k][0], mu[k][1], -1.0), 1e-9, "it is symmetric");
        clear(&s);
        found[k] = starts_at(speed_of_wall, mu[k], 0.9 * load, 1.1 * load);
        const double tilted = starts_at(speed_of_wall_on_a_slope, mu[k], 0.9 * load, 1.1 * load);
        /* measured 6e-9: 0.5, 0.530020, 0.530020 g */
        cr_expect_float_eq(found[k] / load, 1.0, 1e-6, "%.9g g, %.9g g", found[k], load);
        cr_expect_float_eq(tilted / load, 1.0, 1e-6, "%.9g g, %.9g g", tilted, load);
    }
    cr_expect_float_eq(found[0], 0.5, 1e-6);
    cr_expect_float_eq(found[1], found[2], 1e-6, "it slides: %.9g, %.9g g", found[1], found[2]);
}

Test(shaken_rows, limit_analysis_bounds_from_above_a_wall_whose_friction_can_jam)
{
    // with so much friction forces exist that hold the wall up to 0.551 g, and it may move before
    static const double mu[2] = {2.0, 2.0};
    simulated s = wall_under(mu, 0.0, 0.0);
    const double load = load_of(&s, 2.0, 2.0, 1.0);
    clear(&s);
    cr_expect_gt(load, 0.55);
    cr_expect_gt(speed_of_wall(mu, 1.001 * GRAVITY * load), 1e-9);
}

// --- Histories ---

/// Largest difference of the tilts (rad) of a block of 0.2 x 1 m from the event-driven model with
/// Housner's impacts, over three seconds of rocking.
static double off_housner(double step)
{
    enum { SAMPLES = 301 };
    static double time[SAMPLES], theta[SAMPLES], omega[SAMPLES];
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.1, 0.5);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_shaking shaking = {.pulse = {TALUS_PULSE_SINE, 4.0, 2.0 * TALUS_PI * 4.0, 1.0, 0.2},
                                   .scale = 1.0};
    talus_planar_options options = talus_planar_options_default();
    options.duration = 3.0;
    talus_planar_history history = {
        .sample_step = 0.01, .sample_room = SAMPLES, .time = time, .theta = theta, .omega = omega};
    talus_planar_result result;
    cr_assert_eq(talus_planar_run(&model, &shaking, &options, &history, &result, NULL), TALUS_OK);
    simulated s = simulate("blocks: [{size_m: [0.2, 0.2, 1]}]\nbase: {mu: 10}\n"
                           "ground_motion: {pulse: sine, amplitude_m_s2: 4, frequency_hz: 4}\n"
                           "simulation: {time_s: 3, time_step_s: %g}\noutputs: {sample_s: 0.01}\n",
                           step);
    double worst = 0.0;
    for (size_t i = 0; i < history.sample_count && i < s.stack.sample_count; i++) {
        cr_assert_float_eq(time[i], s.stack.times[i], 1e-9);
        worst = fmax(worst, fabs(fabs(theta[i]) - sample_at(&s, i, 0)->tilt));
    }
    cr_expect_geq(result.impacts, 5);
    cr_expect_gt(result.peak_angle, 0.05);
    clear(&s);
    return worst;
}

Test(shaken_rows, a_slender_block_follows_the_event_driven_model_of_housner)
{
    // nine impacts, each at most a step late
    const double coarse = off_housner(2.5e-4), fine = off_housner(6.25e-5);
    cr_expect_lt(fine, 3e-3, "%g rad", fine);
    cr_expect_lt(fine, 0.5 * coarse, "%g, %g rad", coarse, fine);
}

Test(shaken_rows, a_mirrored_motion_gives_the_mirrored_response)
{
    // stones of a course from the left are those of the mirrored wall from the right
    static const size_t course[7] = {0, 2, 5, 7, 10, 12, 15};
    simulated a = simulate_worked("wall.yaml",
                                  (talus_override[]){{"simulation.time_s", "0.4"}, {NULL, NULL}});
    simulated b =
        simulate_worked("wall.yaml", (talus_override[]){{"simulation.time_s", "0.4"},
                                                        {"ground_motion.amplitude_m_s2", "-8"},
                                                        {NULL, NULL}});
    double worst = 0.0;
    for (size_t c = 0; c < 6; c++) {
        for (size_t k = course[c]; k < course[c + 1]; k++) {
            const talus_vec3 r = last_of(&a, k)->position;
            const talus_vec3 q = last_of(&b, course[c] + course[c + 1] - 1 - k)->position;
            worst = fmax(worst, vec3_norm(vec3_sub(r, vec3(-q.x, q.y, q.z))));
        }
    }
    cr_expect_gt(a.stack.bodies[14].most_tilt, 0.04);
    cr_expect_lt(worst, 1e-9, "%g m", worst); /* measured 8e-13 */
    clear(&a);
    clear(&b);
}

Test(shaken_rows, a_motion_of_zero_gives_the_bits_of_a_still_base)
{
    static const char blocks[] =
        "blocks:\n"
        "  - {size_m: [0.3, 0.5, 1], tilt_deg: 20, tilt_direction_deg: 180}\n"
        "  - {size_m: [0.2, 0.4, 0.4]}\n"
        "  - {size_m: [0.2, 0.5, 1], position_m: [0.6, 0, 0.5]}\n"
        "simulation: {time_s: 1}\n";
    simulated still = simulate("%s", blocks);
    simulated zero =
        simulate("%sground_motion: {pulse: sine, amplitude_m_s2: 0, frequency_hz: 1}\n", blocks);
    cr_expect_gt(last_of(&still, 2)->tilt, 0.1, "%g", last_of(&still, 2)->tilt);
    cr_assert_eq(still.stack.sample_count, zero.stack.sample_count);
    for (size_t i = 0; i < still.stack.sample_count; i++) {
        for (size_t k = 0; k < still.stack.count; k++) {
            const rocking_stack_sample *a = sample_at(&still, i, k), *b = sample_at(&zero, i, k);
            cr_assert(memcmp(&a->position, &b->position, sizeof a->position) == 0 &&
                          memcmp(&a->attitude, &b->attitude, sizeof a->attitude) == 0 &&
                          memcmp(&a->v, &b->v, sizeof a->v) == 0 &&
                          memcmp(&a->w, &b->w, sizeof a->w) == 0,
                      "sample %zu, block %zu", i, k);
        }
    }
    clear(&still);
    clear(&zero);
}

// --- Dominoes ---

static simulated row_under(double amplitude, const char *time, const char *step)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", amplitude);
    return simulate_worked("dominoes.yaml",
                           (talus_override[]){{"ground_motion.amplitude_m_s2", text},
                                              {"simulation.time_s", time},
                                              {"simulation.time_step_s", step},
                                              {"outputs.sample_s", "0.001"},
                                              {NULL, NULL}});
}

/// Half a sine overturns a slender block, in the linear equations, from a = x g alpha on:
/// the growing part of theta'' = p^2 (theta - alpha) + (p^2 / g) a sin(w t) from the uplift at
/// sin(psi) = 1/x is zero then:  sqrt(x^2 - 1) + x exp(-(pi - psi) p / w) = w / p.
static double overturns_from(double over_p)
{
    double low = 1.0 + 1e-9, high = 10.0;
    for (int k = 0; k < 60; k++) {
        const double x = 0.5 * (low + high), root = sqrt(x * x - 1.0);
        const double psi = talus_atan(1.0 / root);
        const double left = root + x * talus_exp(-(TALUS_PI - psi) / over_p);
        low = left < over_p ? x : low;
        high = left < over_p ? high : x;
    }
    return low;
}

Test(shaken_rows, the_first_domino_falls_from_the_amplitude_of_housners_block_on)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.05, 0.5);
    const double w = 2.0 * TALUS_PI * 0.6, p = sqrt(0.75 * GRAVITY / hypot(0.05, 0.5));
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const talus_shaking shaking = {.pulse = {TALUS_PULSE_SINE, 1.0, w, 0.5, 0.2}, .scale = 1.0};
    talus_planar_options options = talus_planar_options_default();
    double critical = 0.0;
    bool below;
    cr_assert_eq(
        talus_planar_critical_scale(&model, &shaking, 1.2, 1.5, &options, &critical, &below, NULL),
        TALUS_OK);
    const double linear = overturns_from(w / p) * GRAVITY * talus_atan(0.1);
    cr_expect_float_eq(critical / linear, 1.0, 0.01, "%.6g, %.6g m/s2", critical, linear);
    for (int side = -1; side <= 1; side += 2) {
        simulated s = row_under(-critical * (1.0 + 1e-3 * side), "5", "0.001");
        for (size_t k = 0; k < s.stack.count; k++) {
            cr_expect_eq(s.stack.bodies[k].outcome == ROCKING_STACK_TOPPLED, side > 0, "%zu", k);
            cr_expect(k == 0 || side > 0 || s.stack.bodies[k].most_tilt < 1e-4);
        }
        cr_expect_eq(s.stack.unsolved, 0);
        clear(&s);
    }
}

/// Time at which a domino passes 10 degrees, s.
static double passes_at(const simulated *s, size_t body)
{
    size_t i = 0;
    while (sample_at(s, i, body)->tilt < TALUS_PI / 18.0) {
        i++;
        cr_assert_lt(i, s->stack.sample_count);
    }
    return s->stack.times[i];
}

Test(shaken_rows, the_wave_has_the_speed_of_the_model)
{
    const stacks_dominoes row = {1.0, 0.179, 0.5, 0.0, GRAVITY};
    double speed = 0.0;
    cr_assert(stacks_domino_speed(&row, 50, &speed));
    simulated s = row_under(-1.35, "4", "0.001");
    const double found = 4.0 * 0.679 / (passes_at(&s, 11) - passes_at(&s, 7));
    cr_expect(found > 0.97 * speed && found < 1.005 * speed, "%g, %g m/s", found, speed);
    clear(&s);
}

Test(shaken_rows, a_wall_that_rocks_across_is_solved_from_the_step_before)
{
    simulated s = simulate_worked(
        "wall.yaml",
        (talus_override[]){
            {"ground_motion", "{y: {pulse: sine, amplitude_m_s2: 5, frequency_hz: 1.5}}"},
            {"simulation.time_s", "0.15"},
            {NULL, NULL}});
    cr_expect_eq(s.stack.unsolved, 0);
    // measured 43 249; 346 454 with nothing but the path and Newton from its end
    cr_expect_lt(s.stack.iterations, 70000, "%llu", (unsigned long long)s.stack.iterations);
    clear(&s);
}
