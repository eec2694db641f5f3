// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzz targets share: a directory of their own, the input as a file, the program in
// process. Each target has LLVMFuzzerTestOneInput; it runs under libFuzzer (clang) or, file by
// file, from replay.c (any compiler).
#ifndef TALUS_TESTS_FUZZ_H
#define TALUS_TESTS_FUZZ_H

#include "talus/base.h"

enum { FUZZ_PATH = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/// Once, before all inputs.
int LLVMFuzzerInitialize(int *argc, char ***argv);

/// The directory for files of this process, on a memory disk where there is one; removed at the
/// end.
const char *fuzz_directory(void);
/// Path of a file there. The text is overwritten by the fourth call after it.
const char *fuzz_path(const char *name);
/// Write a file there. @return its path
const char *fuzz_file(const char *name, const uint8_t *data, size_t size);
/// Copy a file of the source tree there, under its own name.
void fuzz_copy(const char *source);
/// What the seeds of scenarios name.
void fuzz_copy_scenario_files(void);
/// Remove everything in the directory that fuzz_copy did not put there.
void fuzz_clean(void);

/// Run talus in this process, in that directory. Ends the process when the exit code is none of
/// those that the manual lists. @param words arguments, NULL at the end @return exit code
int fuzz_talus(const char *const *words);
/// Likewise talus-cases.
int fuzz_lab(const char *const *words);
int fuzz_cases(const char *const *words);

/// Read the contact problem of that file, write it as `copy` and read it back, solve it with few
/// iterations. Ends the process where that fails, or an object of HDF5 stays open.
void fuzz_contact_problem(const char *name, const char *copy);

/// Calls of fuzz_talus that ended with exit code 0, and of fuzz_expect_told without a failure: where
/// none does, the seeds reach nothing behind the first check.
size_t fuzz_accepted(void);

/// End the process with a message: a promise was broken.
_Noreturn void fuzz_fail(const char *format, ...) TALUS_PRINTF(1, 2);
/// fuzz_fail unless a failure has a sentence.
void fuzz_expect_told(talus_status status, const talus_error *error);

#endif
