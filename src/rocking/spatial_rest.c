// SPDX-License-Identifier: GPL-3.0-or-later
// A spatial block at rest on a shaking base: when and about what it lifts.
#include "rocking/spatial_run.h"

/// Force per mass that the base must resist, body axes of a block that lies flat (m/s^2).
static talus_vec3 load(const spatial_run *run, double time)
{
    const talus_spatial_options *options = run->options;
    const talus_vec3 a = options->acceleration(options->motion, time);
    const talus_mat3 to_world = talus_quat_matrix(run->state->attitude);
    return mat3_tmulv(&to_world, vec3(-a.x, -a.y, -a.z - options->gravity));
}

/// Moment (N m per kg) of the load about edge i that presses the facet down; < 0 lifts it.
static double holding_moment(const talus_spatial_block *block, int i, talus_vec3 force)
{
    const talus_vec3 corner = block->corners[i];
    const talus_vec3 edge = vec3_sub(block->corners[spatial_corner(block, i + 1)], corner);
    const talus_vec3 axis = vec3_scale(1.0 / vec3_norm(edge), edge);
    return -vec3_dot(axis, vec3_cross(vec3_scale(-1.0, corner), force));
}

/// Least holding moment of all edges; < 0: the block lifts.
static double margin(const spatial_run *run, double time, int *edge)
{
    const talus_vec3 force = load(run, time);
    double least = (double)INFINITY;
    for (int i = 0; i < (int)run->block->corner_count; i++) {
        const double moment = holding_moment(run->block, i, force);
        if (moment < least) {
            least = moment;
            *edge = i;
        }
    }
    return least;
}

/// First time after the state's at which the margin is negative; end_time where there is none.
static double find_uplift(const spatial_run *run)
{
    const talus_spatial_options *options = run->options;
    double low = run->state->time;
    int edge = 0;
    if (margin(run, low, &edge) < 0.0) {
        return low;
    }
    const double step = options->longest_step > 0.0 ? options->longest_step : 1e-3;
    while (low < options->end_time) {
        double high = fmin(low + step, options->end_time);
        if (margin(run, high, &edge) < 0.0) {
            while (high - low > 1e-12) {
                const double middle = 0.5 * (low + high);
                *(margin(run, middle, &edge) < 0.0 ? &high : &low) = middle;
            }
            return high;
        }
        low = high;
    }
    return options->end_time;
}

/// Whether rocking about `pivot` can begin: the corners it holds accelerate upwards or stay loaded.
static bool can_begin(spatial_run *run, talus_spatial_mode mode, int pivot)
{
    talus_spatial_state trial = *run->state;
    trial.mode = mode;
    trial.pivot = pivot;
    spatial_flow *flow = &run->flow;
    flow_begin(flow, run->block, run->options, &trial);
    const talus_vec3 acceleration = flow_acceleration(flow, trial.time, flow->y);
    const talus_vec3 up = flow_vertical(flow->y);
    for (size_t i = 0; i < flow->watch_count; i++) {
        if (!(vec3_dot(up, vec3_cross(acceleration, flow->watched[i])) >= 0.0)) {
            return false;
        }
    }
    return mode != TALUS_SPATIAL_EDGE || fmax(flow_edge_lift(flow, trial.time, flow->y, 0),
                                              flow_edge_lift(flow, trial.time, flow->y, 1)) <= 0.0;
}

/// Choose edge or corner about which the block lifts.
static void lift(spatial_run *run, int weakest)
{
    talus_spatial_mode mode = TALUS_SPATIAL_EDGE;
    int pivot = spatial_corner(run->block, weakest + 1);
    if (!can_begin(run, mode, pivot)) {
        for (int i = 0; i < (int)run->block->corner_count; i++) {
            if (can_begin(run, TALUS_SPATIAL_VERTEX, i)) {
                mode = TALUS_SPATIAL_VERTEX;
                pivot = i;
                break;
            }
        }
    }
    const int before = run->state->pivot;
    run_pivot(run, mode, pivot);
    run_report(run, (talus_spatial_event){
                        .kind = TALUS_SPATIAL_UPLIFT, .before = before, .regularity = 1.0});
}

/// Samples at multiples of the interval in (from, to] of a block that lies still.
static void send_rest_samples(const spatial_run *run, double from, double to)
{
    const talus_spatial_options *options = run->options;
    if (!options->on_sample || !(options->sample_interval > 0.0)) {
        return;
    }
    talus_spatial_state state = *run->state;
    double index = floor(from / options->sample_interval) + 1.0;
    for (; index * options->sample_interval <= to; index += 1.0) {
        state.time = index * options->sample_interval;
        options->on_sample(options->user, &state);
    }
}

bool run_rest(spatial_run *run)
{
    const talus_spatial_options *options = run->options;
    if (!options->acceleration) {
        run->summary->end = TALUS_SPATIAL_AT_REST;
        return true;
    }
    const double from = run->state->time, lift_time = find_uplift(run);
    send_rest_samples(run, from, lift_time);
    run->state->time = lift_time;
    int edge = 0;
    if (!(margin(run, lift_time, &edge) < 0.0)) {
        run->summary->end = TALUS_SPATIAL_AT_REST;
        return true;
    }
    lift(run, edge);
    return false;
}
