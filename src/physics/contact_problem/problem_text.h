// SPDX-License-Identifier: GPL-3.0-or-later
/// @file problem_text.h
/// A contact problem in the stored text format (docs/contact_problems.md).
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_PROBLEM_TEXT_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_PROBLEM_TEXT_H

#include "foundation/files/files.h"
#include "talus/contact_problem.h"

/// A problem with at least one contact; every number comes back with the same bits. Body numbers
/// are not stored. @return false when out of memory
bool problem_write_text(const talus_contact_problem *problem, files_text *text);

#endif
