// SPDX-License-Identifier: GPL-3.0-or-later
// Energy scores of deposits, data sets drawn from them, and what describes a data set.
#include "studies/calibration/calibrate_score.h"

#include "foundation/base/sort.h"

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
    free(set->groups);
    *set = (calibrate_set){0};
}

void calibrate_cloud_clear(calibrate_cloud *cloud)
{
    free(cloud->xy);
    free(cloud->starts);
    *cloud = (calibrate_cloud){0};
}

static double distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
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
                sum += distance(xy + 2 * i, xy + 2 * j);
            }
        }
        return sum / (0.5 * (double)n * (double)(n - 1));
    }
    talus_random rng = {.seed = n};
    for (size_t k = 0; k < (size_t)MOST_PAIRED * PARTNERS; k++) {
        const size_t i = (size_t)(talus_random_uniform(&rng) * (double)n);
        const size_t j = (size_t)(talus_random_uniform(&rng) * (double)n);
        if (i != j) {
            sum += distance(xy + 2 * i, xy + 2 * j);
            count += 1.0;
        }
    }
    return sum / count;
}

void calibrate_runouts(const calibrate_frame *frame, const calibrate_cloud *cloud, double *runouts)
{
    for (size_t g = 0; g < cloud->group_count; g++) {
        for (size_t i = cloud->starts[g]; i < cloud->starts[g + 1]; i++) {
            runouts[i] = distance(cloud->xy + 2 * i, frame->centres + 2 * g);
        }
    }
}

/// Run-outs with the weights that the set gives them, ascending; malloc'd. NULL: out of memory.
static weighted *sorted_runouts(const calibrate_set *set, const calibrate_frame *frame,
                                const calibrate_cloud *cloud, size_t *count)
{
    const size_t n = cloud->starts[cloud->group_count];
    weighted *sorted = malloc(n * sizeof *sorted + 1);
    *count = 0;
    for (size_t g = 0; sorted != NULL && g < cloud->group_count; g++) {
        const double weight = group_weight(set, cloud, g);
        for (size_t i = cloud->starts[g]; weight > 0.0 && i < cloud->starts[g + 1]; i++) {
            const double runout = distance(cloud->xy + 2 * i, frame->centres + 2 * g);
            sorted[(*count)++] = (weighted){runout, weight};
        }
    }
    if (sorted != NULL) {
        qsort(sorted, *count, sizeof *sorted, by_value);
    }
    return sorted;
}

/// Mean of |R - R'| over two different rocks, weighted.
static double mean_runout_pair(const weighted *sorted, size_t count)
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

/// Sum of w |r - R| over the sorted run-outs, for every point's r; mean over the points.
static double mean_runout_cross(const calibrate_set *set, const calibrate_frame *frame,
                                const weighted *sorted, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < set->count; i++) {
        const double r = distance(set->xy + 2 * i, frame->centres + 2 * set->groups[i]);
        for (size_t k = 0; k < count; k++) {
            sum += sorted[k].weight * fabs(r - sorted[k].value);
        }
    }
    return sum / (double)set->count;
}

