// SPDX-License-Identifier: GPL-3.0-or-later
// A section through a result directory: terrain, paths, heights and energies along a line.
#include "talus/section.h"

#include "foundation/base/sized.h"
#include "foundation/statistics/statistics.h"
#include "io/chart/canvas.h"
#include "io/chart/chart.h"
#include "io/map/map_gauges.h"
#include "io/map/section_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILE_POINTS = 400 };
#define DEFAULT_WIDTH 20.0 // m
#define WIDEST 10000.0     // m

/// What runs along the line, for the chart.
typedef struct section_curves {
    double at[SECTION_BINS]; ///< m, middle of a bin
    double height_max[SECTION_BINS], height_p95[SECTION_BINS];
    double energy_max[SECTION_BINS], energy_p95[SECTION_BINS];
    double profile_at[PROFILE_POINTS], profile_z[PROFILE_POINTS];
} section_curves;

typedef struct section_job {
    section_line line;
    geo_image terrain;
    section_paths paths;
    section_bins bins;
    section_curves curves;
} section_job;

void talus_section_options_defaults(talus_section_options *options, size_t size)
{
    const talus_section_options defaults = {.width = DEFAULT_WIDTH};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static void clear_job(section_job *job)
{
    section_line_clear(&job->line);
    geo_image_clear(&job->terrain);
    section_paths_clear(&job->paths);
    section_bins_clear(&job->bins);
}

/// The line of a screen by its name; the sentence names those that there are.
static talus_status find_screen(const char *directory, const talus_section_options *options,
                                section_job *job, talus_error *error)
{
    char names[400] = "";
    geo_vectors lines = {0};
    geo_attribute attribute = {0};
    talus_status status =
        map_read_vectors(directory, "results", "screens", "name", &lines, &attribute, error);
    bool is_found = false;
    for (size_t k = 0; k < lines.part_count && status == TALUS_OK && !is_found; k++) {
        const geo_part *part = &lines.parts[k];
        const char *name = part->feature < attribute.count ? attribute.texts[part->feature] : "";
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", name);
        is_found = strcmp(name, options->screen) == 0;
        if (is_found) {
            status = section_line_init(&job->line, part->xy, part->count, options->width, error);
        }
    }
    if (status == TALUS_OK && !is_found) {
        status = talus_error_set(error, TALUS_ERROR_INPUT, "%.300s has no screen \"%.60s\"%s%s",
                                 directory, options->screen,
                                 names[0] != '\0' ? "; it has: " : ": the run had none", names);
    }
    geo_vectors_clear(&lines);
    geo_attribute_clear(&attribute);
    return status;
}

static talus_status load(const char *directory, const talus_section_options *options,
                         section_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_status status = output_find_terrain(directory, path, error);
    if (status == TALUS_OK) {
        status = geo_read_image(path, &job->terrain, error);
    }
    if (status == TALUS_OK) {
        status = options->line != NULL
                     ? section_line_init(&job->line, options->line, options->point_count,
                                         options->width, error)
                     : find_screen(directory, options, job, error);
    }
    if (status == TALUS_OK) {
        status = output_path(path, directory, "results", ".gpkg", error);
    }
    if (status == TALUS_OK) {
        talus_error found = {0};
        status = section_paths_read(path, &job->paths, &found);
        if (status != TALUS_OK) {
            status = talus_error_set(error, status,
                                     "%.300s has no recorded paths (outputs.trajectories): %.500s",
                                     directory, found.message);
        }
    }
    if (status == TALUS_OK && job->paths.rocks == 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s has no recorded paths (outputs.trajectories): the layer "
                                 "\"trajectories\" of results.gpkg is empty",
                                 directory);
    }
    return status;
}

/// Largest and 95th percentile over the rocks of each bin.
static talus_status fit_bins(const section_bins *bins, const double *values, double *largest,
                             double *p95, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < SECTION_BINS && status == TALUS_OK; k++) {
        const double *cell = values + k * bins->rocks;
        status = statistics_quantile(cell, bins->rocks, 1.0, &largest[k], error);
        if (status == TALUS_OK) {
            status = statistics_quantile(cell, bins->rocks, 0.95, &p95[k], error);
        }
    }
    return status;
}

static talus_status fit(section_job *job, talus_error *error)
{
    section_curves *curves = &job->curves;
    const double length = job->line.at[job->line.count - 1];
    size_t ground = 0;
    for (size_t k = 0; k < PROFILE_POINTS; k++) {
        curves->profile_at[k] = length * (double)k / (PROFILE_POINTS - 1);
        curves->profile_z[k] =
            section_line_ground(&job->line, &job->terrain, curves->profile_at[k]);
        ground += isnan(curves->profile_z[k]) ? 0 : 1;
    }
    if (ground < 2) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "the line lies off the terrain of the run (x %.0f to %.0f, y %.0f to "
            "%.0f): expected coordinates of its CRS",
            job->terrain.west, job->terrain.west + job->terrain.cell * (double)job->terrain.nx,
            job->terrain.south, job->terrain.south + job->terrain.cell * (double)job->terrain.ny);
    }
    talus_status status =
        section_collect(&job->line, &job->terrain, &job->paths, &job->bins, error);
    for (size_t k = 0; k < SECTION_BINS; k++) {
        curves->at[k] = length * ((double)k + 0.5) / SECTION_BINS;
    }
    if (status == TALUS_OK) {
        status =
            fit_bins(&job->bins, job->bins.heights, curves->height_max, curves->height_p95, error);
    }
    if (status == TALUS_OK) {
        status =
            fit_bins(&job->bins, job->bins.energies, curves->energy_max, curves->energy_p95, error);
    }
    return status;
}

