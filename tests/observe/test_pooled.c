// SPDX-License-Identifier: GPL-3.0-or-later
// Pooled statistics, axis shares and numerics.
#include "runs/observe/steps.h"

#include <criterion/criterion.h>

static observe_pooled first, second, both;
static observe_steps steps;

Test(axes, are_ordered_by_their_moments)
{
    const observe_axes axes = observe_axes_of((talus_vec3){3.0, 1.0, 2.0});
    cr_expect_eq(axes.kind, OBSERVE_AXES_DISTINCT);
    cr_expect_eq(axes.order[0], 1);
    cr_expect_eq(axes.order[1], 2);
    cr_expect_eq(axes.order[2], 0);
}

Test(axes, equal_moments_form_a_pair)
{
    cr_expect_eq(observe_axes_of((talus_vec3){52.3, 52.3 + 1e-6, 83.3}).kind,
                 OBSERVE_AXES_LOWER_PAIR);
    cr_expect_eq(observe_axes_of((talus_vec3){83.3, 52.3, 83.3}).kind, OBSERVE_AXES_UPPER_PAIR);
    cr_expect_eq(observe_axes_of((talus_vec3){5.0, 5.0, 5.0}).kind, OBSERVE_AXES_EQUAL);
    cr_expect_eq(observe_axes_of((talus_vec3){52.3, 52.301, 83.3}).kind, OBSERVE_AXES_DISTINCT);
}

static void add_spin(observe_pooled *pooled, talus_vec3 inertia, talus_vec3 omega)
{
    const observe_axes axes = observe_axes_of(inertia);
    const double spin = sqrt(omega.x * omega.x + omega.y * omega.y + omega.z * omega.z);
    observe_axes_add(pooled, &axes, omega, spin, 1);
}

static talus_totals totals_of(const observe_pooled *pooled)
{
    talus_totals totals = {0};
    const observe_units units = observe_units_for(1000.0);
    observe_pooled_totals(pooled, &units, &totals);
    return totals;
}

Test(axes, shares_of_distinct_moments_are_components_over_the_norm)
{
    add_spin(&first, (talus_vec3){3.0, 1.0, 2.0}, (talus_vec3){-12.0, 3.0, 4.0});
    const talus_totals totals = totals_of(&first);
    cr_expect(fabs(totals.axis_share[0] - 3.0 / 13.0) < 1e-9);
    cr_expect(fabs(totals.axis_share[1] - 4.0 / 13.0) < 1e-9);
    cr_expect(fabs(totals.axis_share[2] - 12.0 / 13.0) < 1e-9);
    cr_expect(isnan(totals.axis_share_equal_pair));
}

Test(axes, pair_replaces_the_two_axes_it_is_made_of)
{
    add_spin(&first, (talus_vec3){1.0, 1.0, 2.0}, (talus_vec3){3.0, 4.0, -12.0});
    const talus_totals totals = totals_of(&first);
    cr_expect(isnan(totals.axis_share[0]) && isnan(totals.axis_share[1]));
    cr_expect(fabs(totals.axis_share[2] - 12.0 / 13.0) < 1e-9);
    cr_expect(fabs(totals.axis_share_equal_pair - 5.0 / 13.0) < 1e-9);
}

Test(axes, upper_pair_leaves_the_minor_axis)
{
    add_spin(&first, (talus_vec3){2.0, 1.0, 2.0}, (talus_vec3){3.0, -12.0, 4.0});
    const talus_totals totals = totals_of(&first);
    cr_expect(isnan(totals.axis_share[1]) && isnan(totals.axis_share[2]));
    cr_expect(fabs(totals.axis_share[0] - 12.0 / 13.0) < 1e-9);
    cr_expect(fabs(totals.axis_share_equal_pair - 5.0 / 13.0) < 1e-9);
}

Test(axes, mixed_classes_report_all_that_have_data)
{
    add_spin(&first, (talus_vec3){1.0, 1.0, 2.0}, (talus_vec3){3.0, 4.0, 12.0});
    add_spin(&first, (talus_vec3){1.0, 2.0, 3.0}, (talus_vec3){0.0, 0.0, 9.0});
    const talus_totals totals = totals_of(&first);
    cr_expect_eq(totals.axis_share[0], 0.0);
    cr_expect(fabs(totals.axis_share[2] - 0.5 * (1.0 + 12.0 / 13.0)) < 1e-9);
    cr_expect(fabs(totals.axis_share_equal_pair - 5.0 / 13.0) < 1e-9);
}

