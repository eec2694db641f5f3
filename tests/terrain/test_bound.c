// SPDX-License-Identifier: GPL-3.0-or-later
// The upper bound of heights in a rectangle against sampling.
#include "physics/terrain/terrain_internal.h"
#include "terrain/fields.h"

typedef struct rectangle {
    double x0, y0, x1, y1;
} rectangle;

/// Sizes from millimetres to beyond the grid, evenly in the exponent; some start off the grid.
static rectangle draw_rectangle(const talus_grid *grid, talus_random *rng)
{
    const double width = (double)grid->nx * grid->cell, height = (double)grid->ny * grid->cell;
    const double x = grid->x0 + width * (1.2 * talus_random_uniform(rng) - 0.1);
    const double y = grid->y0 + height * (1.2 * talus_random_uniform(rng) - 0.1);
    const double dx = 1e-3 * talus_exp(14.0 * talus_random_uniform(rng));
    const double dy = 1e-3 * talus_exp(14.0 * talus_random_uniform(rng));
    return (rectangle){x, y, x + dx, y + dy};
}

static double bound_of(const talus_terrain *terrain, rectangle r)
{
    return terrain_upper_bound(terrain, r.x0, r.y0, r.x1, r.y1);
}

static double sample_highest(const talus_terrain *terrain, rectangle r, talus_random *rng,
                             int count)
{
    double highest = -(double)INFINITY;
    for (int k = 0; k < count; k++) {
        // corners first
        const double u = k < 4 ? k % 2 : talus_random_uniform(rng);
        const double v = k < 4 ? k / 2 : talus_random_uniform(rng);
        double z;
        if (talus_terrain_height(terrain, r.x0 + u * (r.x1 - r.x0), r.y0 + v * (r.y1 - r.y0), &z) ==
            TALUS_INSIDE) {
            highest = fmax(highest, z);
        }
    }
    return highest;
}

/// Rough ground in several tiles with holes.
static talus_terrain *create_holed(talus_grid *grid)
{
    static const talus_roughness roughness = {2.0, 3, 8};
    *grid = (talus_grid){.x0 = -31.7, .y0 = 12.0, .cell = 4.997688906601, .nx = 150, .ny = 97};
    double *heights = make_rough_heights(grid->nx, grid->ny, 3);
    for (size_t k = 0; k < grid->nx * grid->ny; k += 53) {
        heights[k] = (double)NAN;
    }
    talus_terrain *terrain = create_terrain(grid, heights, &roughness);
    free(heights);
    return terrain;
}

Test(bound, is_not_below_any_height_in_the_rectangle)
{
    talus_grid grid;
    talus_terrain *terrain = create_holed(&grid);
    talus_random rng = {.seed = 51};
    for (int k = 0; k < 20000; k++) {
        const rectangle r = draw_rectangle(&grid, &rng);
        const double bound = bound_of(terrain, r), highest = sample_highest(terrain, r, &rng, 20);
        /* m, round-off of the interpolation; measured 0 */
        cr_assert_geq(bound, highest - 1e-12, "[%.17g, %.17g] x [%.17g, %.17g]", r.x0, r.x1, r.y0,
                      r.y1);
    }
    talus_terrain_destroy(terrain);
}

Test(bound, is_tight_to_a_block)
{
    // a single peak: rectangles more than three block widths away do not see it
    const talus_grid grid = {.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = 301, .ny = 301};
    double *heights = calloc(301 * 301, sizeof *heights);
    heights[150 * 301 + 150] = 80.0;
    talus_terrain *terrain = create_terrain(&grid, heights, NULL);
    for (double size = 0.5; size < 100.0; size *= 1.7) {
        const double away = 150.0 + 2.0 + 2.0 * size;
        const rectangle near = {150.0, 150.0, 150.0 + size, 150.0 + size};
        const rectangle far = {away, 150.0, away + size, 150.0 + size};
        cr_assert_eq(bound_of(terrain, near), 80.0);
        cr_assert_eq(bound_of(terrain, far), 0.0, "%g m", size);
    }
    talus_terrain_destroy(terrain);
    free(heights);
}

