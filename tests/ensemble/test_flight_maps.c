// SPDX-License-Identifier: GPL-3.0-or-later
// Flights through forests, over ground classes, holes and borders against single steps, before
// chaos parts them.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROCKS = 24, CELLS = 60 * 40 };

/// Stripes of forest and of ground across the slope.
typedef struct maps {
    uint8_t forest[CELLS], ground[CELLS];
    talus_class_map forest_map, ground_map;
    talus_ground grounds[2];
    talus_forest forests[2];
} maps;

static void maps_make(maps *m)
{
    *m = (maps){.forest_map = {0.0, 0.0, 1.0, 60, 40, m->forest},
                .ground_map = {0.0, 0.0, 1.0, 60, 40, m->ground}};
    for (size_t k = 0; k < CELLS; k++) {
        m->forest[k] = (uint8_t)(k % 60 / 4 % 3);
        m->ground[k] = (uint8_t)(k % 60 / 3 % 2);
    }
    m->grounds[0] = (talus_ground){
        .name = "hard", .mu_min = 0.5, .mu_max = 1.5, .kappa = 3.0, .beta = 20.0, .epsilon_n = 0.3};
    m->grounds[1] = (talus_ground){
        .name = "soft", .mu_min = 0.7, .mu_max = 2.0, .kappa = 2.0, .beta = 5.0, .drag = 0.5};
    m->forests[0] = (talus_forest){.name = "low", .drag = 300.0, .height = 1.2};
    m->forests[1] = (talus_forest){
        .name = "high", .drag = 150.0, .rotational_drag = {20.0, 20.0, 20.0}, .height = 3.0};
}

static talus_results *run(incline *scene, const maps *m, bool flights)
{
    talus_campaign *campaign = incline_campaign(scene);
    talus_results *results = NULL;
    if (m != NULL) {
        campaign->site = (talus_site){.terrain = scene->terrain,
                                      .grounds = m->grounds,
                                      .ground_count = 2,
                                      .ground_map = &m->ground_map,
                                      .forests = m->forests,
                                      .forest_count = 2,
                                      .forest_map = &m->forest_map};
    }
    campaign->step.flights = flights;
    campaign->recorded_rocks = ROCKS;
    campaign->sample_time = 0.01;
    campaign->sample_distance = 0.0;
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    return results;
}

/// Largest distance of two tracks, which have the same times.
static double track_distance(const talus_track *a, const talus_track *b)
{
    double worst = 0.0;
    cr_assert_eq(a->count, b->count);
    for (size_t k = 0; k < a->count; k++) {
        const talus_track_point *p = &a->points[k], *q = &b->points[k];
        cr_assert_eq(p->t, q->t);
        worst = fmax(worst, vec3_norm(vec3(p->x - q->x, p->y - q->y, p->z - q->z)));
        worst = fmax(worst, 1e-6 * fabs((double)(p->speed - q->speed)));
        worst = fmax(worst, 1e-6 * fabs((double)(p->spin - q->spin)));
        worst = fmax(worst, 1e-6 * fabs((double)(p->jump_height - q->jump_height)));
    }
    return worst;
}

/// Runs with flights and without. @return largest distance of the rocks, m
static double part(incline *scene, const maps *m)
{
    talus_results *together = run(scene, m, true), *alone = run(scene, m, false);
    const talus_totals *a = ensemble_totals(together), *b = ensemble_totals(alone);
    const talus_rock_record *ra = ensemble_records(together);
    const talus_rock_record *rb = ensemble_records(alone);
    size_t count_a, count_b;
    const talus_track *ta = ensemble_tracks(together, &count_a);
    const talus_track *tb = ensemble_tracks(alone, &count_b);
    double worst = 0.0;
    cr_assert(count_a == ROCKS && count_b == ROCKS);
    for (size_t k = 0; k < ROCKS; k++) {
        cr_assert(ra[k].outcome == rb[k].outcome && ra[k].steps == rb[k].steps, "rock %zu", k);
        cr_expect_eq(ra[k].contact_steps, rb[k].contact_steps);
        cr_expect_lt(fabs(ra[k].end.slippage - rb[k].end.slippage), 1e-7);
        worst = fmax(worst, track_distance(&ta[k], &tb[k]));
        worst = fmax(worst, fabs(ra[k].path - rb[k].path));
    }
    cr_expect_eq(a->rotation_iterations, b->rotation_iterations);
    cr_expect_eq(a->rotation_failures, b->rotation_failures);
    cr_expect_eq(a->steps, b->steps);
    cr_expect(m == NULL || b->contact_steps > 200);
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        // both NaN without a step
        cr_expect_not(fabs(a->pooled[q].mean - b->pooled[q].mean) > 1e-6 * b->pooled[q].mean);
    }
    talus_results_destroy(together);
    talus_results_destroy(alone);
    return worst;
}

