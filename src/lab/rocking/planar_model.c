// SPDX-License-Identifier: GPL-3.0-or-later
// Planar models, their pivots, options and what is kept of a run.
#include "lab/rocking/planar.h"

#include <math.h>

talus_planar_model talus_planar_model_make(const talus_rocking_block *block, talus_rocking_map map,
                                           double parameter)
{
    if (block == NULL) {
        return (talus_planar_model){0};
    }
    const talus_rocking_block mirrored = talus_rocking_block_mirrored(block);
    return (talus_planar_model){.block = *block,
                                .r_ab = talus_rocking_ratio(block, map, parameter),
                                .r_ba = talus_rocking_ratio(&mirrored, map, parameter),
                                .gravity = 9.81};
}

planar_pivot planar_pivot_make(const talus_planar_model *model, double sign)
{
    const talus_rocking_block *block = &model->block;
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(block, sign < 0.0, model->gravity);
    return (planar_pivot){.sign = sign,
                          .alpha = pivot.alpha,
                          .c = block->mass * pivot.radius / pivot.inertia,
                          .tangent = (sign > 0.0 ? block->b1 : block->b2) / block->h,
                          .ratio = sign > 0.0 ? model->r_ab : model->r_ba};
}

double talus_planar_energy(const talus_planar_model *model, double theta, double omega)
{
    if (model == NULL) {
        return (double)NAN;
    }
    const talus_rocking_block *block = &model->block;
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(block, theta < 0.0, model->gravity);
    const double b = theta < 0.0 ? block->b2 : block->b1;
    return 0.5 * pivot.inertia * omega * omega +
           block->mass * model->gravity * talus_rocking_uplift(b, block->h, theta);
}

talus_planar_options talus_planar_options_default(void)
{
    return (talus_planar_options){.duration = 20.0,
                                  .tolerance = 1e-14,
                                  .rest_speed = 1e-6,
                                  .overturn_angle = 0.5 * TALUS_PI,
                                  .most_impacts = 100000,
                                  .time_step = 1e-3};
}

static bool is_positive(double x)
{
    return x > 0.0 && isfinite(x);
}

static talus_status check_model(const talus_planar_model *model, talus_error *error)
{
    const talus_status status = talus_rocking_block_check(&model->block, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!is_positive(model->gravity)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a gravity of %g m/s2, expected a number > 0", model->gravity);
    }
    if (!(fabs(model->r_ab) <= 1.0) || !(fabs(model->r_ba) <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "angular velocity ratios %g and %g: expected within [-1, 1], as "
                               "energy demands",
                               model->r_ab, model->r_ba);
    }
    return TALUS_OK;
}

/// The series of a step hold powers of the rates up to SERIES_MOST, which must neither overflow nor
/// vanish.
static talus_status check_rates(const talus_planar_model *model, talus_error *error)
{
    for (double sign = 1.0; sign >= -1.0; sign -= 2.0) {
        const double p = sqrt(planar_pivot_make(model, sign).c * model->gravity);
        if (!(p >= 1e-6 && p <= 1e6)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "a block with p = %g 1/s, expected from 1e-6 to 1e6 1/s", p);
        }
    }
    return TALUS_OK;
}

talus_status planar_check(const talus_planar_model *model, const talus_shaking *shaking,
                          const talus_planar_options *options, talus_error *error)
{
    const talus_status status = check_model(model, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!is_positive(options->duration) || !is_positive(options->tolerance) ||
        !is_positive(options->rest_speed) || !(options->overturn_angle <= TALUS_PI) ||
        !is_positive(options->overturn_angle)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "duration %g s, tolerance %g, rest speed %g and overturning at %g: "
                               "all must be > 0 and the angle at most pi",
                               options->duration, options->tolerance, options->rest_speed,
                               options->overturn_angle);
    }
    if (!(fabs(options->theta0) < options->overturn_angle) || !(fabs(options->omega0) <= 1e6)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "start at %g rad with %g rad/s: expected less than the overturning "
                               "angle %g rad and at most 1e6 rad/s",
                               options->theta0, options->omega0, options->overturn_angle);
    }
    const talus_status rates = check_rates(model, error);
    return rates == TALUS_OK ? shaking_check(shaking, model->gravity, error) : rates;
}

void planar_keep_impact(talus_planar_history *history, double time, double omega)
{
    if (history == NULL) {
        return;
    }
    const size_t i = history->impact_count++;
    if (i < history->impact_room) {
        history->impact_time[i] = time;
        history->impact_speed[i] = omega;
    }
}

void planar_keep_peak(talus_planar_history *history, double time, double theta)
{
    if (history == NULL) {
        return;
    }
    const size_t i = history->peak_count++;
    if (i < history->peak_room) {
        history->peak_time[i] = time;
        history->peak_angle[i] = theta;
    }
}

void planar_keep_sample(talus_planar_history *history, double time, double theta, double omega)
{
    const size_t i = history->sample_count++;
    if (i < history->sample_room) {
        history->time[i] = time;
        history->theta[i] = theta;
        history->omega[i] = omega;
    }
}