Test(bound, of_a_point_sees_its_patch)
{
    const talus_grid grid = {.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = 3, .ny = 3};
    static const double heights[9] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0};
    talus_terrain *terrain = create_terrain(&grid, heights, NULL);
    cr_assert_eq(terrain_upper_bound(terrain, 1.5, 1.5, 1.5, 1.5), 5.0);
    talus_terrain_destroy(terrain);
}

Test(bound, of_everything_is_the_highest_node)
{
    talus_grid grid;
    double low, high;
    talus_terrain *terrain = create_holed(&grid);
    cr_assert_eq(talus_terrain_range(terrain, &low, &high, NULL), TALUS_OK);
    cr_assert_eq(terrain_upper_bound(terrain, -1e9, -1e9, 1e9, 1e9), high);
    cr_assert_eq(terrain_upper_bound(terrain, -(double)INFINITY, -(double)INFINITY,
                                     (double)INFINITY, (double)INFINITY),
                 high);
    talus_terrain_destroy(terrain);
}

Test(bound, is_minus_infinity_where_there_is_no_surface)
{
    talus_grid grid;
    talus_terrain *terrain = create_holed(&grid);
    static const rectangle nowhere[] = {
        {-100.0, 20.0, -32.0, 30.0},  {0.0, -5.0, 10.0, 11.9}, {1000.0, 20.0, 1001.0, 30.0},
        {0.0, 1000.0, 10.0, 1001.0},  {10.0, 20.0, 9.0, 30.0}, {(double)NAN, 20.0, 9.0, 30.0},
        {1.0, 20.0, 9.0, (double)NAN}};
    for (size_t k = 0; k < sizeof nowhere / sizeof *nowhere; k++) {
        cr_assert_eq(bound_of(terrain, nowhere[k]), -(double)INFINITY, "rectangle %zu", k);
    }
    talus_terrain_destroy(terrain);
}

Test(bound, ignores_missing_ground)
{
    const talus_grid grid = {.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = 21, .ny = 11};
    double heights[21 * 11];
    for (size_t k = 0; k < 21 * 11; k++) {
        heights[k] = k % 21 < 11 ? (double)NAN : 4.0;
    }
    talus_terrain *terrain = create_terrain(&grid, heights, NULL);
    cr_assert_eq(terrain_upper_bound(terrain, 1.0, 1.0, 4.0, 9.0), -(double)INFINITY);
    cr_assert_eq(terrain_upper_bound(terrain, 1.0, 1.0, 12.0, 9.0), 4.0);
    talus_terrain_destroy(terrain);
}

/// All but the bounds over neighbours.
static bool is_same_plane(const terrain_plane *a, const terrain_plane *b)
{
    return a->x == b->x && a->y == b->y && a->height == b->height && a->slope_x == b->slope_x &&
           a->slope_y == b->slope_y && a->stretch == b->stretch && a->spread == b->spread &&
           a->is_whole == b->is_whole;
}

