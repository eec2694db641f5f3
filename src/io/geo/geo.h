// SPDX-License-Identifier: GPL-3.0-or-later
/// @file geo.h
/// Rasters, vectors and CRS: the only user of GDAL/OGR. It turns files into arrays in local metres
/// and arrays into files; it refuses to know rocks, statistics and scenario keys. World coordinates
/// become local metres here and nowhere else: local = world - origin (exact doubles).
/// No function opens a network connection unless its caller allows it: a name or a file that leads
/// to a server is TALUS_ERROR_INPUT.
#ifndef TALUS_SRC_IO_GEO_GEO_H
#define TALUS_SRC_IO_GEO_GEO_H

#include "io/geo_rules/geo_rules.h"

#include "talus/campaign.h"

/// Register GDAL's drivers and quiet its own printing (thread-safe, idempotent). Called by every
/// function below.
void geo_open_library(void);
/// For the program, before its first file: forget the environment variables and files by which GDAL, OGR
/// and PROJ would give other results; those of paths and proxies stay.
void geo_forget_environment(void);

/// How coordinates come from one CRS to another: one operation of PROJ for all of a layer.
typedef struct geo_operation {
    char pipeline[2048]; ///< as `projinfo` writes it; "" = both systems are the same
    char name[256];      ///< in PROJ's register; "" = not known
    double accuracy;     ///< m, of the register; 0 = a conversion; NaN = not known
    bool is_coarse;      ///< less accurate than 1 m or half a cell
    char from[160], to[160];
} geo_operation;

typedef struct geo_dem_options {
    bool assume_crs;       ///< the user says: treat a missing CRS as metres
    const char *crs;       ///< user's CRS override ("EPSG:31287"), NULL = as in the file
    const char *reproject; ///< target CRS to warp to, NULL = none ("auto" = the matching UTM zone)
    const char *operation; ///< by which it is warped; NULL = chosen
    double largest_array;  ///< bytes: more heights stay in the file; 0 = never
    bool allow_network;    ///< the user allows names and files that lead to servers
    const char *height_unit;  ///< of the stored heights ("us_ft"); NULL = as the file says
    const char *const *tiles; ///< (tile_count) further files of the same DEM; NULL = none
    size_t tile_count;
} geo_dem_options;

/// Heights that stay in their file and are read a window at a time. Not for files that have to be
/// warped or resampled, nor for those that can only be read from the start (text, .gz).
typedef struct geo_height_file geo_height_file;
/// talus_height_source.fetch for a geo_height_file: heights as geo_dem has them, one window of it.
/// Safe from several threads.
talus_status geo_height_file_fetch(void *file, size_t i, size_t j, size_t nx, size_t ny,
                                   double *heights, talus_error *error);
/// After every node was fetched exactly once: say what geo_read_dem says of an array.
/// @param again out: heights were found to stand for NODATA. What was fetched is to be fetched once more.
talus_status geo_height_file_report(geo_height_file *file, talus_diagnostics *diagnostics,
                                    bool *again, talus_error *error);
void geo_height_file_close(geo_height_file *file);

/// A DEM as an array: node lattice in local metres, NaN = NODATA, row 0 = south.
typedef struct geo_dem {
    talus_grid grid; ///< local: x0 = y0 = 0
    double *heights; ///< (ny x nx) m; NULL: they stay in `file`
    geo_height_file *file;
    double east, north; ///< world position of node (0, 0): the local origin
    char *crs_wkt;      ///< "" when unknown
    char *attribution; ///< from metadata TIFFTAG_COPYRIGHT / ATTRIBUTION, else a <dem>.txt / README
                       ///< beside it is not read: ""
    size_t nodata_nodes;     ///< of the array
    geo_operation operation; ///< by which it was warped; no pipeline = it was not
} geo_dem;

/// Read band 1 of any GDAL raster as a DEM. The path may be a pattern of names (files_is_pattern);
/// several files are tiles of one lattice, and the later of two that overlap counts.
/// Handled with a warning in `diagnostics` (each a sentence a user understands): south-up
/// (flipped), non-square or rotated cells (resampled bilinearly to the finer square cell,
/// north-up), feet (converted), scale/offset (applied), undeclared sentinels (-9999, -32768, |z| >=
/// 1e5, inf, repeated values far from all others: NODATA), NaN, several bands (first), steps coarser
/// than the cells (kept). Refused with a sentence (TALUS_ERROR_INPUT): units that contradict each other
/// or that nobody says beside coordinates in feet,
/// geographic CRS without options->reproject (the sentence offers the right `reproject:` line), a
/// projected CRS whose local scale is > 1 % off (web mercator), a tag that contradicts the
/// coordinates (EPSG:4326 with metres), no CRS unless assumed, GCPs only, truncated, empty, Git-LFS
/// pointer, text tokens in an ASCII grid, one row/column, all NODATA, read errors.
talus_status geo_read_dem(const char *path, const geo_dem_options *options,
                          talus_diagnostics *diagnostics, geo_dem *dem, talus_error *error);
