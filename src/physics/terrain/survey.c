// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the heights of a terrain whose tiles come on demand: what has to be known of all of
// them before the first rock.
#include "physics/terrain/on_demand.h"

#include "foundation/base/pool.h"
#include "foundation/math/lanes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

talus_status terrain_check_heights(const terrain_window *w, talus_error *error)
{
    const size_t nodes = w->nx * w->ny;
    double low = 0.0, high = 0.0;
    lanes_extremes(w->heights, nodes, &low, &high);
    for (size_t k = 0; k < nodes && (isinf(low) || isinf(high)); k++) {
        if (isinf(w->heights[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "height node (%zu, %zu) is infinite, expected metres or NaN for "
                                   "a missing value",
                                   w->i + k % w->nx, w->j + k / w->nx);
        }
    }
    return TALUS_OK;
}

/// What a thread makes tiles in, and what it has found.
typedef struct surveyor {
    terrain_builder builder;
    terrain_tile tile;
    uint64_t digest;
    double z_min, steepest;
} surveyor;

/// Base rows under the rows of tiles, all columns. While one row of tiles is measured, the base rows
/// of the next are fetched.
typedef struct survey {
    talus_terrain *terrain;
    const talus_height_source *source;
    surveyor *surveyors; ///< one for each thread
    unsigned threads;
    double *heights[2];       ///< (window.ny x window.nx), owned
    terrain_window window[2]; ///< of row tj, and of the next, by `now`
    unsigned now;
    uint32_t tj;
    atomic_uint_fast32_t next; ///< tile of the row
    talus_status status;       ///< of fetching the next
    talus_error *error;
} survey;

/// Base rows under row tj of tiles: those that the window north of it has too are copied, the
/// others are fetched.
/// @param known NULL: nothing is known yet
static talus_status fetch_band(const survey *s, uint32_t tj, const terrain_window *known,
                               double *heights, terrain_window *window, talus_error *error)
{
    terrain_window w = terrain_tile_window(s->terrain, 0, tj);
    w.i = 0;
    w.nx = s->terrain->base.nx;
    w.heights = heights;
    const size_t end = w.j + w.ny, known_from = known == NULL ? end : known->j;
    const size_t fresh = (known_from < end ? known_from : end) - w.j;
    if (fresh < w.ny) {
        memcpy(heights + fresh * w.nx, known->heights, (w.ny - fresh) * w.nx * sizeof *heights);
    }
    *window = w;
    const talus_status status =
        s->source->fetch(s->source->user, 0, w.j, w.nx, fresh, heights, error);
    const terrain_window fetched = {heights, 0, w.j, w.nx, fresh};
    return status == TALUS_OK ? terrain_check_heights(&fetched, error) : status;
}

static void measure_tiles(void *context, unsigned worker)
{
    survey *s = context;
    talus_terrain *t = s->terrain;
    surveyor *own = &s->surveyors[worker];
    const terrain_window *window = &s->window[s->now];
    if (worker == 0 && s->tj > 0) {
        const unsigned other = 1 - s->now;
        s->status =
            fetch_band(s, s->tj - 1, window, s->heights[other], &s->window[other], s->error);
    }
    for (;;) {
        const uint32_t ti = (uint32_t)atomic_fetch_add(&s->next, 1u);
        if (ti >= t->tiles_x) {
            return;
        }
        const size_t index = (size_t)s->tj * t->tiles_x + ti;
        terrain_build_heights(t, ti, s->tj, window, &own->builder, &own->tile);
        own->digest += terrain_tile_digest(index, &own->tile);
        own->z_min = terrain_smaller(own->z_min, own->tile.lowest);
        own->steepest = terrain_larger(own->steepest, own->tile.steepest);
        t->tops[0].maxima[index] = own->tile.highest;
    }
}

static talus_status survey_bands(survey *s, talus_error *error)
{
    const uint32_t rows = s->terrain->tiles_y;
    talus_status status =
        fetch_band(s, rows - 1, NULL, s->heights[s->now], &s->window[s->now], error);
    for (uint32_t row = rows; row > 0 && status == TALUS_OK; row--) {
        s->tj = row - 1;
        atomic_store(&s->next, 0u);
        status = pool_run(s->threads, measure_tiles, s, NULL, NULL, error);
        status = status == TALUS_OK ? s->status : status;
        s->now = 1 - s->now;
    }
    for (unsigned k = 0; k < s->threads; k++) {
        talus_terrain *t = s->terrain;
        t->digest += s->surveyors[k].digest;
        t->z_min = terrain_smaller(t->z_min, s->surveyors[k].z_min);
        t->steepest = terrain_larger(t->steepest, s->surveyors[k].steepest);
    }
    return status;
}

talus_status terrain_survey(talus_terrain *t, const talus_height_source *source, unsigned threads,
                            talus_error *error)
{
    survey s = {.terrain = t,
                .source = source,
                .threads = threads != 0 ? threads : pool_core_count(),
                .error = error};
    s.threads = s.threads < t->tiles_x ? s.threads : t->tiles_x;
    // the most rows a tile needs with its apron, and one more where base and tile rows do not meet
    const size_t rows = (TERRAIN_APRON_NODES - 1) / t->roughness.refine + 3;
    const size_t band = rows * t->base.nx * sizeof(double);
    s.heights[0] = malloc(band);
    s.heights[1] = malloc(band);
    s.surveyors = malloc(s.threads * sizeof *s.surveyors);
    talus_status status = TALUS_OK;
    if (s.heights[0] == NULL || s.heights[1] == NULL || s.surveyors == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "no memory for %zu rows of %zu heights; cut the area", 2 * rows,
                                 t->base.nx);
    }
    for (unsigned k = 0; k < s.threads && status == TALUS_OK; k++) {
        s.surveyors[k].digest = 0;
        s.surveyors[k].z_min = (double)INFINITY;
        s.surveyors[k].steepest = 0.0;
    }
    if (status == TALUS_OK) {
        status = survey_bands(&s, error);
    }
    free(s.heights[0]);
    free(s.heights[1]);
    free(s.surveyors);
    return status;
}
