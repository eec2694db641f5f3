// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of keys for people: lines for a terminal, tables for a page.
#include "input/schema/print.h"

#include <string.h>

static const char *affects_words(scenario_affects affects)
{
    switch (affects) {
    case SCENARIO_BELOW:
        return NULL;
    case SCENARIO_RESULTS:
        return "results";
    case SCENARIO_FILES:
        return "files, not what is in them of the rocks";
    case SCENARIO_NOTHING:
        return "nothing that is written";
    }
    return NULL;
}

/// "releases.frequency" of "releases" and "frequency"; to be cleared.
static files_text join(files_text *out, const char *section, const char *key)
{
    files_text path = {0};
    files_text_add(&path, "%s%s%s", section, section[0] != '\0' ? "." : "", key);
    out->failed |= path.failed;
    return path;
}

/// "required", a default, or nothing.
/// @param mark around words of the file
static void add_default(files_text *out, const scenario_table *table, const scenario_field *field,
                        const char *mark)
{
    bool is_word = false;
    files_text value = {0};
    if (field->required) {
        files_text_add(out, "required");
    } else if (field->default_text != NULL) {
        files_text_add(out, "%s", field->default_text);
    } else if (schema_default(&value, table, field, &is_word)) {
        const bool is_marked = is_word || field->type == SCENARIO_FLAG;
        files_text_add(out, "%s%s%s", is_marked ? mark : "", value.data, is_marked ? mark : "");
        out->failed |= value.failed;
    }
    files_text_clear(&value);
}

static void print_condition(files_text *out, const char *words, const char *keys)
{
    if (keys != NULL) {
        files_text_add(out, "    %s", words);
        for (const char *c = keys; *c != '\0'; c++) {
            files_text_add(out, *c == ' ' ? ", " : "%c", *c);
        }
        files_text_add(out, "\n");
    }
}

/// @param in_full with the conditions and what the key affects
static void print_key(files_text *out, const scenario_table *table, const scenario_field *field,
                      const char *path, bool in_full)
{
    files_text value = {0};
    files_text_add(out, "%s: ", path);
    schema_describe(out, field, "");
    if (field->unit != NULL) {
        files_text_add(out, " (%s)", field->unit);
    }
    add_default(&value, table, field, "");
    if (value.data != NULL) {
        files_text_add(out, "; %s%s", field->required ? "" : "default: ", value.data);
    }
    out->failed |= value.failed;
    files_text_clear(&value);
    files_text_add(out, "\n    %s\n", field->doc);
    if (in_full) {
        print_condition(out, "needs one of: ", field->needs[0].keys);
        print_condition(out, "needs one of: ", field->needs[1].keys);
        print_condition(out, "excludes: ", field->excludes.keys);
        if (affects_words(field->affects) != NULL) {
            files_text_add(out, "    affects %s\n", affects_words(field->affects));
        }
        if (field->since != NULL) {
            files_text_add(out, "    since version %s\n", field->since);
        }
    }
}

static void print_keys(files_text *out, const scenario_table *table, const char *path)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        files_text below = join(out, path, field->key);
        if (!out->failed) {
            print_key(out, table, field, below.data, false);
        }
        if (!out->failed && field->table != NULL) {
            print_keys(out, field->table, below.data);
        }
        files_text_clear(&below);
    }
}

static void print_text(files_text *out, schema_place place, const char *path)
{
    const scenario_table *below = place.table;
    if (place.field != NULL) {
        print_key(out, place.table, place.field, path, true);
        below = place.field->table;
    }
    if (below != NULL) {
        print_keys(out, below, path);
    }
}

/// "kg/m^3" as it is set in text.
static void add_unit(files_text *out, const char *unit)
{
    if (unit != NULL && strcmp(unit, "deg") == 0) {
        files_text_add(out, "degrees");
        return;
    }
    for (const char *c = unit; c != NULL && *c != '\0'; c++) {
        if (c[0] == '^' && (c[1] == '2' || c[1] == '3')) {
            files_text_add(out, "%s", *++c == '2' ? "²" : "³");
        } else {
            files_text_add(out, "%c", *c);
        }
    }
}

static void print_row(files_text *out, const scenario_table *table, const scenario_field *field)
{
    files_text_add(out, "| `%s` | ", field->key);
    schema_describe(out, field, "`");
    files_text_add(out, " | ");
    add_unit(out, field->unit);
    files_text_add(out, field->unit != NULL ? " | " : "| ");
    const size_t size = out->size;
    add_default(out, table, field, "`");
    files_text_add(out, "%s| %s |\n", out->size > size ? " " : "", field->doc);
}

static void print_table(files_text *out, const scenario_table *table, const char *path)
{
    files_text_add(out, "### %s\n\n", path[0] != '\0' ? path : "Top level");
    files_text_add(out, "| key | value | unit | default | |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < table->field_count; i++) {
        print_row(out, table, &table->fields[i]);
    }
    for (size_t i = 0; i < table->field_count; i++) {
        if (table->fields[i].table != NULL && !out->failed) {
            files_text below = join(out, path, table->fields[i].key);
            files_text_add(out, "\n");
            if (!out->failed) {
                print_table(out, table->fields[i].table, below.data);
            }
            files_text_clear(&below);
        }
    }
}

static void print_markdown(files_text *out, schema_place place, const char *path)
{
    if (place.field == NULL) {
        print_table(out, place.table, path);
    } else if (place.field->table != NULL) {
        print_table(out, place.field->table, path);
    } else {
        files_text_add(out, "| key | value | unit | default | |\n|---|---|---|---|---|\n");
        print_row(out, place.table, place.field);
    }
}

static void print_as(files_text *out, const schema_document *document, schema_place place,
                     const char *path, talus_schema_form form)
{
    switch (form) {
    case TALUS_SCHEMA_TEXT:
        print_text(out, place, path);
        if (document->describe != NULL) {
            document->describe(out, path);
        }
        break;
    case TALUS_SCHEMA_MARKDOWN:
        print_markdown(out, place, path);
        break;
    case TALUS_SCHEMA_JSON:
        schema_print_json(out, place, path[0] != '\0' ? path : document->title);
        break;
    }
}

talus_status schema_print(const schema_document *document, const char *key, talus_schema_form form,
                          char **text, talus_error *error)
{
    if (text == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the text is NULL");
    }
    *text = NULL;
    const char *path = key != NULL ? key : "";
    schema_place place;
    if (!schema_find(document->top, path, &place)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "found '%.80s', expected %s", path,
                               document->expected);
    }
    files_text out = {0};
    const files_locale locale = files_locale_enter();
    print_as(&out, document, place, path, form);
    files_locale_leave(&locale);
    if (out.failed || out.data == NULL) {
        const bool failed = out.failed;
        files_text_clear(&out);
        return failed
                   ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the keys")
                   : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                     "found form %d, expected one of talus_schema_form", (int)form);
    }
    *text = out.data;
    return TALUS_OK;
}
