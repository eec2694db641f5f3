// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects of campaigns: counts against replays, heights and angles against parabolas.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

static talus_screen screen_of(const char *name, double *xy, size_t count)
{
    talus_screen screen = {.line = {.count = count, .xy = xy}};
    snprintf(screen.line.name, sizeof screen.line.name, "%s", name);
    return screen;
}

static talus_results *run(const talus_campaign *campaign, unsigned threads)
{
    talus_results *results = NULL;
    talus_error error = {0};
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = threads};
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

static talus_gauge_result gauge(const talus_results *results, size_t k)
{
    talus_gauge_result g;
    cr_assert_eq(talus_results_gauge(results, k, TALUS_ALL_STRATA, &g, NULL), TALUS_OK);
    return g;
}

static double across[] = {20.0, -500.0, 20.0, 500.0};
static double broken[] = {20.0, -500.0, 20.0, 13.0, 20.0, 20.0, 20.0, 27.0, 20.0, 500.0};

/// Every rock that ends beyond the line has crossed it, and no other one (none comes back on this
/// slope); the line in pieces is the same line.
Test(screens, count_every_rock_of_a_plane_once_with_and_without_flights)
{
    for (int flights = 0; flights < 2; flights++) {
        incline scene;
        incline_make(&scene, 0.9, 0.0, false);
        scene.release.rocks = 40;
        scene.ground.mu_min = scene.ground.mu_max = 0.2;
        scene.campaign.step.flights = flights == 1;
        const talus_screen screens[] = {screen_of("line", across, 2),
                                        screen_of("pieces", broken, 5)};
        talus_campaign *campaign = incline_campaign(&scene);
        campaign->screens = screens;
        campaign->screen_count = 2;
        talus_results *results = run(campaign, 2);
        uint64_t beyond = 0;
        for (uint64_t k = 0; k < 40; k++) {
            beyond += ensemble_records(results)[k].end.r.x > 20.0;
        }
        const talus_gauge_result whole = gauge(results, 0), pieces = gauge(results, 1);
        cr_expect_eq(beyond, 40, "a slope of 0.9 and a friction of 0.2: all pass");
        cr_expect_eq(whole.released, 40);
        cr_expect_eq(whole.rocks, beyond);
        cr_expect_eq(whole.passages, beyond);
        cr_expect_eq(whole.to_right, beyond, "east of a line northwards is its right side");
        cr_expect_eq(pieces.rocks, beyond);
        cr_expect_float_eq(whole.probability, (double)beyond / 40.0, 1e-15);
        cr_expect(whole.low < whole.probability && whole.high >= whole.probability);
        cr_expect(isnan(whole.annual_frequency));
        cr_expect_eq(whole.moments[TALUS_GAUGE_ENERGY].mean,
                     pieces.moments[TALUS_GAUGE_ENERGY].mean);
        talus_results_destroy(results);
        incline_clear(&scene);
    }
}

typedef struct flight {
    incline scene;
    double velocity[3];
    double line[4];
    talus_results *results;
} flight;

/// A rock thrown over the incline, which it does not touch within the time limit.
static void throw_over(flight *f, bool flights, const talus_screen *screen)
{
    incline_make(&f->scene, 0.9, 0.0, false);
    f->scene.release.rocks = 12;
    f->scene.release.height = 30.0;
    f->scene.release.velocity = vec3(f->velocity[0], f->velocity[1], f->velocity[2]);
    f->scene.release.spin = vec3(1.0, -2.0, 3.0);
    f->scene.campaign.time_limit = 1.5;
    f->scene.campaign.step.flights = flights;
    talus_campaign *campaign = incline_campaign(&f->scene);
    campaign->screens = screen;
    campaign->screen_count = 1;
    f->results = run(campaign, 1);
}

