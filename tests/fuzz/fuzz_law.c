// SPDX-License-Identifier: GPL-3.0-or-later
// Impact laws of small systems.
#include "fuzz.h"

#include <stddef.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file("law.json", data, size);
    // one of the two ways to print it
    const char *json = size % 2 == 0 ? "--json" : NULL;
    (void)fuzz_lab((const char *const[]){"law", "law.json", json, NULL});
    return 0;
}
