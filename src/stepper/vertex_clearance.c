// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepper/vertex_clearance.h"

/// Bound of the angular speed in free rotation: 2 T / smallest moment.
static double spin_bound2(talus_vec3 theta, talus_vec3 w)
{
    const double least = terrain_smaller(theta.x, terrain_smaller(theta.y, theta.z));
    return vec3_dot(w, vec3_mul(theta, w)) / least;
}

/// How far the steps of the scheme can be from the motion they stand for: second order of the angle
/// of a step, first order of the explicit scheme.
static void bound_lag(vertex_bound *b, const talus_step_options *options, double spin,
                      double tumble)
{
    const double angle = spin * options->time_step;
    b->lag = angle * angle * angle * (1.0 / 24.0);
    b->lag_rate = spin * angle * angle * (1.0 + tumble) * 0.5;
    b->lag_pull = options->scheme == TALUS_SCHEME_EXPLICIT
                      ? 2.0 * spin * spin * angle * tumble * (1.0 + tumble)
                      : 0.0;
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
    const double spin2 = spin_bound2(theta, omega), spin = sqrt(spin2), tumble = s->tumbling;
    b->stepper = s;
    b->plane = p;
    b->footprint = contact_footprint_under(s->site.terrain, state->r, s->body.radius);
    b->r = state->r;
    b->v = state->v;
    b->a = talus_quat_matrix(state->p);
    b->w = mat3_mulv(&b->a, omega);
    b->alpha = mat3_mulv(&b->a, vec3(moment.x / theta.x, moment.y / theta.y, moment.z / theta.z));
    b->normal = vec3(-p->slope_x, -p->slope_y, 1.0);
    b->pull = spin2 * (1.0 + tumble);
    b->jerk = spin2 * spin * (1.0 + tumble * (3.0 + 2.0 * tumble));
    bound_lag(b, &s->options, spin, tumble);
    b->kept = kept;
    b->horizon = terrain_smaller(block->time, VERTEX_BOUND_HORIZON);
    return true;
}

/// A lower bound of the gap: gap + rate t - fall t^2/2 - jerk t^3/6.
typedef struct gap_bound {
    double rate, fall, jerk;
} gap_bound;

/// Root of the bound within the horizon: there t^3 <= horizon t^2.
static double bound_root(double gap, const gap_bound *g, double horizon)
{
    return clearance_root(gap, g->rate, g->fall + g->jerk * horizon * (1.0 / 3.0));
}

/// Gap at time t less that at the start; the cubic itself where the horizon is t.
static double bound_at(const gap_bound *g, double horizon, double t)
{
    return t * (g->rate - 0.5 * t * (g->fall + g->jerk * horizon * (1.0 / 3.0)));
}

/// A vertex at the start.
typedef struct vertex_motion {
    talus_vec3 q, v, a;             ///< m, m/s, m/s^2 without gravity
    double gap;                     ///< m, over its patch
    double slope_x, slope_y, cross; ///< gradient and mixed derivative (1/m) of the patch
    double leaves;                  ///< s, at which it may leave the patch's cell at the earliest
    gap_bound own;                  ///< over the patch
    gap_bound wide;                 ///< anywhere near S
} vertex_motion;

/// When the vertex may leave its cell at the earliest, s; `lag` m are what the steps may be off.
static double leaves_cell(double cell, const terrain_place *place, talus_vec3 v, double pull,
                          double lag)
{
    const double east = cell * (1.0 - place->u) - lag, west = cell * place->u - lag;
    const double north = cell * (1.0 - place->v) - lag, south = cell * place->v - lag;
    if (!(terrain_smaller(terrain_smaller(east, west), terrain_smaller(north, south)) > 0.0)) {
        return 0.0;
    }
    return terrain_smaller(
        terrain_smaller(clearance_root(east, -v.x, pull), clearance_root(west, v.x, pull)),
        terrain_smaller(clearance_root(north, -v.y, pull), clearance_root(south, v.y, pull)));
}

/// @return false when it is not over a valid patch
static bool move_vertex(const vertex_bound *b, size_t k, vertex_motion *m)
{
    const talus_stepper *s = b->stepper;
    const talus_terrain *t = s->site.terrain;
    const terrain_plane *p = b->plane;
    const double radius = s->body.radii[k], gravity = s->options.gravity;
    const talus_vec3 lever = mat3_mulv(&b->a, s->body.vertices[k]);
    const talus_vec3 around = vec3_cross(b->w, lever);
    terrain_place place;
    m->q = vec3_add(b->r, lever);
    m->v = vec3_add(b->v, around);
    m->a = vec3_add(vec3_cross(b->w, around), vec3_cross(b->alpha, lever));
    if (!contact_footprint_locate(t, &b->footprint, m->q.x, m->q.y, &place)) {
        return false;
    }
    const terrain_patch patch = terrain_patch_at(t, place.node, place.u, place.v);
    m->slope_x = (patch.a + place.v * patch.c) * t->per_cell;
    m->slope_y = (patch.b + place.u * patch.c) * t->per_cell;
    m->cross = fabs(patch.c) * t->per_cell * t->per_cell;
    m->gap = m->q.z - terrain_patch_height(&patch, place.u, place.v) - b->kept -
             (p->stretch + p->wide_spread) * b->lag * radius;
    if (!(m->gap > 0.0)) {
        return false;
    }
    const double pull = b->pull * radius, lag = b->lag_rate * radius;
    const double speed2 = m->v.x * m->v.x + m->v.y * m->v.y;
    const double speed = sqrt(speed2), push = sqrt(m->a.x * m->a.x + m->a.y * m->a.y);
    const double off = radius * (b->lag + VERTEX_BOUND_HORIZON * b->lag_rate +
                                 VERTEX_BOUND_HORIZON * VERTEX_BOUND_HORIZON * b->lag_pull);
    m->leaves = t->is_triangulated ? 0.0 : leaves_cell(t->cell, &place, m->v, pull, off);
    m->wide.rate = m->v.z - p->slope_x * m->v.x - p->slope_y * m->v.y - p->wide_spread * speed -
                   (p->stretch + p->wide_spread) * lag;
    m->wide.fall = gravity - m->a.z + p->slope_x * m->a.x + p->slope_y * m->a.y +
                   p->wide_spread * push + (p->stretch + p->wide_spread) * b->lag_pull * radius;
    m->wide.jerk = (p->stretch + p->wide_spread) * b->jerk * radius;
    const double stretch = sqrt(1.0 + m->slope_x * m->slope_x + m->slope_y * m->slope_y);
    m->own.rate = m->v.z - m->slope_x * m->v.x - m->slope_y * m->v.y - stretch * lag;
    m->own.fall = gravity - m->a.z + m->slope_x * m->a.x + m->slope_y * m->a.y +
                  stretch * b->lag_pull * radius;
    m->own.jerk = stretch * b->jerk * radius;
    return true;
}

