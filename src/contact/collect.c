// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: what touches in a pose, before it is thinned. [docs/detection.md]
#include "contact/contact_internal.h"

/// Slopes up to 75 degrees make a vertical gap four times the true one at most.
#define STEEPEST 4.0
/// A face that looks up by more than this has no ground under it that could have come through it.
#define FACE_UP 0.5
/// Sine of the angle by which the ground may rise over a face from a node that it touches.
#define SLANT 0.02
/// A patch must be that many times nearer than an edge's own normal to replace it.
#define MUCH_NEARER 2.0
/// Smallest bend of a gap along an edge, m per m, that is not round-off.
#define LEAST_BEND 1e-7

typedef struct collector {
    const talus_site *site;
    const contact_body *body;
    talus_vec3 r;
    const talus_mat3 *a;
    contact_span span; ///< of the nodes around the rock
    double margin;     ///< m
    double clearance;  ///< m, of S over a plane that no node is above,
    talus_vec3 up;     ///< and its growth per m of the body
    size_t limit;      ///< places for candidates of the kind under way
    contact_candidates *found;
} collector;

/// Feature numbers: kind of place in the two upper bits.
static uint64_t make_key(uint64_t kind, uint64_t high, uint64_t low)
{
    return kind << 62 | (high & 0x3fffffffu) << 32 | (low & 0xffffffffu);
}

/// Keep a candidate; when all places for its kind are taken, the shallowest makes room.
static void keep(const collector *c, const contact_point *point)
{
    contact_candidates *found = c->found;
    found->depth = point->depth > found->depth ? point->depth : found->depth;
    if (found->count < c->limit) {
        found->points[found->count++] = *point;
        return;
    }
    size_t shallowest = found->vertex_count;
    for (size_t k = shallowest + 1; k < found->count; k++) {
        if (found->points[k].depth < found->points[shallowest].depth) {
            shallowest = k;
        }
    }
    if (found->points[shallowest].depth < point->depth) {
        found->points[shallowest] = *point;
    }
}

/// Take a place with its signed distance. A normal that would push the rock over S, not away from
/// the ground, belongs to the far side of a thin ridge and is refused.
static void take_place(const collector *c, contact_point *point, double distance)
{
    contact_candidates *found = c->found;
    found->min_gap = distance < found->min_gap ? distance : found->min_gap;
    if (distance <= 0.0 && vec3_dot(vec3_sub(point->foot, c->r), point->normal) < 0.0) {
        point->depth = -distance;
        keep(c, point);
    }
}

static talus_vec3 patch_normal(double dzdx, double dzdy)
{
    const double scale = 1.0 / sqrt(dzdx * dzdx + dzdy * dzdy + 1.0);
    return vec3(-scale * dzdx, -scale * dzdy, scale);
}

/// Signed distance of q to the tangent plane of the surface over (x, y). @return false: no surface
static bool find_plane(const talus_terrain *terrain, talus_vec3 q, double x, double y,
                       talus_vec3 *normal, double *distance)
{
    double z = 0.0, dzdx = 0.0, dzdy = 0.0;
    if (terrain_surface(terrain, x, y, &z, &dzdx, &dzdy) != TALUS_INSIDE) {
        return false;
    }
    *normal = patch_normal(dzdx, dzdy);
    *distance = vec3_dot(vec3_sub(q, vec3(x, y, z)), *normal);
    return true;
}

/// The patch under the vertex says whether it is in the ground; the patch at its foot on that
/// plane may be nearer.
static void take_vertex(const collector *c, size_t k, talus_vec3 q)
{
    talus_vec3 near_normal;
    double distance = 0.0, near_distance = 0.0;
    contact_point point = {.key = k, .lever = c->body->vertices[k], .foot = q};
    if (!find_plane(c->site->terrain, q, q.x, q.y, &point.normal, &distance) ||
        distance > c->margin) {
        return;
    }
    const talus_vec3 foot = vec3_axpy(q, -distance, point.normal);
    const talus_vec3 lever = vec3_sub(q, c->r);
    if (find_plane(c->site->terrain, q, foot.x, foot.y, &near_normal, &near_distance) &&
        (near_distance <= 0.0) == (distance <= 0.0) && fabs(near_distance) < fabs(distance) &&
        vec3_dot(lever, near_normal) < 0.0) {
        point.normal = near_normal;
        distance = near_distance;
    }
    take_place(c, &point, distance);
}

