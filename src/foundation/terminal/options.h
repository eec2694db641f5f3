// SPDX-License-Identifier: GPL-3.0-or-later
/// @file options.h
/// The one table of commands, operands and options. Parsing, --help, bash completion and the manual
/// page all read it; nothing about an option is written anywhere else: a row names the member that
/// its value goes to, and the default is what that member is before.
///
/// An option shares range and conditions with the keys of files (row.h) and is a type of its own:
/// it is a word with a letter, a completion and the name of its value, where a key has a place in a
/// tree of nodes and one of twenty structured types.
#ifndef TALUS_SRC_FOUNDATION_TERMINAL_OPTIONS_H
#define TALUS_SRC_FOUNDATION_TERMINAL_OPTIONS_H

#include "foundation/base/row.h"
#include "talus/exchange.h"

#include <stdio.h>

enum { CLI_MAX_OPERANDS = 2, CLI_MAX_OPTIONS = 28, CLI_MAX_NUMBERS = 3 };

/// X(enumerator, code, meaning): exit codes of every command, as --help and the manual list them.
#define CLI_EXIT_LIST(X)                                                                           \
    X(CLI_OK, 0, "success")                                                                        \
    X(CLI_USAGE, 1, "wrong usage: an unknown command, option or value on the command line")        \
    X(CLI_BAD_INPUT, 2, "bad input: a file that cannot be read or that holds wrong values")        \
    X(CLI_FAILED, 3, "the run failed: out of memory, or results could not be written")             \
    X(CLI_SUSPECT, 4,                                                                              \
      "finished, but the results are suspect: unsolved contacts, rocks that diverged or were "     \
      "below ground, an inadmissible impact law, a release with a frequency but without a rock, "  \
      "more rocks than simulation.lost_share that left the DEM, met NODATA or still moved at the " \
      "time limit, holes left open, a rocking block that could not go on, or a precision of "      \
      "stop_when that was not reached")                                                            \
    X(CLI_INTERRUPTED, 130, "interrupted; results of rocks so far are written and marked partial")
typedef enum cli_exit {
#define CLI_EXIT_ENUM(name, code, text) name = code,
    CLI_EXIT_LIST(CLI_EXIT_ENUM)
#undef CLI_EXIT_ENUM
} cli_exit;

/// What a value must look like; checked while parsing.
typedef enum cli_kind {
    CLI_FLAG,      ///< no value
    CLI_TEXT,      ///< anything
    CLI_FILE,      ///< a file name
    CLI_DIRECTORY, ///< a directory name
    CLI_COUNT,     ///< an integer >= 0
    CLI_POSITIVE,  ///< a number > 0
    CLI_DURATION,  ///< a number >= 0
    CLI_LENGTHS,   ///< "x" or "x,y,z", each > 0
    CLI_NUMBERS,   ///< "a,b,c": finite numbers, at most CLI_MAX_NUMBERS
    CLI_COUNTS,    ///< likewise, integers
    CLI_CHOICE,    ///< one of names()
    CLI_NAMES,     ///< several of names(), with commas
    CLI_LAYER,     ///< a layer of a result directory; names() for the completion
    CLI_SETTING    ///< "key=value"
} cli_kind;

typedef const char *const *cli_names(void); ///< NULL-terminated

typedef struct cli_option {
    const char *name;     ///< long name without dashes; NULL ends a list
    char letter;          ///< one-letter form, or 0
    const char *argument; ///< how help calls the value; NULL for a flag
    cli_kind kind;
    cli_names *names;     ///< of a choice
    const char *fallback; ///< default as help shows it; NULL = none to show
    const char *help;     ///< with the unit
    size_t offset, size;  ///< INTO and SPAN: where the value goes; size 0: to no member
    size_t item;          ///< bytes of each of COUNTS
    int least;            ///< fewest numbers; 0: as many as the members hold, without any: any
    size_t first;         ///< CHOICE: the enumerator of the first name
    const char *unit;     ///< of the range
    row_range range;      ///< of numbers and counts; all 0: what the kind says
    /// Options that stand for it when it is missing; "" = none, NULL = it may be left out.
    const char *required;
    row_condition needs;    ///< at least one of these options is given, too
    row_condition excludes; ///< none of these options is given
} cli_option;

/// The member that an option is bound to: of a choice an int or the text; of a list of names the
/// bits of the names, "all" being those of all names before it.
#define INTO(struct_, member)                                                                      \
    .offset = offsetof(struct_, member), .size = sizeof(((struct_ *)0)->member),                   \
    .item = sizeof(((struct_ *)0)->member)
/// Of a command whose options are bound to talus_NAME_options, and before its table.
#define OPTIONS_OF(name_) .size = sizeof(talus_##name_##_options), .defaults = name_##_defaults
#define DEFAULTS_OF(name_)                                                                         \
    static void name_##_defaults(void *options, size_t size)                                       \
    {                                                                                              \
        talus_##name_##_options_defaults(options, size);                                           \
    }
/// Several numbers in a row of members.
#define SPAN(struct_, first_, last_)                                                               \
    .offset = offsetof(struct_, first_),                                                           \
    .size = offsetof(struct_, last_) + sizeof(((struct_ *)0)->last_) - offsetof(struct_, first_),  \
    .item = sizeof(((struct_ *)0)->first_)

