// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing of operands and options by the table.
#include "foundation/terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 63 };

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
        char name[LONGEST_NAME + 1] = "";
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), word + 2);
        const char *near = is_long ? cli_nearest(name, names) : NULL;
        return cli_complain(command, "unknown option %s%s%s%s", word,
                            near ? " (did you mean --" : "", near ? near : "", near ? "?)" : "");
    }
    const char *value = "";
    if (option->kind == CLI_FLAG) {
        if (equals) {
            return cli_complain(command, "--%s takes no value", option->name);
        }
    } else if (equals) {
        value = equals + 1;
    } else if (*at + 1 < count) {
        value = words[++*at];
    } else {
        return cli_complain(command, "--%s: its value %s is missing", option->name,
                            option->argument);
    }
    arguments->given[arguments->given_count++] = (cli_given){option, value};
    return cli_option_check(command, option, value);
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
            return cli_complain(command, "\"%s\" is one argument too many", words[i]);
        }
    }
    return *found >= needed || (command->optional && *found == 0)
               ? cli_options_check(arguments)
               : cli_complain(command, "%s is missing: %s", command->operands[*found].name,
                              command->operands[*found].help);
}

void cli_arguments_clear(cli_arguments *arguments)
{
    free(arguments->given);
    free(arguments->operands);
    *arguments = (cli_arguments){0};
}
