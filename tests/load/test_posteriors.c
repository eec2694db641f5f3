// SPDX-License-Identifier: GPL-3.0-or-later
// Draws of a posterior as parameters of grounds: read, in SI units, and refused where they do not
// fit.
#include "scenario/support.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"

static const char *write_table(const char *text)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/posterior_%d.csv", test_directory(), (int)rand());
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(text, file);
    fclose(file);
    return path;
}

/// The minimal scenario on this ground, where %s stands for the table.
static talus_status load(const char *format, const char *text, talus_diagnostics *list,
                         talus_world **world)
{
    char ground[1024];
    const char *path = write_table(text);
    char *to = ground;
    for (const char *at = format; *at != '\0'; at++) {
        if (*at == '%') {
            to += snprintf(to, sizeof ground - (size_t)(to - ground), "%s", path);
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
    const talus_override override = {"ground", ground};
    talus_scenario *scenario = NULL;
    *world = NULL;
    talus_status status = talus_scenario_read(MINIMAL, &override, 1, list, &scenario, NULL);
    if (status == TALUS_OK) {
        status = talus_world_load(scenario, list, world, NULL);
    }
    talus_scenario_destroy(scenario);
    return status;
}

static void expect_failure(const char *ground, const char *text, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_expect_neq(load(ground, text, list, &world), TALUS_OK, "%s", text);
    if (find_diagnostic(list, phrase) == NULL) {
        print_diagnostics(list);
    }
    cr_expect_not_null(find_diagnostic(list, phrase), "%s", phrase);
    talus_diagnostics_destroy(list);
    talus_world_destroy(world);
}

Test(posteriors, rows_are_those_of_the_table_in_si_units)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load("[{preset: medium, posterior: %}]",
                      "draw,ground.0.soil.modulus_mn_m2,ground.0.mu_min\n0,12,0.4\n1,18,0.5\n",
                      list, &world),
                 TALUS_OK);
    const talus_ground *ground = talus_world_campaign(world)->site.grounds;
    cr_assert_not_null(ground->draw);
    cr_assert_eq(ground->draw->posterior_count, 2);
    const double *row = ground->draw->posterior + TALUS_VARIED_COUNT;
    cr_expect_eq(row[TALUS_VARIED_SOIL_MODULUS], 18e6);
    cr_expect_eq(row[TALUS_VARIED_MU_MIN], 0.5);
    cr_expect(isnan(row[TALUS_VARIED_SOIL_DRAG]));
    cr_expect_eq(talus_campaign_check(talus_world_campaign(world), NULL), TALUS_OK);
    cr_expect_not_null(find_diagnostic(list, "2 rocks share 2 draws of the ground, 1 each"));
    for (uint64_t rock = 0; rock < 10; rock++) {
        const double modulus = talus_ground_drawn(ground, 0, 1, rock, 4).soil.modulus;
        cr_expect(modulus == 12e6 || modulus == 18e6, "%g", modulus);
    }
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(posteriors, bad_tables_are_told)
{
    static const char one[] = "[{preset: medium, posterior: %}]";
    expect_failure("[{preset: medium, posterior: none.csv}]", "", "none.csv");
    expect_failure(one, "ground.0.mu_min\n", "found a heading and no row");
    expect_failure(one, "ground.0.mu_min\n-1\n", ".csv:2: ground.0.mu_min: found '-1'");
    expect_failure(one, "ground.0.mu_min,draw\n,1\n", "expected a number from 0 to 10");
    expect_failure(one, "terrain.roughness.amplitude_m\n0.1\n", "is of no ground that names this");
    expect_failure(one, "ground.1.mu_min\n0.4\n", "is of no ground that names this");
    expect_failure(one, "ground.0.mu_mean\n0.4\n", "is of no ground that names this");
    expect_failure(one, "draw\n0\n", "found no column 'ground.0.<parameter>'");
    expect_failure("[{preset: hard, posterior: %}]", "ground.0.soil.modulus_mn_m2\n12\n",
                   "but this ground has none");
}
