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

/// A vertex that is not over its patch.
LANES_PART void add_point(const talus_site *site, size_t vertex, talus_vec3 x, talus_vec3 q,
                          const terrain_place *place, double gap, contact_set *set)
{
    const talus_terrain *t = site->terrain;
    const terrain_patch patch = terrain_patch_at(t, place->node, place->u, place->v);
    const double dzdx = (patch.a + place->v * patch.c) * t->per_cell;
    const double dzdy = (patch.b + place->u * patch.c) * t->per_cell;
    contact_point *point = &set->points[set->count++];
    const double scale = 1.0 / sqrt(dzdx * dzdx + dzdy * dzdy + 1.0);
    const talus_vec3 normal = vec3(-scale * dzdx, -scale * dzdy, scale);
    point->key = vertex;
    point->lever = x;
    point->foot = q;
    point->normal = normal;
    contact_frame(normal, &point->tangent1, &point->tangent2);
    point->depth = -gap * scale;
    set->depth = point->depth > set->depth ? point->depth : set->depth;
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
    const terrain_plane *p = terrain_plane_under(t, r.x, r.y, radius);
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
LANES_PART uint32_t find_low(const contact_lid *lid, const contact_body *body, size_t begin,
                             size_t count, double margin)
{
    uint32_t low = 0;
    for (size_t k = 0; k < count; k += LANES) {
        const loose_lanes *x = (const loose_lanes *)(body->x + begin + k),
                          *y = (const loose_lanes *)(body->y + begin + k),
                          *z = (const loose_lanes *)(body->z + begin + k);
        const lanes over = lid->over + (lid->up.x * *x + lid->up.y * *y + lid->up.z * *z);
        const lanes_truth is_clear = over > margin;
        low |= (lanes_mask(&is_clear) ^ ((1u << LANES) - 1u)) << k;
    }
    return count < DETECT_CHUNK ? low & ((UINT32_C(1) << count) - 1u) : low;
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

/// The vertex of the smallest gap so far.
typedef struct near_vertex {
    double gap; ///< m
    size_t vertex;
} near_vertex;

/// The lookup of a vertex that may touch.
LANES_PART void look_at_vertex(const talus_site *site, const contact_body *body,
                               const contact_footprint *footprint, talus_vec3 r,
                               const talus_mat3 *a, size_t k, near_vertex *near, contact_set *set)
{
    const talus_vec3 q = vec3_add(r, mat3_mulv(a, body->vertices[k]));
    terrain_place place;
    if (!contact_footprint_locate(site->terrain, footprint, q.x, q.y, &place)) {
        return;
    }
    const double gap = q.z - contact_place_height(site->terrain, &place);
    if (gap < near->gap) {
        near->gap = gap;
        near->vertex = k;
    }
    if (gap <= 0.0) {
        add_point(site, k, body->vertices[k], q, &place, gap, set);
    }
}

LANES_CLONES void contact_detect(const talus_site *site, const contact_body *body, talus_vec3 r,
                                 const talus_mat3 *a, double margin, contact_set *set)
{
    set->count = 0;
    set->depth = 0.0;
    near_vertex near = {(double)INFINITY, set->nearest};
    const contact_footprint footprint = contact_footprint_under(site->terrain, r, body->radius);
    const contact_lid lid = find_lid(site->terrain, r, a, body->radius, &footprint);
    const talus_mat3 to_world = *a;
    for (size_t begin = 0; begin < body->vertex_count; begin += DETECT_CHUNK) {
        const size_t rest = body->vertex_count - begin;
        const size_t count = rest < DETECT_CHUNK ? rest : DETECT_CHUNK;
        uint32_t low = find_low(&lid, body, begin, count, margin);
        for (; low != 0; low &= low - 1u) {
            look_at_vertex(site, body, &footprint, r, &to_world, begin + lowest_bit(low), &near,
                           set);
        }
    }
    set->min_gap = near.gap;
    set->nearest = near.vertex;
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
