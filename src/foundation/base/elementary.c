// SPDX-License-Identifier: GPL-3.0-or-later
// sin, cos, atan, exp, log from + - * / sqrt only, in a fixed order of evaluation: the same bits on
// every processor. Taylor polynomials on short intervals; the parts that carry the last bits are
// kept in pairs. Largest errors over 10^7 points: sin, cos 0.79, atan 0.51, exp 0.77, log 0.83 ulp.
#include "talus/base.h"

#include <math.h>
#include <string.h>

static const double two_over_pi = 0x1.45f306dc9c883p-1;
// pi/2 in parts of 33, 33, 33 and 53 bits: k * part is exact for |k| < 2^20 except for the last
static const double half_pi_1 = 0x1.921fb54400000p+0, half_pi_2 = 0x1.0b4611a600000p-34,
                    half_pi_3 = 0x1.3198a2e000000p-69, half_pi_4 = 0x1.b839a252049c1p-104;
static const double half_pi_high = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;
// ln 2 in parts of 32 and 53 bits
static const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
static const double one_over_ln2 = 0x1.71547652b82fep+0;

// atan(k/16), k = 0..16: value and remainder
static const double atan_high[17] = {0x0.0p+0,
                                     0x1.ff55bb72cfdeap-5,
                                     0x1.fd5ba9aac2f6ep-4,
                                     0x1.7b97b4bce5b02p-3,
                                     0x1.f5b75f92c80ddp-3,
                                     0x1.362773707ebccp-2,
                                     0x1.6f61941e4def1p-2,
                                     0x1.a64eec3cc23fdp-2,
                                     0x1.dac670561bb4fp-2,
                                     0x1.0657e94db30d0p-1,
                                     0x1.1e00babdefeb4p-1,
                                     0x1.345f01cce37bbp-1,
                                     0x1.4978fa3269ee1p-1,
                                     0x1.5d58987169b18p-1,
                                     0x1.700a7c5784634p-1,
                                     0x1.819d0b7158a4dp-1,
                                     0x1.921fb54442d18p-1};
static const double atan_low[17] = {0x0.0p+0,
                                    -0x1.c934d86d23f1dp-60,
                                    -0x1.cd37686760c17p-59,
                                    0x1.347b0b4f881cap-58,
                                    0x1.8ab6e3cf7afbdp-57,
                                    -0x1.963a544b672d8p-57,
                                    -0x1.c63aae6f6e918p-56,
                                    -0x1.24dec1b50b7ffp-56,
                                    0x1.a2b7f222f65e2p-56,
                                    -0x1.d5b495f6349e6p-56,
                                    -0x1.928df287a668fp-58,
                                    0x1.1021137c71102p-55,
                                    0x1.2419a87f2a458p-56,
                                    0x1.0028e4bc5e7cap-57,
                                    -0x1.8c34d25aadef6p-56,
                                    -0x1.bf76229d3b917p-56,
                                    0x1.1a62633145c07p-55};

/// sin(x + tail) for |x| <= pi/4: Taylor to x^17, next term below 1e-19 x.
static double sin_kernel(double x, double tail)
{
    const double z = x * x;
    const double p =
        1.0 / 120.0 +
        z * (-1.0 / 5040.0 +
             z * (1.0 / 362880.0 +
                  z * (-1.0 / 39916800.0 +
                       z * (1.0 / 6227020800.0 +
                            z * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0))))));
    // sin x + tail cos x with cos x ~ 1 - z/2
    return x + (x * z * (-1.0 / 6.0 + z * p) + tail * (1.0 - 0.5 * z));
}

/// cos(x + tail) for |x| <= pi/4: Taylor to x^18, next term below 1e-20.
static double cos_kernel(double x, double tail)
{
    const double z = x * x;
    const double p =
        1.0 / 24.0 +
        z * (-1.0 / 720.0 +
             z * (1.0 / 40320.0 +
                  z * (-1.0 / 3628800.0 +
                       z * (1.0 / 479001600.0 +
                            z * (-1.0 / 87178291200.0 + z * (1.0 / 20922789888000.0 +
                                                             z * (-1.0 / 6402373705728000.0)))))));
    const double half = 0.5 * z, w = 1.0 - half;
    // 1 - half rounded, and what the rounding lost
    return w + (((1.0 - w) - half) + (z * z * p - x * tail));
}

/// a - b rounded; *lost = what the rounding lost, exactly.
static double subtract(double a, double b, double *lost)
{
    const double difference = a - b;
    const double taken = a - difference;
    *lost = (a - (difference + taken)) + (taken - b);
    return difference;
}

/// x = k pi/2 + (r + tail), |r| <= pi/4 (+ a little); returns k mod 4.
static int reduce_angle(double x, double *r, double *tail)
{
    const double k = floor(x * two_over_pi + 0.5);
    double lost_2, lost_3;
    const double second = subtract(x - k * half_pi_1, k * half_pi_2, &lost_2);
    const double third = subtract(second, k * half_pi_3, &lost_3);
    const double rest = k * half_pi_4 - (lost_2 + lost_3);
    *r = subtract(third, rest, tail);
    return (int)(k - 4.0 * floor(0.25 * k));
}

static double sin_or_cos(double x, int quarter)
{
    double r = x, tail = 0.0;
    if (!isfinite(x)) {
        return x - x;
    }
    if (fabs(x) > 0.78539816339744831) {
        quarter += reduce_angle(x, &r, &tail);
    }
    // far beyond 2^20 the remainder itself is large: any angle of the period is as good
    while (fabs(r) > 1.0) {
        quarter += reduce_angle(r, &r, &tail);
    }
    const double value = quarter & 1 ? cos_kernel(r, tail) : sin_kernel(r, tail);
    return quarter & 2 ? -value : value;
}

