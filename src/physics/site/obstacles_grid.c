// SPDX-License-Identifier: GPL-3.0-or-later
// The grid over all obstacles: what is near a place, how high it reaches, which net a way crosses.
#include "physics/site/obstacles_internal.h"

#include <stdlib.h>

/// Side of a square when these are not too many, m.
#define LEAST_SIDE 4.0
#define LEAST_SQUARES 1048576.0

static double smaller_of_blocks(uint32_t count)
{
    return (double)((count + (1u << OBSTACLE_BLOCK_SHIFT) - 1u) >> OBSTACLE_BLOCK_SHIFT);
}

/// Squares over the box of all circles.
static void choose_squares(talus_obstacles *o)
{
    double west = (double)INFINITY, south = west, east = -west, north = -west;
    for (size_t k = 0; k < o->body_count; k++) {
        const obstacle_body *b = &o->bodies[k];
        west = terrain_smaller(west, b->x - b->reach);
        south = terrain_smaller(south, b->y - b->reach);
        east = terrain_larger(east, b->x + b->reach);
        north = terrain_larger(north, b->y + b->reach);
    }
    if (o->body_count == 0) {
        west = south = east = north = 0.0;
    }
    const double most = terrain_larger(LEAST_SQUARES, 2.0 * (double)o->body_count);
    o->side = LEAST_SIDE;
    while ((floor((east - west) / o->side) + 1.0) * (floor((north - south) / o->side) + 1.0) >
           most) {
        o->side *= 2.0;
    }
    o->x0 = west;
    o->y0 = south;
    o->per_side = 1.0 / o->side;
    o->columns = (uint32_t)floor((east - west) * o->per_side) + 1u;
    o->rows = (uint32_t)floor((north - south) * o->per_side) + 1u;
    o->block_columns = (uint32_t)smaller_of_blocks(o->columns);
    o->block_rows = (uint32_t)smaller_of_blocks(o->rows);
}

static obstacle_squares squares_of_body(const talus_obstacles *o, const obstacle_body *b)
{
    return obstacle_squares_of(o, b->x - b->reach, b->y - b->reach, b->x + b->reach,
                               b->y + b->reach);
}

static void raise(double *top, double value)
{
    *top = *top < value ? value : *top;
}

/// Count or place every body in its squares: after the second pass starts[k] is the end of k - 1.
static void go_over_squares(talus_obstacles *o, bool is_placing)
{
    for (size_t k = 0; k < o->body_count; k++) {
        const obstacle_squares s = squares_of_body(o, &o->bodies[k]);
        for (int64_t j = s.j0; j <= s.j1; j++) {
            for (int64_t i = s.i0; i <= s.i1; i++) {
                const size_t at = (size_t)j * o->columns + (size_t)i;
                if (is_placing) {
                    o->items[o->starts[at]++] = (uint32_t)k;
                } else {
                    o->starts[at + 1]++;
                    raise(&o->tops[at], o->bodies[k].top);
                }
            }
        }
    }
}

bool obstacles_build_grid(talus_obstacles *o)
{
    choose_squares(o);
    const size_t squares = (size_t)o->columns * o->rows;
    const size_t blocks = (size_t)o->block_columns * o->block_rows;
    o->starts = calloc(squares + 1, sizeof *o->starts);
    o->tops = malloc(squares * sizeof *o->tops);
    o->block_tops = malloc(blocks * sizeof *o->block_tops);
    if (o->starts == NULL || o->tops == NULL || o->block_tops == NULL) {
        return false;
    }
    for (size_t k = 0; k < squares; k++) {
        o->tops[k] = -(double)INFINITY;
    }
    for (size_t k = 0; k < blocks; k++) {
        o->block_tops[k] = -(double)INFINITY;
    }
    go_over_squares(o, false);
    for (size_t k = 0; k < squares; k++) {
        o->starts[k + 1] += o->starts[k];
        const size_t i = k % o->columns, j = k / o->columns;
        raise(&o->block_tops[(j >> OBSTACLE_BLOCK_SHIFT) * o->block_columns +
                             (i >> OBSTACLE_BLOCK_SHIFT)],
              o->tops[k]);
    }
    o->items = malloc((o->starts[squares] + 1u) * sizeof *o->items);
    if (o->items == NULL) {
        return false;
    }
    go_over_squares(o, true);
    for (size_t k = squares; k > 0; k--) {
        o->starts[k] = o->starts[k - 1];
    }
    o->starts[0] = 0;
    return true;
}

static double top_of(const double *tops, uint32_t columns, obstacle_squares s)
{
    double top = -(double)INFINITY;
    for (int64_t j = s.j0; j <= s.j1; j++) {
        for (int64_t i = s.i0; i <= s.i1; i++) {
            raise(&top, tops[(size_t)j * columns + (size_t)i]);
        }
    }
    return top;
}

