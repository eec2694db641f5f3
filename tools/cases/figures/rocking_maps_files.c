// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and charts of the impact maps.
#include "cases/figures/rocking_maps.h"
#include "foundation/math/linalg.h"
#include "io/table/table.h"
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 81, RATES = 4 };

/// Curves over lam: three components for each tau, both ends of the admissible tau for each rate.
typedef struct edge_curves {
    double lam[POINTS];
    double w[ROCKING_MAPS_TAUS][3][POINTS], energy[ROCKING_MAPS_TAUS][POINTS];
    double tau[RATES][2][POINTS]; ///< N m s; NaN where none is admissible
} edge_curves;

/// Spin before the impact, relative to the rate about the corner. [R3D Fig. 13]
static const double spins[RATES] = {0.0, 0.5, -0.5, 2.0};

static void make_edge(const rocking_maps_options *o, edge_curves *curves)
{
    const talus_spatial_block block = talus_spatial_cuboid(o->mass, o->b1, o->b2, o->h);
    const talus_quat attitude = talus_spatial_release(&block, 3, o->tilt).attitude;
    for (size_t k = 0; k < POINTS; k++) {
        const double lam = o->lam0 + (o->lam1 - o->lam0) * (double)k / (POINTS - 1);
        const talus_spatial_impact impact = talus_spatial_edge_impact(&block, attitude, 2, 3, lam);
        curves->lam[k] = lam;
        for (int i = 0; i < ROCKING_MAPS_TAUS; i++) {
            talus_spatial_outcome out = {.w_plus = {(double)NAN, (double)NAN, (double)NAN},
                                         .energy_change = (double)NAN};
            // a singular map leaves a gap in the curves
            (void)talus_spatial_map(&impact, (talus_vec3){o->rate, 0.0, 0.0}, o->tau[i], &out,
                                    NULL);
            curves->w[i][0][k] = out.w_plus.x;
            curves->w[i][1][k] = out.w_plus.y;
            curves->w[i][2][k] = out.w_plus.z;
            curves->energy[i][k] = out.energy_change;
        }
        for (int i = 0; i < RATES; i++) {
            double interval[2] = {(double)NAN, (double)NAN};
            const talus_vec3 w = {o->rate, 0.0, o->rate * spins[i]};
            talus_spatial_tau_interval(&impact, w, interval);
            curves->tau[i][0][k] = interval[0];
            curves->tau[i][1][k] = interval[1];
        }
    }
}

static void describe(const rocking_maps_options *o, char *text, size_t size, bool tilted)
{
    char tilt[64] = "";
    if (tilted) {
        (void)snprintf(tilt, sizeof tilt, ", tilt %.3g rad", o->tilt);
    }
    (void)snprintf(text, size, "Homogeneous block, m = %g kg, b_1 = %g m, b_2 = %g m, h = %g m%s.",
                   o->mass, o->b1, o->b2, o->h, tilt);
}

/// Rows of both tables over lam: curve by curve.
typedef struct edge_rows {
    const rocking_maps_options *o;
    const edge_curves *curves;
} edge_rows;
#define CURVE (index / POINTS)
#define POINT (index % POINTS)
#define EDGE_COLUMNS(X)                                                                            \
    X(REAL, lam, "1", NULL, row->curves->lam[POINT])                                               \
    X(REAL, tau_nms, "N m s", "given", row->o->tau[CURVE])                                         \
    X(EXTENDED12, wx_rad_s, "rad/s", "after; nan where the map is singular",                       \
      row->curves->w[CURVE][0][POINT])                                                             \
    X(EXTENDED12, wy_rad_s, "rad/s", "after", row->curves->w[CURVE][1][POINT])                     \
    X(EXTENDED12, wz_rad_s, "rad/s", "after", row->curves->w[CURVE][2][POINT])                     \
    X(EXTENDED12, energy_change_j, "J", NULL, row->curves->energy[CURVE][POINT])
TABLE_DEFINE(edge, EDGE_COLUMNS, const edge_rows *row = user)

#define EDGE_ENERGY_COLUMNS(X)                                                                     \
    X(REAL, spin_before_rad_s, "rad/s", "about the vertical", row->o->rate *spins[CURVE])          \
    X(REAL, lam, "1", NULL, row->curves->lam[POINT])                                               \
    X(REAL12, tau_least_nms, "N m s", "that adds no energy", row->curves->tau[CURVE][0][POINT])    \
    X(REAL12, tau_most_nms, "N m s", "that adds no energy", row->curves->tau[CURVE][1][POINT])
