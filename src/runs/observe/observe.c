// SPDX-License-Identifier: GPL-3.0-or-later
// What all workers have in common.
#include "runs/observe/observe.h"
#include "physics/stepper/motion.h"
#include "runs/campaign/campaign.h"

#include <stdlib.h>
#include <string.h>

static void destroy_sets(observe_cells **sets, size_t count)
{
    for (size_t k = 0; sets != NULL && k < count; k++) {
        observe_cells_destroy(sets[k]);
    }
    free(sets);
}

static void destroy_cells(observe_shared *shared)
{
    destroy_sets(shared->cells, shared->stratum_count);
    destroy_sets(shared->near, shared->stratum_count);
    shared->cells = shared->near = NULL;
    shared->stratum_count = 0;
}

/// One set of cells per stratum. @return NULL when out of memory
static observe_cells **create_sets(const observe_shared *shared, size_t count, uint32_t quantities,
                                   uint32_t values)
{
    observe_cells **sets = calloc(count, sizeof *sets);
    for (size_t k = 0; sets != NULL && k < count; k++) {
        sets[k] = observe_cells_create(&shared->campaign->cells, &shared->units);
        if (sets[k] == NULL) {
            destroy_sets(sets, count);
            return NULL;
        }
        observe_cells_keep(sets[k], quantities, values);
    }
    return sets;
}

static bool create_cells(observe_shared *shared)
{
    const talus_campaign *campaign = shared->campaign;
    const bool has_near = campaign->reference_width > 0.0;
    const uint32_t hits = UINT32_C(1) << TALUS_HIT_ENERGY;
    shared->stratum_count = talus_campaign_stratum_count(campaign);
    shared->cells = create_sets(shared, shared->stratum_count, campaign->cell_quantities,
                                campaign_cell_values(campaign));
    if (has_near) {
        shared->near =
            create_sets(shared, shared->stratum_count, campaign->cell_quantities & hits, 0);
    }
    return shared->cells != NULL && (shared->near != NULL || !has_near);
}

talus_status observe_shared_init(observe_shared *shared, const talus_campaign *campaign,
                                 double heaviest, talus_error *error)
{
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    *shared = (observe_shared){.campaign = campaign, .units = observe_units_for(heaviest)};
    shared->track_count =
        (size_t)(campaign->recorded_rocks < rocks ? campaign->recorded_rocks : rocks);
    shared->axes = calloc(campaign->rock_class_count, sizeof *shared->axes);
    const bool has_cells = create_cells(shared);
    shared->tracks = calloc(shared->track_count + 1, sizeof *shared->tracks);
    const bool has_barriers = observe_barriers_init(&shared->barriers, campaign);
    const bool has_gauges = observe_gauges_init(&shared->gauges, campaign, &shared->units) &&
                            observe_screens_plan(campaign, &shared->screens) &&
                            observe_objects_plan(campaign, &shared->objects) &&
                            observe_dams_plan(campaign, &shared->dams);
    if (shared->axes == NULL || !has_cells || shared->tracks == NULL || !has_gauges ||
        !has_barriers) {
        observe_shared_clear(shared);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for the statistics of %zu x %zu cells",
                               campaign->cells.nx, campaign->cells.ny);
    }
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        shared->axes[k] = observe_axes_of(campaign->rocks[k].rock->inertia);
    }
    return TALUS_OK;
}

void observe_shared_clear(observe_shared *shared)
{
    for (size_t k = 0; shared->tracks != NULL && k < shared->track_count; k++) {
        free(shared->tracks[k].points);
    }
    free(shared->tracks);
    free(shared->impacts.items);
    free(shared->breaks.items);
    observe_fragments_clear(&shared->fragments);
    free(shared->axes);
    observe_gauges_clear(&shared->gauges);
    plan_clear(&shared->screens);
    plan_clear(&shared->objects);
    plan_clear(&shared->dams);
    destroy_cells(shared);
    observe_barriers_clear(&shared->barriers);
    *shared = (observe_shared){0};
}

bool observe_shared_empty(observe_shared *shared)
{
    for (size_t k = 0; k < shared->track_count; k++) {
        free(shared->tracks[k].points);
        shared->tracks[k] = (talus_track){0};
    }
    shared->impacts.count = shared->breaks.count = 0;
    observe_fragments_empty(&shared->fragments);
    for (size_t k = 0; k < shared->barriers.sum_count; k++) {
        atomic_store(&shared->barriers.sums[k], 0);
    }
    destroy_cells(shared);
    observe_gauges_clear(&shared->gauges);
    const bool has_cells = create_cells(shared);
    return observe_gauges_init(&shared->gauges, shared->campaign, &shared->units) && has_cells;
}

bool observe_shared_order(observe_shared *shared)
{
    const size_t rocks = shared->track_count;
    size_t kept = 0;
    for (size_t k = 0; k < rocks; k++) {
        if (shared->tracks[k].points != NULL) {
            shared->tracks[kept++] = shared->tracks[k];
        }
    }
    shared->track_count = kept;
    shared->is_ordered = true;
    observe_gauges_order(&shared->gauges);
    observe_breaks_sort(&shared->breaks);
    observe_fragments_sort(&shared->fragments);
    return observe_impacts_sort(&shared->impacts, rocks);
}

const talus_track *observe_shared_track(const observe_shared *shared, uint64_t rock)
{
    const talus_track *tracks = shared->tracks;
    size_t low = 0, high = shared->track_count;
    if (!shared->is_ordered) {
        low = rock < high ? rock : high;
    } else {
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (tracks[middle].rock < rock) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    return low < shared->track_count && tracks[low].points != NULL && tracks[low].rock == rock
               ? &tracks[low]
               : NULL;
}
