// SPDX-License-Identifier: GPL-3.0-or-later
// Objects: hits against the paths of replays.
#include "ensemble/gauge_scene.h"

/// Half the diameter of the sphere of 0.48 m^3.
#define HALF_DIAMETER 0.485764

typedef struct walk {
    talus_vec3 last;
    bool has_last;
    bool *hits;
} walk;

/// A house of 4 x 4 m and a road of 2 m: distance of the way from the last step to this one, at 20
/// places.
static bool look(void *user, const talus_log_entry *entry)
{
    walk *w = user;
    const talus_vec3 r = entry->state.r, from = w->has_last ? w->last : r;
    for (int k = 0; k <= 20; k++) {
        const double x = from.x + k / 20.0 * (r.x - from.x), y = from.y + k / 20.0 * (r.y - from.y);
        const double dx = fmax(0.0, fmax(24.0 - x, x - 28.0));
        const double dy = fmax(0.0, fmax(18.0 - y, y - 22.0));
        w->hits[0] = w->hits[0] || hypot(dx, dy) <= HALF_DIAMETER;
        w->hits[1] = w->hits[1] || fabs(x - 33.0) <= 1.0 + HALF_DIAMETER;
    }
    w->last = r;
    w->has_last = true;
    return true;
}

Test(objects, hits_are_those_of_the_ways_within_reach)
{
    enum { ROCKS = 30 };
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    scene.release.rocks = ROCKS;
    scene.campaign.step.flights = false; // replays take single steps
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->objects = objects;
    campaign->object_count = 2;
    talus_results *results = run(campaign, 2);
    uint64_t expected[2] = {0, 0};
    float *sources = malloc(2 * 60 * 40 * sizeof *sources);
    double came[60 * 40] = {0}, released[60 * 40] = {0};
    for (uint64_t k = 0; k < ROCKS; k++) {
        bool hits[2] = {false, false};
        walk w = {.hits = hits};
        talus_rock_record record;
        cr_assert_eq(talus_campaign_replay(campaign, k, look, &w, &record, NULL), TALUS_OK);
        expected[0] += hits[0];
        expected[1] += hits[1];
        const size_t cell = (size_t)floor(record.start.r.y) * 60 + (size_t)floor(record.start.r.x);
        released[cell] += 1.0;
        came[cell] += hits[0];
    }
    cr_expect(expected[0] > 5 && expected[0] < ROCKS, "%d rocks at the house", (int)expected[0]);
    const talus_gauge_result at_house = gauge(results, 0), at_road = gauge(results, 1);
    cr_expect_eq(at_house.rocks, expected[0]);
    cr_expect_eq(at_road.rocks, expected[1]);
    cr_expect_geq(at_house.passages, expected[0]);
    cr_expect_eq(at_house.to_left + at_house.to_right, 0);
    cr_expect_leq(at_house.moments[TALUS_GAUGE_HEIGHT_MIN].mean,
                  at_house.moments[TALUS_GAUGE_HEIGHT].mean);
    cr_expect(isnan(at_house.moments[TALUS_GAUGE_ANGLE].mean));
    cr_assert_eq(talus_results_gauge_sources(results, 0, NULL, sources, NULL), TALUS_OK);
    for (size_t k = 0; k < 60 * 40; k++) {
        if (released[k] > 0.0) {
            cr_expect_float_eq((double)sources[k], came[k] / released[k], 1e-6);
        } else {
            cr_expect(isnan((double)sources[k]));
        }
        float alone;
        const talus_window window = {.i = k % 60, .j = k / 60, .nx = 1, .ny = 1};
        cr_assert_eq(talus_results_gauge_sources(results, 0, &window, &alone, NULL), TALUS_OK);
        cr_expect_eq(memcmp(&alone, &sources[k], sizeof alone), 0, "a window of one cell");
    }
    free(sources);
    talus_results_destroy(results);
    incline_clear(&scene);
}
