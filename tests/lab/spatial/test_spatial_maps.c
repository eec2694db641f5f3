// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/linalg.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { CASES = 400 };

static double between(talus_random *rng, double low, double high)
{
    return low + (high - low) * talus_random_uniform(rng);
}

/// A cuboid with its centre of mass off the axis and a full inertia, and an attitude near flat.
static talus_spatial_block random_block(talus_random *rng)
{
    talus_spatial_block block =
        talus_spatial_cuboid(between(rng, 0.5, 2.0), between(rng, 0.02, 0.1),
                             between(rng, 0.02, 0.1), between(rng, 0.1, 0.3));
    const double x = between(rng, -0.01, 0.01), y = between(rng, -0.01, 0.01);
    for (size_t i = 0; i < block.corner_count; i++) {
        block.corners[i].x += x;
        block.corners[i].y += y;
    }
    const double shear = between(rng, -1e-3, 1e-3);
    block.inertia.m[0][2] = block.inertia.m[2][0] = shear;
    return block;
}

static talus_vec3 random_rates(talus_random *rng)
{
    return vec3(between(rng, -1.0, 1.0), between(rng, -1.0, 1.0), between(rng, -1.0, 1.0));
}

/// An edge impact with its edge on the base: turned about the edge V3V4.
static talus_spatial_impact random_edge(talus_random *rng, double lam, talus_vec3 *w_minus)
{
    const talus_spatial_block block = random_block(rng);
    const talus_spatial_state state = talus_spatial_release(&block, 3, between(rng, 0.01, 0.3));
    *w_minus = random_rates(rng);
    return talus_spatial_edge_impact(&block, state.attitude, 2, 3, lam);
}

/// Moment of momentum about R: Theta w + (r_c - r_R) x m v.
static talus_vec3 momentum(const talus_spatial_impact *impact, talus_vec3 pivot, talus_vec3 w)
{
    const talus_vec3 v = vec3_cross(pivot, w);
    return vec3_add(mat3_mulv(&impact->inertia, w),
                    vec3_scale(-impact->mass, vec3_cross(impact->resultant, v)));
}

Test(spatial_maps, an_edge_impact_balances_momentum_and_energy)
{
    talus_random rng = {.seed = 1};
    double moment = 0.0, energy = 0.0;
    for (int i = 0; i < CASES; i++) {
        talus_vec3 w;
        const talus_spatial_impact impact = random_edge(&rng, between(&rng, -1.0, 2.0), &w);
        const double tau = between(&rng, -0.01, 0.01);
        talus_spatial_outcome out;
        cr_assert(talus_spatial_map(&impact, w, tau, &out, NULL) == TALUS_OK);
        const talus_vec3 change = vec3_sub(momentum(&impact, impact.after, out.w_plus),
                                           momentum(&impact, impact.before, w));
        moment = fmax(moment, vec3_norm(vec3_sub(change, vec3(0.0, 0.0, tau))));
        // dE = rho . (v_R- + v_R+) / 2 + tau (w_z- + w_z+) / 2
        const talus_vec3 at_r =
            vec3_add(vec3_cross(w, vec3_sub(impact.resultant, impact.before)),
                     vec3_cross(out.w_plus, vec3_sub(impact.resultant, impact.after)));
        const double work = 0.5 * vec3_dot(out.impulse, at_r) + 0.5 * tau * (w.z + out.w_plus.z);
        energy = fmax(energy, fabs(work - out.energy_change));
    }
    cr_expect(moment < 1e-13, "%g", moment); /* measured 8e-17 N m s */
    cr_expect(energy < 1e-13, "%g", energy); /* measured 9e-17 J */
}

