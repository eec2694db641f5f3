// SPDX-License-Identifier: GPL-3.0-or-later
/// @file f_analytic.h
/// Motions with a closed form, each run in one scheme; NaN when memory is short.
#ifndef TOOLS_VALIDATION_F_ANALYTIC_H
#define TOOLS_VALIDATION_F_ANALYTIC_H

#include "talus/rotation.h"

double analytic_toppling_angle(talus_scheme scheme);
double analytic_prism_ratio(talus_scheme scheme);
double analytic_prism_speed(talus_scheme scheme);
double analytic_disc_rate(talus_scheme scheme);
double analytic_azimuth(talus_scheme scheme);

#endif
