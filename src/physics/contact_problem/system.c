// SPDX-License-Identifier: GPL-3.0-or-later
// Contact systems as data: make, check, measure.
#include "physics/contact_problem/system.h"

#include <stdlib.h>
#include <string.h>

talus_status talus_contact_system_create(size_t contact_count, size_t block_count,
                                         talus_contact_system **system, talus_error *error)
{
    if (system == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the system is NULL");
    }
    *system = NULL;
    const size_t most = SIZE_MAX / (16 * sizeof(double));
    talus_contact_system *made =
        contact_count < most && block_count < most ? calloc(1, sizeof *made) : NULL;
    if (made != NULL) {
        // one more than asked, so that nothing of size zero is asked for
        made->contact_count = contact_count;
        made->block_count = block_count;
        made->row_start = calloc(contact_count + 1, sizeof *made->row_start);
        made->column = calloc(block_count + 1, sizeof *made->column);
        made->block = calloc(9 * block_count + 1, sizeof *made->block);
        made->q = calloc(3 * contact_count + 1, sizeof *made->q);
        made->mu = calloc(contact_count + 1, sizeof *made->mu);
        if (made->row_start != NULL && made->column != NULL && made->block != NULL &&
            made->q != NULL && made->mu != NULL) {
            *system = made;
            return TALUS_OK;
        }
    }
    talus_contact_system_destroy(made);
    return talus_error_set(error, TALUS_ERROR_MEMORY,
                           "no memory for a contact system of %zu contacts and %zu blocks",
                           contact_count, block_count);
}

void talus_contact_system_destroy(talus_contact_system *system)
{
    if (system != NULL) {
        free(system->row_start);
        free(system->column);
        free(system->block);
        free(system->q);
        free(system->mu);
        free(system);
    }
}

/// Columns of row i ascending, in range, the diagonal among them and of positive trace.
static talus_status check_row(const talus_contact_system *system, size_t i, talus_error *error)
{
    const size_t begin = system->row_start[i], end = system->row_start[i + 1];
    double trace = 0.0;
    for (size_t k = begin; k < end; k++) {
        const size_t column = system->column[k];
        if (column >= system->contact_count || (k > begin && column <= system->column[k - 1])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "row %zu of the contact system has column %zu; expected "
                                   "ascending columns below %zu",
                                   i, column, system->contact_count);
        }
        if (column == i) {
            const double *b = system->block + 9 * k;
            trace = b[0] + b[4] + b[8];
        }
    }
    if (!(trace > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "contact %zu has no diagonal block of positive trace; a contact "
                               "that nothing can move does not belong into the system",
                               i);
    }
    return TALUS_OK;
}

static talus_status check_numbers(const talus_contact_system *system, talus_error *error)
{
    for (size_t k = 0; k < 9 * system->block_count; k++) {
        if (!isfinite(system->block[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "block %zu of the contact system is not finite", k / 9);
        }
    }
    for (size_t i = 0; i < 3 * system->contact_count; i++) {
        if (!isfinite(system->q[i])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT, "q of contact %zu is not finite",
                                   i / 3);
        }
    }
    for (size_t i = 0; i < system->contact_count; i++) {
        if (!(system->mu[i] >= 0.0) || !isfinite(system->mu[i])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "mu of contact %zu is %g; expected a number >= 0", i,
                                   system->mu[i]);
        }
    }
    return TALUS_OK;
}

talus_status talus_contact_system_check(const talus_contact_system *system, talus_error *error)
{
    if (system == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the contact system is NULL");
    }
    const size_t n = system->contact_count;
    if (system->row_start == NULL || system->column == NULL || system->block == NULL ||
        system->q == NULL || system->mu == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "an array of the contact system is NULL");
    }
    if (system->row_start[0] != 0 || system->row_start[n] != system->block_count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rows of the contact system span blocks %zu to %zu; expected 0 "
                               "to %zu",
                               system->row_start[0], system->row_start[n], system->block_count);
    }
    for (size_t i = 0; i < n; i++) {
        if (system->row_start[i + 1] < system->row_start[i] ||
            system->row_start[i + 1] > system->block_count) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "row %zu of the contact system ends before it begins", i);
        }
    }
    talus_status status = check_numbers(system, error);
    for (size_t i = 0; status == TALUS_OK && i < n; i++) {
        status = check_row(system, i, error);
    }
    return status;
}

void system_velocity(const talus_contact_system *system, const double *reaction, double *velocity)
{
    for (size_t i = 0; i < system->contact_count; i++) {
        system_row(system, i, reaction, velocity + 3 * i);
    }
}

#define SYSTEM_SOLVER_NAME(enumerator, name, doc) name,
static const char *const solver_names[] = {TALUS_SYSTEM_SOLVER_LIST(SYSTEM_SOLVER_NAME)};

const char *talus_system_solver_name(talus_system_solver solver)
{
    return (unsigned)solver < TALUS_SYSTEM_SOLVER_COUNT ? solver_names[solver] : "unknown";
}

bool talus_system_solver_from_name(const char *name, talus_system_solver *solver)
{
    if (name == NULL || solver == NULL) {
        return false;
    }
    for (unsigned i = 0; i < TALUS_SYSTEM_SOLVER_COUNT; i++) {
        if (strcmp(name, solver_names[i]) == 0) {
            *solver = (talus_system_solver)i;
            return true;
        }
    }
    return false;
}

talus_system_options talus_system_options_default(void)
{
    return (talus_system_options){.solver = TALUS_SYSTEM_AUTO, .tolerance = 1e-8};
}
