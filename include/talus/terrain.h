// SPDX-License-Identifier: GPL-3.0-or-later
/// @file terrain.h
/// The ground a rock meets: heights, their bounds, ground classes, drag layers.
/// It knows arrays in local metres; it refuses to know files, CRS and rocks (GDAL lives in geo).
///
///   node (i, j) sits at (x0 + i cell, y0 + j cell); rows j run north, columns i run east
///
///     j+1 o------o      cell (i, j) = [x_i, x_i+1) x [y_j, y_j+1): a bilinear patch of its
///         | cell |      four nodes; a point on an edge belongs to the upper cell, so the normal
///      j  o------o      jumps at edges.
///         i     i+1     The surface exists on [x0, x0 + (nx-1) cell) x [y0, y0 + (ny-1) cell).
///
/// threads: a talus_terrain is const after creation, any thread, also if its tiles are built on
///          demand; talus_terrain_set_surface is called before the terrain is shared.
#ifndef TALUS_TERRAIN_H
#define TALUS_TERRAIN_H

#include "talus/base.h"

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

/// Height field in tiles of 256 x 256 cells. It may be shared once created; its values never
/// change.
typedef struct talus_terrain talus_terrain;

/// @param heights   (ny x nx) m, row j = 0 is the southern row; NaN = NODATA; copied
/// @param roughness NULL = none. With refine k the lattice has (nx-1) k + 1 nodes; a refined node
///                  is NODATA when its base patch is.
/// @return TALUS_ERROR_ARGUMENT for a bad grid, an infinite height or no valid patch;
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_terrain_create(const talus_grid *grid, const double *heights,
                                            const talus_roughness *roughness,
                                            talus_terrain **terrain, talus_error *error);
TALUS_API void talus_terrain_destroy(talus_terrain *terrain);

/// Source of heights that do not all fit in memory.
typedef struct talus_height_source {
    /// Heights of nodes [i, i + nx) x [j, j + ny) in the form of talus_terrain_create, row 0 =
    /// south. Returns the same numbers at every call; several threads may call it at once.
    talus_status (*fetch)(void *user, size_t i, size_t j, size_t nx, size_t ny, double *heights,
                          talus_error *error);
    void *user; ///< outlives the terrain
} talus_height_source;
/// A terrain whose tiles are built when a rock comes near. Its values have the same bits as those
/// of talus_terrain_create. Creation reads every height once, in bands over all columns from north
/// to south, and keeps none.
/// @param memory bytes that tiles may take, 0.78 MB each. During a run the oldest tiles are
///               dropped; those that current rocks need stay, at most 8 per thread
/// @return as talus_terrain_create, or what `fetch` returned
TALUS_API talus_status talus_terrain_create_on_demand(const talus_grid *grid,
                                                      const talus_height_source *source,
                                                      const talus_roughness *roughness,
                                                      size_t memory, talus_terrain **terrain,
                                                      talus_error *error);
/// Bytes that all tiles of a terrain take.
TALUS_API double talus_terrain_memory(const talus_grid *grid, const talus_roughness *roughness);
/// The error of the first fetch that failed after creation, else TALUS_OK. A tile that could not be
/// fetched is NODATA, so results near it are wrong: runs check this before they keep a rock.
TALUS_API talus_status talus_terrain_status(const talus_terrain *terrain, talus_error *error);

/// X(enumerator, name, one line): what lies between the four nodes of a cell
#define TALUS_SURFACE_LIST(X)                                                                      \
    X(TALUS_SURFACE_BILINEAR, "bilinear", "one curved patch")                                      \
    X(TALUS_SURFACE_TRIANGULATED, "triangulated",                                                  \
      "two triangles, split from the south-western to the north-eastern node")
typedef enum talus_surface {
#define TALUS_SURFACE_ENUM(name, text, doc) name,
    TALUS_SURFACE_LIST(TALUS_SURFACE_ENUM)
#undef TALUS_SURFACE_ENUM
        TALUS_SURFACE_COUNT
} talus_surface;
/// Choose the surface; it is bilinear after creation. Call it before the terrain is shared. A point
/// on the diagonal belongs to the south-eastern triangle.
TALUS_API talus_status talus_terrain_set_surface(talus_terrain *terrain, talus_surface surface,
                                                 talus_error *error);

/// The base lattice as given, before refinement.
TALUS_API const talus_grid *talus_terrain_base_grid(const talus_terrain *terrain);
/// The lattice of the surface itself (refined).
TALUS_API const talus_grid *talus_terrain_surface_grid(const talus_terrain *terrain);
/// Height z(x, y); *z is untouched unless TALUS_INSIDE.
TALUS_API talus_where talus_terrain_height(const talus_terrain *terrain, double x, double y,
                                           double *z);
/// Heights of many points.
/// @param xy    (count x 2) m, finite
/// @param z     (count) m, out; NaN where there is no surface
/// @param where (count) out; may be NULL
/// @return TALUS_ERROR_ARGUMENT for NULL or a coordinate that is not finite (nothing is written);
///         the status of talus_terrain_status if heights could not be fetched
TALUS_API talus_status talus_terrain_heights(const talus_terrain *terrain, const double *xy,
                                             size_t count, double *z, talus_where *where,
                                             talus_error *error);
/// Height and gradient (dz/dx, dz/dy) of the patch.
TALUS_API talus_where talus_terrain_surface(const talus_terrain *terrain, double x, double y,
                                            double *z, double *dzdx, double *dzdy);
/// Lowest and highest valid node, m.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_terrain_range(const talus_terrain *terrain, double *z_min,
                                           double *z_max, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
