// SPDX-License-Identifier: GPL-3.0-or-later
// The dense problem of one body as a system of 3 x 3 blocks, and back.
#include "talus/percussion.h"

#include <string.h>

talus_status talus_contact_system_from_dense(const talus_contact_problem *problem,
                                             talus_contact_system **system, talus_error *error)
{
    if (system == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the system is NULL");
    }
    *system = NULL;
    if (problem == NULL ||
        (problem->contact_count > 0 &&
         (problem->delassus == NULL || problem->c == NULL || problem->mu == NULL))) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the contact problem or an array of it is NULL");
    }
    const size_t n = problem->contact_count, size = 3 * n;
    if (n == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a contact problem without contacts, expected at least one");
    }
    const talus_status status = talus_contact_system_create(n, n * n, system, error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_contact_system *s = *system;
    for (size_t b = 0; b < n * n; b++) {
        const size_t row = b / n, column = b % n;
        s->column[b] = column;
        s->row_start[row + 1] = (row + 1) * n;
        for (size_t k = 0; k < 9; k++) {
            s->block[9 * b + k] = problem->delassus[(3 * row + k / 3) * size + 3 * column + k % 3];
        }
    }
    memcpy(s->q, problem->c, size * sizeof *s->q);
    memcpy(s->mu, problem->mu, n * sizeof *s->mu);
    return TALUS_OK;
}

void talus_contact_system_to_dense(const talus_contact_system *system,
                                   talus_contact_problem *problem)
{
    if (system == NULL || problem == NULL) {
        return;
    }
    const size_t n = system->contact_count, size = 3 * n;
    problem->contact_count = n;
    memset(problem->delassus, 0, size * size * sizeof *problem->delassus);
    for (size_t row = 0; row < n; row++) {
        for (size_t b = system->row_start[row]; b < system->row_start[row + 1]; b++) {
            double *corner = problem->delassus + 3 * row * size + 3 * system->column[b];
            for (size_t k = 0; k < 9; k++) {
                corner[k / 3 * size + k % 3] = system->block[9 * b + k];
            }
        }
    }
    memcpy(problem->c, system->q, size * sizeof *problem->c);
    memcpy(problem->mu, system->mu, n * sizeof *problem->mu);
}
