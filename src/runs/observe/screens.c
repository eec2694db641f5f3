// SPDX-License-Identifier: GPL-3.0-or-later
// Crossings of screens.
#include "runs/observe/screens.h"

#include "foundation/math/linalg.h"
#include "physics/terrain/terrain_internal.h"

#include <stdlib.h>
#include <string.h>

/// One step of S.
typedef struct span {
    talus_vec3 from, to;             ///< m
    talus_vec3 v_from, v_to;         ///< m/s
    talus_vec3 omega_from, omega_to; ///< rad/s, body frame
    double begin, length;            ///< s
    size_t step;                     ///< of those just taken, from 0
    bool is_free;                    ///< no contact: a parabola
} span;

bool observe_screens_plan(const talus_campaign *campaign, plan_index *plan)
{
    bool has_room = true;
    for (size_t k = 0; k < campaign->screen_count && has_room; k++) {
        const talus_line *line = &campaign->screens[k].line;
        has_room = plan_begin(plan, 0.0, false) && plan_add(plan, line->xy, line->count, false);
    }
    return has_room && plan_finish(plan);
}

bool observe_screens_init(observe_screens *screens, const talus_campaign *campaign,
                          const plan_index *plan)
{
    *screens = (observe_screens){.campaign = campaign, .plan = plan, .free2 = (double)INFINITY};
    screens->is_done = calloc(campaign->screen_count + 1, sizeof *screens->is_done);
    return screens->is_done != NULL;
}

void observe_screens_clear(observe_screens *screens)
{
    free(screens->is_done);
    free(screens->hits.hits);
    free(screens->crossings);
    *screens = (observe_screens){.free2 = (double)INFINITY};
}

/// The disc around a point in which there is nothing to see.
static void look_round(observe_screens *screens, double x, double y)
{
    const double clear = plan_clearance(screens->plan, screens->is_done, x, y);
    screens->x = x;
    screens->y = y;
    screens->free2 = clear > 0.0 ? clear * clear : 0.0;
}

void observe_screens_start(observe_screens *screens, const trajectory *t)
{
    screens->crossing_count = 0;
    screens->is_lost = false;
    observe_screens_continue(screens, t, 0);
}

void observe_screens_continue(observe_screens *screens, const trajectory *t, uint32_t body)
{
    screens->body = body;
    memset(screens->is_done, 0, screens->campaign->screen_count * sizeof *screens->is_done);
    look_round(screens, t->state.r.x, t->state.r.y);
}

/// Step k of a flight; the parabola's velocities follow from that at its begin.
static span flight_span(const trajectory *t, size_t k)
{
    const trajectory_airborne *air = &t->airborne;
    const double length = trajectory_step_length(t);
    const double fall = t->campaign->step.gravity * length;
    const uint64_t first = t->record.steps - (air->count - k) * t->ticks;
    span s = {.from = t->before.r,
              .to = vec3(air->x[k], air->y[k], air->z[k]),
              .v_from = t->before.v,
              .v_to = t->before.v,
              .omega_from = t->before.omega,
              .omega_to = trajectory_airborne_omega(air, k),
              .begin = (double)first * t->campaign->step.time_step,
              .length = length,
              .step = k,
              .is_free = true};
    if (k > 0) {
        s.from = vec3(air->x[k - 1], air->y[k - 1], air->z[k - 1]);
        s.omega_from = trajectory_airborne_omega(air, k - 1);
    }
    if (air->is_drifting) {
        s.v_to = vec3(air->v_x[k], air->v_y[k], air->v_z[k]);
        s.v_from = k > 0 ? vec3(air->v_x[k - 1], air->v_y[k - 1], air->v_z[k - 1]) : s.v_from;
        return s;
    }
    s.v_from.z -= (double)k * fall;
    s.v_to.z -= (double)(k + 1) * fall;
    return s;
}

