// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with words and empty cells: what is read, and what is refused with file and line.
#include "foundation/files/records.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static talus_status read_text(const char *text, files_records *records, talus_error *error)
{
    snprintf(path, sizeof path, "/tmp/talus_records_%d.csv", (int)getpid());
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    const talus_status status = files_records_read(path, records, error);
    remove(path);
    return status;
}

Test(records, words_numbers_and_nothing)
{
    files_records r;
    double value;
    cr_assert_eq(
        read_text("\xef\xbb\xbf# made by hand\r\nrun, rock ,x\r\n\r\na,\"big, round\",1.5e3\r\n"
                  "\"say \"\"b\"\"\",,\r\n",
                  &r, NULL),
        TALUS_OK);
    cr_assert(r.columns == 3 && r.rows == 2);
    const size_t rock = files_records_find(&r, "rock"), x = files_records_find(&r, "x");
    cr_expect_eq(rock, 1);
    cr_expect_eq(files_records_find(&r, "y"), SIZE_MAX);
    cr_expect_str_eq(files_records_text(&r, 0, rock), "big, round");
    cr_expect_str_eq(files_records_text(&r, 1, 0), "say \"b\"");
    cr_expect_eq(r.lines[0], 4);
    cr_assert_eq(files_records_number(&r, 0, x, &value, NULL), TALUS_OK);
    cr_expect_eq(value, 1500.0);
    cr_assert_eq(files_records_number(&r, 1, x, &value, NULL), TALUS_OK);
    cr_expect(isnan(value));
    cr_assert_eq(files_records_number(&r, 1, SIZE_MAX, &value, NULL), TALUS_OK);
    cr_expect(isnan(value));
    files_records_clear(&r);
}

Test(records, semicolons_and_tabs)
{
    static const char *const texts[] = {"a;b\n1;2\n", "a\tb\n1\t2\n"};
    for (int k = 0; k < 2; k++) {
        files_records r;
        double value;
        cr_assert_eq(read_text(texts[k], &r, NULL), TALUS_OK);
        cr_assert_eq(files_records_number(&r, 0, 1, &value, NULL), TALUS_OK);
        cr_expect_eq(value, 2.0);
        files_records_clear(&r);
    }
}

Test(records, bad_ones_are_refused_with_their_line)
{
    static const char *const bad[][2] = {{"", "found no line"},
                                         {"a,a\n", ":1: found the column 'a' twice"},
                                         {"a,b\n1,2\n1\n", ":3: found 1 cells, expected 2"},
                                         {"a,b\n1,2,3\n", ":2: found 3 cells, expected 2"},
                                         {"a,b\n\"1,2\n", ":2: found a quote"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        files_records r;
        talus_error error = {0};
        cr_expect_eq(read_text(bad[k][0], &r, &error), TALUS_ERROR_INPUT, "%zu", k);
        cr_expect_not_null(strstr(error.message, bad[k][1]), "%s", error.message);
    }
    static const char *const cells[] = {"1.2.3", "nan", "inf", "0x10", "1 m", "--1"};
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
        char text[32];
        files_records r;
        double value;
        talus_error error = {0};
        snprintf(text, sizeof text, "a\n%s\n", cells[k]);
        cr_assert_eq(read_text(text, &r, NULL), TALUS_OK);
        cr_expect_eq(files_records_number(&r, 0, 0, &value, &error), TALUS_ERROR_INPUT, "%s",
                     cells[k]);
        cr_expect_not_null(strstr(error.message, ":2: a: found"), "%s", error.message);
        files_records_clear(&r);
    }
}
