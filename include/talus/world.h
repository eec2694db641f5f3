// SPDX-License-Identifier: GPL-3.0-or-later
/// @file world.h
/// The campaign that a scenario describes: DEM, class maps, rocks, releases, loaded from its files.
/// It knows files, CRS and where the scenario names them; it refuses to know how rocks move.
///
/// threads: a talus_world is const after creation, any thread; talus_world_update needs it alone.
#ifndef TALUS_WORLD_H
#define TALUS_WORLD_H

#include "talus/campaign.h"
#include "talus/dem.h"
#include "talus/products.h"
#include "talus/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a scenario describes, loaded: DEM, class maps, rocks, releases. Owns everything `campaign`
/// points to.
typedef struct talus_world talus_world;
/// Load the DEM, vectors, rasters and rocks. Warnings (refined, reprojected, holes, outside
/// polygons, hull volume change, ...) and errors go to the diagnostics with the scenario's line.
/// No network connection is opened.
TALUS_API talus_status talus_world_load(const talus_scenario *scenario,
                                        talus_diagnostics *diagnostics, talus_world **world,
                                        talus_error *error);
/// What the caller of a loading allows.
typedef struct talus_world_options {
    size_t size; ///< of this struct
    /// Names and files that lead to servers (/vsicurl/..., descriptions of services, virtual
    /// rasters that name such) may be read. Else they are TALUS_ERROR_INPUT and no connection is
    /// opened.
    bool allow_network;
    /// Heights to use in place of the file `terrain.dem`, which is not opened; copied. Their origin
    /// and CRS are those of the world. NULL = the file. The keys `crs`, `reproject` and
    /// `assume_metres` do nothing with them. A scenario without a file says `dem: ":memory:"`.
    const talus_dem *dem;
    bool keep_heights; ///< for talus_world_heights
} talus_world_options;
/// Fill `size` bytes: nothing is allowed, no heights are kept.
TALUS_API void talus_world_options_defaults(talus_world_options *options, size_t size);
static inline talus_world_options talus_world_options_default(void)
{
    talus_world_options options;
    talus_world_options_defaults(&options, sizeof options);
    return options;
}
/// talus_world_load with options; TALUS_ERROR_ARGUMENT for a size that is not known.
TALUS_API talus_status talus_world_load_with(const talus_scenario *scenario,
                                             const talus_world_options *options,
                                             talus_diagnostics *diagnostics, talus_world **world,
                                             talus_error *error);
/// Give a loaded world the values of a scenario that differs from the one it was made of in nothing
/// but numbers of ground and forest classes: terrain, maps, fields, rocks and releases stay.
/// @param loaded the scenario that the world was loaded from, or updated to last
/// @return TALUS_ERROR_UNSUPPORTED when something else differs: the world is as it was, load a new
///         one; TALUS_ERROR_INPUT when the values cannot be simulated with the time step: the world
///         must then be updated again before it is used
TALUS_API talus_status talus_world_update(talus_world *world, const talus_scenario *loaded,
                                          const talus_scenario *requested,
                                          talus_diagnostics *diagnostics, talus_error *error);
TALUS_API void talus_world_destroy(talus_world *world);
/// What is to be run; owned by the world, NULL for NULL.
TALUS_API const talus_campaign *talus_world_campaign(const talus_world *world);
/// World coordinates of the local origin (east, north) in the CRS of the DEM.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_world_origin(const talus_world *world, double *east, double *north,
                                          talus_error *error);
/// The heights that the terrain was made of, with dams and without roughness, where they were kept.
/// @param grid    out: their lattice
/// @param heights out: (ny x nx) m, owned by the world; NULL for a terrain that is read on demand, and
///                without `keep_heights`
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_world_heights(const talus_world *world, talus_grid *grid,
                                           const double **heights, talus_error *error);
TALUS_API const char *talus_world_crs_wkt(const talus_world *world);     ///< "" if none
TALUS_API const char *talus_world_attribution(const talus_world *world); ///< "" if none
/// What decides the zone of a cell, for `stop_when.decided_share`: from talus_rules_zoning. Before the
/// first run only.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_world_set_zoning(talus_world *world, const talus_zoning *zoning,
                                              talus_error *error);
/// What the writers of a result directory need to know of a world and its scenario; the text of the
/// resolved scenario is left out. Nothing is owned.
/// @param context out; its size is set by the caller
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known
TALUS_API talus_status talus_world_context(const talus_world *world, const talus_scenario *scenario,
                                           talus_products_context *context, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
