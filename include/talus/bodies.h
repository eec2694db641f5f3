// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bodies.h
/// Several rocks in one world, which touch the ground and each other, step by step; and the pieces
/// of a rock. It knows one site and the bodies on it; it refuses to know releases, statistics and
/// when a rock breaks (talus/breaking.h, talus/run.h).
///
/// One step of all bodies, Moreau's rule with set-valued Coulomb friction [docs/bodies.md 1, 2]:
///
///   u+ = u_free + M^-1 W P,   -(W' M^-1 W P + c) in N_C(P)   for every island of touching bodies
///   W_v = sigma C,  W_w = sigma X x A' C,  sigma = +1 for body b of a contact, -1 for a        (1)
///
/// A body that touches no other body is advanced by talus_step, with the same bits. Moreau 1988;
/// Jean 1999; detection by separating axes [Gottschalk 1996; Gregorius 2013].
///
/// threads: one talus_bodies is used by one thread at a time; several may share a site and rocks.
#ifndef TALUS_BODIES_H
#define TALUS_BODIES_H

#include "talus/shape.h"
#include "talus/stepper.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- Bodies in one world -------------------------------------------------------------------------

typedef struct talus_bodies_options {
    size_t size; ///< of this struct, by talus_bodies_options_default
    talus_step_options step;
    double mu;          ///< friction between two bodies, 0 to 1e6
    double epsilon_n;   ///< restitution between two bodies, 0 to 1: Newton's law of each contact
    double epsilon_t;   ///< the same along the contact
    size_t most_points; ///< of a pair of bodies; 0 = all points of a face contact
} talus_bodies_options;
/// Fill `size` bytes: talus_step_options_default, mu 0.6, no restitution, 8 points.
TALUS_API void talus_bodies_options_defaults(talus_bodies_options *options, size_t size);
static inline talus_bodies_options talus_bodies_options_default(void)
{
    talus_bodies_options options;
    talus_bodies_options_defaults(&options, sizeof options);
    return options;
}

/// Bodies on a site, with all memory for their steps.
typedef struct talus_bodies talus_bodies;

/// A world without bodies.
/// @param site         not owned: its contents stay const as long as the bodies exist
/// @param options      NULL = defaults
/// @param max_vertices of all rocks that will be added
/// @param bodies       out: talus_bodies_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL, a site or options out of range; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_bodies_create(const talus_site *site,
                                           const talus_bodies_options *options, size_t max_vertices,
                                           talus_bodies **bodies, talus_error *error);
TALUS_API void talus_bodies_destroy(talus_bodies *bodies);

/// Add a rock as the next body; bodies are numbered from 0. Nothing of `rock` is kept. Grounds with
/// drawn parameters keep their medians.
/// @param rock   with faces
/// @param factor > 0, of its lengths at constant density; 1 = unchanged
/// @param state  at the start; bodies may touch
/// @return TALUS_ERROR_ARGUMENT: NULL, a rock without faces or with more than max_vertices
///   vertices, a factor whose mass or moments are not finite and > 0, a state that is not finite or
///   without a unit quaternion; TALUS_ERROR_MEMORY. The other bodies stay
///   unchanged
TALUS_API talus_status talus_bodies_add(talus_bodies *bodies, const talus_rock *rock, double factor,
                                        const talus_state *state, talus_error *error);
/// Number of bodies; 0 for NULL.
TALUS_API size_t talus_bodies_count(const talus_bodies *bodies);
/// State after the last step; NULL for NULL and for an unknown number. Valid until a body is added
/// or the bodies are destroyed.
TALUS_API const talus_state *talus_bodies_state(const talus_bodies *bodies, size_t body);
/// Change position or velocity of a body.
/// @return TALUS_ERROR_ARGUMENT for NULL, an unknown number, or a state that is not finite; the
///   body is then unchanged
TALUS_API talus_status talus_bodies_set_state(talus_bodies *bodies, size_t body,
                                              const talus_state *state, talus_error *error);

/// Whether a body takes part in the next steps.
typedef enum talus_body_condition {
    TALUS_BODY_MOVING, ///< it moves; every body after it was added
    TALUS_BODY_ASLEEP, ///< at rest and not stepped, until a moving body closes a contact with it
    TALUS_BODY_AWAY    ///< neither stepped nor touched: it has left the site or is broken
} talus_body_condition;
/// @return TALUS_ERROR_ARGUMENT for NULL, an unknown number or condition
TALUS_API talus_status talus_bodies_set_condition(talus_bodies *bodies, size_t body,
                                                  talus_body_condition condition,
                                                  talus_error *error);
/// @param condition out
/// @return TALUS_ERROR_ARGUMENT for NULL or an unknown number
TALUS_API talus_status talus_bodies_condition(const talus_bodies *bodies, size_t body,
                                              talus_body_condition *condition, talus_error *error);

/// Shake the base. States are relative to it and the whole site moves with it: besides gravity every
/// body gets the acceleration -gain / time step, whose work is `base_work` of the report.
/// @param gain m/s, velocity that the base gains in each step until the next call, for all bodies
///   that there are; NULL = a base at rest, as for a body that is added
/// @return TALUS_ERROR_ARGUMENT for NULL bodies, or a gain that is not finite
TALUS_API talus_status talus_bodies_set_base(talus_bodies *bodies, const talus_vec3 *gain,
                                             talus_error *error);

