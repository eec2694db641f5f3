// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of results.gpkg: screens and objects with their figures, and recorded crossings.
#include "io/products/gauges.h"

/// A screen is one line; areas and lines of objects have a feature for each ring.
static talus_status place_gauge(const void *user, size_t index, size_t part, table_points *points,
                                talus_error *error)
{
    const output_gauge_row *row = (const output_gauge_row *)user + index;
    const talus_campaign *campaign = row->context->campaign;
    if (!output_gauge_is_object(campaign, row->gauge)) {
        const talus_line *line = &campaign->screens[row->gauge].line;
        return output_add_line(row->context, line->xy, part == 0 ? line->count : 0, 0.0, points,
                               error);
    }
    const talus_object *object = &campaign->objects[row->gauge - campaign->screen_count];
    if (part >= object->ring_count) {
        return TALUS_OK;
    }
    const size_t first = object->ring_starts[part];
    return output_add_line(row->context, object->xy + 2 * first,
                           object->ring_starts[part + 1] - first, 0.0, points, error);
}

static talus_status place_crossing(const void *user, size_t index, size_t part,
                                   table_points *points, talus_error *error)
{
    const output_crossing_table *t = user;
    const talus_crossing *c = &t->crossings[index];
    return part == 0 ? table_points_add(points, t->context->east + c->x, t->context->north + c->y,
                                        c->z, c->time, error)
                     : TALUS_OK;
}

/// Areas and lines have layers of their own.
static talus_status write_figures(geo_writer *writer, const talus_products_context *context,
                                  const talus_results *results, output_gauges gauges, geo_kind kind,
                                  const char *style, talus_error *error)
{
    output_gauge_table figures;
    talus_status status = output_gauge_table_init(&figures, context, results, gauges, false, error);
    if (status == TALUS_OK && figures.table.row_count > 0) {
        status = table_gpkg(writer, &figures.table, kind, style, place_gauge, error);
    }
    output_gauge_table_clear(&figures);
    return status;
}

talus_status output_write_gauge_layers(geo_writer *writer, const talus_products_context *context,
                                       const talus_results *results, talus_error *error)
{
    talus_status status = write_figures(writer, context, results, OUTPUT_SCREENS, GEO_LINES,
                                        output_style_screens, error);
    if (status == TALUS_OK && context->campaign->screen_count > 0) {
        output_crossing_table crossings;
        output_crossing_table_init(&crossings, context, results);
        status = table_gpkg(writer, &crossings.table, GEO_POINTS, output_style_crossings,
                            place_crossing, error);
    }
    if (status == TALUS_OK) {
        status = write_figures(writer, context, results, OUTPUT_AREAS, GEO_POLYGONS,
                               output_style_objects, error);
    }
    return status == TALUS_OK ? write_figures(writer, context, results, OUTPUT_LINES, GEO_LINES,
                                              output_style_object_lines, error)
                              : status;
}
