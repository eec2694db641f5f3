// SPDX-License-Identifier: GPL-3.0-or-later
// One raster less another, and the two-sided scale that shows it.
#include "io/map/map_gauges.h"

#include <math.h>
#include <stdlib.h>

void output_subtract(float *values, const float *reference, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const bool has_value = !isnan(values[k]), has_reference = !isnan(reference[k]);
        if (has_value || has_reference) {
            values[k] = (has_value ? values[k] : 0.0F) - (has_reference ? reference[k] : 0.0F);
        }
    }
}

static talus_status read_layer(const char *path, const char *layer, geo_image *image,
                               talus_error *error)
{
    size_t band = 0;
    const talus_status status = map_find_band(path, layer, &band, error);
    return status == TALUS_OK ? geo_read_image_band(path, band, image, error) : status;
}

talus_status map_read_less(const char *path, const char *minus, const char *layer, geo_image *image,
                           talus_error *error)
{
    geo_image reference = {0};
    talus_status status = read_layer(path, layer, image, error);
    if (status != TALUS_OK || minus == NULL) {
        return status;
    }
    status = read_layer(minus, layer, &reference, error);
    if (status == TALUS_OK && (reference.nx != image->nx || reference.ny != image->ny)) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s has %zu x %zu cells, expected %zu x %zu as in the raster "
                                 "that it is taken from",
                                 minus, reference.nx, reference.ny, image->nx, image->ny);
    } else if (status == TALUS_OK) {
        output_subtract(image->values, reference.values, image->nx * image->ny);
    }
    geo_image_clear(&reference);
    return status;
}

talus_status map_scale_fit_change(const campaign_layer *layer, const geo_image *image,
                                  map_scale *scale, talus_error *error)
{
    const size_t count = image->nx * image->ny;
    geo_image sizes = *image;
    campaign_layer linear = *layer;
    double largest = 0.0;
    linear.is_amount = false;
    sizes.values = malloc(count * sizeof *sizes.values + 1);
    if (sizes.values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu values", count);
    }
    for (size_t k = 0; k < count; k++) {
        const double value = (double)image->values[k];
        largest = fabs(value) > fabs(largest) ? value : largest;
        sizes.values[k] = fabsf(image->values[k]);
    }
    const talus_status status = map_scale_fit(&linear, &sizes, scale, error);
    free(sizes.values);
    // the scale of the sizes and its mirror image
    const size_t ticks = scale->tick_count;
    scale->diverging = true;
    scale->low = -scale->high;
    scale->max = scale->factor * largest;
    for (size_t k = 0; status == TALUS_OK && k < ticks; k++) {
        if (scale->ticks[k] > 0.0 && scale->tick_count < MAP_TICK_MAX) {
            scale->ticks[scale->tick_count++] = -scale->ticks[k];
        }
    }
    return status;
}
