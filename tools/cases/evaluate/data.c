// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program finds scenarios and rule packs.
#include "cases/evaluate/evaluate.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool evaluate_has_data(const char *directory)
{
    char path[EVALUATE_DATA + 64];
    (void)snprintf(path, sizeof path, "%s/scenarios/ramp.yaml", directory);
    return access(path, R_OK) == 0;
}

const char *evaluate_data(char room[EVALUATE_DATA])
{
    static const char *const beside[] = {"../share/talus", "../.."};
    enum { LONGEST = EVALUATE_DATA - 64 };
    char program[LONGEST];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash = NULL;
    if (length > 0) {
        program[length] = '\0';
        slash = strrchr(program, '/');
    }
    for (size_t k = 0; slash != NULL && k < 2; k++) {
        (void)snprintf(room, EVALUATE_DATA, "%.*s/%s", (int)(slash - program), program, beside[k]);
        if (evaluate_has_data(room)) {
            return room;
        }
    }
    return evaluate_has_data(".") ? "." : NULL;
}
