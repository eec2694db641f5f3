// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of rocking scenarios: against the motion they are made of, balances, mirror images.
#include "lab/study/rocking_run.h"

#include "foundation/files/files.h"
#include "foundation/math/linalg.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORKED TALUS_SOURCE_DIR "/scenarios/rocking/"

typedef struct simulated {
    rocking_scenario *scenario;
    talus_diagnostics *list;
    rocking_run run;
} simulated;

static simulated simulate_file(const char *path, const talus_override *overrides, size_t count)
{
    simulated s = {.list = talus_diagnostics_create()};
    talus_error error = {0};
    cr_assert_eq(rocking_scenario_read(path, overrides, count, s.list, &s.scenario, &error),
                 TALUS_OK, "%s", error.message);
    cr_assert_eq(rocking_run_make(s.scenario, s.list, &s.run, &error), TALUS_OK, "%s",
                 error.message);
    return s;
}

static simulated simulate(const char *text)
{
    char path[512];
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, sizeof path, "%s/rocking_run_%ld.yaml", directory ? directory : "/tmp",
             (long)getpid());
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
    const simulated s = simulate_file(path, NULL, 0);
    unlink(path);
    return s;
}

static void clear(simulated *s)
{
    rocking_run_clear(&s->run);
    rocking_scenario_destroy(s->scenario);
    talus_diagnostics_destroy(s->list);
}

Test(rocking_run, free_rocking_of_b1_n_has_the_times_of_its_comment)
{
    static const double times[4] = {0.290279355708096, 0.605197231262515, 0.856253086955444,
                                    1.06930487823124};
    simulated s = simulate_file(WORKED "free_rocking.yaml", NULL, 0);
    for (int i = 0; i < 4; i++) {
        cr_expect(fabs(s.run.impacts[i].time - times[i]) < 1e-11); /* measured 8e-15 s */
        cr_expect_eq(s.run.impacts[i].hit, 1 - i % 2);
    }
    cr_expect_eq(s.run.impact_count, 168);
    cr_expect_str_eq(rocking_run_outcome_name(s.run.outcome), "rest");
    cr_expect(s.run.energy_error < 1e-11, "%g", s.run.energy_error); /* measured 3e-13 J */
    cr_expect(fabs(s.run.avrf - s.run.planar.r_ab) < 1e-12);         /* measured 4e-15 */
    clear(&s);
}

/// No corner below the base, times ascend, and a corner that stands is on it.
static void expect_contact(const rocking_run *run, double tolerance)
{
    for (size_t i = 0; i < run->sample_count; i++) {
        const rocking_run_sample *s = &run->samples[i];
        cr_assert(i == 0 || s->time >= run->samples[i - 1].time, "at %zu", i);
        for (size_t k = 0; k < run->block.corner_count; k++) {
            const double height =
                s->position.z + talus_quat_rotate(s->attitude, run->block.corners[k]).z;
            cr_assert(height > -tolerance, "%g m at %g s", height, s->time);
        }
    }
}

Test(rocking_run, no_corner_sinks_into_the_base)
{
    static const char *const files[3] = {WORKED "free_rocking.yaml", WORKED "el_centro.yaml",
                                         WORKED "spatial_block.yaml"};
    for (int i = 0; i < 3; i++) {
        simulated s = simulate_file(files[i], NULL, 0);
        expect_contact(&s.run, 1e-12); /* measured 5e-16 m */
        clear(&s);
    }
}

Test(rocking_run, the_spatial_block_hits_as_its_comment_says)
{
    simulated s = simulate_file(WORKED "spatial_block.yaml", NULL, 0);
    const rocking_run_impact *facet = &s.run.impacts[0], *edge = &s.run.impacts[1];
    cr_expect_str_eq(facet->kind, "facet impact");
    cr_expect(fabs(facet->time - 0.398578950197355) < 1e-10); /* measured 1.5e-13 s */
    cr_expect(facet->before == 3 && facet->after == 8 && facet->hit == -1);
    cr_expect(fabs(facet->w_plus.y + 1.33040073729186) < 1e-10);
    cr_expect(edge->before == 8 && edge->after == 4 && edge->hit == 2);
    cr_expect(fabs(edge->time - 0.414873982890794) < 1e-9); /* measured 3e-13 s */
    cr_expect(s.run.energy_error < 1e-11);
    clear(&s);
}