TABLE_DEFINE(edge_energy, EDGE_ENERGY_COLUMNS, const edge_rows *row = user)

static bool some_torque_adds_no_energy(const void *user, size_t index)
{
    return !isnan(((const edge_rows *)user)->curves->tau[CURVE][0][POINT]);
}

static talus_status write_edge_tables(talus_directory *directory, const rocking_maps_options *o,
                                      const edge_curves *curves, talus_error *error)
{
    const edge_rows rows = {o, curves};
    const talus_table edge = TABLE(edge, &rows, (size_t)ROCKING_MAPS_TAUS * POINTS);
    const talus_table energy = TABLE(edge_energy, &rows, (size_t)RATES * POINTS);
    const talus_status status = table_write_csv(directory, "edge.csv", &edge, error);
    return status == TALUS_OK ? table_write_csv_where(directory, "edge_energy.csv", &energy,
                                                      some_torque_adds_no_energy, error)
                              : status;
}

static talus_status draw_edge(talus_directory *directory, const rocking_maps_options *o,
                              const edge_curves *curves, talus_error *error)
{
    static const char *const names[3] = {"ω_x after (rad/s)", "ω_y after (rad/s)",
                                         "ω_z after (rad/s)"};
    char labels[ROCKING_MAPS_TAUS][32], note[192];
    chart_series series[3][ROCKING_MAPS_TAUS];
    chart_panel panels[3];
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < ROCKING_MAPS_TAUS; i++) {
            (void)snprintf(labels[i], sizeof labels[i], "τ = %g N m s", o->tau[i]);
            series[c][i] = (chart_series){.label = labels[i],
                                          .x = curves->lam,
                                          .y = curves->w[i][c],
                                          .count = POINTS,
                                          .colour = i};
        }
        panels[c] = (chart_panel){.x = {.label = c == 2 ? "λ" : NULL},
                                  .y = {.label = names[c]},
                                  .series = series[c],
                                  .series_count = ROCKING_MAPS_TAUS};
    }
    describe(o, note, sizeof note, true);
    const chart page = {.title = "Edge impact after rocking about V_3",
                        .note = note,
                        .panel_height = 220.0,
                        .panels = panels,
                        .panel_count = 3};
    return chart_put(directory, "edge.svg", &page, error);
}

static talus_status draw_energy(talus_directory *directory, const rocking_maps_options *o,
                                const edge_curves *curves, talus_error *error)
{
    char labels[RATES][48], note[192];
    chart_series series[2 * RATES];
    for (int i = 0; i < RATES; i++) {
        (void)snprintf(labels[i], sizeof labels[i], "ω_z before = %g rad/s", o->rate * spins[i]);
        for (int end = 0; end < 2; end++) {
            series[2 * i + end] = (chart_series){.label = end == 0 ? labels[i] : NULL,
                                                 .x = curves->lam,
                                                 .y = curves->tau[i][end],
                                                 .count = POINTS,
                                                 .colour = i};
        }
    }
    const chart_panel panel = {.x = {.label = "λ"},
                               .y = {.label = "τ (N m s)"},
                               .series = series,
                               .series_count = 2 * (size_t)RATES};
    describe(o, note, sizeof note, true);
    const chart page = {.title = "Edge impact: energy falls between the two curves of a colour",
                        .note = note,
                        .panel_width = 560.0,
                        .panel_height = 360.0,
                        .panels = &panel,
                        .panel_count = 1};
    return chart_put(directory, "edge_energy.svg", &page, error);
}

#define FACET_COLUMNS(X)                                                                           \
    X(REAL, lon, "1", NULL, row->lon)                                                              \
    X(REAL, lat, "1", NULL, row->lat)                                                              \
    X(EXTENDED12, wx_rad_s, "rad/s", "after, with (24); nan without a feasible pivot", row->w_x)   \
    X(EXTENDED12, wy_rad_s, "rad/s", "after", row->w_y)                                            \
    X(EXTENDED12, tau_nms, "N m s", "of (24)", row->tau)                                           \
    X(EXTENDED12, energy_change_j, "J", NULL, row->energy_change)
