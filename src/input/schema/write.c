// SPDX-License-Identifier: GPL-3.0-or-later
// Sections as YAML text by their tables: every value that is set, numbers with all their bits.
#include "input/schema/fields.h"
#include "talus/shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool scenario_shape_is_builder(const char *shape)
{
    for (const char *const *name = talus_rock_builder_names(); *name != NULL; name++) {
        if (strcmp(shape, *name) == 0) {
            return true;
        }
    }
    return false;
}

void scenario_write_text(files_text *out, const char *text)
{
    files_text_add(out, "\"");
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            files_text_add(out, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            files_text_add(out, "\\x%02x", c);
        } else {
            files_text_add(out, "%c", c);
        }
    }
    files_text_add(out, "\"");
}

static void write_numbers(files_text *out, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        files_text_add(out, "%s", i > 0 ? ", " : "[");
        scenario_write_number(out, values[i]);
    }
    files_text_add(out, "]");
}

static void write_texts(files_text *out, const scenario_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) {
        files_text_add(out, "%s", i > 0 ? ", " : "[");
        scenario_write_text(out, texts->values[i]);
    }
    files_text_add(out, "]");
}

static void write_path(const scenario_writer *writer, const char *path)
{
    files_text turned = {0};
    if (!writer->turn_path(writer->user, path, &turned) || turned.failed || turned.data == NULL) {
        writer->text->failed = true;
    } else {
        scenario_write_text(writer->text, turned.data);
    }
    files_text_clear(&turned);
}

/// A single name stands alone.
static void write_paths(const scenario_writer *writer, const scenario_texts *paths)
{
    const bool is_list = paths->count > 1;
    for (size_t i = 0; i < paths->count; i++) {
        files_text_add(writer->text, "%s", !is_list ? "" : i > 0 ? ", " : "[");
        write_path(writer, paths->values[i]);
    }
    files_text_add(writer->text, "%s", is_list ? "]" : "");
}

static void write_points(files_text *out, const scenario_points *points)
{
    for (size_t i = 0; i < points->count; i++) {
        files_text_add(out, "%s", i > 0 ? ", " : "[");
        write_numbers(out, points->xy + 2 * i, 2);
    }
    files_text_add(out, "]");
}

static void write_layers(files_text *out, const scenario_field *field, const scenario_names *names)
{
    if (names->all) {
        files_text_add(out, "all");
        return;
    }
    const char *separator = "";
    files_text_add(out, "[");
    for (size_t i = 0; field->choices[i] != NULL; i++) {
        if (scenario_names_have(names, i)) {
            files_text_add(out, "%s%s", separator, field->choices[i]);
            separator = ", ";
        }
    }
    files_text_add(out, "]");
}

/// A section that lacks a required value, or holds nothing at all, was not given.
static bool is_complete(const scenario_table *table, const void *section)
{
    bool holds_any = false;
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        const bool holds = scenario_is_set(field, (const char *)section + field->offset);
        if (field->required && !holds) {
            return false;
        }
        holds_any |= holds;
    }
    return holds_any;
}

bool scenario_is_set(const scenario_field *field, const void *value)
{
    switch (field->type) {
    case SCENARIO_TEXT:
    case SCENARIO_PATH:
    case SCENARIO_FILE:
    case SCENARIO_SHAPE:
        return *(const char *const *)value != NULL;
    case SCENARIO_NUMBER:
        return !isnan(*(const double *)value);
    case SCENARIO_COUNT:
        return *(const uint64_t *)value != SCENARIO_NO_COUNT;
    case SCENARIO_VECTOR:
        return !isnan(((const talus_vec3 *)value)->x);
    case SCENARIO_BOX:
        return !isnan(((const scenario_box *)value)->west);
    case SCENARIO_POINTS:
        return ((const scenario_points *)value)->count > 0;
    case SCENARIO_NUMBERS:
        return ((const scenario_numbers *)value)->count > 0;
    case SCENARIO_TEXTS:
    case SCENARIO_FILE_LIST:
        return ((const scenario_texts *)value)->count > 0;
    case SCENARIO_QUANTITY:
        return ((const scenario_quantity *)value)->given;
    case SCENARIO_SECTIONS:
        return ((const scenario_list *)value)->count > 0 || field->may_be_empty;
    case SCENARIO_CHOICE:
        return *(const int *)value >= 0;
    case SCENARIO_FLAG:
    case SCENARIO_ORIENTATION:
    case SCENARIO_LAYERS:
        break;
    case SCENARIO_SECTION:
        // every section struct begins with its node
        return field->table->optional ? *(const scenario_node *const *)value != NULL
                                      : is_complete(field->table, value);
    }
    return true;
}

static void write_orientation(files_text *out, const scenario_orientation *orientation)
{
    const talus_quat p = orientation->p;
    if (orientation->random) {
        files_text_add(out, "random");
    } else {
        write_numbers(out, (const double[]){p.w, p.x, p.y, p.z}, 4);
    }
}

