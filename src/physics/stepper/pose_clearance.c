// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/stepper/pose_clearance.h"

#include "foundation/math/lanes.h"
#include "physics/stepper/detection.h"
#include "physics/stepper/pose_flight.h"

enum {
    WINDOW = 16, ///< steps for which the ground below is bounded at once, at least
    CHUNK = 32   ///< vertices that are evaluated together
};

/// Fewer steps at the end of many are not worth a look.
#define LEAST_REST 8.0
/// Larger gaps than this share of the radius count as it.
#define MOST_GAP 0.3

/// Smallest vertical gap of the whole rock after `step` steps.
typedef struct pose_gap {
    bool is_known;
    double step, gap;
} pose_gap;

/// A flight and what is known about the ground under it.
typedef struct pose_search {
    pose_flight way;
    contact_footprint window; ///< cells under the sphere up to step `window_end`
    double window_end;        ///< steps of the flight
    double rise;              ///< m, of the ground there, see contact_rise_of_nodes
    double spread;            ///< how far gradients there are from one slope
    double spare;             ///< m, gap of all vertices that keeps faces and edges off
    talus_vec3 foot;          ///< m, S where the window begins
    double share;             ///< 1, of a way that is not clear: where its chord ends it
    pose_gap gaps[2];         ///< of the last poses, where they were asked for
    bool is_over;             ///< the sphere was over that ground at the last pose
} pose_search;

/// Where all of the rock makes contacts: the gap of a place on a face is over that of its corners by
/// their weights less the spread times the radius of the face.
static void find_spare(pose_search *f, const talus_stepper *s)
{
    f->spread = f->way.plane->wide_spread;
    f->spare = 0.0;
    if (!s->detection->is_by_vertex) {
        f->spread =
            terrain_smaller(f->spread, contact_spread_of_nodes(s->site.terrain, &f->window));
        f->spare = f->spread * s->body.face_radius;
    }
}

