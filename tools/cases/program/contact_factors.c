// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases contact factors: what a factor of W + shift I and two solutions with it cost in talus's LU
// of blocks and in CHOLMOD, with BLAS and without: how CHOLMOD would do in a move whose matrix were
// symmetric. That of path following is not: the term of de Saxce makes it unsymmetric.
#include "cases/program/contact.h"
#include "foundation/sparse/sparse.h"
#include "physics/solve_sparse/block_lu.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/// The lower triangle of W by columns of numbers.
typedef struct lower {
    sparse_pattern pattern;
    size_t *column_start, *row, *source;
    double *value, *x;
} lower;

static const double LEAST_SECONDS = 0.3;

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// A third of the mean trace of the diagonal blocks.
static double find_shift(const talus_contact_problem *problem)
{
    double sum = 0.0;
    for (size_t i = 0; i < problem->contact_count; i++) {
        const double *d = problem->blocks + 9 * problem_find_block(problem, i, i);
        sum += d[0] + d[4] + d[8];
    }
    return sum / (3.0 * (double)problem->contact_count);
}

static void lower_clear(lower *l)
{
    free(l->column_start);
    free(l->row);
    free(l->source);
    free(l->value);
    free(l->x);
}

/// @return false: out of memory, or blocks (i, j) without (j, i)
static bool lower_fill(const talus_contact_problem *problem, lower *l)
{
    const size_t n = problem->contact_count, most = 9 * problem->row_start[n];
    l->column_start = calloc(3 * n + 1, sizeof *l->column_start);
    l->row = malloc(most * sizeof *l->row);
    l->source = malloc(most * sizeof *l->source);
    l->value = malloc(most * sizeof *l->value);
    l->x = malloc(3 * n * sizeof *l->x);
    if (!l->column_start || !l->row || !l->source || !l->value || !l->x) {
        return false;
    }
    size_t count = 0;
    for (size_t column = 0; column < 3 * n; column++) {
        const size_t j = column / 3, b = column % 3;
        for (size_t k = problem->row_start[j]; k < problem->row_start[j + 1]; k++) {
            const size_t i = problem->column[k], block = problem_find_block(problem, i, j);
            if (block == SIZE_MAX) {
                return false;
            }
            for (size_t a = i == j ? b : 0; i >= j && a < 3; a++) {
                l->row[count] = 3 * i + a;
                l->source[count++] = 9 * block + 3 * a + b;
            }
        }
        l->column_start[column + 1] = count;
    }
    l->pattern = (sparse_pattern){3 * n, l->column_start, l->row};
    return true;
}

/// Processor time of a factor by talus with two solutions, s.
static double time_blocks(const talus_contact_problem *problem, double shift, block_lu *lu,
                          double *x)
{
    const double start = processor_seconds();
    double spent = 0.0, runs = 0.0;
    while (spent < LEAST_SECONDS) {
        block_lu_clear(lu);
        for (size_t i = 0; i < problem->contact_count; i++) {
            for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
                double *to = lu->value + 9 * lu->slot[k];
                memcpy(to, problem->blocks + 9 * k, 9 * sizeof *to);
                for (size_t b = 0; problem->column[k] == i && b < 3; b++) {
                    to[4 * b] += shift;
                }
            }
        }
        block_lu_factor(lu);
        for (size_t i = 0; i < 3 * problem->contact_count; i++) {
            x[i] = 1.0;
        }
        block_lu_solve(lu, x);
        block_lu_solve(lu, x);
        spent = processor_seconds() - start;
        runs += 1.0;
    }
    return spent / runs;
}

/// The same by CHOLMOD. @return TALUS_ERROR_ARGUMENT: not positive definite
static talus_status time_cholmod(const talus_contact_problem *problem, double shift,
                                 sparse_factor *factor, lower *l, double *seconds)
{
    const double start = processor_seconds();
    double spent = 0.0, runs = 0.0;
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && spent < LEAST_SECONDS) {
        for (size_t column = 0; column < 3 * problem->contact_count; column++) {
            for (size_t k = l->column_start[column]; k < l->column_start[column + 1]; k++) {
                l->value[k] = problem->blocks[l->source[k]] + (l->row[k] == column ? shift : 0.0);
            }
            l->x[column] = 1.0;
        }
        status = sparse_factor_refactor(factor, l->value, NULL);
        for (int k = 0; status == TALUS_OK && k < 2; k++) {
            status = sparse_factor_solve(factor, 1, l->x, NULL);
        }
        spent = processor_seconds() - start;
        runs += 1.0;
    }
    *seconds = spent / runs;
    return status;
}

static talus_status time_factors(const talus_contact_problem *problem, double seconds[3])
{
    typedef talus_status (*creator)(const sparse_pattern *, sparse_factor **, talus_error *);
    static const creator create[] = {sparse_factor_create, sparse_factor_create_portable};
    const double shift = find_shift(problem);
    sparse_scratch scratch = {0};
    lower l = {0};
    block_lu *lu = block_lu_create(problem, &scratch);
    talus_status status = lu != NULL && lower_fill(problem, &l) ? TALUS_OK : TALUS_ERROR_MEMORY;
    if (status == TALUS_OK) {
        seconds[0] = time_blocks(problem, shift, lu, l.x);
    }
    for (size_t k = 0; k < 2 && status == TALUS_OK; k++) {
        sparse_factor *factor = NULL;
        status = create[k](&l.pattern, &factor, NULL);
        if (status == TALUS_OK) {
            status = time_cholmod(problem, shift, factor, &l, &seconds[k + 1]);
        }
        sparse_factor_destroy(factor);
    }
    lower_clear(&l);
    sparse_scratch_free(&scratch);
    return status;
}

cli_exit cli_contact_factors(const cli_arguments *arguments)
{
    cli_exit result = CLI_OK;
    printf("file,contacts,blocks,block_lu_ms,cholmod_ms,cholmod_without_blas_ms\n");
    for (size_t k = 0; k < arguments->operand_count; k++) {
        contact_case item;
        cli_exit one = cli_contact_read(arguments->operands[k], &item);
        if (one == CLI_OK) {
            double s[3];
            const talus_contact_problem problem = problem_rows_view(item.rows);
            const talus_status status = time_factors(&problem, s);
            if (status != TALUS_OK) {
                fprintf(stderr, "%s: no factor: W is not symmetric, or out of memory\n", item.path);
                one = CLI_FAILED;
            } else {
                printf("%s,%zu,%zu,%.4g,%.4g,%.4g\n", item.path, item.rows->contact_count,
                       item.rows->block_count, 1e3 * s[0], 1e3 * s[1], 1e3 * s[2]);
                fflush(stdout);
            }
        }
        result = cli_contact_worse(result, one);
        cli_contact_clear(&item);
    }
    return result;
}