typedef struct cli_operand {
    const char *name; ///< "SCENARIO"; "[SCENE]" may be left out; NULL ends a list
    cli_kind kind;
    cli_names *names; ///< offered by the completion; NULL = none
    const char *help;
} cli_operand;

typedef struct cli_arguments cli_arguments;

typedef struct cli_command {
    const char *name; ///< one or two words: "run", "terrain info"; NULL ends the table
    cli_exit (*run)(const cli_arguments *arguments);
    const char *brief;   ///< half a line for the overview
    const char *purpose; ///< a paragraph
    cli_operand operands[CLI_MAX_OPERANDS + 1];
    bool repeats;  ///< the last operand may be given several times
    bool optional; ///< the operands may be left out
    cli_option options[CLI_MAX_OPTIONS + 1];
    size_t size;                                  ///< of the struct that options are bound to
    void (*defaults)(void *options, size_t size); ///< fills it; NULL: zeros
    const char *example;
} cli_command;

/// A program and its commands.
typedef struct cli_program {
    const char *name;        ///< "talus"
    const char *title;       ///< half a line
    const char *description; ///< for the manual
    const char *ranks;       ///< the same program for mpirun and srun; NULL = there is none
    const cli_command *const *tables; ///< (table_count) each ends with a name NULL; in the order of
                                      ///< the overview
    size_t table_count;
} cli_program;

/// From now on this is the program whose help, manual and completion are printed. It must stay.
void cli_use_program(const cli_program *program);
const cli_program *cli_own_program(void);
/// Its name; "talus" before there is one.
const char *cli_program_name(void);
/// The commands in the order of the overview: the one after `last`, the first one after NULL.
/// @return NULL after the last one
const cli_command *cli_next_command(const cli_command *last);

typedef struct cli_given {
    const cli_option *option;
    const char *value;
} cli_given;

struct cli_arguments {
    const cli_command *command;
    const char **operands; ///< (operand_count) at least as many as the command has
    size_t operand_count;
    cli_given *given; ///< (given_count) options in the order of the command line
    size_t given_count;
    bool help;                      ///< --help was asked for
    const talus_exchange *exchange; ///< with other ranks; NULL = one process
};

/// Parse what follows the command. Wrong input is reported on stderr in one sentence.
/// @param words  (count) arguments after the command's own words; must outlive `arguments`
/// @return false on a usage error, or without memory: `given` or `operands` is NULL then
bool cli_arguments_parse(const cli_command *command, char **words, int count,
                         cli_arguments *arguments);
void cli_arguments_clear(cli_arguments *arguments);

/// A usage error: "PROGRAM COMMAND: SENTENCE; see PROGRAM COMMAND --help". @return false
bool cli_complain(const cli_command *command, const char *format, ...) TALUS_PRINTF(2, 3);
/// Fill the struct of the command (command->size bytes) with its defaults and the values given.
void cli_options_read(const cli_arguments *arguments, void *options);
/// What help says of an option: its sentence, range and names, and whether it is required.
/// @param with_layers  those of a CLI_LAYER, too, which are many
void cli_option_describe(const cli_option *option, bool with_layers, char *text, size_t size);
/// Default as help shows it: of the row, else of the member. @return NULL: none, else until the next
/// call
const char *cli_option_default(const cli_command *command, const cli_option *option);

/// Is it a value of this option; are all rows given that rows need? Else complain.
bool cli_option_check(const cli_command *command, const cli_option *option, const char *value);
bool cli_options_check(const cli_arguments *arguments);
/// @return how many numbers the text has; 0 for anything else than finite numbers with commas
int cli_read_numbers(const char *text, double *numbers);
/// How many numbers the members of an option hold; 0: as many as there are.
int cli_number_count(const cli_option *option);
/// Which of its names it is; their number when it is none.
size_t cli_find_name(const cli_option *option, const char *value);

/// Last value given for an option, NULL when absent ("" for a flag).
const char *cli_value(const cli_arguments *arguments, const char *name);
bool cli_has(const cli_arguments *arguments, const char *name);
uint64_t cli_count(const cli_arguments *arguments, const char *name, uint64_t fallback);
double cli_number(const cli_arguments *arguments, const char *name, double fallback);
/// Missing components are 0. @return number of components given
int cli_lengths(const cli_arguments *arguments, const char *name, talus_vec3 *lengths);

/// @param numbers  (CLI_MAX_NUMBERS) @return how many were given; 0 = the option is absent
int cli_numbers(const cli_arguments *arguments, const char *name, double *numbers);
/// Is it given with exactly `count` numbers? Absent is fine too; else complain on stderr.
bool cli_numbers_check(const cli_arguments *arguments, const char *name, int count);

/// Nearest of the names by edit distance, NULL when none is near.
const char *cli_nearest(const char *word, const char *const *names);

void cli_help_overview(FILE *stream);
void cli_help_command(FILE *stream, const cli_command *command);
void cli_print_completion(FILE *stream);
/// PROGRAM(1): what the program is, and its commands.
void cli_print_manual(FILE *stream);
/// PROGRAM-COMMAND(1).
void cli_print_command_manual(FILE *stream, const cli_command *command);

#endif
