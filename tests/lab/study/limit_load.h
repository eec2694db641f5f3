// SPDX-License-Identifier: GPL-3.0-or-later
/// @file limit_load.h
/// Limit analysis of rectangles in a plane, without time, steps or contact solver: the largest
/// acceleration of the base over g under which forces of the joints balance all blocks.
///
///   max lambda:  sum of the forces on each block = (lambda m g, m g), sum of their moments = 0,
///   at each end of each joint a force alpha (n + mu t) + beta (n - mu t),  alpha, beta >= 0
///
/// A linear programme in alpha, beta, lambda [Liv78], solved by the simplex method with
/// Bland's rule. Where the wall turns over without sliding, lambda is exact; else it is a bound
/// from above, as friction does not push joints apart.
#ifndef TALUS_TESTS_LAB_STUDY_LIMIT_LOAD_H
#define TALUS_TESTS_LAB_STUDY_LIMIT_LOAD_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { LIMIT_BLOCKS = 16, LIMIT_ROWS = 3 * LIMIT_BLOCKS, LIMIT_COLUMNS = 256 };

typedef struct limit_block {
    double x, z, b, h; ///< m, centre and half sizes; the base is z = 0
    double weight;     ///< of any unit
} limit_block;

/// Tableau: columns of unknowns (0 is lambda), then one of the right side; the start basis of
/// artificial unknowns is not stored.
typedef struct limit_tableau {
    size_t rows, columns;
    double t[LIMIT_ROWS + 2][LIMIT_COLUMNS + 1]; ///< below the rows: costs of both phases
    int basis[LIMIT_ROWS];                       ///< -1: artificial
} limit_tableau;

static inline void limit_pivot(limit_tableau *m, size_t row, size_t column)
{
    const double scale = 1.0 / m->t[row][column];
    for (size_t j = 0; j <= m->columns; j++) {
        m->t[row][j] *= scale;
    }
    for (size_t i = 0; i < m->rows + 2; i++) {
        const double factor = m->t[i][column];
        for (size_t j = 0; j <= m->columns && i != row; j++) {
            m->t[i][j] -= factor * m->t[row][j];
        }
    }
    m->basis[row] = (int)column;
}

/// The row that leaves for a column; `rows` if none bounds it.
static inline size_t limit_leaving(const limit_tableau *m, size_t column, size_t phase)
{
    size_t best = m->rows;
    double least = (double)INFINITY;
    for (size_t i = 0; i < m->rows; i++) {
        const double a = m->t[i][column];
        if (phase == 1 && m->basis[i] < 0 && fabs(a) > 1e-9) {
            return i; // an artificial unknown stays at zero
        }
        const double ratio = m->t[i][m->columns] / a;
        if (a > 1e-9 && (ratio < least || (ratio == least && m->basis[i] < m->basis[best]))) {
            least = ratio;
            best = i;
        }
    }
    return best;
}

/// Lower the cost of a phase as far as it goes.
static inline void limit_minimise(limit_tableau *m, size_t phase)
{
    for (int pivots = 0; pivots < 20000; pivots++) {
        const double *cost = m->t[m->rows + phase];
        size_t column = 0;
        while (column < m->columns && cost[column] > -1e-9) {
            column++;
        }
        if (column == m->columns) {
            return;
        }
        const size_t row = limit_leaving(m, column, phase);
        cr_assert_lt(row, m->rows, "the load has no limit");
        limit_pivot(m, row, column);
    }
    cr_assert_fail("the simplex method does not end");
}

/// A force at (x, z) on block `on`, and against it on `by` (SIZE_MAX = the base): both edges of the
/// cone about the normal (nx, nz).
static inline void limit_add_point(limit_tableau *m, const limit_block *blocks, size_t on,
                                   size_t by, const double point[2], const double normal[2],
                                   double mu)
{
    for (int side = -1; side <= 1; side += 2) {
        const double fx = normal[0] - side * mu * normal[1];
        const double fz = normal[1] + side * mu * normal[0];
        cr_assert_lt(m->columns, (size_t)LIMIT_COLUMNS);
        for (size_t which = 0; which < 2; which++) {
            const size_t k = which == 0 ? on : by;
            const double sign = which == 0 ? 1.0 : -1.0;
            if (k != SIZE_MAX) {
                const double dx = point[0] - blocks[k].x, dz = point[1] - blocks[k].z;
                m->t[3 * k][m->columns] = sign * fx;
                m->t[3 * k + 1][m->columns] = sign * fz;
                m->t[3 * k + 2][m->columns] = sign * (dx * fz - dz * fx);
            }
        }
        m->columns++;
    }
}

/// Joints of block k with the base and with the others: beds above, heads to the right.
static inline void limit_add_joints(limit_tableau *m, const limit_block *blocks, size_t count,
                                    size_t k, double mu_base, double mu)
{
    const double upwards[2] = {0.0, 1.0}, rightwards[2] = {1.0, 0.0}, touch = 1e-9;
    const limit_block *a = &blocks[k];
    if (fabs(a->z - a->h) < touch) {
        for (int end = -1; end <= 1; end += 2) {
            limit_add_point(m, blocks, k, SIZE_MAX, (double[2]){a->x + end * a->b, 0.0}, upwards,
                            mu_base);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const limit_block *o = &blocks[i];
        const double left = fmax(a->x - a->b, o->x - o->b), right = fmin(a->x + a->b, o->x + o->b);
        const double low = fmax(a->z - a->h, o->z - o->h), high = fmin(a->z + a->h, o->z + o->h);
        if (i != k && fabs(o->z - o->h - a->z - a->h) < touch && right - left > touch) {
            limit_add_point(m, blocks, i, k, (double[2]){left, a->z + a->h}, upwards, mu);
            limit_add_point(m, blocks, i, k, (double[2]){right, a->z + a->h}, upwards, mu);
        }
        if (i != k && fabs(o->x - o->b - a->x - a->b) < touch && high - low > touch) {
            limit_add_point(m, blocks, i, k, (double[2]){a->x + a->b, low}, rightwards, mu);
            limit_add_point(m, blocks, i, k, (double[2]){a->x + a->b, high}, rightwards, mu);
        }
    }
}

/// Largest a/g of a base that accelerates along x, either way by the sign of `towards` (1 or -1).
static inline double limit_load(const limit_block *blocks, size_t count, double mu_base, double mu,
                                double towards)
{
    static limit_tableau m;
    memset(&m, 0, sizeof m);
    cr_assert_leq(count, (size_t)LIMIT_BLOCKS);
    m.rows = 3 * count;
    m.columns = 1;
    for (size_t k = 0; k < count; k++) {
        limit_add_joints(&m, blocks, count, k, mu_base, mu);
    }
    for (size_t i = 0; i < m.rows; i++) {
        m.basis[i] = -1;
        m.t[i][0] = i % 3 == 0 ? -towards * blocks[i / 3].weight : 0.0;
        m.t[i][m.columns] = i % 3 == 1 ? blocks[i / 3].weight : 0.0;
        for (size_t j = 0; j <= m.columns; j++) {
            m.t[m.rows][j] -= m.t[i][j]; // sum of the artificial unknowns
        }
    }
    m.t[m.rows + 1][0] = -1.0;
    limit_minimise(&m, 0);
    cr_assert_lt(fabs(m.t[m.rows][m.columns]), 1e-9, "the wall does not even stand: %g",
                 m.t[m.rows][m.columns]);
    limit_minimise(&m, 1);
    return m.t[m.rows + 1][m.columns];
}

#endif
