// SPDX-License-Identifier: GPL-3.0-or-later
// talus run: a scenario becomes a result directory and a table.
#include "cli/cli.h"
#include "files/files.h"
#include "talus/output.h"

#include <stdlib.h>
#include <unistd.h>

/// NULL-terminated names of the layers that the scenario wants; caller's array of enough places.
static void choose_layers(const talus_scenario *scenario, const char **wanted, size_t capacity)
{
    const char *const *names = talus_output_layer_names();
    size_t count = 0;
    for (; *names && count + 1 < capacity; names++) {
        if (talus_scenario_layer_wanted(scenario, *names)) {
            wanted[count++] = *names;
        }
    }
    wanted[count] = NULL;
}

static talus_status write_results(const cli_case *loaded, const talus_results *results,
                                  bool partial, talus_error *error)
{
    enum { MAX_LAYERS = 64 };
    const char *layers[MAX_LAYERS];
    choose_layers(loaded->scenario, layers, MAX_LAYERS);
    const char *directory = talus_scenario_output_dir(loaded->scenario);
    char *resolved = talus_scenario_resolved(loaded->scenario, directory);
    if (!resolved) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario text");
    }
    talus_output_context context = cli_case_context(loaded);
    context.resolved_scenario = resolved;
    context.layers = layers;
    const talus_status status =
        talus_output_write(directory, &context, results, loaded->diagnostics, partial, error);
    free(resolved);
    return status;
}

/// What the command line says beyond the scenario.
typedef struct run_wishes {
    const char *shown; ///< how the user called the result directory
    bool quiet;
    size_t hard_problems;
} run_wishes;

/// Simulate; on a terminal with progress.
static talus_status simulate(const cli_case *loaded, const run_wishes *wishes,
                             const atomic_bool *interrupted, talus_results **results,
                             talus_error *error)
{
    cli_progress progress = {.stream = stderr};
    talus_run_options options = {
        .threads = talus_scenario_threads(loaded->scenario),
        .interrupt = interrupted,
        .hard_problems = wishes->hard_problems,
    };
    if (!wishes->quiet && isatty(fileno(stderr))) {
        options.progress = cli_progress_show;
        options.progress_user = &progress;
    }
    const talus_status status =
        talus_campaign_run(talus_world_campaign(loaded->world), &options, results, error);
    cli_progress_end(&progress);
    return status;
}

static cli_exit simulate_and_write(cli_case *loaded, const run_wishes *wishes)
{
    const char *directory = talus_scenario_output_dir(loaded->scenario);
    talus_results *results = NULL;
    talus_error error = {0};
    // an unwritable directory is told before the work, not after it
    talus_status status = files_make_directory(directory, &error);
    if (status == TALUS_OK) {
        status = simulate(loaded, wishes, cli_catch_interrupt(), &results, &error);
    }
    const bool partial = status == TALUS_ERROR_INTERRUPTED;
    if (results) {
        status = write_results(loaded, results, partial, &error);
        if (status == TALUS_OK) {
            status = cli_dump_hard(directory, results, &error);
        }
    }
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed, wishes->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        talus_results_destroy(results);
        return CLI_FAILED;
    }
    const talus_totals *totals = talus_results_totals(results);
    if (!wishes->quiet) {
        cli_print_statistics(talus_world_campaign(loaded->world), totals,
                             talus_scenario_title(loaded->scenario));
        printf("results          %s%s\n", wishes->shown, partial ? " (partial)" : "");
    }
    const bool suspect = cli_is_suspect(totals);
    talus_results_destroy(results);
    if (partial) {
        fprintf(stderr, "talus: interrupted; the rocks that were done are in %s, marked partial\n",
                wishes->shown);
        return CLI_INTERRUPTED;
    }
    return suspect ? CLI_SUSPECT : CLI_OK;
}

cli_exit cli_run(const cli_arguments *arguments)
{
    enum { MOST_HARD = 9999 }; // the names have four digits
    const uint64_t hard = cli_count(arguments, "dump-hard", 0);
    if (hard > MOST_HARD) {
        fprintf(stderr, "talus run: --dump-hard %llu, expected at most %d\n",
                (unsigned long long)hard, MOST_HARD);
        return CLI_USAGE;
    }
    cli_case loaded = {0};
    cli_exit result = cli_case_load(arguments, arguments->operands[0], &loaded);
    if (result == CLI_OK) {
        const char *out = cli_value(arguments, "out");
        const run_wishes wishes = {
            .shown = out ? out : talus_scenario_output_dir(loaded.scenario),
            .quiet = cli_has(arguments, "quiet"),
            .hard_problems = (size_t)hard,
        };
        result = simulate_and_write(&loaded, &wishes);
    }
    cli_case_clear(&loaded);
    return result;
}
