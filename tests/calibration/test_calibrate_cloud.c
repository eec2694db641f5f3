// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated deposits of events with several bodies against what the run's cells counted.
#include "runs/ensemble/accessors.h"
#include "studies/calibration/calibrate_internal.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#define PLANE TALUS_SOURCE_DIR "/tests/cli/data/plane.yaml"
enum { ROCKS = 12 };

/// Blocks that fall on rock; some break. Two that start together where `bodies` is "2".
static talus_world *load(const char *bodies, talus_scenario **scenario)
{
    const talus_override overrides[] = {
        {"releases",
         "[{points_m: [[500075, 5200030]], rocks: 12, height_m: 8, orientation: random}]"},
        {"ground.0.preset", "hard"},
        {"fragmentation", "{law: survival, energy_j_kg: 80, exponent: 2, largest_share: 0.4, "
                          "size_exponent: 0.8, least_volume_m3: 0.005}"},
        {"releases.0.bodies", bodies},
        {"releases.0.body_spacing_m", "2"}};
    talus_world *world = NULL;
    talus_error error = {0};
    const size_t count = bodies[0] == '1' ? 3 : 5;
    cr_assert_eq(talus_scenario_read(PLANE, overrides, count, NULL, scenario, &error), TALUS_OK,
                 "%s", error.message);
    cr_assert_eq(talus_world_load(*scenario, NULL, &world, &error), TALUS_OK, "%s", error.message);
    return world;
}

static talus_results *run(talus_campaign campaign)
{
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(&campaign, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

static double sum_of(const talus_results *results, const talus_campaign *campaign,
                     talus_raster raster)
{
    const size_t count = campaign->cells.nx * campaign->cells.ny;
    float *values = malloc(count * sizeof *values);
    cr_assert_eq(talus_results_raster(results, &raster, NULL, values, NULL), TALUS_OK);
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += isnan(values[i]) ? 0.0 : (double)values[i];
    }
    free(values);
    return sum;
}

static void check(const char *bodies)
{
    talus_scenario *scenario = NULL;
    talus_world *world = load(bodies, &scenario);
    talus_campaign campaign = *talus_world_campaign(world);
    calibrate_study study = {.world = world, .rocks = ROCKS, .has_volumes = true};
    talus_error error = {0};
    calibrate_cloud cloud;
    double left = -1.0;
    calibrate_record_bodies(&campaign);
    campaign.cell_values |= UINT32_C(1) << TALUS_DEPOSITED_VOLUME;
    talus_results *results = run(campaign);
    const talus_rock_record *records = ensemble_records(results);
    const uint64_t broken = ensemble_totals(results)->outcomes[TALUS_BROKEN];
    cr_assert_eq(calibrate_make_frame(&study, results, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(calibrate_read_cloud(&study, results, &cloud, &left, &error), TALUS_OK, "%s",
                 error.message);
    // all came to rest on the DEM: the cells counted them, and their volumes
    const size_t count = cloud.starts[1];
    cr_expect_eq(left, 0.0);
    cr_expect_eq(study.unfinished, 0);
    cr_expect_eq((double)count, sum_of(results, &campaign, (talus_raster){.kind = TALUS_DEPOSITS}));
    cr_expect_gt(count, ROCKS * (size_t)(bodies[0] - '0'));
    cr_expect(broken > 2 && broken < ROCKS - 2, "%lu", (unsigned long)broken);
    double volume = 0.0;
    for (size_t k = 0; k < count; k++) {
        volume += exp(cloud.log_volumes[k]);
    }
    const double deposited =
        sum_of(results, &campaign,
               (talus_raster){.kind = TALUS_CELL_VALUE, .value = TALUS_DEPOSITED_VOLUME});
    cr_expect_float_eq(volume / deposited, 1.0, 1e-5, "%g, %g", volume, deposited);
    // an event is one rock's, and its farthest deposit is where the record ends
    cr_assert_eq(cloud.group_events[1], ROCKS);
    for (size_t e = 0; e < ROCKS; e++) {
        size_t same = 0;
        for (size_t k = cloud.events[e]; k < cloud.events[e + 1]; k++) {
            same +=
                cloud.xy[2 * k] == records[e].end.r.x && cloud.xy[2 * k + 1] == records[e].end.r.y;
        }
        cr_expect_eq(same, 1, "event %zu", e);
    }
    calibrate_cloud_clear(&cloud);
    // volumes below the least one are on neither side
    study.least_volume = 0.05;
    cr_assert_eq(calibrate_read_cloud(&study, results, &cloud, &left, &error), TALUS_OK);
    cr_expect_lt(cloud.starts[1], count);
    for (size_t k = 0; k < cloud.starts[1]; k++) {
        cr_expect_geq(cloud.log_volumes[k], log(0.05) - 1e-12);
    }
    calibrate_cloud_clear(&cloud);
    free(study.frame.centres);
    talus_results_destroy(results);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
}

Test(calibrate_cloud, has_all_bodies_of_rocks_that_break)
{
    check("1");
}

Test(calibrate_cloud, has_all_bodies_that_start_together)
{
    check("2");
}

Test(calibrate_cloud, paths_are_kept_only_for_events_of_several_bodies)
{
    static const talus_override none = {"fragmentation.law", "none"};
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    cr_assert_eq(talus_scenario_read(PLANE, &none, 0, NULL, &scenario, NULL), TALUS_OK);
    cr_assert_eq(talus_world_load(scenario, NULL, &world, NULL), TALUS_OK);
    talus_campaign campaign = *talus_world_campaign(world);
    calibrate_record_bodies(&campaign);
    cr_expect_eq(campaign.recorded_rocks, 0);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
}

Test(calibrate_cloud, joined_keeps_places_with_their_volumes_and_all_sizes)
{
    // events of five pieces by size, as many as make the thinning step over whole events
    enum { EVENTS = 4000, PIECES = 5, COUNT = EVENTS * PIECES };
    calibrate_cloud one = {.group_count = 1,
                           .starts = (size_t[]){0, COUNT},
                           .xy = malloc(2 * COUNT * sizeof(double)),
                           .log_volumes = malloc(COUNT * sizeof(double)),
                           .events = (size_t[]){0, COUNT},
                           .group_events = (size_t[]){0, 1}};
    const calibrate_cloud clouds[2] = {one, one};
    for (int k = 0; k < COUNT; k++) {
        one.log_volumes[k] = -(k % PIECES);
        one.xy[2 * k] = one.log_volumes[k];
        one.xy[2 * k + 1] = k;
    }
    calibrate_cloud all;
    cr_assert_eq(calibrate_join(clouds, 2, &all, NULL), TALUS_OK);
    int of_size[PIECES] = {0};
    cr_assert_eq(all.starts[1], 10000);
    for (size_t k = 0; k < all.starts[1]; k++) {
        cr_assert_eq(all.xy[2 * k], all.log_volumes[k]);
        of_size[(int)-all.log_volumes[k]]++;
    }
    for (int k = 0; k < PIECES; k++) { // measured 1956 to 2053
        cr_expect_float_eq(of_size[k], 10000.0 / PIECES, 150.0, "%d: %d", k, of_size[k]);
    }
    calibrate_cloud_clear(&all);
    free(one.xy);
    free(one.log_volumes);
}