Test(spatial_maps, an_impact_in_the_middle_of_an_edge_adds_rotation_about_it)
{
    talus_random rng = {.seed = 2};
    for (int i = 0; i < CASES; i++) {
        // the centre of mass above the middle of the edge, the edge a principal direction
        const talus_spatial_block block = talus_spatial_cuboid(
            1.0, between(&rng, 0.02, 0.1), between(&rng, 0.02, 0.1), between(&rng, 0.1, 0.3));
        const talus_spatial_state state =
            talus_spatial_release(&block, 3, between(&rng, 0.01, 0.3));
        const talus_spatial_impact impact =
            talus_spatial_edge_impact(&block, state.attitude, 2, 3, 0.0);
        const talus_vec3 w = random_rates(&rng);
        const talus_vec3 edge = vec3_sub(impact.after, impact.before);
        talus_spatial_outcome out;
        cr_assert(talus_spatial_map(&impact, w, 0.0, &out, NULL) == TALUS_OK);
        const talus_vec3 across = vec3_cross(vec3_sub(out.w_plus, w), edge);
        cr_assert(vec3_norm(across) < 1e-12 * vec3_norm(edge)); /* measured below 1e-13 */
        cr_assert(fabs(out.energy_change) < 1e-14);             /* measured 3e-17 J */
    }
}

Test(spatial_maps, without_torque_energy_falls_when_lam_is_positive)
{
    talus_random rng = {.seed = 3};
    for (int i = 0; i < CASES; i++) {
        talus_vec3 w;
        const double lam = between(&rng, -1.0, 1.5);
        const talus_spatial_impact impact = random_edge(&rng, lam, &w);
        talus_spatial_outcome out;
        cr_assert(talus_spatial_map(&impact, w, 0.0, &out, NULL) == TALUS_OK);
        cr_assert(out.energy_change * lam < 0.0, "lam %g, dE %g", lam, out.energy_change);
    }
}

Test(spatial_maps, the_interval_of_tau_ends_where_no_energy_is_lost)
{
    talus_random rng = {.seed = 4};
    int found = 0;
    for (int i = 0; i < CASES; i++) {
        talus_vec3 w;
        const double lam = between(&rng, -0.2, 1.0);
        const talus_spatial_impact impact = random_edge(&rng, lam, &w);
        double interval[2];
        if (!talus_spatial_tau_interval(&impact, w, interval)) {
            cr_assert(lam < 0.0);
            continue;
        }
        found++;
        for (int end = 0; end < 2; end++) {
            talus_spatial_outcome out;
            cr_assert_eq(talus_spatial_map(&impact, w, interval[end], &out, NULL), TALUS_OK);
            cr_assert(fabs(out.energy_change) < 1e-13, "%g",
                      out.energy_change); /* measured 9e-17 J */
        }
        talus_spatial_outcome middle;
        cr_assert_eq(
            talus_spatial_map(&impact, w, 0.5 * (interval[0] + interval[1]), &middle, NULL),
            TALUS_OK);
        cr_assert(middle.energy_change <= 0.0);
    }
    cr_expect(found > CASES / 2);
}

static const talus_quat flat = {1.0, 0.0, 0.0, 0.0};

Test(spatial_maps, without_spin_a_facet_impact_has_one_pivot_by_the_sign_of_lat)
{
    talus_random rng = {.seed = 5};
    for (int i = 0; i < CASES; i++) {
        const talus_spatial_block block = talus_spatial_cuboid(
            1.0, between(&rng, 0.02, 0.1), between(&rng, 0.02, 0.1), between(&rng, 0.15, 0.4));
        const talus_spatial_facet facet = {.before = 1,
                                           .lat = between(&rng, -1.0, 1.0),
                                           .lon = between(&rng, 0.0, 1.0),
                                           .tau = (double)NAN};
        talus_spatial_outcome outcomes[TALUS_SPATIAL_CORNERS];
        const size_t count =
            talus_spatial_facet_solutions(&block, flat, &facet, vec3(0.0, -1.0, 0.0), outcomes);
        cr_assert(count == 1);
        cr_assert(outcomes[0].pivot == (facet.lat > 0.0 ? 3 : 2)); // V4 or V3
        cr_assert(outcomes[0].w_plus.z == 0.0);
        // closed form of (24) for a diagonal inertia
        const talus_vec3 a = block.corners[outcomes[0].pivot];
        const double h = -a.z, b1 = block.corners[0].x, b2 = block.corners[1].y;
        const double x = -b1 * facet.lon, y = b2 * facet.lat;
        const double ax = block.inertia.m[0][0] + h * h, ay = block.inertia.m[1][1] + h * h;
        const double rho_z = -1.0 * (a.x - b1) / (1.0 + x * a.x / ay + y * a.y / ax);
        const double tau = h * x * y * rho_z * (1.0 / ax - 1.0 / ay);
        cr_assert(fabs(outcomes[0].w_plus.x - y * rho_z / ax) < 1e-13, "%g %g",
                  outcomes[0].w_plus.x, y * rho_z / ax);
        cr_assert(fabs(outcomes[0].tau - tau) < 1e-15);
    }
}

