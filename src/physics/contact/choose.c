// SPDX-License-Identifier: GPL-3.0-or-later
// Thinning of two-way contacts: a face on the ground needs its corners, not all nodes under it.
#include "physics/contact/contact_internal.h"

/// Normals within 18 degrees hold the rock in one direction.
#define SAME_NORMAL 0.95
/// Places nearer than this to others' hull add nothing, in radii of the rock.
#define SAME_PLACE 0.02
/// A place that much deeper than all others is kept wherever it lies, m.
#define DEEPER 1e-3

/// Indices [first, last) of the candidates by depth, deepest first; equal ones in their order.
static size_t sort_by_depth(const contact_candidates *found, size_t first, size_t last,
                            unsigned char *order)
{
    size_t count = 0;
    for (size_t k = first; k < last; k++) {
        size_t at = count++;
        while (at > 0 && found->points[order[at - 1]].depth < found->points[k].depth) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = (unsigned char)k;
    }
    return count;
}

/// Square of the distance from the origin to the segment p q, in the plane.
static double distance2_to_segment(const double p[2], const double q[2])
{
    const double d[2] = {q[0] - p[0], q[1] - p[1]};
    const double length2 = d[0] * d[0] + d[1] * d[1];
    double s = length2 > 0.0 ? -(p[0] * d[0] + p[1] * d[1]) / length2 : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    const double x = p[0] + s * d[0], y = p[1] + s * d[1];
    return x * x + y * y;
}

/// Whether the origin is within `near` of a segment between two of the points, or inside their
/// hull.
static bool is_surrounded(double (*at)[2], size_t count, double near)
{
    bool is_inside = count > 2;
    for (size_t i = 0; i < count; i++) {
        bool has_left = false, has_right = false;
        for (size_t k = 0; k < count; k++) {
            if (distance2_to_segment(at[i], at[k]) <= near * near) {
                return true;
            }
            const double turn = at[i][0] * at[k][1] - at[i][1] * at[k][0];
            has_left = has_left || turn > 0.0;
            has_right = has_right || turn < 0.0;
        }
        is_inside = is_inside && has_left && has_right;
    }
    return is_inside;
}

/// Whether contacts chosen already, from `own` on, hold what this one would hold.
static bool is_redundant(const contact_set *set, size_t own, const contact_point *point,
                         double radius)
{
    talus_vec3 t1, t2;
    double at[CONTACT_LIMIT][2], deepest = 0.0;
    size_t count = 0;
    if (set->count == own) {
        return false;
    }
    contact_frame(point->normal, &t1, &t2);
    for (size_t k = own; k < set->count; k++) {
        const contact_point *other = &set->points[k];
        if (vec3_dot(other->normal, point->normal) > SAME_NORMAL) {
            const talus_vec3 d = vec3_sub(other->foot, point->foot);
            at[count][0] = vec3_dot(d, t1);
            at[count++][1] = vec3_dot(d, t2);
            deepest = other->depth > deepest ? other->depth : deepest;
        }
    }
    return count > 0 && point->depth <= deepest + DEEPER &&
           is_surrounded(at, count, SAME_PLACE * radius);
}

static void choose_from(const talus_site *site, double radius, const contact_candidates *found,
                        size_t first, size_t last, size_t limit, contact_set *set)
{
    unsigned char order[CONTACT_CANDIDATES];
    const size_t count = sort_by_depth(found, first, last, order);
    for (size_t k = 0; k < count && set->count < limit; k++) {
        const contact_point *point = &found->points[order[k]];
        if (!is_redundant(set, 0, point, radius)) {
            contact_point *chosen = &set->points[set->count++];
            *chosen = *point;
            contact_frame(chosen->normal, &chosen->tangent1, &chosen->tangent2);
            chosen->ground = contact_ground_class_near(site, &set->ground, chosen->foot);
        }
    }
}

void contact_choose(const talus_site *site, double radius, const contact_candidates *found,
                    contact_set *set)
{
    set->count = 0;
    set->min_gap = found->min_gap;
    set->depth = found->depth;
    if (found->count == 0) {
        return;
    }
    choose_from(site, radius, found, 0, found->vertex_count, CONTACT_VERTEX_LIMIT, set);
    choose_from(site, radius, found, found->vertex_count, found->count, CONTACT_LIMIT, set);
}

void contact_choose_on_body(double radius, const contact_candidates *found, size_t first,
                            size_t limit, contact_set *set)
{
    unsigned char order[CONTACT_CANDIDATES];
    const size_t own = set->count;
    const size_t count = sort_by_depth(found, first, found->count, order);
    for (size_t k = 0; k < count && set->count < own + limit; k++) {
        const contact_point *point = &found->points[order[k]];
        if (!is_redundant(set, own, point, radius)) {
            contact_point *chosen = &set->points[set->count++];
            *chosen = *point;
            contact_frame(chosen->normal, &chosen->tangent1, &chosen->tangent2);
        }
    }
}
