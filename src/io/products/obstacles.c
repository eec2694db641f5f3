// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls, nets and dams in results: what rocks did there.
#include "io/products/output.h"

#include <stdlib.h>

/// Numbers of fields, and the field of the height.
enum {
    WALL_FIELD_COUNT = 7,
    NET_FIELD_COUNT = 8,
    DAM_FIELD_COUNT = 10,
    MOST_FIELDS = 10,
    HEIGHT = 2,
    LAYERS = 3
};

static const geo_field wall_fields[WALL_FIELD_COUNT] = {
    {"name", GEO_FIELD_TEXT},     {"length_m", GEO_FIELD_REAL}, {"height_m", GEO_FIELD_REAL},
    {"width_m", GEO_FIELD_REAL},  {"rocks", GEO_FIELD_INTEGER}, {"impacts", GEO_FIELD_INTEGER},
    {"energy_kj", GEO_FIELD_REAL}};

static const geo_field net_fields[NET_FIELD_COUNT] = {
    {"name", GEO_FIELD_TEXT},          {"length_m", GEO_FIELD_REAL},
    {"height_m", GEO_FIELD_REAL},      {"capacity_kj", GEO_FIELD_REAL},
    {"overtopped", GEO_FIELD_INTEGER}, {"caught", GEO_FIELD_INTEGER},
    {"passed", GEO_FIELD_INTEGER},     {"energy_kj", GEO_FIELD_REAL}};

static const geo_field dam_fields[DAM_FIELD_COUNT] = {{"name", GEO_FIELD_TEXT},
                                                      {"length_m", GEO_FIELD_REAL},
                                                      {"height_m", GEO_FIELD_REAL},
                                                      {"crest_width_m", GEO_FIELD_REAL},
                                                      {"face_slope_deg", GEO_FIELD_REAL},
                                                      {"built_height_m", GEO_FIELD_REAL},
                                                      {"built_slope_deg", GEO_FIELD_REAL},
                                                      {"reached", GEO_FIELD_INTEGER},
                                                      {"overtopped", GEO_FIELD_INTEGER},
                                                      {"stopped", GEO_FIELD_INTEGER}};

static const talus_obstacles *obstacles_of(const talus_output_context *context)
{
    return context->campaign->site.obstacles;
}

static void add_stems(files_text *text, const talus_obstacles *obstacles,
                      const talus_totals *totals)
{
    files_json_begin(text, "stems", '{');
    files_json_add_unsigned(text, "standing", talus_obstacles_standing(obstacles));
    files_json_add_unsigned(text, "rocks", totals->stem_rocks);
    files_json_add_unsigned(text, "impacts", totals->stem_impacts);
    files_json_add_unsigned(text, "broken", totals->stems_broken);
    files_json_add_number(text, "energy_kj", 1e-3 * totals->stem_energy);
    files_json_end(text, '}');
}

/// The values of a feature as members of an object.
static void add_values(files_text *text, const geo_field *fields, const geo_value *values,
                       size_t count)
{
    files_json_begin(text, NULL, '{');
    for (size_t k = 0; k < count; k++) {
        if (fields[k].type == GEO_FIELD_TEXT) {
            files_json_add_text(text, fields[k].name, values[k].text);
        } else if (fields[k].type == GEO_FIELD_INTEGER) {
            files_json_add_unsigned(text, fields[k].name, (uint64_t)values[k].integer);
        } else {
            files_json_add_number(text, fields[k].name, values[k].real);
        }
    }
    files_json_end(text, '}');
}

/// The walls, nets or dams: a list in the summary, a layer of lines.
typedef struct line_layer {
    const char *name, *style;
    const geo_field *fields;
    size_t field_count, count;
    const void *counts; ///< talus_wall_counts, talus_net_counts or talus_dam_counts
    bool is_terrain;    ///< the crest is the surface itself
    /// Values of item k. @return its line
    const talus_line *(*fill)(const talus_campaign *campaign, const void *counts, size_t k,
                              geo_value values[MOST_FIELDS]);
} line_layer;

static const talus_line *fill_wall(const talus_campaign *campaign, const void *counts, size_t k,
                                   geo_value values[MOST_FIELDS])
{
    const talus_obstacles *obstacles = campaign->site.obstacles;
    const talus_wall *wall = &talus_obstacles_list(obstacles)->walls[k];
    const talus_wall_counts *c = (const talus_wall_counts *)counts + k;
    values[0].text = wall->line.name;
    values[1].real = talus_obstacles_wall_length(obstacles, k);
    values[HEIGHT].real = wall->height;
    values[3].real = wall->width;
    values[4].integer = (int64_t)c->rocks;
    values[5].integer = (int64_t)c->impacts;
    values[6].real = 1e-3 * c->energy;
    return &wall->line;
}

