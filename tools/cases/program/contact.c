// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases contact solve: stored contact problems, solved one after the other.
#include "cases/program/contact.h"
#include "cases/problem_files/contact_problem.h"
#include "foundation/files/files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cli_exit report(talus_status status, talus_error *error, const char *path)
{
    if (error->file[0] == '\0' && status != TALUS_ERROR_IO) {
        talus_error_locate(error, path, 0, 0);
    }
    cli_print_error(error);
    return cli_exit_of(status);
}

cli_exit cli_contact_read(const char *path, contact_case *item)
{
    talus_error error = {0};
    *item = (contact_case){.path = path};
    const talus_status status = files_read_contact_problem(path, &item->rows, &error);
    if (status != TALUS_OK) {
        return report(status, &error, path);
    }
    item->percussion = calloc(3 * item->rows->contact_count, sizeof *item->percussion);
    if (!item->percussion) {
        (void)talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for the reactions");
        return report(TALUS_ERROR_MEMORY, &error, path);
    }
    return CLI_OK;
}

void cli_contact_clear(contact_case *item)
{
    problem_rows_destroy(item->rows);
    free(item->percussion);
    *item = (contact_case){0};
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

cli_exit cli_contact_run(contact_case *item, const talus_solve_options *options)
{
    talus_error error = {0};
    memset(item->percussion, 0, 3 * item->rows->contact_count * sizeof *item->percussion);
    item->info = talus_solver_info_default();
    const talus_contact_problem problem = problem_rows_view(item->rows);
    talus_contact_solver *solver = NULL;
    if (talus_contact_solver_create(0, &solver, &error) != TALUS_OK) {
        return report(TALUS_ERROR_MEMORY, &error, item->path);
    }
    const double start = seconds_now();
    const talus_status status =
        talus_contact_solve(solver, &problem, options, item->percussion, &item->info, &error);
    item->time = seconds_now() - start;
    talus_contact_solver_destroy(solver);
    return status == TALUS_OK ? CLI_OK : report(status, &error, item->path);
}

cli_exit cli_contact_worse(cli_exit a, cli_exit b)
{
    static const cli_exit order[] = {CLI_FAILED, CLI_BAD_INPUT, CLI_SUSPECT};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        if (a == order[k] || b == order[k]) {
            return order[k];
        }
    }
    return CLI_OK;
}

static void add_json(files_text *text, const contact_case *item)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "file", item->path);
    files_json_add_unsigned(text, "contacts", item->rows->contact_count);
    files_json_add_text(text, "solver", talus_solve_method_name(item->info.method));
    files_json_add_text(text, "status", item->info.solved ? "solved" : "unsolved");
    files_json_add_integer(text, "iterations", item->info.iterations);
    files_json_add_number(text, "error", item->info.error);
    files_json_add_number(text, "time_s", item->time);
    files_json_add_numbers(text, "reaction", item->percussion, 3 * item->rows->contact_count);
    files_json_end(text, '}');
}

static void print_row(const contact_case *item, int width)
{
    printf("%-*s %8zu  %-13s %10d  %9.2e %12.3f  %s\n", width, item->path,
           item->rows->contact_count, talus_solve_method_name(item->info.method),
           item->info.iterations, item->info.error, 1e3 * item->time,
           item->info.solved ? "solved" : "unsolved");
    fflush(stdout);
}

talus_solve_options cli_contact_options(void)
{
    talus_solve_options options = talus_solve_options_default();
    options.method = TALUS_SOLVE_AUTO;
    options.tolerance = 1e-8;
    return options;
}

static talus_solve_options read_options(const cli_arguments *arguments)
{
    talus_solve_options options = cli_contact_options();
    const char *solver = cli_value(arguments, "solver");
    if (solver) {
        talus_solve_method_from_name(solver, &options.method);
    }
    options.tolerance = cli_number(arguments, "tolerance", options.tolerance);
    const uint64_t limit = cli_count(arguments, "iterations", 0);
    options.iteration_limit = limit < INT_MAX ? (int)limit : INT_MAX;
    return options;
}

/// Column of the file names: the longest, within reason.
static int name_width(const cli_arguments *arguments)
{
    size_t width = 4;
    for (size_t k = 0; k < arguments->operand_count; k++) {
        const size_t length = strlen(arguments->operands[k]);
        width = length > width ? length : width;
    }
    return width < 60 ? (int)width : 60;
}

static cli_exit print_json(files_text *text)
{
    if (text->failed) {
        fprintf(stderr, "talus-cases contact solve: out of memory for the JSON text\n");
        return CLI_FAILED;
    }
    printf("%s\n", text->data);
    return CLI_OK;
}

cli_exit cli_contact_solve(const cli_arguments *arguments)
{
    const talus_solve_options options = read_options(arguments);
    const bool is_json = cli_has(arguments, "json");
    const int width = name_width(arguments);
    cli_exit result = CLI_OK;
    files_text text = {0};
    if (is_json) {
        files_json_begin(&text, NULL, '[');
    } else {
        printf("%-*s %8s  %-13s %10s  %9s %12s  %s\n", width, "file", "contacts", "solver",
               "iterations", "error", "time in ms", "status");
    }
    for (size_t k = 0; k < arguments->operand_count; k++) {
        contact_case item;
        cli_exit one = cli_contact_read(arguments->operands[k], &item);
        if (one == CLI_OK) {
            one = cli_contact_run(&item, &options);
        }
        if (one == CLI_OK && is_json) {
            add_json(&text, &item);
        } else if (one == CLI_OK) {
            print_row(&item, width);
        }
        if (one == CLI_OK && !item.info.solved) {
            one = CLI_SUSPECT;
        }
        result = cli_contact_worse(result, one);
        cli_contact_clear(&item);
    }
    if (is_json) {
        files_json_end(&text, ']');
        result = cli_contact_worse(result, print_json(&text));
        files_text_clear(&text);
    }
    return result;
}
