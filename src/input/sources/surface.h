// SPDX-License-Identifier: GPL-3.0-or-later
// Sources as areas: cells of a DEM that are steep, polygons cut along its pixels, their true surface,
// and the order of places on the map. Knows heights and plan; refuses to know scenarios and loading.
//                                                                                [docs/sources.md]
#ifndef TALUS_SRC_INPUT_SOURCES_SURFACE_H
#define TALUS_SRC_INPUT_SOURCES_SURFACE_H

#include "input/scenario/model.h"
#include "io/geo/geo.h"

/// Put points, cells or triangles in the order of a Hilbert curve over their box, with their
/// running weights: places that follow each other lie side by side, so that an even lattice over
/// the weights is even on the map.                                              [docs/sources.md 3]
/// @return false when out of memory; the release is as it was
bool scenario_order_places(talus_release *release);

/// Area of the surface over a unit of plan around a node: 1 / cos(slope), slope by Horn's
/// differences over the eight neighbours; NaN on the rim and beside NODATA.
/// @param dem heights in memory
double scenario_surface_factor(const geo_dem *dem, size_t i, size_t j);

/// Triangles cut along the DEM's pixels (squares around its nodes), each piece with the slope of
/// its node. Heights may stay in their file. Where the boxes of all triangles hold more than
/// SCENARIO_MOST_BLOCKS pixels, blocks of 2^k x 2^k pixels inside a triangle stay whole: the areas
/// are those of their pixels, places in a block are even in plan.             [docs/sources.md 2]
enum { SCENARIO_MOST_BLOCKS = 1 << 20 };
typedef struct scenario_pieces {
    double plan, area; ///< m^2, of all; a piece without a slope counts with its plan area
    double blind;      ///< m^2 of plan without a slope
    bool keep;         ///< keep the pieces themselves
    size_t count, capacity;
    double *xy;         ///< (count x 3 x 2) m
    double *cumulative; ///< (count) m^2, running surface area
} scenario_pieces;
/// @param xy      (count x 3 x 2) m, local
/// @param threads for many pixels; 0 = all cores. The result does not depend on it
/// @return TALUS_ERROR_MEMORY, or what reading heights that stay in a file returns
talus_status scenario_cut_along_pixels(const geo_dem *dem, const double *xy, size_t count,
                                       unsigned threads, scenario_pieces *pieces,
                                       talus_error *error);
void scenario_pieces_clear(scenario_pieces *pieces);

/// Which cells of a DEM are requested.
typedef struct scenario_steep_options {
    double degrees;              ///< steeper than this
    const scenario_box *within;  ///< local metres; NULL = everywhere
    const talus_class_map *kept; ///< class 1 = allowed; NULL = everywhere
    size_t least_cells;          ///< of a patch (cells that touch, corners too); 0, 1 = all
    double least_height;         ///< m between the lowest and the highest node of a patch; 0 = all
} scenario_steep_options;
/// Raster cells that are steep; slope by Horn's differences over the eight neighbours, all valid.
typedef struct scenario_steep {
    size_t count, capacity;
    double *xy;      ///< (count x 2) m, centres
    double *factors; ///< (count) true area / plan area
} scenario_steep;
/// Patches are only looked for in heights that are in memory.
/// @param found out, also on failure: the caller clears it
/// @return TALUS_ERROR_MEMORY, or what reading heights that stay in a file returns
talus_status scenario_steep_cells(const geo_dem *dem, const scenario_steep_options *options,
                                  scenario_steep *found, talus_error *error);
void scenario_steep_clear(scenario_steep *found);

#endif
