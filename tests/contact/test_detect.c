// SPDX-License-Identifier: GPL-3.0-or-later
// One-way detection against a plain loop over the vertices: over tiles and the rim of the grid,
// with missing nodes, on both kinds of surface, and with a set that remembers the pose before.
#include "bench/scenes.h"
#include "physics/contact/contact.h"

#include <criterion/criterion.h>

enum { COLUMNS = 300, ROWS = 30, POSES = 20000 };
#define CELL 0.5
#define MARGIN 1e-3

typedef struct rough_field {
    talus_terrain *terrain;
    talus_rock *rock;
    contact_body body;
    contact_point points[42];
    talus_ground ground;
} rough_field;

static void set_up(rough_field *f, const char *shape, bool is_triangulated)
{
    static double heights[ROWS][COLUMNS];
    talus_random rng = {11, 1, 0};
    for (size_t j = 0; j < ROWS; j++) {
        for (size_t i = 0; i < COLUMNS; i++) {
            heights[j][i] = 0.3 * (double)j * CELL + 0.2 * talus_random_uniform(&rng);
        }
    }
    heights[20][250] = heights[5][100] = (double)NAN;
    const talus_grid grid = {-75.0, 3.0, CELL, COLUMNS, ROWS};
    cr_assert(talus_terrain_create(&grid, heights[0], NULL, &f->terrain, NULL) == TALUS_OK);
    if (is_triangulated) {
        cr_assert_eq(talus_terrain_set_surface(f->terrain, TALUS_SURFACE_TRIANGULATED, NULL),
                     TALUS_OK);
    }
    cr_assert(talus_rock_build(shape, vec3(0.93, 0.93, 0.47), 0, 2709.0, &f->rock, NULL) ==
              TALUS_OK);
    cr_assert(contact_body_init(&f->body, f->rock->vertex_count));
    contact_body_set(&f->body, f->rock, 1.0);
    f->ground = scene_ground(0.5);
}

static void tear_down(rough_field *f)
{
    contact_body_clear(&f->body);
    talus_rock_destroy(f->rock);
    talus_terrain_destroy(f->terrain);
}

/// The patch of the surface under a place, else the one under S; false: there is none.
static bool find_patch(const rough_field *f, talus_vec3 q, talus_vec3 r, bool is_over_ground,
                       double *z, double *dzdx, double *dzdy)
{
    const bool is_ground =
        talus_terrain_surface(f->terrain, q.x, q.y, z, dzdx, dzdy) == TALUS_INSIDE;
    if (is_ground || is_over_ground) {
        return is_ground && is_over_ground;
    }
    if (talus_terrain_surface(f->terrain, r.x, r.y, z, dzdx, dzdy) != TALUS_INSIDE) {
        return false;
    }
    *z += *dzdx * (q.x - r.x) + *dzdy * (q.y - r.y);
    return true;
}

/// The contacts of `set` are the vertices that are not over their patches, in their order; then
/// those over missing ground that are not over the patch under S.
/// @return how many
static size_t check_set(const rough_field *f, const contact_set *set, talus_vec3 r,
                        const talus_mat3 *a)
{
    size_t count = 0;
    double lowest = (double)INFINITY;
    for (size_t n = 0; n < 2 * f->rock->vertex_count; n++) {
        const size_t k = n % f->rock->vertex_count;
        const talus_vec3 q = vec3_add(r, mat3_mulv(a, f->rock->vertices[k]));
        double z, dzdx, dzdy;
        if (!find_patch(f, q, r, n == k, &z, &dzdx, &dzdy)) {
            continue;
        }
        lowest = q.z - z < lowest ? q.z - z : lowest;
        if (q.z - z > 0.0) {
            continue;
        }
        cr_assert(count < set->count && set->points[count].key == k);
        const contact_point *point = &set->points[count++];
        const double scale = 1.0 / sqrt(1.0 + dzdx * dzdx + dzdy * dzdy);
        const talus_vec3 normal = vec3(-scale * dzdx, -scale * dzdy, scale);
        cr_assert(vec3_norm(vec3_sub(point->normal, normal)) < 1e-14); /* measured 2e-15 */
        cr_assert(fabs(point->depth + scale * (q.z - z)) < 1e-14);     /* m, measured 5e-16 */
        cr_assert(vec3_norm(vec3_sub(point->foot, q)) == 0.0 && point->ground == 0);
    }
    cr_assert(set->count == count, "%zu closed, expected %zu", set->count, count);
    cr_assert(lowest <= MARGIN ? set->min_gap == lowest : set->min_gap > MARGIN);
    return count;
}

/// Poses along the field that go from cell to cell, and now and then to somewhere else.
static void check_poses(const char *shape, bool is_triangulated)
{
    rough_field f;
    set_up(&f, shape, is_triangulated);
    const talus_site site = {.terrain = f.terrain, .grounds = &f.ground, .ground_count = 1};
    contact_set set = {.points = f.points};
    talus_random rng = {3, 1, 0};
    talus_vec3 r = vec3(0.0, 0.0, 0.0);
    size_t closed = 0;
    for (int i = 0; i < POSES; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        const talus_mat3 a =
            talus_quat_matrix(talus_quat_uniform(u, v, talus_random_uniform(&rng)));
        if (i % 50 == 0) {
            const bool is_at_seam = i % 100 == 0;
            r = vec3(is_at_seam ? 51.0 + 4.0 * u : -76.0 + 152.0 * u, 2.5 + 15.5 * v, 0.0);
        }
        r.x += 0.1 * u - 0.05;
        r.y += 0.1 * v - 0.05;
        r.z = 0.3 * (r.y - 3.0) + 0.1 + 0.8 * talus_random_uniform(&rng);
        contact_detect(&site, &f.body, r, &a, MARGIN, &set);
        closed += check_set(&f, &set, r, &a);
    }
    cr_expect(closed > POSES / 10, "the poses hardly touch: %zu", closed);
    tear_down(&f);
}

