// SPDX-License-Identifier: GPL-3.0-or-later
/// @file problem_text.h
/// A contact problem in the stored text format (docs/contact_problems.md).
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_PROBLEM_TEXT_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_PROBLEM_TEXT_H

#include "foundation/files/files.h"
#include "talus/percussion.h"

/// Every number comes back with the same bits. @return false when out of memory
bool files_contact_write_text(const talus_contact_system *system, files_text *text);

#endif
