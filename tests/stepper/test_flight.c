// SPDX-License-Identifier: GPL-3.0-or-later
// Flights against the detection of every step they leave out.
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "stepper/rock_steps.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>

#include "physics/stepper/flight.h"

typedef struct flight_scene {
    talus_terrain *terrain;
    talus_ground ground;
    talus_site site;
    talus_rock *rock;
    talus_step_options options;
    talus_stepper *stepper;
} flight_scene;

static void scene_make_with(flight_scene *scene, const char *shape, talus_vec3 size, double noise,
                            talus_scheme scheme, talus_detection detection)
{
    scene->terrain = scene_plane(0.6, 0.3, 60.0, 1.0, noise);
    scene->ground = scene_ground(0.6);
    scene->site =
        (talus_site){.terrain = scene->terrain, .grounds = &scene->ground, .ground_count = 1};
    cr_assert_eq(talus_rock_build(shape, size, 0, 2700.0, &scene->rock, NULL), TALUS_OK);
    scene->options = talus_step_options_default();
    scene->options.scheme = scheme;
    scene->options.detection = detection;
    cr_assert_eq(talus_stepper_create(&scene->site, &scene->options, scene->rock->vertex_count,
                                      &scene->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(scene->stepper, scene->rock, 1.0), TALUS_OK);
}

static void scene_make(flight_scene *scene, const char *shape, talus_vec3 size, double noise)
{
    scene_make_with(scene, shape, size, noise, TALUS_SCHEME_MIDPOINT, TALUS_DETECTION_PUBLISHED);
}

static void scene_clear(flight_scene *scene)
{
    talus_stepper_destroy(scene->stepper);
    talus_rock_destroy(scene->rock);
    talus_terrain_destroy(scene->terrain);
}

static double draw(uint64_t k, uint32_t j, double low, double high)
{
    const double u = (double)(talus_random_bits(5, k, j) >> 11) / 9007199254740992.0;
    return low + u * (high - low);
}

/// A rock somewhere over the middle of the slope, moving and turning at random.
static talus_state random_state(uint64_t k)
{
    const double x = draw(k, 0, -30.0, 30.0), y = draw(k, 1, -30.0, 30.0);
    const talus_quat p = {draw(k, 2, -1.0, 1.0), draw(k, 3, -1.0, 1.0), draw(k, 4, -1.0, 1.0),
                          draw(k, 5, -1.0, 1.0)};
    const double fall = talus_sin(0.6) / talus_cos(0.6);
    const double ground = -fall * (talus_cos(0.3) * x + talus_sin(0.3) * y);
    return (talus_state){
        .r = vec3(x, y, ground + draw(k, 6, 0.5, 3.0)),
        .p = quat_unit(p),
        .v = vec3(draw(k, 7, -5.0, 25.0), draw(k, 8, -8.0, 8.0), draw(k, 9, -20.0, 8.0)),
        .omega = vec3(draw(k, 10, -30.0, 30.0), draw(k, 11, -30.0, 30.0), draw(k, 12, -30.0, 30.0)),
        .slippage = draw(k, 13, 0.0, 2.0)};
}

/// Steps of all flights from many random states; every one of them must be clear.
static uint64_t check_clear(flight_scene *scene, uint64_t states, uint64_t *flights)
{
    uint64_t steps = 0;
    *flights = 0;
    for (uint64_t k = 0; k < states; k++) {
        talus_state state = random_state(k);
        talus_flight flight;
        const uint64_t planned = rock_plan(scene->stepper, &state, 400, &flight);
        *flights += planned > 0;
        for (uint64_t n = 0; n < planned; n++) {
            const talus_vec3 r_mid = vec3_axpy(state.r, 0.5 * scene->options.time_step, state.v);
            stepper_flight_turn(&flight, &state);
            const talus_quat p_mid =
                talus_rotation_midpoint(state.p, state.omega, scene->options.time_step);
            const double gap = rock_min_gap(scene->stepper, r_mid, p_mid);
            cr_assert_gt(gap, scene->options.slip_gap, "state %llu, step %llu of %llu: gap %g m",
                         (unsigned long long)k, (unsigned long long)n, (unsigned long long)planned,
                         gap);
            talus_vec3 omega;
            cr_assert_eq(rock_take(scene->stepper, &flight, 1, &state, &omega), 1);
            steps++;
        }
    }
    return steps;
}

Test(flight, leaves_out_no_contact_of_a_wheel)
{
    flight_scene scene;
    scene_make(&scene, "eota221", vec3(0.93, 0.93, 0.47), 0.15);
    uint64_t flights;
    const uint64_t steps = check_clear(&scene, 1500, &flights);
    // measured 1083 flights of 133 steps
    cr_expect_gt(flights, 700);
    cr_expect_gt(steps, 40 * flights);
    scene_clear(&scene);
}

Test(flight, leaves_out_no_contact_of_a_tumbling_box_on_rough_ground)
{
    flight_scene scene;
    scene_make(&scene, "cuboid", vec3(1.6, 0.9, 0.4), 0.6);
    uint64_t flights;
    check_clear(&scene, 1500, &flights);
    cr_expect_gt(flights, 200);
    scene_clear(&scene);
}

/// The nearest place that makes contacts a few centimetres over the ground.
static talus_state low_state(const flight_scene *scene, uint64_t k)
{
    talus_state state = random_state(k);
    const double gap = rock_min_gap(scene->stepper, state.r, state.p);
    const double wanted = draw(k, 14, 0.0, 1.0);
    state.r.z += 2e-3 + 0.15 * wanted * wanted - gap;
    return state;
}

/// Steps from `state` until talus_step meets a contact or a gap within slip_gap, up to `most`.
static uint64_t count_free_steps(flight_scene *scene, talus_state state, uint64_t most)
{
    uint64_t count = 0;
    for (; count < most; count++) {
        talus_step_report report;
        rock_step(scene->stepper, &state, &report);
        if (report.contact_count > 0 || report.touching) {
            break;
        }
    }
    return count;
}

/// Near the ground: no flight is longer than the way that is free (100 steps looked at), and the
/// first flight has a share of it.
static void check_low_by(talus_detection detection, const char *shape, talus_vec3 size,
                         double noise, talus_scheme scheme, double least_share)
{
    enum { MOST = 100 };
    flight_scene scene;
    uint64_t planned_sum = 0, free_sum = 0;
    scene_make_with(&scene, shape, size, noise, scheme, detection);
    for (uint64_t k = 0; k < 4000; k++) {
        const talus_state state = low_state(&scene, k);
        talus_flight flight;
        const uint64_t planned = rock_plan(scene.stepper, &state, MOST, &flight);
        const uint64_t free_steps = count_free_steps(&scene, state, MOST);
        cr_assert_leq(planned, free_steps, "%s, %s, state %llu", shape, talus_scheme_name(scheme),
                      (unsigned long long)k);
        planned_sum += planned;
        free_sum += free_steps;
    }
    cr_expect_gt((double)planned_sum, least_share * (double)free_sum, "%s, %s: %llu of %llu", shape,
                 talus_scheme_name(scheme), (unsigned long long)planned_sum,
                 (unsigned long long)free_sum);
    scene_clear(&scene);
}

static void check_low(const char *shape, talus_vec3 size, double noise, talus_scheme scheme,
                      double least_share)
{
    check_low_by(TALUS_DETECTION_PUBLISHED, shape, size, noise, scheme, least_share);
}

Test(flight, near_the_ground_leaves_out_no_contact_of_a_wheel)
{
    // measured 0.581, 0.581: a flight looks at 64 steps of the 100
    check_low("eota221", vec3(0.93, 0.93, 0.47), 0.15, TALUS_SCHEME_MIDPOINT, 0.5);
    check_low("eota221", vec3(0.93, 0.93, 0.47), 0.15, TALUS_SCHEME_EXACT, 0.5);
}

Test(flight, near_the_ground_leaves_out_no_contact_of_a_box)
{
    // measured 0.097, 0.050, 0.097
    check_low("cuboid", vec3(1.6, 0.9, 0.4), 0.3, TALUS_SCHEME_MIDPOINT, 0.06);
    check_low("cuboid", vec3(1.6, 0.9, 0.4), 0.3, TALUS_SCHEME_EXPLICIT, 0.03);
    check_low("cuboid", vec3(1.6, 0.9, 0.4), 0.3, TALUS_SCHEME_RATTLE, 0.06);
}

Test(flight, near_the_ground_leaves_out_no_contact_of_the_explicit_scheme)
{
    // measured 0.159
    check_low("eota221", vec3(0.93, 0.93, 0.47), 0.15, TALUS_SCHEME_EXPLICIT, 0.1);
}

/// Edges, and nodes that come through faces, are nearer than vertices: what is asked is the gap of the
/// whole rock.
Test(flight, near_the_ground_leaves_out_no_contact_of_two_way_detection)
{
    const talus_detection two_way = TALUS_DETECTION_TWO_WAY;
    // measured 0.306, 0.098, 0.016, 0.349, 0.309; by gaps of vertices 0.111, 0.013, 0.0007, 0.211, 0.214
    check_low_by(two_way, "eota221", vec3(0.93, 0.93, 0.47), 0.15, TALUS_SCHEME_MIDPOINT, 0.25);
    check_low_by(two_way, "cuboid", vec3(1.6, 0.9, 0.4), 0.3, TALUS_SCHEME_MIDPOINT, 0.07);
    check_low_by(two_way, "cuboid", vec3(3.2, 2.9, 2.4), 0.3, TALUS_SCHEME_EXACT, 0.01);
    check_low_by(two_way, "equant", vec3(0.3, 0.25, 0.2), 0.3, TALUS_SCHEME_RATTLE, 0.28);
    check_low_by(two_way, "icosphere", vec3(0.9, 0.7, 0.5), 0.15, TALUS_SCHEME_MIDPOINT, 0.26);
}

/// Largest difference of a flight from the same steps taken by talus_step.
static double compare_with_steps(flight_scene *scene, uint64_t k)
{
    const talus_state start = random_state(k);
    talus_state flown = start, stepped = start;
    talus_flight flight;
    talus_vec3 omega[400];
    const uint64_t planned = rock_plan(scene->stepper, &start, 400, &flight);
    if (planned == 0) {
        return 0.0;
    }
    cr_assert_eq(rock_take(scene->stepper, &flight, planned, &flown, omega), planned);
    stepper_flight_turn(&flight, &flown);
    double worst = 0.0;
    for (uint64_t n = 0; n < planned; n++) {
        talus_step_report report;
        rock_step(scene->stepper, &stepped, &report);
        cr_assert_eq(report.contact_count, 0);
        cr_assert_not(report.touching);
        if (!flight.is_repeating) { // else only the whole turn is asked for
            worst = fmax(worst, 0.01 * vec3_norm(vec3_sub(omega[n], stepped.omega)));
        }
    }
    const double sign = flown.p.w * stepped.p.w + flown.p.x * stepped.p.x +
                                    flown.p.y * stepped.p.y + flown.p.z * stepped.p.z <
                                0.0
                            ? -1.0
                            : 1.0;
    const talus_quat d = {flown.p.w - sign * stepped.p.w, flown.p.x - sign * stepped.p.x,
                          flown.p.y - sign * stepped.p.y, flown.p.z - sign * stepped.p.z};
    worst = fmax(worst, vec3_norm(vec3_sub(flown.r, stepped.r)));
    worst = fmax(worst, vec3_norm(vec3_sub(flown.v, stepped.v)));
    worst = fmax(worst, 0.01 * vec3_norm(vec3_sub(flown.omega, stepped.omega)));
    worst = fmax(worst, sqrt(quat_norm2(d)));
    return fmax(worst, fabs(flown.slippage - stepped.slippage));
}

Test(flight, moves_as_single_steps_do)
{
    static const struct {
        const char *shape;
        talus_vec3 size;
    } rocks[] = {{"eota221", {0.93, 0.93, 0.47}},
                 {"cuboid", {0.93, 0.93, 0.57}},
                 {"eota221", {0.93, 0.80, 0.47}}};
    for (size_t rock = 0; rock < sizeof rocks / sizeof *rocks; rock++) {
        flight_scene scene;
        scene_make(&scene, rocks[rock].shape, rocks[rock].size, 0.15);
        for (uint64_t k = 0; k < 300; k++) {
            // measured 1.5e-12 at most
            cr_expect_lt(compare_with_steps(&scene, k), 1e-10, "rock %zu, state %llu", rock,
                         (unsigned long long)k);
        }
        scene_clear(&scene);
    }
}

Test(flight, is_not_planned_in_contact_or_off_the_terrain)
{
    flight_scene scene;
    scene_make(&scene, "eota221", vec3(0.93, 0.93, 0.47), 0.0);
    talus_flight flight;
    talus_state state = {.r = {0.0, 0.0, 0.2}, .p = {1.0, 0.0, 0.0, 0.0}};
    cr_expect_eq(rock_plan(scene.stepper, &state, 400, &flight), 0);
    state.r = vec3(70.0, 0.0, 50.0);
    cr_expect_eq(rock_plan(scene.stepper, &state, 400, &flight), 0);
    state.r.x = (double)NAN;
    cr_expect_eq(rock_plan(scene.stepper, &state, 400, &flight), 0);
    scene_clear(&scene);
}
