// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map_page.h
/// A page of maps: one tile for each layer, all of the same part of the world, and what they share.
/// It knows the files of a result directory; it refuses to know how a page becomes a file.
#ifndef TALUS_SRC_IO_MAP_MAP_PAGE_H
#define TALUS_SRC_IO_MAP_MAP_PAGE_H

#include "io/map/map_hazard.h"
#include "io/map/map_tracks.h"
#include "talus/map.h"

enum { MAP_TILES_MOST = 12 };

/// A layer with what its map shows.
typedef struct map_tile {
    campaign_layer layer;
    catalogue_meaning meaning;
    map_classes classes; ///< of a layer of classes
    chart_rgb colours[MAP_CLASS_MAX];
    geo_image image;
    map_tracks tracks;  ///< of a layer of single rocks
    map_rectangle data; ///< where there is something to show
    map_scale scale;
    map_view view;
    int column; ///< px, of the legend on the right
} map_tile;

/// Everything one picture is made of.
typedef struct map_page {
    map_tile *tiles;
    size_t tile_count, columns;  ///< columns: tiles in a row
    geo_image terrain, envelope; ///< envelope without values: none
    double envelope_level;
    float *shade;
    map_gauges gauges;
    double unit;     ///< px of picture for a length of 1 in a map 1200 px wide
    double contours; ///< m between contour lines, 0 = none
    int width, height;
    int left, right, below; ///< px: sides of what stands below the last row, and its upper end
    char *title, *attribution, *provenance, *envelope_label;
    char crs[256];
    bool partial;
} map_page;

/// Read a layer. @param minus raster to subtract, NULL = none
/// @return TALUS_ERROR_INPUT for a layer that is not there
talus_status map_load_tile(const char *directory, const char *name, const char *minus,
                           map_tile *tile, talus_error *error);
void map_clear_tile(map_tile *tile);

/// Read everything. @param layers one name, or several with commas between them
/// @return TALUS_ERROR_INPUT for a layer that is not there, an empty name or more than
///         MAP_TILES_MOST
talus_status map_load_page(const char *directory, const char *layers,
                           const talus_map_options *options, map_page *page, talus_error *error);
void map_clear_page(map_page *page);

/// Where everything stands: title above, frames of one size in rows with a legend on the right of
/// each, scale bar and small type below.
/// @param columns 0 = chosen @param measure for the widths of words
/// @return TALUS_ERROR_ARGUMENT where so many maps have no room beside each other
talus_status map_lay_out_page(map_page *page, int width, size_t columns, cairo_t *measure,
                              talus_error *error);
/// The column on the right of a tile.
map_rectangle map_legend_place(const map_page *page, const map_tile *tile);

#endif
