// SPDX-License-Identifier: GPL-3.0-or-later
// Members of a JSON file that must be there, and the first thing found wrong.
#include "foundation/files/json_need.h"

#include <stdarg.h>
#include <stdio.h>

void files_json_reject(files_json_reader *in, const files_json_node *node, const char *format, ...)
{
    if (in->failed) {
        return;
    }
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    (void)talus_error_set(in->error, TALUS_ERROR_INPUT, "%s", text);
    talus_error_locate(in->error, in->path, files_json_line(node), 0);
    in->failed = true;
}

const files_json_node *files_json_need(files_json_reader *in, const files_json_node *node,
                                       const char *key)
{
    const files_json_node *member = files_json_member(node, key);
    if (!member) {
        files_json_reject(in, node, "the member \"%s\" is missing", key);
    }
    return member;
}
