// SPDX-License-Identifier: GPL-3.0-or-later
// A file of keys from text to structs and back to text, whatever its keys are.
#include "input/schema/document.h"

#include <stdlib.h>
#include <string.h>

static char *copy_part(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return copy_part(".", 1);
    }
    return copy_part(path, slash == path ? 1 : (size_t)(slash - path));
}

/// The given title, or the file's name without its extension, in one line.
static char *title_of(const char *given, const char *path)
{
    if (given != NULL) {
        return files_clean_text(given);
    }
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    char *stem = copy_part(name, dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name));
    char *title = stem != NULL ? files_clean_text(stem) : NULL;
    free(stem);
    return title;
}

static void parse(scenario_document *document, const scenario_source_file *source, const char *text,
                  size_t size, void *model, talus_diagnostics *diagnostics)
{
    scenario_tree *tree = &document->tree;
    const scenario_format *format = source->format;
    const files_locale locale = files_locale_enter();
    scenario_tree_init(tree, document->path, text, size, format->example, diagnostics);
    tree->top = format->table;
    tree->directory = document->directory;
    for (size_t i = 0; i < source->override_count && tree->root != NULL; i++) {
        scenario_tree_override(tree, &source->overrides[i]);
    }
    if (tree->root != NULL) {
        scenario_read_section(tree, format->table, tree->root, model);
        format->check(tree, document->directory, model);
        scenario_check_rows(tree, format->table, tree->root);
    }
    files_locale_leave(&locale);
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
}

/// The text of the source, checked, and its digest.
static talus_status read_text(scenario_document *document, const scenario_source_file *source,
                              talus_error *error)
{
    if (source->text == NULL) {
        return files_read_text(source->path, &document->text, &document->size, document->sha256,
                               error);
    }
    const talus_status status = files_check_text(source->path, source->text, source->size, error);
    if (status != TALUS_OK) {
        return status;
    }
    document->text = copy_part(source->text, source->size);
    document->size = source->size;
    if (document->text == NULL) {
        return no_memory(error);
    }
    files_digest(document->text, document->size, document->sha256);
    return TALUS_OK;
}

talus_status scenario_document_read(scenario_document *document, const scenario_source_file *source,
                                    void *model, talus_diagnostics *diagnostics, talus_error *error)
{
    document->path = copy_part(source->path, strlen(source->path));
    document->directory = source->text != NULL
                              ? copy_part(source->directory, strlen(source->directory))
                              : directory_of(source->path);
    if (document->path == NULL || document->directory == NULL) {
        return no_memory(error);
    }
    const talus_status status = read_text(document, source, error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_diagnostics *found = talus_diagnostics_create();
    if (found != NULL) {
        parse(document, source, document->text, document->size, model, found);
    }
    const size_t errors = talus_diagnostics_count_of(found, TALUS_SEVERITY_ERROR);
    const bool is_full = scenario_is_full(found);
    document->tree.failed |= found == NULL || !scenario_pass_on_sorted(found, diagnostics);
    if (is_full) {
        talus_diagnostics_say(diagnostics, TALUS_SEVERITY_ERROR,
                              "%s: these are the first %zu errors found, the rest is left out",
                              source->path, errors);
    }
    document->tree.diagnostics = NULL;
    talus_diagnostics_destroy(found);
    if (document->tree.failed) {
        return no_memory(error);
    }
    if (errors > 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s: found %zu error(s), nothing was run",
                               source->path, errors);
    }
    return TALUS_OK;
}

talus_status scenario_document_name(scenario_document *document, const char *title,
                                    const char *directory, talus_error *error)
{
    document->title = title_of(title, document->path);
    document->output_dir = scenario_join_path(document->directory, directory);
    return document->title != NULL && document->output_dir != NULL ? TALUS_OK : no_memory(error);
}

void scenario_document_clear(scenario_document *document)
{
    scenario_tree_clear(&document->tree);
    free(document->path);
    free(document->directory);
    free(document->title);
    free(document->output_dir);
    free(document->text);
    *document = (scenario_document){.path = NULL};
}

typedef struct turn {
    const char *from; ///< directory of the scenario
    const char *to;   ///< directory that the new text will stand in
} turn;

static bool turn_path(const void *user, const char *path, files_text *out)
{
    const turn *t = user;
    char *known = scenario_join_path(t->from, path);
    char *seen = known != NULL ? scenario_relative_path(t->to, known) : NULL;
    if (seen != NULL) {
        files_text_add(out, "%s", seen);
    }
    const bool good = seen != NULL;
    free(known);
    free(seen);
    return good;
}

char *scenario_document_write(const scenario_document *document, const scenario_table *table,
                              const void *model, const char *directory)
{
    const turn t = {.from = document->directory, .to = directory};
    return scenario_document_write_turned(table, model, turn_path, &t);
}

char *scenario_document_write_turned(const scenario_table *table, const void *model,
                                     scenario_turn_path *name, const void *user)
{
    files_text text = {0};
    const scenario_writer writer = {.text = &text, .turn_path = name, .user = user};
    const files_locale locale = files_locale_enter();
    scenario_write_section(&writer, table, model, 0, false);
    files_locale_leave(&locale);
    if (text.failed) {
        files_text_clear(&text);
        return NULL;
    }
    return text.data;
}
