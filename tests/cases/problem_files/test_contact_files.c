// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems as text and gzip: what is read, what is refused and where, round trips.
#include "cases/problem_files/contact_case.h"

static const char *const one_dense = "3\n1\n0\n3 3\n3 3\n2 0 0\n0 4 0.5\n0 0 8\n-1 0.5 0.25\n0.7\n";
static const char *const two_blocks = "3\n2\n1\n6\n6\n3\n2\n2\n3 6\n3 6\n3\n3\n0 2 3\n1 0 1\n"
                                      "0\n11 12 13 14 15 16 17 18 19\n"
                                      "1\n1 2 3 4 5 6 7 8 9\n"
                                      "2\n21 22 23 24 25 26 27 28 29\n"
                                      "1 2 3 4 5 6\n0.5 0.25\n";

Test(contact_files, dense_entries_are_read_row_by_row)
{
    contact_case read = read_problem_text(one_dense);
    cr_assert_eq(read.status, TALUS_OK, "%s", read.error.message);
    cr_expect_eq(read.rows->contact_count, 1);
    cr_expect_eq(read.rows->block_count, 1);
    cr_expect_eq(read.rows->blocks[5], 0.5);
    cr_expect_eq(read.rows->blocks[7], 0.0);
    cr_expect_eq(read.rows->c[2], 0.25);
    cr_expect_eq(read.rows->mu[0], 0.7);
    problem_rows_destroy(read.rows);
}

Test(contact_files, blocks_are_read_by_columns_and_sorted_within_a_row)
{
    contact_case read = read_problem_text(two_blocks);
    cr_assert_eq(read.status, TALUS_OK, "%s", read.error.message);
    const problem_rows *s = read.rows;
    cr_assert_eq(s->block_count, 3);
    cr_expect(s->row_start[0] == 0 && s->row_start[1] == 2 && s->row_start[2] == 3);
    cr_expect(s->column[0] == 0 && s->column[1] == 1 && s->column[2] == 1);
    const double first[9] = {1, 4, 7, 2, 5, 8, 3, 6, 9};
    cr_expect_eq(memcmp(s->blocks, first, sizeof first), 0);
    cr_expect_eq(s->blocks[9], 11.0);
    cr_expect_eq(s->blocks[10], 14.0);
    cr_expect_eq(s->blocks[18], 21.0);
    problem_rows_destroy(read.rows);
}

Test(contact_files, a_final_flag_of_old_writers_is_passed_over)
{
    char text[512];
    snprintf(text, sizeof text, "%s1\n", one_dense);
    contact_case read = read_problem_text(text);
    cr_expect_eq(read.status, TALUS_OK, "%s", read.error.message);
    problem_rows_destroy(read.rows);
}

Test(contact_files, zero_blocks_off_the_diagonal_of_a_dense_matrix_are_left_out)
{
    contact_case read = read_problem_text("3 2 0 6 6 6 6\n1 0 0 0 0 0\n0 1 0 0 0 0\n0 0 1 0 0 9\n"
                                          "0 0 0 1 0 0\n0 0 0 0 1 0\n0 0 0 0 0 1\n"
                                          "1 2 3 4 5 6\n0 0\n");
    cr_assert_eq(read.status, TALUS_OK, "%s", read.error.message);
    cr_expect_eq(read.rows->block_count, 3);
    cr_expect_eq(read.rows->blocks[17], 9.0);
    problem_rows_destroy(read.rows);
}

typedef struct refusal {
    const char *text;
    int line;
    const char *fragment;
} refusal;

