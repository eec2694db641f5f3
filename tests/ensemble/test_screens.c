// SPDX-License-Identifier: GPL-3.0-or-later
// Screens: counts against replays, heights and angles against parabolas, quantiles against sorting.
#include "ensemble/gauge_scene.h"
#include "foundation/math/linalg.h"

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
        double square = 0.0;
        for (size_t i = 0; i < count; i++) {
            square += (values[i] - m->mean) * (values[i] - m->mean);
        }
        const double std = sqrt(square / (double)count);
        cr_expect_float_eq(m->std, std, 1e-4 * std, "%s: %g, %g",
                           talus_gauge_quantity_name((talus_gauge_quantity)k), m->std, std);
        cr_expect_float_eq(m->mean_error, m->std / sqrt((double)count), 1e-12 * m->std);
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
    // energies that differ by 1 % count as different
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
