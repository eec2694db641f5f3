// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/stepper/pose_clearance.h"

#include "foundation/math/lanes.h"
#include "physics/stepper/detection.h"
#include "physics/stepper/drift.h"

enum {
    LEVELS = 5,  ///< poses are 1, 2, 4, 8 or 16 steps apart
    WINDOW = 16, ///< steps for which the ground below is bounded at once, at least
    CHUNK = 32   ///< vertices that are evaluated together
};

/// Fewer steps at the end of many are not worth a look.
#define LEAST_REST 8.0

/// The flight: its rotation by 2^level steps, and what bounds its vertices between two poses.
typedef struct pose_flight {
    const talus_flight *flight;
    const terrain_plane *plane;
    bool is_repeating;                   ///< has these three, else the turns are tabulated
    talus_quat about[LEVELS];            ///< (q_1 q_c(d))^(2^level)
    double cosine[LEVELS], sine[LEVELS]; ///< of q_c(2^level d)
    double pull;                         ///< m/s^2, bounds the acceleration of the vertices about S
    double fall;              ///< m/s^2, bounds that of S over the ground from above: -fall
    double steep;             ///< bounds sqrt(1 + gradient^2) near S
    double kept;              ///< m
    talus_vec3 normal;        ///< (-slope, 1)
    contact_footprint window; ///< cells under the sphere up to step `window_end`
    double window_end;        ///< steps of the flight
    double rise;              ///< m, of the ground there, see contact_rise_of_nodes
    double spare;             ///< m, gap of all vertices that keeps faces and edges off
    talus_vec3 foot;          ///< m, S where the window begins
    double share;             ///< 1, of a way that is not clear: where its chord ends it
    bool is_over;             ///< the sphere was over that ground at the last pose
} pose_flight;

/// Where the rock is after `step` steps.
typedef struct flight_pose {
    double step;
    talus_quat about;    ///< p_0 (q_1 q_c(d))^step
    double cosine, sine; ///< of q_c(step d)
    talus_vec3 r;        ///< m
    talus_mat3 a;        ///< body to world
    talus_vec3 up;       ///< normal of the plane's slope, body frame
} flight_pose;

static talus_quat about_axis(int axis, double cosine, double sine)
{
    return (talus_quat){cosine, axis == 0 ? sine : 0.0, axis == 1 ? sine : 0.0,
                        axis == 2 ? sine : 0.0};
}

/// Angular velocity of the motion p_0 (q_1 q_c(d))^n q_c(-n d), n continuous: its length and that
/// of its derivative do not change, and its vertices go where those of the steps go. Half a step
/// with the steps' own angular velocity ends `lag` radian off it.
static void bound_repeating(pose_flight *f, const talus_stepper *s)
{
    const talus_rotation_repeat *repeat = &f->flight->repeat;
    const double dt = s->options.time_step, per_step = 1.0 / dt, back = repeat->angle * per_step;
    const talus_quat axis = about_axis(repeat->axis, 0.0, 1.0);
    const talus_vec3 c = vec3(axis.x, axis.y, axis.z);
    const talus_vec3 forth = vec3_scale(2.0 * repeat->half * per_step, repeat->about);
    const talus_vec3 w = vec3_axpy(forth, -back, c);
    const double w2 = vec3_norm2(w), across2 = w2 - vec3_dot(w, c) * vec3_dot(w, c);
    const double tumble = fabs(back) * sqrt(across2 > 0.0 ? across2 : 0.0);
    const double off = vec3_norm(vec3_sub(w, f->flight->start.omega));
    const double lag =
        dt * (0.5 * off + dt * (tumble * (1.0 / 8.0) + dt * w2 * sqrt(w2) * (1.0 / 96.0)));
    f->pull = (w2 + tumble) * s->body.radius;
    f->steep = f->plane->stretch + f->plane->wide_spread;
    f->kept += f->steep * lag * s->body.radius;
}

/// Bounds of any free rotation over its steps. Between two poses, the way of a vertex through those
/// of the steps is a polygon, whose second differences are bounded as the derivative. The pose at
/// the middle of a step is off the chord of its ends by |omega'|/4 + omega^2/8 and their thirds.
static void bound_turns(pose_flight *f, const talus_stepper *s)
{
    const turn_bound turning = vertex_bound_turning(s->tumbling, f->flight->start.omega);
    const double dt = s->options.time_step, angle = turning.spin * dt;
    const double lag =
        dt * dt * (0.25 * turning.tumble + 0.125 * turning.spin2) * (1.0 + 2.0 * angle);
    f->pull = turning.pull * (1.0 + angle * angle) * s->body.radius;
    f->steep = f->plane->stretch + f->plane->wide_spread;
    f->kept += f->steep * lag * s->body.radius;
}

