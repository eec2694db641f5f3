// SPDX-License-Identifier: GPL-3.0-or-later
// Data sets of deposits: drawn from simulated ones, how far apart two are, what describes one.
#include "studies/calibration/calibrate_score.h"

#include "foundation/base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

talus_status calibrate_set_like(const calibrate_set *set, calibrate_set *like, talus_error *error)
{
    *like = (calibrate_set){.count = set->count,
                            .xy = malloc(2 * set->count * sizeof *like->xy + 1),
                            .groups = malloc(set->count * sizeof *like->groups + 1),
                            .share = set->share};
    if (set->log_volumes != NULL) {
        like->log_volumes = malloc(set->count * sizeof *like->log_volumes + 1);
    }
    if (like->xy == NULL || like->groups == NULL ||
        (set->log_volumes != NULL && like->log_volumes == NULL)) {
        calibrate_set_clear(like);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the deposits");
    }
    memcpy(like->groups, set->groups, set->count * sizeof *like->groups);
    return TALUS_OK;
}

static void copy_deposit(const calibrate_cloud *cloud, size_t k, calibrate_set *drawn, size_t i)
{
    drawn->xy[2 * i] = cloud->xy[2 * k];
    drawn->xy[2 * i + 1] = cloud->xy[2 * k + 1];
    if (drawn->log_volumes != NULL) {
        drawn->log_volumes[i] = cloud->log_volumes[k];
    }
}

/// An event under way: its deposits are taken in turn from one of them on, so that the last event,
/// of which a part is taken, gives any of its pieces.
typedef struct event_walk {
    size_t first, size, at, left;
} event_walk;

static size_t next_deposit(const calibrate_cloud *cloud, size_t group, talus_random *rng,
                           event_walk *walk)
{
    if (walk->left == 0) {
        const size_t from = cloud->group_events[group];
        const double count = (double)(cloud->group_events[group + 1] - from);
        const size_t e = from + (size_t)(talus_random_uniform(rng) * count);
        walk->first = cloud->events[e];
        walk->size = walk->left = cloud->events[e + 1] - cloud->events[e];
        walk->at = (size_t)(talus_random_uniform(rng) * (double)walk->size);
    }
    const size_t k = walk->first + walk->at;
    walk->at = (walk->at + 1) % walk->size;
    walk->left--;
    return k;
}

static void draw_events(const calibrate_set *like, const calibrate_cloud *cloud, talus_random *rng,
                        calibrate_set *drawn)
{
    for (size_t g = 0; g < cloud->group_count; g++) {
        event_walk walk = {.left = 0};
        for (size_t i = 0; i < like->count; i++) {
            if (like->groups[i] != g) {
                continue;
            }
            size_t k = next_deposit(cloud, g, rng, &walk);
            while (talus_random_uniform(rng) >= like->share) {
                k = next_deposit(cloud, g, rng, &walk);
            }
            copy_deposit(cloud, k, drawn, i);
        }
    }
}

void calibrate_draw(const calibrate_set *like, const calibrate_cloud *cloud, talus_random *rng,
                    calibrate_set *drawn)
{
    if (cloud->events != NULL) {
        draw_events(like, cloud, rng, drawn);
        return;
    }
    for (size_t i = 0; i < like->count; i++) {
        const size_t g = like->groups[i];
        const double at =
            talus_random_uniform(rng) * (double)(cloud->starts[g + 1] - cloud->starts[g]);
        copy_deposit(cloud, cloud->starts[g] + (size_t)at, drawn, i);
    }
}

/// Displacement of point i of a set from the centre of its group.
static void displacement(const calibrate_set *set, const calibrate_frame *frame, size_t i,
                         double out[2])
{
    out[0] = set->xy[2 * i] - frame->centres[2 * set->groups[i]];
    out[1] = set->xy[2 * i + 1] - frame->centres[2 * set->groups[i] + 1];
}

