// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in words: which values a key takes, and its default.
#include "input/schema/print.h"

#include <string.h>

static void add_digits(files_text *out, double value)
{
    files_text_add(out, "%.9g", value);
}

/// "0 to 10", "above 0, up to 0.1", "≥ 1"; nothing without bounds.
static void describe_range(files_text *out, const scenario_field *field, const char *lead)
{
    const bool low = field->range.min > -1e12, high = field->range.max < 1e12;
    if (!low || (field->range.min == -1e9 && field->range.max == 1e9)) {
        return; // coordinates and the like
    }
    files_text_add(out, "%s", lead);
    if (field->range.above) {
        files_text_add(out, "above ");
        add_digits(out, field->range.min);
        if (high) {
            files_text_add(out, ", up to ");
            add_digits(out, field->range.max);
        }
    } else if (high) {
        add_digits(out, field->range.min);
        files_text_add(out, " to ");
        add_digits(out, field->range.max);
    } else {
        files_text_add(out, "≥ ");
        add_digits(out, field->range.min);
    }
}

static void describe_choices(files_text *out, const scenario_field *field, const char *mark)
{
    for (size_t i = 0; field->choices[i] != NULL; i++) {
        files_text_add(out, "%s%s%s%s", i > 0 ? ", " : "", mark, field->choices[i], mark);
    }
}

static void describe_number(files_text *out, const scenario_field *field, const char *noun)
{
    files_text_add(out, "%s", noun);
    describe_range(out, field, noun[0] != '\0' ? " " : "");
}

static void describe_list(files_text *out, const scenario_field *field)
{
    const bool is_required = field->least > 0 || (field->required && !field->may_be_empty);
    files_text_add(out, is_required ? "list, 1 to %zu" : "list, up to %zu",
                   field->table->max_count);
}

void schema_describe(files_text *out, const scenario_field *field, const char *mark)
{
    switch (field->type) {
    case SCENARIO_TEXT:
        files_text_add(out, "text");
        if (field->most_bytes > 0) {
            files_text_add(out, ", at most %zu bytes", field->most_bytes);
        }
        break;
    case SCENARIO_PATH:
    case SCENARIO_FILE:
        files_text_add(out, field->type == SCENARIO_PATH ? "file or directory" : "file");
        break;
    case SCENARIO_FILE_LIST:
        files_text_add(out, "file or pattern, or a list of them");
        break;
    case SCENARIO_SHAPE:
        files_text_add(out, "builder or file");
        break;
    case SCENARIO_NUMBER:
        describe_number(out, field, "");
        break;
    case SCENARIO_COUNT:
        describe_number(out, field, field->range.max < 1e6 ? "" : "whole number");
        break;
    case SCENARIO_FLAG:
        files_text_add(out, "flag");
        break;
    case SCENARIO_VECTOR:
        files_text_add(out, "[x, y, z]");
        describe_range(out, field, ", ");
        break;
    case SCENARIO_BOX:
        files_text_add(out, "[xmin, ymin, xmax, ymax]");
        break;
    case SCENARIO_POINTS:
        files_text_add(out, "%s",
                       field->unit == NULL ? "[[a, b], ...]"
                       : field->least == 2 ? "[[x, y], [x, y], ...]"
                       : field->least == 3 ? "[[x, y], [x, y], [x, y], ...]"
                                           : "[[x, y], ...]");
        break;
    case SCENARIO_NUMBERS:
        files_text_add(out, "list");
        describe_range(out, field, ", ");
        break;
    case SCENARIO_TEXTS:
        files_text_add(out, "text or number, or a list of them");
        break;
    case SCENARIO_CHOICE:
        describe_choices(out, field, mark);
        break;
    case SCENARIO_QUANTITY:
        describe_range(out, field, "");
        files_text_add(out, ", or a distribution");
        break;
    case SCENARIO_ORIENTATION:
        files_text_add(out, "%srandom%s or [w, x, y, z]", mark, mark);
        break;
    case SCENARIO_LAYERS:
        files_text_add(out, "%sall%s, a name, or a list", mark, mark);
        break;
    case SCENARIO_SECTION:
        files_text_add(out, "section");
        break;
    case SCENARIO_SECTIONS:
        describe_list(out, field);
        break;
    }
}

/// The one name that is chosen; NULL if there are several.
static const char *only_choice(const scenario_field *field, const scenario_names *names)
{
    const char *only = names->all ? "all" : NULL;
    for (size_t i = 0; !names->all && field->choices[i] != NULL; i++) {
        if (scenario_names_have(names, i)) {
            if (only != NULL) {
                return NULL;
            }
            only = field->choices[i];
        }
    }
    return only;
}

bool schema_default(files_text *out, const scenario_table *table, const scenario_field *field,
                    bool *is_word)
{
    const void *value = (const char *)table->defaults + field->offset;
    const bool is_section = field->type == SCENARIO_SECTION || field->type == SCENARIO_SECTIONS;
    *is_word = false;
    if (is_section || field->required || !scenario_is_set(field, value)) {
        return false;
    }
    const char *word = NULL;
    if (field->type == SCENARIO_CHOICE) {
        word = field->choices[*(const int *)value];
    } else if (field->type == SCENARIO_ORIENTATION) {
        word = ((const scenario_orientation *)value)->random ? "random" : NULL;
    } else if (field->type == SCENARIO_LAYERS) {
        word = only_choice(field, value);
    } else if (field->type == SCENARIO_TEXT || field->type == SCENARIO_PATH) {
        word = *(const char *const *)value;
    }
    *is_word = word != NULL;
    if (word != NULL) {
        files_text_add(out, "%s", word);
    } else {
        scenario_write_value(&(scenario_writer){.text = out}, field, value);
    }
    return true;
}

static bool find_field(const scenario_table *table, const char *key, size_t size,
                       schema_place *place)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const char *name = table->fields[i].key;
        if (strlen(name) == size && strncmp(name, key, size) == 0) {
            *place = (schema_place){table, &table->fields[i]};
            return true;
        }
    }
    return false;
}

bool schema_find(const scenario_table *top, const char *path, schema_place *place)
{
    const scenario_table *table = top;
    *place = (schema_place){top, NULL};
    while (*path != '\0') {
        const size_t size = strcspn(path, ".");
        if (strspn(path, "0123456789") != size || size == 0) {
            if (table == NULL || !find_field(table, path, size, place)) {
                return false;
            }
            table = place->field->table;
        }
        path += size + (path[size] == '.');
    }
    return true;
}
