// SPDX-License-Identifier: GPL-3.0-or-later
// Detection, frames, friction and drag of a rock on a site.
#include "physics/contact/contact_internal.h"

#include "foundation/math/lanes.h"
#include "physics/contact/lid.h"

unsigned contact_ground_class(const talus_site *site, talus_vec3 q)
{
    const unsigned i =
        site->ground_map == NULL ? 0 : talus_class_map_at(site->ground_map, q.x, q.y);
    return i < site->ground_count ? i : 0;
}

/// A vertex x of the body, at q, that is not over its patch. The ground class is left open.
LANES_PART void set_point(contact_point *point, size_t vertex, talus_vec3 x, talus_vec3 q,
                          talus_vec3 normal, double depth)
{
    point->key = vertex;
    point->lever = x;
    point->foot = q;
    point->normal = normal;
    contact_frame(normal, &point->tangent1, &point->tangent2);
    point->depth = depth;
    point->ground = 0;
}

/// Vertices that are evaluated together.
enum { DETECT_CHUNK = 32 };

/// A lid on all ground under the rock where its cells are many, in two tiles or off the grid: along
/// the slope of the block under S, or level. No node of that block and its neighbours is missing.
static TERRAIN_COLD contact_lid cover_rock(const talus_terrain *t, talus_vec3 r, double radius)
{
    const terrain_plane *p = terrain_plane_under(t, r.x, r.y, radius);
    if (p == NULL) {
        const double bound =
            terrain_upper_bound(t, r.x - radius, r.y - radius, r.x + radius, r.y + radius);
        return (contact_lid){.foot = vec3(r.x, r.y, bound), .is_cut = true};
    }
    return (contact_lid){.foot = vec3(p->x, p->y, p->wide_height),
                         .east = p->slope_x,
                         .north = p->slope_y,
                         .is_cut = r.x - radius < t->x0 || r.y - radius < t->y0 ||
                                   r.x + radius > t->x0 + t->cells_x * t->cell ||
                                   r.y + radius > t->y0 + t->cells_y * t->cell};
}

LANES_PART contact_lid_height find_height(const talus_terrain *t, talus_vec3 r, const talus_mat3 *a,
                                          double radius, const contact_footprint *f,
                                          contact_lid *lid)
{
    if (TERRAIN_RARELY(!contact_footprint_is_small(f))) {
        *lid = cover_rock(t, r, radius);
    } else if (TERRAIN_RARELY(!contact_lid_is_on(lid, f))) {
        *lid = contact_lid_on(t, f);
    }
    return contact_height_over(lid, r, a);
}

/// Vertices [begin, begin + count) that the lid does not clear by more than the margin, as bits.
/// 1 <= count <= DETECT_CHUNK
LANES_PART uint32_t find_low(const contact_lid_height *height, const contact_body *body,
                             size_t begin, size_t count, double margin)
{
    uint32_t clear = 0;
    for (size_t k = 0; k < count; k += LANES) {
        const loose_lanes *x = (const loose_lanes *)(body->x + begin + k),
                          *y = (const loose_lanes *)(body->y + begin + k),
                          *z = (const loose_lanes *)(body->z + begin + k);
        const lanes over =
            height->over + (height->up.x * *x + height->up.y * *y + height->up.z * *z);
        const lanes_truth is_clear = over > margin;
        clear |= lanes_mask(&is_clear) << k;
    }
    return ~clear & (UINT32_MAX >> (DETECT_CHUNK - count));
}

/// Number of the lowest bit that is set, of at least one.
LANES_PART unsigned lowest_bit(uint32_t bits)
{
    return (unsigned)__builtin_ctz(bits);
}

/// Number of the highest bit that is set, of at least one.
LANES_PART unsigned highest_bit(uint32_t bits)
{
    return 31u - (unsigned)__builtin_clz(bits);
}

/// How many bits are set.
LANES_PART unsigned count_bits(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits);
}

/// A body in a pose over the ground.
typedef struct detection {
    const talus_terrain *terrain;
    const contact_body *body;
    talus_vec3 r;
    const talus_mat3 *a;
} detection;

/// Vertices `first` + k that are looked up together, in their order; the last stands in all lanes
/// that are left.
typedef struct vertex_four {
    size_t first;
    uint32_t k[LANES];
    unsigned used; ///< lanes, as bits
} vertex_four;

/// Take the lowest four of the bits of `low`, of at least one. @return the bits that are left
LANES_PART uint32_t lowest_of_four(uint32_t low, vertex_four *four)
{
    const uint32_t last = UINT32_C(1) << highest_bit(low);
    four->used = (unsigned)((UINT64_C(1) << count_bits(low)) - 1u);
    for (unsigned n = 0; n < LANES; n++) {
        four->k[n] = lowest_bit(low | last);
        low &= low - 1u;
    }
    return low;
}

