// SPDX-License-Identifier: GPL-3.0-or-later
// From values to colours: linear and logarithmic scales, round ticks.
#include "io/map/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Smallest of 1, 2, 5 x 10^k that is >= value.
static double round_up(double value)
{
    const double down = chart_round_down(value);
    const double mantissa = down / chart_power_of_ten((int)floor(chart_log10(down) + 1e-9));
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

/// @param most that there can be
static void fit_logarithmic(map_scale *scale, double bottom, double top, double most)
{
    scale->low = chart_round_down(fmin(bottom, 0.1 * most));
    scale->high = fmin(round_up(top), fmax(top, most));
    if (scale->high < 10 * scale->low) {
        scale->high = 10 * scale->low;
    }
    const double decades = chart_log10(scale->high / scale->low);
    const int first = (int)floor(chart_log10(scale->low) + 1e-9);
    const int step = decades > 8 ? 2 : 1;
    for (int k = first; k <= first + (int)ceil(decades) + 1; k += step) {
        add_tick(scale, chart_power_of_ten(k));
        if (decades <= 3.5) {
            add_tick(scale, 2 * chart_power_of_ten(k));
            add_tick(scale, 5 * chart_power_of_ten(k));
        }
    }
}

talus_status map_scale_fit(const campaign_layer *layer, const geo_image *image, map_scale *scale,
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
        fit_logarithmic(scale, low, count ? scale->max : 1, share ? 100 : (double)INFINITY);
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

chart_rgb map_value_colour(const map_scale *scale, double value)
{
    if (scale->class_count == 0) {
        return map_scale_colour(scale, map_scale_fraction(scale, value));
    }
    const double last = (double)scale->class_count;
    return scale->classes[(size_t)(value < 1 ? 1 : value > last ? last : value) - 1];
}

chart_rgb map_scale_colour(const map_scale *scale, double fraction)
{
    return chart_ramp(scale->diverging ? CHART_DIVERGING
                      : scale->counts  ? CHART_COOL
                                       : CHART_WARM,
                      fraction);
}
