// SPDX-License-Identifier: GPL-3.0-or-later
// talus merge: the shards of a run become the results of the whole run.
#include "app/cli/results.h"
#include "foundation/files/files.h"
#include "foundation/terminal/terminal.h"
#include "io/directory/directory.h"
#include "talus/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// What the summary of the first directory says of the scenario that all came from.
typedef struct merge_source {
    files_json *json;
    const char *path, *sha256;
} merge_source;

static talus_status read_source(const char *directory, merge_source *source, talus_error *error)
{
    char path[CLI_PATH_SIZE];
    talus_status status = talus_directory_file(directory, "summary.json", path, sizeof path, error);
    status = status == TALUS_OK ? files_json_read(path, &source->json, error) : status;
    if (status == TALUS_OK) {
        const files_json_node *scenario =
            files_json_member(files_json_root(source->json), "scenario");
        source->path = files_json_text(files_json_member(scenario, "path"));
        source->sha256 = files_json_text(files_json_member(scenario, "sha256"));
    }
    return status;
}

static void clear_list(char **list, size_t count)
{
    for (size_t k = 0; k < count && list != NULL; k++) {
        free(list[k]);
    }
    free(list);
}

/// States of all operands. @param paths out: (operand_count) to be cleared, whatever comes back
static talus_status list_checkpoints(const cli_arguments *arguments, char ***paths,
                                     talus_error *error)
{
    const size_t count = arguments->operand_count;
    char **list = calloc(count, sizeof *list);
    talus_status status = TALUS_OK;
    *paths = list;
    for (size_t k = 0; k < count && list != NULL && status == TALUS_OK; k++) {
        list[k] = malloc(CLI_PATH_SIZE);
        status = list[k] != NULL ? cli_checkpoint_path(arguments->operands[k], list[k], error)
                                 : TALUS_ERROR_MEMORY;
    }
    return list != NULL && status != TALUS_ERROR_MEMORY
               ? status
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu directories",
                                 count);
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
    char **checkpoints = NULL;
    talus_status status = list_checkpoints(arguments, &checkpoints, error);
    if (status == TALUS_OK) {
        status = talus_campaign_merge(talus_world_campaign(loaded->world),
                                      (const char *const *)checkpoints, arguments->operand_count,
                                      &options, results, error);
    }
    clear_list(checkpoints, arguments->operand_count);
    return status;
}

/// One line of a text. @return the next one, NULL behind the last
static const char *next_line(const char *text, size_t *length)
{
    *length = strcspn(text, "\n");
    return text[*length] == '\n' ? text + *length + 1 : NULL;
}

/// Where the name of a file begins that follows directories; 0: there are none.
static size_t last_name(const char *line, size_t length)
{
    while (length > 0 && line[length - 1] != '/') {
        length--;
    }
    return length;
}

