// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with words and empty cells: what is read, and what is refused with file and line.
#include "foundation/files/files.h"
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

/// The first cell of the last column as a number; NaN: none.
static const struct {
    const char *text;
    double value;
} tables[] = {
    {"x;y\n1,5;2,5\n", 2.5},
    {"x;y\n1,5;1.234\n", (double)NAN}, // against a comma elsewhere: one or a thousand
    {"x;y\n1,5;1,234\n", 1.234},
    {"x;y\n1.5;1,234\n", (double)NAN},
    {"x;y\n1;1,234\n", (double)NAN},
    {"x;y\n1;0,234\n", 0.234},
    {"x;y;z\n1.5;3,5;1.234\n", 1.234},
    {"x;y;z\n1.5;3,5;1,234\n", (double)NAN},
    {"x;y;z\n1.5;b 3,5;1.234\n", 1.234},
    {"x;y\n1,5;1.234,5\n", 1234.5},
    {"x;y\n1,5;12.5\n", 12.5},
    {"x;y\n1.5;1.234\n", 1.234},
    {"x;y\n1;2600123,456\n", 2600123.456},
    {"x;y\n1;2'600'123.45\n", 2600123.45},
    {"x;y\n1;2\xe2\x80\x99"
     "600\xe2\x80\x99"
     "123.45\n",
     2600123.45},
    {"x;y\n1;2 600 123,45\n", 2600123.45},
    {"x;y\n1;2\xc2\xa0"
     "600\xc2\xa0"
     "123,45\n",
     2600123.45},
    {"x;y\n1;2\xa0"
     "600\xa0"
     "123,45\n",
     2600123.45}, // the same in Windows-1252
    {"x;y\n1;1,5e3\n", 1500.0},
    {"x,y\n1,\"2,5\"\n", 2.5},
    {"x,y\n1,\"1,234.5\"\n", 1234.5},
    {"x,y\n1,\"1,234\"\n", (double)NAN}, // a thousand or one
    {"x,y\n1,1.234.567\n", 1234567.0},
    {"x,y\n1,1.2.3\n", (double)NAN},
    {"x,y\n1,12'34\n", (double)NAN},
    {"x;y\n1,5;12,3,4\n", (double)NAN},
    {"x y\n1.5   2.5\n", 2.5},
    {"  x   y\n  1.5\t 2.5 \n", 2.5},
    {"x|y\n1|2\n", 2.0},
    {"sep=;\nx;y\n1;2,5\n", 2.5},
    {"x,\"y, m\"\n1,2\n", 2.0},
    {"\"a, b, c\";y\n1;2\n", 2.0},
    {"x;y;\n1;2;\n;;\n", (double)NAN}, // an empty column at the end
    {"x;y\r1;2\r", 2.0},
    {"x;y\r\n\"two\r\nlines\";2\r\n", 2.0},
    {"\xef\xbb\xbfx;y\n1;2\n", 2.0},
};

Test(records, tables_as_programs_write_them)
{
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        files_records r;
        double value = 0.0;
        talus_error error = {0};
        cr_assert_eq(read_text(tables[k].text, &r, &error), TALUS_OK, "%zu: %s", k, error.message);
        cr_assert_eq(r.rows, 1, "%zu", k);
        (void)files_records_number(&r, 0, r.columns - 1, &value, NULL);
        cr_expect(value == tables[k].value || (isnan(value) && isnan(tables[k].value)), "%zu: %g",
                  k, value);
        files_records_clear(&r);
    }
}

