// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting x = P with P in K and the scaled multiplier lambda, D_i = tr W_ii / 3:
//   (W_sym + rho D) x = rho D (P - lambda) - c - mu |v_T| n - (W - W_sym) P,   v = -rho D lambda
//   P = proj_K(x + lambda),  lambda = x + lambda - P
// One factorisation by CHOLMOD serves all steps of one rho. For frozen mu |v_T| and W = W_sym it is
// the alternating direction method of a convex problem and converges for every rho; the two frozen
// terms are a fixed point on top, for which nothing is promised.
#include "foundation/sparse/sparse.h"
#include "physics/solve_sparse/stages.h"

#include <stdlib.h>
#include <string.h>

typedef struct splitting {
    sparse_state *solve;
    sparse_factor *factor;
    size_t *column_start, *row, *source, *mirror; ///< lower triangle and where its numbers are
    double *value;
    double *p, *lambda, *x, *skew; ///< (3n)
    double rho;
    bool symmetric; ///< W = W_sym to round-off
} splitting;

/// Lower triangle by columns. Column 3j + b of W_sym is row 3j + b; row j of blocks gives it when
/// the pattern is symmetric, which simulations store. @return TALUS_ERROR_ARGUMENT if it is not;
/// TALUS_ERROR_MEMORY
static talus_status build_pattern(splitting *s)
{
    const talus_contact_problem *problem = s->solve->problem;
    const size_t n = s->solve->count, most = 9 * problem->row_start[problem->contact_count];
    s->column_start = calloc(3 * n + 1, sizeof *s->column_start);
    s->row = malloc(3 * most * sizeof *s->row);
    s->value = malloc(most * sizeof *s->value);
    if (s->column_start == NULL || s->row == NULL || s->value == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    s->source = s->row + most;
    s->mirror = s->source + most;
    size_t count = 0;
    for (size_t j = 0; j < n; j++) {
        for (size_t b = 0; b < 3; b++) {
            for (size_t k = problem->row_start[j]; k < problem->row_start[j + 1]; k++) {
                const size_t i = problem->column[k],
                             other = i < j ? k : problem_find_block(problem, i, j);
                if (other == SIZE_MAX) {
                    return TALUS_ERROR_ARGUMENT;
                }
                for (size_t a = i == j ? b : 0; i >= j && a < 3; a++) {
                    s->row[count] = 3 * i + a;
                    s->source[count] = 9 * other + 3 * a + b;
                    s->mirror[count++] = 9 * k + 3 * b + a;
                }
            }
            s->column_start[3 * j + b + 1] = count;
        }
    }
    return TALUS_OK;
}

static double metric(const splitting *s, size_t i)
{
    return s->rho / (s->solve->scale[i] * s->solve->scale[i]);
}

static bool is_symmetric(const splitting *s)
{
    const double *block = s->solve->problem->blocks;
    double skew = 0.0, all = 0.0;
    for (size_t k = 0; k < s->column_start[3 * s->solve->count]; k++) {
        const double a = block[s->source[k]], b = block[s->mirror[k]];
        skew += (a - b) * (a - b);
        all += a * a;
    }
    return skew <= 1e-24 * all;
}

/// @return TALUS_ERROR_ARGUMENT: not positive definite; TALUS_ERROR_MEMORY
static talus_status refactor(splitting *s)
{
    const double *block = s->solve->problem->blocks;
    for (size_t column = 0; column < 3 * s->solve->count; column++) {
        for (size_t k = s->column_start[column]; k < s->column_start[column + 1]; k++) {
            s->value[k] = 0.5 * (block[s->source[k]] + block[s->mirror[k]]) +
                          (s->row[k] == column ? metric(s, column / 3) : 0.0);
        }
    }
    return sparse_factor_refactor(s->factor, s->value, NULL);
}

/// skew = (W - W_sym) P = (W P - W' P) / 2
static void skew_part(splitting *s)
{
    const talus_contact_problem *problem = s->solve->problem;
    memset(s->skew, 0, 3 * s->solve->count * sizeof *s->skew);
    for (size_t i = 0; i < s->solve->count; i++) {
        for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
            const size_t j = problem->column[k];
            const double *w = problem->blocks + 9 * k;
            for (size_t a = 0; a < 3; a++) {
                for (size_t b = 0; b < 3; b++) {
                    s->skew[3 * i + a] += 0.5 * w[3 * a + b] * s->p[3 * j + b];
                    s->skew[3 * j + b] -= 0.5 * w[3 * a + b] * s->p[3 * i + a];
                }
            }
        }
    }
}

