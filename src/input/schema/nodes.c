// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of a tree, and messages that name their place.
#include "input/schema/tree.h"

#include "foundation/base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG_LINE = 240, ///< characters of a line that are shown
    LEAD = 80        ///< of them before the column
};

char *scenario_copy_text(scenario_tree *tree, const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy == NULL) {
        tree->failed = true;
        return NULL;
    }
    if (size > 0) {
        memcpy(copy, text, size);
    }
    copy[size] = '\0';
    return copy;
}

scenario_node *scenario_node_new(scenario_tree *tree, const scenario_text *source,
                                 scenario_kind kind, int line, int column)
{
    scenario_node *node = calloc(1, sizeof *node);
    if (node == NULL) {
        tree->failed = true;
        return NULL;
    }
    *node = (scenario_node){
        .kind = kind, .source = source, .line = line, .column = column, .next = tree->nodes};
    tree->nodes = node;
    return node;
}

bool scenario_node_set_text(scenario_tree *tree, scenario_node *node, const char *text, size_t size)
{
    char *copy = scenario_copy_text(tree, text, size);
    if (copy == NULL) {
        return false;
    }
    free(node->text);
    node->text = copy;
    return true;
}

bool scenario_node_append(scenario_tree *tree, scenario_node *parent, scenario_node *key,
                          scenario_node *value)
{
    size_t values = parent->capacity;
    if (!array_reserve(&parent->values, &values, parent->count + 1, sizeof *parent->values) ||
        !array_reserve(&parent->keys, &parent->capacity, parent->count + 1, sizeof *parent->keys)) {
        tree->failed = true;
        return false;
    }
    parent->keys[parent->count] = key;
    parent->values[parent->count++] = value;
    return true;
}

/// Byte behind `count` characters of UTF-8 text, or its end.
static const char *skip_characters(const char *text, int count)
{
    for (; count > 0 && *text != '\0'; count--) {
        do {
            text++;
        } while (((unsigned char)*text & 0xc0) == 0x80);
    }
    return text;
}

/// The line, or of a long one the part around the column, as it is shown.
static void excerpt(const char *line, int column, char shown[4 * LONG_LINE + 1],
                    talus_diagnostic *item)
{
    item->source_line = line;
    if (*skip_characters(line, LONG_LINE) == '\0') {
        return;
    }
    item->source_column = column > LEAD ? column - LEAD : 1;
    const char *begin = skip_characters(line, item->source_column - 1);
    const size_t size = (size_t)(skip_characters(begin, LONG_LINE) - begin);
    const size_t kept = size <= 4 * LONG_LINE ? size : 4 * LONG_LINE;
    memcpy(shown, begin, kept);
    shown[kept] = '\0';
    item->source_line = shown;
}

void scenario_report(talus_diagnostics *diagnostics, talus_severity severity,
                     const scenario_node *node, const char *format, ...)
{
    char message[1024], shown[4 * LONG_LINE + 1];
    if (severity == TALUS_SEVERITY_ERROR && scenario_is_full(diagnostics)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    talus_diagnostic item = {.severity = severity, .file = "", .message = message};
    if (node != NULL) {
        const scenario_text *source = node->source;
        item.file = source->file;
        item.line = node->line;
        item.column = node->column;
        if (node->line >= 1 && (size_t)node->line <= source->line_count) {
            excerpt(source->lines[node->line - 1], node->column, shown, &item);
        }
    }
    talus_diagnostics_add(diagnostics, &item);
}

bool scenario_is_full(const talus_diagnostics *diagnostics)
{
    return talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) >= SCENARIO_MOST_ERRORS;
}
