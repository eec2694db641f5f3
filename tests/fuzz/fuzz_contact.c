// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems: text, FCLIB, gzip. What is read is solved with few iterations, and written and
// read back. HDF5 1.10.8 crashes in some damaged files: libFuzzer leaves them to the target "fclib".
#include "fuzz.h"
#include "lab/problem_files/contact_problem.h"
#include "lab/problem_files/contact_problem_hdf5.h"

#include "foundation/files/files.h"

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
    const char *path = fuzz_file("problem.dat", data, size);
    problem_rows *rows = NULL, *again = NULL;
    talus_error error = {0};
    const talus_status status = files_read_contact_problem(path, &rows, &error);
    fuzz_expect_told(status, &error);
    if (status == TALUS_OK) {
        const talus_contact_problem problem = problem_rows_view(rows);
        const char *copy = fuzz_path("copy.dat");
        if (files_write_contact_problem(copy, &problem, &error) != TALUS_OK ||
            files_read_contact_problem(copy, &again, &error) != TALUS_OK) {
            fuzz_fail("what was read cannot be written and read: %s", error.message);
        }
        (void)fuzz_talus((const char *const[]){"contact", "solve", "problem.dat", "--json",
                                               "--iterations", "60", NULL});
    }
    if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) != 0) {
        fuzz_fail("an object of HDF5 stays open after reading");
    }
    problem_rows_destroy(again);
    problem_rows_destroy(rows);
    return 0;
}
