// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters, observed deposits and evaluations of a calibration on a small plane.
#include "studies/calibration/calibrate_internal.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANE TALUS_SOURCE_DIR "/tests/cli/data/plane.yaml"

static const char *temporary(const char *name)
{
    static char path[512];
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, sizeof path, "%s/%s", directory != NULL ? directory : "/tmp", name);
    return path;
}

/// A table of `count` deposits on the meadow of the plane, as a file. The volume of number i is 0.01 m^3
/// times i, of the last one `last`.
static const char *write_volumes(const char *name, int count, const char *last)
{
    const char *path = temporary(name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "release,x,y%s\n", last != NULL ? ",volume_m3" : "");
    for (int i = 0; i < count; i++) {
        fprintf(file, "release 1,%d,%d", 500050 + 3 * (i % 10), 5200020 + 2 * i);
        if (last != NULL && i + 1 < count) {
            fprintf(file, ",%.2f", 0.01 * i);
        }
        fprintf(file, "%s%s\n", last != NULL && i + 1 == count ? "," : "",
                last != NULL && i + 1 == count ? last : "");
    }
    fclose(file);
    return path;
}

static const char *write_deposits(const char *name, int count)
{
    return write_volumes(name, count, NULL);
}

typedef struct plane_case {
    talus_calibrate_parameter parameters[3];
    talus_override overrides[6];
    talus_calibrate_options options;
} plane_case;

static void set_up(plane_case *c, const char *first, const char *second, const char *third)
{
    const char *texts[3] = {first, second, third};
    *c = (plane_case){.overrides = {{"releases.0.rocks", "12"}, {"simulation.threads", "1"}}};
    c->options = (talus_calibrate_options){.scenario = PLANE,
                                           .overrides = c->overrides,
                                           .override_count = 2,
                                           .parameters = c->parameters,
                                           .assume_crs = true,
                                           .hold_out = 0.3,
                                           .evaluations = 60};
    for (size_t i = 0; i < 3 && texts[i] != NULL; i++) {
        cr_assert_eq(talus_calibrate_parameter_read(texts[i], &c->parameters[i], NULL), TALUS_OK);
        c->options.parameter_count++;
    }
}

static void expect_refused(const plane_case *c, talus_status status, const char *phrase)
{
    calibrate_study *study = NULL;
    talus_error error = {0};
    cr_expect_eq(calibrate_create(&c->options, &study, &error), status, "%s", error.message);
    cr_expect_not_null(strstr(error.message, phrase), "\"%s\" is not in \"%s\"", phrase,
                       error.message);
    cr_expect_null(study);
    calibrate_destroy(study);
}

Test(talus_calibrate_parameter, is_read_with_bounds_and_scale)
{
    talus_calibrate_parameter p;
    cr_assert_eq(talus_calibrate_parameter_read("forest.0.drag_kg_s=100:1600:log", &p, NULL),
                 TALUS_OK);
    cr_expect_str_eq(p.key, "forest.0.drag_kg_s");
    cr_expect(p.logarithmic);
    cr_expect_eq(calibrate_value(&p, 0.0), 100.0);
    cr_expect_eq(calibrate_value(&p, 1.0), 1600.0);
    cr_expect_float_eq(calibrate_value(&p, 0.5), 400.0, 1e-9);
    cr_assert_eq(talus_calibrate_parameter_read("ground.0.mu_min=-1:3", &p, NULL), TALUS_OK);
    cr_expect_not(p.logarithmic);
    cr_expect_eq(calibrate_value(&p, 0.25), 0.0);
}

