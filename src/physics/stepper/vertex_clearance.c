// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/stepper/vertex_clearance.h"

#include "physics/stepper/drift.h"

turn_bound vertex_bound_turning(talus_vec3 k, talus_vec3 w)
{
    const double rate[3] = {k.x, k.y, k.z}, u[3] = {w.x * w.x, w.y * w.y, w.z * w.z};
    double low = -(double)INFINITY, high = (double)INFINITY, most[3];
    for (int i = 0; i < 3; i++) {
        if (rate[i] > 0.0) {
            high = terrain_smaller(high, u[i] / rate[i]);
        } else if (rate[i] < 0.0) {
            low = terrain_larger(low, u[i] / rate[i]);
        }
    }
    if (!(high - low < (double)INFINITY)) { // all moments are equal
        low = high = 0.0;
    }
    for (int i = 0; i < 3; i++) {
        most[i] = terrain_larger(u[i] - low * rate[i], u[i] - high * rate[i]);
    }
    const double sum = u[0] + u[1] + u[2], sum_rate = rate[0] + rate[1] + rate[2];
    turn_bound b;
    b.spin2 = terrain_larger(sum - low * sum_rate, sum - high * sum_rate);
    b.spin = sqrt(b.spin2);
    // |omega'|^2 is a concave square of s
    const double kx = k.x * k.x, ky = k.y * k.y, kz = k.z * k.z;
    const double slope = -(kx * (u[1] * k.z + u[2] * k.y) + ky * (u[2] * k.x + u[0] * k.z) +
                           kz * (u[0] * k.y + u[1] * k.x));
    const double bend = 2.0 * kx * ky * kz;
    double s = slope > 0.0 ? high : low;
    if (fabs(slope) < bend * terrain_larger(high, -low)) {
        s = terrain_smaller(high, terrain_larger(low, slope / bend));
    }
    const double x = u[0] - s * k.x, y = u[1] - s * k.y, z = u[2] - s * k.z;
    b.tumble = sqrt(terrain_larger(0.0, kx * y * z + ky * z * x + kz * x * y));
    // omega_x'' = k_x omega_x (k_y omega_z^2 + k_z omega_y^2)
    const double ax = k.x * (fabs(k.y) * most[2] + fabs(k.z) * most[1]);
    const double ay = k.y * (fabs(k.z) * most[0] + fabs(k.x) * most[2]);
    const double az = k.z * (fabs(k.x) * most[1] + fabs(k.y) * most[0]);
    const double turn = sqrt(most[0] * ax * ax + most[1] * ay * ay + most[2] * az * az);
    b.pull = b.spin2 + b.tumble;
    b.jerk = b.spin * (b.spin2 + 3.0 * b.tumble) + turn;
    return b;
}

static double vec3_largest(talus_vec3 k)
{
    return terrain_larger(fabs(k.x), terrain_larger(fabs(k.y), fabs(k.z)));
}

/// How far the steps of the scheme can be from the motion they stand for: second order of the angle
/// of a step, first order of the explicit scheme. The midpoint pose turns with the angular velocity
/// at the start of its step, so it lacks alpha dt^2/8.
static void bound_lag(vertex_bound *b, const talus_step_options *options, double spin,
                      double tumble)
{
    const double angle = spin * options->time_step;
    b->lag = angle * angle * (tumble * (1.0 / 8.0) + angle * (1.0 / 24.0));
    b->lag_rate = spin * angle * angle * (1.0 + tumble) * 0.5;
    b->lag_pull = options->scheme == TALUS_SCHEME_EXPLICIT
                      ? 2.0 * spin * spin * angle * tumble * (1.0 + tumble)
                      : 0.0;
    b->off = b->lag + b->horizon * (b->lag_rate + b->horizon * b->lag_pull);
}

