// SPDX-License-Identifier: GPL-3.0-or-later
// Triangles cut band after band: from heights in memory or in a file, on one thread or several.
#include "input/sources/surface_cut.h"

#include "foundation/base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MANY_PIXELS 1e6 ///< are cut on several threads

/// Pixels in the boxes of all triangles.
static double count_pixels(const talus_grid *grid, const double *xy, size_t count)
{
    double pixels = 0.0;
    for (size_t k = 0; k < count; k++) {
        surface_box box;
        if (surface_box_of(grid, xy + 6 * k, &box)) {
            pixels += (double)(box.columns[1] - box.columns[0] + 1) *
                      (double)(box.rows[1] - box.rows[0] + 1);
        }
    }
    return pixels;
}

/// Smallest power of two for which the boxes of all triangles hold few enough blocks.
static size_t choose_side(double pixels)
{
    size_t side = 1;
    while (side < SURFACE_BAND_ROWS &&
           pixels > (double)SCENARIO_MOST_BLOCKS * (double)(side * side)) {
        side *= 2;
    }
    return side;
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a release");
}

/// Heights of the box and one node around it, from the file.
static talus_status fetch_around(const geo_dem *dem, const surface_box *box, surface_window *window,
                                 double **heights, talus_error *error)
{
    const talus_grid *grid = &dem->grid;
    const size_t i1 = box->columns[1] + 2 < grid->nx ? box->columns[1] + 2 : grid->nx;
    const size_t j1 = box->rows[1] + 2 < grid->ny ? box->rows[1] + 2 : grid->ny;
    window->i0 = box->columns[0] > 0 ? box->columns[0] - 1 : 0;
    window->j0 = box->rows[0] > 0 ? box->rows[0] - 1 : 0;
    window->nx = i1 - window->i0;
    window->ny = j1 - window->j0;
    double *larger = realloc(*heights, window->nx * window->ny * sizeof *larger);
    if (larger == NULL) {
        return no_memory(error);
    }
    *heights = larger;
    window->heights = larger;
    return geo_height_file_fetch(dem->file, window->i0, window->j0, window->nx, window->ny, larger,
                                 error);
}

/// The rows of one triangle from row `first` of its box on, as many as a band has.
/// @param heights room for heights from a file, malloc'd or NULL, the caller frees it
static talus_status cut_band(const geo_dem *dem, const double *triangle, const surface_box *box,
                             size_t first, size_t side, double **heights, scenario_pieces *pieces,
                             talus_error *error)
{
    surface_window window = {dem->heights, 0, 0, dem->grid.nx, dem->grid.ny};
    const size_t last = first + SURFACE_BAND_ROWS - 1;
    surface_box band = *box;
    band.rows[0] = first;
    band.rows[1] = last < box->rows[1] ? last : box->rows[1];
    surface_narrow_band(&dem->grid, triangle, box, side, &band);
    const talus_status status =
        dem->heights != NULL ? TALUS_OK : fetch_around(dem, &band, &window, heights, error);
    return status == TALUS_OK && !surface_cut_in_box(dem, &window, triangle, &band, side, pieces)
               ? no_memory(error)
               : status;
}

/// A band of a triangle with what was found there.
typedef struct cut_part {
    size_t triangle, first; ///< row
    scenario_pieces pieces;
} cut_part;

/// Bands that several threads cut.
typedef struct cut_work {
    const geo_dem *dem;
    const double *xy;
    size_t side, count;
    cut_part *parts; ///< (count)
    atomic_size_t next;
    pthread_mutex_t mutex; ///< guards what follows
    size_t failed;         ///< first part that failed; SIZE_MAX: none
    talus_status status;
    talus_error error;
} cut_work;

static void cut_parts(void *context, unsigned worker)
{
    (void)worker;
    cut_work *work = context;
    double *heights = NULL;
    for (size_t k; (k = atomic_fetch_add(&work->next, 1)) < work->count;) {
        cut_part *part = &work->parts[k];
        const double *triangle = work->xy + 6 * part->triangle;
        talus_error error = {0};
        surface_box box;
        (void)surface_box_of(&work->dem->grid, triangle,
                             &box); // on the grid, or there were no part
        const talus_status status = cut_band(work->dem, triangle, &box, part->first, work->side,
                                             &heights, &part->pieces, &error);
        surface_trim_pieces(&part->pieces);
        if (status != TALUS_OK) {
            pthread_mutex_lock(&work->mutex);
            if (k < work->failed) {
                work->failed = k;
                work->status = status;
                work->error = error;
            }
            pthread_mutex_unlock(&work->mutex);
            break; // parts before this one are with other threads
        }
    }
    free(heights);
}

