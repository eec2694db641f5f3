// SPDX-License-Identifier: GPL-3.0-or-later
// A hit whose normal goes through both centres.
#include "cases/stacks/stacks.h"
#include "foundation/math/linalg.h"

/// Velocity of b relative to a at the contact.
static talus_vec3 relative(const stacks_hit *hit, const talus_vec3 v[2], const talus_vec3 omega[2])
{
    const talus_vec3 n = hit->normal;
    const talus_vec3 a = vec3_add(v[0], vec3_cross(omega[0], vec3_scale(hit->lever[0], n)));
    const talus_vec3 b = vec3_add(v[1], vec3_cross(omega[1], vec3_scale(-hit->lever[1], n)));
    return vec3_sub(b, a);
}

static double energy(const stacks_hit *hit, const talus_vec3 v[2], const talus_vec3 omega[2])
{
    double sum = 0.0;
    for (int k = 0; k < 2; k++) {
        sum += 0.5 * (hit->mass[k] * vec3_norm2(v[k]) + hit->inertia[k] * vec3_norm2(omega[k]));
    }
    return sum;
}

/// What the contact does; sets the state.
static talus_vec3 find_percussion(const stacks_hit *hit, stacks_hit_result *result)
{
    const talus_vec3 n = hit->normal;
    const double g_n = 1.0 / hit->mass[0] + 1.0 / hit->mass[1];
    const double g_t = g_n + hit->lever[0] * hit->lever[0] / hit->inertia[0] +
                       hit->lever[1] * hit->lever[1] / hit->inertia[1];
    const double gamma_n = vec3_dot(n, result->gamma_before);
    const talus_vec3 gamma_t = vec3_axpy(result->gamma_before, -gamma_n, n);
    result->state = STACKS_OPEN;
    if (!(gamma_n < 0.0)) {
        return vec3(0.0, 0.0, 0.0);
    }
    const double p_n = -(1.0 + hit->epsilon_n) * gamma_n / g_n;
    talus_vec3 p_t = vec3_scale(-(1.0 + hit->epsilon_t) / g_t, gamma_t);
    result->state = STACKS_STICK;
    if (vec3_norm(p_t) > hit->mu * p_n) {
        result->state = STACKS_SLIP;
        p_t = vec3_scale(-hit->mu * p_n / vec3_norm(gamma_t), gamma_t);
    }
    return vec3_axpy(p_t, p_n, n);
}

stacks_hit_result stacks_hit_central(const stacks_hit *hit)
{
    stacks_hit_result result;
    result.gamma_before = relative(hit, hit->v, hit->omega);
    const talus_vec3 p = result.percussion = find_percussion(hit, &result);
    for (int k = 0; k < 2; k++) {
        const double sign = k == 0 ? -1.0 : 1.0;
        // the levers R_1 n and -R_2 n turn both bodies alike: -n x P of both signs
        const talus_vec3 torque =
            vec3_scale(-hit->lever[k] / hit->inertia[k], vec3_cross(hit->normal, p));
        result.v[k] = vec3_axpy(hit->v[k], sign / hit->mass[k], p);
        result.omega[k] = vec3_add(hit->omega[k], torque);
    }
    result.gamma_after = relative(hit, result.v, result.omega);
    result.energy_change = energy(hit, result.v, result.omega) - energy(hit, hit->v, hit->omega);
    return result;
}
