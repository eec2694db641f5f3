// SPDX-License-Identifier: GPL-3.0-or-later
// CHOLMOD behind five functions.
#include "foundation/sparse/sparse.h"

#include <cholmod.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct sparse_factor {
    cholmod_common common;
    cholmod_sparse *matrix; ///< lower triangle
    cholmod_factor *factor;
    cholmod_dense *solution, *scratch_y, *scratch_e;
    bool ready; ///< the factor holds numbers
};

static void start(cholmod_common *common)
{
    cholmod_start(common);
    common->print = 0;
    common->error_handler = NULL;
    common->try_catch = 1;
    // L L', so that an indefinite matrix is seen; L D L' would go on
    common->final_ll = 1;
    common->supernodal = CHOLMOD_AUTO;
    common->nmethods = 1;
    common->method[0].ordering = CHOLMOD_AMD;
    common->postorder = 1;
}

static talus_status check_pattern(const sparse_pattern *pattern, talus_error *error)
{
    const size_t size = pattern->size;
    if (size == 0 || size > INT_MAX || pattern->column_start[size] > INT_MAX ||
        pattern->column_start[0] != 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a sparse matrix of %zu columns; expected 1 to %d, entries from 0",
                               size, INT_MAX);
    }
    for (size_t j = 0; j < size; j++) {
        const size_t begin = pattern->column_start[j], end = pattern->column_start[j + 1];
        if (end < begin) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "column %zu of a sparse matrix ends before it begins", j);
        }
        for (size_t k = begin; k < end; k++) {
            const size_t row = pattern->row[k];
            if (row < j || row >= size || (k > begin && row <= pattern->row[k - 1])) {
                return talus_error_set(
                    error, TALUS_ERROR_ARGUMENT,
                    "entry (%zu, %zu) of a lower triangle of size %zu; expected ascending rows "
                    "from the diagonal on",
                    row, j, size);
            }
        }
    }
    return TALUS_OK;
}

/// The lower triangle as CHOLMOD holds it, values zero.
static cholmod_sparse *copy_pattern(const sparse_pattern *pattern, int xtype,
                                    cholmod_common *common)
{
    const size_t size = pattern->size, count = pattern->column_start[size];
    cholmod_sparse *matrix = cholmod_allocate_sparse(size, size, count, 1, 1, -1, xtype, common);
    if (matrix == NULL) {
        return NULL;
    }
    int *start_of = matrix->p, *row = matrix->i;
    for (size_t j = 0; j <= size; j++) {
        start_of[j] = (int)pattern->column_start[j];
    }
    for (size_t k = 0; k < count; k++) {
        row[k] = (int)pattern->row[k];
    }
    if (xtype == CHOLMOD_REAL && count > 0) {
        memset(matrix->x, 0, count * sizeof(double));
    }
    return matrix;
}

static talus_status create_factor(const sparse_pattern *pattern, int supernodal,
                                  sparse_factor **factor, talus_error *error)
{
    *factor = NULL;
    const talus_status status = check_pattern(pattern, error);
    if (status != TALUS_OK) {
        return status;
    }
    sparse_factor *f = calloc(1, sizeof *f);
    if (f == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a sparse factor");
    }
    start(&f->common);
    f->matrix = copy_pattern(pattern, CHOLMOD_REAL, &f->common);
    f->common.supernodal = supernodal;
    f->factor = f->matrix != NULL ? cholmod_analyze(f->matrix, &f->common) : NULL;
    if (f->factor == NULL) {
        sparse_factor_destroy(f);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "no memory for the factor of a sparse matrix of %zu columns",
                               pattern->size);
    }
    *factor = f;
    return TALUS_OK;
}

talus_status sparse_factor_create(const sparse_pattern *pattern, sparse_factor **factor,
                                  talus_error *error)
{
    return create_factor(pattern, CHOLMOD_AUTO, factor, error);
}

talus_status sparse_factor_create_portable(const sparse_pattern *pattern, sparse_factor **factor,
                                           talus_error *error)
{
    return create_factor(pattern, CHOLMOD_SIMPLICIAL, factor, error);
}

void sparse_factor_destroy(sparse_factor *factor)
{
    if (factor == NULL) {
        return;
    }
    cholmod_free_dense(&factor->solution, &factor->common);
    cholmod_free_dense(&factor->scratch_y, &factor->common);
    cholmod_free_dense(&factor->scratch_e, &factor->common);
    cholmod_free_factor(&factor->factor, &factor->common);
    cholmod_free_sparse(&factor->matrix, &factor->common);
    cholmod_finish(&factor->common);
    free(factor);
}

talus_status sparse_factor_refactor(sparse_factor *factor, const double *value, talus_error *error)
{
    const int *start_of = factor->matrix->p;
    const size_t size = factor->matrix->ncol, count = (size_t)start_of[size];
    factor->ready = false;
    memcpy(factor->matrix->x, value, count * sizeof *value);
    cholmod_factorize(factor->matrix, factor->factor, &factor->common);
    // the status is read before the next call overwrites it
    const int status = factor->common.status;
    if (status < CHOLMOD_OK) {
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "no memory for the factor of a sparse matrix of %zu columns", size);
    }
    if (status == CHOLMOD_NOT_POSDEF || factor->factor->minor < size) {
        const int *order = factor->factor->Perm;
        const size_t minor = factor->factor->minor;
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the sparse matrix is not positive definite (column %zu of %zu)",
                               minor < size ? (size_t)order[minor] : minor, size);
    }
    factor->ready = true;
    return TALUS_OK;
}

talus_status sparse_factor_solve(sparse_factor *factor, size_t count, double *x, talus_error *error)
{
    const size_t size = factor->matrix->ncol;
    if (!factor->ready) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a sparse factor was asked to solve before it holds numbers");
    }
    cholmod_dense right = {.nrow = size,
                           .ncol = count,
                           .nzmax = size * count,
                           .d = size,
                           .x = x,
                           .xtype = CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE};
    if (!cholmod_solve2(CHOLMOD_A, factor->factor, &right, NULL, &factor->solution, NULL,
                        &factor->scratch_y, &factor->scratch_e, &factor->common)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to solve %zu columns", count);
    }
    memcpy(x, factor->solution->x, size * count * sizeof *x);
    return TALUS_OK;
}

talus_status sparse_order(const sparse_pattern *pattern, size_t *order, talus_error *error)
{
    const talus_status status = check_pattern(pattern, error);
    if (status != TALUS_OK) {
        return status;
    }
    cholmod_common common;
    start(&common);
    cholmod_sparse *matrix = copy_pattern(pattern, CHOLMOD_PATTERN, &common);
    cholmod_factor *symbolic = matrix != NULL ? cholmod_analyze(matrix, &common) : NULL;
    if (symbolic != NULL) {
        const int *found = symbolic->Perm;
        for (size_t k = 0; k < pattern->size; k++) {
            order[k] = (size_t)found[k];
        }
    }
    const bool done = symbolic != NULL;
    cholmod_free_factor(&symbolic, &common);
    cholmod_free_sparse(&matrix, &common);
    cholmod_finish(&common);
    return done ? TALUS_OK
                : talus_error_set(error, TALUS_ERROR_MEMORY,
                                  "no memory to order a sparse matrix of %zu columns",
                                  pattern->size);
}
