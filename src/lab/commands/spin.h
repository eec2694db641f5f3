// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin.h
/// What the files of talus-lab spin share. It knows the terminal; it refuses to know physics.
#ifndef TALUS_SRC_LAB_COMMANDS_SPIN_H
#define TALUS_SRC_LAB_COMMANDS_SPIN_H

#include "lab/spin/spin.h"

void spin_print_table(const talus_spin_case *one, const talus_spin_history *histories,
                      size_t count);
/// @return false when out of memory
bool spin_print_json(const talus_spin_case *one, const talus_spin_history *histories, size_t count);

#endif
