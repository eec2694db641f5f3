// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated deposits: where the rocks of a run ended, or all bodies of its events.
#include "runs/campaign/campaign.h"
#include "runs/ensemble/accessors.h"
#include "studies/calibration/calibrate_internal.h"

#include <math.h>
#include <stdlib.h>

/// A cloud of many runs keeps about this many rocks.
static const double most_kept = 1e4;

/// What a run left, on its way into a cloud: groups and events come in order.
typedef struct gathering {
    const calibrate_study *study;
    calibrate_cloud *cloud;
    size_t count, event_count, group;
    size_t unfinished, left; ///< bodies that diverged; that ended at the edge of the DEM
} gathering;

size_t calibrate_group_of(const calibrate_study *study, const talus_rock_record *record)
{
    return study->named ? record->release : 0;
}

static talus_status make_room(const calibrate_study *study, size_t rocks, size_t most,
                              bool has_bodies, calibrate_cloud *cloud, talus_error *error)
{
    const size_t groups = study->frame.group_count;
    *cloud = (calibrate_cloud){.group_count = groups,
                               .starts = calloc(groups + 1, sizeof *cloud->starts),
                               .xy = malloc(2 * most * sizeof *cloud->xy + 1)};
    bool good = cloud->starts != NULL && cloud->xy != NULL;
    if (study->has_volumes) {
        cloud->log_volumes = malloc(most * sizeof *cloud->log_volumes + 1);
        good = good && cloud->log_volumes != NULL;
    }
    if (has_bodies) {
        cloud->events = calloc(rocks + 1, sizeof *cloud->events);
        cloud->group_events = calloc(groups + 1, sizeof *cloud->group_events);
        good = good && cloud->events != NULL && cloud->group_events != NULL;
    }
    if (!good) {
        calibrate_cloud_clear(cloud);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu rocks", most);
    }
    return TALUS_OK;
}

/// A body that ended. What is smaller than what was observed is left out on both sides.
static void add(gathering *g, talus_outcome outcome, double x, double y, double volume)
{
    if (outcome == TALUS_DIVERGED || !isfinite(x) || !isfinite(y)) {
        g->unfinished++;
        return;
    }
    if (g->study->has_volumes && volume < g->study->least_volume) {
        return;
    }
    calibrate_cloud *cloud = g->cloud;
    cloud->starts[g->group + 1]++;
    cloud->xy[2 * g->count] = x;
    cloud->xy[2 * g->count + 1] = y;
    if (cloud->log_volumes != NULL) {
        cloud->log_volumes[g->count] = talus_log(volume);
    }
    g->left += outcome == TALUS_LEFT_DOMAIN || outcome == TALUS_ENTERED_NODATA;
    g->count++;
}

/// The bodies of an event that did not break: the rock as released, whose path ends where it did, and
/// the others. The record itself has the end of the farthest one alone.
static void add_event(gathering *g, const talus_rock_record *record, const talus_track *track,
                      const talus_fragment *bodies, size_t count)
{
    const size_t before = g->count;
    if (record->outcome != TALUS_BROKEN) {
        const talus_track_point *end = &track->points[track->count - 1];
        add(g, record->outcome, end->x, end->y, record->volume);
    }
    for (size_t k = 0; k < count; k++) {
        if (bodies[k].outcome != TALUS_BROKEN) {
            add(g, bodies[k].outcome, bodies[k].end.x, bodies[k].end.y, bodies[k].volume);
        }
    }
    if (g->count > before) {
        g->cloud->group_events[g->group + 1]++;
        g->cloud->events[++g->event_count] = g->count;
    }
}

/// Share of the rocks that ended at the edge of the DEM or of a hole in it.
static double share_left(const talus_totals *totals, size_t rocks)
{
    return (double)(totals->outcomes[TALUS_LEFT_DOMAIN] + totals->outcomes[TALUS_ENTERED_NODATA]) /
           (double)rocks;
}

static void gather(gathering *g, const talus_results *results, size_t rocks, bool has_bodies)
{
    size_t track_count, fragment_count, track = 0, fragment = 0;
    const talus_rock_record *records = ensemble_records(results);
    const talus_track *tracks = ensemble_tracks(results, &track_count);
    const talus_fragment *fragments = ensemble_fragments(results, &fragment_count);
    for (size_t k = 0; k < rocks; k++) {
        const talus_rock_record *record = &records[k];
        g->group = calibrate_group_of(g->study, record);
        if (!has_bodies) {
            add(g, record->done ? record->outcome : TALUS_DIVERGED, record->end.r.x,
                record->end.r.y, record->volume);
            continue;
        }
        while (track < track_count && tracks[track].rock < k) {
            track++;
        }
        const size_t first = fragment;
        while (fragment < fragment_count && fragments[fragment].rock == k) {
            fragment++;
        }
        if (track < track_count && tracks[track].rock == k) {
            add_event(g, record, &tracks[track], fragments + first, fragment - first);
        }
    }
}

void calibrate_record_bodies(talus_campaign *campaign)
{
    const bool has_bodies = campaign_has_bodies(campaign);
    campaign->recorded_rocks = has_bodies ? talus_campaign_rock_count(campaign) : 0;
    campaign->sample_time = has_bodies ? 1e6 : campaign->sample_time; // first and last point alone
}

