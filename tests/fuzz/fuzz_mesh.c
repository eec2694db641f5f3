// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes and point clouds: the first byte chooses the format, the rest is the file; a rock is made
// of it.
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
    static const char *const names[] = {"rock.obj", "rock.stl", "rock.ply", "rock.xyz", "rock.csv"};
    if (size == 0) {
        return 0;
    }
    const char *name = names[data[0] % 5];
    fuzz_file(name, data + 1, size - 1);
    (void)fuzz_talus((const char *const[]){"rock", name, "--json", NULL});
    return 0;
}
