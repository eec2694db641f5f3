// SPDX-License-Identifier: GPL-3.0-or-later
/// @file job.h
/// A scene while it is made: what was asked for, what is to be seen, the page. It knows the order of
/// the work; it refuses to know how anything is drawn.
#ifndef TALUS_SRC_STUDIES_SCENE_JOB_H
#define TALUS_SRC_STUDIES_SCENE_JOB_H

#include "studies/scene/page.h"

enum { SCENE_WIDTH = 1600, SCENE_HEIGHT = 1000 };

typedef struct scene_job {
    const char *directory;
    talus_scene_options options;
    unsigned parts;
    scene_world world;
    scene_tracks tracks;
    scene_page page;
    scene_points points;
    campaign_layer layer;
    catalogue_meaning meaning;
    map_scale scale;
    map_classes classes;
    chart_rgb colours[MAP_CLASS_MAX];
    map_gauges gauges;
    talus_scene_report report;
    uint32_t *pixels;
    float *nearest;
} scene_job;

/// Refuse options that are no numbers of a picture.
talus_status scene_check_numbers(const talus_scene_options *options, talus_error *error);
/// Refuse a name that is not ".png" or is there already.
talus_status scene_check_path(const talus_scene_options *options, talus_error *error);

/// Read the raster that is to be draped, with its scale or classes; no layer: nothing.
talus_status scene_load_layer(scene_job *job, talus_error *error);
/// What is to be seen: the paths, else the cells of the layer, else all of the terrain.
talus_status scene_find_area(const scene_job *job, map_rectangle *area, talus_error *error);
/// Points that the camera is to see, and screens and barriers among them.
talus_status scene_collect_points(scene_job *job, talus_error *error);

/// Add to the small type below the picture.
void scene_add_note(scene_job *job, const char *note);
/// What is said of rocks and trees.
void scene_note_world(scene_job *job, bool are_symbols);
/// Where the camera stands and what is shown, in words.
void scene_word_camera(scene_job *job);
void scene_word_subtitle(scene_job *job);

#endif
