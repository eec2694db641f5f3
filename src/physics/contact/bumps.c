// SPDX-License-Identifier: GPL-3.0-or-later
// Bumps of a ground under a terrain without them: another field for each rock, if requested. [theory 4]
#include "physics/contact/contact_internal.h"

/// Keep these numbers apart from those of the releases and of drawn parameters.
static const uint64_t key_of_bumps = UINT64_C(0x726f7567686e6573);

/// Bumps of one ground for one rock.
typedef struct bump_field {
    const talus_ground_roughness *roughness;
    const contact_bumps *bumps;
    uint64_t key;
} bump_field;

static bump_field field_of(const talus_ground_roughness *roughness, const contact_bumps *bumps)
{
    uint64_t key = talus_mix64(roughness->seed + key_of_bumps);
    if (roughness->per_rock) {
        key = talus_mix64(talus_mix64(key + bumps->seed) + bumps->rock);
    }
    return (bump_field){roughness, bumps, key};
}

/// 0 up to `clear` from the release, 1 from twice as far on.
static double share_at(const bump_field *f, double x, double y)
{
    const double clear = f->roughness->clear;
    if (!f->bumps->is_released || !(clear > 0.0)) {
        return 1.0;
    }
    const double dx = x - f->bumps->release.x, dy = y - f->bumps->release.y;
    const double share = (sqrt(dx * dx + dy * dy) - clear) / clear;
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

/// Drop of node (i, j), m.
static double node_drop(const bump_field *f, double i, double j)
{
    const uint64_t row = talus_mix64(f->key + (uint64_t)(int64_t)j);
    const uint64_t bits = talus_mix64(row + (uint64_t)(int64_t)i);
    const double h = (double)(bits >> 11) * 0x1p-52 - 1.0, spacing = f->roughness->spacing;
    return f->roughness->amplitude * (1.0 + h) * share_at(f, i * spacing, j * spacing);
}

double contact_bump(const talus_ground_roughness *roughness, const contact_bumps *bumps, double x,
                    double y, double slope[2])
{
    slope[0] = slope[1] = 0.0;
    const double u = x / roughness->spacing, v = y / roughness->spacing;
    if (!(fabs(u) < CONTACT_FAR && fabs(v) < CONTACT_FAR)) {
        return 0.0;
    }
    const bump_field f = field_of(roughness, bumps);
    const double i = contact_floor(u), j = contact_floor(v), p = u - i, q = v - j;
    const double h00 = node_drop(&f, i, j), h10 = node_drop(&f, i + 1.0, j);
    const double h01 = node_drop(&f, i, j + 1.0), h11 = node_drop(&f, i + 1.0, j + 1.0);
    const double south = h00 + p * (h10 - h00), north = h01 + p * (h11 - h01);
    slope[0] = ((h10 - h00) + q * ((h11 - h01) - (h10 - h00))) / roughness->spacing;
    slope[1] = (north - south) / roughness->spacing;
    return south + q * (north - south);
}

/// @return NULL where the ground has no bumps
static const talus_ground_roughness *roughness_at(const talus_site *site, talus_vec3 q)
{
    const talus_ground_roughness *roughness =
        &site->grounds[contact_ground_class(site, q)].roughness;
    return roughness->amplitude > 0.0 ? roughness : NULL;
}

/// A contact with a vertex and the surface under it, lowered. @return the vertical gap, m
static double lower_vertex(const talus_site *site, const contact_bumps *bumps, contact_point *point)
{
    const talus_vec3 n = point->normal;
    const talus_ground_roughness *roughness = roughness_at(site, point->foot);
    double gap = -point->depth / n.z, slope[2];
    if (roughness == NULL) {
        return gap;
    }
    gap += contact_bump(roughness, bumps, point->foot.x, point->foot.y, slope);
    const double east = -n.x / n.z - slope[0], north = -n.y / n.z - slope[1];
    const double scale = 1.0 / sqrt(1.0 + east * east + north * north);
    point->normal = vec3(-scale * east, -scale * north, scale);
    contact_frame(point->normal, &point->tangent1, &point->tangent2);
    point->depth = -gap * scale;
    return gap;
}

void contact_roughen(const talus_site *site, const contact_bumps *bumps, const contact_body *body,
                     talus_vec3 r, const talus_mat3 *a, contact_set *set)
{
    if (set->count == 0) {
        if (set->min_gap < (double)INFINITY && body->vertex_count > 0) {
            const talus_vec3 q = vec3_add(r, mat3_mulv(a, body->vertices[set->nearest]));
            const talus_ground_roughness *roughness = roughness_at(site, q);
            double slope[2];
            set->min_gap +=
                roughness != NULL ? contact_bump(roughness, bumps, q.x, q.y, slope) : 0.0;
        }
        return;
    }
    size_t count = 0;
    set->depth = 0.0;
    set->min_gap = (double)INFINITY;
    for (size_t k = 0; k < set->count; k++) {
        contact_point point = set->points[k];
        const double gap = lower_vertex(site, bumps, &point);
        set->min_gap = gap < set->min_gap ? gap : set->min_gap;
        if (gap <= 0.0) {
            set->depth = point.depth > set->depth ? point.depth : set->depth;
            set->points[count++] = point;
        }
    }
    set->count = count;
}

void contact_roughen_candidates(const talus_site *site, const contact_bumps *bumps,
                                const talus_mat3 *a, contact_candidates *found)
{
    size_t count = 0, vertices = 0;
    found->depth = 0.0;
    found->min_gap = count == found->count ? found->min_gap : (double)INFINITY;
    for (size_t k = 0; k < found->count; k++) {
        contact_point point = found->points[k];
        const talus_ground_roughness *roughness = roughness_at(site, point.foot);
        double slope[2];
        const double drop = roughness == NULL
                                ? 0.0
                                : contact_bump(roughness, bumps, point.foot.x, point.foot.y, slope);
        const bool touches = contact_lower_point(&point, a, drop);
        found->min_gap = terrain_smaller(found->min_gap, -point.depth);
        if (touches) {
            vertices += k < found->vertex_count;
            found->depth = terrain_larger(found->depth, point.depth);
            found->points[count++] = point;
        }
    }
    found->count = count;
    found->vertex_count = vertices;
}
