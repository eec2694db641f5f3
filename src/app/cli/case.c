// SPDX-License-Identifier: GPL-3.0-or-later
// From the command line to a loaded scenario: options become overrides of scenario keys.
#include "app/cli/cli.h"
#include "foundation/terminal/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Mark the releases whose part of `total` is less than one rock: they get one. What the others
/// share shrinks by it, so that more may become small.
/// @param small (release_count) out
/// @return how many rocks the others share; `of` out: how many they have
static double mark_small(const talus_campaign *campaign, double total, bool *small, double *of)
{
    double rest = total, before = 0.0;
    for (*of = (double)talus_campaign_rock_count(campaign); rest != before;) {
        const double limit = *of / rest;
        before = rest;
        rest = total;
        *of = 0.0;
        for (size_t i = 0; i < campaign->release_count; i++) {
            const double rocks = (double)campaign->releases[i].rocks;
            small[i] = small[i] || (rocks > 0.0 && rocks < limit);
            rest -= small[i] ? 1.0 : 0.0;
            *of += small[i] ? 0.0 : rocks;
        }
    }
    return rest;
}

/// Deal `total` rocks to the releases in proportion to what they have, at least one each. The
/// running sum is rounded, so that the numbers add up to the total.
static bool deal_rocks(const talus_campaign *campaign, uint64_t total, cli_overrides *list)
{
    bool *small = calloc(campaign->release_count, sizeof *small);
    double of = 0.0, sum = 0.0;
    const double rest = small != NULL ? mark_small(campaign, (double)total, small, &of) : 0.0;
    uint64_t dealt = 0;
    bool good = small != NULL;
    for (size_t i = 0; i < campaign->release_count && good; i++) {
        char key[64], value[32];
        uint64_t rocks = 1;
        if (!small[i]) {
            sum += (double)campaign->releases[i].rocks;
            const uint64_t until = (uint64_t)(sum / of * rest + 0.5);
            rocks = until - dealt;
            dealt = until;
        }
        snprintf(key, sizeof key, "releases.%zu.rocks", i);
        snprintf(value, sizeof value, "%llu", (unsigned long long)rocks);
        good = cli_overrides_add(list, key, strlen(key), value);
    }
    free(small);
    return good;
}

static void clear_case(cli_case *loaded)
{
    talus_hazard_destroy(loaded->hazard);
    talus_world_destroy(loaded->world);
    talus_scenario_destroy(loaded->scenario);
    talus_diagnostics_destroy(loaded->diagnostics);
    *loaded = (cli_case){0};
}

talus_world_options cli_world_options(const cli_arguments *arguments)
{
    talus_world_options options = talus_world_options_default();
    options.allow_network = cli_has(arguments, "allow-network");
    return options;
}

/// Read and load; all problems go to loaded->diagnostics.
static talus_status read_case(const char *path, const cli_overrides *list,
                              const talus_world_options *options, cli_case *loaded,
                              talus_error *error)
{
    clear_case(loaded);
    loaded->diagnostics = talus_diagnostics_create();
    if (!loaded->diagnostics) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    talus_status status = talus_scenario_read(path, list->items, list->count, loaded->diagnostics,
                                              &loaded->scenario, error);
    if (status == TALUS_OK) {
        status = talus_world_load_with(loaded->scenario, options, loaded->diagnostics,
                                       &loaded->world, error);
    }
    if (status == TALUS_OK) {
        status = talus_hazard_of_scenario(loaded->scenario, talus_world_campaign(loaded->world),
                                          loaded->diagnostics, &loaded->hazard, error);
    }
    if (status == TALUS_OK && loaded->hazard) {
        talus_zoning zoning;
        status = talus_rules_zoning(talus_hazard_rules(loaded->hazard), &zoning, error);
        status =
            status == TALUS_OK ? talus_world_set_zoning(loaded->world, &zoning, error) : status;
    }
    if (status == TALUS_OK && talus_diagnostics_lost(loaded->diagnostics)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: a warning was lost");
    }
    return status;
}