/// The first cell of a table with several rows as a number; NaN: none.
static const struct {
    const char *text;
    double value;
} columns[] = {
    {"h;remark\n9.375;\n9.25;3,5\n", 9.375},
    {"h;remark\n9.375;\n8.125;3,5 m\n", 9.375}, // words say nothing
    {"h;remark\n9.375;\n8.125;3,5\n", (double)NAN},
    {"v;h\n1,250;9.125\n1,234.5;2\n", 1250.0},
    {"h;v\n9.125;1,234.5\n8.125;1,250\n", 9.125},
    {"v;w\n1,250;\n1,234,567;\n", 1250.0},
    {"v;w\n1.250;\n1.234,5;\n", 1250.0},
    {"v;w\n1.250;\n1.234.567;\n", 1250.0},
    {"v;w\n1,250;\n12,5;\n", 1.25},
    {"v;w\n1,250;2.5\n12,5;3\n", 1.25},
    {"v;w\n1,250;\n12.5;\n", (double)NAN},
    {"v;w\n1.250;\n12,5;\n", (double)NAN},
    {"v;w\n1.250;\n12.5;\n7,5;\n", (double)NAN},
    {"v,w\n\"1,250\",a\n\"12,5\",b\n", 1.25},
};

Test(records, marks_are_told_by_the_column)
{
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        files_records r;
        double value = 0.0;
        talus_error error = {0};
        cr_assert_eq(read_text(columns[k].text, &r, &error), TALUS_OK, "%zu: %s", k, error.message);
        const talus_status status = files_records_number(&r, 0, 0, &value, &error);
        cr_expect(value == columns[k].value || (isnan(value) && isnan(columns[k].value)), "%zu: %g",
                  k, value);
        cr_expect(status == TALUS_OK ||
                      strstr(error.message, "may be decimal or between thousands: write ") != NULL,
                  "%zu: %s", k, error.message);
        files_records_clear(&r);
    }
}

Test(records, encodings_become_utf8)
{
    static const struct {
        const char bytes[40];
        size_t size;
        bool is_guess;
    } texts[] = {{"a;b\nF\xe4hre;2\n", 12, true},
                 {"a;b\nF\xc3\xa4hre;2\n", 13, false},
                 {"\xff\xfe"
                  "a\0;\0b\0\n\0F\0\xe4\0h\0r\0e\0;\0"
                  "2\0\n\0",
                  26, false},
                 {"\xfe\xff\0a\0;\0b\0\n\0F\0\xe4\0h\0r\0e\0;\0"
                  "2\0\n",
                  26, false},
                 {"a\0;\0b\0\n\0F\0\xe4\0h\0r\0e\0;\0"
                  "2\0\n\0",
                  24, false}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        files_records r;
        talus_error error = {0};
        char *text = malloc(texts[k].size + 1);
        cr_assert_not_null(text);
        memcpy(text, texts[k].bytes, texts[k].size);
        text[texts[k].size] = '\0';
        cr_assert_eq(files_records_parse("t.csv", text, texts[k].size, &r, &error), TALUS_OK,
                     "%zu: %s", k, error.message);
        cr_expect_str_eq(files_records_text(&r, 0, 0), "F\xc3\xa4hre", "%zu", k);
        cr_expect_eq(r.is_guess, texts[k].is_guess, "%zu", k);
        files_records_clear(&r);
    }
}

Test(records, numbers_are_alike_whatever_their_form)
{
    cr_expect(files_reads_alike("3", "3.000000000000000"));
    cr_expect(files_reads_alike("3.0", "3,0"));
    cr_expect(files_reads_alike("03", "3"));
    cr_expect(files_reads_alike("soft", "soft"));
    cr_expect_not(files_reads_alike("soft", "Soft"));
    cr_expect_not(files_reads_alike("3", "3.1"));
    cr_expect_not(files_reads_alike("1.234", "1234"));
    cr_expect_not(files_reads_alike("", "0"));
}

Test(records, bad_ones_are_refused_with_their_line)
{
    static const char *const bad[][2] = {{"", "found no line"},
                                         {"a,a\n", ":1: found the column 'a' twice"},
                                         {"a,b\n1,2\n1\n", ":3: found 1 cells, expected 2"},
                                         {"a,b\n1,2,3\n", ":2: found 3 cells, expected 2"},
                                         {"a,b\n1,5,2,5\n", "decimal commas need ';'"},
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
