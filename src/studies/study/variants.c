// SPDX-License-Identifier: GPL-3.0-or-later
// A study of variants: its directory, a result directory per variant in it, and how one runs.
#include "studies/study/variants.h"

#include "foundation/base/sized.h"
#include "io/products/output.h"
#include "talus/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Passages, deposits, those that the study reads and the one it shows, NULL.
enum { MOST_LAYERS = COMPARE_MOST_LAYERS + 4 };

void talus_study_options_defaults(talus_study_options *options, size_t size)
{
    const talus_study_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

bool study_can_run(const talus_scenario *scenario, const talus_world *world, talus_study **study,
                   talus_error *error)
{
    if (study != NULL) {
        *study = NULL;
    }
    const bool can = scenario != NULL && world != NULL && study != NULL;
    if (!can) {
        (void)talus_error_set(error, TALUS_ERROR_ARGUMENT,
                              "the scenario, its world or the place for the study is NULL");
    }
    return can;
}

talus_status study_run_init(study_run *run, const talus_scenario *scenario,
                            const talus_world *world, const talus_study_options *options,
                            talus_error *error)
{
    *run =
        (study_run){.options = talus_study_options_default(), .scenario = scenario, .world = world};
    run->context = talus_products_context_default();
    talus_status status = talus_world_context(world, scenario, &run->context, error);
    if (status == TALUS_OK) {
        status = sized_take(&run->options, sizeof run->options, options, sizeof run->options,
                            "talus_study_options", error);
    }
    const talus_study_options *own = &run->options;
    run->directory = talus_directory_options_default();
    run->directory.overwrite = own->overwrite;
    run->directory.warnings = own->diagnostics;
    run->files.context = &run->context;
    run->variant = (compare_options){.threads = own->threads,
                                     .begin = own->begin,
                                     .progress = own->progress,
                                     .user = own->user,
                                     .should_stop = own->should_stop,
                                     .stop_user = own->stop_user};
    run->study = calloc(1, sizeof *run->study);
    run->rasters = compare_rasters_create();
    if (status == TALUS_OK && (run->study == NULL || run->rasters == NULL)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a study");
    }
    return status;
}

void study_run_clear(study_run *run)
{
    talus_directory_close(run->files.directory);
    compare_rasters_destroy(run->rasters);
}

/// Append a layer that is not there yet.
static void add_layer(const char *layers[MOST_LAYERS], size_t *count, const char *name)
{
    bool is_new = name[0] != '\0';
    for (size_t i = 0; i < *count; i++) {
        is_new = is_new && strcmp(layers[i], name) != 0;
    }
    if (is_new) {
        layers[(*count)++] = name;
    }
}

/// What the study reads of a variant.
static talus_products_context context_of(const study_run *run, size_t variant,
                                         const char *layers[MOST_LAYERS])
{
    const compare_study *rocks = run->study->rocks;
    talus_products_context own = run->context;
    size_t count = 0;
    add_layer(layers, &count, "passages");
    add_layer(layers, &count, "deposits");
    for (size_t k = 0; k < rocks->layer_count; k++) {
        add_layer(layers, &count, rocks->layers[k]);
    }
    add_layer(layers, &count, rocks->layer);
    layers[count] = NULL;
    own.campaign = &rocks->outcomes[variant].campaign;
    own.layers = layers;
    return own;
}

static talus_status path_of(const study_run *run, size_t variant, char path[OUTPUT_PATH_SIZE],
                            talus_error *error)
{
    return output_path(path, talus_directory_path(run->files.directory),
                       run->study->rocks->outcomes[variant].variant.name, "", error);
}

/// Would anything in the directory of a variant be in the way? It is not made here.
static talus_status check_variant(const study_run *run, size_t variant, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const char *layers[MOST_LAYERS];
    const talus_products_context own = context_of(run, variant, layers);
    talus_products_job job = {.size = sizeof job, .context = &own};
    talus_project_job project = {.size = sizeof project};
    const talus_contributor both[] = {talus_products_contributor(&job),
                                      talus_project_contributor(&project)};
    talus_directory *directory = NULL;
    struct stat facts;
    talus_status status = path_of(run, variant, path, error);
    if (status != TALUS_OK || lstat(path, &facts) != 0) {
        return status;
    }
    status = talus_directory_open(path, &run->directory, &directory, error);
    status = status == TALUS_OK ? talus_directory_prepare(directory, both, 2, error) : status;
    talus_directory_close(directory);
    return status;
}

talus_status study_run_open(study_run *run, const talus_contributor *contributor,
                            talus_error *error)
{
    if (run->options.directory == NULL) {
        return TALUS_OK;
    }
    talus_status status =
        talus_directory_open(run->options.directory, &run->directory, &run->files.directory, error);
    if (status == TALUS_OK) {
        status = talus_directory_prepare(run->files.directory, contributor, 1, error);
    }
    for (size_t k = 0; k < run->study->rocks->requested && status == TALUS_OK; k++) {
        status = check_variant(run, k, error);
    }
    return status == TALUS_OK ? talus_directory_start(run->files.directory, error) : status;
}

/// Result directory of the variant that ran last, with the rasters that studies need.
static talus_status write_variant(const study_run *run, const char *resolved,
                                  const talus_diagnostics *warnings, const talus_results *results,
                                  talus_error *error)
{
    const compare_study *rocks = run->study->rocks;
    const size_t last = rocks->count - 1;
    char path[OUTPUT_PATH_SIZE], name[DIRECTORY_NAME_SIZE];
    const char *layers[MOST_LAYERS];
    talus_products_context own = context_of(run, last, layers);
    own.resolved_scenario = resolved;
    talus_products_job job = {.size = sizeof job,
                              .context = &own,
                              .results = results,
                              .warnings = warnings,
                              .partial = rocks->partial};
    talus_project_job project = {.size = sizeof project, .title = own.title};
    const talus_contributor both[] = {talus_products_contributor(&job),
                                      talus_project_contributor(&project)};
    talus_directory *directory = NULL;
    snprintf(name, sizeof name, "%s/", rocks->outcomes[last].variant.name);
    talus_status status =
        talus_directory_begin(run->files.directory, name, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = talus_directory_open(path, &run->directory, &directory, error);
    }
    status = status == TALUS_OK ? talus_directory_prepare(directory, both, 2, error) : status;
    status = status == TALUS_OK ? talus_directory_write(directory, both, 2, rocks->partial, error)
                                : status;
    talus_directory_close(directory);
    return status;
}

/// The scenario of the variant that ran last as text, so that it can be run and replayed alone.
static talus_status resolve(const study_run *run, const talus_scenario *scenario,
                            const talus_override *more, size_t more_count, char **text,
                            talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_scenario *variant = NULL;
    talus_status status = path_of(run, run->study->rocks->count - 1, path, error);
    if (status == TALUS_OK && more_count > 0) {
        talus_diagnostics *unread = talus_diagnostics_create();
        status = talus_scenario_vary(scenario, more, more_count, unread, &variant, error);
        talus_diagnostics_destroy(unread);
    }
    if (status == TALUS_OK) {
        status = talus_world_resolved(run->world, variant != NULL ? variant : scenario, path, text,
                                      error);
    }
    talus_scenario_destroy(variant);
    return status;
}

talus_status study_run_next(study_run *run, const talus_scenario *scenario,
                            const talus_override *more, size_t more_count,
                            talus_diagnostics *diagnostics,
                            talus_status (*take)(const study_run *run, const talus_results *results,
                                                 talus_error *error),
                            talus_error *error)
{
    compare_study *rocks = run->study->rocks;
    const bool is_written = run->files.directory != NULL;
    talus_results *results = NULL;
    char *resolved = NULL;
    talus_status status = compare_run(rocks, &run->variant, &results, error);
    status = status == TALUS_ERROR_INTERRUPTED ? TALUS_OK : status;
    if (status == TALUS_OK && take != NULL) {
        status = take(run, results, error);
    }
    if (status == TALUS_OK && is_written) {
        status = resolve(run, scenario, more, more_count, &resolved, error);
    }
    if (status == TALUS_OK && is_written) {
        status = write_variant(run, resolved, diagnostics, results, error);
    }
    if (status == TALUS_OK && is_written) {
        status = compare_write_rasters(rocks, &run->files, results, run->rasters, error);
    }
    free(resolved);
    talus_results_destroy(results);
    return status;
}

talus_status study_run_finish(study_run *run, const talus_contributor *contributor,
                              talus_error *error)
{
    const bool partial = run->study->rocks->partial;
    talus_status status = study_tabulate(run->study, error);
    if (status == TALUS_OK && run->files.directory != NULL) {
        status = talus_directory_write(run->files.directory, contributor, 1, partial, error);
    }
    return status == TALUS_OK && partial
               ? talus_error_set(error, TALUS_ERROR_INTERRUPTED, "the study was interrupted")
               : status;
}

talus_status study_hand_out(talus_study *study, talus_status status, talus_study **out)
{
    if (status == TALUS_OK || status == TALUS_ERROR_INTERRUPTED) {
        *out = study;
    } else {
        talus_study_destroy(study);
    }
    return status;
}