talus_status calibrate_read_cloud(calibrate_study *study, const talus_results *results,
                                  calibrate_cloud *cloud, double *left, talus_error *error)
{
    const size_t rocks = (size_t)study->rocks;
    const bool has_bodies = campaign_has_bodies(talus_world_campaign(study->world));
    size_t fragment_count;
    (void)ensemble_fragments(results, &fragment_count);
    const talus_status status =
        make_room(study, rocks, rocks + fragment_count, has_bodies, cloud, error);
    if (status != TALUS_OK) {
        return status;
    }
    gathering g = {.study = study, .cloud = cloud};
    gather(&g, results, rocks, has_bodies);
    study->unfinished += g.unfinished;
    for (size_t k = 0; k < cloud->group_count; k++) {
        cloud->starts[k + 1] += cloud->starts[k];
    }
    for (size_t k = 0; cloud->events != NULL && k < cloud->group_count; k++) {
        cloud->group_events[k + 1] += cloud->group_events[k];
    }
    *left = !has_bodies    ? share_left(ensemble_totals(results), rocks)
            : g.count == 0 ? 0.0
                           : (double)g.left / (double)g.count;
    return TALUS_OK;
}

/// Mean over the rocks of every group of where they started.
static talus_status find_centres(const calibrate_study *study, const talus_rock_record *records,
                                 calibrate_frame *frame, talus_error *error)
{
    const size_t groups = frame->group_count;
    double *counts = calloc(groups, sizeof *counts);
    frame->centres = calloc(2 * groups, sizeof *frame->centres);
    if (counts == NULL || frame->centres == NULL) {
        free(counts);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the releases");
    }
    for (size_t k = 0; k < study->rocks; k++) {
        const size_t g = calibrate_group_of(study, &records[k]);
        counts[g] += 1.0;
        frame->centres[2 * g] += records[k].start.r.x;
        frame->centres[2 * g + 1] += records[k].start.r.y;
    }
    for (size_t g = 0; g < groups; g++) {
        frame->centres[2 * g] /= fmax(1.0, counts[g]);
        frame->centres[2 * g + 1] /= fmax(1.0, counts[g]);
    }
    free(counts);
    return TALUS_OK;
}

talus_status calibrate_make_frame(calibrate_study *study, const talus_results *results,
                                  talus_error *error)
{
    calibrate_frame *frame = &study->frame;
    frame->group_count = study->named ? talus_world_campaign(study->world)->release_count : 1;
    const talus_status status = find_centres(study, ensemble_records(results), frame, error);
    if (status != TALUS_OK) {
        return status;
    }
    double x = 0.0, y = 0.0;
    for (size_t i = 0; i < study->training.count; i++) {
        x += study->training.xy[2 * i] - frame->centres[2 * study->training.groups[i]];
        y += study->training.xy[2 * i + 1] - frame->centres[2 * study->training.groups[i] + 1];
    }
    const double length = sqrt(x * x + y * y);
    frame->direction[0] = length > 0.0 ? x / length : 1.0;
    frame->direction[1] = length > 0.0 ? y / length : 0.0;
    frame->volume_scale = calibrate_volume_scale(&study->training, frame);
    return TALUS_OK;
}

/// Room for `count` deposits of the kind of `like`, not in events.
static bool make_joint(const calibrate_cloud *like, size_t count, calibrate_cloud *all)
{
    *all = (calibrate_cloud){.group_count = like->group_count,
                             .starts = calloc(like->group_count + 1, sizeof *all->starts),
                             .xy = malloc(2 * count * sizeof *all->xy + 1)};
    if (like->log_volumes != NULL) {
        all->log_volumes = malloc(count * sizeof *all->log_volumes + 1);
    }
    return all->starts != NULL && all->xy != NULL &&
           (all->log_volumes != NULL || like->log_volumes == NULL);
}

/// Number `i` of the `requested` ones of `size`. Those of events come by size, so a step that fits the
/// events would take the same pieces of all: within each step one is drawn.
static size_t pick(const calibrate_cloud *cloud, size_t i, size_t size, size_t requested,
                   talus_random *rng)
{
    if (cloud->events == NULL || requested == size) {
        return i * size / requested;
    }
    const double at = ((double)i + talus_random_uniform(rng)) * (double)size / (double)requested;
    return at < (double)size ? (size_t)at : size - 1;
}

talus_status calibrate_join(const calibrate_cloud *clouds, size_t count, calibrate_cloud *all,
                            talus_error *error)
{
    const size_t groups = clouds[0].group_count;
    size_t total = 0;
    for (size_t k = 0; k < count; k++) {
        total += clouds[k].starts[groups];
    }
    if (!make_joint(&clouds[0], total, all)) {
        calibrate_cloud_clear(all);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu rocks", total);
    }
    // of each run and group, at least two
    const double kept = fmax(2.0, most_kept / (double)(groups * count));
    talus_random rng = {.seed = total};
    size_t n = 0;
    for (size_t g = 0; g < groups; g++) {
        for (size_t k = 0; k < count; k++) {
            const size_t from = clouds[k].starts[g], size = clouds[k].starts[g + 1] - from;
            const size_t requested = (double)size > kept ? (size_t)kept : size;
            for (size_t i = 0; i < requested; i++) {
                const size_t at = from + pick(&clouds[k], i, size, requested, &rng);
                all->xy[2 * n] = clouds[k].xy[2 * at];
                all->xy[2 * n + 1] = clouds[k].xy[2 * at + 1];
                if (all->log_volumes != NULL) {
                    all->log_volumes[n] = clouds[k].log_volumes[at];
                }
                n++;
            }
        }
        all->starts[g + 1] = n;
    }
    return TALUS_OK;
}
