// SPDX-License-Identifier: GPL-3.0-or-later
// A first scenario of a site: read the files, compose the text, write it.
#define _XOPEN_SOURCE 700 // realpath
#include "input/init/init.h"

#include "foundation/base/sized.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const talus_init_options defaults = {.size = sizeof defaults};

void talus_init_options_defaults(talus_init_options *options, size_t size)
{
    sized_fill(options, size, &defaults, sizeof defaults);
}

static char *copy_bytes(talus_init *init, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        init->failed = true;
        return NULL;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/// The caller's texts may go: keep copies.
static void keep_texts(talus_init *init, const talus_init_options *options)
{
    talus_init_options *own = &init->options;
    const char **const texts[] = {&own->crs,
                                  &own->vectors_crs,
                                  &own->releases.file,
                                  &own->releases.layer,
                                  &own->forest.file,
                                  &own->forest.layer,
                                  &own->ground.file,
                                  &own->ground.layer,
                                  &own->objects.file,
                                  &own->objects.layer,
                                  &own->height_unit,
                                  &own->releases.operation,
                                  &own->forest.operation,
                                  &own->ground.operation,
                                  &own->objects.operation};
    *own = *options;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        if (*texts[k] != NULL) {
            init->texts[k] = copy_bytes(init, *texts[k], strlen(*texts[k]));
            *texts[k] = init->texts[k];
        }
    }
    init->tiles.items = calloc(own->tile_count + 1, sizeof(char *));
    for (size_t k = 0; init->tiles.items != NULL && k < own->tile_count; k++) {
        init->tiles.items[k] = copy_bytes(init, own->tiles[k], strlen(own->tiles[k]));
        init->tiles.count++;
    }
    init->failed = init->failed || init->tiles.items == NULL;
    own->tiles = (const char *const *)init->tiles.items;
}

/// Names that follow from that of the scenario: "a/site.yaml", "a", "site", "a/site_ground.gpkg".
static void keep_names(talus_init *init, const char *dem, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    const size_t stem = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    init->dem_path = copy_bytes(init, dem, strlen(dem));
    init->path = copy_bytes(init, path, strlen(path));
    init->stem = copy_bytes(init, name, stem);
    init->directory = slash == NULL   ? copy_bytes(init, ".", 1)
                      : slash == path ? copy_bytes(init, "/", 1)
                                      : copy_bytes(init, path, (size_t)(slash - path));
    static const char ending[] = "_ground.gpkg";
    const size_t length = (size_t)(name - path) + stem;
    init->ground_path = malloc(length + sizeof ending);
    if (init->ground_path == NULL) {
        init->failed = true;
    } else {
        memcpy(init->ground_path, path, length);
        memcpy(init->ground_path + length, ending, sizeof ending);
    }
}

static talus_status read_inputs(talus_init *init, talus_diagnostics *diagnostics,
                                talus_error *error)
{
    const talus_init_options *options = &init->options;
    const init_request common = {
        .options = options, .site = &init->site, .diagnostics = diagnostics};
    init_request releases = common, forest = common, ground = common, objects = common;
    releases.option = "releases";
    releases.given = options->releases;
    releases.takes_points = releases.takes_lines = releases.takes_polygons = true;
    forest.option = "forest";
    forest.given = options->forest;
    forest.takes_polygons = true;
    forest.preset_of = init_forest_of;
    ground.option = "ground";
    ground.given = options->ground;
    ground.takes_polygons = ground.takes_several = true;
    ground.preset_of = init_ground_of;
    objects.option = "objects";
    objects.given = options->objects;
    objects.takes_lines = objects.takes_polygons = true;
    objects.must_be_inside = true;
    talus_status status = init_read_layers(&releases, &init->releases, error);
    status = status == TALUS_OK ? init_read_layers(&forest, &init->forest, error) : status;
    status = status == TALUS_OK ? init_read_layers(&ground, &init->ground, error) : status;
    return status == TALUS_OK ? init_read_layers(&objects, &init->objects, error) : status;
}

