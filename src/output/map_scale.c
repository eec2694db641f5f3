// SPDX-License-Identifier: GPL-3.0-or-later
// Colours: two sequential ramps of falling lightness, linear and logarithmic scales, round ticks.
#include "output/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ANCHOR_COUNT = 9 };

/// Pale yellow to dark purple: quantities.
static const unsigned char warm_ramp[ANCHOR_COUNT][3] = {
    {255, 243, 176}, {254, 217, 118}, {252, 184, 82}, {243, 144, 63}, {226, 102, 68},
    {197, 64, 82},   {158, 38, 97},   {113, 24, 98},  {64, 14, 78},
};
/// Pale green to dark blue: counts and probabilities.
static const unsigned char cool_ramp[ANCHOR_COUNT][3] = {
    {232, 246, 190}, {187, 228, 170}, {131, 204, 160}, {78, 176, 157}, {41, 146, 154},
    {33, 115, 147},  {46, 84, 136},   {56, 53, 113},   {45, 24, 77},
};

/// Dark blue over white to dark red: less and more.
static const unsigned char diverging_ramp[ANCHOR_COUNT][3] = {
    {20, 60, 130},   {58, 118, 180},  {120, 172, 210}, {190, 216, 232}, {250, 250, 248},
    {250, 212, 186}, {238, 154, 120}, {208, 84, 72},   {142, 16, 42},
};

double map_log10(double value)
{
    return talus_log(value) / talus_log(10);
}

double map_power_of_ten(int k)
{
    double power = 1;
    for (int i = 0; i < (k < 0 ? -k : k); i++) {
        power *= 10;
    }
    return k < 0 ? 1 / power : power;
}

double map_round_down(double value)
{
    // the factor keeps 1000 from becoming 500 by round-off of the logarithm
    const double decade = map_power_of_ten((int)floor(map_log10(value) + 1e-9));
    const double mantissa = value / decade * (1 + 1e-9);
    return decade * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1);
}

/// Smallest of 1, 2, 5 x 10^k that is >= value.
static double round_up(double value)
{
    const double down = map_round_down(value);
    const double mantissa = down / map_power_of_ten((int)floor(map_log10(down) + 1e-9));
    if (value <= down * (1 + 1e-9)) {
        return down;
    }
    return mantissa > 1.5 && mantissa < 3 ? 2.5 * down : 2 * down;
}

static int compare_values(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

static void add_tick(map_scale *scale, double value)
{
    const double slack = 1e-6 * scale->high;
    const bool inside =
        value <= scale->high + slack && (!scale->logarithmic || value >= scale->low * (1 - 1e-6));
    if (inside && scale->tick_count < MAP_TICK_MAX) {
        scale->ticks[scale->tick_count++] = value;
    }
}

static void fit_linear(map_scale *scale, double bottom, double top)
{
    const double step = round_up((top > bottom ? top - bottom : 1) / 6);
    const double first = floor(bottom / step + 1e-6);
    const double count = ceil((top > bottom ? top : bottom + 1) / step - 1e-6) - first;
    scale->low = step * first;
    scale->high = step * (first + count);
    for (int k = 0; k <= (int)count; k++) {
        add_tick(scale, (first + k) * step);
    }
}

static void fit_logarithmic(map_scale *scale, double bottom, double top)
{
    scale->low = map_round_down(bottom);
    scale->high = round_up(top);
    if (scale->high < 10 * scale->low) {
        scale->high = 10 * scale->low;
    }
    const double decades = map_log10(scale->high / scale->low);
    const int first = (int)floor(map_log10(scale->low) + 1e-9);
    const int step = decades > 8 ? 2 : 1;
    for (int k = first; k <= first + (int)ceil(decades) + 1; k += step) {
        add_tick(scale, map_power_of_ten(k));
        if (decades <= 3.5) {
            add_tick(scale, 2 * map_power_of_ten(k));
            add_tick(scale, 5 * map_power_of_ten(k));
        }
    }
}

talus_status map_scale_fit(const ensemble_layer *layer, const geo_image *image, map_scale *scale,
                           talus_error *error)
{
    const size_t size = image->nx * image->ny;
    const bool share = strcmp(layer->unit, "1") == 0;
    float *sorted = malloc(size * sizeof *sorted + 1);
    size_t count = 0;
    if (!sorted) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu values", size);
    }
    for (size_t k = 0; k < size; k++) {
        if (isfinite(image->values[k]) && (!layer->is_amount || image->values[k] > 0)) {
            sorted[count++] = image->values[k];
        }
    }
    qsort(sorted, count, sizeof *sorted, compare_values);
    *scale = (map_scale){.logarithmic = layer->is_amount,
                         .counts = layer->is_amount,
                         .factor = share ? 100 : 1,
                         .unit = share ? "%" : layer->unit};
    const double low = count ? scale->factor * (double)sorted[0] : 1;
    const size_t rank = (size_t)ceil(0.99 * (double)count); // order statistic, 1-based
    const double p99 = count ? scale->factor * (double)sorted[rank - 1] : 1;
    scale->max = count ? scale->factor * (double)sorted[count - 1] : 0;
    free(sorted);
    if (scale->logarithmic) {
        fit_logarithmic(scale, low, count ? scale->max : 1);
    } else {
        // angles have no natural zero
        fit_linear(scale, strcmp(layer->unit, "deg") == 0 && count ? low : 0, p99);
    }
    scale->above = scale->max > scale->high * (1 + 1e-6);
    return TALUS_OK;
}

double map_scale_position(const map_scale *scale, double legend_value)
{
    double fraction = 0;
    if (scale->logarithmic) {
        fraction = legend_value > 0
                       ? talus_log(legend_value / scale->low) / talus_log(scale->high / scale->low)
                       : 0;
    } else {
        fraction = (legend_value - scale->low) / (scale->high - scale->low);
    }
    return fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
}

double map_scale_fraction(const map_scale *scale, double value)
{
    return map_scale_position(scale, scale->factor * value);
}

map_rgb map_value_colour(const map_scale *scale, double value)
{
    if (scale->class_count == 0) {
        return map_scale_colour(scale, map_scale_fraction(scale, value));
    }
    const double last = (double)scale->class_count;
    return scale->classes[(size_t)(value < 1 ? 1 : value > last ? last : value) - 1];
}

map_rgb map_scale_colour(const map_scale *scale, double fraction)
{
    const unsigned char(*ramp)[3] = scale->diverging ? diverging_ramp
                                    : scale->counts  ? cool_ramp
                                                     : warm_ramp;
    const double place = (fraction < 0 ? 0 : fraction > 1 ? 1 : fraction) * (ANCHOR_COUNT - 1);
    const int k = place >= ANCHOR_COUNT - 1 ? ANCHOR_COUNT - 2 : (int)place;
    const double t = place - k;
    const double s = (1 - t) / 255;
    const double e = t / 255;
    return (map_rgb){s * ramp[k][0] + e * ramp[k + 1][0], s * ramp[k][1] + e * ramp[k + 1][1],
                     s * ramp[k][2] + e * ramp[k + 1][2]};
}
