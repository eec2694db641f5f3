// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bodies.h
/// Several rocks in one world, which touch the ground and each other: one Moreau step of all of
/// them. It knows islands and the ledger of all bodies; it refuses to know releases, statistics,
/// breaking and files.
///
/// threads: an event is used by one thread at a time.
///
/// A body that touches no other one takes talus_step, with its bits. Bodies in contact are an
/// island; the ground connects nothing:
///
///   find u+ = u_free + M^-1 W P of all bodies of the island,  -(W' M^-1 W P + c) in N_C(P)
///   W_v = sigma C,  W_w = sigma X x A' C,  sigma = +1 for b, -1 for a       [docs/bodies.md 2]
///
/// The torque rows of pairs take A of the end of the step where the scheme knows it before the
/// percussions, with X likewise: so angular momentum is kept. Those of the ground take A of the
/// midpoint, as in steps of one rock.
#ifndef TALUS_SRC_PHYSICS_BODIES_BODIES_H
#define TALUS_SRC_PHYSICS_BODIES_BODIES_H

#include "talus/bodies.h"

/// Friction and restitution between two rocks.
typedef struct bodies_law {
    double mu, epsilon_n, epsilon_t;
} bodies_law;

typedef struct bodies_options {
    talus_step_options step;
    bodies_law law;
    bool
        rows_at_midpoint; ///< torque rows of pairs with A of the midpoint too, as published for the
                          ///< ground: angular momentum is then lost. For comparison
    bool is_whole;        ///< steps are never taken in parts. For comparison of single steps
    size_t most_points;   ///< of a pair; 0 = all
} bodies_options;
/// talus_step_options_default, mu 0.6, no restitution, at most 8 points
bodies_options bodies_options_default(void);

typedef struct bodies_event bodies_event;

/// A world without bodies.
/// @param site         const, as long as the event
/// @param max_vertices of all rocks that will be added
talus_status bodies_event_create(const talus_site *site, const bodies_options *options,
                                 size_t max_vertices, bodies_event **event, talus_error *error);
void bodies_event_destroy(bodies_event *event);
/// Add a rock. Its number is the count of bodies before.
/// @param rock   with faces; nothing of it is kept
/// @param seed, number as in talus_motion_start
talus_status bodies_event_add(bodies_event *event, const talus_rock *rock, double factor,
                              uint64_t seed, uint64_t number, const talus_state *state,
                              talus_error *error);
/// The same in two parts, for a caller that starts and places the motion himself: scratch of the
/// body that comes next, then the body. Scratch is kept from event to event.
talus_status bodies_event_place(bodies_event *event, talus_stepper **stepper,
                                talus_rock_motion **motion, talus_error *error);
/// @param factor of the motion that was started on the scratch with this rock
/// @param meets  false: it passes through the other bodies
talus_status bodies_event_join(bodies_event *event, const talus_rock *rock, double factor,
                               bool meets, talus_error *error);
/// Forget all bodies.
void bodies_event_empty(bodies_event *event);
size_t bodies_event_count(const bodies_event *event); ///< for tests
/// State of a body after the last step; NULL for a number that is none.
const talus_state *bodies_event_state(const bodies_event *event, size_t body);

/// A contact problem of a step, or of a part of it, as it was posed and solved.
typedef struct bodies_solved {
    size_t body; ///< the single body, or the lowest of the island
    int part;    ///< of the step, from 0
    talus_contact_problem problem;
    const double
        *percussion; ///< (3 contacts, N s) that the step took; NULL: solved with epsilon = 0
    talus_solver_info solver;
} bodies_solved;
/// Called for each, except islands of many contacts that the percussions of the step before solve:
/// no problem is posed for them. What is pointed to is good until it returns. @return false: out of
/// memory
typedef bool bodies_watch(void *user, const bodies_solved *solved);
/// @param watch NULL: nobody looks
void bodies_event_watch(bodies_event *event, bodies_watch *watch, void *user);

/// What becomes of a body in the next steps. One that sleeps stays where it is, at rest, until a
/// moving body closes a contact with it: it then moves from that step on, and so do those asleep
/// that touch it.
typedef enum bodies_condition {
    BODIES_MOVING, ///< as added
    BODIES_ASLEEP,
    BODIES_AWAY ///< in no contact, not stepped
} bodies_condition;
void bodies_event_set(bodies_event *event, size_t body, bodies_condition condition);
bodies_condition bodies_event_condition(const bodies_event *event, size_t body);
/// talus_motion_set_base of all bodies.
void bodies_event_set_base(bodies_event *event, const talus_vec3 *gain);

/// The last step of one body. Contacts with other bodies are in the count of its report, in
/// `touching`, and their work in the ledger; the problem of an island is in the report of its lowest
/// body.
typedef struct bodies_own {
    const talus_step_report *report;
    size_t root;        ///< lowest body of its island
    double pair_energy; ///< J, half of what the normal percussions of its pairs took
    talus_vec3 normal;  ///< unit, of the pair contact that took most
} bodies_own;
bodies_own bodies_event_own(const bodies_event *event, size_t body);

/// One contact of the last step; P acts on b, -P on a.
typedef talus_body_contact bodies_contact;

/// What happened in a step; sums are over all bodies.
typedef struct bodies_report {
    int parts;              ///< equal parts in which the step was taken
    size_t contact_count;   ///< of the last part: all, and those between bodies
    size_t pair_count;      ///< closed pairs of bodies
    size_t deep_pairs;      ///< with S of one body inside the other
    size_t island_count;    ///< of two bodies and more
    size_t island_bodies;   ///< of the largest
    size_t island_contacts; ///< of the one with most contacts
    size_t unsolved;        ///< problems left unsolved, those of single bodies too
    size_t retried_plastic; ///< solved with epsilon = 0, as restitution had no solution
    size_t limited;         ///< solved with less restitution, which gains no energy
    long iterations;        ///< of all solvers
    double worst_error;     ///< relative, of all problems
    double penetration;     ///< m >= 0, deepest between bodies
    double kinetic_energy;  ///< J, at the end
    double contact_work;    ///< J, of all contacts of islands
    double pair_work;       ///< J, of contacts between bodies
    double gain;            ///< J, work of the percussions: <= 0 with epsilon = 0
    double ledger;          ///< J, balance of all bodies: round-off
    double correction;      ///< J, as in talus_step_report
    double base_work;       ///< J, likewise
} bodies_report;

/// Advance all bodies by one time step. Memory grows with the contacts and is kept.
/// @return TALUS_ERROR_MEMORY: bodies may have moved by a part of the step
talus_status bodies_event_step(bodies_event *event, bodies_report *report, talus_error *error);

/// Contacts of islands in the last (part of the) step, in the order of their problems: islands by
/// their lowest body; in each the ground contacts body by body, then the pairs by (a, b, feature).
/// Valid until the next step.
const bodies_contact *bodies_event_contacts(const bodies_event *event, size_t *count);

#endif
