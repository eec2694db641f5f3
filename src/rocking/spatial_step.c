// SPDX-License-Identifier: GPL-3.0-or-later
// Equations of motion of a spatial block and one step of the Runge-Kutta method 5(4) of Dormand and
// Prince (1980) with the continuous extension of order 4 by Shampine (Hairer, Norsett, Wanner
// II.6).
#include "rocking/spatial_flow.h"

talus_vec3 flow_vertical(const double *y)
{
    const double w = y[0], x = y[1], v = y[2], z = y[3];
    const double scale = 1.0 / (w * w + x * x + v * v + z * z);
    return vec3(2.0 * scale * (x * z - w * v), 2.0 * scale * (v * z + w * x),
                scale * (w * w - x * x - v * v + z * z));
}

/// A^T f for a quaternion that is not quite a unit one.
static talus_vec3 to_body(const double *y, talus_vec3 f)
{
    const talus_quat p = quat_unit((talus_quat){y[0], -y[1], -y[2], -y[3]});
    return talus_quat_rotate(p, f);
}

/// Gravity and inertial force of the shaking base per mass, body axes (m/s^2).
static talus_vec3 body_force(const spatial_flow *flow, double time, const double *y)
{
    const talus_spatial_options *options = flow->options;
    if (!options->acceleration) {
        return vec3_scale(-options->gravity, flow_vertical(y));
    }
    const talus_vec3 a = options->acceleration(options->motion, time);
    return to_body(y, vec3(-a.x, -a.y, -a.z - options->gravity));
}

talus_vec3 flow_acceleration(const spatial_flow *flow, double time, const double *y)
{
    const talus_vec3 w = vec3(y[4], y[5], y[6]);
    talus_vec3 torque = vec3(0.0, 0.0, 0.0);
    if (flow->mode != TALUS_SPATIAL_FLIGHT) {
        torque = vec3_scale(flow->block->mass, vec3_cross(flow->lever, body_force(flow, time, y)));
    }
    if (flow->mode == TALUS_SPATIAL_EDGE) {
        return vec3_scale(vec3_dot(flow->axis, torque) / flow->j_axis, flow->axis);
    }
    const talus_vec3 gyroscopic = vec3_cross(w, mat3_mulv(&flow->j, w));
    return mat3_mulv(&flow->j_inverse, vec3_sub(torque, gyroscopic));
}

/// Reaction of the base on the block, body axes (N).
static talus_vec3 reaction(const spatial_flow *flow, double time, const double *y,
                           talus_vec3 acceleration)
{
    const talus_vec3 w = vec3(y[4], y[5], y[6]);
    const talus_vec3 centre =
        vec3_add(vec3_cross(acceleration, flow->lever), vec3_cross(w, vec3_cross(w, flow->lever)));
    return vec3_scale(flow->block->mass, vec3_sub(centre, body_force(flow, time, y)));
}

double flow_vertical_reaction(const spatial_flow *flow, double time, const double *y)
{
    const talus_vec3 acceleration = flow_acceleration(flow, time, y);
    return vec3_dot(reaction(flow, time, y, acceleration), flow_vertical(y));
}

double flow_edge_lift(const spatial_flow *flow, double time, const double *y, int end)
{
    const talus_vec3 w = vec3(y[4], y[5], y[6]);
    const talus_mat3 *j = end == 0 ? &flow->j : &flow->j_other;
    const talus_mat3 *inverse = end == 0 ? &flow->j_inverse : &flow->j_other_inverse;
    // the other end and the centre of mass seen from the end that stays
    const talus_vec3 arm = end == 0 ? vec3_scale(-1.0, flow->edge) : flow->edge;
    const talus_vec3 lever = end == 0 ? flow->lever : vec3_add(flow->lever, flow->edge);
    const talus_vec3 torque =
        vec3_scale(flow->block->mass, vec3_cross(lever, body_force(flow, time, y)));
    const talus_vec3 acceleration =
        mat3_mulv(inverse, vec3_sub(torque, vec3_cross(w, mat3_mulv(j, w))));
    // w is along the edge: it adds no acceleration of the other end
    return vec3_dot(flow_vertical(y), vec3_cross(acceleration, arm));
}