void geo_dem_clear(geo_dem *dem);

/// What a raster file says of itself; nothing is judged or corrected.
typedef struct geo_facts {
    char driver[96]; ///< "GTiff (GeoTIFF)"
    size_t columns, rows;
    int bands;
    char type[16];       ///< of band 1: "Float32"
    bool has_transform;  ///< false: bounds and transform are 0
    double transform[6]; ///< GDAL's geotransform
    double bounds[4];    ///< west, south, east, north of the outer pixel edges
    char crs_name[128];  ///< "" = none
    int epsg;            ///< 0 = unknown
    bool geographic;     ///< degrees
    char unit[32];       ///< of band 1, "" = not said
    bool has_nodata;
    double nodata;
    double scale, offset; ///< height = stored scale + offset
    int block_columns, block_rows;
} geo_facts;
/// Cheap: reads no pixels. Of a pattern of names, the first file. Errors as geo_read_dem for files that are no rasters.
talus_status geo_read_facts(const char *path, bool allow_network, geo_facts *facts,
                            talus_error *error);

/// Where files are brought to: the DEM's CRS and local origin. The rule for all of them: a file's
/// own CRS, or the one the user names for it, is transformed to the DEM's, by the most accurate
/// operation that is made for the place of the file and the DEM, or by the user's; where PROJ has
/// none, the file is refused. A file without a CRS, or one with a CRS beside a DEM that has none, is
/// refused, unless the user says that its coordinates are the DEM's.
typedef struct geo_frame {
    const char *crs_wkt;   ///< of the DEM; "" = none
    double east, north;    ///< m, local origin
    const char *file_crs;  ///< what the user says of the file: a CRS ("EPSG:31254"), "dem" for the
                           ///< DEM's coordinates, NULL = its own
    bool allow_network;    ///< the user allows names and files that lead to servers
    double extent[4];      ///< of the DEM: west, south, east, north, m in its CRS; 0 = not known
    double cell;           ///< m, of the DEM; 0 = not known
    const char *operation; ///< the user's, a PROJ pipeline to the DEM's CRS; NULL = one is chosen
    geo_operation *used;   ///< out, where not NULL: the one by which the file was read
} geo_frame;
/// A frame for the files beside a DEM.
geo_frame geo_frame_of(const talus_grid *grid, const char *crs_wkt, double east, double north,
                       const char *file_crs, const char *operation, bool allow_network);
/// Read a layer (NULL = the only or first one). `where` is an OGR attribute filter or NULL.
/// Curves are linearised, multi-geometries split, empty geometries skipped with a warning; a layer
/// of mixed kinds or without features is an error. A table (.csv, .tsv, .txt, .xlsx, .ods, a .dbf
/// alone) has points by its columns of coordinates, by their usual names. Text in a code page that
/// the file does not name, or names wrongly, is read by the likely one with a warning.
talus_status geo_read_layer(const char *path, const char *layer, const char *where,
                            const geo_frame *frame, talus_diagnostics *diagnostics,
                            geo_vectors *vectors, talus_error *error);
/// Read a file of which the user says nothing; for tests.
talus_status geo_read_vectors(const char *path, const char *layer, const char *where,
                              const char *dem_crs_wkt, double east, double north,
                              talus_diagnostics *diagnostics, geo_vectors *vectors,
                              talus_error *error);

/// Cells of a raster that hold something else than 0 and NODATA.
typedef struct geo_cells {
    size_t count;
    double *xy;     ///< (count x 2) centres, local metres, from the raster's first row on
    double *values; ///< (count) finite, scale and offset applied
    double side;    ///< m in the DEM's CRS, of a square as large as a cell in the raster's middle
} geo_cells;
/// Read band 1. Nothing is resampled: centres of cells are transformed, so that values are kept one
/// by one. An empty raster, and one that holds nothing but 0 and NODATA, is an error.
talus_status geo_read_cells(const char *path, const geo_frame *frame,
                            talus_diagnostics *diagnostics, geo_cells *cells, talus_error *error);