/// Whether a place of the body is not clear of the plane over all nodes.
static bool may_touch(const collector *c, talus_vec3 x)
{
    return c->clearance + vec3_dot(c->up, x) <= STEEPEST * c->margin;
}

static void collect_vertices(const collector *c)
{
    const contact_body *body = c->body;
    for (size_t k = 0; k < body->vertex_count; k++) {
        if (may_touch(c, body->vertices[k])) {
            take_vertex(c, k, vec3_add(c->r, mat3_mulv(c->a, body->vertices[k])));
        }
    }
}

/// Against a face, out of the ground: a height field never pushes down.
static talus_vec3 turn_out(const talus_mat3 *a, talus_vec3 face_normal)
{
    const talus_vec3 n = vec3_scale(-1.0, mat3_mulv(a, face_normal));
    if (n.z >= 0.0) {
        return n;
    }
    const double scale = 1.0 / sqrt(n.x * n.x + n.y * n.y);
    return vec3(scale * n.x, scale * n.y, 0.0);
}

/// Largest distance of a place over the faces: positive outside. Stops once clear.
static double find_outside(const collector *c, talus_vec3 x)
{
    double outside = -(double)INFINITY;
    for (size_t f = 0; f < c->body->face_count && outside <= c->margin; f++) {
        const double distance = vec3_dot(c->body->faces[f].normal, x) - c->body->faces[f].offset;
        outside = distance > outside ? distance : outside;
    }
    return outside;
}

/// Ways from a node along the lines of the terrain.
typedef struct ways {
    size_t count;
    talus_vec3 d[6]; ///< unit
} ways;

static void find_ways(const talus_terrain *terrain, int64_t i, int64_t j, double z, ways *out)
{
    static const int steps[6][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, -1}};
    out->count = 0;
    for (size_t k = 0; k < (terrain->is_triangulated ? 6u : 4u); k++) {
        const int64_t ni = i + steps[k][0], nj = j + steps[k][1];
        if (ni < 0 || nj < 0 || ni > (int64_t)terrain->cells_x || nj > (int64_t)terrain->cells_y) {
            continue;
        }
        const talus_vec3 d = vec3(steps[k][0] * terrain->cell, steps[k][1] * terrain->cell,
                                  contact_node_height(terrain, ni, nj) - z);
        if (!isnan(d.z)) {
            out->d[out->count++] = vec3_scale(1.0 / vec3_norm(d), d);
        }
    }
}

/// Face of least penetration among those that the ground around the node allows: all ways from the
/// node lead away from the face.
static bool find_face(const collector *c, talus_vec3 x, const ways *from, talus_vec3 *normal)
{
    double distance = -(double)INFINITY;
    for (size_t f = 0; f < c->body->face_count; f++) {
        const contact_face *face = &c->body->faces[f];
        const double nearer = vec3_dot(face->normal, x) - face->offset;
        if (nearer <= distance || contact_up(c->a, face->normal) > FACE_UP) {
            continue;
        }
        const talus_vec3 n = turn_out(c->a, face->normal);
        bool leads_away = true;
        for (size_t k = 0; k < from->count; k++) {
            leads_away = leads_away && vec3_dot(n, from->d[k]) <= SLANT;
        }
        if (leads_away) {
            distance = nearer;
            *normal = n;
        }
    }
    return distance > -c->body->inner_radius;
}

static void take_node(const collector *c, int64_t i, int64_t j, talus_vec3 q, talus_vec3 offset)
{
    const talus_terrain *terrain = c->site->terrain;
    contact_point point = {
        .key = make_key(1, (uint64_t)i, (uint64_t)j), .lever = mat3_tmulv(c->a, offset), .foot = q};
    const double outside = find_outside(c, point.lever);
    if (outside > c->margin || !contact_node_is_on_surface(terrain, i, j)) {
        return;
    }
    ways from;
    find_ways(terrain, i, j, q.z, &from);
    if (find_face(c, point.lever, &from, &point.normal)) {
        take_place(c, &point, outside);
    }
}

static void collect_nodes(const collector *c)
{
    const talus_terrain *terrain = c->site->terrain;
    const double reach = c->body->radius + c->margin;
    for (int64_t j = c->span.j0; j <= c->span.j1; j++) {
        const double y = terrain->y0 + (double)j * terrain->cell, dy = y - c->r.y;
        for (int64_t i = c->span.i0; i <= c->span.i1; i++) {
            const double x = terrain->x0 + (double)i * terrain->cell, dx = x - c->r.x;
            const double rest = reach * reach - dx * dx - dy * dy;
            if (rest < 0.0) {
                continue;
            }
            const double z = contact_node_height(terrain, i, j), dz = z - c->r.z;
            if (dz * dz <= rest) {
                take_node(c, i, j, vec3(x, y, z), vec3(dx, dy, dz));
            }
        }
    }
}

