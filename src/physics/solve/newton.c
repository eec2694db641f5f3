// SPDX-License-Identifier: GPL-3.0-or-later
// Semismooth Newton on the Alart-Curnier map (disc radius mu max(0, y_N - xi_N); its zeros are
// those of the natural map), globalised by damping (Levenberg-Marquardt): every accepted step
// lowers |F|, so the iteration cannot cycle; it may end in a local minimum of |F|, which the caller
// sees.
#include "physics/solve/dense.h"

#include <math.h>
#include <string.h>

/// Natural map of one contact at y, and its generalised Jacobian with respect to (y_i, xi_i):
/// dF = dy (dy) + dxi (dxi), both 3 x 3 row-major.
static void contact_map(double mu, const double y[3], const double xi[3], double f[3], double dy[9],
                        double dxi[9])
{
    memset(dy, 0, 9 * sizeof *dy);
    memset(dxi, 0, 9 * sizeof *dxi);
    const double pressed = y[0] - xi[0] > 0.0 ? y[0] - xi[0] : 0.0;
    if (pressed > 0.0) {
        f[0] = xi[0];
        dxi[0] = 1.0;
    } else {
        f[0] = y[0];
        dy[0] = 1.0;
    }
    const double t1 = y[1] - xi[1], t2 = y[2] - xi[2];
    const double radius = mu * pressed, length = sqrt(t1 * t1 + t2 * t2);
    if (length <= radius) {
        f[1] = xi[1];
        f[2] = xi[2];
        dxi[4] = dxi[8] = 1.0;
        return;
    }
    // projection s t with s = radius / |t|; its derivative is s (I - d d') along t and mu d along
    // y_N
    const double s = radius / length, d1 = t1 / length, d2 = t2 / length;
    f[1] = y[1] - s * t1;
    f[2] = y[2] - s * t2;
    const double m11 = s * (1.0 - d1 * d1), m12 = -s * d1 * d2, m22 = s * (1.0 - d2 * d2);
    dy[4] = 1.0 - m11;
    dy[5] = dy[7] = -m12;
    dy[8] = 1.0 - m22;
    dxi[4] = m11;
    dxi[5] = dxi[7] = m12;
    dxi[8] = m22;
    if (pressed > 0.0) {
        dy[3] = -mu * d1;
        dy[6] = -mu * d2;
        dxi[3] = mu * d1;
        dxi[6] = mu * d2;
    }
}

/// The same map with max(0, .) and the disc rounded off over a width eps (m/s): smooth everywhere,
/// and the exact map as eps -> 0. Used to walk from a blurred problem to the sharp one.
static void smooth_map(double mu, double eps, const double y[3], const double xi[3], double f[3],
                       double dy[9], double dxi[9])
{
    const double n = y[0] - xi[0], root = sqrt(n * n + 4.0 * eps * eps);
    const double plus = 0.5 * (n + root), dplus = 0.5 * (1.0 + n / root);
    const double t[2] = {y[1] - xi[1], y[2] - xi[2]};
    const double radius = mu * plus, length = sqrt(t[0] * t[0] + t[1] * t[1] + eps * eps);
    const double gap = radius - length, spread = sqrt(gap * gap + 4.0 * eps * eps);
    // scale = radius / max(radius, length), the maximum smoothed
    const double top = 0.5 * (radius + length + spread), scale = radius / top;
    const double dtop_radius = 0.5 * (1.0 + gap / spread), dtop_length = 0.5 * (1.0 - gap / spread);
    const double dscale_radius = (1.0 - scale * dtop_radius) / top;
    const double dscale_length = -scale * dtop_length / top;
    memset(dy, 0, 9 * sizeof *dy);
    memset(dxi, 0, 9 * sizeof *dxi);
    f[0] = y[0] - plus;
    dy[0] = 1.0 - dplus;
    dxi[0] = dplus;
    for (size_t i = 0; i < 2; i++) {
        f[1 + i] = y[1 + i] - scale * t[i];
        dxi[3 * (1 + i)] = t[i] * dscale_radius * mu * dplus;
        dy[3 * (1 + i)] = -dxi[3 * (1 + i)];
        for (size_t j = 0; j < 2; j++) {
            const double m = (i == j ? scale : 0.0) + t[i] * dscale_length * t[j] / length;
            dxi[3 * (1 + i) + 1 + j] = m;
            dy[3 * (1 + i) + 1 + j] = (i == j ? 1.0 : 0.0) - m;
        }
    }
}

/// F(y), |F|^2 returned; the Jacobian is filled when `jacobian` is not NULL. xi belongs to y.
static double natural_map(const dense_problem *problem, double eps, const double *y,
                          const double *xi, double *f, double *jacobian)
{
    const size_t n = problem->contact_count, size = 3 * n;
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) {
        double dy[9], dxi[9];
        if (eps > 0.0) {
            smooth_map(problem->mu[k], eps, y + 3 * k, xi + 3 * k, f + 3 * k, dy, dxi);
        } else {
            contact_map(problem->mu[k], y + 3 * k, xi + 3 * k, f + 3 * k, dy, dxi);
        }
        for (size_t i = 0; i < 3; i++) {
            sum += f[3 * k + i] * f[3 * k + i];
            if (jacobian == NULL) {
                continue;
            }
            double *row = jacobian + (3 * k + i) * size;
            const double *a = problem->a + 3 * k * size;
            for (size_t j = 0; j < size; j++) {
                row[j] = dxi[3 * i] * a[j] + dxi[3 * i + 1] * a[size + j] +
                         dxi[3 * i + 2] * a[2 * size + j];
            }
            for (size_t j = 0; j < 3; j++) {
                row[3 * k + j] += dy[3 * i + j];
            }
        }
    }
    return sum;
}