Test(screens, values_are_those_of_the_parabola)
{
    for (int flights = 0; flights < 2; flights++) {
        flight f = {.velocity = {8.0, -3.0, 2.0}, .line = {12.0, -50.0, 18.0, 90.0}};
        const talus_screen screen = screen_of("oblique", f.line, 2);
        throw_over(&f, flights == 1, &screen);
        size_t count = 0;
        const talus_crossing *crossings = ensemble_crossings(f.results, &count);
        cr_assert_eq(count, 12);
        const double length = hypot(6.0, 140.0), tx = 6.0 / length, ty = 140.0 / length;
        for (size_t k = 0; k < count; k++) {
            const talus_crossing *c = &crossings[k];
            const talus_rock_record *r = &ensemble_records(f.results)[c->rock];
            // (x - 12) ty - (y + 50) tx = 0 on the line
            const double away = (12.0 - r->start.r.x) * ty - (-50.0 - r->start.r.y) * tx;
            const double t = away / (8.0 * ty + 3.0 * tx);
            const double x = r->start.r.x + 8.0 * t, y = r->start.r.y - 3.0 * t;
            const double z = r->start.r.z + 2.0 * t - 0.5 * 9.81 * t * t, vz = 2.0 - 9.81 * t;
            const double height = z - (500.0 - 0.9 * x), speed2 = 73.0 + vz * vz;
            // measured 2e-12 of each
            cr_expect_float_eq(c->time, t, 1e-10);
            cr_expect_float_eq(c->x, x, 1e-10);
            cr_expect_float_eq(c->y, y, 1e-10);
            cr_expect_float_eq(c->z, z, 1e-10);
            cr_expect_float_eq(c->along, hypot(x - 12.0, y + 50.0), 1e-9);
            cr_expect_float_eq(c->values[TALUS_GAUGE_HEIGHT], height, 1e-9);
            cr_expect_float_eq(c->values[TALUS_GAUGE_HEIGHT_NORMAL], height / sqrt(1.81), 1e-9);
            cr_expect_float_eq(c->values[TALUS_GAUGE_SPEED], sqrt(speed2), 1e-10);
            cr_expect_float_eq(c->values[TALUS_GAUGE_TRANSLATIONAL], 600.0 * speed2, 1e-6);
            // 1/2 (136 + 4 x 100 + 9 x 164), kept by the midpoint scheme; measured 5e-12 J
            cr_expect_float_eq(c->values[TALUS_GAUGE_ROTATIONAL], 1006.0, 1e-8);
            cr_expect_float_eq(
                c->values[TALUS_GAUGE_ENERGY],
                c->values[TALUS_GAUGE_TRANSLATIONAL] + c->values[TALUS_GAUGE_ROTATIONAL], 1e-9);
            cr_expect_float_eq(
                c->values[TALUS_GAUGE_ANGLE],
                atan((8.0 * tx - 3.0 * ty < 0 ? 3.0 * ty - 8.0 * tx : 8.0 * tx - 3.0 * ty) /
                     (8.0 * ty + 3.0 * tx)),
                1e-12);
            cr_expect_float_eq(c->values[TALUS_GAUGE_INCLINATION], atan(-vz / sqrt(73.0)), 1e-10);
            cr_expect(!c->to_left);
        }
        talus_results_destroy(f.results);
        incline_clear(&f.scene);
    }
}

/// Thrown up along the slope against the pull: over the line and back is not possible in the air in
/// plan, so the line is crossed twice by a bend in it.
Test(screens, recross_counts_later_crossings_and_one_rock)
{
    for (int recross = 0; recross < 2; recross++) {
        double bend[] = {11.0, -50.0, 11.0, 90.0, 13.0, 90.0, 13.0, -50.0};
        flight f = {.velocity = {8.0, 0.0, 2.0}};
        talus_screen screen = screen_of("bend", bend, 4);
        screen.recross = recross == 1;
        throw_over(&f, true, &screen);
        const talus_gauge_result g = gauge(f.results, 0);
        cr_expect_eq(g.rocks, 12);
        cr_expect_eq(g.passages, recross ? 24 : 12);
        cr_expect_eq(g.to_right, 12);
        cr_expect_eq(g.to_left, recross ? 12 : 0);
        cr_expect_eq(g.probability, 1.0);
        talus_results_destroy(f.results);
        incline_clear(&f.scene);
    }
}

