// SPDX-License-Identifier: GPL-3.0-or-later
/// @file sized.h
/// Structs of callers that begin with their size, so that they may grow: a caller that was compiled
/// with an older header has a shorter one. It knows bytes; it refuses to know members.
#ifndef TALUS_SRC_FOUNDATION_BASE_SIZED_H
#define TALUS_SRC_FOUNDATION_BASE_SIZED_H

#include "talus/base.h"

/// Copy the defaults to a caller's struct and set its size member.
/// @param defaults (known) bytes; their first member is a size_t
/// @param given    (size) bytes; NULL: nothing happens. A size above `known` is kept in the member,
///                 so that the function that takes the struct refuses it
void sized_fill(void *given, size_t size, const void *defaults, size_t known);

/// Copy a caller's struct over the defaults.
/// @param into  (known) in: the defaults; out: the caller's members. Its size becomes `known`
/// @param given NULL: the defaults
/// @param least bytes of the oldest version of the struct
/// @param name  "talus_run_options"
/// @return TALUS_ERROR_ARGUMENT for a size below `least` or above `known`
talus_status sized_take(void *into, size_t known, const void *given, size_t least, const char *name,
                        talus_error *error);

/// Copy values to the struct of a caller, which has set its size.
/// @param given  (size) its size stays
/// @param values (known)
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known
talus_status sized_give(void *given, const void *values, size_t known, const char *name,
                        talus_error *error);

/// The size member of a struct that is used where it lies.
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known
talus_status sized_check(const void *given, size_t known, const char *name, talus_error *error);

#endif
