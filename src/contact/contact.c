// SPDX-License-Identifier: GPL-3.0-or-later
// Detection, frames, friction and drag of a rock on a site.
#include "contact/contact_internal.h"

#include "contact/footprint.h"
#include "math/lanes.h"

unsigned contact_ground_class(const talus_site *site, talus_vec3 q)
{
    const unsigned i =
        site->ground_map == NULL ? 0 : talus_class_map_at(site->ground_map, q.x, q.y);
    return i < site->ground_count ? i : 0;
}

/// A vertex x of the body, at q, that is not over its patch.
LANES_PART void add_point(const talus_site *site, size_t vertex, talus_vec3 x, talus_vec3 q,
                          talus_vec3 normal, double depth, contact_set *set)
{
    contact_point *point = &set->points[set->count++];
    point->key = vertex;
    point->lever = x;
    point->foot = q;
    point->normal = normal;
    contact_frame(normal, &point->tangent1, &point->tangent2);
    point->depth = depth;
    set->depth = depth > set->depth ? depth : set->depth;
    point->ground = contact_ground_class(site, q);
}

/// Vertices that are looked at together.
enum { DETECT_CHUNK = 32 };

/// A plane over all ground under the rock: height over it = over + up . x of a vertex x.
typedef struct contact_lid {
    talus_vec3 up; ///< body frame
    double over;   ///< m, of S
} contact_lid;

/// A plane along the slope of the block under S: over the nodes under the rock, or over the block
/// and its neighbours; without one, the level bound.
LANES_PART contact_lid find_lid(const talus_terrain *t, talus_vec3 r, const talus_mat3 *a,
                                double radius, const contact_footprint *f)
{
    const terrain_plane *p = contact_footprint_plane(t, f, r, radius);
    if (p == NULL) {
        const double bound =
            terrain_upper_bound(t, r.x - radius, r.y - radius, r.x + radius, r.y + radius);
        return (contact_lid){vec3(a->m[2][0], a->m[2][1], a->m[2][2]), r.z - bound};
    }
    double ground = contact_rise_of_nodes(t, p, f);
    if (!(ground < (double)INFINITY)) {
        ground = p->wide_height + p->slope_x * (r.x - p->x) + p->slope_y * (r.y - p->y);
    }
    return (contact_lid){mat3_tmulv(a, vec3(-p->slope_x, -p->slope_y, 1.0)), r.z - ground};
}

/// Vertices [begin, begin + count) that the lid does not clear by more than the margin, as bits.
/// 1 <= count <= DETECT_CHUNK
LANES_PART uint32_t find_low(const contact_lid *lid, const contact_body *body, size_t begin,
                             size_t count, double margin)
{
    uint32_t clear = 0;
    for (size_t k = 0; k < count; k += LANES) {
        const loose_lanes *x = (const loose_lanes *)(body->x + begin + k),
                          *y = (const loose_lanes *)(body->y + begin + k),
                          *z = (const loose_lanes *)(body->z + begin + k);
        const lanes over = lid->over + (lid->up.x * *x + lid->up.y * *y + lid->up.z * *z);
        const lanes_truth is_clear = over > margin;
        clear |= lanes_mask(&is_clear) << k;
    }
    return ~clear & (UINT32_MAX >> (DETECT_CHUNK - count));
}

/// Number of the lowest bit that is set, of at least one.
static inline unsigned lowest_bit(uint32_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(bits);
#else
    unsigned k = 0;
    while (!(bits >> k & 1u)) {
        k++;
    }
    return k;
#endif
}

/// A body in a pose, over the ground.
typedef struct detection {
    const talus_site *site;
    const contact_body *body;
    talus_vec3 r;
    const talus_mat3 *a;
    contact_footprint footprint;
    double least; ///< m, smallest gap so far
} detection;

/// The lookup of a vertex that may touch.
LANES_PART void look_at_vertex(detection *d, size_t vertex, contact_set *set)
{
    const talus_terrain *t = d->site->terrain;
    const talus_vec3 x = d->body->vertices[vertex], q = vec3_add(d->r, mat3_mulv(d->a, x));
    terrain_place place;
    if (!terrain_locate(t, q.x, q.y, &place)) {
        return;
    }
    const double gap = q.z - contact_place_height(t, &place);
    if (gap < d->least) {
        d->least = gap;
        set->nearest = vertex;
    }
    if (gap <= 0.0) {
        const terrain_patch patch = terrain_patch_at(t, place.node, place.u, place.v);
        const talus_vec3 normal = contact_patch_normal((patch.a + place.v * patch.c) * t->per_cell,
                                                       (patch.b + place.u * patch.c) * t->per_cell);
        add_point(d->site, vertex, x, q, normal, -gap * normal.z, set);
    }
}

/// Vertices that are looked up together, in their order; the last stands in all lanes that are
/// left.
typedef struct vertex_four {
    size_t k[LANES];
    unsigned used; ///< lanes, as bits
} vertex_four;

/// Take the first four of the vertices begin + bit, of at least one. @return the bits that are left
LANES_PART uint32_t take_four(uint32_t low, size_t begin, vertex_four *four)
{
    uint32_t last = low;
    four->used = 0;
    for (unsigned n = 0; n < LANES; n++) {
        last = low != 0 ? low : last;
        four->k[n] = begin + lowest_bit(last);
        four->used |= (unsigned)(low != 0) << n;
        low &= low - 1u;
    }
    return low;
}

