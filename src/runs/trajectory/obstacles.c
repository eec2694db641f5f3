// SPDX-License-Identifier: GPL-3.0-or-later
// What stems and nets did to a rock in a step. [docs/theory.md 16]
#include "physics/site/obstacles.h"

#include "foundation/math/linalg.h"
#include "runs/trajectory/trajectory.h"

static void count_stems(trajectory *t)
{
    size_t count;
    const talus_obstacle_event *events = stepper_obstacle_events(t->stepper, &count);
    for (size_t k = 0; k < count; k++) {
        if (events[k].kind == TALUS_OBSTACLE_STEM) {
            t->record.stem_impacts += events[k].is_impact;
            t->record.stems_broken += events[k].is_broken;
            t->record.stem_energy += events[k].energy;
        }
    }
}

/// Kinetic energy `at` the share of the way, J: it runs evenly through the step.
static double energy_at(const trajectory *t, double at)
{
    const double before = t->kinetic_energy_before;
    return before + at * (t->report.kinetic_energy - before);
}

/// The net stops the rock where S crosses it.
static void catch_rock(trajectory *t, talus_vec3 place)
{
    t->state.r = place;
    t->state.v = t->state.omega = vec3(0.0, 0.0, 0.0);
    t->report.kinetic_energy = 0.0;
}

/// The net takes its capacity: velocity, spin and the rest of the way are shorter by the same.
static void slow_rock(trajectory *t, talus_vec3 place, double factor)
{
    t->state.r = vec3_axpy(place, factor, vec3_sub(t->state.r, place));
    t->state.v = vec3_scale(factor, t->state.v);
    t->state.omega = vec3_scale(factor, t->state.omega);
    t->report.kinetic_energy *= factor * factor;
}

/// One crossing. @return share of the way behind which the next is looked for; 1 when it is caught
static double cross_net(trajectory *t, const talus_net *net, const obstacle_crossing *crossing,
                        trajectory_net_event *event)
{
    const talus_vec3 way = vec3_sub(t->state.r, t->before.r);
    const talus_vec3 place = vec3_axpy(t->before.r, crossing->at, way);
    double lowest, highest;
    stepper_extent(t->stepper, t->motion, t->state.p, &lowest, &highest);
    *event = (trajectory_net_event){.net = crossing->net, .verdict = TRAJECTORY_OVERTOPPED};
    if (place.z + lowest > crossing->top) {
        return crossing->at;
    }
    const double energy = energy_at(t, crossing->at);
    const double capacity = t->net_left != NULL ? t->net_left[crossing->net] : net->capacity;
    if (t->net_left != NULL) {
        t->net_left[crossing->net] -= energy < capacity ? energy : capacity;
    }
    if (energy <= capacity) {
        event->verdict = TRAJECTORY_CAUGHT;
        event->energy = energy;
        catch_rock(t, place);
        return 1.0;
    }
    const double factor = sqrt(1.0 - capacity / energy);
    event->verdict = TRAJECTORY_PASSED;
    event->energy = capacity;
    slow_rock(t, place, factor);
    return crossing->at / (crossing->at + factor * (1.0 - crossing->at));
}

bool trajectory_meet_obstacles(trajectory *t)
{
    const talus_obstacles *o = t->campaign->site.obstacles;
    // behind a crossing by more than round-off
    const double behind = 1e-12;
    double after = -1.0;
    obstacle_crossing crossing;
    count_stems(t);
    while (o->list.net_count > 0 && t->net_event_count < TRAJECTORY_NETS_AT_ONCE &&
           obstacles_cross(o, (const double[2]){t->before.r.x, t->before.r.y},
                           (const double[2]){t->state.r.x, t->state.r.y}, after, &crossing)) {
        trajectory_net_event *event = &t->net_events[t->net_event_count++];
        after = cross_net(t, &o->list.nets[crossing.net], &crossing, event) + behind;
        if (event->verdict == TRAJECTORY_CAUGHT) {
            return true;
        }
    }
    return false;
}
