// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems: what kind of file it is, and blocks from entries in any order.
#include "cases/problem_files/contact_problem.h"

#include <stdlib.h>
#include <string.h>

static bool begins_with(const contact_bytes *bytes, const char *mark, size_t size)
{
    return bytes->size >= size && memcmp(bytes->data, mark, size) == 0;
}

static bool is_gzip(const contact_bytes *bytes)
{
    return begins_with(bytes, "\x1f\x8b", 2);
}

static bool is_hdf5(const contact_bytes *bytes)
{
    return begins_with(bytes, "\x89HDF\r\n\x1a\n", 8);
}

static bool ends_with(const char *path, const char *extension)
{
    const size_t size = strlen(path), length = strlen(extension);
    if (size <= length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = path[size - length + i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != extension[i]) {
            return false;
        }
    }
    return true;
}

static bool is_hdf5_name(const char *path)
{
    return ends_with(path, ".hdf5") || ends_with(path, ".h5");
}

static talus_status read_plain(const contact_bytes *bytes, problem_rows **rows, talus_error *error)
{
    if (is_hdf5(bytes)) {
        return files_contact_read_fclib(bytes, rows, error);
    }
    if (is_hdf5_name(bytes->path)) {
        (void)talus_error_set(
            error, TALUS_ERROR_INPUT,
            "this is not an HDF5 file (its first bytes are others), expected one by its "
            "name; give text another extension");
        talus_error_locate(error, bytes->path, 0, 0);
        return TALUS_ERROR_INPUT;
    }
    return files_contact_read_text(bytes, rows, error);
}

/// What the structure of the file does not show, for instance a diagonal block without trace.
static talus_status check_rows(const problem_rows *rows, const char *path, talus_error *error)
{
    const talus_contact_problem problem = problem_rows_view(rows);
    talus_status status = talus_contact_problem_check(&problem, error);
    if (status != TALUS_OK) {
        talus_error_locate(error, path, 0, 0);
        status = status == TALUS_ERROR_ARGUMENT ? TALUS_ERROR_INPUT : status;
        if (error != NULL) {
            error->status = status;
        }
    }
    return status;
}

talus_status files_read_contact_problem(const char *path, problem_rows **rows, talus_error *error)
{
    *rows = NULL;
    contact_bytes bytes = {.path = path}, inner = {.path = path};
    talus_status status = files_read_all(path, &bytes.data, &bytes.size, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (is_gzip(&bytes)) {
        status = files_contact_inflate(&bytes, &inner, error);
        status = status == TALUS_OK ? read_plain(&inner, rows, error) : status;
    } else {
        status = read_plain(&bytes, rows, error);
    }
    free(bytes.data);
    free(inner.data);
    if (status == TALUS_OK && (status = check_rows(*rows, path, error)) != TALUS_OK) {
        problem_rows_destroy(*rows);
        *rows = NULL;
    }
    return status;
}

static talus_status write_text(const char *path, const talus_contact_problem *problem,
                               talus_error *error)
{
    files_text text = {0};
    if (!problem_write_text(problem, &text)) {
        files_text_clear(&text);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for the text of %zu contacts",
                               problem->contact_count);
    }
    const contact_bytes bytes = {path, text.data, text.size};
    contact_bytes packed = {.path = path};
    talus_status status = TALUS_OK;
    if (ends_with(path, ".gz")) {
        status = files_contact_deflate(&bytes, &packed, error);
        status =
            status == TALUS_OK ? files_write_all(path, packed.data, packed.size, error) : status;
    } else {
        status = files_write_all(path, bytes.data, bytes.size, error);
    }
    free(packed.data);
    files_text_clear(&text);
    return status;
}

talus_status files_write_contact_problem(const char *path, const talus_contact_problem *problem,
                                         talus_error *error)
{
    const talus_status status = talus_contact_problem_check(problem, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (ends_with(path, ".hdf5.gz") || ends_with(path, ".h5.gz")) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "%s: HDF5 is written as it is, not in a .gz; choose .hdf5 or .dat.gz", path);
    }
    if (!is_hdf5_name(path)) {
        return write_text(path, problem, error);
    }
    contact_bytes bytes = {.path = path};
    talus_status written = files_contact_write_fclib(problem, &bytes, error);
    if (written == TALUS_OK) {
        written = files_write_all(path, bytes.data, bytes.size, error);
    }
    free(bytes.data);
    return written;
}
