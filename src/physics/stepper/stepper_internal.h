// SPDX-License-Identifier: GPL-3.0-or-later
// The stepper's workspace and the parts of a step. "step n" are the lines of the step in
// docs/theory.md.
#ifndef TALUS_SRC_PHYSICS_STEPPER_STEPPER_INTERNAL_H
#define TALUS_SRC_PHYSICS_STEPPER_STEPPER_INTERNAL_H

#include "foundation/math/lanes_linalg.h"
#include "foundation/math/linalg.h"
#include "physics/contact/contact.h"
#include "physics/shape/normal.h"
#include "physics/stepper/motion.h"
#include "physics/stepper/turns.h"
#include "physics/stepper/worker.h"
#include "talus/stepper.h"

/// Contacts on stems and walls: of all together, of one stem, of one piece of a wall.
enum { STEPPER_OBSTACLE_CONTACTS = 24, STEPPER_ON_STEM = 3, STEPPER_ON_WALL = 4 };

/// Contacts of a step with one body of the obstacles.
typedef struct stepper_group {
    size_t first, last; ///< contacts [first, last)
    uint32_t body;
    motion_touched *touched;          ///< of the motion
    double full[3 * STEPPER_ON_WALL]; ///< N s, of a stem that breaks: as if it did not
} stepper_group;

/// What a site with stems, walls or nets needs more.
typedef struct stepper_obstacles {
    const talus_obstacles *index;
    talus_vec3 *vertices;   ///< (max vertices) m, of the pose in question
    double *others;         ///< (9 max^2 + 10 max) problem of the contacts that stay when stems
                            ///< break: W, c, P, c without restitution, mu
    size_t *other_contacts; ///< (max) which they are
    contact_candidates candidates;
    talus_solver_info settled; ///< of the contacts that stay, as they were solved last
    double settled_share;      ///< of their restitution
    bool is_near;              ///< something was near the way of the step
    size_t group_count, event_count;
    motion_obstacles *memory; ///< of the motion
    stepper_group groups[STEPPER_OBSTACLE_CONTACTS];
    talus_obstacle_event events[TALUS_OBSTACLE_EVENT_LIMIT];
} stepper_obstacles;

/// Grounds as one rock meets them: a function of the site and of what they are drawn for.
typedef struct stepper_drawn {
    const talus_ground *given; ///< (site.ground_count) of the site
    talus_ground *grounds;     ///< (site.ground_count) site.grounds then; NULL when none is drawn
    bool per_impact;           ///< some are
    bool soil_per_impact;      ///< some soils are
    bool *soil_is_old;         ///< (site.ground_count) soils that are drawn when they are met
    shape_cut (*cuts)[TALUS_VARIED_COUNT]; ///< (site.ground_count) of their laws
    bool is_drawn;                         ///< for what follows
    motion_draw draw;
} stepper_drawn;

/// The directions of one contact: components x, y, z of the rows N, T1, T2.
typedef struct stepper_rows {
    loose_lanes force[3];  ///< in the world
    loose_lanes torque[3]; ///< m, in the body frame
    loose_lanes turn[3];   ///< Theta^-1 torque
} stepper_rows;

/// A way to find contacts with the ground: detection.h.
typedef struct stepper_detection stepper_detection;

