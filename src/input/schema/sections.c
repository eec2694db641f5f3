// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of keys by their tables: read and clear.
#include "input/schema/fields.h"

#include <stdlib.h>
#include <string.h>

static void *member(const scenario_field *field, void *section)
{
    return (char *)section + field->offset;
}

static void read_list(scenario_tree *tree, const scenario_field *field, const scenario_node *node,
                      scenario_list *list)
{
    const scenario_table *table = field->table;
    if (node->kind != SCENARIO_LIST) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: expected a list: begin each entry with '- ', or write %s: [{...}]",
                        field->key, field->key);
        return;
    }
    if (node->count == 0 && field->required && !field->may_be_empty) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found an empty list, expected at least one entry", field->key);
        return;
    }
    if (node->count > table->max_count) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found %zu entries, expected at most %zu", field->key, node->count,
                        table->max_count);
        return;
    }
    list->items = calloc(node->count > 0 ? node->count : 1, table->size);
    if (list->items == NULL) {
        tree->failed = true;
        return;
    }
    list->count = node->count;
    for (size_t i = 0; i < list->count; i++) {
        scenario_read_section(tree, table, node->values[i], (char *)list->items + i * table->size);
    }
}

static void read_field(scenario_tree *tree, const scenario_field *field, const scenario_node *map,
                       void *section)
{
    const scenario_node *node = scenario_find(map, field->key);
    void *value = member(field, section);
    if (field->type == SCENARIO_SECTION) {
        scenario_read_section(tree, field->table, node, value);
    }
    if (node == NULL) {
        if (field->required && map != NULL) {
            scenario_report_missing(tree, map, "missing required key '%s'", field->key);
        }
    } else if (field->type == SCENARIO_SECTIONS) {
        read_list(tree, field, node, value);
    } else if (field->type == SCENARIO_QUANTITY) {
        scenario_read_quantity(tree, field, node, scenario_read_section, value);
    } else {
        scenario_read_value(tree, field, node, value);
    }
}

static bool knows_key(const scenario_table *table, const char *key)
{
    for (size_t i = 0; i < table->field_count; i++) {
        if (strcmp(table->fields[i].key, key) == 0) {
            return true;
        }
    }
    return false;
}

static void report_unknown_keys(scenario_tree *tree, const scenario_table *table,
                                const scenario_node *map)
{
    bool is_misspelt = false;
    for (size_t i = 0; i < map->count; i++) {
        if (!knows_key(table, map->keys[i]->text)) {
            scenario_report_unknown(tree, table, map, i);
            is_misspelt = true;
        }
    }
    if (is_misspelt && tree->misspelt_count < SCENARIO_MOST_ERRORS) {
        tree->misspelt[tree->misspelt_count++] = map;
    }
}

void scenario_read_section(scenario_tree *tree, const scenario_table *table,
                           const scenario_node *node, void *section)
{
    memcpy(section, table->defaults, table->size);
    if (node != NULL && node->kind != SCENARIO_MAP) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: expected keys with values, as in %s: {%s: ...}", table->name,
                        table->name, table->fields[0].key);
        node = NULL;
    }
    // Every section struct begins with the map it was read from.
    memcpy(section, &node, sizeof node);
    if (node != NULL) {
        report_unknown_keys(tree, table, node);
    }
    for (size_t i = 0; i < table->field_count; i++) {
        read_field(tree, &table->fields[i], node, section);
    }
}

void scenario_clear_section(const scenario_table *table, void *section)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        void *value = member(field, section);
        if (field->type == SCENARIO_SECTION) {
            scenario_clear_section(field->table, value);
        } else if (field->type == SCENARIO_SECTIONS) {
            scenario_list *list = value;
            for (size_t k = 0; k < list->count; k++) {
                scenario_clear_section(field->table, (char *)list->items + k * field->table->size);
            }
            free(list->items);
            *list = (scenario_list){0};
        } else if (field->type == SCENARIO_POINTS) {
            scenario_points *points = value;
            free(points->xy);
            *points = (scenario_points){0};
        } else if (field->type == SCENARIO_NUMBERS) {
            scenario_numbers *numbers = value;
            free(numbers->values);
            *numbers = (scenario_numbers){0};
        } else if (field->type == SCENARIO_TEXTS || field->type == SCENARIO_FILE_LIST) {
            scenario_texts *texts = value;
            free(texts->values);
            *texts = (scenario_texts){0};
        }
    }
}
