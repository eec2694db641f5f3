// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run as a contributor of its result directory.
#include "foundation/base/pool.h"
#include "foundation/base/sized.h"
#include "io/products/gauges.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

talus_status output_path(char path[OUTPUT_PATH_SIZE], const char *directory, const char *name,
                         const char *suffix, talus_error *error)
{
    char file[OUTPUT_PATH_SIZE];
    const int length = snprintf(file, sizeof file, "%s%s", name, suffix);
    if (length < 0 || length >= OUTPUT_PATH_SIZE) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the path of %s%s is longer than %d bytes; use a shorter directory",
                               name, suffix, OUTPUT_PATH_SIZE - 1);
    }
    return talus_directory_file(directory, file, path, OUTPUT_PATH_SIZE, error);
}

bool output_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static talus_status check_layers(const talus_products_context *context, talus_error *error)
{
    for (const char *const *name = output_layers_of(context); *name; name++) {
        campaign_layer layer;
        if (!campaign_layer_find(*name, &layer)) {
            return talus_error_set(
                error, TALUS_ERROR_INPUT,
                "there is no raster layer \"%s\"; layers are passages, deposits, "
                "reach_probability and kinetic_energy, speed, jump_height, spin "
                "with _max, _mean, _p50, _p90, _p95 or _p99, and those of docs/scenario.md",
                *name);
        }
        if (!campaign_layer_is_kept(&layer, context->campaign)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the campaign did not keep what the layer \"%s\" shows: set its "
                                   "bit in cell_quantities or cell_values before the run",
                                   *name);
        }
    }
    return TALUS_OK;
}

static talus_status claim_run(void *user, talus_directory *directory, talus_error *error)
{
    static const char *const always[] = {"results.gpkg", "warnings.log", "scenario.yaml", NULL};
    const talus_products_job *job = user;
    campaign_layer layer;
    talus_status status = sized_check(job, sizeof *job, "talus_products_job", error);
    status = status == TALUS_OK ? output_check_context(job->context, error) : status;
    status = status == TALUS_OK ? check_layers(job->context, error) : status;
    status = status == TALUS_OK ? directory_claim_all(directory, always, error) : status;
    if (status == TALUS_OK && output_has_terrain(job->context)) {
        status = talus_directory_claim(directory, "terrain.tif", error);
    }
    for (size_t at = 0; status == TALUS_OK && output_next_layer(job->context, &at, &layer);) {
        status = output_claim_raster(directory, layer.name, error);
    }
    status = status == TALUS_OK ? output_claim_gauges(directory, job->context, error) : status;
    return status == TALUS_OK ? output_claim_rounds(directory, job->context, error) : status;
}

typedef talus_status write_part(talus_directory *directory, const talus_products_context *context,
                                const talus_results *results, talus_error *error);

/// Parts of a run that need nothing of each other, the longest first: a thread takes the next.
static write_part *const parts[] = {output_write_vectors, output_write_rasters,
                                    output_write_terrain, output_write_gauges, output_write_rounds};
enum { PART_COUNT = sizeof parts / sizeof parts[0] };

typedef struct write_job {
    const talus_products_job *job;
    talus_directory *directory;
    atomic_uint next;
    atomic_bool has_failed;
    talus_status status[PART_COUNT];
    talus_error error[PART_COUNT];
} write_job;

static void write_next(void *user, unsigned worker)
{
    write_job *w = user;
    (void)worker;
    for (unsigned k = atomic_fetch_add(&w->next, 1); k < PART_COUNT && !atomic_load(&w->has_failed);
         k = atomic_fetch_add(&w->next, 1)) {
        w->status[k] = parts[k](w->directory, w->job->context, w->job->results, &w->error[k]);
        if (w->status[k] != TALUS_OK) {
            atomic_store(&w->has_failed, true);
        }
    }
}

static talus_status write_parts(const talus_products_job *job, talus_directory *directory,
                                talus_error *error)
{
    write_job w = {.job = job, .directory = directory};
    const unsigned threads = job->context->threads;
    atomic_init(&w.next, 0);
    atomic_init(&w.has_failed, false);
    if (threads <= 1 || pool_run(threads < PART_COUNT ? threads : PART_COUNT, write_next, &w, NULL,
                                 NULL, NULL) != TALUS_OK) {
        write_next(&w, 0);
    }
    for (int k = 0; k < PART_COUNT; k++) {
        if (w.status[k] != TALUS_OK) {
            if (error != NULL) {
                *error = w.error[k];
            }
            return w.status[k];
        }
    }
    return TALUS_OK;
}

static talus_status write_run(void *user, talus_directory *directory, talus_error *error)
{
    const talus_products_job *job = user;
    if (job->results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the results are NULL");
    }
    talus_status status = write_parts(job, directory, error);
    if (status == TALUS_OK) {
        status = output_write_warnings(directory, job->context, job->results, job->warnings,
                                       job->partial, error);
    }
    if (status == TALUS_OK) {
        files_text text = {0};
        const char *scenario = job->context->resolved_scenario;
        files_text_add(&text, "%s", scenario ? scenario : "");
        status = directory_write_text(directory, "scenario.yaml", &text, error);
    }
    return status;
}

static talus_status summarise_run(void *user, char **members, talus_error *error)
{
    const talus_products_job *job = user;
    files_text text = directory_members_begin();
    output_add_summary(&text, job->context, job->results);
    return directory_members_end(&text, members, error);
}

talus_contributor talus_products_contributor(talus_products_job *job)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = "run",
                               .claim = claim_run,
                               .write = write_run,
                               .summarise = summarise_run,
                               .user = job};
}

talus_status talus_products_write(const char *directory, const talus_products_context *context,
                                  const talus_results *results, const talus_diagnostics *warnings,
                                  bool partial, talus_error *error)
{
    if (directory == NULL || results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the directory or the results are NULL");
    }
    talus_products_job job = {.size = sizeof job,
                              .context = context,
                              .results = results,
                              .warnings = warnings,
                              .partial = partial};
    const talus_contributor run = talus_products_contributor(&job);
    talus_directory *place = NULL;
    talus_status status = output_check_context(context, error);
    status = status == TALUS_OK ? check_layers(context, error) : status; // before anything is made
    status = status == TALUS_OK ? talus_directory_open(directory, NULL, &place, error) : status;
    status = status == TALUS_OK ? talus_directory_prepare(place, &run, 1, error) : status;
    status = status == TALUS_OK ? talus_directory_write(place, &run, 1, partial, error) : status;
    talus_directory_close(place);
    return status;
}

talus_status output_find_terrain(const char *directory, char path[OUTPUT_PATH_SIZE],
                                 talus_error *error)
{
    const talus_status status = output_path(path, directory, "terrain", ".tif", error);
    return status != TALUS_OK || output_file_exists(path)
               ? status
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s has no terrain.tif: expected the result directory of a "
                                 "whole run; a shard of a terrain that is read on demand leaves it "
                                 "to talus merge",
                                 directory);
}
