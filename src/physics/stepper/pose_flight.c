// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/stepper/pose_flight.h"

#include "physics/stepper/detection.h"
#include "physics/stepper/drift.h"

static talus_quat about_axis(int axis, double cosine, double sine)
{
    return (talus_quat){cosine, axis == 0 ? sine : 0.0, axis == 1 ? sine : 0.0,
                        axis == 2 ? sine : 0.0};
}

/// Angular velocity of the motion p_0 (q_1 q_c(d))^n q_c(-n d), n continuous: its length and that
/// of its derivative do not change, and its vertices go where those of the steps go. Half a step
/// with the steps' own angular velocity ends `lag` radian off it.
static void bound_repeating(pose_flight *f, const talus_stepper *s)
{
    const talus_rotation_repeat *repeat = &f->flight->repeat;
    const double dt = s->options.time_step, per_step = 1.0 / dt, back = repeat->angle * per_step;
    const talus_quat axis = about_axis(repeat->axis, 0.0, 1.0);
    const talus_vec3 c = vec3(axis.x, axis.y, axis.z);
    const talus_vec3 forth = vec3_scale(2.0 * repeat->half * per_step, repeat->about);
    const talus_vec3 w = vec3_axpy(forth, -back, c);
    const double w2 = vec3_norm2(w), across2 = w2 - vec3_dot(w, c) * vec3_dot(w, c);
    const double tumble = fabs(back) * sqrt(across2 > 0.0 ? across2 : 0.0);
    const double off = vec3_norm(vec3_sub(w, f->flight->start.omega));
    const double lag =
        dt * (0.5 * off + dt * (tumble * (1.0 / 8.0) + dt * w2 * sqrt(w2) * (1.0 / 96.0)));
    f->pull = (w2 + tumble) * s->body.radius;
    f->steep = f->plane->stretch + f->plane->wide_spread;
    f->kept += f->steep * lag * s->body.radius;
}

/// Bounds of any free rotation over its steps. Between two poses, the way of a vertex through those
/// of the steps is a polygon, whose second differences are bounded as the derivative. The pose at
/// the middle of a step is off the chord of its ends by |omega'|/4 + omega^2/8 and their thirds.
static void bound_turns(pose_flight *f, const talus_stepper *s)
{
    const turn_bound turning = vertex_bound_turning(s->tumbling, f->flight->start.omega);
    const double dt = s->options.time_step, angle = turning.spin * dt;
    const double lag =
        dt * dt * (0.25 * turning.tumble + 0.125 * turning.spin2) * (1.0 + 2.0 * angle);
    f->pull = turning.pull * (1.0 + angle * angle) * s->body.radius;
    f->steep = f->plane->stretch + f->plane->wide_spread;
    f->kept += f->steep * lag * s->body.radius;
}

static void start_powers(pose_flight *f)
{
    const talus_rotation_repeat *repeat = &f->flight->repeat;
    f->cosine[0] = talus_cos(0.5 * repeat->angle);
    f->sine[0] = talus_sin(0.5 * repeat->angle);
    f->about[0] = quat_unit(
        quat_mul(repeat->single.turn, about_axis(repeat->axis, f->cosine[0], f->sine[0])));
    for (int k = 1; k < POSE_LEVELS; k++) {
        const double c = f->cosine[k - 1], s = f->sine[k - 1];
        f->about[k] = quat_mul(f->about[k - 1], f->about[k - 1]);
        f->cosine[k] = c * c - s * s;
        f->sine[k] = 2.0 * c * s;
    }
}

static void place_pose(const pose_flight *f, talus_stepper *s, flight_pose *pose)
{
    talus_vec3 v;
    stepper_place_at(s, f->flight, pose->step, &pose->r, &v);
    if (f->is_repeating) {
        const talus_quat back = about_axis(f->flight->repeat.axis, pose->cosine, -pose->sine);
        pose->a = quat_matrix(quat_mul(pose->about, back));
    } else {
        const size_t steps = (size_t)pose->step;
        stepper_turns_reach(s, steps);
        pose->a = quat_matrix(s->turns.p[s->turns.at + steps]);
    }
    pose->up = mat3_tmulv(&pose->a, f->normal);
}

flight_pose pose_flight_first(const pose_flight *f, talus_stepper *s, uint64_t first)
{
    const talus_rotation_repeat *repeat = &f->flight->repeat;
    flight_pose pose = {.step = (double)first, .about = f->flight->start.p, .cosine = 1.0};
    if (f->is_repeating && first > 0) {
        const double half = pose.step * repeat->half, back = 0.5 * pose.step * repeat->angle;
        const double sine = talus_sin(half);
        const talus_quat turned = {talus_cos(half), sine * repeat->about.x, sine * repeat->about.y,
                                   sine * repeat->about.z};
        pose.about = quat_mul(pose.about, turned);
        pose.cosine = talus_cos(back);
        pose.sine = talus_sin(back);
    }
    place_pose(f, s, &pose);
    return pose;
}

flight_pose pose_flight_next(const pose_flight *f, talus_stepper *s, const flight_pose *from,
                             int level)
{
    if (!f->is_repeating) {
        flight_pose pose = {.step = from->step + (double)(1 << level)};
        place_pose(f, s, &pose);
        return pose;
    }
    const double c = f->cosine[level], e = f->sine[level];
    flight_pose pose = {.step = from->step + (double)(1 << level),
                        .about = quat_mul(from->about, f->about[level]),
                        .cosine = from->cosine * c - from->sine * e,
                        .sine = from->sine * c + from->cosine * e};
    place_pose(f, s, &pose);
    return pose;
}

/// Drag pulls S against its motion: over the ground by n . v of the plane, whose slope is off by its
/// spread, and which goes evenly to its limit. Where that lifts S by more than gravity pulls, its way
/// is not concave any more: chords lie over it by what `kept` has more.
void pose_flight_bound_drag(pose_flight *f, const talus_stepper *s, double first, double last)
{
    talus_vec3 r, v, v_end;
    f->fall = s->options.gravity;
    if (!(s->drag_rate > 0.0)) {
        return;
    }
    stepper_drift_at(s, f->flight, first, &r, &v);
    stepper_drift_at(s, f->flight, last, &r, &v_end);
    const double lowest = terrain_smaller(vec3_dot(f->normal, v), vec3_dot(f->normal, v_end)) -
                          f->plane->wide_spread * sqrt(v.x * v.x + v.y * v.y);
    f->fall += s->drag_rate * lowest;
    if (f->fall < 0.0) {
        const double span = (double)(1 << (POSE_LEVELS - 1)) * s->options.time_step;
        f->kept -= 0.125 * span * span * f->fall;
    }
}

void pose_flight_start(pose_flight *f, talus_stepper *s, const talus_flight *flight,
                       const terrain_plane *plane, double kept)
{
    *f = (pose_flight){.flight = flight,
                       .plane = plane,
                       .kept = kept,
                       .normal = vec3(-plane->slope_x, -plane->slope_y, 1.0),
                       .is_repeating = flight->is_repeating};
    if (f->is_repeating) {
        bound_repeating(f, s);
        start_powers(f);
    } else {
        bound_turns(f, s);
        stepper_turns_begin(s, &flight->start);
    }
    if (s->detection->looks_back) {
        const double dt = s->options.time_step;
        f->kept +=
            f->steep * dt * dt * (stepper_fall(s, vec3_norm(flight->start.v)) + 2.0 * f->pull);
    }
}
