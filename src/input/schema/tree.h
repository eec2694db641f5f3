// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario file as a tree of maps, lists and scalars, each with its place in the user's file.
// Knows YAML (through libfyaml, in yaml.c alone) and overrides; refuses to know keys and units.
#ifndef TALUS_SRC_INPUT_SCHEMA_TREE_H
#define TALUS_SRC_INPUT_SCHEMA_TREE_H

#include "talus/schema.h"

/// A text in which nodes have places: the scenario file, or one override.
typedef struct scenario_text {
    char *file;   ///< as the user gave it, or "--set"
    char *text;   ///< zero-terminated
    int shift;    ///< columns by which places on line 1 move right (an override's "path=")
    char **lines; ///< (line_count) without line ends, for messages
    size_t line_count;
} scenario_text;

typedef enum scenario_kind { SCENARIO_SCALAR, SCENARIO_MAP, SCENARIO_LIST } scenario_kind;

typedef struct scenario_node scenario_node;
struct scenario_node {
    scenario_kind kind;
    const scenario_text *source;
    int line, column; ///< 1-based
    char *text;       ///< scalars: value; "" when nothing was written
    bool quoted;      ///< scalars: quoted or block style, so never a number
    size_t count, capacity;
    scenario_node **keys;   ///< (count) maps: scalar nodes; NULL for lists
    scenario_node **values; ///< (count) maps and lists
    scenario_node *next;    ///< chain of ownership
};

/// Errors that are listed; a file with more is none that anybody mends message by message.
enum { SCENARIO_MOST_ERRORS = 200 };

/// Owner of all nodes and texts of one scenario.
typedef struct scenario_tree {
    scenario_node *root;  ///< a map; NULL when the file could not be read as one
    scenario_node *nodes; ///< chain of everything allocated
    scenario_text **texts;
    size_t text_count;
    talus_diagnostics *diagnostics;   ///< where problems go; not owned
    const char *directory;            ///< that names of files are relative to; not owned
    const struct scenario_table *top; ///< keys of the whole file, for advice; NULL = none
    const scenario_node *misspelt[SCENARIO_MOST_ERRORS]; ///< maps that have an unknown key
    size_t misspelt_count;
    bool failed; ///< out of memory
} scenario_tree;

/// Parse the text of a scenario file; problems (syntax, duplicate keys, not a map) become
/// diagnostics.
/// @param example keys that such a file has, for the message about a file without any
void scenario_tree_init(scenario_tree *tree, const char *file, const char *text, size_t size,
                        const char *example, talus_diagnostics *diagnostics);
/// Replace or add the value that `override` names.
void scenario_tree_override(scenario_tree *tree, const talus_override *override);
void scenario_tree_clear(scenario_tree *tree);

/// Value of a key, NULL if absent or `map` is NULL or no map.
const scenario_node *scenario_find(const scenario_node *map, const char *key);
/// Diagnostic at a node's place (NULL node: no place). Nothing is added to a list that is full.
void scenario_report(talus_diagnostics *diagnostics, talus_severity severity,
                     const scenario_node *node, const char *format, ...) TALUS_PRINTF(4, 5);
/// Error about what a map lacks. A map that has an unknown key says nothing of it: the key that is
/// missing stands there misspelt, as a rule.
void scenario_report_missing(const scenario_tree *tree, const scenario_node *map,
                             const char *format, ...) TALUS_PRINTF(3, 4);
/// true when so many errors are listed that further ones are left out.
bool scenario_is_full(const talus_diagnostics *diagnostics);
/// Sentence of `error` at a node's place.
void scenario_report_error(talus_diagnostics *diagnostics, const scenario_node *node,
                           const talus_error *error);

/// Append the messages of `found` to `to`, the file's in the order of their places, then the
/// overrides'. false = out of memory.
bool scenario_pass_on_sorted(const talus_diagnostics *found, talus_diagnostics *to);

/// A copy of bytes with a zero behind; NULL and tree->failed when out of memory. malloc'd.
char *scenario_copy_text(scenario_tree *tree, const char *text, size_t size);
/// Building blocks for overrides.
scenario_text *scenario_text_add(scenario_tree *tree, const char *file, const char *text,
                                 size_t size);
scenario_node *scenario_node_new(scenario_tree *tree, const scenario_text *source,
                                 scenario_kind kind, int line, int column);
bool scenario_node_set_text(scenario_tree *tree, scenario_node *node, const char *text,
                            size_t size);
bool scenario_node_append(scenario_tree *tree, scenario_node *parent, scenario_node *key,
                          scenario_node *value);
/// Parse YAML that stands in `source` from byte `offset` on. NULL after a problem (reported) or for
/// an empty document.
scenario_node *scenario_parse_yaml(scenario_tree *tree, const scenario_text *source, size_t offset);

#endif
