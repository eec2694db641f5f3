// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the heights of a terrain whose tiles come on demand: what has to be known of all of
// them before the first rock.
#include "physics/terrain/on_demand.h"

#include "foundation/base/pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

talus_status terrain_check_heights(const terrain_window *w, talus_error *error)
{
    for (size_t k = 0; k < w->nx * w->ny; k++) {
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

/// Base rows under a row of tiles, all columns.
typedef struct survey {
    talus_terrain *terrain;
    const talus_height_source *source;
    surveyor *surveyors; ///< one for each thread
    unsigned threads;
    double *heights; ///< (window.ny x window.nx), owned
    terrain_window window;
    uint32_t tj;
    atomic_uint_fast32_t next; ///< tile of the row
} survey;

static void measure_tiles(void *context, unsigned worker)
{
    survey *s = context;
    talus_terrain *t = s->terrain;
    surveyor *own = &s->surveyors[worker];
    for (;;) {
        const uint32_t ti = (uint32_t)atomic_fetch_add(&s->next, 1u);
        if (ti >= t->tiles_x) {
            return;
        }
        const size_t index = (size_t)s->tj * t->tiles_x + ti;
        terrain_build_tile(t, ti, s->tj, &s->window, &own->builder, &own->tile);
        own->digest += terrain_tile_digest(index, &own->tile);
        own->z_min = terrain_smaller(own->z_min, own->tile.lowest);
        own->steepest = terrain_larger(own->steepest, own->tile.steepest);
        t->tops[0].maxima[index] = own->tile.highest;
    }
}

/// Rows of the next window that the last one, which lies north of it, has too, move to its top; the
/// others are fetched.
static talus_status fetch_band(survey *s, talus_error *error)
{
    terrain_window next = terrain_tile_window(s->terrain, 0, s->tj);
    next.i = 0;
    next.nx = s->terrain->base.nx;
    next.heights = s->heights;
    const size_t end = next.j + next.ny, known_from = s->window.heights == NULL ? end : s->window.j;
    const size_t fresh = (known_from < end ? known_from : end) - next.j;
    memmove(s->heights + fresh * next.nx, s->heights,
            (next.ny - fresh) * next.nx * sizeof *s->heights);
    s->window = next;
    const talus_status status =
        s->source->fetch(s->source->user, 0, next.j, next.nx, fresh, s->heights, error);
    const terrain_window fetched = {s->heights, 0, next.j, next.nx, fresh};
    return status == TALUS_OK ? terrain_check_heights(&fetched, error) : status;
}

static talus_status survey_bands(survey *s, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (uint32_t row = s->terrain->tiles_y; row > 0 && status == TALUS_OK; row--) {
        s->tj = row - 1;
        status = fetch_band(s, error);
        if (status == TALUS_OK) {
            atomic_store(&s->next, 0u);
            status = pool_run(s->threads, measure_tiles, s, NULL, NULL, error);
        }
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
    survey s = {
        .terrain = t, .source = source, .threads = threads != 0 ? threads : pool_core_count()};
    s.threads = s.threads < t->tiles_x ? s.threads : t->tiles_x;
    // the most rows a tile needs with its apron, and one more where base and tile rows do not meet
    const size_t rows = (TERRAIN_APRON_NODES - 1) / t->roughness.refine + 3;
    s.heights = malloc(rows * t->base.nx * sizeof *s.heights);
    s.surveyors = malloc(s.threads * sizeof *s.surveyors);
    talus_status status = TALUS_OK;
    if (s.heights == NULL || s.surveyors == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "no memory for %zu rows of %zu heights; cut the area", rows,
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
    free(s.heights);
    free(s.surveyors);
    return status;
}
