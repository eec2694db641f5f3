// SPDX-License-Identifier: GPL-3.0-or-later
// A parameter of a ground by its name: for what replaces or draws one. Knows no ranges.
#ifndef TALUS_SRC_PHYSICS_SITE_GROUND_PARAMETER_H
#define TALUS_SRC_PHYSICS_SITE_GROUND_PARAMETER_H

#include "talus/site.h"

/// mu_min for TALUS_VARIED_FRICTION; Pa for the soil's modulus, 1 + C_s for its drag.
void ground_set_parameter(talus_ground *ground, talus_varied parameter, double value);

#endif
