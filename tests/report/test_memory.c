// SPDX-License-Identifier: GPL-3.0-or-later
// Every allocation of a report of a directory fails once: the caller hears of the memory, and no
// file is there. Linked with --wrap, so that malloc, calloc and realloc of talus's own code count.
#include "failing_memory.h"
#include "foundation/files/files.h"
#include "talus/report.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const char *directory, const char *name, const char *text)
{
    char path[700];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
}

/// A directory with all kinds of texts, but without terrain.
static void make_directory(char path[600])
{
    const char *base = getenv("TALUS_TEST_TMP");
    snprintf(path, 600, "%s/report-%ld", base ? base : "/tmp", (long)getpid());
    cr_assert_eq(files_make_directory(path, NULL), TALUS_OK);
    put(path, "summary.json", "{\"partial\": false, \"title\": \"a <b> & c\"}\n");
    put(path, "runs.csv", "\"name\",value\n\"x\",1\n");
    put(path, "manifest.json",
        "{\"manifest\": 1, \"files\": [{\"name\": \"runs.csv\", \"bytes\": 20, \"by\": \"study\", "
        "\"sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\"}]}\n");
}

Test(memory, every_request_fails_once)
{
    char directory[600], page[700];
    make_directory(directory);
    snprintf(page, sizeof page, "%s-page.html", directory);
    talus_report_options options = talus_report_options_default();
    options.path = page;
    talus_report_facts facts = {0};
    talus_error error = {0};
    requests = failing = 0;
    cr_assert_eq(talus_report_write(directory, &options, &facts, &error), TALUS_OK, "%s",
                 error.message);
    const size_t count = requests;
    cr_expect_eq(facts.missing, 2, "%zu", facts.missing); // no terrain, no paths
    cr_assert_gt(count, 20, "%zu requests", count);       // measured 60 and more
    size_t refused = 0;
    for (size_t k = 1; k <= count; k++) {
        unlink(page);
        requests = 0;
        failing = k;
        const talus_status status = talus_report_write(directory, &options, NULL, &error);
        failing = 0;
        refused += status != TALUS_OK;
        if (status != TALUS_OK) {
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu: %s", k, error.message);
            cr_expect_neq(access(page, F_OK), 0, "request %zu left a page", k);
        }
    }
    cr_expect_gt(refused, count / 2, "%zu of %zu requests refused", refused, count);
    unlink(page);
}

Test(memory, title_is_text_and_not_markup)
{
    char directory[600], page[700], *text = NULL;
    size_t size = 0;
    make_directory(directory);
    snprintf(page, sizeof page, "%s-title.html", directory);
    talus_report_options options = talus_report_options_default();
    options.path = page;
    cr_assert_eq(talus_report_write(directory, &options, NULL, NULL), TALUS_OK);
    cr_assert_eq(files_read_all(page, &text, &size, NULL), TALUS_OK);
    cr_expect_not_null(strstr(text, "<title>a &lt;b&gt; &amp; c</title>"));
    cr_expect_not_null(strstr(text, "id=\"file:runs.csv\""));
    free(text);
    unlink(page);
}
