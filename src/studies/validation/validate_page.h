// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validate_page.h
/// Files of a validation: the answer as JSON and a page. It knows observables; it refuses to know
/// how they came about.
#ifndef TALUS_SRC_STUDIES_VALIDATION_VALIDATE_PAGE_H
#define TALUS_SRC_STUDIES_VALIDATION_VALIDATE_PAGE_H

#include "io/directory/directory.h"
#include "studies/validation/validate.h"

/// An array of objects, one per observable; what does not apply is null. NULL when out of memory.
char *validate_json(const validate_result *result);
void validate_json_free(char *json);
/// Names of the files, up to NULL.
extern const char *const validate_files[];
/// Writes them; they are claimed.
talus_status validate_write(const validate_result *result, talus_directory *directory,
                            talus_error *error);

#endif
