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

/// What talus_rock_simplify changed; zeros: nothing.
typedef struct talus_simplification {
    size_t vertices;      ///< that the hull had
    double volume_change; ///< relative, of the hull of the vertices that stay, before it is scaled
    double moment_change; ///< relative, of the principal moment that changed most, in their order
    double deviation;     ///< m, by which one of both bodies stands out of a face of the other most
} talus_simplification;

/// A rigid convex polyhedron in its body frame K: origin at the centre of mass S, axes principal.
/// Read-only for everyone but the shape module. Polygonal faces, outward, counter-clockwise.
typedef struct talus_rock {
    char name[64];
    double mass;   ///< kg
    double volume; ///< m^3, of the hull
    talus_vec3
        inertia;   ///< (A, B, C) kg m^2 about the body axes; not sorted (builders keep their axes)
    double radius; ///< m, bounding sphere about S = largest |vertex|
    size_t vertex_count;   ///< hull vertices
    talus_vec3 *vertices;  ///< (vertex_count) m, body frame
    size_t face_count;     ///< polygonal faces (coplanar triangles merged)
    uint32_t *face_starts; ///< (face_count + 1) offsets into face_vertices
    uint32_t *face_vertices;
    talus_vec3 dimensions; ///< m, extents along the body axes
    /// What hulling changed: (hull volume - volume of the given closed mesh) / hull volume; 0 for
    /// point clouds, builders and meshes that are not closed. Reported, never hidden.
    double hull_volume_change;
    size_t input_point_count;
    talus_simplification simplification;
} talus_rock;

/// Hull of points; principal frame; scaled to nothing. Mass = density * volume.
/// @param points  (count) m, any frame;  count >= 4, not coplanar (relative thickness >= 1e-9)
/// @param density kg/m^3 > 0
/// The body axes: if the inertia tensor about S is already diagonal in the given axes
/// (off-diagonals
/// <= 1e-12 trace) the axes are kept, else eigenvectors with ascending moments (A <= B <= C) and
/// the sign rule of talus_mat3_symmetric_eigen. Vertices come in the order of the input points.
/// Mass properties are exact face integrals (divergence theorem).
/// @return TALUS_ERROR_INPUT for too few, non-finite or coplanar points (sentence says which).
TALUS_API talus_status talus_rock_from_points(const talus_vec3 *points, size_t count,
                                              double density, talus_rock **rock,
                                              talus_error *error);

/// As talus_rock_from_points, and `hull_volume_change` measured against the closed triangle mesh
/// (triangles: triangle_count x 3 indices into points; outward or inward, consistently).
TALUS_API talus_status talus_rock_from_mesh(const talus_vec3 *points, size_t count,
                                            const uint32_t *triangles, size_t triangle_count,
                                            double density, talus_rock **rock, talus_error *error);

/// Names that talus_rock_build knows, NULL-terminated: eota111, eota221, cuboid, prism, icosphere,
/// equant, flat, long, hull.
TALUS_API const char *const *talus_rock_builder_names(void);

/// Build a named shape with outer dimensions `size` (m) along x, y, z.
///   eota111    permutations of (+-1/2, +-1/4, +-1/4) scaled by size: 24 vertices   [docs/theory.md
///   9] eota221    the same cut; usual sizes are (L, L, L/2) cuboid     box prism      regular
///   n-gon (sides >= 3) in the x-y plane inscribed in the ellipse of size.x, size.y;
///              height size.z
///   icosphere  subdivided icosahedron on the ellipsoid of the size; `sides` = subdivision level
///   0..4 equant, flat, long: an irregular-free rounded block (a 2:1 bevelled box, as eota) with
///   axis ratios
///              1:1:1, 1:1:0.5 and 1:0.5:0.5 of size.x when size.y = size.z = 0 (else as given)
///   hull       as talus_rock_random_hull of seed 0 and index 0
/// @param sides prism sides, icosphere level or points of a hull; 0 = default (6 sides, level 1, 20
///              points); ignored elsewhere
/// @return TALUS_ERROR_INPUT for an unknown name or a size <= 0.
TALUS_API talus_status talus_rock_build(const char *name, talus_vec3 size, unsigned sides,
                                        double density, talus_rock **rock, talus_error *error);

