// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that a raster has and the ground has not, beside ground that has steps of its own.
#include "io/geo_rules/heights.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 96 };

/// A reproducible number in [-0.5, 0.5) of a cell.
static double noise(size_t i, size_t j)
{
    return (double)((i * 7919 + j * 104729 + i * j * 31) % 1009) / 1009.0 - 0.5;
}

static double ramp(double x, double y)
{
    return 1000.0 + 0.5 * x + 0.1 * y;
}

/// Smooth and bent, 27 degrees in the middle.
static double hill(double x, double y)
{
    return 1500.0 + 0.5 * x - 0.1 * y + 5.0 * sin(x / 40.0) + 3.0 * cos(y / 35.0);
}

static double terraces(double x, double y)
{
    (void)y;
    return 1000.0 + 5.0 * floor(x / 20.0) + 0.02 * x;
}

static double walls(double x, double y)
{
    return hill(x, y) + (x > 40.0 ? 8.0 : 0.0) + (y > 60.0 ? -12.0 : 0.0);
}

static double lake(double x, double y)
{
    return fmax(hill(x, y), 1512.0);
}

static double flat(double x, double y)
{
    (void)x;
    (void)y;
    return 400.0;
}

static double stairs_of_45(double x, double y)
{
    (void)y;
    return 1000.0 + x;
}

static double ramp_of_one(double x, double y)
{
    (void)y;
    return 1000.0 + 0.6 * x;
}

static double gentle(double x, double y)
{
    (void)y;
    return 1000.0 + x / 300.0;
}

/// Flat, with walls between.
static double benches(double x, double y)
{
    (void)y;
    return 1000.0 + 3.717 * floor(pow(x, 1.2) / 20.0);
}

typedef struct ground_case {
    const char *name;
    double (*height)(double x, double y);
    double cell;        ///< m
    double rough;       ///< m, noise
    double step;        ///< heights are rounded to it; 0 = not
    size_t block;       ///< cells of equal height; 0 = 1
    const char *phrase; ///< NULL: nothing is said
} ground_case;

static double height_of(const ground_case *c, size_t i, size_t j)
{
    const size_t block = c->block > 0 ? c->block : 1;
    const size_t u = i / block * block, v = j / block * block;
    const double z = c->height((double)u * c->cell, (double)v * c->cell) + c->rough * noise(u, v);
    return c->step > 0.0 ? c->step * floor(z / c->step + 0.5) : z;
}

static talus_status judge(const ground_case *c, const geo_height_rules *rules,
                          talus_diagnostics *said, talus_error *error)
{
    double *heights = malloc((size_t)SIDE * SIDE * sizeof *heights);
    cr_assert_not_null(heights);
    for (size_t k = 0; k < (size_t)SIDE * SIDE; k++) {
        heights[k] = height_of(c, k % SIDE, k / SIDE);
    }
    geo_steps steps = {0};
    geo_counts counts = GEO_COUNTS_NONE;
    geo_count_heights(heights, (size_t)SIDE * SIDE, &counts);
    talus_status status = geo_look_for_steps(heights, SIDE, SIDE, c->cell, rules, &steps, error);
    status = status == TALUS_OK
                 ? geo_judge_steps("a.tif", &steps, c->cell, rules, &counts, said, error)
                 : status;
    free(heights);
    return status;
}

static const geo_height_rules metres = {.scale = 1.0, .unit = {.metres = 1.0}};