static void write_vector(files_text *out, const talus_vec3 *v)
{
    write_numbers(out, (const double[]){v->x, v->y, v->z}, 3);
}

static void write_box(files_text *out, const scenario_box *b)
{
    write_numbers(out, (const double[]){b->west, b->south, b->east, b->north}, 4);
}

static void write_quantity(const scenario_writer *writer, const scenario_quantity *quantity)
{
    if (quantity->file == NULL) {
        scenario_write_quantity(writer->text, quantity);
        return;
    }
    files_text_add(writer->text, "{distribution: table, file: ");
    write_path(writer, quantity->file);
    files_text_add(writer->text, "}");
}

void scenario_write_value(const scenario_writer *writer, const scenario_field *field,
                          const void *value)
{
    files_text *const out = writer->text;
    switch (field->type) {
    case SCENARIO_TEXT:
        scenario_write_text(out, *(const char *const *)value);
        break;
    case SCENARIO_SHAPE:
        if (scenario_shape_is_builder(*(const char *const *)value)) {
            scenario_write_text(out, *(const char *const *)value);
            break;
        }
        write_path(writer, *(const char *const *)value);
        break;
    case SCENARIO_PATH:
    case SCENARIO_FILE:
        write_path(writer, *(const char *const *)value);
        break;
    case SCENARIO_NUMBER:
        scenario_write_number(out, *(const double *)value);
        break;
    case SCENARIO_COUNT:
        files_text_add(out, "%llu", (unsigned long long)*(const uint64_t *)value);
        break;
    case SCENARIO_FLAG:
        files_text_add(out, "%s", *(const bool *)value ? "true" : "false");
        break;
    case SCENARIO_VECTOR:
        write_vector(out, value);
        break;
    case SCENARIO_BOX:
        write_box(out, value);
        break;
    case SCENARIO_POINTS:
        write_points(out, value);
        break;
    case SCENARIO_NUMBERS:
        write_numbers(out, ((const scenario_numbers *)value)->values,
                      ((const scenario_numbers *)value)->count);
        break;
    case SCENARIO_CHOICE:
        files_text_add(out, "%s", field->choices[*(const int *)value]);
        break;
    case SCENARIO_TEXTS:
        write_texts(out, value);
        break;
    case SCENARIO_FILE_LIST:
        write_paths(writer, value);
        break;
    case SCENARIO_QUANTITY:
        write_quantity(writer, value);
        break;
    case SCENARIO_ORIENTATION:
        write_orientation(out, value);
        break;
    case SCENARIO_LAYERS:
        write_layers(out, field, value);
        break;
    case SCENARIO_SECTION:
    case SCENARIO_SECTIONS:
        break;
    }
}

/// Whether a key that the field does not go with is there: a table of classes, in whose rows the
/// field then stands.
static bool is_excluded(const scenario_table *table, const scenario_field *field,
                        const void *section)
{
    char key[ROW_LONGEST_KEY];
    const char *keys = field->excludes.keys;
    while (keys != NULL && row_next_key(&keys, key)) {
        for (size_t i = 0; i < table->field_count; i++) {
            const scenario_field *other = &table->fields[i];
            if (strcmp(other->key, key) == 0 &&
                scenario_is_set(other, (const char *)section + other->offset)) {
                return true;
            }
        }
    }
    return false;
}

void scenario_write_section(const scenario_writer *writer, const scenario_table *table,
                            const void *section, int indent, bool item)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        const void *value = (const char *)section + field->offset;
        if (!scenario_is_set(field, value) || is_excluded(table, field, section)) {
            continue;
        }
        if (item) {
            files_text_add(writer->text, "%*s- ", indent - 2, "");
        } else {
            files_text_add(writer->text, "%*s", indent, "");
        }
        item = false;
        if (field->type == SCENARIO_SECTION) {
            const files_text before = *writer->text;
            files_text_add(writer->text, "%s:\n", field->key);
            const size_t heading = writer->text->size;
            scenario_write_section(writer, field->table, value, indent + 2, false);
            if (writer->text->size == heading) { // there, with nothing in it
                files_text_rewind(writer->text, &before);
                files_text_add(writer->text, "%s: {}\n", field->key);
            }
        } else if (field->type == SCENARIO_SECTIONS) {
            const scenario_list *list = value;
            files_text_add(writer->text, "%s:%s\n", field->key, list->count == 0 ? " []" : "");
            for (size_t k = 0; k < list->count; k++) {
                scenario_write_section(writer, field->table,
                                       (const char *)list->items + k * field->table->size,
                                       indent + 4, true);
            }
        } else {
            files_text_add(writer->text, "%s: ", field->key);
            scenario_write_value(writer, field, value);
            files_text_add(writer->text, "\n");
        }
    }
}
