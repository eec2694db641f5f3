// SPDX-License-Identifier: GPL-3.0-or-later
#include "percussion/slide.h"

#include "percussion/dense.h"

#include <math.h>

enum { STEPS = 3, UNKNOWNS = 2 * SLIDE_CONTACTS };

/// A start counts as slipping from this share of the reach mu P_N on, squared.
#define SLIP_SHARE2 0.9
/// Pivots below this share of the row's own diagonal entry are left to the other stages.
#define LEAST_PIVOT 1e-6
/// A direction turns by so much at most, rad.
#define MOST_TURN 0.5

/// Percussions mu P_N d + P_N e_N and what they give.
typedef struct slide {
    double load[SLIDE_CONTACTS];                      ///< N s, P_N
    double d1[SLIDE_CONTACTS], d2[SLIDE_CONTACTS];    ///< unit slip directions, along P_T
    double along[3 * SLIDE_CONTACTS][SLIDE_CONTACTS]; ///< 1/kg, xi by the loads
    double xi[3 * SLIDE_CONTACTS];                    ///< m/s
    double m[UNKNOWNS][UNKNOWNS];                     ///< Jacobian by rows: turns, then loads
    double b[UNKNOWNS];                               ///< residual, then the step
} slide;

/// Loads and directions of the start; false when some contact did not slip.
static inline bool start_slide(const talus_contact_problem *problem, size_t n,
                               const double *percussion, slide *s)
{
    for (size_t k = 0; k < n; k++) {
        const double *p = percussion + 3 * k, reach = problem->mu[k] * p[0];
        const double length2 = p[1] * p[1] + p[2] * p[2];
        if (!(reach > 0.0 && length2 > SLIP_SHARE2 * (reach * reach))) {
            return false;
        }
        const double inverse = 1.0 / sqrt(length2);
        s->load[k] = p[0];
        s->d1[k] = inverse * p[1];
        s->d2[k] = inverse * p[2];
    }
    return true;
}

static inline void find_velocities(const talus_contact_problem *problem, size_t n, slide *s)
{
    const double *g = problem->delassus;
    double mu1[SLIDE_CONTACTS], mu2[SLIDE_CONTACTS];
    for (size_t j = 0; j < n; j++) {
        mu1[j] = problem->mu[j] * s->d1[j];
        mu2[j] = problem->mu[j] * s->d2[j];
    }
    for (size_t i = 0; i < 3 * n; i++) {
        double xi = problem->c[i];
        for (size_t j = 0; j < n; j++, g += 3) {
            s->along[i][j] = g[0] + mu1[j] * g[1] + mu2[j] * g[2];
            xi += s->along[i][j] * s->load[j];
        }
        s->xi[i] = xi;
    }
}

/// Whether the percussions solve the problem: the error of talus_contact_error.
static inline bool is_solved(const talus_contact_problem *problem, size_t n, const slide *s,
                             double target, double *error)
{
    const double *g = problem->delassus;
    double worst = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double *block = g + 3 * k * (3 * n + 1);
        const double third = (block[0] + block[3 * n + 1] + block[6 * n + 2]) * (1.0 / 3.0);
        const double load = third * s->load[k], reach = problem->mu[k] * load;
        const double y[3] = {load, reach * s->d1[k], reach * s->d2[k]};
        const double e = dense_contact_error2(problem->mu[k], y, s->xi + 3 * k);
        if (!(e <= target * target && third > 0.0)) {
            return false;
        }
        worst = e > worst ? e : worst;
    }
    *error = sqrt(worst);
    return true;
}

