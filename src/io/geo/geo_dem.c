// SPDX-License-Identifier: GPL-3.0-or-later
// A DEM from any raster file: open, check before trusting it, read, bring to square metres.
#include "foundation/files/files.h"
#include "io/geo/geo_operation.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Beyond this the heights of a DEM have to be in its file.
#define MOST_SPARSE_CELLS (1 << 25)

/// What is known while a DEM is read.
typedef struct dem_task {
    const char *path;     ///< of the file, or what stands for all tiles, for messages
    bool is_streamed;     ///< a file can only be read from its start
    bool is_tiled;        ///< of several files
    geo_tile_facts facts; ///< of the file, or of all tiles
    geo_dem_options options;
    talus_diagnostics *diagnostics;
    geo_trap *trap;
    GDALDatasetH dataset;
    OGRSpatialReferenceH crs;    ///< horizontal CRS of the lattice; NULL = unknown
    OGRSpatialReferenceH target; ///< CRS to warp to; NULL = none
    geo_height_file *file;       ///< takes the dataset; NULL = heights become an array
    geo_band band;
    double cell; ///< m, about
    geo_lattice lattice;
    geo_operation operation; ///< from the CRS to the target
} dem_task;

static talus_status check_band(dem_task *task, talus_error *error)
{
    GDALDatasetH dataset = task->dataset;
    const int bands = GDALGetRasterCount(dataset);
    if (bands == 0) {
        char **list = GDALGetMetadata(dataset, "SUBDATASETS");
        const char *first = CSLFetchNameValue(list, "SUBDATASET_1_NAME");
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s holds no band of its own%s%s%s: name one of its rasters (gdalinfo "
            "lists them)",
            task->path, first != NULL ? " but several rasters, e.g. \"" : "",
            first != NULL ? first : "", first != NULL ? "\"" : "");
    }
    if (bands > 1) {
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING,
                              "%s: holds %d bands, the first one is taken as heights", task->path,
                              bands);
    }
    const GDALDataType type = GDALGetRasterDataType(GDALGetRasterBand(dataset, 1));
    if (GDALDataTypeIsComplex(type)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s holds complex numbers (%s), expected heights", task->path,
                               GDALGetDataTypeName(type));
    }
    if (type == GDT_Byte) {
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING,
                              "%s: holds 8-bit values (0 to 255), as pictures do: are these "
                              "heights?",
                              task->path);
    }
    const int nx = GDALGetRasterXSize(dataset), ny = GDALGetRasterYSize(dataset);
    if (nx < 2 || ny < 2) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has %d column%s and %d row%s, a surface needs at least 2 x 2: "
                               "is it cut short?",
                               task->path, nx, nx == 1 ? "" : "s", ny, ny == 1 ? "" : "s");
    }
    task->lattice.nx = (size_t)nx;
    task->lattice.ny = (size_t)ny;
    return TALUS_OK;
}

static bool is_identity(const double t[6])
{
    return t[0] == 0.0 && t[1] == 1.0 && t[2] == 0.0 && t[3] == 0.0 && t[4] == 0.0 &&
           fabs(t[5]) == 1.0;
}

static talus_status check_placement(dem_task *task, talus_error *error)
{
    double *t = task->lattice.transform;
    const bool placed = GDALGetGeoTransform(task->dataset, t) == CE_None;
    if ((!placed || is_identity(t)) && GDALGetGCPCount(task->dataset) > 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is placed by ground control points only, its cells have no size "
                               "yet: rectify it first, e.g. gdalwarp -t_srs EPSG:... in.tif "
                               "out.tif",
                               task->path);
    }
    if (!placed) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s carries no georeferencing (no corner and no cell size): is it a "
                               "picture? Give it a world file or gdal_edit -a_ullr",
                               task->path);
    }
    for (int k = 0; k < 6; k++) {
        if (!isfinite(t[k])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: its georeferencing is not made of finite numbers",
                                   task->path);
        }
    }
    if (!(fabs(t[1] * t[5] - t[2] * t[4]) > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s: its cells have no area", task->path);
    }
    return TALUS_OK;
}

