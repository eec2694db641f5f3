// SPDX-License-Identifier: GPL-3.0-or-later
// Why results do not fit to a state: another operation between coordinate systems was chosen, as where
// another set of PROJ's grids is installed.
#include "app/cli/results.h"
#include "foundation/files/files.h"

#include <stdlib.h>
#include <string.h>

/// The next operation of a resolved scenario, in its quotes. @return behind it, NULL = no more
static const char *next_operation(const char *at, const char **text, size_t *length)
{
    static const char key[] = "operation: \"";
    const char *found = strstr(at, key);
    if (found == NULL) {
        return NULL;
    }
    *text = found + sizeof key - 1;
    *length = strcspn(*text, "\"\n");
    return *text + *length;
}

/// The grids of an operation: "grids=a.tif"; "no grid"
static void word_grids(const char *text, size_t length, char *words, size_t size)
{
    size_t used = 0;
    snprintf(words, size, "no grid");
    for (const char *at = text; (at = strstr(at, "grids=")) != NULL && at < text + length;) {
        const int width = (int)strcspn(at, " \"\n");
        if (used + (size_t)width + 3 < size) {
            used += (size_t)snprintf(words + used, size - used, "%s%.*s", used > 0 ? ", " : "",
                                     width, at);
        }
        at += width;
    }
}

void cli_say_operations(const cli_results *place, const char *directory)
{
    char path[CLI_PATH_SIZE], grids[2][300];
    char *kept = NULL;
    size_t size = 0, lengths[2] = {0};
    const char *texts[2] = {NULL}, *now = place->resolved;
    // results of a run that was killed have none but the one of the state
    static const char *const names[] = {"checkpoint/scenario.yaml", "scenario.yaml"};
    for (size_t k = 0; k < 2 && kept == NULL; k++) {
        if (talus_directory_file(directory, names[k], path, sizeof path, NULL) != TALUS_OK ||
            files_read_all(path, &kept, &size, NULL) != TALUS_OK) {
            kept = NULL;
        }
    }
    const char *then = kept;
    while (then != NULL && now != NULL) {
        then = next_operation(then, &texts[0], &lengths[0]);
        now = next_operation(now, &texts[1], &lengths[1]);
        if (then != NULL && now != NULL &&
            (lengths[0] != lengths[1] || memcmp(texts[0], texts[1], lengths[0]) != 0)) {
            word_grids(texts[0], lengths[0], grids[0], sizeof grids[0]);
            word_grids(texts[1], lengths[1], grids[1], sizeof grids[1]);
            fprintf(stderr,
                    "talus: %s brought a file to the DEM's coordinates by another operation (%s) "
                    "than is chosen now (%s): install the same grids, or name one operation with "
                    "`operation:`. There: \"%.*s\"\n",
                    directory, grids[0], grids[1], (int)lengths[0], texts[0]);
            break;
        }
    }
    free(kept);
}
