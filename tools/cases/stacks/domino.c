// SPDX-License-Identifier: GPL-3.0-or-later
// The toppling front of a row of dominoes. Each leans on the next,
//   h sin(th_i - th_i+1) = (s + d) cos th_i+1 - d,
// so that all angles follow that of the front one, th; J_i = d th_i / d th, K_i = d J_i / d th. A force
// f between i and i + 1 turns i + 1 by f B_i and i by -f A_i,
//   A = h (cos phi + mu sin phi),  B = h cos phi - (s + d) sin th_i+1 - mu d,  phi = th_i - th_i+1,
// and with the weights w_i = w_i+1 B_i / A_i the forces go out of the sum of the equations:
//   sum w_i I (J_i th'' + K_i th'^2) = sum w_i m g (h sin th_i - d cos th_i) / 2
// A hit, at sin th = s / h, keeps sum w_i I th_i' of the longer row.      [van Leeuwen 2010]
#include "cases/stacks/stacks.h"

#include <math.h>

/// What the whole row does at an angle of its front, in units of the mass of a domino.
typedef struct row_sums {
    double inertia; ///< sum w I J
    double curve;   ///< sum w I K
    double torque;  ///< sum w g (h sin th - d cos th) / 2
} row_sums;

static row_sums sum_row(const stacks_dominoes *row, int count, double front)
{
    const double h = row->height, d = row->thickness, pitch = row->spacing + d;
    const double inertia = (h * h + d * d) / 3.0;
    row_sums sums = {0.0, 0.0, 0.0};
    double theta = front, j = 1.0, k = 0.0, w = 1.0;
    // the weights fall like a power: those far behind add nothing
    for (int i = 0; i < count && w > 1e-18; i++) {
        const double sine = talus_sin(theta), cosine = talus_cos(theta);
        sums.inertia += w * inertia * j;
        sums.curve += w * inertia * k;
        sums.torque += w * 0.5 * row->gravity * (h * sine - d * cosine);
        // the one behind
        const double q = (pitch * cosine - d) / h, root = sqrt(1.0 - q * q); // sin, cos of phi
        const double first = -pitch * sine / h, second = -pitch * cosine / h;
        const double slope = 1.0 + first / root;
        const double curve = second / root + q * first * first / (root * root * root);
        w *= (h * root - pitch * sine - row->mu * d) / (h * (root + row->mu * q));
        k = curve * j * j + slope * k;
        j *= slope;
        theta += talus_atan(q / root);
    }
    return sums;
}

/// d(th'^2)/d th
static double gain_of(const stacks_dominoes *row, int count, double theta, double square)
{
    const row_sums sums = sum_row(row, count, theta);
    return 2.0 * (sums.torque - sums.curve * square) / sums.inertia;
}

/// Turn the front from upright to the hit. @return false when it comes to rest
static bool turn_front(const stacks_dominoes *row, int count, double hit, double *square,
                       double *time)
{
    enum { STEPS = 100 };
    const double step = hit / STEPS;
    double sum = 0.0;
    for (int k = 0; k < STEPS; k++) {
        const double theta = step * k, u = *square;
        const double k1 = gain_of(row, count, theta, u);
        const double k2 = gain_of(row, count, theta + 0.5 * step, u + 0.5 * step * k1);
        const double k3 = gain_of(row, count, theta + 0.5 * step, u + 0.5 * step * k2);
        const double k4 = gain_of(row, count, theta + step, u + step * k3);
        const double end = u + step / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
        const double middle =
            0.5 * (u + end) + step / 8.0 * (k1 - gain_of(row, count, theta + step, end));
        if (!(end > 0.0) || !(middle > 0.0)) {
            return false;
        }
        // Simpson's rule of d th / th'
        sum += step / 6.0 * (1.0 / sqrt(u) + 4.0 / sqrt(middle) + 1.0 / sqrt(end));
        *square = end;
    }
    *time = sum;
    return true;
}

/// Speed of the new front over that of the old one. With the new front upright the old one turns at
/// the same speed (J = 1), so the sum before the hit is that of the longer row without its front.
static double pass_on(const stacks_dominoes *row, int count)
{
    const double h = row->height, d = row->thickness;
    const double whole = sum_row(row, count + 1, 0.0).inertia;
    return (whole - (h * h + d * d) / 3.0) / whole;
}

bool stacks_domino_speed(const stacks_dominoes *row, int collisions, double *speed)
{
    const double sine = row->spacing / row->height;
    if (!(sine < 1.0)) {
        return false;
    }
    const double hit = talus_atan(sine / sqrt(1.0 - sine * sine));
    // any push that topples the first one: the row forgets it
    double square = 4.0 * row->gravity / row->height, time = 0.0;
    for (int count = 1; count <= collisions; count++) {
        if (!turn_front(row, count, hit, &square, &time)) {
            return false;
        }
        const double share = pass_on(row, count);
        square *= share * share;
    }
    if (!turn_front(row, collisions + 1, hit, &square, &time)) {
        return false;
    }
    *speed = (row->spacing + row->thickness) / time;
    return true;
}
