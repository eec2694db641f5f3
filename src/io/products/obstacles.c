// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls, nets and dams in results: what rocks did there.
#include "io/products/output.h"

#define DEGREES (180.0 / TALUS_PI)

/// A wall, net or dam with what was counted there; the members of its kind alone are set.
typedef struct line_row {
    const talus_products_context *context;
    const talus_line *line;
    double length, height; ///< m
    const talus_wall *wall;
    const talus_wall_counts *wall_counts;
    const talus_net *net;
    const talus_net_counts *net_counts;
    const talus_dam *dam;
    const talus_dam_counts *dam_counts;
} line_row;

/// The rows of a kind.
typedef struct line_rows {
    const talus_products_context *context;
    const void *counts; ///< talus_wall_counts, talus_net_counts or talus_dam_counts
} line_rows;

static const talus_obstacles *obstacles_of(const talus_products_context *context)
{
    return context->campaign->site.obstacles;
}

static line_row wall_of(const void *user, size_t index)
{
    const line_rows *rows = user;
    const talus_obstacles *obstacles = obstacles_of(rows->context);
    double length = 0.0;
    (void)talus_obstacles_wall_length(obstacles, index, &length, NULL);
    const talus_wall *wall = &talus_obstacles_list(obstacles)->walls[index];
    return (line_row){.context = rows->context,
                      .line = &wall->line,
                      .length = length,
                      .height = wall->height,
                      .wall = wall,
                      .wall_counts = (const talus_wall_counts *)rows->counts + index};
}

static line_row net_of(const void *user, size_t index)
{
    const line_rows *rows = user;
    const talus_obstacles *obstacles = obstacles_of(rows->context);
    double length = 0.0;
    (void)talus_obstacles_net_length(obstacles, index, &length, NULL);
    const talus_net *net = &talus_obstacles_list(obstacles)->nets[index];
    return (line_row){.context = rows->context,
                      .line = &net->line,
                      .length = length,
                      .height = net->height,
                      .net = net,
                      .net_counts = (const talus_net_counts *)rows->counts + index};
}

static line_row dam_of(const void *user, size_t index)
{
    const line_rows *rows = user;
    const talus_dam *dam = &rows->context->campaign->dams[index];
    return (line_row){.context = rows->context,
                      .line = &dam->line,
                      .length = talus_line_length(&dam->line),
                      .height = dam->height,
                      .dam = dam,
                      .dam_counts = (const talus_dam_counts *)rows->counts + index};
}

#define LINE_COLUMNS(X)                                                                            \
    X(TEXT, name, NULL, "of the scenario", row.line->name)                                         \
    X(REAL, length_m, "m", "that stands on the terrain", row.length)                               \
    X(REAL, height_m, "m", "over the ground", row.height)
#define WALL_COLUMNS(X)                                                                            \
    LINE_COLUMNS(X)                                                                                \
    X(REAL, width_m, "m", "of the top", row.wall->width)                                           \
    X(INTEGER, rocks, "1", "that touched it", row.wall_counts->rocks)                              \
    X(INTEGER, impacts, "1", "first touches after a step without", row.wall_counts->impacts)       \
    X(REAL, energy_kj, "kJ", "taken by it", 1e-3 * row.wall_counts->energy)
#define NET_COLUMNS(X)                                                                             \
    LINE_COLUMNS(X)                                                                                \
    X(REAL, capacity_kj, "kJ", "of the net", 1e-3 * row.net->capacity)                             \
    X(INTEGER, overtopped, "1", "rocks that passed over it", row.net_counts->overtopped)           \
    X(INTEGER, caught, "1", "rocks", row.net_counts->caught)                                       \
    X(INTEGER, passed, "1", "rocks that went through", row.net_counts->passed)                     \
    X(REAL, energy_kj, "kJ", "taken by it", 1e-3 * row.net_counts->energy)
#define DAM_COLUMNS(X)                                                                             \
    LINE_COLUMNS(X)                                                                                \
    X(REAL, crest_width_m, "m", "asked for", row.dam->crest_width)                                 \
    X(REAL, face_slope_deg, "deg", "asked for", DEGREES *row.dam->face_slope)                      \
    X(REAL, built_height_m, "m", "what the cells of the DEM make of it", row.dam->built_height)    \
    X(REAL, built_slope_deg, "deg", "what the cells of the DEM make of it",                        \
      DEGREES *row.dam->built_slope)                                                               \
    X(INTEGER, reached, "1", "rocks over the crest or a face", row.dam_counts->reached)            \
    X(INTEGER, overtopped, "1", "of them, S crossed the line", row.dam_counts->overtopped)         \
    X(INTEGER, stopped, "1", "came to rest without having crossed", row.dam_counts->stopped)
