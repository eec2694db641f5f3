// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of keys: what a section of a scenario may hold, in which unit and range, and where its
// value goes. One table reads, checks and writes a section.
// Knows types, units and ranges of single values; refuses to know what values mean together.
#ifndef TALUS_SRC_INPUT_SCHEMA_FIELDS_H
#define TALUS_SRC_INPUT_SCHEMA_FIELDS_H

#include "foundation/base/row.h"
#include "foundation/files/files.h"
#include "input/schema/tree.h"
#include "talus/shape.h"

#include <math.h>

/// Kind of value, the C type it is stored as, and its "not given".
typedef enum scenario_type {
    SCENARIO_TEXT, ///< const char *, NULL
    SCENARIO_PATH, ///< const char *, NULL; a name relative to the scenario's directory
    SCENARIO_FILE, ///< likewise, of a file that must be there
    SCENARIO_FILE_LIST, ///< scenario_texts, count 0: a name of a file or a pattern of names, or a list of
                        ///< them; patterns are replaced by the names that match
    SCENARIO_SHAPE,       ///< const char *, NULL; name of a builder, else a file
    SCENARIO_NUMBER,      ///< double, NaN
    SCENARIO_COUNT,       ///< uint64_t, SCENARIO_NO_COUNT
    SCENARIO_FLAG,        ///< bool
    SCENARIO_VECTOR,      ///< talus_vec3, NaN
    SCENARIO_BOX,         ///< scenario_box, NaN
    SCENARIO_POINTS,      ///< scenario_points, count 0
    SCENARIO_NUMBERS,     ///< scenario_numbers, count 0: a list of any length
    SCENARIO_TEXTS,       ///< scenario_texts, count 0: a text or number, or a list of them
    SCENARIO_CHOICE,      ///< int, index into scenario_field.choices, -1
    SCENARIO_QUANTITY,    ///< scenario_quantity, given = false: a number or a distribution
    SCENARIO_ORIENTATION, ///< scenario_orientation: "random" or [w, x, y, z]
    SCENARIO_LAYERS,      ///< scenario_names: "all", a name, or a list of names
    SCENARIO_SECTION,     ///< a struct with a table of its own (scenario_field.table)
    SCENARIO_SECTIONS     ///< scenario_list of such structs
} scenario_type;

/// A number that was not given: NaN.
#define SCENARIO_UNSET ((double)NAN)
/// A count that was not given.
#define SCENARIO_NO_COUNT UINT64_MAX

typedef struct scenario_box {
    double west, south, east, north; ///< m, world
} scenario_box;
typedef struct scenario_points {
    size_t count;
    double *xy; ///< (count x 2) m, world; owned
} scenario_points;
typedef struct scenario_numbers {
    size_t count;
    double *values; ///< (count); owned
} scenario_numbers;
typedef struct scenario_texts {
    size_t count;
    const char **values; ///< (count) of the tree; the array is owned
} scenario_texts;
typedef struct scenario_quantity {
    bool given;
    talus_distribution law; ///< TALUS_LAW_FIXED for a plain number
    const char *file;       ///< of TALUS_LAW_TABLE, whose values are not read yet
} scenario_quantity;
typedef struct scenario_orientation {
    bool random;
    talus_quat p; ///< unit
} scenario_orientation;
typedef struct scenario_names {
    bool all;
    uint64_t chosen[2]; ///< bit i % 64 of word i / 64 = choices[i]
} scenario_names;
static inline bool scenario_names_have(const scenario_names *names, size_t i)
{
    return (names->chosen[i / 64] >> (i % 64) & 1) != 0;
}
typedef struct scenario_list {
    size_t count;
    void *items; ///< (count x table->size); owned
} scenario_list;

typedef struct scenario_table scenario_table;

/// What a key changes. FILES: names of files and what is written in which form; what the rocks do,
/// and what is kept of them, stays.
typedef enum scenario_affects {
    SCENARIO_BELOW, ///< a section: its own keys say it
    SCENARIO_RESULTS,
    SCENARIO_FILES,
    SCENARIO_NOTHING
} scenario_affects;

/// One key.
typedef struct scenario_field {
    const char *key;
    scenario_type type;
    size_t offset;    ///< into the section's struct
    const char *unit; ///< "s", "m"; NULL for pure numbers and for texts
    row_range range;  ///< of numbers, of vector and box components
    bool required;
    bool may_be_empty;           ///< a required list without entries will do
    bool distinct;               ///< NUMBERS that files are called by: none reads like another
    size_t least;                ///< entries of POINTS and SECTIONS that are given
    size_t most_bytes;           ///< of a TEXT; 0 = no limit
    const char *const *choices;  ///< NULL-terminated, CHOICE and LAYERS
    const scenario_table *table; ///< SECTION and SECTIONS
    const char *default_text;    ///< in Markdown, where the defaults of the table do not say it
    const char *doc;             ///< one sentence
    row_condition needs[2];      ///< at least one of the keys of each is given, too
    row_condition excludes;      ///< none of the keys is given
    scenario_affects affects;
    const char *since; ///< version; NULL = the first one
} scenario_field;

