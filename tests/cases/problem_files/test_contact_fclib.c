// SPDX-License-Identifier: GPL-3.0-or-later
// FCLIB files as others write them: all storage kinds, what is refused, no message, no open handle.
#include "cases/problem_files/contact_case.h"

#include <hdf5.h>
#include <math.h>
#include <sys/resource.h>

/// A 6 x 6 matrix for two contacts, the blocks (0, 0), (0, 1) and (1, 1); what a test changes.
typedef struct fclib_case {
    int dimension, m, n, nz, nzmax;
    int p[40], i[40];
    double x[40];
    size_t p_count, i_count, x_count, q_count, mu_count;
    size_t number_bytes; ///< not 0: a number of p has so many, and none is written
    hsize_t chunk;       ///< not 0: p is stored in chunks of so many numbers
    bool is_global, has_v, is_text;
    bool is_linked; ///< W is a link to that of another file
    bool is_beside; ///< the numbers of p are bytes of another file
} fclib_case;

enum { ENTRIES = 7 };
static const int entry_row[ENTRIES] = {0, 0, 1, 2, 3, 4, 5};
static const int entry_column[ENTRIES] = {0, 4, 1, 2, 3, 4, 5};
static const double entry_value[ENTRIES] = {1.0, 7.5, 2.0, 3.0, 4.0, 5.0, 6.0};

static fclib_case make_case(int nz)
{
    fclib_case c = {.dimension = 3, .m = 6, .n = 6, .nz = nz, .nzmax = ENTRIES};
    static const int by_rows[7] = {0, 2, 3, 4, 5, 6, 7};
    // column 4 holds (0, 4) and (4, 4)
    static const int by_columns[7] = {0, 1, 2, 3, 4, 6, 7}, rows[7] = {0, 1, 2, 3, 0, 4, 5};
    static const double column_values[7] = {1.0, 2.0, 3.0, 4.0, 7.5, 5.0, 6.0};
    c.p_count = nz < 0 ? 7 : ENTRIES;
    c.i_count = c.x_count = ENTRIES;
    c.q_count = 6;
    c.mu_count = 2;
    memcpy(c.p, nz == -2 ? by_rows : nz == -1 ? by_columns : entry_row, sizeof by_rows);
    memcpy(c.i, nz == -1 ? rows : entry_column, sizeof rows);
    memcpy(c.x, nz == -1 ? column_values : entry_value, sizeof column_values);
    return c;
}

