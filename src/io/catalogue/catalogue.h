// SPDX-License-Identifier: GPL-3.0-or-later
/// @file catalogue.h
/// What the layers of a result directory are: title, unit, group, order, words and colours, for rasters by
/// the stem of their file and for layers of GeoPackages by their name. Maps, scenes, reports, QGIS projects
/// and styles take them from here. It knows names; it refuses to know values and files.
#ifndef TALUS_SRC_IO_CATALOGUE_CATALOGUE_H
#define TALUS_SRC_IO_CATALOGUE_CATALOGUE_H

#include "runs/campaign/layers.h"

/// Groups, the uppermost first.
typedef enum catalogue_group {
    CATALOGUE_PLACES, ///< screens, objects, walls, nets, dams
    CATALOGUE_ROCKS,  ///< releases, paths, impacts, deposits
    CATALOGUE_HAZARD, ///< zones, intensities, what is exceeded once in so many years
    CATALOGUE_REACH,
    CATALOGUE_ENERGY,
    CATALOGUE_SPEED,
    CATALOGUE_HEIGHT,
    CATALOGUE_SPIN,
    CATALOGUE_OTHER,
    CATALOGUE_TERRAIN,
    CATALOGUE_GROUPS
} catalogue_group;

/// Words beside a legend.
typedef struct catalogue_meaning {
    char what[96];    ///< which kind of number it is: "annual frequency"; "" = nothing to say
    char nothing[96]; ///< what a cell without colour is
} catalogue_meaning;

/// Where a layer of a map comes from.
typedef enum catalogue_source {
    CATALOGUE_RASTER,    ///< NAME.tif
    CATALOGUE_BAND,      ///< "sources_NAME": a band of sources.tif
    CATALOGUE_TRACKS,    ///< "trajectories", "sources": lines and points of results.gpkg
    CATALOGUE_DIFFERENCE ///< NAME.tif of changes, below 0 too: a two-sided scale
} catalogue_source;

typedef struct catalogue_layer {
    campaign_layer
        layer; ///< name, title, unit; amounts are drawn in the cool ramp, others in the warm one
    catalogue_meaning meaning;
    catalogue_source source;
    catalogue_group group;
    size_t rank; ///< of importance, small ones first, over all groups
} catalogue_layer;

/// A layer that can be drawn: of a run, of a hazard assessment, of a comparison. @return false for another name
bool catalogue_find(const char *name, catalogue_layer *layer);
/// Is it a raster of classes?
bool catalogue_is_classes(const campaign_layer *layer);
/// Group and rank of a raster by the stem of its file; OTHER and last for an unknown one.
catalogue_group catalogue_group_of(const char *name, size_t *rank);

/// Colours of lines on the map: red, green, blue from 0 to 255.
#define CATALOGUE_DAM 140, 77, 0
#define CATALOGUE_WALL 51, 51, 51
#define CATALOGUE_NET 122, 0, 140
#define CATALOGUE_OBJECT 166, 15, 26
#define CATALOGUE_SCREEN 0, 64, 158

/// A layer of a GeoPackage, in the order in which they lie on each other.
typedef struct catalogue_vector {
    const char *name, *title;
    const char *word; ///< of one feature, for legends: "net"; NULL: it has no colour of its own
    catalogue_group group;
    bool is_shown; ///< when a project opens
    unsigned char colour[3];
} catalogue_vector;
extern const catalogue_vector catalogue_vectors[];
extern const size_t catalogue_vector_count;
/// @return NULL for another name
const catalogue_vector *catalogue_find_vector(const char *name);

#endif
