// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory: what is refused, replaced, kept, and when it is complete.
#include "io/directory/directory.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// A contributor of a few texts.
typedef struct texts {
    const char *names[8];
    const char *content;
    size_t fails_at; ///< index of the text that cannot be written, from 1; 0 = none
} texts;

static talus_status claim_texts(void *user, talus_directory *directory, talus_error *error)
{
    const texts *t = user;
    return directory_claim_all(directory, t->names, error);
}

static talus_status write_texts(void *user, talus_directory *directory, talus_error *error)
{
    const texts *t = user;
    talus_status status = TALUS_OK;
    for (size_t k = 0; t->names[k] != NULL && status == TALUS_OK; k++) {
        files_text text = {0};
        if (k + 1 == t->fails_at) {
            return talus_error_set(error, TALUS_ERROR_IO, "the disk is full");
        }
        files_text_add(&text, "%s of %s\n", t->content, t->names[k]);
        status = directory_write_text(directory, t->names[k], &text, error);
    }
    return status;
}

static talus_status summarise_texts(void *user, char **members, talus_error *error)
{
    const texts *t = user;
    files_text text = directory_members_begin();
    files_json_add_text(&text, "content", t->content);
    return directory_members_end(&text, members, error);
}

static talus_contributor contributor(texts *t, const char *name)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = name,
                               .claim = claim_texts,
                               .write = write_texts,
                               .summarise = summarise_texts,
                               .user = t};
}

typedef struct place {
    char path[600];
    talus_diagnostics *warnings;
    talus_error error;
} place;

static place make_place(const char *name)
{
    const char *base = getenv("TALUS_TEST_TMP");
    char command[700];
    place p = {.warnings = talus_diagnostics_create()};
    snprintf(p.path, sizeof p.path, "%s/directory-%ld-%s", base ? base : "/tmp", (long)getpid(),
             name);
    snprintf(command, sizeof command, "rm -rf '%s'", p.path);
    cr_assert_eq(system(command), 0);
    return p;
}

static void clear_place(place *p)
{
    char command[700];
    snprintf(command, sizeof command, "rm -rf '%s'", p->path);
    cr_assert_eq(system(command), 0);
    talus_diagnostics_destroy(p->warnings);
}

static talus_status write_with(place *p, texts *t, bool overwrite, bool partial)
{
    const talus_contributor one = contributor(t, "test");
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = overwrite, .warnings = p->warnings};
    talus_directory *directory = NULL;
    talus_status status = talus_directory_open(p->path, &options, &directory, &p->error);
    status = status == TALUS_OK ? talus_directory_prepare(directory, &one, 1, &p->error) : status;
    status =
        status == TALUS_OK ? talus_directory_write(directory, &one, 1, partial, &p->error) : status;
    talus_directory_close(directory);
    return status;
}

static void path_of(const place *p, const char *name, char path[800])
{
    snprintf(path, 800, "%s/%s", p->path, name);
}

static void put(const place *p, const char *name, const char *text)
{
    char path[800];
    path_of(p, name, path);
    cr_assert_eq(files_make_directory(p->path, NULL), TALUS_OK);
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
}

static bool has(const place *p, const char *name)
{
    char path[800];
    struct stat facts;
    path_of(p, name, path);
    return lstat(path, &facts) == 0;
}

/// Does the file hold just this?
static bool holds(const place *p, const char *name, const char *text)
{
    char path[800], *data = NULL;
    size_t size = 0;
    path_of(p, name, path);
    const bool found = files_read_all(path, &data, &size, NULL) == TALUS_OK &&
                       size == strlen(text) && memcmp(data, text, size) == 0;
    free(data);
    return found;
}

static size_t entries(const place *p)
{
    DIR *listing = opendir(p->path);
    size_t count = 0;
    for (const struct dirent *e = listing ? readdir(listing) : NULL; e; e = readdir(listing)) {
        count += e->d_name[0] != '.';
    }
    if (listing) {
        closedir(listing);
    }
    return count;
}

