// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts a step has: at its midpoint, or where a fast rock first meets the ground.
#include "physics/stepper/detection.h"

/// Penetration that position correction leaves, so that contacts stay closed, m.
#define KEPT_DEPTH 1e-3
#define CORRECTION_SWEEPS 8

/// Contacts with the ground in a pose before the one they were found in.
static void look_again(talus_stepper *s, talus_vec3 r_mid, stepper_pose *pose,
                       talus_step_report *report)
{
    pose->back = vec3_sub(pose->r, r_mid);
    report->swept = true;
    s->detection->look(s, pose);
}

/// The contacts with the ground that its bumps lower.
static void meet_bumps(talus_stepper *s, const stepper_pose *pose)
{
    const talus_rock_motion *m = s->motion;
    const contact_bumps bumps = {.seed = m->draw.seed,
                                 .rock = m->draw.rock,
                                 .release = m->release,
                                 .is_released = m->is_released};
    s->detection->roughen(s, &bumps, pose);
}

LANES_CLONES void stepper_find_contacts(talus_stepper *s, const talus_state *state,
                                        talus_vec3 r_mid, stepper_pose *pose,
                                        talus_step_report *report)
{
    // talus_rotation_midpoint
    stepper_pose_at(state, 0.5 * s->options.time_step, pose);
    pose->back = vec3(0.0, 0.0, 0.0);
    if (s->detection->find == NULL) {
        s->detection->look(s, pose);
    } else {
        s->detection->find(s, state, r_mid, pose, report);
    }
    if (s->obstacles != NULL && stepper_sweep_obstacles(s, state, pose)) {
        look_again(s, r_mid, pose, report);
    }
    s->motion->depth_before = s->set.depth; // of the terrain: what a sweep compares
    if (s->has_bumps) {
        meet_bumps(s, pose);
    }
    report->contact_count = s->set.count;
    report->min_gap = s->set.min_gap;
    report->penetration = s->set.depth;
}

talus_vec3 stepper_correct_position(const talus_stepper *s)
{
    talus_vec3 move = vec3(0.0, 0.0, 0.0);
    for (int sweep = 0; sweep < CORRECTION_SWEEPS; sweep++) {
        for (size_t k = 0; k < s->set.count; k++) {
            const contact_point *point = &s->set.points[k];
            const double needed = s->options.position_correction * (point->depth - KEPT_DEPTH);
            const double missing = needed - vec3_dot(point->normal, move);
            if (needed > 0.0 && missing > 0.0) {
                move = vec3_axpy(move, missing, point->normal);
            }
        }
    }
    return move;
}