void flow_slope(const spatial_flow *flow, double time, const double *y, double *slope)
{
    const talus_vec3 acceleration = flow_acceleration(flow, time, y);
    const talus_quat rate =
        quat_mul((talus_quat){y[0], y[1], y[2], y[3]}, (talus_quat){0.0, y[4], y[5], y[6]});
    slope[0] = 0.5 * rate.w;
    slope[1] = 0.5 * rate.x;
    slope[2] = 0.5 * rate.y;
    slope[3] = 0.5 * rate.z;
    slope[4] = acceleration.x;
    slope[5] = acceleration.y;
    slope[6] = acceleration.z;
}

static const double nodes[7] = {0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
static const double weights[7][6] = {
    {0.0},
    {0.2},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
};
/// Weights of order 5 minus those of order 4.
static const double difference[7] = {
    71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
    -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
static const double extension[7] = {-12715105075.0 / 11282082432.0,  0.0,
                                    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                    69997945.0 / 29380423.0};

/// Error in units of the tolerance: quaternion absolute (rad), rates relative to their size.
static double error_norm(const spatial_flow *flow, double h)
{
    const double *y = flow->y, *e = flow->end;
    const double speed = sqrt(
        fmax(y[4] * y[4] + y[5] * y[5] + y[6] * y[6], e[4] * e[4] + e[5] * e[5] + e[6] * e[6]));
    const double floor_rate = flow->options->rest_rate;
    double sum = 0.0;
    for (int i = 0; i < FLOW_SIZE; i++) {
        double value = 0.0;
        for (int s = 0; s < 7; s++) {
            value += difference[s] * flow->k[s][i];
        }
        value *= h / (flow->options->tolerance * (i < 4 ? 1.0 : speed + floor_rate));
        sum += value * value;
    }
    return sqrt(sum / FLOW_SIZE);
}

void flow_trial(spatial_flow *flow, double h, double *error)
{
    double y[FLOW_SIZE];
    const int stages = error ? 7 : 6; // the last one is the slope at the end
    for (int s = 1; s < 7; s++) {
        for (int i = 0; i < FLOW_SIZE; i++) {
            double sum = 0.0;
            for (int r = 0; r < s; r++) {
                sum += weights[s][r] * flow->k[r][i];
            }
            y[i] = flow->y[i] + h * sum;
        }
        if (s < stages) {
            flow_slope(flow, flow->start + nodes[s] * h, y, flow->k[s]);
        }
    }
    for (int i = 0; i < FLOW_SIZE; i++) {
        flow->end[i] = y[i];
    }
    if (error) {
        *error = error_norm(flow, h);
    }
}

void flow_extend(spatial_flow *flow, double h)
{
    for (int i = 0; i < FLOW_SIZE; i++) {
        const double rise = flow->end[i] - flow->y[i];
        const double bend = h * flow->k[0][i] - rise;
        double sum = 0.0;
        for (int s = 0; s < 7; s++) {
            sum += extension[s] * flow->k[s][i];
        }
        flow->dense[0][i] = flow->y[i];
        flow->dense[1][i] = rise;
        flow->dense[2][i] = bend;
        flow->dense[3][i] = rise - h * flow->k[6][i] - bend;
        flow->dense[4][i] = h * sum;
    }
}

void flow_between(const spatial_flow *flow, double theta, double *y)
{
    const double rest = 1.0 - theta;
    for (int i = 0; i < FLOW_SIZE; i++) {
        const double(*d)[FLOW_SIZE] = flow->dense;
        y[i] = d[0][i] + theta * (d[1][i] + rest * (d[2][i] + theta * (d[3][i] + rest * d[4][i])));
    }
}
