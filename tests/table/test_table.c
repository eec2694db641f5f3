// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV and JSON: quoting, digits, what has no value, columns that are wrong.
#include "io/table/table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A row of every type.
typedef struct item {
    const char *name, *word;
    int64_t count;
    uint64_t seed;
    double value, limit, metres, error;
} item;

#define ITEM_COLUMNS(X)                                                                            \
    X(TEXT, name, NULL, "any text", row->name)                                                     \
    X(WORD, word, NULL, "a name of the program's own", row->word)                                  \
    X(INTEGER, count, "1", "items", row->count)                                                    \
    X(UNSIGNED, seed, "1", "of the item", row->seed)                                               \
    X(REAL, value, "1", "of the item", row->value)                                                 \
    X(LIMIT6, limit, "1", "of the item", row->limit)                                               \
    X(FIXED3, east_m, "m", "of the item", row->metres)                                             \
    X(EXPONENT3, error, "1", "of the item", row->error)
TABLE_DEFINE(items, ITEM_COLUMNS, const item *row = TABLE_ROW(item))

static const item plain = {"a", "b", -1, 2, 0.5, 0.25, 1.0, 1e-3};

/// The lines of a table of one item; freed by the caller.
static char *csv_of(const item *one)
{
    const talus_table table = TABLE(items, one, 1);
    char *text = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_table_csv(&table, &text, &error), TALUS_OK, "%s", error.message);
    return text;
}

static void expect_row(const item *one, const char *row)
{
    char *text = csv_of(one);
    const char *head = "name,word,count,seed,value,limit,east_m,error\n";
    cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s", text);
    cr_expect_str_eq(text + strlen(head), row);
    free(text);
}

Test(table, csv_has_a_line_of_keys_and_a_line_for_each_row)
{
    expect_row(&plain, "\"a\",b,-1,2,0.5,0.25,1.000,1.000e-03\n");
    const talus_table none = TABLE(items, NULL, 0);
    char *text = NULL;
    cr_assert_eq(talus_table_csv(&none, &text, NULL), TALUS_OK);
    cr_expect_str_eq(text, "name,word,count,seed,value,limit,east_m,error\n");
    free(text);
}

Test(table, csv_doubles_quotes_and_keeps_commas_and_line_breaks_in_quotes)
{
    item one = plain;
    one.name = "say \"no\", twice\r\n";
    one.word = "a,b";
    expect_row(&one, "\"say \"\"no\"\", twice\r\n\",\"a,b\",-1,2,0.5,0.25,1.000,1.000e-03\n");
    one.word = "\"";
    one.name = "";
    expect_row(&one, "\"\",\"\"\"\",-1,2,0.5,0.25,1.000,1.000e-03\n");
}

Test(table, csv_text_is_no_formula_of_a_spreadsheet)
{
    static const char *const starts[] = {"=1", "+1", "-1", "@1"};
    for (size_t k = 0; k < 4; k++) {
        item one = plain;
        char row[80];
        one.name = one.word = starts[k];
        snprintf(row, sizeof row, "\"'%s\",\"'%s\",-1,2,0.5,0.25,1.000,1.000e-03\n", starts[k],
                 starts[k]);
        expect_row(&one, row);
    }
    item one = plain;
    one.name = "1=1";
    expect_row(&one, "\"1=1\",b,-1,2,0.5,0.25,1.000,1.000e-03\n");
}

Test(table, utf8_passes_through)
{
    item one = plain;
    one.name = "Höhe \u03b1 \U0001f5fb";
    one.word = "grün";
    expect_row(&one, "\"Höhe \u03b1 \U0001f5fb\",grün,-1,2,0.5,0.25,1.000,1.000e-03\n");
    const talus_table table = TABLE(items, &one, 1);
    char *text = NULL;
    cr_assert_eq(talus_table_json(&table, &text, NULL), TALUS_OK);
    cr_expect_not_null(strstr(text, "\"name\": \"Höhe \u03b1 \U0001f5fb\""));
    free(text);
}

Test(table, what_has_no_value_is_empty_in_csv)
{
    const item none = {.value = (double)NAN,
                       .limit = (double)NAN,
                       .metres = (double)INFINITY,
                       .error = (double)-INFINITY};
    expect_row(&none, ",,0,0,,,,\n");
    item endless = none;
    endless.value = (double)INFINITY;
    endless.limit = (double)-INFINITY;
    expect_row(&endless, ",,0,0,,-inf,,\n");
}

Test(table, numbers_have_their_digits)
{
    item one = plain;
    one.value = 1.0 / 3.0;
    one.limit = 1.0 / 3.0;
    one.metres = 2600000.0625;
    one.error = 0.1234567;
    one.count = INT64_MIN;
    one.seed = UINT64_MAX;
    expect_row(&one, "\"a\",b,-9223372036854775808,18446744073709551615,0.333333333,0.333333,"
                     "2600000.062,1.235e-01\n");
}

