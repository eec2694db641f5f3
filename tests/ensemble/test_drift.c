// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are inside drag layers all the time: with flights they have the bits of single steps, in
// all that is observed.
#include "ensemble/forest.h"
#include "ensemble/gauge_scene.h"
#include "runs/trajectory/trajectory.h"

#include <stddef.h>
#include <string.h>

enum { ROCKS = 24, CELLS = 60 * 40 };

/// Stripes of two layers that nobody leaves, and of two grounds.
typedef struct drift_scene {
    incline scene;
    talus_rock *rock;
    uint8_t forest[CELLS], ground[CELLS];
    talus_class_map forest_map, ground_map;
    talus_ground grounds[2];
    talus_forest forests[2];
    talus_screen screens[1];
} drift_scene;

static double line[] = {22.0, -500.0, 24.0, 500.0}, first_line[] = {10.0, -500.0, 12.0, 500.0};

static void make(drift_scene *d, const char *shape, talus_vec3 size, double rotational_drag)
{
    *d = (drift_scene){.forest_map = {0.0, 0.0, 1.0, 60, 40, d->forest},
                       .ground_map = {0.0, 0.0, 1.0, 60, 40, d->ground}};
    incline_make(&d->scene, 0.9, 0.15, false);
    cr_assert_eq(talus_rock_build(shape, size, 0, 2600.0, &d->rock, NULL), TALUS_OK);
    d->scene.kind.rock = d->rock;
    d->scene.release.rocks = ROCKS;
    d->scene.release.height = 3.0;
    d->scene.release.velocity = (talus_vec3){5.0, 0.5, 2.0};
    d->scene.release.spin = (talus_vec3){0.5, 6.0, 0.3};
    d->scene.campaign.time_limit = 6.0;
    for (size_t k = 0; k < CELLS; k++) {
        d->forest[k] = (uint8_t)(1 + k % 60 / 4 % 2);
        d->ground[k] = (uint8_t)(k % 60 / 3 % 2);
    }
    d->grounds[0] = (talus_ground){
        .name = "hard", .mu_min = 0.5, .mu_max = 1.5, .kappa = 3.0, .beta = 20.0, .epsilon_n = 0.4};
    d->grounds[1] = (talus_ground){
        .name = "soft", .mu_min = 0.7, .mu_max = 2.0, .kappa = 2.0, .beta = 5.0, .drag = 0.5};
    d->forests[0] = (talus_forest){.name = "one", .drag = 300.0, .height = 500.0};
    d->forests[1] = (talus_forest){.name = "two",
                                   .drag = 150.0,
                                   .rotational_drag = {rotational_drag, rotational_drag, 0.0},
                                   .height = 400.0};
    d->screens[0] = screen_of("line", line, 2);
}

static void clear(drift_scene *d)
{
    talus_rock_destroy(d->rock);
    incline_clear(&d->scene);
}

/// All that a run keeps.
static void keep_all(talus_campaign *campaign)
{
    campaign->recorded_rocks = ROCKS;
    campaign->sample_time = 0.01;
    campaign->sample_distance = 0.0;
    campaign->cell_quantities = (1U << TALUS_CELL_QUANTITY_COUNT) - 1U;
    for (int k = 0; k < TALUS_CELL_VALUE_COUNT; k++) {
        campaign->cell_values |= 1U << k;
    }
}

static talus_campaign *campaign_of(drift_scene *d, const talus_obstacles *obstacles)
{
    talus_campaign *campaign = incline_campaign(&d->scene);
    campaign->site = (talus_site){.terrain = d->scene.terrain,
                                  .grounds = d->grounds,
                                  .ground_count = 2,
                                  .ground_map = &d->ground_map,
                                  .forests = d->forests,
                                  .forest_count = 2,
                                  .forest_map = &d->forest_map,
                                  .obstacles = obstacles};
    campaign->screens = d->screens;
    campaign->screen_count = 1;
    campaign->objects = objects;
    campaign->object_count = 2;
    keep_all(campaign);
    return campaign;
}

static void expect_same_rasters(const talus_results *a, const talus_results *b)
{
    static float x[CELLS], y[CELLS];
    for (int k = 0; k < TALUS_CELL_QUANTITY_COUNT + TALUS_CELL_VALUE_COUNT; k++) {
        const bool is_value = k >= TALUS_CELL_QUANTITY_COUNT;
        const int value = is_value ? k - TALUS_CELL_QUANTITY_COUNT : 0;
        const talus_raster raster = {.kind = is_value ? TALUS_CELL_VALUE : TALUS_STATISTIC,
                                     .quantity = is_value ? TALUS_SPEED : (talus_quantity)k,
                                     .at = k == TALUS_HIT_ENERGY ? 0.5 : -1.0,
                                     .value = (talus_cell_value)value};
        cr_assert_eq(talus_results_raster(a, &raster, NULL, x, NULL), TALUS_OK);
        cr_assert_eq(talus_results_raster(b, &raster, NULL, y, NULL), TALUS_OK);
        cr_expect_eq(memcmp(x, y, sizeof x), 0, "raster %d", k);
    }
}

static void expect_same_tracks(const talus_results *a, const talus_results *b)
{
    size_t count, count_b;
    const talus_track *x = ensemble_tracks(a, &count), *y = ensemble_tracks(b, &count_b);
    cr_assert(count == ROCKS && count_b == ROCKS);
    for (size_t k = 0; k < count; k++) {
        cr_assert_eq(x[k].count, y[k].count);
        cr_expect_eq(memcmp(x[k].points, y[k].points, x[k].count * sizeof *x[k].points), 0);
    }
}