/// Shares of a flight together and step by step: the same sums, for any number of steps.
/// @param slow a step from which on some turn slower than 1 rad/s
static void compare_flight(talus_vec3 inertia, size_t count, size_t slow)
{
    static trajectory_airborne air;
    const observe_axes axes = observe_axes_of(inertia);
    first = second = (observe_pooled){0};
    air.count = count;
    for (size_t k = 0; k < count; k++) {
        const double x = (double)k, rate = k >= slow && k % 3 == 0 ? 0.01 : 1.0;
        const talus_vec3 w = {rate * (3.0 - x), rate * (x * 0.7 + 9.0), rate * (2.0 + x)};
        air.omega_x[k] = w.x;
        air.omega_y[k] = w.y;
        air.omega_z[k] = w.z;
        air.spin[k] = sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
        observe_axes_add(&first, &axes, w, air.spin[k], 1);
    }
    observe_axes_add_many(&second, &axes, &air, 1);
    cr_expect_arr_eq(first.share_sum, second.share_sum, sizeof first.share_sum);
    cr_expect_arr_eq(first.share_steps, second.share_steps, sizeof first.share_steps);
    cr_expect_gt(second.share_steps[OBSERVE_MAJOR], 0);
}

Test(axes, steps_of_a_flight_count_as_one_by_one)
{
    static const size_t counts[] = {1, 3, 4, 7, 63, 64};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        compare_flight((talus_vec3){3.0, 1.0, 2.0}, counts[k], 64);
        compare_flight((talus_vec3){3.0, 1.0, 2.0}, counts[k], 1);
        compare_flight((talus_vec3){1.0, 1.0, 2.0}, counts[k], 64);
    }
}

Test(axes, slow_spin_is_not_counted)
{
    add_spin(&first, (talus_vec3){1.0, 2.0, 3.0}, (talus_vec3){0.0, 0.0, 1.0});
    cr_expect(isnan(totals_of(&first).axis_share[2]));
}

static void add_values(observe_pooled *pooled, uint64_t stream, int count)
{
    const observe_units units = observe_units_for(1000.0);
    talus_random random = {5, stream, 0};
    for (int k = 0; k < count; k++) {
        double values[TALUS_QUANTITY_COUNT];
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            values[q] = 3.0 * exp(talus_random_normal(&random));
        }
        observe_steps_add(&steps, values, 1, pooled, &units);
    }
    observe_steps_count(&steps, pooled, &units);
}

/// Values, spins about all axes, and numerics.
static void add_all(observe_pooled *pooled, uint64_t stream, int count)
{
    add_values(pooled, stream, count);
    add_spin(pooled, (talus_vec3){1.0, 2.0, 3.0}, (talus_vec3){3.0, 4.0, 12.0});
    add_spin(pooled, (talus_vec3){1.0, 1.0, 2.0}, (talus_vec3){6.0, 8.0, (double)stream});
    pooled->contacts += (uint64_t)count;
    pooled->problems += 1 + stream;
    pooled->unsolved += stream;
    pooled->retried_plastic += 2 * stream;
    pooled->rotation_failures += 3 * stream;
    pooled->solver_iterations += 4 * stream;
    pooled->rotation_iterations += 5 * stream;
    pooled->law_slipped += 6 * stream;
    for (size_t k = 0; k < TALUS_LAW_OUTCOME_COUNT; k++) {
        pooled->laws[k] += 7 + k * stream;
    }
    for (size_t k = 0; k < TALUS_SOLVER_STAGE_COUNT; k++) {
        pooled->stages[k] += 1 + k * stream;
    }
}

Test(pooled, merging_equals_adding)
{
    add_all(&first, 1, 500);
    add_all(&second, 2, 700);
    add_all(&both, 2, 700);
    add_all(&both, 1, 500);
    observe_pooled_merge(&first, &second);
    cr_expect_eq(memcmp(&first, &both, sizeof first), 0);
}