/// A block of which only the lengths are known: the hull of random points on a sphere that push
/// each other apart, scaled to the outer dimensions `size` (m) along x, y, z. All points are
/// vertices. A pure function of the arguments; the principal frame is that of the hull.
/// @param points 4 to 256
/// @return TALUS_ERROR_INPUT for a wrong number of points or a size <= 0
TALUS_API talus_status talus_rock_random_hull(talus_vec3 size, unsigned points, double density,
                                              uint64_t seed, uint64_t index, talus_rock **rock,
                                              talus_error *error);

/// Scale lengths by `factor` > 0 at constant density: vertices x f, mass x f^3, inertia x f^5.
TALUS_API talus_status talus_rock_scale(talus_rock *rock, double factor, talus_error *error);
/// A rock of its own with the same bits.
/// @param rock with or without faces
/// @param copy out: talus_rock_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_rock_copy(const talus_rock *rock, talus_rock **copy,
                                       talus_error *error);
/// Set the mass (kg > 0) at constant shape: inertia scales along.
TALUS_API talus_status talus_rock_set_mass(talus_rock *rock, double mass, talus_error *error);
/// Overwrite mass and principal moments of a hand-made body (reference cases, other people's
/// numbers): vertices are taken as given in the body frame (no hull, no faces).
/// @param inertia each > 0, and none above the sum of the others: no body has such moments
/// @return TALUS_ERROR_INPUT with a sentence
TALUS_API talus_status talus_rock_from_body(const talus_vec3 *vertices, size_t count, double mass,
                                            talus_vec3 inertia, talus_rock **rock,
                                            talus_error *error);
/// The same volume and mass with at most `most` vertices, as scans have more than matter: from a
/// tetrahedron of four that lie far apart on, the vertex that stands out of the hull of those chosen
/// most is added; at the end the hull is scaled about its centre of mass. A pure function of the
/// arguments; the name stays, `simplification` says what was lost.
/// @param rock   with faces
/// @param most   4 to TALUS_SIMPLE_MOST
/// @param simple the new rock, whose principal frame is its own; that of the caller
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
    TALUS_LAW_TABLE      ///< table[floor(u n)]: measured values, each as likely as any other
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

/// Exponents of talus_hull_rule. From 2 (ellipsoid) to the largest hulls fill ever more of their box.
#define TALUS_HULL_LEAST_EXPONENT 1.25
#define TALUS_HULL_MOST_EXPONENT 8.0

/// Every rock of a kind is another hull, a pure function of the campaign's seed and its number.
typedef struct talus_hull_rule {
    unsigned points; ///< 0: no hulls, every rock has the shape of its kind
    talus_vec3 size; ///< m, or proportions when there is a volume
    double volume;   ///< m^3, to which each hull is scaled; 0 = that of the size
    double mass;     ///< kg; 0 = density x volume
    double density;  ///< kg/m^3
    double exponent; ///< p of |x/a|^p + |y/b|^p + |z/c|^p = 1, on which the points lie; 0 = 2
} talus_hull_rule;

/// One kind of rock of the mixture.
typedef struct talus_rock_class {
    const talus_rock *rock;    ///< at reference size; not owned by the struct; with a hull rule a
                               ///< hull of the kind, that stands for it in lists
    double share;              ///< >= 0; normalised over all classes
    bool sized;                ///< false: every rock as it is
    talus_distribution volume; ///< m^3, when sized
    talus_hull_rule hull;
    /// (block_count) blocks that stand beside each other and start as one event, the first of them
    /// `rock`: body k has the shape of block k. Released by TALUS_RELEASE_BLOCKS only; not owned.
    const talus_rock *const *blocks;
    size_t block_count; ///< 0: one shape for all rocks of the kind, or hulls by a rule
} talus_rock_class;
/// The exponent at which hulls of a rule fill `volume` (m^3 > 0) on the average, or the nearest one
/// that is allowed; hulls of less than some ten points need not fill more with a larger one. A pure
/// function of `rule`, of which points, size and density count.
/// @return the errors of talus_rock_random_hull
TALUS_API talus_status talus_hull_exponent(const talus_hull_rule *rule, double volume,
                                           double *exponent, talus_error *error);
/// The shape of one rock of a kind.
/// @param rock as if `sized` were false: the caller scales it
TALUS_API talus_status talus_rock_hull_of(const talus_hull_rule *rule, uint64_t seed,
                                          uint64_t index, talus_rock **rock, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