/// -n inside the normal cone of the edge, else the normal of the nearer face.
///   left face runs from a to b: it extends along (normal x t) from the edge, the right one along
///   (t x normal)
static talus_vec3 into_cone(const collector *c, const contact_edge *edge, talus_vec3 n)
{
    const talus_vec3 left = c->body->faces[edge->left].normal;
    const talus_vec3 right = c->body->faces[edge->right].normal;
    const talus_vec3 t = vec3_sub(c->body->vertices[edge->b], c->body->vertices[edge->a]);
    const talus_vec3 m = vec3_scale(-1.0, mat3_tmulv(c->a, n));
    if (vec3_dot(m, vec3_cross(left, t)) > 0.0) {
        return vec3_scale(-1.0, mat3_mulv(c->a, left));
    }
    if (vec3_dot(m, vec3_cross(t, right)) > 0.0) {
        return vec3_scale(-1.0, mat3_mulv(c->a, right));
    }
    return n;
}

/// Normal of a place on an edge where n is normal to both surfaces and inside the cone of the
/// terrain's line. Deep in a steep ridge a patch beside the line may be far nearer; and a face that
/// looks up has no ground under it.
static talus_vec3 choose_normal(const collector *c, const contact_edge *edge, talus_vec3 lever,
                                talus_vec3 n, const talus_vec3 patches[2])
{
    talus_vec3 chosen = into_cone(c, edge, n);
    for (size_t k = 0; k < 2; k++) {
        const bool is_nearer = patches[k].z * MUCH_NEARER < chosen.z || chosen.z <= 0.0;
        if (is_nearer && vec3_dot(lever, mat3_tmulv(c->a, patches[k])) < 0.0) {
            chosen = patches[k];
        }
    }
    return chosen;
}

/// Direction of the terrain's line at the begin of a piece.
static talus_vec3 line_direction(const contact_walk *walk, const contact_piece *piece)
{
    const double u = walk->u + piece->begin * walk->du - (double)piece->i;
    const double v = walk->v + piece->begin * walk->dv - (double)piece->j;
    const double cell = walk->terrain->cell;
    const double east = piece->patch.a + v * piece->patch.c;
    const double north = piece->patch.b + u * piece->patch.c;
    if (piece->line == CONTACT_LINE_X) {
        return vec3(0.0, cell, north);
    }
    return piece->line == CONTACT_LINE_Y ? vec3(cell, 0.0, east) : vec3(cell, cell, east + north);
}

/// Normal of a piece's patch at s.
static talus_vec3 normal_at(const contact_walk *walk, const contact_piece *piece, double s)
{
    const double u = walk->u + s * walk->du - (double)piece->i;
    const double v = walk->v + s * walk->dv - (double)piece->j;
    const double per_cell = walk->terrain->per_cell;
    return patch_normal((piece->patch.a + v * piece->patch.c) * per_cell,
                        (piece->patch.b + u * piece->patch.c) * per_cell);
}

/// A place on an edge where the vertical gap has a minimum. All distances are the vertical gap
/// along the normal; the smallest is the true one.
static void take_edge(const collector *c, size_t e, const contact_walk *walk,
                      const contact_piece *piece, double s, double gap, talus_vec3 n,
                      const talus_vec3 patches[2])
{
    const contact_edge *edge = &c->body->edges[e];
    const talus_vec3 x = c->body->vertices[edge->a];
    const uint64_t place = (uint64_t)piece->i << 16 ^ (uint64_t)piece->j << 2 ^ piece->line;
    contact_point point = {
        .key = make_key(2, e, place),
        .lever = vec3_axpy(x, s, vec3_sub(c->body->vertices[edge->b], x)),
        .foot = vec3_axpy(walk->a, s, walk->d),
    };
    point.normal = choose_normal(c, edge, point.lever, n, patches);
    take_place(c, &point, gap * point.normal.z);
}

