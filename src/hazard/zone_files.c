// SPDX-License-Identifier: GPL-3.0-or-later
// hazard.gpkg: zones as polygons, in the colours of the rule pack.
#include "hazard/products.h"

#include "output/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 256 };
/// Cells of a raster of zones that is traced as a whole.
static const double most_cells = 4e8;

/// Cells that hold a touched tile.
static talus_status find_touched(const talus_cells *cells, const talus_results *results,
                                 talus_window *found, talus_error *error)
{
    size_t west = SIZE_MAX, south = SIZE_MAX, east = 0, north = 0;
    for (size_t j = 0; j < cells->ny; j += TILE) {
        for (size_t i = 0; i < cells->nx; i += TILE) {
            const size_t nx = cells->nx - i < TILE ? cells->nx - i : TILE;
            const size_t ny = cells->ny - j < TILE ? cells->ny - j : TILE;
            const talus_window window = {.i = i, .j = j, .nx = nx, .ny = ny};
            bool touched = false;
            const talus_status status = talus_results_touched(results, &window, &touched, error);
            if (status != TALUS_OK) {
                return status;
            }
            if (touched) {
                west = i < west ? i : west;
                south = j < south ? j : south;
                east = i + nx > east ? i + nx : east;
                north = j + ny > north ? j + ny : north;
            }
        }
    }
    *found =
        east == 0 ? (talus_window){0} : (talus_window){west, south, east - west, north - south};
    return TALUS_OK;
}

/// Zones of one tile, copied to their place in those of the whole window.
static talus_status fill_tile(const talus_results *results, const hazard_rules *rules,
                              const hazard_weights *weights, const talus_window *whole,
                              const talus_window *window, float *energies, uint8_t *zones,
                              talus_error *error)
{
    uint8_t tile[TILE * TILE];
    bool touched = false;
    talus_status status = talus_results_touched(results, window, &touched, error);
    if (status == TALUS_OK && touched) {
        status = hazard_zones_in(rules, weights, results, window, energies, tile, error);
    }
    uint8_t *first = zones + (window->j - whole->j) * whole->nx + (window->i - whole->i);
    for (size_t row = 0; status == TALUS_OK && touched && row < window->ny; row++) {
        memcpy(first + row * whole->nx, tile + row * window->nx, window->nx);
    }
    return status;
}

/// Zones of all cells of a window, tile by tile.
static talus_status fill_zones(const talus_results *results, const hazard_rules *rules,
                               const talus_window *whole, uint8_t *zones, talus_error *error)
{
    hazard_weights weights = {0};
    float *energies = malloc((rules->level_count + 1) * TILE * TILE * sizeof *energies);
    talus_status status =
        energies != NULL && hazard_weights_init(&weights, results)
            ? TALUS_OK
            : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the zones");
    for (size_t j = 0; status == TALUS_OK && j < whole->ny; j += TILE) {
        for (size_t i = 0; status == TALUS_OK && i < whole->nx; i += TILE) {
            const size_t nx = whole->nx - i < TILE ? whole->nx - i : TILE;
            const size_t ny = whole->ny - j < TILE ? whole->ny - j : TILE;
            const talus_window window = {whole->i + i, whole->j + j, nx, ny};
            status = fill_tile(results, rules, &weights, whole, &window, energies, zones, error);
        }
    }
    hazard_weights_clear(&weights);
    free(energies);
    return status;
}

typedef struct sink {
    geo_writer *writer;
    const hazard_rules *rules;
} sink;

static talus_status add_zone(void *user, const geo_zone *zone, talus_error *error)
{
    const sink *s = user;
    const hazard_zone *kind = &s->rules->zones[zone->class_ - 1];
    const geo_value values[] = {{.text = kind->name},
                                {.text = kind->title != NULL ? kind->title : kind->name},
                                {.integer = zone->class_},
                                {.text = kind->colour},
                                {.real = zone->area}};
    return geo_writer_polygon(s->writer, zone->xy, zone->ring_starts, zone->ring_count, values,
                              error);
}

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

/// A category per zone, the most dangerous first.
static void add_style(files_text *text, const hazard_rules *rules)
{
    files_text_add(text, "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"
                         "<qgis version=\"3.22.0\" styleCategories=\"Symbology\">"
                         "<renderer-v2 type=\"categorizedSymbol\" attr=\"zone\" "
                         "symbollevels=\"0\" forceraster=\"0\"><categories>");
    for (size_t k = rules->zone_count; k-- > 0;) {
        const hazard_zone *zone = &rules->zones[k];
        files_text_add(text, "<category render=\"true\" symbol=\"%zu\" value=\"", k);
        hazard_add_escaped(text, zone->name);
        files_text_add(text, "\" label=\"");
        hazard_add_escaped(text, zone->title != NULL ? zone->title : zone->name);
        files_text_add(text, "\"/>");
    }
    files_text_add(text, "</categories><symbols>");
    for (size_t k = 0; k < rules->zone_count; k++) {
        add_symbol(text, &rules->zones[k], k);
    }
    files_text_add(text, "</symbols></renderer-v2></qgis>");
}

static talus_status write_polygons(talus_directory *directory, const talus_output_context *context,
                                   const hazard_rules *rules, const geo_zones *zones,
                                   talus_error *error)
{
    static const geo_field fields[] = {{"zone", GEO_FIELD_TEXT},
                                       {"title", GEO_FIELD_TEXT},
                                       {"rank", GEO_FIELD_INTEGER},
                                       {"colour", GEO_FIELD_TEXT},
                                       {"area_m2", GEO_FIELD_REAL}};
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
        sink s = {writer, rules};
        status = geo_writer_layer(writer, "zones", GEO_FLAT_POLYGONS, fields,
                                  sizeof fields / sizeof fields[0], style.data, error);
        if (status == TALUS_OK && zones->nx > 0) {
            status = geo_trace_zones(zones, add_zone, &s, error);
        }
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

talus_status hazard_write_zones(talus_directory *directory, const talus_output_context *context,
                                const talus_results *results, const hazard_request *request,
                                talus_error *error)
{
    const hazard_rules *rules = request->rules;
    if (!hazard_has_zones(request)) {
        return TALUS_OK;
    }
    const talus_cells *cells = &context->campaign->cells;
    talus_window window = {0};
    const talus_status found = find_touched(cells, results, &window, error);
    if (found != TALUS_OK) {
        return found;
    }
    if ((double)window.nx * (double)window.ny > most_cells) {
        return talus_error_set(
            error, TALUS_ERROR_UNSUPPORTED,
            "zones over %zu x %zu cells: expected at most %g cells; use a larger "
            "outputs.cell_m",
            window.nx, window.ny, most_cells);
    }
    uint8_t *classes = calloc(window.nx * window.ny + 1, 1);
    talus_status status =
        classes != NULL ? TALUS_OK
                        : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the zones");
    if (status == TALUS_OK) {
        status = fill_zones(results, rules, &window, classes, error);
    }
    if (status == TALUS_OK) {
        const geo_zones zones = {.classes = classes,
                                 .nx = window.nx,
                                 .ny = window.ny,
                                 .west = context->east + cells->x0 + (double)window.i * cells->cell,
                                 .south =
                                     context->north + cells->y0 + (double)window.j * cells->cell,
                                 .cell = cells->cell,
                                 .least_area = request->keys->least_area};
        status = write_polygons(directory, context, rules, &zones, error);
    }
    free(classes);
    return status;
}
