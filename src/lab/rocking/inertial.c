// SPDX-License-Identifier: GPL-3.0-or-later
// Series of an inertial unit: attitude, drift correction at impacts, measures.
#include "lab/rocking/spatial.h"

#include <stdlib.h>

talus_inertial_options talus_inertial_options_default(double b1, double h)
{
    return (talus_inertial_options){.b1 = b1, .h = h, .threshold = 0.05, .peak_limit = 10};
}

/// Component of the rate that turns about x (axis 0) or y (axis 1).
static double rate_about(const talus_inertial_series *series, int axis, size_t i)
{
    return axis == 0 ? series->rate[i].x : series->rate[i].y;
}

/// Samples where |rate| peaks between its changes of sign: there the angle passes 0. Swings below
/// the threshold's share of the largest one are left out.
/// @param indices (series->count) @return how many
static size_t find_impacts(const talus_inertial_series *series, int axis, double threshold,
                           size_t *indices)
{
    double largest = 0.0;
    for (size_t i = 0; i < series->count; i++) {
        largest = fmax(largest, fabs(rate_about(series, axis, i)));
    }
    const double least = threshold * largest;
    size_t count = 0;
    double side = 0.0, peak = 0.0;
    for (size_t i = 0; i < series->count; i++) {
        const double rate = rate_about(series, axis, i);
        if (!(fabs(rate) > least)) {
            continue;
        }
        if (rate * side <= 0.0) {
            side = rate > 0.0 ? 1.0 : -1.0;
            peak = fabs(rate);
            indices[count++] = i;
        } else if (fabs(rate) > peak) {
            peak = fabs(rate);
            indices[count - 1] = i;
        }
    }
    // a swing that the record cuts off has not reached its impact
    if (count > 0 && indices[count - 1] + 1 == series->count) {
        count--;
    }
    return count;
}

static double *component(talus_euler *angles, int axis)
{
    return axis == 0 ? &angles->psi : &angles->theta;
}

/// Add a function that is linear between impacts, constant outside, and makes the angle 0 at each.
/// @return the largest correction
static double remove_drift(talus_euler *angles, size_t count, int axis, const size_t *impacts,
                           size_t impact_count)
{
    double largest = 0.0, before = 0.0;
    size_t from = 0;
    for (size_t k = 0; k <= impact_count && impact_count > 0; k++) {
        const size_t to = k < impact_count ? impacts[k] : count - 1;
        const double after = k < impact_count ? -*component(&angles[to], axis) : before;
        const double begin = k > 0 ? before : after;
        const double span = to > from ? (double)(to - from) : 1.0;
        // the impact itself belongs to the stretch that ends there
        for (size_t i = k > 0 ? from + 1 : from; i <= to; i++) {
            const double error = begin + (after - begin) * (double)(i - from) / span;
            *component(&angles[i], axis) += error;
            largest = fmax(largest, fabs(error));
        }
        before = after;
        from = to;
    }
    return largest;
}

/// Attitude of a block at rest from the mean reading of its accelerometer: the measured force
/// points upwards. Heading 0.
static talus_quat first_attitude(const talus_inertial_series *series, size_t still_count)
{
    talus_vec3 up = vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; series->force && i < still_count && i < series->count; i++) {
        up = vec3_add(up, series->force[i]);
    }
    const double norm = vec3_norm(up);
    if (!(norm > 0.0)) {
        return (talus_quat){1.0, 0.0, 0.0, 0.0};
    }
    const double across = sqrt(up.y * up.y + up.z * up.z);
    return talus_euler_attitude((talus_euler){
        .phi = 0.0, .theta = spatial_atan2(-up.x, across), .psi = spatial_atan2(up.y, up.z)});
}

/// zyx angles of the attitude integrated with the mean rate of each interval.
static void integrate(const talus_inertial_series *series, size_t still_count, talus_euler *angles)
{
    talus_quat attitude = first_attitude(series, still_count);
    angles[0] = talus_euler_from_attitude(attitude);
    for (size_t i = 1; i < series->count; i++) {
        const talus_vec3 mean = vec3_scale(0.5, vec3_add(series->rate[i - 1], series->rate[i]));
        const double speed = vec3_norm(mean);
        if (speed > 0.0) {
            const talus_quat turn =
                spatial_turn(vec3_scale(1.0 / speed, mean), speed * series->interval);
            attitude = quat_unit(quat_mul(attitude, turn));
        }
        angles[i] = talus_euler_from_attitude(attitude);
    }
}

/// Largest |phi_y| between successive impacts, at most `limit`. @return how many
static size_t find_peaks(const talus_euler *angles, const size_t *impacts, size_t impact_count,
                         size_t limit, double *peaks)
{
    size_t count = 0;
    for (size_t k = 0; k + 1 < impact_count && count < limit; k++) {
        double peak = 0.0;
        for (size_t i = impacts[k]; i < impacts[k + 1]; i++) {
            peak = fmax(peak, fabs(angles[i].theta));
        }
        peaks[count++] = peak;
    }
    return count;
}

static talus_status measure(const talus_inertial_series *series,
                            const talus_inertial_options *options, talus_euler *angles,
                            size_t *impacts, double *peaks, talus_inertial_measures *measures,
                            talus_error *error)
{
    integrate(series, options->still_count, angles);
    size_t count = find_impacts(series, 0, options->threshold, impacts);
    measures->drift_x = remove_drift(angles, series->count, 0, impacts, count);
    count = find_impacts(series, 1, options->threshold, impacts);
    measures->drift_y = remove_drift(angles, series->count, 1, impacts, count);
    measures->impact_count = count;
    measures->opmf = measures->avrf = measures->first_impact = (double)NAN;
    if (count == 0) {
        return TALUS_OK;
    }
    measures->first_impact = series->begin + (double)impacts[0] * series->interval;
    double x = 0.0, y = 0.0;
    for (size_t i = impacts[0]; i < series->count; i++) {
        x = fmax(x, fabs(angles[i].psi));
        y = fmax(y, fabs(angles[i].theta));
    }
    measures->opmf = x / y;
    const size_t limit = options->peak_limit;
    measures->peak_count = find_peaks(angles, impacts, count, limit, peaks);
    const talus_status status = talus_rocking_avrf(options->b1, options->h, peaks,
                                                   measures->peak_count, &measures->avrf, error);
    if (status != TALUS_OK) {
        measures->avrf = (double)NAN;
    }
    // peaks that no uplift belongs to leave the ratio undefined
    return status == TALUS_ERROR_INPUT ? TALUS_OK : status;
}

talus_status talus_inertial_measure(const talus_inertial_series *series,
                                    const talus_inertial_options *options, talus_euler *angles,
                                    talus_inertial_measures *measures, talus_error *error)
{
    if (series == NULL || options == NULL || angles == NULL || measures == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *measures = (talus_inertial_measures){0};
    if (series->count < 2 || !(series->interval > 0.0) || !(options->b1 > 0.0) ||
        !(options->h > 0.0) || !(options->threshold > 0.0 && options->threshold < 1.0)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "measures need at least 2 samples at an interval > 0 s, b1 and h > 0 "
            "m and a threshold in (0, 1); found %zu samples, %g s, %g m, %g m, %g",
            series->count, series->interval, options->b1, options->h, options->threshold);
    }
    size_t *impacts = calloc(series->count, sizeof *impacts);
    double *peaks = calloc(options->peak_limit + 1, sizeof *peaks);
    talus_status status = TALUS_OK;
    if (impacts && peaks) {
        status = measure(series, options, angles, impacts, peaks, measures, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    free(peaks);
    free(impacts);
    return status;
}
