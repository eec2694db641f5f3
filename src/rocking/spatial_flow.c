// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of motion: steps under error control up to the first event, which is then hit to
// round-off by repeating the last step with the right length.
#include "rocking/spatial_flow.h"

/// A value, its rate and its second rate in time.
typedef struct trend {
    double value, rate, bend;
} trend;

/// Height of a point `arm` (from pivot or centre of mass, body axes) at `after` s into the step.
static double height_at(const spatial_flow *flow, talus_vec3 arm, double after, const double *y)
{
    const double height = vec3_dot(flow_vertical(y), arm);
    if (flow->mode != TALUS_SPATIAL_FLIGHT) {
        return height;
    }
    return height + flow->centre.z +
           after * (flow->velocity.z - 0.5 * after * flow->options->gravity);
}

static trend height_trend(const spatial_flow *flow, talus_vec3 arm, double after, const double *y)
{
    const talus_vec3 w = vec3(y[4], y[5], y[6]);
    const talus_vec3 up = flow_vertical(y);
    const talus_vec3 turn = vec3_cross(w, arm);
    const talus_vec3 bend = vec3_add(
        vec3_cross(flow_acceleration(flow, flow->start + after, y), arm), vec3_cross(w, turn));
    trend t = {height_at(flow, arm, after, y), vec3_dot(up, turn), vec3_dot(up, bend)};
    if (flow->mode == TALUS_SPATIAL_FLIGHT) {
        t.rate += flow->velocity.z - after * flow->options->gravity;
        t.bend -= flow->options->gravity;
    }
    return t;
}

static double block_size(const talus_spatial_block *block)
{
    return vec3_norm(block->corners[0]);
}

static void watch(spatial_flow *flow, int corner, talus_vec3 origin)
{
    const int i = spatial_corner(flow->block, corner);
    flow->watch[flow->watch_count] = i;
    flow->watched[flow->watch_count++] = vec3_sub(flow->block->corners[i], origin);
}

/// Which corners can reach the base next: the neighbours of a pivot, since all others of a convex
/// facet lie between them; one beyond an edge, since the edge stays level.
static void choose_watched(spatial_flow *flow, talus_vec3 origin)
{
    flow->watch_count = 0;
    if (flow->mode == TALUS_SPATIAL_EDGE) {
        watch(flow, flow->pivot + 1, origin);
    } else if (flow->mode == TALUS_SPATIAL_VERTEX) {
        watch(flow, flow->pivot + 1, origin);
        watch(flow, flow->pivot - 1, origin);
    } else {
        for (int i = 0; i < (int)flow->block->corner_count; i++) {
            watch(flow, i, origin);
        }
    }
}

void flow_begin(spatial_flow *flow, const talus_spatial_block *block,
                const talus_spatial_options *options, const talus_spatial_state *state)
{
    flow->block = block;
    flow->options = options;
    flow->mode = state->mode;
    flow->pivot = state->pivot;
    const bool flight = state->mode == TALUS_SPATIAL_FLIGHT;
    const talus_vec3 origin = flight ? vec3(0.0, 0.0, 0.0) : block->corners[state->pivot];
    flow->lever = vec3_scale(-1.0, origin);
    flow->j = spatial_inertia_about(&block->inertia, block->mass, flow->lever);
    flow->j_inverse = mat3_inverse(&flow->j);
    flow->edge = vec3_sub(block->corners[state->pivot],
                          block->corners[spatial_corner(block, state->pivot - 1)]);
    flow->axis = vec3_scale(1.0 / vec3_norm(flow->edge), flow->edge);
    if (state->mode == TALUS_SPATIAL_EDGE) {
        const talus_vec3 lever = vec3_add(flow->lever, flow->edge);
        flow->j_other = spatial_inertia_about(&block->inertia, block->mass, lever);
        flow->j_other_inverse = mat3_inverse(&flow->j_other);
    }
    flow->j_axis = vec3_dot(flow->axis, mat3_mulv(&flow->j, flow->axis));
    flow->centre = state->position;
    flow->velocity = state->velocity;
    choose_watched(flow, origin);
    const talus_quat q = state->attitude;
    const talus_mat3 a = talus_quat_matrix(q);
    talus_vec3 w = mat3_tmulv(&a, state->w);
    if (state->mode == TALUS_SPATIAL_EDGE) {
        w = vec3_scale(vec3_dot(w, flow->axis), flow->axis);
    }
    const double y[FLOW_SIZE] = {q.w, q.x, q.y, q.z, w.x, w.y, w.z};
    for (int i = 0; i < FLOW_SIZE; i++) {
        flow->y[i] = y[i];
    }
    flow->start = state->time;
    flow_slope(flow, flow->start, flow->y, flow->k[0]);
}

