// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: vertices, nodes and edges, true distances, swept over the step.
// [docs/detection.md]
#include "physics/stepper/clearance.h"
#include "physics/stepper/detection.h"

#include "physics/terrain/terrain_internal.h"

static void look_at(talus_stepper *s, const stepper_pose *pose)
{
    s->candidates->nearest = s->motion->nearest;
    contact_collect(&s->site, &s->body, pose->r, &pose->a, stepper_margin(s), s->candidates);
    s->motion->nearest = s->candidates->nearest;
}

/// The same, thinned into the set.
static void look(talus_stepper *s, const stepper_pose *pose)
{
    look_at(s, pose);
    contact_choose(&s->site, s->body.radius, s->candidates, &s->set);
}

/// Whether the bounding sphere clears everything under its way, half a step back and forth.
static bool clears_terrain(const talus_stepper *s, const talus_state *state)
{
    const double h = 0.5 * s->options.time_step, reach = s->body.radius;
    const double x = fabs(h * state->v.x) + reach, y = fabs(h * state->v.y) + reach;
    const double bound = terrain_upper_bound(s->site.terrain, state->r.x - x, state->r.y - y,
                                             state->r.x + x, state->r.y + y);
    return state->r.z - fabs(h * state->v.z) - reach - bound > stepper_margin(s);
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

static void find(talus_stepper *s, const talus_state *state, talus_vec3 r_mid, stepper_pose *pose,
                 talus_step_report *report)
{
    const double cell = talus_terrain_surface_grid(s->site.terrain)->cell;
    const double inner = s->body.inner_radius;
    const double apart = STEPPER_POSE_SHARE * (inner < cell ? inner : cell);
    const double way =
        s->options.time_step * (vec3_norm(state->v) + s->body.radius * vec3_norm(state->omega));
    const double needed = -floor(-way / apart);
    const double poses = needed < STEPPER_MOST_POSES ? needed : STEPPER_MOST_POSES;
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

/// The candidates go down, then they are thinned again. The gap to the plane along the
/// normal of the deepest contact.
static void lower(talus_stepper *s, const stepper_pose *pose, double drop, double normal_z)
{
    contact_candidates *found = s->candidates;
    const double gap = found->min_gap + drop * normal_z;
    contact_lower(found, &pose->a, drop);
    contact_choose(&s->site, s->body.radius, found, &s->set);
    s->set.min_gap = gap;
}

/// The distance along a normal is at least the vertical gap over the steepest slope.
static double kept_gap(const talus_stepper *s)
{
    return CLEARANCE_MARGIN + stepper_margin(s) * (1.0 + s->site.terrain->steepest);
}

static void roughen(talus_stepper *s, const contact_bumps *bumps, const stepper_pose *pose)
{
    contact_roughen_candidates(&s->site, bumps, &pose->a, s->candidates);
    contact_choose(&s->site, s->body.radius, s->candidates, &s->set);
}

const stepper_detection stepper_two_way = {.least_contacts = CONTACT_LIMIT,
                                           .looks_back = true,
                                           .find = find,
                                           .look = look,
                                           .lower = lower,
                                           .roughen = roughen,
                                           .gap = contact_two_way_gap,
                                           .clearance = kept_gap};
