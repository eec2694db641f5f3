// SPDX-License-Identifier: GPL-3.0-or-later
/// @file obstacles.h
/// The index of stems, walls and nets in the plane, and their shapes on the terrain. It knows
/// places and heights; it refuses to know rocks.
///
///   grid of squares, each with the obstacles whose circle touches its box, and their highest top;
///   blocks of 8 x 8 squares with the highest top
#ifndef TALUS_SRC_PHYSICS_SITE_OBSTACLES_H
#define TALUS_SRC_PHYSICS_SITE_OBSTACLES_H

#include "talus/site.h"

#include <math.h>

/// A stem, or a piece of a wall or net, as the index sees it.
typedef struct obstacle_body {
    double x, y;    ///< m, middle
    double reach;   ///< m, of the circle about it that holds all of it; a stem's radius
    double top;     ///< m, highest point; infinite for nets, which count rocks over them too
    uint32_t index; ///< of the stem, wall or net in the list
    uint32_t piece; ///< of walls and nets
    talus_obstacle_kind kind;
} obstacle_body;

/// Faces of a piece of a wall: sides, its two ends, the crest.
enum {
    OBSTACLE_LEFT,
    OBSTACLE_RIGHT,
    OBSTACLE_BEGIN,
    OBSTACLE_END,
    OBSTACLE_CREST,
    OBSTACLE_FACES
};

/// What is behind a face: the open, the same wall straight on, or the wall round a bend.
typedef enum obstacle_joint { OBSTACLE_OPEN, OBSTACLE_STRAIGHT, OBSTACLE_BEND } obstacle_joint;

/// A piece of a line: a segment over ground whose height runs evenly from `z0` to `z1`.
typedef struct obstacle_piece {
    double x0, y0, x1, y1;                 ///< m
    double z0, z1;                         ///< m, of the crest, or of the net's upper rope
    double normals[OBSTACLE_FACES][3];     ///< outward, unit; of walls
    double offsets[OBSTACLE_FACES];        ///< normal . x of the face
    obstacle_joint joints[OBSTACLE_FACES]; ///< whether the wall goes on behind the face
} obstacle_piece;

enum { OBSTACLE_BLOCK_SHIFT = 3 };

struct talus_obstacles {
    talus_obstacle_list list; ///< own copies
    size_t body_count, piece_count;
    obstacle_body *bodies;
    obstacle_piece *pieces;
    double *wall_lengths, *net_lengths; ///< m
    size_t standing;
    double x0, y0, side, per_side; ///< m, of the grid
    uint32_t columns, rows, block_columns, block_rows;
    uint32_t *starts;   ///< (rows x columns + 1) into items
    uint32_t *items;    ///< bodies
    double *tops;       ///< (rows x columns) m, -infinity where there is nothing
    double *block_tops; ///< (block_rows x block_columns)
};

/// Squares that a rectangle touches; empty when i0 > i1 or j0 > j1.
typedef struct obstacle_squares {
    int64_t i0, i1, j0, j1;
} obstacle_squares;

static inline int64_t obstacle_square(double x, double count)
{
    // the last comparison also catches NaN
    return x < 0.0 ? -1 : x < count ? (int64_t)x : (int64_t)count;
}

static inline obstacle_squares obstacle_squares_of(const talus_obstacles *o, double west,
                                                   double south, double east, double north)
{
    const double columns = (double)o->columns, rows = (double)o->rows;
    const int64_t i0 = obstacle_square((west - o->x0) * o->per_side, columns);
    const int64_t i1 = obstacle_square((east - o->x0) * o->per_side, columns);
    const int64_t j0 = obstacle_square((south - o->y0) * o->per_side, rows);
    const int64_t j1 = obstacle_square((north - o->y0) * o->per_side, rows);
    return (obstacle_squares){i0 < 0 ? 0 : i0, i1 < o->columns ? i1 : (int64_t)o->columns - 1,
                              j0 < 0 ? 0 : j0, j1 < o->rows ? j1 : (int64_t)o->rows - 1};
}

/// Upper bound of the tops of all that stands in a rectangle; -infinity when nothing does.
double obstacles_top(const talus_obstacles *o, double west, double south, double east,
                     double north);

/// The bodies of a rectangle that reach higher than `low`, each once, in a fixed order.
typedef struct obstacle_walk {
    const talus_obstacles *obstacles;
    obstacle_squares squares;
    double low;
    int64_t i, j;
    uint32_t at, end;
} obstacle_walk;
obstacle_walk obstacle_walk_over(const talus_obstacles *o, double west, double south, double east,
                                 double north, double low);
/// @return NULL at the end
const obstacle_body *obstacle_walk_next(obstacle_walk *walk);

/// Friction and restitution on a stem or wall.
static inline const talus_obstacle_law *obstacle_law_of(const talus_obstacles *o,
                                                        const obstacle_body *body)
{
    return body->kind == TALUS_OBSTACLE_WALL ? &o->list.walls[body->index].law : &o->list.stem_law;
}

/// Half the thickness of a stem or wall, m.
static inline double obstacle_half_width(const talus_obstacles *o, const obstacle_body *body)
{
    return body->kind == TALUS_OBSTACLE_WALL ? 0.5 * o->list.walls[body->index].width : body->reach;
}

/// A crossing of the way from (x0, y0) to (x1, y1) with a net.
typedef struct obstacle_crossing {
    double at;    ///< share of the way
    double top;   ///< m, of the net there
    uint32_t net; ///< index
} obstacle_crossing;
/// The first crossing behind `after`. A point on a net belongs to its left side, so that a way in
/// two parts crosses as often as the whole.
/// @return false without one
bool obstacles_cross(const talus_obstacles *o, const double from[2], const double to[2],
                     double after, obstacle_crossing *crossing);

#endif
