// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a scenario's run, and the state of the run in it.
#include "cli/cli.h"

#include <stdlib.h>

/// Zones and design values, before anything is written: what is to be said of them stands in
/// warnings.log and summary.json too.
/// @param text the member "hazard" of summary.json; nothing without the section
static talus_status assess(const cli_case *loaded, const talus_output_context *context,
                           const talus_results *results, files_text *text, talus_error *error)
{
    hazard_request *request = loaded->hazard;
    if (request == NULL) {
        return TALUS_OK;
    }
    talus_status status = hazard_request_assess(request, context->campaign, results, error);
    if (status == TALUS_OK) {
        status =
            hazard_report_designs(context->campaign, results, request, loaded->diagnostics, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    hazard_report_unreached(request, loaded->diagnostics);
    hazard_add_members(text, request);
    return text->failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the zones")
                        : TALUS_OK;
}

talus_status cli_write_results(const cli_case *loaded, const talus_output_context *context,
                               const char *directory, const talus_results *results, bool partial,
                               talus_error *error)
{
    char *resolved = talus_scenario_resolved(loaded->scenario, directory);
    if (!resolved) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario text");
    }
    talus_output_context whole = *context;
    whole.resolved_scenario = resolved;
    whole.layers = talus_scenario_layers(loaded->scenario);
    files_text hazard = {.first = true};
    talus_status status = assess(loaded, &whole, results, &hazard, error);
    whole.hazard = hazard.data;
    if (status == TALUS_OK) {
        status =
            talus_output_write(directory, &whole, results, loaded->diagnostics, partial, error);
    }
    if (status == TALUS_OK) {
        status = hazard_remove_old(directory, error);
    }
    if (status == TALUS_OK && loaded->hazard) {
        status = hazard_write(directory, &whole, results, loaded->hazard, error);
    }
    files_text_clear(&hazard);
    free(resolved);
    return status == TALUS_OK ? cli_dump_hard(directory, results, error) : status;
}

talus_status cli_checkpoint_path(const char *directory, char path[CLI_PATH_SIZE],
                                 talus_error *error)
{
    const int length = snprintf(path, CLI_PATH_SIZE, "%s/checkpoint", directory);
    return length > 0 && length < CLI_PATH_SIZE
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "a directory name of %d bytes, expected fewer than %d", length,
                                 CLI_PATH_SIZE);
}

cli_exit cli_exit_after_run(talus_status status)
{
    const bool is_input = status == TALUS_ERROR_INPUT || status == TALUS_ERROR_ARGUMENT;
    return status == TALUS_OK ? CLI_OK : is_input ? CLI_BAD_INPUT : CLI_FAILED;
}
