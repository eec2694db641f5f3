// SPDX-License-Identifier: GPL-3.0-or-later
/// @file world.h
/// The campaign that a scenario describes: DEM, class maps, rocks and releases, loaded from its
/// files. It knows files, CRS and the keys that name them; it refuses to know how rocks move.
///
/// threads: a talus_world is const after creation, any thread; no other thread may use it during
///          talus_world_update.
#ifndef TALUS_WORLD_H
#define TALUS_WORLD_H

#include "talus/campaign.h"
#include "talus/dem.h"
#include "talus/products.h"
#include "talus/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded scenario. It owns everything that its campaign points to.
typedef struct talus_world talus_world;
/// Load the DEM, vectors, rasters and rocks. Warnings (reprojection, holes, polygons outside the
/// DEM, change of volume by the hull, ...) and errors go to the diagnostics, with the line of the
/// scenario. No network connection is opened.
TALUS_API talus_status talus_world_load(const talus_scenario *scenario,
                                        talus_diagnostics *diagnostics, talus_world **world,
                                        talus_error *error);
/// Options of talus_world_load_with.
typedef struct talus_world_options {
    size_t size; ///< of this struct
    /// Names and files that refer to servers (/vsicurl/..., descriptions of services, virtual
    /// rasters that name such files) may be read. Otherwise they are TALUS_ERROR_INPUT and no
    /// connection is opened.
    bool allow_network;
    /// Heights that replace the file `terrain.dem`, which is not opened; they are copied. Their
    /// origin and CRS become those of the world, and the keys `crs`, `reproject`, `assume_metres`
    /// and `height_unit` have no effect. A scenario without a file has `dem: ":memory:"`. NULL =
    /// the file is read.
    const talus_dem *dem;
    bool keep_heights; ///< keep the heights for talus_world_heights
} talus_world_options;
/// Fill `size` bytes: no network, heights from the file, no heights are kept.
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
/// Update a loaded world to a scenario that differs only in numbers of ground and forest classes and
/// of its law of breaking; terrain, maps, fields, rocks and releases stay.
/// @param loaded the scenario from which the world was loaded, or to which it was updated last
/// @return TALUS_ERROR_UNSUPPORTED if anything else differs (the world is unchanged; load a new
///         one); TALUS_ERROR_INPUT if the values cannot be simulated with the time step (the world
///         must be updated again before it is used)
TALUS_API talus_status talus_world_update(talus_world *world, const talus_scenario *loaded,
                                          const talus_scenario *requested,
                                          talus_diagnostics *diagnostics, talus_error *error);
TALUS_API void talus_world_destroy(talus_world *world);
/// The campaign; owned by the world. NULL for NULL.
TALUS_API const talus_campaign *talus_world_campaign(const talus_world *world);
/// World coordinates of the local origin (east, north) in the CRS of the DEM.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_world_origin(const talus_world *world, double *east, double *north,
                                          talus_error *error);
/// The heights of the terrain with dams and without roughness, if they were kept.
/// @param grid    out: their lattice
/// @param heights out: (ny x nx) m, owned by the world; NULL without `keep_heights` and for a
///                terrain that is read on demand
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_world_heights(const talus_world *world, talus_grid *grid,
                                           const double **heights, talus_error *error);
TALUS_API const char *talus_world_crs_wkt(const talus_world *world);     ///< "" if none
TALUS_API const char *talus_world_attribution(const talus_world *world); ///< "" if none
/// The resolved scenario, as talus_scenario_resolved, with the operations between coordinate reference
/// systems that were chosen for its files (`operation`), so that it gives the same places elsewhere.
/// @param scenario from which the world was loaded, or a variant of it with the same files
/// @param text out: freed by talus_free; NULL after an error
/// @return TALUS_ERROR_ARGUMENT for NULL, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_world_resolved(const talus_world *world,
                                            const talus_scenario *scenario, const char *directory,
                                            char **text, talus_error *error);
/// Set the rules that decide the zone of a cell, for `stop_when.decided_share`: from
/// talus_rules_zoning. Call it before the first run.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_world_set_zoning(talus_world *world, const talus_zoning *zoning,
                                              talus_error *error);
/// The context of a world and its scenario for the writers of a result directory, without the text
/// of the resolved scenario. Nothing is owned.
/// @param context out; its size is set by the caller
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known
TALUS_API talus_status talus_world_context(const talus_world *world, const talus_scenario *scenario,
                                           talus_products_context *context, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