static bool is_complete(const place *p)
{
    char path[800];
    files_json *json = NULL;
    bool partial = true;
    path_of(p, "summary.json", path);
    if (has(p, "PARTIAL") || !has(p, "summary.json")) {
        return false;
    }
    cr_assert_eq(files_json_read(path, &json, NULL), TALUS_OK);
    cr_assert(files_json_bool(files_json_member(files_json_root(json), "partial"), &partial));
    files_json_destroy(json);
    return !partial;
}

Test(directory, complete_one_holds_what_its_manifest_names)
{
    place p = make_place("complete");
    texts t = {.names = {"b.csv", "a.csv", "deep/c.csv"}, .content = "first"};
    char path[800], sha256[65];
    files_json *json = NULL;
    double bytes = 0.0;
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect_eq(entries(&p), 5, "two files, a directory, manifest, summary");
    path_of(&p, "manifest.json", path);
    cr_assert_eq(files_json_read(path, &json, NULL), TALUS_OK);
    const files_json_node *files = files_json_member(files_json_root(json), "files");
    static const char *const sorted[] = {"a.csv", "b.csv", "deep/c.csv"};
    cr_assert_eq(files_json_length(files), 3);
    for (size_t k = 0; k < 3; k++) {
        const files_json_node *item = files_json_item(files, k);
        cr_expect_str_eq(files_json_text(files_json_member(item, "name")), sorted[k]);
        cr_expect_str_eq(files_json_text(files_json_member(item, "by")), "test");
        path_of(&p, sorted[k], path);
        cr_assert_eq(files_sha256(path, sha256, NULL), TALUS_OK);
        cr_expect_str_eq(files_json_text(files_json_member(item, "sha256")), sha256);
        cr_expect(files_json_number(files_json_member(item, "bytes"), &bytes));
        struct stat facts;
        cr_expect(stat(path, &facts) == 0 && (double)facts.st_size == bytes);
    }
    files_json_destroy(json);
    clear_place(&p);
}