static void start_powers(pose_flight *f)
{
    const talus_rotation_repeat *repeat = &f->flight->repeat;
    f->cosine[0] = talus_cos(0.5 * repeat->angle);
    f->sine[0] = talus_sin(0.5 * repeat->angle);
    f->about[0] = quat_unit(
        quat_mul(repeat->single.turn, about_axis(repeat->axis, f->cosine[0], f->sine[0])));
    for (int k = 1; k < LEVELS; k++) {
        const double c = f->cosine[k - 1], s = f->sine[k - 1];
        f->about[k] = quat_mul(f->about[k - 1], f->about[k - 1]);
        f->cosine[k] = c * c - s * s;
        f->sine[k] = 2.0 * c * s;
    }
}

static void place_pose(const pose_flight *f, talus_stepper *s, flight_pose *pose)
{
    talus_vec3 v;
    stepper_place_at(s, f->flight, pose->step, &pose->r, &v);
    if (f->is_repeating) {
        const talus_quat back = about_axis(f->flight->repeat.axis, pose->cosine, -pose->sine);
        pose->a = quat_matrix(quat_mul(pose->about, back));
    } else {
        const size_t steps = (size_t)pose->step;
        stepper_turns_reach(s, steps);
        pose->a = quat_matrix(s->turns.p[s->turns.at + steps]);
    }
    pose->up = mat3_tmulv(&pose->a, f->normal);
}

static flight_pose first_pose(const pose_flight *f, talus_stepper *s, uint64_t first)
{
    const talus_rotation_repeat *repeat = &f->flight->repeat;
    flight_pose pose = {.step = (double)first, .about = f->flight->start.p, .cosine = 1.0};
    if (f->is_repeating && first > 0) {
        const double half = pose.step * repeat->half, back = 0.5 * pose.step * repeat->angle;
        const double sine = talus_sin(half);
        const talus_quat turned = {talus_cos(half), sine * repeat->about.x, sine * repeat->about.y,
                                   sine * repeat->about.z};
        pose.about = quat_mul(pose.about, turned);
        pose.cosine = talus_cos(back);
        pose.sine = talus_sin(back);
    }
    place_pose(f, s, &pose);
    return pose;
}

static flight_pose next_pose(const pose_flight *f, talus_stepper *s, const flight_pose *from,
                             int level)
{
    if (!f->is_repeating) {
        flight_pose pose = {.step = from->step + (double)(1 << level)};
        place_pose(f, s, &pose);
        return pose;
    }
    const double c = f->cosine[level], e = f->sine[level];
    flight_pose pose = {.step = from->step + (double)(1 << level),
                        .about = quat_mul(from->about, f->about[level]),
                        .cosine = from->cosine * c - from->sine * e,
                        .sine = from->sine * c + from->cosine * e};
    place_pose(f, s, &pose);
    return pose;
}

/// Where all of the rock makes contacts: the gap of a place on a face is over that of its corners by
/// their weights less the largest distance of slopes from the plane's times the radius of the face.
static double find_spare(const pose_flight *f, const talus_stepper *s)
{
    if (s->detection->is_by_vertex) {
        return 0.0;
    }
    const double near = contact_spread_of_nodes(s->site.terrain, f->plane, &f->window);
    return terrain_smaller(near, f->plane->wide_spread) * s->body.face_radius;
}

/// Bound the ground under the way from `from` for a while, at least to step `to`.
static void look_ahead(pose_flight *f, const talus_stepper *s, const flight_pose *from, double to)
{
    const talus_terrain *t = s->site.terrain;
    const terrain_plane *p = f->plane;
    f->window_end = terrain_larger(to, from->step + (double)WINDOW);
    const double time = (f->window_end - from->step) * s->options.time_step;
    const talus_vec3 v = f->flight->start.v;
    f->foot = from->r;
    f->window = contact_footprint_along(t, from->r, time * v.x, time * v.y, s->body.radius);
    f->spare = find_spare(f, s);
    f->rise = contact_rise_of_nodes(t, p, &f->window);
    if (!(f->rise < (double)INFINITY)) {
        f->rise =
            p->wide_height + p->slope_x * (from->r.x - p->x) + p->slope_y * (from->r.y - p->y);
    }
}

