// SPDX-License-Identifier: GPL-3.0-or-later
// A straight line over the cells of the surface: pieces on which its gap is quadratic.
#include "physics/contact/contact_internal.h"

/// Lines crossed by a coordinate that starts at w and moves by dw over the segment.
static void start_family(contact_walk *walk, int k, double w, double dw)
{
    walk->by[k] = dw > 0.0 ? 1.0 : dw < 0.0 ? -1.0 : 0.0;
    walk->line[k] = dw > 0.0 ? contact_floor(w) + 1.0 : -contact_floor(-w) - 1.0;
    walk->next[k] = dw == 0.0 ? (double)INFINITY : (walk->line[k] - w) / dw;
}

void contact_walk_start(contact_walk *walk, const talus_terrain *terrain, talus_vec3 a,
                        talus_vec3 b)
{
    walk->terrain = terrain;
    walk->a = a;
    walk->d = vec3_sub(b, a);
    walk->u = (a.x - terrain->x0) * terrain->per_cell;
    walk->v = (a.y - terrain->y0) * terrain->per_cell;
    walk->du = walk->d.x * terrain->per_cell;
    walk->dv = walk->d.y * terrain->per_cell;
    walk->kind = CONTACT_LINE_NONE;
    const double far = fabs(walk->u) + fabs(walk->v) + fabs(walk->du) + fabs(walk->dv);
    walk->s = far < CONTACT_FAR ? 0.0 : 1.0;
    if (walk->s > 0.0) {
        return; // no surface there
    }
    start_family(walk, 0, walk->u, walk->du);
    start_family(walk, 1, walk->v, walk->dv);
    start_family(walk, 2, walk->u - walk->v, terrain->is_triangulated ? walk->du - walk->dv : 0.0);
}

static void advance_family(contact_walk *walk, int k)
{
    const double w = k == 0 ? walk->u : k == 1 ? walk->v : walk->u - walk->v;
    const double dw = k == 0 ? walk->du : k == 1 ? walk->dv : walk->du - walk->dv;
    walk->line[k] += walk->by[k];
    walk->next[k] = (walk->line[k] - w) / dw;
}

static int nearest_family(const contact_walk *walk)
{
    const int k = walk->next[1] < walk->next[0] ? 1 : 0;
    return walk->next[2] < walk->next[k] ? 2 : k;
}

/// Gap and slope at s on the patch of the piece.
static void look(const contact_walk *w, const contact_piece *piece, double s, double *gap,
                 double *slope)
{
    const terrain_patch *p = &piece->patch;
    const double u = w->u + s * w->du - (double)piece->i;
    const double v = w->v + s * w->dv - (double)piece->j;
    *gap = w->a.z + s * w->d.z - terrain_patch_height(p, u, v);
    *slope = w->d.z - w->du * (p->a + v * p->c) - w->dv * (p->b + u * p->c);
}

static void fill_piece(const contact_walk *walk, contact_piece *piece)
{
    const double middle = 0.5 * (piece->begin + piece->end);
    const double u = walk->u + middle * walk->du, v = walk->v + middle * walk->dv;
    const double none = (double)NAN;
    piece->gap_begin = piece->gap_end = piece->slope_begin = piece->slope_end = none;
    piece->i = (int64_t)contact_floor(u);
    piece->j = (int64_t)contact_floor(v);
    const double *node = terrain_cell_nodes(walk->terrain, piece->i, piece->j);
    if (node != NULL) {
        piece->patch =
            terrain_patch_at(walk->terrain, node, u - (double)piece->i, v - (double)piece->j);
        look(walk, piece, piece->begin, &piece->gap_begin, &piece->slope_begin);
        look(walk, piece, piece->end, &piece->gap_end, &piece->slope_end);
    }
}

bool contact_walk_next(contact_walk *walk, contact_piece *piece)
{
    static const contact_line lines[3] = {CONTACT_LINE_X, CONTACT_LINE_Y, CONTACT_LINE_DIAGONAL};
    while (walk->s < 1.0) {
        const int k = nearest_family(walk);
        const bool is_crossing = walk->next[k] < 1.0;
        piece->begin = walk->s;
        piece->line = walk->kind;
        piece->end = is_crossing ? walk->next[k] : 1.0;
        walk->s = piece->end;
        if (is_crossing) {
            walk->kind = lines[k];
            advance_family(walk, k);
        }
        // lines that meet in a node leave pieces without length
        if (piece->end - piece->begin > 1e-13) {
            fill_piece(walk, piece);
            return true;
        }
    }
    return false;
}

bool contact_passes_under(const talus_terrain *terrain, talus_vec3 from, talus_vec3 to)
{
    const double low_x = from.x < to.x ? from.x : to.x, high_x = from.x < to.x ? to.x : from.x;
    const double low_y = from.y < to.y ? from.y : to.y, high_y = from.y < to.y ? to.y : from.y;
    const double low_z = from.z < to.z ? from.z : to.z;
    if (low_z > terrain_upper_bound(terrain, low_x, low_y, high_x, high_y)) {
        return false;
    }
    contact_walk walk;
    contact_piece piece;
    contact_walk_start(&walk, terrain, from, to);
    while (contact_walk_next(&walk, &piece)) {
        double lowest = piece.gap_begin < piece.gap_end ? piece.gap_begin : piece.gap_end;
        if (piece.slope_begin < 0.0 && piece.slope_end > 0.0) {
            const double turn = piece.slope_begin / (piece.slope_begin - piece.slope_end);
            lowest = piece.gap_begin + 0.5 * piece.slope_begin * turn * (piece.end - piece.begin);
        }
        if (lowest < 0.0) {
            return true;
        }
    }
    return false;
}
