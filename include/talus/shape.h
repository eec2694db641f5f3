// SPDX-License-Identifier: GPL-3.0-or-later
/// @file shape.h
/// Rock shapes: points -> convex hull -> exact mass properties -> principal frame; and the
/// builders. It knows geometry and mass; it refuses to know terrain, motion and file formats.
///
/// threads: a talus_rock is const after creation, any thread.
#ifndef TALUS_SHAPE_H
#define TALUS_SHAPE_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What talus_rock_simplify changed. All members are 0 if the rock was never simplified.
typedef struct talus_simplification {
    size_t vertices;      ///< number of vertices before
    double volume_change; ///< relative, of the hull of the vertices that stay, before it is scaled
    double moment_change; ///< relative, of the principal moment that changed most, in their order
    double deviation; ///< m, largest distance by which either body lies outside a face of the other
} talus_simplification;

/// A rigid convex polyhedron in its body frame K: origin at the centre of mass S, axes principal.
/// The functions below build and change it; read its members, never write them. Faces are polygons,
/// counter-clockwise seen from outside.
typedef struct talus_rock {
    char name[64];
    double mass;   ///< kg
    double volume; ///< m^3, of the hull
    /// (A, B, C) kg m^2 about the body axes; not sorted, because builders keep their axes
    talus_vec3 inertia;
    double radius;         ///< m, bounding sphere about S = largest |vertex|
    size_t vertex_count;   ///< hull vertices
    talus_vec3 *vertices;  ///< (vertex_count) m, body frame
    size_t face_count;     ///< polygonal faces (coplanar triangles merged)
    uint32_t *face_starts; ///< (face_count + 1) offsets into face_vertices
    uint32_t *face_vertices;
    talus_vec3 dimensions; ///< m, extents along the body axes
    /// What hulling changed: (hull volume - volume of the given closed mesh) / volume of the mesh; 0
    /// for point clouds, builders and meshes that are not closed. Reported, never hidden.
    double hull_volume_change;
    size_t input_point_count;
    talus_simplification simplification;
} talus_rock;

/// The convex hull of points in its principal frame, at its own size. Mass = density x volume.
/// Mass properties are exact face integrals (divergence theorem). Vertices keep the order of the
/// input points. The given axes stay the body axes if the inertia tensor about S is diagonal in
/// them (off-diagonals <= 1e-12 trace). Otherwise the body axes are the eigenvectors with ascending
/// moments (A <= B <= C) and the sign rule of talus_mat3_symmetric_eigen.
/// @param points  (count) m, any frame;  count >= 4, not coplanar (relative thickness >= 1e-9)
/// @param density kg/m^3 > 0
/// @return TALUS_ERROR_INPUT for too few, non-finite or coplanar points (the sentence says which)
TALUS_API talus_status talus_rock_from_points(const talus_vec3 *points, size_t count,
                                              double density, talus_rock **rock,
                                              talus_error *error);

/// As talus_rock_from_points, of the points that triangles use; `hull_volume_change` is measured
/// against the closed triangle mesh. Without triangles all points count.
/// @param triangles (triangle_count x 3) indices into points, all outward or all inward
TALUS_API talus_status talus_rock_from_mesh(const talus_vec3 *points, size_t count,
                                            const uint32_t *triangles, size_t triangle_count,
                                            double density, talus_rock **rock, talus_error *error);

/// The rock of a file: talus_mesh_read, then talus_rock_from_mesh.
/// @param unit     m per unit of the coordinates, as talus_mesh_unit has it
/// @param warnings may be NULL: points that no face uses, a surface that is not closed, coordinates
///                 so far from the origin that the file's numbers are too coarse for the rock
/// @return the errors of these functions and of talus_mesh_scale
TALUS_API talus_status talus_rock_read(const char *path, double unit, double density,
                                       talus_rock **rock, talus_diagnostics *warnings,
                                       talus_error *error);

/// Names that talus_rock_build knows, NULL-terminated: eota111, eota221, cuboid, prism, icosphere,
/// equant, flat, long, hull.
TALUS_API const char *const *talus_rock_builder_names(void);

/// Build a named shape with outer dimensions `size` (m) along x, y, z.
///   eota111    permutations of (+-1/2, +-1/4, +-1/4) scaled by size: 24 vertices
///                                                                                [docs/theory.md
///                                                                                9]
///   eota221    the same cut; usual sizes are (L, L, L/2)
///   cuboid     box
///   prism      regular n-gon (sides >= 3) in the x-y plane, inscribed in the ellipse of size.x and
///              size.y; height size.z
///   icosphere  subdivided icosahedron on the ellipsoid of the size; `sides` = level 0 to 4
///   equant, flat, long
///              rounded block cut as eota111; if size.y = size.z = 0 its axes are 1:1:1, 1:1:0.5
///              and 1:0.5:0.5 times size.x, otherwise as given
///   hull       as talus_rock_random_hull of seed 0 and index 0
/// @param sides prism sides, icosphere level or points of a hull; 0 = default (6 sides, level 1, 20
///              points); ignored elsewhere
/// @return TALUS_ERROR_INPUT for an unknown name or a size <= 0.
TALUS_API talus_status talus_rock_build(const char *name, talus_vec3 size, unsigned sides,
                                        double density, talus_rock **rock, talus_error *error);

/// A block whose lengths alone are known: the hull of random points on a sphere, which repel each
/// other, scaled to the outer dimensions `size` (m) along x, y, z. Every point is a vertex. A pure
/// function of the arguments; the principal frame is that of the hull.
/// @param points 4 to 256
/// @return TALUS_ERROR_INPUT for a wrong number of points or a size <= 0
TALUS_API talus_status talus_rock_random_hull(talus_vec3 size, unsigned points, double density,
                                              uint64_t seed, uint64_t index, talus_rock **rock,
                                              talus_error *error);

