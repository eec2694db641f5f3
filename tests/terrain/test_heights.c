// SPDX-License-Identifier: GPL-3.0-or-later
// Heights and gradients of the bilinear surface: edges first.
#include "terrain/fields.h"

static const talus_grid small = {.x0 = 10.0, .y0 = -4.0, .cell = 2.0, .nx = 3, .ny = 3};
// row 0 = south; the left cells rise to the east by 1, the right ones fall
static const double ridge[9] = {0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 1.0, 3.0, 1.0};

static void check_refused(const talus_grid *grid, const double *heights,
                          const talus_roughness *roughness, const char *word)
{
    talus_terrain *terrain = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_terrain_create(grid, heights, roughness, &terrain, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_assert_null(terrain);
    cr_assert_not_null(strstr(error.message, word), "%s", error.message);
}

Test(terrain, refuses_a_grid_that_is_none)
{
    talus_grid grid = small;
    grid.nx = 1;
    check_refused(&grid, ridge, NULL, "1 x 3 nodes");
    grid = small;
    grid.cell = 0.0;
    check_refused(&grid, ridge, NULL, "cell size 0");
    grid.cell = (double)NAN;
    check_refused(&grid, ridge, NULL, "cell size");
    grid = small;
    grid.y0 = (double)INFINITY;
    check_refused(&grid, ridge, NULL, "finite");
}

Test(terrain, refuses_an_origin_where_cells_drown_in_round_off)
{
    talus_grid grid = small;
    grid.x0 = 1e12;
    check_refused(&grid, ridge, NULL, "local coordinates");
}

Test(terrain, refuses_infinite_heights)
{
    double heights[9] = {0.0};
    heights[5] = -(double)INFINITY;
    check_refused(&small, heights, NULL, "node (2, 1) is infinite");
}

Test(terrain, refuses_heights_without_a_whole_patch)
{
    const double nan = (double)NAN;
    const double none[9] = {nan, nan, nan, nan, nan, nan, nan, nan, nan};
    const double points[9] = {1.0, nan, 1.0, nan, 1.0, nan, 1.0, nan, 1.0};
    check_refused(&small, none, NULL, "four valid nodes");
    check_refused(&small, points, NULL, "four valid nodes");
}

Test(terrain, refuses_impossible_roughness)
{
    static const talus_roughness bad[] = {
        {-0.1, 1, 0}, {0.1, 0, 0}, {0.1, 65, 0}, {(double)NAN, 2, 0}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        check_refused(&small, ridge, &bad[k], "roughness");
    }
}

Test(terrain, destroying_nothing_is_allowed)
{
    talus_terrain_destroy(NULL);
}

Test(terrain, is_bilinear_between_four_nodes)
{
    static const double heights[9] = {1.0, 5.0, 0.0, 3.0, -1.0, 0.0, 0.0, 0.0, 0.0};
    talus_terrain *terrain = create_terrain(&small, heights, NULL);
    double z, dzdx, dzdy;
    // u = 1/4, v = 1/2: (1 + 1/4 4 + 3 - 1/4 4)/2
    cr_assert_eq(talus_terrain_surface(terrain, 10.5, -3.0, &z, &dzdx, &dzdy), TALUS_INSIDE);
    cr_assert_eq(z, 2.0);
    cr_assert_eq(dzdx, 0.0); // between 4/2 in the south and -4/2 in the north
    cr_assert_eq(dzdy, 0.0); // from 2 to 2
    (void)talus_terrain_surface(terrain, 10.5, -4.0, &z, &dzdx, &dzdy);
    cr_assert(z == 2.0 && dzdx == 2.0 && dzdy == 0.0);
    (void)talus_terrain_surface(terrain, 10.0, -3.5, &z, &dzdx, &dzdy);
    cr_assert(z == 1.5 && dzdx == 1.0 && dzdy == 1.0);
    talus_terrain_destroy(terrain);
}

Test(terrain, gradient_jumps_at_an_edge_that_belongs_to_the_upper_cell)
{
    talus_terrain *terrain = create_terrain(&small, ridge, NULL);
    double z, dzdx, dzdy;
    (void)talus_terrain_surface(terrain, nextafter(12.0, 0.0), -3.0, &z, &dzdx, &dzdy);
    cr_assert_eq(dzdx, 1.0);
    (void)talus_terrain_surface(terrain, 12.0, -3.0, &z, &dzdx, &dzdy);
    cr_assert_eq(dzdx, -1.0);
    cr_assert_eq(z, 2.0);
    (void)talus_terrain_surface(terrain, 11.0, nextafter(-2.0, -3.0), &z, &dzdx, &dzdy);
    cr_assert_eq(dzdy, 0.0);
    (void)talus_terrain_surface(terrain, 11.0, -2.0, &z, &dzdx, &dzdy);
    cr_assert_eq(dzdy, 0.5);
    talus_terrain_destroy(terrain);
}

Test(terrain, is_half_open_and_leaves_the_results_alone_outside)
{
    talus_terrain *terrain = create_terrain(&small, ridge, NULL);
    static const double outside[][2] = {{14.0, -3.0},
                                        {11.0, 0.0},
                                        {14.0, 0.0},
                                        {9.999, -3.0},
                                        {11.0, -4.1},
                                        {1e300, -3.0},
                                        {11.0, -1e300},
                                        {(double)NAN, -3.0},
                                        {11.0, (double)NAN},
                                        {(double)INFINITY, -3.0},
                                        {11.0, -(double)INFINITY}};
    double z = 7.0, dzdx = 8.0, dzdy = 9.0;
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        const double x = outside[k][0], y = outside[k][1];
        cr_assert_eq(talus_terrain_height(terrain, x, y, &z), TALUS_OUTSIDE, "(%g, %g)", x, y);
        cr_assert_eq(talus_terrain_surface(terrain, x, y, &z, &dzdx, &dzdy), TALUS_OUTSIDE);
        cr_assert(z == 7.0 && dzdx == 8.0 && dzdy == 9.0);
    }
    cr_assert_eq(talus_terrain_height(terrain, 10.0, -4.0, &z), TALUS_INSIDE);
    cr_assert_eq(z, 0.0);
    cr_assert_eq(talus_terrain_height(terrain, nextafter(14.0, 0.0), nextafter(0.0, -1.0), &z),
                 TALUS_INSIDE);
    cr_assert_float_eq(z, 1.0, 1e-14); /* m; measured 9e-16 */
    talus_terrain_destroy(terrain);
}

