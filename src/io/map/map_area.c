// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the world a map shows.
#include "io/map/map.h"

#include <math.h>

static map_rectangle image_area(const geo_image *image)
{
    return (map_rectangle){image->west, image->south, image->west + (double)image->nx * image->cell,
                           image->south + (double)image->ny * image->cell};
}

map_rectangle map_data_area(const geo_image *image)
{
    map_rectangle area = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        if (isfinite(image->values[k])) {
            const double x = image->west + (double)(k % image->nx) * image->cell;
            const double y = image->south + (double)(k / image->nx) * image->cell;
            area.x0 = x < area.x0 ? x : area.x0;
            area.y0 = y < area.y0 ? y : area.y0;
            area.x1 = x + image->cell > area.x1 ? x + image->cell : area.x1;
            area.y1 = y + image->cell > area.y1 ? y + image->cell : area.y1;
        }
    }
    return area.x0 < area.x1 ? area : image_area(image);
}

/// Widen [*low, *high] to `length` about its middle, moved into [bound_low, bound_high] if it fits.
static void widen(double *low, double *high, double length, double bound_low, double bound_high)
{
    double start = 0.5 * (*low + *high) - 0.5 * length;
    if (length <= bound_high - bound_low) {
        start = start + length > bound_high ? bound_high - length : start;
        start = start < bound_low ? bound_low : start;
    }
    *low = start;
    *high = start + length;
}

/// [*low - margin, *high + margin], but no farther than the bounds where the data does not.
static void pad(double *low, double *high, double margin, double bound_low, double bound_high)
{
    *low = fmax(*low - margin, fmin(bound_low, *low));
    *high = fmin(*high + margin, fmax(bound_high, *high));
}

map_rectangle map_choose_area(const map_rectangle *data, const map_rectangle *ground, double least,
                              double least_ratio)
{
    map_rectangle area = *data;
    const double margin = 0.15 * fmax(area.x1 - area.x0, area.y1 - area.y0);
    pad(&area.x0, &area.x1, margin, ground->x0, ground->x1);
    pad(&area.y0, &area.y1, margin, ground->y0, ground->y1);
    double wide = fmax(area.x1 - area.x0, least);
    double tall = fmax(area.y1 - area.y0, least);
    wide = wide < tall / 1.15 ? tall / 1.15 : wide;
    tall = tall < least_ratio * wide ? least_ratio * wide : tall;
    widen(&area.x0, &area.x1, wide, ground->x0, ground->x1);
    widen(&area.y0, &area.y1, tall, ground->y0, ground->y1);
    return area;
}
