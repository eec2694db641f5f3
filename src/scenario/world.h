// SPDX-License-Identifier: GPL-3.0-or-later
// Loading a scenario: what is loaded, and the loader that collects its problems.
// Knows the model and the modules that read files; refuses to know YAML.
#ifndef TALUS_SRC_SCENARIO_WORLD_H
#define TALUS_SRC_SCENARIO_WORLD_H

#include "geo/geo.h"
#include "scenario/model.h"

/// What a terrain whose tiles come on demand is made from: an array or a file.
typedef struct scenario_heights {
    bool is_used;
    double *array;
    size_t nx; ///< of the array
    geo_height_file *file;
} scenario_heights;

struct talus_world {
    talus_campaign campaign;
    talus_terrain *terrain;
    scenario_heights heights;
    talus_ground *grounds;
    talus_field *fields;         ///< (ground count) of grounds that vary
    talus_variation *variations; ///< (ground count)
    talus_class_map ground_map;
    talus_forest *forests;
    talus_class_map forest_map;
    size_t rock_count;
    talus_rock **rocks;
    talus_rock_class *rock_classes;
    size_t release_count;
    talus_release *releases;
    size_t screen_count, object_count;
    talus_screen *screens;
    talus_object *objects;
    double east, north; ///< world position of the local origin
    char *crs_wkt, *attribution;
};

/// State of one loading; problems are reported and loading goes on where it can.
typedef struct scenario_loader {
    const talus_scenario *scenario;
    talus_world *world;
    talus_diagnostics *diagnostics; ///< may be NULL
    geo_dem dem;
    size_t failures;
    talus_status status; ///< of the first failure
    talus_error first;   ///< its sentence
} scenario_loader;

/// A failure at a node of the scenario.
void scenario_fail(scenario_loader *loader, const scenario_node *node, talus_status status,
                   const char *format, ...) TALUS_PRINTF(4, 5);
/// Pass messages of a reader on with the place of the key that named the file.
void scenario_forward(scenario_loader *loader, const scenario_node *node,
                      const talus_diagnostics *messages);
void scenario_warn(scenario_loader *loader, const scenario_node *node, const char *format, ...)
    TALUS_PRINTF(3, 4);
/// Read the vectors of an area in local metres; false after a report.
bool scenario_load_vectors(scenario_loader *loader, const scenario_node *map,
                           const scenario_area *area, geo_vectors *vectors);

/// @return false after a report
bool scenario_load_terrain(scenario_loader *loader);
/// Whether all heights that loading looked at could be read.
void scenario_check_terrain(scenario_loader *loader);
void scenario_load_grounds(scenario_loader *loader);
/// Sample the fields of grounds that vary; after scenario_load_grounds.
void scenario_load_variations(scenario_loader *loader);
void scenario_load_forests(scenario_loader *loader);
void scenario_load_rocks(scenario_loader *loader);
void scenario_load_releases(scenario_loader *loader);
/// Append the screens or objects of one entry to the world.
void scenario_load_screen(scenario_loader *loader, const scenario_screen *spec);
void scenario_load_object(scenario_loader *loader, const scenario_object *spec);
/// Screens and objects.
void scenario_load_gauges(scenario_loader *loader);
void scenario_clear_gauges(talus_world *world);
/// Conditions that need the loaded rocks and terrain.
void scenario_check_world(scenario_loader *loader);

/// Centres (count x 2) of the DEM's raster cells steeper than `degrees`, inside `within` (local
/// metres; NULL = everywhere); slope by Horn's differences over the eight neighbours, all valid.
/// @return TALUS_ERROR_MEMORY, or what reading heights that stay in a file returns
talus_status scenario_steep_cells(const geo_dem *dem, double degrees, const scenario_box *within,
                                  size_t *count, double **xy, talus_error *error);

#endif