/// All rocks start at one point and fly through a vertex of the line.
Test(screens, a_rock_through_a_vertex_counts_once)
{
    double line[] = {12.0, -50.0, 15.0, 20.0, 12.0, 90.0};
    talus_screen screen = screen_of("vertex", line, 3);
    screen.recross = true;
    flight f = {.velocity = {8.0, 0.0, 2.0}};
    incline_make(&f.scene, 0.9, 0.0, false);
    f.scene.release = (talus_release){.name = "point",
                                      .kind = TALUS_RELEASE_POINTS,
                                      .count = 1,
                                      .rocks = 5,
                                      .height = 30.0,
                                      .velocity = {8.0, 0.0, 2.0},
                                      .random_orientation = true};
    f.scene.xy[0] = 5.0;
    f.scene.xy[1] = 20.0;
    f.scene.campaign.time_limit = 1.5;
    talus_campaign *campaign = incline_campaign(&f.scene);
    campaign->screens = &screen;
    campaign->screen_count = 1;
    talus_results *results = run(campaign, 1);
    size_t count = 0;
    const talus_crossing *crossings = ensemble_crossings(results, &count);
    cr_expect_eq(gauge(results, 0).passages, 5);
    cr_assert_eq(count, 5);
    cr_expect_float_eq(crossings[0].along, hypot(3.0, 70.0), 1e-9);
    cr_expect_float_eq(crossings[0].x, 15.0, 1e-12);
    talus_results_destroy(results);
    incline_clear(&f.scene);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

Test(screens, quantiles_means_and_exceedances_are_those_of_the_sorted_values)
{
    enum { ROCKS = 80 };
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    scene.release.rocks = ROCKS;
    const talus_screen screen = screen_of("line", across, 2);
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->screens = &screen;
    campaign->screen_count = 1;
    talus_results *results = run(campaign, 2);
    const talus_gauge_result g = gauge(results, 0);
    const double q[4] = TALUS_GAUGE_QUANTILES;
    size_t count = 0;
    const talus_crossing *crossings = ensemble_crossings(results, &count);
    cr_assert_eq(count, g.passages);
    cr_expect_float_eq(g.n_eff, (double)count, 1e-9);
    double *values = malloc(count * sizeof *values);
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        const talus_gauge_moments *m = &g.moments[k];
        if (!talus_gauge_has((talus_gauge_quantity)k, false)) {
            cr_expect(isnan(m->mean));
            continue;
        }
        double sum = 0.0;
        for (size_t i = 0; i < count; i++) {
            values[i] = crossings[i].values[k];
            sum += values[i];
        }
        qsort(values, count, sizeof *values, compare);
        const bool is_angle = k == TALUS_GAUGE_ANGLE || k == TALUS_GAUGE_INCLINATION;
        for (int i = 0; i < 4; i++) {
            const double exact = values[(size_t)ceil(q[i] * (double)count - 1e-9) - 1];
            const double limit = is_angle ? 9e-4 : 0.01 * fabs(exact) + 1e-3;
            cr_expect_float_eq(m->quantile[i], exact, limit, "%s p%g: %g, %g",
                               talus_gauge_quantity_name((talus_gauge_quantity)k), q[i],
                               m->quantile[i], exact);
            cr_expect(m->low[i] <= m->quantile[i] && m->quantile[i] <= m->high[i]);
        }
        cr_expect_float_eq(m->max, values[count - 1], 1e-12 * (1.0 + values[count - 1]));
        cr_expect_float_eq(m->mean, sum / (double)count, 1e-6 * fabs(sum / (double)count) + 1e-6);
        cr_expect(m->mean_error > 0.0 && isinf(m->high[3]), "p99 of 80 is not bounded");
    }
    for (size_t i = 0; i < count; i++) {
        values[i] = crossings[i].values[TALUS_GAUGE_ENERGY];
    }
    qsort(values, count, sizeof *values, compare);
    double above[2];
    const double levels[2] = {0.0, values[count / 2]};
    cr_assert_eq(talus_results_gauge_exceedance(results, 0, TALUS_ALL_STRATA, TALUS_GAUGE_ENERGY,
                                                levels, 2, above, NULL),
                 TALUS_OK);
    cr_expect_float_eq(above[0], 1.0, 1e-12);
    // energies are told apart by 1 %
    size_t more = 0, least = 0;
    for (size_t i = 0; i < count; i++) {
        more += values[i] > 0.99 * levels[1];
        least += values[i] > 1.01 * levels[1];
    }
    cr_expect(least > 0 && more < count);
    cr_expect_geq(above[1], (double)least / (double)count, "%g, %zu of %zu", above[1], least,
                  count);
    cr_expect_leq(above[1], (double)more / (double)count, "%g, %zu of %zu", above[1], more, count);
    size_t boxes = 0;
    double total = 0.0;
    talus_height_energy *grid = NULL;
    cr_assert_eq(talus_results_height_energy(results, 0, &grid, &boxes, NULL), TALUS_OK);
    for (size_t i = 0; i < boxes; i++) {
        cr_expect(grid[i].energy_low < grid[i].energy_high);
        total += grid[i].share;
    }
    cr_expect_float_eq(total, 1.0, 1e-12);
    free(grid);
    free(values);
    talus_results_destroy(results);
    incline_clear(&scene);
}

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