Test(table, json_has_an_object_for_each_row_and_null_for_no_value)
{
    const item rows[2] = {plain,
                          {.name = "q\"", .value = 0.1, .limit = (double)INFINITY, .error = 2.0}};
    const talus_table table = TABLE(items, rows, 2);
    char *text = NULL;
    cr_assert_eq(talus_table_json(&table, &text, NULL), TALUS_OK);
    cr_expect_str_eq(text, "[\n"
                           "  {\n"
                           "    \"name\": \"a\",\n"
                           "    \"word\": \"b\",\n"
                           "    \"count\": -1,\n"
                           "    \"seed\": 2,\n"
                           "    \"value\": 0.5,\n"
                           "    \"limit\": 0.25,\n"
                           "    \"east_m\": 1,\n"
                           "    \"error\": 0.001\n"
                           "  },\n"
                           "  {\n"
                           "    \"name\": \"q\\\"\",\n"
                           "    \"word\": null,\n"
                           "    \"count\": 0,\n"
                           "    \"seed\": 0,\n"
                           "    \"value\": 0.10000000000000001,\n"
                           "    \"limit\": null,\n"
                           "    \"east_m\": 0,\n"
                           "    \"error\": 2\n"
                           "  }\n"
                           "]\n");
    free(text);
}

Test(table, a_column_is_in_the_files_that_it_names)
{
    talus_column columns[TABLE_COLUMN_COUNT(items)];
    talus_table table = TABLE(items, &plain, 1);
    memcpy(columns, items_columns, sizeof columns);
    table.columns = columns;
    for (size_t k = 0; k < table.column_count; k++) {
        columns[k].files = k == 2 ? TALUS_IN_CSV : k == 3 ? TALUS_IN_JSON : TALUS_IN_GPKG;
    }
    char *text = NULL;
    cr_assert_eq(talus_table_csv(&table, &text, NULL), TALUS_OK);
    cr_expect_str_eq(text, "count\n-1\n");
    free(text);
    cr_assert_eq(talus_table_json(&table, &text, NULL), TALUS_OK);
    cr_expect_str_eq(text, "[\n  {\n    \"seed\": 2\n  }\n]\n");
    free(text);
}

Test(table, a_column_takes_another_key)
{
    talus_column columns[TABLE_COLUMN_COUNT(items)];
    talus_table table = TABLE(items, &plain, 1);
    table_rename(&table, columns, "word", "a,b");
    table_rename(&table, columns, "seed", "start");
    char *text = NULL;
    cr_assert_eq(talus_table_csv(&table, &text, NULL), TALUS_OK);
    cr_expect_str_eq(text, "name,\"a,b\",count,start,value,limit,east_m,error\n"
                           "\"a\",b,-1,2,0.5,0.25,1.000,1.000e-03\n");
    free(text);
}

/// A value that is not of its column's type.
static talus_value wrong_cell(const void *user, size_t row, size_t column)
{
    const talus_value *values = user;
    (void)column;
    return row == 1 ? values[1] : values[0];
}

Test(table, a_broken_column_is_named_with_its_row)
{
    const talus_value text = talus_value_text("x"), number = talus_value_real(1.0);
    const talus_value integer = talus_value_integer(1), unknown = {.kind = (talus_value_kind)99};
    const struct {
        talus_column_type type;
        talus_value right, wrong;
        const char *sentence;
    } cases[] = {
        {TALUS_COLUMN_REAL, number, text, "found text, expected a real number"},
        {TALUS_COLUMN_EXPONENT, number, integer, "found an integer, expected a real number"},
        {TALUS_COLUMN_INTEGER, integer, number, "found a real number, expected an integer"},
        {TALUS_COLUMN_INTEGER, integer, talus_value_text(NULL), "found text, expected an integer"},
        {TALUS_COLUMN_TEXT, text, number, "found a real number, expected text"},
        {TALUS_COLUMN_TEXT, text, unknown, "found an unknown value, expected text"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const talus_column column = {.key = "figure", .type = cases[k].type};
        const talus_value values[2] = {cases[k].right, cases[k].wrong};
        const talus_table table = {.size = sizeof table,
                                   .name = "broken",
                                   .columns = &column,
                                   .column_count = 1,
                                   .row_count = 2,
                                   .cell = wrong_cell,
                                   .user = values};
        talus_error error = {0};
        talus_value value;
        char *made = (char *)&error;
        cr_expect_eq(talus_table_csv(&table, &made, &error), TALUS_ERROR_ARGUMENT);
        cr_expect_null(made);
        cr_expect_not_null(strstr(error.message, "table 'broken', column 'figure', row 1"));
        cr_expect_not_null(strstr(error.message, cases[k].sentence), "%s", error.message);
        cr_expect_eq(talus_table_json(&table, &made, &error), TALUS_ERROR_ARGUMENT);
        cr_expect_eq(talus_table_cell(&table, 1, 0, &value, &error), TALUS_ERROR_ARGUMENT);
        cr_expect_eq(value.kind, TALUS_VALUE_ABSENT);
        cr_expect_eq(talus_table_cell(&table, 0, 0, &value, &error), TALUS_OK);
        cr_expect_eq(value.kind, cases[k].right.kind);
    }
}

Test(table, a_wrong_value_fails_members_of_an_object)
{
    const talus_column column = {.key = "figure", .type = TALUS_COLUMN_REAL};
    const talus_value values[2] = {talus_value_real(1.0), talus_value_text("x")};
    const talus_table table = {.size = sizeof table,
                               .name = "broken",
                               .columns = &column,
                               .column_count = 1,
                               .row_count = 2,
                               .cell = wrong_cell,
                               .user = values};
    files_text text = {.first = true};
    table_json(&text, NULL, &table);
    cr_expect(text.failed);
    files_text_clear(&text);
}
