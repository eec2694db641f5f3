// SPDX-License-Identifier: GPL-3.0-or-later
// Symbolic side of the block factor: order, elimination tree, rows of L and U.
#include "physics/solve_sparse/block_lu.h"

#include "foundation/sparse/sparse.h"

#include <stdlib.h>
#include <string.h>

/// Small problems are eliminated as they stand.
enum { NATURAL_ORDER_UP_TO = 12 };

typedef struct symbolic {
    size_t count;
    size_t *start, *row; ///< lower triangle of the symmetric closure, by columns, contact numbers
    size_t *parent, *mark;
} symbolic;

static int compare_sizes(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/// Lower triangle, by columns, of the pattern and its transpose under a numbering `place`.
/// start has n + 1 entries, row room for block_count + n. Rows come out ascending, diagonal first.
static void closed_pattern(const talus_contact_problem *problem, const size_t *place, size_t *start,
                           size_t *row)
{
    const size_t n = problem->contact_count;
    memset(start, 0, (n + 1) * sizeof *start);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
                const size_t a = place[i], b = place[problem->column[k]];
                const size_t column = a < b ? a : b;
                if (pass == 0) {
                    start[column + 1]++;
                } else {
                    row[start[column]++] = a < b ? b : a;
                }
            }
        }
        if (pass == 0) {
            for (size_t j = 0; j < n; j++) {
                start[j + 1] += start[j];
            }
        }
    }
    for (size_t j = n; j > 0; j--) {
        start[j] = start[j - 1];
    }
    start[0] = 0;
    size_t kept = 0;
    for (size_t j = 0; j < n; j++) {
        const size_t begin = start[j], end = start[j + 1];
        qsort(row + begin, end - begin, sizeof *row, compare_sizes);
        start[j] = kept;
        for (size_t k = begin; k < end; k++) {
            if (k == begin || row[k] != row[k - 1]) {
                row[kept++] = row[k];
            }
        }
    }
    start[n] = kept;
}

/// Columns of row i of L: everything on the paths from its entries up the elimination tree.
/// upper[] holds, by row, the columns < i of the closed pattern. @return how many, ascending
static size_t reach_row(const symbolic *s, size_t i, size_t *found)
{
    size_t count = 0;
    s->mark[i] = i;
    for (size_t k = s->start[i]; k < s->start[i + 1]; k++) {
        for (size_t j = s->row[k]; s->mark[j] != i; j = s->parent[j]) {
            found[count++] = j;
            s->mark[j] = i;
            if (s->parent[j] == s->count) {
                s->parent[j] = i;
            }
        }
    }
    qsort(found, count, sizeof *found, compare_sizes);
    return count;
}

/// The same pattern by rows: for each i its columns j < i.
static void transpose_pattern(size_t n, const size_t *start, const size_t *row, size_t *by_row,
                              size_t *column)
{
    memset(by_row, 0, (n + 1) * sizeof *by_row);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t j = 0; j < n; j++) {
            for (size_t k = start[j]; k < start[j + 1]; k++) {
                if (row[k] == j) {
                    continue;
                }
                if (pass == 0) {
                    by_row[row[k] + 1]++;
                } else {
                    column[by_row[row[k]]++] = j;
                }
            }
        }
        if (pass == 0) {
            for (size_t i = 0; i < n; i++) {
                by_row[i + 1] += by_row[i];
            }
        }
    }
    for (size_t i = n; i > 0; i--) {
        by_row[i] = by_row[i - 1];
    }
    by_row[0] = 0;
}

/// @return false: no memory
static bool find_order(const talus_contact_problem *problem, block_lu *lu, size_t *scratch)
{
    const size_t n = lu->count;
    if (n <= NATURAL_ORDER_UP_TO) {
        return true;
    }
    size_t *start = scratch, *row = scratch + n + 1;
    closed_pattern(problem, lu->place, start, row);
    if (sparse_order(&(sparse_pattern){n, start, row}, lu->order, NULL) != TALUS_OK) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        lu->place[lu->order[k]] = k;
    }
    return true;
}

/// Row lengths of L, or (column != NULL) its rows; needs by_row = the closed pattern by rows.
static void eliminate_symbolically(symbolic *s, size_t *length, size_t *column)
{
    const size_t n = s->count;
    size_t *cursor = column;
    for (size_t i = 0; i < n; i++) {
        s->parent[i] = n;
        s->mark[i] = n;
    }
    for (size_t i = 0; i < n; i++) {
        length[i] = reach_row(s, i, cursor);
        cursor += length[i];
    }
}

/// Room for the rows of L + U, whose lengths are known.
static bool create_rows(block_lu *lu, sparse_scratch *scratch)
{
    const size_t entries = lu->row_start[lu->count];
    lu->column = sparse_scratch_take(scratch, entries, sizeof *lu->column);
    lu->value = sparse_scratch_take(scratch, 9 * entries, sizeof *lu->value);
    return lu->column != NULL && lu->value != NULL;
}