/// Minimum of the gap on a line of the terrain: edge on edge.
static void take_crossing(const collector *c, size_t e, const contact_walk *walk,
                          const contact_piece *before, const contact_piece *piece)
{
    const talus_vec3 n = vec3_cross(walk->d, line_direction(walk, piece));
    const double length = vec3_norm(n);
    if (length > 1e-9 * vec3_norm(walk->d) * walk->terrain->cell && n.z != 0.0) {
        const double scale = (n.z > 0.0 ? 1.0 : -1.0) / length;
        const talus_vec3 patches[2] = {normal_at(walk, before, before->end),
                                       normal_at(walk, piece, piece->begin)};
        take_edge(c, e, walk, piece, piece->begin, piece->gap_begin, vec3_scale(scale, n), patches);
    }
}

/// Minimum of the gap inside a patch that bulges along the edge.
static void take_bulge(const collector *c, size_t e, const contact_walk *walk,
                       const contact_piece *piece)
{
    const double turn = piece->slope_begin / (piece->slope_begin - piece->slope_end);
    const double length = piece->end - piece->begin, s = piece->begin + turn * length;
    const double gap = piece->gap_begin + 0.5 * piece->slope_begin * turn * length;
    const talus_vec3 n = normal_at(walk, piece, s), patches[2] = {n, n};
    take_edge(c, e, walk, piece, s, gap, n, patches);
}

static void walk_edge(const collector *c, size_t e, talus_vec3 from, talus_vec3 to)
{
    const double highest = STEEPEST * c->margin;
    contact_walk walk;
    contact_piece piece, before = {.slope_end = (double)NAN};
    contact_walk_start(&walk, c->site->terrain, from, to);
    const double bend = LEAST_BEND * vec3_norm(walk.d);
    while (contact_walk_next(&walk, &piece)) {
        if (before.slope_end < 0.0 && piece.slope_begin >= 0.0 && piece.gap_begin <= highest &&
            piece.slope_begin - before.slope_end > bend) {
            take_crossing(c, e, &walk, &before, &piece);
        }
        if (piece.slope_begin < 0.0 && piece.slope_end > 0.0 &&
            piece.slope_end - piece.slope_begin > bend) {
            take_bulge(c, e, &walk, &piece);
        }
        before = piece;
    }
}

static void collect_edges(const collector *c)
{
    const contact_body *body = c->body;
    for (size_t e = 0; e < body->edge_count; e++) {
        const contact_edge *edge = &body->edges[e];
        const talus_vec3 x = body->vertices[edge->a], y = body->vertices[edge->b];
        if ((!may_touch(c, x) && !may_touch(c, y)) ||
            (contact_up(c->a, body->faces[edge->left].normal) > 0.0 &&
             contact_up(c->a, body->faces[edge->right].normal) > 0.0)) {
            continue;
        }
        walk_edge(c, e, vec3_add(c->r, mat3_mulv(c->a, x)), vec3_add(c->r, mat3_mulv(c->a, y)));
    }
}

/// @return false when the rock is clear of everything around it
static bool find_clearance(collector *c)
{
    const talus_terrain *terrain = c->site->terrain;
    const talus_vec3 r = c->r;
    const double radius = c->body->radius;
    if (r.z - radius - c->margin >
        terrain_upper_bound(terrain, r.x - radius, r.y - radius, r.x + radius, r.y + radius)) {
        return false;
    }
    c->span = contact_nodes_near(terrain, r, radius + c->margin);
    const contact_cover cover = contact_cover_nodes(terrain, &c->span, r);
    const talus_vec3 up = vec3(-cover.east, -cover.north, 1.0);
    c->clearance = r.z - cover.height;
    c->up = mat3_tmulv(c->a, up);
    return c->clearance - radius * vec3_norm(up) <= STEEPEST * c->margin;
}

void contact_collect(const talus_site *site, const contact_body *body, talus_vec3 r,
                     const talus_mat3 *a, double margin, contact_candidates *found)
{
    found->count = found->vertex_count = 0;
    found->min_gap = (double)INFINITY;
    found->depth = 0.0;
    collector c = {.site = site,
                   .body = body,
                   .r = r,
                   .a = a,
                   .margin = margin,
                   .limit = CONTACT_CANDIDATES / 2,
                   .found = found};
    if (!find_clearance(&c)) {
        return;
    }
    collect_vertices(&c);
    found->vertex_count = found->count;
    c.limit = CONTACT_CANDIDATES;
    if (body->face_count > 0) {
        collect_nodes(&c);
        collect_edges(&c);
    }
}
