// SPDX-License-Identifier: GPL-3.0-or-later
/// @file stacks.h
/// Closed forms and planar models that several bodies in contact are checked with: a central hit, a
/// stack on an incline, two rocking blocks, a row of dominoes. It knows their equations; it refuses
/// to know the stepper.                                                     [docs/bodies.md 6]
#ifndef TALUS_CASES_STACKS_STACKS_H
#define TALUS_CASES_STACKS_STACKS_H

#include "talus/base.h"

/// Two bodies with equal moments whose contact normal goes through both centres; 0 is a, 1 is b.
typedef struct stacks_hit {
    double mass[2], inertia[2]; ///< kg, kg m^2
    double lever[2];            ///< m, the contact is at lever[0] n from a and -lever[1] n from b
    talus_vec3 normal;          ///< unit, from a to b
    double mu, epsilon_n, epsilon_t;
    talus_vec3 v[2], omega[2]; ///< m/s, rad/s, world: before, and after in the result
} stacks_hit;
typedef enum stacks_state { STACKS_OPEN, STACKS_STICK, STACKS_SLIP } stacks_state;
typedef struct stacks_hit_result {
    stacks_state state;
    talus_vec3 percussion;                ///< N s, on b
    talus_vec3 gamma_before, gamma_after; ///< m/s, velocity of b relative to a at the contact
    talus_vec3 v[2], omega[2];
    double energy_change; ///< J
} stacks_hit_result;
/// G_N = 1/m_1 + 1/m_2, G_T = G_N + R_1^2/Th_1 + R_2^2/Th_2, P_N = -(1 + e) gamma_N / G_N,
/// P_T = -gamma_T / G_T if that is within mu P_N, else against the slip.
stacks_hit_result stacks_hit_central(const stacks_hit *hit);

/// Homogeneous blocks on each other on an incline; x down the slope, block 0 lowest.
typedef struct stacks_incline {
    double critical_tan; ///< smallest slope at which something moves
    bool is_toppling;    ///< else it slides
    size_t interface_at; ///< under this block
} stacks_incline;
/// Equilibrium as long as tan <= mu_j and tan <= (e_j - x_c) / y_c under every block j: (x_c, y_c)
/// the centre of all above, e_j the lower end of the common part of the two faces. Exact: the force
/// through each interface is that of the blocks above.
/// @param half_width, half_height, centre, mu (count)
/// @param topple (count) out: tan at which what is above j turns over
stacks_incline stacks_on_incline(size_t count, const double *half_width, const double *half_height,
                                 const double *centre, const double *mu, double *topple);

/// Two blocks, the upper one centred on the lower one, both rocking: theta ccw > 0, absolute.
typedef struct stacks_two {
    double b[2], h[2], mass[2]; ///< half widths and heights (m), kg; 0 is the lower one
    double gravity;
} stacks_two;
typedef struct stacks_two_state {
    double theta[2], omega[2];
} stacks_two_state;
/// Angular accelerations, [docs/bodies.md (13)]; the pivots from the signs of theta_1 and of
/// theta_2 - theta_1 in `pivots`, 1 or -1.
void stacks_two_accelerations(const stacks_two *blocks, const stacks_two_state *state,
                              const double pivots[2], double alpha[2]);
/// Free motion on the corners of the start (Runge-Kutta, 4096 steps).
/// @return false when a block leaves its corner before: the model ends there
bool stacks_two_move(const stacks_two *blocks, stacks_two_state *state, double time);
/// Ground acceleration over g at which the upper block lifts off alone, and both as one.
void stacks_two_uplift(const stacks_two *blocks, double *upper_alone, double *both_as_one);

/// A row of dominoes, rigid, plastic, no slip on the ground, Coulomb between them.
typedef struct stacks_dominoes {
    double height, thickness, spacing; ///< m; spacing is the gap
    double mu, gravity;
} stacks_dominoes;
/// Speed (m/s) of the front after `collisions` of them.          [van Leeuwen 2010]
/// @return false when the front comes to rest, or the gap is too wide for a hit
bool stacks_domino_speed(const stacks_dominoes *row, int collisions, double *speed);

#endif
