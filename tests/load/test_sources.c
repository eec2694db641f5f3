// SPDX-License-Identifier: GPL-3.0-or-later
// Sources that are areas: true surface, slope thresholds, patches, rasters and their weights.
#include "input/load/sources.h"
#include "scenario/support.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"
#define ROOT2 1.41421356237309504880

enum { SIDE = 41 };

/// 41 x 41 nodes of 5 m with z = a x + b y.
static geo_dem make_plane(double a, double b)
{
    geo_dem dem = {.grid = {.cell = 5.0, .nx = SIDE, .ny = SIDE}};
    dem.heights = malloc(sizeof(double) * SIDE * SIDE);
    cr_assert_not_null(dem.heights);
    for (size_t j = 0; j < SIDE; j++) {
        for (size_t i = 0; i < SIDE; i++) {
            dem.heights[j * SIDE + i] = 5.0 * (a * (double)i + b * (double)j);
        }
    }
    return dem;
}

/// One release in place of the minimal scenario's.
static talus_status load_release(const char *release, talus_diagnostics *list, talus_world **world)
{
    const talus_override override = {"releases.0", release};
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    const talus_status status = talus_world_load(scenario, list, world, NULL);
    talus_scenario_destroy(scenario);
    return status;
}

static talus_world *load_good_release(const char *release)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    if (load_release(release, list, &world) != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_not_null(world);
    talus_diagnostics_destroy(list);
    return world;
}

static void expect_failure(const char *release, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_expect_eq(load_release(release, list, &world), TALUS_ERROR_INPUT, "%s", release);
    if (find_diagnostic(list, phrase) == NULL) {
        print_diagnostics(list);
    }
    cr_expect_not_null(find_diagnostic(list, phrase), "%s", phrase);
    talus_diagnostics_destroy(list);
}

Test(sources, a_plane_at_45_degrees_has_the_area_root_2)
{
    geo_dem dem = make_plane(0.6, 0.8);
    // a triangle that crosses pixels askew
    const double triangle[6] = {21.3, 17.9, 163.2, 44.4, 80.1, 171.7};
    scenario_pieces pieces = {.keep = true};
    cr_assert_eq(scenario_cut_along_pixels(&dem, triangle, 1, 1, &pieces, NULL), TALUS_OK);
    const double plan = 0.5 * fabs((163.2 - 21.3) * (171.7 - 17.9) - (80.1 - 21.3) * (44.4 - 17.9));
    cr_expect_float_eq(pieces.plan / plan, 1.0, 1e-13);           /* measured 4e-16 */
    cr_expect_float_eq(pieces.area / (ROOT2 * plan), 1.0, 1e-13); /* measured 2e-16 */
    cr_expect_eq(pieces.blind, 0.0);
    cr_expect_eq(pieces.cumulative[pieces.count - 1], pieces.area);
    scenario_pieces_clear(&pieces);
    geo_dem_clear(&dem);
}

Test(sources, pieces_off_the_dem_are_left_out_and_the_rim_is_blind)
{
    geo_dem dem = make_plane(1.0, 0.0);
    // two triangles of a square, half of it west of the DEM, whose pixels begin at -2.5 m
    const double square[12] = {-22.5, 50.0, 17.5, 50.0, 17.5,  90.0,
                               -22.5, 50.0, 17.5, 90.0, -22.5, 90.0};
    scenario_pieces pieces = {0};
    cr_assert_eq(scenario_cut_along_pixels(&dem, square, 2, 1, &pieces, NULL), TALUS_OK);
    cr_expect_float_eq(pieces.plan, 20.0 * 40.0, 1e-9);
    cr_expect_float_eq(pieces.blind, 5.0 * 40.0, 1e-9);
    cr_expect_float_eq(pieces.area, 5.0 * 40.0 + ROOT2 * 15.0 * 40.0, 1e-9);
    cr_expect_null(pieces.xy);
    geo_dem_clear(&dem);
}