bool vertex_bound_start(talus_stepper *s, const talus_state *state, const clearance_block *block,
                        double kept, vertex_bound *b)
{
    const terrain_plane *p = block->plane;
    if (!(p->wide_spread < (double)INFINITY)) {
        return false;
    }
    const talus_vec3 theta = s->inertia, omega = state->omega;
    const talus_vec3 moment = vec3_cross(vec3_mul(theta, omega), omega);
    const turn_bound turning = vertex_bound_turning(s->tumbling, omega);
    b->stepper = s;
    b->plane = p;
    b->footprint = contact_footprint_under(s->site.terrain, state->r, s->body.radius);
    b->r = state->r;
    b->v = state->v;
    b->a = quat_matrix(state->p);
    b->w = mat3_mulv(&b->a, omega);
    b->alpha = mat3_mulv(&b->a, vec3(moment.x / theta.x, moment.y / theta.y, moment.z / theta.z));
    b->normal = vec3(-p->slope_x, -p->slope_y, 1.0);
    // rattle turns by most in a step, asin x = x (1 + x^2/6 ...) instead of x
    const double angle2 = turning.spin2 * s->options.time_step * s->options.time_step;
    b->pull = turning.pull * (1.0 + angle2);
    b->jerk = turning.jerk;
    const double across = p->wide_spread * sqrt(state->v.x * state->v.x + state->v.y * state->v.y);
    b->fall = stepper_fall(s, vec3_dot(b->normal, state->v) + across);
    b->drag = s->drag_rate * vec3_norm(state->v);
    b->kept = kept;
    b->horizon = terrain_smaller(block->time, VERTEX_BOUND_HORIZON);
    bound_lag(b, &s->options, turning.spin, vec3_largest(s->tumbling));
    return true;
}

/// A lower bound of the gap: gap + rate t - fall t^2/2 - jerk t^3/6.
typedef struct gap_bound {
    double rate, fall, jerk;
} gap_bound;

/// The same as a parabola that lies under it up to the horizon, where t^3 <= horizon t^2.
static double fall_within(const gap_bound *g, double horizon)
{
    return g->fall + g->jerk * horizon * (1.0 / 3.0);
}

/// Gap at time t less that at the start.
static double gain_at(const gap_bound *g, double t)
{
    return t * (g->rate - 0.5 * t * fall_within(g, t));
}

/// A vertex at the start.
typedef struct vertex_motion {
    double gap;     ///< m, over its patch
    double stay;    ///< s, for which it stays over its patch
    double cross;   ///< 1/m, |mixed derivative| of the patch
    double speed;   ///< m/s, horizontal
    double pull;    ///< m/s^2, bounds its acceleration
    gap_bound own;  ///< over the patch, less what `cross` does
    gap_bound wide; ///< anywhere near S
} vertex_motion;

/// Bound of the length of (x, y), at most 8 % above it.
static double length_bound(double x, double y)
{
    const double a = fabs(x), b = fabs(y);
    return a > b ? a + 0.4143 * b : b + 0.4143 * a;
}

/// Time in which a way of `distance` is not yet made with speed v at most; at most `horizon`.
static double time_on(double distance, double v, double horizon)
{
    return v * horizon > distance ? distance / v : horizon;
}

/// For how long the vertex stays over its cell, up to the horizon, s; `off` m are what the
/// steps may be off.
static double time_in_cell(const vertex_motion *m, double cell, const terrain_place *place,
                           talus_vec3 v, double off, double horizon)
{
    const double more = 0.5 * m->pull * horizon;
    const double east = cell * (1.0 - place->u) - off, west = cell * place->u - off;
    const double north = cell * (1.0 - place->v) - off, south = cell * place->v - off;
    if (!(terrain_smaller(terrain_smaller(east, west), terrain_smaller(north, south)) > 0.0)) {
        return 0.0;
    }
    return terrain_smaller(
        terrain_smaller(time_on(east, more + v.x, horizon), time_on(west, more - v.x, horizon)),
        terrain_smaller(time_on(north, more + v.y, horizon), time_on(south, more - v.y, horizon)));
}

