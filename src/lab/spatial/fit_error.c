// SPDX-License-Identifier: GPL-3.0-or-later
// Distance between a measured and a simulated free rocking test.
#include "lab/spatial/spatial.h"

/// Rates of a run at the samples of a record.
typedef struct sampler {
    const talus_inertial_series *measured;
    talus_vec3 *simulated;
} sampler;

static void keep_sample(void *user, const talus_spatial_state *state)
{
    const sampler *s = user;
    // the run's clock begins at the first sample
    const double index = floor(state->time / s->measured->interval + 0.5);
    if (index >= 0.0 && index < (double)s->measured->count) {
        const talus_mat3 a = talus_quat_matrix(state->attitude);
        s->simulated[(size_t)index] = mat3_tmulv(&a, state->w);
    }
}

static double distance(const talus_inertial_series *measured, const talus_vec3 *simulated, size_t i)
{
    return vec3_norm(vec3_sub(measured->rate[i], simulated[i]));
}

double talus_spatial_fit_error(const talus_spatial_record *record,
                               const double parameters[TALUS_SPATIAL_UNKNOWNS],
                               talus_vec3 *simulated)
{
    if (record == NULL || parameters == NULL || simulated == NULL) {
        return (double)INFINITY;
    }
    const talus_inertial_series *measured = &record->measured;
    const double last = (double)(measured->count - 1) * measured->interval;
    const double t0 = parameters[0] - measured->begin, tilt = parameters[1];
    const talus_spatial_law law =
        talus_spatial_law_uniform(parameters[2], parameters[3], parameters[4]);
    sampler samples = {measured, simulated};
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = record->gravity;
    options.end_time = last;
    options.sample_interval = measured->interval;
    options.on_sample = keep_sample;
    options.user = &samples;
    talus_spatial_state state = talus_spatial_release(&record->block, 1, tilt);
    talus_spatial_summary summary;
    state.time = t0;
    if (!(t0 < last) || !(tilt > 0.0 && tilt < 0.5 * TALUS_PI)) {
        return (double)INFINITY;
    }
    for (size_t i = 0; i < measured->count; i++) {
        simulated[i] = vec3(0.0, 0.0, 0.0);
    }
    if (talus_spatial_run(&record->block, &law, &options, &state, &summary, NULL) != TALUS_OK ||
        summary.end == TALUS_SPATIAL_NO_PIVOT || summary.end == TALUS_SPATIAL_FAILED) {
        return (double)INFINITY;
    }
    double sum = 0.0;
    for (size_t i = 0; i + 1 < measured->count; i++) {
        sum += 0.5 * (distance(measured, simulated, i) + distance(measured, simulated, i + 1));
    }
    return sum * measured->interval / last;
}