Test(talus_calibrate_parameter, is_refused_with_a_sentence)
{
    static const char *const bad[][2] = {{"ground.0.mu_min", "expected KEY=LOW:HIGH"},
                                         {"=1:2", "expected KEY=LOW:HIGH"},
                                         {"a=1", "expected KEY=LOW:HIGH"},
                                         {"a=1:", "expected KEY=LOW:HIGH"},
                                         {"a=1:2:lin", "expected KEY=LOW:HIGH"},
                                         {"a=1:2:log ", "expected KEY=LOW:HIGH"},
                                         {"a=0:inf", "expected KEY=LOW:HIGH"},
                                         {"a=nan:1", "expected KEY=LOW:HIGH"},
                                         {"a=2:1", "lower one first"},
                                         {"a=2:2", "lower one first"},
                                         {"a=0:2:log", "expected a bound above 0"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        talus_calibrate_parameter p;
        talus_error error = {0};
        cr_expect_eq(talus_calibrate_parameter_read(bad[i][0], &p, &error), TALUS_ERROR_ARGUMENT,
                     "%s", bad[i][0]);
        cr_expect_not_null(strstr(error.message, bad[i][1]), "%s", error.message);
    }
}

Test(talus_calibrate_parameter, is_held_against_the_scenario)
{
    static const struct {
        const char *text;
        talus_status status;
        const char *phrase;
    } bad[] = {
        {"ground.0.mu_mim=0.2:0.6", TALUS_ERROR_INPUT, "mu_min"},
        {"ground.1.mu_min=0.2:0.6", TALUS_ERROR_INPUT, "names no item"},
        {"ground.0.mu_min=-0.2:0.6", TALUS_ERROR_INPUT, "refuses -0.2"},
        {"ground.0.mu_min=0.2:50000000", TALUS_ERROR_INPUT, "refuses 5e+07"},
        {"terrain.roughness.refine=1:5", TALUS_ERROR_INPUT, "refuses 3.47"},
        {"terrain.dem=1:5", TALUS_ERROR_INPUT, "refuses 1"},
        {"seed=1:5", TALUS_ERROR_ARGUMENT, "does not depend on it"},
        {"outputs.cell_m=1:5", TALUS_ERROR_ARGUMENT, "does not depend on it"},
        {"fragmentation.window_s=1:5", TALUS_ERROR_ARGUMENT, "does not depend on it"},
        {"fragmentation.least_volume_m3=1:5", TALUS_ERROR_ARGUMENT, "smallest volume that was"},
    };
    plane_case c;
    const char *path = write_deposits("calibrate_held.csv", 20);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        set_up(&c, bad[i].text, NULL, NULL);
        c.options.observed = path;
        expect_refused(&c, bad[i].status, bad[i].phrase);
    }
    set_up(&c, "ground.0.mu_min=0.2:0.6", "ground.0.mu_min=0.3:0.6", NULL);
    c.options.observed = path;
    expect_refused(&c, TALUS_ERROR_ARGUMENT, "given twice");
}

Test(calibrate_observed, is_split_by_seed_and_keeps_all_points)
{
    plane_case c;
    set_up(&c, "ground.0.mu_min=0.2:0.6", NULL, NULL);
    c.options.observed = write_deposits("calibrate_split.csv", 20);
    talus_override seeds[3] = {c.overrides[0], c.overrides[1], {"seed", "7"}};
    c.options.overrides = seeds;
    c.options.override_count = 3;
    double first[3] = {0};
    for (int k = 0; k < 3; k++) {
        calibrate_study *study = NULL;
        talus_error error = {0};
        seeds[2].value = k == 2 ? "8" : "7";
        cr_assert_eq(calibrate_create(&c.options, &study, &error), TALUS_OK, "%s", error.message);
        cr_expect_eq(study->training.count, 14);
        cr_expect_eq(study->held.count, 6);
        cr_expect(study->named);
        double sum = 0.0;
        for (size_t i = 0; i < 14; i++) {
            sum += study->training.xy[2 * i + 1];
            cr_expect(i == 0 || study->training.xy[2 * i + 1] > study->training.xy[2 * i - 1]);
        }
        for (size_t i = 0; i < 6; i++) {
            sum += study->held.xy[2 * i + 1];
            first[k] += (double)(i + 1) * study->held.xy[2 * i + 1];
        }
        // 20 points 2 m apart, from where the first one lies over the origin
        double east, north;
        cr_assert_eq(talus_world_origin(study->world, &east, &north, NULL), TALUS_OK);
        cr_expect_float_eq(sum, 20 * (5200020 - north) + 2 * 190, 1e-6);
        calibrate_destroy(study);
    }
    cr_expect_eq(first[0], first[1]);
    cr_expect_neq(first[0], first[2]);
}