Test(detect, finds_what_a_plain_loop_finds_on_patches)
{
    check_poses("eota221", false);
}

Test(detect, finds_what_a_plain_loop_finds_on_triangles)
{
    check_poses("eota221", true);
}

Test(detect, finds_what_a_plain_loop_finds_of_42_vertices)
{
    check_poses("icosphere", false); // more than are looked at together, no multiple of the lanes
}

/// What a caller who lowers the surface by set->drop needs: the deepest point and all that are under
/// the lower plane, in their order. @return how many points were left out
static size_t check_lowered(const contact_set *all, const contact_set *set)
{
    size_t k = 0, deepest = 0;
    for (size_t n = 0; n < all->count; n++) {
        const contact_point *point = &all->points[n];
        deepest = point->depth > all->points[deepest].depth ? n : deepest;
        const bool is_needed = point->depth - set->drop * point->normal.z >= 0.0;
        const bool is_there = k < set->count && set->points[k].key == point->key;
        cr_assert(is_there || !is_needed, "vertex %zu is missing", (size_t)point->key);
        k += is_there;
    }
    cr_assert(k == set->count && set->min_gap == all->min_gap && set->depth == all->depth);
    bool has_deepest = all->count == 0;
    for (size_t n = 0; n < set->count; n++) {
        has_deepest |= set->points[n].key == all->points[deepest].key;
    }
    cr_assert(has_deepest);
    return all->count - set->count;
}

Test(detect, points_over_a_lower_plane_are_left_out_but_the_deepest_stays)
{
    rough_field f;
    set_up(&f, "eota221", false);
    const talus_site site = {.terrain = f.terrain, .grounds = &f.ground, .ground_count = 1};
    static contact_point points[64];
    contact_set all = {.points = f.points}, set = {.points = points};
    talus_random rng = {5, 1, 0};
    size_t left_out = 0;
    for (int i = 0; i < POSES; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        const talus_mat3 a =
            talus_quat_matrix(talus_quat_uniform(u, v, talus_random_uniform(&rng)));
        talus_vec3 r = vec3(-60.0 + 100.0 * u, 3.0 + 14.0 * v, 0.0);
        r.z = 0.3 * (r.y - 3.0) + 0.1 + 0.5 * talus_random_uniform(&rng);
        set.drop = 0.2 * talus_random_uniform(&rng);
        contact_detect(&site, &f.body, r, &a, MARGIN, &all);
        contact_detect(&site, &f.body, r, &a, MARGIN, &set);
        left_out += check_lowered(&all, &set);
    }
    cr_expect(left_out > POSES / 10, "%zu points are left out", left_out);
    tear_down(&f);
}

Test(detect, ground_goes_on_past_the_border_under_a_rock_that_is_inside)
{
    rough_field f;
    set_up(&f, "cuboid", false);
    const talus_site site = {.terrain = f.terrain, .grounds = &f.ground, .ground_count = 1};
    const talus_mat3 upright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const double east = -75.0 + CELL * (COLUMNS - 1);
    contact_set set = {.points = f.points};
    double ground = 0.0;
    cr_assert(talus_terrain_height(f.terrain, east - 0.01, 10.0, &ground) == TALUS_INSIDE);
    contact_detect(&site, &f.body, vec3(east - 0.01, 10.0, ground - 1.0), &upright, MARGIN, &set);
    cr_expect_eq(set.count, 8, "%zu contacts of S inside", set.count);
    contact_detect(&site, &f.body, vec3(east + 0.01, 10.0, ground - 1.0), &upright, MARGIN, &set);
    cr_expect_eq(set.count, 4, "%zu contacts of S off the grid", set.count);
    tear_down(&f);
}

Test(detect, vertices_on_edges_of_cells_touch_the_ground_there)
{
    rough_field f;
    set_up(&f, "eota221", false);
    const talus_site site = {.terrain = f.terrain, .grounds = &f.ground, .ground_count = 1};
    const talus_mat3 upright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    size_t closed = 0;
    for (size_t k = 0; k < f.rock->vertex_count; k++) {
        for (int cell = 20; cell < 240; cell++) {
            // vertex k lies on the line between two cells, as far as double allows
            const talus_vec3 x = f.rock->vertices[k];
            contact_set set = {.points = f.points};
            const talus_vec3 r = vec3(-75.0 + CELL * cell - x.x, 6.0 - x.y, 1.2);
            contact_detect(&site, &f.body, r, &upright, MARGIN, &set);
            closed += check_set(&f, &set, r, &upright);
        }
    }
    cr_expect(closed > 1000, "the poses hardly touch: %zu", closed);
    tear_down(&f);
}