/// Rows of L + U from the rows of L (U has the transposed pattern).
static bool build_rows(block_lu *lu, const size_t *length, const size_t *lower,
                       sparse_scratch *scratch)
{
    const size_t n = lu->count;
    size_t *fill = lu->scatter, total = 0;
    memset(lu->row_start, 0, (n + 1) * sizeof *lu->row_start);
    for (size_t i = 0; i < n; i++) {
        lu->row_start[i + 1] += length[i] + 1;
        for (size_t k = 0; k < length[i]; k++) {
            lu->row_start[lower[total + k] + 1]++;
        }
        total += length[i];
    }
    for (size_t i = 0; i < n; i++) {
        lu->row_start[i + 1] += lu->row_start[i];
    }
    if (!create_rows(lu, scratch)) {
        return false;
    }
    const size_t *row = lower;
    for (size_t i = 0; i < n; i++) {
        size_t at = lu->row_start[i];
        for (size_t k = 0; k < length[i]; k++) {
            lu->column[at++] = row[k];
            lu->column[fill[row[k]]++] = i;
        }
        lu->diagonal[i] = at;
        lu->column[at++] = i;
        fill[i] = at;
        row += length[i];
    }
    return true;
}

/// The rows of a full pattern, in the order of the problem.
static bool build_full_rows(block_lu *lu, sparse_scratch *scratch)
{
    const size_t n = lu->count;
    for (size_t i = 0; i < n; i++) {
        lu->row_start[i + 1] = (i + 1) * n;
        lu->diagonal[i] = i * n + i;
    }
    if (!create_rows(lu, scratch)) {
        return false;
    }
    for (size_t k = 0; k < n * n; k++) {
        lu->column[k] = k % n;
    }
    return true;
}

static void count_flops(block_lu *lu)
{
    for (size_t i = 0; i < lu->count; i++) {
        const double right = (double)(lu->row_start[i + 1] - lu->diagonal[i]);
        lu->flops += 54.0 * right * right;
    }
}

/// Where the blocks of W lie among the rows of the factor.
static void find_slots(const talus_contact_problem *problem, block_lu *lu)
{
    for (size_t position = 0; position < lu->count; position++) {
        const size_t i = lu->order[position];
        for (size_t k = lu->row_start[position]; k < lu->row_start[position + 1]; k++) {
            lu->scatter[lu->column[k]] = k;
        }
        for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
            lu->slot[k] = lu->scatter[lu->place[problem->column[k]]];
        }
    }
}

/// Rows of L + U of a pattern that is not full.
static bool analyse(const talus_contact_problem *problem, block_lu *lu, sparse_scratch *scratch)
{
    const size_t n = lu->count, closed = problem->row_start[problem->contact_count] + n;
    size_t *memory = sparse_scratch_take(scratch, 2 * (n + 1) + 2 * closed + 4 * n, sizeof *memory);
    if (memory == NULL) {
        return false;
    }
    size_t *start = memory, *row = start + n + 1, *by_row = row + closed, *column = by_row + n + 1,
           *parent = column + closed, *mark = parent + n, *length = mark + n, *found = length + n;
    if (!find_order(problem, lu, memory)) {
        return false;
    }
    closed_pattern(problem, lu->place, start, row);
    transpose_pattern(n, start, row, by_row, column);
    symbolic s = {n, by_row, column, parent, mark};
    // how long the rows of L are in all, then the rows
    size_t bound = 0;
    for (size_t i = 0; i < n; i++) {
        parent[i] = mark[i] = n;
    }
    for (size_t i = 0; i < n; i++) {
        bound += reach_row(&s, i, found);
    }
    size_t *lower = sparse_scratch_take(scratch, bound, sizeof *lower);
    if (lower == NULL) {
        return false;
    }
    eliminate_symbolically(&s, length, lower);
    return build_rows(lu, length, lower, scratch);
}

block_lu *block_lu_create(const talus_contact_problem *problem, sparse_scratch *scratch)
{
    const size_t n = problem->contact_count, blocks = problem->row_start[n];
    block_lu *lu = sparse_scratch_take(scratch, 1, sizeof *lu);
    size_t *memory = sparse_scratch_take(scratch, 5 * n + 1 + blocks, sizeof *memory);
    double *work = sparse_scratch_take(scratch, 3 * n, sizeof *work);
    unsigned char *trivial = sparse_scratch_take(scratch, n, 1);
    if (lu == NULL || memory == NULL || work == NULL || trivial == NULL) {
        return NULL;
    }
    *lu = (block_lu){.count = n,
                     .order = memory,
                     .place = memory + n,
                     .diagonal = memory + 2 * n,
                     .scatter = memory + 3 * n,
                     .row_start = memory + 4 * n,
                     .slot = memory + 5 * n + 1,
                     .work = work,
                     .trivial = trivial};
    for (size_t i = 0; i < n; i++) {
        lu->order[i] = lu->place[i] = i;
    }
    if (!(blocks == n * n ? build_full_rows(lu, scratch) : analyse(problem, lu, scratch))) {
        return NULL;
    }
    count_flops(lu);
    find_slots(problem, lu);
    return lu;
}
