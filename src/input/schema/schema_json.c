// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of keys as JSON Schema (draft 2020-12), for editors and forms.
#include "input/schema/print.h"

#include <string.h>

static void add_object(files_text *out, const scenario_table *table);

static void add_value(files_text *out, const char *key, double value)
{
    files_text digits = {0};
    scenario_write_number(&digits, value);
    out->failed |= digits.failed;
    files_json_add_plain(out, key, digits.data != NULL ? digits.data : "null");
    files_text_clear(&digits);
}

static void add_range(files_text *out, const scenario_field *field)
{
    if (field->range.min > -1e12) {
        add_value(out, field->range.above ? "exclusiveMinimum" : "minimum", field->range.min);
    }
    if (field->range.max <= 1e12) {
        add_value(out, "maximum", field->range.max);
    }
}

static void add_number(files_text *out, const char *key, const scenario_field *field)
{
    files_json_begin(out, key, '{');
    files_json_add_text(out, "type", "number");
    add_range(out, field);
    files_json_end(out, '}');
}

static void add_array_of_numbers(files_text *out, const scenario_field *field, uint64_t count)
{
    files_json_add_text(out, "type", "array");
    add_number(out, "items", field);
    files_json_add_unsigned(out, "minItems", count > 0 ? count : 1);
    if (count > 0) {
        files_json_add_unsigned(out, "maxItems", count);
    }
}

static void add_array_of_points(files_text *out, const scenario_field *field)
{
    files_json_add_text(out, "type", "array");
    files_json_begin(out, "items", '{');
    add_array_of_numbers(out, field, 2);
    files_json_end(out, '}');
    files_json_add_unsigned(out, "minItems", field->least > 0 ? field->least : 1);
}

static void add_texts(files_text *out, const char *key, const char *const *texts)
{
    files_json_begin(out, key, '[');
    for (; *texts != NULL; texts++) {
        files_json_add_text(out, NULL, *texts);
    }
    files_json_end(out, ']');
}

/// A plain number is a good name, too.
static void add_text_types(files_text *out)
{
    add_texts(out, "type", (const char *const[]){"string", "number", NULL});
}

static void begin_any_of(files_text *out)
{
    files_json_begin(out, "anyOf", '[');
    files_json_begin(out, NULL, '{');
}

static void next_of_any(files_text *out)
{
    files_json_end(out, '}');
    files_json_begin(out, NULL, '{');
}

static void end_any_of(files_text *out)
{
    files_json_end(out, '}');
    files_json_end(out, ']');
}

static void add_list_of_texts(files_text *out)
{
    begin_any_of(out);
    add_text_types(out);
    next_of_any(out);
    files_json_add_text(out, "type", "array");
    files_json_begin(out, "items", '{');
    add_text_types(out);
    files_json_end(out, '}');
    files_json_add_unsigned(out, "minItems", 1);
    end_any_of(out);
}

static void add_list_of_files(files_text *out)
{
    begin_any_of(out);
    files_json_add_text(out, "type", "string");
    next_of_any(out);
    files_json_add_text(out, "type", "array");
    files_json_begin(out, "items", '{');
    files_json_add_text(out, "type", "string");
    files_json_end(out, '}');
    files_json_add_unsigned(out, "minItems", 1);
    end_any_of(out);
}

static void add_layers(files_text *out, const scenario_field *field)
{
    begin_any_of(out);
    files_json_add_text(out, "const", "all");
    next_of_any(out);
    add_texts(out, "enum", field->choices);
    next_of_any(out);
    files_json_add_text(out, "type", "array");
    files_json_begin(out, "items", '{');
    add_texts(out, "enum", field->choices);
    files_json_end(out, '}');
    end_any_of(out);
}

static void add_orientation(files_text *out, const scenario_field *field)
{
    begin_any_of(out);
    files_json_add_text(out, "const", "random");
    next_of_any(out);
    add_array_of_numbers(out, field, 4);
    end_any_of(out);
}

