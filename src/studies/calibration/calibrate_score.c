// SPDX-License-Identifier: GPL-3.0-or-later
// Energy scores of deposits, and distributions of what was simulated.
#include "studies/calibration/calibrate_score.h"

#include <math.h>
#include <stdlib.h>

/// Up to this many rocks of a group all pairs are taken, beyond that many times PARTNERS.
enum { MOST_PAIRED = 3000, PARTNERS = 100 };

typedef struct weighted {
    double value, weight;
} weighted;

static int by_value(const void *a, const void *b)
{
    const weighted *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

void calibrate_set_clear(calibrate_set *set)
{
    free(set->xy);
    free(set->log_volumes);
    free(set->groups);
    *set = (calibrate_set){0};
}

void calibrate_cloud_clear(calibrate_cloud *cloud)
{
    free(cloud->xy);
    free(cloud->log_volumes);
    free(cloud->starts);
    free(cloud->events);
    free(cloud->group_events);
    *cloud = (calibrate_cloud){0};
}

static size_t size_of(const calibrate_cloud *cloud, size_t group)
{
    return cloud->starts[group + 1] - cloud->starts[group];
}

static size_t points_in(const calibrate_set *set, size_t group)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++) {
        count += set->groups[i] == group;
    }
    return count;
}

/// Weight of a rock of every group: points of the set in it over points of the set and rocks in it.
static double group_weight(const calibrate_set *set, const calibrate_cloud *cloud, size_t group)
{
    const size_t points = points_in(set, group);
    return points == 0 ? 0.0
                       : (double)points / ((double)set->count * (double)size_of(cloud, group));
}

/// Mean distance of two different rocks of a group.
static double mean_pair(const calibrate_cloud *cloud, size_t group)
{
    const size_t n = size_of(cloud, group);
    const double *xy = cloud->xy + 2 * cloud->starts[group];
    double sum = 0.0, count = 0.0;
    if (n <= MOST_PAIRED) {
        for (size_t i = 1; i < n; i++) {
            for (size_t j = 0; j < i; j++) {
                sum += calibrate_between(xy + 2 * i, xy + 2 * j);
            }
        }
        return sum / (0.5 * (double)n * (double)(n - 1));
    }
    talus_random rng = {.seed = n};
    for (size_t k = 0; k < (size_t)MOST_PAIRED * PARTNERS; k++) {
        const size_t i = (size_t)(talus_random_uniform(&rng) * (double)n);
        const size_t j = (size_t)(talus_random_uniform(&rng) * (double)n);
        if (i != j) {
            sum += calibrate_between(xy + 2 * i, xy + 2 * j);
            count += 1.0;
        }
    }
    return sum / count;
}

void calibrate_runouts(const calibrate_frame *frame, const calibrate_cloud *cloud, double *runouts)
{
    for (size_t g = 0; g < cloud->group_count; g++) {
        for (size_t i = cloud->starts[g]; i < cloud->starts[g + 1]; i++) {
            runouts[i] = calibrate_between(cloud->xy + 2 * i, frame->centres + 2 * g);
        }
    }
}

double calibrate_point_value(calibrate_quantity quantity, const calibrate_set *set,
                             const calibrate_frame *frame, size_t i)
{
    return quantity == CALIBRATE_VOLUME
               ? set->log_volumes[i]
               : calibrate_between(set->xy + 2 * i, frame->centres + 2 * set->groups[i]);
}

/// Values with the weights that the set gives them, ascending; malloc'd. NULL: out of memory.
static weighted *sorted_values(calibrate_quantity quantity, const calibrate_set *set,
                               const calibrate_frame *frame, const calibrate_cloud *cloud,
                               size_t *count)
{
    const size_t n = cloud->starts[cloud->group_count];
    weighted *sorted = malloc(n * sizeof *sorted + 1);
    *count = 0;
    for (size_t g = 0; sorted != NULL && g < cloud->group_count; g++) {
        const double weight = group_weight(set, cloud, g);
        for (size_t i = cloud->starts[g]; weight > 0.0 && i < cloud->starts[g + 1]; i++) {
            const double value = quantity == CALIBRATE_VOLUME
                                     ? cloud->log_volumes[i]
                                     : calibrate_between(cloud->xy + 2 * i, frame->centres + 2 * g);
            sorted[(*count)++] = (weighted){value, weight};
        }
    }
    if (sorted != NULL) {
        qsort(sorted, *count, sizeof *sorted, by_value);
    }
    return sorted;
}

/// Mean of |X - X'| over two different rocks, weighted.
static double mean_value_pair(const weighted *sorted, size_t count)
{
    double sum = 0.0, below = 0.0, moment = 0.0, square = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += 2.0 * sorted[i].weight * (sorted[i].value * below - moment);
        below += sorted[i].weight;
        moment += sorted[i].weight * sorted[i].value;
        square += sorted[i].weight * sorted[i].weight;
    }
    return sum / (below * below - square);
}

/// Sum of w |x - X| over the sorted values, for every point's x; mean over the points.
static double mean_value_cross(calibrate_quantity quantity, const calibrate_set *set,
                               const calibrate_frame *frame, const weighted *sorted, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < set->count; i++) {
        const double x = calibrate_point_value(quantity, set, frame, i);
        for (size_t k = 0; k < count; k++) {
            sum += sorted[k].weight * fabs(x - sorted[k].value);
        }
    }
    return sum / (double)set->count;
}