/// Four vertices in a pose, and the patches under them.
typedef struct four_places {
    lanes x, y, z;             ///< m
    lanes ground;              ///< m; infinite where there is none
    lanes mixed;               ///< m, h11 - h01 - h10 + h00 of the patch
    const double *node[LANES]; ///< its lower left node
} four_places;

/// The patches one by one: where edges of cells are near or the window spans tiles.
static void look_up_singly(const pose_flight *f, const talus_terrain *t, four_places *p)
{
    for (int k = 0; k < LANES; k++) {
        terrain_place place = {0};
        p->ground[k] = (double)INFINITY;
        p->mixed[k] = 0.0;
        if (contact_footprint_locate(t, &f->window, p->x[k], p->y[k], &place)) {
            p->ground[k] = contact_place_height(t, &place);
            p->mixed[k] = terrain_patch_at(t, place.node, place.u, place.v).c;
        }
        p->node[k] = place.node;
    }
}

LANES_PART void look_up(const pose_flight *f, const talus_terrain *t, four_places *p)
{
    contact_four on;
    if (TERRAIN_RARELY(f->window.node == NULL ||
                       !contact_footprint_look_up(t, &f->window, &p->x, &p->y, &on))) {
        look_up_singly(f, t, p);
        return;
    }
    p->ground = on.height;
    p->mixed = on.c;
    memcpy(p->node, on.node, sizeof p->node);
}

LANES_PART void find_places(const pose_flight *f, const talus_stepper *s, const flight_pose *pose,
                            const size_t *index, four_places *p)
{
    const double *bx = s->body.x, *by = s->body.y, *bz = s->body.z;
    const lanes x = {bx[index[0]], bx[index[1]], bx[index[2]], bx[index[3]]};
    const lanes y = {by[index[0]], by[index[1]], by[index[2]], by[index[3]]};
    const lanes z = {bz[index[0]], bz[index[1]], bz[index[2]], bz[index[3]]};
    const double(*m)[3] = pose->a.m;
    p->x = pose->r.x + (m[0][0] * x + m[0][1] * y + m[0][2] * z);
    p->y = pose->r.y + (m[1][0] * x + m[1][1] * y + m[1][2] * z);
    p->z = pose->r.z + (m[2][0] * x + m[2][1] * y + m[2][2] * z);
    look_up(f, s->site.terrain, p);
}

/// How far vertices can dip under the chord of their gap between two poses, as far as the ground
/// does it: along a straight way over one patch it differs from its chord by |mixed derivative|
/// way^2/8 at most, over several by spread way/2.
LANES_PART void bound_dips(const pose_flight *f, const talus_terrain *t, const four_places *p0,
                           const four_places *p1, lanes *dip)
{
    const lanes dx = p1->x - p0->x, dy = p1->y - p0->y, way2 = dx * dx + dy * dy;
    const long long no_sign = 0x7fffffffffffffff;
    const lanes mixed = (lanes)((lanes_truth)p0->mixed & no_sign);
    *dip = 0.125 * mixed * t->per_cell * t->per_cell * way2;
    for (int k = 0; k < LANES; k++) {
        if (p0->node[k] != p1->node[k] || t->is_triangulated) {
            (*dip)[k] = 0.5 * f->plane->wide_spread * sqrt(way2[k]);
        }
    }
}

/// Bit k: vertex index[k] may meet its patches between two poses, as g_0 + (g_1 - g_0) x -
/// 4 dip x (1 - x) is not positive for all 0 <= x <= 1. The lowest one sets the share, unless it
/// is off the terrain.
LANES_PART unsigned find_meeting(pose_flight *f, const talus_stepper *s, const flight_pose *from,
                                 const flight_pose *to, const size_t *index, double span)
{
    four_places p0, p1;
    find_places(f, s, from, index, &p0);
    find_places(f, s, to, index, &p1);
    const double bend = f->steep * f->pull - f->fall;
    lanes dip;
    bound_dips(f, s->site.terrain, &p0, &p1, &dip);
    dip += bend > 0.0 ? 0.125 * span * span * bend : 0.0;
    const double kept = f->kept + f->spare;
    const lanes g0 = p0.z - p0.ground - kept, g1 = p1.z - p1.ground - kept;
    const lanes gain = g1 - g0, rest = 4.0 * dip - gain;
    const lanes_truth is_over =
        (g0 > 0.0) & (g1 > 0.0) &
        ((gain >= 4.0 * dip) | (-gain >= 4.0 * dip) | (16.0 * dip * g0 > rest * rest));
    const unsigned meeting = lanes_mask(&is_over) ^ ((1U << LANES) - 1U);
    const int k = meeting != 0 ? __builtin_ctz(meeting) : 0;
    if (meeting != 0 && p0.ground[k] < (double)INFINITY && p1.ground[k] < (double)INFINITY) {
        f->share = g1[k] < 0.0 ? g0[k] / (g0[k] - g1[k]) : 1.0;
    }
    return meeting;
}

