// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of deposits against values worked by hand and by sampling.
#include "studies/calibration/calibrate_score.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double origin[4] = {0, 0, 100, 0};
static calibrate_frame frame = {.group_count = 1, .centres = origin, .direction = {1, 0}};

static calibrate_set set_of(double *xy, size_t *groups, size_t count)
{
    return (calibrate_set){.count = count, .xy = xy, .groups = groups};
}

static calibrate_score score(const calibrate_set *set, const calibrate_cloud *cloud)
{
    calibrate_score s;
    talus_error error = {0};
    cr_assert_eq(calibrate_score_of(set, &frame, cloud, &s, &error), TALUS_OK, "%s", error.message);
    return s;
}

Test(calibrate_score, of_three_rocks_is_worked_by_hand)
{
    double xy[] = {10, 0}, rocks[] = {10, 0, 13, 4, 7, -4};
    size_t group[] = {0}, starts[] = {0, 3};
    const calibrate_set set = set_of(xy, group, 1);
    const calibrate_cloud cloud = {.group_count = 1, .starts = starts, .xy = rocks};
    const calibrate_score s = score(&set, &cloud);
    // mean distance (0 + 5 + 5) / 3, pairs (5 + 5 + 10) / 3
    cr_expect_float_eq(s.energy, 10.0 / 3 - 0.5 * 20.0 / 3, 1e-12);
    const double r[3] = {10, sqrt(185), sqrt(65)};
    const double cross = (fabs(r[1] - 10) + fabs(r[2] - 10)) / 3;
    const double pairs = (fabs(r[1] - 10) + fabs(r[2] - 10) + fabs(r[1] - r[2])) / 3;
    cr_expect_float_eq(s.runout, cross - 0.5 * pairs, 1e-12);
}

/// A cloud of `count` normal points about (x, 0).
static calibrate_cloud normal_cloud(double x, double deviation, size_t count, uint64_t seed)
{
    calibrate_cloud cloud = {.group_count = 1};
    talus_random rng = {.seed = seed};
    cloud.starts = malloc(2 * sizeof *cloud.starts);
    cloud.xy = malloc(2 * count * sizeof *cloud.xy);
    cloud.starts[0] = 0;
    cloud.starts[1] = count;
    for (size_t i = 0; i < count; i++) {
        cloud.xy[2 * i] = x + deviation * talus_random_normal(&rng);
        cloud.xy[2 * i + 1] = deviation * talus_random_normal(&rng);
    }
    return cloud;
}

Test(calibrate_score, is_least_for_the_distribution_the_points_are_from)
{
    enum { POINTS = 400 };
    calibrate_cloud truth = normal_cloud(100, 10, POINTS, 1);
    size_t groups[POINTS] = {0};
    const calibrate_set set = set_of(truth.xy, groups, POINTS);
    const double other[5][2] = {{100, 10}, {94, 10}, {106, 10}, {100, 6}, {100, 15}};
    double values[5];
    for (int k = 0; k < 5; k++) {
        calibrate_cloud cloud = normal_cloud(other[k][0], other[k][1], 2000, 2);
        const calibrate_score s = score(&set, &cloud);
        values[k] = s.energy + s.runout;
        cr_expect(k == 0 || values[k] > values[0] + 0.3, "%d: %g, %g", k, values[k], values[0]);
        calibrate_cloud_clear(&cloud);
    }
    calibrate_cloud_clear(&truth);
}

Test(calibrate_score, does_not_depend_on_the_number_of_rocks)
{
    double xy[] = {100, 0}, sum = 0.0;
    size_t group[] = {0};
    const calibrate_set set = set_of(xy, group, 1);
    for (uint64_t k = 0; k < 2000; k++) {
        calibrate_cloud few = normal_cloud(100, 10, 3, 10 + k);
        sum += score(&set, &few).energy / 2000;
        calibrate_cloud_clear(&few);
    }
    calibrate_cloud many = normal_cloud(100, 10, 3000, 3);
    // E|X| - E|X - X'| / 2 = 10 sqrt(pi/2) (1 - 1/sqrt(2)) = 3.67; measured 3.59 and 3.66
    cr_expect_float_eq(sum, 3.671, 0.15, "%g", sum);
    cr_expect_float_eq(score(&set, &many).energy, 3.671, 0.15, "%g", score(&set, &many).energy);
    calibrate_cloud_clear(&many);
    // beyond 3000 rocks pairs are drawn
    many = normal_cloud(100, 10, 20000, 3);
    cr_expect_float_eq(score(&set, &many).energy, 3.671, 0.1, "%g", score(&set, &many).energy);
    calibrate_cloud_clear(&many);
}

Test(calibrate_score, compares_a_point_with_its_own_release)
{
    calibrate_frame two = frame;
    two.group_count = 2;
    double rocks[] = {10, 0, 12, 0, 150, 0, 152, 0}, xy[] = {11, 0, 151, 0};
    size_t right[] = {0, 1}, wrong[] = {1, 0}, starts[] = {0, 2, 4};
    const calibrate_cloud cloud = {.group_count = 2, .starts = starts, .xy = rocks};
    calibrate_score s[2];
    const calibrate_set sets[2] = {set_of(xy, right, 2), set_of(xy, wrong, 2)};
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(calibrate_score_of(&sets[k], &two, &cloud, &s[k], NULL), TALUS_OK);
    }
    cr_expect_float_eq(s[0].energy, 0.0, 1e-12); // 1 - 2/2
    cr_expect_gt(s[1].energy, 100.0);
    // run-outs 11 and 51 among 10, 12, 50, 52 with equal weights
    cr_expect_float_eq(s[0].runout,
                       (1 + 1 + 39 + 41) / 4.0 - 0.5 * (2 + 40 + 42 + 38 + 40 + 2) / 6.0, 1e-12);
}

