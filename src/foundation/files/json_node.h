// SPDX-License-Identifier: GPL-3.0-or-later
// The tree behind files_json: filled by its reader, read by its queries.
#ifndef TALUS_SRC_FOUNDATION_FILES_JSON_NODE_H
#define TALUS_SRC_FOUNDATION_FILES_JSON_NODE_H

#include "foundation/files/files.h"

typedef enum files_json_kind {
    NODE_OTHER,
    NODE_NUMBER,
    NODE_BOOL, ///< value.number is 1 or 0
    NODE_TEXT,
    NODE_ARRAY,
    NODE_OBJECT
} files_json_kind;

struct files_json_node {
    files_json_kind kind;
    int line;
    char *key;    ///< of an object's member; owned
    size_t count; ///< items or members
    union {
        double number;
        char *text;             ///< owned
        files_json_node *items; ///< owned
    } value;
};

struct files_json {
    files_json_node root;
};

/// Free what a node owns.
void files_json_node_clear(files_json_node *node);

#endif