Test(directory, another_run_replaces_and_removes_its_own_files_alone)
{
    place p = make_place("rerun");
    texts t = {.names = {"a.csv", "map.tif", "hard/h.dat"}, .content = "first"};
    texts u = {.names = {"a.csv", "c.csv"}, .content = "second"};
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    put(&p, "map_mine.tif", "mine");
    put(&p, "map.tif.aux.xml", "statistics of a GIS");
    put(&p, "map_mine.tif.aux.xml", "mine");
    put(&p, "summary.txt", "mine");
    cr_assert_eq(write_with(&p, &u, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect(holds(&p, "a.csv", "second of a.csv\n"));
    cr_expect_not(has(&p, "map.tif"));
    cr_expect_not(has(&p, "map.tif.aux.xml"));
    cr_expect_not(has(&p, "hard"));
    cr_expect(holds(&p, "map_mine.tif", "mine"));
    cr_expect(holds(&p, "map_mine.tif.aux.xml", "mine"));
    cr_expect(holds(&p, "summary.txt", "mine"));
    cr_expect_eq(talus_diagnostics_count(p.warnings), 0);
    clear_place(&p);
}

Test(directory, foreign_files_under_claimed_names_are_refused_with_three_names)
{
    place p = make_place("foreign");
    texts t = {.names = {"a.csv", "b.csv", "c.csv", "d.csv"}, .content = "new"};
    for (size_t k = 0; k < 4; k++) {
        put(&p, t.names[k], "mine");
    }
    put(&p, "summary.json", "mine");
    cr_expect_eq(write_with(&p, &t, false, false), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(p.error.message, "summary.json, a.csv, b.csv and 2 more"), "%s",
                       p.error.message);
    cr_expect_not_null(strstr(p.error.message, "--overwrite"));
    cr_expect_eq(entries(&p), 5, "nothing was added");
    for (size_t k = 0; k < 4; k++) {
        cr_expect(holds(&p, t.names[k], "mine"));
    }
    cr_expect(holds(&p, "summary.json", "mine"));
    clear_place(&p);
}

Test(directory, overwrite_replaces_claimed_names_and_no_others)
{
    place p = make_place("overwrite");
    texts t = {.names = {"a.csv", "b.csv"}, .content = "new"};
    put(&p, "a.csv", "old");
    put(&p, "manifest.json", "{\"name\": \"a web page\"}");
    put(&p, "other.csv", "mine");
    cr_assert_eq(write_with(&p, &t, true, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect(holds(&p, "a.csv", "new of a.csv\n"));
    cr_expect(holds(&p, "other.csv", "mine"));
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "once is enough");
    clear_place(&p);
}

Test(directory, a_directory_or_link_in_the_way_is_never_replaced)
{
    place p = make_place("blocked");
    texts t = {.names = {"curves.csv", "deep/c.csv"}, .content = "new"};
    char path[800];
    path_of(&p, "curves.csv", path);
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    cr_expect_eq(write_with(&p, &t, true, false), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(p.error.message, "curves.csv"));
    cr_expect_eq(entries(&p), 1);
    cr_assert_eq(rmdir(path), 0);
    path_of(&p, "deep", path);
    cr_assert_eq(symlink("/", path), 0);
    cr_expect_eq(write_with(&p, &t, true, false), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(p.error.message, "deep/c.csv"));
    clear_place(&p);
}

Test(directory, overwrite_replaces_a_link_and_not_what_it_points_to)
{
    place p = make_place("link");
    texts t = {.names = {"a.csv"}, .content = "new"};
    char path[800];
    put(&p, "own.txt", "mine");
    path_of(&p, "a.csv", path);
    cr_assert_eq(symlink("own.txt", path), 0);
    cr_expect_eq(write_with(&p, &t, false, false), TALUS_ERROR_INPUT);
    cr_assert_eq(write_with(&p, &t, true, false), TALUS_OK, "%s", p.error.message);
    cr_expect(holds(&p, "own.txt", "mine"));
    cr_expect(holds(&p, "a.csv", "new of a.csv\n"));
    clear_place(&p);
}

Test(directory, files_that_were_changed_are_kept_under_another_name)
{
    place p = make_place("kept");
    texts t = {.names = {"a.csv", "results.gpkg"}, .content = "first"};
    texts u = {.names = {"a.csv"}, .content = "second"};
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK);
    put(&p, "a.csv", "with a note");
    put(&p, "results.gpkg", "with another layer");
    put(&p, "results.gpkg-wal", "journal of it");
    cr_assert_eq(write_with(&p, &u, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect(holds(&p, "a.csv", "second of a.csv\n"));
    cr_expect(holds(&p, "a.csv.kept-1", "with a note"));
    cr_expect(holds(&p, "results.gpkg.kept-1", "with another layer"));
    cr_expect(holds(&p, "results.gpkg.kept-1-wal", "journal of it"));
    cr_expect_not(has(&p, "results.gpkg"));
    cr_expect_not(has(&p, "results.gpkg-wal"));
    cr_assert_eq(talus_diagnostics_count(p.warnings), 2);
    cr_expect_not_null(strstr(talus_diagnostics_get(p.warnings, 1)->message, "a.csv.kept-1"));
    put(&p, "a.csv", "with a second note");
    cr_assert_eq(write_with(&p, &u, false, false), TALUS_OK);
    cr_expect(holds(&p, "a.csv.kept-1", "with a note"));
    cr_expect(holds(&p, "a.csv.kept-2", "with a second note"));
    clear_place(&p);
}

Test(directory, a_failing_contributor_leaves_it_partial)
{
    place p = make_place("failing");
    texts t = {.names = {"a.csv", "b.csv"}, .content = "first"};
    texts u = {.names = {"a.csv", "b.csv", "c.csv"}, .content = "second"};
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK);
    for (u.fails_at = 1; u.fails_at <= 3; u.fails_at++) {
        cr_expect_eq(write_with(&p, &u, false, false), TALUS_ERROR_IO);
        cr_expect_str_eq(p.error.message, "the disk is full");
        cr_expect(has(&p, "PARTIAL"));
        cr_expect_not(has(&p, "summary.json"));
        cr_expect_not(has(&p, "unfinished.part"));
    }
    u.fails_at = 0;
    cr_assert_eq(write_with(&p, &u, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect_eq(entries(&p), 5);
    cr_expect_eq(talus_diagnostics_count(p.warnings), 0);
    clear_place(&p);
}

Test(directory, partial_results_say_so_until_a_complete_run)
{
    place p = make_place("partial");
    texts t = {.names = {"a.csv"}, .content = "half"};
    cr_assert_eq(write_with(&p, &t, false, true), TALUS_OK);
    cr_expect(has(&p, "PARTIAL"));
    cr_expect(has(&p, "summary.json"));
    cr_expect_not(is_complete(&p));
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK);
    cr_expect(is_complete(&p));
    clear_place(&p);
}

Test(directory, a_state_is_named_before_its_first_file_and_results_stay_complete)
{
    place p = make_place("state");
    texts t = {.names = {"a.csv"}, .content = "first"};
    texts state = {.names = {"checkpoint/"}};
    talus_contributor one = contributor(&state, "run");
    talus_directory *directory = NULL;
    char path[800];
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK);
    cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
    cr_expect_not(talus_directory_holds(directory, "checkpoint/"));
    cr_assert_eq(talus_directory_prepare(directory, &one, 1, &p.error), TALUS_OK);
    cr_assert_eq(talus_directory_begin(directory, "checkpoint/", path, sizeof path, &p.error),
                 TALUS_OK, "%s", p.error.message);
    cr_expect_str_eq(strrchr(path, '/'), "/checkpoint");
    cr_expect(talus_directory_holds(directory, "checkpoint/"));
    cr_expect(is_complete(&p));
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    talus_directory_close(directory); // the run was cut short
    put(&p, "checkpoint/state", "of a run");
    cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
    cr_expect(talus_directory_holds(directory, "checkpoint/"));
    cr_expect_eq(talus_directory_prepare(directory, &one, 1, &p.error), TALUS_OK, "%s",
                 p.error.message);
    talus_directory_close(directory);
    clear_place(&p);
}

Test(directory, a_state_that_complete_results_do_not_need_is_named_no_more)
{
    place p = make_place("settled");
    texts t = {.names = {"a.csv"}, .content = "first"};
    texts state = {.names = {"checkpoint/"}};
    talus_contributor both[] = {contributor(&t, "run"), contributor(&state, "run")};
    both[1].write = NULL;
    both[1].summarise = NULL;
    talus_directory *directory = NULL;
    char path[800];
    cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
    cr_assert_eq(talus_directory_prepare(directory, both, 2, &p.error), TALUS_OK);
    cr_assert_eq(talus_directory_begin(directory, "checkpoint/", path, sizeof path, &p.error),
                 TALUS_OK);
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    cr_assert_eq(talus_directory_write(directory, both, 2, false, &p.error), TALUS_OK);
    cr_expect(talus_directory_holds(directory, "checkpoint/"), "it is still there");
    cr_assert_eq(rmdir(path), 0);
    cr_expect_eq(talus_directory_commit(directory, "checkpoint/", &p.error), TALUS_OK);
    talus_directory_close(directory);
    cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
    cr_expect_not(talus_directory_holds(directory, "checkpoint/"));
    cr_expect(talus_directory_holds(directory, "a.csv"));
    talus_directory_close(directory);
    cr_expect(is_complete(&p));
    clear_place(&p);
}

Test(directory, variants_that_are_not_written_again_go_with_their_own_files)
{
    place p = make_place("variants"), inner = p;
    inner.warnings = talus_diagnostics_create();
    snprintf(inner.path, sizeof inner.path, "%.500s/midpoint", p.path);
    texts study = {.names = {"comparison.json"}, .content = "first"};
    texts own = {.names = {"a.csv"}, .content = "variant"};
    texts with = {.names = {"midpoint/"}};
    talus_contributor both[] = {contributor(&study, "compare"), contributor(&with, "compare")};
    both[1].write = NULL;
    both[1].summarise = NULL;
    talus_directory *directory = NULL;
    char path[800];
    cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
    cr_assert_eq(talus_directory_prepare(directory, both, 2, &p.error), TALUS_OK);
    cr_assert_eq(talus_directory_begin(directory, "midpoint/", path, sizeof path, &p.error),
                 TALUS_OK);
    cr_assert_str_eq(path, inner.path);
    cr_assert_eq(write_with(&inner, &own, false, false), TALUS_OK);
    cr_assert_eq(talus_directory_write(directory, both, 2, false, &p.error), TALUS_OK);
    talus_directory_close(directory);
    cr_expect(is_complete(&p) && is_complete(&inner));
    put(&inner, "notes.txt", "mine");
    cr_assert_eq(write_with(&p, &study, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect_not(has(&inner, "a.csv"));
    cr_expect_not(has(&inner, "summary.json"));
    cr_expect_not(has(&inner, "manifest.json"));
    cr_expect(holds(&inner, "notes.txt", "mine"));
    talus_diagnostics_destroy(inner.warnings);
    clear_place(&p);
}

/// What a killed run leaves: files in place and noted in the log, no manifest.
Test(directory, a_killed_run_is_known_by_its_log)
{
    place p = make_place("killed");
    texts t = {.names = {"a.csv"}, .content = "new"};
    char path[800], line[400];
    path_of(&p, "unfinished.part/new", path);
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    put(&p, "PARTIAL", "marker");
    put(&p, "a.csv", "of the killed run");
    put(&p, "b.csv", "of the killed run");
    put(&p, "c.csv", "mine");
    path_of(&p, "a.csv", path);
    char sha256[65];
    cr_assert_eq(files_sha256(path, sha256, NULL), TALUS_OK);
    snprintf(line, sizeof line,
             "talus unfinished 1\n%s\t17\ttest\ta.csv\n%s\t17\trocking run\tb.csv\n%s\t17\ttes",
             sha256, sha256, sha256);
    put(&p, "unfinished.part/committed", line);
    put(&p, "unfinished.part/new/half.csv", "half");
    // a look at the directory before the run forgets nothing
    talus_directory *look = NULL;
    cr_assert_eq(talus_directory_open(p.path, NULL, &look, &p.error), TALUS_OK);
    talus_directory_close(look);
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect(holds(&p, "a.csv", "new of a.csv\n"));
    cr_expect_not(has(&p, "b.csv"));
    cr_expect(holds(&p, "c.csv", "mine"));
    cr_expect_not(has(&p, "unfinished.part"));
    clear_place(&p);
}

/// Killed between the creation of the log and its first line, or within that line.
Test(directory, a_log_without_its_first_line_goes)
{
    static const char *const heads[] = {"", "talus unfi"};
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        place p = make_place(k == 0 ? "empty_log" : "torn_log");
        texts t = {.names = {"a.csv"}, .content = "new"};
        char path[800];
        path_of(&p, "unfinished.part", path);
        cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
        put(&p, "unfinished.part/committed", heads[k]);
        cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
        cr_expect(is_complete(&p));
        cr_expect_not(has(&p, "unfinished.part"));
        clear_place(&p);
    }
}

Test(directory, a_directory_of_the_user_named_like_ours_stays)
{
    place p = make_place("work");
    texts t = {.names = {"a.csv"}, .content = "new"};
    char path[800];
    path_of(&p, "unfinished.part", path);
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    put(&p, "unfinished.part/mine.txt", "mine");
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(is_complete(&p));
    cr_expect(holds(&p, "unfinished.part/mine.txt", "mine"));
    cr_expect_not(has(&p, "unfinished.part-2"));
    clear_place(&p);
}

Test(directory, wrong_use_is_an_internal_error)
{
    static const char *const wrong[] = {"",        "/a.csv", "../a.csv",     "a/../b",
                                        "a//b",    "./a",    "summary.json", "manifest.json",
                                        "PARTIAL", "a\nb",   "a/..",         "unfinished.part/x"};
    place p = make_place("misuse");
    talus_directory *directory = NULL;
    char path[800];
    cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        cr_expect_eq(talus_directory_claim(directory, wrong[k], &p.error), TALUS_ERROR_INTERNAL,
                     "\"%s\" was taken", wrong[k]);
    }
    cr_expect_eq(talus_directory_claim(directory, "a.csv", &p.error), TALUS_OK);
    cr_expect_eq(talus_directory_claim(directory, "a.csv", &p.error), TALUS_ERROR_INTERNAL);
    cr_expect_eq(talus_directory_begin(directory, "a.csv", path, sizeof path, &p.error),
                 TALUS_ERROR_INTERNAL);
    cr_expect_eq(talus_directory_start(directory, &p.error), TALUS_OK);
    cr_expect_eq(talus_directory_begin(directory, "b.csv", path, sizeof path, &p.error),
                 TALUS_ERROR_INTERNAL);
    cr_expect_eq(talus_directory_begin(directory, "a.csv", path, 3, &p.error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_begin(directory, "a.csv", path, sizeof path, &p.error), TALUS_OK);
    cr_expect_eq(talus_directory_commit(directory, "a.csv", &p.error), TALUS_ERROR_IO,
                 "it was never written");
    talus_directory_close(directory);
    talus_directory_close(NULL);
    cr_expect_eq(talus_directory_claim(NULL, "a", &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_prepare(NULL, NULL, 0, &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_start(NULL, &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_begin(NULL, "a", path, 9, &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_commit(NULL, "a", &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_write(NULL, NULL, 0, false, &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_open(NULL, NULL, &directory, &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_directory_open("", NULL, &directory, &p.error), TALUS_ERROR_ARGUMENT);
    cr_expect_str_eq(talus_directory_path(NULL), "");
    cr_expect_not(talus_directory_holds(NULL, "a"));
    const talus_directory_options wrong_size = {.size = 3};
    cr_expect_eq(talus_directory_open(p.path, &wrong_size, &directory, &p.error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_null(directory);
    clear_place(&p);
}

Test(directory, two_runs_cannot_hold_it_at_once)
{
    place p = make_place("locked");
    talus_directory *first = NULL, *second = NULL;
    cr_assert_eq(talus_directory_open(p.path, NULL, &first, &p.error), TALUS_OK);
    cr_expect_eq(talus_directory_open(p.path, NULL, &second, &p.error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(p.error.message, "in use by another run"));
    talus_directory_close(first);
    cr_expect_eq(talus_directory_open(p.path, NULL, &second, &p.error), TALUS_OK);
    talus_directory_close(second);
    cr_expect(access(p.path, F_OK) != 0, "nothing stays of an open and a close");
    clear_place(&p);
}

Test(directory, an_untrusted_manifest_names_no_file_outside)
{
    static const char outside[] =
        "{\"manifest\": 1, \"talus\": \"x\", \"files\": [{\"name\": \"../victim\", \"bytes\": 4, "
        "\"sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\", "
        "\"by\": \"run\"}]}";
    place p = make_place("untrusted");
    texts t = {.names = {"a.csv"}, .content = "new"};
    put(&p, "manifest.json", outside);
    cr_expect_eq(write_with(&p, &t, false, false), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(p.error.message, "manifest.json"));
    cr_expect(holds(&p, "manifest.json", outside));
    clear_place(&p);
}

static talus_status add_with(place *p, texts *t, bool overwrite)
{
    const talus_contributor one = contributor(t, "added");
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = overwrite, .warnings = p->warnings};
    return talus_directory_add(p->path, &options, &one, &p->error);
}

Test(directory, added_file_leaves_it_complete_and_goes_with_the_next_run)
{
    place p = make_place("added");
    texts t = {.names = {"a.csv"}, .content = "first"};
    texts page = {.names = {"report.html"}, .content = "page"};
    texts again = {.names = {"report.html"}, .content = "another page"};
    char path[800], *before = NULL, *after = NULL, *manifest = NULL;
    size_t size = 0;
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    path_of(&p, "summary.json", path);
    cr_assert_eq(files_read_all(path, &before, &size, NULL), TALUS_OK);
    cr_assert_eq(add_with(&p, &page, false), TALUS_OK, "%s", p.error.message);
    cr_expect(holds(&p, "report.html", "page of report.html\n"));
    cr_expect(holds(&p, "a.csv", "first of a.csv\n"));
    cr_expect(is_complete(&p));
    cr_assert_eq(files_read_all(path, &after, &size, NULL), TALUS_OK);
    cr_expect_str_eq(before, after, "summary.json was written again");
    path_of(&p, "manifest.json", path);
    cr_assert_eq(files_read_all(path, &manifest, &size, NULL), TALUS_OK);
    cr_expect_not_null(strstr(manifest, "\"name\": \"report.html\""));
    cr_expect_not_null(strstr(manifest, "\"by\": \"added\""));
    cr_expect_eq(entries(&p), 4, "two files, manifest, summary");
    // its own file is replaced, a changed one is kept
    cr_assert_eq(add_with(&p, &again, false), TALUS_OK, "%s", p.error.message);
    cr_expect(holds(&p, "report.html", "another page of report.html\n"));
    cr_expect(!has(&p, "report.html.kept-1"));
    put(&p, "report.html", "mine");
    cr_assert_eq(add_with(&p, &page, false), TALUS_OK, "%s", p.error.message);
    cr_expect(holds(&p, "report.html.kept-1", "mine"));
    cr_expect(holds(&p, "report.html", "page of report.html\n"));
    cr_expect_eq(talus_diagnostics_count(p.warnings), 1);
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    cr_expect(!has(&p, "report.html"), "a report of other results stays");
    free(before);
    free(after);
    free(manifest);
    clear_place(&p);
}

Test(directory, what_cannot_be_added_changes_nothing)
{
    place p = make_place("not_added");
    texts t = {.names = {"a.csv"}, .content = "first"};
    texts page = {.names = {"one.html", "two.html"}, .content = "page", .fails_at = 1};
    char path[800], *before = NULL, *after = NULL;
    size_t size = 0;
    // nothing there, a directory that is not a result, a partial one
    cr_expect_eq(add_with(&p, &page, false), TALUS_ERROR_INPUT);
    cr_expect(!has(&p, ""), "the directory was made");
    put(&p, "notes.txt", "mine");
    cr_expect_eq(add_with(&p, &page, false), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(p.error.message, "not a result directory"));
    cr_expect_eq(entries(&p), 1);
    cr_assert_eq(write_with(&p, &t, false, true), TALUS_OK, "%s", p.error.message);
    cr_expect_eq(add_with(&p, &page, false), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(p.error.message, "PARTIAL"));
    // a failing writer
    cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
    path_of(&p, "manifest.json", path);
    cr_assert_eq(files_read_all(path, &before, &size, NULL), TALUS_OK);
    cr_expect_eq(add_with(&p, &page, false), TALUS_ERROR_IO);
    cr_assert_eq(files_read_all(path, &after, &size, NULL), TALUS_OK);
    cr_expect_str_eq(before, after, "the manifest has changed");
    cr_expect(is_complete(&p));
    cr_expect_eq(entries(&p), 4, "a file, the user's, manifest, summary");
    // a file of the user
    put(&p, "two.html", "mine");
    page.fails_at = 0;
    cr_expect_eq(add_with(&p, &page, false), TALUS_ERROR_INPUT);
    cr_expect(holds(&p, "two.html", "mine"));
    cr_expect(!has(&p, "one.html"));
    cr_assert_eq(add_with(&p, &page, true), TALUS_OK, "%s", p.error.message);
    cr_expect(holds(&p, "two.html", "page of two.html\n"));
    cr_expect(is_complete(&p));
    free(before);
    free(after);
    clear_place(&p);
}