/// The CRS of the file, or the user's.
static talus_status choose_crs(dem_task *task, talus_error *error)
{
    OGRSpatialReferenceH own = geo_crs_horizontal(GDALGetSpatialRef(task->dataset));
    const char *name = task->options.crs;
    if (name == NULL || name[0] == '\0') {
        task->crs = own;
        return TALUS_OK;
    }
    OGRSpatialReferenceH given = geo_crs_parse(name);
    task->crs = geo_crs_horizontal(given);
    OSRDestroySpatialReference(given);
    if (task->crs == NULL) {
        OSRDestroySpatialReference(own);
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "`crs: %s` is not a known coordinate reference system: expected a "
                               "name such as EPSG:31287",
                               name);
    }
    if (own != NULL && !OSRIsSame(own, task->crs)) {
        char label[160];
        geo_crs_label(own, label, sizeof label);
        talus_diagnostics_say(task->diagnostics, TALUS_NOTE,
                              "%s: its own CRS %s is replaced by %s, as asked for", task->path,
                              label, name);
    }
    OSRDestroySpatialReference(own);
    return TALUS_OK;
}

static talus_status read_attribution(GDALDatasetH dataset, geo_dem *dem, talus_error *error)
{
    dem->attribution = geo_copy_text(geo_attribution_of(dataset));
    return dem->attribution != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading a DEM");
}

/// Warp the lattice to the target, which becomes its CRS.
static talus_status reproject(dem_task *task, talus_error *error)
{
    geo_lattice *lattice = &task->lattice;
    double bounds[4];
    geo_transform_bounds(lattice->transform, lattice->nx, lattice->ny, bounds);
    const double metres = OSRIsProjected(task->crs) ? OSRGetLinearUnits(task->crs, NULL) : 0.0;
    const geo_operation_request request = {
        .what = task->path,
        .from = task->crs,
        .to = task->target,
        .layer = bounds,
        .cell = metres * fabs(lattice->transform[1]),
        .given = task->options.operation,
        .ways =
            "name its own system with `crs: EPSG:...`, another one with `reproject:`, or give a "
            "PROJ pipeline with `operation:`",
    };
    talus_status status = geo_operation_find(&request, task->diagnostics, &task->operation, error);
    if (status == TALUS_OK) {
        status = geo_lattice_warp(task->path, lattice, task->crs, task->target,
                                  task->operation.pipeline, task->trap, error);
    }
    if (status == TALUS_OK) {
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING,
                              "%s: reprojected to %s with %.9g m cells (bilinear, heights to 1 mm)",
                              task->path, task->operation.to, lattice->transform[1]);
        OSRDestroySpatialReference(task->crs);
        task->crs = task->target;
        task->target = NULL;
    }
    return status;
}

/// Bring the lattice, whose CRS is in metres now or will be after the warp, to square cells.
static talus_status make_square(dem_task *task, talus_error *error)
{
    geo_lattice *lattice = &task->lattice;
    if (task->target != NULL) {
        const talus_status status = reproject(task, error);
        if (status != TALUS_OK) {
            return status;
        }
    } else if (!geo_lattice_is_square(lattice)) {
        const double *t = lattice->transform;
        const double side_x = sqrt(t[1] * t[1] + t[4] * t[4]);
        const double side_y = sqrt(t[2] * t[2] + t[5] * t[5]);
        const bool turned = t[2] != 0.0 || t[4] != 0.0;
        const talus_status status = geo_lattice_resample(lattice, error);
        if (status != TALUS_OK) {
            return status;
        }
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING,
                              "%s: cells are %.9g x %.9g m%s, resampled (bilinear) to square cells "
                              "of %.9g m, north up",
                              task->path, side_x, side_y, turned ? " and rotated" : "",
                              lattice->transform[1]);
    } else {
        const double *t = lattice->transform;
        if (t[5] > 0.0 || t[1] < 0.0) {
            talus_diagnostics_say(
                task->diagnostics, TALUS_WARNING, "%s: %s, flipped to north up", task->path,
                t[5] > 0.0 ? "rows run from south to north" : "columns run from east to west");
        }
    }
    geo_lattice_orient(lattice);
    return TALUS_OK;
}

