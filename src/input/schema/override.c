// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides "a.b=value": find the place by its path, put the value there. Whether the key exists
// and the value fits is checked with the rest of the scenario.
#include "foundation/files/files.h"
#include "input/schema/tree.h"

#include <stdlib.h>
#include <string.h>

/// Where an override has come to on its path.
typedef struct walk {
    scenario_tree *tree;
    const scenario_text *source;
    scenario_node *at;
    int column; ///< of the part of the path under way
} walk;

/// Item of a list that `part` names, as an address to be read or replaced; NULL after a report.
static scenario_node **find_item(const walk *w, const char *part)
{
    const scenario_node place = {.source = w->source, .line = 1, .column = w->column};
    char *end = NULL;
    const unsigned long index = strtoul(part, &end, 10);
    if (part[0] >= '0' && part[0] <= '9' && *end == '\0' && index < w->at->count) {
        return &w->at->values[index];
    }
    if (w->at->count == 0) {
        scenario_report(w->tree->diagnostics, TALUS_SEVERITY_ERROR, &place,
                        "'%s': the list is empty, there is no item to override", part);
    } else {
        scenario_report(w->tree->diagnostics, TALUS_SEVERITY_ERROR, &place,
                        "'%s' names no item of this list of %zu: expected a number from 0 to %zu",
                        part, w->at->count, w->at->count - 1);
    }
    return NULL;
}

/// Value of key `part`; a key that is not there yet is added with an empty map as value.
static scenario_node **find_or_add_key(const walk *w, const char *part)
{
    for (size_t i = 0; i < w->at->count; i++) {
        if (strcmp(w->at->keys[i]->text, part) == 0) {
            return &w->at->values[i];
        }
    }
    scenario_node *key = scenario_node_new(w->tree, w->source, SCENARIO_SCALAR, 1, w->column);
    scenario_node *map = scenario_node_new(w->tree, w->source, SCENARIO_MAP, 1, w->column);
    if (key == NULL || map == NULL || !scenario_node_set_text(w->tree, key, part, strlen(part)) ||
        !scenario_node_append(w->tree, w->at, key, map)) {
        return NULL;
    }
    return &w->at->values[w->at->count - 1];
}

static scenario_node **step_into(const walk *w, const char *part)
{
    const scenario_node place = {.source = w->source, .line = 1, .column = w->column};
    if (part[0] == '\0') {
        scenario_report(w->tree->diagnostics, TALUS_SEVERITY_ERROR, &place,
                        "an override is written key=value or section.key=value: a name is missing");
        return NULL;
    }
    switch (w->at->kind) {
    case SCENARIO_LIST:
        return find_item(w, part);
    case SCENARIO_MAP:
        return find_or_add_key(w, part);
    case SCENARIO_SCALAR:
        break;
    }
    scenario_report(w->tree->diagnostics, TALUS_SEVERITY_ERROR, &place,
                    "'%s' does not exist: what stands before it is a single value", part);
    return NULL;
}

/// Follow the path to the value that is to be replaced; `path` is cut at its dots.
static scenario_node **follow_path(walk *w, char *path)
{
    scenario_node **slot = NULL;
    char *part = path;
    for (char *dot = part; dot != NULL; part = dot + 1) {
        dot = strchr(part, '.');
        if (dot != NULL) {
            *dot = '\0';
        }
        w->column = (int)(part - path) + 1;
        slot = step_into(w, part);
        if (slot == NULL || dot == NULL) {
            break;
        }
        w->at = *slot;
    }
    return slot;
}

/// The parser may see UTF-8 only. @return false after a report
static bool is_text(scenario_tree *tree, const scenario_text *source)
{
    talus_error error = {0};
    if (files_check_text(source->file, source->text, strlen(source->text), &error) == TALUS_OK) {
        return true;
    }
    const scenario_node place = {.source = source, .line = error.line, .column = error.column};
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, &place,
                    "the override is not UTF-8 text: write it in UTF-8");
    return false;
}

void scenario_tree_override(scenario_tree *tree, const talus_override *override)
{
    const size_t path_size = strlen(override->path);
    const size_t value_size = strlen(override->value);
    char *line = malloc(path_size + value_size + 2);
    char *path = malloc(path_size + 1);
    if (line == NULL || path == NULL) {
        tree->failed = true;
    } else {
        memcpy(path, override->path, path_size + 1);
        memcpy(line, override->path, path_size);
        line[path_size] = '=';
        memcpy(line + path_size + 1, override->value, value_size + 1);
        scenario_text *source = scenario_text_add(tree, "--set", line, path_size + 1 + value_size);
        if (source != NULL && tree->root != NULL && is_text(tree, source)) {
            source->shift = (int)path_size + 1;
            const size_t before =
                talus_diagnostics_count_of(tree->diagnostics, TALUS_SEVERITY_ERROR);
            scenario_node *value = scenario_parse_yaml(tree, source, path_size + 1);
            const bool clean =
                before == talus_diagnostics_count_of(tree->diagnostics, TALUS_SEVERITY_ERROR);
            walk w = {.tree = tree, .source = source, .at = tree->root, .column = 1};
            scenario_node **slot = clean ? follow_path(&w, path) : NULL;
            if (slot != NULL && value != NULL) {
                *slot = value;
            } else if (slot != NULL) {
                const scenario_node place = {.source = source, .line = 1, .column = source->shift};
                scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, &place,
                                "the override has no value: write %s=value", override->path);
            }
        }
    }
    free(line);
    free(path);
}
