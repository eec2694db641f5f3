// SPDX-License-Identifier: GPL-3.0-or-later
// Several files as one DEM: a virtual raster over them, from which heights are read as they are
// stored.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_vrt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a tile's part of the virtual raster says beside its place.
typedef struct tile_source {
    bool has_nodata, has_mask;
    double nodata;
    GDALDataType type;
    int block_columns, block_rows;
} tile_source;

struct geo_tiles {
    size_t count;
    geo_tile *tiles;
    geo_tile_facts *facts;
    tile_source *sources;
    OGRSpatialReferenceH crs;         ///< of all: the first, or the first with a vertical part
    const char *crs_of, *without_crs; ///< files
    char *attribution;                ///< of the first that has one
};

geo_tiles *geo_tiles_create(size_t capacity)
{
    geo_tiles *set = calloc(1, sizeof *set);
    if (set != NULL) {
        *set = (geo_tiles){.tiles = calloc(capacity, sizeof *set->tiles),
                           .facts = calloc(capacity, sizeof *set->facts),
                           .sources = calloc(capacity, sizeof *set->sources)};
        if (set->tiles == NULL || set->facts == NULL || set->sources == NULL) {
            geo_tiles_destroy(set);
            set = NULL;
        }
    }
    return set;
}

void geo_tiles_destroy(geo_tiles *set)
{
    if (set != NULL) {
        OSRDestroySpatialReference(set->crs);
        free(set->tiles);
        free(set->facts);
        free(set->sources);
        free(set->attribution);
        free(set);
    }
}

/// The same on the map, in whatever words; of heights, too, where both say their system.
static bool is_same_system(OGRSpatialReferenceH a, OGRSpatialReferenceH b)
{
    OGRSpatialReferenceH one = geo_crs_horizontal(a), other = geo_crs_horizontal(b);
    const int code = geo_crs_epsg(a);
    const bool is_same = OSRIsSame(one, other) || (code > 0 && code == geo_crs_epsg(b));
    OSRDestroySpatialReference(one);
    OSRDestroySpatialReference(other);
    const char *above = OSRIsCompound(a) ? OSRGetAttrValue(a, "VERT_CS", 0) : NULL;
    const char *too = OSRIsCompound(b) ? OSRGetAttrValue(b, "VERT_CS", 0) : NULL;
    return is_same && (OSRIsSame(a, b) || above == NULL || too == NULL || EQUAL(above, too));
}

/// One system for all unless the user names it: tiles in others, or one without beside one with one, are
/// a mistake.
static talus_status keep_crs(geo_tiles *set, const char *path, OGRSpatialReferenceH crs,
                             bool is_named, talus_diagnostics *diagnostics, talus_error *error)
{
    if (crs == NULL) {
        set->without_crs = path;
    } else if (set->crs != NULL && !is_same_system(set->crs, crs)) {
        char own[160], other[160];
        geo_crs_label(set->crs, own, sizeof own);
        geo_crs_label(crs, other, sizeof other);
        if (!is_named) {
            return talus_error_set(
                error, TALUS_ERROR_INPUT,
                "%.200s is in %s, but %.200s in %s: tiles of one DEM have the "
                "same coordinate system; name it with `crs: EPSG:N` if it is, or "
                "bring them to one, e.g. gdalwarp -r bilinear -t_srs EPSG:N "
                "TILES dem.tif",
                set->crs_of, own, path, other);
        }
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%.200s is in %s, but %.200s in %s: all are taken as given by `crs:`",
                              set->crs_of, own, path, other);
    } else if (set->crs == NULL || (!OSRIsCompound(set->crs) && OSRIsCompound(crs))) {
        OSRDestroySpatialReference(set->crs);
        set->crs = OSRClone(crs);
        set->crs_of = path;
    }
    if (set->crs != NULL && set->without_crs != NULL && !is_named) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.200s has no coordinate system, but %.200s has one: name that of "
                               "all tiles with `crs: EPSG:N`",
                               set->without_crs, set->crs_of);
    }
    return TALUS_OK;
}

