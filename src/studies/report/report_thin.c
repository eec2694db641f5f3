// SPDX-License-Identifier: GPL-3.0-or-later
// Which points of a path are needed: those without which linear motion between the others would
// miss a place by more than a tolerance.
#include "studies/report/report.h"

/// Squared distance (m2) between point k and where linear motion from a to b is at its time.
static double miss(const double *xyzm, size_t a, size_t b, size_t k)
{
    const double *p = xyzm + 4 * a, *q = xyzm + 4 * b, *s = xyzm + 4 * k;
    const double span = q[3] - p[3];
    const double w = span > 0.0 ? (s[3] - p[3]) / span : 0.0;
    double sum = 0.0;
    for (int c = 0; c < 3; c++) {
        const double d = s[c] - p[c] - w * (q[c] - p[c]);
        sum += d * d;
    }
    return sum;
}

size_t report_thin_path(const double *xyzm, size_t count, double tolerance, bool *kept,
                        size_t *stack)
{
    size_t depth = 0, used = 0;
    for (size_t k = 0; k < count; k++) {
        kept[k] = k == 0 || k + 1 == count;
    }
    if (count > 2) {
        stack[0] = 0;
        stack[1] = count - 1;
        depth = 1;
    }
    while (depth > 0) {
        const size_t a = stack[2 * (depth - 1)], b = stack[2 * (depth - 1) + 1];
        double worst = tolerance * tolerance;
        size_t at = 0;
        depth--;
        for (size_t k = a + 1; k < b; k++) {
            const double d = miss(xyzm, a, b, k);
            if (d > worst) {
                worst = d;
                at = k;
            }
        }
        if (at > 0) {
            kept[at] = true;
            stack[2 * depth] = a;
            stack[2 * depth + 1] = at;
            stack[2 * depth + 2] = at;
            stack[2 * depth + 3] = b;
            depth += 2;
        }
    }
    for (size_t k = 0; k < count; k++) {
        used += kept[k];
    }
    return used;
}