/// Planes are fitted in fours where all four blocks are whole, else one by one.
Test(bound, planes_have_the_same_bits_in_fours_and_one_by_one)
{
    enum { NX = 530, HOLES = 5 };
    const talus_grid grid = {.x0 = 3.3, .y0 = -1.0, .cell = 0.7, .nx = NX, .ny = NX};
    double *heights = make_rough_heights(NX, NX, 9);
    talus_terrain *whole = create_terrain(&grid, heights, NULL);
    for (size_t j = 3; j < NX; j += 8) { // in one block of each four
        for (size_t i = 3 + 8 * (j % 3); i < NX; i += 32) {
            heights[j * NX + i] = (double)NAN;
        }
    }
    talus_terrain *holed = create_terrain(&grid, heights, NULL);
    size_t same = 0, broken = 0, different = 0;
    for (size_t tile = 0; tile < 9; tile++) {
        for (size_t k = 0; k < TERRAIN_FINE_PLANES; k++) {
            const terrain_plane *a = &whole->tiles[tile]->planes[k];
            const terrain_plane *b = &holed->tiles[tile]->planes[k];
            broken += a->is_whole && !b->is_whole;
            same += b->is_whole && is_same_plane(a, b);
            different += b->is_whole && !is_same_plane(a, b);
        }
    }
    cr_expect_eq(different, 0);
    cr_expect_gt(same, 3000, "%zu", same);
    cr_expect_gt(broken, 1000, "%zu", broken);
    // a hole in the first coarse block: the other three of its row are fitted one by one
    free(heights);
    heights = make_rough_heights(NX, NX, 9);
    heights[5 * NX + 5] = (double)NAN;
    talus_terrain *pierced = create_terrain(&grid, heights, NULL);
    for (size_t k = 1; k < TERRAIN_COARSE_SIDE * TERRAIN_COARSE_SIDE; k++) {
        cr_expect(is_same_plane(&whole->tiles[0]->planes[TERRAIN_FINE_PLANES + k],
                                &pierced->tiles[0]->planes[TERRAIN_FINE_PLANES + k]),
                  "coarse plane %zu", k);
    }
    cr_expect_not(pierced->tiles[0]->planes[TERRAIN_FINE_PLANES].is_whole);
    talus_terrain_destroy(whole);
    talus_terrain_destroy(holed);
    talus_terrain_destroy(pierced);
    free(heights);
}

Test(bound, no_gradient_is_above_the_steepest)
{
    talus_grid grid;
    talus_terrain *terrain = create_holed(&grid);
    talus_random rng = {.seed = 4};
    double steepest = 0.0;
    for (int k = 0; k < 400000; k++) {
        const double x = grid.x0 + (double)grid.nx * grid.cell * talus_random_uniform(&rng);
        const double y = grid.y0 + (double)grid.ny * grid.cell * talus_random_uniform(&rng);
        double z, zx, zy;
        if (talus_terrain_surface(terrain, x, y, &z, &zx, &zy) == TALUS_INSIDE) {
            steepest = fmax(steepest, sqrt(zx * zx + zy * zy));
        }
    }
    cr_expect_leq(steepest, terrain->steepest);
    cr_expect_geq(steepest, 0.8 * terrain->steepest, "%g, %g", steepest, terrain->steepest);
    talus_terrain_destroy(terrain);
}

Test(bound, steepest_of_a_plane_is_its_gradient)
{
    enum { NX = 300 };
    const talus_grid plane = {.cell = 0.5, .nx = NX, .ny = NX};
    double *heights = malloc(sizeof(double) * NX * NX);
    for (size_t k = 0; k < (size_t)NX * NX; k++) {
        heights[k] = 0.5 * (0.3 * (double)(k % NX) - 0.4 * (double)(k / NX));
    }
    heights[0] = (double)NAN;
    talus_terrain *terrain = create_terrain(&plane, heights, NULL);
    cr_expect_float_eq(terrain->steepest, 0.5, 1e-9);
    talus_terrain_destroy(terrain);
    // a height whose four patches lack another node has no gradient
    const size_t lone = 7 * NX + 5;
    heights[lone] += 1000.0;
    for (size_t k = 0; k < 4; k++) {
        heights[lone + (k % 2 == 0 ? 1 : (size_t)0 - 1) + (k / 2 == 0 ? NX : (size_t)0 - NX)] =
            (double)NAN;
    }
    terrain = create_terrain(&plane, heights, NULL);
    cr_expect_float_eq(terrain->steepest, 0.5, 1e-9);
    talus_terrain_destroy(terrain);
    heights[lone] -= 1000.0;
    // the steepest edges may stand on the last row and column alone
    heights[NX * NX - 1] += 100.0;
    terrain = create_terrain(&plane, heights, NULL);
    cr_expect_geq(terrain->steepest, 199.0);
    talus_terrain_destroy(terrain);
    free(heights);
}