const char *geo_attribution_of(GDALDatasetH dataset)
{
    static const char *const keys[] = {"TIFFTAG_COPYRIGHT", "ATTRIBUTION", "COPYRIGHT", "LICENSE",
                                       "LICENCE"};
    const char *text = NULL;
    for (size_t k = 0; k < sizeof keys / sizeof keys[0] && text == NULL; k++) {
        text = GDALGetMetadataItem(dataset, keys[k], NULL);
    }
    if (text == NULL) {
        static const char *const marks[] = {"©",         "(c)",         "(C)",
                                            "Copyright", "Datenquelle", "Source:"};
        const char *description = GDALGetMetadataItem(dataset, "TIFFTAG_IMAGEDESCRIPTION", NULL);
        for (size_t k = 0; description != NULL && k < sizeof marks / sizeof marks[0]; k++) {
            text = strstr(description, marks[k]) != NULL ? description : text;
        }
    }
    return text;
}

talus_status geo_tile_describe(const char *path, GDALDatasetH dataset,
                               const geo_dem_options *options, OGRSpatialReferenceH crs,
                               talus_diagnostics *diagnostics, geo_tile_facts *facts,
                               talus_error *error)
{
    const geo_vrt vrt = geo_describe_vrt(dataset);
    const GDALDataType type = GDALGetRasterDataType(GDALGetRasterBand(dataset, 1));
    *facts =
        (geo_tile_facts){.is_smooth = vrt.open > 0, .is_whole = GDALDataTypeIsInteger(type) != 0};
    geo_report_vrt(path, &vrt, diagnostics);
    return geo_find_unit(path, dataset, options, crs, diagnostics, &facts->unit, error);
}

/// The horizontal CRS of a tile as the user or the file says; the caller's, NULL = unknown.
static OGRSpatialReferenceH horizontal_crs(const geo_dem_options *options, GDALDatasetH dataset)
{
    const bool is_named = options->crs != NULL && options->crs[0] != '\0';
    OGRSpatialReferenceH given = is_named ? geo_crs_parse(options->crs) : NULL;
    OGRSpatialReferenceH crs = geo_crs_horizontal(is_named ? given : GDALGetSpatialRef(dataset));
    OSRDestroySpatialReference(given);
    return crs;
}

talus_status geo_tiles_add(geo_tiles *set, const char *path, GDALDatasetH dataset,
                           const geo_lattice *lattice, const geo_dem_options *options,
                           talus_diagnostics *diagnostics, talus_error *error)
{
    geo_tile *tile = &set->tiles[set->count];
    geo_tile_facts *facts = &set->facts[set->count];
    tile_source *source = &set->sources[set->count];
    OGRSpatialReferenceH crs = horizontal_crs(options, dataset);
    // what holds for all tiles is said of the first
    const talus_status status = geo_tile_describe(
        path, dataset, options, crs, set->count == 0 ? diagnostics : NULL, facts, error);
    OSRDestroySpatialReference(crs);
    if (status != TALUS_OK) {
        return status;
    }
    const geo_band band = geo_band_of(path, dataset, &facts->unit, NULL);
    const geo_height_rules *rules = &band.rules;
    *tile = (geo_tile){.name = path,
                       .nx = lattice->nx,
                       .ny = lattice->ny,
                       .scale = rules->scale,
                       .offset = rules->offset,
                       .unit = rules->unit.metres};
    memcpy(tile->transform, lattice->transform, sizeof tile->transform);
    source->has_nodata = rules->has_nodata;
    source->nodata = rules->is_float ? (double)(float)rules->nodata : rules->nodata;
    source->has_mask = (GDALGetMaskFlags(band.band) & (GMF_ALL_VALID | GMF_NODATA)) == 0;
    source->type = GDALGetRasterDataType(band.band);
    GDALGetBlockSize(band.band, &source->block_columns, &source->block_rows);
    const char *attribution = geo_attribution_of(dataset);
    if (set->attribution == NULL && attribution != NULL) {
        set->attribution = geo_copy_text(attribution);
    }
    set->count++;
    return keep_crs(set, path, GDALGetSpatialRef(dataset),
                    options->crs != NULL && options->crs[0] != '\0', diagnostics, error);
}

geo_tile_facts geo_tiles_facts(const geo_tiles *set)
{
    geo_tile_facts all = set->facts[0];
    for (size_t k = 1; k < set->count; k++) {
        all.is_whole = all.is_whole && set->facts[k].is_whole;
        all.is_smooth = all.is_smooth || set->facts[k].is_smooth;
    }
    return all;
}

