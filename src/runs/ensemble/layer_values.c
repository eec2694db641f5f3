// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a raster layer from the results.
#include "runs/ensemble/layer_values.h"

#include "runs/ensemble/ensemble_internal.h"

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

talus_status talus_results_layer(const talus_results *results, const char *name,
                                 const talus_window *window, float *out, talus_error *error)
{
    campaign_layer layer;
    if (results == NULL || name == NULL || out == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a layer without results, a name or a place for its values");
    }
    if (!campaign_layer_find(name, &layer)) {
        return campaign_layer_unknown(name, error);
    }
    const talus_campaign *campaign = &results->campaign;
    if (!campaign_layer_is_kept(&layer, campaign)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the run kept nothing for the layer %s: name it in outputs.layers "
                               "of the scenario, or set the campaign's cell_quantities",
                               name);
    }
    const talus_window all = {.nx = campaign->cells.nx, .ny = campaign->cells.ny};
    return campaign_layer_values(&layer, results, window != NULL ? window : &all, out, error);
}