#define FACET_TAU_COLUMNS(X)                                                                       \
    X(INTEGER, pivots, "1", "feasible for the torque in its name: sum of 1 (V3), 2 (V4), 4",       \
      row->pivots[tau])                                                                            \
    X(EXTENDED12, energy_change, "J", "of the first of them; nan without one", row->energy[tau])
TABLE_DEFINE(facet, FACET_COLUMNS, const rocking_maps_cell *row = TABLE_ROW(rocking_maps_cell))
/// `index` counts torques of one cell
TABLE_DEFINE(facet_tau, FACET_TAU_COLUMNS, const rocking_maps_cell *row = user;
             const size_t tau = index)

enum { FACET_OWN = TABLE_COLUMN_COUNT(facet), FACET_TAU = TABLE_COLUMN_COUNT(facet_tau) };

static talus_value facet_row_cell(const void *user, size_t index, size_t column)
{
    const size_t rest = column - FACET_OWN;
    return column < FACET_OWN
               ? facet_cell(user, index, column)
               : facet_tau_cell(TABLE_ROW(rocking_maps_cell), rest / FACET_TAU, rest % FACET_TAU);
}

static talus_status write_facet_table(talus_directory *directory, const rocking_maps *maps,
                                      talus_error *error)
{
    const rocking_maps_options *o = &maps->options;
    talus_column columns[FACET_OWN + ROCKING_MAPS_TAUS * FACET_TAU];
    char keys[ROCKING_MAPS_TAUS][FACET_TAU][48];
    memcpy(columns, facet_columns, sizeof facet_columns);
    for (size_t i = 0; i < ROCKING_MAPS_TAUS; i++) {
        talus_column *own = columns + FACET_OWN + i * FACET_TAU;
        memcpy(own, facet_tau_columns, sizeof facet_tau_columns);
        (void)snprintf(keys[i][0], sizeof keys[i][0], "pivots_tau_%g", o->tau[i]);
        (void)snprintf(keys[i][1], sizeof keys[i][1], "energy_change_tau_%g_j", o->tau[i]);
        own[0].key = keys[i][0];
        own[1].key = keys[i][1];
    }
    const talus_table table = {.size = sizeof table,
                               .name = "facet",
                               .columns = columns,
                               .column_count = sizeof columns / sizeof columns[0],
                               .row_count = o->cells * o->cells,
                               .cell = facet_row_cell,
                               .user = maps->cells};
    return table_write_csv(directory, "facet.csv", &table, error);
}

/// The square |lat|, |lon| <= 1 of (27).
static const double square_x[5] = {-1.0, 1.0, 1.0, -1.0, -1.0};
static const double square_y[5] = {-1.0, -1.0, 1.0, 1.0, -1.0};

/// Of no pivot, V3, V4, both.
static const int pivot_colours[] = {-1, 0, 1, 3};
enum { LINES = 2, SINGULAR = 2, PIVOTS = 4 };

/// Panels over (lon, lat), each with the square and the curve along which no energy is lost.
typedef struct facet_panels {
    chart_grid grids[ROCKING_MAPS_TAUS];
    chart_series series[ROCKING_MAPS_TAUS][LINES + SINGULAR + PIVOTS];
    chart_panel panels[ROCKING_MAPS_TAUS];
} facet_panels;

/// Energy change (J) with tau number `tau`, with (24) for -1.
static double energy_of(const rocking_maps_cell *cell, int tau)
{
    return tau < 0 ? cell->energy_change : cell->energy[tau];
}

/// lon at which the energy change of each row passes 0; NaN where it does not.
static void find_neutral(const rocking_maps *maps, int tau, double *lon, double *lat)
{
    const size_t n = maps->options.cells;
    for (size_t row = 0; row < n; row++) {
        lon[row] = (double)NAN;
        lat[row] = maps->cells[row * n].lat;
        for (size_t k = row * n; k + 1 < (row + 1) * n; k++) {
            const double a = energy_of(&maps->cells[k], tau);
            const double b = energy_of(&maps->cells[k + 1], tau);
            if (a > 0.0 && b <= 0.0) {
                const double step = maps->cells[k + 1].lon - maps->cells[k].lon;
                lon[row] = maps->cells[k].lon + step * a / (a - b);
            }
        }
    }
}