/// One tile's part of the virtual band.
static bool add_source(GDALRasterBandH band, const geo_tile *tile, const tile_source *source,
                       size_t index)
{
    char *path = geo_text_name(tile->name);
    char *name = CPLEscapeString(path != NULL ? path : tile->name, -1, CPLES_XML);
    char nodata[64] = "", key[32];
    if (source->has_nodata && !isnan(source->nodata)) { // NaN stays NaN
        snprintf(nodata, sizeof nodata, "<NODATA>%.17g</NODATA>", source->nodata);
    }
    char *xml = CPLStrdup(CPLSPrintf(
        "<ComplexSource><SourceFilename relativeToVRT=\"0\" shared=\"0\">%s</SourceFilename>"
        "<SourceBand>1</SourceBand><SourceProperties RasterXSize=\"%zu\" RasterYSize=\"%zu\" "
        "DataType=\"%s\" BlockXSize=\"%d\" BlockYSize=\"%d\"/>"
        "<SrcRect xOff=\"0\" yOff=\"0\" xSize=\"%zu\" ySize=\"%zu\"/>"
        "<DstRect xOff=\"%zu\" yOff=\"%zu\" xSize=\"%zu\" ySize=\"%zu\"/>%s%s</ComplexSource>",
        name, tile->nx, tile->ny, GDALGetDataTypeName(source->type), source->block_columns,
        source->block_rows, tile->nx, tile->ny, tile->column, tile->row, tile->nx, tile->ny, nodata,
        source->has_mask ? "<UseMaskBand>true</UseMaskBand>" : ""));
    snprintf(key, sizeof key, "source_%zu", index);
    const bool good = GDALSetMetadataItem(band, key, xml, "new_vrt_sources") == CE_None;
    CPLFree(xml);
    CPLFree(name);
    free(path);
    return good;
}

/// The virtual raster: stored values of all tiles, NaN for the NODATA of each and between them.
static bool build(const geo_tiles *set, const geo_mosaic *mosaic, GDALDatasetH *dataset)
{
    double transform[6];
    memcpy(transform, mosaic->transform, sizeof transform);
    *dataset = GDALCreate(GDALGetDriverByName("VRT"), "", (int)mosaic->nx, (int)mosaic->ny, 0,
                          GDT_Float64, NULL);
    if (*dataset == NULL || GDALAddBand(*dataset, GDT_Float64, NULL) != CE_None ||
        GDALSetGeoTransform(*dataset, transform) != CE_None ||
        (set->crs != NULL && GDALSetSpatialRef(*dataset, set->crs) != CE_None)) {
        return false;
    }
    GDALRasterBandH band = GDALGetRasterBand(*dataset, 1);
    bool good = GDALSetRasterNoDataValue(band, (double)NAN) == CE_None &&
                GDALSetRasterScale(band, set->tiles[0].scale) == CE_None &&
                GDALSetRasterOffset(band, set->tiles[0].offset) == CE_None;
    for (size_t k = 0; k < set->count && good; k++) {
        good = add_source(band, &set->tiles[k], &set->sources[k], k);
    }
    if (set->attribution != NULL && good) {
        good = GDALSetMetadataItem(*dataset, "ATTRIBUTION", set->attribution, NULL) == CE_None;
    }
    return good;
}

talus_status geo_tiles_open(geo_tiles *set, const char *label, geo_trap *trap,
                            talus_diagnostics *diagnostics, GDALDatasetH *dataset,
                            talus_error *error)
{
    geo_mosaic mosaic;
    talus_status status = geo_arrange_tiles(set->tiles, set->count, &mosaic, error);
    if (status == TALUS_OK) {
        status = geo_compare_tiles(&(geo_tile_list){set->count, set->tiles, set->facts}, &mosaic,
                                   label, trap, diagnostics, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    if (mosaic.covered < 1.0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: %zu tiles leave %.3g %% of their rectangle of %zu x %zu cells "
                              "without heights: they are NODATA",
                              label, set->count, 100.0 * (1.0 - mosaic.covered), mosaic.nx,
                              mosaic.ny);
    }
    geo_trap_reset(trap);
    if (build(set, &mosaic, dataset)) {
        return TALUS_OK;
    }
    char quote[512];
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s: its tiles cannot be put together%s",
                           label, geo_trap_quote(trap, quote, sizeof quote));
}
