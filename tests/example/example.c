// SPDX-License-Identifier: GPL-3.0-or-later
// The library in a page: one rock falls on a slope step by step, then a campaign of 100 rocks.
//   cc example.c $(pkg-config --cflags --libs talus)
#include <talus/talus.h>

#include <stdio.h>

enum { NODES = 101 }; // 200 x 200 m in cells of 2 m: a slope of 1 : 2 to the south, then a flat

int main(void)
{
    static double heights[NODES * NODES], start[] = {100.0, 180.0};
    for (int k = 0; k < NODES * NODES; k++) {
        heights[k] = k / NODES > 50 ? k / NODES - 50 : 0.0; // rows run from south to north
    }
    const talus_grid grid = {.cell = 2.0, .nx = NODES, .ny = NODES};
    talus_campaign campaign = talus_campaign_default();
    talus_terrain *terrain = NULL;
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    talus_results *results = NULL;
    talus_error error;

    // the model: terrain, ground, rock
    if (talus_terrain_create(&grid, heights, NULL, &terrain, &error) == TALUS_OK &&
        talus_rock_build("eota221", (talus_vec3){1.0, 1.0, 0.5}, 0, 2700.0, &rock, &error) ==
            TALUS_OK) {
        campaign.site.terrain = terrain;
        campaign.site.grounds = talus_ground_preset("medium_soft");
        campaign.site.ground_count = 1;

        // one rock, dropped from 2 m: 2000 steps of 2 ms
        const talus_state start_state = {.r = {100.0, 180.0, 42.0}, .p = {1.0, 0.0, 0.0, 0.0}};
        talus_step_report report = talus_step_report_default();
        if (talus_stepper_create(&campaign.site, &campaign.step, rock->vertex_count, &stepper,
                                 &error) == TALUS_OK &&
            talus_motion_create(stepper, &motion, &error) == TALUS_OK &&
            talus_motion_start(stepper, rock, 1.0, campaign.seed, 0, &start_state, motion,
                               &error) == TALUS_OK) {
            talus_status stepped = TALUS_OK;
            for (int step = 0; step < 2000 && stepped == TALUS_OK; step++) {
                stepped = talus_step(stepper, motion, &report, &error);
            }
            const talus_vec3 r = talus_motion_state(motion)->r;
            printf("rock: %.0f kg at y = %.2f m, z = %.2f m after 4 s\n", rock->mass, r.y, r.z);
        }

        // a campaign: 100 such rocks, turned at random, from one point 1 m over the slope
        const talus_rock_class kind = {.rock = rock, .share = 1.0};
        const talus_release release = {.kind = TALUS_RELEASE_POINTS,
                                       .count = 1,
                                       .xy = start,
                                       .rocks = 100,
                                       .height = 1.0,
                                       .random_orientation = true};
        campaign.rocks = &kind;
        campaign.releases = &release;
        campaign.rock_class_count = campaign.release_count = 1;
        campaign.cells = (talus_cells){.cell = 2.0, .nx = NODES - 1, .ny = NODES - 1};
        if (talus_campaign_run(&campaign, NULL, &results, &error) == TALUS_OK) {
            talus_totals totals = {.size = sizeof totals};
            if (talus_results_totals(results, &totals, &error) == TALUS_OK) {
                printf("campaign: %d of %d rocks stopped, mean run-out %.1f m, hash 0x%016llx\n",
                       (int)totals.outcomes[TALUS_STOPPED], (int)totals.rocks, totals.runout.mean,
                       (unsigned long long)totals.hash);
            }
        }
    }
    if (results == NULL) {
        fprintf(stderr, "example: %s\n", error.message);
    }
    const int code = results == NULL;
    talus_results_destroy(results);
    talus_free(motion);
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return code;
}
