// SPDX-License-Identifier: GPL-3.0-or-later
// FCLIB files, written; HDF5 in memory.
#include "cases/problem_files/contact_problem_hdf5.h"
#include "cases/problem_files/contact_problem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GROWTH = 1 << 16 };
// no file has this name: the core driver keeps everything in memory
static const char *const image_name = "contact_problem.hdf5";

files_hdf5_quiet files_hdf5_begin(void)
{
    files_hdf5_quiet quiet = {NULL, NULL};
    H5Eget_auto2(H5E_DEFAULT, &quiet.print, &quiet.user);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return quiet;
}

void files_hdf5_end(const files_hdf5_quiet *quiet)
{
    H5Eset_auto2(H5E_DEFAULT, quiet->print, quiet->user);
}

hid_t files_hdf5_open_image(void *data, size_t size)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file = -1;
    if (access >= 0 && H5Pset_fapl_core(access, GROWTH, 0) >= 0 &&
        H5Pset_file_image(access, data, size) >= 0) {
        file = H5Fopen(image_name, H5F_ACC_RDONLY, access);
    }
    if (access >= 0) {
        H5Pclose(access);
    }
    return file;
}

static hid_t create_image(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file = -1;
    if (access >= 0 && H5Pset_fapl_core(access, GROWTH, 0) >= 0) {
        file = H5Fcreate(image_name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    }
    if (access >= 0) {
        H5Pclose(access);
    }
    return file;
}

static bool make_group(hid_t file, const char *name)
{
    const hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    return group >= 0 && H5Gclose(group) >= 0;
}

/// @param space taken over
static bool write_set(hid_t file, const char *name, hid_t type, hid_t space, const void *values)
{
    // no time stamps: equal problems give equal files
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set = -1;
    if (space >= 0 && creation >= 0 && H5Pset_obj_track_times(creation, 0) >= 0) {
        set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    }
    const bool done = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (set >= 0) {
        H5Dclose(set);
    }
    if (creation >= 0) {
        H5Pclose(creation);
    }
    if (space >= 0) {
        H5Sclose(space);
    }
    return done;
}

static bool write_integers(hid_t file, const char *name, size_t count, const int *values)
{
    const hsize_t size = count;
    return write_set(file, name, H5T_NATIVE_INT, H5Screate_simple(1, &size, NULL), values);
}

static bool write_numbers(hid_t file, const char *name, size_t count, const double *values)
{
    const hsize_t size = count;
    return write_set(file, name, H5T_NATIVE_DOUBLE, H5Screate_simple(1, &size, NULL), values);
}

static bool write_string(hid_t file, const char *name, const char *value)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (type < 0) {
        return false;
    }
    const bool done = H5Tset_size(type, strlen(value) + 1) >= 0 &&
                      write_set(file, name, type, H5Screate(H5S_SCALAR), value);
    H5Tclose(type);
    return done;
}

/// W in compressed rows, every value of every block, zeros too: the pattern comes back as it was.
static bool write_rows(hid_t file, const talus_contact_problem *problem)
{
    const size_t n = problem->contact_count, count = 9 * problem->row_start[n];
    int *p = malloc((3 * n + 1) * sizeof *p);
    int *i = malloc(count * sizeof *i);
    double *x = malloc(count * sizeof *x);
    bool done = p != NULL && i != NULL && x != NULL;
    size_t k = 0;
    for (size_t row = 0; done && row < 3 * n; row++) {
        p[row] = (int)k;
        for (size_t b = problem->row_start[row / 3]; b < problem->row_start[row / 3 + 1]; b++) {
            for (size_t j = 0; j < 3; j++) {
                i[k] = (int)(3 * problem->column[b] + j);
                x[k++] = problem->blocks[9 * b + row % 3 * 3 + j];
            }
        }
    }
    if (done) {
        p[3 * n] = (int)k;
        done = write_integers(file, "/fclib_local/W/p", 3 * n + 1, p) &&
               write_integers(file, "/fclib_local/W/i", count, i) &&
               write_numbers(file, "/fclib_local/W/x", count, x);
    }
    free(p);
    free(i);
    free(x);
    return done;
}

static bool write_problem(hid_t file, const talus_contact_problem *problem)
{
    const size_t n = problem->contact_count;
    const int dimension = 3, size = (int)(3 * n), by_rows = -2;
    const int nzmax = (int)(9 * problem->row_start[n]);
    return make_group(file, "/fclib_local") &&
           write_integers(file, "/fclib_local/spacedim", 1, &dimension) &&
           make_group(file, "/fclib_local/W") &&
           write_integers(file, "/fclib_local/W/nzmax", 1, &nzmax) &&
           write_integers(file, "/fclib_local/W/m", 1, &size) &&
           write_integers(file, "/fclib_local/W/n", 1, &size) &&
           write_integers(file, "/fclib_local/W/nz", 1, &by_rows) && write_rows(file, problem) &&
           make_group(file, "/fclib_local/vectors") &&
           write_numbers(file, "/fclib_local/vectors/q", 3 * n, problem->c) &&
           write_numbers(file, "/fclib_local/vectors/mu", n, problem->mu) &&
           make_group(file, "/fclib_local/info") &&
           write_string(file, "/fclib_local/info/title", "contact problem written by talus");
}

static bool copy_image(hid_t file, contact_bytes *bytes)
{
    if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0) {
        return false;
    }
    const ssize_t size = H5Fget_file_image(file, NULL, 0);
    if (size <= 0 || (bytes->data = malloc((size_t)size)) == NULL) {
        return false;
    }
    bytes->size = (size_t)size;
    return H5Fget_file_image(file, bytes->data, bytes->size) == size;
}

talus_status files_contact_write_fclib(const talus_contact_problem *problem, contact_bytes *bytes,
                                       talus_error *error)
{
    // the format counts in int
    if (problem->row_start[problem->contact_count] > INT_MAX / 9 ||
        problem->contact_count > INT_MAX / 3) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "%zu blocks are too many for this format, at most %d; choose .dat",
                               problem->row_start[problem->contact_count], INT_MAX / 9);
    }
    const files_hdf5_quiet quiet = files_hdf5_begin();
    const hid_t file = create_image();
    bool done = file >= 0 && write_problem(file, problem) && copy_image(file, bytes);
    if (file >= 0) {
        done = H5Fclose(file) >= 0 && done;
    }
    files_hdf5_end(&quiet);
    if (!done) {
        free(bytes->data);
        bytes->data = NULL;
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for the HDF5 file of %zu contacts",
                               problem->contact_count);
    }
    return TALUS_OK;
}
