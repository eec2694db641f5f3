// SPDX-License-Identifier: GPL-3.0-or-later
/// @file json_cases.h
/// Commands that answer a JSON file of cases with a JSON array: reading members with errors that
/// name file and line, and the way from the file to standard output.
#ifndef TALUS_SRC_LAB_COMMANDS_JSON_CASES_H
#define TALUS_SRC_LAB_COMMANDS_JSON_CASES_H

#include "foundation/files/files.h"
#include "foundation/terminal/options.h"

/// A case being read and the first thing found wrong.
typedef struct cli_reader {
    const char *path;
    talus_error *error;
    bool failed;
} cli_reader;

/// Set the error of the reader at this node unless it has one.
void cli_reject(cli_reader *in, const files_json_node *node, const char *format, ...)
    TALUS_PRINTF(3, 4);
/// Members that must be there; when one is missing or wrong the reader fails and zeros come back.
const files_json_node *cli_need_member(cli_reader *in, const files_json_node *node,
                                       const char *key);
/// Number from `least` to `most`.
double cli_need_number(cli_reader *in, const files_json_node *node, const char *key, double least,
                       double most);
void cli_need_numbers(cli_reader *in, const files_json_node *node, const char *key, double *values,
                      size_t count);
talus_vec3 cli_need_vec3(cli_reader *in, const files_json_node *node, const char *key);

/// Answer one case: append an object to `text`.
typedef talus_status cli_answer(const char *path, const files_json_node *node, void *user,
                                files_text *text, talus_error *error);
/// Answer every case of a file, {"cases": [...]} or an array, and print the array of answers; on an
/// error nothing but its sentence.
cli_exit cli_answer_cases(const char *path, cli_answer *answer, void *user);

#endif
