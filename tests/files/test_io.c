// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files, directories and digests.
#include "files_case.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void expect_content(const char *path, const char *expected, size_t size)
{
    char *data = NULL;
    size_t found = 0;
    cr_assert_eq(files_read_all(path, &data, &found, NULL), TALUS_OK);
    cr_assert_eq(found, size);
    cr_expect_eq(memcmp(data, expected, size), 0);
    cr_expect_eq(data[size], '\0');
    free(data);
}

Test(io, what_is_written_is_read_and_nothing_else_stays)
{
    const file_path path = temporary_path("whole.bin"), part = temporary_path("whole.bin.part");
    cr_assert_eq(files_write_all(path.text, "a\0b\n", 4, NULL), TALUS_OK);
    expect_content(path.text, "a\0b\n", 4);
    cr_expect_not(file_exists(part.text));
    (void)remove(path.text);
}

/// The system kills a process that writes more than it may.
Test(io, a_process_killed_while_it_writes_leaves_nothing)
{
    enum { SIZE = 300001 };
    static char data[SIZE];
    const file_path path = make_text("killed.bin", "old"), part = temporary_path("killed.bin.part");
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        const struct rlimit limit = {1000, 1000}, none = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &none);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
        (void)signal(SIGXFSZ, SIG_DFL);
        _exit(files_write_all(path.text, data, SIZE, NULL) == TALUS_OK ? 0 : 1);
    }
    int how = 0;
    cr_assert_eq(waitpid(child, &how, 0), child);
    cr_expect(WIFSIGNALED(how) && WTERMSIG(how) == SIGXFSZ, "it ended with %d", how);
    cr_expect_not(file_exists(part.text));
    expect_content(path.text, "old", 3);
    (void)remove(path.text);
}

Test(io, writing_replaces_a_longer_file)
{
    const file_path path = make_text("replaced.txt", "a longer text");
    cr_assert_eq(files_write_all(path.text, "new", 3, NULL), TALUS_OK);
    expect_content(path.text, "new", 3);
    (void)remove(path.text);
}

Test(io, an_empty_file_is_written_and_read)
{
    const file_path path = temporary_path("empty");
    cr_assert_eq(files_write_all(path.text, NULL, 0, NULL), TALUS_OK);
    expect_content(path.text, "", 0);
    (void)remove(path.text);
}

Test(io, a_file_larger_than_one_block_is_read_whole)
{
    enum { SIZE = 300001 };
    static char data[SIZE];
    for (size_t k = 0; k < SIZE; k++) {
        data[k] = (char)(k * 37 % 251);
    }
    const file_path path = temporary_path("large");
    cr_assert_eq(files_write_all(path.text, data, SIZE, NULL), TALUS_OK);
    expect_content(path.text, data, SIZE);
    (void)remove(path.text);
}

Test(io, writing_where_nothing_can_be_written_leaves_nothing)
{
    talus_error error = {0};
    cr_expect_eq(files_write_all("/nowhere/at/all.txt", "x", 1, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "/nowhere/at/all.txt"), "%s", error.message);
    const file_path file = make_text("plain", "x");
    char below[1100];
    (void)snprintf(below, sizeof below, "%s/below.txt", file.text);
    cr_expect_eq(files_write_all(below, "x", 1, &error), TALUS_ERROR_IO);
    expect_content(file.text, "x", 1);
    (void)remove(file.text);
}

Test(io, a_directory_in_the_way_stays_and_no_part_is_left)
{
    talus_error error = {0};
    const file_path path = temporary_path("in_the_way"), part = temporary_path("in_the_way.part");
    cr_assert_eq(mkdir(path.text, 0777), 0);
    cr_expect_eq(files_write_all(path.text, "x", 1, &error), TALUS_ERROR_IO);
    cr_expect_gt(strlen(error.message), strlen(path.text));
    cr_expect_not(file_exists(part.text));
    char *data = NULL;
    size_t size = 0;
    cr_expect_eq(files_read_all(path.text, &data, &size, &error), TALUS_ERROR_INPUT);
    cr_expect(data == NULL && size == 0);
    cr_expect_eq(rmdir(path.text), 0);
}

