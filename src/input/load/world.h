// SPDX-License-Identifier: GPL-3.0-or-later
// Loading a scenario: what is loaded, and the loader that collects its problems.
// Knows the model and the modules that read files; refuses to know YAML.
#ifndef TALUS_SRC_INPUT_LOAD_WORLD_H
#define TALUS_SRC_INPUT_LOAD_WORLD_H

#include "input/scenario/model.h"
#include "io/geo/geo.h"
#include "talus/world.h"

/// What a terrain is made from, where its tiles come on demand or the caller wants to see it: an array
/// or a file.
typedef struct scenario_heights {
    bool is_used;
    double *array;
    size_t nx; ///< of the array
    geo_height_file *file;
} scenario_heights;
/// Stems of the section `trees`.
typedef struct scenario_stems {
    size_t count;
    talus_stem *items; ///< (count)
    size_t species_count;
    char (*species)[TALUS_SPECIES_LENGTH];
    talus_obstacle_law law;
} scenario_stems;
void scenario_stems_clear(scenario_stems *stems);

/// What stands, or releases, are checked against each other by, while they are loaded.
typedef struct scenario_stands {
    geo_vectors vectors; ///< polygons in which trees are drawn, of all stands
    size_t features;
    double area;    ///< m^2, sum over stands of what each covers
    double overlap; ///< m^2, of polygons of the same stand
    size_t stem_count;
    talus_stem *stems; ///< of tables
} scenario_stands;

/// Blocks of a mesh that stand beside each other.
typedef struct scenario_rock_wall {
    size_t count;        ///< 0: of another rock
    talus_rock **blocks; ///< (count) the first is the rock of the class
    talus_vec3 base;     ///< m, of the coordinates of the mesh
    talus_vec3 *centres; ///< (count) m, S from the base
    talus_quat *turns;   ///< (count) body -> mesh
} scenario_rock_wall;

struct talus_world {
    talus_campaign campaign;
    talus_terrain *terrain;
    scenario_heights heights;
    bool keeps_heights; ///< of a terrain that is in memory
    size_t ground_count, forest_count;
    talus_ground *grounds;
    talus_ground_draw *draws; ///< (ground_count)
    double **posteriors;      ///< (ground_count) rows of the draws; NULL = none
    size_t field_count;
    talus_field *fields;         ///< (field_count) of grounds that vary, and rasters of parameters
    talus_variation *variations; ///< (field_count)
    talus_class_map ground_map;
    talus_forest *forests;
    talus_class_map forest_map;
    scenario_stems stems; ///< until the obstacles are made of them
    talus_obstacles *obstacles;
    size_t dam_count;
    talus_dam *dams; ///< (dam_count)
    size_t rock_count;
    talus_rock **rocks;
    talus_rock_class *rock_classes;
    double **tables;           ///< (rock_count) volumes of measured blocks; NULL = none
    scenario_rock_wall *walls; ///< (rock_count)
    size_t release_count;
    talus_release *releases;
    double *frequency; ///< (release_count x rock_count) 1/yr; NULL = not given
    size_t screen_count, object_count;
    talus_screen *screens;
    talus_object *objects;
    talus_base_record *shaking; ///< (campaign.base.record_count)
    double east, north;         ///< world position of the local origin
    char *crs_wkt, *attribution;
    size_t operation_count, coarse_count;
    struct scenario_operation *operations; ///< (operation_count) by which files were read
    talus_operation *coarse;               ///< (coarse_count) of these, for the products
};

/// State of one loading; problems are reported and loading goes on where it can.
typedef struct scenario_loader {
    const talus_scenario *scenario;
    talus_world *world;
    talus_diagnostics *diagnostics; ///< may be NULL
    bool allow_network;
    bool keep_heights;
    const talus_dem *given; ///< heights in place of the DEM file; NULL = the file
    geo_dem dem;            ///< the ground: what sources are found in
    double *raised; ///< (ny x nx) its heights with the dams: what rocks move on; NULL without dams
    size_t failures;
    talus_status status; ///< of the first failure
    talus_error first;   ///< its sentence
} scenario_loader;