void geo_cells_clear(geo_cells *cells);

/// Take the values at the places of row j, NaN = NODATA or off the raster.
typedef void geo_sample_take(void *user, size_t j, const double *values);
/// Places in the frame where values of a raster are requested, row by row from the south on.
typedef struct geo_sampling {
    talus_grid places;  ///< nodes, local metres
    bool bilinear;      ///< between centres of pixels, else the pixel that holds the place. Beside
                        ///< NODATA the pixel counts.
    bool holds_classes; ///< any number may be a class; else values are judged by
                        ///< geo_remove_lonely_values
    geo_sample_take *take;
    void *user;
} geo_sampling;
/// Look band 1 up, scale and offset applied: places are transformed to the raster by the rule of
/// geo_frame (every 16th of a row, linearly in between), its pixels are not warped. Only the part
/// under the places is read. A raster that none of them lies on is an error.
talus_status geo_sample_raster(const char *path, const geo_frame *frame,
                               const geo_sampling *sampling, talus_diagnostics *diagnostics,
                               talus_error *error);

/// Lines with heights and measures, in world coordinates as they stand in the file.
typedef struct geo_tracks {
    size_t count;     ///< lines
    size_t *starts;   ///< (count + 1) into points
    size_t *features; ///< (count) index as of geo_attribute
    double *xyzm;     ///< (starts[count] x 4)
} geo_tracks;
/// Read a layer of single lines. @return TALUS_ERROR_INPUT when there is no such layer
talus_status geo_read_tracks(const char *path, const char *layer, geo_tracks *tracks,
                             talus_error *error);
void geo_tracks_clear(geo_tracks *tracks);

enum { GEO_LAYERS_MOST = 64, GEO_LAYER_FIELDS_MOST = 24, GEO_LAYER_NAME_SIZE = 64 };
/// What a layer of a vector file says of itself; nothing is transformed.
typedef struct geo_layer_facts {
    char name[2 * GEO_LAYER_NAME_SIZE];
    bool has_geometry; ///< points, lines or polygons; false for tables and for mixed kinds
    geo_kind kind;
    size_t feature_count;
    bool has_crs;
    size_t field_count; ///< of texts and whole numbers; those beyond the most are left out
    char fields[GEO_LAYER_FIELDS_MOST][GEO_LAYER_NAME_SIZE];
} geo_layer_facts;
/// List the layers of a file in its own order. @param facts out, freed by the caller
/// @return TALUS_ERROR_INPUT when it is not a vector file or has more than GEO_LAYERS_MOST layers
talus_status geo_read_layer_facts(const char *path, bool allow_network, geo_layer_facts **facts,
                                  size_t *count, talus_error *error);
/// Features of a layer of a local file, 0 where it has no such layer.
/// @return TALUS_ERROR_INPUT when it is not a vector file
talus_status geo_count_features(const char *path, const char *layer, size_t *count,
                                talus_error *error);

/// One attribute of a layer, feature by feature, in the order of geo_part.feature.
typedef struct geo_attribute {
    size_t count;     ///< features
    char **texts;     ///< (count) "" where the feature has none; owned
    bool found;       ///< the layer has such a field
    bool has_crs;     ///< the layer says in which CRS it is
    char fields[400]; ///< names of all fields, separated by commas
} geo_attribute;
/// Read the field `field` (NULL = none; counts the features only) of what geo_read_vectors reads
/// with the same path, layer and filter; call it after that.
talus_status geo_read_attribute(const char *path, const char *layer, const char *where,
                                const char *field, bool allow_network, geo_attribute *attribute,
                                talus_error *error);
void geo_attribute_clear(geo_attribute *attribute);

enum { GEO_ROW_FIELDS_MOST = 32 };
/// Attributes of a layer, feature by feature in its order.
typedef struct geo_rows {
    size_t count, field_count;
    char **texts; ///< (count x field_count) "" where there is no value; owned
} geo_rows;
/// Read the fields of every feature; a field that the layer lacks is "" throughout.
/// @return TALUS_ERROR_INPUT when there is no such layer
talus_status geo_read_rows(const char *path, const char *layer, const char *const *fields,
                           size_t field_count, geo_rows *rows, talus_error *error);
