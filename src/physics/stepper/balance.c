// SPDX-License-Identifier: GPL-3.0-or-later
// Velocities and pose at the end of a step, and what became of the energy. [steps 5, 6, 8]
#include "physics/rotation/rotation_internal.h"
#include "physics/stepper/stepper_internal.h"

/// The sums D P of s->percussion: force rows in the world, torque rows in the body frame.
LANES_PART void sum_percussions(const talus_stepper *s, lanes *impulse, lanes *spin)
{
    lanes force[3] = {{0.0}}, torque[3] = {{0.0}};
    for (size_t k = 0; k < s->set.count; k++) {
        const double *own = s->percussion + 3 * k;
        const stepper_rows *rows = &s->rows[k];
        const lanes p = {own[0], own[1], own[2], 0.0};
        for (int i = 0; i < 3; i++) {
            force[i] += p * rows->force[i];
            torque[i] += p * rows->torque[i];
        }
    }
    lanes_sums3(force, impulse);
    lanes_sums3(torque, spin);
}

/// Theta^-1 x
LANES_PART void turn_by(const stepper_motion *m, const lanes *x, lanes *turned)
{
    if (m->is_diagonal) {
        lanes diagonal;
        lanes_from_vec3(&m->turn_diagonal, &diagonal);
        *turned = diagonal * *x;
    } else {
        const talus_vec3 full = mat3_mulv(&m->turn_inverse, vec3((*x)[0], (*x)[1], (*x)[2]));
        lanes_from_vec3(&full, turned);
    }
}

LANES_CLONES bool stepper_gains_energy(const talus_stepper *s, const stepper_motion *m)
{
    lanes impulse, spin, turned, v, omega, moments;
    sum_percussions(s, &impulse, &spin);
    turn_by(m, &spin, &turned);
    lanes_from_vec3(&m->v_free, &v);
    lanes_from_vec3(&m->omega_free, &omega);
    lanes_from_vec3(&m->inertia_diagonal, &moments);
    const lanes gain =
        (v + 0.5 * m->inverse_mass * impulse) * impulse + (omega + 0.5 * turned) * spin;
    const lanes energy = v * v / m->inverse_mass + moments * omega * omega;
    return lanes_sum3(&gain) > STEPPER_MOST_GAIN * 0.5 * lanes_sum3(&energy);
}

/// Velocities at the end of a step, and what the contacts did.
typedef struct step_end {
    lanes v, omega;      ///< u+
    lanes impulse, spin; ///< D P
} step_end;

/// What the rut takes of the motion along the ground: its share of the load, through S and against
/// v, at most all there is. [docs/theory.md, (46b)]
/// @param v u+ without it
static talus_vec3 resist_rolling(const talus_stepper *s, double inverse_mass, talus_vec3 v)
{
    const talus_vec3 none = {0.0, 0.0, 0.0};
    talus_vec3 load = none;
    for (size_t k = 0; k < s->set.count - s->set.obstacle_count; k++) {
        load = vec3_axpy(load, s->percussion[3 * k], s->set.points[k].normal);
    }
    const double size = vec3_norm(load);
    if (!(size > 0.0)) {
        return none;
    }
    const talus_vec3 normal = vec3_scale(1.0 / size, load);
    const talus_vec3 along = vec3_axpy(v, -vec3_dot(v, normal), normal);
    const double speed = vec3_norm(along);
    if (!(speed > 0.0)) {
        return none;
    }
    const double all = speed / inverse_mass, needed = s->rut * size;
    return vec3_scale(-(needed < all ? needed : all) / speed, along);
}