/// One step. primal, dual: | x - P | and | P - P_old |, both in the metric.
/// @return TALUS_ERROR_MEMORY
static talus_status split_step(splitting *s, double *primal, double *dual)
{
    const talus_contact_problem *problem = s->solve->problem;
    if (!s->symmetric) {
        skew_part(s);
    }
    for (size_t i = 0; i < s->solve->count; i++) {
        const double d = metric(s, i), *lambda = s->lambda + 3 * i;
        for (size_t k = 3 * i; k < 3 * i + 3; k++) {
            s->x[k] = d * (s->p[k] - s->lambda[k]) - problem->c[k] - s->skew[k];
        }
        s->x[3 * i] -= problem->mu[i] * d * sqrt(lambda[1] * lambda[1] + lambda[2] * lambda[2]);
    }
    const talus_status status = sparse_factor_solve(s->factor, 1, s->x, NULL);
    if (status != TALUS_OK) {
        return status;
    }
    *primal = *dual = 0.0;
    for (size_t i = 0; i < s->solve->count; i++) {
        const double d = metric(s, i);
        double y[3], p[3];
        for (size_t k = 0; k < 3; k++) {
            y[k] = s->x[3 * i + k] + s->lambda[3 * i + k];
        }
        problem_project(problem->mu[i], y, p);
        for (size_t k = 0; k < 3; k++) {
            const double gap = s->x[3 * i + k] - p[k], moved = p[k] - s->p[3 * i + k];
            *primal += d * gap * gap;
            *dual += d * moved * moved;
            s->lambda[3 * i + k] = y[k] - p[k];
            s->p[3 * i + k] = p[k];
        }
    }
    return TALUS_OK;
}

/// rho moves towards equal residuals, the multiplier rho D lambda stays.
static talus_status balance(splitting *s, double primal, double dual)
{
    const double ratio = sqrt(sqrt(primal / (dual > 0.0 ? dual : 1e-300)));
    if (!(ratio > 3.0) && !(ratio < 1.0 / 3.0)) {
        return TALUS_OK;
    }
    const double factor = ratio > 10.0 ? 10.0 : ratio < 0.1 ? 0.1 : ratio;
    s->rho *= factor;
    for (size_t k = 0; k < 3 * s->solve->count; k++) {
        s->lambda[k] /= factor;
    }
    return refactor(s);
}

static talus_status split(splitting *s, int steps, double goal)
{
    enum { BALANCE_EVERY = 30, LOOK_EVERY = 10 };
    sparse_state *solve = s->solve;
    double mark = (double)INFINITY;
    talus_status status = TALUS_OK;
    for (int step = 1; step <= steps && status == TALUS_OK && !solve_sparse_spent(solve); step++) {
        double primal, dual;
        status = split_step(s, &primal, &dual);
        if (status != TALUS_OK) {
            return status;
        }
        solve->iterations++;
        memcpy(solve->percussion, s->p, 3 * solve->count * sizeof *s->p);
        const double error = solve_sparse_judge(solve, TALUS_SOLVE_PROXIMAL);
        if (solve_sparse_solved(solve) || !isfinite(error)) {
            break;
        }
        if (step % LOOK_EVERY == 0) {
            if (!(solve->best_error < goal * mark)) {
                break;
            }
            mark = solve->best_error;
        }
        if (step % BALANCE_EVERY == 0) {
            status = balance(s, primal, dual);
        }
    }
    return status;
}

talus_status solve_sparse_split(sparse_state *solve, int steps, double goal)
{
    const size_t size = 3 * solve->count;
    splitting s = {.solve = solve, .rho = 3e-3};
    double *memory = calloc(4 * size, sizeof *memory);
    talus_status status = memory != NULL ? build_pattern(&s) : TALUS_ERROR_MEMORY;
    if (status == TALUS_OK) {
        s.p = memory;
        s.lambda = s.p + size;
        s.x = s.lambda + size;
        s.skew = s.x + size;
        s.symmetric = is_symmetric(&s);
        const sparse_pattern pattern = {size, s.column_start, s.row};
        status = sparse_factor_create(&pattern, &s.factor, NULL);
        status = status == TALUS_OK ? refactor(&s) : status;
        status = status == TALUS_OK ? split(&s, steps, goal) : status;
    }
    sparse_factor_destroy(s.factor);
    free(s.column_start);
    free(s.row);
    free(s.value);
    free(memory);
    return status == TALUS_ERROR_MEMORY ? status : TALUS_OK; // other problems are for other stages
}
