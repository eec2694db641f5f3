// SPDX-License-Identifier: GPL-3.0-or-later
/// @file things.h
/// What stands and moves on the terrain of a scene, from results.gpkg and, for rocks and trees, from
/// the inputs of the run.
#ifndef TALUS_SRC_STUDIES_SCENE_THINGS_H
#define TALUS_SRC_STUDIES_SCENE_THINGS_H

#include "studies/scene/scene.h"

/// Recorded paths with what colours them.
typedef struct scene_tracks {
    geo_tracks lines; ///< count = 0: none
    geo_rows rows;    ///< attributes, by features of the lines
    size_t rocks;     ///< the first so many lines are those of rocks, the others of further bodies
    size_t shown;     ///< lines of all bodies of their events
    float *values;    ///< (points) of the colour, between the point before and this one
    map_scale scale;
    catalogue_meaning meaning;
} scene_tracks;
typedef enum scene_key {
    SCENE_ROCK,
    SCENE_MASS,
    SCENE_ENERGY,
    SCENE_RUNOUT,
    SCENE_JUMP,
    SCENE_GENERATION, ///< of bodies beside the rocks; 0: released together with a rock
    SCENE_KEYS
} scene_key;
double scene_track_key(const scene_tracks *tracks, size_t track, scene_key key);

/// Read the paths of a directory; a directory may have none. @param most rocks, the first ones
talus_status scene_load_tracks(const char *directory, size_t most, scene_tracks *tracks,
                               talus_error *error);
/// Values and scale; needs the terrain.
talus_status scene_value_tracks(const scene_world *world, talus_scene_colour colour,
                                scene_tracks *tracks, talus_error *error);
void scene_clear_tracks(scene_tracks *tracks);

void scene_add_tracks(scene_world *world, const scene_tracks *tracks, double unit);
/// Dots where rocks came to rest. @param count out: how many
talus_status scene_add_deposits(scene_world *world, const char *directory, double unit,
                                size_t *count, talus_error *error);
/// Screens and objects with their names; walls, nets and dams.
talus_status scene_add_gauges(scene_world *world, const map_gauges *gauges, const char *directory,
                              bool screens, bool barriers, double unit, talus_error *error);
/// @param unit px
/// @param report rock_scale in: 0 = chosen; out: drawn size over true size; rocks and bodies out
/// @return TALUS_ERROR_INPUT when they are no more those of the run
talus_status scene_add_rocks(scene_world *world, const rerun_site *site, const scene_tracks *tracks,
                             size_t most, double unit, talus_scene_report *report,
                             talus_error *error);
/// @return how many trees
size_t scene_add_forest(scene_world *world, const rerun_site *site, bool *are_symbols);

#endif
