// SPDX-License-Identifier: GPL-3.0-or-later
// Jacobi's functions by the arithmetic-geometric mean, Carlson's R_J by duplication.
#include "physics/rotation/elliptic.h"

#include "talus/base.h"

#include <math.h>

enum { MEAN_LIMIT = 16 };

/// sn, cn and dn at the separatrix: tanh and sech. Beyond 300 they stay at 1 and 1e-130, so that
/// squares do not underflow.
static elliptic_functions hyperbolic(double v)
{
    const double w = v < 300.0 ? v : 300.0, z = w * w;
    double sinh = w;
    if (w < 0.5) {
        // Taylor to w^15, next term below 1e-19 w
        const double p = 1.0 + z / 110.0 * (1.0 + z / 156.0 * (1.0 + z / 210.0));
        sinh += w * (z / 6.0) * (1.0 + z / 20.0 * (1.0 + z / 42.0 * (1.0 + z / 72.0 * p)));
    } else {
        const double e = talus_exp(w);
        sinh = 0.5 * (e - 1.0 / e);
    }
    const double cosh = sqrt(1.0 + sinh * sinh);
    return (elliptic_functions){sinh / cosh, 1.0 / cosh, 1.0 / cosh, 0.0};
}

elliptic_functions elliptic_jacobi(double v, double kc2)
{
    if (v < 1e-8) {
        return (elliptic_functions){v, 1.0 - 0.5 * v * v, 1.0 - 0.5 * (1.0 - kc2) * v * v, 0.0};
    }
    if (kc2 == 0.0) {
        return hyperbolic(v);
    }
    // descend: a[n+1] = (a[n] + b[n])/2, b[n+1] = sqrt(a[n] b[n]); K = pi/2 / a[end]
    double a[MEAN_LIMIT + 1], b[MEAN_LIMIT];
    int n = 0;
    a[0] = 1.0;
    b[0] = sqrt(kc2);
    for (;;) {
        a[n + 1] = 0.5 * (a[n] + b[n]);
        // the mean after a difference of 1e-8 is off by 1e-17
        if (fabs(a[n] - b[n]) <= 1e-8 * a[n] || n == MEAN_LIMIT - 1) {
            break;
        }
        b[n + 1] = sqrt(a[n] * b[n]);
        n++;
    }
    const double angle = v * a[n + 1];
    elliptic_functions f = {.half_periods = floor(angle * (1.0 / TALUS_PI) + 0.5)};
    const double sine = talus_sin(angle), cosine = talus_cos(angle);
    if (sine == 0.0) {
        return (elliptic_functions){0.0, cosine, 1.0, f.half_periods};
    }
    // ascend with c = a cn/sn of each level
    double c = a[n + 1] * (cosine / sine);
    f.dn = 1.0;
    for (; n >= 0; n--) {
        const double square = c * c;
        c *= f.dn;
        f.dn = (a[n + 1] * b[n] + square) / (a[n + 1] * a[n] + square);
    }
    f.sn = copysign(1.0 / sqrt(1.0 + c * c), sine);
    f.cn = c * f.sn;
    return f;
}

/// R_C(1, 1 + e) = atan(sqrt e)/sqrt e, e >= 0.
static double circular(double e)
{
    if (e > 8e-3) {
        const double root = sqrt(e);
        return talus_atan(root) / root;
    }
    // the next term is below 1e-17
    return 1.0 -
           e * (1.0 / 3.0 -
                e * (1.0 / 5.0 -
                     e * (1.0 / 7.0 - e * (1.0 / 9.0 - e * (1.0 / 11.0 - e * (1.0 / 13.0))))));
}

/// Series of R_J A^(3/2) in the relative deviations from the mean, to the seventh degree.
///                                                                          [Ca95, DLMF 19.36.2]
static double carlson_series(double x, double y, double z)
{
    const double p = -0.5 * (x + y + z), xyz = x * y * z, p2 = p * p;
    const double e2 = x * y + x * z + y * z - 3.0 * p2;
    const double e3 = xyz + 2.0 * e2 * p + 4.0 * p * p2;
    const double e4 = (2.0 * xyz + e2 * p + 3.0 * p * p2) * p;
    const double e5 = xyz * p2;
    return 1.0 - 3.0 / 14.0 * e2 + e3 / 6.0 + 9.0 / 88.0 * e2 * e2 - 3.0 / 22.0 * e4 -
           9.0 / 52.0 * e2 * e3 + 3.0 / 26.0 * e5 - e2 * e2 * e2 / 16.0 + 3.0 / 40.0 * e3 * e3 +
           3.0 / 20.0 * e2 * e4 + 45.0 / 272.0 * e2 * e2 * e3 - 9.0 / 68.0 * (e3 * e4 + e2 * e5);
}

double elliptic_rj(double x, double y, double p)
{
    double z = 1.0, mean = 0.2 * (x + y + 1.0 + 2.0 * p);
    const double start_x = mean - x, start_y = mean - y, start_z = mean - 1.0;
    double delta = (p - x) * (p - y) * (p - 1.0);
    double scale = 1.0, sum = 0.0;
    const double largest = start_x > start_y ? start_x : start_y;
    const double other = fabs(start_z) > p - mean ? fabs(start_z) : p - mean;
    const double deviation = largest > other ? largest : other;
    // the neglected eighth degree is below 1e-17 at deviations of 8e-3
    while (scale * deviation > 8e-3 * mean) {
        const double rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), rp = sqrt(p);
        const double lambda = rx * ry + rx * rz + ry * rz;
        const double d = (rp + rx) * (rp + ry) * (rp + rz);
        sum += scale / d * circular(delta / (d * d));
        scale *= 0.25;
        delta *= 1.0 / 64.0;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
        p = 0.25 * (p + lambda);
        mean = 0.25 * (mean + lambda);
    }
    const double s = scale / mean;
    return scale / (mean * sqrt(mean)) * carlson_series(s * start_x, s * start_y, s * start_z) +
           6.0 * sum;
}
