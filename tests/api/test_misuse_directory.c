// SPDX-License-Identifier: GPL-3.0-or-later
// directory.h called wrongly.
#include "misuse.h"
#include "talus/directory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// A directory of its own for each process, with results of an earlier run in it.
static const char *own_path(void)
{
    static char path[600];
    const char *place = getenv("TALUS_TEST_TMP");
    snprintf(path, sizeof path, "%s/misuse_directory_%ld", place != NULL ? place : "/tmp",
             (long)getpid());
    return path;
}

static talus_directory *open_own(void)
{
    talus_directory *directory = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_directory_open(own_path(), NULL, &directory, &error), TALUS_OK, "%s",
                 error.message);
    return directory;
}

static bool is_there(const char *name)
{
    char path[700];
    snprintf(path, sizeof path, "%s/%s", own_path(), name);
    return access(path, F_OK) == 0;
}

static void close_own(talus_directory *directory)
{
    static const char *const names[] = {"summary.json", "manifest.json", "PARTIAL"};
    talus_directory_close(directory);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        char path[700];
        snprintf(path, sizeof path, "%s/%s", own_path(), names[k]);
        (void)unlink(path);
    }
    (void)rmdir(own_path());
}

/// The status of a wrong call; the directory goes.
static talus_status ended(talus_directory *directory, talus_status status)
{
    close_own(directory);
    return status;
}

static talus_status open_no_path(talus_error *error)
{
    talus_directory *directory = NULL;
    return talus_directory_open(NULL, NULL, &directory, error);
}

static talus_status open_empty_path(talus_error *error)
{
    talus_directory *directory = NULL;
    return talus_directory_open("", NULL, &directory, error);
}

static talus_status open_long_path(talus_error *error)
{
    static char path[10000];
    talus_directory *directory = NULL;
    memset(path, 'a', sizeof path - 1);
    return talus_directory_open(path, NULL, &directory, error);
}

static talus_status open_nowhere(talus_error *error)
{
    return talus_directory_open(own_path(), NULL, NULL, error);
}

static talus_status open_options_of_no_size(talus_error *error)
{
    const talus_directory_options options = {0};
    talus_directory *directory = NULL;
    return talus_directory_open(own_path(), &options, &directory, error);
}

static talus_status claim_null(talus_error *error)
{
    return talus_directory_claim(NULL, "a.csv", error);
}

static talus_status claim_no_name(talus_error *error)
{
    talus_directory *directory = open_own();
    return ended(directory, talus_directory_claim(directory, NULL, error));
}

static talus_status prepare_null(talus_error *error)
{
    return talus_directory_prepare(NULL, NULL, 0, error);
}

static talus_status prepare_absent_contributors(talus_error *error)
{
    talus_directory *directory = open_own();
    return ended(directory, talus_directory_prepare(directory, NULL, 1, error));
}

static talus_status prepare_with(talus_contributor contributor, talus_error *error)
{
    talus_directory *directory = open_own();
    return ended(directory, talus_directory_prepare(directory, &contributor, 1, error));
}

static talus_status prepare_no_size(talus_error *error)
{
    return prepare_with((talus_contributor){.name = "run"}, error);
}

static talus_status prepare_no_name(talus_error *error)
{
    return prepare_with((talus_contributor){.size = sizeof(talus_contributor)}, error);
}

static talus_status prepare_long_name(talus_error *error)
{
    return prepare_with((talus_contributor){.size = sizeof(talus_contributor),
                                            .name = "a name of thirty-two bytes, 1 2 3"},
                        error);
}

static talus_status start_null(talus_error *error)
{
    return talus_directory_start(NULL, error);
}

static talus_status begin_null(talus_error *error)
{
    char path[100];
    return talus_directory_begin(NULL, "a.csv", path, sizeof path, error);
}

static talus_status begin_no_name(talus_error *error)
{
    char path[100];
    talus_directory *directory = open_own();
    return ended(directory, talus_directory_begin(directory, NULL, path, sizeof path, error));
}

