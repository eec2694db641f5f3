// SPDX-License-Identifier: GPL-3.0-or-later
// The stability map: its table and a coloured grid.
#include "cases/figures/spin_map.h"
#include "io/chart/chart.h"
#include "io/table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const spin_map_files[] = {"map.csv", "map.svg", NULL};

#define MAP_COLUMNS(X)                                                                             \
    X(REAL, step_angle_rad, "rad", "of a time step", row->angle)                                   \
    X(REAL, moment_smallest, "1", "over the largest", row->inertia.x)                              \
    X(REAL, moment_middle, "1", "over the largest", row->inertia.y)                                \
    X(REAL, moment_largest, "1", NULL, row->inertia.z)                                             \
    X(REAL13, modulus, "1", "largest of an eigenvalue", row->modulus)                              \
    X(EXPONENT6, growth_per_turn, "1", "e-folds", row->growth)                                     \
    X(EXPONENT6, growth_of_body, "1", "e-folds a turn", row->body_growth)                          \
    X(EXPONENT6, growth_of_explicit_formula, "1", "e-folds a turn", row->explicit_growth)          \
    X(EXPONENT6, spin_drift, "1", "relative, where it was asked for", row->drift)
TABLE_DEFINE(map, MAP_COLUMNS, const spin_map_cell *row = TABLE_ROW(spin_map_cell))

static bool is_body(const void *user, size_t index)
{
    return !isnan(((const spin_map_cell *)user)[index].modulus);
}

/// |lambda| - 1 below it is not growth: differences are not sharper.
static const double LEAST_GROWTH = 1e-10;

/// What the colours show; a scheme under which no tilt grows may damp it.
typedef struct shown {
    double *values; ///< NaN where there is nothing to show
    bool decay;
} shown;

static bool find_values(const spin_map *map, shown *out)
{
    const spin_map_options *o = &map->options;
    const size_t count = o->nx * o->ny;
    out->values = malloc(count * sizeof *out->values);
    if (out->values == NULL) {
        return false;
    }
    bool grows = false;
    bool decays = false;
    for (size_t k = 0; k < count; k++) {
        grows = grows || map->cells[k].modulus - 1 >= LEAST_GROWTH;
        decays = decays || 1 - map->cells[k].modulus >= LEAST_GROWTH;
    }
    out->decay = o->quantity != SPIN_MAP_DRIFT && !grows && decays;
    const double sign = out->decay ? -1 : 1;
    for (size_t k = 0; k < count; k++) {
        const bool still =
            o->quantity != SPIN_MAP_DRIFT && !(sign * (map->cells[k].modulus - 1) >= LEAST_GROWTH);
        out->values[k] = still ? (double)NAN : sign * spin_map_value(map, k);
    }
    return true;
}

static const char *label_of(spin_map_quantity quantity, bool decay)
{
    return quantity == SPIN_MAP_DRIFT     ? "relative drift of the length of the spin vector"
           : quantity == SPIN_MAP_MODULUS ? (decay ? "1 − |λ|" : "|λ| − 1")
           : decay                        ? "decay of a tilt (e-folds per turn)"
                                          : "growth of a tilt (e-folds per turn)";
}

static void describe(const spin_map *map, bool decay, char *note, size_t size)
{
    const spin_map_options *o = &map->options;
    char where[96];
    char what[96];
    if (o->plane == SPIN_MAP_PLANE_STEP) {
        (void)snprintf(where, sizeof where, "Middle moment %g of the way from smallest to largest.",
                       o->middle);
    } else {
        (void)snprintf(where, sizeof where, "Step angle %g rad.", o->angle);
    }
    if (o->quantity == SPIN_MAP_DRIFT) {
        (void)snprintf(what, sizeof what, "After %g turns from a tilt of %g.", o->turns, o->tilt);
    } else {
        (void)snprintf(what, sizeof what, "White: no %s, %s < %g, or no body.",
                       decay ? "decay" : "growth", label_of(SPIN_MAP_MODULUS, decay), LEAST_GROWTH);
    }
    (void)snprintf(note, size, "%s %s", where, what);
}

static talus_status draw(talus_directory *directory, const spin_map *map, const shown *what,
                         talus_error *error)
{
    const spin_map_options *o = &map->options;
    const bool step = o->plane == SPIN_MAP_PLANE_STEP;
    const chart_grid grid = {.values = what->values,
                             .nx = o->nx,
                             .ny = o->ny,
                             .x0 = o->x0,
                             .y0 = o->y0,
                             .x1 = o->x1,
                             .y1 = o->y1,
                             .logarithmic = true,
                             .label = label_of(o->quantity, what->decay)};
    // a + b >= c: below the line there is no body; in the plane of bodies b >= a above
    const double least = (1 - o->middle) / (2 - o->middle);
    const double edge_x[] = {step ? o->x0 : 0.5, step ? o->x1 : 1};
    const double edge_y[] = {step ? least : 0.5, step ? least : 0};
    const double equal_x[] = {0.5, 1};
    const chart_series series[] = {{.label = "limit of bodies: two moments make the third",
                                    .x = edge_x,
                                    .y = edge_y,
                                    .count = 2,
                                    .colour = -1,
                                    .dashed = true},
                                   {.x = equal_x, .y = equal_x, .count = 2, .colour = -1}};
    const chart_panel panel = {
        .x = {.label = step ? "angle of a time step, Ω Δt (rad)" : "middle moment / largest moment",
              .logarithmic = step},
        .y = {.label = "smallest moment / largest moment"},
        .grid = &grid,
        .series = series,
        .series_count = step ? 1 : 2};
    char title[128];
    char note[256];
    (void)snprintf(title, sizeof title, "%s: rotation about the %s axis",
                   talus_scheme_name(o->scheme), talus_spin_rank_name(o->axis));
    describe(map, what->decay, note, sizeof note);
    const chart page = {.title = title,
                        .note = note,
                        .panel_width = 560,
                        .panel_height = 380,
                        .panels = &panel,
                        .panel_count = 1};
    return chart_put(directory, "map.svg", &page, error);
}

talus_status spin_map_write(talus_directory *directory, const spin_map *map, talus_error *error)
{
    const talus_table table = TABLE(map, map->cells, map->options.nx * map->options.ny);
    talus_status status = table_write_csv_where(directory, "map.csv", &table, is_body, error);
    shown what = {0};
    if (status == TALUS_OK && !find_values(map, &what)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a map");
    }
    if (status == TALUS_OK) {
        status = draw(directory, map, &what, error);
    }
    free(what.values);
    return status;
}
