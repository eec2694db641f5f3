// SPDX-License-Identifier: GPL-3.0-or-later
// A spatial block at rest on a shaking base: when and about what it lifts.
#include "lab/spatial/spatial_run.h"

/// Moments (N m per kg) about the edges that press the facet down, as series; < 0 lifts it.
typedef struct rest_moments {
    int count;
    double c[TALUS_SPATIAL_CORNERS][SERIES_MOST];
} rest_moments;

static rest_moments moments_of(const spatial_run *run)
{
    const talus_spatial_block *block = run->block;
    const talus_mat3 to_world = talus_quat_matrix(run->state->attitude);
    talus_vec3 a[SERIES_MOST] = {{0.0, 0.0, 0.0}};
    const int count = flow_base_series(&run->flow.base, run->state->time, a);
    rest_moments moments = {.count = count > 0 ? count : 1};
    for (int k = 0; k < moments.count; k++) {
        const double weight = k == 0 ? run->options->gravity : 0.0;
        const talus_vec3 force = mat3_tmulv(&to_world, vec3(-a[k].x, -a[k].y, -a[k].z - weight));
        for (int i = 0; i < (int)block->corner_count; i++) {
            const talus_vec3 corner = block->corners[i];
            const talus_vec3 edge = vec3_sub(block->corners[spatial_corner(block, i + 1)], corner);
            moments.c[i][k] = vec3_dot(edge, vec3_cross(corner, force)) / vec3_norm(edge);
        }
    }
    return moments;
}

/// Least moment at `after` s into the piece, and its edge.
static double margin(const spatial_run *run, const rest_moments *moments, double after, int *edge)
{
    double least = (double)INFINITY;
    for (int i = 0; i < (int)run->block->corner_count; i++) {
        const double moment = series_value(moments->c[i], moments->count, after);
        if (moment < least) {
            least = moment;
            *edge = i;
        }
    }
    return least;
}

/// First time within h at which a moment is negative, clearly so: round-off of the root is left.
static bool leaves(const spatial_run *run, const rest_moments *moments, double h, double *tau,
                   int *edge)
{
    const double clear = fmin(1e-12, h);
    const bool now = margin(run, moments, 0.0, edge) < 0.0;
    bool found = now || margin(run, moments, clear, edge) < 0.0;
    *tau = !found ? h : now ? 0.0 : clear;
    for (int i = 0; i < (int)run->block->corner_count && !found; i++) {
        double root;
        if (series_first_root(moments->c[i], moments->count, *tau, &root)) {
            *tau = root;
        }
    }
    for (double more = clear; more < 1e-9 && !found; more *= 2.0) {
        found = *tau + more <= h && margin(run, moments, *tau + more, edge) < 0.0;
        *tau += found ? more : 0.0;
    }
    return found;
}

/// Lie still up to `limit` or to the uplift. @return true at the uplift, about *edge
static bool lie(spatial_run *run, double limit, int *edge)
{
    const rest_moments moments = moments_of(run);
    const double longest = limit - run->state->time, h = fmin(longest, run->flow.base.reach);
    double tau = h;
    const bool lifts = leaves(run, &moments, h, &tau, edge);
    run->state->time = !lifts && h >= longest ? limit : run->state->time + tau;
    return lifts;
}

/// Whether rocking about `pivot` can begin: the corners it holds accelerate upwards or stay loaded.
static bool can_begin(spatial_run *run, talus_spatial_mode mode, int pivot)
{
    talus_spatial_state trial = *run->state;
    trial.mode = mode;
    trial.pivot = pivot;
    spatial_flow *flow = &run->flow;
    double c[SERIES_MOST];
    flow_begin(flow, &trial);
    flow_expand(flow, 1e-6);
    for (size_t i = 0; i < flow->watch_count; i++) {
        flow_height(flow, flow->watched[i], c);
        if (!(c[2] >= 0.0)) {
            return false;
        }
    }
    for (int end = 0; end < 2 && mode == TALUS_SPATIAL_EDGE; end++) {
        flow_edge_lift(flow, end, c);
        if (c[0] > 0.0) {
            return false;
        }
    }
    return true;
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
    talus_spatial_state *state = run->state;
    flow_base *base = &run->flow.base;
    int edge = 0;
    for (bool lifts = false; !lifts;) {
        flow_base_advance(base, state->time);
        const double from = state->time, limit = fmin(options->end_time, base->end);
        if (!options->shaking || !(from < options->end_time)) {
            run->summary->end = TALUS_SPATIAL_AT_REST;
            return true;
        }
        lifts = lie(run, limit, &edge);
        send_rest_samples(run, from, state->time);
    }
    lift(run, edge);
    return false;
}