static span step_span(const trajectory *t)
{
    return (span){.from = t->before.r,
                  .to = t->state.r,
                  .v_from = t->before.v,
                  .v_to = t->state.v,
                  .omega_from = t->before.omega,
                  .omega_to = t->state.omega,
                  .begin = (double)(t->record.steps - t->ticks) * t->campaign->step.time_step,
                  .length = trajectory_step_length(t),
                  .is_free = t->is_open};
}

/// Height over the terrain; off it that of the last step stands. Times `cosine` it is the distance
/// to the patch's plane.
static double height_over(const trajectory *t, talus_vec3 r, double *cosine)
{
    double z = r.z - t->jump_height, zx = 0.0, zy = 0.0;
    (void)terrain_surface(t->campaign->site.terrain, r.x, r.y, &z, &zx, &zy);
    *cosine = 1.0 / sqrt(1.0 + zx * zx + zy * zy);
    return r.z - z;
}

static double right_angle_of(double over, double under)
{
    return under > 0.0  ? talus_atan(over / under)
           : over > 0.0 ? 0.5 * TALUS_PI
           : over < 0.0 ? -0.5 * TALUS_PI
                        : 0.0;
}

/// Angles of the velocity: in plan from the segment's normal, and under the horizon.
static void fill_angles(const plan_segment *s, talus_vec3 v, double values[])
{
    const double dx = s->x1 - s->x0, dy = s->y1 - s->y0;
    const double along = fabs(v.x * dx + v.y * dy), through = fabs(v.x * dy - v.y * dx);
    values[TALUS_GAUGE_ANGLE] = right_angle_of(along, through);
    values[TALUS_GAUGE_INCLINATION] = right_angle_of(-v.z, sqrt(v.x * v.x + v.y * v.y));
}

/// The motion at the fraction f of a step.
static void interpolate(const span *s, double f, talus_vec3 *r, talus_vec3 *v, talus_vec3 *omega)
{
    const bool is_late = f >= 0.5;
    *r = vec3_axpy(s->from, f, vec3_sub(s->to, s->from));
    *v = is_late ? s->v_to : s->v_from;
    *omega = is_late ? s->omega_to : s->omega_from;
    if (s->is_free) {
        const talus_vec3 change = vec3_sub(s->v_to, s->v_from);
        r->z -= 0.5 * f * (1.0 - f) * s->length * change.z;
        *v = vec3_axpy(s->v_from, f, change);
    }
}

/// Orientation at the fraction f of the turn from a to b, about its axis at an even rate.
static talus_quat turn_between(talus_quat a, talus_quat b, double f)
{
    talus_quat turn = quat_mul((talus_quat){a.w, -a.x, -a.y, -a.z}, b);
    const double sign = turn.w < 0.0 ? -1.0 : 1.0;
    const talus_vec3 axis = vec3_scale(sign, vec3(turn.x, turn.y, turn.z));
    const double sine = vec3_norm(axis);
    if (!(sine > 0.0)) {
        return a;
    }
    const double half = f * right_angle_of(sine, sign * turn.w);
    const talus_vec3 e = vec3_scale(talus_sin(half) / sine, axis);
    return quat_unit(quat_mul(a, (talus_quat){talus_cos(half), e.x, e.y, e.z}));
}

/// Heights of the lowest and the highest point, where S has the given one.
static void fill_extent(const trajectory *t, const span *s, double f, double height,
                        double values[])
{
    const talus_quat p =
        turn_between(trajectory_orientation(t, s->step), trajectory_orientation(t, s->step + 1), f);
    double lowest, highest;
    stepper_extent(t->stepper, t->motion, p, &lowest, &highest);
    values[TALUS_GAUGE_CLEARANCE] = height + lowest > 0.0 ? height + lowest : 0.0;
    values[TALUS_GAUGE_TOP] = height + highest > 0.0 ? height + highest : 0.0;
}