void geo_rows_clear(geo_rows *rows);
/// Lines of a layer with attributes of theirs; none where the layer or the file does not exist. The
/// caller clears both, after an error too.
talus_status geo_read_paths(const char *path, const char *layer, const char *const *fields,
                            size_t field_count, geo_tracks *tracks, geo_rows *rows,
                            talus_error *error);

/// The CRS of a raster as WKT, "" when it has none. @param wkt malloc'd; NULL after an error
talus_status geo_read_crs(const char *path, char **wkt, talus_error *error);
/// "MGI / Austria Lambert (EPSG:31287)" from WKT; NULL or "": "no coordinate reference system".
void geo_name_crs(const char *wkt, char *name, size_t size);

/// A file in an archive: bytes in memory, or those of another file.
typedef struct geo_zip_item {
    const char *name; ///< in the archive, relative, with '/'
    const char *path; ///< of the file; NULL: data
    const void *data;
    size_t size; ///< of the data
} geo_zip_item;
/// Write a zip archive, deflated, without times: equal items give equal bytes. An error leaves no
/// file. @return TALUS_ERROR_IO, _MEMORY; TALUS_ERROR_INPUT for a file that cannot be read
talus_status geo_write_zip(const char *path, const geo_zip_item *items, size_t count,
                           talus_error *error);

/// How layers or a raster are handed on in another format.
typedef struct geo_copy {
    const char *driver;                      ///< of GDAL: "FlatGeobuf", "COG"
    const char *ending;                      ///< that the driver expects: ".fgb"
    const char *const *layer_options;        ///< of the driver, "KEY=VALUE" up to NULL; NULL = none
    const char *point_option, *shape_option; ///< one more for layers of points, of others with
                                             ///< geometry; NULL = none
    const char *crs;                ///< "EPSG:4326": bring coordinates there; NULL = as they are
    const char *operation;          ///< by which; NULL = chosen
    talus_diagnostics *diagnostics; ///< of operations; may be NULL
} geo_copy;
typedef struct geo_layer_source {
    const char *path, *layer; ///< a vector file, a layer of it
    bool has_geometry, are_points;
} geo_layer_source;
/// Write layers to a new file in their order; it is there whole or not at all, and replaces another.
/// @return TALUS_ERROR_UNSUPPORTED: GDAL lacks the driver; TALUS_ERROR_INPUT: a CRS that is not
///         known, or a layer without one; TALUS_ERROR_IO, _MEMORY
talus_status geo_copy_layers(const char *path, const geo_copy *copy, const geo_layer_source *layers,
                             size_t count, talus_error *error);
/// The same for a raster with all its bands.
talus_status geo_copy_raster(const char *path, const geo_copy *copy, const char *from,
                             talus_error *error);

/// Descriptions of all bands, "" where there is none, or names of files; freed by geo_names_clear.
typedef struct geo_names {
    char **items;
    size_t count;
} geo_names;
/// Files that GDAL reads with a raster or vector file, itself included, as paths: sidecars, parts of a
/// mosaic. None for a file that is neither. @param names cleared by geo_names_clear
talus_status geo_list_files(const char *path, geo_names *names, talus_error *error);

/// Bytes as a zlib stream. @param deflated malloc'd; NULL after an error
talus_status geo_deflate(const void *data, size_t size, unsigned char **deflated,
                         size_t *deflated_size, talus_error *error);

/// Areas of equal class that are connected along rows and columns.
typedef struct geo_zones {
    const uint8_t *classes; ///< (ny x nx) row 0 = south; 0 = none
    size_t nx, ny;
    double west, south, cell; ///< world, lower left corner of the lower left cell
} geo_zones;
typedef struct geo_zone {
    uint8_t class_;
    double area; ///< m^2
    size_t ring_count;
    const size_t *ring_starts; ///< (ring_count + 1) into points; outer ring first, closed
    const double *xy;          ///< world
} geo_zone;
typedef talus_status geo_zone_sink(void *user, const geo_zone *zone, talus_error *error);
/// Hand every area of a class other than 0 to the sink, which may stop by returning an error.
talus_status geo_trace_zones(const geo_zones *zones, geo_zone_sink *sink, void *user,
                             talus_error *error);

/// Give the values of the cells of a window, row 0 of `values` = south, NaN = NODATA.
/// @param is_empty false at first; set to true when all of them are NODATA: `values` is then unread
/// @return a failure ends the writing, and no file is left
typedef talus_status geo_raster_fill(void *user, const talus_window *cells, float *values,
                                     bool *is_empty, talus_error *error);

