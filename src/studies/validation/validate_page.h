// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validate_page.h
/// Files of a validation: the answer as JSON and a page. It knows observables; it refuses to know
/// how they came about.
#ifndef TALUS_SRC_STUDIES_VALIDATION_VALIDATE_PAGE_H
#define TALUS_SRC_STUDIES_VALIDATION_VALIDATE_PAGE_H

#include "io/directory/directory.h"
#include "studies/validation/validate.h"
#include "talus/table.h"

/// One row per observable; valid as long as the result.
talus_table validate_table(const validate_result *result);
/// Names of the files, up to NULL.
extern const char *const validate_files[];
/// Writes them; they are claimed.
talus_status validate_write(const validate_result *result, talus_directory *directory,
                            talus_error *error);

#endif
