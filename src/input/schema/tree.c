// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes, texts and places of a scenario: what parsing and overriding are built from.
#include "input/schema/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text_destroy(scenario_text *source)
{
    if (source == NULL) {
        return;
    }
    for (size_t i = 0; i < source->line_count; i++) {
        free(source->lines[i]);
    }
    free(source->lines);
    free(source->file);
    free(source->text);
    free(source);
}

/// Cut the text into lines once, so that a message can show the one it is about.
static bool split_lines(scenario_tree *tree, scenario_text *source, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count += source->text[i] == '\n';
    }
    source->lines = calloc(count, sizeof *source->lines);
    if (source->lines == NULL) {
        return false;
    }
    const char *begin = source->text;
    const char *const end = source->text + size;
    for (; source->line_count < count; source->line_count++) {
        const char *stop = memchr(begin, '\n', (size_t)(end - begin));
        stop = stop == NULL ? end : stop;
        size_t length = (size_t)(stop - begin);
        if (length > 0 && begin[length - 1] == '\r') {
            length--;
        }
        source->lines[source->line_count] = scenario_copy_text(tree, begin, length);
        if (source->lines[source->line_count] == NULL) {
            return false;
        }
        begin = stop < end ? stop + 1 : end;
    }
    return true;
}

scenario_text *scenario_text_add(scenario_tree *tree, const char *file, const char *text,
                                 size_t size)
{
    scenario_text *source = calloc(1, sizeof *source);
    scenario_text **texts = realloc(tree->texts, (tree->text_count + 1) * sizeof(scenario_text *));
    if (texts != NULL) {
        tree->texts = texts;
    }
    if (source != NULL) {
        source->file = scenario_copy_text(tree, file, strlen(file));
        source->text = scenario_copy_text(tree, text, size);
    }
    if (source == NULL || texts == NULL || source->file == NULL || source->text == NULL ||
        !split_lines(tree, source, size)) {
        text_destroy(source);
        tree->failed = true;
        return NULL;
    }
    tree->texts[tree->text_count++] = source;
    return source;
}

const scenario_node *scenario_find(const scenario_node *map, const char *key)
{
    if (map == NULL || map->kind != SCENARIO_MAP) {
        return NULL;
    }
    for (size_t i = 0; i < map->count; i++) {
        if (strcmp(map->keys[i]->text, key) == 0) {
            return map->values[i];
        }
    }
    return NULL;
}

void scenario_report_missing(const scenario_tree *tree, const scenario_node *map,
                             const char *format, ...)
{
    for (size_t i = 0; i < tree->misspelt_count; i++) {
        if (tree->misspelt[i] == map) {
            return;
        }
    }
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, map, "%s", message);
}

void scenario_report_error(talus_diagnostics *diagnostics, const scenario_node *node,
                           const talus_error *error)
{
    if (error->file[0] != '\0' && error->line > 0) {
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node, "%s:%d: %s", error->file,
                        error->line, error->message);
    } else {
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node, "%s", error->message);
    }
}

typedef struct placed {
    const talus_diagnostic *item;
    size_t index; ///< in the order of finding
    bool override;
} placed;

static int compare_places(const void *a, const void *b)
{
    const placed *p = a;
    const placed *q = b;
    if (p->override != q->override) {
        return p->override ? 1 : -1;
    }
    if (!p->override && p->item->line != q->item->line) {
        return p->item->line < q->item->line ? -1 : 1;
    }
    if (!p->override && p->item->column != q->item->column) {
        return p->item->column < q->item->column ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

bool scenario_pass_on_sorted(const talus_diagnostics *found, talus_diagnostics *to)
{
    const size_t count = talus_diagnostics_count(found);
    placed *list = calloc(count > 0 ? count : 1, sizeof *list);
    if (list == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const talus_diagnostic *item = talus_diagnostics_get(found, i);
        list[i] = (placed){item, i, strcmp(item->file, "--set") == 0};
    }
    qsort(list, count, sizeof *list, compare_places);
    for (size_t i = 0; i < count; i++) {
        talus_diagnostics_add(to, list[i].item);
    }
    free(list);
    return !talus_diagnostics_lost(found) && !talus_diagnostics_lost(to);
}

void scenario_tree_init(scenario_tree *tree, const char *file, const char *text, size_t size,
                        const char *example, talus_diagnostics *diagnostics)
{
    *tree = (scenario_tree){.diagnostics = diagnostics};
    const scenario_text *source = scenario_text_add(tree, file, text, size);
    if (source == NULL) {
        return;
    }
    const size_t errors = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR);
    scenario_node *root = scenario_parse_yaml(tree, source, 0);
    if (tree->failed) {
        return;
    }
    if (root != NULL && root->kind == SCENARIO_MAP) {
        tree->root = root;
    } else if (errors == talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR)) {
        const scenario_node start = {.source = source, .line = 1, .column = 1};
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, root != NULL ? root : &start,
                        "%s: expected keys such as %s",
                        root != NULL ? "found no map of keys" : "the file holds no scenario",
                        example);
    }
}

void scenario_tree_clear(scenario_tree *tree)
{
    while (tree->nodes != NULL) {
        scenario_node *node = tree->nodes;
        tree->nodes = node->next;
        free(node->text);
        free(node->keys);
        free(node->values);
        free(node);
    }
    for (size_t i = 0; i < tree->text_count; i++) {
        text_destroy(tree->texts[i]);
    }
    free(tree->texts);
    *tree = (scenario_tree){0};
}