/// The lookup of vertices that may touch, one by one.
static TERRAIN_COLD void look_at_each(const talus_terrain *t, const contact_body *body,
                                      talus_vec3 r, const talus_mat3 *a, const vertex_four *four,
                                      contact_set *set)
{
    for (unsigned n = 0; n < LANES && (four->used >> n & 1u) != 0; n++) {
        const size_t vertex = four->first + four->k[n];
        const talus_vec3 x = body->vertices[vertex], q = vec3_add(r, mat3_mulv(a, x));
        terrain_place place;
        if (!terrain_locate(t, q.x, q.y, &place)) {
            continue;
        }
        const double gap = q.z - contact_place_height(t, &place);
        if (gap < set->min_gap) {
            set->min_gap = gap;
            set->nearest = vertex;
        }
        if (gap <= 0.0) {
            const terrain_patch patch = terrain_patch_at(t, place.node, place.u, place.v);
            const talus_vec3 normal =
                contact_patch_normal((patch.a + place.v * patch.c) * t->per_cell,
                                     (patch.b + place.u * patch.c) * t->per_cell);
            const double depth = -gap * normal.z;
            set_point(&set->points[set->count++], vertex, x, q, normal, depth);
            set->depth = terrain_larger(depth, set->depth);
        }
    }
}

/// Points of the lanes that are not over their patches: of those over the plane set->drop under the
/// surface the deepest alone, if none before is deeper.
LANES_PART void add_four(const detection *d, const vertex_four *vertices, const lanes q[3],
                         const contact_four *on, const lanes *gap, contact_set *set)
{
    const double per_cell = d->terrain->per_cell;
    const lanes dzdx = (on->a + on->v * on->c) * per_cell;
    const lanes dzdy = (on->b + on->u * on->c) * per_cell;
    // contact_patch_normal
    lanes scale = dzdx * dzdx + dzdy * dzdy + 1.0;
    for (unsigned n = 0; n < LANES; n++) {
        scale[n] = sqrt(scale[n]);
    }
    scale = 1.0 / scale;
    const lanes nx = -scale * dzdx, ny = -scale * dzdy, depth = -*gap * scale;
    const double most =
        terrain_larger(terrain_larger(depth[0], depth[1]), terrain_larger(depth[2], depth[3]));
    const double deepest = terrain_larger(most, set->depth);
    const lanes_truth is_kept =
        (*gap <= 0.0) & ((depth - set->drop * scale >= 0.0) | (depth >= deepest));
    set->depth = deepest;
    contact_point *point = set->points + set->count;
    for (unsigned kept = lanes_mask(&is_kept) & vertices->used; kept != 0; kept &= kept - 1u) {
        const unsigned n = lowest_bit(kept);
        const size_t vertex = vertices->first + vertices->k[n];
        set_point(point++, vertex, d->body->vertices[vertex], vec3(q[0][n], q[1][n], q[2][n]),
                  vec3(nx[n], ny[n], scale[n]), depth[n]);
    }
    set->count = (size_t)(point - set->points);
}

/// look_at_each of four at once, where the cells are in one tile.
/// @return false: nothing is done, as one of them is too near to an edge
LANES_PART bool look_at_four(const detection *d, const contact_footprint *footprint,
                             const vertex_four *vertices, contact_set *set)
{
    const uint32_t *k = vertices->k;
    const contact_body *body = d->body;
    const double *bx = body->x + vertices->first, *by = body->y + vertices->first,
                 *bz = body->z + vertices->first;
    const lanes x = {bx[k[0]], bx[k[1]], bx[k[2]], bx[k[3]]};
    const lanes y = {by[k[0]], by[k[1]], by[k[2]], by[k[3]]};
    const lanes z = {bz[k[0]], bz[k[1]], bz[k[2]], bz[k[3]]};
    const talus_mat3 *a = d->a;
    const lanes q[3] = {d->r.x + (a->m[0][0] * x + a->m[0][1] * y + a->m[0][2] * z),
                        d->r.y + (a->m[1][0] * x + a->m[1][1] * y + a->m[1][2] * z),
                        d->r.z + (a->m[2][0] * x + a->m[2][1] * y + a->m[2][2] * z)};
    contact_four on;
    if (!contact_footprint_look_up(d->terrain, footprint, &q[0], &q[1], &on)) {
        return false;
    }
    lanes gap = q[2] - on.height;
    const lanes_truth is_ground = gap == gap;
    const lanes far = (lanes){0.0} + (double)INFINITY;
    lanes_choose(&is_ground, &gap, &far, &gap);
    const double least =
        terrain_smaller(terrain_smaller(gap[0], gap[1]), terrain_smaller(gap[2], gap[3]));
    if (least < set->min_gap) {
        const lanes_truth is_least = gap == least;
        set->min_gap = least;
        set->nearest = vertices->first + k[lowest_bit(lanes_mask(&is_least))];
    }
    if (least <= 0.0) {
        add_four(d, vertices, q, &on, &gap, set);
    }
    return true;
}