/// E|x - X| - 1/2 E|X - X'| of the pooled values; mean over the points.
static talus_status score_values(calibrate_quantity quantity, const calibrate_set *set,
                                 const calibrate_frame *frame, const calibrate_cloud *cloud,
                                 double *score, talus_error *error)
{
    size_t count;
    weighted *sorted = sorted_values(quantity, set, frame, cloud, &count);
    if (sorted == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the run-outs");
    }
    *score = mean_value_cross(quantity, set, frame, sorted, count) -
             0.5 * mean_value_pair(sorted, count);
    free(sorted);
    return TALUS_OK;
}

/// Mean distance of a point to the rocks of its group; mean over the points.
static double mean_point_cross(const calibrate_set *set, const calibrate_cloud *cloud)
{
    double sum = 0.0;
    for (size_t i = 0; i < set->count; i++) {
        const size_t g = set->groups[i];
        double own = 0.0;
        for (size_t k = cloud->starts[g]; k < cloud->starts[g + 1]; k++) {
            own += calibrate_between(set->xy + 2 * i, cloud->xy + 2 * k);
        }
        sum += own / (double)size_of(cloud, g);
    }
    return sum / (double)set->count;
}

talus_status calibrate_cloud_check(const calibrate_set *set, const calibrate_cloud *cloud,
                                   talus_error *error)
{
    for (size_t g = 0; g < cloud->group_count; g++) {
        const size_t points = points_in(set, g);
        if (points > 0 && size_of(cloud, g) < 2) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "release %zu has %zu observed deposits and %zu simulated ones, "
                                   "expected at least 2 rocks: simulate more with --rocks",
                                   g, points, size_of(cloud, g));
        }
    }
    return TALUS_OK;
}

talus_status calibrate_score_of(const calibrate_set *set, const calibrate_frame *frame,
                                const calibrate_cloud *cloud, calibrate_score *score,
                                talus_error *error)
{
    *score = (calibrate_score){(double)NAN, (double)NAN, (double)NAN};
    talus_status status = calibrate_cloud_check(set, cloud, error);
    if (status != TALUS_OK) {
        return status;
    }
    double pairs = 0.0;
    for (size_t g = 0; g < cloud->group_count; g++) {
        const size_t points = points_in(set, g);
        pairs += points > 0 ? (double)points * mean_pair(cloud, g) : 0.0;
    }
    score->energy = mean_point_cross(set, cloud) - 0.5 * pairs / (double)set->count;
    score->volume = 0.0;
    status = score_values(CALIBRATE_RUNOUT, set, frame, cloud, &score->runout, error);
    if (status == TALUS_OK && set->log_volumes != NULL) {
        status = score_values(CALIBRATE_VOLUME, set, frame, cloud, &score->volume, error);
        score->volume *= frame->volume_scale;
    }
    return status;
}

double calibrate_score_sum(const calibrate_score *score)
{
    return score->energy + score->runout + score->volume;
}

double calibrate_cross(const calibrate_set *set, const calibrate_frame *frame,
                       const calibrate_cloud *cloud, const double *runouts)
{
    double sum = 0.0;
    for (size_t g = 0; g < cloud->group_count; g++) {
        const double weight = group_weight(set, cloud, g);
        for (size_t i = 0; weight > 0.0 && i < set->count; i++) {
            const double r =
                calibrate_between(set->xy + 2 * i, frame->centres + 2 * set->groups[i]);
            double own = 0.0, volumes = 0.0;
            for (size_t k = cloud->starts[g]; k < cloud->starts[g + 1]; k++) {
                own += fabs(r - runouts[k]);
            }
            for (size_t k = cloud->starts[g]; set->log_volumes != NULL && k < cloud->starts[g + 1];
                 k++) {
                volumes += fabs(set->log_volumes[i] - cloud->log_volumes[k]);
            }
            sum += weight * (own + frame->volume_scale * volumes);
        }
    }
    return mean_point_cross(set, cloud) + sum / (double)set->count;
}

talus_status calibrate_curve_of(calibrate_quantity quantity, const calibrate_set *set,
                                const calibrate_frame *frame, const calibrate_cloud *cloud,
                                calibrate_curve *curve, talus_error *error)
{
    size_t count;
    weighted *sorted = sorted_values(quantity, set, frame, cloud, &count);
    *curve = (calibrate_curve){.value = malloc(count * sizeof *curve->value + 1),
                               .share = malloc(count * sizeof *curve->share + 1)};
    if (sorted == NULL || curve->value == NULL || curve->share == NULL) {
        free(sorted);
        calibrate_curve_clear(curve);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the run-outs");
    }
    double sum = 0.0;
    for (curve->count = 0; curve->count < count; curve->count++) {
        sum += sorted[curve->count].weight;
        curve->value[curve->count] = sorted[curve->count].value;
        curve->share[curve->count] = sum;
    }
    free(sorted);
    return TALUS_OK;
}

void calibrate_curve_clear(calibrate_curve *curve)
{
    free(curve->value);
    free(curve->share);
    *curve = (calibrate_curve){0};
}

talus_status calibrate_quantiles(calibrate_quantity quantity, const calibrate_set *set,
                                 const calibrate_frame *frame, const calibrate_cloud *cloud,
                                 double quantiles[3], talus_error *error)
{
    static const double levels[3] = {0.1, 0.5, 0.9};
    calibrate_curve curve;
    const talus_status status = calibrate_curve_of(quantity, set, frame, cloud, &curve, error);
    for (int k = 0; k < 3; k++) {
        size_t i = 0;
        while (i + 1 < curve.count && curve.share[i] < levels[k]) {
            i++;
        }
        quantiles[k] = curve.count > 0 ? curve.value[i] : (double)NAN;
    }
    calibrate_curve_clear(&curve);
    return status;
}
