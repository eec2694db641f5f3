// SPDX-License-Identifier: GPL-3.0-or-later
// The stability map as a coloured grid.
#include "files/files.h"
#include "output/chart.h"
#include "study/spin_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// |lambda| - 1 below it is no growth: differences are not sharper.
static const double LEAST_GROWTH = 1e-10;

static const char *label_of(spin_quantity quantity)
{
    return quantity == SPIN_GROWTH    ? "growth of a tilt (e-folds per turn)"
           : quantity == SPIN_MODULUS ? "|\u03bb| \u2212 1"
                                      : "relative drift of the length of the spin vector";
}

static void describe(const spin_map *map, char *title, size_t title_size, char *note,
                     size_t note_size)
{
    const spin_map_options *o = &map->options;
    (void)snprintf(title, title_size, "%s: rotation about the %s axis",
                   talus_scheme_name(o->scheme), spin_rank_name(o->axis));
    const int used =
        o->plane == SPIN_PLANE_STEP
            ? snprintf(note, note_size,
                       "Middle moment at %g between the smallest (0) and the largest (1). ",
                       o->middle)
            : snprintf(note, note_size, "Step angle %g rad. ", o->angle);
    const size_t room = used > 0 && (size_t)used < note_size ? note_size - (size_t)used : 0;
    if (o->quantity == SPIN_DRIFT) {
        (void)snprintf(note + used, room, "After %g turns from a tilt of %g.", o->turns, o->tilt);
    } else {
        (void)snprintf(note + used, room, "White: no growth, |\u03bb| \u2212 1 < %g.",
                       LEAST_GROWTH);
    }
}

talus_status spin_write_map(const char *directory, const spin_map *map, talus_error *error)
{
    const spin_map_options *o = &map->options;
    char path[SPIN_PATH_SIZE];
    char title[128];
    char note[512];
    describe(map, title, sizeof title, note, sizeof note);
    talus_status status = files_make_directory(directory, error);
    if (status == TALUS_OK) {
        status = spin_write_map_table(directory, map, error);
    }
    if (status == TALUS_OK) {
        status = spin_path(directory, "map.svg", path, error);
    }
    double *values = status == TALUS_OK ? malloc(o->nx * o->ny * sizeof *values) : NULL;
    if (values == NULL) {
        return status != TALUS_OK
                   ? status
                   : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a map");
    }
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const bool still =
            o->quantity != SPIN_DRIFT && !(map->cells[k].modulus - 1 >= LEAST_GROWTH);
        values[k] = still ? (double)NAN : spin_map_value(map, k);
    }
    const chart_grid grid = {.values = values,
                             .nx = o->nx,
                             .ny = o->ny,
                             .x0 = o->x0,
                             .y0 = o->y0,
                             .x1 = o->x1,
                             .y1 = o->y1,
                             .logarithmic = true,
                             .label = label_of(o->quantity)};
    // a + b >= c: below the line there is no body
    const double least = (1 - o->middle) / (2 - o->middle);
    const bool step = o->plane == SPIN_PLANE_STEP;
    const double edge_x[] = {step ? o->x0 : 0.5, step ? o->x1 : 1};
    const double edge_y[] = {step ? least : 0.5, step ? least : 0};
    const double diagonal_x[] = {0.5, 1};
    const double diagonal_y[] = {0.5, 1};
    const chart_series series[] = {
        {.label = "limit of bodies: two moments make the third",
         .x = edge_x,
         .y = edge_y,
         .count = 2,
         .colour = -1,
         .dashed = true},
        {.label = NULL, .x = diagonal_x, .y = diagonal_y, .count = step ? 0 : 2, .colour = -1}};
    const chart_panel panel = {.x = {.label = step ? "angle of a time step, \u03a9 \u0394t (rad)"
                                                   : "middle moment / largest moment",
                                     .logarithmic = step},
                               .y = {.label = "smallest moment / largest moment"},
                               .grid = &grid,
                               .series = series,
                               .series_count = 2};
    const chart page = {.title = title,
                        .note = note,
                        .panel_width = 560,
                        .panel_height = 380,
                        .panels = &panel,
                        .panel_count = 1};
    status = chart_write(path, &page, error);
    free(values);
    return status;
}