/// Share of the steps that are taken in flights.
static double find_flown_share(const talus_campaign *campaign)
{
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    uint64_t flown = 0, all = 0;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 24, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_motion_create(stepper, &motion, NULL), TALUS_OK);
    for (uint64_t k = 0; k < ROCKS; k++) {
        trajectory t;
        cr_assert_eq(trajectory_start(&t, campaign, stepper, motion, k, NULL), TALUS_OK);
        while (trajectory_step(&t)) {
            cr_assert(t.airborne.count == 0 || t.airborne.is_drifting);
            flown += t.airborne.count;
        }
        all += t.record.steps;
    }
    talus_free(motion);
    talus_stepper_destroy(stepper);
    return (double)flown / (double)all;
}

/// @param least share of steps in flights, and rocks at the screen
static void expect_same(talus_campaign *campaign, double least, uint64_t least_rocks)
{
    campaign->step.flights = true;
    const double share = find_flown_share(campaign);
    cr_expect_gt(share, least, "%s: %g", talus_scheme_name(campaign->step.scheme), share);
    talus_results *found[2];
    for (int k = 0; k < 2; k++) {
        campaign->step.flights = k == 0;
        found[k] = run(campaign, 1);
    }
    const talus_totals *a = ensemble_totals(found[0]), *b = ensemble_totals(found[1]);
    cr_expect_eq(a->hash, b->hash);
    cr_expect_eq(memcmp(a, b, offsetof(talus_totals, wall_time)), 0);
    cr_expect_gt(b->contact_steps, 500);
    cr_expect_gt(b->worst_ledger_relative, 0.0);
    cr_expect_eq(memcmp(ensemble_records(found[0]), ensemble_records(found[1]),
                        ROCKS * sizeof(talus_rock_record)),
                 0);
    expect_same_rasters(found[0], found[1]);
    expect_same_tracks(found[0], found[1]);
    for (size_t k = 0; k < 3; k++) {
        const talus_gauge_result x = gauge(found[0], k), y = gauge(found[1], k);
        cr_expect_eq(memcmp(&x, &y, sizeof x), 0, "gauge %zu", k);
        cr_expect(k > 0 || x.rocks >= least_rocks, "%d rocks", (int)x.rocks);
    }
    talus_results_destroy(found[0]);
    talus_results_destroy(found[1]);
}

Test(drift, flights_in_layers_have_the_bits_of_single_steps_under_every_scheme)
{
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        for (int is_wheel = 0; is_wheel < 2; is_wheel++) {
            drift_scene d;
            make(&d, is_wheel ? "eota221" : "cuboid",
                 is_wheel ? (talus_vec3){0.9, 0.9, 0.5} : (talus_vec3){1.0, 0.8, 0.6}, 0.0);
            d.scene.campaign.step.scheme = (talus_scheme)k;
            // measured 0.950 at least
            expect_same(campaign_of(&d, NULL), 0.9, 20);
            clear(&d);
        }
    }
}

Test(drift, likewise_with_rotational_drag_and_with_two_way_detection)
{
    for (int k = 0; k < 6; k++) {
        drift_scene d;
        make(&d, "cuboid", (talus_vec3){1.0, 0.8, 0.6}, k % 2 == 0 ? 30.0 : 0.0);
        static const talus_scheme schemes[] = {TALUS_SCHEME_MIDPOINT, TALUS_SCHEME_EXPLICIT,
                                               TALUS_SCHEME_MIDPOINT_PLUS};
        d.scene.campaign.step.scheme = schemes[k / 2];
        d.scene.campaign.step.detection =
            k % 2 == 0 ? TALUS_DETECTION_PUBLISHED : TALUS_DETECTION_TWO_WAY;
        // measured 0.738 at least
        expect_same(campaign_of(&d, NULL), 0.65, 20);
        clear(&d);
    }
}

Test(drift, likewise_among_stems_and_before_a_wall_and_a_net)
{
    for (int k = 0; k < 2; k++) {
        drift_scene d;
        forest f;
        make(&d, "cuboid", (talus_vec3){0.9, 0.8, 0.6}, 0.0);
        d.forests[0].drag = d.forests[1].drag = k == 0 ? 250.0 : 1500.0;
        forest_make(&f, ROCKS);
        (void)forest_campaign(&f);
        d.screens[0] = screen_of("before the stems", first_line, 2);
        // measured 0.591 at least
        expect_same(campaign_of(&d, f.obstacles), 0.5, 12);
        forest_clear(&f);
        clear(&d);
    }
}

Test(drift, likewise_where_lying_wood_holds_rocks)
{
    drift_scene d;
    make(&d, "eota221", (talus_vec3){0.9, 0.9, 0.5}, 0.0);
    for (int k = 0; k < 2; k++) {
        d.forests[k].hold_height = 4.0 + 0.5 * k;
        d.forests[k].hold_path = 6.0;
    }
    talus_campaign *campaign = campaign_of(&d, NULL);
    expect_same(campaign, 0.5, 3);
    talus_results *results = run(campaign, 1);
    // measured 8
    cr_expect_gt(ensemble_totals(results)->held, 5, "%d held", (int)ensemble_totals(results)->held);
    talus_results_destroy(results);
    clear(&d);
}