/// 1100 x 1100 nodes of 1 m on a bumpy slope.
static geo_dem make_wide(void)
{
    enum { WIDE = 1100 };
    geo_dem dem = {.grid = {.cell = 1.0, .nx = WIDE, .ny = WIDE}};
    dem.heights = malloc(sizeof(double) * WIDE * WIDE);
    cr_assert_not_null(dem.heights);
    for (size_t k = 0; k < (size_t)WIDE * WIDE; k++) {
        const double x = (double)(k % WIDE), y = (double)(k / WIDE);
        dem.heights[k] = 0.4 * y + 6.0 * sin(x / 7.0) + 5.0 * sin((x + 2.0 * y) / 11.0);
    }
    return dem;
}

/// Plan and surface of a convex polygon by pieces small enough to be cut along pixels.
static void cut_strip_by_strip(const geo_dem *dem, scenario_pieces *pieces)
{
    enum { STRIPS = 50 };
    for (int k = 0; k < STRIPS; k++) {
        const double y0 = 20.3 * k + 10.0, y1 = 20.3 * (k + 1) + 10.0;
        const double strip[12] = {10.0, y0, 1080.4, y0, 1080.4, y1, 10.0, y0, 1080.4, y1, 10.0, y1};
        cr_assert_eq(scenario_cut_along_pixels(dem, strip, 2, 1, pieces, NULL), TALUS_OK);
    }
}

Test(sources, a_wide_area_in_blocks_has_the_areas_of_its_pixels)
{
    geo_dem dem = make_wide();
    const double y1 = 20.3 * 50 + 10.0;
    const double box[12] = {10.0, 10.0, 1080.4, 10.0, 1080.4, y1, 10.0, 10.0, 1080.4, y1, 10.0, y1};
    scenario_pieces blocks = {.keep = true}, pixels = {.keep = true};
    cr_assert_eq(scenario_cut_along_pixels(&dem, box, 2, 1, &blocks, NULL), TALUS_OK);
    scenario_pieces on_threads = {.keep = true};
    cr_assert_eq(scenario_cut_along_pixels(&dem, box, 2, 3, &on_threads, NULL), TALUS_OK);
    cr_assert_eq(on_threads.count, blocks.count);
    cr_expect_eq(memcmp(on_threads.xy, blocks.xy, 6 * blocks.count * sizeof *blocks.xy), 0);
    cr_expect_eq(
        memcmp(on_threads.cumulative, blocks.cumulative, blocks.count * sizeof *blocks.cumulative),
        0);
    cr_expect_eq(on_threads.plan, blocks.plan);
    scenario_pieces_clear(&on_threads);
    cut_strip_by_strip(&dem, &pixels);
    cr_expect_float_eq(blocks.plan / pixels.plan, 1.0, 1e-11); /* measured 1e-13 */
    cr_expect_float_eq(blocks.area / pixels.area, 1.0, 1e-11); /* measured 1e-13 */
    cr_expect_eq(blocks.blind, 0.0);
    cr_expect_gt(pixels.count, 2000000);
    cr_expect_lt(blocks.count, 700000, "found %zu pieces", blocks.count);
    cr_expect_eq(blocks.cumulative[blocks.count - 1], blocks.area);
    // the pieces cover the box once: their plan areas add up, and none reaches over its rim
    double plan = 0.0;
    for (size_t k = 0; k < blocks.count; k++) {
        const double *p = blocks.xy + 6 * k;
        plan += 0.5 * fabs((p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]));
        for (int corner = 0; corner < 3; corner++) {
            const double x = p[2 * corner], y = p[2 * corner + 1];
            cr_assert(x >= 10.0 - 1e-9 && x <= 1080.4 + 1e-9 && y >= 10.0 - 1e-9 && y <= y1 + 1e-9);
        }
    }
    cr_expect_float_eq(plan / blocks.plan, 1.0, 1e-11);
    scenario_pieces_clear(&blocks);
    scenario_pieces_clear(&pixels);
    geo_dem_clear(&dem);
}

Test(sources, thresholds_are_linear_between_their_rows)
{
    static const double rows[] = {1.0, 55.0, 5.0, 49.0, 10.0, 46.0};
    bool outside = true;
    cr_expect_eq(scenario_slope_threshold(rows, 3, 1.0, &outside), 55.0);
    cr_expect_not(outside);
    cr_expect_float_eq(scenario_slope_threshold(rows, 3, 3.0, &outside), 52.0, 1e-12);
    cr_expect_float_eq(scenario_slope_threshold(rows, 3, 7.5, &outside), 47.5, 1e-12);
    cr_expect_not(outside);
    cr_expect_eq(scenario_slope_threshold(rows, 3, 25.0, &outside), 46.0);
    cr_expect(outside);
    cr_expect_eq(scenario_slope_threshold(rows, 3, 0.5, &outside), 55.0);
    cr_expect(outside);
}

