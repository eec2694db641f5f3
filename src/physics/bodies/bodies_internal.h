// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of an event and the parts of its step.
#ifndef TALUS_SRC_PHYSICS_BODIES_BODIES_INTERNAL_H
#define TALUS_SRC_PHYSICS_BODIES_BODIES_INTERNAL_H

#include "physics/bodies/bodies.h"
#include "physics/pairs/pairs.h"
#include "physics/stepper/stepper_internal.h"

#define BODIES_NONE UINT32_MAX
/// Relative error up to which an island counts as solved where no stage reaches the tolerance.
#define BODIES_WORST_ERROR 1e-8

/// One rock of an event: its own scratch, since the parts of all steps are interleaved.
typedef struct bodies_body {
    talus_stepper *stepper;
    talus_rock_motion *motion;
    pairs_hull *hull;
    pairs_posed posed; ///< at the midpoint
    bool is_near;      ///< some other body may be touched
    bool meets;
    bodies_condition condition;
    // of the step
    stepper_work work;
    talus_step_report report; ///< of the part
    talus_step_report whole;  ///< of all parts
    double pair_energy, most; ///< J, see bodies_own; of the contact that took most
    talus_vec3 pair_normal;
    talus_vec3 base_gain;          ///< m/s, of the whole step
    uint64_t steps;                ///< of the motion, before
    talus_mat3 a_end;              ///< A of the torque rows of pairs
    talus_vec3 v_free, omega_free; ///< before pairs push
    talus_vec3 impulse, spin;      ///< N s, N m s (body frame): of all contacts
    talus_vec3 pair_impulse, pair_spin;
    double mass_hat;
    double gain_share;   ///< gain of the island over its energy before
    uint32_t root;       ///< of the union of bodies in contact: the lowest number
    uint32_t next;       ///< body of the same island, ascending
    uint32_t first_pair; ///< of the island, at its root
    uint32_t last_pair;
    size_t first_contact; ///< of the island, ground contacts of this body
    size_t contact_total; ///< contacts of the island that this body is in
} bodies_body;

/// Closed points of two bodies in this step.
typedef struct bodies_pair {
    uint32_t a, b;
    uint32_t next; ///< pair of the same island
    talus_vec3 normal, tangent1, tangent2;
    size_t first, count; ///< of event->points
} bodies_pair;

/// Percussion of a point in the step before, N s in the world: the tangents of a normal along an
/// axis turn by a quarter at a change of its last bit.
typedef struct bodies_warm {
    uint32_t a, b;
    uint64_t key;
    talus_vec3 percussion;
} bodies_warm;

/// What a candidate pair was like in the step before: ascending by (a, b).
typedef struct bodies_cache {
    uint32_t a, b;
    pairs_axis axis;
} bodies_cache;

/// Rows N, T1, T2 of a contact for one of its bodies, signed.
typedef struct bodies_side {
    uint32_t body; ///< BODIES_NONE: the ground
    double force[3][3], torque[3][3], turn[3][3];
} bodies_side;

/// A contact of the island at hand.
typedef struct bodies_rows {
    bodies_side side[2]; ///< of a, of b
    double epsilon_n, epsilon_t;
    double *start; ///< (3) of the stepper, for contacts of the ground; else NULL
} bodies_rows;

/// Growing memory for the problem of an island.
typedef struct bodies_problem {
    size_t contact_capacity, block_capacity;
    size_t count;
    bodies_rows *rows;
    size_t *row_start;
    uint32_t *column;
    uint32_t *cursor;
    double *blocks;
    double *c, *c_plastic, *mu, *percussion; ///< one block of memory, as is the next line
    uint32_t *contacts_of;                   ///< lists of the contacts of each body, ascending
} bodies_problem;

struct bodies_event {
    talus_site site;
    bodies_options options;
    size_t max_vertices;
    talus_contact_solver *solver;
    size_t count, capacity;
    size_t made; ///< bodies that have scratch
    bodies_body *bodies;
    // scratch
    uint32_t *active; ///< (capacity) bodies that move or sleep, ascending
    size_t active_count;
    pairs_near near;
    pairs_sphere *spheres; ///< (capacity)
    pairs_manifold *manifold;
    size_t pair_count, pair_capacity;
    bodies_pair *pairs;
    size_t point_count, point_capacity;
    pairs_point *points;
    size_t cache_count, cache_capacity, next_count, next_capacity;
    bodies_cache *cache, *next_cache;
    size_t warm_count, warm_capacity, kept_count, kept_capacity;
    bodies_warm *warm, *kept;
    size_t contact_count, contact_capacity;
    bodies_contact *contacts; ///< of islands in this step
    bodies_watch *watch;
    void *watcher;
    int part; ///< under way
    bodies_problem problem;
};

/// Closed pairs of bodies at their midpoints, and the islands that they make.
/// @return false: no memory
bool bodies_find_pairs(bodies_event *event, double time_step, bodies_report *report);
/// Equal parts of the step that the fastest pair of near bodies asks for. @return 0: no memory
int bodies_parts(bodies_event *event);

/// Assemble and solve the problem of the island of this root; the percussions go to the bodies.
/// @return false: no memory
bool bodies_solve_island(bodies_event *event, uint32_t root, bodies_report *report);

/// Rows and c of the contacts of an island, with percussions to start from. @return false: no memory
bool bodies_pose_island(bodies_event *event, uint32_t root);
/// Pattern and numbers of W of the island that has been posed; symmetric to the bit where the schemes
/// make it so. @return false: no memory
bool bodies_fill_blocks(bodies_event *event, bool is_symmetric);
/// Trace of the diagonal block of W of a contact, 1/kg
double bodies_trace(const bodies_event *event, const bodies_rows *rows);

#endif
