// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems: text, FCLIB, gzip. What is read is solved with few iterations, and written and
// read back. HDF5 1.10.8 crashes in some damaged files: libFuzzer leaves them to the target "fclib".
#include "fuzz.h"

#include <stddef.h>
#include <string.h>

#ifdef TALUS_FUZZ
static const bool reads_hdf5 = false;
#else
static const bool reads_hdf5 = true;
#endif

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!reads_hdf5 && size >= 4 && memcmp(data, "\x89HDF", 4) == 0) {
        return 0;
    }
    (void)fuzz_file("problem.dat", data, size);
    fuzz_contact_problem("problem.dat", "copy.dat");
    return 0;
}
