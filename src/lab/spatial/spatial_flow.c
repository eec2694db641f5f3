// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of motion: Taylor steps up to the first event, a root of the series of a corner's
// height, of the block's axis or of what holds an edge down.
#include "lab/spatial/spatial_flow.h"

void flow_prepare(spatial_flow *flow, const talus_spatial_block *block,
                  const talus_spatial_options *options, double time)
{
    const int n = (int)block->corner_count;
    *flow = (spatial_flow){.block = block,
                           .options = options,
                           .size = vec3_norm(block->corners[0]),
                           .level = spatial_level(block),
                           .base = flow_base_start(options->shaking, time),
                           .pull_time = (double)NAN,
                           .least_axis = 1.0};
    for (int i = 0; i <= n; i++) {
        flow_pivot *pivot = &flow->pivots[i < n ? i : TALUS_SPATIAL_CORNERS];
        pivot->lever = i < n ? vec3_scale(-1.0, block->corners[i]) : vec3(0.0, 0.0, 0.0);
        pivot->j = spatial_inertia_about(&block->inertia, block->mass, pivot->lever);
        pivot->j_inverse = mat3_inverse(&pivot->j);
    }
}

static void watch(spatial_flow *flow, int corner)
{
    const int i = spatial_corner(flow->block, corner);
    flow->watch[flow->watch_count] = i;
    flow->watched[flow->watch_count++] = vec3_add(flow->block->corners[i], flow->here->lever);
}

/// Which corners can reach the base next: the neighbours of a pivot, since all others of a convex
/// facet lie between them; one beyond an edge, since the edge stays level.
static void choose_watched(spatial_flow *flow)
{
    flow->watch_count = 0;
    if (flow->mode == TALUS_SPATIAL_EDGE) {
        watch(flow, flow->pivot + 1);
    } else if (flow->mode == TALUS_SPATIAL_VERTEX) {
        watch(flow, flow->pivot + 1);
        watch(flow, flow->pivot - 1);
    } else {
        for (int i = 0; i < (int)flow->block->corner_count; i++) {
            watch(flow, i);
        }
    }
}

static void note_tilt(spatial_flow *flow, talus_vec3 up)
{
    if (up.z <= flow->least_axis) {
        flow->least_axis = up.z;
        flow->largest_sine = sqrt(up.x * up.x + up.y * up.y);
    }
}

void flow_begin(spatial_flow *flow, const talus_spatial_state *state)
{
    const talus_spatial_block *block = flow->block;
    const bool flight = state->mode == TALUS_SPATIAL_FLIGHT;
    flow->mode = state->mode;
    flow->pivot = state->pivot;
    flow->here = &flow->pivots[flight ? TALUS_SPATIAL_CORNERS : state->pivot];
    flow->attitude = state->attitude;
    flow->centre = state->position;
    flow->velocity = state->velocity;
    flow->start = state->time;
    choose_watched(flow);
    const talus_mat3 a = talus_quat_matrix(state->attitude);
    flow->x = vec3(a.m[0][0], a.m[0][1], a.m[0][2]);
    flow->up = vec3(a.m[2][0], a.m[2][1], a.m[2][2]);
    flow->w = mat3_tmulv(&a, state->w);
    note_tilt(flow, flow->up);
    if (state->mode == TALUS_SPATIAL_EDGE) {
        const talus_vec3 edge = vec3_sub(block->corners[state->pivot],
                                         block->corners[spatial_corner(block, state->pivot - 1)]);
        flow->axis = vec3_scale(1.0 / vec3_norm(edge), edge);
        flow->j_axis = vec3_dot(flow->axis, mat3_mulv(&flow->here->j, flow->axis));
        flow->w = vec3_scale(vec3_dot(flow->w, flow->axis), flow->axis);
    }
}

/// Sum of |c[k]| h^k for k >= 1.
static double swing(const double *c, int n, double h)
{
    double sum = 0.0;
    for (int k = n - 1; k >= 1; k--) {
        sum = (sum + fabs(c[k])) * h;
    }
    return sum;
}

/// First root of a series that is > 0 or begins at 0 and falls. @return false where it stays > 0
static bool first_fall(const double *c, int n, double h, double *tau)
{
    return !(c[0] > swing(c, n, h)) && series_first_root(c, n, h, tau);
}