/// Whether a window costs more than what is read for it.
static bool is_streamed(const char *path, GDALDatasetH dataset)
{
    const char *extension = CPLGetExtension(path);
    return EQUAL(GDALGetDriverShortName(GDALGetDatasetDriver(dataset)), "AAIGrid") ||
           EQUAL(extension, "gz") || EQUAL(extension, "zip");
}

static bool stays_in_file(const dem_task *task)
{
    const geo_lattice *lattice = &task->lattice;
    const double bytes = (double)lattice->nx * (double)lattice->ny * sizeof(double);
    return task->options.largest_array > 0.0 && bytes > task->options.largest_array &&
           task->target == NULL && !task->band.is_smooth && geo_lattice_is_square(lattice) &&
           !task->is_streamed;
}

/// What the numbers of the band mean.
static talus_status describe_band(dem_task *task, talus_error *error)
{
    const double *t = task->lattice.transform;
    const double side = fmin(sqrt(t[1] * t[1] + t[4] * t[4]), sqrt(t[2] * t[2] + t[5] * t[5]));
    geo_tile_facts *facts = &task->facts;
    const talus_status status = task->is_tiled
                                    ? TALUS_OK
                                    : geo_tile_describe(task->path, task->dataset, &task->options,
                                                        task->crs, task->diagnostics, facts, error);
    if (status == TALUS_OK) {
        task->band = geo_band_of(task->path, task->dataset, &facts->unit, task->diagnostics);
        task->band.is_smooth = facts->is_smooth;
        task->band.rules.is_whole = facts->is_whole;
        task->cell = side * geo_horizontal_unit(task->crs);
    }
    return status;
}

/// Heights into the lattice, or the dataset into a file of heights.
static talus_status read_heights(dem_task *task, talus_error *error)
{
    if (!stays_in_file(task)) {
        return geo_read_heights(task->path, &task->band, task->cell, task->trap, task->diagnostics,
                                &task->lattice, error);
    }
    task->file = geo_height_file_create(task->path, task->dataset, task->options.allow_network,
                                        &task->lattice, &task->band, task->cell);
    return task->file != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading a DEM");
}

/// Count what is missing in an array.
static talus_status count_missing(const dem_task *task, geo_dem *dem, talus_error *error)
{
    const geo_lattice *lattice = &task->lattice;
    const size_t cells = lattice->nx * lattice->ny;
    for (size_t k = 0; k < cells; k++) {
        dem->nodata_nodes += isnan(lattice->heights[k]) ? 1 : 0;
    }
    return dem->nodata_nodes < cells
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: no height is left after resampling, its valid cells are too "
                                 "few",
                                 task->path);
}

static talus_status finish_dem(dem_task *task, geo_dem *dem, talus_error *error)
{
    const geo_lattice *lattice = &task->lattice;
    const double *t = lattice->transform;
    dem->crs_wkt = task->crs == NULL ? geo_copy_text("") : geo_crs_wkt(task->crs);
    if (dem->crs_wkt == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading a DEM");
    }
    const talus_status status =
        lattice->heights != NULL ? count_missing(task, dem, error) : TALUS_OK;
    if (status != TALUS_OK) {
        return status;
    }
    dem->operation = task->operation;
    dem->grid = (talus_grid){.cell = t[1], .nx = lattice->nx, .ny = lattice->ny};
    dem->east = t[0] + 0.5 * t[1];
    dem->north = t[3] + 0.5 * t[5];
    dem->heights = lattice->heights;
    dem->file = task->file;
    task->lattice.heights = NULL;
    task->file = NULL;
    return TALUS_OK;
}

/// Open one file, and check it before it is trusted.
static talus_status open_file(dem_task *task, talus_error *error)
{
    talus_status status =
        geo_open_dataset(task->path, GDAL_OF_RASTER, task->trap, &task->dataset, error);
    if (status == TALUS_OK) {
        status = check_band(task, error);
    }
    if (status == TALUS_OK) {
        status = geo_check_bulk(task->path, task->dataset, MOST_SPARSE_CELLS, error);
    }
    if (status == TALUS_OK) {
        status = geo_check_ascii_grid(task->dataset, error);
    }
    if (status == TALUS_OK) {
        status = check_placement(task, error);
    }
    if (status == TALUS_OK) {
        task->is_streamed = task->is_streamed || is_streamed(task->path, task->dataset);
    }
    return status;
}

