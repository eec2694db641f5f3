// SPDX-License-Identifier: GPL-3.0-or-later
// Chords of a path, the points near them, and the table of these points.
#include "runs/observe/near.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_POINTS = 512, FIRST_SLOTS = 1024 };

/// Room for `count` points.
static bool reserve(observe_near *near, size_t count)
{
    size_t visits = near->point_capacity, slots = near->index.slot_count;
    if (!array_reserve(&near->visits, &visits, count, sizeof *near->visits) ||
        !array_reserve(&near->points, &near->point_capacity, count, sizeof *near->points)) {
        return false;
    }
    slots = slots > 0 ? slots : FIRST_SLOTS;
    while (slots <= 2 * near->point_capacity) {
        slots *= 2;
    }
    return observe_cell_index_resize(&near->index, slots, near->points, sizeof *near->points,
                                     near->point_count);
}

bool observe_near_init(observe_near *near, const talus_cells *cells, double width, bool keeps_hits)
{
    *near = (observe_near){
        .cells = *cells, .half = 0.5 * width, .longest = 0.125 * width, .keeps_hits = keeps_hits};
    if (!reserve(near, FIRST_POINTS)) {
        observe_near_clear(near);
        return false;
    }
    return true;
}

void observe_near_clear(observe_near *near)
{
    free(near->points);
    free(near->visits);
    free(near->index.slots);
    free(near->hits);
    *near = (observe_near){0};
}

/// The point of a cell, new and with no body if need be; NULL when out of memory.
static observe_near_point *find_point(observe_near *near, uint64_t cell)
{
    if (near->point_count == near->point_capacity && !reserve(near, near->point_count + 1)) {
        return NULL;
    }
    uint32_t *slot = observe_cell_slot(&near->index, near->points, sizeof *near->points, cell);
    if (*slot != 0) {
        return &near->points[*slot - 1];
    }
    *slot = (uint32_t)near->point_count + 1;
    observe_near_point *point = &near->points[near->point_count++];
    *point = (observe_near_point){.cell = cell};
    return point;
}

static bool add_hit(observe_near *near, const observe_near_point *point)
{
    if (!array_reserve(&near->hits, &near->hit_capacity, near->hit_count + 1, sizeof *near->hits)) {
        return false;
    }
    near->hits[near->hit_count++] = (observe_hit){point->cell, point->energy};
    return true;
}

/// The body that came near a point last counts among those before.
static void fold(observe_near *near, observe_near_point *point)
{
    if (point->body == 0) {
        return;
    }
    point->energies = point->energy > point->energies ? point->energy : point->energies;
    point->heights = point->height > point->heights ? point->height : point->heights;
    point->hits++;
    if (near->keeps_hits && !add_hit(near, point)) {
        near->is_lost = true;
    }
}

/// The body under way came this near to a point.
static void approach(observe_near *near, uint64_t cell, double distance2, double energy,
                     double height)
{
    observe_near_point *point = find_point(near, cell);
    if (point == NULL) {
        near->is_lost = true;
        return;
    }
    const bool is_new = point->body != near->body;
    if (is_new) {
        fold(near, point);
        point->body = near->body;
    }
    if (is_new || distance2 < point->distance2 ||
        (distance2 == point->distance2 && energy > point->energy)) {
        point->distance2 = distance2;
        point->energy = energy;
        point->height = height;
    }
}

/// First index whose centre is at least at `at` (in cells from the raster's edge), and one past the
/// last up to `end`, within [0, count).
static void centres_between(double at, double end, size_t count, size_t *first, size_t *past)
{
    const double low = ceil(at - 0.5), high = floor(end - 0.5) + 1.0, most = (double)count;
    *first = low > 0.0 ? (size_t)(low < most ? low : most) : 0;
    *past = high > 0.0 ? (size_t)(high < most ? high : most) : 0;
}

