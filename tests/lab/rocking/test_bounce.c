// SPDX-License-Identifier: GPL-3.0-or-later
// Bouncing in the plane: impact laws, flights, where bouncing is not needed.
#include "lab/rocking/motion_case.h"

static const double e_paper = 0.9;

static talus_bounce_options bouncing(talus_bounce_flight flight, double e)
{
    return (talus_bounce_options){.tangential = TALUS_BOUNCE_STICK,
                                  .flight = flight,
                                  .e = e,
                                  .e_t = e,
                                  .mu = 0.13,
                                  .settle = 1e-6};
}

/// Rate just before the first impact after a release at theta0.
static double rate_at_impact(const talus_planar_model *model, double theta0)
{
    static kept k;
    talus_planar_options options = released(theta0);
    options.most_impacts = 1;
    move(model, NULL, &options, 0.0, &k);
    return k.impact_speed[0];
}

Test(bounce, first_impact_has_the_ratio_of_equation_7)
{
    for (int i = 0; i < 4; i++) {
        const double aspect = 1 << i;
        const talus_planar_model model = rectangle(0.0254, 0.0254 * aspect);
        const talus_bounce_options options = bouncing(TALUS_BOUNCE_QUADRATIC, e_paper);
        talus_bounce_impact first;
        talus_bounce_end end;
        cr_assert_eq(talus_bounce_run(&model, -2.0, &options, &first, 1, &end, NULL), TALUS_OK);
        const double expected = talus_rocking_ratio(&model.block, TALUS_ROCKING_LIPSCOMBE, e_paper);
        cr_expect_float_eq(first.omega / -2.0, expected, 1e-14); /* measured 3e-16 */
    }
}

Test(bounce, inelastic_impact_is_rocking_at_once)
{
    for (int i = 0; i < 9; i++) {
        const talus_planar_model model = rectangle(0.0254, 0.0254 * (1 + i % 3));
        const talus_bounce_options options = bouncing((talus_bounce_flight)(i / 3), 0.0);
        talus_bounce_end end;
        cr_assert_eq(talus_bounce_run(&model, -2.0, &options, NULL, 10, &end, NULL), TALUS_OK);
        cr_expect(end.settled);
        cr_expect_eq(end.count, 1);
        cr_expect_eq(end.corner, 'B');
        cr_expect_float_eq(end.omega, -2.0 * model.r_ab, 1e-14);
    }
}

/// Kinetic energy per mass, spin = m / I.
static double kinetic(double vx, double vy, double w, double spin)
{
    return 0.5 * (vx * vx + vy * vy + w * w / spin);
}

Test(bounce, energy_does_not_grow_and_corners_stay_above_the_ground)
{
    enum { COUNT = 60 };
    static talus_bounce_impact seq[COUNT];
    const double b = 0.0254;
    int driven = 0;
    for (int i = 0; i < 9; i++) {
        const double aspect = 1 << (i % 3);
        const talus_planar_model model = rectangle(b, b * aspect);
        talus_bounce_options options = bouncing(TALUS_BOUNCE_EXACT, 0.9);
        options.tangential = (talus_bounce_case)(1 + i / 3);
        talus_bounce_end end;
        cr_assert_eq(talus_bounce_run(&model, -3.0, &options, seq, COUNT, &end, NULL), TALUS_OK);
        const double h = b * aspect, spin = 3.0 / (b * b + h * h), g = 9.81;
        double rise = h;
        for (size_t k = 0; k + 1 < end.count; k++) {
            const double dt = seq[k + 1].time - seq[k].time;
            // height of the centre of mass at the next impact, and its corners there
            const double start = rise;
            rise += seq[k].vy * dt - 0.5 * g * dt * dt;
            const double theta = seq[k + 1].theta;
            const double a = rise - b * sin(theta) - h * cos(theta);
            const double other = rise + b * sin(theta) - h * cos(theta);
            cr_expect_float_eq(seq[k + 1].corner == 'A' ? a : other, 0.0, 1e-14, "%g",
                               fmin(a, other)); /* measured 2e-16 m */
            cr_expect_gt(seq[k + 1].corner == 'A' ? other : a, -1e-14);
            const double middle = seq[k].theta + 0.5 * dt * seq[k].omega;
            const double up = start + 0.5 * dt * seq[k].vy - 0.125 * g * dt * dt;
            cr_expect_gt(up - b * fabs(sin(middle)) - h * cos(middle), -1e-14);
            const double before = kinetic(seq[k].vx, seq[k].vy - g * dt, seq[k].omega, spin);
            const double after = kinetic(seq[k + 1].vx, seq[k + 1].vy, seq[k + 1].omega, spin);
            // friction of case 3 may drive a slip that turned round during the impact
            const double arm = (seq[k + 1].corner == 'A' ? -b : b) * sin(theta) - h * cos(theta);
            const double slip =
                seq[k].vx - arm * seq[k].omega + seq[k + 1].vx - arm * seq[k + 1].omega;
            const bool drives =
                options.tangential == TALUS_BOUNCE_SLIP && slip * seq[k + 1].percussion_x > 0.0;
            driven += drives;
            cr_expect(drives || after <= before * (1.0 + 1e-12));
        }
        cr_expect_gt(end.count, 8);
    }
    cr_expect_lt(driven, 40); /* measured 30 of the 177 impacts of case 3 */
}