/// A failure at a node of the scenario.
void scenario_fail(scenario_loader *loader, const scenario_node *node, talus_status status,
                   const char *format, ...) TALUS_PRINTF(4, 5);
/// A reader's error, which may name a line of the file it read.
void scenario_fail_at(scenario_loader *loader, const scenario_node *node, const talus_error *error);
/// Pass messages of a reader on with the place of the key that named the file.
void scenario_forward(scenario_loader *loader, const scenario_node *node,
                      const talus_diagnostics *messages);
/// Say how polygons lie over each other. @param what the file or key
void scenario_say_overlaps(scenario_loader *loader, const scenario_node *node, const char *what,
                           const geo_overlaps *found);
void scenario_warn(scenario_loader *loader, const scenario_node *node, const char *format, ...)
    TALUS_PRINTF(3, 4);
/// Where a file's coordinates are brought to. @param crs of the file, as the user says; NULL = its
/// own. @param operation as the user says; NULL = chosen. @param used out: the one it was read by
geo_frame scenario_frame(const scenario_loader *loader, const char *crs, const char *operation,
                         geo_operation *used);
/// Remember the operation by which the file of a map was read, for the resolved scenario and the
/// products. @param given the user's, NULL = it was chosen
/// @return TALUS_ERROR_MEMORY
talus_status scenario_keep_operation(scenario_loader *loader, const scenario_node *map,
                                     const char *given, const geo_operation *used,
                                     talus_error *error);
void scenario_clear_operations(talus_world *world);
/// The width of the reference object, where a hazard assessment is asked for.
void scenario_choose_width(scenario_loader *loader);
/// Read the vectors of an area in local metres; false after a report.
bool scenario_load_vectors(scenario_loader *loader, const scenario_node *map,
                           const scenario_area *area, geo_vectors *vectors);

/// Parameters of one class, without map and variation.
/// Distributions of a ground in SI units. @return whether there are some
bool scenario_make_draw(const scenario_ground *spec, talus_ground_draw *draw);
talus_ground scenario_ground_values(const scenario_ground *spec);
talus_forest scenario_forest_values(const scenario_forest *spec);
/// @return false after a report
bool scenario_load_terrain(scenario_loader *loader);
/// Whether all heights that loading needed could be read.
void scenario_check_terrain(scenario_loader *loader);
/// "points", "lines", "polygons".
const char *scenario_kind_name(geo_kind kind);
/// Points of the scenario file as one part in local metres; a ring is closed.
/// @return false after a report
bool scenario_list_points(scenario_loader *loader, const scenario_node *node, geo_kind kind,
                          const scenario_points *points, geo_vectors *vectors);
/// Move the points of a part to a line.
void scenario_move_line(geo_part *part, talus_line *line);
/// Lines in local metres.
typedef struct scenario_lines {
    size_t count;
    talus_line *items; ///< named like the entry, numbered when it has several
} scenario_lines;
/// Read the line of an entry, or one line per linestring of its file; those that are already in
/// `lines` stay. @return false after a report
bool scenario_read_lines(scenario_loader *loader, const scenario_node *map, const char *name,
                         const scenario_course *course, scenario_lines *lines);
void scenario_lines_clear(scenario_lines *lines);
/// Dams become heights of the DEM, and are kept in the world.
void scenario_raise_dams(scenario_loader *loader);
/// Warns of dams that stand outside the DEM or on NODATA in part.
void scenario_check_dams(scenario_loader *loader);
/// What the cells of the terrain, coarsened or not, make of them; warns of faces that the cells
/// cannot carry.
void scenario_measure_dams(scenario_loader *loader);
void scenario_clear_dams(talus_world *world);
/// Walls, nets and the stems of `world->stems` become the site's obstacles.
void scenario_load_obstacles(scenario_loader *loader);

void scenario_load_grounds(scenario_loader *loader);
/// Tables of draws of the grounds that name one; after scenario_load_grounds.
void scenario_load_posteriors(scenario_loader *loader);
/// Warns of too few rocks for their draws; the campaign is filled.
void scenario_check_posteriors(scenario_loader *loader);
/// Does any part of the layer reach the surface's rectangle? A report when none does.
bool scenario_meets_dem(scenario_loader *loader, const scenario_node *node, const char *file,
                        const geo_vectors *vectors);
