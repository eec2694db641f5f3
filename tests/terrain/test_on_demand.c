// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles on demand against all tiles in memory: the same bits, each node surveyed once, tiles that
// go and come back, failures.
#include "physics/terrain/on_demand.h"

#include "foundation/base/pool.h"
#include "terrain/fields.h"

#include <stdatomic.h>

enum { NX = 700, NY = 530, MANY = 20000, FEW = 60 };

/// An array as a source, with counters; it fails when its time has come.
typedef struct array_source {
    const double *heights;
    size_t nx;
    atomic_size_t fetches, nodes;
    size_t fail_after; ///< fetches
} array_source;

static talus_status fetch(void *user, size_t i, size_t j, size_t nx, size_t ny, double *heights,
                          talus_error *error)
{
    array_source *from = user;
    if (atomic_fetch_add(&from->fetches, 1) >= from->fail_after) {
        return talus_error_set(error, TALUS_ERROR_IO, "the disk is gone after %zu fetches",
                               from->fail_after);
    }
    from->nodes += nx * ny;
    for (size_t row = 0; row < ny; row++) {
        memcpy(heights + row * nx, from->heights + (j + row) * from->nx + i, nx * sizeof *heights);
    }
    return TALUS_OK;
}

typedef struct pair {
    talus_grid grid;
    double *heights;
    array_source from;
    talus_height_source source;
    talus_terrain *resident, *demanded;
} pair;

static const talus_roughness rough = {.amplitude = 0.4, .refine = 3, .seed = 5};

/// Rough ground with holes, in 3 x 3 tiles, or 9 x 7 refined ones.
static void make_pair(pair *p, const talus_roughness *roughness, size_t tiles)
{
    talus_error error = {0};
    *p = (pair){.grid = {.x0 = -31.7, .y0 = 12.0, .cell = 4.997688906601, .nx = NX, .ny = NY}};
    p->heights = make_rough_heights(NX, NY, 3);
    for (size_t k = 0; k < (size_t)NX * NY; k += 5003) {
        p->heights[k] = (double)NAN;
    }
    p->from = (array_source){.heights = p->heights, .nx = NX, .fail_after = SIZE_MAX};
    p->source = (talus_height_source){.fetch = fetch, .user = &p->from};
    p->resident = create_terrain(&p->grid, p->heights, roughness);
    cr_assert_eq(talus_terrain_create_on_demand(&p->grid, &p->source, roughness,
                                                tiles * sizeof(terrain_tile), &p->demanded, &error),
                 TALUS_OK, "%s", error.message);
}

static void clear_pair(pair *p)
{
    talus_terrain_destroy(p->resident);
    talus_terrain_destroy(p->demanded);
    free(p->heights);
}

/// Whether both answer alike at a point and around it.
static bool agree_at(const pair *p, double x, double y, double reach)
{
    double a[3] = {0}, b[3] = {0};
    const talus_where at_a = talus_terrain_surface(p->resident, x, y, &a[0], &a[1], &a[2]);
    const talus_where at_b = terrain_surface(p->demanded, x, y, &b[0], &b[1], &b[2]);
    const double high_a =
        terrain_upper_bound(p->resident, x - reach, y - reach, x + reach, y + reach);
    const double high_b =
        terrain_upper_bound(p->demanded, x - reach, y - reach, x + reach, y + reach);
    const terrain_plane *plane_a = terrain_plane_under(p->resident, x, y, 1.0);
    const terrain_plane *plane_b = terrain_plane_under(p->demanded, x, y, 1.0);
    return at_a == at_b && memcmp(a, b, sizeof a) == 0 && high_a == high_b &&
           (plane_a == NULL) == (plane_b == NULL) &&
           (plane_a == NULL ||
            (plane_a->height == plane_b->height && plane_a->wide_height == plane_b->wide_height &&
             plane_a->wide_spread == plane_b->wide_spread));
}