static const chart_series square = {.label = "limits of a base that only pushes",
                                    .x = square_x,
                                    .y = square_y,
                                    .count = 5,
                                    .colour = -1,
                                    .dashed = true};

static void add_panel(facet_panels *page, size_t i, const rocking_maps_options *o,
                      const double *values, const double *neutral)
{
    page->series[i][0] = square;
    page->series[i][1] = (chart_series){.label = "no energy lost",
                                        .x = neutral,
                                        .y = neutral + o->cells,
                                        .count = o->cells,
                                        .colour = 2,
                                        .width = 2.0};
    page->grids[i] = (chart_grid){.values = values,
                                  .nx = o->cells,
                                  .ny = o->cells,
                                  .x0 = -o->limit,
                                  .y0 = -o->limit,
                                  .x1 = o->limit,
                                  .y1 = o->limit};
    page->panels[i] = (chart_panel){.x = {.label = "λ_lon", .from = -o->limit, .to = o->limit},
                                    .y = {.label = "λ_lat", .from = -o->limit, .to = o->limit},
                                    .grid = &page->grids[i],
                                    .series = page->series[i],
                                    .series_count = LINES};
}

/// Determinant of the map (18) over m^3 h^6, R at (lon, lat), corner `pivot` at rest afterwards.
static double determinant(const rocking_maps_options *o, int pivot, double lon, double lat)
{
    const double b1 = o->b1 / o->h, b2 = o->b2 / o->h;
    const double a[3] = {-b1, pivot == 2 ? b2 : -b2, -1.0}, r[3] = {-b1 * lon, b2 * lat, -1.0};
    const double moments[3] = {b2 * b2 + 1.0, b1 * b1 + 1.0, b1 * b1 + b2 * b2};
    const double both = a[0] * r[0] + a[1] * r[1] + a[2] * r[2];
    talus_mat3 k;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            k.m[i][j] = (i == j ? moments[i] / 3.0 + both : 0.0) - a[i] * r[j];
        }
    }
    return mat3_det(&k);
}

/// lon at which the map is singular in each row; NaN where it is not.             [R3D Fig. 11]
static void find_singular(const rocking_maps *maps, int pivot, double *lon, double *lat)
{
    const rocking_maps_options *o = &maps->options;
    const size_t n = o->cells;
    for (size_t row = 0; row < n; row++) {
        lon[row] = (double)NAN;
        lat[row] = maps->cells[row * n].lat;
        for (size_t k = row * n; k + 1 < (row + 1) * n; k++) {
            const double x = maps->cells[k].lon, step = maps->cells[k + 1].lon - x;
            const double a = determinant(o, pivot, x, lat[row]),
                         b = determinant(o, pivot, x + step, lat[row]);
            if (a * b <= 0.0 && a != b) {
                lon[row] = x + step * a / (a - b);
            }
        }
    }
}

/// Lines along which the map is singular, and the names of the colours.
static void add_pivots(facet_panels *page, size_t i, const rocking_maps *maps,
                       const signed char *colours, double *room)
{
    static const char *const names[PIVOTS] = {"no pivot", "V_3", "V_4", "both"};
    const size_t n = maps->options.cells;
    for (int k = 0; k < SINGULAR; k++) {
        double *lon = room + 2 * (size_t)k * n;
        find_singular(maps, 2 + k, lon, lon + n);
        page->series[i][LINES + k] = (chart_series){.label = k == 0 ? "map singular" : NULL,
                                                    .x = lon,
                                                    .y = lon + n,
                                                    .count = n,
                                                    .colour = 6,
                                                    .width = 1.2};
    }
    for (int k = 0; k < PIVOTS; k++) {
        page->series[i][LINES + SINGULAR + k] =
            (chart_series){.label = names[k], .mark = CHART_BARS, .colour = pivot_colours[k]};
    }
    page->grids[i].colours = colours;
    page->panels[i].series_count = LINES + SINGULAR + PIVOTS;
}