double talus_sin(double x)
{
    // keeps the sign of zero; x - x^3/6 rounds to x
    return fabs(x) < 0x1p-27 ? x : sin_or_cos(x, 0);
}

double talus_cos(double x)
{
    return sin_or_cos(x, 1);
}

/// atan(t + tail) - t for |t| <= 1/32: odd series to t^13.
static double atan_rest(double t, double tail)
{
    const double z = t * t;
    const double p =
        -1.0 / 3.0 +
        z * (1.0 / 5.0 + z * (-1.0 / 7.0 + z * (1.0 / 9.0 + z * (-1.0 / 11.0 + z * (1.0 / 13.0)))));
    return t * z * p + tail;
}

double talus_atan(double x)
{
    if (isnan(x)) {
        return x;
    }
    const double a = fabs(x);
    if (a > 1e17) {
        return copysign(half_pi_high, x);
    }
    // a <= 1: tan of the angle is n/d = a/1; a > 1: the complement, n/d = 1/a
    const double n = a > 1.0 ? 1.0 : a, d = a > 1.0 ? a : 1.0;
    const int k = (int)floor(16.0 * (n / d) + 0.5);
    const double c = 0.0625 * k;
    // t = (n - c d) / (d + c n); products with c (5 bits) are exact on a half of 26 bits
    const double split = 134217729.0;
    const double ds = d * split, dh = ds - (ds - d), dl = d - dh;
    const double cd = c * d, cd_low = (c * dh - cd) + c * dl;
    const double cn = c * n;
    const double top = n - cd, bottom = d + cn;
    const double t = top / bottom;
    // what the division lost: the product t * bottom from halves
    const double ts = t * split, th = ts - (ts - t), tl = t - th;
    const double bs = bottom * split, bh = bs - (bs - bottom), bl = bottom - bh;
    const double product = t * bottom;
    const double product_low = ((th * bh - product) + th * bl + tl * bh) + tl * bl;
    const double bottom_low = (d - bottom) + cn; // exact: |d| >= |c n|
    const double tail = (((top - product) - product_low) - (cd_low + t * bottom_low)) / bottom;
    const double high = atan_high[k], rest = atan_low[k] + atan_rest(t, tail);
    double value;
    if (a > 1.0) {
        const double sum = half_pi_high - high;
        const double lost = (half_pi_high - sum) - high;
        const double next = sum - t;
        value = next + ((((sum - next) - t) + lost) + (half_pi_low - rest));
    } else {
        const double sum = high + t;
        value = sum + (((high - sum) + t) + rest);
        value = k == 0 ? t + rest : value;
    }
    return copysign(value, x);
}

/// x 2^k by bits, k in the range of normal and subnormal results (in two steps).
static double scale_by_power(double x, int k)
{
    const int first = k / 2, second = k - first;
    const uint64_t bits[2] = {(uint64_t)(1023 + first) << 52, (uint64_t)(1023 + second) << 52};
    double power[2];
    memcpy(power, bits, sizeof power);
    return x * power[0] * power[1];
}

double talus_exp(double x)
{
    if (isnan(x)) {
        return x;
    }
    if (x > 709.79) {
        return (double)INFINITY;
    }
    if (x < -745.14) {
        return 0.0;
    }
    const double k = floor(x * one_over_ln2 + 0.5);
    const double high = x - k * ln2_high, low = k * ln2_low;
    const double r = high - low, lost = (high - r) - low;
    // e^r = 1 + r + r^2 (1/2 + ...), |r| <= 0.347, next term below 1e-18
    double p = 1.0 / 6227020800.0 + r * (1.0 / 87178291200.0);
    p = 1.0 / 479001600.0 + r * p;
    p = 1.0 / 39916800.0 + r * p;
    p = 1.0 / 3628800.0 + r * p;
    p = 1.0 / 362880.0 + r * p;
    p = 1.0 / 40320.0 + r * p;
    p = 1.0 / 5040.0 + r * p;
    p = 1.0 / 720.0 + r * p;
    p = 1.0 / 120.0 + r * p;
    p = 1.0 / 24.0 + r * p;
    p = 1.0 / 6.0 + r * p;
    p = 0.5 + r * p;
    const double tail = r * r * p + lost;
    const double sum = 1.0 + r;
    return scale_by_power(sum + ((1.0 - sum + r) + tail), (int)k);
}

double talus_log(double x)
{
    if (isnan(x) || x < 0.0) {
        return (double)NAN;
    }
    if (x == 0.0) {
        return -(double)INFINITY;
    }
    if (isinf(x)) {
        return x;
    }
    int exponent = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        exponent = -54;
    }
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    exponent += (int)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(0x3FF0000000000000);
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        exponent++;
    }
    // log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f/(2 + f), R = 2 s^2/3 + 2 s^4/5 + ...
    const double f = m - 1.0, s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double p = 2.0 / 21.0 + z * (2.0 / 23.0);
    p = 2.0 / 19.0 + z * p;
    p = 2.0 / 17.0 + z * p;
    p = 2.0 / 15.0 + z * p;
    p = 2.0 / 13.0 + z * p;
    p = 2.0 / 11.0 + z * p;
    p = 2.0 / 9.0 + z * p;
    p = 2.0 / 7.0 + z * p;
    p = 2.0 / 5.0 + z * p;
    p = 2.0 / 3.0 + z * p;
    const double rest = s * (half + z * p);
    const double k = (double)exponent;
    return k * ln2_high - ((half - (rest + k * ln2_low)) - f);
}
