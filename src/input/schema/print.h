// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of keys as text, as tables of a page and as JSON Schema. Knows rows; refuses to know which
// keys there are.
#ifndef TALUS_SRC_INPUT_SCHEMA_PRINT_H
#define TALUS_SRC_INPUT_SCHEMA_PRINT_H

#include "input/schema/fields.h"
#include "talus/schema.h"

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
/// JSON Schema, draft 2020-12. What no JSON Schema says stands under unit, default_text, affects.
void schema_print_json(files_text *out, schema_place place, const char *title);

/// The keys of a kind of file, as talus_schema_print documents it.
typedef struct schema_document {
    const scenario_table *top;
    const char *title;    ///< of its JSON Schema
    const char *expected; ///< what stands for a key that there is not: "a key of a scenario"
    /// Adds to the text of a key what its row does not say; NULL: nothing.
    void (*describe)(files_text *out, const char *path);
} schema_document;
/// @param key NULL: all   @param text out: malloc'd, the caller frees it; NULL after an error
/// @return TALUS_ERROR_ARGUMENT for a key or a form that there is not; TALUS_ERROR_MEMORY
talus_status schema_print(const schema_document *document, const char *key, talus_schema_form form,
                          char **text, talus_error *error);

#endif
