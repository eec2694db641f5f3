// SPDX-License-Identifier: GPL-3.0-or-later
// Flights: steps that surely meet no contact, known from one look at the terrain. [docs/theory.md
// 3]
#include "stepper/stepper_internal.h"

#include "stepper/flight.h"
#include "terrain/terrain_internal.h"

/// Beyond round-off: clearances within this are not trusted, m.
#define MARGIN 1e-6
/// What a flight must spare to be worth its planning.
#define LEAST_STEPS 2.0

/// Horizon of the look at single vertices, s.
#define MOST_VERTEX_TIME 0.1

/// Smallest t > 0 with gap + rate t - fall t^2/2 = 0 (gap > 0, fall >= 0); infinity without one.
static double time_to_zero(double gap, double rate, double fall)
{
    if (fall > 0.0) {
        const double root = sqrt(rate * rate + 2.0 * fall * gap);
        // the form without cancellation
        return rate < 0.0 ? 2.0 * gap / (root - rate) : (rate + root) / fall;
    }
    return rate < 0.0 ? -gap / rate : (double)INFINITY;
}

/// Gap that has to be exceeded so that neither a contact nor the slippage margin is reached; the
/// distance along a normal is at least the plumb gap over the steepest slope.
static double kept_gap(const talus_stepper *s)
{
    const double slip = s->options.slip_gap > 0.0 ? s->options.slip_gap : 0.0;
    return MARGIN + (s->options.detection == TALUS_DETECTION_TWO_WAY
                         ? slip * (1.0 + s->site.terrain->steepest)
                         : slip);
}

/// Blocks under a flight: the block of S, and how long S stays over it.
typedef struct flight_block {
    const terrain_planes *planes;
    uint32_t i, j;
    double side;        ///< m
    double west, south; ///< m
    double time;        ///< s
} flight_block;

static double time_over(double x, double v, double low, double high)
{
    return v > 0.0 ? (high - x) / v : v < 0.0 ? (low - x) / v : (double)INFINITY;
}

/// @return false when S is not over a whole block
static bool find_block(const talus_terrain *t, const terrain_planes *planes,
                       const talus_state *state, flight_block *block)
{
    const double side = (double)(1u << planes->shift) * t->cell;
    const double u = floor((state->r.x - t->x0) / side), v = floor((state->r.y - t->y0) / side);
    if (!(u >= 0.0 && v >= 0.0 && u < (double)planes->columns && v < (double)planes->rows)) {
        return false;
    }
    *block = (flight_block){planes,           (uint32_t)u,      (uint32_t)v, side,
                            t->x0 + u * side, t->y0 + v * side, 0.0};
    if (!planes->items[(size_t)block->j * planes->columns + block->i].is_whole) {
        return false;
    }
    const double east = terrain_smaller(block->west + side, t->x0 + t->cells_x * t->cell);
    const double north = terrain_smaller(block->south + side, t->y0 + t->cells_y * t->cell);
    block->time =
        terrain_smaller(time_over(state->r.x, state->v.x, block->west + MARGIN, east - MARGIN),
                        time_over(state->r.y, state->v.y, block->south + MARGIN, north - MARGIN));
    return block->time > 0.0;
}

/// First and last block of one axis that the sphere can be over while S moves from x for `time`.
static void find_span(double x, double v, double time, double reach, double low, double side,
                      uint32_t own, uint32_t count, uint32_t *first, uint32_t *last)
{
    const double end = time < (double)INFINITY ? x + v * time : x;
    const double from = terrain_smaller(x, end) - reach, to = terrain_larger(x, end) + reach;
    *first = from < low && own > 0 ? own - 1 : own;
    *last = to > low + side && own + 1 < count ? own + 1 : own;
}

