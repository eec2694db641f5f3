// SPDX-License-Identifier: GPL-3.0-or-later
/// @file raster.h
/// Operations on the heights of a DEM as arrays: filling of NODATA holes, smoothing, coarser
/// lattices, slopes, energy lines, dams, random fields. It knows lattices in local metres, (ny x
/// nx) with row 0 = south and NaN = NODATA; it refuses to know files and rocks.
///
/// Filling and smoothing minimise the bending energy of a thin plate, as sums of squares over nodes
/// at distance h. A term counts only if all of its nodes exist:
///   E = sum (z_w - 2 z + z_e)^2 + sum (z_s - 2 z + z_n)^2 + 2 sum (z_sw - z_se - z_nw + z_ne)^2
/// Away from gaps and rims the stencil is the 13-point biharmonic one, which keeps polynomials up
/// to third degree. At a rim of the lattice the plate is free and keeps planes.
///
/// threads: functions of their arguments, any thread.
#ifndef TALUS_RASTER_H
#define TALUS_RASTER_H

#include "talus/campaign.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Results are rounded to this, so that files do not depend on the last bits of a factorisation.
#define TALUS_RASTER_ROUNDING 1e-3 // m

typedef enum talus_hole_state {
    TALUS_HOLE_FILLED,
    TALUS_HOLE_OUTSIDE,   ///< touches the rim of the lattice: the terrain ends there
    TALUS_HOLE_TOO_LARGE, ///< alone, or together with the holes in the same system
    TALUS_HOLE_TOO_FEW    ///< fewer than three known neighbours, or all of them on one line
} talus_hole_state;

/// Missing nodes that are connected along rows and columns.
typedef struct talus_hole {
    size_t west, east, south, north; ///< first and last column and row
    size_t nodes;
    size_t together; ///< nodes of all holes in the same system, this one included
    bool at_rim;
    talus_hole_state state;
} talus_hole;

typedef struct talus_fill_options {
    size_t size;      ///< of this struct, by talus_fill_options_default
    size_t max_nodes; ///< largest system
    bool outside;     ///< also fill holes at the rim
} talus_fill_options;

/// Larger systems need more memory than a small machine has.
enum { TALUS_FILL_MAX_NODES = 1000000, TALUS_SMOOTH_MAX_NODES = 1000000 };
/// Fill `size` bytes: TALUS_FILL_MAX_NODES; the rim stays open.
TALUS_API void talus_fill_options_defaults(talus_fill_options *options, size_t size);
static inline talus_fill_options talus_fill_options_default(void)
{
    talus_fill_options options;
    talus_fill_options_defaults(&options, sizeof options);
    return options;
}

typedef struct talus_fill_report {
    size_t hole_count;
    talus_hole *holes; ///< (hole_count) by their first node in row order; owned
    size_t filled_holes, filled_nodes;
    size_t largest_system; ///< nodes
} talus_fill_report;
TALUS_API void talus_fill_report_clear(talus_fill_report *report);

/// Fill NODATA holes with the plate of least bending through the two rings of nodes around them.
/// Holes whose rings share nodes are solved in one system. Known heights stay; filled heights are
/// multiples of TALUS_RASTER_ROUNDING.
/// @param heights (ny x nx) m, NaN = NODATA; in and out
/// @param report  out: the state of each hole; a hole that stays open is not an error
/// @param options NULL = the defaults
/// @return TALUS_ERROR_ARGUMENT for NULL, an infinite height, more than 4e9 nodes or an unknown
///         size of the options; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_raster_fill(size_t nx, size_t ny, double *heights,
                                         const talus_fill_options *options,
                                         talus_fill_report *report, talus_error *error);

/// Smooth: minimise sum (z - z0)^2 + (L / h)^4 E, i.e. (1 + L^4 Laplace^2) z = z0 with free edges:
/// a wave of length w keeps 1 / (1 + (2 pi L / w)^4) of its height, and a plane stays a plane.
/// NODATA stays and does not affect its neighbours. Results are multiples of TALUS_RASTER_ROUNDING.
/// @param length L / h, in nodes, > 0 and <= 1e3
/// @return TALUS_ERROR_ARGUMENT for another length, an infinite height or more than
///         TALUS_SMOOTH_MAX_NODES heights; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_raster_smooth(size_t nx, size_t ny, double *heights, double length,
                                           talus_error *error);

