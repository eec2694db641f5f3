// SPDX-License-Identifier: GPL-3.0-or-later
// A scene of a result directory: what is to be seen, gathered in order, and the file.
#include "studies/scene/page.h"

#include "foundation/base/sized.h"
#include "talus/directory.h"
#include "talus/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WIDTH = 1600, HEIGHT = 1000, SIDE_LEAST = 320, SIDE_MOST = 10000, MOST_POINTS = 3000 };
#define FILE_NAME "scene.png"
#define SUN_ASIDE 125.0 // deg to the left of where the camera looks
#define SUN_HIGH 40.0   // deg

void talus_scene_options_defaults(talus_scene_options *options, size_t size)
{
    const double open = (double)NAN;
    const talus_scene_options defaults = {.azimuth = open,
                                          .elevation = open,
                                          .distance = open,
                                          .target = {open, open, open},
                                          .sun = {open, open},
                                          .tracks = 2000,
                                          .rocks = 4};
    sized_fill(options, size, &defaults, sizeof defaults);
}

/// A scene while it is made.
typedef struct scene_job {
    const char *directory;
    talus_scene_options options;
    unsigned parts;
    scene_world world;
    scene_tracks tracks;
    scene_page page;
    scene_points points;
    campaign_layer layer;
    map_meaning meaning;
    map_scale scale;
    map_classes classes;
    chart_rgb colours[MAP_CLASS_MAX];
    map_gauges gauges;
    talus_scene_report report;
    uint32_t *pixels;
    float *nearest;
} scene_job;

static void clear_job(scene_job *job)
{
    scene_clear_world(&job->world);
    scene_clear_tracks(&job->tracks);
    scene_clear_page(&job->page);
    map_clear_classes(&job->classes);
    map_clear_gauges(&job->gauges);
    free(job->points.items);
    free(job->pixels);
    free(job->nearest);
}

static talus_status refuse(const char *what, double found, const char *expected, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%s of a scene is %.6g, expected %s", what,
                           found, expected);
}

/// NaN is "chosen".
static bool is_in(double value, double low, double high)
{
    return isnan(value) || (value >= low && value <= high);
}

static talus_status check_numbers(const talus_scene_options *o, talus_error *error)
{
    const struct {
        const char *what, *expected;
        double value, low, high;
    } rows[] = {
        {"the width", "320 to 10000 px", o->width == 0 ? WIDTH : o->width, SIDE_LEAST, SIDE_MOST},
        {"the height", "320 to 10000 px", o->height == 0 ? HEIGHT : o->height, SIDE_LEAST,
         SIDE_MOST},
        {"the azimuth", "-360 to 360 degrees", o->azimuth, -360.0, 360.0},
        {"the elevation", "2 to 89 degrees", o->elevation, 2.0, 89.0},
        {"the distance", "1 to 1e6 m", o->distance, 1.0, 1e6},
        {"the field of view", "5 to 100 degrees", o->field_of_view == 0.0 ? 30.0 : o->field_of_view,
         5.0, 100.0},
        {"the exaggeration", "0.2 to 10", o->exaggeration == 0.0 ? 1.0 : o->exaggeration, 0.2,
         10.0},
        {"the azimuth of the sun", "-360 to 360 degrees", o->sun[0], -360.0, 360.0},
        {"the elevation of the sun", "5 to 90 degrees", o->sun[1], 5.0, 90.0},
        {"the number of rocks", "at most 200", (double)o->rocks, 0.0, 200.0},
        {"the scale of rocks", "1 to 1000", o->rock_scale == 0.0 ? 1.0 : o->rock_scale, 1.0,
         1000.0},
        {"the colour", "a talus_scene_colour", (double)o->colour, 0.0, TALUS_SCENE_COLOURS - 1.0},
        {"the set of parts", "bits of TALUS_SCENE_ALL", (double)o->parts, 0.0, TALUS_SCENE_ALL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (!is_in(rows[k].value, rows[k].low, rows[k].high)) {
            return refuse(rows[k].what, rows[k].value, rows[k].expected, error);
        }
    }
    return isnan(o->target[0]) != isnan(o->target[1]) || isinf(o->target[0]) ||
                   isinf(o->target[1]) || isinf(o->target[2])
               ? talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the target of a scene has one coordinate or an infinite one, "
                                 "expected east and north")
               : TALUS_OK;
}

static talus_status check_path(const talus_scene_options *o, talus_error *error)
{
    const char *dot = o->path != NULL ? strrchr(o->path, '.') : ".png";
    if (dot == NULL || strcasecmp(dot, ".png") != 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "a scene called %.300s: expected a name that ends in .png", o->path);
    }
    return files_check_target(o->path, o->overwrite, error);
}

