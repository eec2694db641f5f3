// SPDX-License-Identifier: GPL-3.0-or-later
// Rotation schemes on the command line.
#include "input/command/command.h"

#include <string.h>

static void add_scheme(cli_schemes *list, talus_scheme scheme)
{
    for (size_t k = 0; k < list->count; k++) {
        if (list->items[k] == scheme) {
            list->is_repeated = true;
            return;
        }
    }
    list->items[list->count++] = scheme;
}

static bool reject_scheme(const cli_arguments *arguments, const char *option, const char *name)
{
    const char *names[TALUS_SCHEME_COUNT + 2] = {"all"};
    cli_say("%s %s: --%s: \"%s\" is not one of all", cli_program_name(), arguments->command->name,
            option, name);
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        names[k + 1] = talus_scheme_name((talus_scheme)k);
        fprintf(stderr, ", %s", names[k + 1]);
    }
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "%s%s%s; see %s %s --help\n", near ? " (did you mean " : "", near ? near : "",
            near ? "?)" : "", cli_program_name(), arguments->command->name);
    return false;
}

/// One value of the option: names with commas.
static bool add_schemes(const cli_arguments *arguments, const cli_given *given, cli_schemes *list)
{
    const char *rest = given->value;
    char name[64];
    while (cli_next_item(&rest, name, sizeof name)) {
        talus_scheme scheme;
        if (strcmp(name, "all") == 0) {
            for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
                add_scheme(list, (talus_scheme)k);
            }
        } else if (talus_scheme_from_name(name, &scheme)) {
            add_scheme(list, scheme);
        } else {
            return reject_scheme(arguments, given->option->name, name);
        }
    }
    return true;
}

bool cli_schemes_read(const cli_arguments *arguments, const char *option, cli_schemes *list)
{
    static const char *const usual[] = {"explicit", "midpoint", "exact"};
    *list = (cli_schemes){.count = 0};
    for (size_t k = 0; k < arguments->given_count; k++) {
        if (strcmp(arguments->given[k].option->name, option) == 0 &&
            !add_schemes(arguments, &arguments->given[k], list)) {
            return false;
        }
    }
    for (size_t k = 0; k < 3 && !cli_has(arguments, option); k++) {
        talus_scheme scheme;
        if (talus_scheme_from_name(usual[k], &scheme)) {
            add_scheme(list, scheme);
        }
    }
    return true;
}

const char *const *cli_scheme_names(void)
{
    static const char *const names[] = {
#define NAME(enumerator, name, doc) name,
        TALUS_SCHEME_LIST(NAME)
#undef NAME
            NULL};
    return names;
}
