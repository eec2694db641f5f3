// SPDX-License-Identifier: GPL-3.0-or-later
/// @file fracture.h
/// Rocks that break: whether an impact breaks a rock and into which volumes, the cutting of convex
/// polyhedra into convex pieces, and the motion of the pieces. It knows shapes, energies and
/// velocities; it refuses to know time steps, contacts and the site.
///
/// Equation numbers are those of docs/bodies.md, section 4.
#ifndef TALUS_SRC_PHYSICS_FRACTURE_FRACTURE_H
#define TALUS_SRC_PHYSICS_FRACTURE_FRACTURE_H

#include "foundation/math/linalg.h"
#include "talus/shape.h"

// --- Criterion and sizes -------------------------------------------------------------------------

/// Energy of new surface, J/m^2: of beds of rock under drop weights [Zhang, Ouchterlony 2021].
#define FRACTURE_SURFACE_ENERGY 74.0
/// No rock breaks, and no number is drawn, up to this area ratio.
#define FRACTURE_LEAST_RATIO 0.1

/// The law of the program RockGIS, as published [Matas et al. 2020].
typedef struct fracture_law {
    double initial_area; ///< m^2, A_0 = 6 V^(2/3)
    double new_area;     ///< m^2, dA = 0.0031 E^0.7562, E in J; an index of intensity
    double area_ratio;   ///< AR = dA / (dA + A_0)
    double b, survival;  ///< (5) scale of the fractal; share q of the largest piece
    double dimension;    ///< (5) D = 3 + ln(1 - q) / ln b; not finite where b = 1
    bool is_inside;      ///< D > 0: (6) makes sizes that fall
} fracture_law;
/// (3), (5).
/// @param volume m^3 > 0, energy J >= 0, effective
fracture_law fracture_law_of(double volume, double energy);
/// (5) for an area ratio brought into the window in which (6) makes sense, [0.20, 0.63], as runs do.
/// @param clamped out: whether it was outside
fracture_law fracture_law_clamped(double volume, double energy, bool *clamped);

/// Share of the impact's energy that counts, (8): k_n^2, k_n = min(2, 19.5 theta^-1.03), theta the
/// angle in degrees between velocity and surface [Wyllie 2014].
/// @param angle rad, > 0
double fracture_effective_share(double angle);
/// (4): whether the rock breaks. @param least AR_min; @param u uniform in [0, 1)
bool fracture_breaks(double area_ratio, double least, double u);

/// Volumes of the pieces, (6), largest first, the rest last; at most `most`: where the law makes
/// more, the rest is larger.
/// @param least   m^3 > 0, V_min; the rest may be smaller
/// @param volumes (most) out
/// @return how many; 0 outside the window
size_t fracture_sizes(const fracture_law *law, double volume, double least, double *volumes,
                      size_t most);

/// A last piece below 1e-6 of the volume is added to the first: it would be cut from round-off.
/// @return how many are left
size_t fracture_without_dust(double volume, double *volumes, size_t count);

/// Volumes with a given share S_r of the largest piece and numbers N(> V) ~ V^-beta of the others:
///   V_1 = S_r V,  V_i = V_2 (i - 1)^(-1/beta),  V_2 so that their sum is V and V_n >= V_min
/// in descending order; where not even one other piece is that large there are two.
/// @return how many, `most` >= 2 at most
size_t fracture_sizes_by_power(double volume, double survival, double beta, double least,
                               double *volumes, size_t most);
/// P of breaking, 1 - exp(-(e / e_0)^k (V / V_0)^s). @param e J/kg
double fracture_probability(double e, double e_0, double k, double volume_ratio, double s);

// --- Cutting ---------------------------------------------------------------------------------------

/// A convex polyhedron; faces outward, counter-clockwise. Cleared by fracture_piece_clear.
typedef struct fracture_piece {
    size_t vertex_count, face_count;
    talus_vec3 *vertices;
    uint32_t *face_starts; ///< (face_count + 1)
    uint32_t *corners;     ///< (face_starts[face_count])
} fracture_piece;
void fracture_piece_clear(fracture_piece *piece);
/// The hull of points. @return TALUS_ERROR_INPUT for fewer than 4 or coplanar ones, TALUS_ERROR_MEMORY
talus_status fracture_piece_hull(const talus_vec3 *points, size_t count, fracture_piece *piece,
                                 talus_error *error);
/// The polyhedron of a rock, in its body frame. @return TALUS_ERROR_ARGUMENT without faces
talus_status fracture_piece_of(const talus_rock *rock, fracture_piece *piece, talus_error *error);