static void miss(const scene_job *job, const char *why)
{
    if (job->options.warnings != NULL) {
        talus_diagnostics_say(job->options.warnings, TALUS_WARNING, "%s", why);
    }
}

static talus_status check_directory(scene_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    static const char *const files[][2] = {{"terrain", ".tif"}, {"summary", ".json"}};
    const char *directory = job->directory;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < 2 && status == TALUS_OK; k++) {
        status = output_path(path, directory, files[k][0], files[k][1], error);
        if (status == TALUS_OK && !output_file_exists(path)) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%.300s has no %s%s: expected the result directory of a run",
                                     directory, files[k][0], files[k][1]);
        }
    }
    status = status == TALUS_OK ? output_path(path, directory, "PARTIAL", "", error) : status;
    job->page.is_partial = status == TALUS_OK && access(path, F_OK) == 0;
    if (job->page.is_partial) {
        miss(job,
             "these are partial results (there is a file PARTIAL), and the picture says so; go "
             "on with talus run --resume");
    }
    return status;
}

/// A layer that is a raster, with its scale or classes.
static talus_status load_layer(scene_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const char *name = job->options.layer;
    campaign_layer unused;
    size_t band = 0;
    if (name == NULL) {
        return TALUS_OK;
    }
    if (strcmp(name, "trajectories") == 0 || strcmp(name, "sources") == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "\"%s\" cannot be draped, it is not a raster: without a layer the "
                               "paths are drawn",
                               name);
    }
    if (!map_find_layer(name, &job->layer, &job->meaning)) {
        return map_unknown_layer(job->directory, name, error);
    }
    const char *file = map_find_sources(name, &unused) ? "sources" : name;
    talus_status status = output_path(path, job->directory, file, ".tif", error);
    if (status == TALUS_OK &&
        (!output_file_exists(path) || map_find_band(path, name, &band, NULL) != TALUS_OK)) {
        return map_unknown_layer(job->directory, name, error);
    }
    if (status == TALUS_OK) {
        status = geo_read_image_band(path, band, &job->world.terrain.layer, error);
    }
    if (status == TALUS_OK) {
        status = map_scale_fit(&job->layer, &job->world.terrain.layer, &job->scale, error);
    }
    if (status == TALUS_OK && map_is_classes(&job->layer)) {
        status = map_load_classes(job->directory, &job->layer, &job->classes, error);
        for (size_t k = 0; k < job->classes.count; k++) {
            job->colours[k] = job->classes.items[k].colour;
        }
        job->scale.classes = job->colours;
        job->scale.class_count = job->classes.count;
        job->scale.undecided = job->classes.undecided.colour;
        geo_vectors_clear(&job->classes.sources); // not shown, so not in the legend
    }
    return status;
}

