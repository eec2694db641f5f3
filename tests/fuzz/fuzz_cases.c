// SPDX-License-Identifier: GPL-3.0-or-later
// JSON files of cases: the first byte chooses the evaluator, the rest is the file.
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
    static const char *const groups[] = {"rocking", "spin", "step"};
    if (size == 0) {
        return 0;
    }
    fuzz_file("cases.json", data + 1, size - 1);
    (void)fuzz_talus((const char *const[]){groups[data[0] % 3], "evaluate", "cases.json", NULL});
    return 0;
}
