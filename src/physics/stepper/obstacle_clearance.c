// SPDX-License-Identifier: GPL-3.0-or-later
// How long the bounding sphere of a rock in free motion stays clear of obstacles. [docs/theory.md
// 16]
#include "physics/stepper/clearance.h"
#include "physics/stepper/drift.h"

#include "physics/site/obstacles.h"
#include "physics/terrain/terrain_internal.h"

/// Squares of the index that are checked together, along the way.
#define SQUARES_AT_ONCE 4.0
/// Nothing is said beyond, s.
#define LONGEST_LOOK 1e3

/// Height of S over its start after `time`, in a drag layer a lower bound; concave, so lowest at one
/// end of an interval.
static double rise_at(const talus_stepper *s, const talus_state *state, double time)
{
    return time * (state->v.z - 0.5 * stepper_fall(s, state->v.z) * time);
}

/// When the sphere comes over the circle of a body, s from the start; `before` when it is there
/// then, infinity when it never is.
static double time_to_circle(const talus_state *state, const obstacle_body *body, double reach,
                             double before)
{
    const double x = state->r.x - body->x, y = state->r.y - body->y;
    const double speed2 = state->v.x * state->v.x + state->v.y * state->v.y;
    const double along = x * state->v.x + y * state->v.y;
    const double c = x * x + y * y - reach * reach;
    const double square = along * along - speed2 * c;
    if (!(speed2 > 0.0)) {
        return c <= 0.0 ? before : (double)INFINITY;
    }
    if (!(square >= 0.0) || (-along + sqrt(square)) < before * speed2) {
        return (double)INFINITY;
    }
    return terrain_larger(before, (-along - sqrt(square)) / speed2);
}

/// First time in [begin, end] at which the sphere may meet something; infinity if none. In a drag
/// layer the sphere comes to its places later, up to the time `last`.
static double meet_between(const talus_stepper *s, const talus_state *state, double begin,
                           double end, double last, double margin)
{
    const double reach = s->body.radius + margin;
    const double x0 = state->r.x + begin * state->v.x, x1 = state->r.x + end * state->v.x;
    const double y0 = state->r.y + begin * state->v.y, y1 = state->r.y + end * state->v.y;
    const double until = s->drag_rate > 0.0 ? last : end;
    const double low =
        state->r.z - reach + terrain_smaller(rise_at(s, state, begin), rise_at(s, state, until));
    double first = (double)INFINITY;
    obstacle_walk walk = obstacle_walk_over(
        s->obstacles->index, terrain_smaller(x0, x1) - reach, terrain_smaller(y0, y1) - reach,
        terrain_larger(x0, x1) + reach, terrain_larger(y0, y1) + reach, low);
    const obstacle_body *body;
    while ((body = obstacle_walk_next(&walk)) != NULL) {
        first = terrain_smaller(first, time_to_circle(state, body, reach + body->reach, begin));
    }
    return first;
}

double stepper_obstacle_time(const talus_stepper *s, const talus_state *state, double horizon)
{
    const double most = terrain_smaller(horizon, LONGEST_LOOK);
    const talus_obstacles *index = s->obstacles->index;
    // contacts are swept from half a step before, and two-way detection bends the way a little
    const double dt = s->options.time_step, start = -dt;
    const double margin = CLEARANCE_MARGIN + fabs(stepper_fall(s, vec3_norm(state->v))) * dt * dt;
    const double reach = s->body.radius + margin;
    const double x0 = state->r.x + start * state->v.x, x1 = state->r.x + most * state->v.x;
    const double y0 = state->r.y + start * state->v.y, y1 = state->r.y + most * state->v.y;
    const double low =
        state->r.z - reach + terrain_smaller(rise_at(s, state, start), rise_at(s, state, most));
    if (!(obstacles_top(index, terrain_smaller(x0, x1) - reach, terrain_smaller(y0, y1) - reach,
                        terrain_larger(x0, x1) + reach, terrain_larger(y0, y1) + reach) > low)) {
        return most;
    }
    const double speed = terrain_larger(fabs(state->v.x), fabs(state->v.y));
    const double stride = SQUARES_AT_ONCE * index->side / terrain_larger(speed, 1e-9);
    for (double begin = start; begin < most; begin += stride) {
        const double end = terrain_smaller(begin + stride, most);
        const double first = meet_between(s, state, begin, end, most, margin);
        if (first < end) {
            return first;
        }
    }
    return most;
}
