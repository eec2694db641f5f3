// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/files_case.h"
#include "foundation/files/columns.h"

#include <math.h>

static files_column columns[3];

static talus_status read_text(const char *name, const char *text, double **values, size_t *rows,
                              double *interval, talus_error *error)
{
    const file_path path = make_text(name, text);
    columns[0] = (files_column){.name = "t", .quantity = FILES_TIME, .needed = true};
    columns[1] = (files_column){.name = "wx", .quantity = FILES_ANGULAR_RATE, .needed = true};
    columns[2] = (files_column){.name = "ax", .quantity = FILES_ACCELERATION};
    return files_read_columns(path.text, columns, 3, values, rows, interval, error);
}

Test(columns, names_units_and_separators_are_found)
{
    static const char *const texts[3] = {"t (s),wx (rad/s),ax (m/s2)\n0,1,2\n0.5,3,4\n",
                                         "# made by hand\n\nT [ms];other;ax [g];wx "
                                         "[deg/s]\n0;x;0.20394324259558566;57.29577951308232\n"
                                         "500;y;0.40788648519117132;171.88733853924697\n",
                                         "\"t_s\"\tax_m_s2\twx_rad_s\r\n0\t2\t1\r\n0.5\t4\t3\r\n"};
    for (int i = 0; i < 3; i++) {
        double *values = NULL, interval = 0.0;
        size_t rows = 0;
        talus_error error = {0};
        cr_assert(read_text("columns.csv", texts[i], &values, &rows, &interval, &error) == TALUS_OK,
                  "%s", error.message);
        cr_assert(rows == 2 && columns[2].found);
        cr_expect(fabs(interval - 0.5) < 1e-15);
        const double expected[6] = {0.0, 1.0, 2.0, 0.5, 3.0, 4.0};
        for (int k = 0; k < 6; k++) {
            cr_expect(fabs(values[k] - expected[k]) < 1e-12, "case %d: %g", i, values[k]);
        }
        free(values);
    }
}

Test(columns, a_column_that_is_not_needed_may_be_missing)
{
    double *values = NULL, interval;
    size_t rows;
    cr_assert(read_text("columns.csv", "t(s),wx(rad/s)\n0,1\n1,2\n2,3\n", &values, &rows, &interval,
                        NULL) == TALUS_OK);
    cr_expect(rows == 3 && !columns[2].found && isnan(values[2]));
    free(values);
}

Test(columns, wrong_tables_are_refused_with_their_line)
{
    static const struct {
        const char *text, *sentence;
        int line;
    } cases[] = {
        {"t (s),wy (rad/s)\n0,1\n1,2\n", "no column 'wx'", 1},
        {"t,wx (rad/s)\n0,1\n1,2\n", "has no unit", 1},
        {"t (h),wx (rad/s)\n0,1\n1,2\n", "unknown unit 'h'", 1},
        {"t (s),wx (rad/s),wx (rad/s)\n0,1,1\n1,2,2\n",
         "columns.csv:1: found the column 'wx (rad/s)' twice", 0},
        {"t (s),wx (rad/s),wx (deg/s)\n0,1,1\n1,2,2\n", "'wx' stands twice", 1},
        {"t (s),wx (rad/s)\n0,1\n1,nan\n", "expected a finite number", 3},
        {"t (s),wx (rad/s)\n0,1\n1,2,3\n", "columns.csv:3: found 3 cells, expected 2", 0},
        {"t (s),wx (rad/s)\n0,1\n1,2\n1,2\n", "must ascend", 4},
        {"t (s),wx (rad/s)\n0,1\n1,2\n\n3,2\n", "evenly spaced", 5},
        {"t (s),wx (rad/s)\n0,1\n", "found 1 rows", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double *values = NULL, interval;
        size_t rows;
        talus_error error = {0};
        cr_expect(read_text("columns.csv", cases[i].text, &values, &rows, &interval, &error) ==
                  TALUS_ERROR_INPUT);
        cr_expect(values == NULL && strstr(error.message, cases[i].sentence) != NULL, "%s",
                  error.message);
        cr_expect(error.line == cases[i].line, "%d: %s", error.line, error.message);
    }
}

Test(columns, a_table_needs_no_time_and_one_row)
{
    const file_path path = make_text(
        "table.csv", "name,volume (dm3),pgv_cm_s,rate (1/yr),probability\na,200,50,1e-3,0.5\n");
    files_column wanted[] = {{.name = "volume", .quantity = FILES_VOLUME},
                             {.name = "pgv", .quantity = FILES_VELOCITY},
                             {.name = "rate", .quantity = FILES_RATE},
                             {.name = "probability", .quantity = FILES_NUMBER},
                             {.name = "d1", .quantity = FILES_LENGTH}};
    double *values = NULL;
    size_t rows = 0;
    talus_error error = {0};
    cr_assert_eq(files_read_table(path.text, wanted, 5, &values, &rows, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(rows, 1);
    cr_expect_float_eq(values[0], 0.2, 1e-15);
    cr_expect_float_eq(values[1], 0.5, 1e-15);
    cr_expect_eq(values[2], 1e-3);
    cr_expect_eq(values[3], 0.5);
    cr_expect(isnan(values[4]));
    cr_expect_not(wanted[4].found);
    free(values);
}

Test(columns, a_table_without_rows_or_with_a_wrong_unit_is_refused)
{
    static const struct {
        const char *text, *phrase;
        int line;
    } cases[] = {{"volume_m3\n", "found 0 rows of numbers", 1},
                 {"volume_kg\n1\n", "unknown unit 'kg'; expected m3 or dm3", 1},
                 {"volume_m3\n1\nlarge\n", "found 'large' in the column 'volume'", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const file_path path = make_text("bad_table.csv", cases[i].text);
        files_column wanted = {.name = "volume", .quantity = FILES_VOLUME, .needed = true};
        double *values = NULL;
        size_t rows = 0;
        talus_error error = {0};
        cr_expect_eq(files_read_table(path.text, &wanted, 1, &values, &rows, &error),
                     TALUS_ERROR_INPUT);
        cr_expect(strstr(error.message, cases[i].phrase) != NULL, "%s", error.message);
        cr_expect(i == 0 || error.line == cases[i].line);
        cr_expect_null(values);
    }
}

Test(columns, a_name_with_another_word_behind_it_is_another_column)
{
    const file_path path =
        make_text("shares.csv", "share_low,share,low_95\n0.1,0.2,7\n0.3,0.4,8\n");
    files_column wanted = {.name = "share", .quantity = FILES_NUMBER, .needed = true};
    double *values = NULL;
    size_t rows = 0;
    talus_error error = {0};
    cr_assert_eq(files_read_table(path.text, &wanted, 1, &values, &rows, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(rows, 2);
    cr_expect_float_eq(values[0], 0.2, 0.0);
    cr_expect_float_eq(values[1], 0.4, 0.0);
    free(values);
}
