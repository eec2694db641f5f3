// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of names of files: patterns become the names that match.
#include "input/schema/document.h"

#include <stdlib.h>
#include <string.h>

static void add_name(scenario_tree *tree, scenario_texts *names, const char *name)
{
    const char **larger = realloc((void *)names->values, (names->count + 1) * sizeof(char *));
    if (larger == NULL) {
        tree->failed = true;
        return;
    }
    names->values = larger;
    names->values[names->count++] = name;
}

/// The names that a pattern stands for; the tree owns them.
static void add_matches(scenario_tree *tree, const scenario_field *field, const scenario_node *node,
                        scenario_texts *names)
{
    files_names found;
    talus_error error = {0};
    const talus_status status = files_match(tree->directory, node->text, &found, &error);
    if (status == TALUS_ERROR_MEMORY) {
        tree->failed = true;
        return;
    }
    if (status != TALUS_OK) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: %s: names are relative to the scenario file", field->key,
                        error.message);
        return;
    }
    for (size_t k = 0; k < found.count; k++) {
        scenario_node *name =
            scenario_node_new(tree, node->source, SCENARIO_SCALAR, node->line, node->column);
        if (name != NULL &&
            scenario_node_set_text(tree, name, found.items[k], strlen(found.items[k]))) {
            add_name(tree, names, name->text);
        }
    }
    files_names_clear(&found);
}

void scenario_read_files(scenario_tree *tree, const scenario_field *field,
                         const scenario_node *node, scenario_texts *names)
{
    const bool is_list = node->kind == SCENARIO_LIST;
    if (is_list && node->count == 0) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found an empty list, expected at least one entry", field->key);
    }
    for (size_t i = 0; i < (is_list ? node->count : 1); i++) {
        const scenario_node *item = is_list ? node->values[i] : node;
        if (item->kind != SCENARIO_SCALAR || item->text[0] == '\0') {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, item,
                            "%s: found %s, expected a file name or a list of file names",
                            field->key,
                            item->kind == SCENARIO_SCALAR ? "nothing"
                            : item->kind == SCENARIO_LIST ? "a list"
                                                          : "keys");
            return;
        }
        char *path = scenario_join_path(tree->directory, item->text);
        if (path == NULL) {
            tree->failed = true;
        } else if (files_is_pattern(path)) {
            add_matches(tree, field, item, names);
        } else {
            add_name(tree, names, item->text);
        }
        free(path);
    }
}