/// @return false when the vertex is not over a valid patch
static bool move_vertex(const vertex_bound *b, size_t k, double horizon, vertex_motion *m)
{
    const talus_stepper *s = b->stepper;
    const talus_terrain *t = s->site.terrain;
    const terrain_plane *p = b->plane;
    const double radius = s->body.radii[k];
    const talus_vec3 lever = mat3_mulv(&b->a, s->body.vertices[k]);
    const talus_vec3 around = vec3_cross(b->w, lever);
    const talus_vec3 q = vec3_add(b->r, lever), v = vec3_add(b->v, around);
    const talus_vec3 a = vec3_add(vec3_cross(b->w, around), vec3_cross(b->alpha, lever));
    terrain_place place;
    if (!contact_footprint_locate(t, &b->footprint, q.x, q.y, &place)) {
        return false;
    }
    const terrain_patch patch = terrain_patch_at(t, place.node, place.u, place.v);
    const double steep = p->stretch + p->wide_spread; // bounds sqrt(1 + gradient^2) near S
    m->gap =
        q.z - terrain_patch_height(&patch, place.u, place.v) - b->kept - steep * b->lag * radius;
    if (!(m->gap > 0.0)) {
        return false;
    }
    const double slope_x = (patch.a + place.v * patch.c) * t->per_cell;
    const double slope_y = (patch.b + place.u * patch.c) * t->per_cell;
    const double lag = steep * b->lag_rate * radius;
    const double fall = b->fall - a.z + steep * b->lag_pull * radius;
    m->cross = fabs(patch.c) * t->per_cell * t->per_cell;
    m->speed = length_bound(v.x, v.y);
    m->pull = b->pull * radius + b->drag;
    m->own.rate = v.z - slope_x * v.x - slope_y * v.y - lag;
    m->own.fall = fall + slope_x * a.x + slope_y * a.y;
    m->own.jerk = m->wide.jerk = steep * b->jerk * radius;
    m->wide.rate = v.z - p->slope_x * v.x - p->slope_y * v.y - p->wide_spread * m->speed - lag;
    m->wide.fall =
        fall + p->slope_x * a.x + p->slope_y * a.y + p->wide_spread * length_bound(a.x, a.y);
    m->stay =
        t->is_triangulated ? 0.0 : time_in_cell(m, t->cell, &place, v, b->off * radius, horizon);
    return true;
}

/// Time up to the horizon for which a parabola that is positive at the time `after` stays so.
static double positive_until(double gap, double rate, double fall, double after, double horizon)
{
    // concave: with both ends the whole is positive
    if (fall > 0.0 && gap + horizon * (rate - 0.5 * horizon * fall) > 0.0) {
        return horizon;
    }
    const double root = clearance_root(gap, rate, fall);
    return terrain_smaller(horizon, terrain_larger(root, after));
}

/// Clear time within a horizon: over its own patch as long as it stays there, then by the wide
/// bound, whose gain from there on counts.
static double clear_within(const vertex_motion *m, double horizon)
{
    const double stay = terrain_smaller(m->stay, horizon);
    double gap = m->gap;
    if (stay > 0.0) {
        // over the patch z differs from its tangent plane by |c| way^2/2 at most
        const double speed = m->speed + 0.5 * m->pull * stay;
        gap_bound own = m->own;
        own.fall += m->cross * speed * speed;
        const double time = positive_until(gap, own.rate, fall_within(&own, stay), 0.0, stay);
        if (time < stay || stay >= horizon) {
            return time;
        }
        gap += gain_at(&own, stay) - gain_at(&m->wide, stay);
    }
    const double fall = fall_within(&m->wide, horizon);
    if (!(gap + stay * (m->wide.rate - 0.5 * stay * fall) > 0.0)) {
        return stay;
    }
    return positive_until(gap, m->wide.rate, fall, stay, horizon);
}

/// How long vertex k stays over the ground, up to `most`.
static double time_of_vertex(const vertex_bound *b, size_t k, double most)
{
    enum { PASSES = 4 };
    vertex_motion m;
    if (!move_vertex(b, k, most, &m)) {
        return 0.0;
    }
    // a nearer horizon has a later root; the answer is where they meet
    double horizon = most, time = 0.0;
    for (int pass = 0; pass < PASSES; pass++) {
        const double clear = clear_within(&m, horizon);
        time = terrain_larger(time, clear);
        if (clear >= horizon) {
            break;
        }
        horizon = clear + 0.3 * (horizon - clear);
    }
    return time;
}