/// How long the bounding sphere surely stays clear of the planes under it, s; 0 = not at all.
static double sphere_time(const talus_stepper *s, const talus_state *state,
                          const terrain_planes *planes)
{
    const talus_terrain *t = s->site.terrain;
    const double reach = s->body.radius, kept = kept_gap(s);
    flight_block block;
    if (!find_block(t, planes, state, &block) || reach > block.side) {
        return 0.0;
    }
    double time = block.time;
    uint32_t i0, i1, j0, j1;
    find_span(state->r.x, state->v.x, time, reach, block.west, block.side, block.i, planes->columns,
              &i0, &i1);
    find_span(state->r.y, state->v.y, time, reach, block.south, block.side, block.j, planes->rows,
              &j0, &j1);
    for (uint32_t j = j0; j <= j1; j++) {
        for (uint32_t i = i0; i <= i1; i++) {
            const terrain_plane *p = &planes->items[(size_t)j * planes->columns + i];
            const double gap = state->r.z - p->height - p->slope_x * (state->r.x - p->x) -
                               p->slope_y * (state->r.y - p->y) - reach * p->stretch - kept;
            if (!(gap > 0.0)) {
                return 0.0;
            }
            const double rate = state->v.z - p->slope_x * state->v.x - p->slope_y * state->v.y;
            time = terrain_smaller(time, time_to_zero(gap, rate, s->options.gravity));
        }
    }
    return time;
}

/// Bound of the angular speed in free rotation: 2 T / smallest moment.
static double spin_bound2(talus_vec3 theta, talus_vec3 w)
{
    const double least = terrain_smaller(theta.x, terrain_smaller(theta.y, theta.z));
    return vec3_dot(w, vec3_mul(theta, w)) / least;
}

/// Bound of |angular acceleration| / |angular velocity|^2 in free rotation.
static double tumbling(talus_vec3 theta)
{
    const double a = fabs(theta.y - theta.z) / theta.x, b = fabs(theta.z - theta.x) / theta.y,
                 c = fabs(theta.x - theta.y) / theta.z;
    return terrain_larger(a, terrain_larger(b, c));
}

/// What bounds the way of all vertices: a plane that lies over the block of S and its neighbours,
/// whose slope the gradients there differ from by `spread` at most.
typedef struct vertex_bound {
    const terrain_plane *plane;
    talus_mat3 a;       ///< body to world
    talus_vec3 w;       ///< rad/s, world
    talus_vec3 up;      ///< plumb height over the plane grows along it, body frame
    talus_vec3 up_rate; ///< 1/s, its rate of a vertex, body frame
    double over, rate;  ///< m, m/s of S
    double speed;       ///< m/s, horizontal speed of S
    double spin;        ///< rad/s
    double pull;        ///< 1/s^2, acceleration towards the ground per distance from S
    double kept;        ///< m
} vertex_bound;

static vertex_bound bound_vertices(const talus_stepper *s, const talus_state *state,
                                   const terrain_plane *p)
{
    vertex_bound b = {.plane = p, .a = talus_quat_matrix(state->p), .kept = kept_gap(s)};
    const talus_vec3 normal = vec3(-p->slope_x, -p->slope_y, 1.0);
    const double spin2 = spin_bound2(s->inertia, state->omega);
    b.w = mat3_mulv(&b.a, state->omega);
    b.up = mat3_tmulv(&b.a, normal);
    b.up_rate = mat3_tmulv(&b.a, vec3_cross(normal, b.w));
    b.over = state->r.z - p->wide_height - p->slope_x * (state->r.x - p->x) -
             p->slope_y * (state->r.y - p->y) - b.kept;
    b.rate = vec3_dot(normal, state->v);
    b.speed = sqrt(state->v.x * state->v.x + state->v.y * state->v.y);
    b.spin = sqrt(spin2);
    // centripetal and tumbling acceleration, also by the change of speed over changing gradients
    b.pull = (p->stretch + p->wide_spread) * spin2 * (1.0 + tumbling(s->inertia));
    return b;
}

