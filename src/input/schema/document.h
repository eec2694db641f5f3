// SPDX-License-Identifier: GPL-3.0-or-later
// What files of all kinds of scenarios share: path, title, digest, tree with places; reading by a
// table of keys and writing back. Knows tables; refuses to know which keys there are.
#ifndef TALUS_SRC_INPUT_SCHEMA_DOCUMENT_H
#define TALUS_SRC_INPUT_SCHEMA_DOCUMENT_H

#include "input/schema/fields.h"

/// A file that was read. Values of its model point into the tree.
typedef struct scenario_document {
    char *path;      ///< as given
    char *directory; ///< of the file, "." when it has none
    char *title;
    char *output_dir; ///< resolved against `directory`
    char sha256[65];
    char *text; ///< as it was read, `size` bytes
    size_t size;
    scenario_tree tree;
} scenario_document;

/// One kind of scenario.
typedef struct scenario_format {
    const scenario_table *table; ///< keys at the top of the file
    const char *example;         ///< "'terrain:', 'rocks:'": keys to name where there are none
    /// Fill what depends on other values, and report what cannot be together.
    void (*check)(scenario_tree *tree, const char *directory, void *model);
} scenario_format;

typedef struct scenario_source_file {
    const char *path; ///< of the file; with `text` its name in messages
    const char *text; ///< in place of the file, `size` bytes; NULL: the file is read
    size_t size;
    const char *directory; ///< with `text`: what names of files are relative to
    const scenario_format *format;
    const talus_override *overrides;
    size_t override_count;
} scenario_source_file;

/// Read, override, check; all problems become diagnostics in the order of their places.
/// @param document zero before; to be cleared whatever comes back
/// @param model (format->table->size) to be cleared with scenario_clear_section
/// @return TALUS_ERROR_INPUT if a diagnostic is an error
talus_status scenario_document_read(scenario_document *document, const scenario_source_file *source,
                                    void *model, talus_diagnostics *diagnostics,
                                    talus_error *error);
/// Set title (NULL = name of the file) and result directory.
talus_status scenario_document_name(scenario_document *document, const char *title,
                                    const char *directory, talus_error *error);
void scenario_document_clear(scenario_document *document);
/// As YAML text with file names relative to `directory`. malloc'd, NULL when out of memory.
char *scenario_document_write(const scenario_document *document, const scenario_table *table,
                              const void *model, const char *directory);
/// The same with file names, as they stand in the scenario, turned by the caller.
char *scenario_document_write_turned(const scenario_table *table, const void *model,
                                     scenario_turn_path *turn, const void *user);
/// In place of the name of a file: the caller of the library has what would stand in it.
#define SCENARIO_IN_MEMORY ":memory:"
/// `path` against a directory; that, absolute and GDAL's virtual paths (/vsi...) stay. malloc'd.
char *scenario_join_path(const char *directory, const char *path);
/// `path` (relative to the process or absolute) as seen from `directory`. malloc'd.
char *scenario_relative_path(const char *directory, const char *path);

#endif