Test(calibrate_score, weighs_rocks_as_their_release_has_points)
{
    calibrate_frame two = frame;
    two.group_count = 2;
    // three deposits of the first release, one of the second, which has as many rocks
    double rocks[] = {10, 0, 12, 0, 150, 0, 152, 0}, xy[] = {10, 0, 11, 0, 12, 0, 151, 0};
    size_t groups[] = {0, 0, 0, 1}, starts[] = {0, 2, 4};
    const calibrate_cloud cloud = {.group_count = 2, .starts = starts, .xy = rocks};
    const calibrate_set set = set_of(xy, groups, 4);
    calibrate_curve curve;
    cr_assert_eq(calibrate_curve_of(CALIBRATE_RUNOUT, &set, &two, &cloud, &curve, NULL), TALUS_OK);
    cr_assert_eq(curve.count, 4);
    cr_expect_float_eq(curve.share[1], 0.75, 1e-12);
    cr_expect_float_eq(curve.share[3], 1.0, 1e-12);
    calibrate_curve_clear(&curve);
    double q[3];
    cr_assert_eq(calibrate_quantiles(CALIBRATE_RUNOUT, &set, &two, &cloud, q, NULL), TALUS_OK);
    cr_expect_float_eq(q[0], 10, 1e-12);
    cr_expect_float_eq(q[1], 12, 1e-12);
    cr_expect_float_eq(q[2], 52, 1e-12);
}

Test(calibrate_score, of_volumes_is_worked_by_hand_and_counts_in_metres)
{
    double xy[] = {10, 0}, volume[] = {0}, rocks[] = {10, 0, 13, 4, 7, -4}, volumes[] = {0, 1, 3};
    size_t group[] = {0}, starts[] = {0, 3};
    calibrate_set set = set_of(xy, group, 1);
    const calibrate_cloud cloud = {
        .group_count = 1, .starts = starts, .xy = rocks, .log_volumes = volumes};
    const calibrate_score without = score(&set, &cloud);
    cr_expect_eq(without.volume, 0.0);
    set.log_volumes = volume;
    frame.volume_scale = 6;
    const calibrate_score s = score(&set, &cloud);
    // mean |ln V - ln V'| = (0 + 1 + 3) / 3, of pairs (1 + 3 + 2) / 3: a third of 6 m
    cr_expect_float_eq(s.volume, 6.0 * (4.0 / 3 - 0.5 * 2), 1e-12);
    cr_expect_eq(s.energy, without.energy);
    cr_expect_eq(s.runout, without.runout);
    cr_expect_float_eq(calibrate_score_sum(&s), calibrate_score_sum(&without) + 2, 1e-12);
}

Test(calibrate_score, scale_of_volumes_makes_them_count_as_run_outs)
{
    double xy[] = {10, 0, 0, 20, 40, 0}, volumes[] = {0, 1, 2}, equal[] = {1, 1, 1};
    size_t groups[] = {0, 0, 0};
    calibrate_set set = set_of(xy, groups, 3);
    cr_expect_eq(calibrate_volume_scale(&set, &frame), 0.0);
    set.log_volumes = volumes;
    cr_expect_float_eq(calibrate_volume_scale(&set, &frame), (10 + 30 + 20) / (1.0 + 2 + 1), 1e-12);
    set.log_volumes = equal;
    cr_expect_eq(calibrate_volume_scale(&set, &frame), 0.0);
}

Test(calibrate_score, refuses_a_release_with_one_rock)
{
    double xy[] = {1, 0}, rocks[] = {1, 0};
    size_t group[] = {0}, starts[] = {0, 1};
    const calibrate_set set = set_of(xy, group, 1);
    const calibrate_cloud cloud = {.group_count = 1, .starts = starts, .xy = rocks};
    calibrate_score s;
    talus_error error = {0};
    cr_expect_eq(calibrate_score_of(&set, &frame, &cloud, &s, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "--rocks"));
    cr_expect(isnan(s.energy));
}

Test(calibrate_score, cross_is_the_score_but_for_a_constant)
{
    calibrate_cloud cloud = normal_cloud(100, 10, 200, 4);
    double xy[2][4] = {{90, 0, 120, 5}, {100, 1, 101, -3}}, value[2], cross[2];
    double *runouts = malloc(200 * sizeof *runouts);
    size_t groups[] = {0, 0};
    calibrate_runouts(&frame, &cloud, runouts);
    double volumes[2][2] = {{0, 3}, {-1, 1}};
    cloud.log_volumes = malloc(200 * sizeof *cloud.log_volumes);
    for (int k = 0; k < 200; k++) {
        cloud.log_volumes[k] = 0.01 * k;
    }
    frame.volume_scale = 5;
    for (int k = 0; k < 2; k++) {
        calibrate_set set = set_of(xy[k], groups, 2);
        set.log_volumes = volumes[k];
        const calibrate_score s = score(&set, &cloud);
        value[k] = calibrate_score_sum(&s);
        cross[k] = calibrate_cross(&set, &frame, &cloud, runouts);
    }
    cr_expect_float_eq(value[0] - value[1], cross[0] - cross[1], 1e-9);
    free(runouts);
    calibrate_cloud_clear(&cloud);
}
