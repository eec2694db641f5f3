// SPDX-License-Identifier: GPL-3.0-or-later
// talus merge: the shards of a run become the results of the whole run.
#include "app/cli/results.h"
#include "foundation/files/files.h"
#include "talus/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

/// What the summary of the first directory says of the scenario that all came from.
typedef struct merge_source {
    files_json *json;
    const char *path, *sha256;
} merge_source;

static talus_status read_source(const char *directory, merge_source *source, talus_error *error)
{
    char path[CLI_PATH_SIZE];
    snprintf(path, sizeof path, "%s/summary.json", directory);
    const talus_status status = files_json_read(path, &source->json, error);
    if (status == TALUS_OK) {
        const files_json_node *scenario =
            files_json_member(files_json_root(source->json), "scenario");
        source->path = files_json_text(files_json_member(scenario, "path"));
        source->sha256 = files_json_text(files_json_member(scenario, "sha256"));
    }
    return status;
}

/// States of all operands. @return (operand_count) paths, each and the array to be freed
static char **list_checkpoints(const cli_arguments *arguments, talus_error *error)
{
    const size_t count = arguments->operand_count;
    char **list = calloc(count, sizeof *list);
    bool is_complete = list != NULL;
    for (size_t k = 0; k < count && is_complete; k++) {
        list[k] = malloc(CLI_PATH_SIZE);
        is_complete = list[k] != NULL &&
                      cli_checkpoint_path(arguments->operands[k], list[k], error) == TALUS_OK;
    }
    if (is_complete) {
        return list;
    }
    for (size_t k = 0; k < count && list != NULL; k++) {
        free(list[k]);
    }
    free(list);
    (void)talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu directories", count);
    return NULL;
}

/// Would the result take the place of a shard?
static bool is_among(const char *directory, const cli_arguments *arguments)
{
    struct stat own, other;
    bool found = false;
    for (size_t k = 0; k < arguments->operand_count && !found; k++) {
        found = stat(directory, &own) == 0 && stat(arguments->operands[k], &other) == 0 &&
                own.st_dev == other.st_dev && own.st_ino == other.st_ino;
    }
    return found;
}

/// What only the merged results show: how many hard problems, and whether rocks are missing. A
/// state stays for what is merged later.
static talus_status add_rest(cli_results *place, talus_results *results, bool partial,
                             talus_error *error)
{
    size_t count = 0;
    const talus_hard_problem *hard = NULL;
    talus_status status = talus_results_hard_problems(results, &hard, &count, error);
    status = status == TALUS_OK ? cli_results_add_hard(place, count, error) : status;
    place->state.unsaved = partial ? results : NULL;
    return status == TALUS_OK && (partial || talus_directory_holds(place->directory, "checkpoint/"))
               ? cli_results_add_state(place, error)
               : status;
}

static talus_status merge_states(const cli_arguments *arguments, const cli_case *loaded,
                                 talus_results **results, talus_error *error)
{
    const talus_merge_options options = {.size = sizeof(talus_merge_options),
                                         .allow_missing = cli_has(arguments, "allow-missing"),
                                         .scratch = arguments->operands[0]};
    char **checkpoints = list_checkpoints(arguments, error);
    const talus_status status =
        checkpoints == NULL
            ? TALUS_ERROR_MEMORY
            : talus_campaign_merge(talus_world_campaign(loaded->world),
                                   (const char *const *)checkpoints, arguments->operand_count,
                                   &options, results, error);
    for (size_t k = 0; checkpoints != NULL && k < arguments->operand_count; k++) {
        free(checkpoints[k]);
    }
    free(checkpoints);
    return status;
}

static talus_status merge(const cli_arguments *arguments, const cli_case *loaded,
                          talus_results **results, bool *partial, talus_error *error)
{
    const char *directory = talus_scenario_output_dir(loaded->scenario);
    talus_products_context context = cli_case_context(loaded);
    cli_results place = {0};
    merge_source source = {0};
    talus_status status = read_source(arguments->operands[0], &source, error);
    context.scenario_path = source.path;
    context.scenario_sha256 = source.sha256;
    if (status == TALUS_OK) {
        status = cli_results_open(arguments, loaded, &context, directory, &place, error);
    }
    if (status == TALUS_OK) {
        status = merge_states(arguments, loaded, results, error);
    }
    if (status == TALUS_OK) {
        *partial = cli_totals_of(*results).rocks <
                   talus_campaign_rock_count(talus_world_campaign(loaded->world));
        status = add_rest(&place, *results, *partial, error);
    }
    if (status == TALUS_OK) {
        status = cli_results_write(&place, *results, *partial, false, error);
    }
    cli_results_close(&place);
    files_json_destroy(source.json);
    return status;
}

static cli_exit merge_and_print(const cli_arguments *arguments, cli_case *loaded)
{
    const bool quiet = cli_has(arguments, "quiet");
    talus_results *results = NULL;
    talus_error error = {0};
    bool partial = false;
    const talus_status status = merge(arguments, loaded, &results, &partial, &error);
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed, quiet);
    cli_exit result = cli_exit_of(status);
    if (status != TALUS_OK) {
        cli_print_error(&error);
    } else {
        const talus_totals totals = cli_totals_of(results);
        const double lost_share = talus_scenario_lost_share(loaded->scenario);
        if (!quiet) {
            cli_print_results(loaded, &totals, results);
            printf("results          %s%s\n", cli_value(arguments, "out"),
                   partial ? " (partial)" : "");
            cli_print_empty_strata(talus_world_campaign(loaded->world), results);
            cli_print_findings(NULL, &totals, lost_share);
            cli_print_implausible(talus_world_campaign(loaded->world), results);
        }
        result =
            cli_is_suspect(&totals, lost_share) || !cli_is_precise(results) ? CLI_SUSPECT : CLI_OK;
    }
    talus_results_destroy(results);
    return result;
}

cli_exit cli_merge(const cli_arguments *arguments)
{
    const char *out = cli_value(arguments, "out");
    char path[CLI_PATH_SIZE];
    cli_case loaded = {0};
    if (out == NULL) {
        fprintf(stderr, "talus merge: --out is missing: the directory for the merged results\n");
        return CLI_USAGE;
    }
    if (is_among(out, arguments)) {
        fprintf(stderr, "talus merge: --out %s is one of the directories to merge, give another\n",
                out);
        return CLI_USAGE;
    }
    snprintf(path, sizeof path, "%s/scenario.yaml", arguments->operands[0]);
    cli_exit result = cli_case_load(arguments, path, &loaded);
    if (result == CLI_OK) {
        result = merge_and_print(arguments, &loaded);
    }
    cli_case_clear(&loaded);
    return result;
}
