// SPDX-License-Identifier: GPL-3.0-or-later
// A contact problem in block rows that owns its arrays, for readers and solvers; its islands.
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_ROWS_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_ROWS_H

#include "talus/contact_problem.h"

typedef struct problem_rows {
    size_t contact_count, block_count;
    size_t *row_start; ///< (contact_count + 1)
    uint32_t *column;  ///< (block_count)
    double *blocks;    ///< (9 block_count)
    double *c, *mu;    ///< (3 contact_count), (contact_count)
} problem_rows;

/// Zeroed arrays of the given sizes, to be filled. @return TALUS_ERROR_MEMORY
talus_status problem_rows_create(size_t contact_count, size_t block_count, problem_rows **rows,
                                 talus_error *error);
void problem_rows_destroy(problem_rows *rows);
/// The problem that the arrays hold now: all contacts on one body, unsymmetric.
talus_contact_problem problem_rows_view(const problem_rows *rows);

/// talus_contact_islands for a problem that has been checked. @return TALUS_ERROR_MEMORY
talus_status problem_islands(const talus_contact_problem *problem, size_t *island, size_t *count,
                             talus_error *error);

/// Block (row, column) of block rows; SIZE_MAX where it is not stored.
size_t problem_find_block(const talus_contact_problem *problem, size_t row, size_t column);

/// The contacts `contact` (count, ascending) of a problem in either form as a dense problem of
/// their own; blocks that are not stored become zero. w (9 count^2), c (3 count), mu (count) out.
void problem_gather(const talus_contact_problem *problem, const size_t *contact, size_t count,
                    double *w, double *c, double *mu);

/// xi_i = W_i P + c_i of one contact of block rows.
static inline void problem_row_velocity(const talus_contact_problem *problem, size_t contact,
                                        const double *percussion, double xi[3])
{
    const double *c = problem->c + 3 * contact;
    double xi0 = c[0], xi1 = c[1], xi2 = c[2];
    for (size_t k = problem->row_start[contact]; k < problem->row_start[contact + 1]; k++) {
        const double *w = problem->blocks + 9 * k, *p = percussion + 3 * problem->column[k];
        xi0 += w[0] * p[0] + w[1] * p[1] + w[2] * p[2];
        xi1 += w[3] * p[0] + w[4] * p[1] + w[5] * p[2];
        xi2 += w[6] * p[0] + w[7] * p[1] + w[8] * p[2];
    }
    xi[0] = xi0;
    xi[1] = xi1;
    xi[2] = xi2;
}

#endif