Test(io, an_unwritable_directory_is_refused)
{
    const file_path directory = temporary_path("locked");
    cr_assert_eq(mkdir(directory.text, 0555), 0);
    char inside[1100];
    (void)snprintf(inside, sizeof inside, "%s/file", directory.text);
    if (access(directory.text, W_OK) == 0) {
        (void)rmdir(directory.text);
        cr_skip_test("this user may write everywhere");
    }
    talus_error error = {0};
    cr_expect_eq(files_write_all(inside, "x", 1, &error), TALUS_ERROR_IO);
    cr_expect_eq(rmdir(directory.text), 0, "something was left in it");
}

Test(io, a_missing_file_is_named)
{
    char *data = NULL;
    size_t size = 1;
    talus_error error = {0};
    cr_expect_eq(files_read_all("/nowhere/at/all.txt", &data, &size, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "/nowhere/at/all.txt"), "%s", error.message);
    cr_expect(data == NULL && size == 0);
}

static const char *const tails[] = {"/a/b/c", "/a/b/c/", "/a//b/c", "/a/./b/c//"};

Test(io, directories_are_made_with_their_parents)
{
    const file_path root = temporary_path("tree");
    char name[1100];
    for (size_t k = 0; k < sizeof tails / sizeof tails[0]; k++) {
        talus_error error = {0};
        (void)snprintf(name, sizeof name, "%s%s", root.text, tails[k]);
        cr_expect_eq(files_make_directory(name, &error), TALUS_OK, "%s", error.message);
        cr_expect_eq(files_make_directory(name, &error), TALUS_OK, "again: %s", error.message);
        static const char *const made[] = {"/a/b/c", "/a/b", "/a", ""};
        for (size_t m = 0; m < 4; m++) {
            (void)snprintf(name, sizeof name, "%s%s", root.text, made[m]);
            cr_expect_eq(rmdir(name), 0, "%s", name);
        }
    }
    cr_expect_eq(files_make_directory("/", NULL), TALUS_OK);
    cr_expect_eq(files_make_directory(".", NULL), TALUS_OK);
}

static size_t mkdir_calls;

int mkdir(const char *path, mode_t mode)
{
    mkdir_calls++;
    return mkdirat(AT_FDCWD, path, mode);
}

// each file of a result asks for its directory: 1545 calls in a run of 130 files before
Test(io, a_directory_that_stands_is_not_made_again)
{
    const file_path root = temporary_path("standing");
    cr_expect_eq(files_make_directory(root.text, NULL), TALUS_OK);
    cr_expect_gt(mkdir_calls, 0);
    mkdir_calls = 0;
    cr_expect_eq(files_make_directory(root.text, NULL), TALUS_OK);
    cr_expect_eq(mkdir_calls, 0, "%zu calls", mkdir_calls);
    cr_expect_eq(rmdir(root.text), 0);
}

Test(io, a_directory_over_a_file_or_below_one_is_refused)
{
    const file_path file = make_text("file", "x");
    char below[1100];
    talus_error error = {0};
    (void)snprintf(below, sizeof below, "%s/below", file.text);
    cr_expect_eq(files_make_directory(file.text, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, file.text), "%s", error.message);
    cr_expect_eq(files_make_directory(below, &error), TALUS_ERROR_IO);
    cr_expect_neq(files_make_directory("", &error), TALUS_OK);
    expect_content(file.text, "x", 1);
    (void)remove(file.text);
}

// FIPS 180-2, appendix B, and the digest of no bytes
static const char *const digests[3][2] = {
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};

Test(io, sha256_gives_the_known_digests)
{
    for (size_t k = 0; k < 3; k++) {
        char hex[65];
        const file_path path = make_text("digest", digests[k][0]);
        cr_expect_eq(files_sha256(path.text, hex, NULL), TALUS_OK);
        (void)remove(path.text);
        cr_expect_str_eq(hex, digests[k][1]);
    }
}

Test(io, sha256_of_a_million_letters)
{
    enum { SIZE = 1000000 };
    static char data[SIZE];
    char hex[65];
    memset(data, 'a', SIZE);
    const file_path path = make_file("million", data, SIZE);
    cr_expect_eq(files_sha256(path.text, hex, NULL), TALUS_OK);
    (void)remove(path.text);
    cr_expect_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

Test(io, sha256_of_a_missing_file_is_an_error_and_no_digest)
{
    char hex[65] = "x";
    cr_expect_eq(files_sha256("/nowhere/at/all.txt", hex, NULL), TALUS_ERROR_INPUT);
    cr_expect_str_eq(hex, "");
}
