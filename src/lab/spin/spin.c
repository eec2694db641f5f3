// SPDX-License-Identifier: GPL-3.0-or-later
// One free body under one scheme: samples, drifts, Lyapunov functions, flips.
#include "lab/spin/spin.h"

#include "foundation/math/linalg.h"
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdlib.h>

void spin_components(talus_vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

talus_vec3 spin_unit(int axis)
{
    return vec3(axis == 0, axis == 1, axis == 2);
}

const char *talus_spin_rank_name(talus_spin_rank rank)
{
    static const char *const names[] = {"minor", "intermediate", "major", "equal pair"};
    return (unsigned)rank <= TALUS_SPIN_PAIR ? names[rank] : "?";
}

talus_spin_rank spin_rank_of(talus_vec3 inertia, int axis)
{
    double moment[3];
    spin_components(inertia, moment);
    int below = 0;
    bool equal = false;
    for (int i = 0; i < 3; i++) {
        equal = equal || (i != axis && fabs(moment[i] - moment[axis]) <= 1e-9 * moment[axis]);
        below += moment[i] < moment[axis];
    }
    return equal ? TALUS_SPIN_PAIR : (talus_spin_rank)below;
}

static talus_status check_inertia(talus_vec3 inertia, talus_error *error)
{
    double moment[3];
    spin_components(inertia, moment);
    const double sum = moment[0] + moment[1] + moment[2];
    for (int i = 0; i < 3; i++) {
        if (!(moment[i] > 0) || !(sum < (double)INFINITY)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "moments of inertia %g, %g, %g kg m2; expected three numbers "
                                   "above 0",
                                   moment[0], moment[1], moment[2]);
        }
        if (2 * moment[i] > sum * (1 + 1e-9)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "no body has the moments of inertia %g, %g, %g kg m2: none can "
                                   "be larger than the sum of the other two",
                                   moment[0], moment[1], moment[2]);
        }
    }
    return TALUS_OK;
}

talus_status talus_spin_check(const talus_spin_case *one, talus_error *error)
{
    if (one == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the case is NULL");
    }
    const talus_status status = check_inertia(one->inertia, error);
    if (status != TALUS_OK) {
        return status;
    }
    const double rate = vec3_norm(one->omega);
    if (!(rate > 0 && rate < 1e150)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "angular velocity %g, %g, %g rad/s; expected a rotation: not all 0, and below 1e150",
            one->omega.x, one->omega.y, one->omega.z);
    }
    if (!(one->time_step > 0 && one->time_step < (double)INFINITY)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a time step of %g s, expected a number above 0", one->time_step);
    }
    if (!(one->duration >= 0.5 * one->time_step && one->duration < (double)INFINITY)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a time of %g s, expected at least one step of %g s", one->duration,
                               one->time_step);
    }
    if (one->duration / one->time_step > TALUS_SPIN_STEPS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%g s in steps of %g s are %.3g steps, at most %.3g; take a longer "
                               "step or a shorter time",
                               one->duration, one->time_step, one->duration / one->time_step,
                               TALUS_SPIN_STEPS_MOST);
    }
    return TALUS_OK;
}

int spin_axis_of(const talus_spin_case *one)
{
    double w[3];
    spin_components(one->omega, w);
    const int first = fabs(w[1]) > fabs(w[0]) ? 1 : 0;
    return fabs(w[2]) > fabs(w[first]) ? 2 : first;
}

size_t spin_step_count(const talus_spin_case *one)
{
    return (size_t)floor(one->duration / one->time_step + 0.5);
}

/// What does not change during a run.
typedef struct reference {
    const talus_spin_case *one;
    int axis;
    double rate, moment;  ///< Omega_0 and C
    double energy2, spin; ///< 2 T0 and |N0|
    talus_vec3 spin_vector;
} reference;

static reference refer(const talus_spin_case *one)
{
    const int axis = spin_axis_of(one);
    const talus_vec3 spin = vec3_mul(one->inertia, one->omega);
    double w[3];
    double moment[3];
    spin_components(one->omega, w);
    spin_components(one->inertia, moment);
    return (reference){.one = one,
                       .axis = axis,
                       .rate = w[axis],
                       .moment = moment[axis],
                       .energy2 = vec3_dot(one->omega, spin),
                       .spin = vec3_norm(spin),
                       .spin_vector = spin};
}

