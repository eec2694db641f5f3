// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls and nets in results: what rocks did there.
#include "output/output.h"

#include <stdlib.h>

enum { WALL_FIELD_COUNT = 7, NET_FIELD_COUNT = 8 };

static const geo_field wall_fields[WALL_FIELD_COUNT] = {
    {"name", GEO_FIELD_TEXT},     {"length_m", GEO_FIELD_REAL}, {"height_m", GEO_FIELD_REAL},
    {"width_m", GEO_FIELD_REAL},  {"rocks", GEO_FIELD_INTEGER}, {"impacts", GEO_FIELD_INTEGER},
    {"energy_kj", GEO_FIELD_REAL}};

static const geo_field net_fields[NET_FIELD_COUNT] = {
    {"name", GEO_FIELD_TEXT},          {"length_m", GEO_FIELD_REAL},
    {"height_m", GEO_FIELD_REAL},      {"capacity_kj", GEO_FIELD_REAL},
    {"overtopped", GEO_FIELD_INTEGER}, {"caught", GEO_FIELD_INTEGER},
    {"passed", GEO_FIELD_INTEGER},     {"energy_kj", GEO_FIELD_REAL}};

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

static void fill_wall(const talus_obstacles *obstacles, size_t k, const talus_wall_counts *counts,
                      geo_value values[WALL_FIELD_COUNT])
{
    const talus_wall *wall = &talus_obstacles_list(obstacles)->walls[k];
    values[0].text = wall->line.name;
    values[1].real = talus_obstacles_wall_length(obstacles, k);
    values[2].real = wall->height;
    values[3].real = wall->width;
    values[4].integer = (int64_t)counts[k].rocks;
    values[5].integer = (int64_t)counts[k].impacts;
    values[6].real = 1e-3 * counts[k].energy;
}

static void fill_net(const talus_obstacles *obstacles, size_t k, const talus_net_counts *counts,
                     geo_value values[NET_FIELD_COUNT])
{
    const talus_net *net = &talus_obstacles_list(obstacles)->nets[k];
    values[0].text = net->line.name;
    values[1].real = talus_obstacles_net_length(obstacles, k);
    values[2].real = net->height;
    values[3].real = 1e-3 * net->capacity;
    values[4].integer = (int64_t)counts[k].overtopped;
    values[5].integer = (int64_t)counts[k].caught;
    values[6].integer = (int64_t)counts[k].passed;
    values[7].real = 1e-3 * counts[k].energy;
}

void output_add_obstacles(files_text *text, const talus_output_context *context,
                          const talus_results *results)
{
    const talus_obstacles *obstacles = obstacles_of(context);
    if (obstacles == NULL) {
        return;
    }
    size_t wall_count, net_count;
    const talus_wall_counts *walls = talus_results_walls(results, &wall_count);
    const talus_net_counts *nets = talus_results_nets(results, &net_count);
    if (talus_obstacles_list(obstacles)->stem_count > 0) {
        add_stems(text, obstacles, talus_results_totals(results));
    }
    if (wall_count > 0) {
        files_json_begin(text, "walls", '[');
        for (size_t k = 0; k < wall_count; k++) {
            geo_value values[WALL_FIELD_COUNT];
            fill_wall(obstacles, k, walls, values);
            add_values(text, wall_fields, values, WALL_FIELD_COUNT);
        }
        files_json_end(text, ']');
    }
    if (net_count > 0) {
        files_json_begin(text, "nets", '[');
        for (size_t k = 0; k < net_count; k++) {
            geo_value values[NET_FIELD_COUNT];
            fill_net(obstacles, k, nets, values);
            add_values(text, net_fields, values, NET_FIELD_COUNT);
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

static talus_status write_walls(geo_writer *writer, const talus_output_context *context,
                                const talus_results *results, talus_error *error)
{
    size_t count;
    const talus_wall_counts *counts = talus_results_walls(results, &count);
    talus_status status = TALUS_OK;
    if (count > 0) {
        status = geo_writer_layer(writer, "walls", GEO_LINES, wall_fields, WALL_FIELD_COUNT,
                                  output_style_walls, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_wall *wall = &talus_obstacles_list(obstacles_of(context))->walls[k];
        geo_value values[WALL_FIELD_COUNT];
        fill_wall(obstacles_of(context), k, counts, values);
        status = add_line(writer, context, &wall->line, wall->height, values, error);
    }
    return status;
}

static talus_status write_nets(geo_writer *writer, const talus_output_context *context,
                               const talus_results *results, talus_error *error)
{
    size_t count;
    const talus_net_counts *counts = talus_results_nets(results, &count);
    talus_status status = TALUS_OK;
    if (count > 0) {
        status = geo_writer_layer(writer, "nets", GEO_LINES, net_fields, NET_FIELD_COUNT,
                                  output_style_nets, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_net *net = &talus_obstacles_list(obstacles_of(context))->nets[k];
        geo_value values[NET_FIELD_COUNT];
        fill_net(obstacles_of(context), k, counts, values);
        status = add_line(writer, context, &net->line, net->height, values, error);
    }
    return status;
}

talus_status output_write_obstacles(geo_writer *writer, const talus_output_context *context,
                                    const talus_results *results, talus_error *error)
{
    if (obstacles_of(context) == NULL) {
        return TALUS_OK;
    }
    const talus_status status = write_walls(writer, context, results, error);
    return status == TALUS_OK ? write_nets(writer, context, results, error) : status;
}