/// Points all over the grid and a little off it. @return how many differ
static size_t count_differences(const pair *p, uint64_t seed, terrain_reader *reader, int points)
{
    talus_random rng = {.seed = seed};
    size_t different = 0;
    for (int k = 0; k < points; k++) {
        const double x = p->grid.x0 + (1.1 * talus_random_uniform(&rng) - 0.05) * NX * p->grid.cell;
        const double y = p->grid.y0 + (1.1 * talus_random_uniform(&rng) - 0.05) * NY * p->grid.cell;
        const double reach = 0.1 * talus_exp(9.0 * talus_random_uniform(&rng));
        different += !agree_at(p, x, y, reach);
        if (k % 7 == 0) {
            terrain_reader_rest(reader);
        }
    }
    return different;
}

static void expect_same(const talus_roughness *roughness)
{
    pair p;
    make_pair(&p, roughness, 1000);
    double range_a[2], range_b[2];
    cr_assert_eq(talus_terrain_range(p.resident, &range_a[0], &range_a[1], NULL), TALUS_OK);
    cr_assert_eq(talus_terrain_range(p.demanded, &range_b[0], &range_b[1], NULL), TALUS_OK);
    cr_expect_eq(memcmp(range_a, range_b, sizeof range_a), 0);
    cr_expect_eq(p.resident->steepest, p.demanded->steepest);
    cr_expect_eq(terrain_fingerprint(p.resident), terrain_fingerprint(p.demanded));
    terrain_reader reader;
    terrain_reader_enter(p.demanded, &reader);
    cr_expect_eq(count_differences(&p, 7, &reader, MANY), 0);
    terrain_reader_leave(&reader);
    cr_expect_eq(talus_terrain_status(p.demanded, NULL), TALUS_OK);
    clear_pair(&p);
}

Test(on_demand, answers_with_the_bits_of_a_terrain_in_memory)
{
    expect_same(NULL);
}

Test(on_demand, rough_and_refined_answers_have_the_same_bits)
{
    expect_same(&rough);
}

Test(on_demand, creation_fetches_each_node_once_and_keeps_none)
{
    pair p;
    make_pair(&p, &rough, 1000);
    cr_expect_eq(p.from.nodes, (size_t)NX * NY);
    cr_expect_eq(p.from.fetches, 7, "one for each row of tiles");
    clear_pair(&p);
}

Test(on_demand, where_there_is_room_each_tile_is_made_once)
{
    pair p;
    make_pair(&p, NULL, 10);
    const size_t surveyed = p.from.fetches;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        terrain_reader reader;
        terrain_reader_enter(p.demanded, &reader);
        cr_expect_eq(count_differences(&p, seed, &reader, MANY), 0);
        terrain_reader_leave(&reader);
    }
    cr_expect_eq(p.from.fetches - surveyed, 3 * 3);
    clear_pair(&p);
}

Test(on_demand, tiles_go_when_there_is_no_room_and_come_back_the_same)
{
    pair p;
    make_pair(&p, &rough, 1);
    const size_t surveyed = p.from.fetches;
    terrain_reader reader;
    terrain_reader_enter(p.demanded, &reader);
    cr_expect_eq(count_differences(&p, 3, &reader, FEW), 0);
    terrain_reader_leave(&reader);
    cr_expect_gt(p.from.fetches - surveyed, 64, "%zu", p.from.fetches - surveyed);
    clear_pair(&p);
}

Test(on_demand, what_a_reader_has_found_stays_until_it_rests)
{
    pair p;
    make_pair(&p, NULL, 1);
    terrain_reader reader;
    terrain_reader_enter(p.demanded, &reader);
    const terrain_tile *tile = terrain_tile_at(p.demanded, 0);
    const size_t before = p.from.fetches;
    for (int k = 0; k < 4 * 9; k++) { // from tile to tile, four times
        double z = 0.0;
        cr_assert_neq(
            terrain_height(p.demanded, 100.0 + 1250.0 * (k % 3), 100.0 + 1250.0 * (k / 3 % 3), &z),
            TALUS_OUTSIDE);
    }
    cr_expect_geq(p.from.fetches - before, 4 * 9 - 1, "one tile of nine is always missing");
    const terrain_tile *same = p.resident->tiles[0];
    cr_expect_eq(memcmp(tile->nodes, same->nodes, sizeof tile->nodes), 0);
    cr_expect_eq(memcmp(tile->maxima, same->maxima, sizeof tile->maxima), 0);
    terrain_reader_leave(&reader);
    clear_pair(&p);
}

