// SPDX-License-Identifier: GPL-3.0-or-later
// The stability map as a coloured grid.
#include "foundation/files/files.h"
#include "io/chart/chart.h"
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// |lambda| - 1 below it is not growth: differences are not sharper.
static const double LEAST_GROWTH = 1e-10;

/// What the colours show; a scheme under which no tilt grows may damp it.
typedef struct shown {
    double *values; ///< NaN where there is nothing to show
    bool decay;
} shown;

static bool find_values(const talus_spin_map *map, shown *out)
{
    const talus_spin_map_options *o = &map->options;
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
    out->decay = o->quantity != TALUS_SPIN_DRIFT && !grows && decays;
    const double sign = out->decay ? -1 : 1;
    for (size_t k = 0; k < count; k++) {
        const bool still = o->quantity != TALUS_SPIN_DRIFT &&
                           !(sign * (map->cells[k].modulus - 1) >= LEAST_GROWTH);
        out->values[k] = still ? (double)NAN : sign * spin_map_value(map, k);
    }
    return true;
}

static const char *label_of(talus_spin_quantity quantity, bool decay)
{
    return quantity == TALUS_SPIN_DRIFT     ? "relative drift of the length of the spin vector"
           : quantity == TALUS_SPIN_MODULUS ? (decay ? "1 − |λ|" : "|λ| − 1")
           : decay                          ? "decay of a tilt (e-folds per turn)"
                                            : "growth of a tilt (e-folds per turn)";
}

static void describe(const talus_spin_map *map, bool decay, char *note, size_t size)
{
    const talus_spin_map_options *o = &map->options;
    char where[96];
    char what[96];
    if (o->plane == TALUS_SPIN_PLANE_STEP) {
        (void)snprintf(where, sizeof where, "Middle moment %g of the way from smallest to largest.",
                       o->middle);
    } else {
        (void)snprintf(where, sizeof where, "Step angle %g rad.", o->angle);
    }
    if (o->quantity == TALUS_SPIN_DRIFT) {
        (void)snprintf(what, sizeof what, "After %g turns from a tilt of %g.", o->turns, o->tilt);
    } else {
        (void)snprintf(what, sizeof what, "White: no %s, %s < %g, or no body.",
                       decay ? "decay" : "growth", label_of(TALUS_SPIN_MODULUS, decay),
                       LEAST_GROWTH);
    }
    (void)snprintf(note, size, "%s %s", where, what);
}

static talus_status draw(talus_directory *directory, const talus_spin_map *map, const shown *what,
                         talus_error *error)
{
    const talus_spin_map_options *o = &map->options;
    const bool step = o->plane == TALUS_SPIN_PLANE_STEP;
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

talus_status spin_write_map(talus_directory *directory, const talus_spin_map *map,
                            talus_error *error)
{
    talus_status status = spin_write_map_table(directory, map, error);
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
