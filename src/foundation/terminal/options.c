// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing of operands and options by the table, and access to what was given.
#include "foundation/terminal/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// One sentence about the command line, and where help is.
static bool complain(const cli_command *command, const char *format, ...) TALUS_PRINTF(2, 3);
static bool complain(const cli_command *command, const char *format, ...)
{
    char sentence[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    const char *program = cli_program_name();
    cli_say("%s %s: %s; see %s %s --help\n", program, command->name, sentence, program,
            command->name);
    return false;
}

enum { LONGEST_WORD = 63 };

/// Edit distance (insert, delete, replace; Levenshtein 1966) of words up to LONGEST_WORD letters.
static size_t edit_distance(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST_WORD || n > LONGEST_WORD) {
        return LONGEST_WORD;
    }
    size_t row[LONGEST_WORD + 1];
    for (size_t j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= m; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            size_t best = row[j] < row[j - 1] ? row[j] : row[j - 1];
            best++;
            row[j] = replaced < best ? replaced : best;
        }
    }
    return row[n];
}

const char *cli_nearest(const char *word, const char *const *names)
{
    // more than a third of the word is not a slip of the hand
    size_t best = strlen(word) / 3 + 2;
    const char *nearest = NULL;
    for (; *names; names++) {
        const size_t distance = edit_distance(word, *names);
        if (distance < best) {
            best = distance;
            nearest = *names;
        }
    }
    return nearest;
}

static const cli_option *find_option(const cli_command *command, const char *name, size_t length)
{
    for (const cli_option *option = command->options; option->name; option++) {
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0) {
            return option;
        }
    }
    return NULL;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
    for (const cli_option *option = command->options; option->name; option++) {
        if (option->letter == letter) {
            return option;
        }
    }
    return NULL;
}

static bool read_number(const char *text, double *number, const char **end)
{
    char *stop = NULL;
    *number = strtod(text, &stop);
    *end = stop;
    return stop != text && isfinite(*number);
}

static int read_lengths(const char *text, double lengths[3])
{
    for (int count = 0; count < 3; count++) {
        const char *end = text;
        if (!read_number(text, &lengths[count], &end) || !(lengths[count] > 0.0)) {
            return 0;
        }
        if (*end == '\0') {
            return count == 1 ? 0 : count + 1;
        }
        if (*end != ',') {
            return 0;
        }
        text = end + 1;
    }
    return 0;
}

/// @return how many numbers the text has; 0 for anything else than finite numbers with commas
static int read_numbers(const char *text, double *numbers)
{
    for (int count = 0; count < CLI_MAX_NUMBERS; count++) {
        const char *end = text;
        if (!read_number(text, &numbers[count], &end) || (*end != ',' && *end != '\0')) {
            return 0;
        }
        if (*end == '\0') {
            return count + 1;
        }
        text = end + 1;
    }
    return 0;
}

static bool read_count(const char *text, uint64_t *count)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    *count = value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

static bool check_choice(const cli_command *command, const cli_option *option, const char *value)
{
    const char *const *names = option->names();
    for (size_t i = 0; names[i]; i++) {
        if (strcmp(names[i], value) == 0) {
            return true;
        }
    }
    char list[1024] = "";
    for (size_t i = 0; names[i]; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = cli_nearest(value, names);
    return complain(command, "--%s: \"%s\" is not one of %s%s%s%s", option->name, value, list,
                    near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}

static bool check_value(const cli_command *command, const cli_option *option, const char *value)
{
    double numbers[3];
    uint64_t count = 0;
    const char *end = value;
    switch (option->kind) {
    case CLI_COUNT:
        return read_count(value, &count) ||
               complain(command, "--%s: found \"%s\", expected an integer >= 0", option->name,
                        value);
    case CLI_POSITIVE:
        return (read_number(value, numbers, &end) && *end == '\0' && numbers[0] > 0.0) ||
               complain(command, "--%s: found \"%s\", expected a number > 0", option->name, value);
    case CLI_DURATION:
        return (read_number(value, numbers, &end) && *end == '\0' && numbers[0] >= 0.0) ||
               complain(command, "--%s: found \"%s\", expected a number >= 0", option->name, value);
    case CLI_LENGTHS:
        return read_lengths(value, numbers) ||
               complain(command,
                        "--%s: found \"%s\", expected one or three lengths > 0 in metres with "
                        "commas, e.g. 1,1,0.5",
                        option->name, value);
    case CLI_NUMBERS:
        return read_numbers(value, numbers) ||
               complain(command, "--%s: found \"%s\", expected %s: numbers with commas",
                        option->name, value, option->argument);
    case CLI_CHOICE:
        return check_choice(command, option, value);
    case CLI_SETTING:
        end = strchr(value, '=');
        return (end && end > value) ||
               complain(command, "--%s: found \"%s\", expected KEY=VALUE, e.g. seed=2",
                        option->name, value);
    case CLI_FLAG:
    case CLI_TEXT:
        return true;
    case CLI_LAYER:
    case CLI_FILE:
    case CLI_DIRECTORY:
        return *value || complain(command, "--%s: the name is empty", option->name);
    }
    return false;
}

/// Take the option in words[*at] and its value; *at moves on to its last word.
static bool read_option(cli_arguments *arguments, char **words, int count, int *at)
{
    const cli_command *command = arguments->command;
    const char *word = words[*at];
    const bool is_long = word[1] == '-';
    const char *equals = is_long ? strchr(word, '=') : NULL;
    const size_t length = equals ? (size_t)(equals - word - 2) : strlen(word + 1) - 1;
    const cli_option *option = NULL;
    if (is_long) {
        option = find_option(command, word + 2, length);
    } else if (word[2] == '\0') {
        option = find_letter(command, word[1]);
    }
    if (!option) {
        const char *names[CLI_MAX_OPTIONS + 2] = {"help"};
        for (size_t i = 0; command->options[i].name; i++) {
            names[i + 1] = command->options[i].name;
        }
        char name[LONGEST_WORD + 1] = "";
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), word + 2);
        const char *near = is_long ? cli_nearest(name, names) : NULL;
        return complain(command, "unknown option %s%s%s%s", word, near ? " (did you mean --" : "",
                        near ? near : "", near ? "?)" : "");
    }
    const char *value = "";
    if (option->kind == CLI_FLAG) {
        if (equals) {
            return complain(command, "--%s takes no value", option->name);
        }
    } else if (equals) {
        value = equals + 1;
    } else if (*at + 1 < count) {
        value = words[++*at];
    } else {
        return complain(command, "--%s: its value %s is missing", option->name, option->argument);
    }
    arguments->given[arguments->given_count++] = (cli_given){option, value};
    return check_value(command, option, value);
}

