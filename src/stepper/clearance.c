// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of the way of the bounding sphere over tilted planes. [docs/theory.md 15]
#include "stepper/clearance.h"

#include "stepper/vertex_clearance.h"
#include "terrain/terrain_internal.h"

/// Gap that has to be exceeded so that neither a contact nor the slippage margin is reached; the
/// distance along a normal is at least the plumb gap over the steepest slope.
static double kept_gap(const talus_stepper *s)
{
    const double slip = s->options.slip_gap > 0.0 ? s->options.slip_gap : 0.0;
    return CLEARANCE_MARGIN + (s->options.detection == TALUS_DETECTION_TWO_WAY
                                   ? slip * (1.0 + s->site.terrain->steepest)
                                   : slip);
}

static double time_over(double x, double v, double low, double high)
{
    return v > 0.0 ? (high - x) / v : v < 0.0 ? (low - x) / v : (double)INFINITY;
}

static const terrain_plane *plane_at(const terrain_planes *planes, double u, double v)
{
    if (!(u >= 0.0 && v >= 0.0 && u < (double)planes->columns && v < (double)planes->rows)) {
        return NULL;
    }
    const terrain_plane *p = &planes->items[(size_t)v * planes->columns + (size_t)u];
    return p->is_whole ? p : NULL;
}

/// The block that S is over after `ahead` seconds: at its rim that is not the one it leaves.
/// @return false when S is not over whole blocks
static bool find_block(const talus_terrain *t, const terrain_planes *planes,
                       const talus_state *state, double ahead, clearance_block *block)
{
    const double side = planes->side, margin = CLEARANCE_MARGIN;
    const double x = state->r.x + ahead * state->v.x, y = state->r.y + ahead * state->v.y;
    const double u = (x - t->x0) * planes->per_side, v = (y - t->y0) * planes->per_side;
    block->plane = plane_at(planes, u, v);
    if (block->plane == NULL) {
        return false;
    }
    block->i = (uint32_t)u;
    block->j = (uint32_t)v;
    block->west = t->x0 + (double)block->i * side;
    block->south = t->y0 + (double)block->j * side;
    const double east = terrain_smaller(block->west + side, t->x0 + t->cells_x * t->cell);
    const double north = terrain_smaller(block->south + side, t->y0 + t->cells_y * t->cell);
    const bool is_over = state->r.x >= block->west + margin && state->r.x <= east - margin &&
                         state->r.y >= block->south + margin && state->r.y <= north - margin;
    if (!is_over && plane_at(planes, (state->r.x - t->x0) * planes->per_side,
                             (state->r.y - t->y0) * planes->per_side) == NULL) {
        return false;
    }
    block->time =
        terrain_smaller(time_over(state->r.x, state->v.x, block->west + margin, east - margin),
                        time_over(state->r.y, state->v.y, block->south + margin, north - margin));
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
                          const terrain_planes *planes, const clearance_block *block, double kept)
{
    const double reach = s->body.radius;
    double time = block->time;
    uint32_t i0, i1, j0, j1;
    find_span(state->r.x, state->v.x, time, reach, block->west, planes->side, block->i,
              planes->columns, &i0, &i1);
    find_span(state->r.y, state->v.y, time, reach, block->south, planes->side, block->j,
              planes->rows, &j0, &j1);
    for (uint32_t j = j0; j <= j1; j++) {
        for (uint32_t i = i0; i <= i1; i++) {
            const terrain_plane *p = &planes->items[(size_t)j * planes->columns + i];
            const double gap = state->r.z - p->height - p->slope_x * (state->r.x - p->x) -
                               p->slope_y * (state->r.y - p->y) - reach * p->stretch - kept;
            if (!(gap > 0.0)) {
                return 0.0;
            }
            const double rate = state->v.z - p->slope_x * state->v.x - p->slope_y * state->v.y;
            time = terrain_smaller(time, clearance_root(gap, rate, s->options.gravity));
        }
    }
    return time;
}

double stepper_clear_time(talus_stepper *s, const talus_state *state, double least)
{
    const talus_terrain *t = s->site.terrain;
    const double kept = kept_gap(s);
    // the rock is over its block and the eight around it
    if (!(s->body.radius + least * vec3_norm(state->v) < t->planes[0].side)) {
        return 0.0;
    }
    const bool by_vertex = s->options.detection == TALUS_DETECTION_PUBLISHED;
    clearance_block fine, coarse;
    const bool has_fine = find_block(t, &t->planes[0], state, least, &fine);
    vertex_bound bound;
    const bool has_bound =
        has_fine && by_vertex && vertex_bound_start(s, state, &fine, kept, &bound);
    if (has_bound && vertex_bound_nearest(&bound) < least) {
        return 0.0;
    }
    double time = has_fine ? sphere_time(s, state, &t->planes[0], &fine, kept) : 0.0;
    if (find_block(t, &t->planes[1], state, least, &coarse)) {
        time = terrain_larger(time, sphere_time(s, state, &t->planes[1], &coarse, kept));
    }
    if (has_bound && time < VERTEX_BOUND_HORIZON && time < fine.time) {
        time = terrain_larger(time, vertex_bound_all(s, &bound, least));
    }
    return time;
}