Test(rocking_run, impulses_are_the_change_of_momentum)
{
    simulated s = simulate_file(WORKED "spatial_block.yaml", NULL, 0);
    // the centre of mass turns about a point of V1V2, then about V4
    const rocking_run_impact *facet = &s.run.impacts[0];
    const double h = 0.2, b1 = 0.05;
    const talus_vec3 w = facet->w_minus, u = facet->w_plus;
    const talus_vec3 before = vec3_cross(w, vec3(-b1, 0.0, h));
    const talus_vec3 after = vec3_cross(u, vec3(b1, b1, h));
    const talus_vec3 expected = vec3_sub(after, before); // of 1 kg
    cr_expect(vec3_norm(vec3_sub(facet->impulse, expected)) < 1e-15);
    clear(&s);
}

Test(rocking_run, an_edge_impact_in_the_middle_moves_as_a_planar_block)
{
    simulated flat = simulate("block: {width_m: 0.1, height_m: 0.4}\n"
                              "impact: {model: chatzis, lambda: 0.7}\n"
                              "start: {theta_rad: -0.2}\nsimulation: {time_s: 2}\n");
    simulated full = simulate("block: {kind: spatial, width_m: 0.1, depth_m: 0.06, height_m: 0.4}\n"
                              "impact: {lambda: 1, lat: 0, lon: 0.7}\nstart: {theta_rad: 0.2}\n"
                              "simulation: {time_s: 2, tolerance: 1e-12}\n");
    for (size_t i = 0; i < 4; i++) {
        const double gap = full.run.impacts[i].time - flat.run.impacts[i].time;
        cr_expect(fabs(gap) < 1e-9, "%g", gap); /* measured 1.2e-12 s */
    }
    clear(&flat);
    clear(&full);
}

Test(rocking_run, the_mirrored_start_gives_the_mirrored_history)
{
    simulated right = simulate("block: {width_m: 0.1, height_m: 0.2}\nstart: {theta_rad: 0.3}\n"
                               "bouncing: {e: 0.7}\nsimulation: {motion: bouncing, time_s: 3}\n");
    simulated left = simulate("block: {width_m: 0.1, height_m: 0.2}\nstart: {theta_rad: -0.3}\n"
                              "bouncing: {e: 0.7}\nsimulation: {motion: bouncing, time_s: 3}\n");
    cr_assert_eq(right.run.sample_count, left.run.sample_count);
    cr_assert_eq(right.run.impact_count, left.run.impact_count);
    for (size_t i = 0; i < right.run.sample_count; i++) {
        const rocking_run_sample *a = &right.run.samples[i], *c = &left.run.samples[i];
        cr_assert(a->theta == -c->theta && a->omega == -c->omega && a->energy == c->energy);
        cr_assert(a->position.x == -c->position.x && a->position.z == c->position.z);
    }
    for (size_t i = 0; i < right.run.impact_count; i++) {
        cr_assert(right.run.impacts[i].hit == 1 - left.run.impacts[i].hit);
    }
    cr_expect_str_eq(rocking_run_outcome_name(right.run.outcome), "rest");
    clear(&right);
    clear(&left);
}

