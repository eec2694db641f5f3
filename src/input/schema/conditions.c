// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions that the rows of a table say: which keys go together, which exclude each other, files
// that must be there, entries that a list must have.
#include "input/schema/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// @param last out: the value of the last of the keys that is there, else as it was
/// @return how many of the keys are there
static size_t count_keys(const scenario_node *map, const char *keys, const scenario_node **last)
{
    char key[ROW_LONGEST_KEY];
    size_t count = 0;
    while (row_next_key(&keys, key)) {
        const scenario_node *node = scenario_find(map, key);
        *last = node != NULL ? node : *last;
        count += node != NULL;
    }
    return count;
}

static void report_condition(const scenario_tree *tree, const scenario_field *field,
                             const scenario_node *node, const char *sentence)
{
    const bool follows = sentence[0] == ':' || sentence[0] == ' ';
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s%s",
                    follows ? field->key : "", sentence);
}

static void check_partners(const scenario_tree *tree, const scenario_field *field,
                           const scenario_node *map, const scenario_node *node)
{
    const scenario_node *other = NULL;
    char sentence[160];
    for (size_t i = 0; i < 2 && field->needs[i].keys != NULL; i++) {
        const row_condition *needs = &field->needs[i];
        if (count_keys(map, needs->keys, &other) == 0) {
            snprintf(sentence, sizeof sentence, ": it needs the key '%s', which is missing",
                     needs->keys);
            report_condition(tree, field, node,
                             needs->sentence != NULL ? needs->sentence : sentence);
        }
    }
    const row_condition *excludes = &field->excludes;
    if (excludes->keys != NULL && count_keys(map, excludes->keys, &other) > 0) {
        snprintf(sentence, sizeof sentence, ": it does not go with '%s', remove one of them",
                 excludes->keys);
        report_condition(tree, field, node,
                         excludes->sentence != NULL ? excludes->sentence : sentence);
    }
}

static void check_one_of(const scenario_tree *tree, const scenario_table *table,
                         const scenario_node *map)
{
    const scenario_choice *choice = &table->one_of;
    const scenario_node *last = map;
    const size_t count = choice->keys != NULL ? count_keys(map, choice->keys, &last) : 1;
    char sentence[300];
    if (count == 1) {
        return;
    }
    snprintf(sentence, sizeof sentence, "found %zu %s, expected exactly one of %s", count,
             choice->noun != NULL ? choice->noun : "", choice->keys);
    const char *message = choice->sentence != NULL ? choice->sentence : sentence;
    if (count == 0) {
        scenario_report_missing(tree, map, "%s", message);
    } else {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, choice->at_last ? last : map, "%s",
                        message);
    }
}

/// What a path of Windows, or an escape of YAML in it, needs.
static const char *advise_on_path(const char *file)
{
    const bool has_drive = ((file[0] | 0x20) >= 'a' && (file[0] | 0x20) <= 'z') && file[1] == ':';
    if (has_drive) {
        return "; this is a path of Windows: write it relative to the scenario, with '/' between "
               "folders (under WSL drive C: is /mnt/c)";
    }
    if (strchr(file, '\\') != NULL) {
        return "; write '/' between folders, not '\\'";
    }
    return strpbrk(file, "\t\n\r\b\f\v\a\x1b") != NULL
               ? "; between double quotes '\\' begins an escape: write '/' between folders"
               : "";
}

static void check_file(scenario_tree *tree, const scenario_node *node, const char *key,
                       const char *file)
{
    struct stat status;
    char *path = scenario_join_path(tree->directory, file);
    const bool is_gdal_name = strncmp(file, "/vsi", 4) == 0;
    if (path == NULL) {
        tree->failed = true;
    } else if (!is_gdal_name && strstr(file, "://") != NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found the address '%s', expected a file: save the data on this "
                        "machine, or write /vsicurl/%s and give --allow-network",
                        key, file, file);
    } else if (!is_gdal_name && strcmp(file, SCENARIO_IN_MEMORY) != 0 && stat(path, &status) != 0) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found no file '%s': names are relative to the scenario file%s", key,
                        path, advise_on_path(file));
    }
    free(path);
}

