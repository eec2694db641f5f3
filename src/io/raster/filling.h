// SPDX-License-Identifier: GPL-3.0-or-later
/// @file filling.h
/// Work on heights as arrays: filling of NODATA holes, smoothing, coarser lattices, slopes. It
/// knows lattices in local metres; it refuses to know files and CRS.
///
/// Filling and smoothing minimise the bending energy of a thin plate, as sums of squares over nodes
/// h apart, in which a term counts only where all of its nodes exist:
///   E = sum (z_w - 2 z + z_e)^2 + sum (z_s - 2 z + z_n)^2 + 2 sum (z_sw - z_se - z_nw + z_ne)^2
/// Its stencil away from gaps and rims is the 13-point biharmonic one, which leaves polynomials up
/// to third degree alone; at a rim of the lattice the plate is free and keeps planes.
#ifndef TALUS_SRC_IO_RASTER_FILLING_H
#define TALUS_SRC_IO_RASTER_FILLING_H

#include "talus/terrain.h"

/// Results are rounded to this, so that the last bits of a factorisation reach no file.
#define TERRAIN_ROUNDING 1e-3 // m

typedef enum terrain_hole_state {
    TERRAIN_HOLE_FILLED,
    TERRAIN_HOLE_OUTSIDE,   ///< touches the rim of the lattice: the terrain ends there
    TERRAIN_HOLE_TOO_LARGE, ///< itself, or together with the holes that it is solved with
    TERRAIN_HOLE_TOO_FEW    ///< known neighbours on one line, or fewer than three
} terrain_hole_state;

/// Missing nodes that are connected along rows and columns.
typedef struct terrain_hole {
    size_t west, east, south, north; ///< first and last column and row
    size_t nodes;
    size_t together; ///< nodes of all holes that have to be solved in one system with it
    bool at_rim;
    terrain_hole_state state;
} terrain_hole;

typedef struct terrain_fill_options {
    size_t max_nodes; ///< of one system
    bool outside;     ///< fill holes at the rim too
} terrain_fill_options;

/// Systems above this size take more memory than a small machine has.
enum { TERRAIN_FILL_MAX_NODES = 1000000, TERRAIN_SMOOTH_MAX_NODES = 1000000 };

typedef struct terrain_fill_report {
    size_t hole_count;
    terrain_hole *holes; ///< (hole_count) by their first node in row order; owned
    size_t filled_holes, filled_nodes;
    size_t largest_system; ///< nodes
} terrain_fill_report;
void terrain_fill_report_clear(terrain_fill_report *report);

/// Fill NODATA holes by the plate of least bending through the two rings of nodes around them.
/// Holes whose rings share nodes are solved together. Known heights are not touched; filled ones
/// are multiples of TERRAIN_ROUNDING.
/// @param heights (ny x nx) m, NaN = NODATA; in and out
/// @param report  out: what became of each hole; a hole that stays open is no error
/// @return TALUS_ERROR_ARGUMENT for an infinite height or more than 4e9 nodes, TALUS_ERROR_MEMORY
talus_status terrain_fill(size_t nx, size_t ny, double *heights,
                          const terrain_fill_options *options, terrain_fill_report *report,
                          talus_error *error);

/// Smooth: minimise sum (z - z0)^2 + (L / h)^4 E, i.e. (1 + L^4 Laplace^2) z = z0 with free edges:
/// a wave of length w keeps 1 / (1 + (2 pi L / w)^4) of its height, a plane all. NODATA stays and
/// gives nothing to its neighbours. Results are multiples of TERRAIN_ROUNDING.
/// @param length L / h, in nodes, > 0 and <= 1e3
/// @return TALUS_ERROR_ARGUMENT for another length, an infinite height or more than
///         TERRAIN_SMOOTH_MAX_NODES heights; TALUS_ERROR_MEMORY
talus_status terrain_smooth(size_t nx, size_t ny, double *heights, double length,
                            talus_error *error);

/// Keep every `step`-th node from node (0, 0) on, its height the mean with bilinear weights
///   w(a, b) = (k - |a|) (k - |b|),  |a|, |b| < k = step
/// which is the surface seen at k times the node distance: a wave along x keeps
/// (sin(k t / 2) / (k sin(t / 2)))^2 of its height, t its phase from node to node. A node counts
/// only together with its mirror image about the kept node, so that planes stay also at rims and
/// beside NODATA; a kept node without a height of its own stays without.
/// @param heights (ny x nx) m, malloc'd; in and out, replaced with `grid`
/// @param step >= 1
/// @return TALUS_ERROR_ARGUMENT when fewer than 2 x 2 nodes or no height would stay;
///         TALUS_ERROR_MEMORY; grid and heights are then as they were
talus_status terrain_coarsen(talus_grid *grid, double **heights, size_t step, talus_error *error);

/// Squared slope at a node by Horn's differences over its eight neighbours:
///   dz/dx = ((c + 2 f + i) - (a + 2 d + g)) / 8 h, likewise dz/dy.
///
///     g h i   north
///     d e f             NaN of any neighbour makes the result NaN
///     a b c   south
static inline double terrain_slope_squared(const double *e, size_t nx, double cell)
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

/// Slopes in degrees; NaN on the rim and beside NODATA.
void terrain_slopes(const talus_grid *grid, const double *heights, double *slopes_deg);

/// Nodes of a plate: which heights are given, which are looked for, which do not exist.
typedef struct terrain_plate {
    size_t nx, ny;
    const double *heights;  ///< (ny x nx) m
    const uint32_t *number; ///< (ny x nx) of the unknown, or one of the two below
    const uint32_t *node;   ///< of every unknown, ascending within a system
    double stiffness;       ///< weight of E
    double attachment;      ///< weight of sum (z - z0)^2 over the unknowns, z0 = heights
} terrain_plate;
#define TERRAIN_KNOWN UINT32_MAX
#define TERRAIN_ABSENT (UINT32_MAX - 1u)

/// Coefficients of E's gradient at a node, for the 5 x 5 nodes around it (row by row, south first);
/// half the gradient is their product with the heights.
void terrain_plate_stencil(const terrain_plate *plate, size_t node, double stencil[25]);

/// Heights of the unknowns first .. first + count - 1, which depend on no other unknowns.
/// @return TALUS_ERROR_ARGUMENT when they are not determined, TALUS_ERROR_MEMORY
talus_status terrain_plate_solve(const terrain_plate *plate, size_t first, size_t count,
                                 double *solution, talus_error *error);

/// To the multiple of TERRAIN_ROUNDING.
double terrain_round(double height);

#endif
