// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters written as text: what is read, and the sentence that refuses the rest.
#include "io/geo_rules/texts.h"

#include <criterion/criterion.h>
#include <string.h>

#define MARK "\xef\xbb\xbf"
#define HEADER "ncols 3\nnrows 2\nxllcorner 600000\nyllcorner 5200000\ncellsize 4\n"

/// Feed a text in pieces of `piece` bytes.
static talus_status read_grid(const char *text, size_t piece, talus_error *error)
{
    const size_t size = strlen(text);
    geo_ascii_grid grid;
    talus_status status = TALUS_OK;
    geo_ascii_begin(&grid, "a.asc");
    for (size_t at = 0; at < size && status == TALUS_OK; at += piece) {
        status = geo_ascii_feed(&grid, text + at, size - at < piece ? size - at : piece, error);
    }
    return status == TALUS_OK ? geo_ascii_end(&grid, error) : status;
}

Test(ascii_grid, is_read_or_refused_with_the_reason)
{
    static const struct {
        const char *text, *phrase; ///< NULL: it is read
    } cases[] = {
        {HEADER "1 2 3\n4 5 6\n", NULL},
        {HEADER "NODATA_value -9999\n1 2 3\n4 5 -9999", NULL},
        {MARK HEADER "1 2 3\n4 5 6\n", NULL},
        {MARK "\n\n" HEADER "1 2 3\n4 5 6\n", NULL},
        {"\r\n \r\n" HEADER "1 2 3\n4 5 6\n", NULL},
        {"NCOLS 3\r\nNROWS 2\r\nXLLCENTER 6\r\nYLLCENTER 5\r\nCELLSIZE 4\r\n1 2 3\r\n4 5 6\r\n",
         NULL},
        {"cellsize 4\nyllcorner 5\nxllcorner 6\nnrows 2\nncols 3\n1 2 3 4 5 6\n", NULL},
        {HEADER "1,5 2,5 3\n4 5 6\n", NULL},
        {HEADER "1 nan 1.#QNAN\n-1e3 inf 6\n", NULL},
        {HEADER "1 2 n/a\n4 5 6\n", "a.asc, line 6: found \"n/a\", expected a height"},
        {HEADER "1 2 0x10\n4 5 6\n", "found \"0x10\""},
        {HEADER "1 2 3\n4 5\n", "promises 3 columns x 2 rows = 6 heights, the file holds 5"},
        {HEADER "1 2 3\n4 5 6 7\n", "the file holds 7"},
        {HEADER "1 " MARK " 3\n4 5 6\n", "expected a height"},
        {"ncols three\nnrows 2\n1 2 3\n", "line 1: found \"three\", expected a number"},
        {"ncols 3\nnrows 2\ncellsize 4\n1 2 3\n4 5 6\n", "xllcorner or xllcenter"},
        {"ncols 3\nnrows 2\nxllcorner 6\ncellsize 4\n1 2 3\n4 5 6\n", "yllcorner or yllcenter"},
        {"ncols 3\nnrows 2\nxllcorner 6\nyllcenter 5\ncellsize 4\n1 2 3\n4 5 6\n",
         "a corner and a centre"},
        {MARK "ncols 3\nnrows 2\nxllcenter 6\nyllcorner 5\ncellsize 4\n1 2 3\n4 5 6\n",
         "a corner and a centre"},
        {"ncols 3\nnrows 2\nxllcorner 6\nyllcorner 5\ncellsize -4\n1 2 3\n4 5 6\n", "cell size is"},
        {HEADER "NODATA_value", "expected a number after"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        for (size_t piece = 1; piece <= 64; piece += 63) {
            talus_error error = {0};
            const talus_status status = read_grid(cases[k].text, piece, &error);
            if (cases[k].phrase == NULL) {
                cr_expect_eq(status, TALUS_OK, "%zu: %s", k, error.message);
            } else {
                cr_expect_eq(status, TALUS_ERROR_INPUT, "%zu", k);
                cr_expect_not_null(strstr(error.message, cases[k].phrase), "%zu: %s", k,
                                   error.message);
            }
        }
    }
}

Test(ascii_grid, begins_behind_a_mark_and_blank_lines)
{
    static const struct {
        const char *head;
        size_t start;
    } cases[] = {
        {"ncols 3\n", 0},
        {MARK "ncols 3\n", 3},
        {MARK "1 2 3\n", 3},
        {MARK "\r\n\nncols 3\n", 6},
        {"\n \t\nncols 3\n", 4},
        {"  500002.5 5200002.5 3\n", 0}, // white space of a first line stays
        {MARK "  1.5 2.5 3\n", 3},
        {"\n\n", 0},
        {MARK, 0},
        {"", 0},
        {"\n\x89PNG\r\n\x1a\n", 0}, // no text
        {MARK "\x01\x02 8 bytes", 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const size_t start = geo_text_start(cases[k].head, strlen(cases[k].head));
        cr_expect_eq(start, cases[k].start, "%zu: %zu", k, start);
    }
}

Test(ascii_grid, what_no_reader_takes_is_explained)
{
    static const char wide[] = "n\0c\0o\0l\0s\0 \0003\0\n\0n\0r\0o\0w\0s\0",
                      big[] = "\0n\0c\0o\0l\0s"
                              "\0 \0003\0\n\0n\0r";
    talus_error error = {0};
    cr_expect_eq(geo_check_encoding("a.asc", wide, sizeof wide - 1, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "UTF-16"));
    cr_expect_eq(geo_check_encoding("a.asc", big, sizeof big - 1, &error), TALUS_ERROR_INPUT);
    cr_expect_eq(geo_check_encoding("a.asc", HEADER, strlen(HEADER), &error), TALUS_OK);
    cr_expect_eq(geo_check_encoding("a.asc", MARK HEADER, strlen(MARK HEADER), &error), TALUS_OK);

    static const struct {
        const char *text, *phrase;
    } cases[] = {
        {"NODATA_value -9999\nncols 3\n", "expected ncols as the first line"},
        {MARK "nodata_value -9999\nncols 3\n", "expected ncols as the first line"},
        {HEADER, NULL},
        {"1 2 3\n4 5 6\n1 5 9\n2 2 2\n", "sort them by y"},
        {"x y z\n1 2 3\n4 5 6\n1 5 9\n2 2 2\n", "sort them by y"},
        {"1;2;3\r\n4;5;6\r\n1;5;9\r\n2;2;2\r\n", "sort them by y"},
        {"1 2\n4 5\n1 5\n2 2\n", NULL},
        {"some words\nand more\nof them\nin lines\n", NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const char *text = cases[k].text;
        talus_status status = geo_check_header("a.asc", text, strlen(text), &error);
        status =
            status == TALUS_OK ? geo_check_points("a.asc", text, strlen(text), &error) : status;
        cr_expect_eq(status, cases[k].phrase != NULL ? TALUS_ERROR_INPUT : TALUS_OK, "%zu", k);
        cr_expect(cases[k].phrase == NULL || strstr(error.message, cases[k].phrase) != NULL,
                  "%zu: %s", k, error.message);
    }
}