static talus_spin_sample sample_at(const reference *ref, double time, talus_vec3 omega,
                                   talus_quat p)
{
    double moment[3];
    double w[3];
    spin_components(ref->one->inertia, moment);
    spin_components(omega, w);
    const talus_vec3 spin = vec3_mul(ref->one->inertia, omega); // body frame
    const talus_vec3 world = talus_quat_rotate(p, spin);
    const talus_vec3 e = spin_unit(ref->axis);
    const talus_quat back = {p.w, -p.x, -p.y, -p.z};
    const talus_vec3 seen = talus_quat_rotate(back, e);
    const double energy2 = vec3_dot(omega, spin);
    // 2 C T - |Theta omega|^2 without its cancellation
    double bracket = 0;
    for (int i = 0; i < 3; i++) {
        bracket += moment[i] * (ref->moment - moment[i]) * w[i] * w[i];
    }
    // Theta alpha - C Omega d = Theta omega - C Omega A_KI e
    const talus_vec3 rest = vec3_axpy(spin, -ref->moment * ref->rate, seen);
    const double excess = (energy2 - ref->moment * ref->rate * ref->rate) / ref->rate;
    const double common = vec3_norm2(rest) + excess * excess;
    return (talus_spin_sample){
        .time = time,
        .omega = omega,
        .orientation = p,
        .energy_drift = (energy2 - ref->energy2) / ref->energy2,
        .spin_drift = (vec3_norm(spin) - ref->spin) / ref->spin,
        .spin_turn = vec3_norm(vec3_sub(world, ref->spin_vector)) / ref->spin,
        .v_major = common + bracket,
        .v_minor = common - bracket,
        .d = vec3_sub(seen, e),
    };
}

static void grow(double *largest, double value)
{
    *largest = fabs(value) > *largest ? fabs(value) : *largest;
}

/// Extremes and events of a step; `start` is the first sample, `before` the last.
static void judge(const reference *ref, const talus_spin_sample *start,
                  const talus_spin_sample *before, const talus_spin_sample *now,
                  talus_spin_history *history)
{
    double w[3];
    double last[3];
    spin_components(now->omega, w);
    spin_components(before->omega, last);
    const double scale = ref->moment * ref->rate * ref->moment * ref->rate;
    grow(&history->energy_drift, now->energy_drift);
    grow(&history->spin_drift, now->spin_drift);
    grow(&history->spin_turn, now->spin_turn);
    grow(&history->v_major_drift, (now->v_major - start->v_major) / scale);
    grow(&history->v_minor_drift, (now->v_minor - start->v_minor) / scale);
    grow(&history->d, vec3_norm(now->d));
    const double a = last[ref->axis];
    const double b = w[ref->axis];
    if (isnan(history->left) && b / ref->rate < 0.9) {
        history->left = now->time;
    }
    if (a * b < 0 || (b == 0 && a != 0)) {
        if (history->flips < TALUS_SPIN_FLIPS_KEPT) {
            history->flip[history->flips] = now->time;
            history->crossing[history->flips] =
                before->time + (now->time - before->time) * a / (a - b);
        }
        history->flips++;
    }
}

talus_status talus_spin_run(const talus_spin_case *one, talus_scheme scheme,
                            talus_spin_history *history, talus_error *error)
{
    if (history == NULL || (unsigned)scheme >= TALUS_SCHEME_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the place for the history is NULL, or scheme %d is unknown",
                               (int)scheme);
    }
    *history = (talus_spin_history){.scheme = scheme, .left = (double)NAN};
    const talus_status status = talus_spin_check(one, error);
    if (status != TALUS_OK) {
        return status;
    }
    history->steps = spin_step_count(one);
    history->stride = (history->steps + TALUS_SPIN_SAMPLES_MOST - 1) / TALUS_SPIN_SAMPLES_MOST;
    const size_t most = history->steps / history->stride + 2;
    history->samples = malloc(most * sizeof *history->samples);
    if (history->samples == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu samples", most);
    }
    const reference ref = refer(one);
    talus_vec3 omega = one->omega;
    talus_quat p = {1, 0, 0, 0};
    const talus_spin_sample start = sample_at(&ref, 0, omega, p);
    talus_spin_sample before = start;
    history->samples[history->count++] = start;
    for (size_t k = 1; k <= history->steps; k++) {
        const talus_free_rotation free =
            talus_rotation_free(scheme, one->inertia, omega, one->time_step);
        p = talus_rotation_orientation(scheme, p, omega, &free, free.omega, one->time_step);
        omega = free.omega;
        history->failures += !free.converged;
        const talus_spin_sample now = sample_at(&ref, (double)k * one->time_step, omega, p);
        judge(&ref, &start, &before, &now, history);
        if (k % history->stride == 0 || k == history->steps) {
            history->samples[history->count++] = now;
        }
        before = now;
    }
    return TALUS_OK;
}

void talus_spin_history_clear(talus_spin_history *history)
{
    if (history != NULL) {
        free(history->samples);
        *history = (talus_spin_history){0};
    }
}
