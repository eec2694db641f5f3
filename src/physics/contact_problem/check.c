// SPDX-License-Identifier: GPL-3.0-or-later
// The one check of a contact problem.
#include "physics/contact_problem/rows.h"

#include <math.h>
#include <string.h>

void talus_contact_problem_defaults(talus_contact_problem *problem, size_t size)
{
    const talus_contact_problem none = {.size = sizeof none, .body_count = 1};
    if (problem != NULL && size >= sizeof problem->size) {
        memset(problem, 0, size);
        memcpy(problem, &none, size < sizeof none ? size : sizeof none);
        problem->size = size;
    }
}

static talus_status check_arrays(const talus_contact_problem *problem, talus_error *error)
{
    if (problem == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the contact problem is NULL");
    }
    if (problem->size != sizeof *problem) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the size of the contact problem is %zu, expected %zu: fill it with "
                               "talus_contact_problem_default",
                               problem->size, sizeof *problem);
    }
    const size_t n = problem->contact_count;
    if (n > 0 && (problem->blocks == NULL || problem->c == NULL || problem->mu == NULL ||
                  (problem->row_start != NULL && problem->column == NULL))) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "an array of the contact problem is NULL");
    }
    if (n >= INT32_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the contact problem has %zu contacts, expected fewer than 2^31", n);
    }
    return TALUS_OK;
}

/// Rows that follow each other.
static talus_status check_starts(const talus_contact_problem *problem, talus_error *error)
{
    const size_t n = problem->contact_count, *start = problem->row_start;
    if (start[0] != 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the first row of the contact problem starts at block %zu, "
                               "expected 0",
                               start[0]);
    }
    for (size_t i = 0; i < n; i++) {
        if (start[i + 1] < start[i] || start[i + 1] - start[i] > n) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "row %zu of the contact problem spans blocks %zu to %zu, "
                                   "expected at most %zu in ascending order",
                                   i, start[i], start[i + 1], n);
        }
    }
    return TALUS_OK;
}

static talus_status check_columns(const talus_contact_problem *problem, size_t i,
                                  talus_error *error)
{
    const size_t begin = problem->row_start[i], end = problem->row_start[i + 1];
    for (size_t k = begin; k < end; k++) {
        const uint32_t column = problem->column[k];
        if (column >= problem->contact_count || (k > begin && column <= problem->column[k - 1])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "row %zu of the contact problem has column %lu; expected "
                                   "ascending columns below %zu",
                                   i, (unsigned long)column, problem->contact_count);
        }
    }
    return TALUS_OK;
}

/// The first entry of block (row, column) and the distance of its rows; NULL where it is not
/// stored.
static const double *block_at(const talus_contact_problem *problem, size_t row, size_t column,
                              size_t *stride)
{
    const size_t size = 3 * problem->contact_count;
    if (problem->row_start == NULL) {
        *stride = size;
        return problem->blocks + 3 * row * size + 3 * column;
    }
    const size_t block = problem_find_block(problem, row, column);
    *stride = 3;
    return block == SIZE_MAX ? NULL : problem->blocks + 9 * block;
}

static talus_status check_contact(const talus_contact_problem *problem, size_t i,
                                  talus_error *error)
{
    size_t stride;
    const double *c = problem->c + 3 * i, *w = block_at(problem, i, i, &stride);
    if (!isfinite(c[0]) || !isfinite(c[1]) || !isfinite(c[2])) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "c of contact %zu is not finite, expected finite numbers", i);
    }
    if (!(problem->mu[i] >= 0.0) || !isfinite(problem->mu[i])) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "mu of contact %zu is %g; expected a number >= 0", i,
                               problem->mu[i]);
    }
    if (w == NULL || !(w[0] + w[stride + 1] + w[2 * stride + 2] > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "contact %zu has no diagonal block of positive trace; leave out "
                               "contacts that nothing can move",
                               i);
    }
    return TALUS_OK;
}