static void find_largest(const section_curves *curves, const double *values, double *largest,
                         double *at)
{
    *largest = *at = (double)NAN;
    for (size_t k = 0; k < SECTION_BINS; k++) {
        if (values[k] > *largest || (isnan(*largest) && !isnan(values[k]))) {
            *largest = values[k];
            *at = curves->at[k];
        }
    }
}

/// From 0 to a little above the largest.
static chart_axis upwards(const char *label, const double *values, const section_curves *curves)
{
    double largest = 0.0, at = 0.0;
    find_largest(curves, values, &largest, &at);
    return largest > 0.0 ? (chart_axis){.label = label, .to = 1.05 * largest}
                         : (chart_axis){.label = label};
}

static talus_status draw(const char *path, const section_job *job, const char *title,
                         talus_error *error)
{
    const section_curves *c = &job->curves;
    const section_bins *bins = &job->bins;
    const double length = bins->length;
    char note[240];
    snprintf(note, sizeof note,
             "%zu of %zu recorded rocks%s come within %g m of the line. Paths at their height over "
             "their own ground; energy of translation, from two points of a path.",
             bins->near, bins->rocks,
             job->paths.bodies > job->paths.rocks ? " or fragments of them" : "",
             0.5 * job->line.width);
    const chart_series paths[] = {{.label = "paths of rocks",
                                   .x = bins->path_at,
                                   .y = bins->path_z,
                                   .count = bins->path_count,
                                   .mark = CHART_LINE,
                                   .colour = 1,
                                   .width = 0.6},
                                  {.label = "terrain",
                                   .x = c->profile_at,
                                   .y = c->profile_z,
                                   .count = PROFILE_POINTS,
                                   .mark = CHART_LINE,
                                   .colour = -1,
                                   .width = 2.0}};
#define ENVELOPE(name_)                                                                            \
    {                                                                                              \
        {.label = "largest",                                                                       \
         .x = c->at,                                                                               \
         .y = c->name_##_max,                                                                      \
         .count = SECTION_BINS,                                                                    \
         .mark = CHART_LINE,                                                                       \
         .colour = 1},                                                                             \
            {.label = "95 % of rocks below",                                                       \
             .x = c->at,                                                                           \
             .y = c->name_##_p95,                                                                  \
             .count = SECTION_BINS,                                                                \
             .mark = CHART_LINE,                                                                   \
             .colour = 0},                                                                         \
    }
    const chart_series heights[] = ENVELOPE(height), energies[] = ENVELOPE(energy);
    const chart_axis along = {.label = "along the line (m)", .from = 0.0, .to = length};
    const chart_panel panels[] = {
        {.x = along, .y = {.label = "height (m)"}, .series = paths, .series_count = 2},
        {.x = along,
         .y = upwards("centre over ground (m)", c->height_max, c),
         .series = heights,
         .series_count = 2},
        {.x = along,
         .y = upwards("energy (kJ)", c->energy_max, c),
         .series = energies,
         .series_count = 2}};
    const chart page = {.title = title,
                        .note = note,
                        .panel_width = 900,
                        .panel_height = 300,
                        .panels = panels,
                        .panel_count = 3};
    return chart_write(path, &page, error);
}

static talus_status check(const char *directory, const char *path,
                          const talus_section_options *options, talus_error *error)
{
    if (directory == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the directory or the path is NULL");
    }
    if ((options->line == NULL) == (options->screen == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "expected a line or the name of a screen, and not both");
    }
    if (!(options->width > 0.0 && options->width <= WIDEST)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the strip is %g m wide, expected above 0 and up to %g m",
                               options->width, WIDEST);
    }
    chart_format format;
    return chart_format_of(path, &format, error);
}

talus_status talus_section_draw(const char *directory, const char *path,
                                const talus_section_options *options, talus_section_report *report,
                                talus_error *error)
{
    talus_section_options own = talus_section_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_section_options", error);
    if (status == TALUS_OK) {
        status = check(directory, path, &own, error);
    }
    section_job *job = status == TALUS_OK ? calloc(1, sizeof *job) : NULL;
    if (status == TALUS_OK && job == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a section");
    }
    if (status != TALUS_OK) {
        return status;
    }
    status = load(directory, &own, job, error);
    if (status == TALUS_OK) {
        status = fit(job, error);
    }
    if (status == TALUS_OK) {
        status = draw(path, job, own.title, error);
    }
    if (status == TALUS_OK && report != NULL) {
        *report = (talus_section_report){
            .rocks = job->bins.rocks, .near = job->bins.near, .length = job->bins.length};
        find_largest(&job->curves, job->curves.height_max, &report->height, &report->height_at);
        find_largest(&job->curves, job->curves.energy_max, &report->energy, &report->energy_at);
    }
    clear_job(job);
    free(job);
    return status;
}
