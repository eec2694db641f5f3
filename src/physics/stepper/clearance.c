// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of the way of the bounding sphere over tilted planes. [docs/theory.md 15]
#include "physics/stepper/clearance.h"

#include "physics/stepper/detection.h"
#include "physics/stepper/drift.h"
#include "physics/stepper/flight.h"
#include "physics/stepper/pose_clearance.h"
#include "physics/terrain/terrain_internal.h"

static double time_over(double x, double v, double low, double high)
{
    return v > 0.0 ? (high - x) / v : v < 0.0 ? (low - x) / v : (double)INFINITY;
}

static inline const terrain_plane *plane_at(const talus_terrain *t, const terrain_planes *planes,
                                            double u, double v)
{
    if (!(u >= 0.0 && v >= 0.0 && u < (double)planes->columns && v < (double)planes->rows)) {
        return NULL;
    }
    const terrain_plane *p = terrain_plane_at(t, planes, (uint32_t)u, (uint32_t)v);
    return p->is_whole ? p : NULL;
}

/// Whether S is over whole blocks on its way from its place into block (i, j), which is at most one
/// away: over its own and over those beside the corner that it may pass.
static bool enters_by_whole(const talus_terrain *t, const terrain_planes *planes, talus_vec3 r,
                            uint32_t i, uint32_t j)
{
    const double u = (r.x - t->x0) * planes->per_side, v = (r.y - t->y0) * planes->per_side;
    return plane_at(t, planes, u, v) != NULL && plane_at(t, planes, u, (double)j) != NULL &&
           plane_at(t, planes, (double)i, v) != NULL;
}

/// The block that S is over after `ahead` seconds: at its rim that is not the one it leaves.
/// @return false when S is not over whole blocks
static bool find_block(const talus_terrain *t, const terrain_planes *planes,
                       const talus_state *state, double ahead, clearance_block *block)
{
    const double side = planes->side, margin = CLEARANCE_MARGIN;
    const double x = state->r.x + ahead * state->v.x, y = state->r.y + ahead * state->v.y;
    const double u = (x - t->x0) * planes->per_side, v = (y - t->y0) * planes->per_side;
    block->plane = plane_at(t, planes, u, v);
    if (block->plane == NULL) {
        return false;
    }
    block->i = (uint32_t)u;
    block->j = (uint32_t)v;
    block->west = t->x0 + (double)block->i * side;
    block->south = t->y0 + (double)block->j * side;
    const double east = terrain_smaller(block->west + side, t->x0 + t->cells_x * t->cell);
    const double north = terrain_smaller(block->south + side, t->y0 + t->cells_y * t->cell);
    block->is_over = state->r.x >= block->west + margin && state->r.x <= east - margin &&
                     state->r.y >= block->south + margin && state->r.y <= north - margin;
    if (!block->is_over && !enters_by_whole(t, planes, state->r, block->i, block->j)) {
        return false;
    }
    block->time =
        terrain_smaller(time_over(state->r.x, state->v.x, block->west + margin, east - margin),
                        time_over(state->r.y, state->v.y, block->south + margin, north - margin));
    return block->time > 0.0;
}

/// Blocks of one axis that the sphere can be over while S moves from x for `time`.
typedef struct block_span {
    uint32_t first, last;
    bool is_beyond; ///< it can be off the grid too
} block_span;

/// @param low where the own block begins, m  @param end where the grid ends, m
static block_span find_span(double x, double way, double reach, double low, double end,
                            const terrain_planes *planes, uint32_t own, uint32_t count)
{
    const double from = terrain_smaller(x, x + way) - reach,
                 to = terrain_larger(x, x + way) + reach;
    const bool is_below = from<low, is_above = to> low + planes->side;
    return (block_span){own - (is_below && own > 0), own + (is_above && own + 1 < count),
                        (is_below && own == 0) || to > end};
}