Test(terrain, missing_node_takes_its_four_patches)
{
    const talus_grid grid = {.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = 5, .ny = 5};
    double heights[25] = {0.0}, z = 7.0;
    heights[2 * 5 + 2] = (double)NAN;
    talus_terrain *terrain = create_terrain(&grid, heights, NULL);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            const bool missing = i >= 1 && i <= 2 && j >= 1 && j <= 2;
            cr_assert_eq(talus_terrain_height(terrain, i + 0.3, j + 0.6, &z),
                         missing ? TALUS_NODATA : TALUS_INSIDE);
        }
    }
    z = 7.0;
    cr_assert_eq(talus_terrain_height(terrain, 1.0, 1.5, &z), TALUS_NODATA);
    cr_assert_eq(z, 7.0);
    cr_assert_eq(talus_terrain_height(terrain, 3.0, 1.5, &z), TALUS_INSIDE);
    talus_terrain_destroy(terrain);
}

/// Every edge of a lattice: the node's height exactly, the upper cell's gradient on it, the lower
/// cell's one step before it, and no jump of the height. Cells rise and fall by turns.
static void check_edges(double x0, double cell)
{
    enum { COLUMNS = 700 };
    const talus_grid grid = {.x0 = x0, .y0 = 0.0, .cell = cell, .nx = COLUMNS, .ny = 2};
    double *heights = malloc(2 * COLUMNS * sizeof *heights);
    for (size_t k = 0; k < 2 * COLUMNS; k++) {
        heights[k] = 500.0 + 3.0 * (double)(k % COLUMNS % 2);
    }
    talus_terrain *terrain = create_terrain(&grid, heights, NULL);
    for (size_t i = 1; i + 1 < COLUMNS; i++) {
        const double x = x0 + (double)i * cell;
        double z, before, up, down, dzdy;
        cr_assert_eq(talus_terrain_surface(terrain, x, 0.5 * cell, &z, &up, &dzdy), TALUS_INSIDE);
        cr_assert_eq(z, heights[i], "edge %zu of cells of %.17g m from %.17g", i, cell, x0);
        (void)talus_terrain_surface(terrain, nextafter(x, -1e300), 0.5 * cell, &before, &down,
                                    &dzdy);
        cr_assert_eq(up > 0.0, i % 2 == 0, "edge %zu of cells of %.17g m from %.17g", i, cell, x0);
        cr_assert_eq(down > 0.0, i % 2 == 1, "before edge %zu of %.17g m from %.17g", i, cell, x0);
        /* m: slope times the spacing of doubles there; measured 2.5 of 4 */
        const double spacing = 0x1p-52 * (fabs(x) + fabs(x0));
        cr_assert_float_eq(before, z, 4.0 * 3.0 / cell * spacing);
    }
    talus_terrain_destroy(terrain);
    free(heights);
}