Test(spatial_maps, a_facet_impact_without_lat_is_the_planar_one)
{
    talus_random rng = {.seed = 6};
    for (int i = 0; i < CASES; i++) {
        const double b1 = between(&rng, 0.02, 0.1), h = between(&rng, 0.05, 0.3);
        const talus_spatial_block block =
            talus_spatial_cuboid(1.3, b1, between(&rng, 0.02, 0.2), h);
        const talus_spatial_facet facet = {.before = 1, .lon = between(&rng, -0.5, 1.5)};
        talus_spatial_outcome out;
        cr_assert(talus_spatial_facet_map(&block, flat, &facet, vec3(0.0, -2.0, 0.0), &out, NULL) ==
                  TALUS_OK);
        const talus_rocking_block plane = talus_rocking_block_rectangle(1.3, b1, h);
        // depth adds nothing: the moment about y is that of the rectangle
        const double r = talus_rocking_ratio(&plane, TALUS_ROCKING_CHATZIS, facet.lon);
        cr_assert(out.edge && out.pivot == 3);
        cr_assert(fabs(out.w_plus.y + 2.0 * r) < 1e-14, "%g",
                  out.w_plus.y + 2.0 * r); /* measured 1.4e-15 */
        cr_assert(fabs(out.energy_change -
                       0.5 * (r * r - 1.0) * 4.0 *
                           talus_rocking_block_pivot(&plane, true, 9.81).inertia) < 1e-15);
    }
}

Test(spatial_maps, without_lat_a_torque_or_rates_aside_make_a_corner_the_pivot)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.03, 0.2);
    const struct {
        double w_x, tau;
        int pivot;
    } cases[] = {{0.1, (double)NAN, 3}, {-0.1, (double)NAN, 2}, {0.0, 1e-3, 3}, {0.0, -1e-3, 2}};
    for (size_t i = 0; i < 4; i++) {
        const talus_vec3 w_minus = vec3(cases[i].w_x, -1.0, 0.0);
        const talus_spatial_facet without = {1, 0.0, 0.5, cases[i].tau};
        const talus_spatial_facet hardly = {1, 1e-9, 0.5, cases[i].tau};
        talus_spatial_outcome out, near;
        cr_assert(talus_spatial_facet_map(&block, flat, &without, w_minus, &out, NULL) == TALUS_OK);
        cr_assert(talus_spatial_facet_map(&block, flat, &hardly, w_minus, &near, NULL) == TALUS_OK);
        cr_expect(!out.edge && out.pivot == cases[i].pivot);
        // the map is continuous in lat, measured 6e-11 rad/s
        cr_expect(vec3_norm(vec3_sub(out.w_plus, near.w_plus)) < 1e-9);
    }
}

