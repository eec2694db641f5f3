// SPDX-License-Identifier: GPL-3.0-or-later
/// @file scene.h
/// A perspective picture of a result directory: shaded terrain with a layer draped over it, paths
/// of recorded rocks, rocks that tumble along them, screens, objects, walls, nets and forest. It is
/// drawn in software and needs neither a display nor a graphics processor. It knows the files of a
/// result directory and, for rocks and forest, the inputs of its scenario; it refuses to know how
/// the results came about.
/// [docs/pictures.md]
///
/// threads: any thread; two scenes at once need two file names.
#ifndef TALUS_SCENE_H
#define TALUS_SCENE_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Quantity that colours the paths.
typedef enum talus_scene_colour {
    TALUS_SCENE_SPEED,  ///< m/s, between two recorded points
    TALUS_SCENE_ENERGY, ///< kJ, of translation
    TALUS_SCENE_HEIGHT, ///< m, of the centre of mass above the ground
    TALUS_SCENE_COLOURS
} talus_scene_colour;

/// Parts of a scene; bits.
enum {
    TALUS_SCENE_TRACKS = 1,    ///< paths of recorded rocks
    TALUS_SCENE_ROCKS = 2,     ///< rocks along some of them
    TALUS_SCENE_DEPOSITS = 4,  ///< where rocks came to rest
    TALUS_SCENE_SCREENS = 8,   ///< screens and objects
    TALUS_SCENE_BARRIERS = 16, ///< walls, nets and dams
    TALUS_SCENE_FOREST = 32,   ///< stems of the scenario, else symbols where there is forest
    TALUS_SCENE_ALL = 63
};

/// Members that are NaN or 0 are chosen so that everything is visible.
typedef struct talus_scene_options {
    size_t size;               ///< of this struct, by talus_scene_options_default
    const char *path;          ///< NAME.png; NULL: scene.png in the directory
    int width, height;         ///< px of the picture, 320 to 10000; 0 = 1600 x 1000
    const char *layer;         ///< raster of talus_map_find_layers, so not trajectories or sources;
                               ///< NULL = the bare terrain
    unsigned parts;            ///< bits; 0 = all parts, with a layer all except paths, rocks and
                               ///< deposits
    talus_scene_colour colour; ///< of the paths
    double azimuth;            ///< deg clockwise from north: direction in which the camera looks
    double elevation;          ///< deg above the horizontal: where the camera stands, 2 to 89
    double distance;           ///< m, of the camera from the target
    double target[3];          ///< m, world: middle of the picture; z NaN: on the ground
    double field_of_view;      ///< deg, vertical, 5 to 100; 0 = 30
    double exaggeration;       ///< of heights, 0.2 to 10; 0 = 1
    double sun[2];             ///< deg: azimuth and elevation of the sun
    size_t tracks;             ///< largest number of paths
    size_t rocks;              ///< largest number of rocks that are run again and drawn, up to 200
    double rock_scale;         ///< drawn size over true size; 0 = large enough to be visible
    const char *title;         ///< NULL: title of the scenario
    bool plain;                ///< white background in place of the sky
    bool overwrite;            ///< replace the file
    unsigned threads;          ///< 0 = all cores; the picture does not depend on it
    talus_diagnostics *warnings; ///< lists what is left out; may be NULL; not owned
} talus_scene_options;
/// Fill `size` bytes: 1600 x 1000, all parts, speeds, 2000 paths, 4 rocks.
TALUS_API void talus_scene_options_defaults(talus_scene_options *options, size_t size);
static inline talus_scene_options talus_scene_options_default(void)
{
    talus_scene_options options;
    talus_scene_options_defaults(&options, sizeof options);
    return options;
}

/// Contents of the picture. Later versions may append members.
typedef struct talus_scene_report {
    size_t tracks, rocks, trees;         ///< drawn
    double azimuth, elevation, distance; ///< deg, deg, m, of the camera
    double target[3];                    ///< m, world
    double rock_scale;                   ///< drawn size over true size
    double width, depth;                 ///< m, of the terrain that is drawn: east, north
    size_t bodies; ///< drawn besides the rocks: further bodies of their events
} talus_scene_report;

/// Draw a complete or partial result directory as PNG. Equal directories, inputs and options give
/// equal bytes, for any number of threads. scene.png in the directory is entered in its manifest
/// (talus_directory_add), which needs a complete one; another file is written completely or not at
/// all.
/// @param report out; may be NULL
/// @return TALUS_ERROR_INPUT for a directory without terrain.tif, a layer that is missing or not a
///         raster, a name that does not end in .png, a file in the way; TALUS_ERROR_ARGUMENT for
///         NULL and options outside their ranges; TALUS_ERROR_IO, _MEMORY
TALUS_API talus_status talus_scene_draw(const char *directory, const talus_scene_options *options,
                                        talus_scene_report *report, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
