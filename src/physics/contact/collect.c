// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: what touches in a pose, before it is thinned; vertices of the rock.
// [docs/detection.md]
#include "physics/contact/contact_internal.h"

/// Signed distance of q to the tangent plane of the surface over (x, y). @return false: no surface
static bool find_plane(const talus_terrain *terrain, talus_vec3 q, double x, double y,
                       talus_vec3 *normal, double *distance)
{
    double z = 0.0, dzdx = 0.0, dzdy = 0.0;
    if (terrain_surface(terrain, x, y, &z, &dzdx, &dzdy) != TALUS_INSIDE) {
        return false;
    }
    *normal = contact_patch_normal(dzdx, dzdy);
    *distance = vec3_dot(vec3_sub(q, vec3(x, y, z)), *normal);
    return true;
}

/// The plane under vertex k at q, where the search for what is near has looked it up.
static bool find_plane_under(const contact_collector *c, size_t k, talus_vec3 q, talus_vec3 *normal,
                             double *distance)
{
    const contact_under *under = &c->body->under[k];
    if (!c->has_reach || under->node == NULL) {
        return find_plane(c->site->terrain, q, q.x, q.y, normal, distance);
    }
    *normal = contact_patch_normal(under->east, under->north);
    *distance = c->body->heights[k] * normal->z;
    return true;
}

/// The patch under the vertex says whether it is in the ground; the patch at its foot on that
/// plane may be nearer, and deep in the ground the one through which it came.
static void add_vertex(const contact_collector *c, size_t k, talus_vec3 q)
{
    talus_vec3 near_normal;
    double distance = 0.0, near_distance = 0.0;
    contact_point point = {.key = k, .lever = c->body->vertices[k], .foot = q};
    const talus_terrain *terrain = c->site->terrain;
    // over missing ground the patch under S goes on: a rock does not sink beside the border
    if ((!find_plane_under(c, k, q, &point.normal, &distance) &&
         !find_plane(terrain, q, c->r.x, c->r.y, &point.normal, &distance)) ||
        distance > c->margin) {
        return;
    }
    const talus_vec3 foot = vec3_axpy(q, -distance, point.normal);
    const talus_vec3 lever = vec3_sub(q, c->r);
    if (find_plane(terrain, q, foot.x, foot.y, &near_normal, &near_distance) &&
        (near_distance <= 0.0) == (distance <= 0.0) && fabs(near_distance) < fabs(distance) &&
        vec3_dot(lever, near_normal) < 0.0) {
        point.normal = near_normal;
        distance = near_distance;
    }
    const bool is_far_side = distance <= 0.0 && vec3_dot(lever, point.normal) >= 0.0;
    if (is_far_side || distance < -CONTACT_DEEP * c->body->inner_radius) {
        contact_find_way_out(c, q, is_far_side, &point.normal, &distance);
    }
    contact_add_point(c, &point, distance);
}

static void collect_vertices(const contact_collector *c)
{
    const contact_body *body = c->body;
    for (size_t n = 0; c->has_reach && n < c->low_count; n++) {
        const size_t k = body->low[n];
        add_vertex(c, k, vec3_add(c->r, mat3_mulv(c->a, body->vertices[k])));
    }
    for (size_t k = 0; !c->has_reach && k < body->vertex_count; k++) {
        if (contact_may_touch(c, k)) {
            add_vertex(c, k, vec3_add(c->r, mat3_mulv(c->a, body->vertices[k])));
        }
    }
}

/// @return false when the rock is clear of everything around it
static bool find_clearance(contact_collector *c)
{
    const talus_terrain *terrain = c->site->terrain;
    const talus_vec3 r = c->r;
    const double radius = c->body->radius;
    bool is_clear = false;
    const bool has_reach = contact_find_reach(c, &is_clear);
    if (is_clear || (!has_reach && r.z - radius - c->margin >
                                       terrain_upper_bound(terrain, r.x - radius, r.y - radius,
                                                           r.x + radius, r.y + radius))) {
        return false;
    }
    if (has_reach) {
        return true;
    }
    c->span = contact_nodes_near(terrain, r, radius + c->margin);
    const contact_cover cover = contact_cover_nodes(terrain, &c->span, r);
    const talus_vec3 up = vec3(-cover.east, -cover.north, 1.0);
    c->clearance = r.z - cover.height;
    c->up = mat3_tmulv(c->a, up);
    return c->clearance - radius * vec3_norm(up) <= CONTACT_STEEPEST * c->margin;
}

void contact_collect(const talus_site *site, const contact_body *body, talus_vec3 r,
                     const talus_mat3 *a, double margin, contact_candidates *found)
{
    found->count = found->vertex_count = 0;
    found->min_gap = (double)INFINITY;
    found->depth = 0.0;
    contact_collector c = {.site = site,
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
        contact_collect_nodes(&c);
        contact_collect_edges(&c);
    }
}
