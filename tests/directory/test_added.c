// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are added to a complete directory.
#include "directory/scene.h"

static talus_status add_with(place *p, texts *t, bool overwrite)
{
    const talus_contributor one = contributor(t, "added");
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = overwrite, .warnings = p->warnings};
    return talus_directory_add(p->path, &options, &one, &p->error);
}

Test(added, added_file_leaves_it_complete_and_goes_with_the_next_run)
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

Test(added, what_cannot_be_added_changes_nothing)
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

/// Adds two pages; a signal comes before or behind the first.
typedef struct left {
    texts pages;
    const char *path;
    bool is_behind, went;
} left;

static talus_status claim_left(void *user, talus_directory *directory, talus_error *error)
{
    return claim_texts(&((left *)user)->pages, directory, error);
}

static talus_status write_left(void *user, talus_directory *directory, talus_error *error)
{
    left *l = user;
    files_text text = {0};
    if (!l->is_behind) {
        l->went = directory_abandon(l->path);
    }
    files_text_add(&text, "page\n");
    const talus_status status = directory_write_text(directory, l->pages.names[0], &text, error);
    if (l->is_behind) {
        l->went = directory_abandon(l->path);
    }
    return status;
}

Test(added, a_program_that_ends_at_a_signal_leaves_nothing_unfinished)
{
    for (int is_behind = 0; is_behind < 2; is_behind++) {
        place p = make_place("left");
        texts t = {.names = {"a.csv"}, .content = "first"};
        left l = {.pages = {.names = {"report.html"}}, .path = p.path, .is_behind = is_behind};
        const talus_contributor one = {.size = sizeof one,
                                       .name = "added",
                                       .claim = claim_left,
                                       .write = write_left,
                                       .user = &l};
        cr_assert_eq(write_with(&p, &t, false, false), TALUS_OK, "%s", p.error.message);
        const talus_status status = talus_directory_add(p.path, NULL, &one, &p.error);
        cr_expect_eq(l.went, !is_behind, "what is in place has to be finished");
        cr_expect_eq(status == TALUS_OK, is_behind, "%s", p.error.message);
        cr_expect_eq(has(&p, "report.html"), is_behind);
        cr_expect(!has(&p, "unfinished.part") && !has(&p, "unfinished.part-left"));
        cr_expect(is_complete(&p));
        cr_expect(directory_abandon(p.path), "nothing is unfinished");
        clear_place(&p);
    }
}

Test(added, a_mark_without_a_manifest_goes_too)
{
    static const char *const marks[] = {
        "These results are not complete: a run is writing them, or was cut short.\n", "mine"};
    for (int k = 0; k < 2; k++) {
        place p = make_place("mark");
        talus_directory *directory = NULL;
        cr_assert_eq(talus_directory_open(p.path, NULL, &directory, &p.error), TALUS_OK);
        put(&p, "PARTIAL", marks[k]);
        cr_expect(directory_abandon(p.path));
        cr_expect(!has(&p, "unfinished.part"));
        cr_expect_eq(has(&p, "PARTIAL"), k == 1, "of a user it stays");
        talus_directory_close(directory);
        cr_expect_eq(has(&p, "PARTIAL"), k == 1);
        clear_place(&p);
    }
}

Test(added, what_another_program_has_unfinished_stays)
{
    place p = make_place("others");
    char path[800];
    cr_assert_eq(files_make_directory(p.path, NULL), TALUS_OK);
    path_of(&p, "unfinished.part", path);
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    put(&p, "unfinished.part/committed", "talus unfinished 1\n");
    cr_expect(directory_abandon(p.path));
    cr_expect(has(&p, "unfinished.part/committed"));
    clear_place(&p);
}
