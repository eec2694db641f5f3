// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/base/atomic_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void name_file(const char *name, char path[512])
{
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, 512, "%s/%s.%ld", directory == NULL ? "/tmp" : directory, name, (long)getpid());
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static void check_text(const char *path, const char *expected)
{
    char text[64] = "";
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    cr_assert_not_null(fgets(text, sizeof text, file));
    fclose(file);
    cr_assert_str_eq(text, expected);
}

Test(atomic_file, replaces_the_old_file)
{
    char path[512], part[600];
    name_file("replaced", path);
    write_text(path, "old");
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    write_text(part, "new");
    cr_assert_eq(atomic_file_replace(part, path, NULL), TALUS_OK);
    check_text(path, "new");
    cr_assert_neq(access(part, F_OK), 0);
    unlink(path);
}

Test(atomic_file, keeps_the_old_file_when_there_is_no_new_one)
{
    char path[512], part[600];
    talus_error error;
    name_file("kept", path);
    write_text(path, "old");
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    unlink(part);
    cr_assert_eq(atomic_file_replace(part, path, &error), TALUS_ERROR_IO);
    cr_assert_not_null(strstr(error.message, path));
    check_text(path, "old");
    unlink(path);
}

Test(atomic_file, never_takes_the_place_of_a_pipe_or_device)
{
    char path[512], part[600];
    struct stat facts;
    talus_error error;
    name_file("pipe", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    write_text(part, "new");
    cr_expect_eq(atomic_file_replace(part, path, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "expected a plain file"));
    cr_expect(stat(path, &facts) == 0 && S_ISFIFO(facts.st_mode));
    cr_expect_neq(access(part, F_OK), 0);
    unlink(path);
}

/// What stands under path.part is not ours: neither it nor what a link points to is touched.
Test(atomic_file, never_follows_a_link_that_stands_where_it_writes)
{
    char path[512], own[600], link[600], part[700];
    name_file("linked", path);
    snprintf(own, sizeof own, "%s.own", path);
    snprintf(link, sizeof link, "%s.part", path);
    write_text(own, "mine");
    cr_assert_eq(symlink(own, link), 0);
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    cr_expect_str_neq(part, link);
    write_text(part, "new");
    cr_assert_eq(atomic_file_replace(part, path, NULL), TALUS_OK);
    check_text(path, "new");
    check_text(own, "mine");
    struct stat facts;
    cr_expect(lstat(link, &facts) == 0 && S_ISLNK(facts.st_mode));
    cr_assert_eq(atomic_file_begin_directory(path, part, sizeof part, NULL), TALUS_OK);
    cr_expect(lstat(part, &facts) == 0 && S_ISDIR(facts.st_mode));
    rmdir(part);
    unlink(link);
    unlink(own);
    unlink(path);
}

Test(atomic_file, refuses_a_path_that_is_too_long)
{
    char part[8];
    talus_error error;
    cr_assert_eq(atomic_file_begin("map.png", part, sizeof part, &error), TALUS_ERROR_ARGUMENT);
}

Test(atomic_file, says_that_a_directory_is_not_there)
{
    char path[512], part[700];
    talus_error error;
    name_file("no_directory/file", path);
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, path));
}

Test(atomic_file, sweeping_removes_what_killed_programs_left)
{
    char path[512], part[600];
    name_file("swept", path);
    write_text(path, "whole");
    atomic_file_sweep(path); // nothing is there
    for (int k = 0; k < 3; k++) {
        cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    }
    cr_expect_eq(access(part, F_OK), 0);
    atomic_file_sweep(path);
    cr_expect_neq(access(part, F_OK), 0);
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    cr_expect_str_eq(part + strlen(part) - 5, ".part", "%s is left", part);
    check_text(path, "whole");
    unlink(part);
    unlink(path);
}

Test(atomic_file, an_unnamed_file_gets_the_name_of_a_part)
{
    char path[512], part[600];
    name_file("unnamed", path);
    const int file = atomic_file_open_unnamed(path);
    if (file < 0) {
        cr_skip_test("the file system has no files without a name");
    }
    cr_assert_eq(write(file, "new", 3), 3);
    cr_expect(atomic_file_name(file, path, part, sizeof part));
    close(file);
    check_text(part, "new");
    cr_assert_eq(atomic_file_replace(part, path, NULL), TALUS_OK);
    check_text(path, "new");
    unlink(path);
}

Test(atomic_file, abandoned_parts_go_and_those_of_others_stay)
{
    char path[512], other[600], part[600], folder[600], inside[700];
    name_file("abandoned", path);
    cr_expect_eq(atomic_file_next_part(path), 1);
    cr_assert_eq(atomic_file_begin(path, other, sizeof other, NULL), TALUS_OK);
    const int first = atomic_file_next_part(path);
    cr_expect_eq(first, 2);
    cr_assert_eq(atomic_file_begin(path, part, sizeof part, NULL), TALUS_OK);
    cr_assert_eq(atomic_file_begin_directory(path, folder, sizeof folder, NULL), TALUS_OK);
    snprintf(inside, sizeof inside, "%s/talus.tif", folder);
    write_text(inside, "half");
    write_text(path, "old");
    atomic_file_abandon(path, first);
    cr_expect_neq(access(part, F_OK), 0);
    cr_expect_neq(access(folder, F_OK), 0);
    cr_expect_eq(access(other, F_OK), 0);
    check_text(path, "old");
    unlink(other);
    unlink(path);
}
