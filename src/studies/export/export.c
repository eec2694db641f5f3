// SPDX-License-Identifier: GPL-3.0-or-later
// Export of a result directory: what is asked for, and which format writes it.
#include "studies/export/export.h"

#include "foundation/base/sized.h"
#include "io/products/output.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *ending;
    talus_export_format format;
} endings[] = {
    {".gltf", TALUS_EXPORT_GLTF},       {".glb", TALUS_EXPORT_GLTF},
    {".geojson", TALUS_EXPORT_GEOJSON}, {".json", TALUS_EXPORT_GEOJSON},
    {".fgb", TALUS_EXPORT_FLATGEOBUF},  {".kml", TALUS_EXPORT_KML},
    {".csv", TALUS_EXPORT_CSV},         {".tif", TALUS_EXPORT_COG},
    {".tiff", TALUS_EXPORT_COG},
};

void talus_export_options_defaults(talus_export_options *options, size_t size)
{
    const talus_export_options defaults = {.tracks = 2000, .rocks = 8};
    sized_fill(options, size, &defaults, sizeof defaults);
}

/// By the ending of the name, which has to fit a format that is asked for.
static talus_status find_format(export_job *job, talus_error *error)
{
    const char *slash = strrchr(job->path, '/');
    const char *dot = strrchr(slash != NULL ? slash : job->path, '.');
    talus_export_format found = TALUS_EXPORT_BY_NAME;
    for (size_t k = 0; dot != NULL && k < sizeof endings / sizeof endings[0]; k++) {
        if (strcasecmp(dot, endings[k].ending) == 0) {
            found = endings[k].format;
        }
    }
    job->report.format = found;
    if (found == TALUS_EXPORT_BY_NAME ||
        (job->options.format != TALUS_EXPORT_BY_NAME && job->options.format != found)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "an export called %.300s: expected a name that ends in .gltf or "
            ".glb, .geojson, .fgb, .kml, .csv, or .tif (cog), as its format does",
            job->path);
    }
    return TALUS_OK;
}

/// Requests that the format has no use for.
static talus_status check_requests(const export_job *job, talus_error *error)
{
    const talus_export_options *o = &job->options;
    const bool is_gltf = job->report.format == TALUS_EXPORT_GLTF;
    if (is_gltf && (o->layers != NULL || o->crs != NULL)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "a glTF file has terrain, paths and rocks in metres from an origin: "
                               "found a %s, expected none",
                               o->layers != NULL ? "layer" : "CRS");
    }
    if (!is_gltf && o->rock != NULL) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "rocks move in a glTF file alone: expected a name that ends in .gltf "
            "or .glb");
    }
    return TALUS_OK;
}

static talus_status check_numbers(const talus_export_options *o, talus_error *error)
{
    if (o->rocks > 200 || (unsigned)o->format >= (unsigned)TALUS_EXPORT_FORMATS) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "found %zu rocks that move and format %d, expected at most 200 and a "
            "talus_export_format",
            o->rocks, (int)o->format);
    }
    return TALUS_OK;
}

static talus_status check_partial(export_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, job->directory, "PARTIAL", "", error);
    job->report.is_partial = status == TALUS_OK && output_file_exists(path);
    if (job->report.is_partial && job->options.warnings != NULL) {
        talus_diagnostics_say(job->options.warnings, TALUS_WARNING,
                              "these are partial results (there is a file PARTIAL), which the "
                              "exported file may not say; go on with talus run --resume");
    }
    return status;
}

static talus_status run(export_job *job, talus_error *error)
{
    talus_status status = check_numbers(&job->options, error);
    status = status == TALUS_OK ? find_format(job, error) : status;
    status = status == TALUS_OK ? check_requests(job, error) : status;
    status =
        status == TALUS_OK ? files_check_target(job->path, job->options.overwrite, error) : status;
    status = status == TALUS_OK ? export_find(job->directory, &job->layers, error) : status;
    status = status == TALUS_OK ? check_partial(job, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    return job->report.format == TALUS_EXPORT_GLTF ? export_gltf_write(job, error)
                                                   : export_layers_write(job, error);
}

talus_status talus_export_write(const char *directory, const char *path,
                                const talus_export_options *options, talus_export_report *report,
                                talus_error *error)
{
    if (directory == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the directory or the file of an export is NULL");
    }
    export_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for an export");
    }
    job->directory = directory;
    job->path = path;
    job->options = talus_export_options_default();
    talus_status status = sized_take(&job->options, sizeof job->options, options,
                                     sizeof job->options, "talus_export_options", error);
    if (status == TALUS_OK) {
        const files_locale locale = files_locale_enter();
        status = run(job, error);
        files_locale_leave(&locale);
    }
    if (status == TALUS_OK && report != NULL) {
        *report = job->report;
    }
    free(job);
    return status;
}
