// SPDX-License-Identifier: GPL-3.0-or-later
// A scene of a result directory: what is to be seen, gathered in order, and the file.
#include "studies/scene/job.h"

#include "foundation/base/sized.h"
#include "talus/directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_NAME "scene.png"
#define SUN_ASIDE 125.0 // deg to the left of where the camera looks
#define SUN_HIGH 40.0   // deg

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

static void miss(const scene_job *job, const char *why)
{
    if (job->options.warnings != NULL) {
        talus_diagnostics_say(job->options.warnings, TALUS_WARNING, "%s", why);
    }
}

static talus_status check_directory(scene_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const char *directory = job->directory;
    talus_status status = output_path(path, directory, "summary", ".json", error);
    if (status == TALUS_OK && !output_file_exists(path)) {
        status = talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%.300s has no summary.json: expected the result directory of a run", directory);
    }
    status = status == TALUS_OK ? output_find_terrain(directory, path, error) : status;
    status = status == TALUS_OK ? output_path(path, directory, "PARTIAL", "", error) : status;
    job->page.is_partial = status == TALUS_OK && access(path, F_OK) == 0;
    if (job->page.is_partial) {
        miss(job,
             "these are partial results (there is a file PARTIAL), and the picture says so; go "
             "on with talus run --resume");
    }
    return status;
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

/// Rocks and trees: what needs the inputs of the run.
static talus_status add_world(scene_job *job, double unit, talus_error *error)
{
    const bool has_rocks =
        (job->parts & TALUS_SCENE_ROCKS) != 0 && job->tracks.rocks > 0 && job->options.rocks > 0;
    rerun_site site = {0};
    talus_error found = {0};
    bool are_symbols = false;
    if (!has_rocks && (job->parts & TALUS_SCENE_FOREST) == 0) {
        return TALUS_OK;
    }
    talus_status status = rerun_open(job->directory, false, &site, &found);
    if (status == TALUS_OK && (job->parts & TALUS_SCENE_FOREST) != 0) {
        job->report.trees = scene_add_forest(&job->world, &site, &are_symbols);
    }
    if (status == TALUS_OK && has_rocks) {
        job->report.rock_scale = job->options.rock_scale;
        status = scene_add_rocks(&job->world, &site, &job->tracks, job->options.rocks, unit,
                                 &job->report, &found);
    }
    rerun_clear(&site);
    if (status != TALUS_OK && status != TALUS_ERROR_MEMORY) {
        char why[900];
        snprintf(why, sizeof why, "rocks and forest are left out of the scene: %.700s",
                 found.message);
        miss(job, why);
        return TALUS_OK;
    }
    scene_note_world(job, are_symbols);
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
            job->report.tracks = job->tracks.rocks;
        }
    }
    if (status == TALUS_OK && (job->parts & TALUS_SCENE_DEPOSITS) != 0) {
        size_t count = 0;
        status = scene_add_deposits(&job->world, job->directory, unit, &count, error);
        if (count > 0) {
            scene_add_note(job, "dots: where rocks came to rest");
        }
    }
    if (status == TALUS_OK) {
        status = scene_add_gauges(&job->world, &job->gauges, job->directory,
                                  (job->parts & TALUS_SCENE_SCREENS) != 0,
                                  (job->parts & TALUS_SCENE_BARRIERS) != 0, unit, error);
    }
    status = status == TALUS_OK ? add_world(job, unit, error) : status;
    return status == TALUS_OK && job->world.failed
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for what a scene shows")
               : status;
}

static talus_status prepare(scene_job *job, talus_error *error)
{
    map_rectangle area;
    const double e = job->options.exaggeration > 0.0 ? job->options.exaggeration : 1.0;
    talus_status status = check_directory(job, error);
    status = status == TALUS_OK ? scene_load_layer(job, error) : status;
    status = status == TALUS_OK
                 ? scene_load_tracks(job->directory, job->options.tracks, &job->tracks, error)
                 : status;
    status = status == TALUS_OK ? scene_find_area(job, &area, error) : status;
    status = status == TALUS_OK
                 ? scene_load_terrain(job->directory, &area, e, &job->world.terrain, error)
                 : status;
    status = status == TALUS_OK ? scene_collect_points(job, error) : status;
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
    page->width = job->options.width != 0 ? job->options.width : SCENE_WIDTH;
    page->height = job->options.height != 0 ? job->options.height : SCENE_HEIGHT;
    page->classes = &job->classes;
    page->layer_title = job->layer.title;
    page->layer_meaning = &job->meaning;
    page->layer_scale = job->options.layer != NULL ? &job->scale : NULL;
    page->attribution = files_clean_text(image->attribution != NULL ? image->attribution : "");
    if (page->attribution == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the attribution");
    }
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
    scene_word_camera(job);
    scene_word_subtitle(job);
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
    status = status == TALUS_OK ? scene_check_numbers(&job->options, error) : status;
    status = status == TALUS_OK ? scene_check_path(&job->options, error) : status;
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