/// The bands of all triangles. @return how many; parts may be NULL
static size_t list_parts(const talus_grid *grid, const double *xy, size_t count, bool keep,
                         cut_part *parts)
{
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        surface_box box;
        if (!surface_box_of(grid, xy + 6 * k, &box)) {
            continue;
        }
        for (size_t row = box.rows[0]; row <= box.rows[1]; row += SURFACE_BAND_ROWS, n++) {
            if (parts != NULL) {
                parts[n] = (cut_part){.triangle = k, .first = row, .pieces = {.keep = keep}};
            }
        }
    }
    return n;
}

/// Parts behind the pieces that are there, in their order.
static bool join_parts(cut_work *work, scenario_pieces *pieces)
{
    size_t count = pieces->count;
    for (size_t k = 0; k < work->count; k++) {
        count += work->parts[k].pieces.count;
    }
    if (!surface_reserve_pieces(pieces, count)) {
        return false;
    }
    for (size_t k = 0; k < work->count; k++) {
        scenario_pieces *from = &work->parts[k].pieces;
        if (from->count > 0) {
            memcpy(pieces->xy + 6 * pieces->count, from->xy, 6 * from->count * sizeof *from->xy);
        }
        for (size_t i = 0; i < from->count; i++) {
            pieces->cumulative[pieces->count++] = pieces->area + from->cumulative[i];
        }
        pieces->plan += from->plan;
        pieces->area += from->area;
        pieces->blind += from->blind;
        scenario_pieces_clear(from);
    }
    return true;
}

static talus_status cut_on_threads(const geo_dem *dem, const double *xy, size_t count, size_t side,
                                   unsigned threads, scenario_pieces *pieces, talus_error *error)
{
    cut_work work = {.dem = dem, .xy = xy, .side = side, .failed = SIZE_MAX};
    work.count = list_parts(&dem->grid, xy, count, pieces->keep, NULL);
    work.parts = malloc((work.count > 0 ? work.count : 1) * sizeof *work.parts);
    if (work.parts == NULL) {
        return no_memory(error);
    }
    (void)list_parts(&dem->grid, xy, count, pieces->keep, work.parts);
    pthread_mutex_init(&work.mutex, NULL);
    threads = threads != 0 ? threads : pool_core_count();
    threads = work.count < threads ? (unsigned)work.count : threads;
    if (threads <= 1 || pool_run(threads, cut_parts, &work, NULL, NULL, NULL) != TALUS_OK) {
        cut_parts(&work, 0);
    }
    pthread_mutex_destroy(&work.mutex);
    talus_status status = work.status;
    if (status != TALUS_OK) {
        (void)talus_error_set(error, status, "%s", work.error.message);
    } else if (!join_parts(&work, pieces)) {
        status = no_memory(error);
    }
    for (size_t k = 0; k < work.count; k++) {
        scenario_pieces_clear(&work.parts[k].pieces);
    }
    free(work.parts);
    return status;
}

talus_status scenario_cut_along_pixels(const geo_dem *dem, const double *xy, size_t count,
                                       unsigned threads, scenario_pieces *pieces,
                                       talus_error *error)
{
    const double pixels = count_pixels(&dem->grid, xy, count);
    const size_t side = choose_side(pixels);
    double *heights = NULL;
    talus_status status = TALUS_OK;
    if (pixels > MANY_PIXELS) {
        return cut_on_threads(dem, xy, count, side, threads, pieces, error);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const double *triangle = xy + 6 * k;
        surface_box box;
        if (!surface_box_of(&dem->grid, triangle, &box)) {
            continue;
        }
        for (size_t row = box.rows[0]; row <= box.rows[1] && status == TALUS_OK;
             row += SURFACE_BAND_ROWS) {
            status = cut_band(dem, triangle, &box, row, side, &heights, pieces, error);
        }
    }
    free(heights);
    return status;
}
