// SPDX-License-Identifier: GPL-3.0-or-later
// Free planar rocking: closed laws, symmetry, energy, Zeno, Newmark's order.
#include "lab/rocking/motion_case.h"

/// Time from a peak to upright by Gauss-Legendre quadrature of the energy integral with
/// theta = th0 (1 - x^2), an independent way to the same number. [sheet rocking, section 2]
static double quarter_period(const talus_planar_model *model, double peak)
{
    static const double node[5] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
                                   0.8650633666889845, 0.9739065285171717};
    static const double weight[5] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                     0.1494513491505806, 0.0666713443086881};
    const double alpha = alpha_of(model), p = p_of(model);
    double sum = 0.0;
    const int pieces = 400;
    for (int i = 0; i < pieces; i++) {
        for (int k = 0; k < 10; k++) {
            const double side = k % 2 ? node[k / 2] : -node[k / 2];
            const double x = (i + 0.5 + 0.5 * side) / pieces;
            // cos(al - th0) - cos(al - th), th0 - th = th0 x^2, as a product
            const double gap = peak * x * x;
            const double lost = 2.0 * sin(alpha - peak + 0.5 * gap) * sin(0.5 * gap);
            sum += weight[k / 2] * 0.5 / pieces * 2.0 * peak * x / sqrt(2.0 * p * p * lost);
        }
    }
    return sum;
}

Test(planar_free, impact_times_of_b1n_and_b2n_follow_the_energy_integral)
{
    // blocks of paper 003: 30 x 135 mm and 30 x 45 mm
    static const double half_height[2] = {0.0675, 0.0225};
    static const double share[4] = {0.2, 0.5, 0.9, 0.99};
    static kept k;
    for (int block = 0; block < 2; block++) {
        const talus_planar_model model = rectangle(0.015, half_height[block]);
        for (int i = 0; i < 4; i++) {
            const double alpha = alpha_of(&model), peak = share[i] * alpha;
            const talus_planar_options options = released(peak);
            move(&model, NULL, &options, 0.0, &k);
            double time = quarter_period(&model, peak);
            for (size_t n = 0; n < 8; n++) {
                cr_expect_float_eq(k.impact_time[n], time, 1e-11,
                                   "block %d, %g alpha, impact %zu: %g", block, share[i], n,
                                   k.impact_time[n] - time); /* measured 1.3e-13 s */
                const double amplitude = fabs(k.peak_angle[n]);
                time += 2.0 * quarter_period(&model, amplitude);
            }
        }
    }
}

Test(planar_free, uplift_of_the_peaks_shrinks_by_r_squared)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.7);
    const talus_planar_options options = released(0.9 * alpha_of(&model));
    move(&model, NULL, &options, 0.0, &k);
    double before = talus_rocking_uplift(0.2, 0.7, options.theta0);
    for (size_t i = 0; i < 12; i++) {
        const double after = talus_rocking_uplift(0.2, 0.7, k.peak_angle[i]);
        cr_expect_float_eq(after / before, model.r_ab * model.r_ab, 1e-12); /* measured 1e-14 */
        before = after;
    }
}

Test(planar_free, slender_block_has_the_quarter_period_of_housner)
{
    static kept k;
    const talus_planar_model model = rectangle(0.01, 1.0);
    const talus_planar_options options = released(0.5 * alpha_of(&model));
    move(&model, NULL, &options, 0.0, &k);
    // small angles: acosh(1 / (1 - th0/al)) / p
    cr_expect_float_eq(k.impact_time[0] * p_of(&model), acosh(2.0), 1e-5); /* measured 4e-6 */
}

