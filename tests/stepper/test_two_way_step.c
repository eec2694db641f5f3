// SPDX-License-Identifier: GPL-3.0-or-later
// Steps with two-way detection and with position correction: physics that must not change.
#include "bench/scenes.h"
#include "stepper/rock_steps.h"

#include "talus/linalg.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    talus_step_options options;
    talus_stepper *stepper;
    talus_state state;
} bench;

static void set_up(bench *b, talus_terrain *terrain, const char *shape, talus_vec3 size,
                   talus_ground ground)
{
    cr_assert_not_null(terrain);
    *b = (bench){.terrain = terrain, .ground = ground};
    b->site = (talus_site){.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
    b->options = talus_step_options_default();
    b->options.detection = TALUS_DETECTION_TWO_WAY;
    b->state.p = (talus_quat){1.0, 0.0, 0.0, 0.0};
    (void)talus_rock_build(shape, size, 0, 2700.0, &b->rock, NULL);
    cr_assert_not_null(b->rock);
}

static void start(bench *b)
{
    cr_assert(talus_stepper_create(&b->site, &b->options, b->rock->vertex_count, &b->stepper,
                                   NULL) == TALUS_OK);
    cr_assert(rock_set(b->stepper, b->rock, 1.0) == TALUS_OK);
}

static void lift(bench *b, double height)
{
    b->state.r.z += height - rock_min_gap(b->stepper, b->state.r, b->state.p);
}

static void tear_down(bench *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

static const talus_ground hard = {
    .name = "hard", .mu_min = 0.55, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0, .drag = 0.5};

Test(two_way_step, a_block_slides_down_with_g_sin_minus_mu_cos)
{
    bench b;
    talus_step_report report;
    const double slope = TALUS_PI / 6.0;
    set_up(&b, scene_plane(slope, 0.0, 40.0, 0.5, 0.0), "cuboid", vec3(2.0, 2.0, 0.5),
           scene_ground(0.3));
    start(&b);
    b.state.p = scene_lay(slope, 0.0);
    lift(&b, -1e-6);
    for (int i = 0; i < 1000; i++) {
        rock_step(b.stepper, &b.state, &report);
        cr_assert(report.solver.solved && report.contact_count == 4);
    }
    const double a = vec3_norm(b.state.v) / 2.0;
    const double expected = 9.81 * (sin(slope) - 0.3 * cos(slope));
    cr_expect(fabs(a / expected - 1.0) < 1e-9, "%.12g, expected %.12g", a, expected);
    tear_down(&b);
}

Test(two_way_step, a_block_rests_on_spikes_between_its_corners)
{
    // three nodes carry a block whose corners are in the air
    static const double heights[25] = {[6] = 0.3, [8] = 0.3, [17] = 0.3};
    const talus_grid grid = {-2.0, -2.0, 1.0, 5, 5};
    talus_terrain *terrain = NULL;
    bench b;
    talus_step_report report;
    cr_assert(talus_terrain_create(&grid, heights, NULL, &terrain, NULL) == TALUS_OK);
    set_up(&b, terrain, "cuboid", vec3(3.0, 3.0, 0.5), scene_ground(0.5));
    start(&b);
    lift(&b, 0.02);
    for (int i = 0; i < 2000; i++) {
        rock_step(b.stepper, &b.state, &report);
        cr_assert(report.solver.solved);
    }
    cr_expect(report.contact_count == 3 && vec3_norm(b.state.v) < 1e-6, "%zu contacts, %g m/s",
              report.contact_count, vec3_norm(b.state.v));
    cr_expect(fabs(b.state.r.z - 0.55) < 5e-3, "z %g m", b.state.r.z);
    tear_down(&b);
}

typedef struct tumbled {
    double deepest, correction, fallen;
    size_t swept, most_contacts, contact_steps;
} tumbled;

static tumbled tumble(talus_scheme scheme, double epsilon, double share, talus_surface surface)
{
    tumbled out = {0};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        bench b;
        talus_step_report report;
        talus_random rng = {.seed = seed};
        talus_ground ground = hard;
        ground.epsilon_n = epsilon;
        set_up(&b, scene_plane(0.7, 0.3, 150.0, 1.0, 0.15), "eota221", vec3(0.93, 0.93, 0.47),
               ground);
        cr_assert_eq(talus_terrain_set_surface(b.terrain, surface, NULL), TALUS_OK);
        b.options.scheme = scheme;
        b.options.position_correction = share;
        start(&b);
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        b.state.p = talus_quat_uniform(u, v, talus_random_uniform(&rng));
        b.state.r = vec3(-80.0, -40.0, 0.0);
        lift(&b, 1.0);
        const double mass = rock_on(b.stepper)->body.mass, top = b.state.r.z;
        for (int i = 0; i < 5000; i++) {
            rock_step(b.stepper, &b.state, &report);
            const double energy = report.kinetic_energy + mass * 9.81;
            cr_assert(fabs(report.ledger) < 1e-10 * energy, "ledger %g J of %g J", report.ledger,
                      energy);
            cr_assert(report.solver.solved && report.solver.relative_error <= 1e-10);
            cr_assert(epsilon > 0.0 || scheme == TALUS_SCHEME_EXPLICIT ||
                      report.gain <= 1e-9 * energy);
            out.deepest = report.penetration > out.deepest ? report.penetration : out.deepest;
            out.most_contacts =
                report.contact_count > out.most_contacts ? report.contact_count : out.most_contacts;
            out.swept += report.swept;
            out.contact_steps += report.contact_count > 0;
            out.correction += report.correction;
        }
        out.fallen += mass * 9.81 * (top - b.state.r.z);
        tear_down(&b);
    }
    return out;
}

Test(two_way_step, the_ledger_closes_and_plastic_midpoint_steps_gain_nothing)
{
    const tumbled t = tumble(TALUS_SCHEME_MIDPOINT, 0.0, 0.0, TALUS_SURFACE_BILINEAR);
    cr_expect(t.contact_steps > 1000 && t.most_contacts <= 16, "%zu", t.most_contacts);
    cr_expect(t.deepest < 0.12, "%g m", t.deepest);
}

Test(two_way_step, the_ledger_closes_on_triangles_and_with_restitution)
{
    (void)tumble(TALUS_SCHEME_MIDPOINT, 0.3, 0.0, TALUS_SURFACE_TRIANGULATED);
    (void)tumble(TALUS_SCHEME_EXPLICIT, 0.0, 0.0, TALUS_SURFACE_TRIANGULATED);
}

Test(two_way_step, position_correction_is_reported_and_small)
{
    const tumbled off = tumble(TALUS_SCHEME_MIDPOINT, 0.0, 0.0, TALUS_SURFACE_BILINEAR);
    const tumbled on = tumble(TALUS_SCHEME_MIDPOINT, 0.0, 0.2, TALUS_SURFACE_BILINEAR);
    cr_expect(fabs(off.correction) < 1e-3 * off.fallen, "%g of %g J", off.correction, off.fallen);
    cr_expect(on.correction > 0.0 && on.correction < 3e-3 * on.fallen, "%g of %g J", on.correction,
              on.fallen);
}

Test(two_way_step, position_correction_lifts_a_sunk_block_to_a_millimetre)
{
    static const talus_detection both[] = {TALUS_DETECTION_PUBLISHED, TALUS_DETECTION_TWO_WAY};
    for (size_t k = 0; k < 2; k++) {
        bench b;
        talus_step_report report;
        double energy = 0.0;
        set_up(&b, scene_plane(0.0, 0.0, 5.0, 0.5, 0.0), "cuboid", vec3(1.0, 1.0, 1.0),
               scene_ground(0.5));
        b.options.detection = both[k];
        b.options.position_correction = 0.2;
        start(&b);
        lift(&b, -0.05);
        const double z = b.state.r.z;
        for (int i = 0; i < 200; i++) {
            rock_step(b.stepper, &b.state, &report);
            energy += report.correction;
        }
        cr_expect(fabs(report.penetration - 1e-3) < 1e-6, "%g m", report.penetration);
        const double lifted = rock_on(b.stepper)->body.mass * 9.81 * (b.state.r.z - z);
        cr_expect(fabs(energy / lifted - 1.0) < 1e-9, "%g J, lifted %g J", energy, lifted);
        cr_expect(vec3_norm(b.state.v) < 1e-9, "no velocity comes of it: %g m/s",
                  vec3_norm(b.state.v));
        tear_down(&b);
    }
}

Test(two_way_step, a_wrong_share_is_refused)
{
    bench b;
    talus_error error = {0};
    set_up(&b, scene_plane(0.0, 0.0, 5.0, 0.5, 0.0), "cuboid", vec3(1.0, 1.0, 1.0),
           scene_ground(0.5));
    b.options.position_correction = 1.5;
    cr_expect(talus_stepper_create(&b.site, &b.options, 8, &b.stepper, &error) ==
              TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "1.5") != NULL, "%s", error.message);
    talus_rock_destroy(b.rock);
    talus_terrain_destroy(b.terrain);
}