/// Motion of all vertices x over a plane of the block's slope: start, rate and push are those of S,
/// the vectors what x (body frame) adds.
typedef struct plane_motion {
    double start, rate, fall;          ///< m, m/s, m/s^2
    talus_vec3 up, up_rate, push;      ///< 1, 1/s, 1/s^2
    double fixed, lag, lag_pull, jerk; ///< per distance from S: see vertex_bound
} plane_motion;

/// The plane lies over the nodes that the rock can be over up to `time`, or over the block and its
/// neighbours.
static plane_motion move_over_plane(const talus_stepper *s, const vertex_bound *b, double time)
{
    const talus_terrain *t = s->site.terrain;
    const terrain_plane *p = b->plane;
    const contact_footprint way =
        contact_footprint_along(t, b->r, time * b->v.x, time * b->v.y, s->body.radius);
    double ground = contact_rise_of_nodes(t, p, &way);
    if (!(ground < (double)INFINITY)) {
        ground = p->wide_height + p->slope_x * (b->r.x - p->x) + p->slope_y * (b->r.y - p->y);
    }
    const talus_vec3 n = b->normal;
    const talus_vec3 turning =
        vec3_add(vec3_sub(vec3_scale(vec3_dot(n, b->w), b->w), vec3_scale(vec3_norm2(b->w), n)),
                 vec3_cross(n, b->alpha));
    return (plane_motion){.start = b->r.z - ground - b->kept,
                          .rate = vec3_dot(n, b->v),
                          .fall = b->fall,
                          .up = mat3_tmulv(&b->a, n),
                          .up_rate = mat3_tmulv(&b->a, vec3_cross(n, b->w)),
                          .push = mat3_tmulv(&b->a, turning),
                          .fixed = p->stretch * b->lag,
                          .lag = p->stretch * b->lag_rate,
                          .lag_pull = p->stretch * b->lag_pull,
                          .jerk = p->stretch * b->jerk};
}

/// Lower bounds of the heights of `count` vertices over the plane up to `time`, m.
static void bound_heights(const plane_motion *m, double time, const contact_body *body,
                          size_t begin, size_t count, double *restrict height)
{
    const double *x = body->x + begin, *y = body->y + begin, *z = body->z + begin;
    const double *radius = body->radii + begin;
    const double more = m->lag_pull + m->jerk * time * (1.0 / 3.0);
    for (size_t k = 0; k < count; k++) {
        const double start =
            m->start + (m->up.x * x[k] + m->up.y * y[k] + m->up.z * z[k]) - m->fixed * radius[k];
        const double rate = m->rate +
                            (m->up_rate.x * x[k] + m->up_rate.y * y[k] + m->up_rate.z * z[k]) -
                            m->lag * radius[k];
        const double push = m->push.x * x[k] + m->push.y * y[k] + m->push.z * z[k];
        const double fall = m->fall - push + more * radius[k];
        // a parabola that is not convex is lowest at one of its ends
        const double end = start + time * (rate - 0.5 * time * (fall > 0.0 ? fall : 0.0));
        height[k] = start < end ? start : end;
    }
}

double vertex_bound_all(talus_stepper *s, const vertex_bound *b, double least)
{
    enum { CHUNK = 32 };
    const size_t nearest = s->motion->nearest < s->body.vertex_count ? s->motion->nearest : 0;
    double time = time_of_vertex(b, nearest, b->horizon), height[CHUNK];
    if (time < least) {
        return 0.0;
    }
    const plane_motion motion = move_over_plane(s, b, time);
    for (size_t begin = 0; begin < s->body.vertex_count; begin += CHUNK) {
        const size_t rest = s->body.vertex_count - begin, count = rest < CHUNK ? rest : CHUNK;
        bound_heights(&motion, time, &s->body, begin, count, height);
        for (size_t k = 0; k < count && time >= least; k++) {
            if (height[k] > 0.0 || begin + k == nearest) {
                continue;
            }
            const double own = time_of_vertex(b, begin + k, time);
            if (own < time) {
                time = own;
                s->motion->nearest = begin + k;
            }
        }
    }
    return time >= least ? time : 0.0;
}