/// A scenario of one release needs no dealing: all rocks are its rocks, before anything is loaded.
static talus_status give_to_only_release(uint64_t total, const char *path, cli_overrides *list,
                                         bool *is_given, talus_error *error)
{
    char value[32];
    talus_scenario *scenario = NULL;
    // what is wrong with it is said when it is loaded
    const talus_status status =
        talus_scenario_read(path, list->items, list->count, NULL, &scenario, NULL);
    *is_given = status == TALUS_OK && total > 0 && talus_scenario_release_count(scenario) == 1;
    talus_scenario_destroy(scenario);
    snprintf(value, sizeof value, "%llu", (unsigned long long)total);
    return !*is_given || cli_overrides_add(list, "releases.0.rocks", 16, value)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
}

/// How many rocks each of several releases has is known once they are loaded, so the scenario is
/// read and loaded once more.
static talus_status apply_rocks(uint64_t total, const char *path, cli_overrides *list,
                                const talus_world_options *options, cli_case *loaded,
                                talus_error *error)
{
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    size_t releases = 0;
    for (size_t i = 0; i < campaign->release_count; i++) {
        releases += campaign->releases[i].rocks > 0;
    }
    if (total < releases) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--rocks: found %llu, but the scenario has %zu releases and each "
                               "needs at least one rock",
                               (unsigned long long)total, releases);
    }
    return deal_rocks(campaign, total, list) ? read_case(path, list, options, loaded, error)
                                             : TALUS_ERROR_MEMORY;
}

/// The first error of the list, or `error` when there is none.
static void note_failure(cli_case *loaded, talus_status status, const talus_error *error)
{
    loaded->error = *error;
    for (size_t k = 0; k < talus_diagnostics_count(loaded->diagnostics); k++) {
        const talus_diagnostic *item = talus_diagnostics_get(loaded->diagnostics, k);
        if (item->severity == TALUS_SEVERITY_ERROR) {
            (void)talus_error_set(&loaded->error, status, "%s:%d:%d: %s", item->file, item->line,
                                  item->column, item->message);
            break;
        }
    }
    loaded->error.status = status;
}

cli_exit cli_case_load(const cli_arguments *arguments, const char *path, cli_case *loaded)
{
    cli_overrides list = {0};
    const cli_exit result = cli_case_load_with(arguments, path, &list, loaded);
    cli_overrides_clear(&list);
    return result;
}

cli_exit cli_case_load_result(const cli_arguments *arguments, cli_case *loaded)
{
    char path[CLI_PATH_SIZE];
    talus_error error = {0};
    const talus_status status =
        talus_directory_file(arguments->operands[0], "scenario.yaml", path, sizeof path, &error);
    if (status != TALUS_OK) {
        if (cli_ranks_leads(arguments->exchange)) {
            cli_print_error(&error);
        }
        return cli_exit_of(status);
    }
    return cli_case_load(arguments, path, loaded);
}

cli_exit cli_case_load_with(const cli_arguments *arguments, const char *path, cli_overrides *list,
                            cli_case *loaded)
{
    talus_error error = {0};
    talus_status status = TALUS_ERROR_MEMORY;
    const talus_world_options options = cli_world_options(arguments);
    const uint64_t rocks = cli_count(arguments, "rocks", 0);
    bool is_dealt = !cli_has(arguments, "rocks");
    if (cli_overrides_collect(arguments, list)) {
        status = is_dealt ? TALUS_OK : give_to_only_release(rocks, path, list, &is_dealt, &error);
    }
    if (status == TALUS_OK) {
        status = read_case(path, list, &options, loaded, &error);
    }
    if (status == TALUS_OK && !is_dealt) {
        status = apply_rocks(rocks, path, list, &options, loaded, &error);
    }
    if (status != TALUS_OK) {
        note_failure(loaded, status, &error);
    }
    if (cli_ranks_leads(arguments->exchange)) {
        loaded->printed =
            cli_print_diagnostics(loaded->diagnostics, 0, cli_has(arguments, "quiet"));
        if (status != TALUS_OK &&
            talus_diagnostics_count_of(loaded->diagnostics, TALUS_SEVERITY_ERROR) == 0) {
            cli_print_error(&loaded->error);
        }
    }
    return cli_exit_of(status);
}

talus_products_context cli_case_context(const cli_case *loaded)
{
    talus_products_context context = talus_products_context_default();
    (void)talus_world_context(loaded->world, loaded->scenario, &context, NULL); // neither is NULL
    return context;
}

void cli_case_clear(cli_case *loaded)
{
    clear_case(loaded);
}
