// SPDX-License-Identifier: GPL-3.0-or-later
// Power series of one step. Roots are found by bounds: an interval holds none where the centre
// value outweighs all other terms, and at most one where the centre slope outweighs the rest.
#include "lab/rocking/series.h"

#include <math.h>
#include <string.h>

double series_value(const double *c, int n, double t)
{
    double value = 0.0;
    for (int k = n - 1; k >= 0; k--) {
        value = value * t + c[k];
    }
    return value;
}

double series_slope(const double *c, int n, double t)
{
    double value = 0.0;
    for (int k = n - 1; k >= 1; k--) {
        value = value * t + k * c[k];
    }
    return value;
}

void series_shift(const double *c, int n, double t, double *shifted)
{
    if (shifted != c) {
        memcpy(shifted, c, (size_t)n * sizeof *c);
    }
    for (int i = 0; i < n - 1; i++) {
        for (int k = n - 2; k >= i; k--) {
            shifted[k] += t * shifted[k + 1];
        }
    }
}

typedef enum interval_kind { NO_ROOT, MONOTONE, UNDECIDED } interval_kind;

/// What the series about the middle of an interval says of its half width.
static interval_kind judge(const double *c, int n, double half)
{
    double power = half, rest = 0.0, slope_rest = 0.0;
    for (int k = 2; k < n; k++) {
        slope_rest += k * fabs(c[k]) * power;
        power *= half;
        rest += fabs(c[k]) * power;
    }
    const double linear = n > 1 ? fabs(c[1]) : 0.0;
    if (fabs(c[0]) > linear * half + rest) {
        return NO_ROOT;
    }
    if (linear > slope_rest) {
        return MONOTONE;
    }
    // an overflow leaves nothing to decide
    return isfinite(c[0] + rest + slope_rest) ? UNDECIDED : NO_ROOT;
}

/// Newton's method between a and b where the series falls from > 0 to <= 0; bisection where it
/// leaves the bracket.
static double refine(const double *c, int n, double a, double b)
{
    double t = 0.5 * (a + b);
    for (int i = 0; i < 100; i++) {
        const double value = series_value(c, n, t);
        if (value == 0.0) {
            return t;
        }
        if (value > 0.0) {
            a = t;
        } else {
            b = t;
        }
        double next = t - value / series_slope(c, n, t);
        if (!(next > a && next < b)) {
            next = 0.5 * (a + b);
        }
        if (fabs(next - t) <= 1e-16 * fabs(t) || next == a || next == b) {
            return next;
        }
        t = next;
    }
    return t;
}

bool series_first_root(const double *c, int n, double h, double *root)
{
    double positive[SERIES_MOST], centred[SERIES_MOST];
    while (n > 0 && c[0] == 0.0) {
        c++;
        n--;
    }
    if (n < 2 || !(h > 0.0)) {
        return false;
    }
    for (int k = 0; k < n; k++) {
        positive[k] = c[0] > 0.0 ? c[k] : -c[k];
    }
    const double narrow = 1e-13 * h;
    double a = 0.0, width = h;
    while (a < h) {
        const double b = a + width < h ? a + width : h;
        series_shift(positive, n, 0.5 * (a + b), centred);
        const interval_kind kind = judge(centred, n, 0.5 * (b - a));
        if (kind == UNDECIDED && b - a > narrow) {
            width = 0.5 * (b - a);
            continue;
        }
        if (kind != NO_ROOT && series_value(positive, n, b) <= 0.0) {
            *root = refine(positive, n, a, b);
            return true;
        }
        a = b;
        width = 2.0 * (b - a > width ? b - a : width);
    }
    return false;
}
