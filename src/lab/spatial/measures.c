// SPDX-License-Identifier: GPL-3.0-or-later
// Measures of rocking: out-of-plane motion factor and angular velocity reduction factor.
#include "lab/spatial/spatial.h"

/// Largest |cubic| on [0, h] with the given end values and rates.
static double cubic_peak(double h, const double value[2], const double rate[2])
{
    double peak = fmax(fabs(value[0]), fabs(value[1]));
    // y(s) = v0 + h r0 s + b s^2 + a s^3, s in [0, 1]; y' = h r0 + 2 b s + 3 a s^2
    const double rise = value[1] - value[0];
    const double a = h * (rate[0] + rate[1]) - 2.0 * rise;
    const double b = 3.0 * rise - h * (2.0 * rate[0] + rate[1]);
    const double c = h * rate[0];
    const double square = b * b - 3.0 * a * c;
    if (square < 0.0) {
        return peak;
    }
    const double q = -(b + (b < 0.0 ? -sqrt(square) : sqrt(square)));
    const double roots[2] = {a != 0.0 ? q / (3.0 * a) : -1.0, q != 0.0 ? c / q : -1.0};
    for (int i = 0; i < 2; i++) {
        const double s = roots[i];
        if (s > 0.0 && s < 1.0) {
            peak = fmax(peak, fabs(value[0] + s * (c + s * (b + s * a))));
        }
    }
    return peak;
}

void talus_rocking_peaks_add(talus_rocking_peaks *peaks, double time, talus_quat attitude,
                             talus_vec3 w)
{
    if (peaks == NULL) {
        return;
    }
    const talus_mat3 a = talus_quat_matrix(attitude);
    const talus_euler angles = talus_euler_from_attitude(attitude);
    const talus_euler rates = talus_euler_rates(angles, mat3_tmulv(&a, w));
    peaks->x = fmax(peaks->x, fabs(angles.psi));
    peaks->y = fmax(peaks->y, fabs(angles.theta));
    if (peaks->begun && time > peaks->time) {
        const double h = time - peaks->time;
        const double x[2] = {peaks->angles.psi, angles.psi};
        const double x_rate[2] = {peaks->rates.psi, rates.psi};
        const double y[2] = {peaks->angles.theta, angles.theta};
        const double y_rate[2] = {peaks->rates.theta, rates.theta};
        peaks->x = fmax(peaks->x, cubic_peak(h, x, x_rate));
        peaks->y = fmax(peaks->y, cubic_peak(h, y, y_rate));
    }
    peaks->begun = true;
    peaks->time = time;
    peaks->angles = angles;
    peaks->rates = rates;
}