/// What is to be seen: the paths, else the cells of the layer, else all of the terrain.
static talus_status find_area(const scene_job *job, map_rectangle *area, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const geo_tracks *lines = &job->tracks.lines;
    if (job->tracks.shown > 0) {
        *area = (map_rectangle){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        for (size_t k = 0; k < lines->starts[job->tracks.shown]; k++) {
            const double *p = lines->xyzm + 4 * k;
            area->x0 = fmin(area->x0, p[0]);
            area->x1 = fmax(area->x1, p[0]);
            area->y0 = fmin(area->y0, p[1]);
            area->y1 = fmax(area->y1, p[1]);
        }
        return TALUS_OK;
    }
    if (job->world.terrain.layer.values != NULL) {
        *area = map_data_area(&job->world.terrain.layer);
        return TALUS_OK;
    }
    geo_image all = {0};
    talus_status status = output_path(path, job->directory, "terrain", ".tif", error);
    status = status == TALUS_OK ? geo_read_image(path, &all, error) : status;
    if (status == TALUS_OK) {
        *area = map_data_area(&all);
    }
    geo_image_clear(&all);
    return status;
}

static void add_point(scene_job *job, double east, double north, double z)
{
    if (!isnan(z)) {
        scene_place(&job->world.terrain, east, north, z, job->points.items[job->points.count++]);
    }
}

/// Every so many points of the paths.
static void collect_paths(scene_job *job)
{
    const geo_tracks *lines = &job->tracks.lines;
    const size_t all = lines->starts[job->tracks.shown], step = all / MOST_POINTS + 1;
    for (size_t k = 0; k < all; k += step) {
        const double *p = lines->xyzm + 4 * k;
        add_point(job, p[0], p[1], p[2]);
    }
    for (size_t k = 0; k < job->tracks.shown; k++) {
        const double *from = lines->xyzm + 4 * lines->starts[k];
        const double *to = lines->xyzm + 4 * (lines->starts[k + 1] - 1);
        job->points.fall[0] += to[0] - from[0];
        job->points.fall[1] += to[1] - from[1];
    }
}

/// Cells of a raster that hold something, on the ground, and the way down there.
static void collect_cells(scene_job *job, const geo_image *image)
{
    const size_t all = image->nx * image->ny, step = all / MOST_POINTS + 1;
    const double cell = job->world.terrain.image.cell;
    for (size_t k = 0; k < all; k += step) {
        const double x = image->west + ((double)(k % image->nx) + 0.5) * image->cell;
        const double y = image->south + ((double)(k / image->nx) + 0.5) * image->cell;
        if (isnan(image->values[k])) {
            continue;
        }
        const scene_terrain *t = &job->world.terrain;
        const double dx = scene_ground(t, x - cell, y) - scene_ground(t, x + cell, y);
        const double dy = scene_ground(t, x, y - cell) - scene_ground(t, x, y + cell);
        job->points.fall[0] += isnan(dx) ? 0.0 : dx;
        job->points.fall[1] += isnan(dy) ? 0.0 : dy;
        add_point(job, x, y, scene_ground(t, x, y));
    }
}

/// Screens, objects and barriers, as far as there is room.
static void collect_gauges(scene_job *job)
{
    for (size_t k = 0; k < MAP_GAUGE_LAYERS; k++) {
        const geo_vectors *vectors = &job->gauges.layers[k].vectors;
        for (size_t i = 0; i < vectors->part_count; i++) {
            const geo_part *part = &vectors->parts[i];
            for (size_t p = 0; p < part->count && job->points.count < 3 * MOST_POINTS; p++) {
                const double *xy = part->xy + 2 * p;
                add_point(job, xy[0], xy[1], scene_ground(&job->world.terrain, xy[0], xy[1]));
            }
        }
    }
}

static talus_status collect_points(scene_job *job, talus_error *error)
{
    job->points.items = malloc((3 * MOST_POINTS + 8) * sizeof *job->points.items);
    if (job->points.items == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the camera of a scene");
    }
    if (job->tracks.shown > 0) {
        collect_paths(job);
    } else if (job->world.terrain.layer.values != NULL) {
        collect_cells(job, &job->world.terrain.layer);
    }
    if (job->points.count == 0) {
        collect_cells(job, &job->world.terrain.image);
    }
    map_load_gauges(job->directory, &job->gauges);
    collect_gauges(job);
    return job->points.count > 0
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT, "terrain.tif of %.300s has no heights",
                                 job->directory);
}

static void add_note(scene_job *job, const char *note)
{
    const size_t used = strlen(job->page.notes);
    snprintf(job->page.notes + used, sizeof job->page.notes - used, "%s%s", used > 0 ? "; " : "",
             note);
}

static void set_sun(scene_job *job)
{
    const double *asked = job->options.sun;
    const double around =
        (isnan(asked[0]) ? job->world.camera.azimuth - SUN_ASIDE : asked[0]) * TALUS_PI / 180.0;
    const double high = (isnan(asked[1]) ? SUN_HIGH : asked[1]) * TALUS_PI / 180.0;
    job->world.sun[0] = talus_cos(high) * talus_sin(around);
    job->world.sun[1] = talus_cos(high) * talus_cos(around);
    job->world.sun[2] = talus_sin(high);
}

static void note_world(scene_job *job, bool are_symbols)
{
    if (job->report.rocks > 0) {
        char rocks[96];
        snprintf(rocks, sizeof rocks, "%zu rocks run again, drawn %.3g times their size",
                 job->report.rocks, job->report.rock_scale);
        add_note(job, rocks);
    }
    if (job->report.trees > 0) {
        add_note(job, are_symbols ? "trees stand for the forest, not for single stems"
                                  : "trees where the run has stems");
    }
}

