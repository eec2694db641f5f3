// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of geo share: GDAL's error messages caught in a trap, opening of any file with a
// sentence when it fails, CRS questions, and a raster in memory on its way to become a DEM.
#ifndef TALUS_SRC_IO_GEO_GEO_INTERNAL_H
#define TALUS_SRC_IO_GEO_GEO_INTERNAL_H

#include "foundation/files/files.h"
#include "foundation/files/records.h"
#include "io/geo/geo.h"
#include "io/geo_rules/heights.h"

#include <cpl_minixml.h>
#include <gdal.h>
#include <math.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

enum { GEO_CLOSURES = 4 };
/// What a thread's options were before its connections were closed.
typedef struct geo_closure {
    char *before[GEO_CLOSURES]; ///< NULL = not set
    char url[200];              ///< the first that was asked for and refused; "" = none
} geo_closure;
/// Keep GDAL from fetching anything on this thread until it is restored; may be nested.
void geo_network_close(geo_closure *closure);
void geo_network_restore(geo_closure *closure);
/// Refuse a name that GDAL would ask the network for, and a file whose content leads there; also
/// pipes and devices. Between geo_network_close and geo_network_restore.
/// A description in it may hold plain selections alone, connections or not.
talus_status geo_network_check(const char *path, bool allow_network, talus_error *error);
/// As above, for what only the open dataset shows.
talus_status geo_network_check_opened(const char *path, GDALDatasetH dataset,
                                      const geo_closure *closure, talus_error *error);
/// The sentence about a URL that was asked for and refused.
talus_status geo_network_refused(const char *path, const geo_closure *closure, talus_error *error);
/// Refuse an archive (zip, gzip) that unpacks to hundreds of times its size, or holds thousands of
/// files. @param name as GDAL takes it; other files pass
talus_status geo_check_archive(const char *name, talus_error *error);
/// Refuse a raster of more cells than `least_cells` that its files cannot hold.
talus_status geo_check_bulk(const char *path, GDALDatasetH dataset, double least_cells,
                            talus_error *error);
/// How often the sources of a virtual raster cover it; 1 for other descriptions.
double geo_count_layers(const CPLXMLNode *tree);
/// Refuse more than can be read. @param layers of all descriptions on the way, multiplied
talus_status geo_check_layers(const char *path, double layers, talus_error *error);
/// Names of the drivers that GDAL may try, NULL-terminated; NULL = all.
const char *const *geo_network_drivers(bool allow_network);

/// Options that alter numbers or bytes are GDAL's defaults on this thread until they are restored,
/// whatever the environment says; may be nested.
void geo_pins_set(void);
void geo_pins_restore(void);
/// Connections to SQLite that GDAL opens on a thread while it is guarded only read tables. Once, then per
/// thread. @return what it was before
void geo_sqlite_open_library(void);
bool geo_sqlite_guard(bool is_on);
/// Do the bytes of the SQLite file stand alone, without a journal of a program that is writing to it?
bool geo_sqlite_is_still(const char *path);

/// Errors that GDAL raises between begin and end on this thread; nothing is printed.
typedef struct geo_trap {
    int failures;
    char first[400]; ///< the first message, or ""
    char note[600];  ///< what the user must see of a file that was opened, or ""
    bool allow_network;
    geo_closure closure;
} geo_trap;
/// @param allow_network the user allows connections; else none is opened until the end
void geo_trap_begin(geo_trap *trap, bool allow_network);
void geo_trap_end(geo_trap *trap);
/// Forget what was caught so far.
void geo_trap_reset(geo_trap *trap);
/// "; GDAL says: ..." or "".
/// After the features of a layer: could all be read? The trap was reset before the first.
/// @return TALUS_ERROR_INPUT
talus_status geo_check_end(const geo_trap *trap, const char *path, const char *layer,
                           talus_error *error);
const char *geo_trap_quote(const geo_trap *trap, char *buffer, size_t size);

/// Open read-only; also inside .zip and .gz. On failure the sentence says what the file is instead.
/// @param kind GDAL_OF_RASTER or GDAL_OF_VECTOR
talus_status geo_open_dataset(const char *path, unsigned kind, geo_trap *trap,
                              GDALDatasetH *dataset, talus_error *error);
