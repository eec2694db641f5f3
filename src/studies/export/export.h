// SPDX-License-Identifier: GPL-3.0-or-later
/// @file export.h
/// Parts of the export: what a result directory has to give, and a file for each family of formats.
/// They know files of a result directory; they refuse to know the command line.
#ifndef TALUS_SRC_STUDIES_EXPORT_EXPORT_H
#define TALUS_SRC_STUDIES_EXPORT_EXPORT_H

#include "io/geo/geo.h"
#include "talus/export.h"

enum { EXPORT_LAYERS_MOST = 256, EXPORT_NAME_SIZE = 128 };

/// A layer of a GeoPackage or a raster.
typedef struct export_layer {
    char file[EXPORT_NAME_SIZE]; ///< in the directory
    char name[EXPORT_NAME_SIZE];
    bool is_raster, has_geometry;
    geo_kind kind;
    size_t features;
} export_layer;
typedef struct export_layers {
    export_layer items[EXPORT_LAYERS_MOST];
    size_t count;
} export_layers;

typedef struct export_job {
    const char *directory, *path;
    talus_export_options options;
    talus_export_report report;
    export_layers layers;
} export_job;

/// @return TALUS_ERROR_INPUT for a directory without results
talus_status export_find(const char *directory, export_layers *layers, talus_error *error);

/// GeoJSON, FlatGeobuf, KML, CSV and COG.
talus_status export_layers_write(export_job *job, talus_error *error);
/// Terrain, paths and rocks that move.
talus_status export_gltf_write(export_job *job, talus_error *error);

#endif
