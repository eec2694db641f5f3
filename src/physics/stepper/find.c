// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts a step has: at its midpoint, or where a fast rock first meets the ground.
#include "physics/stepper/stepper_internal.h"

#include "physics/terrain/terrain_internal.h"

/// Penetration that position correction leaves, so that contacts stay closed, m.
#define KEPT_DEPTH 1e-3
#define CORRECTION_SWEEPS 8

static double contact_margin(const talus_stepper *s)
{
    return s->options.slip_gap > 0.0 ? s->options.slip_gap : 0.0;
}

static void look_at(talus_stepper *s, const stepper_pose *pose)
{
    contact_collect(&s->site, &s->body, pose->r, &pose->a, contact_margin(s), s->candidates);
}

/// One-way detection; the nearest vertex stays where nothing is near.
static void detect(talus_stepper *s, const stepper_pose *pose)
{
    s->set.nearest = s->motion->nearest;
    contact_detect(&s->site, &s->body, pose->r, &pose->a, contact_margin(s), &s->set);
    s->motion->nearest = s->set.nearest;
}

/// Whether the bounding sphere clears everything under its way, half a step back and forth.
static bool clears_terrain(const talus_stepper *s, const talus_state *state)
{
    const double h = 0.5 * s->options.time_step, reach = s->body.radius;
    const double x = fabs(h * state->v.x) + reach, y = fabs(h * state->v.y) + reach;
    const double bound = terrain_upper_bound(s->site.terrain, state->r.x - x, state->r.y - y,
                                             state->r.x + x, state->r.y + y);
    return state->r.z - fabs(h * state->v.z) - reach - bound > contact_margin(s);
}

/// The first pose from the last midpoint to this one whose contacts are deeper than those of the
/// last step by half the distance of two poses; without one, the midpoint, left to the caller.
static bool find_first_pose(talus_stepper *s, const talus_state *state, double poses, double apart,
                            talus_vec3 r_mid, stepper_pose *pose)
{
    const double dt = s->options.time_step;
    for (double k = 1.0; k < poses; k += 1.0) {
        stepper_pose_at(state, (k / poses - 0.5) * dt, pose);
        look_at(s, pose);
        if (s->candidates->depth > s->motion->depth_before + 0.5 * apart) {
            pose->back = vec3_sub(pose->r, r_mid);
            return true;
        }
    }
    return false;
}

static void find_two_way(talus_stepper *s, const talus_state *state, talus_vec3 r_mid,
                         stepper_pose *pose, talus_step_report *report)
{
    const double cell = talus_terrain_surface_grid(s->site.terrain)->cell;
    const double inner = s->body.inner_radius;
    const double apart = STEPPER_POSE_SHARE * (inner < cell ? inner : cell);
    const double way =
        s->options.time_step * (vec3_norm(state->v) + s->body.radius * vec3_norm(state->omega));
    const double wanted = -floor(-way / apart);
    const double poses = wanted < STEPPER_MOST_POSES ? wanted : STEPPER_MOST_POSES;
    if (poses > 1.0 && !clears_terrain(s, state)) {
        const stepper_pose middle = *pose;
        report->swept = find_first_pose(s, state, poses, apart, r_mid, pose);
        if (!report->swept) {
            *pose = middle;
        }
    }
    if (!report->swept) {
        look_at(s, pose);
    }
    contact_choose(&s->site, s->body.radius, s->candidates, &s->set);
}

/// Contacts with the ground in a pose before the one they were found in.
static void look_again(talus_stepper *s, talus_vec3 r_mid, stepper_pose *pose,
                       talus_step_report *report)
{
    pose->back = vec3_sub(pose->r, r_mid);
    report->swept = true;
    if (s->options.detection == TALUS_DETECTION_TWO_WAY) {
        look_at(s, pose);
        contact_choose(&s->site, s->body.radius, s->candidates, &s->set);
    } else {
        detect(s, pose);
    }
}

LANES_CLONES void stepper_find_contacts(talus_stepper *s, const talus_state *state,
                                        talus_vec3 r_mid, stepper_pose *pose,
                                        talus_step_report *report)
{
    // talus_rotation_midpoint
    stepper_pose_at(state, 0.5 * s->options.time_step, pose);
    pose->back = vec3(0.0, 0.0, 0.0);
    if (s->options.detection == TALUS_DETECTION_TWO_WAY) {
        find_two_way(s, state, r_mid, pose, report);
    } else {
        detect(s, pose);
    }
    if (s->obstacles != NULL && stepper_sweep_obstacles(s, state, pose)) {
        look_again(s, r_mid, pose, report);
    }
    report->contact_count = s->set.count;
    report->min_gap = s->set.min_gap;
    report->penetration = s->motion->depth_before = s->set.depth;
}

talus_vec3 stepper_correct_position(const talus_stepper *s)
{
    talus_vec3 move = vec3(0.0, 0.0, 0.0);
    for (int sweep = 0; sweep < CORRECTION_SWEEPS; sweep++) {
        for (size_t k = 0; k < s->set.count; k++) {
            const contact_point *point = &s->set.points[k];
            const double wanted = s->options.position_correction * (point->depth - KEPT_DEPTH);
            const double missing = wanted - vec3_dot(point->normal, move);
            if (wanted > 0.0 && missing > 0.0) {
                move = vec3_axpy(move, missing, point->normal);
            }
        }
    }
    return move;
}