/// The state at `after` s into the step.
static talus_spatial_state state_at(const spatial_flow *flow, const talus_spatial_state *begin,
                                    double after, const double *y)
{
    talus_spatial_state state = *begin;
    state.time = flow->start + after;
    state.attitude = quat_unit((talus_quat){y[0], y[1], y[2], y[3]});
    state.w = talus_quat_rotate(state.attitude, vec3(y[4], y[5], y[6]));
    if (flow->mode == TALUS_SPATIAL_FLIGHT) {
        const double fall = after * flow->options->gravity;
        state.position = vec3_axpy(flow->centre, after, flow->velocity);
        state.position.z -= 0.5 * after * fall;
        state.velocity = flow->velocity;
        state.velocity.z -= fall;
    }
    return state;
}

/// A watched corner that is on the base and about to move down: an event before any motion.
static bool hits_at_once(const spatial_flow *flow, int *corner)
{
    const double size = block_size(flow->block);
    for (size_t i = 0; i < flow->watch_count; i++) {
        const trend t = height_trend(flow, flow->watched[i], 0.0, flow->y);
        const double still =
            1e-14 * size * (1.0 + vec3_norm(vec3(flow->y[4], flow->y[5], flow->y[6])));
        if (t.value <= spatial_level(flow->block) &&
            (t.rate < -still ||
             (fabs(t.rate) <= still && t.bend < -1e-6 * flow->options->gravity))) {
            *corner = flow->watch[i];
            return true;
        }
    }
    return false;
}

/// First step: not much longer than the flight of a corner that starts on the base.
static double first_step(const spatial_flow *flow, double proposal)
{
    double step = proposal > 0.0 ? proposal : 1e-3;
    for (size_t i = 0; i < flow->watch_count; i++) {
        const trend t = height_trend(flow, flow->watched[i], 0.0, flow->y);
        if (t.rate > 0.0 && t.bend < 0.0 && t.value <= 1e-9 * block_size(flow->block)) {
            step = fmin(step, -2.1 * t.rate / t.bend);
        }
    }
    return step;
}

/// Signed distance to the event `index`: heights first, then overturning, then the edge's release
/// (m/s^2).
static double distance(const spatial_flow *flow, size_t index, double after, const double *y)
{
    if (index < flow->watch_count) {
        return height_at(flow, flow->watched[index], after, y);
    }
    if (index == flow->watch_count) {
        return flow_vertical(y).z;
    }
    const double time = flow->start + after;
    return -fmax(flow_edge_lift(flow, time, y, 0), flow_edge_lift(flow, time, y, 1));
}

static size_t event_count(const spatial_flow *flow)
{
    return flow->watch_count + 1 + (flow->mode == TALUS_SPATIAL_EDGE);
}