Test(rocking_run, bouncing_is_that_of_talus_bounce_run_and_goes_on_without_a_jump)
{
    simulated s =
        simulate("block: {width_m: 0.0508, height_m: 0.2032, mass_kg: 4}\n"
                 "start: {theta_rad: 0.1}\nbouncing: {e: 0.6, every_impact: false}\n"
                 "simulation: {motion: bouncing, time_s: 2}\noutputs: {sample_s: 0.001}\n");
    const talus_bounce_options options = {
        .tangential = TALUS_BOUNCE_STICK, .flight = TALUS_BOUNCE_EXACT, .e = 0.6, .settle = 1e-6};
    talus_bounce_impact impacts[200];
    talus_bounce_end end;
    const double first = s.run.impacts[0].time, rate = -s.run.impacts[0].w_minus.y;
    cr_assert_eq(talus_bounce_run(&s.run.planar, rate, &options, impacts, 200, &end, NULL),
                 TALUS_OK);
    cr_assert(end.settled && end.count < 200 && rate < 0.0);
    for (size_t i = 0; i < end.count; i++) {
        const rocking_run_impact *impact = &s.run.impacts[i];
        cr_expect_str_eq(impact->kind, "bounce");
        cr_expect(impact->time == first + impacts[i].time);
        cr_expect(-impact->w_plus.y == impacts[i].omega);
        cr_expect(impact->energy_change <= 0.0);
    }
    cr_expect_str_eq(s.run.impacts[end.count].kind, "impact");
    cr_expect(fabs(s.run.bounced_until - (first + end.time)) < 1e-15);
    cr_expect(s.run.energy_error < 1e-10, "%g", s.run.energy_error); /* measured 3e-15 J */
    for (size_t i = 1; i < s.run.sample_count; i++) {
        const rocking_run_sample *a = &s.run.samples[i - 1], *c = &s.run.samples[i];
        const double moved = vec3_norm(vec3_sub(c->position, a->position));
        cr_assert(moved < 1e-3 * 2.0, "%g m at %g s", moved, c->time); // slower than 2 m/s
    }
    expect_contact(&s.run, 1e-12); /* measured 2e-17 m */
    clear(&s);
}

Test(rocking_run, every_landing_bounces)
{
    // released upright with the rate of 0.24 rad, h/b = 4, e = 0.9: landings of bounce_every
    simulated s = simulate("block: {b_m: 0.0254, h_m: 0.1016, mass_kg: 1}\n"
                           "start: {omega_rad_s: -2.047800335742373}\nbouncing: {e: 0.9}\n"
                           "simulation: {motion: bouncing, time_s: 1.5}\n");
    static const double lands[3] = {0.3660130219988862, 0.6498717520016695, 0.8859348842503292};
    size_t found = 0;
    int last = s.run.impacts[0].hit;
    cr_expect(last == 1 && s.run.impacts[0].time == 0.0);
    for (size_t i = 0; i < s.run.impact_count && found < 3; i++) {
        if (s.run.impacts[i].hit != last) {
            cr_expect_float_eq(s.run.impacts[i].time, lands[found], 2e-7); /* measured 5e-13 s */
            cr_expect_str_eq(s.run.impacts[i].kind, "bounce");
            last = s.run.impacts[i].hit;
            found++;
        }
    }
    cr_expect_eq(found, 3);
    cr_expect(s.run.energy_error < 1e-12, "%g", s.run.energy_error); /* measured 2e-14 J */
    expect_contact(&s.run, 1e-10);
    clear(&s);
}

