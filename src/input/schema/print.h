// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of keys as text, as tables of a page and as JSON Schema. Knows rows; refuses to know which
// keys there are.
#ifndef TALUS_SRC_INPUT_SCHEMA_PRINT_H
#define TALUS_SRC_INPUT_SCHEMA_PRINT_H

#include "input/schema/fields.h"

/// A key and the table it stands in. field NULL: the whole table.
typedef struct schema_place {
    const scenario_table *table;
    const scenario_field *field;
} schema_place;

/// Look up "releases.frequency.per_year"; numbers of list items are passed over. "" is the top.
/// @return false if there is no such key
bool schema_find(const scenario_table *top, const char *path, schema_place *place);
/// What a value looks like: "0 to 10", "list, up to 255".
/// @param mark "`" or "": in front of and behind words of the file
void schema_describe(files_text *out, const scenario_field *field, const char *mark);
/// The default of a key as it would stand in the file.
/// @param is_word out: it is a text, not a number, a flag or a list
/// @return false if there is none: nothing was added
bool schema_default(files_text *out, const scenario_table *table, const scenario_field *field,
                    bool *is_word);
/// A line for each key below a place, and its sentence.
void schema_print_text(files_text *out, schema_place place, const char *path);
/// A heading and a table for each section.
void schema_print_markdown(files_text *out, schema_place place, const char *path);
/// JSON Schema, draft 2020-12. What no JSON Schema says stands under unit, default_text, affects.
void schema_print_json(files_text *out, schema_place place, const char *title);

#endif
