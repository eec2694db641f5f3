// SPDX-License-Identifier: GPL-3.0-or-later
// shape: hull. Every rock of a run is another one, by the scenario's seed and its number.
#include "scenario/support.h"
#include "stepper/rock_steps.h"

#include "runs/trajectory/trajectory.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"

static const talus_override blocks = {
    "rocks", "[{name: block, shape: hull, size_m: [0.5, 0.3, 0.4], mass_kg: 79}]"};

static void hull_of(const talus_campaign *campaign, uint64_t rock, talus_vec3 *inertia,
                    double *mass, double *volume)
{
    const talus_rock *body = NULL;
    talus_rock *own = NULL;
    cr_assert_eq(trajectory_body(campaign, 0, rock, &body, &own, NULL), TALUS_OK);
    cr_assert_not_null(own);
    cr_expect_eq(body->vertex_count, 20);
    *inertia = body->inertia;
    *mass = body->mass;
    *volume = body->volume;
    talus_rock_destroy(own);
}

Test(scenario_hulls, every_rock_has_its_own)
{
    talus_world *world = load_good(MINIMAL, &blocks, 1, NULL);
    const talus_campaign *campaign = talus_world_campaign(world);
    talus_vec3 one, other, again;
    double mass = 0.0, volumes[2] = {0};
    hull_of(campaign, 0, &one, &mass, &volumes[0]);
    hull_of(campaign, 1, &other, &mass, &volumes[1]);
    cr_expect_eq(mass, 79.0);
    cr_expect_neq(volumes[0], volumes[1]);
    cr_expect_neq(one.x, other.x);
    hull_of(campaign, 0, &again, &mass, &volumes[0]);
    cr_expect(one.x == again.x && one.y == again.y && one.z == again.z);
    talus_world_destroy(world);
}

Test(scenario_hulls, lengths_and_mass_say_how_full_they_are)
{
    static const talus_override old = {
        "rocks", "[{name: block, shape: hull, exponent: 2, size_m: [0.5, 0.3, 0.4], mass_kg: 79}]"};
    talus_world *world = load_good(MINIMAL, &blocks, 1, NULL);
    talus_vec3 moments;
    double mass, volume, sum = 0.0;
    for (uint64_t rock = 0; rock < 100; rock++) {
        hull_of(talus_world_campaign(world), rock, &moments, &mass, &volume);
        sum += volume / 100.0;
    }
    cr_expect_float_eq(79.0 / sum, 2700.0, 40.0, "%g", 79.0 / sum);
    talus_world_destroy(world);
    world = load_good(MINIMAL, &old, 1, NULL);
    hull_of(talus_world_campaign(world), 0, &moments, &mass, &volume);
    cr_expect(79.0 / volume > 2900.0, "%g", 79.0 / volume);
    talus_world_destroy(world);
}

Test(scenario_hulls, volumes_that_are_drawn_are_those_of_the_hulls)
{
    static const talus_override sized[] = {
        {"rocks", "[{shape: hull, points: 12, size_m: [2, 1, 1], density_kg_m3: 2500, "
                  "volume_m3: {distribution: uniform, min: 0.1, max: 0.2}}]"},
        {"releases.0.rocks", "40"}};
    talus_world *world = load_good(MINIMAL, sized, 2, NULL);
    const talus_campaign *campaign = talus_world_campaign(world);
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 12, &stepper, NULL),
                 TALUS_OK);
    for (uint64_t rock = 0; rock < 40; rock++) {
        trajectory t;
        cr_assert_eq(trajectory_start(&t, campaign, stepper, rock_on(stepper), rock, NULL),
                     TALUS_OK);
        cr_expect(t.record.volume >= 0.1 && t.record.volume <= 0.2, "%g", t.record.volume);
        cr_expect_float_eq(t.record.mass, 2500.0 * t.record.volume, 1e-9);
        cr_expect_eq(t.mass, t.record.mass);
    }
    talus_stepper_destroy(stepper);
    talus_world_destroy(world);
}

Test(scenario_hulls, points_go_with_hulls_alone)
{
    static const talus_override wrong[] = {
        {"rocks", "[{shape: cuboid, points: 20, size_m: [1, 1, 1]}]"},
        {"rocks", "[{shape: cuboid, exponent: 2, size_m: [1, 1, 1]}]"},
        {"rocks", "[{shape: hull, exponent: 9, size_m: [1, 1, 1]}]"},
        {"rocks", "[{shape: hull, points: 3, size_m: [1, 1, 1]}]"}};
    static const char *const phrases[] = {"points goes with hull only",
                                          "exponent goes with hull only", "exponent", "points"};
    for (size_t k = 0; k < 4; k++) {
        talus_diagnostics *list = talus_diagnostics_create();
        talus_scenario *scenario = NULL;
        talus_error error = {0};
        cr_expect_eq(talus_scenario_read(MINIMAL, &wrong[k], 1, list, &scenario, &error),
                     TALUS_ERROR_INPUT);
        cr_expect_not_null(find_diagnostic(list, phrases[k]), "%s", error.message);
        talus_diagnostics_destroy(list);
        talus_scenario_destroy(scenario);
    }
}
