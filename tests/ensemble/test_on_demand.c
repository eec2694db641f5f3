// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on a terrain whose tiles come on demand: the bits of a terrain in memory, and failures of
// its source.
#include "ensemble/incline.h"
#include "ensemble/rasters.h"
#include "physics/terrain/on_demand.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

enum { NX = 301, NY = 201 };

/// Heights of an incline of 300 x 200 m in cells of 0.2 m after refinement: 6 x 4 tiles.
typedef struct slope_source {
    double *heights;
    atomic_size_t fetches;
    size_t fail_after;
} slope_source;

static talus_status fetch(void *user, size_t i, size_t j, size_t nx, size_t ny, double *heights,
                          talus_error *error)
{
    slope_source *from = user;
    if (atomic_fetch_add(&from->fetches, 1) >= from->fail_after) {
        return talus_error_set(error, TALUS_ERROR_IO, "the heights could not be read again");
    }
    for (size_t row = 0; row < ny; row++) {
        memcpy(heights + row * nx, from->heights + (j + row) * NX + i, nx * sizeof *heights);
    }
    return TALUS_OK;
}

/// A campaign over the slope; `from` = NULL: all tiles in memory.
static void make_scene(incline *scene, slope_source *from)
{
    static const talus_roughness rough = {.amplitude = 0.05, .refine = 5, .seed = 2};
    const talus_grid grid = {.cell = 1.0, .nx = NX, .ny = NY};
    double *heights = malloc(sizeof *heights * NX * NY);
    for (size_t k = 0; k < (size_t)NX * NY; k++) {
        heights[k] = 500.0 - 0.7 * (double)(k % NX);
    }
    incline_make(scene, 0.7, 0.0, false);
    talus_terrain_destroy(scene->terrain);
    scene->terrain = NULL;
    if (from == NULL) {
        cr_assert_eq(talus_terrain_create(&grid, heights, &rough, &scene->terrain, NULL), TALUS_OK);
        free(heights);
    } else {
        const talus_height_source source = {.fetch = fetch, .user = from};
        *from = (slope_source){.heights = heights, .fail_after = SIZE_MAX};
        cr_assert_eq(
            talus_terrain_create_on_demand(&grid, &source, &rough, 1, &scene->terrain, NULL),
            TALUS_OK);
    }
    // over all rows, so that every rock needs other tiles
    scene->xy[1] = scene->xy[3] = 5.0;
    scene->xy[5] = 195.0;
    scene->campaign.cells = (talus_cells){.cell = 2.0, .nx = 150, .ny = 100};
    incline_campaign(scene);
}

Test(on_demand_run, has_the_bits_of_a_terrain_in_memory)
{
    static float passages[2][150 * 100];
    incline scene;
    make_scene(&scene, NULL);
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(&scene.campaign, NULL, &results, NULL), TALUS_OK);
    const uint64_t hash = ensemble_totals(results)->hash;
    raster_passages(results, passages[0]);
    talus_results_destroy(results);
    incline_clear(&scene);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        slope_source from;
        make_scene(&scene, &from);
        const size_t surveyed = from.fetches;
        const talus_run_options options = {.size = sizeof(talus_run_options), .threads = threads};
        cr_assert_eq(talus_campaign_run(&scene.campaign, &options, &results, NULL), TALUS_OK);
        cr_expect_eq(ensemble_totals(results)->hash, hash, "%u threads", threads);
        raster_passages(results, passages[1]);
        cr_expect_eq(memcmp(passages[0], passages[1], sizeof passages[0]), 0);
        cr_expect_geq(from.fetches, surveyed + 4); // every row of tiles has its rocks
        talus_results_destroy(results);
        incline_clear(&scene);
        free(from.heights);
    }
}

/// One of two runs on the same terrain.
typedef struct twin {
    const talus_campaign *campaign;
    uint64_t hash;
    talus_status status;
} twin;

static void *run_twin(void *context)
{
    twin *t = context;
    talus_results *results = NULL;
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 2};
    t->status = talus_campaign_run(t->campaign, &options, &results, NULL);
    t->hash = t->status == TALUS_OK ? ensemble_totals(results)->hash : 0;
    talus_results_destroy(results);
    return NULL;
}

