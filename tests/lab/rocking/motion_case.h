// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of planar motion share: blocks, histories, a run that must succeed.
#ifndef TALUS_TESTS_ROCKING_MOTION_CASE_H
#define TALUS_TESTS_ROCKING_MOTION_CASE_H

#include "talus/lab/rocking.h"

#include <criterion/criterion.h>
#include <math.h>

enum { ROOM = 512 };

typedef struct kept {
    double impact_time[ROOM], impact_speed[ROOM], peak_time[ROOM], peak_angle[ROOM];
    double time[ROOM], theta[ROOM], omega[ROOM];
    talus_planar_history history;
    talus_planar_result result;
} kept;

static inline talus_planar_model rectangle(double b, double h)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, b, h);
    return talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
}

static inline double alpha_of(const talus_planar_model *model)
{
    return talus_rocking_block_pivot(&model->block, false, model->gravity).alpha;
}

static inline double p_of(const talus_planar_model *model)
{
    return talus_rocking_block_pivot(&model->block, false, model->gravity).p;
}

static inline talus_planar_options released(double theta0)
{
    talus_planar_options options = talus_planar_options_default();
    options.theta0 = theta0;
    return options;
}

static inline void open_history(kept *k, double sample_step)
{
    k->history = (talus_planar_history){.impact_room = ROOM,
                                        .impact_time = k->impact_time,
                                        .impact_speed = k->impact_speed,
                                        .peak_room = ROOM,
                                        .peak_time = k->peak_time,
                                        .peak_angle = k->peak_angle,
                                        .sample_step = sample_step,
                                        .sample_room = sample_step > 0.0 ? ROOM : 0,
                                        .time = k->time,
                                        .theta = k->theta,
                                        .omega = k->omega};
}

static inline void move(const talus_planar_model *model, const talus_shaking *shaking,
                        const talus_planar_options *options, double sample_step, kept *k)
{
    talus_error error = {0};
    open_history(k, sample_step);
    cr_assert_eq(talus_planar_run(model, shaking, options, &k->history, &k->result, &error),
                 TALUS_OK, "%s", error.message);
}

/// One cycle of a sin(w t), a in g tan(alpha), w in p.
static inline talus_shaking sine(const talus_planar_model *model, double a, double w)
{
    const talus_rocking_block *block = &model->block;
    return (talus_shaking){.pulse = {.kind = TALUS_PULSE_SINE,
                                     .amplitude = model->gravity * block->b1 / block->h,
                                     .frequency = w * p_of(model),
                                     .cycles = 1.0},
                           .scale = a};
}

#endif
