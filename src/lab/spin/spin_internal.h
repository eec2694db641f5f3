// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin_internal.h
/// What the files of the spin study share. It knows components and files' names only.
#ifndef TALUS_SRC_LAB_SPIN_SPIN_INTERNAL_H
#define TALUS_SRC_LAB_SPIN_SPIN_INTERNAL_H

#include "lab/spin/spin.h"

void spin_components(talus_vec3 v, double out[3]);
talus_vec3 spin_unit(int axis);

/// polhode.svg: the path on the energy sphere.
talus_status spin_write_polhodes(talus_directory *directory, const talus_spin_case *one,
                                 const talus_spin_history *histories, size_t count,
                                 talus_error *error);
/// One sentence on the body, its start and the step.
void spin_describe(const talus_spin_case *one, char *text, size_t size);

#endif
