// SPDX-License-Identifier: GPL-3.0-or-later
/// @file json_cases.h
/// Commands that answer a JSON file of cases with a JSON array: from the file to standard output.
#ifndef TALUS_SRC_LAB_EVALUATE_JSON_CASES_H
#define TALUS_SRC_LAB_EVALUATE_JSON_CASES_H

#include "foundation/files/json_need.h"
#include "foundation/terminal/options.h"

/// Answer one case: append an object to `text`.
typedef talus_status cli_answer(const char *path, const files_json_node *node, void *user,
                                files_text *text, talus_error *error);
/// Answer every case of a file, {"cases": [...]} or an array, and print the array of answers; on an
/// error nothing but its sentence.
cli_exit cli_answer_cases(const char *path, cli_answer *answer, void *user);

#endif