static talus_status fill(talus_init *init, talus_diagnostics *diagnostics, talus_error *error)
{
    talus_status status =
        init_site_read(init->dem_path, &init->options, diagnostics, &init->site, error);
    if (status == TALUS_OK) {
        status = read_inputs(init, diagnostics, error);
    }
    if (status == TALUS_OK && init->releases.count == 0) {
        status = init_choose_sources(init->dem_path, &init->site, &init->sources, error);
    }
    if (status == TALUS_OK && init->ground.count == 0 && init->site.dem.heights != NULL) {
        status = init_classify(&init->site, &init->zones, error);
    }
    if (status == TALUS_OK) {
        init_write_scenario(init);
    }
    return status;
}

talus_status talus_init_create(const char *dem, const char *path, const talus_init_options *options,
                               talus_diagnostics *diagnostics, talus_init **init,
                               talus_error *error)
{
    if (init != NULL) {
        *init = NULL;
    }
    if (dem == NULL || path == NULL || init == NULL || dem[0] == '\0' || path[0] == '\0' ||
        path[strlen(path) - 1] == '/') {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "talus_init_create: expected a DEM, the name of a scenario file and "
                               "a place for the result");
    }
    talus_init_options own = defaults;
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_init_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_init *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scenario");
    }
    keep_texts(made, &own);
    keep_names(made, dem, path);
    status = made->failed ? TALUS_OK : fill(made, diagnostics, error);
    if (status == TALUS_OK && (made->failed || made->scenario.failed)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scenario");
    }
    if (status != TALUS_OK) {
        talus_init_destroy(made);
        made = NULL;
    }
    *init = made;
    return status;
}

void talus_init_destroy(talus_init *init)
{
    if (init == NULL) {
        return;
    }
    for (size_t k = 0; k < init->guess_count; k++) {
        // copies of our own
        talus_free((void *)(uintptr_t)init->guesses[k].key);
        talus_free((void *)(uintptr_t)init->guesses[k].value);
        talus_free((void *)(uintptr_t)init->guesses[k].reason);
        talus_free((void *)(uintptr_t)init->guesses[k].instead);
    }
    free(init->guesses);
    for (size_t k = 0; k < sizeof init->texts / sizeof init->texts[0]; k++) {
        free(init->texts[k]);
    }
    init_layers_clear(&init->releases);
    init_layers_clear(&init->forest);
    init_layers_clear(&init->ground);
    init_layers_clear(&init->objects);
    init_site_clear(&init->site);
    free(init->zones.classes);
    files_names_clear(&init->tiles);
    free(init->dem_path);
    free(init->path);
    free(init->directory);
    free(init->ground_path);
    free(init->stem);
    files_text_clear(&init->scenario);
    free(init);
}

/// Are polygons to be written beside the scenario?
static bool has_zones(const talus_init *init)
{
    return init->zones.rock_area + init->zones.foot_area > 0.0;
}

talus_status talus_init_look(const talus_init *init, talus_init_report *report, talus_error *error)
{
    if (init == NULL || report == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "talus_init_look: expected a talus_init and a place for the report");
    }
    *report = (talus_init_report){.scenario = init->scenario.data,
                                  .ground_file = has_zones(init) ? init->ground_path : NULL,
                                  .guess_count = init->guess_count,
                                  .guesses = init->guesses};
    return TALUS_OK;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return a != NULL && b != NULL && stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/// @param path a file that is to be written
static talus_status check_target(const talus_init *init, const char *path, bool overwrite,
                                 talus_error *error)
{
    const talus_init_options *o = &init->options;
    const char *const inputs[] = {init->dem_path, o->releases.file, o->forest.file, o->ground.file,
                                  o->objects.file};
    const size_t count = sizeof inputs / sizeof inputs[0];
    for (size_t k = 0; k < count + o->tile_count; k++) {
        if (is_same_file(path, k < count ? inputs[k] : o->tiles[k - count])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s is one of the input files, and would be replaced: give "
                                   "another name with -o",
                                   path);
        }
    }
    return files_check_target(path, overwrite, error);
}

talus_status talus_init_write(const talus_init *init, bool overwrite, talus_error *error)
{
    if (init == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "talus_init_write: expected a talus_init");
    }
    talus_status status = check_target(init, init->path, overwrite, error);
    if (status == TALUS_OK && has_zones(init)) {
        status = check_target(init, init->ground_path, overwrite, error);
    }
    if (status == TALUS_OK && has_zones(init)) {
        status = init_write_zones(init->ground_path, &init->site, &init->zones, error);
    }
    if (status == TALUS_OK) {
        status = files_write_all(init->path, init->scenario.data, init->scenario.size, error);
    }
    return status;
}