/// Root of an event's distance on the continuous extension, between theta = low (> 0) and high (<
/// 0).
static double find_root(const spatial_flow *flow, size_t index, double h, const double bracket[2])
{
    double low = bracket[0], high = bracket[1], y[FLOW_SIZE];
    flow_between(flow, low, y);
    double at_low = distance(flow, index, low * h, y);
    flow_between(flow, high, y);
    double at_high = distance(flow, index, high * h, y);
    int side = 0;
    for (int i = 0; i < 60 && high - low > 1e-15 * high; i++) { // Illinois
        double theta = low + (high - low) * at_low / (at_low - at_high);
        if (!(theta > low && theta < high)) {
            theta = 0.5 * (low + high);
        }
        flow_between(flow, theta, y);
        const double value = distance(flow, index, theta * h, y);
        if (value > 0.0) {
            low = theta;
            at_low = value;
            at_high *= side == 1 ? 0.5 : 1.0;
            side = 1;
        } else {
            high = theta;
            at_high = value;
            at_low *= side == -1 ? 0.5 : 1.0;
            side = -1;
        }
        if (fabs(value) <= 1e-16 * block_size(flow->block)) {
            return theta;
        }
    }
    return high;
}

/// Earliest event within the step just made. @return theta, or 2 where there is none
static double find_event(const spatial_flow *flow, double h, size_t *which)
{
    enum { PARTS = 4 };
    double y[PARTS + 1][FLOW_SIZE], first = 2.0;
    for (int p = 1; p <= PARTS; p++) {
        flow_between(flow, (double)p / PARTS, y[p]);
    }
    const double round_off = 1e-14 * block_size(flow->block);
    for (size_t index = 0; index < event_count(flow); index++) {
        for (int p = 1; p <= PARTS && (double)(p - 1) / PARTS < first; p++) {
            if (distance(flow, index, h * p / PARTS, y[p]) >= -round_off) {
                continue;
            }
            double bracket[2] = {(double)(p - 1) / PARTS, (double)p / PARTS}, at_low[FLOW_SIZE];
            // a corner that starts on the base has its other root at 0: step away from it
            for (int i = 0; i < 50 && p == 1; i++) {
                bracket[0] = i == 0 ? 0.5 * bracket[1] : 0.5 * bracket[0];
                flow_between(flow, bracket[0], at_low);
                if (distance(flow, index, h * bracket[0], at_low) > 0.0) {
                    break;
                }
                bracket[1] = bracket[0];
            }
            const double theta = find_root(flow, index, h, bracket);
            if (theta < first) {
                first = theta;
                *which = index;
            }
            break;
        }
    }
    return first;
}

/// Repeat the step up to the event; a corner then ends on the base. @return the step's length
static double land(spatial_flow *flow, size_t index, double h)
{
    if (index >= flow->watch_count) {
        flow_trial(flow, h, NULL);
        return h;
    }
    for (int i = 0; i < 4; i++) {
        flow_trial(flow, h, NULL);
        const trend t = height_trend(flow, flow->watched[index], h, flow->end);
        const double correction = t.rate < 0.0 ? -t.value / t.rate : 0.0;
        if (fabs(correction) <= 1e-15 * h || fabs(correction) > 0.1 * h ||
            fabs(t.value) <= 1e-17 * block_size(flow->block)) {
            break;
        }
        h += correction;
    }
    return h;
}

/// Least height of all corners and the vertical reaction at the end of the step.
static void keep_watch(spatial_flow *flow, double h)
{
    const talus_vec3 origin = vec3_scale(-1.0, flow->lever);
    for (int i = 0; i < (int)flow->block->corner_count; i++) {
        const talus_vec3 arm = vec3_sub(flow->block->corners[i], origin);
        flow->least_height = fmin(flow->least_height, height_at(flow, arm, h, flow->end));
    }
    if (flow->mode != TALUS_SPATIAL_FLIGHT && isnan(flow->pull_time) &&
        flow_vertical_reaction(flow, flow->start + h, flow->end) < 0.0) {
        flow->pull_time = flow->start + h;
    }
}