Test(bounce, sliding_keeps_the_ratio_of_the_percussions)
{
    static talus_bounce_impact seq[20];
    const talus_planar_model model = rectangle(0.0254, 0.0508);
    talus_bounce_options options = bouncing(TALUS_BOUNCE_QUADRATIC, 0.9);
    options.tangential = TALUS_BOUNCE_SLIP;
    talus_bounce_end end;
    cr_assert_eq(talus_bounce_run(&model, -5.0, &options, seq, 20, &end, NULL), TALUS_OK);
    cr_expect_eq(end.count, 20);
    for (size_t i = 0; i < end.count; i++) {
        cr_expect_float_eq(fabs(seq[i].percussion_x / seq[i].percussion_y), 0.13, 1e-13);
        cr_expect_gt(seq[i].percussion_y, 0.0);
    }
}

Test(bounce, seventh_flight_of_the_slender_block_is_half_as_long_as_the_first)
{
    static talus_bounce_impact seq[10];
    const talus_planar_model model = rectangle(0.0254, 0.1016);
    const double w0 = rate_at_impact(&model, 0.24);
    static const double expected[2] = {0.518, 0.511}; // exact, quadratic [sheet, section 3]
    for (int flight = 0; flight < 2; flight++) {
        const talus_bounce_options options = bouncing((talus_bounce_flight)flight, 0.9);
        talus_bounce_end end;
        cr_assert_eq(talus_bounce_run(&model, w0, &options, seq, 10, &end, NULL), TALUS_OK);
        const double first = seq[1].time - seq[0].time, seventh = seq[7].time - seq[6].time;
        cr_expect_float_eq(seventh / first, expected[flight], 6e-4, "%g", seventh / first);
    }
}

Test(bounce, low_restitution_settles_and_keeps_the_angular_momentum)
{
    static talus_bounce_impact seq[2000];
    const talus_planar_model model = rectangle(0.0254, 0.1016);
    const talus_bounce_options options = bouncing(TALUS_BOUNCE_EXACT, 0.5);
    talus_bounce_end end;
    cr_assert_eq(talus_bounce_run(&model, -1.5, &options, seq, 2000, &end, NULL), TALUS_OK);
    cr_expect(end.settled);
    cr_expect_not(end.other_corner_landed);
    // flights shrink by e each near the end
    const size_t n = end.count;
    const double last = seq[n - 1].time - seq[n - 2].time;
    cr_expect_float_eq(last / (seq[n - 2].time - seq[n - 3].time), 0.5, 1e-4); /* measured 2e-6 */
    // settled on B: the rate of rocking is that of the last impact, whose corner hardly moves
    cr_expect_float_eq(end.omega, seq[n - 1].omega, 1e-5);
    cr_expect_lt(end.omega, 0.0);
}

Test(bounce, region_without_bouncing)
{
    static const double aspect[6] = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0};
    for (int i = 0; i < 6; i++) {
        const talus_planar_model model = rectangle(1.0, aspect[i]);
        const double limit = talus_bounce_critical_restitution(&model, 0.0);
        cr_expect_float_eq(limit, model.r_ab, 1e-15);
        // the limit of small rotations, by bisection on the motion
        const double small = talus_bounce_critical_restitution(&model, 1e-3 * alpha_of(&model));
        cr_expect_float_eq(small, limit, 1e-4, "%g", small - limit); /* measured 5.4e-5 */
    }
    const talus_planar_model model = rectangle(1.0, 4.0);
    const double alpha = alpha_of(&model);
    cr_expect_float_eq(talus_bounce_critical_restitution(&model, 0.5 * alpha), 0.9324, 5e-5);
    cr_expect_float_eq(talus_bounce_critical_restitution(&model, 0.98 * alpha), 0.9442, 5e-5);
    const talus_planar_model flat = rectangle(1.0, 0.7);
    cr_expect_eq(talus_bounce_critical_restitution(&flat, 0.0), 0.0);
}

Test(bounce, impossible_input_is_refused)
{
    const talus_planar_model model = rectangle(0.0254, 0.1016);
    talus_bounce_end end;
    talus_error error = {0};
    talus_bounce_options options = bouncing(TALUS_BOUNCE_EXACT, 1.2);
    cr_expect_eq(talus_bounce_run(&model, -1.0, &options, NULL, 10, &end, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_neq(error.message[0], '\0');
    options.e = 0.9;
    cr_expect_eq(talus_bounce_run(&model, 1.0, &options, NULL, 10, &end, &error),
                 TALUS_ERROR_ARGUMENT);
}
