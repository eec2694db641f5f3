// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a comparison except charts and the summary: difference rasters, the table of rocks, the
// maps with an outline.
#include "foundation/files/files.h"
#include "io/products/output.h"
#include "runs/ensemble/layer_values.h"
#include "studies/study/compare_charts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct compare_rasters {
    float *reference[COMPARE_MOST_LAYERS]; ///< (cells) each; NULL before the reference has run
};

compare_rasters *compare_rasters_create(void)
{
    return calloc(1, sizeof(compare_rasters));
}

void compare_rasters_destroy(compare_rasters *rasters)
{
    for (size_t k = 0; rasters != NULL && k < COMPARE_MOST_LAYERS; k++) {
        free(rasters->reference[k]);
    }
    free(rasters);
}

static talus_status write_difference(const compare_study *study, const compare_files *files,
                                     size_t layer, const float *values, talus_error *error)
{
    const compare_variant *variant = &study->outcomes[study->count - 1].variant;
    char name[160], file[DIRECTORY_NAME_SIZE], path[OUTPUT_PATH_SIZE];
    snprintf(name, sizeof name, "difference_%s_%s", variant->name, study->layers[layer]);
    snprintf(file, sizeof file, "%s.tif", name);
    campaign_layer shown;
    if (!campaign_layer_find(study->layers[layer], &shown)) {
        return TALUS_OK;
    }
    geo_raster raster = output_place_raster(files->context, name, shown.unit);
    raster.values = values;
    talus_status status = talus_directory_begin(files->directory, file, path, sizeof path, error);
    status = status == TALUS_OK ? geo_write_raster(path, &raster, error) : status;
    return status == TALUS_OK ? talus_directory_commit(files->directory, file, error) : status;
}

talus_status compare_write_rasters(const compare_study *study, const compare_files *files,
                                   const talus_results *results, compare_rasters *rasters,
                                   talus_error *error)
{
    const talus_cells *cells = &study->campaign->cells;
    const talus_window whole = {.nx = cells->nx, .ny = cells->ny};
    const size_t count = cells->nx * cells->ny;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < study->layer_count && status == TALUS_OK; k++) {
        float *values = malloc(count * sizeof *values + 1);
        if (values == NULL) {
            return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a raster of %zu x %zu",
                                   cells->nx, cells->ny);
        }
        campaign_layer layer;
        if (campaign_layer_find(study->layers[k], &layer)) {
            status = campaign_layer_values(&layer, results, &whole, values, error);
        }
        if (status != TALUS_OK) {
            free(values);
        } else if (study->count == 1) {
            free(rasters->reference[k]);
            rasters->reference[k] = values;
        } else {
            output_subtract(values, rasters->reference[k], count);
            status = write_difference(study, files, k, values, error);
            free(values);
        }
    }
    return status;
}

talus_status compare_claim(const compare_study *study, talus_directory *directory,
                           talus_error *error)
{
    static const char *const names[] = {"comparison.json", "rocks.csv",  "distributions.svg",
                                        "spread.svg",      "ratios.svg", "motion.svg",
                                        "profile.svg",     NULL};
    talus_status status = directory_claim_all(directory, names, error);
    if (status == TALUS_OK && !study->has_bodies) {
        status = directory_claim(directory, error, "axis_shares.svg");
    }
    if (status == TALUS_OK && study->campaign->screen_count > 0) {
        status = directory_claim(directory, error, "screens.csv");
    }
    for (size_t k = 0; k < study->requested && status == TALUS_OK; k++) {
        const char *name = study->outcomes[k].variant.name;
        status = directory_claim(directory, error, "%s/", name);
        if (k > 0 && status == TALUS_OK) {
            status = directory_claim(directory, error, "envelope_%s.png", name);
        }
        for (size_t i = 0; k > 0 && i < study->layer_count && status == TALUS_OK; i++) {
            status =
                directory_claim(directory, error, "difference_%s_%s.tif", name, study->layers[i]);
        }
    }
    return status;
}

/// What the outline of a variant is: its raster, level and words.
static talus_status choose_outline(const compare_study *study, const compare_files *files,
                                   const char *name, char raster[OUTPUT_PATH_SIZE],
                                   talus_map_options *options, char label[160], talus_error *error)
{
    const bool is_value = study->layer[0] != '\0' && !isnan(files->envelope);
    char file[200];
    campaign_layer layer;
    options->envelope_level = files->envelope;
    if (is_value && campaign_layer_find(study->layer, &layer)) {
        snprintf(label, 160, "%s: %.60s of %.4g %s or more", name, layer.title, files->envelope,
                 layer.unit);
    } else if (isnan(files->envelope)) {
        options->envelope_level = 1e-12; // a single rock of any number
        snprintf(label, 160, "%s: reached by any rock", name);
    } else {
        snprintf(label, 160, "%s: reached by %.4g %% of the rocks or more", name,
                 1e2 * files->envelope);
    }
    snprintf(file, sizeof file, "%s/%s", name, is_value ? study->layer : "reach_probability");
    options->envelope = raster;
    options->envelope_label = label;
    return output_path(raster, talus_directory_path(files->directory), file, ".tif", error);
}

/// The reference's layer with the outline of variant k.
static talus_status write_map(const compare_study *study, const compare_files *files, size_t k,
                              talus_error *error)
{
    const char *reference = study->outcomes[0].variant.name,
               *name = study->outcomes[k].variant.name;
    const char *parent = talus_directory_path(files->directory);
    const char *shown = study->layer[0] != '\0' ? study->layer : "reach_probability";
    char directory[OUTPUT_PATH_SIZE], raster[OUTPUT_PATH_SIZE];
    char file[160], label[160], title[400];
    talus_map_options options = {.size = sizeof options, .title = title};
    talus_status status = choose_outline(study, files, name, raster, &options, label, error);
    if (status == TALUS_OK) {
        status = output_path(directory, parent, reference, "", error);
    }
    snprintf(file, sizeof file, "envelope_%s.png", name);
    snprintf(title, sizeof title, "%.200s%s%s, outline of %s", files->context->title,
             files->context->title[0] ? ": " : "", reference, name);
    return status == TALUS_OK ? compare_map_save(files, file, directory, shown, &options, error)
                              : status;
}

talus_status compare_write_maps(const compare_study *study, const compare_files *files,
                                talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 1; k < study->count && status == TALUS_OK; k++) {
        status = write_map(study, files, k, error);
    }
    return status;
}