/// Height of the plane's slope through S over the ground of the window, m.
static double lift_of(const pose_flight *f, const flight_pose *pose)
{
    return pose->r.z - f->rise - f->kept +
           (f->normal.x * (pose->r.x - f->foot.x) + f->normal.y * (pose->r.y - f->foot.y));
}

/// Bit k: vertex begin + k may dip under the plane of the window on its way from height 0 to 1.
/// 1 <= count <= CHUNK
LANES_PART uint32_t find_low(const contact_body *body, size_t begin, size_t count,
                             const talus_vec3 *u0, const talus_vec3 *u1, double lift0, double lift1)
{
    uint32_t over = 0;
    for (size_t k = 0; k < count; k += LANES) {
        const loose_lanes *x = (const loose_lanes *)(body->x + begin + k),
                          *y = (const loose_lanes *)(body->y + begin + k),
                          *z = (const loose_lanes *)(body->z + begin + k);
        const lanes h0 = lift0 + (u0->x * *x + u0->y * *y + u0->z * *z);
        const lanes h1 = lift1 + (u1->x * *x + u1->y * *y + u1->z * *z);
        const lanes_truth is_over = (h0 > 0.0) & (h1 > 0.0);
        over |= lanes_mask(&is_over) << k;
    }
    return ~over & (UINT32_MAX >> (CHUNK - count));
}

/// Whether the sphere is over the ground of the window; between two such poses it is too, as the
/// way of S is concave.
static bool is_sphere_over(const pose_flight *f, const talus_stepper *s, double lift)
{
    return lift > s->body.radius * f->plane->stretch;
}

/// Whether the vertices begin + k with bit k stay over their patches; else one is the nearest.
LANES_PART bool clear_low(pose_flight *f, talus_stepper *s, const flight_pose *from,
                          const flight_pose *to, size_t begin, uint32_t low, double span)
{
    while (low != 0) {
        size_t index[LANES], count = 0;
        for (; count < LANES && low != 0; count++) {
            index[count] = begin + (size_t)__builtin_ctz(low);
            low &= low - 1;
        }
        for (; count < LANES; count++) { // stands for one that is missing
            index[count] = index[0];
        }
        const unsigned meeting = find_meeting(f, s, from, to, index, span);
        if (meeting != 0) {
            s->motion->nearest = index[__builtin_ctz(meeting)];
            return false;
        }
    }
    return true;
}

/// Whether all of the rock stays over the plane of the window.
LANES_PART bool is_over_window(const talus_stepper *s, const flight_pose *from,
                               const flight_pose *to, double lift0, double lift1)
{
    uint32_t low = 0;
    for (size_t begin = 0; begin < s->body.vertex_count && low == 0; begin += CHUNK) {
        const size_t rest = s->body.vertex_count - begin, count = rest < CHUNK ? rest : CHUNK;
        low = find_low(&s->body, begin, count, &from->up, &to->up, lift0, lift1);
    }
    return low == 0;
}

/// Whether nothing of the rock that makes contacts comes near the ground between two poses.
LANES_CLONES static bool is_clear(pose_flight *f, talus_stepper *s, const flight_pose *from,
                                  const flight_pose *to)
{
    if (to->step > f->window_end) {
        look_ahead(f, s, from, to->step);
    }
    const double lift0 = lift_of(f, from), lift1 = lift_of(f, to);
    f->is_over = is_sphere_over(f, s, lift1);
    if (f->is_over && is_sphere_over(f, s, lift0)) {
        return true;
    }
    const double span = (to->step - from->step) * s->options.time_step;
    const double bend = f->plane->stretch * f->pull - f->fall;
    const double dip = bend > 0.0 ? 0.125 * span * span * bend : 0.0;
    if (f->spare > 0.0 && is_over_window(s, from, to, lift0 - dip, lift1 - dip)) {
        return true;
    }
    const double most = dip + f->spare;
    for (size_t begin = 0; begin < s->body.vertex_count; begin += CHUNK) {
        const size_t rest = s->body.vertex_count - begin, count = rest < CHUNK ? rest : CHUNK;
        const uint32_t low =
            find_low(&s->body, begin, count, &from->up, &to->up, lift0 - most, lift1 - most);
        if (!clear_low(f, s, from, to, begin, low, span)) {
            return false;
        }
    }
    return true;
}

