// SPDX-License-Identifier: GPL-3.0-or-later
// What was given on a command line, and sentences about it.
#include "foundation/terminal/terminal.h"

#include <stdarg.h>
#include <string.h>

bool cli_complain(const cli_command *command, const char *format, ...)
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