Test(spatial_maps, a_given_torque_leaves_no_one_or_two_pivots)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.03, 0.2);
    const struct {
        double lat, lon, tau;
        size_t count;
    } cases[] = {{-0.9, 0.1, -0.02, 0}, {0.9, 0.1, -0.01, 1}, {2.0, -2.5, 0.0, 2}};
    for (size_t i = 0; i < 3; i++) {
        const talus_spatial_facet facet = {1, cases[i].lat, cases[i].lon, cases[i].tau};
        talus_spatial_outcome outcomes[TALUS_SPATIAL_CORNERS];
        cr_expect(talus_spatial_facet_solutions(&block, flat, &facet, vec3(0.0, -1.0, 0.0),
                                                outcomes) == cases[i].count);
    }
    const talus_spatial_facet none = {1, -0.9, 0.1, -0.02};
    talus_spatial_outcome out;
    talus_error error;
    cr_expect(talus_spatial_facet_map(&block, flat, &none, vec3(0.0, -1.0, 0.0), &out, &error) ==
              TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "no corner") != NULL);
}

Test(spatial_maps, a_singular_map_is_refused)
{
    // Theta - m R_R R_a of a stubby block loses its rank for a resultant far outside the base
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.05);
    double low = -20.0, high = -1.0, sign = 0.0;
    talus_spatial_outcome out;
    for (int i = 0; i < 200; i++) { // det changes its sign with the w_x response
        const double lam = 0.5 * (low + high);
        const talus_spatial_impact impact = talus_spatial_edge_impact(&block, flat, 2, 3, lam);
        const talus_status status =
            talus_spatial_map(&impact, vec3(1.0, 0.0, 0.0), 0.0, &out, NULL);
        if (status != TALUS_OK || high - low < 1e-15 * fabs(low)) {
            break;
        }
        const double response = out.w_plus.x;
        sign = sign == 0.0 ? 1.0 : sign;
        *(response > 0.0 ? &high : &low) = lam;
    }
    cr_expect(out.regularity < 1e-12, "%g", out.regularity);
}

Test(spatial_maps, a_wrench_has_the_moments_of_its_impulses)
{
    talus_random rng = {.seed = 7};
    enum { POINTS = 9 };
    talus_vec3 points[POINTS], impulses[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i] = vec3(between(&rng, -1.0, 2.0), between(&rng, 0.0, 3.0), 0.0);
        impulses[i] =
            vec3(between(&rng, -1.0, 1.0), between(&rng, -1.0, 1.0), between(&rng, 0.0, 1.0));
    }
    const talus_spatial_wrench wrench = talus_spatial_wrench_of(points, impulses, POINTS);
    const talus_vec3 about = vec3(0.3, -0.7, 1.1);
    talus_vec3 moment = vec3(0.0, 0.0, 0.0);
    for (int i = 0; i < POINTS; i++) {
        moment = vec3_add(moment, vec3_cross(vec3_sub(points[i], about), impulses[i]));
    }
    const talus_vec3 r = vec3(wrench.x, wrench.y, 0.0);
    const talus_vec3 same =
        vec3_add(vec3_cross(vec3_sub(r, about), wrench.impulse), vec3(0.0, 0.0, wrench.tau));
    cr_expect(vec3_norm(vec3_sub(moment, same)) < 1e-14); /* measured 2e-15 */
    cr_expect(wrench.x > -1.0 && wrench.x < 2.0 && wrench.y > 0.0 && wrench.y < 3.0);
}

Test(spatial_maps, fitted_parameters_beyond_the_limits_are_told)
{
    talus_spatial_law law = talus_spatial_law_uniform(2.185, -2.032, 0.197);
    talus_diagnostics *warnings = talus_diagnostics_create();
    talus_spatial_law_limits(&law, 4, warnings);
    cr_expect(talus_diagnostics_count(warnings) == 8);
    law = talus_spatial_law_uniform(-0.5, 0.0, 1.0);
    talus_spatial_law_limits(&law, 4, warnings);
    cr_expect(talus_diagnostics_count(warnings) == 12);
    talus_diagnostics_destroy(warnings);
}