Test(rocking_run, reaction_and_friction_of_planar_and_spatial_blocks_agree)
{
    static const char *const blocks[2] = {
        "block: {width_m: 0.4, depth_m: 0.6, height_m: 1.2, mass_kg: 2}\nimpact: {model: "
        "housner}\n",
        "block: {kind: spatial, width_m: 0.4, depth_m: 0.6, height_m: 1.2, mass_kg: 2}\n"
        "impact: {lambda: 1, lat: 0, lon: 1}\n"};
    simulated s[2];
    for (int i = 0; i < 2; i++) {
        char text[512];
        (void)snprintf(
            text, sizeof text,
            "%sground_motion: {pulse: sine, amplitude_m_s2: 3.924, frequency_rad_s: 6.8215}\n"
            "contact: {mu: 0.34}\nsimulation: {time_s: 2}\noutputs: {sample_s: 0.001}\n",
            blocks[i]);
        s[i] = simulate(text);
    }
    size_t compared = 0;
    for (size_t i = 0, k = 0; i < s[0].run.sample_count; i++) {
        const rocking_run_sample *a = &s[0].run.samples[i];
        for (; k < s[1].run.sample_count && s[1].run.samples[k].time < a->time; k++) {
        }
        const rocking_run_sample *c = &s[1].run.samples[k < s[1].run.sample_count ? k : 0];
        if (!a->regular || !c->regular || c->time != a->time || fabs(a->theta) < 1e-6) {
            continue;
        }
        const rocking_run_force f = rocking_run_reaction(&s[0].run, a);
        const rocking_run_force g = rocking_run_reaction(&s[1].run, c);
        cr_assert(fabs(f.force.x - g.force.x) < 1e-6 && fabs(f.force.z - g.force.z) < 1e-6,
                  "%g: %g %g, %g %g", a->time, f.force.x, g.force.x, f.force.z, g.force.z);
        cr_assert(fabs(f.x - g.x) < 1e-9 && fabs(g.y) < 1e-9);
        compared++;
    }
    cr_expect_gt(compared, 1000);
    // planar exact, spatial at the samples
    cr_expect_float_eq(s[0].run.demand.friction, 0.34874, 1e-4);
    cr_expect_float_eq(s[1].run.demand.friction, s[0].run.demand.friction, 1e-4);
    cr_expect(s[0].run.demand.slides_time > 0.1 && s[0].run.demand.slides_time < 0.3);
    cr_expect_float_eq(s[1].run.demand.slides_time, s[0].run.demand.slides_time, 2e-3);
    const talus_diagnostic *first = talus_diagnostics_get(s[0].list, 0);
    cr_assert_not_null(first);
    cr_expect_not_null(strstr(first->message, "asks for more friction than mu = 0.34"));
    clear(&s[0]);
    clear(&s[1]);
}

Test(rocking_run, stepper_rocks_and_slides_as_the_reference)
{
    // sine cycle of 0.8 g on mu = 0.36: pose and velocity of an independent stepper at 0.2 ms
    simulated s = simulate(
        "block: {width_m: 0.4, height_m: 1.2, mass_kg: 1}\ncontact: {mu: 0.36}\n"
        "ground_motion: {pulse: sine, amplitude_m_s2: 7.848, frequency_rad_s: 12.566370614359172}\n"
        "simulation: {motion: stepper, time_s: 1.2, time_step_s: 0.0002}\n");
    const rocking_run_sample *last = &s.run.samples[s.run.sample_count - 1];
    cr_expect_float_eq(last->time, 1.2, 1e-9);
    cr_expect_float_eq(last->position.x, 0.30526568599474335, 1e-5); /* measured 6e-8 m */
    cr_expect_float_eq(last->position.z, 0.6150397758305232, 1e-5);
    cr_expect_float_eq(last->theta, -0.5569681952338682, 1e-5); /* measured 1e-7 rad */
    cr_expect_float_eq(s.run.stepped.base_work, 0.652448529603264, 1e-5);
    cr_expect_lt(s.run.stepped.ledger, 1e-12);
    cr_expect_eq(s.run.stepped.unsolved, 0);
    // friction never exceeds mu, and slip is told
    cr_expect_leq(s.run.demand.friction, 0.36 + 1e-9);
    cr_expect_float_eq(s.run.stepped.slip, last->position.x, 1e-12);
    clear(&s);
}

Test(rocking_run, stepper_slides_along_both_axes)
{
    // mu below b/h: the block only slides; shaken along y as along x
    static const char *const axes[2] = {
        "ground_motion: {pulse: sine, amplitude_m_s2: 4.905, frequency_rad_s: 6.283185307179586}\n",
        "ground_motion: {y: {pulse: sine, amplitude_m_s2: 4.905, frequency_rad_s: "
        "6.283185307179586}}\n"};
    for (int i = 0; i < 2; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       "block: {kind: spatial, width_m: 1, depth_m: 1, height_m: 1, mass_kg: 1}\n"
                       "impact: {lambda: 1, lat: 0, lon: 1}\ncontact: {mu: 0.2}\n%s"
                       "simulation: {motion: stepper, time_s: 2, time_step_s: 0.0005}\n",
                       axes[i]);
        simulated s = simulate(text);
        // closed form of one sine cycle
        cr_expect_float_eq(s.run.stepped.slip, 0.02042299721532701,
                           5e-4); /* measured 2.8e-4 m of 0.28 m and back */
        cr_expect_lt(fabs(s.run.stepped.twist), 1e-6);
        cr_expect_str_eq(rocking_run_outcome_name(s.run.outcome), "rest");
        clear(&s);
    }
}

