// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario with all it names, loaded: what `talus check` does.
#include "fuzz.h"

#include <stddef.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_copy_scenario_files();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file("scenario.yaml", data, size);
    (void)fuzz_talus((const char *const[]){"check", "scenario.yaml", NULL});
    return 0;
}