struct talus_stepper {
    talus_site site;
    talus_step_options options;
    const stepper_detection *detection;
    size_t max_contacts; ///< of a problem: vertices or CONTACT_LIMIT, CONTACT_CARRYING at most;
                         ///< STEPPER_OBSTACLE_CONTACTS more if needed
    motion_layout layout;
    talus_rock_motion *motion; ///< of the call
    // the rock of the last call: functions of its key
    uint64_t body_key;
    contact_body body; ///< as scaled
    double mass;
    talus_vec3 inertia;
    talus_vec3 tumbling; ///< ((C-B)/A, (A-C)/B, (B-A)/C)
    double
        drag_rate;  ///< 1/s, drag over mass in the flight that is planned; 0 outside of drag layers
    bool has_turns; ///< its free turns are tabulated
    double diameter;     ///< m, of the sphere with the rock's volume
    double air;          ///< kg/m, drag of the rock in air over its speed
    stepper_turns turns; ///< those of the last rock
    contact_set set;
    contact_point *left_out; ///< (vertices) contacts of a fine rock that others stand for
    size_t left_count;
    contact_candidates *candidates; ///< of the last look, where detection thins them
    stepper_rows *rows;             ///< (max)
    double *delassus, *c;           ///< (9 max^2), (3 max)
    double *c_plastic;              ///< (3 max) D' u_free
    bool is_restoring;              ///< c is another one
    double *mu;                     ///< (max)
    double *epsilon;                ///< (max x 2) restitution of the contacts, N and T
    double *percussion;             ///< (3 max)
    double *last;                   ///< (3 max) what the features of this step had in the last one
    double *c_newton;               ///< (max) c_N without the ground's impact law
    double *speeds;                 ///< (max) m/s, gamma_N before the step
    double *leaves;                 ///< (max) m/s that the law asks for
    bool *lands;                    ///< (max)
    double *reduced;                ///< (9 max^2) W with sticking tangents; NULL unless needed
    double *warm, *warm_before;     ///< (3 max) of the motion
    uint64_t *warm_keys;            ///< (max)
    talus_contact_solver *solver;
    size_t posed_count;           ///< contacts of the last step's problem: delassus, c, mu
    talus_solver_info posed_info; ///< its solution, before a retry with epsilon = 0
    bool posed_retried;
    bool has_soil;                ///< some ground of the site is compactable
    bool has_bumps;               ///< some ground of the site is rough
    bool has_law;                 ///< some ground of the site has the generalised impact law
    double soil_drag;             ///< kg/s, of the soil in this step
    talus_vec3 soil_drag_rot;     ///< kg m^2/s
    double rut;                   ///< resistance of the rut over the load, of the soil in this step
    stepper_obstacles *obstacles; ///< NULL on a site without
    stepper_drawn drawn;
    class_cell ground_under, forest_under; ///< cells of the class maps last looked up for S
    contact_decay decay;                   ///< of the slippage, of the last ground
    terrain_reader reader;                 ///< of the site's terrain
};

/// Enter a reader of the caller's for the duration of a public function, unless a run has entered
/// the stepper's. To be left in any case.
static inline void stepper_enter(const talus_stepper *s, terrain_reader *own)
{
    own->of = NULL;
    if (TERRAIN_RARELY(s->site.terrain->on_demand != NULL) && s->reader.of == NULL) {
        terrain_reader_enter(s->site.terrain, own);
    }
}

static inline void stepper_leave(terrain_reader *own)
{
    if (TERRAIN_RARELY(own->of != NULL)) {
        terrain_reader_leave(own);
    }
}

/// Make the motion that of the call: its arrays, its body and its drawn grounds. To be called first.
void stepper_load_body(talus_stepper *s, talus_rock_motion *m);
void stepper_load_grounds(talus_stepper *s, const talus_rock_motion *m);
static inline void stepper_bind(talus_stepper *s, talus_rock_motion *m)
{
    if (s->motion != m) {
        char *bytes = (char *)m;
        s->motion = m;
        s->warm = (double *)(void *)(bytes + s->layout.warm);
        s->warm_before = (double *)(void *)(bytes + s->layout.warm_before);
        s->warm_keys = (uint64_t *)(void *)(bytes + s->layout.warm_keys);
        if (s->obstacles != NULL) {
            s->obstacles->memory = (motion_obstacles *)(void *)(bytes + s->layout.obstacles);
        }
    }
    if (m->body.key != s->body_key) {
        stepper_load_body(s, m);
    }
    if (s->drawn.grounds != NULL) {
        stepper_load_grounds(s, m);
    }
}
/// Whether the stepper can step a motion.
static inline bool stepper_can_bind(const talus_stepper *s, const talus_rock_motion *m)
{
    return s != NULL && m != NULL && m->size == s->layout.size && m->version == MOTION_VERSION;
}

/// Why the stepper must not step a motion that it can bind, as the end of a sentence; NULL: it may.
/// The rock is checked where it is not the one of the last call.
const char *stepper_motion_fault(const talus_stepper *s, const talus_rock_motion *m);

/// Room for drawn grounds, where the site has some. @return false: no memory
bool stepper_drawn_init(talus_stepper *s);
/// The step's contacts are known: a rock that comes down draws anew what is drawn per impact.
void stepper_meet_ground(talus_stepper *s);
/// The rock touches a layer of soil: what is drawn for each visit is drawn anew when it is met.
void stepper_enter_soil(talus_stepper *s);
/// Draw the soil of a ground class if it is not drawn yet; of no effect where none is drawn.
void stepper_draw_old_soil(talus_stepper *s, unsigned ground);
static inline void stepper_draw_soil(talus_stepper *s, unsigned ground)
{
    if (s->drawn.soil_is_old != NULL && s->drawn.soil_is_old[ground]) {
        stepper_draw_old_soil(s, ground);
    }
}

