// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario as plain structs, one per section of the file, defaults filled in, nothing loaded.
// Lengths in m, times in s, world coordinates as the user wrote them.
#ifndef TALUS_SRC_INPUT_SCENARIO_MODEL_H
#define TALUS_SRC_INPUT_SCENARIO_MODEL_H

#include "input/schema/document.h"
#include "talus/campaign.h"
#include "talus/scenario.h"

typedef struct scenario_roughness {
    const scenario_node *node;
    double amplitude; ///< m
    uint64_t refine;
    uint64_t seed;
} scenario_roughness;

/// Features of a file; no file = everywhere, where that makes sense.
typedef struct scenario_area {
    const char *file, *layer, *where;
    const char *crs;       ///< "dem", or a name; NULL = of the file
    const char *operation; ///< PROJ pipeline to the DEM's CRS; NULL = chosen
} scenario_area;

/// Where a line runs: points of the scenario, or the linestrings of a file.
typedef struct scenario_course {
    scenario_points points;
    scenario_area area;
} scenario_course;

typedef struct scenario_dam {
    const scenario_node *node;
    const char *name;
    scenario_course course;
    double height, crest_width; ///< m
    double face_slope;          ///< degrees
} scenario_dam;

typedef struct scenario_wall {
    const scenario_node *node;
    const char *name;
    scenario_course course;
    double height, width; ///< m
    double mu, epsilon_n, epsilon_t;
} scenario_wall;

typedef struct scenario_net {
    const scenario_node *node;
    const char *name;
    scenario_course course;
    double height;   ///< m
    double capacity; ///< kJ
} scenario_net;

typedef struct scenario_terrain {
    const scenario_node *node;
    scenario_texts dem; ///< tiles of one grid
    int detection;      ///< talus_detection
    int surface;        ///< talus_surface
    uint64_t coarsen;   ///< every how many nodes of the DEM are kept
    scenario_roughness roughness;
    scenario_list dams;    ///< scenario_dam
    const char *crs;       ///< NULL = of the file
    const char *reproject; ///< NULL = none
    const char *operation; ///< PROJ pipeline by which it is warped; NULL = chosen
    bool assume_metres;
    int height_unit; ///< into scenario_height_units; 0: of the file
    uint64_t memory; ///< MB
} scenario_terrain;
/// "of_file", "m", "ft", ... up to NULL.
extern const char *const scenario_height_units[];

/// How a parameter varies in space; not given: sd is NaN.
typedef struct scenario_variation {
    const scenario_node *node;
    int parameter; ///< talus_varied
    double sd, range;
    uint64_t seed;
    bool multiply;
} scenario_variation;

typedef enum scenario_drawn { SCENARIO_DRAWN_ROCK, SCENARIO_DRAWN_IMPACT } scenario_drawn;

/// Compactable soil, of the file or of the preset; none: node is NULL.
typedef struct scenario_soil {
    const scenario_node *node;
    scenario_quantity modulus; ///< MN/m^2
    double drag;               ///< C_s; NaN where the drag number is given
    scenario_quantity drag_number;
    double density, rotational, rolling;
    int drawn; ///< scenario_drawn; -1 = not said: per impact
    int depth; ///< scenario_depth; -1 = not given: vertical, on dams normal
} scenario_soil;

/// Along which direction the depth of a soil is found and measured.
typedef enum scenario_depth { SCENARIO_DEPTH_VERTICAL, SCENARIO_DEPTH_NORMAL } scenario_depth;

typedef enum scenario_bumps_of { SCENARIO_BUMPS_SITE, SCENARIO_BUMPS_ROCK } scenario_bumps_of;
/// Bumps of a ground; not given: amplitude 0.
typedef struct scenario_ground_roughness {
    const scenario_node *node;
    double amplitude, spacing, clear; ///< m
    uint64_t seed;
    int drawn; ///< scenario_bumps_of
} scenario_ground_roughness;

typedef enum scenario_impact_law {
    SCENARIO_IMPACT_NEWTON,
    SCENARIO_IMPACT_GENERALISED
} scenario_impact_law;
/// The impact law of a ground; not given: node is NULL.
typedef struct scenario_impact {
    const scenario_node *node;
    int law;              ///< scenario_impact_law
    double e_n21, lambda; ///< NaN = not given
} scenario_impact;

/// One value per cell for a parameter.
typedef struct scenario_parameter_raster {
    const scenario_node *node;
    int parameter; ///< talus_varied
    const char *raster, *crs, *operation;
    int resampling; ///< scenario_resampling
} scenario_parameter_raster;
typedef enum scenario_resampling {
    SCENARIO_RESAMPLING_BILINEAR,
    SCENARIO_RESAMPLING_NEAREST
} scenario_resampling;

