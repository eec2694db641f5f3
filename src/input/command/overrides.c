// SPDX-License-Identifier: GPL-3.0-or-later
// Options of a command line become overrides of scenario keys.
#include "input/command/command.h"

#include "foundation/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_overrides_clear(cli_overrides *list)
{
    for (size_t i = 0; i < 2 * list->count; i++) {
        free(list->texts[i]);
    }
    free(list->texts);
    free(list->items);
    *list = (cli_overrides){0};
}

static char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

bool cli_overrides_add(cli_overrides *list, const char *path, size_t path_length, const char *value)
{
    size_t texts = list->capacity;
    if (!array_reserve(&list->texts, &texts, list->count + 1, 2 * sizeof *list->texts) ||
        !array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
        return false;
    }
    char *path_copy = copy_text(path, path_length);
    char *value_copy = copy_text(value, strlen(value));
    list->texts[2 * list->count] = path_copy;
    list->texts[2 * list->count + 1] = value_copy;
    list->items[list->count++] = (talus_override){path_copy, value_copy};
    return path_copy && value_copy;
}

/// A directory of the command line is meant from where the user stands, not from the scenario file.
static char *absolute_path(const char *path)
{
    char here[4096] = "";
    if (path[0] != '/' && !getcwd(here, sizeof here)) {
        return NULL;
    }
    const size_t size = strlen(here) + strlen(path) + 2;
    char *absolute = malloc(size);
    if (absolute) {
        snprintf(absolute, size, "%s%s%s", here, here[0] ? "/" : "", path);
    }
    return absolute;
}

/// YAML double-quoted scalar: any directory name stays one string.
static char *quoted(const char *text)
{
    char *copy = malloc(2 * strlen(text) + 3);
    if (!copy) {
        return NULL;
    }
    char *to = copy;
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            *to++ = '\\';
        }
        *to++ = *text;
    }
    *to++ = '"';
    *to = '\0';
    return copy;
}

bool cli_overrides_add_directory(cli_overrides *list, const char *directory)
{
    char *absolute = absolute_path(directory);
    char *value = absolute ? quoted(absolute) : NULL;
    const bool ok = value && cli_overrides_add(list, "outputs.dir", strlen("outputs.dir"), value);
    free(value);
    free(absolute);
    return ok;
}

/// The longest time step of a list: what the scenario refuses is refused before anything runs.
static bool add_longest_step(cli_overrides *list, const char *steps)
{
    static const char key[] = "simulation.time_step_s";
    const char *longest = steps;
    for (const char *at = steps; at; at = strchr(at, ',')) {
        at += *at == ',';
        longest = strtod(at, NULL) > strtod(longest, NULL) ? at : longest;
    }
    char *value = copy_text(longest, strcspn(longest, ","));
    static const char path[] = "simulation.step_path_m";
    const bool ok = value && cli_overrides_add(list, key, strlen(key), value) &&
                    cli_overrides_add(list, path, strlen(path), "0");
    free(value);
    return ok;
}

bool cli_overrides_collect(const cli_arguments *arguments, cli_overrides *list)
{
    static const struct {
        const char *option, *key;
    } keys[] = {{"threads", "simulation.threads"},
                {"seed", "seed"},
                {"scheme", "simulation.scheme"},
                {"checkpoint", "outputs.checkpoint_s"}};
    bool ok = true;
    for (size_t i = 0; i < arguments->given_count; i++) {
        const cli_given *given = &arguments->given[i];
        if (given->option->kind == CLI_SETTING) {
            const char *equals = strchr(given->value, '=');
            ok = ok &&
                 cli_overrides_add(list, given->value, (size_t)(equals - given->value), equals + 1);
        }
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = cli_value(arguments, keys[i].option);
        if (value) {
            ok = ok && cli_overrides_add(list, keys[i].key, strlen(keys[i].key), value);
        }
    }
    const char *steps = cli_value(arguments, "time-steps");
    ok = ok && (!steps || add_longest_step(list, steps));
    const char *directory = cli_value(arguments, "out");
    return ok && (!directory || cli_overrides_add_directory(list, directory));
}