/// Rocks and trees: what needs the inputs of the run.
static talus_status add_world(scene_job *job, double unit, talus_error *error)
{
    const bool has_rocks =
        (job->parts & TALUS_SCENE_ROCKS) != 0 && job->tracks.shown > 0 && job->options.rocks > 0;
    rerun_site site = {0};
    talus_error found = {0};
    bool are_symbols = false;
    if (!has_rocks && (job->parts & TALUS_SCENE_FOREST) == 0) {
        return TALUS_OK;
    }
    talus_status status = rerun_open(job->directory, &site, &found);
    if (status == TALUS_OK && (job->parts & TALUS_SCENE_FOREST) != 0) {
        job->report.trees = scene_add_forest(&job->world, &site, &are_symbols);
    }
    if (status == TALUS_OK && has_rocks) {
        job->report.rock_scale = job->options.rock_scale;
        status = scene_add_rocks(&job->world, &site, &job->tracks, job->options.rocks, unit,
                                 &job->report.rock_scale, &job->report.rocks, &found);
    }
    rerun_clear(&site);
    if (status != TALUS_OK && status != TALUS_ERROR_MEMORY) {
        char why[900];
        snprintf(why, sizeof why, "rocks and forest are left out of the scene: %.700s",
                 found.message);
        miss(job, why);
        return TALUS_OK;
    }
    note_world(job, are_symbols);
    return status == TALUS_OK ? TALUS_OK : talus_error_set(error, status, "%s", found.message);
}

static talus_status add_things(scene_job *job, double unit, talus_error *error)
{
    talus_status status = TALUS_OK;
    if ((job->parts & TALUS_SCENE_TRACKS) != 0 && job->tracks.shown > 0) {
        status = scene_value_tracks(&job->world, job->options.colour, &job->tracks, error);
        if (status == TALUS_OK) {
            scene_add_tracks(&job->world, &job->tracks, unit);
            job->page.tracks = &job->tracks;
            job->report.tracks = job->tracks.shown;
        }
    }
    if (status == TALUS_OK && (job->parts & TALUS_SCENE_DEPOSITS) != 0) {
        if (scene_add_deposits(&job->world, job->directory, unit) > 0) {
            add_note(job, "dots: where rocks came to rest");
        }
    }
    scene_add_gauges(&job->world, &job->gauges, job->directory,
                     (job->parts & TALUS_SCENE_SCREENS) != 0,
                     (job->parts & TALUS_SCENE_BARRIERS) != 0, unit);
    status = status == TALUS_OK ? add_world(job, unit, error) : status;
    return status == TALUS_OK && job->world.failed
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for what a scene shows")
               : status;
}

static void word_camera(scene_job *job)
{
    static const char *const points[] = {"north", "north-east", "east", "south-east",
                                         "south", "south-west", "west", "north-west"};
    const scene_camera *camera = &job->world.camera;
    const size_t point = (size_t)floor(camera->azimuth / 45.0 + 0.5) % 8;
    const double e = job->world.terrain.exaggeration;
    char heights[64] = "heights not exaggerated";
    if (e != 1.0) {
        snprintf(heights, sizeof heights, "heights times %.3g", e);
    }
    snprintf(job->page.camera, sizeof job->page.camera,
             "view to the %s (azimuth %.0f\xC2\xB0), from %.0f\xC2\xB0 above and %.3g km away; "
             "terrain %.3g km x %.3g km, %s",
             points[point], camera->azimuth, camera->elevation, 1e-3 * camera->distance,
             1e-3 * job->report.width, 1e-3 * job->report.depth, heights);
}

static void word_subtitle(scene_job *job)
{
    char paths[192] = "";
    if (job->page.tracks != NULL) {
        snprintf(paths, sizeof paths, "Paths of %zu rocks, coloured by %s", job->report.tracks,
                 job->tracks.meaning.what);
    }
    const bool has_layer = job->options.layer != NULL;
    snprintf(job->page.subtitle, sizeof job->page.subtitle, "%s%s%s%s",
             has_layer ? job->layer.title : "", has_layer && paths[0] != '\0' ? "; " : "",
             paths[0] != '\0' || has_layer ? paths : "Terrain",
             job->page.is_partial ? "   PARTIAL RESULTS: the run was interrupted" : "");
}

static talus_status prepare(scene_job *job, talus_error *error)
{
    map_rectangle area;
    const double e = job->options.exaggeration > 0.0 ? job->options.exaggeration : 1.0;
    talus_status status = check_directory(job, error);
    status = status == TALUS_OK ? load_layer(job, error) : status;
    status = status == TALUS_OK
                 ? scene_load_tracks(job->directory, job->options.tracks, &job->tracks, error)
                 : status;
    status = status == TALUS_OK ? find_area(job, &area, error) : status;
    status = status == TALUS_OK
                 ? scene_load_terrain(job->directory, &area, e, &job->world.terrain, error)
                 : status;
    status = status == TALUS_OK ? collect_points(job, error) : status;
    if (status == TALUS_OK && job->options.layer != NULL) {
        status = scene_drape(&job->world.terrain, &job->scale, &job->classes, error);
    }
    return status == TALUS_OK
               ? scene_read_words(job->directory, job->options.title, &job->page, error)
               : status;
}

