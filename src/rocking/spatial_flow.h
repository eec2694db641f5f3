// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spatial_flow.h
/// Motion of a spatial block between impacts: about a corner, about an edge, in flight. Embedded
/// Runge-Kutta 5(4) of Dormand and Prince with its continuous extension; events are the first
/// corner that reaches the base, the overturned block, the end of an edge that lifts.
#ifndef TALUS_SRC_ROCKING_SPATIAL_FLOW_H
#define TALUS_SRC_ROCKING_SPATIAL_FLOW_H

#include "rocking/spatial.h"

enum { FLOW_SIZE = 7, FLOW_WATCHED = TALUS_SPATIAL_CORNERS };

typedef enum flow_event {
    FLOW_TIME,     ///< the end time is reached
    FLOW_CORNER,   ///< a watched corner is on the base and moves down
    FLOW_OVERTURN, ///< the block's axis is horizontal
    FLOW_RELEASE,  ///< an end of the edge lifts
    FLOW_LOST      ///< no step small enough
} flow_event;

/// One stretch of motion; y = (quaternion, angular velocity in the body frame).
typedef struct spatial_flow {
    const talus_spatial_block *block;
    const talus_spatial_options *options;
    talus_spatial_mode mode;
    int pivot;
    talus_vec3 lever;        ///< pivot to centre of mass, body axes; 0 in flight
    talus_mat3 j, j_inverse; ///< about the pivot, body axes
    talus_vec3 axis, edge;   ///< of the edge, body axes; corner pivot - 1 to pivot (m)
    double j_axis;
    talus_mat3 j_other, j_other_inverse; ///< about corner pivot - 1, edge only
    talus_vec3 centre, velocity; ///< in flight: of the centre of mass at the begin of the step
    size_t watch_count;
    int watch[FLOW_WATCHED];              ///< corners that can hit
    talus_vec3 watched[FLOW_WATCHED];     ///< from the pivot (or centre of mass), body axes
    double start;                         ///< time of y (s)
    double y[FLOW_SIZE], k[7][FLOW_SIZE]; ///< begin of the step, its slopes
    double end[FLOW_SIZE];                ///< end of the step
    double dense[5][FLOW_SIZE];           ///< continuous extension
    double least_height;                  ///< over all corners and steps so far
    double pull_time;                     ///< base would have to pull; NaN = never
    size_t steps;
} spatial_flow;

/// Begin at `state`, which is not at rest. The lists of the stretch follow from mode and pivot.
void flow_begin(spatial_flow *flow, const talus_spatial_block *block,
                const talus_spatial_options *options, const talus_spatial_state *state);
/// Advance to the first event or to options->end_time. Samples go out on the way.
/// @param state in: as in flow_begin; out: at the event, the corner's height at round-off
/// @param step  in: first step to try, 0 = choose; out: proposal for the next stretch
/// @param corner of FLOW_CORNER; of FLOW_RELEASE the end of the edge that stays
flow_event flow_advance(spatial_flow *flow, talus_spatial_state *state, double *step, int *corner);

/// dW/dt in the body frame at (time, y) (rad/s^2).
talus_vec3 flow_acceleration(const spatial_flow *flow, double time, const double *y);
/// Acceleration (m/s^2) at which the other end of the edge would rise if only one end stayed: the
/// pivot (end 0) or corner pivot - 1 (end 1). The edge holds while both are negative. Edge only.
double flow_edge_lift(const spatial_flow *flow, double time, const double *y, int end);
/// Vertical reaction of the base (N); not in flight.
double flow_vertical_reaction(const spatial_flow *flow, double time, const double *y);
/// Body z-axis coordinates of the world's vertical, for heights: z_b . r.
talus_vec3 flow_vertical(const double *y);

/// Slopes, one trial step and the continuous extension. [spatial_step.c]
void flow_slope(const spatial_flow *flow, double time, const double *y, double *slope);
/// flow->end from flow->y and k[0] by a step h, and with `error` not NULL the norm of its error in
/// units of the tolerance.
void flow_trial(spatial_flow *flow, double h, double *error);
/// Coefficients of the continuous extension of the trial just made.
void flow_extend(spatial_flow *flow, double h);
/// y at begin + theta h.
void flow_between(const spatial_flow *flow, double theta, double *y);

#endif