double obstacles_top(const talus_obstacles *o, double west, double south, double east, double north)
{
    const obstacle_squares s = obstacle_squares_of(o, west, south, east, north);
    if (s.i1 - s.i0 < (1 << OBSTACLE_BLOCK_SHIFT) && s.j1 - s.j0 < (1 << OBSTACLE_BLOCK_SHIFT)) {
        return top_of(o->tops, o->columns, s);
    }
    if (s.i0 > s.i1 || s.j0 > s.j1) {
        return -(double)INFINITY;
    }
    const obstacle_squares blocks = {s.i0 >> OBSTACLE_BLOCK_SHIFT, s.i1 >> OBSTACLE_BLOCK_SHIFT,
                                     s.j0 >> OBSTACLE_BLOCK_SHIFT, s.j1 >> OBSTACLE_BLOCK_SHIFT};
    return top_of(o->block_tops, o->block_columns, blocks);
}

/// Begin the squares of row j at column i, or of the rows behind it.
static void enter_square(obstacle_walk *w)
{
    const talus_obstacles *o = w->obstacles;
    for (; w->j <= w->squares.j1; w->j++, w->i = w->squares.i0) {
        for (; w->i <= w->squares.i1; w->i++) {
            const size_t at = (size_t)w->j * o->columns + (size_t)w->i;
            if (o->tops[at] > w->low) {
                w->at = o->starts[at];
                w->end = o->starts[at + 1];
                return;
            }
        }
    }
    w->at = w->end = 0;
}

obstacle_walk obstacle_walk_over(const talus_obstacles *o, double west, double south, double east,
                                 double north, double low)
{
    obstacle_walk w = {
        .obstacles = o, .squares = obstacle_squares_of(o, west, south, east, north), .low = low};
    w.i = w.squares.i0;
    w.j = w.squares.j0;
    enter_square(&w);
    return w;
}

const obstacle_body *obstacle_walk_next(obstacle_walk *w)
{
    const talus_obstacles *o = w->obstacles;
    while (w->j <= w->squares.j1) {
        while (w->at < w->end) {
            const obstacle_body *body = &o->bodies[o->items[w->at++]];
            const obstacle_squares s = squares_of_body(o, body);
            // a body in several squares is handed out in the first of them that is searched
            if (body->top > w->low && w->i == (s.i0 > w->squares.i0 ? s.i0 : w->squares.i0) &&
                w->j == (s.j0 > w->squares.j0 ? s.j0 : w->squares.j0)) {
                return body;
            }
        }
        w->i++;
        enter_square(w);
    }
    return NULL;
}

/// Twice the area of (a, b, p): > 0 left of the way from a to b.
static double side_of(const double a[2], const double b[2], double x, double y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/// Both ends of a piece are on one side of the way, or both ends of the way on one of the piece:
/// no crossing. A point on a line counts as left of it.
static bool cross_piece(const obstacle_piece *p, const double from[2], const double to[2],
                        obstacle_crossing *crossing)
{
    const double a[2] = {p->x0, p->y0}, b[2] = {p->x1, p->y1};
    const double begin = side_of(a, b, from[0], from[1]), end = side_of(a, b, to[0], to[1]);
    const double first = side_of(from, to, a[0], a[1]), second = side_of(from, to, b[0], b[1]);
    if ((begin >= 0.0) == (end >= 0.0) || (first >= 0.0) == (second >= 0.0)) {
        return false;
    }
    const double along = first / (first - second);
    crossing->at = begin / (begin - end);
    crossing->top = p->z0 + along * (p->z1 - p->z0);
    return true;
}

bool obstacles_cross(const talus_obstacles *o, const double from[2], const double to[2],
                     double after, obstacle_crossing *crossing)
{
    obstacle_walk walk = obstacle_walk_over(
        o, terrain_smaller(from[0], to[0]), terrain_smaller(from[1], to[1]),
        terrain_larger(from[0], to[0]), terrain_larger(from[1], to[1]), -(double)INFINITY);
    const obstacle_body *body;
    bool is_found = false;
    while ((body = obstacle_walk_next(&walk)) != NULL) {
        obstacle_crossing one = {.net = body->index};
        if (body->kind == TALUS_OBSTACLE_NET &&
            cross_piece(&o->pieces[body->piece], from, to, &one) && one.at > after &&
            (!is_found || one.at < crossing->at ||
             (one.at == crossing->at && one.net < crossing->net))) {
            *crossing = one;
            is_found = true;
        }
    }
    return is_found;
}
