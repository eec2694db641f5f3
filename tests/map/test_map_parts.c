// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/map/map.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double relief_flat = 0.70710678118654752; // sin 45 degrees, lights of weight 1

static map_scale fit(const char *layer, float *values, size_t count)
{
    const geo_image image = {.nx = count, .ny = 1, .cell = 1, .values = values};
    map_scale scale;
    campaign_layer shown;
    cr_assert(campaign_layer_find(layer, &shown));
    cr_assert_eq(map_scale_fit(&shown, &image, &scale, NULL), TALUS_OK);
    return scale;
}

Test(map_scale, has_round_ticks_from_zero_to_above_the_data)
{
    static float values[] = {3, NAN, 17, 87};
    const map_scale scale = fit("kinetic_energy_max", values, 4);
    cr_assert_eq(scale.tick_count, 6);
    for (size_t k = 0; k < 6; k++) {
        cr_expect_float_eq(scale.ticks[k], 20.0 * (double)k, 1e-12);
    }
    cr_expect_eq(scale.high, 100);
    cr_expect_not(scale.above);
    cr_expect_float_eq(scale.max, 87, 1e-12);
}

Test(map_scale, cuts_at_the_99th_percentile_and_says_so)
{
    static float values[1000];
    for (size_t k = 0; k < 1000; k++) {
        values[k] = 1 + (float)k / 1000;
    }
    values[0] = 5000;
    const map_scale scale = fit("speed_max", values, 1000);
    cr_expect_float_eq(scale.high, 2, 1e-12);
    cr_expect(scale.above);
    cr_expect_eq(map_scale_fraction(&scale, 5000), 1);
}

Test(map_scale, of_probabilities_is_logarithmic_percent)
{
    static float values[] = {0.001F, 0.02F, 1};
    const map_scale scale = fit("reach_probability", values, 3);
    cr_expect_str_eq(scale.unit, "%");
    cr_expect_float_eq(scale.low, 0.1, 1e-6);
    cr_expect_float_eq(scale.high, 100, 1e-6);
    cr_expect_eq(scale.tick_count, 10, "1, 2, 5 over three decades and the end");
    cr_expect_float_eq(map_scale_position(&scale, 1), 1.0 / 3, 1e-6);
}

Test(map_scale, of_shares_ends_at_the_whole)
{
    static float values[] = {0.7F, 1};
    const map_scale scale = fit("reach_probability", values, 2);
    cr_expect_float_eq(scale.low, 10, 1e-6);
    cr_expect_float_eq(scale.high, 100, 1e-6);
}

Test(map_scale, of_one_count_spans_a_decade)
{
    static float values[] = {1, 1};
    const map_scale scale = fit("deposits", values, 2);
    cr_expect_eq(scale.low, 1);
    cr_expect_eq(scale.high, 10);
}

Test(map_scale, without_data_is_still_a_scale)
{
    static float values[] = {NAN, NAN};
    const map_scale linear = fit("speed_max", values, 2);
    const map_scale logarithmic = fit("passages", values, 2);
    cr_expect_gt(linear.high, linear.low);
    cr_expect_gt(logarithmic.high, logarithmic.low);
    cr_expect_gt(linear.tick_count, 1);
    cr_expect_gt(logarithmic.tick_count, 1);
}

Test(map_scale, with_only_zeros_is_still_a_scale)
{
    static float values[] = {0, 0};
    const map_scale scale = fit("jump_height_mean", values, 2);
    cr_expect_gt(scale.high, 0);
    cr_expect_eq(map_scale_fraction(&scale, 0), 0);
}

Test(map_scale, never_has_more_ticks_than_the_legend_holds)
{
    for (float top = 1e-4F; top < 1e7F; top *= 1.37F) {
        float values[1] = {top};
        const map_scale scale = fit("speed_max", values, 1);
        cr_assert_leq(scale.tick_count, 8, "top %g has %zu ticks", (double)top, scale.tick_count);
        cr_assert_geq(scale.tick_count, 4, "top %g has %zu ticks", (double)top, scale.tick_count);
        cr_assert_geq(scale.high, (double)top * 0.999999);
        float spread[2] = {1, fmaxf(1, top)};
        const map_scale counts = fit("passages", spread, 2);
        cr_assert_leq(counts.tick_count, 12, "top %g", (double)top);
    }
}

Test(map_scale, darkens_with_the_value)
{
    for (int ramp = 0; ramp < 2; ramp++) {
        const map_scale scale = {.counts = ramp == 1};
        double before = 2;
        for (int k = 0; k <= 64; k++) {
            const chart_rgb c = map_scale_colour(&scale, k / 64.0);
            const double light = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
            cr_assert_lt(light, before, "ramp %d, step %d", ramp, k);
            before = light;
        }
    }
}