static talus_status compose(scene_job *job, talus_error *error)
{
    scene_page *page = &job->page;
    const geo_image *image = &job->world.terrain.image;
    page->width = job->options.width != 0 ? job->options.width : WIDTH;
    page->height = job->options.height != 0 ? job->options.height : HEIGHT;
    page->classes = &job->classes;
    page->layer_title = job->layer.title;
    page->layer_meaning = &job->meaning;
    page->layer_scale = job->options.layer != NULL ? &job->scale : NULL;
    page->attribution = files_clean_text(image->attribution != NULL ? image->attribution : "");
    scene_lay_out(page);
    job->world.plain = job->options.plain;
    scene_set_camera(&job->world, &job->points, &job->options, page->wide, page->tall);
    set_sun(job);
    const scene_camera *camera = &job->world.camera;
    talus_scene_report *r = &job->report;
    job->world.terrain.hatch = 11.0 * page->unit / scene_pixels_per_metre(camera);
    r->azimuth = camera->azimuth;
    r->elevation = camera->elevation;
    r->distance = camera->distance;
    r->width = image->cell * (double)image->nx;
    r->depth = image->cell * (double)image->ny;
    for (int c = 0; c < 3; c++) {
        const double scale = c == 2 ? 1.0 / job->world.terrain.exaggeration : 1.0;
        r->target[c] = job->world.terrain.middle[c] + scale * camera->target[c];
    }
    talus_status status = scene_light_terrain(&job->world, job->options.threads, error);
    status = status == TALUS_OK ? add_things(job, page->unit, error) : status;
    word_camera(job);
    word_subtitle(job);
    if (status == TALUS_OK && page->attribution == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the words of a scene");
    }
    return status == TALUS_OK
               ? scene_paint(&job->world, job->options.threads, &job->pixels, &job->nearest, error)
               : status;
}

static talus_status claim(void *user, talus_directory *directory, talus_error *error)
{
    (void)user;
    return talus_directory_claim(directory, FILE_NAME, error);
}

static talus_status write_file(void *user, talus_directory *directory, talus_error *error)
{
    const scene_job *job = user;
    char path[OUTPUT_PATH_SIZE];
    talus_status status = talus_directory_begin(directory, FILE_NAME, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = scene_save(&job->page, &job->world, job->pixels, job->nearest, path, error);
    }
    return status == TALUS_OK ? talus_directory_commit(directory, FILE_NAME, error) : status;
}

static talus_status save(scene_job *job, talus_error *error)
{
    const talus_scene_options *o = &job->options;
    if (o->path != NULL) {
        return scene_save(&job->page, &job->world, job->pixels, job->nearest, o->path, error);
    }
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = o->overwrite, .warnings = o->warnings};
    const talus_contributor contributor = {.size = sizeof contributor,
                                           .name = "scene",
                                           .claim = claim,
                                           .write = write_file,
                                           .user = job};
    return talus_directory_add(job->directory, &options, &contributor, error);
}

talus_status talus_scene_draw(const char *directory, const talus_scene_options *options,
                              talus_scene_report *report, talus_error *error)
{
    if (directory == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the directory of a scene is NULL");
    }
    scene_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a scene");
    }
    job->directory = directory;
    job->options = talus_scene_options_default();
    talus_status status = sized_take(&job->options, sizeof job->options, options,
                                     sizeof job->options, "talus_scene_options", error);
    status = status == TALUS_OK ? check_numbers(&job->options, error) : status;
    status = status == TALUS_OK ? check_path(&job->options, error) : status;
    if (status == TALUS_OK) {
        const unsigned on_ground =
            TALUS_SCENE_SCREENS | TALUS_SCENE_BARRIERS | (unsigned)TALUS_SCENE_FOREST;
        job->parts = job->options.parts != 0      ? job->options.parts
                     : job->options.layer != NULL ? on_ground
                                                  : (unsigned)TALUS_SCENE_ALL;
        const files_locale locale = files_locale_enter();
        status = prepare(job, error);
        status = status == TALUS_OK ? compose(job, error) : status;
        status = status == TALUS_OK ? save(job, error) : status;
        files_locale_leave(&locale);
    }
    if (status == TALUS_OK && report != NULL) {
        *report = job->report;
    }
    clear_job(job);
    free(job);
    return status;
}