enum { GEO_MOST_BANDS = 65535 }; ///< a TIFF counts them in 16 bits
/// A float raster in world coordinates to be written (row 0 = SOUTH in memory, written north-up).
typedef struct geo_raster {
    size_t nx, ny;
    double west, south, cell; ///< world, lower left corner of the lower left cell
    const char *crs_wkt;
    const float *values;   ///< (ny x nx) NaN = NODATA; NULL: they come from `fill`
    geo_raster_fill *fill; ///< called for one 256 x 256 tile after the other
    void *user;
    const char *name; ///< band description
    /// NULL: one band called `name`. Turns `fill` to a band, from 0 on. @return its description
    const char *(*turn)(void *user, size_t band);
    size_t band_count;       ///< with `turn`; at most GEO_MOST_BANDS
    const char *unit;        ///< of all bands
    const char *attribution; ///< TIFFTAG_COPYRIGHT; may be ""
    double
        reference_width; ///< m, item REFERENCE_WIDTH_M: of the object that the values are of; 0: none
    float nodata;        ///< stored instead of NaN (-9999), declared
} geo_raster;
/// DEFLATE GeoTIFF, written to path.part and renamed. Rasters of more than 256 cells a side have
/// tiles of 256 x 256; tiles without a value take no room in the file. Same values, same bytes.
talus_status geo_write_raster(const char *path, const geo_raster *raster, talus_error *error);

/// A raster read back for drawing: float values, NaN = NODATA, row 0 = south. For any readable
/// raster.
typedef struct geo_image {
    size_t nx, ny;
    double west, south, cell;
    float *values;
    char *unit, *attribution, *crs_wkt;
} geo_image;
talus_status geo_read_image(const char *path, geo_image *image, talus_error *error);
/// Band `band`, from 0 on, of a raster with several.
talus_status geo_read_image_band(const char *path, size_t band, geo_image *image,
                                 talus_error *error);
talus_status geo_read_band_names(const char *path, geo_names *names, talus_error *error);
void geo_names_clear(geo_names *names);
void geo_image_clear(geo_image *image);

/// Vector output: one GeoPackage, several layers, styles; written in a temporary file, renamed at
/// close. One thread opens, uses and closes a writer; of several it closes the last opened first.
typedef struct geo_writer geo_writer;
typedef enum geo_field_type { GEO_FIELD_INTEGER, GEO_FIELD_REAL, GEO_FIELD_TEXT } geo_field_type;
typedef struct geo_field {
    const char *name;
    geo_field_type type;
} geo_field;
typedef struct geo_value {
    union {
        int64_t integer;
        double real;      ///< not finite: NULL
        const char *text; ///< NULL: NULL
    };
    bool is_absent; ///< NULL in the file
} geo_value;
talus_status geo_writer_open(const char *path, const char *crs_wkt, geo_writer **writer,
                             talus_error *error);
/// `qml` is the layer's default QGIS style (layer_styles table), NULL = none.
talus_status geo_writer_layer(geo_writer *writer, const char *name, geo_kind kind,
                              const geo_field *fields, size_t field_count, const char *qml,
                              talus_error *error);
/// Add a feature to the current layer. coordinates: (count x 4) world x, y, z, m; m only for lines.
talus_status geo_writer_feature(geo_writer *writer, const double *coordinates, size_t count,
                                const geo_value *values, talus_error *error);
/// Add a polygon with holes to the current layer of flat polygons.
/// @param xy world, runs of points from ring_starts[k] to ring_starts[k + 1]; outer ring first
talus_status geo_writer_polygon(geo_writer *writer, const double *xy, const size_t *ring_starts,
                                size_t ring_count, const geo_value *values, talus_error *error);
/// Finish and rename; with `keep` false remove the temporary file instead. Frees the writer.
talus_status geo_writer_close(geo_writer *writer, bool keep, talus_error *error);

/// Where a place lies, and where its coordinate reference system is meant to be used; degrees.
typedef struct geo_area_of_use {
    double lon, lat;
    double west, south, east, north; ///< west > east: over the date line
    char name[256];
} geo_area_of_use;
/// @return false when the system is unknown to the EPSG register or has no area there
bool geo_area_of_use_of(const char *wkt, double east, double north, geo_area_of_use *area);
/// Does the area hold the place, with a margin in degrees?
bool geo_area_of_use_has(const geo_area_of_use *area, double margin);

#endif