Test(map_round, keeps_numbers_that_are_round)
{
    cr_expect_float_eq(chart_round_down(1000), 1000, 1e-9);
    cr_expect_float_eq(chart_round_down(999), 500, 1e-9);
    cr_expect_float_eq(chart_round_down(0.2), 0.2, 1e-12);
    cr_expect_float_eq(chart_round_down(0.0499), 0.02, 1e-12);
}

Test(map_relief, of_flat_ground_is_the_height_of_the_light)
{
    static float heights[9] = {5, 5, 5, 5, 5, 5, 5, 5, 5};
    const geo_image image = {.nx = 3, .ny = 3, .cell = 2, .values = heights};
    float *shade = NULL;
    cr_assert_eq(map_relief(&image, &shade, NULL), TALUS_OK);
    for (size_t k = 0; k < 9; k++) {
        cr_expect_float_eq((double)shade[k], relief_flat, 1e-7);
    }
    free(shade);
}

Test(map_relief, is_bright_towards_north_west_and_dark_away_from_it)
{
    float towards[9];
    float away[9];
    for (size_t k = 0; k < 9; k++) {
        // falls to the north-west: rises with x, falls with y
        towards[k] = (float)(k % 3) - (float)(k / 3);
        away[k] = -towards[k];
    }
    const geo_image a = {.nx = 3, .ny = 3, .cell = 1, .values = towards};
    const geo_image b = {.nx = 3, .ny = 3, .cell = 1, .values = away};
    float *bright = NULL;
    float *dark = NULL;
    cr_assert_eq(map_relief(&a, &bright, NULL), TALUS_OK);
    cr_assert_eq(map_relief(&b, &dark, NULL), TALUS_OK);
    cr_expect_gt(bright[4], 0.85F);
    cr_expect_lt(dark[4], 0.25F);
    free(bright);
    free(dark);
}

Test(map_relief, keeps_nodata_and_does_not_spread_it)
{
    static float heights[9] = {5, 5, 5, 5, NAN, 5, 5, 5, 5};
    const geo_image image = {.nx = 3, .ny = 3, .cell = 2, .values = heights};
    float *shade = NULL;
    cr_assert_eq(map_relief(&image, &shade, NULL), TALUS_OK);
    cr_expect(isnan(shade[4]));
    cr_expect_float_eq((double)shade[0], relief_flat, 1e-7);
    free(shade);
}

Test(map_text, replaces_what_cairo_would_refuse)
{
    char *clean = files_clean_text("a\xC3\xBC\n\xFF\xC3(\xED\xA0\x80z");
    cr_expect_str_eq(clean, "a\xC3\xBC ?"
                            "?(?"
                            "??z");
    free(clean);
}

Test(map_text, cut_off_inside_a_character_is_cleaned)
{
    char *clean = files_clean_text("x\xE2\x80");
    cr_expect_str_eq(clean, "x??");
    free(clean);
}

Test(map_area, is_the_data_with_a_margin)
{
    const map_rectangle data = {400, 300, 600, 500};
    const map_rectangle ground = {0, 0, 1000, 1000};
    const map_rectangle area = map_choose_area(&data, &ground, 10, 0.6);
    cr_expect_float_eq(area.x0, 370, 1e-9);
    cr_expect_float_eq(area.x1, 630, 1e-9);
    cr_expect_float_eq(area.y0, 270, 1e-9);
    cr_expect_float_eq(area.y1, 530, 1e-9);
}

Test(map_area, of_one_cell_has_a_least_size)
{
    const map_rectangle data = {500, 500, 501, 501};
    const map_rectangle ground = {0, 0, 1000, 1000};
    const map_rectangle area = map_choose_area(&data, &ground, 40, 0.6);
    cr_expect_float_eq(area.x1 - area.x0, 40, 1e-9);
    cr_expect_float_eq(area.y1 - area.y0, 40, 1e-9);
}

Test(map_area, stays_on_the_ground_at_its_edge)
{
    const map_rectangle data = {0, 0, 100, 400};
    const map_rectangle ground = {0, 0, 1000, 1000};
    const map_rectangle area = map_choose_area(&data, &ground, 10, 0.6);
    cr_expect_eq(area.x0, 0);
    cr_expect_eq(area.y0, 0);
    cr_expect_float_eq(area.y1, 460, 1e-9);
    cr_expect_float_eq(area.x1, 400, 1e-9, "tall data: the frame is 1.15 times as tall as wide");
}

Test(map_area, of_ground_smaller_than_the_frame_keeps_the_shape)
{
    const map_rectangle data = {0, 0, 1000, 100};
    const map_rectangle area = map_choose_area(&data, &data, 10, 0.6);
    cr_expect_float_eq((area.y1 - area.y0) / (area.x1 - area.x0), 0.6, 1e-9);
    cr_expect_leq(area.y0, 0);
    cr_expect_geq(area.y1, 100);
}