/// Whether a watched corner lands within h; tau = 0: it moves down from the base at once.
static bool corner_lands(const spatial_flow *flow, size_t i, double h, double *tau)
{
    double c[SERIES_MOST];
    const int n = flow->series.count;
    flow_height(flow, flow->watched[i], c);
    if (c[0] > flow->level) {
        return first_fall(c, n, h, tau);
    }
    // on the base: what is round-off of a rate, of an acceleration?
    const double still = flow_still(flow);
    const double slight = 0.5e-6 * flow->options->gravity;
    *tau = 0.0;
    c[0] = 0.0;
    if (fabs(c[1]) <= still) {
        c[1] = 0.0;
        c[2] = fabs(c[2]) <= slight ? 0.0 : c[2];
    }
    int lead = 1;
    while (lead < n - 1 && c[lead] == 0.0) {
        lead++;
    }
    if (lead < 3 && c[lead] < 0.0) {
        return true;
    }
    if (!(c[lead] > 0.0)) {
        return series_value(c, n, h) < -1e-14 * flow->size;
    }
    return first_fall(c, n, h, tau);
}

/// Whether the edge lets go of one end within h while the other one stays pressed. Where both would
/// have to be pulled the block lifts, which is not modelled. @param end out: the end that stays
static bool end_lifts(const spatial_flow *flow, double h, double *tau, int *end)
{
    const double slight = 1e-9; // m/s^2
    double lift[2][SERIES_MOST], fall[SERIES_MOST];
    const int n = flow->series.count;
    bool found = false;
    *tau = h;
    flow_edge_lift(flow, 0, lift[0]);
    flow_edge_lift(flow, 1, lift[1]);
    for (int e = 0; e < 2; e++) {
        double at = 0.0;
        for (int k = 0; k < n; k++) {
            fall[k] = -lift[e][k];
        }
        const bool now = fall[0] < -slight || (fall[0] <= slight && fall[1] < 0.0);
        fall[0] = fall[0] <= slight ? 0.0 : fall[0];
        if ((now || first_fall(fall, n, *tau, &at)) && series_value(lift[1 - e], n, at) < -slight) {
            found = true;
            *tau = at;
            *end = e;
        }
    }
    return found;
}

/// Earliest event within the step. @param corner see flow_advance
static flow_event find_event(const spatial_flow *flow, double *tau, int *corner)
{
    flow_event event = FLOW_TIME;
    double at;
    *tau = flow->series.length;
    for (size_t i = 0; i < flow->watch_count; i++) {
        if (corner_lands(flow, i, *tau, &at) && (event == FLOW_TIME || at < *tau)) {
            event = FLOW_CORNER;
            *tau = at;
            *corner = flow->watch[i];
        }
    }
    double axis[SERIES_MOST];
    for (int k = 0; k < flow->series.count; k++) {
        axis[k] = flow->series.up[k].z;
    }
    if (first_fall(axis, flow->series.count, *tau, &at)) {
        event = FLOW_OVERTURN;
        *tau = at;
    }
    int end = 0;
    if (flow->mode == TALUS_SPATIAL_EDGE && end_lifts(flow, *tau, &at, &end) &&
        (event == FLOW_TIME || at < *tau)) {
        event = FLOW_RELEASE;
        *tau = at;
        *corner = end == 0 ? flow->pivot : spatial_corner(flow->block, flow->pivot - 1);
    }
    return event;
}

/// Unit quaternion of the rotation matrix with rows x, up x x, up; the one nearer to `like`.
static talus_quat attitude_of(talus_vec3 x, talus_vec3 up, talus_quat like)
{
    const talus_vec3 y = vec3_cross(up, x);
    talus_quat q = {1.0 + x.x + y.y + up.z, up.y - y.z, x.z - up.x, y.x - x.y};
    if (!(q.w > 0.4)) { // a component whose square is at least 1/4 leads
        if (x.x >= y.y && x.x >= up.z) {
            q = (talus_quat){up.y - y.z, 1.0 + x.x - y.y - up.z, x.y + y.x, x.z + up.x};
        } else if (y.y >= up.z) {
            q = (talus_quat){x.z - up.x, x.y + y.x, 1.0 + y.y - x.x - up.z, y.z + up.y};
        } else {
            q = (talus_quat){y.x - x.y, x.z + up.x, y.z + up.y, 1.0 + up.z - x.x - y.y};
        }
    }
    q = quat_unit(q);
    const double same = q.w * like.w + q.x * like.x + q.y * like.y + q.z * like.z;
    return same < 0.0 ? (talus_quat){-q.w, -q.x, -q.y, -q.z} : q;
}

/// The state at `after` s into the step, and with `move` not NULL the start of the next one.
static void state_at(const spatial_flow *flow, double after, talus_spatial_state *state,
                     spatial_flow *move)
{
    talus_vec3 up, x, w;
    flow_at(flow, after, &up, &x, &w);
    state->time = flow->start + after;
    state->attitude = attitude_of(x, up, flow->attitude);
    state->w = vec3(vec3_dot(x, w), vec3_dot(vec3_cross(up, x), w), vec3_dot(up, w));
    if (flow->mode == TALUS_SPATIAL_FLIGHT) {
        const double fall = after * flow->options->gravity;
        state->position = vec3_axpy(flow->centre, after, flow->velocity);
        state->position.z -= 0.5 * after * fall;
        state->velocity = flow->velocity;
        state->velocity.z -= fall;
    }
    if (move) {
        move->up = up;
        move->x = x;
        move->w = w;
        move->attitude = state->attitude;
        move->centre = state->position;
        move->velocity = state->velocity;
        move->start = state->time;
    }
}