/// Values that no row of a table names.
typedef enum scenario_others { SCENARIO_OTHERS_ERROR, SCENARIO_OTHERS_BELOW } scenario_others;

/// What grounds and forests share. With `rows` an entry stands for the kinds of its rows, else for
/// one kind; a row has values, name and preset alone.
typedef struct scenario_cover {
    const scenario_node *node;
    const char *name, *preset;
    scenario_texts values; ///< of a row; none: all that no other row names
    scenario_area area;
    const char *raster;      ///< of classes
    const char *class_field; ///< attribute of the polygons
    int others;              ///< scenario_others; -1 = not said: an error
    bool on_dams;            ///< of a ground: it lies where dams raise the DEM
    scenario_list rows;      ///< of the same type as the entry
} scenario_cover;

typedef struct scenario_ground {
    scenario_cover cover;
    scenario_quantity laws[TALUS_VARIED_EPSILON_T + 1]; ///< by talus_varied; no FRICTION
    int drawn;                                          ///< scenario_drawn; -1 = not said: per rock
    scenario_variation variation;
    scenario_soil soil;
    scenario_ground_roughness roughness;
    scenario_impact impact;
    double cushion;        ///< NaN = of the preset
    scenario_list rasters; ///< scenario_parameter_raster
    const char *posterior; ///< a table of draws, one vector of parameters each
} scenario_ground;

typedef struct scenario_forest {
    scenario_cover cover;
    double drag, height;
    double hold_height, hold_path;
    talus_vec3 rotational_drag;
} scenario_forest;

/// A kind of tree: what its stems take, as a multiple of silver fir.
typedef struct scenario_species {
    const scenario_node *node;
    const char *name;
    double factor;
} scenario_species;

/// Trees from a file of points, or drawn over an area.
typedef struct scenario_stand {
    const scenario_node *node;
    const char *name;
    scenario_area area;
    scenario_points polygon;
    const char *diameter_field, *height_field, *species_field; ///< of a file of points
    double per_hectare;         ///< 1/ha: drawn; NaN: a file of points has them one by one
    scenario_quantity diameter; ///< cm
    scenario_quantity height;   ///< m
    const char *species;
    uint64_t seed;
} scenario_stand;

/// Single trees.
typedef struct scenario_trees {
    const scenario_node *node;
    double mu, epsilon_n, epsilon_t;
    scenario_list species; ///< scenario_species
    scenario_list stands;  ///< scenario_stand
} scenario_trees;

typedef struct scenario_rock {
    const scenario_node *node;
    const char *name;
    const char *shape;        ///< builder's name or file
    talus_vec3 size;          ///< m, or proportions when a volume is given
    uint64_t sides, points;   ///< points: SCENARIO_NO_COUNT = no hull
    double exponent;          ///< of a hull; NaN = by mass and size
    uint64_t most_vertices;   ///< of a file; SCENARIO_NO_COUNT = all
    int unit;                 ///< of a file, talus_mesh_unit; -1 = m
    bool blocks;              ///< the file holds several, which start where they stand
    scenario_quantity mass;   ///< kg
    double density;           ///< kg/m^3
    scenario_quantity volume; ///< m^3
    double share;
    double frequency_share;        ///< NaN = share
    scenario_numbers volume_class; ///< m^3, [low, high] of the magnitude law
} scenario_rock;

/// Polygons that keep or drop cells of a source.
typedef struct scenario_region {
    const scenario_node *node;
    scenario_area area;
} scenario_region;

/// N(> V) = rate (V / 1 m^3)^-exponent per year (and km^2).
typedef struct scenario_magnitude {
    const scenario_node *node;
    double per_year, per_year_km2, exponent;
} scenario_magnitude;

/// Column of a fragility table.
typedef enum scenario_curve { SCENARIO_CURVE_SAMPLED, SCENARIO_CURVE_LOGNORMAL } scenario_curve;

typedef struct scenario_seismic {
    const scenario_node *node;
    const char *fragility, *hazard;
    int curve;                     ///< scenario_curve
    double blocks, blocks_per_km2; ///< that stand on the source
} scenario_seismic;

/// How often rocks start: one of the members.
typedef struct scenario_frequency {
    const scenario_node *node;
    double per_year, per_year_km2;
    scenario_magnitude magnitude;
    scenario_seismic seismic;
} scenario_frequency;

/// What places of a source are drawn in proportion to; -1 = not said.
typedef enum scenario_weight {
    SCENARIO_WEIGHT_PLAN,
    SCENARIO_WEIGHT_SURFACE,
    SCENARIO_WEIGHT_VALUE
} scenario_weight;

