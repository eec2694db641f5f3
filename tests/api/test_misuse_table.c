// SPDX-License-Identifier: GPL-3.0-or-later
// table.h called wrongly.
#include "misuse.h"
#include "talus/table.h"

static talus_value number(const void *user, size_t row, size_t column)
{
    (void)user;
    (void)row;
    (void)column;
    return talus_value_real(NOTHING);
}

static const talus_column columns[2] = {{.key = "a", .type = TALUS_COLUMN_REAL},
                                        {.key = "b", .type = TALUS_COLUMN_REAL}};
static const talus_table right = {.size = sizeof(talus_table),
                                  .name = "right",
                                  .columns = columns,
                                  .column_count = 2,
                                  .row_count = 1,
                                  .cell = number};

/// A table whose second column is this.
static talus_status check_column(talus_column column, talus_error *error)
{
    const talus_column both[2] = {columns[0], column};
    talus_table table = right;
    table.columns = both;
    return talus_table_check(&table, error);
}

static talus_status check_null(talus_error *error)
{
    return talus_table_check(NULL, error);
}

static talus_status check_size(talus_error *error)
{
    talus_table table = right;
    table.size = 0;
    return talus_table_check(&table, error);
}

static talus_status check_name(talus_error *error)
{
    talus_table table = right;
    table.name = NULL;
    return talus_table_check(&table, error);
}

static talus_status check_no_columns(talus_error *error)
{
    talus_table table = right;
    table.columns = NULL;
    return talus_table_check(&table, error);
}

static talus_status check_count(talus_error *error)
{
    talus_table table = right;
    table.column_count = 0;
    return talus_table_check(&table, error);
}

static talus_status check_cell(talus_error *error)
{
    talus_table table = right;
    table.cell = NULL;
    return talus_table_check(&table, error);
}

static talus_status check_key(talus_error *error)
{
    return check_column((talus_column){.key = NULL, .type = TALUS_COLUMN_REAL}, error);
}

static talus_status check_empty_key(talus_error *error)
{
    return check_column((talus_column){.key = "", .type = TALUS_COLUMN_REAL}, error);
}

static talus_status check_same_key(talus_error *error)
{
    return check_column(columns[0], error);
}

static talus_status check_type(talus_error *error)
{
    return check_column((talus_column){.key = "b", .type = (talus_column_type)-1}, error);
}

static talus_status check_type_count(talus_error *error)
{
    return check_column((talus_column){.key = "b", .type = TALUS_COLUMN_TYPE_COUNT}, error);
}

static talus_status check_digits(talus_error *error)
{
    return check_column((talus_column){.key = "b", .type = TALUS_COLUMN_REAL, .digits = UINT32_MAX},
                        error);
}

static talus_status cell_null(talus_error *error)
{
    return talus_table_cell(&right, 0, 0, NULL, error);
}

static talus_status cell_no_table(talus_error *error)
{
    talus_value value;
    return talus_table_cell(NULL, 0, 0, &value, error);
}

static talus_status cell_row(talus_error *error)
{
    talus_value value;
    return talus_table_cell(&right, 1, 0, &value, error);
}

static talus_status cell_column(talus_error *error)
{
    talus_value value;
    return talus_table_cell(&right, 0, SIZE_MAX, &value, error);
}

static talus_status csv_null(talus_error *error)
{
    return talus_table_csv(&right, NULL, error);
}

static talus_status csv_no_table(talus_error *error)
{
    char *text = NULL;
    return talus_table_csv(NULL, &text, error);
}

static talus_status json_null(talus_error *error)
{
    return talus_table_json(&right, NULL, error);
}

static talus_status json_no_table(talus_error *error)
{
    char *text = NULL;
    return talus_table_json(NULL, &text, error);
}

MISUSE_TABLE(table, REFUSED(check_null), REFUSED(check_size), REFUSED(check_name),
             REFUSED(check_no_columns), REFUSED(check_count), REFUSED(check_cell),
             REFUSED(check_key), REFUSED(check_empty_key), REFUSED(check_same_key),
             REFUSED(check_type), REFUSED(check_type_count), REFUSED(check_digits),
             REFUSED(cell_null), REFUSED(cell_no_table), REFUSED(cell_row), REFUSED(cell_column),
             REFUSED(csv_null), REFUSED(csv_no_table), REFUSED(json_null), REFUSED(json_no_table))

/// What is refused above is wrong by one thing alone.
Test(misuse, table_right)
{
    talus_value value = talus_value_integer(1);
    cr_expect_eq(talus_table_check(&right, NULL), TALUS_OK);
    cr_expect_eq(talus_table_cell(&right, 0, 1, &value, NULL), TALUS_OK);
    cr_expect_eq(value.kind, TALUS_VALUE_ABSENT);
}