/// What happened in a step; sums are over all bodies.
typedef struct talus_bodies_report {
    size_t size;          ///< of this struct, set by the caller
    size_t parts;         ///< equal parts of the step: 1, or more with fast bodies
    size_t contact_count; ///< all contacts of the last part
    size_t pair_count;    ///< pairs of bodies that touch
    size_t deep_pairs;    ///< pairs with S of one body inside the other
    size_t island_count;  ///< islands of two or more bodies
    size_t unsolved;      ///< unsolved contact problems, including those of single bodies
    /// Problems solved without restitution, because there was no solution with it.
    size_t retried_plastic;
    uint64_t iterations;   ///< of all solvers
    double worst_error;    ///< relative, of all problems
    double penetration;    ///< m >= 0, deepest between bodies
    double kinetic_energy; ///< J, at the end
    double contact_work;   ///< J, of all contacts of islands
    double pair_work;      ///< J, of contacts between bodies
    double gain;           ///< J, energy of u+ over u_free: <= 0 without restitution (not explicit)
    double ledger;         ///< J, balance of all bodies: round-off
    double correction;     ///< J, potential energy given by moves that are not motion
    double base_work;      ///< J, of the inertial forces -m gain on a shaken base, relative to it
    size_t diverged;       ///< bodies whose state has a number that is not finite
    /// Problems solved with less restitution: with all of it they would have gained energy.
    size_t limited;
} talus_bodies_report;

/// Advance all bodies by one time step. Memory grows with the contacts and is kept.
/// @param report out, with its size; NULL = not requested. A contact problem without a solution is
///   reported there, it is not an error
/// @return TALUS_ERROR_ARGUMENT: NULL bodies, an unknown size (nothing has moved);
///   TALUS_ERROR_MEMORY: bodies may have moved by a part of the step and must not be stepped again
TALUS_API talus_status talus_bodies_step(talus_bodies *bodies, talus_bodies_report *report,
                                         talus_error *error);

/// One contact of the last step; its percussion acts on b, and against it on a.
typedef struct talus_body_contact {
    int32_t a, b;        ///< numbers of the bodies, a < b; a = TALUS_BODY_FIXED on the ground
    talus_vec3 point;    ///< m, world
    talus_vec3 normal;   ///< unit, from a to b
    talus_vec3 tangent1; ///< unit, as in steps of one rock
    talus_vec3 tangent2;
    double gap;           ///< m, negative inside; on the ground minus the depth along the normal
    double percussion[3]; ///< N s, along normal, tangent1, tangent2
} talus_body_contact;
/// Contacts of bodies that touch others, in the last part of the last step: ordered by the lowest
/// body of the island; in an island first the ground contacts by body, then the pairs by (a, b,
/// feature).
/// @param contacts (count) out; NULL when there is none; valid until the next step
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_bodies_contacts(const talus_bodies *bodies,
                                             const talus_body_contact **contacts, size_t *count,
                                             talus_error *error);

// --- Pieces of a rock ----------------------------------------------------------------------------

/// A convex piece of a rock, as a rock in its own principal frame.
typedef struct talus_piece {
    talus_rock *rock;    ///< owned; freed by talus_pieces_clear
    talus_vec3 centre;   ///< m, its S in the body frame of the whole rock
    talus_quat rotation; ///< its principal frame to that frame
} talus_piece;

/// Cut a rock by planes into convex pieces of given volumes. The list of volumes is split in two:
/// the first group is the longest beginning of the list with at most half of the volume, but at
/// least one piece. A plane with the next normal is moved until the side n . x <= h has the volume
/// of the first group. Then the first group is cut in the same way, and after it the second.
/// Volumes, centres and inertia of the pieces add up to those of the rock to round-off. Cuts follow
/// Sutherland and Hodgman 1974.                                                [docs/bodies.md 4.2]
/// @param rock    with faces
/// @param volumes (count) m^3 > 0; their sum is the volume of the rock to 1e-9 of it
/// @param normals (count - 1) of the planes, in the body frame of the rock; of any length > 0
/// @param pieces  (count) out, in the order of the volumes, with the density of the rock; zeros
///   after an error
/// @return TALUS_ERROR_ARGUMENT: NULL, no volume, a volume that is not > 0, a wrong sum, a normal
///   without direction, a rock without faces; TALUS_ERROR_INTERNAL: a plane through vertices leaves
///   no polyhedron, use another normal; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_rock_split(const talus_rock *rock, const double *volumes, size_t count,
                                        const talus_vec3 *normals, talus_piece *pieces,
                                        talus_error *error);
/// Free the rocks of the pieces and forget them.
TALUS_API void talus_pieces_clear(talus_piece *pieces, size_t count);
/// State of a piece that moves with the whole rock. All pieces together have its mass, momentum,
/// angular momentum and kinetic energy:
///   r_j = r + A S_j,  p_j = p q_j,  v_j = v + A (w x S_j),  w_j = A_j' A w   [docs/bodies.md (9)]
/// @param whole state of the rock; the piece has its slippage and scar depth
/// @param state out
/// @return TALUS_ERROR_ARGUMENT for NULL, a piece without a rock, or a state that is not finite
TALUS_API talus_status talus_piece_state(const talus_piece *piece, const talus_state *whole,
                                         talus_state *state, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
