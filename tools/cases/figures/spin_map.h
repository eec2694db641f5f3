// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin_map.h
/// Stability of a rotation scheme over steps and bodies: growth of a tilt, drift of the spin. It refuses
/// to know the terminal.
#ifndef TALUS_CASES_FIGURES_SPIN_MAP_H
#define TALUS_CASES_FIGURES_SPIN_MAP_H

#include "lab/spin/spin.h"

/// Cells along a side of a map.
enum { SPIN_MAP_CELLS_MOST = 1000 };

/// The two axes of a map; moments are relative to the largest one.
typedef enum spin_map_plane {
    SPIN_MAP_PLANE_STEP, ///< x: angle Omega dt of a step, logarithmic; y: smallest moment
    SPIN_MAP_PLANE_BODY  ///< x: middle moment; y: smallest moment
} spin_map_plane;
typedef enum spin_map_quantity {
    SPIN_MAP_GROWTH,  ///< growth of a tilt: e-folds per revolution
    SPIN_MAP_MODULUS, ///< |lambda| - 1
    SPIN_MAP_DRIFT    ///< |1 - |N|/|N0|| after `turns` revolutions
} spin_map_quantity;

typedef struct spin_map_options {
    talus_scheme scheme;
    talus_spin_rank axis; ///< not TALUS_SPIN_PAIR
    spin_map_plane plane;
    spin_map_quantity quantity;
    size_t nx, ny;
    double x0, x1, y0, y1; ///< outer edges
    double middle; ///< SPIN_MAP_PLANE_STEP: middle moment, 0 = the smallest, 1 = the largest
    double angle;  ///< SPIN_MAP_PLANE_BODY: Omega dt
    double turns;  ///< SPIN_MAP_DRIFT: revolutions of a run
    /// SPIN_MAP_DRIFT: angular velocity about each of the other axes at the start, as a share of
    /// Omega.
    double tilt;
} spin_map_options;
/// Growth of the explicit scheme about the major axis, 120 x 90 cells.
spin_map_options spin_map_options_default(spin_map_plane plane);

/// One cell; NaN if no body has such moments; `drift` is NaN unless requested.
typedef struct spin_map_cell {
    double x, y; ///< centre
    talus_vec3 inertia;
    double angle;
    double modulus, growth, body_growth, explicit_growth, drift;
    bool failed; ///< an iteration of its steps did not converge
} spin_map_cell;
typedef struct spin_map {
    spin_map_options options;
    spin_map_cell *cells; ///< (ny x nx)
} spin_map;
/// Compute a map.
/// @return TALUS_ERROR_ARGUMENT for ranges that contain no body, more than
///   SPIN_MAP_CELLS_MOST cells on a side or TALUS_SPIN_STEPS_MOST steps in all;
///   TALUS_ERROR_MEMORY
talus_status spin_map_make(const spin_map_options *options, spin_map *map, talus_error *error);
/// Free the cells.
void spin_map_clear(spin_map *map);
/// The quantity asked for; NaN as in the cell.
double spin_map_value(const spin_map *map, size_t k);

/// map.csv and map.svg.
extern const char *const spin_map_files[];
talus_status spin_map_write(talus_directory *directory, const spin_map *map, talus_error *error);

#endif
