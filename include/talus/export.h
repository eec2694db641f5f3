// SPDX-License-Identifier: GPL-3.0-or-later
/// @file export.h
/// Parts of a result directory as one file for another program: vectors as GeoJSON, FlatGeobuf, KML
/// or CSV, a raster as cloud-optimised GeoTIFF, terrain and rocks as glTF. It knows the files of a
/// result directory and, for rocks that move, the inputs of its scenario; it refuses to know how
/// the results came about. [docs/export.md]
///
/// threads: any thread; two exports at once need two file names.
#ifndef TALUS_EXPORT_H
#define TALUS_EXPORT_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum talus_export_format {
    TALUS_EXPORT_BY_NAME,    ///< by the extension of the file
    TALUS_EXPORT_GLTF,       ///< .gltf, .glb: terrain, paths as lines, rocks that move; y up
    TALUS_EXPORT_GEOJSON,    ///< .geojson, .json: one layer, longitude and latitude (RFC 7946)
    TALUS_EXPORT_FLATGEOBUF, ///< .fgb: one layer, with a spatial index
    TALUS_EXPORT_KML,        ///< .kml: layers as folders, longitude and latitude
    TALUS_EXPORT_CSV,        ///< .csv: one layer; points as columns X, Y, Z, others as WKT
    TALUS_EXPORT_COG,        ///< .tif, .tiff: one raster with overviews
    TALUS_EXPORT_FORMATS
} talus_export_format;

typedef struct talus_export_options {
    size_t size; ///< of this struct, by talus_export_options_default
    talus_export_format format;
    /// Names of talus_export_find_layers with commas; several for KML only. NULL: trajectories; for
    /// KML all layers with geometry except impacts; for rasters reach_probability. Not for glTF.
    const char *layers;
    /// "EPSG:4326": convert coordinates to this CRS; NULL = CRS of the run. Not for glTF; GeoJSON
    /// and KML are always in EPSG:4326
    const char *crs;
    size_t tracks;    ///< glTF: largest number of paths
    size_t rocks;     ///< glTF: largest number of rocks that are run again and move, up to 200
    const char *rock; ///< glTF: "17,203": indices of the rocks that move; NULL = chosen
    bool overwrite;   ///< replace the file
    talus_diagnostics *warnings; ///< receives what is left out; may be NULL; not owned
    /// PROJ pipeline from the CRS of the run to `crs` (of GeoJSON and KML EPSG:4326), as `projinfo`
    /// writes it; NULL = the most accurate one for the place
    const char *operation;
} talus_export_options;
/// Fill `size` bytes: format by name, 2000 paths, 8 rocks.
TALUS_API void talus_export_options_defaults(talus_export_options *options, size_t size);
static inline talus_export_options talus_export_options_default(void)
{
    talus_export_options options;
    talus_export_options_defaults(&options, sizeof options);
    return options;
}

/// Contents of the written file. Later versions may append members.
typedef struct talus_export_report {
    talus_export_format format; ///< never TALUS_EXPORT_BY_NAME
    size_t layers;              ///< vector layers or bands of a raster; 0 for glTF
    size_t features;            ///< of all layers
    size_t tracks, bodies;      ///< glTF: paths; rocks and fragments that move
    bool is_partial;            ///< the results are of an interrupted run
} talus_export_report;

/// Report every layer that can be exported: first those of GeoPackages, then rasters, each in the
/// order of the file names. A directory that cannot be read has none.
/// @param found called with the name, "points", "lines", "polygons", "table" or "raster", and the
///              number of features, 0 for a raster
TALUS_API void talus_export_find_layers(const char *directory,
                                        void (*found)(void *user, const char *name,
                                                      const char *kind, size_t features),
                                        void *user);

/// Write parts of a complete or partial result directory to a file, completely or not at all.
/// Values are those of the layers. Equal directories, inputs and options give equal bytes.
/// @param options NULL = the defaults @param report out; may be NULL
/// @return TALUS_ERROR_INPUT: an unknown layer, an option that the format does not support, an
///         unknown extension or CRS, a file in the way; TALUS_ERROR_UNSUPPORTED: the GDAL of
///         this system lacks the format; TALUS_ERROR_ARGUMENT for NULL and numbers outside their
///         ranges; TALUS_ERROR_IO, _MEMORY
TALUS_API talus_status talus_export_write(const char *directory, const char *path,
                                          const talus_export_options *options,
                                          talus_export_report *report, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
