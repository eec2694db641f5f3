// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines: words between line ends. Only commands that end soon whatever they are given are
// run; of the others, the options are read.
#include "fuzz.h"

#include "foundation/terminal/options.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 24 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_copy("tests/cli/data/plane.yaml");
    fuzz_copy("tests/cli/data/plane.asc");
    fuzz_copy("tests/cli/data/plane.prj");
    fuzz_copy("tests/cli/data/rich/block.obj");
    return 0;
}

/// May this command line be run? Paths stay in the directory, sizes stay small.
static bool is_quick(char **words, int count)
{
    static const char *const quick[] = {"check",  "rock",      "map",  "replay",
                                        "--help", "--version", "merge"};
    bool found = count == 0;
    for (size_t i = 0; count > 0 && i < sizeof quick / sizeof quick[0]; i++) {
        found = found || strcmp(words[0], quick[i]) == 0;
    }
    for (int i = 0; i < count; i++) {
        found = found && strchr(words[i], '/') == NULL && strlen(words[i]) < 60;
    }
    return found;
}

static void read_options(char **words, int count)
{
    for (const cli_command *command = cli_next_command(NULL); command != NULL;
         command = cli_next_command(command)) {
        const char *space = strchr(command->name, ' ');
        const int own = space != NULL ? 2 : 1;
        if (count < own || strncmp(words[0], command->name, strlen(words[0])) != 0 ||
            (space != NULL && strcmp(words[1], space + 1) != 0)) {
            continue;
        }
        cli_arguments arguments;
        if (cli_arguments_parse(command, words + own, count - own, &arguments)) {
            for (const cli_option *option = command->options; option->name != NULL; option++) {
                (void)cli_has(&arguments, option->name);
                (void)cli_value(&arguments, option->name);
            }
        }
        cli_arguments_clear(&arguments);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *words[MOST + 1] = {NULL};
    int count = 0;
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    char *at = text;
    while (at != NULL && count < MOST) {
        char *end = strchr(at, '\n');
        words[count++] = at;
        if (end != NULL) {
            *end++ = '\0';
        }
        at = end;
    }
    read_options(words, count);
    if (is_quick(words, count)) {
        (void)fuzz_talus((const char *const *)words);
        fuzz_clean();
    }
    free(text);
    return 0;
}
