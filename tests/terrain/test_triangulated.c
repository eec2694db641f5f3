// SPDX-License-Identifier: GPL-3.0-or-later
// The triangulated surface.
#include "talus/terrain.h"

#include <criterion/criterion.h>
#include <math.h>

/// One cell of 2 m with four different nodes, and a second one with a hole.
static talus_terrain *build(void)
{
    const double heights[] = {1.0, 2.0, 3.0, 5.0, 4.0, (double)NAN};
    const talus_grid grid = {10.0, 20.0, 2.0, 3, 2};
    talus_terrain *terrain = NULL;
    cr_assert(talus_terrain_create(&grid, heights, NULL, &terrain, NULL) == TALUS_OK);
    cr_assert_eq(talus_terrain_set_surface(terrain, TALUS_SURFACE_TRIANGULATED, NULL), TALUS_OK);
    return terrain;
}

static void expect_at(const talus_terrain *t, double x, double y, double z, double dx, double dy)
{
    double height = 0.0, east = 0.0, north = 0.0;
    cr_assert(talus_terrain_surface(t, x, y, &height, &east, &north) == TALUS_INSIDE);
    cr_expect(fabs(height - z) < 1e-14 && fabs(east - dx) < 1e-14 && fabs(north - dy) < 1e-14,
              "(%g, %g): %g, slopes %g %g", x, y, height, east, north);
    cr_assert(talus_terrain_height(t, x, y, &height) == TALUS_INSIDE);
    cr_expect(fabs(height - z) < 1e-14);
}

Test(triangulated, each_triangle_is_a_plane_through_its_nodes)
{
    talus_terrain *t = build();
    // south-eastern: nodes 1, 2, 4; north-western: nodes 1, 5, 4
    expect_at(t, 11.0, 20.5, 2.0, 0.5, 1.0);
    expect_at(t, 11.0, 21.5, 3.5, -0.5, 2.0);
    expect_at(t, 10.0, 20.0, 1.0, 0.5, 1.0);
    expect_at(t, 11.0, 21.0, 2.5, 0.5, 1.0); // the diagonal belongs to the south-eastern one
    talus_terrain_destroy(t);
}

Test(triangulated, both_triangles_meet_along_the_diagonal)
{
    talus_terrain *t = build();
    for (int k = 1; k < 20; k++) {
        double below = 0.0, above = 0.0;
        const double s = 0.1 * k;
        (void)talus_terrain_height(t, 10.0 + s, 20.0 + s - 1e-9, &below);
        (void)talus_terrain_height(t, 10.0 + s, 20.0 + s + 1e-9, &above);
        cr_expect(fabs(above - below) < 1e-8); /* measured 3e-9 m */
    }
    talus_terrain_destroy(t);
}

Test(triangulated, a_patch_with_a_hole_is_missing_as_a_whole)
{
    talus_terrain *t = build();
    double z = 0.0;
    cr_expect(talus_terrain_height(t, 13.5, 20.2, &z) == TALUS_NODATA);
    cr_expect(talus_terrain_height(t, 12.5, 21.8, &z) == TALUS_NODATA);
    talus_terrain_destroy(t);
}

Test(triangulated, the_choice_can_be_taken_back)
{
    talus_terrain *t = build();
    double z = 0.0;
    cr_assert_eq(talus_terrain_set_surface(t, TALUS_SURFACE_BILINEAR, NULL), TALUS_OK);
    cr_assert(talus_terrain_height(t, 11.0, 21.0, &z) == TALUS_INSIDE);
    cr_expect(fabs(z - 3.0) < 1e-14); // mean of the four nodes
    talus_terrain_destroy(t);
}
