// SPDX-License-Identifier: GPL-3.0-or-later
/// @file scene.h
/// Parts of a perspective picture: camera, lit terrain, things on it, the picture made of them, the
/// page around it. Positions are metres from the middle of the terrain that is drawn, x east, y
/// north, z up, heights exaggerated.
#ifndef TALUS_SRC_STUDIES_SCENE_SCENE_H
#define TALUS_SRC_STUDIES_SCENE_SCENE_H

#include "io/map/map_hazard.h"
#include "studies/rerun/rerun.h"
#include "talus/scene.h"

/// Where the camera stands, and the matrix from metres to the picture.
typedef struct scene_camera {
    float matrix[16];                    ///< column-major, to clip coordinates
    double eye[3], target[3];            ///< m
    double azimuth, elevation, distance; ///< deg, deg, m
    int width, height;                   ///< px of the picture
} scene_camera;
/// A point in the picture: px from the upper left corner, and 1/m of its depth; depth <= 0 lies
/// behind the camera.
typedef struct scene_spot {
    float x, y, q;
} scene_spot;

/// A triangle of one colour.
typedef struct scene_triangle {
    float points[3][3]; ///< m
    chart_rgb colour;
    float cover; ///< 1 = opaque; less: what lies behind shines through
} scene_triangle;
/// A line of constant width in the picture.
typedef struct scene_stroke {
    float points[2][3]; ///< m
    chart_rgb colour;
    float width; ///< px
    float lift;  ///< relative, towards the camera, so that lines on the ground are not swallowed
} scene_stroke;
/// A word, and where it may stand, the best place first.
enum { SCENE_LABEL_PLACES = 5 };
typedef struct scene_label {
    float places[SCENE_LABEL_PLACES][3];
    size_t place_count;
    char text[64];
    chart_rgb colour;
} scene_label;

/// What a cell of a layer looks like.
typedef struct scene_cell {
    chart_rgb colour;
    bool is_there, is_hatched;
} scene_cell;

/// The terrain that is drawn: nodes of a lattice, row 0 = south.
typedef struct scene_terrain {
    geo_image image;  ///< heights of the part that is drawn, perhaps thinned
    double middle[3]; ///< m, world: where the origin is
    double exaggeration;
    double base;       ///< m, z of the underside
    float *light;      ///< (ny x nx) 0..1 and above: sun and sky
    float *ground;     ///< (ny x nx x 3) colour without light
    scene_cell *drape; ///< (cells of layer) NULL: no layer
    double hatch;      ///< m from one line of a hatched area to the next
    geo_image layer;   ///< the layer that is draped
} scene_terrain;

/// Everything in the picture.
typedef struct scene_world {
    scene_terrain terrain;
    scene_camera camera;
    scene_triangle *triangles;
    size_t triangle_count, triangle_room;
    scene_stroke *strokes;
    size_t stroke_count, stroke_room;
    scene_label *labels;
    size_t label_count, label_room;
    bool failed;   ///< out of memory: checked once at the end
    double sun[3]; ///< unit vector to the sun
    bool plain;    ///< background
} scene_world;
void scene_add_triangle(scene_world *world, const scene_triangle *triangle);
void scene_add_stroke(scene_world *world, const scene_stroke *stroke);
void scene_add_label(scene_world *world, const scene_label *label);
/// A flat face in the light, as fans of triangles. @param points (count x 3) m, convex
void scene_add_face(scene_world *world, const double (*points)[3], size_t count, chart_rgb colour);
void scene_clear_world(scene_world *world);

/// World to picture metres.
void scene_place(const scene_terrain *terrain, double east, double north, double z, double out[3]);
/// Height of the ground, m, world; NaN off it.
double scene_ground(const scene_terrain *terrain, double east, double north);

/// Cut the heights out of terrain.tif, thinned to what a picture can show.
/// @param area what is to be seen, world
talus_status scene_load_terrain(const char *directory, const map_rectangle *area,
                                double exaggeration, scene_terrain *terrain, talus_error *error);
/// Sun with its shadows, light of the sky, colour of the ground.
talus_status scene_light_terrain(scene_world *world, unsigned threads, talus_error *error);
/// Colours of a layer by its scale. @param classes of a layer of classes, count = 0: none
talus_status scene_drape(scene_terrain *terrain, const map_scale *scale, const map_classes *classes,
                         talus_error *error);
void scene_clear_terrain(scene_terrain *terrain);

/// What the camera is to see.
typedef struct scene_points {
    double (*items)[3]; ///< m
    size_t count;
    double fall[2]; ///< direction in which rocks go, horizontal, not normalised; 0 = unknown
} scene_points;
/// Choose what the options leave open, and set the camera.
void scene_set_camera(scene_world *world, const scene_points *points,
                      const talus_scene_options *options, int width, int height);
/// px for a metre in the middle of the picture.
double scene_pixels_per_metre(const scene_camera *camera);
/// Project a point.
scene_spot scene_project(const scene_camera *camera, const float point[3]);

/// The picture, (height x width) 0xRRGGBB. @param pixels out, malloc'd
/// @param nearest out, (height x width) 1/m: nearest opaque depth at the middle of pixels; malloc'd
talus_status scene_paint(const scene_world *world, unsigned threads, uint32_t **pixels,
                         float **nearest, talus_error *error);

#endif
