// SPDX-License-Identifier: GPL-3.0-or-later
// Connected holes and the groups in which they are solved.
#include "io/raster/fill_holes.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>

/// A node that is missing and not yet part of a hole.
static const uint32_t unlabelled = RASTER_ABSENT;

static talus_status label_missing(fill_holes *h, talus_error *error)
{
    const size_t total = h->nx * h->ny;
    for (size_t k = 0; k < total; k++) {
        if (isinf(h->heights[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the height at column %zu, row %zu is infinite", k % h->nx,
                                   k / h->nx);
        }
        const bool missing = isnan(h->heights[k]);
        h->label[k] = missing ? unlabelled : RASTER_KNOWN;
        h->missing += missing;
    }
    return TALUS_OK;
}

/// Room for one more hole.
static bool grow(fill_holes *h)
{
    size_t holes = h->capacity;
    return array_reserve(&h->holes, &holes, h->count + 2, sizeof *h->holes) &&
           array_reserve(&h->queue_start, &h->capacity, h->count + 2, sizeof *h->queue_start);
}

/// Take a node into the hole that is being collected.
static size_t take(fill_holes *h, talus_hole *hole, size_t node, size_t end)
{
    const size_t i = node % h->nx, j = node / h->nx;
    h->label[node] = (uint32_t)h->count;
    h->queue[end] = (uint32_t)node;
    hole->west = i < hole->west ? i : hole->west;
    hole->east = i > hole->east ? i : hole->east;
    hole->south = j < hole->south ? j : hole->south;
    hole->north = j > hole->north ? j : hole->north;
    hole->nodes++;
    return end + 1;
}

/// Collect the hole around a node, breadth first. @return end of the queue
static size_t collect(fill_holes *h, size_t seed, size_t begin)
{
    talus_hole *hole = &h->holes[h->count];
    *hole = (talus_hole){.west = SIZE_MAX, .south = SIZE_MAX};
    size_t end = take(h, hole, seed, begin);
    for (size_t next = begin; next < end; next++) {
        const size_t node = h->queue[next], i = node % h->nx, j = node / h->nx;
        if (i > 0 && h->label[node - 1] == unlabelled) {
            end = take(h, hole, node - 1, end);
        }
        if (i + 1 < h->nx && h->label[node + 1] == unlabelled) {
            end = take(h, hole, node + 1, end);
        }
        if (j > 0 && h->label[node - h->nx] == unlabelled) {
            end = take(h, hole, node - h->nx, end);
        }
        if (j + 1 < h->ny && h->label[node + h->nx] == unlabelled) {
            end = take(h, hole, node + h->nx, end);
        }
    }
    hole->at_rim =
        hole->west == 0 || hole->south == 0 || hole->east + 1 == h->nx || hole->north + 1 == h->ny;
    return end;
}

talus_status fill_holes_find(size_t nx, size_t ny, const double *heights, fill_holes *holes,
                             talus_error *error)
{
    *holes = (fill_holes){.nx = nx, .ny = ny, .heights = heights};
    const size_t total = nx * ny;
    if (nx < 2 || ny < 2 || total / nx != ny || total >= RASTER_ABSENT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a lattice of %zu x %zu nodes; expected 2 x 2 to 4e9 nodes", nx, ny);
    }
    holes->label = malloc(total * sizeof *holes->label);
    bool enough = holes->label != NULL;
    if (enough) {
        const talus_status status = label_missing(holes, error);
        if (status != TALUS_OK) {
            return status;
        }
        holes->queue = malloc((holes->missing + 1) * sizeof *holes->queue);
        enough = holes->queue != NULL && grow(holes);
    }
    size_t end = 0;
    for (size_t k = 0; enough && end < holes->missing; k++) {
        if (holes->label[k] == unlabelled) {
            holes->queue_start[holes->count] = end;
            end = collect(holes, k, end);
            holes->count++;
            enough = grow(holes);
        }
    }
    holes->parent = enough ? malloc((holes->count + 1) * sizeof *holes->parent) : NULL;
    if (holes->parent == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu nodes", total);
    }
    holes->queue_start[holes->count] = end;
    for (size_t k = 0; k < holes->count; k++) {
        holes->parent[k] = (uint32_t)k;
    }
    return TALUS_OK;
}

void fill_holes_clear(fill_holes *holes)
{
    free(holes->label);
    free(holes->queue);
    free(holes->queue_start);
    free(holes->holes);
    free(holes->parent);
    *holes = (fill_holes){0};
}

uint32_t fill_holes_root(fill_holes *holes, uint32_t hole)
{
    while (holes->parent[hole] != hole) {
        holes->parent[hole] = holes->parent[holes->parent[hole]];
        hole = holes->parent[hole];
    }
    return hole;
}

/// Known nodes found so far, as far as they fix a plane: the first two, and one off their line.
typedef struct plane_support {
    size_t count; ///< 0 to 3
    double x[2], y[2];
} plane_support;

static void add_support(plane_support *support, size_t i, size_t j)
{
    const double x = (double)i, y = (double)j;
    if (support->count == 0) {
        support->x[0] = x;
        support->y[0] = y;
        support->count = 1;
    } else if (support->count == 1 && (x != support->x[0] || y != support->y[0])) {
        support->x[1] = x;
        support->y[1] = y;
        support->count = 2;
    } else if (support->count == 2) {
        const double turn = (support->x[1] - support->x[0]) * (y - support->y[0]) -
                            (support->y[1] - support->y[0]) * (x - support->x[0]);
        support->count = turn != 0.0 ? 3 : 2;
    }
}

/// Do the known nodes in the two rings around a hole fix a plane?
static bool has_support(const fill_holes *h, uint32_t hole)
{
    plane_support support = {0};
    for (size_t q = h->queue_start[hole]; q < h->queue_start[hole + 1]; q++) {
        const size_t i = h->queue[q] % h->nx, j = h->queue[q] / h->nx;
        for (int k = 0; k < 25; k++) {
            const int di = k % 5 - 2, dj = k / 5 - 2;
            const size_t column = i + (size_t)di, row = j + (size_t)dj;
            if (di * di + dj * dj <= 4 && column < h->nx && row < h->ny &&
                h->label[row * h->nx + column] == RASTER_KNOWN) {
                add_support(&support, column, row);
            }
        }
        if (support.count == 3) {
            return true;
        }
    }
    return false;
}

/// Join two holes that share a term of the plate's energy.
static void join(fill_holes *h, uint32_t hole, size_t node)
{
    const uint32_t other = h->label[node];
    if (other == RASTER_KNOWN || other == hole || h->holes[other].state != TALUS_HOLE_FILLED) {
        return;
    }
    const uint32_t a = fill_holes_root(h, hole), b = fill_holes_root(h, other);
    h->parent[a < b ? b : a] = a < b ? a : b;
}

static void join_neighbours(fill_holes *h)
{
    for (size_t q = 0; q < h->missing; q++) {
        const size_t node = h->queue[q], i = node % h->nx, j = node / h->nx;
        const uint32_t hole = h->label[node];
        if (h->holes[hole].state != TALUS_HOLE_FILLED) {
            continue;
        }
        if (i + 2 < h->nx) {
            join(h, hole, node + 2);
        }
        if (j + 2 < h->ny) {
            join(h, hole, node + 2 * h->nx);
        }
        if (j + 1 < h->ny && i + 1 < h->nx) {
            join(h, hole, node + h->nx + 1);
        }
        if (j + 1 < h->ny && i > 0) {
            join(h, hole, node + h->nx - 1);
        }
    }
}

void fill_holes_judge(fill_holes *h, const talus_fill_options *options)
{
    for (uint32_t k = 0; k < h->count; k++) {
        talus_hole *hole = &h->holes[k];
        hole->together = hole->nodes;
        if (hole->at_rim && !options->outside) {
            hole->state = TALUS_HOLE_OUTSIDE;
        } else if (hole->nodes > options->max_nodes) {
            hole->state = TALUS_HOLE_TOO_LARGE;
        } else if (hole->at_rim && !has_support(h, k)) {
            // a hole inside always has known nodes on all four sides
            hole->state = TALUS_HOLE_TOO_FEW;
        }
    }
    join_neighbours(h);
    for (uint32_t k = 0; k < h->count; k++) {
        const uint32_t root = fill_holes_root(h, k);
        h->holes[root].together += root != k ? h->holes[k].nodes : 0;
    }
    for (uint32_t k = 0; k < h->count; k++) {
        talus_hole *hole = &h->holes[k];
        hole->together = h->holes[fill_holes_root(h, k)].together;
        if (hole->state == TALUS_HOLE_FILLED && hole->together > options->max_nodes) {
            hole->state = TALUS_HOLE_TOO_LARGE;
        }
    }
}
