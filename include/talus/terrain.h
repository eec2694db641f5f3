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

#include "talus/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A node lattice in local metres (see the drawing above).
typedef struct talus_grid {
    double x0, y0; ///< m, local position of node (0, 0)
    double cell;   ///< m > 0
    size_t nx, ny; ///< nodes, >= 2 each
} talus_grid;

/// Cells in which statistics are kept: cell (i, j) = [x0 + i cell, ...) x [y0 + j cell, ...).
typedef struct talus_cells {
    double x0, y0; ///< m, lower left corner of cell (0, 0), local
    double cell;   ///< m
    size_t nx, ny;
} talus_cells;

/// Cells [i, i + nx) x [j, j + ny): a raster (ny x nx), row 0 = south. NULL = all cells.
typedef struct talus_window {
    size_t i, j, nx, ny;
} talus_window;

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

/// Height field behind a directory of 256 x 256 cell tiles. Shared once created; what it answers
/// never changes.
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

/// Where heights come from that do not all fit in memory.
typedef struct talus_height_source {
    /// Heights of nodes [i, i + nx) x [j, j + ny) as talus_terrain_create takes them, row 0 =
    /// south. The same numbers whenever it is asked; may be called by several threads at once.
    talus_status (*fetch)(void *user, size_t i, size_t j, size_t nx, size_t ny, double *heights,
                          talus_error *error);
    void *user; ///< outlives the terrain
} talus_height_source;
/// A terrain whose tiles are made when a rock comes near; it answers with the same bits as one that
/// talus_terrain_create makes. Creation looks at all heights once, in bands over all columns from
/// the north to the south in which each node comes exactly once, and keeps none.
/// @param memory bytes that tiles may take, 0.78 MB each: during a run the oldest are dropped; what
///               rocks under way need stays, 8 tiles for a thread at most
/// @return as talus_terrain_create, or what `fetch` returned
TALUS_API talus_status talus_terrain_create_on_demand(const talus_grid *grid,
                                                      const talus_height_source *source,
                                                      const talus_roughness *roughness,
                                                      size_t memory, talus_terrain **terrain,
                                                      talus_error *error);
/// Bytes that all tiles of a terrain take.
TALUS_API double talus_terrain_memory(const talus_grid *grid, const talus_roughness *roughness);
/// The failure of the first fetch that failed after creation, else TALUS_OK. The tile is NODATA
/// from then on, so what was found near it is worth nothing: runs look here before they keep a
/// rock.
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
/// Choose the surface, bilinear after creation. To be called before the terrain is shared. A point
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
/// Height and gradient (dz/dx, dz/dy) of the patch.
TALUS_API talus_where talus_terrain_surface(const talus_terrain *terrain, double x, double y,
                                            double *z, double *dzdx, double *dzdy);
/// Upper bound of the heights in a closed rectangle; -infinity where it holds no surface. NODATA is
/// ignored. From the max-pyramid: the bound is the maximum over blocks that cover the rectangle.
TALUS_API double talus_terrain_upper_bound(const talus_terrain *terrain, double x_min, double y_min,
                                           double x_max, double y_max);
/// Lowest and highest valid node; either may be NULL. NaN without a terrain.
TALUS_API void talus_terrain_range(const talus_terrain *terrain, double *z_min, double *z_max);

/// A sample of a stationary Gaussian random field with mean 0 and standard deviation 1: nodes as on
/// a talus_grid, bilinear between them. Covariance of Matern type with nu = 1,
///   C(r) = k r K_1(k r),  k = sqrt(8) / range: about 0.14 at r = range  [docs/terrain_tools.md]
typedef struct talus_field {
    double range; ///< m
    talus_grid grid;
    float *values; ///< (ny x nx) multiples of 2^-10; owned
} talus_field;
/// Sample over a rectangle from (x0, y0), `width` by `height` m. A pure function of its arguments,
/// with the same bits on every processor.
/// @param range m, above 0
/// @return TALUS_ERROR_ARGUMENT for an empty rectangle, or one with more nodes than can be solved
/// at range / 12 (the sentence has the smallest range); TALUS_ERROR_MEMORY
TALUS_API talus_status talus_field_sample(double x0, double y0, double width, double height,
                                          double range, uint64_t seed, talus_field *field,
                                          talus_error *error);
TALUS_API void talus_field_clear(talus_field *field);
/// Value at a point; points off the rectangle take the nearest of its rim.
TALUS_API double talus_field_at(const talus_field *field, double x, double y);

/// X(enumerator, name in scenarios): what can vary within one kind of ground. Friction = mu_min and
/// mu_max by the same amount. The soil's modulus is in Pa here, and its drag number is 1 + C_s.
#define TALUS_VARIED_LIST(X)                                                                       \
    X(TALUS_VARIED_FRICTION, "friction")                                                           \
    X(TALUS_VARIED_MU_MIN, "mu_min")                                                               \
    X(TALUS_VARIED_MU_MAX, "mu_max")                                                               \
    X(TALUS_VARIED_KAPPA, "kappa_1_m")                                                             \
    X(TALUS_VARIED_BETA, "beta_1_s")                                                               \
    X(TALUS_VARIED_DRAG, "drag_1_s")                                                               \
    X(TALUS_VARIED_EPSILON_N, "epsilon_n")                                                         \
    X(TALUS_VARIED_EPSILON_T, "epsilon_t")                                                         \
    X(TALUS_VARIED_SOIL_MODULUS, "soil.modulus_mn_m2")                                             \
    X(TALUS_VARIED_SOIL_DRAG, "soil.drag_number")
