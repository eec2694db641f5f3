// SPDX-License-Identifier: GPL-3.0-or-later
/// @file json_need.h
/// Reading members of a JSON file with errors that name file and line. It refuses to know what the
/// members mean.
#ifndef TALUS_SRC_FOUNDATION_FILES_JSON_NEED_H
#define TALUS_SRC_FOUNDATION_FILES_JSON_NEED_H

#include "foundation/files/files.h"

/// A file being read and the first thing found wrong.
typedef struct files_json_reader {
    const char *path;
    talus_error *error;
    bool failed;
} files_json_reader;

/// Set the error of the reader at this node unless it has one.
void files_json_reject(files_json_reader *in, const files_json_node *node, const char *format, ...)
    TALUS_PRINTF(3, 4);
/// Members that must be there; when one is missing or wrong the reader fails and zeros come back.
const files_json_node *files_json_need(files_json_reader *in, const files_json_node *node,
                                       const char *key);

#endif
