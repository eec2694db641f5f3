// SPDX-License-Identifier: GPL-3.0-or-later
// What a rigid body can be.
#ifndef TALUS_SRC_PHYSICS_SHAPE_CHECK_H
#define TALUS_SRC_PHYSICS_SHAPE_CHECK_H

#include "talus/shape.h"

/// Moments of inertia of a body: each > 0, none above the sum of the others except for round-off.
bool shape_can_have_moments(talus_vec3 inertia);
/// What makes a rock unusable, as the end of a sentence that begins with its name; NULL: nothing.
const char *shape_fault(const talus_rock *rock);

#endif
