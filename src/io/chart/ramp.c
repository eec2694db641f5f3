// SPDX-License-Identifier: GPL-3.0-or-later
// Colour ramps and round numbers.
#include "io/chart/ramp.h"

#include "talus/base.h"

#include <math.h>

enum { ANCHOR_COUNT = 9, RAMP_COUNT = 3 };

/// By chart_ramp_kind; sequential ramps are of falling lightness.
static const unsigned char ramps[RAMP_COUNT][ANCHOR_COUNT][3] = {
    {{255, 243, 176},
     {254, 217, 118},
     {252, 184, 82},
     {243, 144, 63},
     {226, 102, 68},
     {197, 64, 82},
     {158, 38, 97},
     {113, 24, 98},
     {64, 14, 78}},
    {{232, 246, 190},
     {187, 228, 170},
     {131, 204, 160},
     {78, 176, 157},
     {41, 146, 154},
     {33, 115, 147},
     {46, 84, 136},
     {56, 53, 113},
     {45, 24, 77}},
    {{20, 60, 130},
     {58, 118, 180},
     {120, 172, 210},
     {190, 216, 232},
     {250, 250, 248},
     {250, 212, 186},
     {238, 154, 120},
     {208, 84, 72},
     {142, 16, 42}},
};

double chart_log10(double value)
{
    return talus_log(value) / talus_log(10);
}

double chart_power_of_ten(int k)
{
    double power = 1;
    for (int i = 0; i < (k < 0 ? -k : k); i++) {
        power *= 10;
    }
    return k < 0 ? 1 / power : power;
}

double chart_round_down(double value)
{
    // the factor keeps 1000 from becoming 500 by round-off of the logarithm
    const double decade = chart_power_of_ten((int)floor(chart_log10(value) + 1e-9));
    const double mantissa = value / decade * (1 + 1e-9);
    return decade * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1);
}

chart_rgb chart_ramp(chart_ramp_kind kind, double fraction)
{
    const unsigned char(*ramp)[3] = ramps[kind];
    const double place = (fraction < 0 ? 0 : fraction > 1 ? 1 : fraction) * (ANCHOR_COUNT - 1);
    const int k = place >= ANCHOR_COUNT - 1 ? ANCHOR_COUNT - 2 : (int)place;
    const double t = place - k;
    const double s = (1 - t) / 255;
    const double e = t / 255;
    return (chart_rgb){s * ramp[k][0] + e * ramp[k + 1][0], s * ramp[k][1] + e * ramp[k + 1][1],
                       s * ramp[k][2] + e * ramp[k + 1][2]};
}
