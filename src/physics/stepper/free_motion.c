// SPDX-License-Identifier: GPL-3.0-or-later
// Drags and the motion without contact. [steps 3, 4]
#include "physics/rotation/rotation_internal.h"
#include "physics/stepper/stepper_internal.h"

/// A drag too strong for the semi-implicit form (dt c >= 2 m would turn the velocity round) is
/// capped to the one with which that form gives the exact decay exp(-c dt/m).
static double cap_drag(double drag, double inertia, double dt)
{
    if (dt * drag < 2.0 * inertia) {
        return drag;
    }
    const double decay = talus_exp(-dt * drag / inertia);
    return 2.0 * inertia / dt * (1.0 - decay) / (1.0 + decay);
}

/// What is left of a part of a sum of drags that was capped.
static double part_of(double part, double sum, double capped)
{
    return capped == sum ? part : part / sum * capped;
}

/// What of c and C_rot the forest has, after they were capped.
static void find_forest_part(const talus_forest *forest, double drag, talus_vec3 drag_rot,
                             stepper_motion *m)
{
    const talus_vec3 c = forest->rotational_drag;
    m->forest_drag = part_of(forest->drag, drag, m->drag);
    m->forest_drag_rot =
        vec3(part_of(c.x, drag_rot.x, m->drag_rot.x), part_of(c.y, drag_rot.y, m->drag_rot.y),
             part_of(c.z, drag_rot.z, m->drag_rot.z));
}

static bool is_turn_dragged(const stepper_motion *m)
{
    return m->drag_rot.x != 0.0 || m->drag_rot.y != 0.0 || m->drag_rot.z != 0.0;
}

/// c and C_rot of this step, read at the midpoint. [step 3]
/// @return whether there is rotational drag
static bool find_drag(talus_stepper *s, const talus_state *state, const talus_vec3 *r_mid,
                      stepper_motion *m, talus_step_report *report)
{
    const double dt = s->options.time_step;
    const talus_class_map *map = s->site.forest_map;
    const talus_forest *forest = report->forest =
        map == NULL ? NULL
                    : contact_forest_of(&s->site,
                                        class_cell_look(&s->forest_under, map, r_mid->x, r_mid->y),
                                        *r_mid, NULL);
    double drag = s->soil_drag;
    if (s->air > 0.0) {
        drag += s->air * vec3_norm(state->v);
    }
    m->in_forest = forest != NULL;
    if (forest != NULL) {
        drag += forest->drag;
    }
    if (s->set.count > s->set.obstacle_count) {
        talus_ground varied;
        const talus_ground *ground =
            contact_ground(&s->site, &s->ground_under, r_mid->x, r_mid->y, &varied);
        drag += ground->drag * s->mass;
    }
    m->drag = drag == 0.0 ? 0.0 : cap_drag(drag, s->mass, dt);
    if (forest == NULL && !s->has_soil) {
        m->drag_rot = vec3(0.0, 0.0, 0.0);
        return false;
    }
    const talus_vec3 drag_rot =
        forest == NULL ? s->soil_drag_rot : vec3_add(s->soil_drag_rot, forest->rotational_drag);
    m->drag_rot =
        vec3(cap_drag(drag_rot.x, s->inertia.x, dt), cap_drag(drag_rot.y, s->inertia.y, dt),
             cap_drag(drag_rot.z, s->inertia.z, dt));
    if (forest != NULL) {
        find_forest_part(forest, drag, drag_rot, m);
    }
    return is_turn_dragged(m);
}

/// The explicit scheme: Theta^ holds the gyroscopic matrix.
static void free_explicit(const talus_stepper *s, talus_vec3 w, stepper_motion *m)
{
    const double h = 0.5 * s->options.time_step;
    const talus_mat3 gyro = rotation_gyroscopic(s->inertia, w);
    m->is_diagonal = false;
    talus_mat3 hat = {{{m->inertia_diagonal.x, 0.0, 0.0},
                       {0.0, m->inertia_diagonal.y, 0.0},
                       {0.0, 0.0, m->inertia_diagonal.z}}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            hat.m[i][j] += h * gyro.m[i][j];
        }
    }
    m->omega_before = w;
    m->turn_inverse = mat3_inverse(&hat);
    const talus_vec3 turn = vec3_sub(vec3_scale(2.0, vec3_mul(s->inertia, w)), mat3_mulv(&hat, w));
    m->omega_free = mat3_mulv(&m->turn_inverse, turn);
}