/// Axes of an angular velocity.
typedef enum scenario_axes { SCENARIO_AXES_BODY, SCENARIO_AXES_WORLD } scenario_axes;

typedef struct scenario_release {
    const scenario_node *node;
    const char *name;
    scenario_box box;
    scenario_points points, line, polygon;
    scenario_area file;
    double slope_above;            ///< degrees
    int slope_preset;              ///< index into scenario_slope_presets; -1 = none
    scenario_points slope_by_cell; ///< pairs (m, degrees)
    const char *raster;
    scenario_box within;
    scenario_region inside, exclude;
    uint64_t min_patch_cells;
    double min_patch_height; ///< m
    int weight;              ///< scenario_weight
    scenario_frequency frequency;
    uint64_t rocks, rocks_per_point, rocks_per_cell;
    double height; ///< m
    talus_vec3 velocity, spin;
    scenario_orientation orientation;
    const char *runs;       ///< a table of measured runs
    uint64_t replicates;    ///< of its rows
    uint64_t bodies;        ///< that start together
    double body_spacing;    ///< m; NaN: not given
    talus_vec3 mesh_origin; ///< m, of the mesh of a rock with blocks
    const char *rock;       ///< that starts here; NULL = drawn by the shares of all rocks
    int spin_axes;          ///< scenario_axes; -1 = not said
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
    double time_step;                           ///< NaN: steps along the path
    double step_path, step_least, step_largest; ///< the first 0 or NaN: fixed steps
    double gravity, time_limit;
    scenario_stop stop;
    double slip_gap, tolerance, position_correction;
    bool flights;
    uint64_t threads;
    double lost_share; ///< of the rocks; above it a run is suspect
} scenario_simulation;

/// Rocks that break; node NULL: they do not. Numbers of laws that are not chosen are NaN.
typedef struct scenario_fragmentation {
    const scenario_node *node;
    int law; ///< talus_breaking_law
    double area_ratio, energy, exponent, volume_exponent, reference_volume;
    double survival, beta, least_volume, scatter, window;
} scenario_fragmentation;

/// Bodies of an event that meet.
typedef struct scenario_rock_contact {
    const scenario_node *node;
    int between; ///< talus_meeting
    double mu, epsilon;
} scenario_rock_contact;

/// Ground that shakes; node NULL: still.
typedef struct scenario_shaking {
    const scenario_node *node;
    const char *record, *across, *up; ///< files; the last two NULL = none
    int unit;                         ///< index into the units of records; -1 = as the file says
    double time_step;                 ///< s, NaN = as the file says
    double factor, angle, start;      ///< -, degrees, s
} scenario_shaking;

typedef struct scenario_air {
    const scenario_node *node;
    double drag, density;
} scenario_air;

/// Ground of the lumped mass of Rockyfor3D's kind: a number, a raster, or both. node NULL: none.
typedef struct scenario_lumped_field {
    double number;      ///< NaN = not given
    const char *raster; ///< NULL = not given
} scenario_lumped_field;
typedef struct scenario_lumped {
    const scenario_node *node;
    scenario_lumped_field soil_type, rg70, rg20, rg10; ///< -, m, m, m
    const char *crs, *operation;                       ///< of the rasters
} scenario_lumped;

/// Steps that pooled statistics count.
typedef enum scenario_pooled { SCENARIO_POOLED_ALL, SCENARIO_POOLED_OUTSIDE_SOIL } scenario_pooled;

/// How reports treat free falls off cliffs.
typedef enum scenario_falls { SCENARIO_FALLS_COUNTED, SCENARIO_FALLS_APART } scenario_falls;

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
    int pooled;     ///< scenario_pooled
    int free_falls; ///< scenario_falls; -1 = not said
    uint64_t trajectories;
    double sample_time, sample_distance;
    double checkpoint; ///< s between states of the run, 0 = none
} scenario_outputs;

/// What is made of the results for a hazard map. node NULL: nothing.
typedef struct scenario_hazard {
    const scenario_node *node;
    const char *rules;         ///< rule pack
    scenario_numbers energies; ///< kJ, thresholds of annual frequencies
    scenario_numbers hits;     ///< kJ, of annual rates of bodies
    scenario_numbers heights;  ///< m, likewise
    scenario_numbers periods;  ///< yr, of the intensity rasters
    double width;              ///< m, of the reference object; unset: of the rules, else 15
    double years;              ///< horizon of probabilities
    double least_area;         ///< m^2 of a zone
} scenario_hazard;

/// When the run may end before all its rocks have run. node NULL: never.
typedef struct scenario_stop_when {
    const scenario_node *node;
    double reach_halfwidth, cell_share; ///< NaN = not asked for
    /// of the 95th percentile at screens, relative; NaN = not asked for
    double energy_error, height_error;
    double decided_share; ///< of the reached cells, whose zone is decided; NaN = not asked for
    double rare_crossing;
    uint64_t first_rocks;
} scenario_stop_when;

