// SPDX-License-Identifier: GPL-3.0-or-later
// Outlines of screens, objects, dams, walls and nets.
#include "studies/report/report.h"

#include <stdio.h>
#include <string.h>

static void add_part(report *r, const map_gauge_layer *layer, const geo_part *part)
{
    const unsigned char *rgb = layer->kind->colour;
    const size_t length = strcspn(layer->kind->word, ","); // "object" of areas and of lines
    char colour[8], kind[16];
    snprintf(colour, sizeof colour, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    snprintf(kind, sizeof kind, "%.*s", (int)length, layer->kind->word);
    files_json_begin(&r->data, NULL, '{');
    files_json_add_text(&r->data, "kind", kind);
    files_json_add_text(&r->data, "colour", colour);
    files_json_add_bool(&r->data, "is_area", layer->vectors.kind == GEO_POLYGONS);
    files_json_add_text(&r->data, "name",
                        part->feature < layer->names.count ? layer->names.texts[part->feature]
                                                           : "");
    files_json_add_numbers(&r->data, "xy", part->xy, 2 * part->count);
    files_json_end(&r->data, '}');
}

talus_status report_add_lines(report *r, talus_error *error)
{
    map_gauges gauges = {0};
    const talus_status status = map_load_gauges(r->directory, &gauges, error);
    if (status != TALUS_OK) {
        map_clear_gauges(&gauges);
        return status;
    }
    files_json_begin(&r->data, "lines", '[');
    for (size_t k = 0; k < MAP_GAUGE_LAYERS; k++) {
        const map_gauge_layer *layer = &gauges.layers[k];
        for (size_t i = 0; i < layer->vectors.part_count; i++) {
            add_part(r, layer, &layer->vectors.parts[i]);
        }
    }
    files_json_end(&r->data, ']');
    map_clear_gauges(&gauges);
    return r->data.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report")
                          : TALUS_OK;
}
