// SPDX-License-Identifier: GPL-3.0-or-later
// The steepest line to a source: branch and bound over a pyramid of the sources' heights.
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>

enum { LEVELS = 40 };

/// Highest source of square blocks of 2^level nodes, level 0 being the nodes; -infinity = none.
typedef struct pyramid {
    unsigned count;
    size_t columns[LEVELS], rows[LEVELS];
    double *highest[LEVELS];
} pyramid;

static void clear_pyramid(pyramid *p)
{
    for (unsigned k = 0; k < p->count; k++) {
        free(p->highest[k]);
    }
}

static bool add_level(pyramid *p, size_t columns, size_t rows)
{
    double *highest = malloc(columns * rows * sizeof *highest);
    if (highest == NULL) {
        return false;
    }
    p->columns[p->count] = columns;
    p->rows[p->count] = rows;
    p->highest[p->count++] = highest;
    return true;
}

static void fill_level(pyramid *p, unsigned level)
{
    const size_t columns = p->columns[level], below = p->columns[level - 1];
    for (size_t j = 0; j < p->rows[level]; j++) {
        for (size_t i = 0; i < columns; i++) {
            double highest = -(double)INFINITY;
            for (size_t b = 2 * j; b < 2 * j + 2 && b < p->rows[level - 1]; b++) {
                for (size_t a = 2 * i; a < 2 * i + 2 && a < below; a++) {
                    highest = fmax(highest, p->highest[level - 1][b * below + a]);
                }
            }
            p->highest[level][j * columns + i] = highest;
        }
    }
}

static bool build(pyramid *p, const talus_grid *grid, const double *heights, const bool *sources)
{
    if (!add_level(p, grid->nx, grid->ny)) {
        return false;
    }
    for (size_t k = 0; k < grid->nx * grid->ny; k++) {
        p->highest[0][k] = sources[k] && !isnan(heights[k]) ? heights[k] : -(double)INFINITY;
    }
    while (p->columns[p->count - 1] > 1 || p->rows[p->count - 1] > 1) {
        const unsigned top = p->count - 1;
        if (!add_level(p, (p->columns[top] + 1) / 2, (p->rows[top] + 1) / 2)) {
            return false;
        }
        fill_level(p, p->count - 1);
    }
    return true;
}

/// A node that looks for its steepest source. Distances in cells.
typedef struct search {
    const pyramid *sources;
    double i, j, height;
    double best;           ///< rise per cell of the steepest so far
    size_t best_i, best_j; ///< where it is
} search;

static double gap(double at, double first, double last)
{
    return at < first ? first - at : at > last ? at - last : 0.0;
}

/// No source of the block is seen steeper than this.
static double bound_of(const search *s, unsigned level, size_t i, size_t j)
{
    const double rise = s->sources->highest[level][j * s->sources->columns[level] + i] - s->height;
    const double side = (double)((uint64_t)1 << level);
    const double x = gap(s->i, (double)i * side, ((double)i + 1.0) * side - 1.0);
    const double y = gap(s->j, (double)j * side, ((double)j + 1.0) * side - 1.0);
    const double distance = sqrt(x * x + y * y);
    if (!(rise > 0.0)) {
        return rise > -(double)INFINITY && distance == 0.0 ? 0.0 : -(double)INFINITY;
    }
    return distance > 0.0 ? rise / distance : (double)INFINITY;
}

static void look_at(search *s, unsigned level, size_t i, size_t j)
{
    if (level == 0) {
        const double slope = bound_of(s, 0, i, j);
        if (slope > s->best && slope < (double)INFINITY) {
            s->best = slope;
            s->best_i = i;
            s->best_j = j;
        }
        return;
    }
    const size_t columns = s->sources->columns[level - 1], rows = s->sources->rows[level - 1];
    double bounds[4];
    for (size_t k = 0; k < 4; k++) {
        const size_t a = 2 * i + k % 2, b = 2 * j + k / 2;
        bounds[k] = a < columns && b < rows ? bound_of(s, level - 1, a, b) : -(double)INFINITY;
    }
    for (size_t taken = 0; taken < 4; taken++) { // the steepest bound first
        size_t next = 0;
        for (size_t k = 1; k < 4; k++) {
            next = bounds[k] > bounds[next] ? k : next;
        }
        if (!(bounds[next] > s->best)) {
            return;
        }
        bounds[next] = -(double)INFINITY;
        look_at(s, level - 1, 2 * i + next % 2, 2 * j + next / 2);
    }
}

/// Angles of one row; the source of a node's neighbour is a good first guess.
static void search_row(const pyramid *sources, const talus_grid *grid, const double *heights,
                       size_t j, double lowest, double *angles)
{
    const double least = talus_sin(lowest) / talus_cos(lowest) * grid->cell;
    size_t guess_i = 0, guess_j = 0;
    for (size_t i = 0; i < grid->nx; i++) {
        const size_t node = j * grid->nx + i;
        if (isnan(heights[node])) {
            angles[node] = (double)NAN;
            continue;
        }
        if (sources->highest[0][node] > -(double)INFINITY) {
            angles[node] = 90.0;
            continue;
        }
        search s = {.sources = sources,
                    .i = (double)i,
                    .j = (double)j,
                    .height = heights[node],
                    .best = -(double)INFINITY};
        look_at(&s, 0, guess_i, guess_j);
        const bool is_guess_good = s.best > least;
        s.best = is_guess_good ? s.best : nextafter(least, -1.0); // `lowest` itself counts
        look_at(&s, sources->count - 1, 0, 0);
        const bool is_seen = is_guess_good || s.best >= least;
        angles[node] = is_seen ? talus_atan(s.best / grid->cell) * (180.0 / TALUS_PI) : (double)NAN;
        if (is_seen) {
            guess_i = s.best_i;
            guess_j = s.best_j;
        }
    }
}

talus_status talus_raster_energy_line(const talus_grid *grid, const double *heights,
                                      const bool *sources, double lowest, double *angles,
                                      talus_error *error)
{
    if (grid == NULL || heights == NULL || sources == NULL || angles == NULL || grid->nx == 0 ||
        grid->ny == 0 || !(grid->cell > 0.0) || !(lowest >= 0.0 && lowest < 90.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "energy line: an array is NULL, the lattice has no nodes, or the "
                               "lowest angle is %g degrees, expected 0 to 90",
                               lowest);
    }
    pyramid p = {0};
    if (!build(&p, grid, heights, sources)) {
        clear_pyramid(&p);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the sources");
    }
    if (!(p.highest[p.count - 1][0] > -(double)INFINITY)) {
        clear_pyramid(&p);
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "no source lies on a cell with a height");
    }
    for (size_t j = 0; j < grid->ny; j++) {
        search_row(&p, grid, heights, j, lowest * (TALUS_PI / 180.0), angles);
    }
    clear_pyramid(&p);
    return TALUS_OK;
}
