// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes of benchmarks: inclined-40 is the one that other engines get, all scenes run, and a
// benchmark reports what a run reports.
#include "cases/bench/bench.h"
#include "cases/bench/scenes.h"
#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void make(study_scene *scene, study_scene_id id, uint64_t rocks, const uint64_t *seed)
{
    talus_error error = {0};
    cr_assert_eq(study_scene_make(scene, id, TALUS_SOURCE_DIR, rocks, seed, &error), TALUS_OK,
                 "%s: %s", study_scene_name(id), error.message);
}

/// Numbers of the files that the peers read (terrain.asc, rock.txt) and of their releases, printed
/// by other code with 17 digits.
Test(scenes, inclined_40_is_the_scene_of_the_peers)
{
    study_scene scene;
    make(&scene, STUDY_INCLINED_40, 200, NULL);
    const double places[3][3] = {
        {0.0, 0.0, 167.7028}, {10.0, 50.0, 159.432166}, {499.999999, 99.999999, 0.032133}};
    for (size_t k = 0; k < 3; k++) {
        double z = 0.0;
        cr_assert_eq(talus_terrain_height(scene.terrain, places[k][0], places[k][1], &z),
                     TALUS_INSIDE);
        cr_expect_float_eq(z, places[k][2], k < 2 ? 1e-12 : 1e-6);
    }
    cr_expect_eq(scene.rock->vertex_count, 24);
    cr_expect_float_eq(scene.rock->mass, 780.0, 1e-12);
    cr_expect_float_eq(scene.rock->inertia.x, 52.310011764705891, 1e-11);
    cr_expect_float_eq(scene.rock->inertia.z, 83.335658823529428, 1e-11);
    const size_t rocks[3] = {0, 1, 199};
    const double p[3][4] = {
        {0.19636241508372673, -0.71178065964700887, 0.066735763050736543, 0.67108600970739296},
        {0.096060062357320439, 0.12756535941233951, 0.96691824923509895, -0.1989186838736858},
        {0.62069018135085607, 0.068708241653967647, 0.53514150458579923, -0.56889932885626493}};
    for (size_t k = 0; k < 3; k++) {
        talus_rock_record record;
        cr_assert_eq(talus_campaign_replay(&scene.campaign, rocks[k], NULL, NULL, &record, NULL),
                     TALUS_OK);
        const talus_state *s = &record.start;
        cr_expect_float_eq(s->r.x, 10.0, 0.0);
        cr_expect_float_eq(s->r.y, 50.0, 0.0);
        cr_expect_float_eq(s->r.z, 161.432166, 1e-12);
        // measured 2e-16
        cr_expect(fabs(s->p.w - p[k][0]) + fabs(s->p.x - p[k][1]) + fabs(s->p.y - p[k][2]) +
                      fabs(s->p.z - p[k][3]) <
                  1e-14);
    }
    study_scene_clear(&scene);
}

Test(scenes, all_run_and_a_seed_makes_other_rocks)
{
    for (int k = 0; k < STUDY_SCENE_COUNT; k++) {
        uint64_t hashes[2];
        for (uint64_t seed = 1; seed <= 2; seed++) {
            study_scene scene;
            make(&scene, (study_scene_id)k, 2, &seed);
            talus_results *results = NULL;
            talus_error error = {0};
            cr_assert_eq(talus_campaign_run(&scene.campaign, NULL, &results, &error), TALUS_OK,
                         "%s: %s", study_scene_name((study_scene_id)k), error.message);
            const talus_totals *totals = ensemble_totals(results);
            cr_expect_eq(totals->rocks, 2);
            cr_expect_gt(totals->contact_steps, 10);
            cr_expect_geq(totals->contacts, totals->contact_steps);
            cr_expect_eq(totals->unsolved, 0);
            hashes[seed - 1] = totals->hash;
            talus_results_destroy(results);
            study_scene_clear(&scene);
        }
        cr_expect_eq(hashes[0] == hashes[1], study_scene_is_inclined((study_scene_id)k), "%s",
                     study_scene_name((study_scene_id)k));
    }
}

