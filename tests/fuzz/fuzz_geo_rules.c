// SPDX-License-Identifier: GPL-3.0-or-later
// The rules about what files mean, which need no GDAL: filters and selections, ASCII grids, heights and
// their sentinels, units, polygons, tables. The first byte chooses the rule, the rest is text or numbers.
#include "fuzz.h"

#include "foundation/files/records.h"
#include "io/geo_rules/filter.h"
#include "io/geo_rules/geo_rules.h"
#include "io/geo_rules/heights.h"
#include "io/geo_rules/texts.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_NUMBERS = 4096 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

/// Words that may stand before a parenthesis.
static bool is_free_word(const char *at, size_t size)
{
    static const char *const words[] = {"AND",      "OR",   "NOT",    "IN",    "CAST",
                                        "BETWEEN",  "LIKE", "ILIKE",  "WHERE", "SELECT",
                                        "DISTINCT", "BY",   "ESCAPE", "IS"};
    bool found = size == 0 || isdigit((unsigned char)at[0]);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        found = found || (strlen(words[k]) == size && strncasecmp(at, words[k], size) == 0);
    }
    return found;
}

/// An accepted text has no second statement, no comment and no function, outside of its quotes.
static void look_for_more(const char *text)
{
    const char *word = text;
    size_t size = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'' || *c == '"') {
            const char *end = strchr(c + 1, *c);
            if (end == NULL) {
                fuzz_fail("a quote stays open: %s", text);
            }
            c = end;
            size = 0;
        } else if (isalnum((unsigned char)*c) || *c == '_' || (unsigned char)*c >= 0x80) {
            word = size == 0 ? c : word;
            size++;
        } else if (!isspace((unsigned char)*c)) {
            if (*c == ';' || (c[0] == '-' && c[1] == '-') || (c[0] == '/' && c[1] == '*') ||
                (*c == '(' && !is_free_word(word, size))) {
                fuzz_fail("accepted: %s", text);
            }
            size = 0;
        } else if (c[1] != '(' && !isspace((unsigned char)c[1])) {
            size = 0; // "name (" is a function, too
        }
    }
}

static void check_filter(const char *text, bool is_selection)
{
    talus_error error = {0};
    const talus_status status = is_selection ? geo_rules_check_selection(text, &error)
                                             : geo_rules_check_filter(text, &error);
    fuzz_expect_told(status, &error);
    if (status == TALUS_OK) {
        look_for_more(text);
    }
}

/// The same answer however the bytes are handed over.
static void check_grid(const char *text, size_t size, size_t piece)
{
    geo_ascii_grid grid;
    talus_error errors[2] = {{0}, {0}};
    talus_status results[2];
    for (size_t k = 0; k < 2; k++) {
        const size_t step = k == 0 ? size + 1 : piece + 1;
        geo_ascii_begin(&grid, "grid");
        results[k] = TALUS_OK;
        for (size_t at = 0; at < size && results[k] == TALUS_OK; at += step) {
            results[k] =
                geo_ascii_feed(&grid, text + at, at + step < size ? step : size - at, &errors[k]);
        }
        results[k] = results[k] == TALUS_OK ? geo_ascii_end(&grid, &errors[k]) : results[k];
        fuzz_expect_told(results[k], &errors[k]);
    }
    if (results[0] != results[1] || strcmp(errors[0].message, errors[1].message) != 0) {
        fuzz_fail("pieces of %zu: '%s' and '%s'", piece + 1, errors[0].message, errors[1].message);
    }
    talus_error error = {0};
    fuzz_expect_told(geo_check_encoding("grid", text, size, &error), &error);
    error = (talus_error){0};
    fuzz_expect_told(geo_check_points("grid", text, size, &error), &error);
}

static void check_heights(double *values, size_t count, uint8_t choice)
{
    geo_height_rules rules = {
        .is_float = choice & 1, .is_whole = choice & 2, .scale = 1.0, .unit = {.metres = 1.0}};
    geo_counts counts = GEO_COUNTS_NONE;
    geo_steps steps = {0};
    talus_error error = {0};
    talus_diagnostics *said = talus_diagnostics_create();
    size_t left = 0;
    if ((choice & 4) != 0 && count > 2) {
        rules.has_nodata = true;
        rules.nodata = values[0];
        rules.scale = choice & 8 ? values[1] : 1.0;
        rules.offset = choice & 8 ? values[2] : 0.0;
    }
    geo_clean_heights(&rules, values, count, &counts);
    geo_count_heights(values, count, &counts);
    talus_status status = geo_judge_counts("x", 1.0, &counts, &rules, said, &error);
    fuzz_expect_told(status, &error);
    geo_remove_sentinels(&rules, values, count);
    for (size_t k = 0; k < count; k++) {
        left += isnan(values[k]) ? 0 : 1;
        if (isinf(values[k])) {
            fuzz_fail("an infinite height");
        }
    }
    if (rules.sentinel_count > GEO_SENTINELS_MOST || (status == TALUS_OK && left == 0)) {
        fuzz_fail("%zu sentinels, %zu heights left", rules.sentinel_count, left);
    }
    const size_t nx = (size_t)fmin(8.0 + choice / 8, GEO_WINDOW_SIDE), ny = count / nx;
    if (status == TALUS_OK && ny > 0 && ny <= GEO_WINDOW_SIDE) {
        error = (talus_error){0};
        status = geo_look_for_steps(values, nx, ny, 1.0, &rules, &steps, &error);
        status = status == TALUS_OK
                     ? geo_judge_steps("x", &steps, 1.0, &rules, &counts, said, &error)
                     : status;
        fuzz_expect_told(status, &error);
    }
    geo_remove_lonely_values("x", values, count, said);
    talus_diagnostics_destroy(said);
}