static double house[] = {24.0, 18.0, 28.0, 18.0, 28.0, 22.0, 24.0, 22.0};
static size_t house_rings[] = {0, 4};
static double road[] = {33.0, -500.0, 33.0, 500.0};
static size_t road_runs[] = {0, 2};
static const talus_object objects[] = {
    {.name = "house", .is_area = true, .ring_count = 1, .ring_starts = house_rings, .xy = house},
    {.name = "road", .ring_count = 1, .ring_starts = road_runs, .xy = road, .width = 2.0}};

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

/// Two releases and two classes with frequencies: weights, probability and frequency by hand.
Test(gauges, strata_are_weighed_by_their_frequencies)
{
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    talus_rock_class kinds[2] = {{.rock = &incline_rock, .share = 3.0},
                                 {.rock = &incline_rock, .share = 1.0}};
    scene.release.rocks = 40;
    talus_campaign *campaign = incline_campaign(&scene);
    talus_release releases[2] = {scene.release, scene.release};
    releases[1].rocks = 80;
    const double frequency[4] = {0.1, 0.02, 0.3, 0.0};
    const talus_screen screen = screen_of("line", (double[]){15.0, -500.0, 15.0, 500.0}, 2);
    campaign->releases = releases;
    campaign->release_count = 2;
    campaign->rocks = kinds;
    campaign->rock_class_count = 2;
    campaign->stratified = true;
    campaign->frequency = frequency;
    campaign->screens = &screen;
    campaign->screen_count = 1;
    talus_results *results = run(campaign, 2);
    const talus_gauge_result all = gauge(results, 0);
    double lambda = 0.0, total = 0.0;
    uint64_t rocks = 0;
    for (size_t k = 0; k < 4; k++) {
        talus_gauge_result g;
        cr_assert_eq(talus_results_gauge(results, 0, k, &g, NULL), TALUS_OK);
        lambda += frequency[k] * (double)g.rocks / (double)g.released;
        total += frequency[k];
        rocks += g.rocks;
        cr_expect_float_eq(g.probability, (double)g.rocks / (double)g.released, 1e-15);
        cr_expect_float_eq(g.annual_frequency, frequency[k] * g.probability, 1e-15);
    }
    cr_expect_eq(all.rocks, rocks);
    cr_expect(rocks > 20 && rocks < 120, "%d", (int)rocks);
    cr_expect_float_eq(all.annual_frequency, lambda, 1e-15);
    cr_expect_float_eq(all.probability, lambda / total, 1e-14);
    cr_expect_lt(all.n_eff, (double)rocks, "unequal weights count less");
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(gauges, a_gauge_or_stratum_that_is_not_there_is_refused)
{
    incline scene;
    incline_make(&scene, 0.9, 0.0, false);
    scene.release.rocks = 1;
    talus_results *results = run(incline_campaign(&scene), 1);
    talus_gauge_result g;
    talus_error error;
    cr_expect_eq(talus_results_gauge(results, 0, 0, &g, &error), TALUS_ERROR_ARGUMENT);
    size_t count;
    ensemble_crossings(results, &count);
    cr_expect_eq(count, 0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(gauges, lines_without_length_are_refused)
{
    incline scene;
    incline_make(&scene, 0.9, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    double point[] = {3.0, 4.0, 3.0, 4.0};
    const talus_screen screen = screen_of("dot", point, 2);
    talus_results *results = NULL;
    talus_error error = {0};
    campaign->screens = &screen;
    campaign->screen_count = 1;
    cr_expect_eq(talus_campaign_run(campaign, NULL, &results, &error), TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "dot") != NULL);
    talus_object object = objects[1];
    object.width = -1.0;
    campaign->screen_count = 0;
    campaign->objects = &object;
    campaign->object_count = 1;
    cr_expect_eq(talus_campaign_run(campaign, NULL, &results, &error), TALUS_ERROR_ARGUMENT);
    incline_clear(&scene);
}

static void expect_same(const talus_results *a, const talus_results *b)
{
    for (size_t k = 0; k < 3; k++) {
        const talus_gauge_result x = gauge(a, k), y = gauge(b, k);
        cr_expect_eq(memcmp(&x, &y, sizeof x), 0, "gauge %zu", k);
    }
    size_t n, m;
    const talus_crossing *x = ensemble_crossings(a, &n), *y = ensemble_crossings(b, &m);
    cr_assert_eq(n, m);
    cr_expect_gt(n, 0);
    for (size_t k = 0; k < n; k++) {
        cr_expect(x[k].rock == y[k].rock && x[k].screen == y[k].screen &&
                  x[k].to_left == y[k].to_left && x[k].time == y[k].time && x[k].x == y[k].x &&
                  x[k].y == y[k].y && x[k].z == y[k].z && x[k].along == y[k].along);
        cr_expect_eq(memcmp(x[k].values, y[k].values, sizeof x[k].values), 0);
    }
    float from[60 * 40], to[60 * 40];
    cr_assert_eq(talus_results_gauge_sources(a, 1, NULL, from, NULL), TALUS_OK);
    cr_assert_eq(talus_results_gauge_sources(b, 1, NULL, to, NULL), TALUS_OK);
    cr_expect_eq(memcmp(from, to, sizeof from), 0);
}

/// Threads, shards and merged states give the same bits.
Test(gauges, threads_and_merged_shards_change_nothing)
{
    char directories[2][256];
    const char *list[2] = {directories[0], directories[1]};
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    scene.release.rocks = 40;
    scene.campaign.recorded_rocks = 30;
    talus_screen screen = screen_of("line", across, 2);
    screen.recross = true;
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->screens = &screen;
    campaign->screen_count = 1;
    campaign->objects = objects;
    campaign->object_count = 2;
    talus_results *one = run(campaign, 1), *three = run(campaign, 3), *merged = NULL;
    expect_same(one, three);
    for (unsigned k = 0; k < 2; k++) {
        snprintf(directories[k], sizeof directories[k], "%s/gauges.%d.%u",
                 getenv("TALUS_TEST_TMP") ? getenv("TALUS_TEST_TMP") : "/tmp", (int)getpid(), k);
        talus_results *part = NULL;
        const talus_run_options options = {.size = sizeof(talus_run_options),
                                           .threads = 2,
                                           .checkpoint = directories[k],
                                           .shard = k + 1,
                                           .shard_count = 2};
        cr_assert_eq(talus_campaign_run(campaign, &options, &part, NULL), TALUS_OK);
        talus_results_destroy(part);
    }
    talus_error error = {0};
    cr_assert_eq(talus_campaign_merge(campaign, list, 2, NULL, &merged, &error), TALUS_OK, "%s",
                 error.message);
    expect_same(one, merged);
    // another line is another campaign
    talus_results_destroy(merged);
    double other[] = {21.0, -500.0, 21.0, 500.0};
    screen.line.xy = other;
    cr_expect_eq(talus_campaign_merge(campaign, list, 2, NULL, &merged, &error), TALUS_ERROR_INPUT);
    for (int k = 0; k < 2; k++) {
        cr_expect_eq(talus_checkpoint_remove(list[k], NULL), TALUS_OK);
    }
    talus_results_destroy(one);
    talus_results_destroy(three);
    incline_clear(&scene);
}
