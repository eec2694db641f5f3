// SPDX-License-Identifier: GPL-3.0-or-later
// Reaction of the base and the friction that a block without sliding asks for.
#include "cases/blocks/sliding.h"
#include "lab/rocking/motion_case.h"

Test(planar_demand, block_at_rest_asks_for_the_acceleration)
{
    const talus_planar_model model = rectangle(0.2, 0.6);
    const talus_planar_reaction r = talus_planar_reaction_of(&model, 0.0, 0.0, 2.0, 1.0);
    cr_expect_float_eq(r.normal, 10.81, 1e-14);
    cr_expect_float_eq(r.tangential, 2.0, 1e-14);
    cr_expect_float_eq(r.demand, 2.0 / 10.81, 1e-14);
    // the base pushes to the right below the centre of mass: the resultant moves to the left
    cr_expect_float_eq(r.pressure, -0.6 * 2.0 / 10.81, 1e-14);
    const talus_planar_reaction still = talus_planar_reaction_of(&model, 0.0, 0.0, 0.0, 0.0);
    cr_expect_eq(still.demand, 0.0);
}

Test(planar_demand, uplift_asks_for_what_rocking_needs)
{
    const talus_planar_model model = rectangle(0.2, 0.6);
    const sliding_start s = sliding_start_of(&model.block, 10.0, 9.81, 6.0, 0.0);
    const talus_planar_reaction r = talus_planar_reaction_of(&model, 0.0, 0.0, 6.0, 0.0);
    cr_expect_float_eq(r.demand, s.mu_rock, 1e-14);
    cr_expect_float_eq(r.normal / 9.81, s.normal, 1e-14);
    cr_expect_eq(r.pressure, -0.2);
    const talus_planar_reaction back = talus_planar_reaction_of(&model, 0.0, 0.0, -6.0, 0.0);
    cr_expect_eq(back.tangential, -r.tangential);
    cr_expect_eq(back.pressure, 0.2);
}

Test(planar_demand, reaction_is_the_change_of_momentum)
{
    // free rocking: m acc of the centre of mass by differences of a run
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = released(0.2);
    options.duration = 0.2;
    move(&model, NULL, &options, 1e-3, &k);
    const double radius = hypot(0.2, 0.6), alpha = atan2(0.2, 0.6);
    for (size_t i = 5; i < 100; i += 10) {
        double x[3], z[3];
        for (size_t j = 0; j < 3; j++) {
            x[j] = radius * sin(alpha - k.theta[i - 1 + j]);
            z[j] = radius * cos(alpha - k.theta[i - 1 + j]);
        }
        const talus_planar_reaction r =
            talus_planar_reaction_of(&model, k.theta[i], k.omega[i], 0.0, 0.0);
        cr_expect_float_eq(r.tangential, (x[2] - 2.0 * x[1] + x[0]) / 1e-6, 1e-4);
        cr_expect_float_eq(r.normal, 9.81 + (z[2] - 2.0 * z[1] + z[0]) / 1e-6, 1e-4);
    }
}

Test(planar_demand, largest_demand_of_a_run)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = talus_planar_options_default();
    options.demand = true;
    options.mu = 0.34;
    const talus_shaking shaking = sine(&model, 1.2, 2.0);
    move(&model, &shaking, &options, 1e-4, &k);
    const talus_planar_demand *d = &k.result.demand;
    // reference values of an independent program
    cr_expect_float_eq(d->friction, 0.3487431216745615, 1e-10); /* measured 2e-15 */
    cr_expect_float_eq(d->time, 0.22337978877233702, 1e-7);
    cr_expect_float_eq(d->least_normal, 0.8758656612451522, 1e-10);
    cr_expect(isnan(d->lifts_time));
    // with mu = 0.34 it would slide before that
    cr_expect(d->slides_time > k.result.start_time && d->slides_time < d->time, "%g",
              d->slides_time);
    // at uplift tan(alpha) is asked for, so a run that rocks asks for more
    cr_expect_gt(d->friction, 1.0 / 3.0);
    // symmetric impacts: (h/b)(1 - r)/(1 + r)
    cr_expect_float_eq(d->impact, 3.0 * (1.0 - model.r_ab) / (1.0 + model.r_ab), 1e-14);
    options.mu = 0.36;
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect(isnan(k.result.demand.slides_time));
}

Test(planar_demand, a_block_that_never_moves_asks_for_the_peak)
{
    static kept k;
    const talus_planar_model model = rectangle(0.2, 0.6);
    talus_planar_options options = talus_planar_options_default();
    options.demand = true;
    const talus_shaking shaking = sine(&model, 0.9, 2.0);
    move(&model, &shaking, &options, 0.0, &k);
    cr_expect_float_eq(k.result.demand.friction, 0.3, 1e-9);
    cr_expect_eq(k.result.demand.impact, 0.0);
    cr_expect(isnan(k.result.start_time));
}