/// The other schemes: drag acts on the angular velocity that they turned. [step 4]
static void free_turned(const talus_stepper *s, bool is_dragged, stepper_motion *m)
{
    m->is_diagonal = true;
    m->omega_free = m->omega_before = m->turning.omega;
    if (s->set.count > 0 || is_dragged) {
        m->turn_diagonal = vec3(1.0 / m->inertia_diagonal.x, 1.0 / m->inertia_diagonal.y,
                                1.0 / m->inertia_diagonal.z);
    }
    if (is_dragged) {
        const double h = 0.5 * s->options.time_step;
        const talus_vec3 kept = vec3_sub(s->inertia, vec3_scale(h, m->drag_rot));
        m->omega_free = vec3_mul(m->turn_diagonal, vec3_mul(kept, m->omega_before));
    }
}

void stepper_drag_in_air(const talus_stepper *s, const talus_forest *forest, stepper_motion *m)
{
    const double dt = s->options.time_step;
    const talus_vec3 c = forest->rotational_drag;
    m->in_forest = true;
    m->drag = m->forest_drag = forest->drag == 0.0 ? 0.0 : cap_drag(forest->drag, s->mass, dt);
    m->drag_rot = m->forest_drag_rot =
        vec3(cap_drag(c.x, s->inertia.x, dt), cap_drag(c.y, s->inertia.y, dt),
             cap_drag(c.z, s->inertia.z, dt));
}

/// The turn of the scheme without torque.
static inline void turn_freely(const talus_stepper *s, const talus_vec3 *omega, stepper_motion *m)
{
    m->turning.iterations = 0;
    m->turning.converged = true;
    if (s->options.scheme != TALUS_SCHEME_EXPLICIT) {
        rotation_schemes[s->options.scheme](&s->inertia, omega, s->options.time_step, &m->turning);
    }
}

/// v_free under the drag of the step.
static inline void move_freely(const talus_stepper *s, const talus_vec3 *v, stepper_motion *m)
{
    const double dt = s->options.time_step, h = 0.5 * dt;
    m->inverse_mass = 1.0 / (s->mass + h * m->drag);
    m->v_before = *v;
    const talus_vec3 push = vec3_scale(s->mass - h * m->drag, *v);
    m->v_free = vec3_scale(m->inverse_mass,
                           vec3(push.x, push.y, push.z - dt * s->mass * s->options.gravity));
}

/// omega_free under the drag of the step, the turn known.
static inline void slow_turn(const talus_stepper *s, const talus_vec3 *omega, bool is_dragged,
                             stepper_motion *m)
{
    const double h = 0.5 * s->options.time_step;
    m->inertia_diagonal = is_dragged ? vec3_axpy(s->inertia, h, m->drag_rot) : s->inertia;
    if (s->options.scheme == TALUS_SCHEME_EXPLICIT) {
        free_explicit(s, *omega, m);
    } else {
        free_turned(s, is_dragged, m);
    }
}

void stepper_free_velocity(const talus_stepper *s, const talus_vec3 *v, stepper_motion *m)
{
    move_freely(s, v, m);
}

void stepper_free_spin(const talus_stepper *s, const talus_vec3 *omega, stepper_motion *m)
{
    turn_freely(s, omega, m);
    slow_turn(s, omega, is_turn_dragged(m), m);
}

/// Free velocities and effective masses. [step 4]
void stepper_free_motion(talus_stepper *s, const talus_state *state, const talus_vec3 *r_mid,
                         stepper_motion *m, talus_step_report *report)
{
    turn_freely(s, &state->omega, m);
    report->rotation_iterations = m->turning.iterations;
    report->rotation_converged = m->turning.converged;
    const bool is_dragged = find_drag(s, state, r_mid, m, report);
    move_freely(s, &state->v, m);
    if (s->motion->is_shaken) {
        m->v_free = vec3_axpy(m->v_free, -m->inverse_mass * s->mass, s->motion->base_gain);
    }
    slow_turn(s, &state->omega, is_dragged, m);
}
