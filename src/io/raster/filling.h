// SPDX-License-Identifier: GPL-3.0-or-later
/// @file filling.h
/// The plate behind filling and smoothing, and slopes at a node. It knows lattices in local metres;
/// it refuses to know files and CRS.
#ifndef TALUS_SRC_IO_RASTER_FILLING_H
#define TALUS_SRC_IO_RASTER_FILLING_H

#include "talus/raster.h"

/// Squared slope at a node by Horn's differences over its eight neighbours:
///   dz/dx = ((c + 2 f + i) - (a + 2 d + g)) / 8 h, likewise dz/dy.
///
///     g h i   north
///     d e f             NaN of any neighbour makes the result NaN
///     a b c   south
static inline double raster_slope_squared(const double *e, size_t nx, double cell)
{
    const double *south = e - nx;
    const double *north = e + nx;
    const double dx =
        (south[1] + 2.0 * e[1] + north[1] - south[-1] - 2.0 * e[-1] - north[-1]) / (8.0 * cell);
    const double dy =
        (north[-1] + 2.0 * north[0] + north[1] - south[-1] - 2.0 * south[0] - south[1]) /
        (8.0 * cell);
    return dx * dx + dy * dy + 0.0 * e[0];
}

/// Nodes of a plate: which heights are given, which are looked for, which do not exist.
typedef struct raster_plate {
    size_t nx, ny;
    const double *heights;  ///< (ny x nx) m
    const uint32_t *number; ///< (ny x nx) of the unknown, or one of the two below
    const uint32_t *node;   ///< of every unknown, ascending within a system
    double stiffness;       ///< weight of E
    double attachment;      ///< weight of sum (z - z0)^2 over the unknowns, z0 = heights
} raster_plate;
#define RASTER_KNOWN UINT32_MAX
#define RASTER_ABSENT (UINT32_MAX - 1u)

/// Heights of the unknowns first .. first + count - 1, which depend on no other unknowns.
/// @return TALUS_ERROR_ARGUMENT when they are not determined, TALUS_ERROR_MEMORY
talus_status raster_plate_solve(const raster_plate *plate, size_t first, size_t count,
                                double *solution, talus_error *error);

/// To the multiple of TALUS_RASTER_ROUNDING.
double raster_round(double height);

#endif
