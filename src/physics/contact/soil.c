// SPDX-License-Identifier: GPL-3.0-or-later
// Compactable soil: depth of the hard plane under it, and what of a rock is in it. [theory 14]
#include "foundation/math/lanes.h"
#include "physics/contact/contact_internal.h"

double contact_scar_depth(const talus_soil *soil, double mass, double v_z)
{
    const double speed = fabs(v_z);
    if (!(soil->modulus > 0.0) || !(speed > 0.0)) {
        return 0.0;
    }
    const double modulus = 1e-3 * soil->modulus; // kN/m^2
    return 0.1 *
           talus_exp(talus_log(mass) / 3.0 - 0.4 * talus_log(modulus) + 0.8 * talus_log(speed));
}

bool contact_is_on_node(const contact_point *point)
{
    return point->key >> 62 == CONTACT_KEY_NODE;
}

bool contact_lower_point(contact_point *point, const talus_mat3 *a, double drop)
{
    point->depth -= drop * point->normal.z;
    if (contact_is_on_node(point)) {
        point->lever = vec3_add(point->lever, mat3_tmulv(a, vec3(0.0, 0.0, -drop)));
        point->foot.z -= drop;
    }
    return point->depth >= 0.0;
}

void contact_lower(contact_candidates *found, const talus_mat3 *a, double drop)
{
    size_t count = 0, vertices = 0;
    found->depth = 0.0;
    for (size_t k = 0; k < found->count; k++) {
        contact_point point = found->points[k];
        if (!contact_lower_point(&point, a, drop)) {
            continue;
        }
        vertices += k < found->vertex_count;
        found->points[count++] = point;
        found->depth = point.depth > found->depth ? point.depth : found->depth;
    }
    found->count = count;
    found->vertex_count = vertices;
}

/// Body coordinates as seen along the direction: x, y across it; height over the plane.
typedef struct view {
    const contact_body *body;
    talus_vec3 across1, across2, direction; ///< right-handed
    bool is_turning;                        ///< second moments are requested
    bool is_small;                          ///< one word holds all edges, and so all faces
    bool has_cap;                           ///< the cut itself may look along the direction
    uint64_t *wet_edges; ///< bits of edges that are not above the plane as a whole
    uint64_t *cut_edges; ///< of those the ones that cross it
    uint64_t *cut_faces; ///< bits of faces whose chords count
} view;

/// A cut that looks away from the direction by more than round-off has no part in the silhouette.
#define LOOKS_AWAY -1e-6

/// What of a set of `count` bits is walked through: whole words.
LANES_PART size_t span_of(const view *w, size_t count)
{
    return w->is_small ? 1 : count;
}

/// Area and second moments of a polygon from its sides, counter-clockwise positive.
typedef struct silhouette {
    double area, xx, xy, yy;
} silhouette;

/// A place across the direction, m.
typedef struct flat {
    double x, y;
} flat;

/// vec3_dot with four vertices, less an offset, m.
LANES_PART void look_along(const loose_lanes *x, const loose_lanes *y, const loose_lanes *z,
                           const talus_vec3 *direction, double offset, lanes *out)
{
    *out = direction->x * *x + direction->y * *y + direction->z * *z - offset;
}

LANES_PART bool is_front(const view *w, uint32_t face)
{
    return vec3_dot(w->body->faces[face].normal, w->direction) > 0.0;
}

LANES_PART void add_side(const view *w, silhouette *sum, double weight, flat p, flat q)
{
    const double cross = weight * (p.x * q.y - p.y * q.x);
    sum->area += cross / 2.0;
    if (!w->is_turning) {
        return;
    }
    sum->xx += cross / 12.0 * (p.x * p.x + p.x * q.x + q.x * q.x);
    sum->yy += cross / 12.0 * (p.y * p.y + p.y * q.y + q.y * q.y);
    sum->xy += cross / 24.0 * (p.x * q.y + 2.0 * p.x * p.y + 2.0 * q.x * q.y + q.x * p.y);
}

