// SPDX-License-Identifier: GPL-3.0-or-later
// Soil drawn per impact: when it changes, and what its numbers depend on.
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "physics/stepper/stepper_internal.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground grounds[2];
    uint8_t classes[2];
    talus_class_map map;
    talus_site site;
    talus_stepper *stepper;
    talus_state state;
} bench;

/// A block over a slope of `medium`, hard ground beside it.
static void set_up(bench *b, talus_detection detection)
{
    *b = (bench){.terrain = scene_plane(0.6, 0.0, 90.0, 1.0, 0.0), .classes = {0, 1}};
    b->grounds[0] = *talus_ground_preset("medium");
    b->grounds[1] = *talus_ground_preset("hard");
    b->map = (talus_class_map){-90.0, -90.0, 90.0, 2, 1, b->classes};
    b->site = (talus_site){
        .terrain = b->terrain, .grounds = b->grounds, .ground_count = 2, .ground_map = &b->map};
    talus_step_options options = talus_step_options_default();
    options.detection = detection;
    cr_assert_eq(talus_rock_build("eota221", vec3(0.93, 0.93, 0.47), 0, 2700.0, &b->rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&b->site, &options, b->rock->vertex_count, &b->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(b->stepper, b->rock, 1.0), TALUS_OK);
    double z = 0.0;
    talus_terrain_height(b->terrain, -80.0, 0.0, &z);
    b->state = (talus_state){.r = vec3(-80.0, 0.0, z + 2.0),
                             .p = quat_unit((talus_quat){0.9, 0.3, 0.3, 0.1}),
                             .v = vec3(8.0, 0.0, 0.0),
                             .omega = vec3(1.0, 9.0, 0.0)};
}

static void tear_down(bench *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

/// Runs 6 s. @return visits to the layer; the soil must change with each and at no other time
static size_t count_visits(bench *b)
{
    size_t visits = 0;
    talus_soil last = b->stepper->site.grounds[0].soil;
    for (int k = 0; k < 3000; k++) {
        const double scar = b->state.scar_depth, v_z = b->state.v.z;
        talus_step_report report;
        rock_step(b->stepper, &b->state, &report);
        const talus_soil now = b->stepper->site.grounds[0].soil;
        const bool entered = scar == 0.0 && b->state.scar_depth > 0.0;
        cr_expect_eq(now.modulus != last.modulus, entered);
        cr_expect_eq(now.drag != last.drag, entered);
        if (entered) {
            cr_expect_eq(b->state.scar_depth, contact_scar_depth(&now, b->stepper->mass, v_z));
        }
        cr_expect_eq(b->stepper->site.grounds[1].soil.modulus, 0.0);
        visits += entered;
        last = now;
    }
    return visits;
}

Test(drawn_soil, is_new_at_each_visit_and_stays_until_the_rock_is_out)
{
    for (int detection = 0; detection < TALUS_DETECTION_COUNT; detection++) {
        bench b;
        set_up(&b, (talus_detection)detection);
        cr_expect_eq(b.stepper->site.grounds[0].soil.modulus, 20e6); // not drawn yet
        rock_draw(b.stepper, 1, 4);
        const size_t visits = count_visits(&b);
        cr_expect_gt(visits, 5, "%zu", visits);
        tear_down(&b);
    }
}

Test(drawn_soil, of_a_visit_is_a_pure_function_of_its_number)
{
    bench b;
    set_up(&b, TALUS_DETECTION_PUBLISHED);
    rock_draw(b.stepper, 7, 5);
    for (uint32_t visit = 1; visit < 6; visit++) {
        stepper_enter_soil(b.stepper);
        stepper_draw_soil(b.stepper, 0);
        const talus_soil now = b.stepper->site.grounds[0].soil;
        const talus_soil again = talus_ground_drawn(&b.grounds[0], 0, 7, 5, visit).soil;
        cr_expect(now.modulus == again.modulus && now.drag == again.drag, "%u", visit);
    }
    const talus_ground one = talus_ground_drawn(&b.grounds[0], 1, 7, 5, 2);
    cr_expect_neq(one.soil.modulus, talus_ground_drawn(&b.grounds[0], 2, 7, 5, 2).soil.modulus);
    cr_expect_neq(one.soil.modulus, talus_ground_drawn(&b.grounds[0], 1, 8, 5, 2).soil.modulus);
    cr_expect_neq(one.soil.modulus, talus_ground_drawn(&b.grounds[0], 1, 7, 6, 2).soil.modulus);
    cr_expect_neq(one.soil.drag, talus_ground_drawn(&b.grounds[0], 1, 7, 5, 3).soil.drag);
    cr_expect_eq(one.mu_min, b.grounds[0].mu_min);
    tear_down(&b);
}

Test(drawn_soil, per_rock_it_stays)
{
    bench b;
    set_up(&b, TALUS_DETECTION_PUBLISHED);
    talus_ground_draw draw = *b.grounds[0].draw;
    draw.soil_per_impact = false;
    b.grounds[0].draw = &draw;
    talus_stepper_destroy(b.stepper);
    const talus_step_options options = talus_step_options_default();
    cr_assert_eq(talus_stepper_create(&b.site, &options, b.rock->vertex_count, &b.stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(b.stepper, b.rock, 1.0), TALUS_OK);
    rock_draw(b.stepper, 1, 4);
    stepper_draw_soil(b.stepper, 0); // else at the first touch
    const double modulus = b.stepper->site.grounds[0].soil.modulus;
    cr_expect_neq(modulus, 20e6);
    for (int k = 0; k < 3000; k++) {
        talus_step_report report;
        rock_step(b.stepper, &b.state, &report);
        cr_expect_eq(b.stepper->site.grounds[0].soil.modulus, modulus);
    }
    tear_down(&b);
}

Test(drawn_soil, numbers_follow_their_laws)
{
    // of ln M_E and ln(1 + C_s): mean and standard deviation of 20000 draws; the errors of these
    // are 0.0028 and 0.002, of the correlation 0.007: bounds of 4 of them
    enum { COUNT = 20000 };
    const talus_ground *medium = talus_ground_preset("medium");
    double sum[2] = {0}, square[2] = {0}, product = 0.0;
    for (uint32_t k = 0; k < COUNT; k++) {
        const talus_soil soil = talus_ground_drawn(medium, 3, 11, k / 100, 1 + k % 100).soil;
        const double x[2] = {talus_log(soil.modulus / 20e6) / 0.4,
                             talus_log((1.0 + soil.drag) / 3.0) / 0.4};
        product += x[0] * x[1] / COUNT;
        for (int i = 0; i < 2; i++) {
            sum[i] += x[i] / COUNT;
            square[i] += x[i] * x[i] / COUNT;
        }
    }
    for (int i = 0; i < 2; i++) {
        cr_expect_float_eq(sum[i], 0.0, 0.028, "%g", sum[i]);
        cr_expect_float_eq(square[i], 1.0, 0.04, "%g", square[i]);
    }
    cr_expect_float_eq(product, 0.0, 0.028, "%g", product);
}

Test(drawn_soil, each_parameter_is_cut_by_its_own_law)
{
    bench b;
    set_up(&b, TALUS_DETECTION_PUBLISHED);
    talus_ground_draw draw = {.soil_per_impact = true};
    draw.laws[TALUS_VARIED_SOIL_MODULUS] =
        (talus_distribution){TALUS_LAW_LOGNORMAL, 20e6, 0.5, 19e6, 21e6, NULL, 0};
    draw.laws[TALUS_VARIED_SOIL_DRAG] =
        (talus_distribution){TALUS_LAW_LOGNORMAL, 3.0, 0.5, 0.0, 0.0, NULL, 0};
    b.grounds[0].draw = &draw;
    double least = 3.0, most = 3.0;
    for (uint32_t visit = 1; visit <= 100; visit++) {
        const talus_soil soil = talus_ground_drawn(&b.grounds[0], 0, 7, 5, visit).soil;
        cr_expect(soil.modulus > 19e6 && soil.modulus < 21e6);
        least = soil.drag < least ? soil.drag : least;
        most = soil.drag > most ? soil.drag : most;
    }
    // of 1 + C_s: the other cut would leave 1.8 to 2.2
    cr_expect(least < 1.0 && most > 4.5, "%g to %g", least, most); /* -0.09 to 8.8 */
    tear_down(&b);
}