/// All centres within reach of the chord from `a` to `b`.
static void stamp(observe_near *near, const observe_near_state *a, const observe_near_state *b)
{
    const talus_cells *c = &near->cells;
    const double dx = b->x - a->x, dy = b->y - a->y, length2 = dx * dx + dy * dy,
                 reach = near->reach, reach2 = reach * reach;
    size_t i0, i1, j0, j1;
    centres_between((fmin(a->x, b->x) - reach - c->x0) / c->cell,
                    (fmax(a->x, b->x) + reach - c->x0) / c->cell, c->nx, &i0, &i1);
    centres_between((fmin(a->y, b->y) - reach - c->y0) / c->cell,
                    (fmax(a->y, b->y) + reach - c->y0) / c->cell, c->ny, &j0, &j1);
    for (size_t j = j0; j < j1; j++) {
        const double y = c->y0 + ((double)j + 0.5) * c->cell - a->y;
        for (size_t i = i0; i < i1; i++) {
            const double x = c->x0 + ((double)i + 0.5) * c->cell - a->x;
            const double along = x * dx + y * dy;
            const double s = !(along > 0.0) ? 0.0 : along < length2 ? along / length2 : 1.0;
            const double ox = x - s * dx, oy = y - s * dy, distance2 = ox * ox + oy * oy;
            if (distance2 <= reach2) {
                approach(near, (uint64_t)j * c->nx + i, distance2,
                         a->energy + s * (b->energy - a->energy),
                         a->height + s * (b->height - a->height));
            }
        }
    }
}

/// The chord under way ends where the body is.
static void end_chord(observe_near *near)
{
    if (near->is_counted &&
        (near->is_fresh || memcmp(&near->begin, &near->end, sizeof near->end))) {
        stamp(near, &near->begin, &near->end);
        near->is_fresh = false;
    }
    near->begin = near->end;
}

static void begin_body(observe_near *near, const observe_near_state *at, double radius)
{
    near->reach = near->half + radius;
    near->is_open = true;
    near->is_counted = at != NULL;
    near->is_fresh = true;
    near->begin = near->end = at != NULL ? *at : (observe_near_state){0};
}

void observe_near_start(observe_near *near, const observe_near_state *at, double radius)
{
    observe_cell_index_empty(&near->index);
    near->point_count = near->hit_count = 0;
    near->is_lost = false;
    near->body = 1;
    begin_body(near, at, radius);
}

void observe_near_continue(observe_near *near, const observe_near_state *at, double radius)
{
    near->body++;
    begin_body(near, at, radius);
}

void observe_near_add(observe_near *near, const observe_near_state *to, bool is_open)
{
    const bool is_turn = is_open != near->is_open; // an impact: its energy goes within its step
    if (is_turn) {
        end_chord(near);
        near->is_open = is_open;
    }
    near->end = *to;
    const double dx = to->x - near->begin.x, dy = to->y - near->begin.y;
    if (is_turn || dx * dx + dy * dy >= near->longest * near->longest) {
        end_chord(near);
    }
}

void observe_near_add_many(observe_near *near, const trajectory_airborne *air)
{
    for (size_t k = 0; k < air->count; k++) {
        const double jump = air->jump_height[k];
        observe_near_add(near,
                         &(observe_near_state){air->x[k], air->y[k], air->kinetic_energy[k],
                                               jump > 0.0 ? jump : 0.0},
                         true);
    }
}

void observe_near_end(observe_near *near)
{
    end_chord(near);
}

size_t observe_near_count(observe_near *near, const talus_terrain *terrain)
{
    const talus_cells *c = &near->cells;
    size_t count = 0;
    for (size_t k = 0; k < near->point_count; k++) {
        observe_near_point *point = &near->points[k];
        const double x = c->x0 + ((double)(point->cell % c->nx) + 0.5) * c->cell,
                     y = c->y0 + ((double)(point->cell / c->nx) + 0.5) * c->cell;
        double z;
        if (terrain != NULL && talus_terrain_height(terrain, x, y, &z) != TALUS_INSIDE) {
            continue;
        }
        fold(near, point);
        near->visits[count] = (observe_visit){.cell = point->cell};
        near->visits[count].max[TALUS_KINETIC_ENERGY] = point->energies;
        near->visits[count++].max[TALUS_JUMP_HEIGHT] = point->heights;
    }
    return count;
}