/// Keys of which a section has exactly one.
typedef struct scenario_choice {
    const char *keys; ///< as the message lists them: "line_m, polygon_m and file"
    /// "ways to give X": found 2 ways to give X, expected exactly one of ...
    const char *noun;
    const char *sentence; ///< instead of that message
    bool at_last;         ///< the message points to the last of the keys, not to the section
} scenario_choice;

/// Keys of one section, in writing order. Every section struct begins with its
/// `const scenario_node *node`, the map it was read from (NULL: section not given).
struct scenario_table {
    const char *name; ///< as it stands in the file
    size_t size;      ///< of the struct
    const void *defaults;
    const scenario_field *fields;
    size_t field_count;
    size_t max_count;       ///< SECTIONS: most entries
    bool optional;          ///< SECTION: written only if the file has it
    scenario_choice one_of; ///< keys NULL: none
};

/// Fill `section` (table->size bytes) from defaults and from `node` (a map, else reported; NULL =
/// nothing given: defaults stay, required keys are not missed).
void scenario_read_section(scenario_tree *tree, const scenario_table *table,
                           const scenario_node *node, void *section);
/// Free what the values of a section own.
void scenario_clear_section(const scenario_table *table, void *section);

/// How file names are turned for another directory; false = out of memory.
typedef bool scenario_turn_path(const void *user, const char *path, files_text *out);
typedef struct scenario_writer {
    files_text *text;
    scenario_turn_path *turn_path;
    const void *user;
} scenario_writer;
/// Append a section as block YAML with all values that are set, numbers as %.17g.
/// @param indent spaces in front of each key; a list item's first key gets "- " in its last two
void scenario_write_section(const scenario_writer *writer, const scenario_table *table,
                            const void *section, int indent, bool item);

/// A value that fits on its key's line. Not of a section.
void scenario_write_value(const scenario_writer *writer, const scenario_field *field,
                          const void *value);
/// The keys of a distribution.
extern const scenario_table scenario_law_table;

/// Reads the keys of a section by a table: scenario_read_section.
typedef void scenario_section_reader(scenario_tree *tree, const scenario_table *table,
                                     const scenario_node *node, void *section);
/// Value readers by type; each reports what is wrong at its node. `where` is the key.
void scenario_read_value(scenario_tree *tree, const scenario_field *field,
                         const scenario_node *node, void *value);
void scenario_read_files(scenario_tree *tree, const scenario_field *field,
                         const scenario_node *node, scenario_texts *names);
bool scenario_read_number(talus_diagnostics *diagnostics, const scenario_field *field,
                          const scenario_node *node, double *value);
void scenario_read_quantity(const scenario_tree *tree, const scenario_field *field,
                            const scenario_node *node, scenario_section_reader *read,
                            scenario_quantity *quantity);
/// The file of a table is added by write.c.
void scenario_write_quantity(files_text *text, const scenario_quantity *quantity);
/// Append a double-quoted YAML scalar.
void scenario_write_text(files_text *out, const char *text);
/// Append a number with as many digits as it takes to read the same bits back, 17 at most.
void scenario_write_number(files_text *text, double value);
/// true for a builder's name; else `shape` is a file.
bool scenario_shape_is_builder(const char *shape);

/// Unknown key of a section: name the nearest known one, in this table or elsewhere in the file, or
/// the number with a comma that it is a part of.
/// @param index of the key in `map`
void scenario_report_unknown(const scenario_tree *tree, const scenario_table *table,
                             const scenario_node *map, size_t index);
/// Whether two neighbours in the text are the halves of a number with a comma, as in [1,000].
bool scenario_is_comma_number(const scenario_node *first, const scenario_node *second);
/// Nearest of NULL-terminated names within a third of the letters; NULL if none is near.
const char *scenario_nearest(const char *const *names, const char *word);

/// Report conditions of the rows that `node` and the sections in it do not meet: keys that go with
/// each other, files that are not there, lists that are too short.
void scenario_check_rows(scenario_tree *tree, const scenario_table *table,
                         const scenario_node *node);
/// Whether two numbers are the same in the name of a file.
bool scenario_reads_alike(double a, double b);
/// Whether two sections hold the same values, unset ones included; the places in a file do not
/// count.
bool scenario_sections_equal(const scenario_table *table, const void *a, const void *b);
/// Whether a value was given or has a default.
bool scenario_is_set(const scenario_field *field, const void *value);

#endif