/// Operands that must be given.
static size_t operand_count(const cli_command *command)
{
    size_t count = 0;
    while (command->operands[count].name && command->operands[count].name[0] != '[') {
        count++;
    }
    return count;
}

bool cli_arguments_parse(const cli_command *command, char **words, int count,
                         cli_arguments *arguments)
{
    *arguments = (cli_arguments){.command = command};
    arguments->given = calloc((size_t)count + 1, sizeof *arguments->given);
    arguments->operands = calloc((size_t)count + 1, sizeof *arguments->operands);
    if (!arguments->given || !arguments->operands) {
        fprintf(stderr, "%s: error: out of memory for the command line\n", cli_program_name());
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            arguments->help = true;
            return true;
        }
    }
    const size_t needed = operand_count(command);
    size_t *found = &arguments->operand_count;
    bool only_operands = false;
    for (int i = 0; i < count; i++) {
        if (!only_operands && strcmp(words[i], "--") == 0) {
            only_operands = true;
        } else if (!only_operands && words[i][0] == '-' && words[i][1] != '\0') {
            if (!read_option(arguments, words, count, &i)) {
                return false;
            }
        } else if (*found < needed || command->repeats) {
            arguments->operands[(*found)++] = words[i];
        } else {
            return complain(command, "\"%s\" is one argument too many", words[i]);
        }
    }
    return *found >= needed || (command->optional && *found == 0) ||
           complain(command, "%s is missing: %s", command->operands[*found].name,
                    command->operands[*found].help);
}

void cli_arguments_clear(cli_arguments *arguments)
{
    free(arguments->given);
    free(arguments->operands);
    *arguments = (cli_arguments){0};
}

const char *cli_value(const cli_arguments *arguments, const char *name)
{
    for (size_t i = arguments->given_count; i > 0; i--) {
        if (strcmp(arguments->given[i - 1].option->name, name) == 0) {
            return arguments->given[i - 1].value;
        }
    }
    return NULL;
}

bool cli_has(const cli_arguments *arguments, const char *name)
{
    return cli_value(arguments, name) != NULL;
}

uint64_t cli_count(const cli_arguments *arguments, const char *name, uint64_t fallback)
{
    const char *value = cli_value(arguments, name);
    uint64_t count = fallback;
    if (value) {
        read_count(value, &count);
    }
    return count;
}

double cli_number(const cli_arguments *arguments, const char *name, double fallback)
{
    const char *value = cli_value(arguments, name);
    return value ? strtod(value, NULL) : fallback;
}

int cli_lengths(const cli_arguments *arguments, const char *name, talus_vec3 *lengths)
{
    double numbers[3] = {0.0, 0.0, 0.0};
    const char *value = cli_value(arguments, name);
    const int count = value ? read_lengths(value, numbers) : 0;
    *lengths = (talus_vec3){numbers[0], numbers[1], numbers[2]};
    return count;
}

int cli_numbers(const cli_arguments *arguments, const char *name, double *numbers)
{
    const char *value = cli_value(arguments, name);
    return value ? read_numbers(value, numbers) : 0;
}

bool cli_numbers_check(const cli_arguments *arguments, const char *name, int count)
{
    double numbers[CLI_MAX_NUMBERS];
    const int found = cli_numbers(arguments, name, numbers);
    return found == 0 || found == count ||
           complain(arguments->command, "--%s: found %d numbers, expected %d", name, found, count);
}