typedef enum talus_varied {
#define TALUS_VARIED_ENUM(id, name) id,
    TALUS_VARIED_LIST(TALUS_VARIED_ENUM)
#undef TALUS_VARIED_ENUM
} talus_varied;
enum { TALUS_VARIED_COUNT = TALUS_VARIED_SOIL_DRAG + 1 };

/// A ground parameter that varies from place to place with a field g(x, y):
///   p + sd g, or with `multiply` p exp(sd g - sd^2 / 2), of mean p and always positive.
/// The result is kept within what the parameter allows: friction in [0, 10] and mu_min <= mu_max,
/// restitution in [0, 1], the others >= 0. With `replace` the field is the parameter itself, NaN =
/// the ground's own; all of those come before the others.
typedef struct talus_variation {
    const talus_field *field;
    talus_varied parameter;
    bool multiply;
    bool replace; ///< not with TALUS_VARIED_FRICTION
    bool nearest; ///< with `replace`: the value of the nearest node, else bilinear where nodes have
                  ///< values
    double sd;    ///< in the unit of the parameter; with `multiply` of its logarithm
    const struct talus_variation *next; ///< NULL = the last one
} talus_variation;

/// Compactable soil over a hard plane.                                     [docs/theory.md 14,
/// Lu19]
typedef struct talus_soil {
    double modulus;    ///< Pa, M_E; 0 = none: the ground is hard
    double drag;       ///< C_s > -1; the soil's drag number is 1 + C_s
    double density;    ///< kg/m^3
    double rotational; ///< >= 0, factor on a drag torque that is ours; 0 = none, as published
    double
        rolling; ///< >= 0, factor on the resistance of a wheel in its rut [docs/theory.md, (46b)]
    bool is_normal; ///< the depth follows from the speed along the normal and is measured along it,
                    ///< as for a face that stops rocks; else plumb, as published
} talus_soil;

/// Parameters that are drawn; the numbers of the ground are then their medians.
typedef struct talus_ground_draw {
    talus_distribution laws[TALUS_VARIED_COUNT]; ///< by talus_varied; TALUS_LAW_FIXED: not drawn;
                                                 ///< FRICTION is not looked at
    bool per_impact;      ///< anew at the first closed step after an open one, else once per rock
    bool soil_per_impact; ///< of the soil's two: anew at the first touch of a layer of soil, kept
                          ///< until the rock is out, else once per rock
} talus_ground_draw;

/// Friction and impact parameters of one kind of ground.                  [docs/theory.md 6, L14
/// eq. 46-51]
typedef struct talus_ground {
    char name[32];
    double mu_min, mu_max;            ///< friction at s = 0 and s -> infinity
    double kappa;                     ///< 1/m, growth with slippage
    double beta;                      ///< 1/s, decay in flight
    double drag;                      ///< 1/s, nu: ground drag while in contact
    double epsilon_n;                 ///< normal restitution [0, 1]
    double epsilon_t;                 ///< tangential restitution [0, 1]
    const char *source;               ///< where the numbers come from (static text) or NULL
    const talus_variation *variation; ///< list; NULL = the same everywhere
    talus_soil soil;                  ///< modulus 0: none
    const talus_ground_draw *draw;    ///< NULL = every rock meets these numbers
} talus_ground;

/// Drag layer of vegetation.                                                [docs/theory.md 7, L14
/// eq. 10-11]
typedef struct talus_forest {
    char name[32];
    double drag;                ///< kg/s, c
    talus_vec3 rotational_drag; ///< kg m^2/s, diagonal of C_rot in the body frame
    double height;              ///< m, acts while z_S - z(x_S, y_S) < height
    double hold_height;         ///< m, of lying wood, stumps and roots; 0: they hold no rock
    double hold_path;           ///< m: a rock that touches is held when its energy, averaged over
                                ///< about so long a path, is less than a climb over hold_height
                                ///< takes
    const char *source;
} talus_forest;

/// Presets by name ("hard", "medium soft" = "medium_soft", ...; forest "open", "medium", "dense").
/// A name may end in a version, "medium@1"; without one the newest is meant. Presets of soil have a
/// `draw`. [docs/ground.md, section 6]
/// @return NULL if unknown. The lists end with an entry whose name is empty; they have the presets
/// of the newest version.
TALUS_API const talus_ground *talus_ground_preset(const char *name);
TALUS_API const talus_ground *talus_ground_presets(void);
/// Newest version of the presets of grounds.
enum { TALUS_GROUND_PRESET_VERSION = 2 };
/// Version of a preset's name as talus_ground_preset reads it; 0 if it has no such preset.
TALUS_API int talus_ground_preset_version(const char *name);
TALUS_API const talus_forest *talus_forest_preset(const char *name);
TALUS_API const talus_forest *talus_forest_presets(void);
/// Newest version of the presets of forests.
enum { TALUS_FOREST_PRESET_VERSION = 2 };
/// Version of a preset's name as talus_forest_preset reads it; 0 if it has no such preset.
TALUS_API int talus_forest_preset_version(const char *name);

/// The parameters of a ground at a point: its own, varied where it has variations.
TALUS_API talus_ground talus_ground_at(const talus_ground *ground, double x, double y);
/// Share of the field's nodes at which a bound cuts the varied parameter; 0 without variation.
/// Counts nodes of the variations that do not replace.
TALUS_API double talus_ground_cut_share(const talus_ground *ground);

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