/// Scale lengths by `factor` > 0 at constant density: vertices x f, mass x f^3, inertia x f^5.
TALUS_API talus_status talus_rock_scale(talus_rock *rock, double factor, talus_error *error);
/// An independent copy with the same bits.
/// @param rock with or without faces
/// @param copy out: talus_rock_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_rock_copy(const talus_rock *rock, talus_rock **copy,
                                       talus_error *error);
/// Set the mass (kg > 0) at constant shape; the inertia scales with it.
TALUS_API talus_status talus_rock_set_mass(talus_rock *rock, double mass, talus_error *error);
/// A body with given mass and principal moments, for reference cases and published numbers. The
/// vertices are used as they are, in the body frame: no hull is formed and there are no faces.
/// @param inertia each > 0, and none above the sum of the other two, which no body exceeds
/// @return TALUS_ERROR_INPUT with a sentence
TALUS_API talus_status talus_rock_from_body(const talus_vec3 *vertices, size_t count, double mass,
                                            talus_vec3 inertia, talus_rock **rock,
                                            talus_error *error);
/// Reduce a rock to at most `most` vertices with the same volume and mass; scans have more vertices
/// than matter. It starts from a tetrahedron of four vertices that lie far apart and adds, one by
/// one, the vertex that lies farthest outside the hull of those chosen. Finally the hull is scaled
/// about its centre of mass. A pure function of the arguments; the name stays, and `simplification`
/// holds what was lost.
/// @param rock   with faces
/// @param most   4 to TALUS_SIMPLE_MOST
/// @param simple out: the new rock in its own principal frame; talus_rock_destroy
/// @return TALUS_ERROR_INPUT for a number of vertices out of range, TALUS_ERROR_ARGUMENT
TALUS_API talus_status talus_rock_simplify(const talus_rock *rock, size_t most, talus_rock **simple,
                                           talus_error *error);
#define TALUS_SIMPLE_MOST 256
TALUS_API void talus_rock_destroy(talus_rock *rock);

/// Distribution of one positive quantity (rock volume or mass), drawn once per rock.
typedef enum talus_law {
    TALUS_LAW_FIXED,     ///< value = a
    TALUS_LAW_UNIFORM,   ///< in [a, b], cut to [min, max]
    TALUS_LAW_NORMAL,    ///< mean a, standard deviation b, cut to [min, max]
    TALUS_LAW_LOGNORMAL, ///< median a, standard deviation of the logarithm b, cut to [min, max]
    TALUS_LAW_POWER,     ///< N(> V) = k V^-a between min and max               [docs/theory.md 9]
    TALUS_LAW_TABLE      ///< table[floor(u n)]: measured values, all equally likely
} talus_law;
typedef struct talus_distribution {
    talus_law law;
    double a, b;
    double min, max;     ///< cut by drawing the quantile inside [min, max]; 0 and infinity = open
    const double *table; ///< (table_count) > 0, ascending; not owned
    size_t table_count;
} talus_distribution;
/// Value at u in [0, 1), by inverse distribution (truncated laws included), relative error <= 1e-9.
TALUS_API double talus_distribution_at(const talus_distribution *distribution, double u);
TALUS_API talus_status talus_distribution_check(const talus_distribution *distribution,
                                                talus_error *error);

/// Range of the exponent of talus_hull_rule. A larger exponent fills more of the box; 2 is an
/// ellipsoid.
#define TALUS_HULL_LEAST_EXPONENT 1.25
#define TALUS_HULL_MOST_EXPONENT 8.0

/// Gives every rock of a class its own hull, a pure function of the campaign's seed and the rock
/// index.
typedef struct talus_hull_rule {
    unsigned points; ///< 0: no hulls, every rock has the shape of its class
    talus_vec3 size; ///< m, or proportions when there is a volume
    double volume;   ///< m^3, to which each hull is scaled; 0 = that of the size
    double mass;     ///< kg; 0 = density x volume
    double density;  ///< kg/m^3
    double exponent; ///< p of |x/a|^p + |y/b|^p + |z/c|^p = 1, on which the points lie; 0 = 2
} talus_hull_rule;

/// One class of the mixture of rocks.
typedef struct talus_rock_class {
    const talus_rock *rock;    ///< at reference size; not owned by the struct; with a hull rule one
                               ///< hull of the class, which represents it in lists
    double share;              ///< >= 0; normalised over all classes
    bool sized;                ///< false: every rock has the size of `rock`
    talus_distribution volume; ///< m^3, when sized
    talus_hull_rule hull;
    /// (block_count) blocks that stand beside each other and start as one event, the first of them
    /// `rock`: body k has the shape of block k. Released by TALUS_RELEASE_BLOCKS only; not owned.
    const talus_rock *const *blocks;
    size_t block_count; ///< 0: one shape for all rocks of the kind, or hulls by a rule
} talus_rock_class;
/// The exponent at which hulls of a rule have `volume` (m^3 > 0) on average, or the nearest one
/// that is allowed. Hulls of fewer than about ten points do not always grow with the exponent. A
/// pure function of the points, size and density of `rule`.
/// @return the errors of talus_rock_random_hull
TALUS_API talus_status talus_hull_exponent(const talus_hull_rule *rule, double volume,
                                           double *exponent, talus_error *error);
/// The shape of one rock of a class.
/// @param rock out: at the size of the rule; the caller scales it if the class is `sized`
TALUS_API talus_status talus_rock_hull_of(const talus_hull_rule *rule, uint64_t seed,
                                          uint64_t index, talus_rock **rock, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
