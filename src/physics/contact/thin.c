// SPDX-License-Identifier: GPL-3.0-or-later
// Many vertices on one side of a rock: those that stand out carry it. [docs/theory.md 4]
#include "physics/contact/contact_internal.h"

/// Normals within 18 degrees hold the rock in one direction.
#define SAME_NORMAL 0.95
/// That carry a group: the deepest, and those farthest the other way, to the left and to the right.
enum { GROUP = 4 };

static void swap_points(contact_point *a, contact_point *b)
{
    const contact_point kept = *a;
    *a = *b;
    *b = kept;
}

static bool are_along(const contact_point *a, const contact_point *b)
{
    return vec3_dot(a->normal, b->normal) > SAME_NORMAL;
}

/// Of equal ones the first.
static size_t find_deepest(const contact_point *points, size_t count)
{
    size_t deepest = 0;
    for (size_t k = 1; k < count; k++) {
        deepest = points[k].depth > points[deepest].depth ? k : deepest;
    }
    return deepest;
}

/// Away from the middle of the group of `from`.
static talus_vec3 find_outwards(const contact_point *points, size_t count,
                                const contact_point *from)
{
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < count; k++) {
        if (are_along(&points[k], from)) {
            sum = vec3_add(sum, vec3_sub(from->foot, points[k].foot));
        }
    }
    return sum;
}

/// The points that carry the group of the deepest, of equally far ones the first.
static void find_carrying(const contact_point *points, size_t count, size_t carrying[GROUP])
{
    const size_t deepest = find_deepest(points, count);
    const contact_point *from = &points[deepest];
    const talus_vec3 out = find_outwards(points, count, from);
    const talus_vec3 left = vec3_cross(from->normal, out);
    double most[GROUP] = {0.0};
    for (int side = 0; side < GROUP; side++) {
        carrying[side] = deepest;
    }
    for (size_t k = 0; k < count; k++) {
        const talus_vec3 d = vec3_sub(points[k].foot, from->foot);
        const double far[GROUP] = {0.0, -vec3_dot(d, out), vec3_dot(d, left), -vec3_dot(d, left)};
        for (int side = 1; side < GROUP && are_along(&points[k], from); side++) {
            if (far[side] > most[side]) {
                most[side] = far[side];
                carrying[side] = k;
            }
        }
    }
}

/// Move the chosen points to the front, each once. @return how many
static size_t bring_forward(contact_point *points, const size_t chosen[GROUP])
{
    size_t order[GROUP], count = 0;
    for (int side = 0; side < GROUP; side++) {
        size_t at = 0;
        while (at < count && order[at] < chosen[side]) {
            at++;
        }
        if (at < count && order[at] == chosen[side]) {
            continue;
        }
        for (size_t i = count++; i > at; i--) {
            order[i] = order[i - 1];
        }
        order[at] = chosen[side];
    }
    for (size_t i = 0; i < count; i++) { // rising: none of them has been swapped away
        swap_points(&points[i], &points[order[i]]);
    }
    return count;
}

static void sort_by_key(contact_point *points, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        for (size_t at = k; at > 0 && points[at - 1].key > points[at].key; at--) {
            swap_points(&points[at - 1], &points[at]);
        }
    }
}

void contact_thin(contact_set *set, size_t most, contact_point *left, size_t *left_count)
{
    contact_point *points = set->points;
    size_t chosen = 0, end = set->count;
    *left_count = 0;
    while (chosen < end && chosen + GROUP <= most) {
        size_t carrying[GROUP];
        contact_point *rest = points + chosen;
        find_carrying(rest, end - chosen, carrying);
        const contact_point deepest = rest[carrying[0]];
        chosen += bring_forward(rest, carrying);
        size_t others = chosen;
        for (size_t k = chosen; k < end; k++) {
            *(are_along(&points[k], &deepest) ? &left[(*left_count)++] : &points[others++]) =
                points[k];
        }
        end = others;
    }
    for (size_t k = chosen; k < end; k++) {
        left[(*left_count)++] = points[k];
    }
    sort_by_key(points, chosen);
    set->count = chosen;
}
