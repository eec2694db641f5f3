// SPDX-License-Identifier: GPL-3.0-or-later
// Moreau's form of the law: a contact problem of talus/contact_problem.h with u_free = u-,
//   -(W P + c) in N_C(P),  c_N = gamma_N- + sigma E q_norm',  c_T = (1 + epsilon_t) gamma_T-.
// Directions a contact does not have get a row of their own that nothing pushes.
#include "lab/impact_law/law.h"
#include "talus/lab/impact_law.h"
#include "talus/solve.h"

#include <stdlib.h>

static const double tolerance = 1e-12; // on the relative error of the contact problem

/// Row of the gradients behind row `r` of the contact problem, or row_count for a direction that is
/// missing.
static size_t source_row(const talus_impact_law_system *s, size_t r)
{
    const size_t m = s->contact_count, each = s->tangent_count / m, contact = r / 3, part = r % 3;
    if (part == 0) {
        return contact;
    }
    return part <= each ? m + contact * each + part - 1 : m + s->tangent_count;
}

static void fill_problem(const law_frame *f, const talus_impact_law *law, const double *shift,
                         double *w, double *c, double *mu)
{
    const talus_impact_law_system *s = f->system;
    const size_t m = s->contact_count, size = 3 * m;
    for (size_t i = 0; i < size; i++) {
        const size_t row = source_row(s, i);
        for (size_t j = 0; j < size; j++) {
            const size_t column = source_row(s, j);
            const bool missing = row == f->row_count || column == f->row_count;
            w[i * size + j] = missing ? 0.0 : f->delassus[row * f->row_count + column];
        }
        if (row == f->row_count) {
            w[i * size + i] = f->sigma[i / 3] * f->sigma[i / 3];
            c[i] = 0.0;
        } else if (i % 3 == 0) {
            c[i] = f->gamma[row] + shift[i / 3];
        } else {
            const double epsilon = law->epsilon_t ? law->epsilon_t[row - m] : 0.0;
            c[i] = (1.0 + epsilon) * f->gamma[row];
        }
    }
    for (size_t i = 0; i < m; i++) {
        mu[i] = s->mu ? s->mu[i] : 0.0;
    }
}

static talus_status solve(const talus_contact_problem *problem, double *percussion,
                          talus_impact_law_result *result, talus_error *error)
{
    talus_contact_solver *solver = NULL;
    talus_solver_info info = talus_solver_info_default();
    talus_solve_options options = talus_solve_options_default();
    options.tolerance = tolerance;
    talus_status status = talus_contact_solver_create(problem->contact_count, &solver, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = talus_contact_solve(solver, problem, &options, percussion, &info, NULL);
    talus_contact_solver_destroy(solver);
    if (status != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the contact problem of %zu contacts is refused by the solver: %s",
                               problem->contact_count, talus_status_text(status));
    }
    result->residual = info.error;
    result->solved = info.solved;
    return TALUS_OK;
}

talus_status law_complementarity(const law_frame *f, const talus_impact_law *law,
                                 const double *shift, double *percussion,
                                 talus_impact_law_result *result, talus_error *error)
{
    const talus_impact_law_system *s = f->system;
    const size_t m = s->contact_count, size = 3 * m;
    double *data = calloc(size * size + 2 * size + m, sizeof *data);
    if (!data) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    double *c = data + size * size, *mu = c + size, *own = mu + m;
    fill_problem(f, law, shift, data, c, mu);
    const talus_contact_problem problem = talus_contact_problem_dense(m, data, c, mu);
    const talus_status status = solve(&problem, own, result, error);
    for (size_t i = 0; i < size; i++) {
        if (source_row(s, i) < f->row_count) {
            percussion[source_row(s, i)] = own[i];
        }
    }
    free(data);
    result->coulomb = law_cone_check(f, percussion);
    return status;
}
