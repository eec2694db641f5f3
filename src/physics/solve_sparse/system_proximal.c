// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting r = p with p in K and the scaled multiplier w, D_i = tr W_ii / 3:
//   (W_sym + rho D) r = rho D (p - w) - q - mu |v_T| n - (W - W_sym) p,   v = -rho D w
//   p = P_K(r + w),  w = r + w - p
// One factorisation by CHOLMOD serves all steps of one rho. For frozen mu |v_T| and W = W_sym it is
// the alternating direction method of a convex problem and converges for every rho; the two frozen
// terms are a fixed point on top, for which nothing is promised.
#include "foundation/sparse/sparse.h"
#include "physics/solve_sparse/stages.h"

#include <stdlib.h>
#include <string.h>

typedef struct splitting {
    system_solve *solve;
    sparse_factor *factor;
    size_t *column_start, *row, *source, *mirror; ///< lower triangle and where its numbers are
    double *value;
    double *p, *w, *r, *skew; ///< (3n)
    double rho;
    bool symmetric; ///< W = W_sym to round-off
} splitting;

/// Block (j, i) of the system for its block k = (i, j); SIZE_MAX where it is not stored.
static size_t mirror_block(const talus_contact_system *system, size_t i, size_t j)
{
    size_t low = system->row_start[j], high = system->row_start[j + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (system->column[middle] < i) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < system->row_start[j + 1] && system->column[low] == i ? low : SIZE_MAX;
}

/// Lower triangle by columns. Column 3j + b of W_sym is row 3j + b; row j of blocks gives it when
/// the pattern is symmetric, which simulations store. @return false if it is not, or no memory
static bool build_pattern(splitting *s)
{
    const talus_contact_system *system = s->solve->system;
    const size_t n = s->solve->count, most = 9 * system->block_count;
    s->column_start = calloc(3 * n + 1, sizeof *s->column_start);
    s->row = malloc(3 * most * sizeof *s->row);
    s->value = malloc(most * sizeof *s->value);
    if (s->column_start == NULL || s->row == NULL || s->value == NULL) {
        return false;
    }
    s->source = s->row + most;
    s->mirror = s->source + most;
    size_t count = 0;
    for (size_t j = 0; j < n; j++) {
        for (size_t b = 0; b < 3; b++) {
            for (size_t k = system->row_start[j]; k < system->row_start[j + 1]; k++) {
                const size_t i = system->column[k], other = i < j ? k : mirror_block(system, j, i);
                if (other == SIZE_MAX) {
                    return false;
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
    return true;
}

static double metric(const splitting *s, size_t i)
{
    return s->rho / (s->solve->scale[i] * s->solve->scale[i]);
}

static bool is_symmetric(const splitting *s)
{
    const double *block = s->solve->system->block;
    double skew = 0.0, all = 0.0;
    for (size_t k = 0; k < s->column_start[3 * s->solve->count]; k++) {
        const double a = block[s->source[k]], b = block[s->mirror[k]];
        skew += (a - b) * (a - b);
        all += a * a;
    }
    return skew <= 1e-24 * all;
}

static bool refactor(splitting *s)
{
    const double *block = s->solve->system->block;
    for (size_t column = 0; column < 3 * s->solve->count; column++) {
        for (size_t k = s->column_start[column]; k < s->column_start[column + 1]; k++) {
            s->value[k] = 0.5 * (block[s->source[k]] + block[s->mirror[k]]) +
                          (s->row[k] == column ? metric(s, column / 3) : 0.0);
        }
    }
    return sparse_factor_refactor(s->factor, s->value, NULL) == TALUS_OK;
}

/// skew = (W - W_sym) p = (W p - W' p) / 2
static void skew_part(splitting *s)
{
    const talus_contact_system *system = s->solve->system;
    memset(s->skew, 0, 3 * s->solve->count * sizeof *s->skew);
    for (size_t i = 0; i < s->solve->count; i++) {
        for (size_t k = system->row_start[i]; k < system->row_start[i + 1]; k++) {
            const size_t j = system->column[k];
            const double *w = system->block + 9 * k;
            for (size_t a = 0; a < 3; a++) {
                for (size_t b = 0; b < 3; b++) {
                    s->skew[3 * i + a] += 0.5 * w[3 * a + b] * s->p[3 * j + b];
                    s->skew[3 * j + b] -= 0.5 * w[3 * a + b] * s->p[3 * i + a];
                }
            }
        }
    }
}

/// One step. primal, dual: | r - p | and | p - p_old |, both in the metric.
static bool split_step(splitting *s, double *primal, double *dual)
{
    const talus_contact_system *system = s->solve->system;
    if (!s->symmetric) {
        skew_part(s);
    }
    for (size_t i = 0; i < s->solve->count; i++) {
        const double d = metric(s, i), *w = s->w + 3 * i;
        for (size_t k = 3 * i; k < 3 * i + 3; k++) {
            s->r[k] = d * (s->p[k] - s->w[k]) - system->q[k] - s->skew[k];
        }
        s->r[3 * i] -= system->mu[i] * d * sqrt(w[1] * w[1] + w[2] * w[2]);
    }
    if (sparse_factor_solve(s->factor, 1, s->r, NULL) != TALUS_OK) {
        return false;
    }
    *primal = *dual = 0.0;
    for (size_t i = 0; i < s->solve->count; i++) {
        const double d = metric(s, i);
        double y[3], p[3];
        for (size_t k = 0; k < 3; k++) {
            y[k] = s->r[3 * i + k] + s->w[3 * i + k];
        }
        system_project(system->mu[i], y, p);
        for (size_t k = 0; k < 3; k++) {
            const double gap = s->r[3 * i + k] - p[k], moved = p[k] - s->p[3 * i + k];
            *primal += d * gap * gap;
            *dual += d * moved * moved;
            s->w[3 * i + k] = y[k] - p[k];
            s->p[3 * i + k] = p[k];
        }
    }
    return true;
}

/// rho moves towards equal residuals, the multiplier rho D w stays.
static bool balance(splitting *s, double primal, double dual)
{
    const double ratio = sqrt(sqrt(primal / (dual > 0.0 ? dual : 1e-300)));
    if (!(ratio > 3.0) && !(ratio < 1.0 / 3.0)) {
        return true;
    }
    const double factor = ratio > 10.0 ? 10.0 : ratio < 0.1 ? 0.1 : ratio;
    s->rho *= factor;
    for (size_t k = 0; k < 3 * s->solve->count; k++) {
        s->w[k] /= factor;
    }
    return refactor(s);
}

static void split(splitting *s, int steps, double wanted)
{
    enum { BALANCE_EVERY = 30, LOOK_EVERY = 10 };
    system_solve *solve = s->solve;
    double mark = (double)INFINITY;
    for (int step = 1; step <= steps && !system_spent(solve); step++) {
        double primal, dual;
        if (!split_step(s, &primal, &dual)) {
            return;
        }
        solve->iterations++;
        memcpy(solve->reaction, s->p, 3 * solve->count * sizeof *s->p);
        const double error = system_judge(solve, TALUS_SYSTEM_PROXIMAL);
        if (system_solved(solve) || !isfinite(error)) {
            return;
        }
        if (step % LOOK_EVERY == 0) {
            if (!(solve->best_error < wanted * mark)) {
                return;
            }
            mark = solve->best_error;
        }
        if (step % BALANCE_EVERY == 0 && !balance(s, primal, dual)) {
            return;
        }
    }
}

talus_status system_proximal(system_solve *solve, int steps, double wanted)
{
    const size_t size = 3 * solve->count;
    splitting s = {.solve = solve, .rho = 3e-3};
    double *memory = calloc(4 * size, sizeof *memory);
    if (memory != NULL && build_pattern(&s)) {
        s.p = memory;
        s.w = s.p + size;
        s.r = s.w + size;
        s.skew = s.r + size;
        s.symmetric = is_symmetric(&s);
        const sparse_pattern pattern = {size, s.column_start, s.row};
        if (sparse_factor_create(&pattern, &s.factor, NULL) == TALUS_OK && refactor(&s)) {
            split(&s, steps, wanted);
        }
    }
    sparse_factor_destroy(s.factor);
    free(s.column_start);
    free(s.row);
    free(s.value);
    free(memory);
    return TALUS_OK;
}
