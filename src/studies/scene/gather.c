// SPDX-License-Identifier: GPL-3.0-or-later
// What a scene is to show: the layer on the ground, the area, points for the camera.
#include "studies/scene/job.h"

#include "talus/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 3000 };
#define SIDE 6.0 // least side of the area, in edges of a cube as heavy as the heaviest rock
#define ROCK_DENSITY 2600.0 // kg/m3

talus_status scene_load_layer(scene_job *job, talus_error *error)
{
    const char *name = job->options.layer;
    if (name == NULL) {
        return TALUS_OK;
    }
    if (strcmp(name, "trajectories") == 0 || strcmp(name, "sources") == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "\"%s\" cannot be draped, it is not a raster: without a layer the "
                               "paths are drawn",
                               name);
    }
    catalogue_layer found;
    talus_status status =
        map_read_layer(job->directory, name, &found, &job->world.terrain.layer, error);
    job->layer = found.layer;
    job->meaning = found.meaning;
    if (status == TALUS_OK) {
        status = map_scale_fit(&job->layer, &job->world.terrain.layer, &job->scale, error);
    }
    if (status == TALUS_OK && catalogue_is_classes(&job->layer)) {
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

/// The paths, and as much around them as makes rocks that hardly move small in the picture.
/// @param is_wider out: there is something around them
static map_rectangle area_of_paths(const scene_tracks *tracks, bool *is_wider)
{
    const geo_tracks *lines = &tracks->lines;
    map_rectangle area = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double heaviest = 0.0;
    for (size_t k = 0; k < lines->starts[tracks->shown]; k++) {
        const double *p = lines->xyzm + 4 * k;
        area.x0 = fmin(area.x0, p[0]);
        area.x1 = fmax(area.x1, p[0]);
        area.y0 = fmin(area.y0, p[1]);
        area.y1 = fmax(area.y1, p[1]);
    }
    for (size_t k = 0; k < tracks->shown; k++) {
        heaviest = fmax(heaviest, scene_track_key(tracks, k, SCENE_MASS)); // fmax leaves NaN out
    }
    const double least = SIDE * cbrt(heaviest / ROCK_DENSITY);
    const double dx = 0.5 * (least - (area.x1 - area.x0));
    const double dy = 0.5 * (least - (area.y1 - area.y0));
    *is_wider = dx > 0.0 && dy > 0.0;
    return *is_wider ? (map_rectangle){area.x0 - dx, area.y0 - dy, area.x1 + dx, area.y1 + dy}
                     : area;
}

talus_status scene_find_area(const scene_job *job, map_rectangle *area, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    if (job->tracks.shown > 0) {
        bool is_wider = false;
        *area = area_of_paths(&job->tracks, &is_wider);
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
    bool is_wider = false;
    const map_rectangle area = area_of_paths(&job->tracks, &is_wider);
    for (size_t k = 0; k < 4 && is_wider; k++) {
        const double x = k % 2 == 0 ? area.x0 : area.x1, y = k < 2 ? area.y0 : area.y1;
        add_point(job, x, y, scene_ground(&job->world.terrain, x, y));
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

talus_status scene_collect_points(scene_job *job, talus_error *error)
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
    const talus_status status = map_load_gauges(job->directory, &job->gauges, error);
    if (status != TALUS_OK) {
        return status;
    }
    collect_gauges(job);
    return job->points.count > 0
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT, "terrain.tif of %.300s has no heights",
                                 job->directory);
}
