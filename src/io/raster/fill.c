// SPDX-License-Identifier: GPL-3.0-or-later
// Filling of holes: groups of holes are numbered one after the other and solved in batches, as a
// factorisation costs more than the solution of a few nodes.
#include "io/raster/fill_holes.h"

#include "foundation/base/sized.h"

#include <math.h>
#include <stdlib.h>

/// Groups are gathered until a batch has this many unknowns.
enum { BATCH = 20000 };

/// Unknowns of all groups, group after group, in row order within a group.
typedef struct fill_unknowns {
    uint32_t *node;       ///< (count)
    size_t *group_start;  ///< (group_count + 1)
    uint32_t *group_root; ///< (group_count) first hole
    size_t count, group_count;
} fill_unknowns;

static void clear_unknowns(fill_unknowns *unknowns)
{
    free(unknowns->node);
    free(unknowns->group_start);
    free(unknowns->group_root);
}

/// Number the unknowns; holes->label then holds numbers instead of holes.
static bool number_unknowns(fill_holes *holes, fill_unknowns *u)
{
    size_t *next = calloc(holes->count + 1, sizeof *next); // by root: the next number of its group
    u->group_start = malloc((holes->count + 1) * sizeof *u->group_start);
    u->group_root = malloc((holes->count + 1) * sizeof *u->group_root);
    u->node = malloc((holes->missing + 1) * sizeof *u->node);
    if (next == NULL || u->group_start == NULL || u->group_root == NULL || u->node == NULL) {
        free(next);
        return false;
    }
    for (uint32_t k = 0; k < holes->count; k++) {
        if (holes->holes[k].state == TALUS_HOLE_FILLED && fill_holes_root(holes, k) == k) {
            next[k] = u->count;
            u->group_start[u->group_count] = u->count;
            u->group_root[u->group_count++] = k;
            u->count += holes->holes[k].together;
        }
    }
    u->group_start[u->group_count] = u->count;
    const size_t total = holes->nx * holes->ny;
    for (size_t node = 0; node < total; node++) {
        const uint32_t hole = holes->label[node];
        if (hole == RASTER_KNOWN) {
            continue;
        }
        holes->label[node] = RASTER_ABSENT;
        if (holes->holes[hole].state == TALUS_HOLE_FILLED) {
            const size_t number = next[fill_holes_root(holes, hole)]++;
            holes->label[node] = (uint32_t)number;
            u->node[number] = (uint32_t)node;
        }
    }
    free(next);
    return true;
}

/// All holes of a group stay open.
static void refuse_group(fill_holes *holes, const fill_unknowns *u, size_t group, double *solution)
{
    for (uint32_t k = 0; k < holes->count; k++) {
        if (fill_holes_root(holes, k) == u->group_root[group]) {
            holes->holes[k].state = TALUS_HOLE_TOO_FEW;
        }
    }
    for (size_t k = u->group_start[group]; k < u->group_start[group + 1]; k++) {
        solution[k] = (double)NAN;
    }
}

/// Solve the groups [first, last) at once, or each alone when one of them is not determined.
static talus_status solve_groups(fill_holes *holes, const fill_unknowns *u,
                                 const raster_plate *plate, size_t first, size_t last,
                                 double *solution, talus_error *error)
{
    const size_t begin = u->group_start[first], count = u->group_start[last] - begin;
    talus_status status = raster_plate_solve(plate, begin, count, solution + begin, error);
    if (status != TALUS_ERROR_ARGUMENT) {
        return status;
    }
    status = TALUS_OK;
    if (last - first == 1) {
        refuse_group(holes, u, first, solution);
        return status;
    }
    for (size_t g = first; status == TALUS_OK && g < last; g++) {
        status = solve_groups(holes, u, plate, g, g + 1, solution, error);
    }
    return status;
}

static talus_status solve_batches(fill_holes *holes, const fill_unknowns *u, double *solution,
                                  talus_error *error)
{
    const raster_plate plate = {.nx = holes->nx,
                                .ny = holes->ny,
                                .heights = holes->heights,
                                .number = holes->label,
                                .node = u->node,
                                .stiffness = 1.0};
    talus_status status = TALUS_OK;
    size_t first = 0;
    while (status == TALUS_OK && first < u->group_count) {
        size_t last = first + 1;
        while (last < u->group_count && u->group_start[last + 1] - u->group_start[first] <= BATCH) {
            last++;
        }
        status = solve_groups(holes, u, &plate, first, last, solution, error);
        first = last;
    }
    return status;
}

/// Solve, then write all heights at once, so that no filled one counts as known.
static talus_status fill_heights(fill_holes *holes, double *heights, talus_error *error)
{
    fill_unknowns unknowns = {0};
    double *solution = NULL;
    talus_status status = TALUS_OK;
    if (number_unknowns(holes, &unknowns)) {
        solution = malloc((unknowns.count + 1) * sizeof *solution);
    }
    if (solution == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu missing nodes",
                                 holes->missing);
    } else {
        status = solve_batches(holes, &unknowns, solution, error);
    }
    for (size_t k = 0; status == TALUS_OK && k < unknowns.count; k++) {
        heights[unknowns.node[k]] = raster_round(solution[k]);
    }
    free(solution);
    clear_unknowns(&unknowns);
    return status;
}

static void report_holes(fill_holes *holes, talus_fill_report *report)
{
    report->hole_count = holes->count;
    report->holes = holes->holes;
    holes->holes = NULL;
    for (size_t k = 0; k < report->hole_count; k++) {
        const talus_hole *hole = &report->holes[k];
        if (hole->state == TALUS_HOLE_FILLED) {
            report->filled_holes++;
            report->filled_nodes += hole->nodes;
            report->largest_system =
                hole->together > report->largest_system ? hole->together : report->largest_system;
        }
    }
}

talus_status talus_raster_fill(size_t nx, size_t ny, double *heights,
                               const talus_fill_options *options, talus_fill_report *report,
                               talus_error *error)
{
    if (report != NULL) {
        *report = (talus_fill_report){0};
    }
    if (report == NULL || heights == NULL || nx == 0 || ny == 0 || nx > SIZE_MAX / ny) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu x %zu heights, or the place for the report, are NULL or none",
                               nx, ny);
    }
    talus_fill_options own = talus_fill_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_fill_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    fill_holes holes;
    status = fill_holes_find(nx, ny, heights, &holes, error);
    if (status == TALUS_OK) {
        fill_holes_judge(&holes, &own);
        status = fill_heights(&holes, heights, error);
    }
    if (status == TALUS_OK) {
        report_holes(&holes, report);
    }
    fill_holes_clear(&holes);
    return status;
}

void talus_fill_options_defaults(talus_fill_options *options, size_t size)
{
    const talus_fill_options defaults = {.max_nodes = TALUS_FILL_MAX_NODES};
    sized_fill(options, size, &defaults, sizeof defaults);
}

void talus_fill_report_clear(talus_fill_report *report)
{
    if (report == NULL) {
        return;
    }
    free(report->holes);
    *report = (talus_fill_report){0};
}