static talus_status check_bodies(const talus_contact_problem *problem, talus_error *error)
{
    for (size_t k = 0; problem->body != NULL && k < problem->contact_count; k++) {
        const int32_t *pair = problem->body + 2 * k;
        for (size_t side = 0; side < 2; side++) {
            if (pair[side] < TALUS_BODY_FIXED ||
                (pair[side] >= 0 && (size_t)pair[side] >= problem->body_count)) {
                return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                       "contact %zu names body %ld; expected -1 (fixed) or a "
                                       "number below %zu",
                                       k, (long)pair[side], problem->body_count);
            }
        }
        if (pair[0] == pair[1]) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "contact %zu lies between body %ld and itself; expected two "
                                   "bodies of which one moves",
                                   k, (long)pair[0]);
        }
    }
    return TALUS_OK;
}

static bool share_body(const talus_contact_problem *problem, size_t i, size_t j)
{
    if (problem->body == NULL || i == j) {
        return true;
    }
    const int32_t *a = problem->body + 2 * i, *b = problem->body + 2 * j;
    return (a[0] != TALUS_BODY_FIXED && (a[0] == b[0] || a[0] == b[1])) ||
           (a[1] != TALUS_BODY_FIXED && (a[1] == b[0] || a[1] == b[1]));
}

/// Block (i, j): finite, zero between contacts without a common body, its mirror where W is said to
/// be symmetric.
static talus_status check_block(const talus_contact_problem *problem, size_t i, size_t j,
                                const double *w, size_t stride, talus_error *error)
{
    size_t mirror_stride = 0;
    const double *mirror = problem->is_symmetric ? block_at(problem, j, i, &mirror_stride) : NULL;
    const bool is_shared = share_body(problem, i, j);
    for (size_t k = 0; k < 9; k++) {
        const double value = w[k / 3 * stride + k % 3];
        if (!isfinite(value)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "block (%zu, %zu) of the contact problem is not finite, "
                                   "expected finite numbers",
                                   i, j);
        }
        if (value != 0.0 && !is_shared) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "block (%zu, %zu) of the contact problem is not zero, but the "
                                   "contacts share no moving body; correct the body numbers",
                                   i, j);
        }
        if (problem->is_symmetric &&
            (mirror == NULL || mirror[k % 3 * mirror_stride + k / 3] != value)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "blocks (%zu, %zu) and (%zu, %zu) of the contact problem are "
                                   "not each other's mirror; set is_symmetric to false",
                                   i, j, j, i);
        }
    }
    return TALUS_OK;
}

static talus_status check_row(const talus_contact_problem *problem, size_t i, talus_error *error)
{
    talus_status status = check_contact(problem, i, error);
    if (problem->row_start == NULL) {
        const size_t size = 3 * problem->contact_count;
        const double *row = problem->blocks + 3 * i * size;
        for (size_t j = 0; status == TALUS_OK && j < problem->contact_count; j++) {
            status = check_block(problem, i, j, row + 3 * j, size, error);
        }
        return status;
    }
    for (size_t k = problem->row_start[i]; status == TALUS_OK && k < problem->row_start[i + 1];
         k++) {
        status = check_block(problem, i, problem->column[k], problem->blocks + 9 * k, 3, error);
    }
    return status;
}

talus_status talus_contact_problem_check(const talus_contact_problem *problem, talus_error *error)
{
    talus_status status = check_arrays(problem, error);
    if (status != TALUS_OK || problem->contact_count == 0) {
        return status;
    }
    if (problem->row_start != NULL) {
        status = check_starts(problem, error);
        for (size_t i = 0; status == TALUS_OK && i < problem->contact_count; i++) {
            status = check_columns(problem, i, error);
        }
    }
    status = status == TALUS_OK ? check_bodies(problem, error) : status;
    for (size_t i = 0; status == TALUS_OK && i < problem->contact_count; i++) {
        status = check_row(problem, i, error);
    }
    return status;
}