static talus_crossing crossing_of(const observe_screens *screens, const trajectory *t,
                                  const span *s, const plan_hit *hit)
{
    talus_vec3 r, v, omega;
    double cosine;
    interpolate(s, hit->fraction, &r, &v, &omega);
    const double height = height_over(t, r, &cosine);
    const double turning = vec3_dot(omega, vec3_mul(t->motion->body.inertia, omega));
    talus_crossing c = {.rock = t->record.rock,
                        .screen = (uint32_t)hit->item,
                        .body = screens->body,
                        .to_left = hit->to_left,
                        .time = s->begin + hit->fraction * s->length,
                        .x = r.x,
                        .y = r.y,
                        .z = r.z,
                        .along = hit->along};
    c.values[TALUS_GAUGE_TRANSLATIONAL] = 0.5 * t->mass * vec3_norm2(v);
    c.values[TALUS_GAUGE_ROTATIONAL] = 0.5 * turning;
    c.values[TALUS_GAUGE_ENERGY] =
        c.values[TALUS_GAUGE_TRANSLATIONAL] + c.values[TALUS_GAUGE_ROTATIONAL];
    c.values[TALUS_GAUGE_SPEED] = vec3_norm(v);
    c.values[TALUS_GAUGE_SPIN] = vec3_norm(omega);
    c.values[TALUS_GAUGE_HEIGHT] = height > 0.0 ? height : 0.0;
    c.values[TALUS_GAUGE_HEIGHT_NORMAL] = height > 0.0 ? height * cosine : 0.0;
    fill_extent(t, s, hit->fraction, height, c.values);
    fill_angles(&screens->plan->segments[hit->segment], v, c.values);
    return c;
}

static bool keep_crossing(observe_screens *screens, talus_crossing crossing)
{
    if (screens->crossing_count == screens->crossing_capacity) {
        const size_t capacity =
            screens->crossing_capacity == 0 ? 16 : 2 * screens->crossing_capacity;
        talus_crossing *larger = realloc(screens->crossings, capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        screens->crossings = larger;
        screens->crossing_capacity = capacity;
    }
    screens->crossings[screens->crossing_count++] = crossing;
    return true;
}

static int compare_hits(const void *a, const void *b)
{
    const plan_hit *x = a, *y = b;
    if (x->fraction != y->fraction) {
        return x->fraction < y->fraction ? -1 : 1;
    }
    return (x->segment > y->segment) - (x->segment < y->segment);
}

static void cross_span(observe_screens *screens, const trajectory *t, const span *s)
{
    plan_hits *hits = &screens->hits;
    const double a[2] = {s->from.x, s->from.y}, b[2] = {s->to.x, s->to.y};
    hits->count = 0;
    screens->is_lost = !plan_cross(screens->plan, screens->is_done, a, b, hits) || screens->is_lost;
    if (hits->count > 1) {
        qsort(hits->hits, hits->count, sizeof *hits->hits, compare_hits);
    }
    for (size_t k = 0; k < hits->count; k++) {
        const plan_hit *hit = &hits->hits[k];
        if (!screens->is_done[hit->item]) {
            screens->is_done[hit->item] = !screens->campaign->screens[hit->item].recross;
            screens->is_lost =
                !keep_crossing(screens, crossing_of(screens, t, s, hit)) || screens->is_lost;
        }
    }
    look_round(screens, b[0], b[1]);
}

static bool is_free_at(const observe_screens *screens, double x, double y)
{
    const double dx = x - screens->x, dy = y - screens->y;
    return dx * dx + dy * dy < screens->free2;
}

void observe_screens_look(observe_screens *screens, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    if (air->count == 0) {
        const span s = step_span(t);
        cross_span(screens, t, &s);
        return;
    }
    for (size_t k = 0; k < air->count; k++) {
        if (!is_free_at(screens, air->x[k], air->y[k])) {
            const span s = flight_span(t, k);
            cross_span(screens, t, &s);
        }
    }
}