/// look_at_vertex of four at once, where the cells are in one tile.
/// @return false: nothing is done, as one of them is too near to an edge
LANES_PART bool look_at_four(detection *d, const vertex_four *vertices, contact_set *set)
{
    const size_t *k = vertices->k;
    const double *bx = d->body->x, *by = d->body->y, *bz = d->body->z;
    const lanes x = {bx[k[0]], bx[k[1]], bx[k[2]], bx[k[3]]};
    const lanes y = {by[k[0]], by[k[1]], by[k[2]], by[k[3]]};
    const lanes z = {bz[k[0]], bz[k[1]], bz[k[2]], bz[k[3]]};
    const talus_mat3 *a = d->a;
    const lanes qx = d->r.x + (a->m[0][0] * x + a->m[0][1] * y + a->m[0][2] * z);
    const lanes qy = d->r.y + (a->m[1][0] * x + a->m[1][1] * y + a->m[1][2] * z);
    const lanes qz = d->r.z + (a->m[2][0] * x + a->m[2][1] * y + a->m[2][2] * z);
    const talus_terrain *t = d->site->terrain;
    contact_four four;
    if (!contact_footprint_look_up(t, &d->footprint, &qx, &qy, &four)) {
        return false;
    }
    lanes gap = qz - four.height;
    const lanes_truth is_ground = gap == gap;
    const lanes far = (lanes){0.0} + (double)INFINITY;
    lanes_choose(&is_ground, &gap, &far, &gap);
    const double least =
        terrain_smaller(terrain_smaller(gap[0], gap[1]), terrain_smaller(gap[2], gap[3]));
    if (least < d->least) {
        const lanes_truth is_least = gap == least;
        d->least = least;
        set->nearest = k[lowest_bit(lanes_mask(&is_least))];
    }
    if (least > 0.0) {
        return true;
    }
    const lanes dzdx = (four.a + four.v * four.c) * t->per_cell;
    const lanes dzdy = (four.b + four.u * four.c) * t->per_cell;
    // contact_patch_normal
    lanes scale = dzdx * dzdx + dzdy * dzdy + 1.0;
    for (unsigned n = 0; n < LANES; n++) {
        scale[n] = sqrt(scale[n]);
    }
    scale = 1.0 / scale;
    const lanes nx = -scale * dzdx, ny = -scale * dzdy, depth = -gap * scale;
    const lanes_truth is_touching = gap <= 0.0;
    for (unsigned touching = lanes_mask(&is_touching) & vertices->used; touching != 0;
         touching &= touching - 1u) {
        const unsigned n = lowest_bit(touching);
        add_point(d->site, k[n], vec3(x[n], y[n], z[n]), vec3(qx[n], qy[n], qz[n]),
                  vec3(nx[n], ny[n], scale[n]), depth[n], set);
    }
    return true;
}

LANES_CLONES void contact_detect(const talus_site *site, const contact_body *body, talus_vec3 r,
                                 const talus_mat3 *a, double margin, contact_set *set)
{
    set->count = 0;
    set->depth = 0.0;
    detection d = {.site = site,
                   .body = body,
                   .r = r,
                   .a = a,
                   .footprint = contact_footprint_under(site->terrain, r, body->radius),
                   .least = (double)INFINITY};
    const contact_lid lid = find_lid(site->terrain, r, a, body->radius, &d.footprint);
    for (size_t begin = 0; begin < body->vertex_count; begin += DETECT_CHUNK) {
        const size_t rest = body->vertex_count - begin;
        const size_t count = rest < DETECT_CHUNK ? rest : DETECT_CHUNK;
        uint32_t low = find_low(&lid, body, begin, count, margin);
        while (low != 0) {
            vertex_four four;
            low = take_four(low, begin, &four);
            if (d.footprint.tile != NULL && look_at_four(&d, &four, set)) {
                continue;
            }
            for (unsigned n = 0; four.used >> n != 0; n++) {
                look_at_vertex(&d, four.k[n], set);
            }
        }
    }
    set->min_gap = d.least;
}

double contact_min_gap(const talus_site *site, const talus_vec3 *vertices, size_t vertex_count,
                       talus_vec3 r, const talus_mat3 *a)
{
    double lowest = (double)INFINITY;
    for (size_t k = 0; k < vertex_count; k++) {
        const talus_vec3 q = vec3_add(r, mat3_mulv(a, vertices[k]));
        double z;
        if (terrain_height(site->terrain, q.x, q.y, &z) == TALUS_INSIDE) {
            lowest = q.z - z < lowest ? q.z - z : lowest;
        }
    }
    return lowest;
}

double contact_friction(const talus_ground *ground, double slippage)
{
    const double range = ground->mu_max - ground->mu_min, angle = ground->kappa * slippage;
    if (range == 0.0 || angle == 0.0) {
        return ground->mu_min;
    }
    return ground->mu_min + 2.0 / TALUS_PI * range * talus_atan(angle);
}

double contact_slippage(const talus_ground *ground, double slippage, bool touching, double speed,
                        double dt)
{
    if (touching) {
        return slippage + dt * speed;
    }
    return slippage > 0.0 ? contact_faded(slippage * talus_exp(-ground->beta * dt)) : 0.0;
}

const talus_forest *contact_forest(const talus_site *site, talus_vec3 r)
{
    const unsigned i =
        site->forest_map == NULL ? 0 : talus_class_map_at(site->forest_map, r.x, r.y);
    double z;
    if (i == 0 || i > site->forest_count ||
        terrain_height(site->terrain, r.x, r.y, &z) != TALUS_INSIDE) {
        return NULL;
    }
    const talus_forest *forest = &site->forests[i - 1];
    return r.z - z < forest->height ? forest : NULL;
}
