// SPDX-License-Identifier: GPL-3.0-or-later
// Error measure and block Gauss-Seidel on the scaled problem.
#include "percussion/dense.h"
#include "percussion/local.h"

#include <math.h>

/// | y_i - Proj(y_i - xi_i) | of one contact.
static double contact_error(double mu, const double y[3], const double xi[3])
{
    const double n = y[0] - xi[0];
    const double radius = mu * (y[0] > 0.0 ? y[0] : 0.0);
    double t1 = y[1] - xi[1], t2 = y[2] - xi[2];
    const double length2 = t1 * t1 + t2 * t2;
    if (length2 > radius * radius) {
        const double scale = radius / sqrt(length2);
        t1 *= scale;
        t2 *= scale;
    }
    const double d0 = y[0] - (n > 0.0 ? n : 0.0), d1 = y[1] - t1, d2 = y[2] - t2;
    return sqrt(d0 * d0 + d1 * d1 + d2 * d2);
}

double dense_error(const dense_problem *problem, const double *y, double *xi)
{
    const size_t size = 3 * problem->contact_count;
    double worst = 0.0;
    for (size_t i = 0; i < size; i++) {
        const double *row = problem->a + i * size;
        double sum = problem->c[i];
        for (size_t j = 0; j < size; j++) {
            sum += row[j] * y[j];
        }
        xi[i] = sum;
    }
    for (size_t k = 0; k < problem->contact_count; k++) {
        const double e = contact_error(problem->mu[k], y + 3 * k, xi + 3 * k);
        if (!(e <= worst)) {
            worst = e;
        }
    }
    return worst;
}

/// Solve contact k exactly with the others held.
static void relax_contact(const dense_problem *problem, size_t k, double *y)
{
    const size_t size = 3 * problem->contact_count;
    const double *rows = problem->a + 3 * k * size;
    double block[9], c[3], p[3];
    for (size_t i = 0; i < 3; i++) {
        const double *row = rows + i * size;
        double sum = problem->c[3 * k + i];
        for (size_t j = 0; j < size; j++) {
            sum += row[j] * y[j];
        }
        for (size_t j = 0; j < 3; j++) {
            block[3 * i + j] = row[3 * k + j];
            sum -= row[3 * k + j] * y[3 * k + j];
        }
        c[i] = sum;
    }
    percussion_local_solve(block, c, problem->mu[k], y + 3 * k + 1, p);
    for (size_t i = 0; i < 3; i++) {
        y[3 * k + i] = p[i];
    }
}

int dense_gauss_seidel(const dense_problem *problem, dense_scratch *scratch, int limit,
                       double target, double *y, double *error)
{
    // a stall is ten sweeps that do not halve the error
    enum { STALL_SWEEPS = 10 };
    double mark = (double)INFINITY;
    int sweep = 0;
    *error = dense_error(problem, y, scratch->xi);
    while (sweep < limit && !(*error <= target)) {
        for (size_t k = 0; k < problem->contact_count; k++) {
            relax_contact(problem, k, y);
        }
        sweep++;
        *error = dense_error(problem, y, scratch->xi);
        if (sweep % STALL_SWEEPS == 0) {
            if (!(*error < 0.5 * mark)) {
                break;
            }
            mark = *error;
        }
    }
    return sweep;
}