/// The boundary of the wet part comes out of one face and goes into another: ends of their chords.
LANES_PART void end_chords(const view *w, flat at, uint32_t out, uint32_t in, bool out_counts)
{
    contact_chord *chords = w->body->chords;
    chords[out].out[0] = at.x;
    chords[out].out[1] = at.y;
    chords[in].in[0] = at.x;
    chords[in].in[1] = at.y;
    w->cut_faces[w->is_small ? 0 : out >> 6] |= (uint64_t)out_counts << (out & 63);
}

/// The wet part of an edge that is not above the plane as a whole: a side of its two faces, which
/// cancel unless one is in front.
LANES_PART void cut_edge(const view *w, const contact_edge *edge, bool is_cut, silhouette *sum)
{
    const bool left_front = is_front(w, edge->left), right_front = is_front(w, edge->right);
    const double *x = w->body->across1, *y = w->body->across2;
    flat p = {x[edge->a], y[edge->a]}, q = {x[edge->b], y[edge->b]};
    if (is_cut) {
        const double from = w->body->heights[edge->a], to = w->body->heights[edge->b];
        const double share = from / (from - to);
        const flat cut = {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
        const bool is_out_right = from > 0.0;
        const uint32_t out = is_out_right ? edge->right : edge->left;
        const uint32_t in = is_out_right ? edge->left : edge->right;
        end_chords(w, cut, out, in, (is_out_right ? right_front : left_front) | w->has_cap);
        p = is_out_right ? cut : p;
        q = is_out_right ? q : cut;
    }
    if (left_front != right_front) {
        add_side(w, sum, left_front ? 1.0 : -1.0, p, q);
    }
}

/// Chords close their faces and, the other way round, bound the cut itself. Faces in the order of
/// their numbers.
LANES_PART void add_chords(const view *w, silhouette *sum)
{
    silhouette cap = {0};
    const size_t count = span_of(w, w->body->face_count);
    for (size_t k = 0; k < count; k += 64) {
        uint64_t cut = w->cut_faces[k >> 6];
        w->cut_faces[k >> 6] = 0;
        for (; cut != 0; cut &= cut - 1) {
            const uint32_t face = (uint32_t)(k + (size_t)__builtin_ctzll(cut));
            const contact_chord *chord = &w->body->chords[face];
            const flat out = {chord->out[0], chord->out[1]}, in = {chord->in[0], chord->in[1]};
            if (w->has_cap) {
                add_side(w, &cap, 1.0, in, out);
            }
            if (!w->has_cap || is_front(w, face)) {
                add_side(w, sum, 1.0, out, in);
            }
        }
    }
    if (cap.area > 0.0) {
        sum->area += cap.area;
        sum->xx += cap.xx;
        sum->xy += cap.xy;
        sum->yy += cap.yy;
    }
}

/// Integral of the square of one component of x cross direction = y across1 - x across2.
LANES_PART double turn_about(const silhouette *s, double across1, double across2)
{
    const double turn =
        s->yy * across1 * across1 - 2.0 * s->xy * across1 * across2 + s->xx * across2 * across2;
    return turn > 0.0 ? turn : 0.0;
}

/// Mark the edges that end in a vertex; those that end in two that are marked are not cut.
LANES_PART void wet_vertex(const view *w, size_t vertex)
{
    const contact_body *body = w->body;
    if (w->is_small) {
        *w->wet_edges |= body->star_bits[vertex];
        *w->cut_edges ^= body->star_bits[vertex];
        return;
    }
    const uint32_t *edge = body->star_edges + body->star_starts[vertex];
    for (const uint32_t *end = body->star_edges + body->star_starts[vertex + 1]; edge < end;
         edge++) {
        const uint64_t bit = UINT64_C(1) << (*edge & 63);
        w->wet_edges[*edge >> 6] |= bit;
        w->cut_edges[*edge >> 6] ^= bit;
    }
}

/// All vertices: heights over the plane and places across the direction; marks the edges that are
/// not above the plane as a whole.
LANES_PART void find_wet_edges(const view *w, talus_vec3 normal, double offset)
{
    const contact_body *body = w->body;
    const double *x = body->x, *y = body->y, *z = body->z;
    double *across1 = body->across1, *across2 = body->across2, *heights = body->heights;
    const size_t count = body->vertex_count;
    for (size_t k = 0; k < count; k += LANES) {
        const loose_lanes *vx = (const loose_lanes *)(x + k), *vy = (const loose_lanes *)(y + k),
                          *vz = (const loose_lanes *)(z + k);
        lanes along1, along2, over;
        look_along(vx, vy, vz, &w->across1, 0.0, &along1);
        look_along(vx, vy, vz, &w->across2, 0.0, &along2);
        look_along(vx, vy, vz, &normal, offset, &over);
        *(loose_lanes *)(across1 + k) = along1;
        *(loose_lanes *)(across2 + k) = along2;
        *(loose_lanes *)(heights + k) = over;
        const lanes_truth is_above = over > 0.0;
        for (unsigned wet = ~lanes_mask(&is_above) & 0xfu; wet != 0; wet &= wet - 1) {
            const size_t vertex = k + (size_t)__builtin_ctz(wet);
            if (vertex < count) {
                wet_vertex(w, vertex);
            }
        }
    }
}

/// Edges in the order of their numbers.
LANES_PART void cut_wet_edges(const view *w, silhouette *sum)
{
    const contact_body *body = w->body;
    const size_t count = span_of(w, body->edge_count);
    for (size_t k = 0; k < count; k += 64) {
        const uint64_t cut = w->cut_edges[k >> 6];
        uint64_t wet = w->wet_edges[k >> 6];
        w->wet_edges[k >> 6] = w->cut_edges[k >> 6] = 0;
        for (; wet != 0; wet &= wet - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(wet);
            cut_edge(w, &body->edges[k + bit], (cut >> bit & 1) != 0, sum);
        }
    }
}

LANES_PART void immerse(view *w, talus_vec3 normal, double offset, contact_immersion *immersion)
{
    silhouette sum = {0};
    contact_frame(w->direction, &w->across1, &w->across2);
    w->has_cap = vec3_dot(normal, w->direction) > LOOKS_AWAY;
    find_wet_edges(w, normal, offset);
    cut_wet_edges(w, &sum);
    add_chords(w, &sum);
    immersion->area = sum.area > 0.0 ? sum.area : 0.0;
    immersion->turns = vec3(0.0, 0.0, 0.0);
    if (w->is_turning) {
        immersion->turns = vec3(turn_about(&sum, w->across1.x, w->across2.x),
                                turn_about(&sum, w->across1.y, w->across2.y),
                                turn_about(&sum, w->across1.z, w->across2.z));
    }
}

LANES_CLONES void contact_immerse(const contact_body *body, talus_vec3 normal, double offset,
                                  talus_vec3 direction, bool is_turning,
                                  contact_immersion *immersion)
{
    if (body->edge_count <= 64 && !is_turning) { // a case of its own, with all sets in registers
        uint64_t wet_edges = 0, cut_edges = 0, cut_faces = 0;
        view w = {.body = body,
                  .direction = direction,
                  .is_small = true,
                  .wet_edges = &wet_edges,
                  .cut_edges = &cut_edges,
                  .cut_faces = &cut_faces};
        immerse(&w, normal, offset, immersion);
        return;
    }
    view w = {.body = body,
              .direction = direction,
              .is_turning = is_turning,
              .wet_edges = body->wet_edges,
              .cut_edges = body->cut_edges,
              .cut_faces = body->cut_faces};
    immerse(&w, normal, offset, immersion);
}