/// Is it a table by its ending (.csv, .tsv, .txt, each also with .gz)?
bool geo_is_text_table(const char *path);
/// Read one as a dataset in memory: one layer called by the file, with points by its columns of
/// coordinates or the shapes of a column WKT, else without geometry. Numbers are fields of numbers.
talus_status geo_open_text_table(const char *path, geo_trap *trap, GDALDatasetH *dataset,
                                 talus_error *error);
/// Columns that the points of a layer of these stand in, as of geo_vectors; "" for other layers.
const char *geo_columns_of(OGRLayerH layer);
/// Sheets, and a .dbf alone, become such layers. @param dataset in and out; NULL after an error
talus_status geo_settle_table(const char *path, GDALDatasetH *dataset, talus_error *error);
/// Columns of coordinates by their names. @return false without a pair of them: both SIZE_MAX
bool geo_find_coordinates(const files_records *table, size_t *east, size_t *north,
                          bool *is_degrees);
/// Open a shapefile again if its text is in another code page than it says.
talus_status geo_settle_encoding(const char *path, geo_trap *trap, GDALDatasetH *dataset,
                                 talus_error *error);
/// Text of a field; real numbers with as few digits as they need. @param room for numbers
const char *geo_field_text(OGRFeatureH feature, int field, char *room, size_t size);
/// The same as UTF-8: other bytes are taken to be Windows-1252. malloc'd; NULL when out of memory
char *geo_copy_field(OGRFeatureH feature, int field);

/// Names of all fields, separated by commas; a layer without any says where a shapefile has them.
void geo_list_fields(OGRLayerH layer, char *fields, size_t size);
/// Names of up to eight layers, separated by commas.
void geo_layer_names(GDALDatasetH dataset, char *buffer, size_t size);

/// The layer of that name, NULL = the first; the sentence names those that there are.
talus_status geo_choose_layer(const char *path, GDALDatasetH dataset, const char *name,
                              OGRLayerH *layer, talus_error *error);

/// "a, b" lists: append printf-like to a buffer, cut at its end.
void geo_append(char *buffer, size_t size, const char *format, ...) TALUS_PRINTF(3, 4);
/// malloc'd copy; NULL counts as "". NULL when out of memory.
char *geo_copy_text(const char *text);

/// From "EPSG:31287", WKT, PROJ text; axis order x = east, y = north. NULL if not understood.
OGRSpatialReferenceH geo_crs_parse(const char *text);
/// The entry of the EPSG register that a CRS names, where both are the same; else a copy. The parts of
/// an entry have codes: a writer need not look their names up for each file. NULL when out of memory.
OGRSpatialReferenceH geo_crs_registered(OGRSpatialReferenceH crs);
/// The CRS of a layer, borrowed; NULL when it has none. A GeoPackage without one says "Undefined
/// geographic SRS" or "Undefined Cartesian SRS", which GDAL would take for degrees or metres.
OGRSpatialReferenceH geo_crs_of_layer(OGRLayerH layer);
/// The horizontal part of a dataset's or layer's CRS as a new object; NULL stays NULL.
OGRSpatialReferenceH geo_crs_horizontal(OGRSpatialReferenceH crs);
/// "WGS 84 (EPSG:4326)"
void geo_crs_label(OGRSpatialReferenceH crs, char *buffer, size_t size);
/// EPSG code, 0 = unknown.
int geo_crs_epsg(OGRSpatialReferenceH crs);
/// malloc'd WKT2; NULL when out of memory.
char *geo_crs_wkt(OGRSpatialReferenceH crs);
/// Longitudes and latitudes, degrees from Greenwich on the datum of the CRS itself, in place; false when
/// a point lies outside the projection.
bool geo_crs_degrees(OGRSpatialReferenceH crs, int count, double *x, double *y);
/// As above. To find zones and areas of use: up to a kilometre off from WGS 84, as datums are not
/// changed.
bool geo_crs_lonlat(OGRSpatialReferenceH crs, double x, double y, double *lon, double *lat);
/// Map coordinates of a place; the inverse of the above.
bool geo_crs_from_lonlat(OGRSpatialReferenceH crs, double lon, double lat, double *x, double *y);
/// EPSG code of the UTM zone of a point (326xx or 327xx).
int geo_crs_utm(double lon, double lat);
/// Map units per true metre along x and y, the one farther from 1; false outside the projection.
bool geo_crs_scale(OGRSpatialReferenceH crs, double x, double y, double *scale);

