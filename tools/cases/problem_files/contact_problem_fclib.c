// SPDX-License-Identifier: GPL-3.0-or-later
// FCLIB files, read: the group /fclib_local of an HDF5 file held in memory.
//   spacedim; W: m, n, nz, nzmax, p, i, x; vectors: q, mu
//   nz >= 0: triplets, p rows, i columns; nz = -1: compressed columns; nz = -2: compressed rows
#include "cases/problem_files/contact_problem.h"
#include "cases/problem_files/contact_problem_hdf5.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { COMPRESSED_COLUMNS = -1, COMPRESSED_ROWS = -2 };

typedef struct fclib_reader {
    const char *path;
    hid_t file;
    hid_t access; ///< how its names are followed
    talus_error *error;
} fclib_reader;

static talus_status refuse(const fclib_reader *r, talus_status status, const char *format, ...)
    TALUS_PRINTF(3, 4);
static talus_status refuse(const fclib_reader *r, talus_status status, const char *format, ...)
{
    char message[900];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    (void)talus_error_set(r->error, status, "%s", message);
    talus_error_locate(r->error, r->path, 0, 0);
    return status;
}

/// Numbers of at most 16 bytes: HDF5 makes room for whatever size a damaged file claims, gigabytes
/// for a file of a few kilobytes.
static bool holds_plain_numbers(hid_t set)
{
    const hid_t type = H5Dget_type(set);
    const H5T_class_t kind = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
    const bool plain = (kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Tget_size(type) <= 16;
    if (type >= 0) {
        H5Tclose(type);
    }
    return plain;
}

/// The chunks of a set are no larger than all of it, or than a few megabytes (as above), and its numbers
/// stand in this file: a set may name other files for them.
static bool has_bounded_chunks(hid_t set, size_t count)
{
    enum { SMALL = 1 << 20, MOST_DIMENSIONS = 32 };
    const hid_t creation = H5Dget_create_plist(set);
    bool bounded = creation >= 0 && H5Pget_layout(creation) != H5D_VIRTUAL &&
                   H5Pget_external_count(creation) == 0;
    if (bounded && H5Pget_layout(creation) == H5D_CHUNKED) {
        hsize_t chunk[MOST_DIMENSIONS];
        const int dimensions = H5Pget_chunk(creation, MOST_DIMENSIONS, chunk);
        const hsize_t most = count > SMALL ? count : SMALL;
        hsize_t all = 1;
        bounded = dimensions > 0;
        for (int k = 0; bounded && k < dimensions && k < MOST_DIMENSIONS; k++) {
            bounded = chunk[k] > 0 && chunk[k] <= most / all;
            all *= chunk[k];
        }
    }
    if (creation >= 0) {
        H5Pclose(creation);
    }
    return bounded;
}

static talus_status read_open(const fclib_reader *r, hid_t set, const char *name, bool is_integer,
                              size_t count, void *values)
{
    const hid_t space = H5Dget_space(set);
    const hssize_t found = space < 0 ? -1 : H5Sget_simple_extent_npoints(space);
    if (space >= 0) {
        H5Sclose(space);
    }
    if (found < 0 || (size_t)found != count) {
        return refuse(r, TALUS_ERROR_INPUT, "%s holds %lld values, expected %zu", name,
                      (long long)found, count);
    }
    const hid_t type = is_integer ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE;
    if (count > 0 && (!holds_plain_numbers(set) || !has_bounded_chunks(set, count) ||
                      H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)) {
        return refuse(r, TALUS_ERROR_INPUT,
                      "%s cannot be read as numbers; is the file whole and of this format?", name);
    }
    return TALUS_OK;
}

static talus_status read_values(const fclib_reader *r, const char *name, bool is_integer,
                                size_t count, void *values)
{
    const hid_t set = H5Dopen2(r->file, name, r->access);
    if (set < 0) {
        return refuse(r, TALUS_ERROR_INPUT, "the data set %s is missing, expected %zu numbers",
                      name, count);
    }
    const talus_status status = read_open(r, set, name, is_integer, count, values);
    H5Dclose(set);
    return status;
}

/// Like read_values into new memory.
static talus_status read_array(const fclib_reader *r, const char *name, bool is_integer,
                               size_t count, void **values)
{
    *values = calloc(count + 1, is_integer ? sizeof(int) : sizeof(double));
    if (*values == NULL) {
        return talus_error_set(r->error, TALUS_ERROR_MEMORY, "%s: out of memory for %zu numbers",
                               r->path, count);
    }
    return read_values(r, name, is_integer, count, *values);
}

static bool has_link(const fclib_reader *r, const char *name)
{
    return H5Lexists(r->file, name, r->access) > 0;
}

static talus_status check_groups(const fclib_reader *r)
{
    int dimension = 0;
    if (!has_link(r, "/fclib_local")) {
        return refuse(r, TALUS_ERROR_INPUT, "%s",
                      has_link(r, "/fclib_global")
                          ? "the problem is in global form (fclib_global), expected a local one "
                            "(fclib_local): form W = H' M^-1 H first"
                          : "there is no group /fclib_local, expected a contact problem of FCLIB");
    }
    if (has_link(r, "/fclib_local/V") || has_link(r, "/fclib_local/R")) {
        return refuse(r, TALUS_ERROR_UNSUPPORTED,
                      "the problem has equality constraints (V, R), expected contacts alone: "
                      "eliminate them first");
    }
    const talus_status status = read_values(r, "/fclib_local/spacedim", true, 1, &dimension);
    if (status == TALUS_OK && dimension != 3) {
        return refuse(r, TALUS_ERROR_UNSUPPORTED,
                      "spacedim is %d, expected 3: only problems in space are solved", dimension);
    }
    return status;
}

/// The scalar matrix as the file has it.
typedef struct scalar_matrix {
    int rows, columns, nz, nzmax;
    int *p, *i;
    double *x;
} scalar_matrix;

static talus_status read_sizes(const fclib_reader *r, scalar_matrix *w)
{
    talus_status status = read_values(r, "/fclib_local/W/m", true, 1, &w->rows);
    status = status ? status : read_values(r, "/fclib_local/W/n", true, 1, &w->columns);
    status = status ? status : read_values(r, "/fclib_local/W/nz", true, 1, &w->nz);
    status = status ? status : read_values(r, "/fclib_local/W/nzmax", true, 1, &w->nzmax);
    if (status != TALUS_OK) {
        return status;
    }
    if (w->rows < 3 || w->rows % 3 != 0 || w->columns != w->rows) {
        return refuse(r, TALUS_ERROR_INPUT,
                      "W has %d rows and %d columns, expected as many of both, 3 for each contact",
                      w->rows, w->columns);
    }
    if (w->nz < COMPRESSED_ROWS || w->nzmax < 0 || w->nz > w->nzmax) {
        return refuse(r, TALUS_ERROR_INPUT,
                      "W/nz is %d and W/nzmax %d, expected nz = -1 (columns), -2 (rows) or 0 to "
                      "nzmax (triplets)",
                      w->nz, w->nzmax);
    }
    return TALUS_OK;
}

static talus_status read_matrix(const fclib_reader *r, scalar_matrix *w)
{
    talus_status status = read_sizes(r, w);
    if (status != TALUS_OK) {
        return status;
    }
    const bool is_triplet = w->nz >= 0;
    const size_t pointers = is_triplet ? (size_t)w->nz : (size_t)w->rows + 1;
    const size_t indices = is_triplet ? (size_t)w->nz : (size_t)w->nzmax;
    void *p = NULL, *i = NULL, *x = NULL;
    status = read_array(r, "/fclib_local/W/p", true, pointers, &p);
    status = status ? status : read_array(r, "/fclib_local/W/i", true, indices, &i);
    status = status ? status : read_array(r, "/fclib_local/W/x", false, (size_t)w->nzmax, &x);
    w->p = p;
    w->i = i;
    w->x = x;
    return status;
}

static talus_status add_entry(const fclib_reader *r, const scalar_matrix *w, size_t k, int row,
                              int column, contact_entry *entries)
{
    if (row < 0 || row >= w->rows || column < 0 || column >= w->columns) {
        return refuse(r, TALUS_ERROR_INPUT,
                      "entry %zu of W is in row %d, column %d, expected 0 to %d", k, row, column,
                      w->rows - 1);
    }
    if (!isfinite(w->x[k])) {
        return refuse(r, TALUS_ERROR_INPUT, "entry %zu of W is not a finite number", k);
    }
    // source: number of the entry and its place in the block
    entries[k] = (contact_entry){(size_t)row / 3, (size_t)column / 3,
                                 9 * k + 3 * ((size_t)row % 3) + (size_t)column % 3};
    return TALUS_OK;
}

/// Rows and columns of all entries. @param count entries found
static talus_status list_entries(const fclib_reader *r, const scalar_matrix *w,
                                 contact_entry *entries, size_t *count)
{
    talus_status status = TALUS_OK;
    if (w->nz >= 0) {
        *count = (size_t)w->nz;
        for (size_t k = 0; k < *count && status == TALUS_OK; k++) {
            status = add_entry(r, w, k, w->p[k], w->i[k], entries);
        }
        return status;
    }
    const int last = w->rows;
    if (w->p[0] != 0 || w->p[last] < 0 || w->p[last] > w->nzmax) {
        return refuse(r, TALUS_ERROR_INPUT,
                      "W/p begins with %d and ends with %d, expected 0 and at most nzmax = %d",
                      w->p[0], w->p[last], w->nzmax);
    }
    for (int line = 0; line < last && status == TALUS_OK; line++) {
        if (w->p[line + 1] < w->p[line] || w->p[line + 1] > w->nzmax) {
            return refuse(r, TALUS_ERROR_INPUT, "W/p falls from %d to %d at %d, expected to rise",
                          w->p[line], w->p[line + 1], line + 1);
        }
        for (int k = w->p[line]; k < w->p[line + 1] && status == TALUS_OK; k++) {
            const bool is_row = w->nz == COMPRESSED_ROWS;
            status = add_entry(r, w, (size_t)k, is_row ? line : w->i[k], is_row ? w->i[k] : line,
                               entries);
        }
    }
    *count = (size_t)w->p[last];
    return status;
}

/// Entries that name the same place are summed, in the order of the file.
static talus_status build_rows(const fclib_reader *r, const scalar_matrix *w, problem_rows **rows)
{
    contact_entry *entries = calloc((size_t)w->nzmax + 1, sizeof *entries);
    size_t count = 0;
    if (entries == NULL) {
        return talus_error_set(r->error, TALUS_ERROR_MEMORY, "%s: out of memory for %d entries",
                               r->path, w->nzmax);
    }
    talus_status status = list_entries(r, w, entries, &count);
    if (status == TALUS_OK) {
        status = files_contact_build((size_t)w->rows / 3, entries, count, rows, r->error);
    }
    size_t block = 0;
    unsigned seen = 0; // places of the block that have a value: the first keeps its sign of zero
    for (size_t k = 0; status == TALUS_OK && k < count; k++) {
        if (k > 0 &&
            (entries[k].row != entries[k - 1].row || entries[k].column != entries[k - 1].column)) {
            block++;
            seen = 0;
        }
        const size_t place = entries[k].source % 9;
        double *value = (*rows)->blocks + 9 * block + place;
        const double x = w->x[entries[k].source / 9];
        *value = (seen >> place & 1U) != 0 ? *value + x : x;
        seen |= 1U << place;
    }
    free(entries);
    return status;
}

static talus_status read_problem(const fclib_reader *r, problem_rows **rows)
{
    scalar_matrix w = {0};
    talus_status status = check_groups(r);
    status = status ? status : read_matrix(r, &w);
    status = status ? status : build_rows(r, &w, rows);
    free(w.p);
    free(w.i);
    free(w.x);
    if (status == TALUS_OK) {
        const size_t n = (*rows)->contact_count;
        status = read_values(r, "/fclib_local/vectors/q", false, 3 * n, (*rows)->c);
        status = status ? status : read_values(r, "/fclib_local/vectors/mu", false, n, (*rows)->mu);
    }
    if (status != TALUS_OK) {
        problem_rows_destroy(*rows);
        *rows = NULL;
    }
    return status;
}

/// A link may lead into another file of the user: none is followed.
static herr_t stay_inside(const char *file, const char *group, const char *other, const char *name,
                          unsigned *flags, hid_t access, void *user)
{
    (void)file;
    (void)group;
    (void)other;
    (void)name;
    (void)flags;
    (void)access;
    (void)user;
    return -1;
}

talus_status files_contact_read_fclib(const contact_bytes *bytes, problem_rows **rows,
                                      talus_error *error)
{
    const files_hdf5_quiet quiet = files_hdf5_begin();
    fclib_reader reader = {bytes->path, files_hdf5_open_image(bytes->data, bytes->size),
                           H5Pcreate(H5P_DATASET_ACCESS), error};
    talus_status status;
    if (reader.access < 0 || H5Pset_elink_cb(reader.access, stay_inside, NULL) < 0) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "%s: out of memory", bytes->path);
    } else if (reader.file < 0) {
        status = refuse(&reader, TALUS_ERROR_INPUT,
                        "the HDF5 file cannot be opened; is it whole (%zu bytes)?", bytes->size);
    } else {
        status = read_problem(&reader, rows);
    }
    if (reader.file >= 0) {
        H5Fclose(reader.file);
    }
    if (reader.access >= 0) {
        H5Pclose(reader.access);
    }
    files_hdf5_end(&quiet);
    return status;
}
