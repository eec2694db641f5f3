// SPDX-License-Identifier: GPL-3.0-or-later
// Flights: steps that surely meet no contact, known from one look at the terrain.
// [docs/theory.md 15]
#include "stepper/stepper_internal.h"

#include "stepper/flight.h"
#include "terrain/terrain_internal.h"

/// Beyond round-off: clearances within this are not trusted, m.
#define MARGIN 1e-6
/// What a flight must spare to be worth its planning.
#define LEAST_STEPS 2.0

/// Horizon of the look at single vertices, s.
#define MOST_VERTEX_TIME 0.1

/// Smallest t > 0 with gap + rate t - fall t^2/2 = 0 (gap > 0, fall >= 0); infinity without one,
/// and over a block without ground, whose gap is infinite.
static double time_to_zero(double gap, double rate, double fall)
{
    if (fall > 0.0 && gap < (double)INFINITY) {
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

/// The block of S along one axis.
typedef struct block_axis {
    double low, high; ///< m, where it begins and ends
    double end;       ///< m, where the grid ends
    uint32_t own, count;
} block_axis;

/// The block of S, and how long S stays over it.
typedef struct flight_block {
    block_axis x, y;
    double time; ///< s
} flight_block;

static double time_over(const block_axis *axis, double x, double v)
{
    return v > 0.0   ? (axis->high - MARGIN - x) / v
           : v < 0.0 ? (axis->low + MARGIN - x) / v
                     : (double)INFINITY;
}

/// @return false when x is not over a block
static bool find_axis(const terrain_planes *planes, double x, double origin, double cell,
                      uint32_t cells, block_axis *axis)
{
    const double side = (double)(1u << planes->shift) * cell;
    const uint32_t count = (cells + (1u << planes->shift) - 1u) >> planes->shift;
    const double own = floor((x - origin) / side);
    if (!(own >= 0.0 && own < (double)count)) {
        return false;
    }
    const double low = origin + own * side, end = origin + cells * cell;
    *axis = (block_axis){low, terrain_smaller(low + side, end), end, (uint32_t)own, count};
    return true;
}

static const terrain_plane *plane_at(const terrain_planes *planes, uint32_t i, uint32_t j)
{
    return &planes->items[(size_t)j * planes->columns + i];
}

/// @return false when S is not over a whole block
static bool find_block(const talus_terrain *t, const terrain_planes *planes,
                       const talus_state *state, flight_block *block)
{
    const talus_vec3 r = state->r, v = state->v;
    if (!find_axis(planes, r.x, t->x0, t->cell, t->cells_x, &block->x) ||
        !find_axis(planes, r.y, t->y0, t->cell, t->cells_y, &block->y) ||
        !plane_at(planes, block->x.own, block->y.own)->is_whole) {
        return false;
    }
    block->time = terrain_smaller(time_over(&block->x, r.x, v.x), time_over(&block->y, r.y, v.y));
    return block->time > 0.0;
}

/// Blocks of one axis that the sphere can be over while S moves from x for `time`.
typedef struct block_span {
    uint32_t first, last;
    bool is_beyond; ///< it can be off the grid too
} block_span;

static block_span find_span(const block_axis *axis, double x, double v, double time, double reach)
{
    const double end = time < (double)INFINITY ? x + v * time : x;
    const double from = terrain_smaller(x, end) - reach, to = terrain_larger(x, end) + reach;
    const bool is_below = from<axis->low, is_above = to> axis->high;
    return (block_span){axis->own - (is_below && axis->own > 0),
                        axis->own + (is_above && axis->own + 1 < axis->count),
                        (is_below && axis->own == 0) || to > axis->end};
}

/// Whether ground is missing somewhere under the sphere.
static bool is_cut(const terrain_planes *planes, const block_span *x, const block_span *y)
{
    bool cut = x->is_beyond || y->is_beyond;
    for (uint32_t j = y->first; j <= y->last; j++) {
        for (uint32_t i = x->first; i <= x->last; i++) {
            cut = cut || !plane_at(planes, i, j)->is_whole;
        }
    }
    return cut;
}

/// How long the sphere surely stays clear of one plane, s; 0 = not at all. Where ground is missing,
/// two-way detection continues the patch under S, which can be steeper than the plane by `spread`.
static double time_over_plane(const talus_stepper *s, const talus_state *state,
                              const terrain_plane *p, double spread)
{
    const double over = state->r.z - p->height - p->slope_x * (state->r.x - p->x) -
                        p->slope_y * (state->r.y - p->y);
    const double gap = over - s->body.radius * (p->stretch + spread) - kept_gap(s);
    const double rate = state->v.z - p->slope_x * state->v.x - p->slope_y * state->v.y;
    return gap > 0.0 ? time_to_zero(gap, rate, s->options.gravity) : 0.0;
}

/// How long the bounding sphere surely stays clear of the planes under it, s; 0 = not at all.
static double sphere_time(const talus_stepper *s, const talus_state *state,
                          const terrain_planes *planes)
{
    const double reach = s->body.radius;
    flight_block block;
    if (!find_block(s->site.terrain, planes, state, &block) ||
        reach > (double)(1u << planes->shift) * s->site.terrain->cell) {
        return 0.0;
    }
    double time = block.time;
    const block_span x = find_span(&block.x, state->r.x, state->v.x, time, reach);
    const block_span y = find_span(&block.y, state->r.y, state->v.y, time, reach);
    if (s->options.detection == TALUS_DETECTION_TWO_WAY && is_cut(planes, &x, &y)) {
        const terrain_plane *own = plane_at(planes, block.x.own, block.y.own);
        time = terrain_smaller(time, time_over_plane(s, state, own, own->spread));
    }
    for (uint32_t j = y.first; j <= y.last && time > 0.0; j++) {
        for (uint32_t i = x.first; i <= x.last; i++) {
            time = terrain_smaller(time, time_over_plane(s, state, plane_at(planes, i, j), 0.0));
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
    // centripetal and tumbling acceleration, also by the change of speed over changing gradients;
    // rattle turns by most in a step, asin x = x (1 + x^2/6 ...) instead of x
    const double x2 = spin2 * s->options.time_step * s->options.time_step;
    b.pull = (p->stretch + p->wide_spread) * spin2 * (1.0 + tumbling(s->inertia)) * (1.0 + x2);
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
    if (!find_block(s->site.terrain, planes, state, &block) ||
        s->body.radius > (double)(1u << planes->shift) * s->site.terrain->cell) {
        return 0.0;
    }
    const terrain_plane *p = plane_at(planes, block.x.own, block.y.own);
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
    flight->failures = flight->iterations = 0;
    flight->beta = -1.0;
    stepper_forget_warm(s);
    s->posed_count = 0;
    s->depth_before = 0.0;
    return flight->planned;
}

/// Steps of a repeating flight take what its first one took.
static void pass_steps(talus_flight *flight, uint64_t count)
{
    flight->taken += count;
    if (flight->is_repeating) {
        flight->iterations += count * (uint64_t)flight->repeat.single.iterations;
    }
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
static void turn_one_step(const talus_stepper *s, talus_flight *flight, talus_state *state)
{
    const double dt = s->options.time_step;
    const talus_free_rotation one =
        talus_rotation_free(s->options.scheme, s->inertia, state->omega, dt);
    state->p =
        talus_rotation_orientation(s->options.scheme, state->p, state->omega, &one, one.omega, dt);
    state->omega = one.omega;
    flight->failures += !one.converged;
    flight->iterations += (uint64_t)one.iterations;
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
    pass_steps(flight, count);
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
        pass_steps(flight, 1);
        stepper_flight_at(flight, s->options.gravity, dt, flight->taken, &state->r, &state->v);
        if (!flight->is_repeating) {
            turn_one_step(s, flight, state);
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