/// Transformation of a file's coordinates into the frame, by the rule of geo_frame.
/// @param what the file, for messages; `own` its CRS, NULL = none (stays the caller's)
/// @param extent of the file in its coordinates: west, south, east, north; NULL = not known
/// @param transformation out: NULL = the coordinates are those of the DEM
talus_status geo_frame_transformation(const geo_frame *frame, const char *what,
                                      OGRSpatialReferenceH own, const double *extent,
                                      talus_diagnostics *diagnostics,
                                      OGRCoordinateTransformationH *transformation,
                                      talus_error *error);

/// Heights with their placement, as in the file: pixel (column, row) covers
///   x = t0 + column t1 + row t2,  y = t3 + column t4 + row t5     (GDAL's geotransform)
typedef struct geo_lattice {
    size_t nx, ny;
    double transform[6];
    double *heights; ///< (ny x nx) m, NaN = NODATA
} geo_lattice;

/// The band of heights, and what its numbers mean.
typedef struct geo_band {
    GDALRasterBandH band;
    bool is_smooth; ///< parts of a virtual raster that have other cells are resampled bilinearly
    geo_height_rules rules;
} geo_band;
/// Metres of a unit of the horizontal axes; a degree of latitude's. @param crs NULL = metres
double geo_horizontal_unit(OGRSpatialReferenceH crs);
/// The unit of the heights by all that the file and its user say.
/// @param crs the horizontal CRS, the user's or the file's; may be NULL
talus_status geo_find_unit(const char *path, GDALDatasetH dataset, const geo_dem_options *options,
                           OGRSpatialReferenceH crs, talus_diagnostics *diagnostics, geo_unit *unit,
                           talus_error *error);
geo_band geo_band_of(const char *path, GDALDatasetH dataset, const geo_unit *unit,
                     talus_diagnostics *diagnostics);

/// How a virtual raster comes to its pixels.
typedef struct geo_vrt {
    size_t sources;
    size_t open,
        repeated; ///< of other cells than the whole: resampling left open; by nearest neighbour
    bool warped_nearest; ///< the whole is warped, by nearest neighbour
} geo_vrt;
/// All 0 for other rasters.
geo_vrt geo_describe_vrt(GDALDatasetH dataset);
void geo_report_vrt(const char *path, const geo_vrt *vrt, talus_diagnostics *diagnostics);

/// Where band 1 of a raster lies. @param transform GDAL's geotransform, invertible
talus_status geo_raster_placement(const char *path, GDALDatasetH dataset, double transform[6],
                                  talus_error *error);
typedef struct geo_pixels geo_pixels;
/// Stored values of pixels of band 1 with scale and offset applied, NaN = NODATA.
/// @param values (ny x nx) in the order of the file
talus_status geo_read_values(const char *path, GDALDatasetH dataset, const geo_pixels *pixels,
                             geo_trap *trap, double *values, talus_error *error);

/// Pixels [column, column + nx) x [row, row + ny) in the order of the file.
struct geo_pixels {
    size_t column, row, nx, ny;
};
/// Heights of pixels with NODATA, mask, scale, offset and units resolved, and counted.
/// @param heights (ny x nx) m
talus_status geo_read_pixels(const char *path, const geo_band *band, const geo_pixels *pixels,
                             geo_trap *trap, geo_counts *counts, double *heights,
                             talus_error *error);
/// Heights that stay in their file. Takes the dataset of the band and its lattice, as in the file.
/// @param cell m
/// @return NULL when out of memory; the dataset is the caller's then
geo_height_file *geo_height_file_create(const char *path, GDALDatasetH dataset, bool allow_network,
                                        const geo_lattice *lattice, const geo_band *band,
                                        double cell);

/// Copyright or licence in the metadata of a raster; NULL = none. The dataset's.
const char *geo_attribution_of(GDALDatasetH dataset);