/// Velocities and effective masses of one step. [step 4]
typedef struct stepper_motion {
    double drag;                 ///< kg/s, c
    talus_vec3 drag_rot;         ///< kg m^2/s, C_rot
    bool in_forest;              ///< these two are set: the parts of the forest in c and C_rot
    double forest_drag;          ///< kg/s
    talus_vec3 forest_drag_rot;  ///< kg m^2/s
    double inverse_mass;         ///< 1/kg, 1/(m + dt/2 c)
    talus_vec3 inertia_diagonal; ///< kg m^2, Theta + dt/2 C_rot
    bool is_diagonal;            ///< Theta^ is that
    talus_vec3 turn_diagonal;    ///< then its inverse, set when there are contacts
    talus_mat3 turn_inverse;     ///< else its inverse
    talus_free_rotation turning; ///< without torque; not set by the explicit scheme
    talus_vec3 v_before, omega_before; ///< u-
    talus_vec3 v_free, omega_free;
} stepper_motion;

/// Where contacts are looked for: the midpoint, or an earlier pose of the step. [step 1]
typedef struct stepper_pose {
    talus_vec3 r;
    talus_mat3 a;
    talus_vec3 back; ///< m, from the midpoint to r; zero at the midpoint
    double time;     ///< s, from the start of the step
} stepper_pose;

/// Closed contacts of the step in s->set. [steps 1, 2; docs/detection.md]
void stepper_find_contacts(talus_stepper *s, const talus_state *state, talus_vec3 r_mid,
                           stepper_pose *pose, talus_step_report *report);

/// In compactable soil: the contacts become those with the hard plane under it; the drag of the
/// step. Sets the depth of the plane at the first touch and clears it when the rock is out. [theory
/// 14]
void stepper_meet_soil(talus_stepper *s, talus_state *state, const stepper_pose *pose,
                       talus_step_report *report);

/// 1/2 rho C_d A_m (kg/m), A_m = surface / 4: the mean silhouette of a convex body (Cauchy).
double stepper_air_drag(const talus_rock *rock, const talus_step_options *options);

/// Room for obstacles. @return false: no memory
bool stepper_obstacles_init(talus_stepper *s, size_t max_vertices, size_t max_contacts);
void stepper_obstacles_clear(talus_stepper *s);
/// Whether the way of the step meets an obstacle before `pose`, which is then that pose: looked for
/// when the way is long against the sizes of both. [docs/theory.md 16]
bool stepper_sweep_obstacles(talus_stepper *s, const talus_state *state, stepper_pose *pose);
/// Add the contacts with stems and walls in the pose to those with the ground.
void stepper_meet_obstacles(talus_stepper *s, const stepper_pose *pose, talus_step_report *report);
/// Stems that would take more than they can: their percussions are scaled. Fills the events.
void stepper_load_stems(talus_stepper *s, const stepper_motion *m, talus_step_report *report);
/// How long the rock stays clear of all obstacles, up to `horizon` s.
double stepper_obstacle_time(const talus_stepper *s, const talus_state *state, double horizon);

/// Poses of a way in which obstacles and ground are looked for, at most.
#define STEPPER_MOST_POSES 256.0
/// Poses are apart by this share of the rock's inner radius or of a cell, whatever is smaller; with
/// obstacles of the inner radius and half the thickness together.
#define STEPPER_POSE_SHARE 0.25
/// The rock `time` after the start of the step, with the velocities there.
LANES_PART void stepper_pose_at(const talus_state *state, double time, stepper_pose *pose)
{
    const talus_quat *p = &state->p;
    const talus_vec3 *omega = &state->omega;
    lanes r, v, change, q = {p->w, p->x, p->y, p->z};
    const lanes turn = {0.0, omega->x, omega->y, omega->z};
    lanes_from_vec3(&state->r, &r);
    lanes_from_vec3(&state->v, &v);
    r += time * v;
    lanes_to_vec3(&r, &pose->r);
    // quat_advance by time/2
    lanes_quat_mul(p, &turn, &change);
    q += 0.5 * time * change;
    lanes_quat_matrix(&q, &pose->a);
    pose->time = time;
}

