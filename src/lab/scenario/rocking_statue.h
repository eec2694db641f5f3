// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_statue.h
/// A rocking block from a closed mesh: mass properties of the mesh itself, not of its hull, and the
/// facet that it stands on. It knows points and triangles; it refuses to know keys.
#ifndef TALUS_SRC_LAB_SCENARIO_ROCKING_STATUE_H
#define TALUS_SRC_LAB_SCENARIO_ROCKING_STATUE_H

#include "talus/lab/rocking_spatial.h"

typedef struct rocking_statue {
    talus_spatial_block block; ///< of density 1 kg/m^3, axes of the mesh
    double top;                ///< m, above the centre of mass
    size_t base_points;        ///< corners of the facet before more than 8 were left out
} rocking_statue;
/// The facet is the convex hull, seen along z, of the vertices within `tolerance` (m; NaN = 1e-3 of
/// the height) of the lowest one. Of more than 8 corners those that enclose least are left out: the
/// base becomes smaller, on the safe side.
/// @return TALUS_ERROR_INPUT for a mesh that is not closed, has no volume, or whose centre of mass
///   does not stand over its facet; TALUS_ERROR_MEMORY
talus_status rocking_statue_read(const char *path, double tolerance, rocking_statue *statue,
                                 talus_error *error);

#endif