Test(terrain, edges_belong_to_the_upper_cell_for_awkward_sizes)
{
    static const double cells[] = {4.997688906601, 0.1, 1.0 / 3.0, 5.0, 1.0 / 1024.0, 29.999999};
    static const double origins[] = {0.0, -123.456, 1.0 / 7.0, 376648.1, -1e-9};
    for (size_t a = 0; a < sizeof cells / sizeof *cells; a++) {
        for (size_t b = 0; b < sizeof origins / sizeof *origins; b++) {
            check_edges(origins[b], cells[a]);
        }
    }
}

Test(terrain, plane_is_exact_in_any_direction)
{
    const talus_grid grid = {.x0 = -50.0, .y0 = 20.0, .cell = 4.997688906601, .nx = 40, .ny = 30};
    talus_random rng = {.seed = 31};
    double heights[40 * 30];
    for (double azimuth = 0.0; azimuth < 6.3; azimuth += 0.37) {
        const double a = 0.8 * talus_cos(azimuth), b = 0.8 * talus_sin(azimuth);
        for (size_t k = 0; k < 40 * 30; k++) {
            heights[k] = 100.0 + a * (grid.x0 + grid.cell * (double)(k % 40)) +
                         b * (grid.y0 + grid.cell * (double)(k / 40));
        }
        talus_terrain *terrain = create_terrain(&grid, heights, NULL);
        for (int k = 0; k < 1000; k++) {
            const double x = grid.x0 + 39.0 * grid.cell * talus_random_uniform(&rng);
            const double y = grid.y0 + 29.0 * grid.cell * talus_random_uniform(&rng);
            double z, dzdx, dzdy;
            cr_assert_eq(talus_terrain_surface(terrain, x, y, &z, &dzdx, &dzdy), TALUS_INSIDE);
            cr_assert_float_eq(z, 100.0 + a * x + b * y, 1e-12); /* m; measured 6e-14 */
            cr_assert_float_eq(dzdx, a, 1e-13);                  /* measured 2e-14 */
            cr_assert_float_eq(dzdy, b, 1e-13);
        }
        talus_terrain_destroy(terrain);
    }
}

Test(terrain, tiles_join_without_a_seam)
{
    const talus_grid grid = {.x0 = 3.0, .y0 = -7.0, .cell = 0.7, .nx = 600, .ny = 300};
    double *heights = make_rough_heights(grid.nx, grid.ny, 5);
    talus_terrain *terrain = create_terrain(&grid, heights, NULL);
    for (size_t j = 0; j < grid.ny; j++) {
        for (size_t i = 0; i < grid.nx; i++) {
            const bool is_end = i + 1 == grid.nx || j + 1 == grid.ny;
            cr_assert_float_eq(node_height(terrain, i, j), heights[j * grid.nx + i],
                               is_end ? 1e-9 : 0.0); /* m; measured 1e-11 one step before the end */
        }
    }
    for (size_t i = 200; i + 1 < grid.nx; i++) {
        const double *h = heights + 255 * grid.nx + i;
        const double x = grid.x0 + ((double)i + 0.25) * grid.cell;
        const double y = grid.y0 + 255.5 * grid.cell;
        const double middle = 0.5 * (0.75 * (h[0] + h[grid.nx]) + 0.25 * (h[1] + h[grid.nx + 1]));
        double z = 0.0;
        (void)talus_terrain_height(terrain, x, y, &z);
        cr_assert_float_eq(z, middle, 1e-9); /* m; measured 4e-12 */
    }
    talus_terrain_destroy(terrain);
    free(heights);
}

Test(terrain, range_is_that_of_the_surface)
{
    double heights[9] = {3.0, 1.0, 5.0, 2.0, 4.0, 9.0, 1.0, 2.0, (double)NAN};
    double low = 0.0, high = 0.0;
    talus_terrain *terrain = create_terrain(&small, heights, NULL);
    cr_assert_eq(talus_terrain_range(terrain, &low, &high, NULL), TALUS_OK);
    cr_assert(low == 1.0 && high == 9.0);
    cr_assert_eq(talus_terrain_base_grid(terrain)->nx, 3);
    cr_assert_eq(talus_terrain_surface_grid(terrain)->cell, 2.0);
    talus_terrain_destroy(terrain);
}
