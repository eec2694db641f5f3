// SPDX-License-Identifier: GPL-3.0-or-later
// The linearised step about rotation about a principal axis: as measured, by formula, of the body.
#include "foundation/math/linalg.h"
#include "lab/spin/spin_internal.h"

#include <math.h>

/// Differences know trace^2/4 - determinant to this: closer eigenvalues count as double.
static const double DOUBLE_ROOT = 1e-11;

/// Moments about the axis (C) and the two that follow it cyclically (A, B).
typedef struct moments {
    double a, b, c;
} moments;

static moments moments_about(talus_vec3 inertia, int axis)
{
    double moment[3];
    spin_components(inertia, moment);
    return (moments){moment[(axis + 1) % 3], moment[(axis + 2) % 3], moment[axis]};
}

/// Roots of lambda^2 - trace lambda + determinant = (lambda - trace/2)^2 - square.
static spin_eigen solve_pair(double half_trace, double square, double step_angle)
{
    const double root = sqrt(fabs(square));
    const bool complex_pair = square < 0;
    spin_eigen eigen = {
        .real = {half_trace, half_trace},
        .imaginary = {complex_pair ? root : 0, complex_pair ? -root : 0},
    };
    if (!complex_pair) {
        eigen.real[0] += root;
        eigen.real[1] -= root;
    }
    eigen.modulus = complex_pair ? sqrt(half_trace * half_trace - square)
                                 : fmax(fabs(eigen.real[0]), fabs(eigen.real[1]));
    eigen.growth = talus_log(eigen.modulus) * 2 * TALUS_PI / fabs(step_angle);
    return eigen;
}

/// @return whether its iteration converged
static bool step_of(talus_scheme scheme, talus_vec3 inertia, talus_vec3 omega, double dt,
                    double out[3])
{
    const talus_free_rotation free = talus_rotation_free(scheme, inertia, omega, dt);
    spin_components(free.omega, out);
    return free.converged;
}

spin_eigen spin_eigen_measured(talus_scheme scheme, talus_vec3 inertia, int axis, double omega,
                               double dt)
{
    // turning the body by pi about the axis changes nothing: the step's derivative is a 2 x 2 block
    // and a 1
    const int index[2] = {(axis + 1) % 3, (axis + 2) % 3};
    const talus_vec3 rest = vec3_scale(omega, spin_unit(axis));
    const double h = 1e-3 * fabs(omega); // truncation (h/Omega)^4, round-off 1e-16 Omega/h
    double j[2][2];
    bool converged = true;
    for (int column = 0; column < 2; column++) {
        const talus_vec3 e = spin_unit(index[column]);
        double near_plus[3], near_minus[3], far_plus[3], far_minus[3];
        converged &= step_of(scheme, inertia, vec3_axpy(rest, h, e), dt, near_plus);
        converged &= step_of(scheme, inertia, vec3_axpy(rest, -h, e), dt, near_minus);
        converged &= step_of(scheme, inertia, vec3_axpy(rest, 2 * h, e), dt, far_plus);
        converged &= step_of(scheme, inertia, vec3_axpy(rest, -2 * h, e), dt, far_minus);
        for (int row = 0; row < 2; row++) {
            const int i = index[row];
            j[row][column] =
                (8 * (near_plus[i] - near_minus[i]) - (far_plus[i] - far_minus[i])) / (12 * h);
        }
    }
    const double half_trace = 0.5 * (j[0][0] + j[1][1]);
    const double half_difference = 0.5 * (j[0][0] - j[1][1]);
    const double square = half_difference * half_difference + j[0][1] * j[1][0];
    spin_eigen eigen = solve_pair(half_trace, fabs(square) < DOUBLE_ROOT ? 0 : square, omega * dt);
    eigen.failed = !converged;
    return eigen;
}

spin_eigen spin_eigen_explicit(talus_vec3 inertia, int axis, double omega, double dt)
{
    const moments m = moments_about(inertia, axis);
    const double angle2 = omega * dt * omega * dt;
    const double sum = m.a + m.b;
    const double det = m.c * (m.a * m.b + 0.25 * angle2 * sum * sum);
    const double d = 0.5 * angle2 * m.c * sum * (sum - 2 * m.c) / det;
    const double e = angle2 * m.c * (m.a - m.c) * (m.c - m.b) / det;
    return solve_pair(1 - 0.5 * d, 0.25 * d * d + e, omega * dt);
}

spin_eigen spin_eigen_body(talus_vec3 inertia, int axis, double omega, double dt)
{
    const moments m = moments_about(inertia, axis);
    const double square = (m.c - m.a) * (m.b - m.c) / (m.a * m.b);
    const double s = sqrt(fabs(square)) * fabs(omega * dt);
    if (square <= 0) {
        return (spin_eigen){
            {talus_cos(s), talus_cos(s)}, {talus_sin(s), -talus_sin(s)}, 1, 0, false};
    }
    return (spin_eigen){{talus_exp(s), talus_exp(-s)},
                        {0, 0},
                        talus_exp(s),
                        s * 2 * TALUS_PI / fabs(omega * dt),
                        false};
}