Test(calibrate_observed, is_refused_with_a_sentence)
{
    plane_case c;
    set_up(&c, "ground.0.mu_min=0.2:0.6", NULL, NULL);
    c.options.observed = write_deposits("calibrate_few.csv", 7);
    expect_refused(&c, TALUS_ERROR_INPUT, "leaves 5 to calibrate with and 2 to check");
    c.options.hold_out = 0.8;
    expect_refused(&c, TALUS_ERROR_INPUT, "--hold-out 0.8 of 7 deposits");
    c.options.hold_out = 1.0;
    expect_refused(&c, TALUS_ERROR_ARGUMENT, "--hold-out: found 1");
    c.options.hold_out = 0.0;
    c.options.assume_crs = false;
    expect_refused(&c, TALUS_ERROR_INPUT, "--assume-metres");
    c.options.assume_crs = true;
    c.options.release_field = "source";
    expect_refused(&c, TALUS_ERROR_INPUT, "has no field \"source\"");
    c.options.release_field = "x";
    expect_refused(&c, TALUS_ERROR_INPUT, "which the scenario does not have");
    c.options.release_field = NULL;
    c.options.observed = temporary("no_such_deposits.gpkg");
    expect_refused(&c, TALUS_ERROR_INPUT, "no such file");
    c.options.observed = write_deposits("calibrate_none.csv", 0);
    expect_refused(&c, TALUS_ERROR_INPUT, "holds no usable points");
    c.options.evaluations = 20;
    expect_refused(&c, TALUS_ERROR_ARGUMENT, "expected at least 60");
}

/// Rocks of the plane that break.
static void let_break(plane_case *c)
{
    static const talus_override more[] = {
        {"fragmentation",
         "{law: threshold, energy_j_kg: 5, largest_share: 0.4, size_exponent: 0.8, "
         "least_volume_m3: 0.03}"},
        {"ground.0.preset", "hard"},
        {"releases.0.height_m", "12"}};
    memcpy(c->overrides + 2, more, sizeof more);
    c->options.override_count = 5;
}

Test(calibrate_observed, volumes_that_are_not_simulated_are_left_out)
{
    plane_case c;
    set_up(&c, "fragmentation.size_exponent=0.3:2", NULL, NULL);
    let_break(&c);
    c.options.observed = write_volumes("calibrate_volumes.csv", 23, "0.03");
    c.options.hold_out = 0.25;
    c.options.diagnostics = talus_diagnostics_create();
    calibrate_study *study = NULL;
    talus_error error = {0};
    c.options.where = "volume_m3 <> '0.00'"; // number 0 has none
    cr_assert_eq(calibrate_create(&c.options, &study, &error), TALUS_OK, "%s", error.message);
    // of 22 those of 0.01 and 0.02 m^3; 0.03 m^3 is the least and stays
    cr_expect(study->has_volumes);
    cr_expect_eq(study->too_small, 2);
    cr_expect_eq(study->training.count, 15);
    cr_expect_eq(study->held.count, 5);
    cr_expect_float_eq(study->training.share, 0.75, 1e-12);
    cr_assert_eq(talus_diagnostics_count(c.options.diagnostics), 1);
    const char *warning = talus_diagnostics_get(c.options.diagnostics, 0)->message;
    cr_expect_not_null(strstr(warning, "2 of 22 deposits are smaller"), "%s", warning);
    double sum = 0.0;
    for (size_t i = 0; i < 15; i++) {
        sum += exp(study->training.log_volumes[i]);
    }
    for (size_t i = 0; i < 5; i++) {
        sum += exp(study->held.log_volumes[i]);
    }
    cr_expect_float_eq(sum, 0.01 * (21 * 22 / 2 - 1 - 2) + 0.03, 1e-9);
    calibrate_destroy(study);
    talus_diagnostics_destroy(c.options.diagnostics);
}

Test(calibrate_observed, volumes_are_compared_unasked_only_where_rocks_may_break)
{
    plane_case c;
    set_up(&c, "ground.0.mu_min=0.2:0.6", NULL, NULL);
    c.options.observed = write_volumes("calibrate_unasked.csv", 20, "0.5");
    for (int k = 0; k < 2; k++) {
        calibrate_study *study = NULL;
        talus_error error = {0};
        if (k == 1) {
            c.options.volume_field = "volume_m3";
            c.options.where = "volume_m3 <> '0.00'";
        }
        cr_assert_eq(calibrate_create(&c.options, &study, &error), TALUS_OK, "%s", error.message);
        cr_expect_eq(study->has_volumes, k == 1);
        cr_expect_eq(study->training.log_volumes != NULL, k == 1);
        cr_expect_eq(study->too_small, 0);
        calibrate_destroy(study);
    }
}