/// Vertices over missing ground, after all others: the patch under S goes on, so that a rock whose
/// S is still inside does not sink beside the border.
static TERRAIN_COLD void look_beyond(const detection *d, contact_set *set)
{
    const talus_vec3 r = d->r;
    double ground = 0.0, dzdx = 0.0, dzdy = 0.0;
    if (terrain_surface(d->terrain, r.x, r.y, &ground, &dzdx, &dzdy) != TALUS_INSIDE) {
        return;
    }
    const talus_vec3 normal = contact_patch_normal(dzdx, dzdy);
    for (size_t k = 0; k < d->body->vertex_count; k++) {
        const talus_vec3 x = d->body->vertices[k], q = vec3_add(r, mat3_mulv(d->a, x));
        double height;
        if (terrain_height(d->terrain, q.x, q.y, &height) == TALUS_INSIDE) {
            continue;
        }
        const double gap = q.z - (ground + (dzdx * (q.x - r.x) + dzdy * (q.y - r.y)));
        if (gap < set->min_gap) {
            set->min_gap = gap;
            set->nearest = k;
        }
        if (gap <= 0.0) {
            const double depth = -gap * normal.z;
            set_point(&set->points[set->count++], k, x, q, normal, depth);
            set->depth = terrain_larger(depth, set->depth);
        }
    }
}

/// contact_ground_class of all points, which are near each other.
LANES_PART void find_classes(const talus_site *site, contact_set *set)
{
    for (contact_point *point = set->points, *end = point + set->count; point < end; point++) {
        point->ground = contact_ground_class_near(site, &set->ground, point->foot);
    }
}

LANES_CLONES void contact_detect(const talus_site *site, const contact_body *body, talus_vec3 r,
                                 const talus_mat3 *a, double margin, contact_set *set)
{
    set->count = 0;
    set->depth = 0.0;
    set->min_gap = (double)INFINITY;
    const detection d = {site->terrain, body, r, a};
    const contact_footprint footprint = contact_footprint_under(d.terrain, r, body->radius);
    const contact_lid_height height =
        find_height(d.terrain, r, a, body->radius, &footprint, &set->lid);
    for (size_t begin = 0; begin < body->vertex_count; begin += DETECT_CHUNK) {
        const size_t rest = body->vertex_count - begin;
        const size_t count = rest < DETECT_CHUNK ? rest : DETECT_CHUNK;
        uint32_t low = find_low(&height, body, begin, count, margin);
        while (low != 0) {
            vertex_four four;
            four.first = begin;
            low = lowest_of_four(low, &four);
            if (footprint.tile == NULL || !look_at_four(&d, &footprint, &four, set)) {
                look_at_each(d.terrain, body, r, a, &four, set);
            }
        }
    }
    if (TERRAIN_RARELY(set->lid.is_cut)) {
        look_beyond(&d, set);
    }
    if (site->ground_map != NULL) {
        find_classes(site, set);
    }
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

double contact_slippage(contact_decay *last, const talus_ground *ground, double slippage,
                        bool touching, double speed, double dt)
{
    if (touching) {
        return slippage + dt * speed;
    }
    if (!(slippage > 0.0)) {
        return 0.0;
    }
    if (last->beta != ground->beta || last->dt != dt) {
        *last = (contact_decay){ground->beta, dt, talus_exp(-ground->beta * dt)};
    }
    return contact_faded(slippage * last->factor);
}

const talus_forest *contact_forest_of(const talus_site *site, unsigned forest_class, talus_vec3 r,
                                      double *height)
{
    double z;
    if (forest_class == 0 || forest_class > site->forest_count ||
        terrain_height(site->terrain, r.x, r.y, &z) != TALUS_INSIDE) {
        return NULL;
    }
    if (height != NULL) {
        *height = r.z - z;
    }
    const talus_forest *forest = &site->forests[forest_class - 1];
    return r.z - z < forest->height ? forest : NULL;
}
