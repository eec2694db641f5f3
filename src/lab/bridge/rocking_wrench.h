// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_wrench.h
/// The impact law of spatial blocks inside a Moreau step: a resultant through a given point of the
/// base and a vertical moment take the place of the contact problem in the step of an impact. It
/// knows the bench; it refuses to know what a run or a study makes of it.
///   M^ (u+ - u_free) = W_R rho + tau z,   W_a' u+ = 0          [docs/rocking.md 9.5, R3D (18)]
#ifndef TALUS_SRC_LAB_BRIDGE_ROCKING_WRENCH_H
#define TALUS_SRC_LAB_BRIDGE_ROCKING_WRENCH_H

#include "lab/bridge/rocking_bench.h"
#include "physics/stepper/stepper_internal.h"

/// What the law does in one step.
typedef struct rocking_push {
    talus_vec3 impulse, place; ///< N s; m, R from the centre of mass: axes of the plane
    double tau;                ///< N m s
    int pivot;                 ///< corner at rest afterwards
    double work;               ///< J, of impulse and moment over the step
} rocking_push;

/// Answer to the impact of a step that stepper_begin has begun: adds it to the free velocities.
/// @param a  attitude at the midpoint in the axes of the plane
/// @return false: no impact, or none that the law admits (*refused)
bool rocking_wrench_push(const rocking_bench *bench, const rocking_bench_step *step,
                         const talus_mat3 *a, stepper_motion *m, rocking_push *push, bool *refused);

#endif