Test(pooled, moments_agree_with_plain_sums)
{
    enum { N = 5000 };
    const observe_units units = observe_units_for(1000.0);
    double sum = 0.0, squares = 0.0;
    talus_random random = {5, 1, 0};
    for (int k = 0; k < N; k++) {
        const double v = 30.0 * talus_random_uniform(&random);
        const double values[TALUS_QUANTITY_COUNT] = {v, v, v, v};
        observe_steps_add(&steps, values, 1, &first, &units);
        sum += v;
        squares += v * v;
    }
    observe_steps_count(&steps, &first, &units);
    const double mean = sum / N, std = sqrt(squares / N - mean * mean);
    const talus_totals totals = totals_of(&first);
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        const talus_moments *m = &totals.pooled[q];
        cr_expect(fabs(m->mean - mean) < 1e-6, "%g", m->mean - mean); /* measured 1.6e-7 J */
        cr_expect(fabs(m->std - std) < 1e-6);                         /* measured 6e-8 J */
        cr_expect(fabs(m->p50 / 15.0 - 1.0) < 0.05);
        cr_expect(fabs(m->p95 / 28.5 - 1.0) < 0.02);
        cr_expect(m->p99 <= m->max && m->max < 30.0);
    }
}

Test(pooled, steps_together_count_as_one_by_one)
{
    // below the floors, above what is cut, not a number; 99 are no multiple of what waits
    static const double odd[] = {0.0, 1e-4, 1e-3, 0.02, 1.0, 7.0, 1e5, 4e9, 1e30, (double)NAN};
    enum { N = 99, ODD = sizeof odd / sizeof odd[0] };
    const observe_units units = observe_units_for(1000.0);
    talus_random random = {5, 3, 0};
    for (int k = 0; k < N; k++) {
        double values[TALUS_QUANTITY_COUNT];
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            const double u = talus_random_uniform(&random);
            values[q] = k < OBSERVE_TOGETHER ? 1.0 + 20.0 * u : odd[(int)(ODD * u)];
            observe_quantity_add(&second, &units, (talus_quantity)q, values[q], 1);
        }
        observe_steps_add(&steps, values, 1, &first, &units);
        second.steps++;
    }
    observe_steps_count(&steps, &first, &units);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
    observe_pooled_clear(&first);
    cr_expect_eq(memcmp(&first, &both, sizeof first), 0);
}

Test(pooled, steps_of_a_flight_are_all_handed_on_and_forgotten)
{
    // energies of a scheme that does not converge: the largest is at neither end
    static trajectory_airborne air;
    enum { N = 37 };
    const observe_units units = observe_units_for(1000.0);
    air.count = N;
    for (int k = 0; k < N; k++) {
        air.kinetic_energy[k] = k == 20 ? 7e4 : 5e4;
        air.speed[k] = air.spin[k] = air.jump_height[k] = 3.0;
    }
    air.highest_jump = 3.0;
    observe_pooled_add_many(&first, &units, &air, 1);
    cr_expect_eq(first.max[TALUS_KINETIC_ENERGY], 7e4);
    observe_pooled_merge(&second, &first);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
    observe_pooled_clear(&first);
    cr_expect_eq(memcmp(&first, &both, sizeof first), 0);
}

Test(pooled, a_step_of_several_ticks_counts_as_so_many_steps)
{
    const observe_units units = observe_units_for(1000.0);
    const double values[2][TALUS_QUANTITY_COUNT] = {{5.0, 2.0, 0.5, 3.0}, {7e3, 9.0, 2.0, 0.1}};
    for (uint64_t k = 0; k < 40; k++) {
        const uint64_t ticks = UINT64_C(1) << k % 5;
        observe_steps_add(&steps, values[k % 2], ticks, &first, &units);
        for (uint64_t i = 0; i < ticks; i++) {
            for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
                observe_quantity_add(&second, &units, (talus_quantity)q, values[k % 2][q], 1);
            }
            second.steps++;
        }
    }
    observe_steps_count(&steps, &first, &units);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
}

Test(pooled, no_step_means_no_number)
{
    const talus_totals totals = totals_of(&first);
    cr_expect(isnan(totals.pooled[TALUS_SPEED].mean) && isnan(totals.pooled[TALUS_SPEED].p99));
}

Test(pooled, worst_gain_of_two_parts_is_the_larger_even_when_negative)
{
    first.has_gain = second.has_gain = true;
    first.worst_gain = -3e-3;
    second.worst_gain = -1e-3;
    observe_pooled_merge(&both, &first);
    observe_pooled_merge(&both, &second);
    cr_expect_eq(both.worst_gain, -1e-3);
}