/// u+ = u_free + M^-1 D P, and the energy of u+ over u_free. [steps 5, 8]
LANES_PART void push(const talus_stepper *s, const stepper_motion *m, step_end *end,
                     talus_step_report *report)
{
    lanes turned;
    sum_percussions(s, &end->impulse, &end->spin);
    turn_by(m, &end->spin, &turned);
    if (s->rut > 0.0) {
        const lanes after = end->v + m->inverse_mass * end->impulse;
        const talus_vec3 v = vec3(after[0], after[1], after[2]);
        const talus_vec3 taken = resist_rolling(s, m->inverse_mass, v);
        end->impulse += (lanes){taken.x, taken.y, taken.z, 0.0};
    }
    const lanes v_free = end->v, omega_free = end->omega;
    end->v += m->inverse_mass * end->impulse;
    end->omega += turned;
    lanes_to_vec3(&end->impulse, &report->impulse);
    // their work, P . (u+ + u_free)/2; what else the gyroscopic part of Theta^ adds to the energy is
    // the explicit scheme's
    const lanes gain = (end->v + v_free) * end->impulse + (end->omega + omega_free) * end->spin;
    // of contacts that do not push 0, not -0, whose maxima would depend on the order
    report->gain = 0.5 * lanes_sum3(&gain) + 0.0;
}

/// Kinetic energy, and what it has changed by less the work done, as products of the changes of
/// the velocities with their sums. [step 8]
/// @param r_z place at the end
LANES_PART void fill_ledger(const talus_stepper *s, const stepper_motion *m, const step_end *end,
                            const talus_state *before, double r_z, talus_step_report *report)
{
    const double half_step = 0.5 * s->options.time_step;
    lanes v, omega, turned, theta, drag_rot;
    lanes_from_vec3(&before->v, &v);
    lanes_from_vec3(&before->omega, &omega);
    lanes_from_vec3(&m->omega_before, &turned);
    lanes_from_vec3(&s->inertia, &theta);
    lanes_from_vec3(&m->drag_rot, &drag_rot);
    const lanes energy = s->mass * end->v * end->v + theta * end->omega * end->omega;
    const lanes v_sum = end->v + v, omega_sum = end->omega + turned;
    const lanes change =
        v_sum * (s->mass * (end->v - v) - end->impulse + half_step * m->drag * v_sum) +
        omega_sum * (theta * (end->omega - turned) - end->spin + half_step * drag_rot * omega_sum) +
        (turned + omega) * (theta * (turned - omega));
    report->kinetic_energy = 0.5 * lanes_sum3(&energy);
    report->ledger = 0.5 * lanes_sum3(&change) + s->mass * s->options.gravity * (r_z - before->r.z);
    if (s->motion->is_shaken) {
        lanes gain;
        lanes_from_vec3(&s->motion->base_gain, &gain);
        const lanes work = gain * v_sum;
        report->base_work = -0.5 * s->mass * lanes_sum3(&work);
        report->ledger -= report->base_work;
    }
    if (m->in_forest) {
        lanes forest;
        lanes_from_vec3(&m->forest_drag_rot, &forest);
        const lanes taken = m->forest_drag * v_sum * v_sum + forest * omega_sum * omega_sum;
        report->forest_energy += 0.5 * half_step * lanes_sum3(&taken);
    }
}

LANES_CLONES void stepper_end(const talus_stepper *s, const stepper_motion *m,
                              const talus_vec3 *r_mid, talus_state *state,
                              talus_step_report *report)
{
    const double half_step = 0.5 * s->options.time_step;
    step_end end = {.impulse = {0.0}, .spin = {0.0}};
    lanes_from_vec3(&m->v_free, &end.v);
    lanes_from_vec3(&m->omega_free, &end.omega);
    if (s->set.count > 0) {
        push(s, m, &end, report);
    }
    lanes r;
    lanes_from_vec3(r_mid, &r);
    r += half_step * end.v;
    fill_ledger(s, m, &end, state, r[2], report);
    lanes_to_vec3(&r, &state->r);
    lanes_to_vec3(&end.v, &state->v);
    lanes_to_vec3(&end.omega, &state->omega);
    state->p = rotation_orientation(s->options.scheme, &state->p, &m->omega_before, &m->turning,
                                    &state->omega, s->options.time_step);
}