static void add_quantity(files_text *out, const scenario_field *field)
{
    begin_any_of(out);
    files_json_add_text(out, "type", "number");
    add_range(out, field);
    next_of_any(out);
    files_json_add_text(out, "$ref", "#/$defs/distribution");
    end_any_of(out);
}

static void add_list(files_text *out, const scenario_field *field)
{
    files_json_add_text(out, "type", "array");
    files_json_begin(out, "items", '{');
    add_object(out, field->table);
    files_json_end(out, '}');
    if (field->least > 0 || (field->required && !field->may_be_empty)) {
        files_json_add_unsigned(out, "minItems", 1);
    }
    files_json_add_unsigned(out, "maxItems", field->table->max_count);
}

static void add_type(files_text *out, const scenario_field *field)
{
    switch (field->type) {
    case SCENARIO_TEXT:
        add_text_types(out);
        break;
    case SCENARIO_PATH:
    case SCENARIO_FILE:
    case SCENARIO_SHAPE:
        files_json_add_text(out, "type", "string");
        break;
    case SCENARIO_NUMBER:
    case SCENARIO_COUNT:
        files_json_add_text(out, "type", field->type == SCENARIO_NUMBER ? "number" : "integer");
        add_range(out, field);
        break;
    case SCENARIO_FLAG:
        files_json_add_text(out, "type", "boolean");
        break;
    case SCENARIO_VECTOR:
        add_array_of_numbers(out, field, 3);
        break;
    case SCENARIO_BOX:
        add_array_of_numbers(out, field, 4);
        break;
    case SCENARIO_POINTS:
        add_array_of_points(out, field);
        break;
    case SCENARIO_NUMBERS:
        add_array_of_numbers(out, field, 0);
        break;
    case SCENARIO_TEXTS:
        add_list_of_texts(out);
        break;
    case SCENARIO_FILE_LIST:
        add_list_of_files(out);
        break;
    case SCENARIO_CHOICE:
        add_texts(out, "enum", field->choices);
        break;
    case SCENARIO_QUANTITY:
        add_quantity(out, field);
        break;
    case SCENARIO_ORIENTATION:
        add_orientation(out, field);
        break;
    case SCENARIO_LAYERS:
        add_layers(out, field);
        break;
    case SCENARIO_SECTION:
        add_object(out, field->table);
        break;
    case SCENARIO_SECTIONS:
        add_list(out, field);
        break;
    }
}

static void add_default(files_text *out, const scenario_table *table, const scenario_field *field)
{
    bool is_word = false;
    files_text value = {0};
    if (field->default_text != NULL) {
        files_json_add_text(out, "default_text", field->default_text);
    } else if (schema_default(&value, table, field, &is_word) && value.data != NULL) {
        if (is_word) {
            files_json_add_text(out, "default", value.data);
        } else {
            files_json_add_plain(out, "default", value.data);
        }
    }
    out->failed |= value.failed;
    files_text_clear(&value);
}

static void add_field(files_text *out, const scenario_table *table, const scenario_field *field)
{
    static const char *const affects[] = {[SCENARIO_BELOW] = NULL,
                                          [SCENARIO_RESULTS] = "results",
                                          [SCENARIO_FILES] = "files",
                                          [SCENARIO_NOTHING] = "nothing"};
    files_json_add_text(out, "description", field->doc);
    if (field->unit != NULL) {
        files_json_add_text(out, "unit", field->unit);
    }
    add_default(out, table, field);
    if (affects[field->affects] != NULL) {
        files_json_add_text(out, "affects", affects[field->affects]);
    }
    if (field->since != NULL) {
        files_json_add_text(out, "since", field->since);
    }
    add_type(out, field);
}

/// {"required": [KEY]} for each key of a list.
static void add_required_keys(files_text *out, const char *keys)
{
    char key[ROW_LONGEST_KEY];
    while (row_next_key(&keys, key)) {
        files_json_begin(out, NULL, '{');
        add_texts(out, "required", (const char *const[]){key, NULL});
        files_json_end(out, '}');
    }
}