Test(sources, presets_have_sizes_that_ascend_and_slopes_that_fall)
{
    for (size_t i = 0; scenario_slope_preset_names[i] != NULL; i++) {
        const scenario_slope_preset *preset = &scenario_slope_presets[i];
        cr_assert_str_eq(preset->name, scenario_slope_preset_names[i]);
        for (size_t k = 1; k < preset->count; k++) {
            cr_expect_gt(preset->rows[2 * k], preset->rows[2 * k - 2]);
            cr_expect_lt(preset->rows[2 * k + 1], preset->rows[2 * k - 1]);
        }
    }
}

Test(sources, small_and_low_patches_are_dropped)
{
    geo_dem dem = make_plane(0.0, 0.0);
    // a step of 10 m over 12 rows in one column, and a needle of 20 m
    for (size_t j = 10; j < 22; j++) {
        for (size_t i = 20; i < SIDE; i++) {
            dem.heights[j * SIDE + i] = 10.0;
        }
    }
    dem.heights[35 * SIDE + 10] = 20.0;
    scenario_steep_options options = {.degrees = 40.0};
    scenario_steep all, large, high;
    cr_assert_eq(scenario_steep_cells(&dem, &options, &all, NULL), TALUS_OK);
    options.least_cells = 9; // the needle makes its eight neighbours steep
    cr_assert_eq(scenario_steep_cells(&dem, &options, &large, NULL), TALUS_OK);
    for (size_t k = 0; k < large.count; k++) {
        cr_expect_lt(large.xy[2 * k + 1], 130.0);
        cr_expect_eq(large.factors[k],
                     scenario_surface_factor(&dem, (size_t)(large.xy[2 * k] / 5.0),
                                             (size_t)(large.xy[2 * k + 1] / 5.0)));
    }
    options = (scenario_steep_options){.degrees = 40.0, .least_height = 5.0};
    cr_assert_eq(scenario_steep_cells(&dem, &options, &high, NULL), TALUS_OK);
    cr_expect_gt(large.count, 0);
    // the needle itself is flat by Horn's differences: its neighbours are all at 0 m
    cr_expect_eq(all.count - large.count, all.count - high.count);
    cr_expect_eq(all.count - large.count, 4);
    // with patches and without, the same cells have the same areas
    cr_expect_eq(all.factors[0], large.factors[0]);
    scenario_steep_clear(&all);
    scenario_steep_clear(&large);
    scenario_steep_clear(&high);
    geo_dem_clear(&dem);
}

Test(sources, true_area_of_steep_cells)
{
    talus_world *world = load_good_release("{slope_above_deg: 60, rocks: 180, weight: surface}");
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    // 18 cells, each 25 m2 with a fall of 22 m over 10 m
    cr_expect_eq(release->count, 18);
    cr_expect_float_eq(release->plan_area, 450.0, 1e-9);
    cr_expect_float_eq(release->area, 450.0 * sqrt(1.0 + 2.2 * 2.2), 1e-9);
    cr_expect_float_eq(release->cumulative[17], release->area, 1e-9);
    talus_world_destroy(world);
}