Test(contact_files, wrong_counts_are_refused_with_line_and_expectation)
{
    static const refusal cases[] = {
        {"", 1, "the end of the file, expected the dimension"},
        {"2\n1\n", 1, "dimension is 2, expected 3"},
        {"3\n0\n0\n", 2, "contacts is 0, expected at least 1"},
        {"3\n-1\n0\n", 2, "\"-1\", expected the number of contacts"},
        {"3\n1.5\n0\n", 2, "\"1.5\""},
        {"3\n1\n2\n3 3 3 3\n1 2 3 4", 3, "storage 2, expected 0 (dense) or 1"},
        {"3\n999999999\n0\n", 2, "cannot be in the"},
        {"3\n99999999999999999999\n0\n", 2, "expected the number of contacts"},
        {"3\n1\n0\n3 4\n3 3\n1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 4, "columns of W is 4, expected 3"},
        {"3\n1\n0\n3 3\n4 3\n1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 5, "rows of W is 4, expected 3"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 nan\n0 0 0\n0\n", 6, "\"nan\", expected a finite"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 0x1\n0 0 0\n0\n", 6, "\"0x1\""},
        {"3\n1\n0\n3 3\n3 3\n1 0 0\n0 1 0\n0 0 1e999\n0 0 0\n0\n", 8, "value 9 of 9"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 1\n0 0 zero\n0\n", 7, "q, value 3 of 3"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 1\n0 0 0\n\n\n", 10, "the end of the file"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 1\n0 0 0\n-0.5\n", 8, "contact 1 is -0.5"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 1\n0 0 0\n0.5\n0 7\n", 9, "\"7\" after the last"},
        {"3\n1\n0\n3 3\n3 3\n1 0 0 0 1 0 0 0 1\n0 0 0\n0.5\n2\n", 9, "expected the end"},
        {"3\n1\n1\n3 3\n7\n", 5, "cannot be in the"},
        {"3 1 1\n3 3 1\n2 1 3 3 2 1 0 1 0\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 3,
         "block rows is 2, expected 1"},
        {"3 1 1\n3 3 1\n1 1\n4 3 2 1 0 1 0\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 4,
         "end of a block row is 4, expected 3"},
        {"3 1 1\n3 3 1\n1 1 3 3\n3 1 0 1 0\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 4,
         "filled1 is 3, expected"},
        {"3 1 1\n3 3 1\n1 1 3 3\n2 2 0 1 0\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 4,
         "filled2 is 2, expected 1"},
        {"3 1 1\n3 3 1\n1 1 3 3\n2 1\n0 2\n0\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 5,
         "row start 1 (index1) is 2"},
        {"3 1 1\n3 3 1\n1 1 3 3\n2 1\n0 0\n0\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 5,
         "last row start (index1) is 0"},
        {"3 1 1\n3 3 1\n1 1 3 3\n2 1\n0 1\n1\n0 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 6,
         "(index2) is 1, expected 0 to 0"},
        {"3 1 1\n3 3 1\n1 1 3 3\n2 1\n0 1\n0\n1 1 0 0 0 1 0 0 0 1\n0 0 0\n0\n", 7,
         "number of a block is 1, expected 0"},
        {"3 1 1\n3 3 2\n1 1 3 3\n2 2\n0 2\n0 0\n0 1 0 0 0 1 0 0 0 1\n1 1 0 0 0 1 0 0 0 1\n"
         "0 0 0\n0\n",
         8, "repeat"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const contact_case read = read_problem_text(cases[k].text);
        cr_expect_eq(read.status, TALUS_ERROR_INPUT, "case %zu: %d", k, (int)read.status);
        cr_expect_eq(read.error.line, cases[k].line, "case %zu: line %d: %s", k, read.error.line,
                     read.error.message);
        cr_expect_not_null(strstr(read.error.message, cases[k].fragment), "case %zu: %s", k,
                           read.error.message);
    }
}

Test(contact_files, a_contact_without_diagonal_block_is_refused_by_name)
{
    const contact_case read = read_problem_text("3 2 1\n6 6 1\n2 2 3 6 3 6\n2 1\n0 1\n0\n"
                                                "0 1 0 0 0 1 0 0 0 1\n0 0 0 0 0 0\n0 0\n");
    cr_expect_eq(read.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(read.error.message, "diagonal"), "%s", read.error.message);
    cr_expect_eq(read.error.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(read.error.file, "problem.dat"));
}

Test(contact_files, text_cut_anywhere_is_refused)
{
    // the last number may lose digits unseen: "0.25" to "0.2"
    const size_t size = strlen(two_blocks) - strlen("25\n");
    for (size_t cut = 0; cut < size - 1; cut++) {
        const contact_case read = read_problem_bytes("cut.dat", two_blocks, cut);
        cr_assert_eq(read.status, TALUS_ERROR_INPUT, "cut after %zu bytes", cut);
    }
}

Test(contact_files, a_zero_byte_is_no_number)
{
    char text[256];
    const size_t size = strlen(one_dense);
    memcpy(text, one_dense, size);
    text[size - 3] = '\0';
    const contact_case read = read_problem_bytes("zero.dat", text, size);
    cr_expect_eq(read.status, TALUS_ERROR_INPUT);
}

Test(contact_files, a_missing_file_and_a_directory_are_told)
{
    problem_rows *rows = NULL;
    talus_error error = {0};
    cr_expect_eq(files_read_contact_problem("/nowhere/p.dat", &rows, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "/nowhere/p.dat"));
    cr_expect_eq(files_read_contact_problem("/tmp", &rows, &error), TALUS_ERROR_INPUT);
    cr_expect_null(rows);
}

/// Write, read, compare by bits; write again: the same bytes.
static void expect_round_trip(const problem_rows *rows, const char *name)
{
    const file_path path = temporary_path(name);
    problem_rows *back = NULL;
    talus_error error = {0};
    char *first = NULL, *second = NULL;
    size_t first_size = 0, second_size = 0;
    cr_assert_eq(write_rows(path.text, rows, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(files_read_all(path.text, &first, &first_size, NULL), TALUS_OK);
    cr_assert_eq(files_read_contact_problem(path.text, &back, &error), TALUS_OK, "%s: %s", name,
                 error.message);
    expect_same_problem(rows, back);
    cr_assert_eq(write_rows(path.text, back, &error), TALUS_OK);
    cr_assert_eq(files_read_all(path.text, &second, &second_size, NULL), TALUS_OK);
    cr_expect(first_size == second_size && memcmp(first, second, first_size) == 0, "%s", name);
    (void)remove(path.text);
    free(first);
    free(second);
    problem_rows_destroy(back);
}

static void expect_round_trips(bool full)
{
    static const char *const names[] = {"p.dat", "p.txt", "p.dat.gz", "p.GZ", "p.hdf5", "p.H5"};
    static const size_t sizes[] = {1, 2, 7};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        problem_rows *rows = make_problem(sizes[k], full);
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            expect_round_trip(rows, names[i]);
        }
        problem_rows_destroy(rows);
    }
}

Test(contact_files, sparse_problems_keep_their_bits_in_every_format)
{
    expect_round_trips(false);
}

Test(contact_files, full_problems_keep_their_bits_in_every_format)
{
    expect_round_trips(true);
}

Test(contact_files, stored_problems_keep_their_bits)
{
    static const char *const names[] = {"OneObject-i100000-499.hdf5.dat.gz", "Rover9770.dat.gz",
                                        "RockPile_tob1.dat.gz"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        char path[512];
        problem_rows *rows = NULL;
        talus_error error = {0};
        snprintf(path, sizeof path, "%s/tests/data/contact_problems/%s", TALUS_SOURCE_DIR,
                 names[k]);
        cr_assert_eq(files_read_contact_problem(path, &rows, &error), TALUS_OK, "%s",
                     error.message);
        expect_round_trip(rows, "stored.dat");
        expect_round_trip(rows, "stored.hdf5");
        problem_rows_destroy(rows);
    }
}

/// A gzip file of `rows`. @return its bytes, malloc'd
static char *pack(const problem_rows *rows, size_t *size)
{
    const file_path path = temporary_path("pack.gz");
    char *data = NULL;
    cr_assert_eq(write_rows(path.text, rows, NULL), TALUS_OK);
    cr_assert_eq(files_read_all(path.text, &data, size, NULL), TALUS_OK);
    (void)remove(path.text);
    return data;
}

Test(contact_files, gzip_is_known_by_its_bytes_whatever_the_name)
{
    problem_rows *rows = make_problem(3, false);
    size_t size = 0;
    char *data = pack(rows, &size);
    contact_case read = read_problem_bytes("packed.txt", data, size);
    cr_assert_eq(read.status, TALUS_OK, "%s", read.error.message);
    expect_same_problem(rows, read.rows);
    free(data);
    problem_rows_destroy(read.rows);
    problem_rows_destroy(rows);
}

Test(contact_files, cut_or_damaged_gzip_is_refused)
{
    problem_rows *rows = make_problem(3, false);
    size_t size = 0;
    char *data = pack(rows, &size);
    for (size_t cut = 2; cut < size; cut++) {
        const contact_case read = read_problem_bytes("cut.gz", data, cut);
        cr_assert_eq(read.status, TALUS_ERROR_INPUT, "cut after %zu bytes", cut);
    }
    data[size - 6] ^= 1; // the check sum
    const contact_case read = read_problem_bytes("damaged.gz", data, size);
    cr_expect_eq(read.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(read.error.message, "gzip"), "%s", read.error.message);
    cr_expect_not_null(strstr(read.error.file, "damaged.gz"));
    free(data);
    problem_rows_destroy(rows);
}

Test(contact_files, names_that_say_two_things_are_not_written)
{
    problem_rows *rows = make_problem(1, false);
    talus_error error = {0};
    cr_expect_eq(write_rows("/tmp/p.hdf5.gz", rows, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not(file_exists("/tmp/p.hdf5.gz"));
    cr_expect_eq(write_rows("/nowhere/p.hdf5", rows, &error), TALUS_ERROR_IO);
    problem_rows_destroy(rows);
}
