// SPDX-License-Identifier: GPL-3.0-or-later
// Unfinished work in a directory: states, variants, what a killed run leaves.
#include "directory/scene.h"

Test(unfinished, a_state_is_named_before_its_first_file_and_results_stay_complete)
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

Test(unfinished, a_state_that_complete_results_do_not_need_is_named_no_more)
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

Test(unfinished, variants_that_are_not_written_again_go_with_their_own_files)
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
Test(unfinished, a_killed_run_is_known_by_its_log)
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
Test(unfinished, a_log_without_its_first_line_goes)
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

Test(unfinished, a_directory_of_the_user_named_like_ours_stays)
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