/// normal = J'J, step = -J'f
static void normal_equations(size_t size, const double *jacobian, const double *f, double *normal,
                             double *step)
{
    memset(normal, 0, size * size * sizeof *normal);
    memset(step, 0, size * sizeof *step);
    for (size_t r = 0; r < size; r++) {
        const double *row = jacobian + r * size;
        for (size_t i = 0; i < size; i++) {
            if (row[i] == 0.0) {
                continue;
            }
            step[i] -= row[i] * f[r];
            for (size_t j = 0; j <= i; j++) {
                normal[i * size + j] += row[i] * row[j];
            }
        }
    }
}

/// Solve (N + lambda I) x = b by Cholesky in `factor`; false if not positive definite.
static bool damped_solve(size_t size, const double *normal, double lambda, double *factor,
                         double *x)
{
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = normal[i * size + j] + (i == j ? lambda : 0.0);
            for (size_t k = 0; k < j; k++) {
                sum -= factor[i * size + k] * factor[j * size + k];
            }
            if (i == j) {
                if (!(sum > 0.0)) {
                    return false;
                }
                factor[i * size + i] = sqrt(sum);
            } else {
                factor[i * size + j] = sum / factor[j * size + j];
            }
        }
    }
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < i; k++) {
            x[i] -= factor[i * size + k] * x[k];
        }
        x[i] /= factor[i * size + i];
    }
    for (size_t i = size; i-- > 0;) {
        for (size_t k = i + 1; k < size; k++) {
            x[i] -= factor[k * size + i] * x[k];
        }
        x[i] /= factor[i * size + i];
    }
    return true;
}

/// One accepted step: raise lambda until |F| falls. False when no damping helps any more.
static bool accept_step(const dense_problem *problem, dense_scratch *s, double eps, double *lambda,
                        double *merit, double *y)
{
    enum { DAMPING_TRIALS = 14 };
    const size_t size = 3 * problem->contact_count;
    double *direction = s->trial + size;
    for (int trial = 0; trial < DAMPING_TRIALS; trial++) {
        memcpy(direction, s->step, size * sizeof *direction);
        if (damped_solve(size, s->normal, *lambda, s->jacobian, direction)) {
            for (size_t i = 0; i < size; i++) {
                s->trial[i] = y[i] + direction[i];
            }
            dense_error(problem, s->trial, s->xi);
            const double m = natural_map(problem, eps, s->trial, s->xi, s->residual, NULL);
            if (m < *merit * (1.0 - 1e-4)) {
                memcpy(y, s->trial, size * sizeof *y);
                *merit = m;
                *lambda = *lambda * 0.1 > 1e-14 ? *lambda * 0.1 : 1e-14;
                return true;
            }
        }
        *lambda = *lambda * 10.0 > 1e-10 ? *lambda * 10.0 : 1e-10;
    }
    return false;
}

/// Damped Newton on the map of width eps until |F| <= goal (eps > 0) or the error <= goal (eps =
/// 0).
static int newton_at(const dense_problem *problem, dense_scratch *scratch, double eps, int limit,
                     double goal, double *y)
{
    const size_t size = 3 * problem->contact_count;
    double lambda = 1e-8;
    for (int count = 0; count < limit; count++) {
        const double error = dense_error(problem, y, scratch->xi);
        double merit =
            natural_map(problem, eps, y, scratch->xi, scratch->residual, scratch->jacobian);
        if ((eps > 0.0 ? sqrt(merit) : error) <= goal) {
            return count;
        }
        normal_equations(size, scratch->jacobian, scratch->residual, scratch->normal,
                         scratch->step);
        if (!accept_step(problem, scratch, eps, &lambda, &merit, y)) {
            return count;
        }
    }
    return limit;
}

int dense_newton(const dense_problem *problem, dense_scratch *scratch, int limit, double target,
                 double *y, double *error)
{
    const int count = newton_at(problem, scratch, 0.0, limit, target, y);
    *error = dense_error(problem, y, scratch->xi);
    return count;
}

int dense_free_newton(const dense_problem *problem, dense_scratch *scratch, int limit,
                      double target, double *y, double *error)
{
    const size_t size = 3 * problem->contact_count;
    // just enough damping for a singular Jacobian (the normal matrix has entries of order 1)
    const double lambda = 1e-13;
    int count = 0;
    *error = dense_error(problem, y, scratch->xi);
    while (count < limit && !(*error <= target)) {
        natural_map(problem, 0.0, y, scratch->xi, scratch->residual, scratch->jacobian);
        normal_equations(size, scratch->jacobian, scratch->residual, scratch->normal,
                         scratch->step);
        if (!damped_solve(size, scratch->normal, lambda, scratch->jacobian, scratch->step)) {
            break;
        }
        for (size_t i = 0; i < size; i++) {
            y[i] += scratch->step[i];
        }
        *error = dense_error(problem, y, scratch->xi);
        count++;
    }
    return count;
}

int dense_smoothing(const dense_problem *problem, dense_scratch *scratch, double width,
                    double target, double *y, double *error)
{
    // each level is solved to a tenth of its width before the width shrinks
    enum { LEVEL_STEPS = 30 };
    int count = 0;
    for (double eps = width; eps > 1e-3 * target; eps *= 0.3) {
        count += newton_at(problem, scratch, eps, LEVEL_STEPS, 0.1 * eps, y);
    }
    *error = dense_error(problem, y, scratch->xi);
    return count;
}
