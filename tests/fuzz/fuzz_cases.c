// SPDX-License-Identifier: GPL-3.0-or-later
// JSON files of cases.
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
    fuzz_file("cases.json", data, size);
    (void)fuzz_cases((const char *const[]){"evaluate", "cases.json", NULL});
    return 0;
}