/// Mean distance of displacements, of run-outs and of volumes, over all pairs of two sets.
static double mean_displacement_pair(const calibrate_set *a, const calibrate_set *b,
                                     const calibrate_frame *frame)
{
    static const double origin[2] = {0.0, 0.0};
    double sum = 0.0;
    for (size_t i = 0; i < a->count; i++) {
        double x[2], y[2];
        displacement(a, frame, i, x);
        const double r = calibrate_between(x, origin);
        for (size_t k = 0; k < b->count; k++) {
            displacement(b, frame, k, y);
            sum += calibrate_between(x, y) + fabs(r - calibrate_between(y, origin));
            if (a->log_volumes != NULL) {
                sum += frame->volume_scale * fabs(a->log_volumes[i] - b->log_volumes[k]);
            }
        }
    }
    return sum / ((double)a->count * (double)b->count);
}

double calibrate_distance(const calibrate_set *a, const calibrate_set *b,
                          const calibrate_frame *frame)
{
    return 2.0 * mean_displacement_pair(a, b, frame) - mean_displacement_pair(a, a, frame) -
           mean_displacement_pair(b, b, frame);
}

/// Between order statistics, linear.
static double sorted_quantile(const double *sorted, size_t count, double q)
{
    const double at = q * (double)(count - 1);
    const size_t below = (size_t)at;
    const double rest = at - (double)below;
    return below + 1 < count ? sorted[below] + rest * (sorted[below + 1] - sorted[below])
                             : sorted[count - 1];
}

double calibrate_volume_scale(const calibrate_set *set, const calibrate_frame *frame)
{
    double runouts = 0.0, volumes = 0.0;
    for (size_t i = 1; set->log_volumes != NULL && i < set->count; i++) {
        const double r = calibrate_point_value(CALIBRATE_RUNOUT, set, frame, i);
        for (size_t k = 0; k < i; k++) {
            runouts += fabs(r - calibrate_point_value(CALIBRATE_RUNOUT, set, frame, k));
            volumes += fabs(set->log_volumes[i] - set->log_volumes[k]);
        }
    }
    return volumes > 0.0 ? runouts / volumes : 0.0;
}

void calibrate_sort_points(calibrate_quantity quantity, const calibrate_set *set,
                           const calibrate_frame *frame, double *sorted)
{
    for (size_t i = 0; i < set->count; i++) {
        sorted[i] = calibrate_point_value(quantity, set, frame, i);
    }
    sort_numbers(sorted, set->count);
}

static void sorted_quantiles(const double *sorted, size_t count, double quantiles[3])
{
    quantiles[0] = sorted_quantile(sorted, count, 0.1);
    quantiles[1] = sorted_quantile(sorted, count, 0.5);
    quantiles[2] = sorted_quantile(sorted, count, 0.9);
}

size_t calibrate_summary_count(const calibrate_set *set)
{
    return set->log_volumes != NULL ? CALIBRATE_SUMMARIES : CALIBRATE_SUMMARIES_OF_PLACES;
}

void calibrate_summarise(const calibrate_set *set, const calibrate_frame *frame, double *scratch,
                         double *summaries)
{
    double sum = 0.0, square = 0.0;
    for (size_t i = 0; i < set->count; i++) {
        double x[2];
        displacement(set, frame, i, x);
        const double lateral = frame->direction[0] * x[1] - frame->direction[1] * x[0];
        sum += lateral;
        square += lateral * lateral;
    }
    summaries[3] = sum / (double)set->count;
    summaries[4] = sqrt(square / (double)set->count);
    if (set->log_volumes != NULL) {
        calibrate_sort_points(CALIBRATE_VOLUME, set, frame, scratch);
        sorted_quantiles(scratch, set->count, summaries + CALIBRATE_SUMMARIES_OF_PLACES);
    }
    calibrate_sort_points(CALIBRATE_RUNOUT, set, frame, scratch);
    sorted_quantiles(scratch, set->count, summaries);
}
