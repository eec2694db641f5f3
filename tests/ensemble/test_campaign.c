// SPDX-License-Identifier: GPL-3.0-or-later
// Inconsistent campaigns are refused with a sentence; exact moments.
#include "ensemble/incline.h"
#include "runs/ensemble/ensemble_internal.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

/// The scene's campaign must be refused, and the sentence must hold this word.
static void expect_refused(incline *scene, const char *word)
{
    talus_error error = {0};
    talus_results *results = (talus_results *)scene;
    cr_expect_eq(talus_campaign_run(&scene->campaign, NULL, &results, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_null(results);
    cr_expect_not_null(strstr(error.message, word), "\"%s\" has no \"%s\"", error.message, word);
    incline_clear(scene);
}

static void make_scene(incline *scene)
{
    incline_make(scene, 0.5, 0.0, false);
    incline_campaign(scene);
}

static const double no_frequency[] = {0.0}, negative_frequency[] = {-1.0};

static void many_releases(incline *scene)
{
    static talus_release releases[65];
    for (size_t k = 0; k < 65; k++) {
        releases[k] = scene->release;
    }
    scene->campaign.releases = releases;
}

static talus_release_run row;
static void one_row(incline *scene, talus_release_run run)
{
    row = run;
    scene->release.kind = TALUS_RELEASE_RUNS;
    scene->release.count = 1;
    scene->release.runs = &row;
    scene->release.cumulative = NULL;
}

/// The class as one block that stands in a wall.
static void one_block(incline *scene)
{
    static talus_rock *block;
    cr_assert_eq(talus_rock_build("cuboid", vec3(1.0, 1.0, 1.0), 0, 2500.0, &block, NULL),
                 TALUS_OK);
    scene->kind.rock = block;
    scene->kind.blocks = &scene->kind.rock;
    scene->kind.block_count = 1;
}

#define REFUSED(name, change, word)                                                                \
    Test(check, refuses_##name)                                                                    \
    {                                                                                              \
        incline scene;                                                                             \
        make_scene(&scene);                                                                        \
        change;                                                                                    \
        expect_refused(&scene, word);                                                              \
    }

REFUSED(a_missing_terrain, scene.campaign.site.terrain = NULL, "terrain")
REFUSED(a_missing_ground, scene.campaign.site.ground_count = 0, "ground class")
REFUSED(no_time_step, scene.campaign.step.time_step = 0.0, "time step")
REFUSED(a_time_step_that_is_no_number, scene.campaign.step.time_step = (double)NAN, "time step")
REFUSED(negative_gravity, scene.campaign.step.gravity = -9.81, "gravity")
REFUSED(no_stop_speed, scene.campaign.stop.speed = 0.0, "stop speed")
REFUSED(an_endless_time_limit, scene.campaign.time_limit = (double)INFINITY, "time limit")
REFUSED(too_many_steps, scene.campaign.time_limit = 1e11, "1e12 steps")
REFUSED(no_rocks, scene.campaign.rock_class_count = 0, "rock classes")
REFUSED(a_missing_rock, scene.kind.rock = NULL, "rock of class 0")
REFUSED(a_negative_share, scene.kind.share = -1.0, "share")
REFUSED(shares_that_sum_to_nothing, scene.kind.share = 0.0, "sum of the rock shares")
REFUSED(a_bad_size_law, scene.kind.sized = true, "volume of rock class 0")
REFUSED(no_releases, scene.campaign.release_count = 0, "no releases")
REFUSED(releases_without_rocks, scene.release.rocks = 0, "no rock")
REFUSED(a_release_without_places, scene.release.count = 0, "no places")
REFUSED(a_release_without_area, scene.release.cumulative = NULL, "area")
REFUSED(a_release_at_no_number, scene.xy[3] = (double)NAN, "coordinate")
REFUSED(a_release_below_ground, scene.release.height = -0.1, "height")
REFUSED(a_class_that_does_not_exist, scene.release.rock = 9, "rock class 9 of 1")
REFUSED(rows_of_another_kind, scene.release.runs = &row, "has rows, but is of another kind")
REFUSED(runs_without_rows, scene.release.kind = TALUS_RELEASE_RUNS, "no rows")
REFUSED(a_row_that_is_infinite, one_row(&scene, (talus_release_run){.z = (double)INFINITY}),
        "infinite")
REFUSED(a_row_below_ground, one_row(&scene, (talus_release_run){.height = -1.0}), "height below 0")
REFUSED(a_row_without_orientation, one_row(&scene, (talus_release_run){0}), "not a quaternion")
REFUSED(a_row_of_no_class, one_row(&scene, (talus_release_run){.orientation.w = 1.0, .rock = 2}),
        "a row with a rock class")
REFUSED(a_row_of_one_block, one_row(&scene, (talus_release_run){.orientation.w = 1.0, .rock = 1});
        one_block(&scene), "a row that starts one of the blocks")
REFUSED(a_draw_of_one_block, one_block(&scene), "draws its rocks, among them the blocks")
REFUSED(too_many_rocks, scene.release.rocks = UINT64_MAX, "too many")
REFUSED(cells_without_size, scene.campaign.cells.cell = 0.0, "side of the statistics cells")
REFUSED(no_cells, scene.campaign.cells.nx = 0, "0 x 40")
REFUSED(cells_beside_the_terrain, scene.campaign.cells.x0 = 60.0, "cover nothing")
REFUSED(a_negative_sample_time, scene.campaign.sample_time = -1.0, "sample time")
REFUSED(too_many_tracks, scene.release.rocks = 2000000;
        scene.campaign.recorded_rocks = UINT64_MAX, "tracks of 2000000 rocks")
REFUSED(too_many_strata, scene.campaign.stratified = true; scene.campaign.rock_class_count = 1;
        scene.campaign.release_count = 65; many_releases(&scene), "65 releases x 1 rock classes")
REFUSED(frequencies_without_strata, scene.campaign.frequency = no_frequency, "stratified")
REFUSED(frequencies_that_sum_to_nothing, scene.campaign.stratified = true;
        scene.campaign.frequency = no_frequency, "sum of the release frequencies")
REFUSED(a_negative_frequency, scene.campaign.stratified = true;
        scene.campaign.frequency = negative_frequency, "release frequency is -1")
REFUSED(restitution_that_is_no_number, scene.ground.epsilon_n = (double)NAN, "epsilon_n is nan")
REFUSED(restitution_that_gains_energy, scene.ground.epsilon_n = 3.0, "epsilon_n is 3")
REFUSED(tangential_restitution_above_one, scene.ground.epsilon_t = 1.01, "epsilon_t is 1.01")
REFUSED(negative_restitution, scene.ground.epsilon_n = -0.1, "epsilon_n is -0.1")
REFUSED(negative_friction, scene.ground.mu_min = -0.5, "mu_min is -0.5")
REFUSED(friction_that_falls, scene.ground.mu_max = 0.1, "mu_max is 0.1, expected a number >= 0.55")
REFUSED(friction_without_end, scene.ground.mu_max = (double)INFINITY, "mu_max is inf")
REFUSED(a_kappa_that_is_no_number, scene.ground.kappa = (double)NAN, "kappa")
REFUSED(a_negative_decay, scene.ground.beta = -1.0, "beta")
REFUSED(a_negative_ground_drag, scene.ground.drag = -1.0, "drag (1/s) is -1")
REFUSED(a_soil_that_is_no_number, scene.ground.soil.modulus = (double)NAN, "modulus")
REFUSED(a_tolerance_of_nothing, scene.campaign.step.tolerance = 0.0, "tolerance")
REFUSED(a_negative_tolerance, scene.campaign.step.tolerance = -1.0, "tolerance")
REFUSED(a_gap_that_is_no_number, scene.campaign.step.slip_gap = (double)NAN, "slip gap")
REFUSED(screens_that_are_not_there, scene.campaign.screen_count = 2, "2 screens")

/// The scene with a rock of its own that no body can be.
static void expect_rock_refused(double mass, talus_vec3 inertia, const char *word)
{
    incline scene;
    make_scene(&scene);
    talus_rock rock = incline_rock;
    rock.mass = mass;
    rock.inertia = inertia;
    scene.kind.rock = &rock;
    expect_refused(&scene, word);
}

Test(check, refuses_rocks_that_no_body_can_be)
{
    const talus_vec3 good = incline_rock.inertia;
    expect_rock_refused((double)NAN, good, "a mass that is not a number > 0");
    expect_rock_refused(-1.0, good, "a mass that is not a number > 0");
    expect_rock_refused(1200.0, (talus_vec3){1.0, 1.0, 100.0}, "moments of inertia that no body");
    expect_rock_refused(1200.0, (talus_vec3){1.0, (double)NAN, 1.0}, "moments of inertia that no");
    expect_rock_refused(1200.0, (talus_vec3){0.0, 1.0, 1.0}, "moments of inertia that no body");
}

static void expect_forest_refused(talus_forest forest, const char *word)
{
    incline scene;
    make_scene(&scene);
    scene.campaign.site.forests = &forest;
    scene.campaign.site.forest_count = 1;
    expect_refused(&scene, word);
}

Test(check, refuses_forests_that_cannot_be)
{
    expect_forest_refused((talus_forest){.drag = (double)NAN, .height = 3.0}, "drag (kg/s) is nan");
    expect_forest_refused((talus_forest){.drag = -1.0, .height = 3.0}, "drag (kg/s) is -1");
    expect_forest_refused((talus_forest){.drag = 1.0, .height = -3.0}, "height (m) is -3");
    expect_forest_refused((talus_forest){.height = 3.0, .hold_height = -1.0}, "hold (m) is -1");
    expect_forest_refused((talus_forest){.height = 3.0, .hold_path = (double)NAN},
                          "hold (m) is nan");
    expect_forest_refused((talus_forest){.rotational_drag = {0.0, (double)NAN, 0.0}, .height = 3.0},
                          "about the second axis");
    incline scene;
    make_scene(&scene);
    scene.campaign.site.forest_count = 1;
    expect_refused(&scene, "1 forest classes are NULL");
}

static void expect_variation_refused(const talus_variation *variation, const char *word)
{
    incline scene;
    make_scene(&scene);
    scene.ground.variation = variation;
    expect_refused(&scene, word);
}

Test(check, refuses_variations_that_cannot_be)
{
    float values[4] = {0.0F, 0.0F, 0.0F, NAN};
    const talus_field field = {.grid = {.cell = 1.0, .nx = 2, .ny = 2}, .values = values};
    const talus_field narrow = {.grid = {.cell = 1.0, .nx = 1, .ny = 2}, .values = values};
    talus_variation v = {.parameter = TALUS_VARIED_BETA, .sd = 0.1};
    expect_variation_refused(&v, "has no field");
    v.field = &narrow;
    expect_variation_refused(&v, "has no field");
    v.field = &field;
    expect_variation_refused(&v, "a value that is not a number");
    values[3] = 1.0F;
    v.sd = -1.0;
    expect_variation_refused(&v, "a deviation that is not");
    v.sd = (double)NAN;
    expect_variation_refused(&v, "a deviation that is not");
    v.sd = 0.1;
    v.parameter = (talus_varied)TALUS_VARIED_COUNT;
    expect_variation_refused(&v, "a parameter that does not vary");
}

Test(check, refuses_drawn_laws_and_maps_that_cannot_be)
{
    talus_ground_draw draw = {.per_impact = false};
    incline scene;
    draw.laws[TALUS_VARIED_EPSILON_N] =
        (talus_distribution){.law = TALUS_LAW_UNIFORM, .a = 0.1, .b = 1.5};
    make_scene(&scene);
    scene.ground.draw = &draw;
    expect_refused(&scene, "can be 1.5, expected at most 1");
    draw.laws[TALUS_VARIED_EPSILON_N].b = (double)NAN;
    make_scene(&scene);
    scene.ground.draw = &draw;
    expect_refused(&scene, "drawn parameter");
    uint8_t classes[4] = {0, 0, 0, 1};
    talus_class_map map = {.cell = 30.0, .nx = 2, .ny = 2, .classes = classes};
    make_scene(&scene);
    scene.campaign.site.ground_map = &map;
    expect_refused(&scene, "the number 1, expected 0 to 0");
    map.cell = (double)NAN;
    make_scene(&scene);
    scene.campaign.site.forest_map = &map;
    expect_refused(&scene, "the map of forest classes");
}

REFUSED(an_unknown_scheme, scene.campaign.step.scheme = TALUS_SCHEME_COUNT, "scheme")

Test(check, refuses_a_release_without_orientation)
{
    incline scene;
    make_scene(&scene);
    scene.release.random_orientation = false;
    scene.release.orientation = (talus_quat){0.0, 0.0, 0.0, 0.0};
    expect_refused(&scene, "orientation");
}

Test(campaign, defaults_are_those_of_the_header)
{
    const talus_campaign c = talus_campaign_default();
    cr_expect_eq(c.step.scheme, TALUS_SCHEME_MIDPOINT);
    cr_expect_eq(c.step.time_step, 0.002);
    cr_expect_eq(c.stop.speed, 0.2);
    cr_expect_eq(c.time_limit, 300.0);
    cr_expect_eq(c.recorded_rocks, 1000);
    cr_expect_eq(talus_campaign_rock_count(&c), 0);
}

Test(campaign, heaviest_rock_is_at_the_upper_end_of_the_size_law)
{
    incline scene;
    make_scene(&scene);
    cr_expect_eq(campaign_heaviest(&scene.campaign), 1200.0);
    scene.kind.sized = true;
    scene.kind.volume = (talus_distribution){.law = TALUS_LAW_UNIFORM, .a = 0.1, .b = 4.8};
    cr_expect(fabs(campaign_heaviest(&scene.campaign) - 12000.0) < 1e-6);
    incline_clear(&scene);
}

Test(moments, are_exact_order_statistics)
{
    double values[200];
    for (int k = 0; k < 200; k++) {
        values[k] = (double)((k * 73) % 200) + 1.0; // 1..200 in some order
    }
    const talus_moments m = ensemble_moments(values, 200);
    cr_expect_eq(m.mean, 100.5);
    cr_expect(fabs(m.std - sqrt((200.0 * 200.0 - 1.0) / 12.0)) < 1e-12);
    cr_expect_eq(m.p50, 100.0);
    cr_expect_eq(m.p90, 180.0);
    cr_expect_eq(m.p95, 190.0);
    cr_expect_eq(m.p99, 198.0);
    cr_expect_eq(m.max, 200.0);
}

Test(moments, of_one_value_are_that_value)
{
    double value = 3.0;
    const talus_moments m = ensemble_moments(&value, 1);
    cr_expect(m.mean == 3.0 && m.std == 0.0 && m.p50 == 3.0 && m.p99 == 3.0 && m.max == 3.0);
}

Test(moments, the_lower_tail_is_of_order_statistics_too)
{
    double values[200];
    for (int k = 0; k < 200; k++) {
        values[k] = (double)k + 1.0;
    }
    const talus_lower_tail tail = ensemble_lower_tail(values, 200);
    cr_expect_eq(tail.min, 1.0);
    cr_expect_eq(tail.p1, 2.0);
    cr_expect_eq(tail.p5, 10.0);
    cr_expect_eq(tail.p10, 20.0);
    const talus_lower_tail none = ensemble_lower_tail(values, 0);
    cr_expect(isnan(none.min) && isnan(none.p1) && isnan(none.p5) && isnan(none.p10));
}

Test(totals, per_rock_figures_are_the_largest_values_of_the_records)
{
    incline scene;
    talus_results *results = NULL;
    make_scene(&scene);
    cr_assert_eq(talus_campaign_run(&scene.campaign, NULL, &results, NULL), TALUS_OK);
    const talus_totals *totals = ensemble_totals(results);
    const talus_rock_record *records = ensemble_records(results);
    double sum = 0.0, most = 0.0, flattest = HUGE_VAL;
    for (uint64_t k = 0; k < totals->rocks; k++) {
        const talus_rock_record *r = &records[k];
        const double x = r->end.r.x - r->start.r.x, y = r->end.r.y - r->start.r.y;
        const double angle = atan((r->start.r.z - r->end.r.z) / sqrt(x * x + y * y));
        sum += r->speed_max;
        most = r->kinetic_energy_max > most ? r->kinetic_energy_max : most;
        flattest = angle < flattest ? angle : flattest;
    }
    cr_expect_eq(totals->largest[TALUS_SPEED].mean, sum / (double)totals->rocks);
    cr_expect_eq(totals->largest[TALUS_KINETIC_ENERGY].max, most);
    cr_expect_float_eq(totals->reach_angle_tail.min, flattest, 1e-15); // rad, libm's atan
    cr_expect_leq(totals->reach_angle_tail.p10, totals->reach_angle.p50);
    // a rock is slower than its fastest moment most of the time
    cr_expect_gt(totals->largest[TALUS_SPEED].p50, totals->pooled[TALUS_SPEED].p50);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(hash, depends_on_rock_outcome_and_every_number_of_the_state)
{
    talus_rock_record record = {.rock = 3, .outcome = TALUS_STOPPED, .end.p.w = 1.0};
    const uint64_t hash = ensemble_rock_hash(&record);
    talus_rock_record other = record;
    other.rock = 4;
    cr_expect_neq(ensemble_rock_hash(&other), hash);
    other = record;
    other.outcome = TALUS_TIME_LIMIT;
    cr_expect_neq(ensemble_rock_hash(&other), hash);
    double *const numbers[] = {&record.end.r.x, &record.end.p.z, &record.end.v.y,
                               &record.end.omega.z};
    for (size_t k = 0; k < 4; k++) {
        *numbers[k] += 1e-300;
        cr_expect_neq(ensemble_rock_hash(&record), hash);
        *numbers[k] = 0.0;
    }
    record.end.slippage = 5.0;
    cr_expect_eq(ensemble_rock_hash(&record), hash, "s is not part of q and u");
}
