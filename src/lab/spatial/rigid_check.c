// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a block that hits the base may be taken as rigid.
#include "talus/lab/rocking_spatial.h"

#include <math.h>

talus_rigid_check talus_rigid_body_check(double width, double height, double wave_speed,
                                         double contact_time)
{
    // first root of cos(x) cosh(x) = 1, squared: w = 22.3733 (c r / L^2), r = width / sqrt(12)
    const double first_mode = 22.373285448061;
    talus_rigid_check check = {.axial_period = 2.0 * height / wave_speed};
    check.bending_period =
        2.0 * TALUS_PI * height * height * sqrt(12.0) / (first_mode * wave_speed * width);
    check.oscillations = contact_time / fmax(check.axial_period, check.bending_period);
    check.rigid = check.oscillations >= 3.0;
    return check;
}
