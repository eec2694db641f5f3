// SPDX-License-Identifier: GPL-3.0-or-later
// Flights and impacts found in tables of places: bounces whose energies are known.
#include "studies/validation/flights.h"

#include <criterion/criterion.h>
#include <math.h>

enum { MOST = 4000 };
static double times[MOST];
static talus_vec3 places[MOST];

/// Bounces on z = 0: every impact leaves `kept` of both speeds. Sampled every `interval` s.
static flights_table bounces(double interval, double kept, double noise, double length)
{
    double v = 8.0, u = 5.0, x = 0.0, t0 = 0.0;
    talus_random random = {.seed = 3, .stream = 1};
    flights_table table = {.time = times, .place = places};
    for (double t = 0.0; t < length && table.count < MOST; t += interval) {
        double s = t - t0;
        while (s > 2.0 * v / 9.81) {
            x += u * 2.0 * v / 9.81;
            t0 += 2.0 * v / 9.81;
            v *= kept;
            u *= kept;
            s = t - t0;
        }
        times[table.count] = t;
        places[table.count++] = (talus_vec3){
            x + u * s + noise * talus_random_normal(&random), noise * talus_random_normal(&random),
            v * s - 4.905 * s * s + noise * talus_random_normal(&random)};
    }
    return table;
}

static flights_found find(const flights_table *table, double noise)
{
    const double level[] = {0, 0, 0, 0};
    const talus_grid grid = {-100.0, -100.0, 200.0, 2, 2};
    talus_terrain *terrain = NULL;
    flights_found found;
    cr_assert_eq(talus_terrain_create(&grid, level, NULL, &terrain, NULL), TALUS_OK);
    const flights_options options = {
        .terrain = terrain, .diameter = 0.5, .noise = noise, .gravity = 9.81};
    cr_assert_eq(flights_find(table, &options, &found, NULL), TALUS_OK);
    talus_terrain_destroy(terrain);
    return found;
}

Test(flights, energy_of_bounces_is_found_at_all_samplings)
{
    static const double intervals[] = {0.002, 0.01, 0.05};
    for (size_t k = 0; k < 3; k++) {
        const flights_table table = bounces(intervals[k], 0.8, 0.0, 5.0);
        flights_found found = find(&table, 0.0);
        cr_expect_geq(found.count, 3, "%zu", found.count);
        for (size_t i = 0; i < 3; i++) {
            const flights_impact *impact = &found.impacts[i];
            // between samples the speeds at the ends of the flights differ from those at the touch
            const double slack = 0.02 + 2.0 * intervals[k];
            cr_expect_float_eq(impact->split.energy_kept, 0.64, slack, "%g s: %g", intervals[k],
                               impact->split.energy_kept);
            cr_expect_float_eq(impact->split.e_n, 0.8, 2.0 * slack, "%g", impact->split.e_n);
            cr_expect_float_eq(impact->split.e_t, 0.8, 1e-6, "%g", impact->split.e_t);
            cr_expect_float_eq(impact->split.deviation, 0.0, 1e-6);
            cr_expect_leq(impact->contact_time, 2.0 * intervals[k] + 1e-9);
            cr_expect_float_eq(impact->normal.z, 1.0, 1e-12);
        }
        flights_clear(&found);
    }
}

Test(flights, noise_does_not_break_up_flights)
{
    const flights_table table = bounces(0.01, 0.8, 0.01, 3.0);
    flights_found found = find(&table, 0.01);
    cr_assert_eq(found.count, 1, "%zu", found.count); // touches at 1.63 and 2.94 s; two flights end
    cr_expect_float_eq(found.impacts[0].split.energy_kept, 0.64, 0.05, "%g",
                       found.impacts[0].split.energy_kept);
    flights_clear(&found);
}

Test(flights, heights_are_those_of_the_parabola)
{
    const flights_table table = bounces(0.002, 0.8, 0.0, 2.0);
    flights_found found = find(&table, 0.0);
    cr_assert_geq(found.count, 1);
    const flights_impact *first = &found.impacts[0];
    cr_expect_float_eq(first->jump.height_vertical, 64.0 / 2.0 / 9.81, 1e-4);
    cr_expect_float_eq(first->jump.height_normal, 64.0 / 2.0 / 9.81, 0.02); // a level chord
    cr_expect_float_eq(first->jump.length, 5.0 * 16.0 / 9.81, 0.03);
    cr_expect_float_eq(found.start.x, 5.0, 1e-6);
    cr_expect_float_eq(found.speed_max, sqrt(89.0), 0.03);
    flights_clear(&found);
}

Test(flights, rolling_and_short_tables_have_no_impacts)
{
    flights_table table = {.count = 3, .time = times, .place = places};
    for (int k = 0; k < 500; k++) {
        times[k] = 0.01 * k;
        places[k] = (talus_vec3){0.03 * k, 0.0, 0.0};
    }
    flights_found found = find(&table, 0.0);
    cr_expect_eq(found.count, 0);
    flights_clear(&found);
    table.count = 500;
    found = find(&table, 0.0);
    cr_expect_eq(found.count, 0);
    cr_expect_lt(found.flight_time, 0.1 * found.time);
    flights_clear(&found);
}
