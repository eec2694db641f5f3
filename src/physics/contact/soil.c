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
} view;

/// Into a set of bits.
LANES_PART void set_bit(uint64_t *bits, uint32_t k)
{
    bits[k >> 6] |= UINT64_C(1) << (k & 63);
}

/// Area and second moments of a polygon from its sides, counter-clockwise positive.
typedef struct silhouette {
    double area, xx, xy, yy;
} silhouette;

/// vec3_dot with the vertices from k on, less an offset, m.
LANES_PART void look_along(const contact_body *body, size_t k, talus_vec3 direction, double offset,
                           double *out)
{
    const loose_lanes *x = (const loose_lanes *)(body->x + k),
                      *y = (const loose_lanes *)(body->y + k),
                      *z = (const loose_lanes *)(body->z + k);
    *(loose_lanes *)(out + k) = direction.x * *x + direction.y * *y + direction.z * *z - offset;
}

LANES_PART bool is_front(const view *w, uint32_t face)
{
    return vec3_dot(w->body->faces[face].normal, w->direction) > 0.0;
}

LANES_PART void add_side(const view *w, silhouette *sum, double weight, const double p[2],
                         const double q[2])
{
    const double cross = weight * (p[0] * q[1] - p[1] * q[0]);
    sum->area += cross / 2.0;
    if (!w->is_turning) {
        return;
    }
    sum->xx += cross / 12.0 * (p[0] * p[0] + p[0] * q[0] + q[0] * q[0]);
    sum->yy += cross / 12.0 * (p[1] * p[1] + p[1] * q[1] + q[1] * q[1]);
    sum->xy += cross / 24.0 * (p[0] * q[1] + 2.0 * p[0] * p[1] + 2.0 * q[0] * q[1] + q[0] * p[1]);
}

LANES_PART void open_chord(const contact_body *body, uint32_t face, bool front, const double at[2])
{
    body->chords[face].out[0] = at[0];
    body->chords[face].out[1] = at[1];
    body->chords[face].is_front = front;
    set_bit(body->cut_faces, face);
}

LANES_PART void close_chord(const contact_body *body, uint32_t face, const double at[2])
{
    body->chords[face].in[0] = at[0];
    body->chords[face].in[1] = at[1];
}

/// The wet part of an edge from a height to another, which are not both above the plane: a side of
/// its two faces, which cancel unless one is in front.
LANES_PART void cut_edge(const view *w, const contact_edge *edge, double from, double to,
                         silhouette *sum)
{
    const bool is_cut = from > 0.0 || to > 0.0;
    const bool left_front = is_front(w, edge->left), right_front = is_front(w, edge->right);
    if (!is_cut && left_front == right_front) {
        return;
    }
    const double *x = w->body->across1, *y = w->body->across2;
    double p[2] = {x[edge->a], y[edge->a]}, q[2] = {x[edge->b], y[edge->b]};
    if (is_cut) {
        const double share = from / (from - to);
        double *const dry = from > 0.0 ? p : q;
        const double cut[2] = {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
        dry[0] = cut[0];
        dry[1] = cut[1];
        if (from > 0.0) {
            open_chord(w->body, edge->right, right_front, cut);
            close_chord(w->body, edge->left, cut);
        } else {
            open_chord(w->body, edge->left, left_front, cut);
            close_chord(w->body, edge->right, cut);
        }
    }
    if (left_front != right_front) {
        add_side(w, sum, left_front ? 1.0 : -1.0, p, q);
    }
}

/// The chord of a cut face closes it and, the other way round, bounds the cut itself.
LANES_PART void add_chord(const view *w, uint32_t face, silhouette *cap, silhouette *sum)
{
    const contact_chord *chord = &w->body->chords[face];
    add_side(w, cap, 1.0, chord->in, chord->out);
    if (chord->is_front) {
        add_side(w, sum, 1.0, chord->out, chord->in);
    }
}

/// Of the faces in the order of their numbers.
LANES_PART void add_chords(const view *w, silhouette *sum)
{
    silhouette cap = {0};
    for (size_t k = 0; k < w->body->face_count; k += 64) {
        uint64_t cut = w->body->cut_faces[k >> 6];
        w->body->cut_faces[k >> 6] = 0;
        for (; cut != 0; cut &= cut - 1) {
            add_chord(w, (uint32_t)(k + (size_t)__builtin_ctzll(cut)), &cap, sum);
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

/// Mark the edges that end in a vertex.
LANES_PART void wet_vertex(const contact_body *body, size_t vertex)
{
    if (body->edge_count <= 64) {
        *body->wet_edges |= body->star_bits[vertex];
        return;
    }
    const uint32_t *edge = body->star_edges + body->star_starts[vertex];
    for (const uint32_t *end = body->star_edges + body->star_starts[vertex + 1]; edge < end;
         edge++) {
        set_bit(body->wet_edges, *edge);
    }
}

/// All vertices: heights over the plane and places across the direction; marks the edges that are
/// not above the plane as a whole.
LANES_PART void find_wet_edges(const view *w, talus_vec3 normal, double offset)
{
    const contact_body *body = w->body;
    for (size_t k = 0; k < body->vertex_count; k += LANES) {
        look_along(body, k, w->across1, 0.0, body->across1);
        look_along(body, k, w->across2, 0.0, body->across2);
        look_along(body, k, normal, offset, body->heights);
        const lanes_truth is_above = *(const loose_lanes *)(body->heights + k) > 0.0;
        for (unsigned wet = ~lanes_mask(&is_above) & 0xfu; wet != 0; wet &= wet - 1) {
            const size_t vertex = k + (size_t)__builtin_ctz(wet);
            if (vertex < body->vertex_count) {
                wet_vertex(body, vertex);
            }
        }
    }
}

/// Edges in the order of their numbers.
LANES_PART void cut_wet_edges(const view *w, silhouette *sum)
{
    const contact_body *body = w->body;
    for (size_t k = 0; k < body->edge_count; k += 64) {
        uint64_t wet = body->wet_edges[k >> 6];
        body->wet_edges[k >> 6] = 0;
        for (; wet != 0; wet &= wet - 1) {
            const contact_edge *edge = &body->edges[k + (size_t)__builtin_ctzll(wet)];
            cut_edge(w, edge, body->heights[edge->a], body->heights[edge->b], sum);
        }
    }
}

LANES_CLONES void contact_immerse(const contact_body *body, talus_vec3 normal, double offset,
                                  talus_vec3 direction, bool is_turning,
                                  contact_immersion *immersion)
{
    view w = {.body = body, .direction = direction, .is_turning = is_turning};
    silhouette sum = {0};
    contact_frame(direction, &w.across1, &w.across2);
    find_wet_edges(&w, normal, offset);
    cut_wet_edges(&w, &sum);
    add_chords(&w, &sum);
    immersion->area = sum.area > 0.0 ? sum.area : 0.0;
    immersion->turns = vec3(0.0, 0.0, 0.0);
    if (is_turning) {
        immersion->turns = vec3(turn_about(&sum, w.across1.x, w.across2.x),
                                turn_about(&sum, w.across1.y, w.across2.y),
                                turn_about(&sum, w.across1.z, w.across2.z));
    }
}
