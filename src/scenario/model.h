// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario as plain structs, one per section of the file, defaults filled in, nothing loaded.
// Lengths in m, times in s, world coordinates as the user wrote them.
#ifndef TALUS_SRC_SCENARIO_MODEL_H
#define TALUS_SRC_SCENARIO_MODEL_H

#include "scenario/document.h"

typedef struct scenario_roughness {
    const scenario_node *node;
    double amplitude; ///< m
    uint64_t refine;
    uint64_t seed;
} scenario_roughness;

typedef struct scenario_terrain {
    const scenario_node *node;
    const char *dem;
    int detection; ///< talus_detection
    int surface;   ///< talus_surface
    scenario_roughness roughness;
    const char *crs;       ///< NULL = of the file
    const char *reproject; ///< NULL = none
    bool assume_metres;
    uint64_t memory; ///< MB
} scenario_terrain;

/// Where a ground or a forest applies: polygons of a file; no file = everywhere.
typedef struct scenario_area {
    const char *file, *layer, *where;
} scenario_area;

/// How a parameter varies in space; not given: sd is NaN.
typedef struct scenario_variation {
    const scenario_node *node;
    int parameter; ///< talus_varied
    double sd, range;
    uint64_t seed;
    bool multiply;
} scenario_variation;

/// Compactable soil; not given: modulus is NaN.
typedef struct scenario_soil {
    const scenario_node *node;
    double modulus; ///< MN/m^2
    double drag, density, rotational;
} scenario_soil;

typedef struct scenario_ground {
    const scenario_node *node;
    const char *name, *preset;
    double mu_min, mu_max, kappa, beta, drag, epsilon_n, epsilon_t;
    scenario_variation variation;
    scenario_soil soil;
    scenario_area area;
} scenario_ground;

typedef struct scenario_forest {
    const scenario_node *node;
    const char *name, *preset;
    double drag, height;
    talus_vec3 rotational_drag;
    scenario_area area;
} scenario_forest;

typedef struct scenario_rock {
    const scenario_node *node;
    const char *name;
    const char *shape; ///< builder's name or file
    talus_vec3 size;   ///< m, or proportions when a volume is given
    uint64_t sides;
    scenario_quantity mass;   ///< kg
    double density;           ///< kg/m^3
    scenario_quantity volume; ///< m^3
    double share;
} scenario_rock;

typedef struct scenario_release {
    const scenario_node *node;
    const char *name;
    scenario_box box;
    scenario_points points, line, polygon;
    scenario_area file;
    double slope_above; ///< degrees
    scenario_box within;
    uint64_t rocks, rocks_per_point, rocks_per_cell;
    double height; ///< m
    talus_vec3 velocity, spin;
    scenario_orientation orientation;
} scenario_release;

typedef struct scenario_screen {
    const scenario_node *node;
    const char *name;
    scenario_points line;
    scenario_area area;
    const char *name_field;
    bool recross;
} scenario_screen;

typedef struct scenario_object {
    const scenario_node *node;
    const char *name;
    scenario_points polygon, line;
    scenario_area area;
    const char *name_field;
    double width; ///< m, NaN: not given
} scenario_object;

typedef struct scenario_stop {
    const scenario_node *node;
    double speed, spin, time;
} scenario_stop;

typedef struct scenario_simulation {
    const scenario_node *node;
    int scheme;
    double time_step, gravity, time_limit;
    scenario_stop stop;
    double slip_gap, tolerance, position_correction;
    bool flights;
    uint64_t threads;
} scenario_simulation;

/// Steps that pooled statistics count.
typedef enum scenario_pooled { SCENARIO_POOLED_ALL, SCENARIO_POOLED_OUTSIDE_SOIL } scenario_pooled;

/// Thresholds, in the unit of the quantity's layers; count 0: none.
typedef struct scenario_exceedance {
    const scenario_node *node;
    scenario_numbers above[TALUS_CELL_QUANTITY_COUNT];
} scenario_exceedance;

typedef struct scenario_outputs {
    const scenario_node *node;
    const char *dir;
    double cell; ///< m, 0 = the DEM's grid
    scenario_names layers;
    scenario_exceedance exceedance;
    int pooled; ///< scenario_pooled
    uint64_t trajectories;
    double sample_time, sample_distance;
    double checkpoint; ///< s between states of the run, 0 = none
} scenario_outputs;

typedef struct scenario_model {
    const scenario_node *node;
    const char *title;
    uint64_t seed;
    scenario_terrain terrain;
    scenario_list grounds;  ///< scenario_ground
    scenario_list forests;  ///< scenario_forest
    scenario_list rocks;    ///< scenario_rock
    scenario_list releases; ///< scenario_release
    scenario_list screens;  ///< scenario_screen
    scenario_list objects;  ///< scenario_object
    scenario_simulation simulation;
    scenario_outputs outputs;
} scenario_model;

struct talus_scenario {
    scenario_document document;
    scenario_model model;
    char **layers; ///< names, NULL-terminated; owned, and each of them
};

/// The names of the layers that the outputs want. NULL when out of memory; scenario_layers_free.
char **scenario_layers_list(const scenario_outputs *outputs);
void scenario_layers_free(char **layers);
/// Have the campaign keep what they need.
void scenario_layers_keep(const talus_scenario *scenario, talus_campaign *campaign);

/// Defaults that depend on other values, presets, and conditions between values.
void scenario_complete(scenario_tree *tree, scenario_model *model);
void scenario_check(scenario_tree *tree, const char *directory, const scenario_model *model);
void scenario_check_rocks(scenario_tree *tree, const char *directory, const scenario_list *list);
/// Screens and objects.
void scenario_check_gauges(scenario_tree *tree, const char *directory, const scenario_model *model);
/// `layer`, `where` and `crs` go with a file, and the file is there.
void scenario_check_area(scenario_tree *tree, const char *directory, const scenario_node *map,
                         const scenario_area *area);
/// @param capacity of the name with its end
void scenario_check_name(scenario_tree *tree, const scenario_node *map, size_t capacity);

/// What a release starts from.
typedef enum scenario_source {
    SCENARIO_FROM_NOTHING,
    SCENARIO_FROM_BOX,
    SCENARIO_FROM_POINTS,
    SCENARIO_FROM_LINE,
    SCENARIO_FROM_POLYGON,
    SCENARIO_FROM_FILE,
    SCENARIO_FROM_SLOPE
} scenario_source;
/// @param count how many of the sources are given
scenario_source scenario_release_source(const scenario_release *release, size_t *count);

/// Smallest mass this kind of rock can have, where mass, or density and volume, say so;
/// NaN when it takes the shape to know. Open lower ends of distributions count at a quantile of
/// half a rock in `rocks`.
double scenario_rock_lightest(const scenario_rock *rock, double rocks);
/// Volume distribution (m^3) of a rock: the given one, or the mass distribution over density.
talus_distribution scenario_rock_volume_law(const scenario_rock *rock);

/// `path` against a directory; absolute and GDAL's virtual paths (/vsi...) stay. malloc'd.
char *scenario_join_path(const char *directory, const char *path);
/// `path` (relative to the process or absolute) as seen from `directory`. malloc'd.
char *scenario_relative_path(const char *directory, const char *path);

#endif