/// Whether vertex k surely stays over the plane for `time`: the bound is concave in time.
static bool stays_over(const talus_stepper *s, const vertex_bound *b, size_t k, double time)
{
    const talus_vec3 x = s->body.vertices[k];
    const double radius = s->body.radii[k];
    const double over = b->over + vec3_dot(b->up, x);
    const double rate = b->rate + vec3_dot(b->up_rate, x);
    const double fall = s->options.gravity + b->pull * radius;
    return over > 0.0 && over + time * (rate - 0.5 * time * fall) > 0.0;
}

/// How long vertex k surely stays over the ground, s.
static double time_of_vertex(const talus_stepper *s, const vertex_bound *b,
                             const talus_state *state, size_t k)
{
    const terrain_plane *p = b->plane;
    const talus_vec3 lever = mat3_mulv(&b->a, s->body.vertices[k]);
    const talus_vec3 q = vec3_add(state->r, lever);
    const talus_vec3 v = vec3_add(state->v, vec3_cross(b->w, lever));
    double z;
    if (terrain_height(s->site.terrain, q.x, q.y, &z) != TALUS_INSIDE) {
        return 0.0;
    }
    const double gap = q.z - z - b->kept;
    const double rate =
        v.z - p->slope_x * v.x - p->slope_y * v.y - p->wide_spread * sqrt(v.x * v.x + v.y * v.y);
    return gap > 0.0 ? time_to_zero(gap, rate, s->options.gravity + b->pull * s->body.radii[k])
                     : 0.0;
}

/// How long all vertices surely stay clear of the ground, s; 0 as soon as it is below `least`.
static double vertex_time(const talus_stepper *s, const talus_state *state, double least)
{
    const terrain_planes *planes = &s->site.terrain->planes[0];
    flight_block block;
    if (!find_block(s->site.terrain, planes, state, &block) || s->body.radius > block.side) {
        return 0.0;
    }
    const terrain_plane *p = &planes->items[(size_t)block.j * planes->columns + block.i];
    if (!(p->wide_spread < (double)INFINITY)) {
        return 0.0;
    }
    const vertex_bound bound = bound_vertices(s, state, p);
    double time = terrain_smaller(block.time, MOST_VERTEX_TIME);
    for (size_t k = 0; k < s->body.vertex_count && time >= least; k++) {
        if (!stays_over(s, &bound, k, time)) {
            time = terrain_smaller(time, time_of_vertex(s, &bound, state, k));
        }
    }
    return time >= least ? time : 0.0;
}

static double flight_time(const talus_stepper *s, const talus_state *state)
{
    const talus_terrain *t = s->site.terrain;
    double time = sphere_time(s, state, &t->planes[1]);
    const double fine = sphere_time(s, state, &t->planes[0]);
    time = fine > time ? fine : time;
    if (time < LEAST_STEPS * s->options.time_step &&
        s->options.detection == TALUS_DETECTION_PUBLISHED) {
        const double near = vertex_time(s, state, LEAST_STEPS * s->options.time_step);
        time = near > time ? near : time;
    }
    return time;
}

/// The two-way detection sweeps half a step back: the sphere has to be clear there too.
static talus_state look_from(const talus_stepper *s, const talus_state *state)
{
    talus_state from = *state;
    if (s->options.detection == TALUS_DETECTION_TWO_WAY) {
        from.r = vec3_axpy(from.r, -0.5 * s->options.time_step, from.v);
        from.r.z -= s->options.gravity * s->options.time_step * s->options.time_step;
    }
    return from;
}