static const talus_line *fill_net(const talus_campaign *campaign, const void *counts, size_t k,
                                  geo_value values[MOST_FIELDS])
{
    const talus_obstacles *obstacles = campaign->site.obstacles;
    const talus_net *net = &talus_obstacles_list(obstacles)->nets[k];
    const talus_net_counts *c = (const talus_net_counts *)counts + k;
    values[0].text = net->line.name;
    values[1].real = talus_obstacles_net_length(obstacles, k);
    values[HEIGHT].real = net->height;
    values[3].real = 1e-3 * net->capacity;
    values[4].integer = (int64_t)c->overtopped;
    values[5].integer = (int64_t)c->caught;
    values[6].integer = (int64_t)c->passed;
    values[7].real = 1e-3 * c->energy;
    return &net->line;
}

static const talus_line *fill_dam(const talus_campaign *campaign, const void *counts, size_t k,
                                  geo_value values[MOST_FIELDS])
{
    const talus_dam *dam = &campaign->dams[k];
    const talus_dam_counts *c = (const talus_dam_counts *)counts + k;
    const double degrees = 180.0 / TALUS_PI;
    values[0].text = dam->line.name;
    values[1].real = talus_line_length(&dam->line);
    values[HEIGHT].real = dam->height;
    values[3].real = dam->crest_width;
    values[4].real = degrees * dam->face_slope;
    values[5].real = dam->built_height;
    values[6].real = degrees * dam->built_slope;
    values[7].integer = (int64_t)c->reached;
    values[8].integer = (int64_t)c->overtopped;
    values[9].integer = (int64_t)c->stopped;
    return &dam->line;
}

static void list_layers(const talus_results *results, line_layer layers[LAYERS])
{
    layers[0] = (line_layer){.name = "walls",
                             .style = output_style_walls,
                             .fields = wall_fields,
                             .field_count = WALL_FIELD_COUNT,
                             .fill = fill_wall};
    layers[0].counts = talus_results_walls(results, &layers[0].count);
    layers[1] = (line_layer){.name = "nets",
                             .style = output_style_nets,
                             .fields = net_fields,
                             .field_count = NET_FIELD_COUNT,
                             .fill = fill_net};
    layers[1].counts = talus_results_nets(results, &layers[1].count);
    layers[2] = (line_layer){.name = "dams",
                             .style = output_style_dams,
                             .fields = dam_fields,
                             .field_count = DAM_FIELD_COUNT,
                             .is_terrain = true,
                             .fill = fill_dam};
    layers[2].counts = talus_results_dams(results, &layers[2].count);
}

void output_add_obstacles(files_text *text, const talus_output_context *context,
                          const talus_results *results)
{
    const talus_obstacles *obstacles = obstacles_of(context);
    line_layer layers[LAYERS];
    if (obstacles != NULL && talus_obstacles_list(obstacles)->stem_count > 0) {
        add_stems(text, obstacles, talus_results_totals(results));
    }
    list_layers(results, layers);
    for (int i = 0; i < LAYERS; i++) {
        const line_layer *layer = &layers[i];
        if (layer->count == 0) {
            continue;
        }
        files_json_begin(text, layer->name, '[');
        for (size_t k = 0; k < layer->count; k++) {
            geo_value values[MOST_FIELDS];
            (void)layer->fill(context->campaign, layer->counts, k, values);
            add_values(text, layer->fields, values, layer->field_count);
        }
        files_json_end(text, ']');
    }
}

/// A line in world coordinates along its crest; at 0 where it does not stand on the terrain.
static talus_status add_line(geo_writer *writer, const talus_output_context *context,
                             const talus_line *line, double height, const geo_value *values,
                             talus_error *error)
{
    double *xyzm = malloc(4 * line->count * sizeof *xyzm);
    if (xyzm == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a line of %zu points",
                               line->count);
    }
    for (size_t k = 0; k < line->count; k++) {
        const double *p = line->xy + 2 * k;
        double ground = -height;
        (void)talus_terrain_height(context->campaign->site.terrain, p[0], p[1], &ground);
        xyzm[4 * k] = context->east + p[0];
        xyzm[4 * k + 1] = context->north + p[1];
        xyzm[4 * k + 2] = ground + height;
        xyzm[4 * k + 3] = 0.0;
    }
    const talus_status status = geo_writer_feature(writer, xyzm, line->count, values, error);
    free(xyzm);
    return status;
}

static talus_status write_layer(geo_writer *writer, const talus_output_context *context,
                                const line_layer *layer, talus_error *error)
{
    talus_status status = geo_writer_layer(writer, layer->name, GEO_LINES, layer->fields,
                                           layer->field_count, layer->style, error);
    for (size_t k = 0; k < layer->count && status == TALUS_OK; k++) {
        geo_value values[MOST_FIELDS];
        const talus_line *line = layer->fill(context->campaign, layer->counts, k, values);
        const double height = layer->is_terrain ? 0.0 : values[HEIGHT].real;
        status = add_line(writer, context, line, height, values, error);
    }
    return status;
}

talus_status output_write_obstacles(geo_writer *writer, const talus_output_context *context,
                                    const talus_results *results, talus_error *error)
{
    line_layer layers[LAYERS];
    talus_status status = TALUS_OK;
    list_layers(results, layers);
    for (int i = 0; i < LAYERS && status == TALUS_OK; i++) {
        if (layers[i].count > 0) {
            status = write_layer(writer, context, &layers[i], error);
        }
    }
    return status;
}