/// Root within a horizon: over its own patch as long as it stays there, then by the wide bound.
static double root_within(const vertex_bound *b, size_t k, const vertex_motion *m, double horizon)
{
    const double stay = terrain_smaller(m->leaves, horizon);
    double gap = m->gap;
    if (stay > 0.0) {
        // over the patch z differs from its tangent plane by |c| way^2/2 at most
        const double speed = sqrt(m->v.x * m->v.x + m->v.y * m->v.y) +
                             0.5 * b->pull * b->stepper->body.radii[k] * stay;
        gap_bound own = m->own;
        own.fall += m->cross * speed * speed;
        const double root = bound_root(m->gap, &own, stay);
        if (root < stay || stay >= horizon) {
            return root;
        }
        gap += bound_at(&own, stay, stay) - bound_at(&m->wide, stay, stay);
    }
    const double root = bound_root(gap, &m->wide, horizon);
    return root > stay ? root : stay;
}

/// How long vertex k surely stays over the ground, if less than `most`; else anything from there
/// on.
static double time_of_vertex(const vertex_bound *b, size_t k, double most)
{
    enum { PASSES = 4 };
    vertex_motion m;
    if (!move_vertex(b, k, &m)) {
        return 0.0;
    }
    // a nearer horizon has a later root; the answer is where they meet
    double horizon = most, time = 0.0;
    for (int pass = 0; pass < PASSES; pass++) {
        const double root = root_within(b, k, &m, horizon);
        if (root >= horizon) {
            return terrain_larger(time, horizon);
        }
        time = terrain_larger(time, root);
        horizon = 0.5 * (horizon + root);
    }
    return time;
}

double vertex_bound_nearest(vertex_bound *b)
{
    b->nearest = b->stepper->nearest < b->stepper->body.vertex_count ? b->stepper->nearest : 0;
    b->nearest_time = time_of_vertex(b, b->nearest, b->horizon);
    return b->nearest_time;
}

double vertex_bound_all(talus_stepper *s, vertex_bound *b, double least)
{
    enum { CHUNK = 32 };
    const terrain_plane *p = b->plane;
    const talus_vec3 up = mat3_tmulv(&b->a, b->normal);
    const talus_vec3 up_rate = mat3_tmulv(&b->a, vec3_cross(b->normal, b->w));
    const double over = b->r.z - p->wide_height - p->slope_x * (b->r.x - p->x) -
                        p->slope_y * (b->r.y - p->y) - b->kept;
    const double rate = vec3_dot(b->normal, b->v);
    // centripetal and tumbling acceleration, and the errors of the steps
    const double pull = p->stretch * (b->pull + b->lag_pull);
    const double lag = p->stretch * b->lag_rate, fixed = p->stretch * b->lag;
    double time = terrain_smaller(b->nearest_time, b->horizon), value[CHUNK];
    for (size_t begin = 0; begin < s->body.vertex_count; begin += CHUNK) {
        const size_t rest = s->body.vertex_count - begin, count = rest < CHUNK ? rest : CHUNK;
        const double *x = s->body.x + begin, *y = s->body.y + begin, *z = s->body.z + begin;
        const double *radius = s->body.radii + begin;
        // lowest height over the plane up to `time`: the bound is concave, so at one of its ends
        const double gravity = s->options.gravity, until = time;
        for (size_t k = 0; k < count; k++) {
            const double start =
                over + (up.x * x[k] + up.y * y[k] + up.z * z[k]) - fixed * radius[k];
            const double speed =
                rate + (up_rate.x * x[k] + up_rate.y * y[k] + up_rate.z * z[k]) - lag * radius[k];
            const double end = start + until * (speed - 0.5 * until * (gravity + pull * radius[k]));
            value[k] = start < end ? start : end;
        }
        for (size_t k = 0; k < count && time >= least; k++) {
            if (value[k] > 0.0 || begin + k == b->nearest) {
                continue;
            }
            const double own = time_of_vertex(b, begin + k, time);
            if (own < time) {
                time = own;
                s->nearest = begin + k;
            }
        }
    }
    return time >= least ? time : 0.0;
}
