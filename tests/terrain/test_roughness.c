// SPDX-License-Identifier: GPL-3.0-or-later
// Sub-grid roughness: refined lattice with offsets from a hash of the node index.
#include "terrain/fields.h"

static const talus_grid base = {.x0 = 100.0, .y0 = 200.0, .cell = 5.0, .nx = 80, .ny = 70};

static talus_terrain *create_refined(const double *heights, double amplitude, unsigned refine,
                                     uint64_t seed)
{
    const talus_roughness roughness = {amplitude, refine, seed};
    return create_terrain(&base, heights, &roughness);
}

Test(roughness, without_amplitude_is_the_base_surface)
{
    double *heights = make_rough_heights(base.nx, base.ny, 1);
    talus_terrain *smooth = create_terrain(&base, heights, NULL);
    talus_terrain *fine = create_refined(heights, 0.0, 7, 9);
    talus_random rng = {.seed = 41};
    cr_assert_eq(talus_terrain_surface_grid(fine)->nx, 79 * 7 + 1);
    cr_assert_eq(talus_terrain_surface_grid(fine)->ny, 69 * 7 + 1);
    cr_assert_eq(talus_terrain_base_grid(fine)->nx, base.nx);
    for (int k = 0; k < 20000; k++) {
        const double x = base.x0 + 395.0 * talus_random_uniform(&rng);
        const double y = base.y0 + 345.0 * talus_random_uniform(&rng);
        double a = 0.0, b = 1.0;
        (void)talus_terrain_height(smooth, x, y, &a);
        (void)talus_terrain_height(fine, x, y, &b);
        cr_assert_float_eq(a, b, 1e-11); /* m; measured 3e-12 */
    }
    talus_terrain_destroy(smooth);
    talus_terrain_destroy(fine);
    free(heights);
}

Test(roughness, stays_within_its_amplitude_and_fills_it)
{
    double *heights = make_rough_heights(base.nx, base.ny, 1);
    talus_terrain *smooth = create_terrain(&base, heights, NULL);
    talus_terrain *rough = create_refined(heights, 0.15, 4, 9);
    const talus_grid *grid = talus_terrain_surface_grid(rough);
    double low = 1.0, high = -1.0, sum = 0.0;
    size_t count = 0;
    for (size_t j = 0; j + 1 < grid->ny; j++) {
        for (size_t i = 0; i + 1 < grid->nx; i++) {
            double z = 0.0;
            (void)talus_terrain_height(smooth, grid->x0 + (double)i * grid->cell,
                                       grid->y0 + (double)j * grid->cell, &z);
            const double offset = node_height(rough, i, j) - z;
            low = fmin(low, offset);
            high = fmax(high, offset);
            sum += offset;
            count++;
        }
    }
    cr_assert(low >= -0.15 - 1e-9 && high <= 0.15 + 1e-9);
    cr_assert(low < -0.1499 && high > 0.1499);
    /* four standard errors of a uniform number */
    cr_assert_float_eq(sum / (double)count, 0.0, 4.0 * 0.15 / sqrt(3.0 * (double)count));
    talus_terrain_destroy(smooth);
    talus_terrain_destroy(rough);
    free(heights);
}

Test(roughness, offset_depends_on_the_node_index_alone)
{
    // a smaller grid over the same corner: other tiles, other last rows, the same surface
    const talus_grid part = {.x0 = base.x0, .y0 = base.y0, .cell = base.cell, .nx = 66, .ny = 31};
    const talus_roughness roughness = {0.3, 5, 77};
    double flat[80 * 70] = {0.0};
    talus_terrain *whole = create_terrain(&base, flat, &roughness);
    talus_terrain *corner = create_terrain(&part, flat, &roughness);
    for (size_t j = 0; j < 150; j++) {
        for (size_t i = 0; i < 325; i++) {
            cr_assert_eq(node_height(whole, i, j), node_height(corner, i, j));
        }
    }
    talus_terrain_destroy(whole);
    talus_terrain_destroy(corner);
}

Test(roughness, changes_with_the_seed_and_nothing_else)
{
    double flat[80 * 70] = {0.0};
    talus_terrain *one = create_refined(flat, 1.0, 2, 1), *again = create_refined(flat, 1.0, 2, 1);
    talus_terrain *two = create_refined(flat, 1.0, 2, 2);
    size_t same = 0;
    for (size_t k = 0; k < 10000; k++) {
        const double z = node_height(one, k % 100, k / 100);
        cr_assert_eq(z, node_height(again, k % 100, k / 100));
        same += z == node_height(two, k % 100, k / 100);
    }
    cr_assert_eq(same, 0);
    talus_terrain_destroy(one);
    talus_terrain_destroy(again);
    talus_terrain_destroy(two);
}

Test(roughness, neighbouring_nodes_are_uncorrelated)
{
    enum { SIDE = 130 };
    double flat[80 * 70] = {0.0};
    talus_terrain *terrain = create_refined(flat, 1.0, 2, 3);
    double east = 0.0, north = 0.0, own = 0.0;
    for (size_t j = 0; j < SIDE; j++) {
        for (size_t i = 0; i < SIDE; i++) {
            const double z = node_height(terrain, i, j);
            own += z * z;
            east += z * node_height(terrain, i + 1, j);
            north += z * node_height(terrain, i, j + 1);
        }
    }
    cr_assert_float_eq(own / (SIDE * SIDE), 1.0 / 3.0, 4.0 * 0.3 / SIDE); /* variance 4/45 */
    cr_assert_lt(fabs(east) / (SIDE * SIDE), 4.0 / 3.0 / SIDE);           /* variance 1/9 */
    cr_assert_lt(fabs(north) / (SIDE * SIDE), 4.0 / 3.0 / SIDE);
    talus_terrain_destroy(terrain);
}

Test(roughness, missing_patches_stay_missing_and_their_neighbours_whole)
{
    static const unsigned factors[] = {1, 2, 3, 4};
    double heights[80 * 70] = {0.0};
    heights[40 * 80 + 30] = (double)NAN;
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        talus_terrain *terrain = create_refined(heights, 0.2, factors[f], 5);
        for (int k = 0; k < 12 * 12; k++) {
            const double u = 28.0 + (k % 12 + 0.5) / 3.0, v = 38.0 + (k / 12 + 0.5) / 3.0;
            const bool missing = u >= 29.0 && u < 31.0 && v >= 39.0 && v < 41.0;
            double z;
            cr_assert_eq(talus_terrain_height(terrain, 100.0 + 5.0 * u, 200.0 + 5.0 * v, &z),
                         missing ? TALUS_NODATA : TALUS_INSIDE);
        }
        talus_terrain_destroy(terrain);
    }
}