Test(scenes, a_missing_scenario_is_told)
{
    study_scene scene;
    talus_error error = {0};
    cr_expect_eq(study_scene_make(&scene, STUDY_RAMP, "/nowhere", 1, NULL, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "/nowhere/scenarios/ramp.yaml"), "%s", error.message);
    study_scene_clear(&scene);
}

Test(bench, times_add_up_and_counts_are_those_of_a_run)
{
    study_scene scene;
    make(&scene, STUDY_ROUGH, 6, NULL);
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(&scene.campaign, NULL, &results, NULL), TALUS_OK);
    const talus_totals *totals = ensemble_totals(results);
    const bench_options options = {.threads = 1, .repeats = 2};
    bench_result result;
    cr_assert_eq(bench_run(&scene.campaign, &options, &result, NULL), TALUS_OK);
    cr_expect_eq(result.hash, totals->hash);
    cr_expect_eq(result.rocks, 6);
    cr_expect_eq(result.contact_steps, totals->contact_steps);
    cr_expect_eq(result.flight_steps + result.contact_steps, totals->steps);
    cr_expect_eq(result.contacts, totals->contacts);
    cr_expect_gt(result.flight_time, 0.0);
    cr_expect_gt(result.contact_time, 0.0);
    cr_expect_float_eq(result.flight_time + result.contact_time, result.cpu_time,
                       1e-9 * result.cpu_time);
    cr_expect_float_eq(bench_rate(&result), 6.0 / result.cpu_time, 1e-6);
    talus_results_destroy(results);
    study_scene_clear(&scene);
}

/// Sums over rocks of what the maps and reports show.
typedef struct scene_sample {
    double sum[4], square[4];
    double contact_share; ///< of all steps
    double pooled[TALUS_QUANTITY_COUNT];
} scene_sample;

static scene_sample sample_scene(const study_scene *scene, uint64_t rocks)
{
    scene_sample sample = {0};
    talus_results *results = NULL;
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 2};
    cr_assert_eq(talus_campaign_run(&scene->campaign, &options, &results, NULL), TALUS_OK);
    for (uint64_t k = 0; k < rocks; k++) {
        const talus_rock_record *r = &ensemble_records(results)[k];
        const double values[4] = {r->end.r.x, r->kinetic_energy_max, r->jump_height_max, r->time};
        for (int q = 0; q < 4; q++) {
            sample.sum[q] += values[q];
            sample.square[q] += values[q] * values[q];
        }
    }
    const talus_totals *totals = ensemble_totals(results);
    sample.contact_share = (double)totals->contact_steps / (double)totals->steps;
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        sample.pooled[q] = totals->pooled[q].mean;
    }
    talus_results_destroy(results);
    return sample;
}

/// The benchmark's numbers are not bought with other physics: steps taken one by one give the same
/// statistics.
Test(scenes, inclined_40_has_the_statistics_of_single_steps)
{
    enum { ROCKS = 1000 };
    study_scene scene;
    make(&scene, STUDY_INCLINED_40, ROCKS, NULL);
    const scene_sample fast = sample_scene(&scene, ROCKS);
    scene.campaign.step.flights = false;
    const scene_sample plain = sample_scene(&scene, ROCKS);
    for (int q = 0; q < 4; q++) {
        const double a = fast.sum[q] / ROCKS, b = plain.sum[q] / ROCKS;
        const double error2 =
            (fast.square[q] / ROCKS - a * a + plain.square[q] / ROCKS - b * b) / ROCKS;
        // measured 0.2, 0.1, 0.7, 0.1 standard errors
        cr_expect_lt(fabs(a - b), 3.0 * sqrt(error2), "%d: %g and %g, standard error %g", q, a, b,
                     sqrt(error2));
    }
    // measured 3 %
    cr_expect_lt(fabs(fast.contact_share - plain.contact_share), 0.1 * plain.contact_share,
                 "%g and %g", fast.contact_share, plain.contact_share);
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        // measured 0.6 % at most
        cr_expect_lt(fabs(fast.pooled[q] - plain.pooled[q]), 0.03 * plain.pooled[q],
                     "pooled %d: %g, %g", q, fast.pooled[q], plain.pooled[q]);
    }
    study_scene_clear(&scene);
}