static void put(hid_t file, const char *name, hid_t type, size_t count, const void *values)
{
    const hsize_t size = count;
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(set >= 0, "%s", name);
    cr_assert(count == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

/// p as the case asks for it.
static void put_starts(hid_t file, const fclib_case *c)
{
    const hsize_t size = c->p_count, unlimited = H5S_UNLIMITED;
    const hid_t type = H5Tcopy(H5T_NATIVE_INT), creation = H5Pcreate(H5P_DATASET_CREATE);
    cr_assert(c->number_bytes == 0 || H5Tset_size(type, c->number_bytes) >= 0);
    cr_assert(c->chunk == 0 || H5Pset_chunk(creation, 1, &c->chunk) >= 0);
    cr_assert(!c->is_beside ||
              H5Pset_external(creation, temporary_path("beside").text, 0, sizeof(int) * size) >= 0);
    const hid_t space = H5Screate_simple(1, &size, c->chunk > 0 ? &unlimited : NULL);
    const hid_t set =
        H5Dcreate2(file, "/fclib_local/W/p", type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    cr_assert(set >= 0);
    cr_assert(c->number_bytes > 0 ||
              H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->p) >= 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(creation);
    H5Tclose(type);
}

static void put_group(hid_t file, const char *name)
{
    cr_assert(H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)) >= 0);
}

/// Replace W by a link to the same group in another file.
static void lead_away(hid_t file, const file_path *other)
{
    const hid_t away = H5Fcreate(other->text, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(H5Ocopy(file, "/fclib_local/W", away, "/W", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    cr_assert(H5Ldelete(file, "/fclib_local/W", H5P_DEFAULT) >= 0);
    cr_assert(H5Lcreate_external(other->text, "/W", file, "/fclib_local/W", H5P_DEFAULT,
                                 H5P_DEFAULT) >= 0);
    H5Fclose(away);
}

static contact_case read_case(const fclib_case *c)
{
    static const double q[40] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, mu[40] = {0.5, 0.25};
    const file_path path = temporary_path("case.hdf5");
    const hid_t file = H5Fcreate(path.text, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(file >= 0);
    if (c->is_global) {
        put_group(file, "/fclib_global");
    } else {
        put_group(file, "/fclib_local");
        put_group(file, "/fclib_local/W");
        put_group(file, "/fclib_local/vectors");
        put(file, "/fclib_local/spacedim", H5T_NATIVE_INT, 1, &c->dimension);
        put(file, "/fclib_local/W/m", H5T_NATIVE_INT, 1, &c->m);
        put(file, "/fclib_local/W/n", H5T_NATIVE_INT, 1, &c->n);
        put(file, "/fclib_local/W/nz", H5T_NATIVE_INT, 1, &c->nz);
        put(file, "/fclib_local/W/nzmax", H5T_NATIVE_INT, 1, &c->nzmax);
        put_starts(file, c);
        put(file, "/fclib_local/W/i", H5T_NATIVE_INT, c->i_count, c->i);
        put(file, "/fclib_local/W/x", H5T_NATIVE_DOUBLE, c->x_count, c->x);
        put(file, "/fclib_local/vectors/q", H5T_NATIVE_DOUBLE, c->q_count, q);
        if (c->mu_count > 0) {
            put(file, "/fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, c->mu_count, mu);
        }
        if (c->has_v) {
            put_group(file, "/fclib_local/V");
        }
    }
    const file_path other = temporary_path("other.hdf5");
    if (c->is_linked) {
        lead_away(file, &other);
    }
    H5Fclose(file);
    contact_case result = {.status = TALUS_OK};
    result.status = files_read_contact_problem(path.text, &result.rows, &result.error);
    (void)remove(path.text);
    (void)remove(other.text);
    (void)remove(temporary_path("beside").text);
    cr_expect_eq(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0, "open handles");
    return result;
}

static void expect_matrix(int nz)
{
    const fclib_case c = make_case(nz);
    contact_case read = read_case(&c);
    cr_assert_eq(read.status, TALUS_OK, "%s", read.error.message);
    const problem_rows *s = read.rows;
    cr_assert_eq(s->contact_count, 2);
    cr_assert_eq(s->block_count, 3);
    cr_expect(s->column[0] == 0 && s->column[1] == 1 && s->column[2] == 1);
    cr_expect(s->blocks[0] == 1.0 && s->blocks[4] == 2.0 && s->blocks[8] == 3.0);
    cr_expect_eq(s->blocks[9 + 1], 7.5);
    cr_expect(s->blocks[18] == 4.0 && s->blocks[22] == 5.0 && s->blocks[26] == 6.0);
    cr_expect(s->c[5] == 6.0 && s->mu[1] == 0.25);
    problem_rows_destroy(read.rows);
}

Test(contact_fclib, compressed_rows_are_read)
{
    expect_matrix(-2);
}

Test(contact_fclib, compressed_columns_are_read)
{
    expect_matrix(-1);
}

Test(contact_fclib, triplets_are_read)
{
    expect_matrix(ENTRIES);
}

Test(contact_fclib, triplets_of_one_place_are_summed)
{
    fclib_case c = make_case(ENTRIES);
    c.p[1] = c.i[1] = 0;
    contact_case read = read_case(&c);
    cr_assert_eq(read.status, TALUS_OK, "%s", read.error.message);
    cr_expect_eq(read.rows->block_count, 2);
    cr_expect_eq(read.rows->blocks[0], 8.5);
    problem_rows_destroy(read.rows);
}

static void expect_refusal(const fclib_case *c, talus_status status, const char *fragment)
{
    const contact_case read = read_case(c);
    cr_expect_eq(read.status, status, "%s: %d", fragment, (int)read.status);
    cr_expect_not_null(strstr(read.error.message, fragment), "%s", read.error.message);
    cr_expect_not_null(strstr(read.error.file, "case.hdf5"));
}

Test(contact_fclib, counts_that_do_not_add_up_are_refused_by_data_set)
{
    fclib_case c = make_case(-2);
    c.p_count = 6;
    expect_refusal(&c, TALUS_ERROR_INPUT, "W/p holds 6 values, expected 7");
    c = make_case(-2);
    c.x_count = 6;
    expect_refusal(&c, TALUS_ERROR_INPUT, "W/x holds 6 values, expected 7");
    c = make_case(-2);
    c.q_count = 5;
    expect_refusal(&c, TALUS_ERROR_INPUT, "vectors/q holds 5 values, expected 6");
    c = make_case(-2);
    c.mu_count = 0;
    expect_refusal(&c, TALUS_ERROR_INPUT, "vectors/mu is missing");
    c = make_case(-2);
    c.m = c.n = 5;
    expect_refusal(&c, TALUS_ERROR_INPUT, "5 rows and 5 columns");
    c = make_case(-2);
    c.nz = -3;
    expect_refusal(&c, TALUS_ERROR_INPUT, "W/nz is -3");
    c = make_case(-2);
    c.nzmax = -1;
    expect_refusal(&c, TALUS_ERROR_INPUT, "W/nzmax -1");
}

Test(contact_fclib, indices_out_of_range_are_refused)
{
    fclib_case c = make_case(-2);
    c.i[3] = 6;
    expect_refusal(&c, TALUS_ERROR_INPUT, "column 6, expected 0 to 5");
    c = make_case(-2);
    c.p[2] = 1;
    expect_refusal(&c, TALUS_ERROR_INPUT, "W/p falls from 2 to 1");
    c = make_case(-2);
    c.p[3] = 1000;
    expect_refusal(&c, TALUS_ERROR_INPUT, "W/p falls");
    c = make_case(-2);
    c.p[6] = 8;
    expect_refusal(&c, TALUS_ERROR_INPUT, "ends with 8");
    c = make_case(-2);
    c.p[0] = -5;
    expect_refusal(&c, TALUS_ERROR_INPUT, "begins with -5");
    c = make_case(ENTRIES);
    c.p[6] = -1;
    expect_refusal(&c, TALUS_ERROR_INPUT, "row -1");
    c = make_case(-1);
    c.x[2] = (double)INFINITY;
    expect_refusal(&c, TALUS_ERROR_INPUT, "entry 2 of W is not a finite number");
}

Test(contact_fclib, other_problems_are_refused_by_name)
{
    fclib_case c = make_case(-2);
    c.is_global = true;
    expect_refusal(&c, TALUS_ERROR_INPUT, "global form");
    c = make_case(-2);
    c.has_v = true;
    expect_refusal(&c, TALUS_ERROR_UNSUPPORTED, "equality constraints");
    c = make_case(-2);
    c.dimension = 2;
    expect_refusal(&c, TALUS_ERROR_UNSUPPORTED, "spacedim is 2, expected 3");
}

static long peak_kb(void)
{
    struct rusage use;
    cr_assert_eq(getrusage(RUSAGE_SELF, &use), 0);
    return use.ru_maxrss;
}

Test(contact_fclib, sizes_that_a_damaged_file_claims_take_no_memory)
{
    fclib_case c = make_case(-2);
    c.number_bytes = 400000000;
    const long before = peak_kb();
    expect_refusal(&c, TALUS_ERROR_INPUT, "cannot be read as numbers");
    cr_expect(peak_kb() - before < 200000, "%ld kB more", peak_kb() - before);
}

Test(contact_fclib, chunks_of_a_few_megabytes_are_read)
{
    fclib_case c = make_case(-2);
    c.chunk = 1 << 20;
    contact_case read = read_case(&c);
    cr_expect_eq(read.status, TALUS_OK, "%s", read.error.message);
    problem_rows_destroy(read.rows);
    c.chunk = (1 << 20) + 1;
    expect_refusal(&c, TALUS_ERROR_INPUT, "cannot be read as numbers");
}

Test(contact_fclib, no_other_file_is_read)
{
    fclib_case c = make_case(-2);
    c.is_linked = true;
    expect_refusal(&c, TALUS_ERROR_INPUT, "is missing");
    c = make_case(-2);
    c.is_beside = true;
    expect_refusal(&c, TALUS_ERROR_INPUT, "cannot be read as numbers");
}

Test(contact_fclib, text_under_the_name_of_hdf5_is_refused)
{
    const contact_case read = read_problem_bytes("text.hdf5", "3\n1\n0\n", 6);
    cr_expect_eq(read.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(read.error.message, "not an HDF5 file"), "%s", read.error.message);
}

static herr_t count_error(hid_t stack, void *user)
{
    (void)stack;
    ++*(int *)user;
    return 0;
}

Test(contact_fclib, a_file_cut_short_is_refused_without_a_message_of_the_library)
{
    problem_rows *rows = make_problem(4, false);
    const file_path path = temporary_path("whole.hdf5");
    char *data = NULL;
    size_t size = 0;
    int told = 0;
    cr_assert_eq(write_rows(path.text, rows, NULL), TALUS_OK);
    cr_assert_eq(files_read_all(path.text, &data, &size, NULL), TALUS_OK);
    (void)remove(path.text);
    H5Eset_auto2(H5E_DEFAULT, count_error, &told);
    for (size_t cut = 8; cut < size; cut += 61) {
        const contact_case read = read_problem_bytes("cut.hdf5", data, cut);
        cr_assert_eq(read.status, TALUS_ERROR_INPUT, "cut after %zu of %zu bytes", cut, size);
    }
    cr_expect_eq(told, 0, "%d messages", told);
    cr_expect_eq(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0, "open handles");
    // the handler of the program is back
    H5E_auto2_t handler = NULL;
    void *user = NULL;
    H5Eget_auto2(H5E_DEFAULT, &handler, &user);
    cr_expect(handler == count_error && user == &told);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    free(data);
    problem_rows_destroy(rows);
}