typedef struct readers {
    const pair *p;
    atomic_size_t different;
} readers;

static void read_many(void *context, unsigned worker)
{
    readers *r = context;
    for (unsigned k = 0; k < 3; k++) { // come, read, go, as those of several runs do
        terrain_reader reader;
        terrain_reader_enter(r->p->demanded, &reader);
        r->different += count_differences(r->p, 100 + 10 * worker + k, &reader, FEW / 3);
        terrain_reader_leave(&reader);
    }
}

/// Queries of a caller that knows nothing of readers.
static void ask_from_outside(void *context, unsigned worker)
{
    readers *r = context;
    talus_random rng = {.seed = 900 + worker};
    const talus_grid *grid = &r->p->grid;
    for (int k = 0; k < 2 * FEW; k++) {
        const double x = grid->x0 + talus_random_uniform(&rng) * NX * grid->cell;
        const double y = grid->y0 + talus_random_uniform(&rng) * NY * grid->cell;
        double a = 0.0, b = 0.0;
        const talus_where at = talus_terrain_height(r->p->resident, x, y, &a);
        r->different += talus_terrain_height(r->p->demanded, x, y, &b) != at || a != b;
    }
}

/// Two threads in three are runs.
static void read_or_ask(void *context, unsigned worker)
{
    if (worker % 3 == 2) {
        ask_from_outside(context, worker);
    } else {
        read_many(context, worker);
    }
}

Test(on_demand, several_readers_find_the_same)
{
    enum { READERS = 3 };
    pair p;
    make_pair(&p, &rough, 1);
    readers r = {.p = &p};
    cr_assert_eq(pool_run(READERS, read_many, &r, NULL, NULL, NULL), TALUS_OK);
    cr_expect_eq(r.different, 0);
    clear_pair(&p);
}

Test(on_demand, queries_from_outside_and_readers_that_come_and_go_find_the_same)
{
    enum { THREADS = 6 };
    pair p;
    make_pair(&p, &rough, 1);
    readers r = {.p = &p};
    cr_assert_eq(pool_run(THREADS, read_or_ask, &r, NULL, NULL, NULL), TALUS_OK);
    cr_expect_eq(r.different, 0);
    cr_expect_eq(talus_terrain_status(p.demanded, NULL), TALUS_OK);
    clear_pair(&p);
}

/// Ask for `count` points of the first tile one by one. @return how many answers differ
static size_t ask_one_by_one(const pair *p, size_t count)
{
    talus_random rng = {.seed = 77};
    const double side = 255.0 * talus_terrain_surface_grid(p->demanded)->cell;
    size_t different = 0;
    for (size_t k = 0; k < count; k++) {
        const double x = p->grid.x0 + side * talus_random_uniform(&rng);
        const double y = p->grid.y0 + side * talus_random_uniform(&rng);
        double a[3] = {0}, b[3] = {0}, z = 0.0;
        const talus_where at = talus_terrain_surface(p->resident, x, y, &a[0], &a[1], &a[2]);
        different += talus_terrain_surface(p->demanded, x, y, &b[0], &b[1], &b[2]) != at;
        different += memcmp(a, b, sizeof a) != 0;
        different += talus_terrain_height(p->demanded, x, y, &z) != at || z != a[0];
    }
    return different;
}

static void expect_tile_when_asked_often(const talus_roughness *roughness)
{
    pair p;
    make_pair(&p, roughness, 1000);
    const size_t fetches = p.from.fetches, nodes = p.from.nodes;
    cr_expect_eq(ask_one_by_one(&p, 30), 0);
    cr_expect_eq(p.from.fetches - fetches, 60, "each of two queries by itself");
    cr_expect_eq(p.from.nodes - nodes, 4 * 60);
    cr_expect_eq(ask_one_by_one(&p, 500), 0);
    cr_expect_eq(p.from.fetches - fetches, 64, "the 64th query makes the tile");
    cr_expect_gt(p.from.nodes - nodes, 4000);
    clear_pair(&p);
}