static void add_conditions_of(files_text *out, const scenario_field *field)
{
    for (size_t i = 0; i < 2 && field->needs[i].keys != NULL; i++) {
        files_json_begin(out, NULL, '{');
        files_json_begin(out, "if", '{');
        add_texts(out, "required", (const char *const[]){field->key, NULL});
        files_json_end(out, '}');
        files_json_begin(out, "then", '{');
        files_json_begin(out, "anyOf", '[');
        add_required_keys(out, field->needs[i].keys);
        files_json_end(out, ']');
        files_json_end(out, '}');
        files_json_end(out, '}');
    }
    char key[ROW_LONGEST_KEY];
    const char *keys = field->excludes.keys;
    while (keys != NULL && row_next_key(&keys, key)) {
        files_json_begin(out, NULL, '{');
        files_json_begin(out, "not", '{');
        add_texts(out, "required", (const char *const[]){field->key, key, NULL});
        files_json_end(out, '}');
        files_json_end(out, '}');
    }
}

static bool has_key(const scenario_table *table, const char *key)
{
    bool has = false;
    for (size_t i = 0; i < table->field_count && !has; i++) {
        has = strcmp(table->fields[i].key, key) == 0;
    }
    return has;
}

/// Does the table know a key that the field excludes? Rows of classes do not.
static bool has_conditions(const scenario_table *table, const scenario_field *field)
{
    return field->needs[0].keys != NULL ||
           (field->excludes.keys != NULL &&
            (strchr(field->excludes.keys, ' ') != NULL || has_key(table, field->excludes.keys)));
}

static void add_conditions(files_text *out, const scenario_table *table)
{
    bool has_any = table->one_of.keys != NULL;
    for (size_t i = 0; i < table->field_count && !has_any; i++) {
        has_any = has_conditions(table, &table->fields[i]);
    }
    if (!has_any) {
        return;
    }
    files_json_begin(out, "allOf", '[');
    if (table->one_of.keys != NULL) {
        files_json_begin(out, NULL, '{');
        files_json_begin(out, "oneOf", '[');
        add_required_keys(out, table->one_of.keys);
        files_json_end(out, ']');
        files_json_end(out, '}');
    }
    for (size_t i = 0; i < table->field_count; i++) {
        if (has_conditions(table, &table->fields[i])) {
            add_conditions_of(out, &table->fields[i]);
        }
    }
    files_json_end(out, ']');
}

static void add_object(files_text *out, const scenario_table *table)
{
    files_json_add_text(out, "type", "object");
    files_json_add_bool(out, "additionalProperties", false);
    files_json_begin(out, "properties", '{');
    for (size_t i = 0; i < table->field_count; i++) {
        files_json_begin(out, table->fields[i].key, '{');
        add_field(out, table, &table->fields[i]);
        files_json_end(out, '}');
    }
    files_json_end(out, '}');
    bool has_required = false;
    for (size_t i = 0; i < table->field_count; i++) {
        if (table->fields[i].required) {
            if (!has_required) {
                files_json_begin(out, "required", '[');
            }
            has_required = true;
            files_json_add_text(out, NULL, table->fields[i].key);
        }
    }
    if (has_required) {
        files_json_end(out, ']');
    }
    add_conditions(out, table);
}

void schema_print_json(files_text *out, schema_place place, const char *title)
{
    files_json_begin(out, NULL, '{');
    files_json_add_text(out, "$schema", "https://json-schema.org/draft/2020-12/schema");
    files_json_add_text(out, "title", title);
    if (place.field == NULL) {
        add_object(out, place.table);
    } else {
        add_field(out, place.table, place.field);
    }
    files_json_begin(out, "$defs", '{');
    files_json_begin(out, "distribution", '{');
    add_object(out, &scenario_law_table);
    files_json_end(out, '}');
    files_json_end(out, '}');
    files_json_end(out, '}');
    files_text_add(out, "\n");
}
