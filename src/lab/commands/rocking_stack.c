// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab stack: the scenario of several blocks becomes a result directory and a table.
#include "lab/study/rocking_stack.h"
#include "input/command/command.h"
#include "input/command/study_files.h"
#include "lab/commands/commands.h"

#include <math.h>

static void print_table(const rocking_stack *stack, const char *shown)
{
    printf("%s\n", stack->scenario->document.title);
    printf("%-24s %-8s %14s %14s %12s\n", "block", "outcome", "largest tilt", "largest slip",
           "moves from");
    for (size_t k = 0; k < stack->count; k++) {
        const rocking_stack_body *body = &stack->bodies[k];
        printf("%-24s %-8s %10.4g rad %11.4g mm", body->name,
               rocking_stack_outcome_name(body->outcome), body->most_tilt,
               1000.0 * body->most_slip);
        if (isfinite(body->moves_from)) {
            printf(" %10.4g s\n", body->moves_from);
        } else {
            printf(" %12s\n", "never");
        }
    }
    if (stack->is_short) {
        printf("%-24s too short a run to judge, last motion at %.6g s: rest takes more than %.2g s "
               "without motion\n",
               "state", stack->last_motion, ROCKING_STACK_REST);
    } else {
        printf("%-24s %s, last motion at %.6g s\n", "state",
               stack->at_rest ? "at rest" : "still moving", stack->last_motion);
    }
    printf("%-24s %.3g m between blocks, %.3g m in the base\n", "deepest", stack->penetration,
           stack->sunk);
    printf("%-24s %zu of %zu steps\n", "unsolved problems", stack->unsolved, stack->steps);
    printf("%-24s work of the base %.6g J, round-off %.3g J at worst\n", "energy", stack->base_work,
           stack->worst_ledger);
    printf("%-24s %s\n", "results", shown);
}

static cli_exit print_summary(const rocking_stack *stack)
{
    files_text text = {.first = true};
    rocking_stack_summary(stack, &text);
    const bool whole = !text.failed && fputs(text.data, stdout) >= 0;
    files_text_clear(&text);
    return whole ? CLI_OK : CLI_FAILED;
}

static talus_status claim_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_stack_claim(directory, user, error);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_stack_write(directory, user, error);
}

static void summarise(const void *user, files_text *text)
{
    rocking_stack_add_members(user, text);
}

static cli_exit run_and_write(const cli_arguments *arguments,
                              const rocking_stack_scenario *scenario,
                              talus_diagnostics *diagnostics, size_t *printed)
{
    const bool quiet = cli_has(arguments, "quiet"), json = cli_has(arguments, "json");
    const char *out = cli_value(arguments, "out"), *directory = scenario->document.output_dir;
    directory_study files = {.name = "rocking stack",
                             .claim = claim_files,
                             .claim_user = scenario,
                             .write = write_files,
                             .summarise = summarise};
    rocking_stack stack;
    talus_error error = {0};
    cli_exit code = cli_study_open(arguments, directory, &files);
    if (code != CLI_OK) {
        cli_study_close(&files);
        return code;
    }
    const talus_status status = rocking_stack_make(scenario, diagnostics, &stack, &error);
    const bool reported = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
    *printed = cli_print_diagnostics(diagnostics, *printed, quiet);
    code = cli_exit_of(status);
    if (status != TALUS_OK && !reported) {
        cli_print_error(&error);
    }
    if (code == CLI_OK) {
        code = cli_study_write(&files, &stack);
    }
    if (code == CLI_OK) {
        if (json) {
            code = print_summary(&stack);
        } else if (!quiet) {
            print_table(&stack, out ? out : directory);
        }
        code = code == CLI_OK && stack.unsolved > 0 ? CLI_SUSPECT : code;
    }
    cli_study_close(&files);
    rocking_stack_clear(&stack);
    return code;
}

cli_exit cli_rocking_stack(const cli_arguments *arguments)
{
    cli_overrides overrides = {0};
    rocking_stack_scenario *scenario = NULL;
    talus_error error = {0};
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_status status = TALUS_ERROR_MEMORY;
    if (diagnostics && cli_overrides_collect(arguments, &overrides)) {
        status = rocking_stack_read(arguments->operands[0], overrides.items, overrides.count,
                                    diagnostics, &scenario, &error);
    }
    size_t printed = 0;
    cli_exit code = cli_exit_of(status);
    if (diagnostics) {
        printed = cli_print_diagnostics(diagnostics, 0, cli_has(arguments, "quiet"));
    }
    if (status == TALUS_OK) {
        code = run_and_write(arguments, scenario, diagnostics, &printed);
    } else if (!diagnostics || talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) == 0) {
        error.status = status;
        cli_print_error(&error);
    }
    rocking_stack_destroy(scenario);
    cli_overrides_clear(&overrides);
    talus_diagnostics_destroy(diagnostics);
    return code;
}
