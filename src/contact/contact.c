// SPDX-License-Identifier: GPL-3.0-or-later
// Detection, frames, friction and drag of a rock on a site.
#include "contact/contact_internal.h"

void contact_frame(talus_vec3 n, talus_vec3 *tangent1, talus_vec3 *tangent2)
{
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    talus_vec3 e = vec3(1.0, 0.0, 0.0);
    if (ay < ax && ay <= az) {
        e = vec3(0.0, 1.0, 0.0);
    } else if (az < ax && az < ay) {
        e = vec3(0.0, 0.0, 1.0);
    }
    const talus_vec3 t = vec3_cross(e, n);
    *tangent1 = vec3_scale(1.0 / vec3_norm(t), t);
    const talus_vec3 t2 = vec3_cross(n, *tangent1);
    *tangent2 = vec3_scale(1.0 / vec3_norm(t2), t2);
}

unsigned contact_ground_class(const talus_site *site, talus_vec3 q)
{
    const unsigned i =
        site->ground_map == NULL ? 0 : talus_class_map_at(site->ground_map, q.x, q.y);
    return i < site->ground_count ? i : 0;
}

static void add_point(const talus_site *site, size_t vertex, talus_vec3 x, talus_vec3 q,
                      contact_set *set)
{
    double z = 0.0, dzdx = 0.0, dzdy = 0.0;
    terrain_surface(site->terrain, q.x, q.y, &z, &dzdx, &dzdy);
    contact_point *point = &set->points[set->count++];
    const double scale = 1.0 / sqrt(dzdx * dzdx + dzdy * dzdy + 1.0);
    point->key = vertex;
    point->lever = x;
    point->foot = q;
    point->normal = vec3(-scale * dzdx, -scale * dzdy, scale);
    contact_frame(point->normal, &point->tangent1, &point->tangent2);
    point->depth = (z - q.z) * scale;
    set->depth = point->depth > set->depth ? point->depth : set->depth;
    point->ground = contact_ground_class(site, q);
}

/// A plane over all ground under the rock: height over it = over + up . x of a vertex x.
typedef struct contact_lid {
    talus_vec3 up; ///< body frame
    double over;   ///< m, of S
} contact_lid;

/// Most cells under a rock for which their nodes are worth a look.
enum { LID_CELLS = 5 };

/// Largest height of the nodes of the cells under the rock over the slope of plane p through S's
/// foot at height 0; infinity when the cells are many, in two tiles or off the grid.
static double rise_of_nodes(const talus_terrain *t, const terrain_plane *p, talus_vec3 r,
                            double radius)
{
    const double u = (r.x - t->x0) * t->per_cell, v = (r.y - t->y0) * t->per_cell;
    const double reach = radius * t->per_cell + t->edge;
    const double u0 = u - reach, v0 = v - reach, u1 = u + reach, v1 = v + reach;
    if (!(u0 >= 0.0 && v0 >= 0.0 && u1 < (double)t->cells_x && v1 < (double)t->cells_y)) {
        return (double)INFINITY;
    }
    const uint32_t i0 = (uint32_t)u0, i1 = (uint32_t)u1, j0 = (uint32_t)v0, j1 = (uint32_t)v1;
    if (i1 - i0 >= LID_CELLS || j1 - j0 >= LID_CELLS ||
        i0 >> TERRAIN_TILE_SHIFT != i1 >> TERRAIN_TILE_SHIFT ||
        j0 >> TERRAIN_TILE_SHIFT != j1 >> TERRAIN_TILE_SHIFT) {
        return (double)INFINITY;
    }
    const double *node = terrain_cell_nodes(t, i0, j0);
    const double rise_x = p->slope_x * t->cell, rise_y = p->slope_y * t->cell;
    double highest = -(double)INFINITY;
    for (uint32_t j = 0; j <= j1 - j0 + 1; j++) {
        const double base = rise_x * ((double)i0 - u) + rise_y * ((double)(j0 + j) - v);
        for (uint32_t i = 0; i <= i1 - i0 + 1; i++) {
            const double over = node[i] - base - rise_x * (double)i;
            highest = over > highest ? over : highest;
        }
        node += TERRAIN_TILE_NODES;
    }
    return highest;
}

/// A plane along the slope of the block under S: over the nodes under the rock, or over the block
/// and its neighbours; without one, the level bound.
static contact_lid find_lid(const talus_terrain *t, talus_vec3 r, const talus_mat3 *a,
                            double radius, double bound)
{
    const terrain_plane *p = terrain_plane_under(t, r.x, r.y, radius);
    if (p == NULL) {
        return (contact_lid){vec3(a->m[2][0], a->m[2][1], a->m[2][2]), r.z - bound};
    }
    double ground = rise_of_nodes(t, p, r, radius);
    if (!(ground < (double)INFINITY)) {
        ground = p->wide_height + p->slope_x * (r.x - p->x) + p->slope_y * (r.y - p->y);
    }
    return (contact_lid){mat3_tmulv(a, vec3(-p->slope_x, -p->slope_y, 1.0)), r.z - ground};
}

void contact_detect(const talus_site *site, const talus_vec3 *vertices, size_t vertex_count,
                    double radius, talus_vec3 r, const talus_mat3 *a, double margin,
                    contact_set *set)
{
    set->count = 0;
    set->min_gap = (double)INFINITY;
    set->depth = 0.0;
    const double bound =
        terrain_upper_bound(site->terrain, r.x - radius, r.y - radius, r.x + radius, r.y + radius);
    if (r.z - radius - bound > margin) {
        return;
    }
    const contact_lid lid = find_lid(site->terrain, r, a, radius, bound);
    for (size_t k = 0; k < vertex_count; k++) {
        const talus_vec3 x = vertices[k];
        // a vertex over what bounds the whole footprint needs no lookup
        if (lid.over + vec3_dot(lid.up, x) > margin) {
            continue;
        }
        const talus_vec3 q = vec3_add(r, mat3_mulv(a, x));
        double z;
        if (terrain_height(site->terrain, q.x, q.y, &z) != TALUS_INSIDE) {
            continue;
        }
        const double gap = q.z - z;
        set->min_gap = gap < set->min_gap ? gap : set->min_gap;
        if (gap <= 0.0) {
            add_point(site, k, x, q, set);
        }
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
    return ground->mu_min + 2.0 / TALUS_PI * (ground->mu_max - ground->mu_min) *
                                talus_atan(ground->kappa * slippage);
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
