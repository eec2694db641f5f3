// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of rocks in a mapped file: zeroed, without a name, and plain memory where it cannot be.
#include "runs/ensemble/rock_memory.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SIZE = 1 << 20 };

static const char *make_directory(void)
{
    static char path[512];
    const char *root = getenv("TALUS_TEST_TMP");
    snprintf(path, sizeof path, "%s/rock_memory", root != NULL ? root : "/tmp");
    mkdir(path, 0777);
    return path;
}

static size_t count_files(const char *path)
{
    size_t count = 0;
    DIR *directory = opendir(path);
    cr_assert_not_null(directory);
    while (readdir(directory) != NULL) {
        count++;
    }
    closedir(directory);
    return count - 2; // . and ..
}

static void expect_zeroed_and_writable(rock_memory *memory)
{
    unsigned char *bytes = memory->data;
    for (size_t k = 0; k < SIZE; k++) {
        cr_assert_eq(bytes[k], 0);
    }
    memset(bytes, 7, SIZE);
    cr_expect_eq(bytes[SIZE - 1], 7);
}

Test(rock_memory, large_amounts_are_mapped_and_leave_no_file)
{
    const char *scratch = make_directory();
    rock_memory memory;
    cr_assert(rock_memory_reserve(&memory, SIZE, scratch, SIZE - 1));
    cr_expect(memory.is_mapped);
    cr_expect_eq(count_files(scratch), 0);
    expect_zeroed_and_writable(&memory);
    rock_memory_release(&memory);
    cr_expect_null(memory.data);
}

Test(rock_memory, small_amounts_and_those_without_a_directory_are_plain)
{
    rock_memory memory;
    cr_assert(rock_memory_reserve(&memory, SIZE, make_directory(), SIZE));
    cr_expect_not(memory.is_mapped);
    expect_zeroed_and_writable(&memory);
    rock_memory_release(&memory);
    cr_assert(rock_memory_reserve(&memory, SIZE, NULL, 0));
    cr_expect_not(memory.is_mapped);
    rock_memory_release(&memory);
    cr_assert(rock_memory_reserve(&memory, SIZE, "/nowhere", 0));
    cr_expect_not(memory.is_mapped);
    rock_memory_release(&memory);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
Test(rock_memory, what_fits_nowhere_is_refused)
{
    rock_memory memory;
    cr_expect_not(rock_memory_reserve(&memory, SIZE_MAX / 2, make_directory(), 0));
    cr_expect_null(memory.data);
    rock_memory_release(&memory);
}
#endif
