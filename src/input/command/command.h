// SPDX-License-Identifier: GPL-3.0-or-later
/// @file command.h
/// What commands share: overrides of a scenario, rotation schemes and sizes of shapes as options,
/// keys of files as text, tables line by line.
/// It knows keys and names; it refuses to know what is computed.
#ifndef TALUS_SRC_INPUT_COMMAND_COMMAND_H
#define TALUS_SRC_INPUT_COMMAND_COMMAND_H

#include "foundation/terminal/terminal.h"
#include "talus/rotation.h"
#include "talus/schema.h"
#include "talus/table.h"

/// Schemes in the order they were asked for, each once.
typedef struct cli_schemes {
    talus_scheme items[TALUS_SCHEME_COUNT];
    size_t count;
    bool is_repeated; ///< one was named twice
} cli_schemes;
/// Read an option of names with commas, or "all", that may be repeated; when it is absent the list
/// is explicit, midpoint and, where there is one, exact. A wrong name is reported on stderr.
bool cli_schemes_read(const cli_arguments *arguments, const char *option, cli_schemes *list);

/// Names of the schemes, for the completion.
const char *const *cli_scheme_names(void);

/// Outer dimensions of a built-in shape by --size: as given; one number or none is the longest, the
/// rest by the shape's nature.
talus_vec3 cli_builder_size(const cli_arguments *arguments, const char *name);

/// Overrides of a command line; `texts` owns path and value of item k at 2k and 2k + 1.
typedef struct cli_overrides {
    talus_override *items;
    char **texts;
    size_t count, capacity;
} cli_overrides;
/// --set and the options that stand for keys; --out is outputs.dir. Zero before; to be cleared
/// whatever comes back. @return false when out of memory
bool cli_overrides_collect(const cli_arguments *arguments, cli_overrides *list);
/// One more; path and value are copied. @return false when out of memory
bool cli_overrides_add(cli_overrides *list, const char *path, size_t path_length,
                       const char *value);
/// outputs.dir, meant from where the user stands. @return false when out of memory
bool cli_overrides_add_directory(cli_overrides *list, const char *directory);
void cli_overrides_clear(cli_overrides *list);

/// As talus_schema_print.
typedef talus_status cli_schema_printer(const char *key, talus_schema_form form, char **text,
                                        talus_error *error);
/// Print the key that is the operand, or all, in the form that --json or --markdown asks for.
cli_exit cli_print_schema(const cli_arguments *arguments, cli_schema_printer *print);

#endif