/// Files that are put together to one DEM.
typedef struct geo_tiles geo_tiles;
/// For at most `capacity` tiles; NULL when out of memory.
geo_tiles *geo_tiles_create(size_t capacity);
void geo_tiles_destroy(geo_tiles *set);
/// What a tile's numbers mean beyond its band.
typedef struct geo_tile_facts {
    geo_unit unit;
    bool is_whole;  ///< integers
    bool is_smooth; ///< geo_band
} geo_tile_facts;
/// @param crs horizontal; NULL = unknown
talus_status geo_tile_describe(const char *path, GDALDatasetH dataset,
                               const geo_dem_options *options, OGRSpatialReferenceH crs,
                               talus_diagnostics *diagnostics, geo_tile_facts *facts,
                               talus_error *error);
/// Tiles that lie in a mosaic.
typedef struct geo_tile_list {
    size_t count;
    const geo_tile *tiles;
    const geo_tile_facts *facts;
} geo_tile_list;
/// Say where heights differ between tiles that overlap or meet.
talus_status geo_compare_tiles(const geo_tile_list *list, const geo_mosaic *mosaic,
                               const char *label, geo_trap *trap, talus_diagnostics *diagnostics,
                               talus_error *error);
/// Keep what a file says of itself. @param path must outlive the set
/// @return TALUS_ERROR_INPUT for a CRS that differs from those of the others, and as geo_find_unit
talus_status geo_tiles_add(geo_tiles *set, const char *path, GDALDatasetH dataset,
                           const geo_lattice *lattice, const geo_dem_options *options,
                           talus_diagnostics *diagnostics, talus_error *error);
/// Of all: the unit of the first; whole numbers if all are, smooth if one is.
geo_tile_facts geo_tiles_facts(const geo_tiles *set);
/// A raster of all tiles, opened; the later of two that overlap counts. Gaps, and heights that do not
/// fit where tiles overlap or meet, are said. @param label for messages
/// @param dataset out, closed by the caller
talus_status geo_tiles_open(geo_tiles *set, const char *label, geo_trap *trap,
                            talus_diagnostics *diagnostics, GDALDatasetH *dataset,
                            talus_error *error);

/// Refuse an ASCII grid that GDAL would read wrongly (geo_ascii_grid); other rasters pass.
talus_status geo_check_ascii_grid(GDALDatasetH dataset, talus_error *error);
/// The name by which GDAL reads a file whose first bytes it does not take (geo_text_start), malloc'd; NULL
/// for other files: their path. And the path of such a name, in it.
char *geo_text_name(const char *path);
const char *geo_text_path(const char *name);
/// Once, before such names are used.
void geo_text_open_library(void);
/// Why a text cannot be read as a raster, by its first bytes; else TALUS_OK.
talus_status geo_explain_text(const char *path, talus_error *error);

/// Decide whether the lattice lies in true metres: refuse, or name the CRS to warp to.
/// @param crs    NULL = unknown
/// @param target out: new object, or NULL when nothing is to be warped
talus_status geo_check_metres(const char *path, const geo_dem_options *options,
                              OGRSpatialReferenceH crs, const geo_lattice *lattice,
                              OGRSpatialReferenceH *target, talus_diagnostics *diagnostics,
                              talus_error *error);

/// Read band 1 with NODATA, mask, scale, offset and units resolved; lattice->heights is malloc'd.
/// @param band values found to mean NODATA are added to its rules @param cell m
talus_status geo_read_heights(const char *path, geo_band *band, double cell, geo_trap *trap,
                              talus_diagnostics *diagnostics, geo_lattice *lattice,
                              talus_error *error);

/// True when rows and columns run along the axes and cells are square to 1 % of a cell at the end
/// of the longest side.
bool geo_lattice_is_square(const geo_lattice *lattice);
/// Bilinear resampling of a rotated or non-square lattice to north-up square cells of its finer
/// side.
talus_status geo_lattice_resample(geo_lattice *lattice, talus_error *error);
/// Bring row 0 to the south and column 0 to the west; without heights, their placement alone.
void geo_lattice_orient(geo_lattice *lattice);
/// Warp to another CRS: bilinear, square cells of a whole number of millimetres, heights rounded to
/// 1 mm. @param pipeline of the operation between them
talus_status geo_lattice_warp(const char *path, geo_lattice *lattice, OGRSpatialReferenceH from,
                              OGRSpatialReferenceH to, const char *pipeline, geo_trap *trap,
                              talus_error *error);
/// Corners of the outer pixel edges: west, south, east, north.
void geo_transform_bounds(const double transform[6], size_t nx, size_t ny, double bounds[4]);

#endif