/// `a.csv` is claimed, prepared and started.
static talus_directory *started(talus_error *error)
{
    talus_directory *directory = open_own();
    cr_assert_eq(talus_directory_claim(directory, "a.csv", error), TALUS_OK);
    cr_assert_eq(talus_directory_start(directory, error), TALUS_OK, "%s", error->message);
    return directory;
}

static talus_status begin_no_path(talus_error *error)
{
    talus_directory *directory = started(error);
    return ended(directory, talus_directory_begin(directory, "a.csv", NULL, 100, error));
}

static talus_status begin_no_room(talus_error *error)
{
    char path[1] = "x";
    talus_directory *directory = started(error);
    const talus_status status = talus_directory_begin(directory, "a.csv", path, 0, error);
    cr_expect_eq(path[0], 'x', "no byte is written where there is no room");
    return ended(directory, status);
}

static talus_status commit_null(talus_error *error)
{
    return talus_directory_commit(NULL, "a.csv", error);
}

static talus_status commit_no_name(talus_error *error)
{
    talus_directory *directory = open_own();
    return ended(directory, talus_directory_commit(directory, NULL, error));
}

static talus_status write_null(talus_error *error)
{
    return talus_directory_write(NULL, NULL, 0, false, error);
}

/// Write wrongly over complete results: they stay.
static talus_status write_with(const talus_contributor *contributors, size_t count,
                               talus_error *error)
{
    talus_directory *directory = open_own();
    cr_assert_eq(talus_directory_write(directory, NULL, 0, false, error), TALUS_OK, "%s",
                 error->message);
    talus_directory_close(directory);
    directory = open_own();
    const talus_status status = talus_directory_write(directory, contributors, count, false, error);
    cr_expect(is_there("summary.json") && !is_there("PARTIAL"), "the earlier results are gone");
    return ended(directory, status);
}

static talus_status write_absent_contributors(talus_error *error)
{
    return write_with(NULL, 1, error);
}

static talus_status write_no_size(talus_error *error)
{
    return write_with(&(talus_contributor){.name = "run"}, 1, error);
}

static talus_status write_no_name(talus_error *error)
{
    return write_with(&(talus_contributor){.size = sizeof(talus_contributor)}, 1, error);
}

static talus_status add_no_path(talus_error *error)
{
    return talus_directory_add(NULL, NULL, &(talus_contributor){.size = 8}, error);
}

static talus_status add_no_contributor(talus_error *error)
{
    return talus_directory_add("docs", NULL, NULL, error);
}

static talus_status add_nowhere(talus_error *error)
{
    const talus_contributor one = {.size = sizeof one, .name = "report"};
    return talus_directory_add("nowhere/at/all", NULL, &one, error);
}

MISUSE_TABLE(directory, REFUSED(open_no_path), REFUSED(open_empty_path), REFUSED(open_long_path),
             REFUSED(open_nowhere), REFUSED(open_options_of_no_size), REFUSED(claim_null),
             REFUSED(claim_no_name), REFUSED(prepare_null), REFUSED(prepare_absent_contributors),
             REFUSED(prepare_no_size), REFUSED(prepare_no_name), REFUSED(prepare_long_name),
             REFUSED(start_null), REFUSED(begin_null), REFUSED(begin_no_name),
             REFUSED(begin_no_path), REFUSED(begin_no_room), REFUSED(commit_null),
             REFUSED(commit_no_name), REFUSED(write_null), REFUSED(write_absent_contributors),
             REFUSED(write_no_size), REFUSED(write_no_name), REFUSED(add_no_path),
             REFUSED(add_no_contributor), REFUSED(add_nowhere))

/// Functions without a status answer with nothing.
Test(misuse, directory_without_status)
{
    cr_expect_str_eq(talus_directory_path(NULL), "");
    cr_expect_not(talus_directory_holds(NULL, "a.csv"));
    talus_directory *directory = open_own();
    cr_expect_not(talus_directory_holds(directory, NULL));
    talus_directory_close(NULL);
    close_own(directory);
}
