// SPDX-License-Identifier: GPL-3.0-or-later
/// @file terrain.h
/// The ground a rock meets: heights, their bounds, ground classes, drag layers.
/// It knows arrays in local metres; it refuses to know files, CRS and rocks (GDAL lives in geo).
///
///   node (i, j) sits at (x0 + i cell, y0 + j cell); rows j run north, columns i run east
///
///     j+1 o------o      cell (i, j) = [x_i, x_i+1) x [y_j, y_j+1): a bilinear patch of its four
///     nodes;
///         | cell |      a point on an edge belongs to the upper cell, so the normal jumps at
///         edges.
///      j  o------o      The surface exists on [x0, x0 + (nx-1) cell) x [y0, y0 + (ny-1) cell).
///         i     i+1
#ifndef TALUS_TERRAIN_H
#define TALUS_TERRAIN_H

#include "talus/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A node lattice in local metres (see the drawing above).
typedef struct talus_grid {
    double x0, y0; ///< m, local position of node (0, 0)
    double cell;   ///< m > 0
    size_t nx, ny; ///< nodes, >= 2 each
} talus_grid;

/// Sub-grid roughness: the surface is refined into a `refine` times finer bilinear grid whose node
/// heights are the bilinear base plus amplitude * h, h uniform in [-1, 1) from a hash of (seed,
/// node index).
typedef struct talus_roughness {
    double amplitude; ///< m >= 0; 0 = none
    unsigned refine;  ///< 1..64
    uint64_t seed;
} talus_roughness;

typedef enum talus_where {
    TALUS_INSIDE,
    TALUS_OUTSIDE, ///< not on the grid
    TALUS_NODATA   ///< on a patch with at least one missing node
} talus_where;

/// Height field behind a directory of 256 x 256 cell tiles. Immutable and shared once created.
typedef struct talus_terrain talus_terrain;

/// @param heights   (ny x nx) m, row j = 0 is the southern row; NaN = NODATA; copied
/// @param roughness NULL = none. With refine k the lattice has (nx-1) k + 1 nodes; a refined node
/// is
///                  NODATA when its base patch is.
/// @return TALUS_ERROR_ARGUMENT for a bad grid, an infinite height or no valid patch;
/// TALUS_ERROR_MEMORY
TALUS_API talus_status talus_terrain_create(const talus_grid *grid, const double *heights,
                                            const talus_roughness *roughness,
                                            talus_terrain **terrain, talus_error *error);
TALUS_API void talus_terrain_destroy(talus_terrain *terrain);

/// The base lattice as given, before refinement.
TALUS_API const talus_grid *talus_terrain_base_grid(const talus_terrain *terrain);
/// The lattice of the surface itself (refined).
TALUS_API const talus_grid *talus_terrain_surface_grid(const talus_terrain *terrain);
/// Height z(x, y); *z is untouched unless TALUS_INSIDE.
TALUS_API talus_where talus_terrain_height(const talus_terrain *terrain, double x, double y,
                                           double *z);
/// Height and gradient (dz/dx, dz/dy) of the patch.
TALUS_API talus_where talus_terrain_surface(const talus_terrain *terrain, double x, double y,
                                            double *z, double *dzdx, double *dzdy);
/// Upper bound of the heights in a closed rectangle; -infinity where it holds no surface. NODATA is
/// ignored. From the max-pyramid: the bound is the maximum over blocks that cover the rectangle.
TALUS_API double talus_terrain_upper_bound(const talus_terrain *terrain, double x_min, double y_min,
                                           double x_max, double y_max);
/// Lowest and highest valid node.
TALUS_API void talus_terrain_range(const talus_terrain *terrain, double *z_min, double *z_max);

/// Friction and impact parameters of one kind of ground.                  [docs/theory.md 6, L14
/// eq. 46-51]
typedef struct talus_ground {
    char name[32];
    double mu_min, mu_max; ///< friction at s = 0 and s -> infinity
    double kappa;          ///< 1/m, growth with slippage
    double beta;           ///< 1/s, decay in flight
    double drag;           ///< 1/s, nu: ground drag while in contact
    double epsilon_n;      ///< normal restitution [0, 1]
    double epsilon_t;      ///< tangential restitution [0, 1]
    const char *source;    ///< where the numbers come from (static text) or NULL
} talus_ground;

/// Drag layer of vegetation.                                                [docs/theory.md 7, L14
/// eq. 10-11]
typedef struct talus_forest {
    char name[32];
    double drag;                ///< kg/s, c
    talus_vec3 rotational_drag; ///< kg m^2/s, diagonal of C_rot in the body frame
    double height;              ///< m, acts while z_S - z(x_S, y_S) < height
    const char *source;
} talus_forest;

/// Presets by name ("hard", "medium soft" = "medium_soft", ...; forest "open", "medium", "dense").
/// @return NULL if unknown. The lists are NULL-terminated by an entry with an empty name.
TALUS_API const talus_ground *talus_ground_preset(const char *name);
TALUS_API const talus_ground *talus_ground_presets(void);
TALUS_API const talus_forest *talus_forest_preset(const char *name);
TALUS_API const talus_forest *talus_forest_presets(void);

/// A raster of class indices (< 256): cell (i, j) covers [x0 + i cell, x0 + (i+1) cell) x ...
/// Unlike talus_grid's nodes, these are areas; x0, y0 is the lower left corner.
typedef struct talus_class_map {
    double x0, y0, cell;
    size_t nx, ny;
    uint8_t *classes; ///< (ny x nx), row 0 = south; owned
} talus_class_map;
/// Class at a point; points off the map get the class of the nearest cell. NULL map = class 0.
TALUS_API unsigned talus_class_map_at(const talus_class_map *map, double x, double y);
TALUS_API void talus_class_map_clear(talus_class_map *map);

#ifdef __cplusplus
}
#endif
#endif