/// Angular velocities and energy with (24).
static talus_status draw_facet(talus_directory *directory, const rocking_maps *maps, double *room,
                               talus_error *error)
{
    const rocking_maps_options *o = &maps->options;
    const size_t n = o->cells * o->cells;
    static const char *const labels[3] = {"ω_x after (rad/s)", "ω_y after (rad/s)",
                                          "energy change / energy before"};
    facet_panels page = {.grids = {{0}}};
    char note[192];
    // J about the edge V1V2 of the homogeneous block
    const double before =
        0.5 * o->rate * o->rate * o->mass * 4.0 * (o->b1 * o->b1 + o->h * o->h) / 3.0;
    for (size_t k = 0; k < n; k++) {
        room[k] = maps->cells[k].w_x;
        room[n + k] = maps->cells[k].w_y;
        room[2 * n + k] = maps->cells[k].energy_change / before;
    }
    for (size_t i = 0; i < 3; i++) {
        find_neutral(maps, -1, room + 3 * n, room + 3 * n + o->cells);
        add_panel(&page, i, o, room + i * n, room + 3 * n);
        page.grids[i].label = labels[i];
        page.grids[i].diverging = i != 1;
    }
    describe(o, note, sizeof note, false);
    const chart sheet = {.title = "Facet impact about V_1 V_2 without spin afterwards",
                         .note = note,
                         .panel_width = 300.0,
                         .panel_height = 300.0,
                         .columns = 3,
                         .panels = page.panels,
                         .panel_count = 3};
    return chart_put(directory, "facet.svg", &sheet, error);
}

/// Feasible pivots for given tau.
static talus_status draw_pivots(talus_directory *directory, const rocking_maps *maps, double *room,
                                signed char *colours, talus_error *error)
{
    const rocking_maps_options *o = &maps->options;
    const size_t n = o->cells * o->cells;
    facet_panels page = {.grids = {{0}}};
    char titles[ROCKING_MAPS_TAUS][32], note[192];
    for (int i = 0; i < ROCKING_MAPS_TAUS; i++) {
        signed char *of_tau = colours + (size_t)i * n;
        for (size_t k = 0; k < n; k++) {
            of_tau[k] = (signed char)pivot_colours[maps->cells[k].pivots[i]];
        }
        (void)snprintf(titles[i], sizeof titles[i], "τ = %g N m s", o->tau[i]);
        double *neutral = room + 3 * n + 2 * (size_t)i * o->cells;
        find_neutral(maps, i, neutral, neutral + o->cells);
        add_panel(&page, (size_t)i, o, NULL, neutral);
        add_pivots(&page, (size_t)i, maps, of_tau, room + 3 * n + 6 * o->cells);
        page.panels[i].title = titles[i];
    }
    describe(o, note, sizeof note, false);
    const chart sheet = {.title = "Facet impact about V_1 V_2: feasible pivots with a given torque",
                         .note = note,
                         .panel_width = 300.0,
                         .panel_height = 300.0,
                         .columns = ROCKING_MAPS_TAUS,
                         .panels = page.panels,
                         .panel_count = ROCKING_MAPS_TAUS};
    return chart_put(directory, "facet_pivots.svg", &sheet, error);
}

static talus_status write_edge(talus_directory *directory, const rocking_maps_options *o,
                               talus_error *error)
{
    edge_curves *curves = malloc(sizeof *curves);
    if (!curves) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    make_edge(o, curves);
    talus_status status = write_edge_tables(directory, o, curves, error);
    if (status == TALUS_OK) {
        status = draw_edge(directory, o, curves, error);
    }
    if (status == TALUS_OK) {
        status = draw_energy(directory, o, curves, error);
    }
    free(curves);
    return status;
}

const char *const rocking_maps_files[] = {
    "edge.csv",  "edge_energy.csv", "edge.svg",         "edge_energy.svg",
    "facet.csv", "facet.svg",       "facet_pivots.svg", NULL};

talus_status rocking_maps_write(talus_directory *directory, const rocking_maps *maps,
                                talus_error *error)
{
    const size_t n = maps->options.cells * maps->options.cells;
    double *room = malloc((3 * n + (6 + 2 * SINGULAR) * maps->options.cells) * sizeof *room);
    signed char *colours = malloc(ROCKING_MAPS_TAUS * n);
    if (!room || !colours) {
        free(room);
        free(colours);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    talus_status status = write_edge(directory, &maps->options, error);
    if (status == TALUS_OK) {
        status = write_facet_table(directory, maps, error);
    }
    if (status == TALUS_OK) {
        status = draw_facet(directory, maps, room, error);
    }
    if (status == TALUS_OK) {
        status = draw_pivots(directory, maps, room, colours, error);
    }
    free(room);
    free(colours);
    return status;
}