/// Volume, centre and surface; inertia about the centre per density, in the axes of the vertices.
typedef struct fracture_mass {
    double volume;      ///< m^3
    double surface;     ///< m^2
    talus_vec3 centre;  ///< m
    talus_mat3 inertia; ///< m^5
} fracture_mass;
fracture_mass fracture_mass_of(const fracture_piece *piece);

/// The part with n . x <= h: Sutherland-Hodgman on every face, and a cap. A vertex within 1e-12 of
/// the largest coordinate lies on the plane; a crossing is computed from the lexicographically
/// smaller end of its edge, so that both sides of a cut have it with the same bits.
/// @param n   unit
/// @param cut out: without vertices where nothing is left
/// @return TALUS_ERROR_INTERNAL where V - E + F = 2 does not hold: try another plane;
///         TALUS_ERROR_MEMORY
talus_status fracture_cut(const fracture_piece *piece, talus_vec3 n, double h, fracture_piece *cut,
                          talus_error *error);

/// Normal of the k-th plane of a split, and the piece that it cuts. @return unit vector
typedef talus_vec3 fracture_normal(const fracture_piece *piece, size_t k, void *user);

/// Cut a polyhedron by planes into pieces of given volumes: the list is split into the longest
/// beginning whose sum is at most half (one piece at least) and the rest; a plane puts the first
/// group on its side n . x <= h, h by bracketed secant steps to round-off; then both groups likewise,
/// the first one first.
/// @param volumes (count) m^3 > 0, their sum is the volume
/// @param pieces  (count) out, in the order of the volumes; cleared by the caller
/// @param offsets (count - 1) m, of the planes in the order in which they are made; NULL = not
///   requested
/// @return TALUS_ERROR_ARGUMENT for volumes that do not fit, as in fracture_cut
talus_status fracture_split(const fracture_piece *piece, const double *volumes, size_t count,
                            fracture_normal *normal, void *user, fracture_piece *pieces,
                            double *offsets, talus_error *error);

/// The cells of the seeds inside a polyhedron, in the order of the seeds:
///   (s_j - s_i) . x <= (|s_j|^2 - |s_i|^2) / 2  for all j
/// @param pieces (count) out; without vertices where a cell is empty
talus_status fracture_voronoi(const fracture_piece *piece, const talus_vec3 *seeds, size_t count,
                              fracture_piece *pieces, talus_error *error);

/// A piece as a rock in its own principal frame.
/// @param centre   m, out: S in the axes of the piece
/// @param rotation out: principal frame of the rock to the axes of the piece
talus_status fracture_piece_rock(const fracture_piece *piece, double density, talus_rock **rock,
                                 talus_vec3 *centre, talus_quat *rotation, talus_error *error);

// --- Motion of the pieces -----------------------------------------------------------------------

/// A piece when the rock breaks, in world axes.
typedef struct fracture_fragment {
    double mass;        ///< kg
    talus_vec3 centre;  ///< m, from S of the rock
    talus_mat3 inertia; ///< kg m^2, about its own centre
    talus_vec3 raw;     ///< m/s, raw velocity of the scatter
    talus_vec3 v;       ///< m/s, out
    talus_vec3 omega;   ///< rad/s, world, out
} fracture_fragment;

/// Most draws of a raw velocity: beyond, it may be nearer to the ground.
enum { FRACTURE_MOST_DRAWS = 16 };
/// A raw velocity w_j of the scatter: |v| times the sum of a unit vector, uniform in a cone of 50
/// degrees about v and at least 5 degrees off the ground, and one along the ground away from the
/// centre of the rock.
/// @param normal unit, of the ground
/// @param centre of the piece, from S of the rock
/// @param random advances by two numbers a draw
talus_vec3 fracture_raw_velocity(talus_vec3 v, talus_vec3 normal, talus_vec3 centre,
                                 talus_random *random);

/// Motion as one body, (9): mass, momentum, angular momentum and kinetic energy stay. Then the
/// scatter (10), (11): the raw velocities less their rigid motion, scaled to the energy; momentum
/// and angular momentum stay and T+ = T + E_s.
/// @param v, omega of the rock, world
/// @param energy   J >= 0, E_s
/// @return scale of the scatter; 0 where the raw velocities are a rigid motion
double fracture_set_moving(fracture_fragment *fragments, size_t count, talus_vec3 v,
                           talus_vec3 omega, double energy);

/// Sums over the pieces: kg m/s, N m s about S of the rock, J.
typedef struct fracture_sums {
    double mass;
    talus_vec3 momentum, angular_momentum;
    double energy;
} fracture_sums;
fracture_sums fracture_sum(const fracture_fragment *fragments, size_t count);

/// Energy of the scatter, (12): share eta of what the percussions took, less the new surface; never
/// more than they took.
/// @param area m^2, surface that was made
double fracture_scatter_energy(double eta, double energy_taken, double area);

#endif