Test(on_demand, single_queries_fetch_their_cell_and_many_the_tile)
{
    expect_tile_when_asked_often(NULL);
    expect_tile_when_asked_often(&rough);
}

Test(on_demand, a_cell_that_cannot_be_fetched_is_nodata_and_told)
{
    pair p;
    make_pair(&p, &rough, 1000);
    p.from.fail_after = 0;
    double xy[] = {100.0, 100.0, 2000.0, 1500.0}, z[2] = {1.0, 1.0};
    talus_error error = {0};
    cr_expect_eq(talus_terrain_heights(p.demanded, xy, 2, z, NULL, &error), TALUS_ERROR_IO);
    cr_expect(isnan(z[0]) && isnan(z[1]));
    cr_expect_eq(talus_terrain_status(p.demanded, NULL), TALUS_ERROR_IO);
    clear_pair(&p);
}

static talus_status fail_silently(void *user, size_t i, size_t j, size_t nx, size_t ny,
                                  double *heights, talus_error *error)
{
    array_source *from = user;
    return from->fail_after == 0 ? TALUS_ERROR_IO : fetch(user, i, j, nx, ny, heights, error);
}

Test(on_demand, a_failure_without_a_sentence_is_told_too)
{
    pair p;
    make_pair(&p, NULL, 1000);
    talus_terrain_destroy(p.demanded);
    p.source.fetch = fail_silently;
    cr_assert_eq(
        talus_terrain_create_on_demand(&p.grid, &p.source, NULL, 1u << 24, &p.demanded, NULL),
        TALUS_OK);
    p.from.fail_after = 0;
    double z = 0.0;
    cr_expect_eq(talus_terrain_height(p.demanded, 100.0, 100.0, &z), TALUS_NODATA);
    cr_expect_eq(talus_terrain_status(p.demanded, NULL), TALUS_ERROR_IO);
    clear_pair(&p);
}

Test(on_demand, a_tile_that_cannot_be_fetched_is_nodata_and_told)
{
    pair p;
    make_pair(&p, NULL, 1000);
    p.from.fail_after = p.from.fetches + 1;
    double z = 1.0;
    cr_expect_eq(talus_terrain_height(p.demanded, 100.0, 100.0, &z), TALUS_INSIDE);
    cr_expect_eq(talus_terrain_status(p.demanded, NULL), TALUS_OK);
    cr_expect_eq(talus_terrain_height(p.demanded, 2000.0, 100.0, &z), TALUS_NODATA);
    cr_expect_eq(talus_terrain_height(p.demanded, 2000.0, 1500.0, &z), TALUS_NODATA);
    talus_error error = {0};
    cr_expect_eq(talus_terrain_status(p.demanded, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "the disk is gone after 4 fetches"), "%s",
                       error.message);
    clear_pair(&p);
}

/// What creation makes of a source. @return its status, with the sentence
static talus_status try_creation(double *heights, size_t fail_after, talus_error *error)
{
    const talus_grid grid = {.cell = 1.0, .nx = 600, .ny = 600};
    array_source from = {.heights = heights, .nx = 600, .fail_after = fail_after};
    const talus_height_source source = {.fetch = fetch, .user = &from};
    talus_terrain *terrain = NULL;
    const talus_status status =
        talus_terrain_create_on_demand(&grid, &source, NULL, 1u << 20, &terrain, error);
    cr_expect_eq(terrain == NULL, status != TALUS_OK);
    talus_terrain_destroy(terrain);
    return status;
}

Test(on_demand, bad_heights_end_creation_with_a_sentence)
{
    double *heights = make_rough_heights(600, 600, 1);
    talus_error error = {0};
    cr_expect_eq(try_creation(heights, 2, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "the disk is gone"), "%s", error.message);
    heights[300 * 600 + 7] = (double)INFINITY;
    cr_expect_eq(try_creation(heights, SIZE_MAX, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "height node (7, 300) is infinite"), "%s",
                       error.message);
    for (size_t k = 0; k < 600 * 600; k++) {
        heights[k] = (double)NAN;
    }
    cr_expect_eq(try_creation(heights, SIZE_MAX, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "no cell with four valid nodes"), "%s", error.message);
    free(heights);
}
