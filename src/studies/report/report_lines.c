// SPDX-License-Identifier: GPL-3.0-or-later
// Outlines of screens, objects, dams, walls and nets.
#include "studies/report/report.h"

static void add_part(report *r, const char *kind, const geo_part *part, const geo_attribute *names)
{
    files_json_begin(&r->data, NULL, '{');
    files_json_add_text(&r->data, "kind", kind);
    files_json_add_text(&r->data, "name",
                        part->feature < names->count ? names->texts[part->feature] : "");
    files_json_add_numbers(&r->data, "xy", part->xy, 2 * part->count);
    files_json_end(&r->data, '}');
}

talus_status report_add_lines(report *r, talus_error *error)
{
    // in the order of map_gauges
    static const char *const kinds[MAP_GAUGE_LAYERS] = {"dam",    "wall", "net",
                                                        "object", "road", "screen"};
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
            add_part(r, kinds[k], &layer->vectors.parts[i], &layer->names);
        }
    }
    files_json_end(&r->data, ']');
    map_clear_gauges(&gauges);
    return r->data.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report")
                          : TALUS_OK;
}