Test(sources, areas_are_drawn_by_their_true_area_unless_the_scenario_says_otherwise)
{
    static const struct {
        const char *release;
        bool by_plan;
    } cases[] = {{"{slope_above_deg: 60, rocks: 180}", false},
                 {"{box_m: [1020, 2020, 1080, 2060], rocks: 10}", false},
                 {"{polygon_m: [[1020, 2020], [1080, 2020], [1080, 2060]], rocks: 10}", false},
                 {"{raster: counts.asc, crs: dem, rocks: 10, weight: surface}", false},
                 {"{slope_above_deg: 60, rocks: 180, weight: plan}", true},
                 {"{slope_above_deg: 60, rocks_per_cell: 3}", true},
                 {"{box_m: [1020, 2020, 1080, 2060], rocks: 10, weight: plan}", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        talus_world *world = load_good_release(cases[i].release);
        const talus_release *release = &talus_world_campaign(world)->releases[0];
        const double total = release->cumulative[release->count - 1];
        cr_expect_gt(release->area, 1.01 * release->plan_area);
        if (!cases[i].by_plan) {
            cr_expect_float_eq(total / release->area, 1.0, 1e-12, "%s", cases[i].release);
        } else if (release->kind == TALUS_RELEASE_CELLS) {
            cr_expect_eq(total, (double)release->count, "%s", cases[i].release);
        } else {
            cr_expect_float_eq(total / release->plan_area, 1.0, 1e-12, "%s", cases[i].release);
        }
        talus_world_destroy(world);
    }
}

Test(sources, a_box_over_the_rim_is_told_and_cut)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    // the pixels of the DEM begin at 1000; half of the box lies west of them
    cr_assert_eq(load_release("{box_m: [980, 2020, 1020, 2060], rocks: 9}", list, &world),
                 TALUS_OK);
    cr_expect_not_null(find_diagnostic(list, "50 % of its area lies outside the DEM"));
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    for (size_t k = 0; k < 3 * release->count; k++) {
        cr_expect_geq(release->xy[2 * k], -2.5 - 1e-9);
    }
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(sources, fewer_rocks_than_cells_are_told)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_assert_eq(load_release("{slope_above_deg: 60, rocks: 9}", list, &world), TALUS_OK);
    cr_expect_not_null(find_diagnostic(list, "9 rocks on 18 cells, 0.5 per cell"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
    list = talus_diagnostics_create();
    cr_assert_eq(load_release("{slope_above_deg: 60, rocks: 18}", list, &world), TALUS_OK);
    cr_expect_null(find_diagnostic(list, "per cell"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

/// side x side cells row by row, and their weights 1, 2, 3, ...
static talus_release make_square(int side)
{
    const size_t count = (size_t)side * (size_t)side;
    talus_release release = {.kind = TALUS_RELEASE_CELLS, .count = count, .cell = 1.0};
    release.xy = malloc(2 * count * sizeof(double));
    release.cumulative = malloc(count * sizeof(double));
    double sum = 0.0;
    for (int k = 0; k < side * side; k++) {
        release.xy[2 * k] = k % side;
        release.xy[2 * k + 1] = k / side;
        release.cumulative[k] = sum += k + 1.0;
    }
    return release;
}

static void expect_no_jumps(int side)
{
    talus_release release = make_square(side);
    cr_assert(scenario_order_places(&release));
    bool *seen = calloc(release.count, sizeof *seen);
    for (size_t k = 0; k < release.count; k++) {
        const double *p = release.xy + 2 * k;
        const int cell = (int)p[0] + side * (int)p[1];
        cr_expect_not(seen[cell]);
        seen[cell] = true;
        cr_expect_eq(release.cumulative[k] - (k > 0 ? release.cumulative[k - 1] : 0.0), cell + 1.0);
        if (k > 0) {
            cr_expect_eq(fabs(p[0] - p[-2]) + fabs(p[1] - p[-1]), 1.0, "%d x %d, cell %zu", side,
                         side, k);
        }
    }
    free(seen);
    free(release.xy);
    free(release.cumulative);
}

Test(source_order, follows_a_curve_without_jumps_and_takes_the_weights_along)
{
    expect_no_jumps(2);
    expect_no_jumps(8);
    expect_no_jumps(256); // three steps of the curve, the last of which is cut
}

Test(source_order, places_that_coincide_stay_in_their_order)
{
    talus_release release = make_square(8);
    for (int k = 0; k < 64; k++) {
        release.xy[2 * k] = k % 2;
        release.xy[2 * k + 1] = 0.0;
    }
    cr_assert(scenario_order_places(&release));
    for (int k = 0; k < 64; k++) {
        const double weight = release.cumulative[k] - (k > 0 ? release.cumulative[k - 1] : 0.0);
        cr_expect_eq(weight, k < 32 ? 2 * k + 1 : 2 * (k - 32) + 2);
    }
    free(release.xy);
    free(release.cumulative);
}

Test(source_order, is_even_on_the_map_where_rows_would_alias)
{
    // as many rocks as rows: on row after row every one would stand in the same column
    talus_release release = make_square(8);
    cr_assert(scenario_order_places(&release));
    unsigned columns = 0, rows = 0;
    for (int k = 0; k < 8; k++) {
        const double *p = release.xy + 2 * (8 * k + 3);
        columns |= 1u << (int)p[0];
        rows |= 1u << (int)p[1];
    }
    const int in_columns = __builtin_popcount(columns), in_rows = __builtin_popcount(rows);
    cr_expect(in_columns >= 4 && in_rows >= 4, "%d columns, %d rows", in_columns, in_rows);
    free(release.xy);
    free(release.cumulative);
}

Test(sources, a_steep_polygon_is_cut_into_pixels_by_surface)
{
    // columns at 1042.5 and 1067.5: the steep band between them; slope 0.2 elsewhere
    talus_world *world =
        load_good_release("{box_m: [1020, 2020, 1080, 2060], rocks: 10, weight: surface}");
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_expect_float_eq(release->plan_area, 2400.0, 1e-9);
    // Horn's slope of the columns: 0.2 in 8 of them, 1.2 beside the band, 2.2 in it
    const double true_area =
        40.0 * 5.0 * (9.0 * sqrt(1.04) + 2.0 * sqrt(1.0 + 1.2 * 1.2) + sqrt(1.0 + 2.2 * 2.2));
    cr_expect_float_eq(release->area, true_area, 1e-8);
    cr_expect_float_eq(release->cumulative[release->count - 1], true_area, 1e-8);
    talus_world_destroy(world);
}

Test(sources, polygons_keep_and_drop_cells)
{
    // 'source' is a square ring from 1010 to 1030 with a hole from 1015 to 1025
    talus_world *world = load_good_release(
        "{slope_above_deg: 5, rocks: 9, within: {file: areas.csv, where: \"kind = 'source'\"}}");
    cr_expect_eq(talus_world_campaign(world)->releases[0].count, 16 - 4);
    talus_world_destroy(world);
    // 18 x 18 cells off the rim, one of them beside NODATA; the forest covers 4 x 4
    world = load_good_release(
        "{slope_above_deg: 5, rocks: 9, exclude: {file: areas.csv, where: \"kind = 'forest'\"}}");
    cr_expect_eq(talus_world_campaign(world)->releases[0].count, 324 - 1 - 16);
    talus_world_destroy(world);
}

Test(sources, a_region_that_leaves_nothing_is_an_error)
{
    expect_failure("{slope_above_deg: 60, rocks: 9, within: {file: areas.csv, where: \"kind = "
                   "'source'\"}}",
                   "no raster cell of the DEM is steeper than 60 degrees where its other keys");
    expect_failure("{slope_above_deg: 60, rocks: 9, min_patch_cells: 1000}",
                   "where its other keys allow one");
    expect_failure("{slope_above_deg: 60, rocks: 9, within: {file: edge.csv}}",
                   "found lines, expected polygons");
}

Test(sources, a_region_that_holds_no_cell_is_said)
{
    expect_failure(
        "{slope_above_deg: 5, rocks: 9, within: {file: areas.csv, where: \"kind = 'far'\"}}",
        "areas.csv: all polygons lie outside the DEM");
    expect_failure(
        "{slope_above_deg: 5, rocks: 9, exclude: {file: areas.csv, where: \"kind = 'far'\"}}",
        "areas.csv: all polygons lie outside the DEM");
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_expect_eq(
        load_release("{slope_above_deg: 5, rocks: 9, exclude: {file: sliver.csv}}", list, &world),
        TALUS_OK);
    cr_expect_not_null(find_diagnostic(list, "sliver.csv: its polygons hold no centre of a cell"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(sources, a_raster_releases_as_many_rocks_as_its_cells_say)
{
    talus_world *world = load_good_release("{raster: counts.asc, crs: dem}");
    const talus_campaign *campaign = talus_world_campaign(world);
    const talus_release *release = &campaign->releases[0];
    cr_expect_eq(release->count, 4);
    cr_expect_eq(release->rocks, 10); /* 1 + 2 + 3 + 4 */
    cr_expect_eq(release->cell, 2.0);
    cr_expect_float_eq(release->plan_area, 16.0, 1e-12);
    cr_expect_float_eq(release->area, 16.0 * sqrt(1.04), 1e-12);
    // row 0 of the file is the north: its first cell holds 1 rock
    double found = 0.0;
    for (size_t k = 0; k < 4; k++) {
        if (fabs(release->xy[2 * k] - (1021.0 - 1002.5)) < 1e-12 &&
            fabs(release->xy[2 * k + 1] - (2053.0 - 2002.5)) < 1e-12) {
            found += release->cumulative[k] - (k > 0 ? release->cumulative[k - 1] : 0.0);
        }
    }
    cr_expect_eq(found, 1.0);
    cr_expect_eq(release->cumulative[3], 10.0);
    talus_world_destroy(world);
}

Test(sources, values_of_a_raster_are_weights_where_rocks_are_given)
{
    talus_world *world = load_good_release("{raster: weights.asc, crs: dem, rocks: 1000}");
    const talus_release *release = &talus_world_campaign(world)->releases[0];
    cr_expect_eq(release->rocks, 1000);
    cr_expect_float_eq(release->cumulative[release->count - 1], 0.5 + 0.25, 1e-12);
    talus_world_destroy(world);
}

Test(sources, rasters_that_do_not_count_are_refused)
{
    expect_failure("{raster: negative.asc, crs: dem}", "cells that stop rocks (-1 in r.stone)");
    expect_failure("{raster: weights.asc, crs: dem}", "expected whole numbers of rocks");
    expect_failure("{raster: zeros.asc, crs: dem}", "holds nothing but 0 and NODATA");
    expect_failure("{raster: areas.csv, crs: dem}", "areas.csv");
    expect_failure("{raster: counts.asc, crs: dem, within_box_m: [0, 0, 1, 1]}",
                   "none of its cells is allowed");
}

Test(sources, points_and_lines_of_a_file_have_no_area)
{
    expect_failure("{file: edge.csv, rocks: 5, weight: surface}", "lines, which have no area");
    expect_failure("{file: edge.csv, rocks: 5, frequency: {per_year_km2: 1}}",
                   "lines, which have no area");
}

/// Release cells of the Arzler slope by a raster of them.
static talus_world *load_arzler(const char *release, talus_diagnostics *list)
{
    const talus_override overrides[] = {{"releases.0", release}, {"terrain.roughness.refine", "1"}};
    return load_good(TALUS_SOURCE_DIR "/scenarios/arzler.yaml", overrides, 2, list);
}

static void find_middle(const talus_release *release, double middle[2])
{
    middle[0] = middle[1] = 0.0;
    for (size_t k = 0; k < release->count; k++) {
        middle[0] += release->xy[2 * k] / (double)release->count;
        middle[1] += release->xy[2 * k + 1] / (double)release->count;
    }
}

Test(sources, a_raster_of_another_crs_lands_on_the_same_cells)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *own = load_arzler("{raster: ../tests/data/sources/arzler_release.tif}", list);
    talus_world *other =
        load_arzler("{raster: ../tests/data/sources/arzler_release_31287.tif}", list);
    const talus_release *a = &talus_world_campaign(own)->releases[0];
    const talus_release *b = &talus_world_campaign(other)->releases[0];
    double p[2], q[2];
    find_middle(a, p);
    find_middle(b, q);
    cr_expect_eq(a->count, 7);
    cr_expect_eq(b->rocks, 7);
    cr_expect_float_eq(a->cell, 10.0, 1e-9);
    // both projections are true to scale to 1e-3; warping moved cells by up to half a cell
    cr_expect_float_eq(b->cell, 10.0, 0.01 /* m, measured 10.0042 */);
    cr_expect_float_eq(p[0], q[0], 5.0 /* m, measured 1.6 */);
    cr_expect_float_eq(p[1], q[1], 5.0 /* m, measured 0.3 */);
    cr_expect_eq(talus_diagnostics_count(list), 0);
    talus_world_destroy(own);
    talus_world_destroy(other);
    talus_diagnostics_destroy(list);
}