/// Mean distance of a point to the rocks of its group; mean over the points.
static double mean_point_cross(const calibrate_set *set, const calibrate_cloud *cloud)
{
    double sum = 0.0;
    for (size_t i = 0; i < set->count; i++) {
        const size_t g = set->groups[i];
        double own = 0.0;
        for (size_t k = cloud->starts[g]; k < cloud->starts[g + 1]; k++) {
            own += distance(set->xy + 2 * i, cloud->xy + 2 * k);
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
    *score = (calibrate_score){(double)NAN, (double)NAN};
    const talus_status status = calibrate_cloud_check(set, cloud, error);
    if (status != TALUS_OK) {
        return status;
    }
    double pairs = 0.0;
    for (size_t g = 0; g < cloud->group_count; g++) {
        const size_t points = points_in(set, g);
        pairs += points > 0 ? (double)points * mean_pair(cloud, g) : 0.0;
    }
    size_t count;
    weighted *sorted = sorted_runouts(set, frame, cloud, &count);
    if (sorted == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the run-outs");
    }
    score->energy = mean_point_cross(set, cloud) - 0.5 * pairs / (double)set->count;
    score->runout =
        mean_runout_cross(set, frame, sorted, count) - 0.5 * mean_runout_pair(sorted, count);
    free(sorted);
    return TALUS_OK;
}

double calibrate_cross(const calibrate_set *set, const calibrate_frame *frame,
                       const calibrate_cloud *cloud, const double *runouts)
{
    double sum = 0.0;
    for (size_t g = 0; g < cloud->group_count; g++) {
        const double weight = group_weight(set, cloud, g);
        for (size_t i = 0; weight > 0.0 && i < set->count; i++) {
            const double r = distance(set->xy + 2 * i, frame->centres + 2 * set->groups[i]);
            double own = 0.0;
            for (size_t k = cloud->starts[g]; k < cloud->starts[g + 1]; k++) {
                own += fabs(r - runouts[k]);
            }
            sum += weight * own;
        }
    }
    return mean_point_cross(set, cloud) + sum / (double)set->count;
}

void calibrate_draw(const calibrate_set *like, const calibrate_cloud *cloud, talus_random *rng,
                    double *xy)
{
    for (size_t i = 0; i < like->count; i++) {
        const size_t g = like->groups[i];
        const double at = talus_random_uniform(rng) * (double)size_of(cloud, g);
        const size_t k = cloud->starts[g] + (size_t)at;
        xy[2 * i] = cloud->xy[2 * k];
        xy[2 * i + 1] = cloud->xy[2 * k + 1];
    }
}

/// Displacement of point i of a set from the centre of its group.
static void displacement(const calibrate_set *set, const calibrate_frame *frame, size_t i,
                         double out[2])
{
    out[0] = set->xy[2 * i] - frame->centres[2 * set->groups[i]];
    out[1] = set->xy[2 * i + 1] - frame->centres[2 * set->groups[i] + 1];
}

/// Mean distance of displacements, and of run-outs, over all pairs of two sets.
static double mean_displacement_pair(const calibrate_set *a, const calibrate_set *b,
                                     const calibrate_frame *frame)
{
    static const double origin[2] = {0.0, 0.0};
    double sum = 0.0;
    for (size_t i = 0; i < a->count; i++) {
        double x[2], y[2];
        displacement(a, frame, i, x);
        const double r = distance(x, origin);
        for (size_t k = 0; k < b->count; k++) {
            displacement(b, frame, k, y);
            sum += distance(x, y) + fabs(r - distance(y, origin));
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

void calibrate_summarise(const calibrate_set *set, const calibrate_frame *frame, double *scratch,
                         double summaries[CALIBRATE_SUMMARIES])
{
    double sum = 0.0, square = 0.0;
    for (size_t i = 0; i < set->count; i++) {
        const double *centre = frame->centres + 2 * set->groups[i];
        const double x = set->xy[2 * i] - centre[0], y = set->xy[2 * i + 1] - centre[1];
        const double lateral = frame->direction[0] * y - frame->direction[1] * x;
        scratch[i] = sqrt(x * x + y * y);
        sum += lateral;
        square += lateral * lateral;
    }
    sort_numbers(scratch, set->count);
    summaries[0] = sorted_quantile(scratch, set->count, 0.1);
    summaries[1] = sorted_quantile(scratch, set->count, 0.5);
    summaries[2] = sorted_quantile(scratch, set->count, 0.9);
    summaries[3] = sum / (double)set->count;
    summaries[4] = sqrt(square / (double)set->count);
}

talus_status calibrate_runout_curve(const calibrate_set *set, const calibrate_frame *frame,
                                    const calibrate_cloud *cloud, calibrate_curve *curve,
                                    talus_error *error)
{
    size_t count;
    weighted *sorted = sorted_runouts(set, frame, cloud, &count);
    *curve = (calibrate_curve){.runout = malloc(count * sizeof *curve->runout + 1),
                               .share = malloc(count * sizeof *curve->share + 1)};
    if (sorted == NULL || curve->runout == NULL || curve->share == NULL) {
        free(sorted);
        calibrate_curve_clear(curve);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the run-outs");
    }
    double sum = 0.0;
    for (curve->count = 0; curve->count < count; curve->count++) {
        sum += sorted[curve->count].weight;
        curve->runout[curve->count] = sorted[curve->count].value;
        curve->share[curve->count] = sum;
    }
    free(sorted);
    return TALUS_OK;
}

void calibrate_curve_clear(calibrate_curve *curve)
{
    free(curve->runout);
    free(curve->share);
    *curve = (calibrate_curve){0};
}

talus_status calibrate_runout_quantiles(const calibrate_set *set, const calibrate_frame *frame,
                                        const calibrate_cloud *cloud, double quantiles[3],
                                        talus_error *error)
{
    static const double levels[3] = {0.1, 0.5, 0.9};
    calibrate_curve curve;
    const talus_status status = calibrate_runout_curve(set, frame, cloud, &curve, error);
    for (int k = 0; k < 3; k++) {
        size_t i = 0;
        while (i + 1 < curve.count && curve.share[i] < levels[k]) {
            i++;
        }
        quantiles[k] = curve.count > 0 ? curve.runout[i] : (double)NAN;
    }
    calibrate_curve_clear(&curve);
    return status;
}