Test(steps, are_said_where_they_are_none_of_the_ground)
{
    static const ground_case cases[] = {
        {.name = "whole metres on 1 m",
         .height = hill,
         .cell = 1,
         .step = 1,
         .phrase =
             "rounded to 1 m on cells of 1 m: slopes between neighbours are wrong by up to 45"},
        {.name = "whole metres on 2 m",
         .height = hill,
         .cell = 2,
         .step = 1,
         .phrase = "rounded to 1 m on cells of 2 m"},
        {.name = "half metres on 0.5 m",
         .height = hill,
         .cell = 0.5,
         .step = 0.5,
         .phrase = "rounded to 0.5 m"},
        {.name = "decimetres on 0.25 m",
         .height = hill,
         .cell = 0.25,
         .step = 0.1,
         .phrase = "rounded to 0.1 m"},
        {.name = "feet on 1 m",
         .height = hill,
         .cell = 1,
         .step = 0.3048,
         .phrase = "rounded to 0.305 m"},
        {.name = "rough ground in whole metres",
         .height = hill,
         .cell = 1,
         .step = 1,
         .rough = 0.3,
         .phrase = "rounded to 1 m"},
        {.name = "10 m resampled to 1 m",
         .height = hill,
         .cell = 1,
         .block = 10,
         .phrase = "in blocks of about 10 cells a side"},
        {.name = "5 m resampled to 1 m",
         .height = hill,
         .cell = 1,
         .block = 5,
         .rough = 0.5,
         .phrase = "in blocks of about 5 cells"},
        {.name = "2 m resampled to 0.5 m, in cm",
         .height = hill,
         .cell = 0.5,
         .block = 4,
         .step = 0.01,
         .phrase = "in blocks of about 4 cells"},
        {.name = "10 m resampled to 1 m, along one axis alone",
         .height = ramp_of_one,
         .cell = 1,
         .block = 10,
         .phrase = "in blocks of about 10 cells a side"},
        // harmless neighbours
        {.name = "stairs of unlike lengths", .height = benches, .cell = 1},
        {.name = "a gentle ramp of one axis in cm", .height = gentle, .cell = 1, .step = 0.01},
        {.name = "an exact ramp", .height = ramp, .cell = 1},
        {.name = "an exact ramp of whole metres a cell",
         .height = stairs_of_45,
         .cell = 1,
         .step = 1},
        {.name = "a hill", .height = hill, .cell = 1},
        {.name = "a rough hill", .height = hill, .cell = 1, .rough = 1},
        {.name = "laser heights in cm", .height = hill, .cell = 0.5, .step = 0.01, .rough = 0.1},
        {.name = "laser heights in mm", .height = hill, .cell = 0.25, .step = 0.001, .rough = 0.02},
        {.name = "whole metres on 25 m", .height = hill, .cell = 25, .step = 1},
        {.name = "whole metres on 30 m, rough", .height = hill, .cell = 30, .step = 1, .rough = 4},
        {.name = "decimetres on 2 m", .height = hill, .cell = 2, .step = 0.1},
        {.name = "terraces", .height = terraces, .cell = 1},
        {.name = "terraces in cm", .height = terraces, .cell = 1, .step = 0.01},
        {.name = "walls", .height = walls, .cell = 1},
        {.name = "walls in cm", .height = walls, .cell = 0.5, .step = 0.01},
        {.name = "a lake", .height = lake, .cell = 1},
        {.name = "a lake in cm", .height = lake, .cell = 1, .step = 0.01},
        {.name = "a plain", .height = flat, .cell = 1},
        {.name = "a plain in whole metres", .height = flat, .cell = 1, .step = 1},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const ground_case *c = &cases[k];
        talus_diagnostics *said = talus_diagnostics_create();
        talus_error error = {0};
        cr_expect_eq(judge(c, &metres, said, &error), TALUS_OK, "%s: %s", c->name, error.message);
        const size_t count = talus_diagnostics_count(said);
        const char *first = count > 0 ? talus_diagnostics_get(said, 0)->message : "";
        cr_expect_eq(count, c->phrase != NULL ? 1u : 0u, "%s: %zu, %s", c->name, count, first);
        cr_expect(c->phrase == NULL || strstr(first, c->phrase) != NULL, "%s: %s", c->name, first);
        talus_diagnostics_destroy(said);
    }
}

static double in_decimetres(double x, double y)
{
    return 10.0 * hill(x, y);
}

Test(steps, whole_numbers_of_impossible_slopes_are_refused)
{
    const ground_case c = {.name = "dm", .height = in_decimetres, .cell = 1, .step = 1};
    geo_height_rules rules = metres;
    talus_error error = {0};
    rules.is_whole = true;
    cr_expect_eq(judge(&c, &rules, NULL, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "height_unit: dm"), "%s", error.message);
    rules.unit.is_said = true;
    cr_expect_eq(judge(&c, &rules, NULL, &error), TALUS_OK);
    const ground_case coarse = {.name = "m", .height = hill, .cell = 25, .step = 1};
    rules.unit.is_said = false;
    cr_expect_eq(judge(&coarse, &rules, NULL, &error), TALUS_OK);
}

Test(steps, windows_lie_in_the_raster_and_reach_its_rims)
{
    const size_t sizes[][2] = {{10, 10}, {128, 300}, {129, 128}, {5000, 3000}, {1, 100000}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const size_t nx = sizes[s][0], ny = sizes[s][1];
        geo_part_of windows[GEO_WINDOWS_MOST];
        const size_t count = geo_choose_windows(nx, ny, windows);
        cr_assert(count >= 1 && count <= GEO_WINDOWS_MOST);
        for (size_t k = 0; k < count; k++) {
            cr_expect(windows[k].column + windows[k].nx <= nx);
            cr_expect(windows[k].row + windows[k].ny <= ny);
        }
        cr_expect_eq(windows[count - 1].column + windows[count - 1].nx, nx);
        cr_expect_eq(windows[count - 1].row + windows[count - 1].ny, ny);
    }
}
