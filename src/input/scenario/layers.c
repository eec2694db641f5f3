// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that a scenario wants: groups and names, then exceedances.
#include "runs/campaign/layers.h"
#include "input/scenario/model.h"

#include <stdlib.h>
#include <string.h>

static bool is_requested(const scenario_names *names, const campaign_layer *layer)
{
    bool requested = names->all;
    for (size_t i = 0; campaign_layer_choices[i] != NULL && !requested; i++) {
        const char *choice = campaign_layer_choices[i];
        requested = scenario_names_have(names, i) &&
                    ((campaign_layer_group_named(choice) & layer->group) != 0 ||
                     strcmp(choice, layer->name) == 0);
    }
    return requested;
}

/// Append a copy of the name unless it is there. @return false when out of memory
static bool append(char **list, size_t *count, const char *name)
{
    for (size_t k = 0; k < *count; k++) {
        if (strcmp(list[k], name) == 0) {
            return true;
        }
    }
    const size_t size = strlen(name) + 1;
    list[*count] = malloc(size);
    if (list[*count] == NULL) {
        return false;
    }
    memcpy(list[(*count)++], name, size);
    return true;
}

static size_t most_layers(const scenario_outputs *outputs)
{
    size_t count = 0;
    while (campaign_layer_names[count] != NULL) {
        count++;
    }
    for (size_t q = 0; q < TALUS_CELL_QUANTITY_COUNT; q++) {
        count += outputs->exceedance.above[q].count;
    }
    return count;
}

char **scenario_layers_list(const scenario_outputs *outputs)
{
    char **list = calloc(most_layers(outputs) + 1, sizeof *list);
    size_t count = 0;
    bool good = list != NULL;
    for (const char *const *name = campaign_layer_names; *name != NULL && good; name++) {
        campaign_layer layer;
        if (campaign_layer_find(*name, &layer) && is_requested(&outputs->layers, &layer)) {
            good = append(list, &count, *name);
        }
    }
    for (size_t q = 0; q < TALUS_CELL_QUANTITY_COUNT && good; q++) {
        const scenario_numbers *above = &outputs->exceedance.above[q];
        for (size_t k = 0; k < above->count && good; k++) {
            char name[ENSEMBLE_LAYER_TEXT];
            ensemble_exceedance_name((talus_quantity)q, above->values[k], name);
            good = append(list, &count, name);
        }
    }
    if (!good) {
        scenario_layers_free(list);
        return NULL;
    }
    return list;
}

void scenario_layers_free(char **layers)
{
    for (size_t k = 0; layers != NULL && layers[k] != NULL; k++) {
        free(layers[k]);
    }
    free(layers);
}

void scenario_layers_keep(const talus_scenario *scenario, talus_campaign *campaign)
{
    for (char *const *name = scenario->layers; *name != NULL; name++) {
        campaign_layer layer;
        if (campaign_layer_find(*name, &layer)) {
            campaign_layer_keep(&layer, campaign);
        }
    }
    if (scenario->model.hazard.hits.count > 0) {
        campaign->cell_quantities |= UINT32_C(1) << TALUS_HIT_ENERGY;
    }
}