uint64_t talus_flight_plan(talus_stepper *s, const talus_state *state, uint64_t most,
                           talus_flight *flight)
{
    const double dt = s->options.time_step;
    if (!s->options.flights || state->scar_depth > 0.0) {
        return 0;
    }
    const talus_state from = look_from(s, state);
    double steps = floor(flight_time(s, &from) / dt);
    steps -= s->options.detection == TALUS_DETECTION_TWO_WAY ? 1.0 : 0.0;
    if (!(steps >= LEAST_STEPS) || most < 2) {
        return 0;
    }
    flight->start = *state;
    flight->taken = 0;
    flight->planned = steps < (double)most ? (uint64_t)steps : most;
    flight->is_repeating = talus_rotation_repeat_start(s->options.scheme, s->inertia, state->omega,
                                                       dt, &flight->repeat);
    flight->converged = true;
    flight->beta = -1.0;
    stepper_forget_warm(s);
    s->posed_count = 0;
    s->depth_before = 0.0;
    return flight->planned;
}

/// Slippage decays with the ground under the midpoint. [step 7]
static double decay_slippage(const talus_stepper *s, talus_flight *flight, talus_vec3 r_mid,
                             double slippage)
{
    talus_ground varied;
    const double beta = contact_ground(&s->site, r_mid.x, r_mid.y, &varied)->beta;
    if (beta != flight->beta) {
        flight->beta = beta;
        flight->decay = talus_exp(-beta * s->options.time_step);
    }
    return contact_faded(slippage * flight->decay);
}

/// One step of a body that is turned step by step.
static void turn_one_step(const talus_stepper *s, talus_state *state, bool *converged)
{
    const double dt = s->options.time_step;
    const talus_free_rotation one =
        talus_rotation_free(s->options.scheme, s->inertia, state->omega, dt);
    state->p =
        talus_rotation_orientation(s->options.scheme, state->p, state->omega, &one, one.omega, dt);
    state->omega = one.omega;
    *converged = *converged && one.converged;
}

/// Whether nothing in a flight depends on what lies under it.
static bool is_uniform(const talus_stepper *s)
{
    return s->site.forest_map == NULL && s->site.ground_map == NULL &&
           s->site.grounds[0].variation == NULL;
}

/// The same over uniform ground: only the slippage has to go through the steps.
static uint64_t take_uniform(talus_stepper *s, talus_flight *flight, uint64_t count,
                             talus_state *state)
{
    if (state->slippage > 0.0) {
        double slippage = decay_slippage(s, flight, state->r, state->slippage);
        for (uint64_t k = 1; k < count; k++) {
            slippage = contact_faded(slippage * flight->decay);
        }
        state->slippage = slippage;
    }
    flight->taken += count;
    stepper_flight_at(flight, s->options.gravity, s->options.time_step, flight->taken, &state->r,
                      &state->v);
    return count;
}

uint64_t talus_flight_take(talus_stepper *s, talus_flight *flight, uint64_t count,
                           talus_state *state, talus_vec3 *omega)
{
    const double dt = s->options.time_step, h = 0.5 * dt;
    if (flight->is_repeating && is_uniform(s)) {
        return take_uniform(s, flight, count, state);
    }
    uint64_t taken = 0;
    for (; taken < count; taken++) {
        const talus_vec3 r_mid = vec3_axpy(state->r, h, state->v);
        if (s->site.forest_map != NULL && contact_forest(&s->site, r_mid) != NULL) {
            break;
        }
        if (state->slippage > 0.0) {
            state->slippage = decay_slippage(s, flight, r_mid, state->slippage);
        }
        flight->taken++;
        stepper_flight_at(flight, s->options.gravity, dt, flight->taken, &state->r, &state->v);
        if (!flight->is_repeating) {
            turn_one_step(s, state, &flight->converged);
            omega[taken] = state->omega;
        }
    }
    return taken;
}

void talus_flight_turn(const talus_flight *flight, talus_state *state)
{
    if (flight->is_repeating) {
        const talus_free_rotation all = talus_rotation_repeat_at(&flight->repeat, flight->taken);
        state->omega = all.omega;
        state->p = quat_unit(quat_mul(flight->start.p, all.turn));
    }
}
