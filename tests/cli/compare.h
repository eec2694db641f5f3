// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of `talus-cases evaluate` beside a file of cases: PROGRAM ANSWERS CASES
#ifndef TALUS_TESTS_CLI_COMPARE_H
#define TALUS_TESTS_CLI_COMPARE_H

#include "foundation/files/files.h"

#include <stdio.h>

/// @param compare_all whether every answer is good; prints what it found
/// @return exit code: 0 all good, 1 some differ, 2 a file cannot be read
static inline int compare_files(int argc, char **argv,
                                bool (*compare_all)(const files_json_node *answers,
                                                    const files_json_node *cases))
{
    files_json *answers = NULL, *reference = NULL;
    talus_error error = {0};
    if (argc != 3 || files_json_read(argv[1], &answers, &error) != TALUS_OK ||
        files_json_read(argv[2], &reference, &error) != TALUS_OK) {
        printf("%s: %s\n", argv[0], error.message);
        files_json_destroy(answers);
        return 2;
    }
    const bool all = compare_all(files_json_root(answers),
                                 files_json_member(files_json_root(reference), "cases"));
    files_json_destroy(answers);
    files_json_destroy(reference);
    return all ? 0 : 1;
}

#endif
