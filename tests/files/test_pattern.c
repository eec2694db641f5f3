// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of names of files.
#include "foundation/files/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 512 };

/// A directory whose name has all letters of patterns, with files in it.
static void make_files(char *directory)
{
    const char *base = getenv("TALUS_TEST_TMP");
    snprintf(directory, PATH, "%s/talus_pattern_[*]?_XXXXXX", base ? base : "/tmp");
    cr_assert_not_null(mkdtemp(directory));
    static const char *const names[] = {"b.tif", "a.tif", "a.txt", "x[1].tif", "sub.tif/c.tif"};
    for (size_t k = 0; k < 5; k++) {
        char path[2 * PATH];
        snprintf(path, sizeof path, "%s/sub.tif", directory);
        cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
        snprintf(path, sizeof path, "%s/%s", directory, names[k]);
        cr_assert_eq(files_write_all(path, "x", 1, NULL), TALUS_OK);
    }
}

Test(pattern, matches_are_sorted_files_seen_from_the_directory)
{
    char directory[PATH];
    files_names names;
    make_files(directory);
    cr_assert_eq(files_match(directory, "*.tif", &names, NULL), TALUS_OK);
    cr_assert_eq(names.count, 3); // the directory sub.tif is none
    cr_expect_str_eq(names.items[0], "a.tif");
    cr_expect_str_eq(names.items[1], "b.tif");
    cr_expect_str_eq(names.items[2], "x[1].tif");
    files_names_clear(&names);
    cr_assert_eq(files_match(directory, "*/?.tif", &names, NULL), TALUS_OK);
    cr_assert_eq(names.count, 1);
    cr_expect_str_eq(names.items[0], "sub.tif/c.tif");
    files_names_clear(&names);
}

Test(pattern, directories_that_are_there_are_taken_as_they_are)
{
    char directory[PATH], path[2 * PATH];
    files_names names = {0};
    talus_error error = {0};
    make_files(directory);
    snprintf(path, sizeof path, "%s/sub.tif/[a-c].tif", directory);
    cr_assert_eq(files_names_add(&names, path, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(names.count, 1);
    snprintf(path, sizeof path, "%s/sub.tif/c.tif", directory);
    cr_expect_str_eq(names.items[0], path);
    files_names_clear(&names);
    snprintf(path, sizeof path, "%s/s?b.tif/*.tif", directory);
    cr_assert_eq(files_names_add(&names, path, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(names.count, 1);
    files_names_clear(&names);
}

Test(pattern, without_a_match_it_says_so)
{
    char directory[PATH];
    files_names names;
    talus_error error;
    make_files(directory);
    cr_expect_eq(files_match(directory, "*.asc", &names, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "*.asc"));
    cr_expect_eq(names.count, 0);
}

Test(pattern, a_file_of_just_this_name_is_no_pattern)
{
    char directory[PATH], path[2 * PATH];
    make_files(directory);
    snprintf(path, sizeof path, "%s/x[1].tif", directory);
    cr_expect_not(files_is_pattern(path));
    snprintf(path, sizeof path, "%s/x[2].tif", directory);
    cr_expect(files_is_pattern(path));
    cr_expect_not(files_is_pattern("/vsizip/a.zip/*.tif"));
    cr_expect_not(files_is_pattern("missing.tif"));
}