static void check_polygons(double *xy, size_t count, uint8_t choice)
{
    geo_part parts[8];
    const size_t rings = 1 + choice % 8, points = count / 2 / rings;
    geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = rings, .parts = parts};
    double *triangles = NULL;
    size_t made = 0;
    geo_overlaps found;
    talus_error error = {0};
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(xy[k]) || fabs(xy[k]) > 1e9) {
            xy[k] = (double)(k % 7);
        }
    }
    if (points < 4) {
        return;
    }
    for (size_t k = 0; k < rings; k++) {
        double *own = xy + 2 * points * k;
        memcpy(own + 2 * points - 2, own, 2 * sizeof *own);
        parts[k] = (geo_part){.feature = k / 2,
                              .count = points,
                              .xy = own,
                              .is_hole = k % 2 == 1 && (choice & 8) != 0};
    }
    const talus_status status =
        geo_polygons_to_triangles(&polygons, &made, &triangles, &found, &error);
    fuzz_expect_told(status, &error);
    if (status == TALUS_OK &&
        !(isfinite(found.area) && found.area >= 0.0 && isfinite(found.overlap))) {
        fuzz_fail("an area of %g m2, overlap %g m2", found.area, found.overlap);
    }
    for (size_t k = 0; k < 6 * made; k++) {
        if (!isfinite(triangles[k])) {
            fuzz_fail("corner %zu is not finite", k);
        }
    }
    free(triangles);
}

static void check_table(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    files_records records;
    talus_error error = {0};
    double value;
    memcpy(copy, text, size + 1);
    const talus_status status = files_records_parse("table", copy, size, &records, &error);
    fuzz_expect_told(status, &error);
    for (size_t k = 0; status == TALUS_OK && k < records.rows * records.columns; k++) {
        error = (talus_error){0};
        fuzz_expect_told(files_records_number(&records, k / records.columns, k % records.columns,
                                              &value, &error),
                         &error);
        if (isinf(value)) {
            fuzz_fail("an infinite number");
        }
    }
    files_records_clear(&records);
}

static void check_units(char *text)
{
    char word[16];
    double metres = geo_metres_per_unit(text);
    const geo_vertical_axis axis = geo_vertical_axis_of(text);
    geo_zunits_of(text, strlen(text), word, sizeof word);
    const geo_unit_claims claims = {
        .key = "", .band = text, .vertical = axis, .zunits = word, .horizontal = 1.0};
    geo_unit unit;
    talus_error error = {0};
    const talus_status status = geo_choose_unit("x", &claims, NULL, &unit, &error);
    fuzz_expect_told(status, &error);
    metres = status == TALUS_OK ? fmin(metres, unit.metres) : metres;
    if (!isfinite(metres) || metres < 0.0) {
        fuzz_fail("a unit of %g m", metres);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    const uint8_t choice = data[1];
    const size_t length = size - 2, numbers = length / sizeof(double) < MOST_NUMBERS
                                                  ? length / sizeof(double)
                                                  : MOST_NUMBERS;
    char *text = calloc(length + 1, 1);
    double *values = calloc(numbers + 1, sizeof *values);
    if (text == NULL || values == NULL) {
        fuzz_fail("out of memory");
    }
    memcpy(text, data + 2, length);
    memcpy(values, data + 2, numbers * sizeof *values);
    switch (data[0] % 7) {
    case 0:
        check_filter(text, false);
        break;
    case 1:
        check_filter(text, true);
        break;
    case 2:
        check_grid(text, length, choice);
        break;
    case 3:
        check_heights(values, numbers, choice);
        break;
    case 4:
        check_polygons(values, numbers, choice);
        break;
    case 5:
        check_table(text, length);
        break;
    default:
        check_units(text);
    }
    free(values);
    free(text);
    return 0;
}