/// First time within the step at which the vertical reaction m (z_c'' + g + a_z) is negative.
static void watch_reaction(spatial_flow *flow, double h)
{
    if (flow->mode == TALUS_SPATIAL_FLIGHT || !isnan(flow->pull_time)) {
        return;
    }
    double c[SERIES_MOST], tau = 0.0;
    const int n = flow->series.count;
    flow_height(flow, flow->here->lever, c);
    for (int k = 0; k + 2 < n; k++) {
        c[k] = (k + 1) * (k + 2) * c[k + 2] +
               (k < flow->series.base_count ? flow->series.base[k].z : 0.0);
    }
    c[0] += flow->options->gravity;
    if (c[0] < 0.0 || first_fall(c, n - 2, h, &tau)) {
        flow->pull_time = flow->start + tau;
    }
}

/// Largest tilt within the step: where the axis turns round, and at its end, which is noted apart.
static void watch_tilt(spatial_flow *flow, double h)
{
    double c[SERIES_MOST], rate[SERIES_MOST];
    const int n = flow->series.count;
    c[0] = flow->series.up[0].z;
    for (int k = 1; k < n; k++) {
        c[k] = flow->series.up[k].z;
        rate[k - 1] = k * c[k];
    }
    if (c[0] - swing(c, n, h) >= flow->least_axis) {
        return;
    }
    double at = 0.0, root = 0.0;
    while (!(fabs(rate[0]) > swing(rate, n - 1, h - at)) &&
           series_first_root(rate, n - 1, h - at, &root)) {
        talus_vec3 up, x, w;
        at += root;
        flow_at(flow, at, &up, &x, &w);
        note_tilt(flow, up);
        series_shift(rate, n - 1, root, rate);
        rate[0] = 0.0;
    }
}

/// Samples at multiples of the interval in (start, start + length].
static void send_samples(const spatial_flow *flow, const talus_spatial_state *begin, double length)
{
    const talus_spatial_options *options = flow->options;
    if (!options->on_sample || !(options->sample_interval > 0.0)) {
        return;
    }
    const double step = options->sample_interval;
    double index = floor(flow->start / step) + 1.0;
    talus_spatial_state state = *begin;
    for (; index * step <= flow->start + length; index += 1.0) {
        state_at(flow, index * step - flow->start, &state, NULL);
        state.time = index * step;
        options->on_sample(options->user, &state);
    }
}

/// Go to `after` s into the step: its end is the start of the next one.
static void move(spatial_flow *flow, talus_spatial_state *state, double after)
{
    send_samples(flow, state, after);
    watch_reaction(flow, after);
    watch_tilt(flow, after);
    state_at(flow, after, state, flow);
    const bool flight = flow->mode == TALUS_SPATIAL_FLIGHT;
    for (int i = 0; i < (int)flow->block->corner_count; i++) {
        const talus_vec3 arm = vec3_add(flow->block->corners[i], flow->here->lever);
        const double height = vec3_dot(flow->up, arm) + (flight ? flow->centre.z : 0.0);
        flow->least_height = fmin(flow->least_height, height);
    }
    note_tilt(flow, flow->up);
    flow->steps++;
}

void flow_summary(const spatial_flow *flow, talus_spatial_summary *summary)
{
    summary->steps = flow->steps;
    summary->least_height = flow->least_height;
    summary->largest_tilt = spatial_atan2(flow->largest_sine, flow->least_axis);
    summary->pull_time = flow->pull_time;
}

flow_event flow_advance(spatial_flow *flow, talus_spatial_state *state, int *corner)
{
    const double end_time = flow->options->end_time;
    while (flow->start < end_time) {
        const double limit = fmin(end_time, flow->base.end), longest = limit - flow->start;
        flow_expand(flow, longest);
        const double h = flow->series.length;
        if (!(h > 1e-15 * fmin(longest, 1.0)) || !vec3_finite(flow->series.w[1])) {
            return FLOW_LOST;
        }
        double tau;
        const flow_event event = find_event(flow, &tau, corner);
        if (event != FLOW_TIME) {
            if (tau > 0.0) {
                move(flow, state, tau);
            }
            return event;
        }
        move(flow, state, h);
        if (h >= longest) {
            state->time = flow->start = limit;
            flow_base_advance(&flow->base, limit);
        }
    }
    return FLOW_TIME;
}