Test(calibrate_observed, volumes_are_refused_with_a_sentence)
{
    plane_case c;
    set_up(&c, "fragmentation.size_exponent=0.3:2", NULL, NULL);
    let_break(&c);
    c.options.observed = write_volumes("calibrate_zero.csv", 20, "0.5");
    expect_refused(&c, TALUS_ERROR_INPUT, "point 1 has volume_m3 \"0\", expected a volume above 0");
    c.options.where = "volume_m3 IS NULL OR volume_m3 <> '0.00'";
    static const char *const bad[] = {"", "-1", "big", "inf", "1 m3", "1e999"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        c.options.observed = write_volumes("calibrate_bad.csv", 20, bad[k]);
        expect_refused(&c, TALUS_ERROR_INPUT, "point 19 has volume_m3 \"");
    }
    c.options.volume_field = "size";
    expect_refused(&c, TALUS_ERROR_INPUT, "has no field \"size\" for --volume-field; it has: ");
}

Test(calibrate_observed, must_be_points_on_the_dem)
{
    static const char head[] = "WKT,release\n";
    static const char *const cases[2][2] = {
        {"\"LINESTRING (500050 5200020,500060 5200030)\",a\n", "found lines, expected points"},
        {"\"POINT (50 20)\",release 1\n\"POINT (60 20)\",release 1\n", "lie outside the DEM"}};
    plane_case c;
    set_up(&c, "ground.0.mu_min=0.2:0.6", NULL, NULL);
    for (int k = 0; k < 2; k++) {
        const char *path = temporary(k == 0 ? "calibrate_lines.csv" : "calibrate_outside.csv");
        FILE *file = fopen(path, "w");
        fprintf(file, "%s%s", head, cases[k][0]);
        fclose(file);
        c.options.observed = path;
        expect_refused(&c, TALUS_ERROR_INPUT, cases[k][1]);
    }
}

Test(calibrate_evaluate, repeats_itself_and_refuses_what_cannot_be)
{
    plane_case c;
    set_up(&c, "ground.0.mu_min=0.2:1.9", "ground.0.mu_max=0.3:2", NULL);
    c.options.observed = write_deposits("calibrate_evaluate.csv", 20);
    calibrate_study *study = NULL;
    talus_error error = {0};
    cr_assert_eq(calibrate_create(&c.options, &study, &error), TALUS_OK, "%s", error.message);
    static const double u[4][2] = {{0.2, 0.9}, {0.5, 0.9}, {0.9, 0.1}, {0.2, 0.9}};
    calibrate_cloud cloud;
    for (int k = 0; k < 4; k++) {
        cr_assert_eq(calibrate_evaluate(study, CALIBRATE_IN_SEARCH, u[k], 7, &cloud, &error),
                     TALUS_OK, "%s", error.message);
        cr_expect_eq(cloud.xy == NULL, k == 2);
        calibrate_cloud_clear(&cloud);
    }
    const calibrate_evaluation *e = study->evaluations;
    cr_expect_eq(calibrate_objective(&e[0]), calibrate_objective(&e[3]));
    cr_expect_neq(calibrate_objective(&e[0]), calibrate_objective(&e[1]));
    cr_expect(e[2].refused && isinf(calibrate_objective(&e[2])));
    cr_expect_not_null(strstr(study->why, "mu_m"), "%s", study->why);
    cr_expect_eq(study->refused, 1);
    cr_expect_eq(study->loads, 1, "values are set in memory");
    calibrate_destroy(study);
}

Test(calibrate_evaluate, a_scenario_that_cannot_be_read_any_more_is_no_refusal)
{
    plane_case c;
    set_up(&c, "ground.0.mu_min=0.2:1.9", NULL, NULL);
    c.options.observed = write_deposits("calibrate_gone.csv", 20);
    calibrate_study *study = NULL;
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    cr_assert_eq(calibrate_create(&c.options, &study, &error), TALUS_OK, "%s", error.message);
    study->options.scenario = TALUS_SOURCE_DIR "/tests/cli/data/gone.yaml";
    const double value = 0.4;
    cr_expect_eq(calibrate_read(study, &value, study->why, sizeof study->why, &scenario, &error),
                 TALUS_ERROR_IO);
    cr_expect_eq(error.status, TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "gone.yaml"), "%s", error.message);
    cr_expect_null(scenario);
    calibrate_destroy(study);
}