Test(rocking_run, a_misaligned_block_bounces_corner_first)
{
    simulated s = simulate(
        "block: {kind: spatial, width_m: 0.0508, depth_m: 0.0508, height_m: 0.1016, mass_kg: 2}\n"
        "impact: {lambda: 0.9, lat: 0.2, lon: 0.9}\nbouncing: {e: 0.8}\n"
        "start: {theta_rad: 0.2, misalignment_rad: -0.005}\n"
        "simulation: {motion: bouncing, time_s: 3}\noutputs: {sample_s: 0.001}\n");
    const rocking_run_impact *first = &s.run.impacts[0];
    // the end V1 of the edge is up and comes down first
    cr_expect_str_eq(first->kind, "corner impact");
    cr_expect(first->hit == 0 && first->before == 2 && first->after == 0);
    cr_expect(first->energy_change < 0.0);
    cr_expect(s.run.bounced_until > first->time && s.run.time > s.run.bounced_until);
    cr_expect_str_eq(rocking_run_outcome_name(s.run.outcome), "rest");
    cr_expect(s.run.energy_error < 1e-9, "%g", s.run.energy_error); /* measured 1e-11 J */
    expect_contact(&s.run, 1e-10);                                  /* measured 2e-13 m */
    clear(&s);
}

Test(rocking_run, newmark_steps_converge_to_the_events)
{
    const talus_override coarse[] = {{"simulation.scheme", "newmark"},
                                     {"simulation.time_step_s", "0.001"}};
    const talus_override fine[] = {{"simulation.scheme", "newmark"},
                                   {"simulation.time_step_s", "0.0005"}};
    simulated exact = simulate_file(WORKED "free_rocking.yaml", NULL, 0);
    simulated one = simulate_file(WORKED "free_rocking.yaml", coarse, 2);
    simulated half = simulate_file(WORKED "free_rocking.yaml", fine, 2);
    const double e1 = one.run.impacts[4].time - exact.run.impacts[4].time;
    const double e2 = half.run.impacts[4].time - exact.run.impacts[4].time;
    cr_expect(fabs(e1) < 1e-4 && fabs(e1 / e2 - 4.0) < 0.2, "%g", e1 / e2); /* measured 4.00 */
    clear(&exact);
    clear(&one);
    clear(&half);
}

Test(rocking_run, stronger_shaking_can_save_the_pillar)
{
    static const char *const scales[] = {"1.5", "2", "2.5"};
    static const char *const outcomes[] = {"rest", "overturned", "rest"};
    for (int i = 0; i < 3; i++) {
        const talus_override scale = {"ground_motion.scale", scales[i]};
        simulated s = simulate_file(WORKED "el_centro.yaml", &scale, 1);
        cr_expect_str_eq(rocking_run_outcome_name(s.run.outcome), outcomes[i]);
        clear(&s);
    }
}

Test(rocking_run, a_fixed_moment_that_leaves_no_pivot_ends_the_run)
{
    const talus_override tau = {"impact.facet_tau_n_m_s", "1"};
    simulated s = simulate_file(WORKED "spatial_block.yaml", &tau, 1);
    cr_expect_str_eq(rocking_run_outcome_name(s.run.outcome), "no pivot");
    cr_expect(s.run.suspect);
    clear(&s);
}

Test(rocking_run, impacts_that_add_energy_are_told)
{
    const talus_override lon = {"impact.lon", "0"};
    simulated s = simulate_file(WORKED "spatial_block.yaml", &lon, 1);
    const talus_diagnostic *last =
        talus_diagnostics_get(s.list, talus_diagnostics_count(s.list) - 1);
    cr_expect_not_null(strstr(last->message, "impacts added energy"), "%s", last->message);
    clear(&s);
    s = simulate_file(WORKED "spatial_block.yaml", NULL, 0);
    cr_expect_eq(talus_diagnostics_count(s.list), 0);
    clear(&s);
}
