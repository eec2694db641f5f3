// SPDX-License-Identifier: GPL-3.0-or-later
// Separating axes of two convex polyhedra.
#include "physics/pairs/pairs.h"

/// Edges that enclose a smaller sine are parallel: faces see what they would.
#define PARALLEL 1e-6

/// Smallest n . y over the turned vertices.
static double lowest(const pairs_posed *posed, talus_vec3 n)
{
    double least = vec3_dot(n, posed->vertices[0]);
    for (size_t k = 1; k < posed->hull->vertex_count; k++) {
        const double height = vec3_dot(n, posed->vertices[k]);
        least = height < least ? height : least;
    }
    return least;
}

double pairs_separation_along(const pairs_posed *a, const pairs_posed *b, talus_vec3 normal)
{
    const talus_vec3 back = vec3_scale(-1.0, normal);
    return vec3_dot(normal, vec3_sub(b->r, a->r)) + lowest(b, normal) + lowest(a, back);
}

/// Best face of `own` against `other`, with its outward normal; ends at the first one beyond `apart`.
static pairs_axis best_face(const pairs_posed *own, const pairs_posed *other, double apart)
{
    const talus_vec3 d = vec3_sub(other->r, own->r);
    pairs_axis best = {.separation = -(double)INFINITY};
    for (size_t f = 0; f < own->hull->face_count && !(best.separation > apart); f++) {
        const talus_vec3 n = own->normals[f];
        const double s = vec3_dot(n, d) - own->hull->offsets[f] + lowest(other, n);
        if (s > best.separation) {
            best.a = (uint32_t)f;
            best.normal = n;
            best.separation = s;
        }
    }
    return best;
}

/// Whether the arcs of two edges cross on the sphere of normals: that of a from A to B, of b from C
/// to D, the negatives of its faces' normals. B x A and D x C run against the edges.
static bool arcs_cross(const pairs_posed *a, const pairs_posed *b, size_t i, size_t j)
{
    const pairs_edge *p = &a->hull->edges[i], *q = &b->hull->edges[j];
    const double ca = vec3_dot(b->normals[q->left], a->directions[i]);
    const double da = vec3_dot(b->normals[q->right], a->directions[i]);
    const double ab = vec3_dot(a->normals[p->left], b->directions[j]);
    const double bb = vec3_dot(a->normals[p->right], b->directions[j]);
    return ca * da < 0.0 && ab * bb < 0.0 && ca * bb < 0.0;
}

/// The axis e_a x e_b of two edges, outward from a. @return false for parallel edges
static bool edge_axis(const pairs_posed *a, const pairs_posed *b, size_t i, size_t j,
                      talus_vec3 *normal)
{
    const talus_vec3 u = a->directions[i], w = b->directions[j];
    const talus_vec3 cross = vec3_cross(u, w);
    const double length2 = vec3_norm2(cross);
    if (!(length2 >= PARALLEL * PARALLEL * vec3_norm2(u) * vec3_norm2(w))) {
        return false;
    }
    const pairs_edge *p = &a->hull->edges[i];
    const talus_vec3 outward = vec3_add(a->normals[p->left], a->normals[p->right]);
    const double sign = vec3_dot(cross, outward) < 0.0 ? -1.0 : 1.0;
    *normal = vec3_scale(sign / sqrt(length2), cross);
    return true;
}

static pairs_axis best_edges(const pairs_posed *a, const pairs_posed *b, double apart)
{
    const talus_vec3 d = vec3_sub(b->r, a->r);
    pairs_axis best = {.kind = PAIRS_EDGES, .separation = -(double)INFINITY};
    for (size_t i = 0; i < a->hull->edge_count; i++) {
        const talus_vec3 foot = vec3_sub(d, a->vertices[a->hull->edges[i].a]);
        for (size_t j = 0; j < b->hull->edge_count; j++) {
            talus_vec3 n;
            if (!arcs_cross(a, b, i, j) || !edge_axis(a, b, i, j, &n)) {
                continue;
            }
            const double s = vec3_dot(n, vec3_add(foot, b->vertices[b->hull->edges[j].a]));
            if (s > best.separation) {
                best.a = (uint32_t)i;
                best.b = (uint32_t)j;
                best.normal = n;
                best.separation = s;
            }
            if (s > apart) {
                return best;
            }
        }
    }
    return best;
}

static pairs_axis apart_along(pairs_axis axis)
{
    axis.kind = PAIRS_APART;
    axis.largest = axis.separation;
    return axis;
}

/// Whether another axis is better by more than tau.
static bool is_preferred(const pairs_axis *other, const pairs_axis *than, double size)
{
    return other->separation > than->separation + 0.05 * fabs(than->separation) + 1e-6 * size;
}

pairs_axis pairs_separate(const pairs_posed *a, const pairs_posed *b)
{
    const double size = a->hull->radius + b->hull->radius, closed = PAIRS_CLOSED * size;
    pairs_axis face = best_face(a, b, closed);
    face.kind = PAIRS_FACE_OF_A;
    if (face.separation > closed) {
        return apart_along(face);
    }
    pairs_axis other = best_face(b, a, closed);
    other.kind = PAIRS_FACE_OF_B;
    other.b = other.a;
    other.normal = vec3_scale(-1.0, other.normal);
    if (other.separation > closed) {
        return apart_along(other);
    }
    const pairs_axis edges = best_edges(a, b, closed);
    if (edges.separation > closed) {
        return apart_along(edges);
    }
    const double largest = fmax(face.separation, fmax(other.separation, edges.separation));
    if (is_preferred(&other, &face, size)) {
        face = other;
    }
    pairs_axis chosen = is_preferred(&edges, &face, size) ? edges : face;
    chosen.largest = largest;
    return chosen;
}
