// SPDX-License-Identifier: GPL-3.0-or-later
// Values of options: what they must be, and which go together.
#include "foundation/terminal/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_TEXT = 1024 };

static bool read_number(const char *text, double *number, const char **end)
{
    char *stop = NULL;
    *number = strtod(text, &stop);
    *end = stop;
    return stop != text && isfinite(*number);
}

int cli_read_numbers(const char *text, double *numbers)
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

static int read_lengths(const char *text, double lengths[3])
{
    const int count = cli_read_numbers(text, lengths);
    for (int k = 0; k < count; k++) {
        if (!(lengths[k] > 0.0)) {
            return 0;
        }
    }
    return count == 2 ? 0 : count;
}

static bool read_count(const char *text, uint64_t *count)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    *count = value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

size_t cli_find_name(const cli_option *option, const char *value)
{
    const char *const *names = option->names();
    size_t k = 0;
    while (names[k] && strcmp(names[k], value) != 0) {
        k++;
    }
    return k;
}

static bool check_choice(const cli_command *command, const cli_option *option, const char *value)
{
    const char *const *names = option->names();
    if (names[cli_find_name(option, value)] != NULL) {
        return true;
    }
    char list[LONGEST_TEXT];
    cli_join_names(names, list, sizeof list);
    const char *near = cli_nearest(value, names);
    return cli_complain(command, "--%s: \"%s\" is not one of %s%s%s%s", option->name, value, list,
                        near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}

static bool check_names(const cli_command *command, const cli_option *option, const char *value)
{
    char name[64];
    bool is_known = true;
    while (is_known && cli_next_item(&value, name, sizeof name)) {
        is_known = check_choice(command, option, name);
    }
    return is_known;
}

/// A number or a count, and its range.
static bool check_number(const cli_command *command, const cli_option *option, const char *value)
{
    const bool is_count = option->kind == CLI_COUNT;
    const bool has_range = option->range.max > option->range.min;
    const char *usual = is_count && option->size == 4  ? "an integer from 0 to 2147483647"
                        : is_count                     ? "an integer >= 0"
                        : option->kind == CLI_POSITIVE ? "a number > 0"
                                                       : "a number >= 0";
    double number = 0.0;
    uint64_t count = 0;
    const char *end = value;
    bool holds = false;
    if (is_count) {
        holds = read_count(value, &count) && (option->size != 4 || count <= INT32_MAX);
        number = (double)count;
    } else {
        holds = read_number(value, &number, &end) && *end == '\0' &&
                (option->kind == CLI_POSITIVE ? number > 0.0 : number >= 0.0);
    }
    if (holds && (!has_range || row_holds(&option->range, number))) {
        return true;
    }
    char range[80] = "";
    if (has_range) {
        row_describe_range(&option->range, is_count, range, sizeof range);
    }
    return cli_complain(command, "--%s: found \"%s\", expected %s%s%s%s", option->name, value,
                        !has_range ? usual
                        : is_count ? "an integer"
                                   : "a number",
                        range, has_range && option->unit ? " " : "",
                        has_range && option->unit ? option->unit : "");
}

int cli_number_count(const cli_option *option)
{
    const size_t item = option->kind == CLI_COUNTS ? option->item : sizeof(double);
    return item > 0 ? (int)(option->size / item) : 0;
}

static bool check_numbers(const cli_command *command, const cli_option *option, const char *value)
{
    double numbers[CLI_MAX_NUMBERS];
    const int found = cli_read_numbers(value, numbers), held = cli_number_count(option);
    const int most = held == 0 && option->least > 0 ? CLI_MAX_NUMBERS : held;
    const int least = option->least > 0 ? option->least : most;
    if (found == 0) {
        return cli_complain(command, "--%s: found \"%s\", expected %s: numbers with commas",
                            option->name, value, option->argument);
    }
    if (most > 0 && (found < least || found > most)) {
        char more[16] = "";
        snprintf(more, least < most ? sizeof more : 1, " or %d", most);
        return cli_complain(command, "--%s: found %d number%s, expected %d%s", option->name, found,
                            found > 1 ? "s" : "", least, more);
    }
    for (int k = 0; k < found; k++) {
        const bool is_whole =
            option->kind != CLI_COUNTS || (numbers[k] >= 0.0 && numbers[k] == floor(numbers[k]));
        char range[80] = "";
        if (option->range.max > option->range.min) {
            row_describe_range(&option->range, false, range, sizeof range);
        }
        if (!is_whole || (range[0] != '\0' && !row_holds(&option->range, numbers[k]))) {
            return cli_complain(command, "--%s: found %g, expected %s%s%s%s", option->name,
                                numbers[k], option->kind == CLI_COUNTS ? "integers" : "numbers",
                                range, option->unit ? " " : "", option->unit ? option->unit : "");
        }
    }
    return true;
}

bool cli_option_check(const cli_command *command, const cli_option *option, const char *value)
{
    double numbers[CLI_MAX_NUMBERS];
    const char *end = value;
    switch (option->kind) {
    case CLI_COUNT:
    case CLI_POSITIVE:
    case CLI_DURATION:
        return check_number(command, option, value);
    case CLI_LENGTHS:
        return read_lengths(value, numbers) ||
               cli_complain(command,
                            "--%s: found \"%s\", expected one or three lengths > 0 in metres with "
                            "commas, e.g. 1,1,0.5",
                            option->name, value);
    case CLI_NUMBERS:
    case CLI_COUNTS:
        return check_numbers(command, option, value);
    case CLI_CHOICE:
        return check_choice(command, option, value);
    case CLI_NAMES:
        return check_names(command, option, value);
    case CLI_SETTING:
        end = strchr(value, '=');
        return (end && end > value) ||
               cli_complain(command, "--%s: found \"%s\", expected KEY=VALUE, e.g. seed=2",
                            option->name, value);
    case CLI_FLAG:
    case CLI_TEXT:
        return true;
    case CLI_LAYER:
    case CLI_FILE:
    case CLI_DIRECTORY:
        return *value || cli_complain(command, "--%s: the name is empty", option->name);
    }
    return false;
}

/// @return the first of the options that is given, in `name`
static bool find_given(const cli_arguments *arguments, const char *names,
                       char name[ROW_LONGEST_KEY])
{
    while (names && row_next_key(&names, name)) {
        if (cli_has(arguments, name)) {
            return true;
        }
    }
    return false;
}

/// What a row says of other rows.
static bool check_row(const cli_arguments *arguments, const cli_option *option)
{
    const cli_command *command = arguments->command;
    const row_condition *needs = &option->needs, *excludes = &option->excludes;
    char other[ROW_LONGEST_KEY];
    if (!cli_has(arguments, option->name)) {
        return option->required == NULL || find_given(arguments, option->required, other) ||
               cli_complain(command, "--%s is missing%s%s: expected %s, %s", option->name,
                            option->required[0] ? ", or --" : "", option->required,
                            option->argument, option->help);
    }
    if (needs->keys && !find_given(arguments, needs->keys, other)) {
        return needs->sentence
                   ? cli_complain(command, "--%s%s", option->name, needs->sentence)
                   : cli_complain(command, "--%s goes with --%s", option->name, needs->keys);
    }
    if (find_given(arguments, excludes->keys, other)) {
        return excludes->sentence
                   ? cli_complain(command, "--%s%s", option->name, excludes->sentence)
                   : cli_complain(command, "--%s does not go with --%s", option->name, other);
    }
    return true;
}

bool cli_options_check(const cli_arguments *arguments)
{
    for (const cli_option *option = arguments->command->options; option->name; option++) {
        if (!check_row(arguments, option)) {
            return false;
        }
    }
    return true;
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
    return value ? cli_read_numbers(value, numbers) : 0;
}

bool cli_numbers_check(const cli_arguments *arguments, const char *name, int count)
{
    double numbers[CLI_MAX_NUMBERS];
    const int found = cli_numbers(arguments, name, numbers);
    return found == 0 || found == count ||
           cli_complain(arguments->command, "--%s: found %d numbers, expected %d", name, found,
                        count);
}