Test(planar_free, energy_stays_in_flight_and_falls_by_r_squared_at_impact)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = released(0.3);
    options.duration = 5.0;
    move(&model, NULL, &options, 0.01, &k);
    const double start = talus_planar_energy(&model, 0.3, 0.0);
    size_t impacts = 0;
    for (size_t i = 0; i < k.history.sample_count && k.time[i] < 3.0; i++) {
        while (k.impact_time[impacts] <= k.time[i]) {
            impacts++;
        }
        const double expected = start * pow(model.r_ab, 2.0 * (double)impacts);
        const double found = talus_planar_energy(&model, k.theta[i], k.omega[i]);
        cr_expect_float_eq(found, expected, 1e-12 * start); /* measured 1.5e-14 of it */
    }
    cr_expect_gt(impacts, 3);
}

Test(planar_free, series_of_impacts_ends_where_the_geometric_sum_says)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    double ends[3];
    static const double rest[3] = {1e-4, 1e-6, 1e-8};
    for (int i = 0; i < 3; i++) {
        talus_planar_options options = released(0.2);
        options.rest_speed = rest[i];
        move(&model, NULL, &options, 0.0, &k);
        cr_expect_eq(k.result.outcome, TALUS_PLANAR_REST);
        ends[i] = k.result.time;
        const size_t last = k.history.impact_count - 1;
        const double flight = k.impact_time[last] - k.impact_time[last - 1];
        const double before = k.impact_time[last - 1] - k.impact_time[last - 2];
        cr_expect_float_eq(flight / before, model.r_ab, 1e-6); /* measured 1.1e-8 at 1e-4 p */
    }
    cr_expect_float_eq(ends[0], ends[2], 1e-9);  /* measured 1e-11 s */
    cr_expect_float_eq(ends[1], ends[2], 1e-12); /* measured 0 s */
}

Test(planar_free, mirrored_block_gives_mirrored_motion)
{
    static kept k, mirrored;
    const talus_rocking_block block = {
        .mass = 3.0, .inertia = 0.4, .h = 0.7, .b1 = 0.2, .b2 = 0.15};
    const talus_rocking_block other = talus_rocking_block_mirrored(&block);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_CHATZIS, 0.8);
    const talus_planar_model opposite = talus_planar_model_make(&other, TALUS_ROCKING_CHATZIS, 0.8);
    talus_planar_options options = released(0.1);
    options.omega0 = 0.05;
    move(&model, NULL, &options, 0.02, &k);
    options.theta0 = -options.theta0;
    options.omega0 = -options.omega0;
    move(&opposite, NULL, &options, 0.02, &mirrored);
    cr_expect_eq(k.history.impact_count, mirrored.history.impact_count);
    cr_expect_gt(k.history.impact_count, 10);
    for (size_t i = 0; i < 10; i++) {
        cr_expect_eq(k.impact_time[i], mirrored.impact_time[i]);
        cr_expect_eq(k.impact_speed[i], -mirrored.impact_speed[i]);
        cr_expect_eq(k.theta[17 * i], -mirrored.theta[17 * i]);
    }
}

Test(planar_free, ratio_zero_stops_and_a_negative_one_bounces_back)
{
    static kept k;
    talus_planar_model model = rectangle(0.2, 0.6);
    const talus_planar_options options = released(0.1);
    model.r_ab = 0.0;
    move(&model, NULL, &options, 0.0, &k);
    cr_expect_eq(k.result.impacts, 1);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_REST);
    cr_expect_eq(k.result.time, k.impact_time[0]);
    model.r_ab = -0.6;
    move(&model, NULL, &options, 0.0, &k);
    for (size_t i = 0; i < 5; i++) {
        cr_expect_gt(k.peak_angle[i], 0.0);
        cr_expect_lt(k.impact_speed[i], 0.0);
    }
    cr_expect_float_eq(k.impact_speed[1] / k.impact_speed[0], 0.6, 1e-12);
}

Test(planar_free, beyond_the_critical_angle_the_block_falls)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_planar_options options = released(-1.001 * alpha_of(&model));
    move(&model, NULL, &options, 0.0, &k);
    cr_expect_eq(k.result.outcome, TALUS_PLANAR_OVERTURNED);
    cr_expect_eq(k.result.theta, -options.overturn_angle);
    const double gained = talus_planar_energy(&model, k.result.theta, k.result.omega) -
                          talus_planar_energy(&model, options.theta0, 0.0);
    cr_expect_float_eq(gained, 0.0, 1e-12); /* measured 2e-14 J */
}

