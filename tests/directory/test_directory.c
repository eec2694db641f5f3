// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory: what is refused, replaced, kept, and when it is complete.
#include "directory/scene.h"

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

/// What stands there may be somebody else's.
Test(directory, names_lead_to_its_own_files_or_nowhere)
{
    static const char *const wrong[] = {"",     ".",   "..",        "../victim", "/etc/passwd",
                                        "a//b", "a/.", "a/../../b", "a\\b",      "a\nb",
                                        "C:\\x"};
    static const char *const right[] = {"a.csv", "hard/hard.json", "checkpoint/", "not there.tif",
                                        "..a"};
    place p = make_place("inside");
    char path[800], found[800];
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        cr_expect_eq(talus_directory_file(p.path, wrong[k], found, sizeof found, &p.error),
                     TALUS_ERROR_INPUT, "\"%s\"", wrong[k]);
    }
    for (size_t k = 0; k < sizeof right / sizeof right[0]; k++) {
        path_of(&p, right[k], path);
        cr_expect_eq(talus_directory_file(p.path, right[k], found, sizeof found, NULL), TALUS_OK,
                     "\"%s\"", right[k]);
        cr_expect_str_eq(found, path);
    }
    cr_expect_eq(talus_directory_file(p.path, "a.csv", found, 4, NULL), TALUS_ERROR_ARGUMENT);
    put(&p, "own.txt", "mine");
    path_of(&p, "a.csv", path);
    cr_assert_eq(symlink("own.txt", path), 0);
    cr_expect_eq(talus_directory_file(p.path, "a.csv", found, sizeof found, NULL),
                 TALUS_ERROR_INPUT);
    path_of(&p, "hard", path);
    cr_assert_eq(symlink("/", path), 0);
    cr_expect_eq(talus_directory_file(p.path, "hard/hard.json", found, sizeof found, NULL),
                 TALUS_ERROR_INPUT);
    cr_expect_eq(talus_directory_file(p.path, "hard/", found, sizeof found, NULL),
                 TALUS_ERROR_INPUT);
    path_of(&p, "b.csv", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_expect_eq(talus_directory_file(p.path, "b.csv", found, sizeof found, NULL),
                 TALUS_ERROR_INPUT);
    put(&p, "c.tif", "<VRTDataset rasterXSize='2'>");
    cr_expect_eq(talus_directory_file(p.path, "c.tif", found, sizeof found, NULL),
                 TALUS_ERROR_INPUT);
    clear_place(&p);
}