/// With a replay and queries beside them: readers belong to threads, not to the terrain.
Test(on_demand_run, two_at_once_on_one_terrain_have_the_bits_of_one)
{
    enum { RUNS = 2, REPEATS = 3 };
    incline scene;
    slope_source from;
    make_scene(&scene, &from);
    scene.release.rocks = 60;
    twin alone = {.campaign = &scene.campaign};
    (void)run_twin(&alone);
    cr_assert_eq(alone.status, TALUS_OK);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        twin twins[RUNS];
        pthread_t threads[RUNS];
        for (int k = 0; k < RUNS; k++) {
            twins[k] = (twin){.campaign = &scene.campaign};
            cr_assert_eq(pthread_create(&threads[k], NULL, run_twin, &twins[k]), 0);
        }
        for (int k = 0; k < 300; k++) {
            double z = 0.0;
            (void)talus_terrain_height(scene.terrain, 3.0 * (k % 97), 2.0 * (k % 89), &z);
        }
        cr_expect_eq(talus_campaign_replay(&scene.campaign, 7, NULL, NULL, NULL, NULL), TALUS_OK);
        for (int k = 0; k < RUNS; k++) {
            pthread_join(threads[k], NULL);
            cr_expect_eq(twins[k].status, TALUS_OK);
            cr_expect_eq(twins[k].hash, alone.hash);
        }
    }
    incline_clear(&scene);
    free(from.heights);
}

Test(on_demand_run, ends_with_the_sentence_of_a_fetch_that_fails)
{
    incline scene;
    slope_source from;
    make_scene(&scene, &from);
    from.fail_after = from.fetches + 3;
    for (unsigned threads = 1; threads <= 2; threads++) {
        const talus_run_options options = {.size = sizeof(talus_run_options), .threads = threads};
        talus_results *results = NULL;
        talus_error error = {0};
        cr_expect_eq(talus_campaign_run(&scene.campaign, &options, &results, &error),
                     TALUS_ERROR_IO);
        cr_expect_null(results);
        cr_expect_str_eq(error.message, "the heights could not be read again");
    }
    incline_clear(&scene);
    free(from.heights);
}

Test(on_demand_run, a_replay_ends_with_that_sentence_too)
{
    incline scene;
    slope_source from;
    make_scene(&scene, &from);
    from.fail_after = from.fetches;
    talus_error error = {0};
    cr_expect_eq(talus_campaign_replay(&scene.campaign, 0, NULL, NULL, NULL, &error),
                 TALUS_ERROR_IO);
    cr_expect_str_eq(error.message, "the heights could not be read again");
    incline_clear(&scene);
    free(from.heights);
}

/// One step over each tile, each a call of its own.
static void step_over_all_tiles(talus_stepper *stepper, talus_rock_motion *motion)
{
    enum { COLUMNS = 6, ROWS = 4 };
    for (int k = 0; k < COLUMNS * ROWS; k++) {
        const double x = 25.0 + 50.0 * (k % COLUMNS), y = 25.0 + 50.0 * (k / COLUMNS % ROWS);
        const talus_state at = {.r = {x, y, 500.5 - 0.7 * x}, .p = {1.0, 0.0, 0.0, 0.0}};
        talus_step_report report = {.size = sizeof report};
        cr_assert_eq(
            talus_motion_start(stepper, &incline_rock, 1.0, 1, (uint64_t)k, &at, motion, NULL),
            TALUS_OK);
        cr_assert_eq(talus_step(stepper, motion, &report, NULL), TALUS_OK);
    }
}

/// A tile goes when every reader has rested since it was found: one left behind would keep all.
Test(on_demand_run, a_step_outside_of_a_run_leaves_no_reader_behind)
{
    incline scene;
    slope_source from;
    make_scene(&scene, &from);
    const talus_step_options options = talus_step_options_default();
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    cr_assert_eq(talus_stepper_create(&scene.campaign.site, &options, incline_rock.vertex_count,
                                      &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_motion_create(stepper, &motion, NULL), TALUS_OK);
    step_over_all_tiles(stepper, motion);
    const size_t once = from.fetches;
    step_over_all_tiles(stepper, motion);
    cr_expect_geq(from.fetches, once + 16); // 24 tiles, room for 8
    talus_free(motion);
    talus_stepper_destroy(stepper);
    incline_clear(&scene);
    free(from.heights);
}