/// Keep every `step`-th node, from node (0, 0) on. Its new height is the mean with bilinear weights
///   w(a, b) = (k - |a|) (k - |b|),  |a|, |b| < k = step
/// A wave along x keeps (sin(k t / 2) / (k sin(t / 2)))^2 of its height; t is its phase from node
/// to node. A node counts only together with its mirror image about the kept node, so that planes
/// stay, also at rims and beside NODATA. A kept node that is NODATA stays NODATA.
/// @param step    >= 1
/// @param coarse  out: the lattice of the kept nodes
/// @param kept    out: (coarse->ny x coarse->nx) m, freed by talus_free; NULL after an error
/// @return TALUS_ERROR_ARGUMENT if fewer than 2 x 2 nodes or no height would be left;
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_raster_coarsen(const talus_grid *grid, const double *heights,
                                            size_t step, talus_grid *coarse, double **kept,
                                            talus_error *error);

/// Slopes in degrees; NaN on the rim and beside NODATA.
/// @param slopes_deg (ny x nx) out; another array than the heights
/// @return TALUS_ERROR_ARGUMENT for NULL or a lattice without nodes
TALUS_API talus_status talus_raster_slopes(const talus_grid *grid, const double *heights,
                                           double *slopes_deg, talus_error *error);

/// Energy lines: the steepest angle from a node up to a source,
///
///   angle(x) = max over sources s of atan((z_s - z(x)) / |x - s|)        [docs/terrain_tools.md]
///
/// From release areas it is the reach angle (Fahrboeschung), from the apex of a talus the shadow
/// angle. Terrain in between does not block the view. Angles are exact, by branch and bound over a
/// pyramid of the sources.
/// @param heights (ny x nx) m, NaN = NODATA
/// @param sources (ny x nx) true where rocks start; sources without height are ignored
/// @param lowest  degrees in [0, 90): nodes with a smaller angle get NaN
/// @param angles  (ny x nx) out, degrees: 90 at the sources
/// @return TALUS_ERROR_ARGUMENT if no source has a height, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_raster_energy_line(const talus_grid *grid, const double *heights,
                                                const bool *sources, double lowest, double *angles,
                                                talus_error *error);

/// Sample a correlated random field over a rectangle from (x0, y0), `width` by `height` m. A pure
/// function of its arguments, with the same bits on every processor.
/// @param range m, above 0
/// @param field out, cleared by talus_field_clear; without values after an error
/// @return TALUS_ERROR_ARGUMENT for an empty rectangle, or one that needs too many nodes at a
///         spacing of range / 12 (the sentence has the smallest possible range); TALUS_ERROR_MEMORY
TALUS_API talus_status talus_raster_field(double x0, double y0, double width, double height,
                                          double range, uint64_t seed, talus_field *field,
                                          talus_error *error);

/// Raise the heights of a DEM to those of a dam, before a terrain is created from them. NODATA
/// stays NODATA, and nothing is raised where the line crosses NODATA. Dams that overlap are not
/// added: the highest one counts.
/// @param ground  (ny x nx) m, row 0 = south: without dams
/// @param heights (ny x nx) m, in and out: the ground with the dams raised so far; another array
/// @param raised  out: number of raised nodes, counted for each segment of the line; may be NULL
/// @return TALUS_ERROR_ARGUMENT for a size out of range or a line of fewer than two distinct
///         points
TALUS_API talus_status talus_dam_raise(const talus_dam *dam, const talus_grid *grid,
                                       const double *ground, double *heights, size_t *raised,
                                       talus_error *error);
/// Fill built_height and built_slope. The surface is bilinear between its nodes, so a face narrower
/// than a cell becomes flatter and a crest between two nodes lower.
/// @param heights with the dam raised, of the terrain that rocks move on
/// @return TALUS_ERROR_MEMORY
TALUS_API talus_status talus_dam_measure(talus_dam *dam, const talus_grid *grid,
                                         const double *ground, const double *heights,
                                         talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
