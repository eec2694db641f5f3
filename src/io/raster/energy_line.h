// SPDX-License-Identifier: GPL-3.0-or-later
/// @file energy_line.h
/// Energy lines: under which angle a place is seen from the highest-lying of its sources. It knows
/// heights on a lattice; it refuses to know files and rocks.
///
///   angle(x) = max over sources s of atan((z_s - z(x)) / |x - s|)        [docs/terrain_tools.md]
///
/// Taken from release areas it is the reach (Fahrböschung) angle, from the apex of a talus the
/// shadow angle. Terrain between source and place does not hide.
#ifndef TALUS_SRC_IO_RASTER_ENERGY_LINE_H
#define TALUS_SRC_IO_RASTER_ENERGY_LINE_H

#include "talus/terrain.h"

/// Angles in degrees on all nodes; exact, by branch and bound over a pyramid of the sources.
/// @param heights (ny x nx) m, NaN = NODATA
/// @param sources (ny x nx) true where rocks start; those without height do not count
/// @param lowest  degrees in [0, 90): nodes that are seen under a smaller angle get NaN
/// @param angles  (ny x nx) out: 90 at the sources
/// @return TALUS_ERROR_ARGUMENT when there is no source with a height, TALUS_ERROR_MEMORY
talus_status terrain_energy_line(const talus_grid *grid, const double *heights, const bool *sources,
                                 double lowest, double *angles, talus_error *error);

#endif