/// How long the sphere stays clear of one plane, s; 0 = not at all. Where ground is missing,
/// the patch under S goes on, which can be steeper than the plane by `spread`.
static double time_over_plane(const talus_stepper *s, const talus_state *state,
                              const terrain_plane *p, double spread, double kept)
{
    const double over = state->r.z - p->height - p->slope_x * (state->r.x - p->x) -
                        p->slope_y * (state->r.y - p->y);
    const double gap = over - s->body.radius * (p->stretch + spread) - kept;
    const double rate = state->v.z - p->slope_x * state->v.x - p->slope_y * state->v.y;
    return gap > 0.0 ? clearance_root(gap, rate, stepper_fall(s, rate)) : 0.0;
}

/// How long the bounding sphere stays clear of the planes under it, s; 0 = not at all.
static double sphere_time(const talus_stepper *s, const talus_state *state,
                          const terrain_planes *planes, const clearance_block *block, double kept)
{
    const talus_terrain *t = s->site.terrain;
    const double reach = s->body.radius,
                 moving = block->time < (double)INFINITY ? block->time : 0.0;
    const block_span x = find_span(state->r.x, state->v.x * moving, reach, block->west,
                                   t->x0 + t->cells_x * t->cell, planes, block->i, planes->columns);
    const block_span y = find_span(state->r.y, state->v.y * moving, reach, block->south,
                                   t->y0 + t->cells_y * t->cell, planes, block->j, planes->rows);
    double time = block->time;
    bool is_cut = x.is_beyond || y.is_beyond; // ground is missing somewhere under the sphere
    for (uint32_t j = y.first; j <= y.last && time > 0.0; j++) {
        for (uint32_t i = x.first; i <= x.last; i++) {
            const terrain_plane *p =
                i == block->i && j == block->j ? block->plane : terrain_plane_at(t, planes, i, j);
            is_cut = is_cut || !p->is_whole;
            time = terrain_smaller(time, time_over_plane(s, state, p, 0.0, kept));
        }
    }
    if (is_cut && time > 0.0) {
        const double spread = block->is_over ? block->plane->spread : (double)INFINITY;
        time = terrain_smaller(time, time_over_plane(s, state, block->plane, spread, kept));
    }
    return time;
}

bool stepper_is_nearly_down(const talus_stepper *s, const talus_state *state, double least,
                            double kept)
{
    const talus_terrain *t = s->site.terrain;
    const talus_mat3 a = quat_matrix(state->p);
    const talus_vec3 x =
        s->body.vertices[s->motion->nearest < s->body.vertex_count ? s->motion->nearest : 0];
    const talus_vec3 q = vec3_add(state->r, mat3_mulv(&a, x));
    const talus_vec3 v = vec3_add(state->v, mat3_mulv(&a, vec3_cross(state->omega, x)));
    terrain_place place;
    if (!terrain_locate(t, q.x, q.y, &place)) {
        return false;
    }
    const terrain_patch patch = terrain_patch_at(t, place.node, place.u, place.v);
    const double gap = q.z - terrain_patch_height(&patch, place.u, place.v) - kept;
    const double rate =
        v.z -
        ((patch.a + place.v * patch.c) * v.x + (patch.b + place.u * patch.c) * v.y) * t->per_cell;
    return gap <= 0.0 || gap + least * rate <= 0.0;
}

/// How long the sphere stays clear of the planes, s; `fine` is filled when `has_fine`.
static double time_of_sphere(const talus_stepper *s, const talus_state *state, double least,
                             double kept, clearance_block *fine, bool *has_fine)
{
    const talus_terrain *t = s->site.terrain;
    // while it moves by `least`, the rock is over its block and the eight around it
    const double span = s->body.radius + least * vec3_norm(state->v);
    clearance_block coarse;
    *has_fine = span < t->planes[0].side && find_block(t, &t->planes[0], state, least, fine);
    double time = *has_fine ? sphere_time(s, state, &t->planes[0], fine, kept) : 0.0;
    if (span < t->planes[1].side && find_block(t, &t->planes[1], state, least, &coarse)) {
        time = terrain_larger(time, sphere_time(s, state, &t->planes[1], &coarse, kept));
    }
    return time;
}

