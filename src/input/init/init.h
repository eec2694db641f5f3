// SPDX-License-Identifier: GPL-3.0-or-later
/// @file init.h
/// What the files of this room share: facts of the DEM, chosen sources, grounds by slope, layers of
/// vector files, and the text under way.
#ifndef TALUS_SRC_INPUT_INIT_INIT_H
#define TALUS_SRC_INPUT_INIT_INIT_H

#include "foundation/files/files.h"
#include "io/geo/geo.h"
#include "talus/init.h"

enum { INIT_SLOPE_BINS = 180 };
/// The DEM as far as it has to be known.
typedef struct init_site {
    geo_facts facts;
    geo_dem dem;                    ///< heights NULL: they stay in its file
    const char *reproject;          ///< "auto", NULL: not needed
    double low, high;               ///< m, of the heights that were read
    double missing;                 ///< share of nodes without height
    size_t slopes[INIT_SLOPE_BINS]; ///< nodes by slope, bins of half a degree
    size_t slope_count;
} init_site;
/// Read the DEM, or open it where it is large, and count its slopes.
talus_status init_site_read(const char *path, const talus_init_options *options,
                            talus_diagnostics *diagnostics, init_site *site, talus_error *error);
void init_site_clear(init_site *site);
/// Slope (degrees) that the share q of the nodes does not reach.
double init_slope_quantile(const init_site *site, double q);

/// Where rocks start when nothing is given.
typedef struct init_sources {
    double threshold;    ///< degrees
    bool is_preset;      ///< the threshold of slope_preset for this cell size
    bool is_lowered;     ///< no cell is as steep as rock faces are
    double patch_height; ///< m, 0 = patches of any height
    size_t cells;        ///< of the DEM, 0 = not counted
} init_sources;
/// @return TALUS_ERROR_INPUT when the ground is too flat for rocks to start; TALUS_ERROR_MEMORY
talus_status init_choose_sources(const char *path, const init_site *site, init_sources *sources,
                                 talus_error *error);

enum { INIT_BELOW = 0, INIT_ROCK = 1, INIT_FOOT = 2 };
/// Grounds by slope on a lattice of about 5 m.
typedef struct init_zones {
    size_t nx, ny;
    double cell;                 ///< m
    double rock, foot;           ///< degrees: steeper, flatter than this
    double rock_area, foot_area; ///< m^2, of the polygons that are written
    uint8_t *classes;            ///< (ny x nx) row 0 = south; NULL: none
} init_zones;
/// Heights must be in memory. @return TALUS_ERROR_MEMORY
talus_status init_classify(const init_site *site, init_zones *zones, talus_error *error);
/// Polygons in the DEM's CRS, layer "ground", attribute "ground".
talus_status init_write_zones(const char *path, const init_site *site, const init_zones *zones,
                              talus_error *error);
extern const char *const init_zone_names[]; ///< by class

/// A ground for a word of a map ("Fels", "soft meadow", "scree"); a preset's own name is itself.
/// @return name of a preset; NULL when the word says nothing
const char *init_ground_of(const char *word);
/// Likewise "open", "medium", "dense".
const char *init_forest_of(const char *word);

enum { INIT_VALUES_MOST = 60 };
/// A layer that a section of the scenario takes.
typedef struct init_layer {
    const char *file; ///< the user's
    geo_layer_facts facts;
    const char *operation;           ///< the user's; NULL = none
    bool needs_crs;                  ///< it has none: vectors_crs names it
    char field[GEO_LAYER_NAME_SIZE]; ///< attribute that says the class, "" = none
    size_t value_count;
    char *values[INIT_VALUES_MOST]; ///< distinct, of that attribute; owned
} init_layer;
typedef struct init_layers {
    size_t count;
    init_layer *items; ///< owned
} init_layers;
/// What a section can use.
typedef struct init_request {
    const talus_init_options *options;
    const init_site *site;
    talus_diagnostics *diagnostics;
    const char *option; ///< "forest"
    talus_init_layer given;
    bool takes_points, takes_lines, takes_polygons;
    bool takes_several;                         ///< all layers that fit, else one must be chosen
    bool must_be_inside;                        ///< every feature touches the DEM's rectangle
    const char *(*preset_of)(const char *word); ///< NULL: attributes say nothing
} init_request;
/// Choose layers, and see that they can be brought to the DEM and lie on it.
/// @param layers out, to be cleared also on failure
talus_status init_read_layers(const init_request *request, init_layers *layers, talus_error *error);
void init_layers_clear(init_layers *layers);

struct talus_init {
    talus_init_options options; ///< its texts are the next members
    char *dem_path, *path, *directory, *ground_path, *stem;
    char *texts[15];   ///< copies of the option's texts
    files_names tiles; ///< copies of the option's tiles
    init_site site;
    init_sources sources;
    init_zones zones;
    init_layers releases, forest, ground, objects;
    files_text scenario;
    talus_init_guess *guesses; ///< texts owned
    size_t guess_count, guess_capacity;
    bool failed; ///< out of memory
};

/// A line of the scenario whose value was assumed.
typedef struct init_line {
    int indent;
    const char *key;     ///< "terrain.roughness"
    const char *line;    ///< as it stands in the file, without its indent
    const char *value;   ///< for programs; NULL: the line behind its colon
    const char *reason;  ///< NULL: it was not assumed
    const char *instead; ///< NULL: as the reason says
} init_line;
/// Append comment and line, and remember the guess.
void init_add_line(talus_init *init, const init_line *line);
/// A comment, broken into lines.
void init_add_comment(talus_init *init, int indent, const char *format, ...) TALUS_PRINTF(3, 4);
/// File name as the scenario has it: relative, in quotes. @param text out, appended
void init_add_path(talus_init *init, files_text *text, const char *path);
/// "crs: ..." and "operation: ..." of a layer that has them, each behind the separator.
void init_add_place(talus_init *init, files_text *text, const init_layer *layer,
                    const char *separator);

/// The whole text.
void init_write_scenario(talus_init *init);
/// Its sections.
void init_add_terrain(talus_init *init);
void init_add_ground(talus_init *init);
void init_add_forest(talus_init *init);
void init_add_rocks(talus_init *init);
void init_add_releases(talus_init *init);
void init_add_objects(talus_init *init);
void init_add_run(talus_init *init);

#endif
