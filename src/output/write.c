// SPDX-License-Identifier: GPL-3.0-or-later
// A result directory. Order: the marker PARTIAL, the old summary goes, rasters, vectors, warnings,
// scenario, and summary.json last: where it stands without PARTIAL the directory is complete.
#include "output/gauges.h"

#include "files/files.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

talus_status output_path(char path[OUTPUT_PATH_SIZE], const char *directory, const char *name,
                         const char *suffix, talus_error *error)
{
    const int length = snprintf(path, OUTPUT_PATH_SIZE, "%s/%s%s", directory, name, suffix);
    if (length < 0 || length >= OUTPUT_PATH_SIZE) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the path of %s%s is longer than %d bytes; use a shorter directory",
                               name, suffix, OUTPUT_PATH_SIZE - 1);
    }
    return TALUS_OK;
}

bool output_file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static talus_status check_layers(const talus_output_context *context, talus_error *error)
{
    for (const char *const *name = output_layers_of(context); *name; name++) {
        ensemble_layer layer;
        if (!ensemble_layer_find(*name, &layer)) {
            return talus_error_set(
                error, TALUS_ERROR_INPUT,
                "there is no raster layer \"%s\"; layers are passages, deposits, "
                "reach_probability and kinetic_energy, speed, jump_height, spin "
                "with _max, _mean, _p50, _p90, _p95 or _p99, and those of docs/scenario.md",
                *name);
        }
        if (!ensemble_layer_is_kept(&layer, context->campaign)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the campaign did not keep what the layer \"%s\" shows: set its "
                                   "bit in cell_quantities or cell_values before the run",
                                   *name);
        }
    }
    return TALUS_OK;
}

static talus_status remove_if_there(const char *directory, const char *name, const char *suffix,
                                    talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, directory, name, suffix, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (access(path, F_OK) == 0 && remove(path) != 0) {
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s of an earlier run could not be removed; check permissions",
                               path);
    }
    return TALUS_OK;
}

typedef struct stale_layers {
    const char *directory;
    const talus_output_context *context;
    talus_error *error;
    talus_status status;
} stale_layers;

static void remove_stale_layer(void *user, const char *name)
{
    stale_layers *stale = user;
    if (stale->status == TALUS_OK) {
        stale->status = remove_if_there(stale->directory, name, ".tif.aux.xml", stale->error);
    }
    if (stale->status == TALUS_OK && !output_layer_wanted(stale->context, name)) {
        stale->status = remove_if_there(stale->directory, name, ".tif", stale->error);
        if (stale->status == TALUS_OK) {
            stale->status = remove_if_there(stale->directory, name, ".qml", stale->error);
        }
    }
}

/// Files of an earlier run that this run does not replace: other layers, statistics that GIS
/// programs kept beside a raster, journals beside the GeoPackage.
static talus_status remove_stale(const char *directory, const talus_output_context *context,
                                 talus_error *error)
{
    static const char *const journals[] = {"-wal", "-shm", "-journal"};
    talus_status status = remove_if_there(directory, "terrain", ".tif.aux.xml", error);
    status = status == TALUS_OK ? remove_if_there(directory, "convergence", ".csv", error) : status;
    status = status == TALUS_OK ? remove_if_there(directory, "convergence", ".svg", error) : status;
    stale_layers stale = {directory, context, error, status};
    output_find_layers(directory, remove_stale_layer, &stale);
    status = stale.status;
    for (size_t k = 0; k < sizeof journals / sizeof *journals && status == TALUS_OK; k++) {
        status = remove_if_there(directory, "results.gpkg", journals[k], error);
    }
    return status;
}

/// The marker is the first file written, so a directory that cannot be written loses nothing.
static talus_status write_marker(const char *directory, const talus_output_context *context,
                                 const talus_results *results, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    char text[256];
    const talus_status status = output_path(path, directory, "PARTIAL", "", error);
    if (status != TALUS_OK) {
        return status;
    }
    const int length =
        snprintf(text, sizeof text,
                 "These results are not complete: %" PRIu64 " of %" PRIu64
                 " rocks were run, or writing was cut short.\n",
                 talus_results_totals(results)->rocks,
                 talus_shard_rock_count(context->campaign, context->shard, context->shard_count));
    return files_write_all(path, text, length > 0 ? (size_t)length : 0, error);
}

static talus_status write_text(const char *directory, const char *name, const char *text,
                               talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, directory, name, "", error);
    if (status != TALUS_OK) {
        return status;
    }
    return files_write_all(path, text, strlen(text), error);
}

static talus_status write_results(const char *directory, const talus_output_context *context,
                                  const talus_results *results, const talus_diagnostics *warnings,
                                  bool partial, talus_error *error)
{
    talus_status status = output_write_terrain(directory, context, results, error);
    if (status == TALUS_OK) {
        status = output_write_rasters(directory, context, results, error);
    }
    if (status == TALUS_OK) {
        status = output_write_vectors(directory, context, results, error);
    }
    if (status == TALUS_OK) {
        status = output_write_gauges(directory, context, results, error);
    }
    if (status == TALUS_OK) {
        status = output_write_rounds(directory, context, results, error);
    }
    if (status == TALUS_OK) {
        status = output_write_warnings(directory, results, warnings, partial, error);
    }
    if (status == TALUS_OK) {
        status = write_text(directory, "scenario.yaml",
                            context->resolved_scenario ? context->resolved_scenario : "", error);
    }
    return status;
}

/// Two runs that end in one directory write one after the other; where the file system knows no
/// locks they are not kept apart. @return what close() wants, or -1
static int lock_directory(const char *directory)
{
    const int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        (void)flock(file, LOCK_EX);
    }
    return file;
}

static talus_status write_directory(const char *directory, const talus_output_context *context,
                                    const talus_results *results, const talus_diagnostics *warnings,
                                    const char *summary, bool partial, talus_error *error)
{
    talus_status status = write_marker(directory, context, results, error);
    if (status == TALUS_OK) {
        status = remove_if_there(directory, "summary.json", "", error);
    }
    if (status == TALUS_OK) {
        status = remove_stale(directory, context, error);
    }
    if (status == TALUS_OK) {
        status = write_results(directory, context, results, warnings, partial, error);
    }
    if (status == TALUS_OK && !partial) {
        status = remove_if_there(directory, "PARTIAL", "", error);
    }
    if (status == TALUS_OK) {
        status = write_text(directory, "summary.json", summary, error);
    }
    return status;
}

talus_status talus_output_write(const char *directory, const talus_output_context *context,
                                const talus_results *results, const talus_diagnostics *warnings,
                                bool partial, talus_error *error)
{
    talus_status status = check_layers(context, error);
    if (status != TALUS_OK) {
        return status;
    }
    char *summary = talus_output_summary(context, results, partial);
    if (!summary) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for summary.json");
    }
    status = files_make_directory(directory, error);
    if (status == TALUS_OK) {
        const int lock = lock_directory(directory);
        status = write_directory(directory, context, results, warnings, summary, partial, error);
        if (lock >= 0) {
            close(lock);
        }
    }
    free(summary);
    return status;
}