Test(planar_free, refined_tolerance_converges)
{
    static kept exact, k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = released(0.3);
    options.tolerance = 1e-16;
    move(&model, NULL, &options, 0.0, &exact);
    double worst = 1.0;
    for (int i = 0; i < 4; i++) {
        static const double tolerance[4] = {1e-5, 1e-7, 1e-9, 1e-12};
        options.tolerance = tolerance[i];
        move(&model, NULL, &options, 0.0, &k);
        double error = 0.0;
        for (size_t n = 0; n < 10; n++) {
            error = fmax(error, fabs(k.impact_time[n] - exact.impact_time[n]));
        }
        cr_expect_lt(error, 0.5 * worst, "tolerance %g: %g s", tolerance[i], error);
        cr_expect_lt(error, 100.0 * tolerance[i], "tolerance %g: %g s", tolerance[i], error);
        worst = error;
    }
}

/// Largest difference of the first five impact times from the event-driven ones.
static double newmark_error(const talus_planar_model *model, double theta0, double dt,
                            const kept *exact)
{
    static kept k;
    talus_planar_options options = released(theta0);
    options.time_step = dt;
    options.most_impacts = 5;
    open_history(&k, 0.0);
    cr_assert_eq(talus_planar_newmark(model, NULL, &options, &k.history, &k.result, NULL),
                 TALUS_OK);
    double error = 0.0;
    for (size_t i = 0; i < 5; i++) {
        error = fmax(error, fabs(k.impact_time[i] - exact->impact_time[i]));
    }
    return error;
}

Test(planar_free, newmark_is_of_second_order)
{
    static kept exact;
    const talus_planar_model model = rectangle(0.015, 0.0675);
    const double theta0 = 0.2 * alpha_of(&model);
    const talus_planar_options options = released(theta0);
    move(&model, NULL, &options, 0.0, &exact);
    const double coarse = newmark_error(&model, theta0, 1e-3, &exact);
    const double fine = newmark_error(&model, theta0, 1e-4, &exact);
    cr_expect_float_eq(log10(coarse / fine), 2.0, 0.05, "%g, %g s", coarse, fine);
    cr_expect_lt(fine, 1e-7); /* measured 4.3e-8 s */
}

Test(planar_free, impossible_input_is_refused_with_a_sentence)
{
    talus_planar_result result;
    talus_error error = {0};
    talus_planar_options options = released(0.1);
    talus_planar_model model = rectangle(0.2, 0.6);
    model.r_ab = 1.01;
    cr_expect_eq(talus_planar_run(&model, NULL, &options, NULL, &result, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_str_eq(error.message, "angular velocity ratios 1.01 and 0.85: expected within [-1, "
                                    "1], as energy demands");
    model = rectangle(0.2, 0.6);
    options.theta0 = 2.0;
    cr_expect_eq(talus_planar_run(&model, NULL, &options, NULL, &result, &error),
                 TALUS_ERROR_ARGUMENT);
    options = released(0.1);
    options.duration = 0.0;
    cr_expect_eq(talus_planar_run(&model, NULL, &options, NULL, &result, &error),
                 TALUS_ERROR_ARGUMENT);
    // powers of these rates leave the range of doubles
    model.gravity = 1e150;
    options = released(0.1);
    cr_expect_eq(talus_planar_run(&model, NULL, &options, NULL, &result, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_neq(strstr(error.message, "expected from 1e-6 to 1e6 1/s"), NULL, "%s",
                  error.message);
    model = rectangle(0.2, 0.6);
    model.block.b2 = 0.3;
    cr_expect_eq(talus_planar_newmark(&model, NULL, &options, NULL, &result, &error),
                 TALUS_ERROR_ARGUMENT);
}
