// SPDX-License-Identifier: GPL-3.0-or-later
// Taylor series of a turning block. The world axes seen from the body obey e' = e x W and the
// moment of momentum L = J W obeys L' = d x m f - W x L, f = A^T (-g z - a): all coefficients
// follow one by one from products of series.
#include "lab/spatial/spatial_flow.h"

/// 1/k
static const double inverse[SERIES_MOST + 1] = {
    0.0,      1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
    1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15,
    1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23,
    1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28};

enum { SMALL_TERMS = 2 }; ///< in a row end the series: every second one may vanish by symmetry

static double largest(talus_vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

/// Coefficient k of the product a x b of two series.
static talus_vec3 cross_term(const talus_vec3 *a, const talus_vec3 *b, int k)
{
    talus_vec3 sum = vec3_cross(a[0], b[k]);
    for (int j = 1; j <= k; j++) {
        sum = vec3_add(sum, vec3_cross(a[j], b[k - j]));
    }
    return sum;
}

/// f_k = -g up_k - sum_j (a_x x + a_y y + a_z up)
static talus_vec3 force_term(const flow_series *s, double gravity, int k)
{
    talus_vec3 f = vec3_scale(-gravity, s->up[k]);
    for (int j = 0; j <= k && j < s->base_count; j++) {
        const talus_vec3 a = s->base[j];
        f = vec3_axpy(f, -a.x, s->x[k - j]);
        f = vec3_axpy(f, -a.y, s->y[k - j]);
        f = vec3_axpy(f, -a.z, s->up[k - j]);
    }
    return f;
}

/// Coefficient k + 1 of the angular velocity from the terms up to k.
static void next_rate(const spatial_flow *flow, flow_series *s, int k)
{
    talus_vec3 torque = vec3(0.0, 0.0, 0.0);
    if (flow->mode != TALUS_SPATIAL_FLIGHT) {
        s->f[k] = force_term(s, flow->options->gravity, k);
        torque = vec3_scale(flow->block->mass, vec3_cross(flow->here->lever, s->f[k]));
    }
    if (flow->mode == TALUS_SPATIAL_EDGE) {
        const double turn = vec3_dot(flow->axis, torque) / flow->j_axis;
        s->w[k + 1] = vec3_scale(turn * inverse[k + 1], flow->axis);
        return;
    }
    torque = vec3_sub(torque, cross_term(s->w, s->l, k));
    s->l[k + 1] = vec3_scale(inverse[k + 1], torque);
    s->w[k + 1] = mat3_mulv(&flow->here->j_inverse, s->l[k + 1]);
}

/// Shortest flight, a tenth longer, that a corner on the base begins with: one step then serves it.
static double flight_guess(const spatial_flow *flow, const flow_series *s)
{
    double length = (double)INFINITY;
    for (size_t i = 0; i < flow->watch_count; i++) {
        const talus_vec3 arm = flow->watched[i];
        const bool flight = flow->mode == TALUS_SPATIAL_FLIGHT;
        const double height = vec3_dot(s->up[0], arm) + (flight ? flow->centre.z : 0.0);
        if (height > 1e-9 * flow->size) {
            continue;
        }
        const double rate = vec3_dot(s->up[1], arm) + (flight ? flow->velocity.z : 0.0);
        const double bend = vec3_dot(s->up[2], arm) - (flight ? 0.5 * flow->options->gravity : 0.0);
        if (rate > flow_still(flow) && bend < 0.0) {
            length = fmin(length, -1.1 * rate / bend);
        }
    }
    return length;
}

/// Step in which the neglected terms are within the tolerance after all.
static double shorter_step(const flow_series *s, double h, double tolerance, double speed)
{
    double factor = 1.0;
    for (int k = s->count - 2; k < s->count; k++) {
        double term = fmax(largest(s->up[k]), largest(s->w[k]) / speed);
        for (int i = 0; i < k; i++) {
            term *= h;
        }
        if (term > tolerance) {
            factor = fmin(factor, talus_exp(talus_log(tolerance / term) / k));
        }
    }
    return 0.9 * factor * h;
}

void flow_expand(spatial_flow *flow, double longest)
{
    flow_series *s = &flow->series;
    const talus_spatial_options *options = flow->options;
    s->up[0] = flow->up;
    s->x[0] = flow->x;
    s->y[0] = vec3_cross(flow->up, flow->x);
    s->w[0] = flow->w;
    s->l[0] = mat3_mulv(&flow->here->j, flow->w);
    s->base_count = flow_base_series(&flow->base, flow->start, s->base);
    double h = fmin(longest, flow->base.reach), power = 1.0, speed = 0.0;
    int small = 0, k = 0;
    for (; k + 1 < SERIES_MOST && small < SMALL_TERMS; k++) {
        next_rate(flow, s, k);
        s->up[k + 1] = vec3_scale(inverse[k + 1], cross_term(s->up, s->w, k));
        s->x[k + 1] = vec3_scale(inverse[k + 1], cross_term(s->x, s->w, k));
        if (s->base_count > 0) {
            s->y[k + 1] = vec3_scale(inverse[k + 1], cross_term(s->y, s->w, k));
        }
        if (k == 1) {
            // about one radian of the fastest of swing and turn, or one flight
            const double swing = sqrt(options->gravity / flow->size + largest(s->w[1]));
            h = fmin(fmin(h, 1.0 / (swing + largest(s->w[0]))), flight_guess(flow, s));
            speed = largest(s->w[0]) + h * largest(s->w[1]) + options->rest_rate;
            power = h;
        }
        if (k >= 1) {
            power *= h;
            const double term = fmax(largest(s->up[k + 1]), largest(s->w[k + 1]) / speed);
            small = term * power <= options->tolerance ? small + 1 : 0;
        }
    }
    s->count = k + 1;
    s->length = small < SMALL_TERMS ? shorter_step(s, h, options->tolerance, speed) : h;
}

static talus_vec3 value(const talus_vec3 *c, int n, double t)
{
    talus_vec3 sum = c[n - 1];
    for (int k = n - 2; k >= 0; k--) {
        sum = vec3_axpy(c[k], t, sum);
    }
    return sum;
}

void flow_at(const spatial_flow *flow, double after, talus_vec3 *up, talus_vec3 *x, talus_vec3 *w)
{
    const flow_series *s = &flow->series;
    const talus_vec3 z = value(s->up, s->count, after);
    const talus_vec3 a = value(s->x, s->count, after);
    *w = value(s->w, s->count, after);
    *up = vec3_scale(1.0 / vec3_norm(z), z);
    const talus_vec3 across = vec3_axpy(a, -vec3_dot(a, *up), *up);
    *x = vec3_scale(1.0 / vec3_norm(across), across);
}

void flow_height(const spatial_flow *flow, talus_vec3 arm, double *c)
{
    const flow_series *s = &flow->series;
    for (int k = 0; k < s->count; k++) {
        c[k] = vec3_dot(s->up[k], arm);
    }
    if (flow->mode == TALUS_SPATIAL_FLIGHT) { // count >= 3
        c[0] += flow->centre.z;
        c[1] += flow->velocity.z;
        c[2] -= 0.5 * flow->options->gravity;
    }
}

void flow_edge_lift(const spatial_flow *flow, int end, double *c)
{
    const flow_series *s = &flow->series;
    const talus_spatial_block *block = flow->block;
    const int other = spatial_corner(block, flow->pivot - 1);
    const flow_pivot *pivot = &flow->pivots[end == 0 ? flow->pivot : other];
    const talus_vec3 stays = block->corners[end == 0 ? flow->pivot : other];
    const talus_vec3 arm = vec3_sub(block->corners[end == 0 ? other : flow->pivot], stays);
    // w = rate axis along the edge adds no acceleration of the other end
    const talus_vec3 spin =
        mat3_mulv(&pivot->j_inverse, vec3_cross(flow->axis, mat3_mulv(&pivot->j, flow->axis)));
    talus_vec3 a[SERIES_MOST];
    double rate[SERIES_MOST];
    const int n = s->count - 1; // of f
    for (int k = 0; k < n; k++) {
        rate[k] = vec3_dot(s->w[k], flow->axis);
        double square = 0.0;
        for (int j = 0; j <= k; j++) {
            square += rate[j] * rate[k - j];
        }
        const talus_vec3 torque = vec3_scale(block->mass, vec3_cross(pivot->lever, s->f[k]));
        a[k] = vec3_axpy(mat3_mulv(&pivot->j_inverse, torque), -square, spin);
        a[k] = vec3_cross(a[k], arm);
        c[k] = 0.0;
        for (int j = 0; j <= k; j++) {
            c[k] += vec3_dot(s->up[j], a[k - j]);
        }
    }
    c[n] = 0.0;
}

double flow_still(const spatial_flow *flow)
{
    return 1e-14 * flow->size * (1.0 + vec3_norm(flow->w));
}