/// Read the polygons of an entry of ground or forest. @return false after a report
bool scenario_load_cover(scenario_loader *loader, const scenario_cover *cover,
                         geo_vectors *vectors);
/// Burn an entry with a table of classes: row k becomes class first + k.
/// @param size of a row
void scenario_burn_classes(scenario_loader *loader, const scenario_cover *cover, size_t size,
                           uint8_t first, talus_class_map *map);
/// Look a raster of the key `raster` of a map up. @param area its file is the raster. @return false after a report
bool scenario_sample_raster(scenario_loader *loader, const scenario_node *map,
                            const scenario_area *area, const geo_sampling *sampling);
/// Sample the fields of grounds that vary, and rasters of parameters; after scenario_load_grounds.
void scenario_load_variations(scenario_loader *loader);
void scenario_load_forests(scenario_loader *loader);
/// Keep polygons of a drawn stand, and stems of a table. @return false when out of memory
/// @param found among these polygons alone
bool scenario_stands_add(scenario_stands *stands, const geo_vectors *polygons,
                         const geo_overlaps *found);
bool scenario_stands_measure(scenario_stands *stands, const talus_stem *stems, size_t count);
/// Say which stands lie over each other, and stems that are in each other. Sorts the stems.
void scenario_check_stands(scenario_loader *loader, const scenario_node *node,
                           scenario_stands *stands);
void scenario_stands_clear(scenario_stands *stands);
void scenario_load_trees(scenario_loader *loader);
void scenario_load_rocks(scenario_loader *loader);
/// Volumes of a table of measured blocks, for the class of a loaded rock; owned by world->tables.
void scenario_load_blocks(scenario_loader *loader, const scenario_rock *spec,
                          talus_rock_class *kind, double **table);
void scenario_load_releases(scenario_loader *loader);
/// Append the screens or objects of one entry to the world.
void scenario_load_screen(scenario_loader *loader, const scenario_screen *spec);
void scenario_load_object(scenario_loader *loader, const scenario_object *spec);
/// Screens and objects.
void scenario_load_gauges(scenario_loader *loader);
void scenario_clear_gauges(talus_world *world);
/// How rocks break, into the campaign.
void scenario_fill_breaking(const scenario_fragmentation *f, talus_breaking *breaking);
/// What shakes the ground, into the campaign.
void scenario_load_shaking(scenario_loader *loader);
void scenario_clear_shaking(talus_world *world);
/// Whether an event of blocks that start where they stand draws any number on its way.
bool scenario_draws_on_its_way(const talus_campaign *campaign);
/// Warnings of what is hardly meant.                                     [docs/plausibility.md]
void scenario_check_plausible(scenario_loader *loader);
/// Warnings of values of keys beyond what such things have.
void scenario_check_values(scenario_loader *loader);
/// The same for a value that a file gives in place of the key of a section.
/// @param what has the value: "a mean of "
void scenario_check_usual(scenario_loader *loader, const scenario_node *node, const char *section,
                          const char *key, const char *what, double value);

scenario_box scenario_box_of(const geo_vectors *vectors);
/// How much of lines, m, or of areas, places, lies outside the DEM or on NODATA.
typedef struct scenario_coverage {
    double all, off;
} scenario_coverage;
/// Add a line. @param xy (count x 2) m, local
void scenario_cover_line(const scenario_loader *loader, const double *xy, size_t count,
                         scenario_coverage *coverage);
/// Add polygons. @return false when out of memory
bool scenario_cover_area(const scenario_loader *loader, const geo_vectors *area,
                         scenario_coverage *coverage);
/// Warnings of keys that change nothing.
void scenario_check_unused(scenario_loader *loader);
/// Conditions that need the loaded rocks and terrain.
void scenario_check_world(scenario_loader *loader);

/// How often rocks of each class start from each release; after rocks and releases.
void scenario_load_frequency(scenario_loader *loader);

#endif