/// Bound the ground under the way from `from` for a while, at least to step `to`.
static void look_ahead(pose_search *f, const talus_stepper *s, const flight_pose *from, double to)
{
    const talus_terrain *t = s->site.terrain;
    const terrain_plane *p = f->way.plane;
    f->window_end = terrain_larger(to, from->step + (double)WINDOW);
    const double time = (f->window_end - from->step) * s->options.time_step;
    const talus_vec3 v = f->way.flight->start.v;
    f->foot = from->r;
    f->window = contact_footprint_along(t, from->r, time * v.x, time * v.y, s->body.radius);
    find_spare(f, s);
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
static void look_up_singly(const pose_search *f, const talus_terrain *t, four_places *p)
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

LANES_PART void look_up(const pose_search *f, const talus_terrain *t, four_places *p)
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

LANES_PART void find_places(const pose_search *f, const talus_stepper *s, const flight_pose *pose,
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
LANES_PART void bound_dips(const pose_search *f, const talus_terrain *t, const four_places *p0,
                           const four_places *p1, lanes *dip)
{
    const lanes dx = p1->x - p0->x, dy = p1->y - p0->y, way2 = dx * dx + dy * dy;
    const long long no_sign = 0x7fffffffffffffff;
    const lanes mixed = (lanes)((lanes_truth)p0->mixed & no_sign);
    *dip = 0.125 * mixed * t->per_cell * t->per_cell * way2;
    for (int k = 0; k < LANES; k++) {
        if (p0->node[k] != p1->node[k] || t->is_triangulated) {
            (*dip)[k] = 0.5 * f->spread * sqrt(way2[k]);
        }
    }
}

/// Bit k: vertex index[k] may meet its patches between two poses, as g_0 + (g_1 - g_0) x -
/// 4 dip x (1 - x) is not positive for all 0 <= x <= 1. The lowest one sets the share, unless it
/// is off the terrain.
LANES_PART unsigned find_meeting(pose_search *f, const talus_stepper *s, const flight_pose *from,
                                 const flight_pose *to, const size_t *index, double span)
{
    four_places p0, p1;
    find_places(f, s, from, index, &p0);
    find_places(f, s, to, index, &p1);
    const double bend = f->way.steep * f->way.pull - f->way.fall;
    lanes dip;
    bound_dips(f, s->site.terrain, &p0, &p1, &dip);
    dip += bend > 0.0 ? 0.125 * span * span * bend : 0.0;
    const double kept = f->way.kept + f->spare;
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
static double lift_of(const pose_search *f, const flight_pose *pose)
{
    return pose->r.z - f->rise - f->way.kept +
           (f->way.normal.x * (pose->r.x - f->foot.x) + f->way.normal.y * (pose->r.y - f->foot.y));
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
static bool is_sphere_over(const pose_search *f, const talus_stepper *s, double lift)
{
    return lift > s->body.radius * f->way.plane->stretch;
}

/// Whether the vertices begin + k with bit k stay over their patches; else one is the nearest.
LANES_PART bool clear_low(pose_search *f, talus_stepper *s, const flight_pose *from,
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

/// Smallest vertical gap of the rock in a pose: of the last two that were asked for it is known.
static double gap_of(pose_search *f, talus_stepper *s, const flight_pose *pose)
{
    for (int k = 0; k < 2; k++) {
        if (f->gaps[k].is_known && f->gaps[k].step == pose->step) {
            return f->gaps[k].gap;
        }
    }
    const double gap = contact_two_way_gap_up_to(&s->site, &s->body, pose->r, &pose->a,
                                                 MOST_GAP * s->body.radius, s->candidates);
    f->gaps[1] = f->gaps[0];
    f->gaps[0] = (pose_gap){true, pose->step, gap};
    return gap;
}

/// Whether all of the rock stays clear as its smallest gap in both poses is larger than what any
/// place of it can dip under the chord of its own gap.
static bool is_clear_by_gaps(pose_search *f, talus_stepper *s, const flight_pose *from,
                             const flight_pose *to, double span)
{
    const double x = to->r.x - from->r.x, y = to->r.y - from->r.y;
    const double turning = sqrt(f->way.pull * s->body.radius); // m/s, omega R at most
    const double way = sqrt(x * x + y * y) + turning * span;
    const double bend = f->way.steep * f->way.pull - f->way.fall;
    const double dip = 0.5 * f->spread * way + (bend > 0.0 ? 0.125 * span * span * bend : 0.0);
    const double before = gap_of(f, s, from) - f->way.kept;
    f->share = dip > 0.0 && before < dip ? before / dip : 1.0;
    if (!(before > dip)) {
        return false;
    }
    const double after = gap_of(f, s, to) - f->way.kept;
    f->share = after < 0.0 ? before / (before - after) : 1.0;
    return after > dip;
}

/// Whether nothing of the rock that makes contacts comes near the ground between two poses.
LANES_CLONES static bool is_clear(pose_search *f, talus_stepper *s, const flight_pose *from,
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
    const double bend = f->way.plane->stretch * f->way.pull - f->way.fall;
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
            return f->spare > 0.0 && is_clear_by_gaps(f, s, from, to, span);
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
static double march(pose_search *f, talus_stepper *s, flight_pose from, double limit)
{
    const double first = from.step;
    int level = POSE_LEVELS - 1, clear = 0;
    while (level >= 0 && (limit - from.step >= LEAST_REST || from.step - first < LEAST_REST)) {
        if (limit - from.step < (double)(1 << level)) {
            level--;
            continue;
        }
        const flight_pose to = pose_flight_next(&f->way, s, &from, level);
        if (is_clear(f, s, &from, &to)) {
            from = to;
            clear++;
            if (f->is_over) {
                level = POSE_LEVELS - 1;
            } else if (clear > 0 && level < POSE_LEVELS - 1) {
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
static bool was_clear(pose_search *f, talus_stepper *s, const flight_pose *start)
{
    stepper_pose before;
    stepper_pose_at(&f->way.flight->start, -0.5 * s->options.time_step, &before);
    const flight_pose from = {
        .step = -0.5, .r = before.r, .a = before.a, .up = mat3_tmulv(&before.a, f->way.normal)};
    return is_clear(f, s, &from, start);
}

uint64_t pose_clear_steps(talus_stepper *s, const talus_flight *flight, uint64_t first,
                          const clearance_block *block, double kept)
{
    if (!(block->plane->wide_spread < (double)INFINITY)) {
        return 0;
    }
    pose_search f = {.window_end = -1.0};
    pose_flight_start(&f.way, s, flight, block->plane, kept);
    const double begin = (double)first, most = floor(block->time / s->options.time_step);
    const double limit = begin + terrain_smaller(most, (double)POSE_CLEARANCE_STEPS);
    pose_flight_bound_drag(&f.way, s, begin, limit);
    const flight_pose start = pose_flight_first(&f.way, s, first);
    if (s->detection->looks_back && first == 0 && !was_clear(&f, s, &start)) {
        return 0;
    }
    return (uint64_t)(march(&f, s, start, limit) - begin);
}
