// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/scenes.h"
#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <math.h>

enum { ROCKS = 1000 };

typedef struct slope_run {
    double down[2], across[2], energy[2]; ///< mean and variance of the mean
} slope_run;

static void mean_of(const double *values, double out[2])
{
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < ROCKS; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    out[0] = sum / ROCKS;
    out[1] = (squares / ROCKS - out[0] * out[0]) / ROCKS;
}

/// 1000 wheels for 6 s on a plane of 35 degrees that falls towards `azimuth`; where they are then,
/// along and across the fall line.
static slope_run run_slope(double azimuth)
{
    static double down[ROCKS], across[ROCKS], energy[ROCKS];
    talus_rock *rock = NULL;
    talus_results *results = NULL;
    talus_error error;
    double xy[2] = {0.0, 0.0};
    const talus_ground ground = {
        .name = "hard", .mu_min = 0.55, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0, .drag = 0.5};
    talus_terrain *terrain = scene_plane(35.0 * TALUS_PI / 180.0, azimuth, 250.0, 1.0, 0.0);
    cr_assert_not_null(terrain);
    cr_assert(talus_rock_build("eota221", vec3(0.93, 0.93, 0.47), 0, 2709.0, &rock, NULL) ==
              TALUS_OK);
    const talus_rock_class kind = {.rock = rock, .share = 1.0};
    const talus_release release = {.kind = TALUS_RELEASE_POINTS,
                                   .count = 1,
                                   .xy = xy,
                                   .rocks = ROCKS,
                                   .height = 1.0,
                                   .random_orientation = true};
    talus_campaign campaign = talus_campaign_default();
    campaign.site = (talus_site){.terrain = terrain, .grounds = &ground, .ground_count = 1};
    campaign.time_limit = 6.0;
    campaign.seed = azimuth == 0.0 ? 1 : 2;
    campaign.rocks = &kind;
    campaign.rock_class_count = 1;
    campaign.releases = &release;
    campaign.release_count = 1;
    campaign.cells = (talus_cells){-250.0, -250.0, 5.0, 100, 100};
    campaign.recorded_rocks = 0;
    cr_assert(talus_campaign_run(&campaign, NULL, &results, &error) == TALUS_OK, "%s",
              error.message);
    const talus_rock_record *records = ensemble_records(results);
    for (int i = 0; i < ROCKS; i++) {
        const talus_vec3 r = records[i].end.r;
        down[i] = cos(azimuth) * r.x + sin(azimuth) * r.y;
        across[i] = cos(azimuth) * r.y - sin(azimuth) * r.x;
        energy[i] = records[i].kinetic_energy_max;
        cr_assert(records[i].outcome == TALUS_TIME_LIMIT || records[i].outcome == TALUS_STOPPED);
    }
    slope_run run;
    mean_of(down, run.down);
    mean_of(across, run.across);
    mean_of(energy, run.energy);
    talus_results_destroy(results);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return run;
}

static void expect_equal(const char *what, const double a[2], const double b[2])
{
    // difference of two means in units of its standard error
    const double z = fabs(a[0] - b[0]) / sqrt(a[1] + b[1]);
    cr_expect(z < 3.5, "%s: %g and %g differ by %.1f standard errors", what, a[0], b[0], z);
}

Test(ensemble, a_slope_turned_by_37_degrees_has_the_same_statistics, .timeout = 120)
{
    const slope_run a = run_slope(0.0), b = run_slope(37.0 * TALUS_PI / 180.0);
    cr_expect(a.down[0] > 20.0);
    expect_equal("travel down the slope", a.down, b.down);       /* measured 0.7 standard errors */
    expect_equal("travel across the slope", a.across, b.across); /* measured 1.0 */
    expect_equal("largest kinetic energy", a.energy, b.energy);  /* measured 0.8 */
}