/// The next distance of poses to try after one that failed: where the chord of the failed way ends,
/// at half the distance at least. Negative: none.
static int lower_level(int level, double share)
{
    for (level--; level >= 0 && share < 0.5; level--) {
        share *= 2.0;
    }
    return level;
}

/// The last pose up to step `limit` to which all is clear.
static double march(pose_flight *f, talus_stepper *s, flight_pose from, double limit)
{
    const double first = from.step;
    int level = LEVELS - 1, clear = 0;
    while (level >= 0 && (limit - from.step >= LEAST_REST || from.step - first < LEAST_REST)) {
        if (limit - from.step < (double)(1 << level)) {
            level--;
            continue;
        }
        const flight_pose to = next_pose(f, s, &from, level);
        if (is_clear(f, s, &from, &to)) {
            from = to;
            clear++;
            if (f->is_over) {
                level = LEVELS - 1;
            } else if (clear > 0 && level < LEVELS - 1) {
                level++;
                clear = 0;
            }
        } else {
            level = lower_level(level, f->share);
            clear = -1;
            if (level == 0 && from.step == first) { // one step is not a flight
                break;
            }
        }
    }
    return from.step;
}

/// Whether all is clear from the middle of the last step on: detection may look there again. Poses
/// of a step before its begin go on backwards with its velocities; half a step of them is off the
/// way of the flight by what `kept` has more.
static bool was_clear(pose_flight *f, talus_stepper *s, const flight_pose *start)
{
    stepper_pose before;
    stepper_pose_at(&f->flight->start, -0.5 * s->options.time_step, &before);
    const flight_pose from = {
        .step = -0.5, .r = before.r, .a = before.a, .up = mat3_tmulv(&before.a, f->normal)};
    return is_clear(f, s, &from, start);
}

/// Drag pulls S against its motion: over the ground by n . v of the plane, whose slope is off by its
/// spread, and which goes evenly to its limit. Where that lifts S by more than gravity pulls, its way
/// is not concave any more: chords lie over it by what `kept` has more.
static void bound_drag(pose_flight *f, const talus_stepper *s, double first, double last)
{
    talus_vec3 r, v, v_end;
    f->fall = s->options.gravity;
    if (!(s->drag_rate > 0.0)) {
        return;
    }
    stepper_drift_at(s, f->flight, first, &r, &v);
    stepper_drift_at(s, f->flight, last, &r, &v_end);
    const double lowest = terrain_smaller(vec3_dot(f->normal, v), vec3_dot(f->normal, v_end)) -
                          f->plane->wide_spread * sqrt(v.x * v.x + v.y * v.y);
    f->fall += s->drag_rate * lowest;
    if (f->fall < 0.0) {
        const double span = (double)(1 << (LEVELS - 1)) * s->options.time_step;
        f->kept -= 0.125 * span * span * f->fall;
    }
}

uint64_t pose_clear_steps(talus_stepper *s, const talus_flight *flight, uint64_t first,
                          const clearance_block *block, double kept)
{
    if (!(block->plane->wide_spread < (double)INFINITY)) {
        return 0;
    }
    pose_flight f = {.flight = flight,
                     .plane = block->plane,
                     .kept = kept,
                     .normal = vec3(-block->plane->slope_x, -block->plane->slope_y, 1.0),
                     .window_end = -1.0,
                     .is_repeating = flight->is_repeating};
    if (f.is_repeating) {
        bound_repeating(&f, s);
        start_powers(&f);
    } else {
        bound_turns(&f, s);
        stepper_turns_begin(s, &flight->start);
    }
    if (s->detection->looks_back) {
        const double dt = s->options.time_step;
        f.kept += f.steep * dt * dt * (stepper_fall(s, vec3_norm(flight->start.v)) + 2.0 * f.pull);
    }
    const double begin = (double)first, most = floor(block->time / s->options.time_step);
    const double limit = begin + terrain_smaller(most, (double)POSE_CLEARANCE_STEPS);
    bound_drag(&f, s, begin, limit);
    const flight_pose start = first_pose(&f, s, first);
    if (s->detection->looks_back && first == 0 && !was_clear(&f, s, &start)) {
        return 0;
    }
    return (uint64_t)(march(&f, s, start, limit) - begin);
}