/// Move that takes `position_correction` of the penetrations back along the normals, m.
talus_vec3 stepper_correct_position(const talus_stepper *s);

/// Free velocities, drags and effective masses at the midpoint pose. [steps 3, 4]
void stepper_free_motion(talus_stepper *s, const talus_state *state, const talus_vec3 *r_mid,
                         stepper_motion *m, talus_step_report *report);

/// The drag of a step in the air inside a layer: m->drag and m->drag_rot, all of them the forest's.
void stepper_drag_in_air(const talus_stepper *s, const talus_forest *forest, stepper_motion *m);
/// Parts of stepper_free_motion, the drag being set: v_free, and turn and omega_free.
void stepper_free_velocity(const talus_stepper *s, const talus_vec3 *v, stepper_motion *m);
void stepper_free_spin(const talus_stepper *s, const talus_vec3 *omega, stepper_motion *m);

/// Assemble the contact problem of the closed contacts: rows, W, c, mu, and the percussions to start
/// from. [step 5]
void stepper_pose_contacts(talus_stepper *s, double slippage, const talus_mat3 *a,
                           const stepper_motion *m);
/// The same, and solve it; s->percussion holds P. [step 5]
void stepper_solve_contacts(talus_stepper *s, const talus_state *state, const talus_mat3 *a,
                            const stepper_motion *m, talus_step_report *report);

/// Of a rock of many vertices: contacts with the ground that carry it in s->set, others in
/// s->left_out. [docs/theory.md 4]
void stepper_thin_contacts(talus_stepper *s, talus_step_report *report);
/// stepper_solve_contacts, again with those left out that would come down.
void stepper_solve_carrying(talus_stepper *s, const talus_state *state, const talus_mat3 *a,
                            const stepper_motion *m, talus_step_report *report);

/// u+ = u_free + M^-1 D P, the pose at the end, and the balance of energies. [steps 5, 6, 8]
void stepper_end(const talus_stepper *s, const stepper_motion *m, const talus_vec3 *r_mid,
                 talus_state *state, talus_step_report *report);

/// Contact speeds up to this, m/s, do not come back: a rock at rest has them from the tolerance of the last
/// solution. A thousandth of what a fall gains in a step.                            [docs/theory.md, (21)]
static inline double stepper_least_speed(const talus_step_options *options)
{
    return 1e-3 * fabs(options->gravity) * options->time_step;
}

/// Energy that percussions with restitution may gain, of the energy of u_free: round-off, and half of what
/// makes a run suspect.
#define STEPPER_MOST_GAIN 5e-10
/// Whether s->percussion would gain more.                                          [docs/theory.md 5]
bool stepper_gains_energy(const talus_stepper *s, const stepper_motion *m);

/// The share of the restitution that is tried after `share`, from 1 on, where that one gains energy. A
/// gain need not fall with the share: the list is fixed.
static inline double stepper_next_share(double share)
{
    return share > 0.9 ? 0.9 : share > 0.75 ? 0.75 : share > 0.25 ? share - 0.25 : 0.0;
}
/// Lower the share of the restitution in c from `share` to `next`. @param plastic c without restitution
static inline void stepper_lower_share(double *c, const double *plastic, size_t count, double share,
                                       double next)
{
    for (size_t i = 0; i < count; i++) {
        c[i] = plastic[i] + next / share * (c[i] - plastic[i]);
    }
}

/// Drop the start percussions of the last step: a step without contact.
void stepper_forget_warm(talus_stepper *s);
/// Remember the percussions of this step by feature.
void stepper_keep_warm(talus_stepper *s);

/// A step that is taken in parts, because other bodies push the rock. talus_step is stepper_begin
/// and stepper_finish_alone.
typedef struct stepper_work {
    terrain_reader own;
    talus_vec3 r_mid;
    stepper_pose pose;
    stepper_motion m;
} stepper_work;
/// Contacts with ground and obstacles, free velocities. [steps 1 to 4]
void stepper_begin(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                   talus_step_report *report);
/// The rest of a step in which nothing but ground and obstacles pushes. [steps 5 to 8]
void stepper_finish_alone(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                          talus_step_report *report);
/// The rest of a step whose percussions are known: s->percussion those of ground and obstacles; the
/// caller has added to the free velocities what other bodies do. [steps 6 to 8]
void stepper_finish_solved(talus_stepper *s, talus_rock_motion *motion, stepper_work *w,
                           talus_step_report *report);

#endif