/// Check all tiles, then open them as one raster.
static talus_status open_tiles(dem_task *task, const files_names *paths, talus_error *error)
{
    const char *label = task->path;
    geo_tiles *set = geo_tiles_create(paths->count);
    if (set == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for tiles of a DEM");
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < paths->count && status == TALUS_OK; k++) {
        task->path = paths->items[k];
        status = open_file(task, error);
        if (status == TALUS_OK) {
            status = geo_tiles_add(set, task->path, task->dataset, &task->lattice, &task->options,
                                   task->diagnostics, error);
        }
        if (task->dataset != NULL) {
            GDALClose(task->dataset);
            task->dataset = NULL;
        }
    }
    task->path = label;
    if (status == TALUS_OK) {
        task->is_tiled = true;
        task->facts = geo_tiles_facts(set);
        status = geo_tiles_open(set, label, task->trap, task->diagnostics, &task->dataset, error);
    }
    if (status == TALUS_OK) {
        status = check_band(task, error);
    }
    geo_tiles_destroy(set);
    return status == TALUS_OK ? check_placement(task, error) : status;
}

static talus_status read_dem(dem_task *task, const files_names *paths, geo_dem *dem,
                             talus_error *error)
{
    talus_status status =
        paths->count == 1 ? open_file(task, error) : open_tiles(task, paths, error);
    if (status == TALUS_OK) {
        status = choose_crs(task, error);
    }
    if (status == TALUS_OK) {
        status = geo_check_metres(task->path, &task->options, task->crs, &task->lattice,
                                  &task->target, task->diagnostics, error);
    }
    if (status == TALUS_OK) {
        status = describe_band(task, error);
    }
    if (status == TALUS_OK) {
        status = read_heights(task, error);
    }
    if (status == TALUS_OK) {
        status = make_square(task, error);
    }
    if (status == TALUS_OK) {
        status = read_attribution(task->dataset, dem, error);
    }
    return status == TALUS_OK ? finish_dem(task, dem, error) : status;
}

/// All files of the DEM, patterns replaced by what they stand for.
static talus_status list_files(const char *path, const geo_dem_options *options, files_names *paths,
                               talus_error *error)
{
    if (path == NULL || path[0] == '\0') {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "no file name given");
    }
    talus_status status = files_names_add(paths, path, error);
    for (size_t k = 0; k < options->tile_count && status == TALUS_OK; k++) {
        status = files_names_add(paths, options->tiles[k], error);
    }
    return status;
}

talus_status geo_read_dem(const char *path, const geo_dem_options *options,
                          talus_diagnostics *diagnostics, geo_dem *dem, talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, options != NULL && options->allow_network);
    *dem = (geo_dem){0};
    dem_task task = {.path = path, .diagnostics = diagnostics, .trap = &trap};
    if (options != NULL) {
        task.options = *options;
    }
    files_names paths = {0};
    char label[300];
    talus_status status = list_files(path, &task.options, &paths, error);
    if (status == TALUS_OK && paths.count > 1 && !files_is_pattern(path)) {
        snprintf(label, sizeof label, "%.260s and other tiles", path);
        task.path = label;
    } else if (status == TALUS_OK && paths.count == 1) {
        task.path = paths.items[0];
    }
    status = status == TALUS_OK ? read_dem(&task, &paths, dem, error) : status;
    files_names_clear(&paths);
    free(task.lattice.heights);
    OSRDestroySpatialReference(task.crs);
    OSRDestroySpatialReference(task.target);
    if (task.file != NULL) {
        geo_height_file_close(task.file);
    } else if (task.dataset != NULL && dem->file == NULL) {
        GDALClose(task.dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_dem_clear(dem);
    }
    return status;
}

void geo_dem_clear(geo_dem *dem)
{
    free(dem->heights);
    geo_height_file_close(dem->file);
    free(dem->crs_wkt);
    free(dem->attribution);
    *dem = (geo_dem){0};
}
