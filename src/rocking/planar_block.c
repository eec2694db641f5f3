// SPDX-License-Identifier: GPL-3.0-or-later
// Planar blocks, their pivots, options and what is kept of a run.
#include "rocking/planar.h"

#include <math.h>

talus_planar_block talus_planar_rectangle(double b, double h)
{
    const double r = (2.0 * h * h - b * b) / (2.0 * (h * h + b * b));
    return (talus_planar_block){.mass = 1.0,
                                .inertia = (b * b + h * h) / 3.0,
                                .h = h,
                                .b1 = b,
                                .b2 = b,
                                .r_ab = r,
                                .r_ba = r,
                                .gravity = 9.81};
}

planar_pivot planar_pivot_make(const talus_planar_block *block, double sign)
{
    const double b = sign > 0.0 ? block->b1 : block->b2;
    const double radius = sqrt(b * b + block->h * block->h);
    return (planar_pivot){.sign = sign,
                          .alpha = talus_atan(b / block->h),
                          .c = block->mass * radius /
                               (block->inertia + block->mass * radius * radius),
                          .tangent = b / block->h,
                          .ratio = sign > 0.0 ? block->r_ab : block->r_ba};
}

double talus_planar_energy(const talus_planar_block *block, double theta, double omega)
{
    const double b = theta < 0.0 ? block->b2 : block->b1, h = block->h, m = block->mass;
    const double half_sin = talus_sin(0.5 * theta);
    // b sin|theta| - h (1 - cos theta)
    const double gained = b * talus_sin(fabs(theta)) - 2.0 * h * half_sin * half_sin;
    return 0.5 * (block->inertia + m * (b * b + h * h)) * omega * omega +
           m * block->gravity * gained;
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

static talus_status check_block(const talus_planar_block *block, talus_error *error)
{
    if (!is_positive(block->h) || !is_positive(block->b1) || !is_positive(block->b2)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a block with its centre of mass %g m high, %g m and %g m from its "
                               "corners: all must be > 0",
                               block->h, block->b1, block->b2);
    }
    if (!is_positive(block->mass) || !is_positive(block->inertia) || !is_positive(block->gravity)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a block of %g kg and %g kg m2 under %g m/s2: all must be > 0",
                               block->mass, block->inertia, block->gravity);
    }
    if (!(fabs(block->r_ab) <= 1.0) || !(fabs(block->r_ba) <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "angular velocity ratios %g and %g: expected within [-1, 1], as "
                               "energy demands",
                               block->r_ab, block->r_ba);
    }
    return TALUS_OK;
}

talus_status planar_check(const talus_planar_block *block, const talus_shaking *shaking,
                          const talus_planar_options *options, talus_error *error)
{
    const talus_status status = check_block(block, error);
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
    if (!(fabs(options->theta0) < options->overturn_angle) || !isfinite(options->omega0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "start at %g rad with %g rad/s: expected less than the overturning "
                               "angle %g rad and a finite speed",
                               options->theta0, options->omega0, options->overturn_angle);
    }
    return shaking_check(shaking, block->gravity, error);
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
