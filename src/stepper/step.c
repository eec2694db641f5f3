// SPDX-License-Identifier: GPL-3.0-or-later
// One Moreau step from begin to end.
#include "rotation/rotation_internal.h"
#include "stepper/stepper_internal.h"

#include <string.h>

static double kinetic_energy(double mass, talus_vec3 inertia, talus_vec3 v, talus_vec3 omega)
{
    return 0.5 * mass * vec3_norm2(v) + 0.5 * vec3_dot(omega, vec3_mul(inertia, omega));
}

/// u+ = u_free + M^-1 W P. [step 5]
static void apply_percussions(const talus_stepper *s, const stepper_motion *m, talus_vec3 *v,
                              talus_vec3 *omega, talus_vec3 *impulse, talus_vec3 *spin_impulse)
{
    *impulse = *spin_impulse = vec3(0.0, 0.0, 0.0);
    *v = m->v_free;
    *omega = m->omega_free;
    if (s->set.count > 0) {
        stepper_sum_percussions(s, impulse, spin_impulse);
        *v = vec3_axpy(m->v_free, 1.0 / m->mass_hat, *impulse);
        *omega = vec3_add(m->omega_free, stepper_turn(m, *spin_impulse));
    }
}

/// Energy balance of the step and gain of the percussions. [step 8]
static void fill_ledger(const talus_stepper *s, const talus_state *before, const talus_state *after,
                        const stepper_motion *m, talus_vec3 spin_impulse, talus_step_report *report)
{
    const talus_vec3 v = vec3_scale(0.5, vec3_add(m->v_before, after->v));
    const talus_vec3 w = vec3_scale(0.5, vec3_add(m->omega_before, after->omega));
    const double grav = -s->mass * s->options.gravity * (after->r.z - before->r.z);
    const double drag =
        -s->options.time_step * (m->drag * vec3_norm2(v) + vec3_dot(w, vec3_mul(m->drag_rot, w)));
    const double contact = vec3_dot(v, report->impulse) + vec3_dot(w, spin_impulse);
    const double start = kinetic_energy(s->mass, s->inertia, before->v, before->omega);
    report->ledger = report->kinetic_energy - start - grav - drag - contact;
    if (m->in_forest) {
        report->forest_energy +=
            s->options.time_step *
            (m->forest_drag * vec3_norm2(v) + vec3_dot(w, vec3_mul(m->forest_drag_rot, w)));
    }
    report->gain = 0.0;
    if (s->set.count > 0) {
        const double free = m->mass_hat * vec3_norm2(m->v_free) +
                            vec3_dot(m->omega_free, stepper_inertia_times(m, m->omega_free));
        const double end = m->mass_hat * vec3_norm2(after->v) +
                           vec3_dot(after->omega, stepper_inertia_times(m, after->omega));
        report->gain = 0.5 * (end - free);
    }
}

/// Moves that are not motion, after the ledger: back to the pose of the contacts, and out of them.
static void move_back(const talus_stepper *s, const stepper_pose *pose, talus_state *state,
                      talus_step_report *report)
{
    talus_vec3 move = pose->back;
    if (s->options.position_correction > 0.0) {
        move = vec3_add(move, stepper_correct_position(s));
    }
    if (move.x != 0.0 || move.y != 0.0 || move.z != 0.0) {
        state->r = vec3_add(state->r, move);
        report->correction = s->mass * s->options.gravity * move.z;
    }
}

/// Whether some contact of [first, last) pushes.
static bool is_pushing(const talus_stepper *s, size_t first, size_t last)
{
    for (size_t k = first; k < last; k++) {
        if (s->percussion[3 * k] > 0.0) {
            return true;
        }
    }
    return false;
}

static bool is_touching_ground(const talus_stepper *s, double min_gap)
{
    return is_pushing(s, 0, s->set.count - s->set.obstacle_count) ||
           (s->options.slip_gap >= 0.0 && min_gap <= s->options.slip_gap);
}

void talus_step(talus_stepper *s, talus_state *state, talus_step_report *report)
{
    const double dt = s->options.time_step, h = 0.5 * dt;
    const talus_state before = *state;
    memset(report, 0, sizeof *report);
    report->solver.solved = true;

    // step 1-2: closed contacts at the midpoint pose
    const talus_vec3 r_mid = vec3_axpy(state->r, h, state->v);
    stepper_pose pose;
    stepper_find_contacts(s, state, r_mid, &pose, report);
    if (s->has_soil) {
        stepper_meet_soil(s, state, &pose, report);
    }
    if (s->obstacles != NULL) {
        stepper_meet_obstacles(s, &pose, report);
    }
    if (s->drawn.per_impact) {
        stepper_meet_ground(s);
    }

    // step 3-4
    stepper_motion m;
    stepper_free_motion(s, state, r_mid, &m, report);

    // step 5
    talus_vec3 spin_impulse;
    if (s->set.count > 0) {
        stepper_solve_contacts(s, state, &pose.a, &m, report);
        if (s->set.obstacle_count > 0) {
            stepper_load_stems(s, &m, report);
        }
    } else {
        stepper_forget_warm(s);
        s->posed_count = 0;
    }
    apply_percussions(s, &m, &state->v, &state->omega, &report->impulse, &spin_impulse);

    // step 6
    state->r = vec3_axpy(r_mid, h, state->v);
    state->p = rotation_orientation(s->options.scheme, before.p, before.omega, &m.turning,
                                    state->omega, dt);

    // step 7-8
    const bool on_ground = is_touching_ground(s, report->min_gap);
    report->touching =
        on_ground || is_pushing(s, s->set.count - s->set.obstacle_count, s->set.count);
    talus_ground varied;
    state->slippage = contact_slippage(contact_ground(&s->site, r_mid.x, r_mid.y, &varied),
                                       before.slippage, on_ground, vec3_norm(state->v), dt);
    report->kinetic_energy = kinetic_energy(s->mass, s->inertia, state->v, state->omega);
    fill_ledger(s, &before, state, &m, spin_impulse, report);
    move_back(s, &pose, state, report);
}
