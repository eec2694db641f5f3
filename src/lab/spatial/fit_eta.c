// SPDX-License-Identifier: GPL-3.0-or-later
// Ratio of angular velocities that explains a measured free rocking test in the plane.
#include "talus/lab/rocking_spatial.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_IMPACTS = 1000 };

/// A window of samples and what is simulated for it.
typedef struct eta_target {
    const talus_planar_model *model;
    const talus_rotation_series *series;
    double theta0, release;       ///< rad, s
    size_t from, to;              ///< samples of the window
    double *time, *theta, *omega; ///< (series->count) samples of a run
} eta_target;

/// theta (rad) of the run at `place` intervals after its release: cubic between samples, 0 at rest.
static double angle_at(const eta_target *t, size_t stored, double place)
{
    const size_t k = place > 0.0 ? (size_t)place : 0;
    if (k + 1 >= stored) {
        return 0.0;
    }
    const double s = place > 0.0 ? place - (double)k : 0.0, h = t->series->interval;
    const double rise = t->theta[k + 1] - t->theta[k];
    const double begin = h * t->omega[k], end = h * t->omega[k + 1];
    return t->theta[k] +
           s * (begin + s * (3.0 * rise - 2.0 * begin - end + s * (begin + end - 2.0 * rise)));
}

/// Root mean square of theta_m - theta_s over the window (rad).
static double error_of(const eta_target *t, double eta)
{
    const talus_rotation_series *series = t->series;
    talus_planar_model model = *t->model;
    model.r_ab = model.r_ba = eta;
    talus_planar_options options = talus_planar_options_default();
    options.theta0 = t->theta0;
    options.duration = (double)series->count * series->interval - t->release;
    options.most_impacts = MOST_IMPACTS;
    talus_planar_history history = {.sample_step = series->interval,
                                    .sample_room = series->count,
                                    .time = t->time,
                                    .theta = t->theta,
                                    .omega = t->omega};
    talus_planar_result result;
    if (talus_planar_run(&model, NULL, &options, &history, &result, NULL) != TALUS_OK) {
        return (double)INFINITY;
    }
    const size_t stored =
        history.sample_count < series->count ? history.sample_count : series->count;
    double sum = 0.0;
    for (size_t i = t->from; i < t->to; i++) {
        const double theta = angle_at(t, stored, (double)i - t->release / series->interval);
        sum += (series->theta[i] - theta) * (series->theta[i] - theta);
    }
    return sqrt(sum / (double)(t->to - t->from));
}

/// Least error over eta in (0.2, 1]: a scan, then golden section beside its best point.
static double minimise(const eta_target *t, double *error)
{
    const double step = 0.002, golden = 0.6180339887498949;
    double best = 1.0, least = error_of(t, 1.0);
    for (int i = 1; i < 400; i++) {
        const double eta = 1.0 - step * i;
        const double found = error_of(t, eta);
        if (found < least) {
            least = found;
            best = eta;
        }
    }
    double low = best - step, high = fmin(best + step, 1.0);
    double x[2] = {high - golden * (high - low), low + golden * (high - low)};
    double f[2] = {error_of(t, x[0]), error_of(t, x[1])};
    while (high - low > 1e-9) {
        if (f[0] < f[1]) {
            high = x[1];
            x[1] = x[0];
            f[1] = f[0];
            x[0] = high - golden * (high - low);
            f[0] = error_of(t, x[0]);
        } else {
            low = x[0];
            x[0] = x[1];
            f[0] = f[1];
            x[1] = low + golden * (high - low);
            f[1] = error_of(t, x[1]);
        }
    }
    const bool better = fmin(f[0], f[1]) < least;
    *error = better ? fmin(f[0], f[1]) : least;
    return better ? x[f[1] < f[0]] : best;
}

/// Times (s) at which theta changes its sign while the swing before and after exceeds `least`.
/// @return how many, at most `most`
static size_t find_impacts(const talus_rotation_series *series, double least, double *times,
                           size_t most)
{
    size_t count = 0;
    double side = 0.0, crossing = 0.0;
    for (size_t i = 0; i < series->count && count < most; i++) {
        const double theta = series->theta[i];
        if (i > 0 && theta * series->theta[i - 1] <= 0.0 && theta != series->theta[i - 1]) {
            const double before = series->theta[i - 1];
            crossing = ((double)(i - 1) + before / (before - theta)) * series->interval;
        }
        if (fabs(theta) > least) {
            if (side * theta < 0.0) {
                times[count++] = crossing;
            }
            side = theta;
        }
    }
    return count;
}

/// Time (s) from release at theta0 to the first impact.
static double fall_time(const talus_planar_model *model, double theta0)
{
    talus_planar_options options = talus_planar_options_default();
    double time = 0.0, speed = 0.0;
    options.theta0 = theta0;
    options.most_impacts = 1;
    options.duration = 100.0;
    talus_planar_history history = {.impact_room = 1, .impact_time = &time, .impact_speed = &speed};
    talus_planar_result result;
    const talus_status status = talus_planar_run(model, NULL, &options, &history, &result, NULL);
    return status == TALUS_OK && history.impact_count > 0 ? time : (double)NAN;
}

static size_t sample_at(const talus_rotation_series *series, double time)
{
    const double place = floor(fmax(0.0, time) / series->interval);
    return place < (double)series->count ? (size_t)place : series->count;
}

/// theta0, release and end of the measured response. @return false where it shows no free rocking
static bool find_response(const talus_planar_model *model, const talus_rotation_series *series,
                          double impacts[2], talus_eta_fit *fit)
{
    fit->theta0 = series->theta[0];
    const double least = 0.02 * fabs(fit->theta0);
    if (find_impacts(series, least, impacts, 2) < 2) {
        return false;
    }
    fit->release = impacts[0] - fall_time(model, fit->theta0);
    size_t last = series->count;
    while (last > 0 && fabs(series->theta[last - 1]) <= least) {
        last--;
    }
    fit->end = (double)last * series->interval;
    return isfinite(fit->release);
}

talus_status talus_eta_fit_series(const talus_planar_model *model,
                                  const talus_rotation_series *series, talus_eta_fit *fit,
                                  talus_error *error)
{
    if (model == NULL || series == NULL || fit == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *fit = (talus_eta_fit){0};
    const talus_status status = talus_rocking_block_check(&model->block, error);
    if (status != TALUS_OK) {
        return status;
    }
    double impacts[2];
    talus_planar_model unit = *model;
    unit.r_ab = unit.r_ba = 1.0;
    if (series->count < 8 || !(series->interval > 0.0) ||
        !find_response(&unit, series, impacts, fit)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the rotation must begin at the initial angle of a block that falls "
                               "and change its sign at least twice; found %zu samples from %g rad "
                               "on",
                               series->count, series->count > 0 ? series->theta[0] : 0.0);
    }
    double *room = calloc(3 * series->count, sizeof *room);
    if (!room) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    const double span = fit->end - fit->release;
    eta_target t = {.model = model,
                    .series = series,
                    .theta0 = fit->theta0,
                    .release = fit->release,
                    .from = sample_at(series, fit->release + 0.25 * span),
                    .to = sample_at(series, fit->release + 0.75 * span) + 1,
                    .time = room,
                    .theta = room + series->count,
                    .omega = room + 2 * series->count};
    t.to = t.to < series->count ? t.to : series->count;
    fit->eta = minimise(&t, &fit->eta_error);
    t.from = sample_at(series, impacts[0]) + 1;
    t.to = sample_at(series, impacts[1]) + 1;
    fit->eta_first = minimise(&t, &fit->first_error);
    free(room);
    return TALUS_OK;
}
