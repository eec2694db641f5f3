// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a scenario's run, and the state of the run in it.
#include "app/cli/results.h"
#include "foundation/files/files.h"
#include "io/directory/directory.h"
#include "talus/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char state_name[] = "checkpoint/";
/// The resolved scenario of the state: there also after a run that was killed.
static const char scenario_name[] = "checkpoint/scenario.yaml";

talus_status cli_results_open(const cli_arguments *arguments, const cli_case *loaded,
                              const talus_products_context *context, const char *directory,
                              cli_results *results, talus_error *error)
{
    talus_directory_options options = talus_directory_options_default();
    options.overwrite = cli_has(arguments, "overwrite");
    options.warnings = loaded->diagnostics;
    *results = (cli_results){.context = *context};
    talus_status status =
        talus_world_resolved(loaded->world, loaded->scenario, directory, &results->resolved, error);
    if (status != TALUS_OK) {
        return status;
    }
    results->context.resolved_scenario = results->resolved;
    results->context.layers = talus_scenario_layers(loaded->scenario);
    results->run = talus_products_job_default();
    results->run.context = &results->context;
    results->run.warnings = loaded->diagnostics;
    results->contributors[results->count++] = talus_products_contributor(&results->run);
    if (loaded->hazard != NULL) {
        results->hazard = talus_hazard_job_default();
        results->hazard.context = &results->context;
        results->hazard.hazard = loaded->hazard;
        results->hazard.diagnostics = loaded->diagnostics;
        results->contributors[results->count++] = talus_hazard_contributor(&results->hazard);
    }
    // the last one: it shows what the others have written
    results->project = talus_project_job_default();
    results->project.title = results->context.title;
    results->contributors[results->count++] = talus_project_contributor(&results->project);
    status = talus_directory_open(directory, &options, &results->directory, error);
    return status == TALUS_OK ? talus_directory_prepare(results->directory, results->contributors,
                                                        results->count, error)
                              : status;
}

/// One more contributor, whose names are claimed at once.
static talus_status add(cli_results *results, const talus_contributor *one, talus_error *error)
{
    results->contributors[results->count++] = *one;
    return talus_directory_prepare(results->directory, one, 1, error);
}

talus_status cli_results_add_hard(cli_results *results, size_t count, talus_error *error)
{
    results->hard = (cli_hard_job){.count = count};
    const talus_contributor hard = cli_hard_contributor(&results->hard);
    return count > 0 ? add(results, &hard, error) : TALUS_OK;
}

talus_status cli_results_begin_state(cli_results *results, bool resumes, talus_error *error)
{
    char path[CLI_PATH_SIZE];
    talus_status status =
        talus_directory_begin(results->directory, state_name, path, sizeof path, error);
    if (status != TALUS_OK || resumes) {
        return status;
    }
    // it only helps to say what differs: a run goes on without it, as without a state
    (void)mkdir(path, 0777);
    if (talus_directory_file(talus_directory_path(results->directory), scenario_name, path,
                             sizeof path, NULL) == TALUS_OK) {
        (void)files_write_all(path, results->resolved, strlen(results->resolved), NULL);
    }
    return TALUS_OK;
}

/// @param path of the state
static talus_status remove_state(const talus_directory *directory, const char *path,
                                 talus_error *error)
{
    char scenario[CLI_PATH_SIZE];
    const talus_status status = talus_directory_file(talus_directory_path(directory), scenario_name,
                                                     scenario, sizeof scenario, error);
    if (status == TALUS_OK) {
        (void)unlink(scenario);
    }
    return status == TALUS_OK ? talus_checkpoint_remove(path, error) : status;
}

static talus_status claim_state(void *user, talus_directory *directory, talus_error *error)
{
    cli_state_job *job = user;
    job->is_claimed = true;
    return talus_directory_claim(directory, state_name, error);
}

static talus_status write_state(void *user, talus_directory *directory, talus_error *error)
{
    char path[CLI_PATH_SIZE];
    const cli_state_job *job = user;
    if (job->unsaved == NULL) {
        return TALUS_OK;
    }
    talus_status status = talus_directory_begin(directory, state_name, path, sizeof path, error);
    status = status == TALUS_OK ? remove_state(directory, path, error) : status;
    return status == TALUS_OK ? talus_results_save(job->unsaved, path, error) : status;
}

talus_status cli_results_add_state(cli_results *results, talus_error *error)
{
    const talus_contributor state = {.size = sizeof state,
                                     .name = "run",
                                     .claim = claim_state,
                                     .write = write_state,
                                     .user = &results->state};
    return add(results, &state, error);
}

talus_status cli_results_write(cli_results *results, const talus_results *found, bool partial,
                               bool keeps_state, talus_error *error)
{
    char path[CLI_PATH_SIZE];
    results->run.results = found;
    results->run.partial = partial;
    results->hazard.results = found;
    results->hard.results = found;
    // its contributor reports an assessment that failed: the run's own files come first
    if (results->hazard.hazard != NULL) {
        (void)talus_hazard_assess(results->hazard.hazard, results->context.campaign, found,
                                  results->hazard.diagnostics, NULL);
    }
    talus_status status = talus_directory_write(results->directory, results->contributors,
                                                results->count, partial, error);
    if (status == TALUS_OK && !partial && !keeps_state && results->state.is_claimed) {
        status = cli_checkpoint_path(talus_directory_path(results->directory), path, error);
        status = status == TALUS_OK ? remove_state(results->directory, path, error) : status;
        status = status == TALUS_OK ? talus_directory_commit(results->directory, state_name, error)
                                    : status;
    }
    return status;
}

void cli_results_close(cli_results *results)
{
    talus_directory_close(results->directory);
    free(results->resolved);
    *results = (cli_results){0};
}

talus_status cli_checkpoint_path(const char *directory, char path[CLI_PATH_SIZE],
                                 talus_error *error)
{
    static const char *const names[] = {"checkpoint/rocks", "checkpoint/state", "checkpoint"};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof names / sizeof names[0] && status == TALUS_OK; k++) {
        status = talus_directory_file(directory, names[k], path, CLI_PATH_SIZE, error);
    }
    return status;
}

void cli_watch_output(const char *directory, const char *path)
{
    if (path != NULL) {
        cli_watch_file(path);
    } else {
        cli_watch_directory(directory, directory_abandon);
    }
}
