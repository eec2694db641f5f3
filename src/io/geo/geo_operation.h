// SPDX-License-Identifier: GPL-3.0-or-later
// Operations between coordinate reference systems: one for all of a layer. It knows PROJ's register; it
// refuses to know where a layer comes from and what its coordinates are for.
#ifndef TALUS_SRC_IO_GEO_GEO_OPERATION_H
#define TALUS_SRC_IO_GEO_GEO_OPERATION_H

#include "io/geo/geo_internal.h"

#include <proj.h>

/// Coordinates of `from` are needed in `to`; both horizontal.
typedef struct geo_operation_request {
    const char *what; ///< the file, for messages
    OGRSpatialReferenceH from, to;
    const double *layer; ///< west, south, east, north in `from`; NULL = not known
    const double *dem;   ///< the same of the DEM in `to`; NULL = there is none
    double cell;         ///< m of the DEM; 0 = not known
    const char *given;   ///< the user's pipeline; NULL or "" = one is chosen
    const char *ways;    ///< what the user can do where there is none, after "; "
} geo_operation_request;
/// Choose the most accurate operation whose area of use holds the layer and the DEM and whose grids
/// are installed. Says a coarse one (geo_operation_is_coarse) in `diagnostics`.
/// @param operation out: no pipeline where both systems are the same
/// @return TALUS_ERROR_INPUT when there is none, or the given one cannot be used
talus_status geo_operation_find(const geo_operation_request *request,
                                talus_diagnostics *diagnostics, geo_operation *operation,
                                talus_error *error);
/// @return NULL when it cannot be made
OGRCoordinateTransformationH geo_operation_create(const char *pipeline, OGRSpatialReferenceH from,
                                                  OGRSpatialReferenceH to);

/// A box in degrees from Greenwich; east >= west, over 180 beyond the date line. Of any datum: areas of
/// use are rounded to a kilometre.
typedef struct geo_place {
    double west, south, east, north;
} geo_place;
typedef struct geo_places {
    bool has_layer, has_dem, has_both; ///< both: the box around those that there are
    geo_place layer, dem, both;
} geo_places;
void geo_places_of(const geo_operation_request *request, geo_places *places);

typedef struct geo_missing_grid {
    char name[512], url[256]; ///< "" = not known
} geo_missing_grid;
/// The first grid of an operation that is not installed; unchanged when there is none.
void geo_operation_find_grid(PJ_CONTEXT *context, const PJ *operation, geo_missing_grid *grid);
/// Of the lists of grids in a text of PROJ ("+grids=@a.gsb,b.tif"): all grids are installed, all but
/// some of a list, or a list has none.
typedef enum geo_grids { GEO_GRIDS_ALL, GEO_GRIDS_SOME, GEO_GRIDS_NONE } geo_grids;
/// @param grid out: one that is missing, unchanged when there is none; "@" before a name does not count
geo_grids geo_operation_check_grids(const char *text, PJ_CONTEXT *context, geo_missing_grid *grid);

// Sentences about operations.
/// Is it less accurate than 1 m, or than half a cell?
bool geo_operation_is_coarse(const geo_operation *operation, double cell);
/// @param better one that needs the missing grid; NULL = none
void geo_operation_say_coarse(const geo_operation_request *request, const geo_operation *operation,
                              const geo_operation *better, const geo_missing_grid *grid,
                              talus_diagnostics *diagnostics);
/// @param place NULL = not known
/// @param better names the systems; with a grid: the operation that it would allow
/// @param detour one by way of other systems, NULL = none
talus_status geo_operation_refuse(const geo_operation_request *request, const geo_place *place,
                                  const geo_operation *better, const geo_missing_grid *grid,
                                  const geo_operation *detour, talus_diagnostics *diagnostics,
                                  talus_error *error);
/// The given pipeline cannot be made: names its grid that is missing, if one is.
talus_status geo_operation_refuse_given(const geo_operation_request *request, PJ_CONTEXT *context,
                                        talus_error *error);
/// PROJ takes the given pipeline. Grids that it may go without ("@") and that are missing are said; where nothing
/// would be shifted without them, it is refused.
talus_status geo_operation_judge_grids(const geo_operation_request *request, PJ_CONTEXT *context,
                                       talus_diagnostics *diagnostics, talus_error *error);
/// Does the CRS name no datum? "unknown" and the like
bool geo_operation_lacks_datum(OGRSpatialReferenceH crs);

#endif
