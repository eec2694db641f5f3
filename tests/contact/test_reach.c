// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection finds what a look at every vertex and every edge finds.
#include "bench/scenes.h"
#include "physics/contact/contact_internal.h"

#include <criterion/criterion.h>

enum { COLUMNS = 300, ROWS = 12, POSES = 4000 };

typedef struct place {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    contact_body body;
    contact_candidates found, all;
} place;

static double draw(uint64_t k, uint32_t j, double low, double high)
{
    const double u = (double)(talus_random_bits(5, k, j) >> 11) / 9007199254740992.0;
    return low + u * (high - low);
}

/// Bumps of `bump` m on a slope, cells of 0.5 m over two tiles.
static void set_up(place *p, double bump, bool is_triangulated, const char *shape, talus_vec3 size)
{
    static double heights[COLUMNS * ROWS];
    const talus_grid grid = {0.0, 0.0, 0.5, COLUMNS, ROWS};
    for (size_t k = 0; k < COLUMNS * ROWS; k++) {
        heights[k] = 0.3 * (double)(k % COLUMNS) + draw(k, 9, -bump, bump);
    }
    *p = (place){.ground = scene_ground(0.5)};
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &p->terrain, NULL), TALUS_OK);
    if (is_triangulated) {
        cr_assert_eq(talus_terrain_set_surface(p->terrain, TALUS_SURFACE_TRIANGULATED, NULL),
                     TALUS_OK);
    }
    p->site = (talus_site){.terrain = p->terrain, .grounds = &p->ground, .ground_count = 1};
    cr_assert_eq(talus_rock_build(shape, size, 0, 2700.0, &p->rock, NULL), TALUS_OK);
    cr_assert(contact_body_init(&p->body, p->rock->vertex_count));
    contact_body_set(&p->body, p->rock, 1.0);
}

static void tear_down(place *p)
{
    contact_body_clear(&p->body);
    talus_rock_destroy(p->rock);
    talus_terrain_destroy(p->terrain);
}

/// Contacts on edges and nodes of every edge and node, nothing left out ahead.
static void collect_all(place *p, talus_vec3 r, const talus_mat3 *a)
{
    p->all = (contact_candidates){.min_gap = (double)INFINITY};
    const contact_collector c = {.site = &p->site,
                                 .body = &p->body,
                                 .r = r,
                                 .a = a,
                                 .span = contact_nodes_near(p->terrain, r, p->body.radius),
                                 .clearance = -(double)INFINITY,
                                 .limit = CONTACT_CANDIDATES,
                                 .found = &p->all};
    contact_collect_nodes(&c);
    contact_collect_edges(&c);
}

/// The smallest gap of the rock, raised by up to 0.4 m, is what a look at everything gives.
static void check_gap(place *p, uint64_t k, talus_vec3 r, const talus_mat3 *a)
{
    const double most = draw(k, 7, 0.0, 0.3);
    r.z += draw(k, 8, 0.0, 0.4);
    const double gap = contact_two_way_gap(&p->site, &p->body, r, a),
                 least = contact_two_way_gap_up_to(&p->site, &p->body, r, a, most, &p->found);
    // measured 1.4e-14
    cr_assert_float_eq(least, gap < most ? gap : most, 1e-13, "pose %llu: %g, %g",
                       (unsigned long long)k, least, gap);
}

/// @return contacts on edges
static size_t check_pose(place *p, uint64_t k)
{
    const talus_quat turn = {draw(k, 0, -1.0, 1.0), draw(k, 1, -1.0, 1.0), draw(k, 2, -1.0, 1.0),
                             draw(k, 3, -1.0, 1.0)};
    const talus_mat3 a = quat_matrix(quat_unit(turn));
    talus_vec3 r = vec3(draw(k, 4, 2.5, 147.0), draw(k, 5, 2.5, 3.0), 0.0);
    double ground;
    cr_assert_eq(talus_terrain_height(p->terrain, r.x, r.y, &ground), TALUS_INSIDE);
    r.z = ground + p->body.radius;
    r.z += draw(k, 6, -0.15, 0.05) - contact_two_way_gap(&p->site, &p->body, r, &a);
    check_gap(p, k, r, &a);
    contact_collect(&p->site, &p->body, r, &a, 0.0, &p->found);
    collect_all(p, r, &a);
    const contact_point *points = p->found.points + p->found.vertex_count;
    cr_assert_eq(p->found.count - p->found.vertex_count, p->all.count, "pose %llu: %zu of %zu",
                 (unsigned long long)k, p->found.count - p->found.vertex_count, p->all.count);
    size_t edges = 0, vertices = 0;
    for (size_t n = 0; n < p->all.count; n++) {
        cr_assert_eq(memcmp(&points[n].foot, &p->all.points[n].foot, sizeof points[n].foot), 0);
        cr_assert_eq(points[n].key, p->all.points[n].key);
        cr_assert_eq(points[n].depth, p->all.points[n].depth);
        edges += points[n].key >> 62 == CONTACT_KEY_EDGE;
    }
    for (size_t n = 0; n < p->body.vertex_count; n++) {
        const talus_vec3 q = vec3_add(r, mat3_mulv(&a, p->body.vertices[n]));
        cr_assert_eq(talus_terrain_height(p->terrain, q.x, q.y, &ground), TALUS_INSIDE);
        vertices += q.z < ground;
    }
    // a vertex on the far side of a ridge is none of the contacts
    cr_assert_leq(p->found.vertex_count, vertices);
    cr_assert(vertices == 0 || p->found.count > 0, "pose %llu", (unsigned long long)k);
    return edges;
}

Test(reach, nothing_that_touches_is_left_out)
{
    static const char *shapes[] = {"cuboid", "eota221", "equant",
                                   "icosphere"}; // the last: 120 edges
    for (int k = 0; k < 16; k++) {
        place p;
        size_t edges = 0;
        set_up(&p, k & 1 ? 0.25 : 0.02, (k & 2) != 0, shapes[k / 4], vec3(1.6, 1.2, 0.9));
        for (uint64_t pose = 0; pose < POSES; pose++) {
            edges += check_pose(&p, pose);
        }
        cr_expect_gt(edges, 200, "%s, %d: %zu", shapes[k / 4], k, edges);
        tear_down(&p);
    }
}

Test(reach, cells_are_forgotten_when_the_rock_leaves_them)
{
    place p;
    set_up(&p, 0.25, false, "cuboid", vec3(1.6, 1.2, 0.9));
    for (uint64_t pose = 0; pose < 200; pose++) {
        contact_candidates once;
        p.found.relief = (contact_relief){0};
        (void)check_pose(&p, pose);
        once = p.found;
        (void)check_pose(&p, pose + 1);
        (void)check_pose(&p, pose);
        cr_assert_eq(p.found.count, once.count);
        for (size_t n = 0; n < once.count; n++) {
            cr_assert_eq(p.found.points[n].depth, once.points[n].depth);
        }
    }
    tear_down(&p);
}