static void check_count(const scenario_tree *tree, const scenario_field *field,
                        const scenario_node *node)
{
    const bool is_points = field->type == SCENARIO_POINTS;
    if (node->kind != SCENARIO_LIST || node->count >= field->least ||
        (is_points && (node->count == 0 || node->values[0]->kind != SCENARIO_LIST))) {
        return; // a list that is none was reported
    }
    if (!is_points) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found an empty list, expected at least one entry", field->key);
    } else if (field->least == 2) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found 1 point, expected at least 2", field->key);
    } else {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found fewer than %zu points, expected at least %zu", field->key,
                        field->least, field->least);
    }
}

bool scenario_reads_alike(double a, double b)
{
    char one[32], other[32];
    snprintf(one, sizeof one, "%g", a);
    snprintf(other, sizeof other, "%g", b);
    return strcmp(one, other) == 0;
}

static void check_distinct(const scenario_tree *tree, const scenario_field *field,
                           const scenario_node *node)
{
    for (size_t k = 0; node->kind == SCENARIO_LIST && k < node->count; k++) {
        if (node->values[k]->kind != SCENARIO_SCALAR) {
            return; // what is not a number was reported
        }
        const double value = strtod(node->values[k]->text, NULL);
        for (size_t i = 0; i < k; i++) {
            if (scenario_reads_alike(strtod(node->values[i]->text, NULL), value)) {
                scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                                "%s: two values read %g, but files are called by them: keep one",
                                field->key, value);
                return;
            }
        }
    }
}

/// Patterns matched when they were read.
static void check_files(scenario_tree *tree, const scenario_field *field, const scenario_node *node)
{
    const bool is_list = node->kind == SCENARIO_LIST;
    for (size_t k = 0; k < (is_list ? node->count : 1); k++) {
        const scenario_node *item = is_list ? node->values[k] : node;
        if (item->kind != SCENARIO_SCALAR || item->text[0] == '\0') {
            continue;
        }
        char *path = scenario_join_path(tree->directory, item->text);
        if (path == NULL) {
            tree->failed = true;
        } else if (!files_is_pattern(path)) {
            check_file(tree, item, field->key, item->text);
        }
        free(path);
    }
}

static void check_value(scenario_tree *tree, const scenario_field *field, const scenario_node *node)
{
    const scenario_node *file = node;
    if (field->type == SCENARIO_QUANTITY) {
        file = scenario_find(node, "file"); // of a table of measured values
    }
    if ((field->type == SCENARIO_FILE || field->type == SCENARIO_QUANTITY) && file != NULL &&
        file->kind == SCENARIO_SCALAR && file->text[0] != '\0') {
        check_file(tree, file, field->type == SCENARIO_FILE ? field->key : "file", file->text);
    }
    if (field->type == SCENARIO_FILE_LIST) {
        check_files(tree, field, node);
    }
    check_count(tree, field, node);
    if (field->distinct) {
        check_distinct(tree, field, node);
    }
}

void scenario_check_rows(scenario_tree *tree, const scenario_table *table,
                         const scenario_node *node)
{
    if (node == NULL || node->kind != SCENARIO_MAP || scenario_is_full(tree->diagnostics)) {
        return;
    }
    check_one_of(tree, table, node);
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        const scenario_node *value = scenario_find(node, field->key);
        if (value == NULL) {
            continue;
        }
        check_partners(tree, field, node, value);
        check_value(tree, field, value);
        if (field->type == SCENARIO_SECTION) {
            scenario_check_rows(tree, field->table, value);
        }
        for (size_t k = 0;
             field->type == SCENARIO_SECTIONS && value->kind == SCENARIO_LIST && k < value->count;
             k++) {
            scenario_check_rows(tree, field->table, value->values[k]);
        }
    }
}