Test(spatial_maps, impossible_blocks_are_refused)
{
    talus_error error;
    talus_spatial_block block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2);
    cr_expect(talus_spatial_block_check(&block, &error) == TALUS_OK);
    block.corners[0].x = 0.2; // the facet stays convex, the centre of mass above it
    cr_expect(talus_spatial_block_check(&block, &error) == TALUS_OK);
    block.corners[0].y = 0.2;
    cr_expect(talus_spatial_block_check(&block, &error) == TALUS_ERROR_ARGUMENT);
    block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2);
    for (int i = 0; i < 4; i++) {
        block.corners[i].x += 0.06;
    }
    cr_expect(talus_spatial_block_check(&block, &error) == TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "not above the base") != NULL);
    block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2);
    block.inertia.m[2][2] = 1.0;
    cr_expect(talus_spatial_block_check(&block, &error) == TALUS_ERROR_ARGUMENT);
    block = talus_spatial_cuboid(-1.0, 0.05, 0.05, 0.2);
    cr_expect(talus_spatial_block_check(&block, &error) == TALUS_ERROR_ARGUMENT);
}

Test(spatial_maps, a_collision_meets_its_conditions_and_loses_energy)
{
    talus_random rng = {.seed = 8};
    for (int i = 0; i < CASES; i++) {
        const talus_spatial_block block = random_block(&rng);
        const bool free_y = i % 2;
        const double e = i % 4 < 2 ? 0.0 : between(&rng, 0.0, 1.0);
        talus_spatial_state state = {
            .mode = TALUS_SPATIAL_FLIGHT,
            .attitude = talus_euler_attitude((talus_euler){
                between(&rng, -3.0, 3.0), between(&rng, -0.5, 0.5), between(&rng, -0.5, 0.5)}),
            .w = random_rates(&rng),
            .velocity = random_rates(&rng)};
        const talus_vec3 arm = talus_quat_rotate(state.attitude, block.corners[1]);
        const talus_vec3 before = vec3_add(state.velocity, vec3_cross(state.w, arm));
        const double energy = talus_spatial_energy(&block, &state, 9.81);
        const talus_spatial_collision after = talus_spatial_collide(&block, &state, 1, e, free_y);
        state.velocity = after.velocity;
        state.w = talus_quat_rotate(state.attitude, after.w);
        const talus_vec3 v = vec3_add(state.velocity, vec3_cross(state.w, arm));
        cr_assert(fabs(v.z + e * before.z) < 1e-12 && fabs(v.x) < 1e-12);
        cr_assert(free_y ? fabs(after.impulse.y) < 1e-14 : fabs(v.y) < 1e-12);
        const double work = 0.5 * vec3_dot(after.impulse, vec3_add(before, v));
        const double change = talus_spatial_energy(&block, &state, 9.81) - energy;
        cr_assert(fabs(change - work) < 1e-12); /* measured 1e-15 J */
        // with restitution an oblique impact that sticks may gain energy, without it none does
        cr_assert(e > 0.0 || change <= 1e-15);
    }
}

Test(spatial_maps, euler_angles_and_rates_agree_with_the_attitude)
{
    talus_random rng = {.seed = 9};
    for (int i = 0; i < CASES; i++) {
        const talus_euler angles = {between(&rng, -3.1, 3.1), between(&rng, -1.5, 1.5),
                                    between(&rng, -3.1, 3.1)};
        const talus_quat q = talus_euler_attitude(angles);
        const talus_euler back = talus_euler_from_attitude(q);
        cr_assert(fabs(back.phi - angles.phi) < 1e-13 && fabs(back.theta - angles.theta) < 1e-13 &&
                  fabs(back.psi - angles.psi) < 1e-13); /* measured 4e-15 */
        const talus_vec3 w = random_rates(&rng);
        const talus_euler rates = talus_euler_rates(angles, w);
        const double dt = 1e-6; // turned by w dt, the angles change by rates dt
        const talus_euler next = talus_euler_from_attitude(quat_advance(q, 0.5 * dt, w));
        const double scale = 1e-3 / talus_cos(angles.theta) / talus_cos(angles.theta);
        cr_assert(fabs((next.theta - angles.theta) / dt - rates.theta) < scale);
        cr_assert(fabs((next.psi - angles.psi) / dt - rates.psi) < scale);
    }
}