typedef struct scenario_model {
    const scenario_node *node;
    const char *title;
    uint64_t seed;
    scenario_terrain terrain;
    scenario_list grounds;  ///< scenario_ground
    scenario_list forests;  ///< scenario_forest
    scenario_trees trees;   ///< node NULL: none
    scenario_list walls;    ///< scenario_wall
    scenario_list nets;     ///< scenario_net
    scenario_list rocks;    ///< scenario_rock
    scenario_list releases; ///< scenario_release
    scenario_list screens;  ///< scenario_screen
    scenario_list objects;  ///< scenario_object
    scenario_air air;
    scenario_shaking shaking;
    scenario_fragmentation fragmentation;
    scenario_rock_contact rock_contact;
    bool net_memory;
    scenario_lumped lumped;
    scenario_simulation simulation;
    scenario_stop_when stop_when;
    scenario_outputs outputs;
    scenario_hazard hazard;
} scenario_model;

struct talus_scenario {
    scenario_document document;
    scenario_model model;
    char **layers;             ///< names, NULL-terminated; owned, and each of them
    talus_override *overrides; ///< (override_count) that made the model
    char **texts; ///< (2 x override_count) their paths and values; owned, and each of them
    size_t override_count;
};

/// The names of the layers that the outputs want. NULL when out of memory; scenario_layers_free.
char **scenario_layers_list(const scenario_outputs *outputs);
void scenario_layers_free(char **layers);
/// Have the campaign keep what they need.
void scenario_layers_keep(const talus_scenario *scenario, talus_campaign *campaign);

/// Defaults that depend on other values, presets, and conditions between values.
void scenario_complete(scenario_tree *tree, scenario_model *model);
/// Length of all steps, and of those in flight where steps follow the path, s.
static inline double scenario_fixed_step(const scenario_model *model)
{
    const double given = model->simulation.time_step;
    return given > 0.0 ? given : talus_step_options_default().time_step;
}
void scenario_check(scenario_tree *tree, const char *directory, const scenario_model *model);
/// Keys that a law of breaking needs, and those that it does not use.
void scenario_check_fragmentation(scenario_tree *tree, const scenario_fragmentation *fragmentation);
void scenario_check_trees(scenario_tree *tree, const scenario_trees *trees);
void scenario_check_rocks(scenario_tree *tree, const char *directory, const scenario_list *list);
void scenario_check_releases(scenario_tree *tree, const scenario_model *model);

/// What a release starts from.
typedef enum scenario_source {
    SCENARIO_FROM_NOTHING,
    SCENARIO_FROM_BOX,
    SCENARIO_FROM_POINTS,
    SCENARIO_FROM_LINE,
    SCENARIO_FROM_POLYGON,
    SCENARIO_FROM_FILE,
    SCENARIO_FROM_RUNS,
    SCENARIO_FROM_SLOPE,
    SCENARIO_FROM_SLOPE_PRESET,
    SCENARIO_FROM_SLOPE_TABLE,
    SCENARIO_FROM_RASTER,
    SCENARIO_FROM_MESH
} scenario_source;
/// @param count how many of the sources are given
/// @param node the key that gives it; NULL without one
scenario_source scenario_release_source(const scenario_release *release, size_t *count,
                                        const scenario_node **node);
/// Is the frequency one per area of the source, in any of its forms?
bool scenario_frequency_by_area(const scenario_frequency *frequency);

/// Slope from which on a cell of a DEM counts as a rock face, by the DEM's cell size.
typedef struct scenario_slope_preset {
    const char *name;
    const char *source; ///< where the numbers come from, and how sure they are
    size_t count;       ///< rows
    const double *rows; ///< (count x 2): cell size (m), slope (degrees); sizes ascend
} scenario_slope_preset;
extern const scenario_slope_preset scenario_slope_presets[];
extern const char *const scenario_slope_preset_names[];
/// Threshold (degrees) of a table (count x 2: cell size, slope) for a cell size: linear between its
/// rows, the nearest row beyond.
/// @param outside out: the cell size lies beyond the rows
double scenario_slope_threshold(const double *rows, size_t count, double cell, bool *outside);

/// Smallest mass this kind of rock can have, where mass, or density and volume, say so;
/// NaN when it takes the shape to know. Open lower ends of distributions count at a quantile of
/// half a rock in `rocks`.
double scenario_rock_lightest(const scenario_rock *rock, double rocks);
/// Volume distribution (m^3) of a rock: the given one, or the mass distribution over density.
talus_distribution scenario_rock_volume_law(const scenario_rock *rock);

#endif
