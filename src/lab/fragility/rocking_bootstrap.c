// SPDX-License-Identifier: GPL-3.0-or-later
// Bootstrap of lognormal curves over records, and lines by least squares.
#include "foundation/statistics/statistics.h"
#include "lab/fragility/rocking_fits.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

static const double none = (double)NAN;

/// Set in no stream of a sample of runs.
#define OWN_STREAMS ((uint64_t)1 << 63)

/// How often each record is drawn in a replicate.
static void draw_records(size_t records, uint64_t seed, size_t replicate, size_t *times)
{
    talus_random random = {.seed = seed, .stream = OWN_STREAMS | replicate};
    for (size_t r = 0; r < records; r++) {
        times[r] = 0;
    }
    for (size_t i = 0; i < records; i++) {
        times[(size_t)(talus_random_uniform(&random) * (double)records)]++;
    }
}

talus_status rocking_percentiles(const double *values, size_t count, double *low, double *high,
                                 talus_error *error)
{
    const talus_status status = statistics_quantile(values, count, 0.025, low, error);
    return status == TALUS_OK ? statistics_quantile(values, count, 0.975, high, error) : status;
}

/// @param room (replicates)
static talus_status summarise(const double *curves, size_t replicates, double *room,
                              rocking_bootstrap *result, talus_error *error)
{
    *result = (rocking_bootstrap){.replicates = replicates};
    for (size_t b = 0; b < replicates; b++) {
        result->without += isnan(curves[2 * b]) ? 1 : 0;
        room[b] = curves[2 * b];
    }
    const talus_status status =
        rocking_percentiles(room, replicates, &result->theta_low, &result->theta_high, error);
    for (size_t b = 0; b < replicates; b++) {
        room[b] = curves[2 * b + 1];
    }
    return status == TALUS_OK
               ? rocking_percentiles(room, replicates, &result->beta_low, &result->beta_high, error)
               : status;
}

static void keep(const rocking_lognormal *fit, double *curve)
{
    curve[0] = fit->state == ROCKING_FIT_FOUND ? fit->theta : none;
    curve[1] = fit->state == ROCKING_FIT_FOUND ? fit->beta : none;
}

static rocking_lognormal fit_drawn(const rocking_record_counts *c, const size_t *times,
                                   double *sums)
{
    double *runs = sums, *exceeded = sums + c->levels;
    for (size_t l = 0; l < c->levels; l++) {
        runs[l] = exceeded[l] = 0.0;
        for (size_t r = 0; r < c->records; r++) {
            runs[l] += (double)times[r] * c->runs[r * c->levels + l];
            exceeded[l] += (double)times[r] * c->exceeded[r * c->levels + l];
        }
    }
    const rocking_counts counts = {
        .count = c->levels, .intensity = c->intensity, .runs = runs, .exceeded = exceeded};
    return rocking_lognormal_fit(&counts);
}

static talus_status out_of_memory(double *room, size_t *times, talus_error *error)
{
    free(room);
    free(times);
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a bootstrap");
}

talus_status rocking_bootstrap_of(const rocking_record_counts *counts, size_t replicates,
                                  uint64_t seed, double *curves, rocking_bootstrap *result,
                                  talus_error *error)
{
    double *room = malloc((2 * counts->levels + replicates + 1) * sizeof *room);
    size_t *times = malloc((counts->records + 1) * sizeof *times);
    if (!room || !times) {
        return out_of_memory(room, times, error);
    }
    for (size_t b = 0; b < replicates; b++) {
        draw_records(counts->records, seed, b, times);
        const rocking_lognormal fit = fit_drawn(counts, times, room);
        keep(&fit, &curves[2 * b]);
    }
    const talus_status status =
        summarise(curves, replicates, room + 2 * counts->levels, result, error);
    free(room);
    free(times);
    return status;
}

talus_status rocking_bootstrap_ida(const double *capacities, const double *weights, size_t records,
                                   size_t each, double limit, size_t replicates, uint64_t seed,
                                   double *curves, rocking_bootstrap *result, talus_error *error)
{
    const size_t most = records * each;
    double *room = malloc((2 * most + replicates + 1) * sizeof *room), *drawn = room + most;
    size_t *times = malloc((records + 1) * sizeof *times);
    if (!room || !times) {
        return out_of_memory(room, times, error);
    }
    for (size_t b = 0; b < replicates; b++) {
        size_t found = 0;
        double survivors = 0.0;
        draw_records(records, seed, b, times);
        for (size_t i = 0; i < most; i++) {
            const double weight = weights ? weights[i / each] : 1.0;
            for (size_t k = 0; k < times[i / each]; k++) {
                if (isnan(capacities[i])) {
                    survivors += weight;
                } else {
                    drawn[found] = weight;
                    room[found++] = capacities[i];
                }
            }
        }
        const rocking_lognormal fit = rocking_lognormal_ida(room, drawn, found, survivors, limit);
        keep(&fit, &curves[2 * b]);
    }
    const talus_status status = summarise(curves, replicates, room + 2 * most, result, error);
    free(room);
    free(times);
    return status;
}

rocking_line rocking_line_of(const double *x, const double *y, const double *weights, size_t count)
{
    rocking_line line = {.a = none, .b = none, .residual = none, .p_value = none};
    double sx = 0.0, sy = 0.0, sw = 0.0, xx = 0.0, xy = 0.0, left = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(x[i]) && isfinite(y[i])) {
            const double w = weights ? weights[i] : 1.0;
            sx += w * x[i];
            sy += w * y[i];
            sw += w;
            line.count++;
        }
    }
    const double n = (double)line.count, mean = sw / n, mx = sx / sw, my = sy / sw;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(x[i]) && isfinite(y[i])) {
            const double w = weights ? weights[i] / mean : 1.0;
            xx += w * (x[i] - mx) * (x[i] - mx);
            xy += w * (x[i] - mx) * (y[i] - my);
        }
    }
    if (line.count < 3 || !(xx > 0.0)) {
        return line;
    }
    line.b = xy / xx;
    line.a = my - line.b * mx;
    for (size_t i = 0; i < count; i++) {
        const double e = y[i] - line.a - line.b * x[i];
        const double w = weights ? weights[i] / mean : 1.0;
        left += isfinite(e) ? w * e * e : 0.0;
    }
    line.residual = sqrt(left / (n - 2.0));
    const double t = fabs(line.b) / (line.residual / sqrt(xx));
    line.p_value = 2.0 * gsl_cdf_tdist_Q(t, n - 2.0);
    return line;
}