/// Jacobian by the turns, as ways mu P_N of the percussion, and by the loads.
static inline void assemble(const talus_contact_problem *problem, size_t n, slide *s)
{
    const size_t width = 3 * n;
    for (size_t k = 0; k < n; k++) {
        const double *g = problem->delassus + 3 * k * width;
        const double d1 = s->d1[k], d2 = s->d2[k], *xi = s->xi + 3 * k;
        for (size_t j = 0; j < n; j++, g += 3) {
            const double e1 = s->d1[j], e2 = s->d2[j];
            const double normal = e1 * g[2] - e2 * g[1];
            const double first = e1 * g[width + 2] - e2 * g[width + 1];
            const double second = e1 * g[2 * width + 2] - e2 * g[2 * width + 1];
            s->m[k][j] = d1 * second - d2 * first;
            s->m[k][n + j] = d1 * s->along[3 * k + 2][j] - d2 * s->along[3 * k + 1][j];
            s->m[n + k][j] = normal;
            s->m[n + k][n + j] = s->along[3 * k][j];
        }
        // the row turns with the direction
        s->m[k][k] -= (d1 * xi[1] + d2 * xi[2]) / (problem->mu[k] * s->load[k]);
        s->b[k] = d1 * xi[2] - d2 * xi[1];
        s->b[n + k] = xi[0];
    }
}

/// Gauss elimination along the diagonal; false when a pivot is small.
static inline bool solve(size_t size, slide *s)
{
    double own[UNKNOWNS];
    for (size_t c = 0; c < size; c++) {
        own[c] = fabs(s->m[c][c]);
    }
    for (size_t c = 0; c < size; c++) {
        const double pivot = s->m[c][c];
        if (!(fabs(pivot) > LEAST_PIVOT * own[c])) {
            return false;
        }
        const double inverse = 1.0 / pivot;
        s->b[c] *= inverse;
        for (size_t k = c + 1; k < size; k++) {
            s->m[c][k] *= inverse;
        }
        for (size_t r = c + 1; r < size; r++) {
            const double f = s->m[r][c];
            for (size_t k = c + 1; k < size; k++) {
                s->m[r][k] -= f * s->m[c][k];
            }
            s->b[r] -= f * s->b[c];
        }
    }
    for (size_t c = size - 1; c-- > 0;) {
        for (size_t k = c + 1; k < size; k++) {
            s->b[c] -= s->m[c][k] * s->b[k];
        }
    }
    return true;
}

/// @return false when a contact opens
static inline bool take_step(const talus_contact_problem *problem, size_t n, slide *s)
{
    for (size_t k = 0; k < n; k++) {
        const double way = -s->b[k] / (problem->mu[k] * s->load[k]);
        const double turn = way > MOST_TURN ? MOST_TURN : way < -MOST_TURN ? -MOST_TURN : way;
        const double x = s->d1[k] - turn * s->d2[k], z = s->d2[k] + turn * s->d1[k];
        const double scale = 1.0 / sqrt(x * x + z * z);
        s->d1[k] = scale * x;
        s->d2[k] = scale * z;
        s->load[k] -= s->b[n + k];
        if (!(s->load[k] > 0.0)) {
            return false;
        }
    }
    return true;
}

/// To be inlined with constant n.
static inline bool slide_of(const talus_contact_problem *problem, size_t n, double target,
                            double *percussion, int *steps, double *error)
{
    slide s;
    *steps = 0;
    if (!start_slide(problem, n, percussion, &s)) {
        return false;
    }
    find_velocities(problem, n, &s);
    while (!is_solved(problem, n, &s, target, error)) {
        if (*steps == STEPS) {
            return false;
        }
        ++*steps;
        assemble(problem, n, &s);
        if (!solve(2 * n, &s) || !take_step(problem, n, &s)) {
            return false;
        }
        find_velocities(problem, n, &s);
    }
    for (size_t k = 0; k < n; k++) {
        const double reach = problem->mu[k] * s.load[k];
        percussion[3 * k] = s.load[k];
        percussion[3 * k + 1] = reach * s.d1[k];
        percussion[3 * k + 2] = reach * s.d2[k];
    }
    return true;
}

bool percussion_slide(const talus_contact_problem *problem, double target, double *percussion,
                      int *steps, double *error)
{
    switch (problem->contact_count) {
    case 1:
        return slide_of(problem, 1, target, percussion, steps, error);
    case 2:
        return slide_of(problem, 2, target, percussion, steps, error);
    case 3:
        return slide_of(problem, 3, target, percussion, steps, error);
    default:
        *steps = 0;
        return false;
    }
}
