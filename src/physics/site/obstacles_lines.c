// SPDX-License-Identifier: GPL-3.0-or-later
// Walls and nets as pieces over the cells of the ground: a wall's are prisms, mitred at the bends.
#include "physics/site/obstacles_internal.h"

#include <stdio.h>

/// Cosine of the sharpest bend, 150 degrees: a mitre is four half widths long there.
#define SHARPEST (-0.866025403784438647)

/// A line that is being cut.
typedef struct line_cut {
    talus_obstacles *o;
    const talus_terrain *terrain;
    const talus_line *line;
    double height, width; ///< m; width 0: a net
    uint32_t index;
    double *length; ///< m, of the parts that stand
} line_cut;

/// Direction of segment k of a line without repeated points.
static void direction_of(const talus_line *line, size_t k, double d[2])
{
    const double length = line_segment_length(line, k);
    d[0] = (line->xy[2 * k + 2] - line->xy[2 * k]) / length;
    d[1] = (line->xy[2 * k + 3] - line->xy[2 * k + 1]) / length;
}

/// Normal of the plane in which segments k - 1 and k meet; at the ends square to the line.
static void joint_normal(const talus_line *line, size_t k, double normal[2])
{
    double before[2], after[2];
    direction_of(line, k > 0 ? k - 1 : 0, before);
    direction_of(line, k + 1 < line->count ? k : k - 1, after);
    const double x = before[0] + after[0], y = before[1] + after[1];
    const double length = sqrt(x * x + y * y);
    normal[0] = x / length;
    normal[1] = y / length;
}

static talus_status check_bends(const talus_line *line, const char *what, talus_error *error)
{
    for (size_t k = 1; k + 1 < line->count; k++) {
        double before[2], after[2];
        direction_of(line, k - 1, before);
        direction_of(line, k, after);
        if (before[0] * after[0] + before[1] * after[1] < SHARPEST) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "%s '%.63s' turns back by more than 150 degrees at its point "
                                   "%zu, expected a line that can be mitred: split it there",
                                   what, line->name, k + 1);
        }
    }
    return TALUS_OK;
}

static void set_face(obstacle_piece *p, int face, const double normal[3], const double at[3])
{
    for (int i = 0; i < 3; i++) {
        p->normals[face][i] = normal[i];
    }
    p->offsets[face] = normal[0] * at[0] + normal[1] * at[1] + normal[2] * at[2];
}

/// Distance from the middle to the farthest corner of a wall's piece, in the plane.
static double reach_of(const obstacle_piece *p, double half, double x, double y)
{
    double reach2 = 0.0;
    const double *n = p->normals[OBSTACLE_LEFT];
    for (int corner = 0; corner < 4; corner++) {
        const double *t = p->normals[corner < 2 ? OBSTACLE_BEGIN : OBSTACLE_END];
        // along the end face, until `half` is reached across the line
        const double mx = -t[1], my = t[0];
        const double way = (corner % 2 == 0 ? half : -half) / (mx * n[0] + my * n[1]);
        const double dx = (corner < 2 ? p->x0 : p->x1) + way * mx - x;
        const double dy = (corner < 2 ? p->y0 : p->y1) + way * my - y;
        reach2 = terrain_larger(reach2, dx * dx + dy * dy);
    }
    return sqrt(reach2);
}

static void shape_wall(const line_cut *cut, const double d[2], obstacle_piece *p)
{
    const double half = 0.5 * cut->width, dx = p->x1 - p->x0, dy = p->y1 - p->y0;
    const double slope = (p->z1 - p->z0) / sqrt(dx * dx + dy * dy);
    const double scale = 1.0 / sqrt(1.0 + slope * slope);
    const double left[3] = {-d[1], d[0], 0.0}, right[3] = {d[1], -d[0], 0.0};
    const double on_left[3] = {p->x0 - half * d[1], p->y0 + half * d[0], 0.0};
    const double on_right[3] = {p->x0 + half * d[1], p->y0 - half * d[0], 0.0};
    const double crest[3] = {-scale * slope * d[0], -scale * slope * d[1], scale};
    set_face(p, OBSTACLE_LEFT, left, on_left);
    set_face(p, OBSTACLE_RIGHT, right, on_right);
    set_face(p, OBSTACLE_CREST, crest, (const double[3]){p->x0, p->y0, p->z0});
}