TABLE_DEFINE(walls, WALL_COLUMNS, const line_row row = wall_of(user, index))
TABLE_DEFINE(nets, NET_COLUMNS, const line_row row = net_of(user, index))
TABLE_DEFINE(dams, DAM_COLUMNS, const line_row row = dam_of(user, index))

#define STEM_COLUMNS(X)                                                                            \
    X(INTEGER, standing, "1", "stems", talus_obstacles_standing(obstacles_of(row->context)))       \
    X(INTEGER, rocks, "1", "that touched a stem", row->totals->stem_rocks)                         \
    X(INTEGER, impacts, "1", "on stems", row->totals->stem_impacts)                                \
    X(INTEGER, broken, "1", "stems", row->totals->stems_broken)                                    \
    X(REAL, energy_kj, "kJ", "taken by stems", 1e-3 * row->totals->stem_energy)
typedef struct stem_row {
    const talus_products_context *context;
    const talus_totals *totals;
} stem_row;
TABLE_DEFINE(stems, STEM_COLUMNS, const stem_row *row = TABLE_ROW(stem_row))

/// Along its crest; at 0 where it does not stand on the terrain.
static talus_status place_line(const line_row *row, double height, size_t part,
                               table_points *points, talus_error *error)
{
    return output_add_line(row->context, row->line->xy, part == 0 ? row->line->count : 0, height,
                           points, error);
}

static talus_status place_wall(const void *user, size_t index, size_t part, table_points *points,
                               talus_error *error)
{
    const line_row row = wall_of(user, index);
    return place_line(&row, row.height, part, points, error);
}

static talus_status place_net(const void *user, size_t index, size_t part, table_points *points,
                              talus_error *error)
{
    const line_row row = net_of(user, index);
    return place_line(&row, row.height, part, points, error);
}

/// Its crest is the surface itself.
static talus_status place_dam(const void *user, size_t index, size_t part, table_points *points,
                              talus_error *error)
{
    const line_row row = dam_of(user, index);
    return place_line(&row, 0.0, part, points, error);
}

enum { LAYERS = 3 };
/// The walls, nets and dams: lists in the summary, layers of lines.
typedef struct line_layers {
    line_rows rows[LAYERS];
    talus_table tables[LAYERS];
} line_layers;

static void list_layers(line_layers *l, const talus_products_context *context,
                        const talus_results *results)
{
    size_t counts[LAYERS];
    l->rows[0] = (line_rows){context, ensemble_walls(results, &counts[0])};
    l->rows[1] = (line_rows){context, ensemble_nets(results, &counts[1])};
    l->rows[2] = (line_rows){context, ensemble_dams(results, &counts[2])};
    l->tables[0] = (talus_table)TABLE(walls, &l->rows[0], counts[0]);
    l->tables[1] = (talus_table)TABLE(nets, &l->rows[1], counts[1]);
    l->tables[2] = (talus_table)TABLE(dams, &l->rows[2], counts[2]);
}

void output_add_obstacles(files_text *text, const talus_products_context *context,
                          const talus_results *results)
{
    const talus_obstacles *obstacles = obstacles_of(context);
    line_layers layers;
    if (obstacles != NULL && talus_obstacles_list(obstacles)->stem_count > 0) {
        const stem_row row = {context, ensemble_totals(results)};
        const talus_table table = TABLE(stems, &row, 1);
        table_json_object(text, table.name, &table, 0);
    }
    list_layers(&layers, context, results);
    for (int i = 0; i < LAYERS; i++) {
        if (layers.tables[i].row_count > 0) {
            table_json(text, layers.tables[i].name, &layers.tables[i]);
        }
    }
}

talus_status output_write_obstacles(geo_writer *writer, const talus_products_context *context,
                                    const talus_results *results, talus_error *error)
{
    const char *const styles[LAYERS] = {output_style_walls, output_style_nets, output_style_dams};
    static table_geometry *const places[LAYERS] = {place_wall, place_net, place_dam};
    line_layers layers;
    talus_status status = TALUS_OK;
    list_layers(&layers, context, results);
    for (int i = 0; i < LAYERS && status == TALUS_OK; i++) {
        if (layers.tables[i].row_count > 0) {
            status = table_gpkg(writer, &layers.tables[i], GEO_LINES, styles[i], places[i], error);
        }
    }
    return status;
}
