// SPDX-License-Identifier: GPL-3.0-or-later
#include "talus/base.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(status, has_a_text_for_every_number)
{
    cr_assert_str_eq(talus_status_text(TALUS_OK), "no error");
    cr_assert_str_eq(talus_status_text(TALUS_ERROR_INTERNAL),
                     "an invariant of the library was broken");
    cr_assert_str_eq(talus_status_text((talus_status)99), "unknown status");
    cr_assert_str_eq(talus_status_text((talus_status)-1), "unknown status");
}

Test(error, may_be_null)
{
    cr_assert_eq(talus_error_set(NULL, TALUS_ERROR_IO, "found %d", 1), TALUS_ERROR_IO);
    talus_error_locate(NULL, "a.yaml", 1, 2);
}

Test(error, takes_its_sentence_and_then_its_place)
{
    talus_error error;
    memset(&error, 1, sizeof error);
    cr_assert_eq(talus_error_set(&error, TALUS_ERROR_INPUT, "found %d, expected > 0", -3),
                 TALUS_ERROR_INPUT);
    cr_assert_str_eq(error.message, "found -3, expected > 0");
    cr_assert_str_eq(error.file, "");
    cr_assert_eq(error.line, 0);
    talus_error_locate(&error, "a.yaml", 7, 3);
    cr_assert_str_eq(error.file, "a.yaml");
    cr_assert(error.line == 7 && error.column == 3);
    cr_assert_eq(error.status, TALUS_ERROR_INPUT);
}

Test(error, may_quote_its_own_message)
{
    talus_error error;
    (void)talus_error_set(&error, TALUS_ERROR_IO, "the disk is full");
    (void)talus_error_set(&error, TALUS_ERROR_IO, "map.png: %s", error.message);
    cr_assert_str_eq(error.message, "map.png: the disk is full");
}

Test(error, cuts_what_is_too_long)
{
    talus_error error;
    char text[3000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    (void)talus_error_set(&error, TALUS_ERROR_INPUT, "%s", text);
    talus_error_locate(&error, text, 1, 1);
    cr_assert_eq(strlen(error.message), sizeof error.message - 1);
    cr_assert_eq(strlen(error.file), sizeof error.file - 1);
}

Test(diagnostics, keep_copies_in_order)
{
    talus_diagnostics *list = talus_diagnostics_create();
    char message[] = "unknown key";
    for (int k = 0; k < 100; k++) {
        talus_diagnostics_add(
            list,
            &(talus_diagnostic){.severity = TALUS_SEVERITY_ERROR, .line = k, .message = message});
    }
    message[0] = '?';
    talus_diagnostics_say(list, TALUS_WARNING, "%d rocks left", 3);
    cr_assert_eq(talus_diagnostics_count(list), 101);
    cr_assert_eq(talus_diagnostics_count_of(list, TALUS_WARNING), 1);
    cr_assert_eq(talus_diagnostics_count_of(list, TALUS_SEVERITY_ERROR), 100);
    cr_assert_str_eq(talus_diagnostics_get(list, 57)->message, "unknown key");
    cr_assert_eq(talus_diagnostics_get(list, 57)->line, 57);
    cr_assert_str_eq(talus_diagnostics_get(list, 57)->file, "");
    cr_assert_str_eq(talus_diagnostics_get(list, 100)->message, "3 rocks left");
    cr_assert_null(talus_diagnostics_get(list, 101));
    cr_assert_not(talus_diagnostics_lost(list));
    talus_diagnostics_destroy(list);
}

Test(diagnostics, list_may_be_null)
{
    talus_diagnostics_add(NULL, &(talus_diagnostic){.message = "lost"});
    talus_diagnostics_say(NULL, TALUS_NOTE, "lost");
    cr_assert_eq(talus_diagnostics_count(NULL), 0);
    talus_diagnostics_destroy(NULL);
}

Test(diagnostic, reads_as_compilers_write)
{
    static const talus_diagnostic item = {.severity = TALUS_SEVERITY_ERROR,
                                          .file = "kot.yaml",
                                          .line = 3,
                                          .column = 3,
                                          .message = "unknown key 'rock'",
                                          .source_line = "\t rock: 1"};
    static const char expected[] = "kot.yaml:3:3: error: unknown key 'rock'\n  \t rock: 1\n  \t ^";
    char text[200];
    cr_assert_eq(talus_diagnostic_format(&item, text, sizeof text), strlen(expected));
    cr_assert_str_eq(text, expected);
}

Test(diagnostic, without_a_place_is_one_line)
{
    static const talus_diagnostic item = {
        .severity = TALUS_NOTE, .file = "", .message = "all well", .source_line = ""};
    char text[100];
    talus_diagnostic_format(&item, text, sizeof text);
    cr_assert_str_eq(text, "note: all well");
}

Test(diagnostic, tells_its_length_when_the_buffer_is_short)
{
    static const talus_diagnostic item = {.severity = TALUS_WARNING,
                                          .file = "a.yaml",
                                          .line = 1,
                                          .message = "too steep",
                                          .source_line = "slope: 91"};
    char text[12];
    const size_t needed = talus_diagnostic_format(&item, NULL, 0);
    cr_assert_eq(needed, strlen("a.yaml:1: warning: too steep\n  slope: 91"));
    cr_assert_eq(talus_diagnostic_format(&item, text, sizeof text), needed);
    cr_assert_str_eq(text, "a.yaml:1: w");
}
