// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases contact bench: every solver on stored problems, runs in turn so that a slow spell of the
// machine meets all of them.
#include "cases/program/contact.h"
#include "foundation/base/sort.h"
#include "input/command/command.h"
#include "io/table/table.h"

#include <stdlib.h>

enum { DEFAULT_RUNS = 5, MOST_RUNS = 10000, METHODS = TALUS_SOLVE_ISLANDS };

/// Times of one solver on one problem.
typedef struct bench_row {
    talus_solver_info info;
    double *times; ///< (count) s
    size_t count;
    double total;
} bench_row;

typedef struct bench_options {
    double tolerance, seconds;
    size_t runs;
} bench_options;

/// A line of the output.
typedef struct bench_line {
    const contact_case *item;
    const char *solver;
    const bench_row *row; ///< times in ascending order
    double median;        ///< s
} bench_line;

#define BENCH_COLUMNS(X)                                                                           \
    X(WORD, file, NULL, "of the problem", row->item->path)                                         \
    X(INTEGER, contacts, "1", "of the problem", row->item->rows->contact_count)                    \
    X(WORD, solver, NULL, "name", row->solver)                                                     \
    X(INTEGER, iterations, "1", "of the last run", row->row->info.iterations)                      \
    X(EXPONENT3, error, "1", "of the last run", row->row->info.error)                              \
    X(REAL6, time_ms_median, "ms", "of a run", 1e3 * row->median)                                  \
    X(REAL6, time_ms_best, "ms", "of a run", 1e3 * row->row->times[0])
TABLE_DEFINE(bench, BENCH_COLUMNS, const bench_line *row = TABLE_ROW(bench_line))

static cli_exit print_row(const contact_case *item, const char *solver, bench_row *row)
{
    sort_numbers(row->times, row->count);
    const size_t half = row->count / 2;
    const double median =
        row->count % 2 == 1 ? row->times[half] : 0.5 * (row->times[half - 1] + row->times[half]);
    const bench_line line = {item, solver, row, median};
    const talus_table table = TABLE(bench, &line, 1);
    return cli_print_csv_row(&table, 0);
}

/// Runs in turn; `rows` is (METHODS).
static cli_exit time_solvers(contact_case *item, const bench_options *bench, bench_row *rows)
{
    for (size_t run = 0; run < bench->runs; run++) {
        for (int method = 0; method < METHODS; method++) {
            bench_row *row = &rows[method];
            talus_solve_options options = cli_contact_options();
            options.method = (talus_solve_method)method;
            options.tolerance = bench->tolerance;
            if (run > 0 && row->total >= bench->seconds) {
                continue;
            }
            const cli_exit result = cli_contact_run(item, &options);
            if (result != CLI_OK) {
                return result;
            }
            row->info = item->info;
            row->times[row->count++] = item->time;
            row->total += item->time;
        }
    }
    return CLI_OK;
}

static cli_exit bench_file(const char *path, const bench_options *bench)
{
    bench_row rows[METHODS] = {0};
    contact_case item = {0};
    double *times = calloc(METHODS * bench->runs, sizeof *times);
    if (!times) {
        fprintf(stderr, "talus-cases contact bench: out of memory for %zu runs\n", bench->runs);
        return CLI_FAILED;
    }
    for (size_t k = 0; k < METHODS; k++) {
        rows[k].times = times + k * bench->runs;
    }
    cli_exit result = cli_contact_read(path, &item);
    if (result == CLI_OK) {
        result = time_solvers(&item, bench, rows);
    }
    for (int k = 0; k < METHODS && result == CLI_OK; k++) {
        result = print_row(&item, talus_solve_method_name((talus_solve_method)k), &rows[k]);
    }
    if (result == CLI_OK && !rows[TALUS_SOLVE_AUTO].info.solved) {
        result = CLI_SUSPECT;
    }
    cli_contact_clear(&item);
    free(times);
    return result;
}

cli_exit cli_contact_bench(const cli_arguments *arguments)
{
    const uint64_t runs = cli_count(arguments, "runs", DEFAULT_RUNS);
    if (runs < 1 || runs > MOST_RUNS) {
        fprintf(stderr, "talus-cases contact bench: --runs %llu, expected 1 to %d\n",
                (unsigned long long)runs, MOST_RUNS);
        return CLI_USAGE;
    }
    const bench_options bench = {
        .tolerance = cli_number(arguments, "tolerance", cli_contact_options().tolerance),
        .seconds = cli_number(arguments, "seconds", 10.0),
        .runs = (size_t)runs,
    };
    const talus_table table = TABLE(bench, NULL, 0);
    cli_exit result = cli_print_csv_head(&table);
    for (size_t k = 0; k < arguments->operand_count; k++) {
        result = cli_contact_worse(result, bench_file(arguments->operands[k], &bench));
    }
    return result;
}