/// The piece from share `a` to share `b` of segment k; nothing where ground is missing at an end.
static void add_piece(const line_cut *cut, size_t k, double a, double b)
{
    talus_obstacles *o = cut->o;
    const double *from = cut->line->xy + 2 * k, *to = from + 2;
    obstacle_piece p = {.x0 = from[0] + a * (to[0] - from[0]),
                        .y0 = from[1] + a * (to[1] - from[1]),
                        .x1 = b == 1.0 ? to[0] : from[0] + b * (to[0] - from[0]),
                        .y1 = b == 1.0 ? to[1] : from[1] + b * (to[1] - from[1])};
    if (terrain_height(cut->terrain, p.x0, p.y0, &p.z0) != TALUS_INSIDE ||
        terrain_height(cut->terrain, p.x1, p.y1, &p.z1) != TALUS_INSIDE) {
        return;
    }
    p.z0 += cut->height;
    p.z1 += cut->height;
    obstacle_body body = {.x = 0.5 * (p.x0 + p.x1),
                          .y = 0.5 * (p.y0 + p.y1),
                          .top = (double)INFINITY,
                          .index = cut->index,
                          .piece = (uint32_t)o->piece_count,
                          .kind = TALUS_OBSTACLE_NET};
    const double length = (b - a) * line_segment_length(cut->line, k);
    body.reach = 0.5 * length;
    if (cut->width > 0.0) {
        double d[2], begin[2], end[2];
        direction_of(cut->line, k, d);
        joint_normal(cut->line, k, begin);
        joint_normal(cut->line, k + 1, end);
        const double *t0 = a == 0.0 ? begin : d, *t1 = b == 1.0 ? end : d;
        shape_wall(cut, d, &p);
        set_face(&p, OBSTACLE_BEGIN, (const double[3]){-t0[0], -t0[1], 0.0},
                 (const double[3]){p.x0, p.y0, 0.0});
        set_face(&p, OBSTACLE_END, (const double[3]){t1[0], t1[1], 0.0},
                 (const double[3]){p.x1, p.y1, 0.0});
        p.joints[OBSTACLE_BEGIN] = a > 0.0 ? OBSTACLE_STRAIGHT
                                   : k > 0 ? OBSTACLE_BEND
                                           : OBSTACLE_OPEN;
        p.joints[OBSTACLE_END] = b < 1.0                    ? OBSTACLE_STRAIGHT
                                 : k + 2 < cut->line->count ? OBSTACLE_BEND
                                                            : OBSTACLE_OPEN;
        body.kind = TALUS_OBSTACLE_WALL;
        body.reach = reach_of(&p, 0.5 * cut->width, body.x, body.y);
        body.top =
            terrain_larger(p.z0, p.z1) + (body.reach - 0.5 * length) * fabs(p.z1 - p.z0) / length;
    }
    *cut->length += length;
    o->pieces[o->piece_count++] = p;
    o->bodies[o->body_count++] = body;
}

static bool cut_line(const line_cut *cut)
{
    const double cell = talus_terrain_base_grid(cut->terrain)->cell;
    for (size_t k = 0; k + 1 < cut->line->count; k++) {
        const double parts = -floor(-line_segment_length(cut->line, k) / cell);
        const size_t count = parts < 1.0 ? 1 : parts < 1e7 ? (size_t)parts : 10000000;
        if (!obstacles_reserve(cut->o, count, count)) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            add_piece(cut, k, (double)i / (double)count,
                      i + 1 == count ? 1.0 : (double)(i + 1) / (double)count);
        }
    }
    return true;
}

talus_status obstacles_cut_lines(talus_obstacles *o, const talus_terrain *terrain,
                                 talus_error *error)
{
    bool has_room = true;
    for (size_t k = 0; k < o->list.wall_count && has_room; k++) {
        const talus_wall *wall = &o->list.walls[k];
        const talus_status status = check_bends(&wall->line, "wall", error);
        if (status != TALUS_OK) {
            return status;
        }
        has_room = cut_line(&(line_cut){.o = o,
                                        .terrain = terrain,
                                        .line = &wall->line,
                                        .height = wall->height,
                                        .width = wall->width,
                                        .index = (uint32_t)k,
                                        .length = &o->wall_lengths[k]});
    }
    for (size_t k = 0; k < o->list.net_count && has_room; k++) {
        const talus_net *net = &o->list.nets[k];
        has_room = cut_line(&(line_cut){.o = o,
                                        .terrain = terrain,
                                        .line = &net->line,
                                        .height = net->height,
                                        .index = (uint32_t)k,
                                        .length = &o->net_lengths[k]});
    }
    return has_room ? TALUS_OK
                    : talus_error_set(error, TALUS_ERROR_MEMORY,
                                      "out of memory for the pieces of walls and nets");
}
