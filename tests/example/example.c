// SPDX-License-Identifier: GPL-3.0-or-later
// The library in a page: one rock falls on a slope step by step, then a campaign of 100 rocks.
//   cc example.c $(pkg-config --cflags --libs talus)
#include <talus/ensemble.h>

#include <stdio.h>

enum { NODES = 101 }; // 200 x 200 m in cells of 2 m

/// One rock, dropped from 2 m over the slope: 2000 steps of 2 ms. All functions tell why they fail.
static talus_status drop_rock(const talus_campaign *campaign, const talus_rock *rock,
                              talus_error *error)
{
    talus_stepper *stepper = NULL;
    const talus_status status =
        talus_stepper_create(&campaign->site, &campaign->step, rock->vertex_count, &stepper, error);
    if (status == TALUS_OK) {
        talus_state state = {.r = {100.0, 180.0, 42.0}, .p = {1.0, 0.0, 0.0, 0.0}};
        talus_step_report report = {0};
        talus_stepper_set_rock(stepper, rock, 1.0);
        for (int step = 0; step < 2000; step++) {
            talus_step(stepper, &state, &report);
        }
        printf("rock: %.0f kg at y = %.2f m, z = %.2f m after 4 s, gap %.3f m\n",
               talus_stepper_mass(stepper), state.r.y, state.r.z, report.min_gap);
    }
    talus_stepper_destroy(stepper);
    return status;
}

/// 100 such rocks, turned at random, from one point 1 m over the slope.
static talus_status run_campaign(talus_campaign campaign, const talus_rock *rock,
                                 talus_error *error)
{
    double start[] = {100.0, 180.0};
    const talus_rock_class kind = {.rock = rock, .share = 1.0};
    const talus_release release = {.kind = TALUS_RELEASE_POINTS,
                                   .count = 1,
                                   .xy = start,
                                   .rocks = 100,
                                   .height = 1.0,
                                   .random_orientation = true};
    campaign.seed = 1;
    campaign.rocks = &kind;
    campaign.rock_class_count = 1;
    campaign.releases = &release;
    campaign.release_count = 1;
    campaign.cells = (talus_cells){.cell = 2.0, .nx = NODES - 1, .ny = NODES - 1};
    const talus_run_options options = {.threads = 2};
    talus_results *results = NULL;
    const talus_status status = talus_campaign_run(&campaign, &options, &results, error);
    if (status == TALUS_OK) {
        const talus_totals *totals = talus_results_totals(results);
        printf("campaign: %d of %d rocks stopped, mean run-out %.1f m, hash 0x%016llx\n",
               (int)totals->outcomes[TALUS_STOPPED], (int)totals->rocks, totals->runout.mean,
               (unsigned long long)totals->hash);
    }
    talus_results_destroy(results);
    return status;
}

int main(void)
{
    // a slope of 1 : 2 that falls to the south, then a flat meadow
    static double heights[NODES * NODES];
    for (int k = 0; k < NODES * NODES; k++) {
        const int row = k / NODES; // from south to north
        heights[k] = row > 50 ? row - 50 : 0.0;
    }
    const talus_grid grid = {.cell = 2.0, .nx = NODES, .ny = NODES};
    const talus_vec3 size = {1.0, 1.0, 0.5};
    talus_campaign campaign = talus_campaign_default();
    talus_terrain *terrain = NULL;
    talus_rock *rock = NULL;
    talus_error error;
    talus_status status = talus_terrain_create(&grid, heights, NULL, &terrain, &error);
    if (status == TALUS_OK) {
        status = talus_rock_build("eota221", size, 0, 2700.0, &rock, &error);
    }
    if (status == TALUS_OK) {
        campaign.site.terrain = terrain;
        campaign.site.grounds = talus_ground_preset("medium_soft");
        campaign.site.ground_count = 1;
        status = drop_rock(&campaign, rock, &error);
    }
    if (status == TALUS_OK) {
        status = run_campaign(campaign, rock, &error);
    }
    if (status != TALUS_OK) {
        fprintf(stderr, "example: %s\n", error.message);
    }
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return status == TALUS_OK ? 0 : 1;
}
