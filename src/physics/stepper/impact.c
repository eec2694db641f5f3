// SPDX-License-Identifier: GPL-3.0-or-later
// The generalised impact law of the ground: a contact that lands makes resting ones leave.
// [docs/impact_laws.md 5]
#include "physics/stepper/impact.h"

#include <math.h>
#include <string.h>

/// Energy that a solution may gain, of the kinetic energy before it: round-off.
#define MOST_GAIN 1e-12
/// A contact rests within this share of the fastest approach, where nothing weighs.
#define RESTS 1e-6
/// A tangential direction is free if it still yields by this share of the most yielding one.
#define IS_FREE 1e-10
enum { MOST_FREE = 6 };

/// Contacts with the ground alone: stems and walls come last.
static size_t ground_count(const talus_stepper *s)
{
    return s->set.count - s->set.obstacle_count;
}

/// gamma_N of contact k before the step.
static double normal_speed(const talus_stepper *s, const stepper_motion *m, size_t k)
{
    const stepper_rows *rows = &s->rows[k];
    return rows->force[0][0] * m->v_before.x + rows->force[1][0] * m->v_before.y +
           rows->force[2][0] * m->v_before.z + rows->torque[0][0] * m->omega_before.x +
           rows->torque[1][0] * m->omega_before.y + rows->torque[2][0] * m->omega_before.z;
}

static double diagonal(const talus_stepper *s, size_t k)
{
    return s->delassus[3 * k * (3 * s->set.count + 1)];
}

/// Take row and column `t` out of the matrix: it sticks.
static void eliminate(double *w, size_t size, size_t t)
{
    const double pivot = w[t * size + t];
    for (size_t i = 0; i < size; i++) {
        const double factor = w[i * size + t] / pivot;
        for (size_t j = 0; i != t && factor != 0.0 && j < size; j++) {
            w[i * size + j] -= factor * w[t * size + j];
        }
    }
}

/// H: W with all tangential directions of the ground's contacts held, in s->reduced.
static void hold_tangents(talus_stepper *s)
{
    const size_t size = 3 * s->set.count, last = 3 * ground_count(s);
    double *w = s->reduced, first = 0.0;
    memcpy(w, s->delassus, size * size * sizeof *w);
    for (int k = 0; k < MOST_FREE; k++) { // a body has six directions
        size_t best = size;
        for (size_t t = 0; t < last; t++) {
            const double own = w[t * size + t];
            if (t % 3 != 0 && own > IS_FREE * first &&
                (best == size || own > w[best * size + best])) {
                best = t;
            }
        }
        if (best == size) {
            return;
        }
        first = first > 0.0 ? first : w[best * size + best];
        eliminate(w, size, best);
        for (size_t i = 0; i < size; i++) {
            w[i * size + best] = w[best * size + i] = 0.0;
        }
    }
}

/// e_n21 of a resting contact i for a lambda of the edge, with the landing contacts `lands`:
///   rho = sum_j H_ij / sum_j H_fj,  e = (rho (1 + lambda) + 1 - lambda) / (1 + lambda + rho (1 -
///   lambda))
static double of_lambda(const talus_stepper *s, const bool *lands, size_t fastest, size_t i,
                        double lambda)
{
    const size_t size = 3 * s->set.count;
    double own = 0.0, other = 0.0;
    for (size_t j = 0; j < ground_count(s); j++) {
        if (lands[j]) {
            own += s->reduced[3 * fastest * size + 3 * j];
            other += s->reduced[3 * i * size + 3 * j];
        }
    }
    const double rho = other / own;
    const double e = (rho * (1.0 + lambda) + 1.0 - lambda) / (1.0 + lambda + rho * (1.0 - lambda));
    return e > 0.0 ? (e < 1.0 ? e : 1.0) : 0.0;
}

bool stepper_ask_law(talus_stepper *s, const stepper_motion *m)
{
    const size_t n = ground_count(s);
    size_t fastest = n;
    double most = 0.0, quickest = 0.0;
    for (size_t k = 0; k < n; k++) {
        s->speeds[k] = normal_speed(s, m, k);
        quickest = fmax(quickest, -s->speeds[k]);
    }
    const double slow = 2.0 * s->options.gravity * s->options.time_step + RESTS * quickest;
    for (size_t k = 0; k < n; k++) {
        s->lands[k] = s->speeds[k] < -slow;
        const double u = s->lands[k] ? -s->speeds[k] / sqrt(diagonal(s, k)) : 0.0;
        fastest = u > most ? k : fastest;
        most = u > most ? u : most;
    }
    bool is_reduced = false, asks = false;
    for (size_t k = 0; k < s->set.count; k++) {
        s->leaves[k] = 0.0;
        s->c_newton[k] = s->c[3 * k];
        if (k >= n || fastest == n || !(fabs(s->speeds[k]) <= slow)) {
            continue;
        }
        const talus_ground_impact *law = &s->site.grounds[s->set.points[k].ground].impact;
        double e = law->law == TALUS_IMPACT_NEWTON ? 0.0 : law->value;
        if (law->law == TALUS_IMPACT_LAMBDA) {
            if (!is_reduced) {
                hold_tangents(s);
                is_reduced = true;
            }
            e = of_lambda(s, s->lands, fastest, k, law->value);
        }
        s->leaves[k] = e * sqrt(diagonal(s, k)) * most;
        asks = asks || s->leaves[k] > 0.0;
    }
    return asks;
}

/// Row `i` of W P.
static double pushed(const talus_stepper *s, size_t i)
{
    const size_t size = 3 * s->set.count;
    double sum = 0.0;
    for (size_t j = 0; j < size; j++) {
        sum += s->delassus[i * size + j] * s->percussion[j];
    }
    return sum;
}

/// Energy of u+ over u_free: P (c_plastic + W P/2).
static double gain_of(const talus_stepper *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < 3 * s->set.count; i++) {
        sum += s->percussion[i] * (s->c_plastic[i] + 0.5 * pushed(s, i));
    }
    return sum;
}

bool stepper_law_slips(const talus_stepper *s)
{
    double quickest = 0.0;
    for (size_t k = 0; k < ground_count(s); k++) {
        quickest = fmax(quickest, -s->speeds[k]);
    }
    for (size_t k = 0; k < ground_count(s); k++) {
        const size_t t = 3 * k + 1;
        const double slip =
            fabs(s->c_plastic[t] + pushed(s, t)) + fabs(s->c_plastic[t + 1] + pushed(s, t + 1));
        if ((s->lands[k] || s->leaves[k] > 0.0) && s->percussion[3 * k] > 0.0 &&
            slip > RESTS * quickest) {
            return true;
        }
    }
    return false;
}

void stepper_ask_for(talus_stepper *s, double share)
{
    for (size_t k = 0; k < s->set.count; k++) {
        s->c[3 * k] = share > 0.0 ? s->c_newton[k] - share * s->leaves[k] : s->c_newton[k];
    }
}

bool stepper_keeps_energy(const talus_stepper *s, const stepper_motion *m)
{
    const talus_vec3 v = m->v_free, w = m->omega_free;
    const double energy = 0.5 * (s->mass * vec3_norm2(v) + vec3_dot(w, vec3_mul(s->inertia, w)));
    return gain_of(s) <= MOST_GAIN * energy;
}