/// Cut the time over a block to that for which the sphere stays on the grid: beside its rim vertices
/// meet the patch under S. @return whether there is any
static bool keep_on_grid(const talus_stepper *s, const talus_state *state, clearance_block *block)
{
    const talus_terrain *t = s->site.terrain;
    const terrain_planes *planes = &t->planes[0];
    if (block->i > 0 && block->j > 0 && block->i + 2 < planes->columns &&
        block->j + 2 < planes->rows) {
        return true; // the rock is smaller than a block
    }
    const double reach = s->body.radius + CLEARANCE_MARGIN;
    const double west = t->x0 + reach, east = t->x0 + t->cells_x * t->cell - reach;
    const double south = t->y0 + reach, north = t->y0 + t->cells_y * t->cell - reach;
    const talus_vec3 r = state->r;
    if (!(r.x >= west && r.x <= east && r.y >= south && r.y <= north)) {
        return false;
    }
    const double time = terrain_smaller(time_over(r.x, state->v.x, west, east),
                                        time_over(r.y, state->v.y, south, north));
    block->time = terrain_smaller(block->time, time);
    return block->time > 0.0;
}

/// How long all vertices of a body whose turns are known ahead stay clear, s: from the end of the
/// sphere's time on, and at least that long.
/// @param under the block at the start, NULL: none
static double time_of_poses(talus_stepper *s, const talus_flight *flight, double sphere,
                            const clearance_block *under, double kept)
{
    const talus_terrain *t = s->site.terrain;
    const double dt = s->options.time_step, back = s->detection->looks_back ? 1.0 : 0.0;
    const double first = terrain_larger(0.0, floor(sphere / dt) - back);
    clearance_block block;
    if (s->has_turns && first + (double)POSE_CLEARANCE_STEPS > (double)STEPPER_TURNS) {
        return sphere;
    }
    talus_state later = flight->start;
    if (first > 0.0) {
        stepper_place_at(s, flight, first, &later.r, &later.v);
        const double span = s->body.radius + 2.0 * dt * vec3_norm(later.v);
        if (!(span < t->planes[0].side && find_block(t, &t->planes[0], &later, 2.0 * dt, &block))) {
            return sphere;
        }
    } else if (under != NULL) {
        block = *under;
    } else {
        return sphere;
    }
    if (!keep_on_grid(s, &later, &block)) {
        return sphere;
    }
    const uint64_t more = pose_clear_steps(s, flight, (uint64_t)first, &block, kept);
    return more > 0 ? (first + (double)more + 0.5) * dt : sphere;
}

double stepper_clear_time(talus_stepper *s, const talus_state *state, double least,
                          talus_flight *flight)
{
    const double kept = s->detection->clearance(s);
    const bool by_vertex = s->detection->is_by_vertex;
    if (stepper_is_nearly_down(s, state, least, kept)) {
        return 0.0;
    }
    clearance_block fine;
    bool has_fine;
    const double time = time_of_sphere(s, state, least, kept, &fine, &has_fine);
    flight->is_repeating = talus_rotation_repeat_start(s->options.scheme, s->inertia, state->omega,
                                                       s->options.time_step, &flight->repeat);
    if (!(time < 1e6) || (flight->layer != 0 && !stepper_drift_turns_freely(s, flight))) {
        return time;
    }
    if (flight->is_repeating || s->has_turns) {
        return time_of_poses(s, flight, time, has_fine ? &fine : NULL, kept);
    }
    vertex_bound bound;
    if (by_vertex && has_fine && time < VERTEX_BOUND_HORIZON && keep_on_grid(s, state, &fine) &&
        time < fine.time && vertex_bound_start(s, state, &fine, kept, &bound)) {
        return terrain_larger(time, vertex_bound_all(s, &bound, least));
    }
    return time;
}
