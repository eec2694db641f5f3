// SPDX-License-Identifier: GPL-3.0-or-later
// What the time-stepper is compared with: event-driven motion of the same block.
#include "cases/figures/rocking_stepper.h"
#include "foundation/math/linalg.h"

#include <math.h>

talus_status rocking_reference_sticking(const rocking_bench_options *options, double ratio,
                                        double theta0, double duration,
                                        rocking_reference *reference, talus_error *error)
{
    const talus_planar_model model = {
        .block = talus_rocking_block_rectangle(1.0, options->b1, options->h),
        .r_ab = ratio,
        .r_ba = ratio,
        .gravity = options->gravity};
    talus_planar_options motion = talus_planar_options_default();
    motion.theta0 = theta0;
    motion.duration = duration;
    double omega[ROCKING_DRAWN];
    talus_planar_history history = {.impact_room = ROCKING_HITS_MOST,
                                    .impact_time = reference->time,
                                    .impact_speed = reference->speed,
                                    .sample_step = duration / ROCKING_DRAWN,
                                    .sample_room = ROCKING_DRAWN,
                                    .time = reference->sample_time,
                                    .theta = reference->theta,
                                    .omega = omega};
    talus_planar_result result;
    const talus_status status = talus_planar_run(&model, NULL, &motion, &history, &result, error);
    if (status == TALUS_OK) {
        reference->ratio = ratio;
        reference->sample_count =
            history.sample_count < ROCKING_DRAWN ? history.sample_count : ROCKING_DRAWN;
        reference->count =
            history.impact_count < ROCKING_HITS_MOST ? history.impact_count : ROCKING_HITS_MOST;
        reference->rest = result.outcome == TALUS_PLANAR_REST ? result.time : (double)NAN;
        for (size_t i = 0; i < reference->count; i++) {
            reference->speed[i] = fabs(reference->speed[i]);
        }
    }
    return status;
}

/// 2 (u0 - u) (I/m + x^2)^-1 has a simple zero at theta0; theta = theta0 (1 - s^2) takes it away.
static double sliding_time(const talus_rocking_block *block, double gravity, double theta0)
{
    // Gauss-Legendre, three points in each of PANELS
    enum { PANELS = 64 };
    static const double node[3] = {-0.7745966692414834, 0.0, 0.7745966692414834};
    static const double weight[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(block, false, gravity);
    double sum = 0.0;
    for (int panel = 0; panel < PANELS; panel++) {
        for (int k = 0; k < 3; k++) {
            const double s = (panel + 0.5 + 0.5 * node[k]) / PANELS;
            const double theta = theta0 * (1.0 - s * s), to_go = theta0 * s * s;
            const double x = pivot.radius * talus_sin(pivot.alpha - theta);
            const double fall = 2.0 * pivot.radius *
                                talus_sin(pivot.alpha - 0.5 * (theta0 + theta)) *
                                talus_sin(0.5 * to_go);
            const double rate = sqrt(2.0 * gravity * fall / (block->inertia / block->mass + x * x));
            sum += weight[k] * 2.0 * theta0 * s / rate;
        }
    }
    return 0.5 * sum / PANELS;
}

void rocking_reference_sliding(const rocking_bench_options *options, double theta0, size_t count,
                               rocking_reference *reference)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, options->b1, options->h);
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&block, false, options->gravity);
    const double inertia = block.inertia, arm = block.mass * block.b1 * block.b1;
    double theta = theta0, uplift = talus_rocking_uplift(block.b1, block.h, theta0), time = 0.0;
    *reference =
        (rocking_reference){.ratio = (inertia - arm) / (inertia + arm), .rest = (double)NAN};
    for (size_t i = 0; i < count && i < ROCKING_HITS_MOST && reference->ratio > 0.0; i++) {
        const double quarter = sliding_time(&block, options->gravity, theta);
        // down to the impact, and up to the next peak
        time += quarter;
        reference->time[i] = time;
        reference->speed[i] = sqrt(2.0 * block.mass * options->gravity * uplift / (inertia + arm));
        reference->count = i + 1;
        uplift *= reference->ratio * reference->ratio;
        const double c = (uplift + block.h) / pivot.radius;
        theta = pivot.alpha - talus_atan(sqrt(1.0 - c * c) / c);
        time += sliding_time(&block, options->gravity, theta);
    }
}

static void add_peaks(void *user, const talus_spatial_state *state)
{
    rocking_spatial_reference *reference = user;
    if (reference->count > 0) {
        talus_rocking_peaks_add(&reference->peaks, state->time, state->attitude, state->w);
    }
}

static void add_impact(void *user, const talus_spatial_event *event)
{
    rocking_spatial_reference *reference = user;
    if ((event->kind == TALUS_SPATIAL_EDGE_IMPACT || event->kind == TALUS_SPATIAL_FACET_IMPACT) &&
        reference->count < ROCKING_HITS_MOST) {
        reference->time[reference->count] = event->after.time;
        reference->corner[reference->count++] = 1U << event->after.pivot;
    }
    add_peaks(user, &event->after);
}

talus_status rocking_reference_spatial(const rocking_bench_options *options, rocking_start start,
                                       double duration, rocking_spatial_reference *reference,
                                       talus_error *error)
{
    const talus_spatial_block block =
        talus_spatial_cuboid(1.0, options->b1, options->b2, options->h);
    const talus_spatial_law law =
        options->wrench ? *options->wrench : talus_spatial_law_uniform(1.0, 0.0, 1.0);
    const double x = 0.5 * start.lateral, y = -0.5 * start.tilt;
    const talus_quat about_x = {talus_cos(x), talus_sin(x), 0.0, 0.0};
    const talus_quat about_y = {talus_cos(y), 0.0, talus_sin(y), 0.0};
    // pivot V4; an edge ends at its second corner: V3V4
    talus_spatial_state state = {.mode = start.lateral > 0.0 ? TALUS_SPATIAL_VERTEX
                                                             : TALUS_SPATIAL_EDGE,
                                 .pivot = 3,
                                 .attitude = quat_mul(about_y, about_x),
                                 .position = vec3(-options->b1, -options->b2, 0.0)};
    *reference = (rocking_spatial_reference){.rest = (double)NAN};
    talus_spatial_options motion = talus_spatial_options_default();
    motion.gravity = options->gravity;
    motion.end_time = duration;
    motion.sample_interval = 1e-3;
    motion.on_sample = add_peaks;
    motion.on_event = add_impact;
    motion.user = reference;
    talus_spatial_summary summary;
    const talus_status status = talus_spatial_run(&block, &law, &motion, &state, &summary, error);
    if (status == TALUS_OK && summary.end == TALUS_SPATIAL_AT_REST) {
        reference->rest = state.time;
    }
    return status;
}
