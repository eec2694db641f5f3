// SPDX-License-Identifier: GPL-3.0-or-later
/// @file raster.h
/// Work on the heights of a DEM as arrays: dams. It knows arrays on a talus_grid; it refuses to know
/// files and rocks.
///
/// threads: functions of their arguments, any thread.
#ifndef TALUS_RASTER_H
#define TALUS_RASTER_H

#include "talus/campaign.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Raise the heights of a DEM before a terrain is made of it. Nodes without data stay so; where the
/// line runs over missing ground nothing is raised. Several dams on the same ground do not stand on
/// each other: the highest counts.
/// @param ground  (ny x nx) m, row 0 = south: without dams
/// @param heights (ny x nx) m: the ground, and what other dams have raised; another array
/// @param raised  number of nodes it stands on, once for each of its segments; may be NULL
/// @return TALUS_ERROR_ARGUMENT for a size out of range or a line of fewer than two distinct
///         points
TALUS_API talus_status talus_dam_raise(const talus_dam *dam, const talus_grid *grid,
                                       const double *ground, double *heights, size_t *raised,
                                       talus_error *error);
/// Fill built_height and built_slope: the surface is bilinear between its nodes, so that a face
/// that is narrower than a cell comes out flatter and a crest between two nodes lower.
/// @param heights with the dam raised, of the terrain that rocks move on
/// @return TALUS_ERROR_MEMORY
TALUS_API talus_status talus_dam_measure(talus_dam *dam, const talus_grid *grid,
                                         const double *ground, const double *heights,
                                         talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