static void start(incline *scene, talus_vec3 velocity, double height, double time)
{
    scene->release.rocks = ROCKS;
    scene->release.height = height;
    scene->release.velocity = velocity;
    scene->release.spin = vec3(0.5, 6.0, 0.3);
    scene->campaign.time_limit = time;
}

Test(flight_maps, forest_layers_entered_in_flight_act_at_once)
{
    // a wheel turns evenly in flight, the box tumbles
    talus_rock wheel = incline_rock;
    wheel.inertia = vec3(136.0, 136.0, 164.0);
    const talus_rock *rocks[] = {&incline_rock, &wheel};
    for (int k = 0; k < 2 * TALUS_SCHEME_COUNT; k++) {
        incline scene;
        maps m;
        maps_make(&m);
        incline_make(&scene, 0.9, 0.15, false);
        scene.kind.rock = rocks[k % 2];
        start(&scene, vec3(4.0, 0.5, 0.0), 4.0, 1.6);
        scene.campaign.step.scheme = (talus_scheme)(k / 2);
        // measured 2e-12 m
        cr_expect_lt(part(&scene, &m), 1e-9, "%s", talus_scheme_name((talus_scheme)(k / 2)));
        incline_clear(&scene);
    }
}

Test(flight_maps, two_way_detection_through_forest)
{
    incline scene;
    maps m;
    maps_make(&m);
    incline_make(&scene, 0.9, 0.15, false);
    start(&scene, vec3(4.0, 0.5, 0.0), 2.0, 1.5);
    scene.campaign.step.detection = TALUS_DETECTION_TWO_WAY;
    // measured 2e-12 m
    cr_expect_lt(part(&scene, &m), 1e-9);
    incline_clear(&scene);
}

Test(flight_maps, a_diverged_start_is_no_flight)
{
    incline scene;
    incline_make(&scene, 0.9, 0.0, false);
    start(&scene, vec3(0.0, 0.0, 2e4), 1.0, 1.0);
    cr_expect_lt(part(&scene, NULL), 1e-9);
    incline_clear(&scene);
}

/// A layer that cuts a flight short must not change when the next one is looked for.
Test(flight_maps, rocks_of_forests_have_the_bits_of_the_run_when_they_are_traced_step_by_step)
{
    incline scene;
    maps m;
    maps_make(&m);
    incline_make(&scene, 0.9, 0.15, false);
    start(&scene, vec3(4.0, 0.5, 0.0), 4.0, 12.0);
    talus_results *results = run(&scene, &m, true);
    const talus_rock_record *records = ensemble_records(results);
    talus_tracer *tracer = NULL;
    cr_assert_eq(talus_tracer_create(&scene.campaign, &tracer, NULL), TALUS_OK);
    for (uint64_t k = 0; k < ROCKS; k++) {
        talus_trajectory found = {.size = sizeof found};
        cr_assert_eq(talus_tracer_rock(tracer, k, 1, &found, NULL), TALUS_OK);
        cr_expect_eq(found.record.steps, records[k].steps, "rock %d", (int)k);
        cr_expect_eq(memcmp(&found.record.end, &records[k].end, sizeof found.record.end), 0,
                     "rock %d", (int)k);
    }
    talus_tracer_destroy(tracer);
    talus_results_destroy(results);
    incline_clear(&scene);
}

/// Off the DEM sideways, and into the hole.
Test(flight_maps, rocks_end_in_flight_at_the_same_step)
{
    static const talus_vec3 velocities[] = {{2.0, 18.0, 6.0}, {17.0, 0.0, 16.0}};
    static const talus_outcome outcomes[] = {TALUS_LEFT_DOMAIN, TALUS_ENTERED_NODATA};
    for (int k = 0; k < 2; k++) {
        incline scene;
        incline_make(&scene, 0.9, 0.0, true);
        start(&scene, velocities[k], 3.0, 10.0);
        // measured 2e-12 m
        cr_expect_lt(part(&scene, NULL), 1e-9);
        talus_results *results = run(&scene, NULL, true);
        const talus_rock_record *record = ensemble_records(results);
        uint64_t count = 0;
        for (size_t i = 0; i < ROCKS; i++) {
            count += record[i].outcome == outcomes[k] && record[i].contact_steps == 0;
        }
        cr_expect_gt(count, 5, "%llu", (unsigned long long)count);
        talus_results_destroy(results);
        incline_clear(&scene);
    }
}
