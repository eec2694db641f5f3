// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/impact_law/law_matrix.h"

#include <math.h>

enum { JACOBI_SWEEPS = 60 };

// a pivot below this part of the largest one counts as zero
static const double rank_tolerance = 1e-11;

double law_dot(size_t n, const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

void law_multiply(size_t rows, size_t columns, const double *a, const double *x, double *y)
{
    for (size_t i = 0; i < rows; i++) {
        y[i] = law_dot(columns, a + i * columns, x);
    }
}

size_t law_cholesky(size_t n, const double *a, double least, double *l)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            l[i * n + j] = (a[i * n + j] - law_dot(j, l + i * n, l + j * n)) / l[j * n + j];
            l[j * n + i] = 0.0;
        }
        const double pivot = a[i * n + i] - law_dot(i, l + i * n, l + i * n);
        if (!(pivot > least * a[i * n + i]) || !(a[i * n + i] > 0.0)) {
            return i;
        }
        l[i * n + i] = sqrt(pivot);
    }
    return n;
}

void law_forward(size_t n, size_t size, const double *l, double *x)
{
    for (size_t i = 0; i < size; i++) {
        x[i] = (x[i] - law_dot(i, l + i * n, x)) / l[i * n + i];
    }
}

/// x := L'^-1 x
static void solve_backward(size_t n, size_t size, const double *l, double *x)
{
    for (size_t i = size; i-- > 0;) {
        for (size_t j = i + 1; j < size; j++) {
            x[i] -= l[j * n + i] * x[j];
        }
        x[i] /= l[i * n + i];
    }
}

void law_cholesky_solve(size_t n, size_t size, const double *l, double *x)
{
    law_forward(n, size, l, x);
    solve_backward(n, size, l, x);
}

static void swap(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/// Bring the largest entry of the trailing block to (r, r). @return its magnitude
static double pivot_block(size_t n, size_t r, double *k, double *x, size_t *order)
{
    size_t row = r, column = r;
    for (size_t i = r; i < n; i++) {
        for (size_t j = r; j < n; j++) {
            if (fabs(k[i * n + j]) > fabs(k[row * n + column])) {
                row = i;
                column = j;
            }
        }
    }
    for (size_t j = 0; j < n; j++) {
        swap(k + r * n + j, k + row * n + j);
    }
    swap(x + r, x + row);
    for (size_t i = 0; i < n; i++) {
        swap(k + i * n + r, k + i * n + column);
    }
    const size_t kept = order[r];
    order[r] = order[column];
    order[column] = kept;
    return fabs(k[r * n + r]);
}

static void eliminate(size_t n, size_t r, double *k, double *x)
{
    for (size_t i = r + 1; i < n; i++) {
        const double factor = k[i * n + r] / k[r * n + r];
        for (size_t j = r; j < n; j++) {
            k[i * n + j] -= factor * k[r * n + j];
        }
        x[i] -= factor * x[r];
    }
}

/// y := U^-1 y for the leading `rank` rows
static void back_substitute(size_t n, size_t rank, const double *k, double *y)
{
    for (size_t i = rank; i-- > 0;) {
        for (size_t j = i + 1; j < rank; j++) {
            y[i] -= k[i * n + j] * y[j];
        }
        y[i] /= k[i * n + i];
    }
}

size_t law_solve_singular(size_t n, double *k, double *x, double *null, double *rest)
{
    size_t order[LAW_MATRIX_MAX], rank = 0;
    double y[LAW_MATRIX_MAX] = {0.0}, largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
    }
    for (; rank < n; rank++) {
        const double pivot = pivot_block(n, rank, k, x, order);
        largest = rank == 0 ? pivot : largest;
        if (!(pivot > rank_tolerance * largest)) {
            break;
        }
        eliminate(n, rank, k, x);
    }
    *rest = 0.0;
    for (size_t i = rank; i < n; i++) {
        *rest = fabs(x[i]) > *rest ? fabs(x[i]) : *rest;
    }
    for (size_t i = 0; i < rank; i++) {
        y[i] = x[i];
    }
    back_substitute(n, rank, k, y);
    for (size_t i = 0; i < n; i++) {
        x[order[i]] = i < rank ? y[i] : 0.0;
    }
    for (size_t f = rank; f < n; f++) {
        double *v = null + (f - rank) * n;
        for (size_t i = 0; i < rank; i++) {
            y[i] = -k[i * n + f];
        }
        back_substitute(n, rank, k, y);
        for (size_t i = 0; i < n; i++) {
            v[order[i]] = i < rank ? y[i] : (i == f ? 1.0 : 0.0);
        }
    }
    return n - rank;
}

/// Rotation that makes a_pq zero.
static void rotate_pair(size_t n, double *a, size_t p, size_t q)
{
    const double theta = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (size_t i = 0; i < n; i++) {
        const double ip = a[i * n + p], iq = a[i * n + q];
        a[i * n + p] = c * ip - s * iq;
        a[i * n + q] = s * ip + c * iq;
    }
    for (size_t i = 0; i < n; i++) {
        const double pi = a[p * n + i], qi = a[q * n + i];
        a[p * n + i] = c * pi - s * qi;
        a[q * n + i] = s * pi + c * qi;
    }
}

double law_largest_eigenvalue(size_t n, double *a)
{
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
        double off = 0.0, on = 0.0;
        for (size_t i = 0; i < n; i++) {
            on += a[i * n + i] * a[i * n + i];
            for (size_t j = i + 1; j < n; j++) {
                off += a[i * n + j] * a[i * n + j];
            }
        }
        if (!(off > 1e-32 * on)) {
            break;
        }
        for (size_t p = 0; p < n; p++) {
            for (size_t q = p + 1; q < n; q++) {
                if (a[p * n + q] != 0.0) {
                    rotate_pair(n, a, p, q);
                }
            }
        }
    }
    double largest = a[0];
    for (size_t i = 1; i < n; i++) {
        largest = a[i * n + i] > largest ? a[i * n + i] : largest;
    }
    return largest;
}
