// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a raster layer from the results.
#include "runs/ensemble/layer_values.h"

#include "talus/results.h"

#include <math.h>

talus_status campaign_layer_values(const campaign_layer *layer, const talus_results *results,
                                   const talus_window *window, float *values, talus_error *error)
{
    const size_t count = window->nx * window->ny;
    const talus_status status =
        layer->is_exceedance
            ? talus_results_exceedance(results, layer->raster.quantity, layer->raster.at, NULL,
                                       window, values, error)
            : talus_results_raster(results, &layer->raster, window, values, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        values[k] = layer->is_amount && !(values[k] > 0.0F) ? NAN : values[k] * layer->factor;
    }
    return status;
}