/// Samples at multiples of the interval in (start, start + length] of a step h.
static void send_samples(const spatial_flow *flow, const talus_spatial_state *begin, double h,
                         double length)
{
    const talus_spatial_options *options = flow->options;
    if (!options->on_sample || !(options->sample_interval > 0.0)) {
        return;
    }
    const double step = options->sample_interval;
    double index = floor(flow->start / step) + 1.0;
    for (; index * step <= flow->start + length; index += 1.0) {
        double y[FLOW_SIZE];
        const double after = index * step - flow->start;
        flow_between(flow, after / h, y);
        const talus_spatial_state state = state_at(flow, begin, after, y);
        options->on_sample(options->user, &state);
    }
}

/// Take the step of length h as made: its end becomes the begin of the next one.
static void accept(spatial_flow *flow, talus_spatial_state *state, double h)
{
    const talus_spatial_state next = state_at(flow, state, h, flow->end);
    keep_watch(flow, h);
    *state = next;
    flow->centre = next.position;
    flow->velocity = next.velocity;
    flow->start = next.time;
    const talus_quat q = next.attitude;
    const double unit[4] = {q.w, q.x, q.y, q.z};
    for (int i = 0; i < FLOW_SIZE; i++) {
        flow->y[i] = i < 4 ? unit[i] : flow->end[i];
    }
    flow_slope(flow, flow->start, flow->y, flow->k[0]);
    flow->steps++;
}

/// Which end of the edge stays when the reaction leaves it, and the event of an index.
static flow_event name_event(const spatial_flow *flow, size_t index, int *corner)
{
    if (index < flow->watch_count) {
        *corner = flow->watch[index];
        return FLOW_CORNER;
    }
    if (index == flow->watch_count) {
        return FLOW_OVERTURN;
    }
    const bool pivot_stays = flow_edge_lift(flow, flow->start, flow->y, 0) >
                             flow_edge_lift(flow, flow->start, flow->y, 1);
    *corner = pivot_stays ? flow->pivot : spatial_corner(flow->block, flow->pivot - 1);
    return FLOW_RELEASE;
}

/// 0.9 error^(-1/5), at most 5 and at least 0.2
static double step_factor(double error)
{
    return fmax(0.2, fmin(5.0, error > 0.0 ? 0.9 * talus_exp(-0.2 * talus_log(error)) : 5.0));
}

flow_event flow_advance(spatial_flow *flow, talus_spatial_state *state, double *step, int *corner)
{
    const talus_spatial_options *options = flow->options;
    if (hits_at_once(flow, corner)) {
        return FLOW_CORNER;
    }
    if (flow->mode == TALUS_SPATIAL_EDGE &&
        distance(flow, flow->watch_count + 1, 0.0, flow->y) < -1e-9) {
        return name_event(flow, flow->watch_count + 1, corner);
    }
    double h = first_step(flow, *step);
    while (flow->start < options->end_time) {
        if (options->longest_step > 0.0) {
            h = fmin(h, options->longest_step);
        }
        const bool last = flow->start + h >= options->end_time;
        h = last ? options->end_time - flow->start : h;
        double error;
        flow_trial(flow, h, &error);
        if (!(error <= 1.0)) {
            h *= isfinite(error) ? step_factor(error) : 0.1;
            if (h < 1e-14 * fmax(1.0, flow->start)) {
                return FLOW_LOST;
            }
            continue;
        }
        size_t index = 0;
        flow_extend(flow, h);
        const double theta = find_event(flow, h, &index);
        if (theta <= 1.0) {
            *step = h * step_factor(error);
            send_samples(flow, state, h, theta * h);
            const double length = land(flow, index, theta * h);
            accept(flow, state, length);
            return name_event(flow, index, corner);
        }
        send_samples(flow, state, h, h);
        accept(flow, state, h);
        if (last) {
            state->time = options->end_time;
            break;
        }
        h *= step_factor(error);
        *step = h;
    }
    return FLOW_TIME;
}