/// Lines that may differ from shard to shard: where it ran, how often it kept its state, and
/// directories of the same file.
static bool are_alike(const char *a, size_t a_length, const char *b, size_t b_length)
{
    static const char *const free_keys[] = {"threads:", "checkpoint_s:", "dir:"};
    for (size_t k = 0; k < sizeof free_keys / sizeof free_keys[0]; k++) {
        const size_t length = strlen(free_keys[k]), indent = strspn(a, " ");
        if (strncmp(a + indent, free_keys[k], length) == 0 && strspn(b, " ") == indent &&
            strncmp(b + indent, free_keys[k], length) == 0) {
            return true;
        }
    }
    const size_t a_name = last_name(a, a_length), b_name = last_name(b, b_length);
    if (a_name > 0 && b_name > 0) {
        a_length -= a_name;
        b_length -= b_name;
        a += a_name;
        b += b_name;
    }
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

/// What rocks do is in the states, which have to be of one campaign; what is made of them is in the
/// scenarios. @param name of the operand
static void warn_of_difference(cli_case *loaded, const char *first, const char *own,
                               const char *name, const char *other)
{
    size_t own_length = 0, other_length = 0;
    while (own != NULL && other != NULL) {
        const char *own_next = next_line(own, &own_length);
        const char *other_next = next_line(other, &other_length);
        if (!are_alike(own, own_length, other, other_length)) {
            const size_t own_indent = strspn(own, " "), other_indent = strspn(other, " ");
            talus_diagnostics_say(
                loaded->diagnostics, TALUS_WARNING,
                "the scenario of %.200s differs from that of %.200s, by which all results are made "
                "(frequencies, names, layers, hazard): found \"%.*s\", there \"%.*s\"",
                name, first,
                (int)(other_length - other_indent < 100 ? other_length - other_indent : 100),
                other + other_indent,
                (int)(own_length - own_indent < 100 ? own_length - own_indent : 100),
                own + own_indent);
            return;
        }
        own = own_next;
        other = other_next;
    }
}

/// The resolved scenario of an operand.
static talus_status resolve(const char *name, const cli_overrides *list, const char *directory,
                            char **text)
{
    char path[CLI_PATH_SIZE];
    talus_scenario *scenario = NULL;
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_status status = diagnostics != NULL ? TALUS_OK : TALUS_ERROR_MEMORY;
    *text = NULL;
    if (status == TALUS_OK) {
        status = talus_directory_file(name, "scenario.yaml", path, sizeof path, NULL);
    }
    if (status == TALUS_OK) {
        status = talus_scenario_read(path, list->items, list->count, diagnostics, &scenario, NULL);
    }
    if (status == TALUS_OK) {
        status = talus_scenario_resolved(scenario, directory, text, NULL);
    }
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(diagnostics);
    return status;
}

/// @return TALUS_ERROR_MEMORY: a warning may be lost
static talus_status warn_of_scenarios(const cli_arguments *arguments, cli_case *loaded,
                                      const char *directory, talus_error *error)
{
    cli_overrides list = {0};
    char *own = NULL;
    talus_status status = cli_overrides_collect(arguments, &list)
                              ? talus_scenario_resolved(loaded->scenario, directory, &own, NULL)
                              : TALUS_ERROR_MEMORY;
    for (size_t k = 1; status == TALUS_OK && k < arguments->operand_count; k++) {
        char *other = NULL;
        const char *name = arguments->operands[k];
        const talus_status found = resolve(name, &list, directory, &other);
        if (found == TALUS_OK) {
            warn_of_difference(loaded, arguments->operands[0], own, name, other);
        } else if (found == TALUS_ERROR_MEMORY) {
            status = found;
        } else {
            talus_diagnostics_say(loaded->diagnostics, TALUS_WARNING,
                                  "the scenario of %.200s cannot be read: whether it is that of "
                                  "%.200s, by which all results are made, is not known",
                                  name, arguments->operands[0]);
        }
        talus_free(other);
    }
    talus_free(own);
    cli_overrides_clear(&list);
    return status == TALUS_OK && !talus_diagnostics_lost(loaded->diagnostics)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "out of memory: the scenarios were not held against each other");
}

static talus_status merge(const cli_arguments *arguments, cli_case *loaded, talus_results **results,
                          bool *partial, talus_error *error)
{
    const char *directory = talus_scenario_output_dir(loaded->scenario);
    talus_products_context context = cli_case_context(loaded);
    cli_results place = {0};
    merge_source source = {0};
    talus_status status = read_source(arguments->operands[0], &source, error);
    context.scenario_path = source.path;
    context.scenario_sha256 = source.sha256;
    if (status == TALUS_OK) {
        cli_watch_directory(directory, directory_abandon);
        status = cli_results_open(arguments, loaded, &context, directory, &place, error);
    }
    if (status == TALUS_OK) {
        status = merge_states(arguments, loaded, results, error);
        for (size_t k = 1; status == TALUS_ERROR_INPUT && k < arguments->operand_count; k++) {
            cli_say_operations(&place, arguments->operands[k]);
        }
    }
    if (status == TALUS_OK) {
        status = warn_of_scenarios(arguments, loaded, directory, error);
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
            cli_print_missing(talus_world_campaign(loaded->world), results);
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
    cli_case loaded = {0};
    if (is_among(out, arguments)) {
        fprintf(stderr, "talus merge: --out %s is one of the directories to merge, give another\n",
                out);
        return CLI_USAGE;
    }
    cli_exit result = cli_case_load_result(arguments, &loaded);
    if (result == CLI_OK) {
        result = merge_and_print(arguments, &loaded);
    }
    cli_case_clear(&loaded);
    return result;
}
