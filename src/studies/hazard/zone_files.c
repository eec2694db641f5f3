// SPDX-License-Identifier: GPL-3.0-or-later
// hazard.gpkg: zones as polygons, in the colours of the rule pack.
#include "studies/hazard/products.h"

#include "io/products/output.h"
#include "io/table/table.h"

#include <stdio.h>

/// What the polygons of a run have in common.
typedef struct zone_maker {
    const hazard_rules *rules;
    double width; ///< m, of the reference object
} zone_maker;

/// The zone of the rules that an area is of.
static const hazard_zone *kind_of(const table_zone *row)
{
    const hazard_rules *rules = ((const zone_maker *)row->user)->rules;
    return row->zone->class_ != HAZARD_UNDECIDED ? &rules->zones[row->zone->class_ - 1]
                                                 : &hazard_undecided;
}

#define ZONE_COLUMNS(X)                                                                            \
    X(TEXT, zone, NULL, "name by the rules", kind_of(row)->name)                                   \
    X(TEXT, title, NULL, "title of legends",                                                       \
      kind_of(row)->title ? kind_of(row)->title : kind_of(row)->name)                              \
    X(INTEGER, rank, "1", "ascending danger, 0: undecided",                                        \
      row->zone->class_ != HAZARD_UNDECIDED ? row->zone->class_ : 0)                               \
    X(TEXT, colour, NULL, "by the rules", kind_of(row)->colour)                                    \
    X(REAL, area_m2, "m²", "of the polygon", row->zone->area)                                      \
    X(REAL, width_m, "m", "of the object that is hit", ((const zone_maker *)row->user)->width)
TABLE_DEFINE(zones, ZONE_COLUMNS, (void)index; const table_zone *row = user)

static void add_symbol(files_text *text, const hazard_zone *zone, size_t index)
{
    const char *c = zone->colour;
    char rgb[64] = "128,128,128,255";
    unsigned red = 0, green = 0, blue = 0;
    if (sscanf(c, "#%2x%2x%2x", &red, &green, &blue) == 3) {
        snprintf(rgb, sizeof rgb, "%u,%u,%u,255", red, green, blue);
    }
    files_text_add(text,
                   "<symbol type=\"fill\" name=\"%zu\" alpha=\"0.6\">"
                   "<layer class=\"SimpleFill\" enabled=\"1\" pass=\"0\" locked=\"0\">"
                   "<prop k=\"color\" v=\"%s\"/><prop k=\"style\" v=\"%s\"/>"
                   "<prop k=\"outline_color\" v=\"60,60,60,255\"/>"
                   "<prop k=\"outline_width\" v=\"0.15\"/></layer></symbol>",
                   index, rgb, zone->hatched ? "b_diagonal" : "solid");
}

static void add_category(files_text *text, const hazard_zone *zone, size_t index)
{
    files_text_add(text, "<category render=\"true\" symbol=\"%zu\" value=\"", index);
    files_xml_add_text(text, zone->name);
    files_text_add(text, "\" label=\"");
    files_xml_add_text(text, zone->title != NULL ? zone->title : zone->name);
    files_text_add(text, "\"/>");
}

/// A category per zone, the most dangerous first, and one for what is undecided.
static void add_style(files_text *text, const hazard_rules *rules)
{
    files_text_add(text, "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"
                         "<qgis version=\"3.22.0\" styleCategories=\"Symbology\">"
                         "<renderer-v2 type=\"categorizedSymbol\" attr=\"zone\" "
                         "symbollevels=\"0\" forceraster=\"0\"><categories>");
    for (size_t k = rules->zone_count; k-- > 0;) {
        add_category(text, &rules->zones[k], k);
    }
    add_category(text, &hazard_undecided, rules->zone_count);
    files_text_add(text, "</categories><symbols>");
    for (size_t k = 0; k < rules->zone_count; k++) {
        add_symbol(text, &rules->zones[k], k);
    }
    add_symbol(text, &hazard_undecided, rules->zone_count);
    files_text_add(text, "</symbols></renderer-v2></qgis>");
}

static talus_status write_polygons(talus_directory *directory,
                                   const talus_products_context *context, const hazard_rules *rules,
                                   const geo_zones *areas, talus_error *error)
{
    static const char name[] = "hazard.gpkg";
    char path[OUTPUT_PATH_SIZE];
    files_text style = {0};
    add_style(&style, rules);
    geo_writer *writer = NULL;
    talus_status status =
        style.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a style")
                     : talus_directory_begin(directory, name, path, sizeof path, error);
    status = status == TALUS_OK ? geo_writer_open(path, context->crs_wkt, &writer, error) : status;
    if (status == TALUS_OK) {
        const zone_maker maker = {rules, context->campaign->reference_width};
        table_zone row = {.user = &maker};
        const talus_table table = TABLE(zones, &row, 1);
        status = table_gpkg_zones(writer, &table, &row, areas, 0.0, style.data, error);
        const talus_status closed =
            geo_writer_close(writer, status == TALUS_OK, status == TALUS_OK ? error : NULL);
        status = status == TALUS_OK ? closed : status;
    }
    files_text_clear(&style);
    return status == TALUS_OK ? talus_directory_commit(directory, name, error) : status;
}

bool hazard_has_zones(const hazard_request *request)
{
    return request->rules != NULL && request->rules->level_count > 0;
}

talus_status hazard_write_zones(talus_directory *directory, const talus_products_context *context,
                                const talus_results *results, const hazard_request *request,
                                talus_error *error)
{
    const hazard_assessment *a = request->assessment;
    (void)results;
    if (a == NULL) {
        return TALUS_OK;
    }
    const talus_cells *cells = &context->campaign->cells;
    const geo_zones areas = {.classes = a->mapped,
                             .nx = a->window.nx,
                             .ny = a->window.ny,
                             .west = context->east + cells->x0 + (double)a->window.i * cells->cell,
                             .south =
                                 context->north + cells->y0 + (double)a->window.j * cells->cell,
                             .cell = cells->cell};
    return write_polygons(directory, context, request->rules, &areas, error);
}
