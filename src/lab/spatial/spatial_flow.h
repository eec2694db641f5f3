// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spatial_flow.h
/// Motion of a spatial block between impacts: about a corner, about an edge, in flight. Taylor
/// series of adaptive order and step; events are the first corner that reaches the base, the
/// overturned block, the end of an edge that lifts.
#ifndef TALUS_SRC_LAB_SPATIAL_SPATIAL_FLOW_H
#define TALUS_SRC_LAB_SPATIAL_SPATIAL_FLOW_H

#include "lab/rocking/series.h"
#include "lab/rocking/shaking.h"
#include "lab/spatial/spatial.h"

enum { FLOW_WATCHED = TALUS_SPATIAL_CORNERS };

typedef enum flow_event {
    FLOW_TIME,     ///< the end time is reached
    FLOW_CORNER,   ///< a watched corner is on the base and moves down
    FLOW_OVERTURN, ///< the block's axis is horizontal
    FLOW_RELEASE,  ///< an end of the edge lifts
    FLOW_LOST      ///< no step small enough
} flow_event;

/// Acceleration of the base, piece by piece: each is smooth.                  [spatial_shaking.c]
typedef struct flow_base {
    shaking_cursor x, y;
    double end;   ///< s, of the piece; infinite for the last one
    double reach; ///< s: longest step in which a series of SERIES_MOST terms is exact
    bool quiet;   ///< the base does not accelerate in this piece
    bool over;    ///< nor in any later one
} flow_base;
/// Go to the piece that holds `time`; NULL = the base is still.
flow_base flow_base_start(const talus_spatial_shaking *shaking, double time);
/// Go on to it from the one before.
void flow_base_advance(flow_base *base, double time);
/// Coefficients of the acceleration about `time` (m/s^2, world). @param a (SERIES_MOST)
/// @return how many are not zero
int flow_base_series(const flow_base *base, double time, talus_vec3 *a);

/// What the block is like about one corner (or in flight about its centre), body axes.
typedef struct flow_pivot {
    talus_vec3 lever;     ///< corner to centre of mass; 0 in flight
    talus_mat3 j;         ///< inertia about the corner
    talus_mat3 j_inverse; ///< of j
} flow_pivot;

/// Coefficients about the start of a step, body axes.
typedef struct flow_series {
    int count;
    double length;                ///< s, for which they hold
    talus_vec3 up[SERIES_MOST];   ///< world z
    talus_vec3 x[SERIES_MOST];    ///< world x
    talus_vec3 y[SERIES_MOST];    ///< world y, only where the base accelerates
    talus_vec3 w[SERIES_MOST];    ///< rad/s
    talus_vec3 l[SERIES_MOST];    ///< j w; not about an edge
    talus_vec3 f[SERIES_MOST];    ///< gravity and inertial force of the base per mass (m/s^2)
    talus_vec3 base[SERIES_MOST]; ///< acceleration of the base, world (m/s^2)
    int base_count;
} flow_series;

/// One stretch of motion.
typedef struct spatial_flow {
    const talus_spatial_block *block;
    const talus_spatial_options *options;
    flow_pivot pivots[TALUS_SPATIAL_CORNERS + 1]; ///< of the corners; the last one in flight
    double size, level;                           ///< m: distance of a corner; counts as 0
    flow_base base;
    talus_spatial_mode mode;
    int pivot;
    const flow_pivot *here; ///< of pivots
    talus_vec3 axis;        ///< of the edge from corner pivot - 1 to pivot, body axes
    double j_axis;
    double start;                ///< time of up, x, w (s)
    talus_vec3 up, x, w;         ///< begin of the step
    talus_quat attitude;         ///< for the sign of the next one
    talus_vec3 centre, velocity; ///< in flight: of the centre of mass at the start of the step
    size_t watch_count;
    int watch[FLOW_WATCHED];          ///< corners that can hit
    talus_vec3 watched[FLOW_WATCHED]; ///< from the pivot (or centre of mass), body axes
    flow_series series;
    double least_height; ///< over all corners and steps so far
    double pull_time;    ///< base would have to pull; NaN = never
    double least_axis;   ///< cosine of the largest tilt so far
    double largest_sine; ///< its sine
    size_t steps;
} spatial_flow;

/// Once for a block and a run that begins at `time`.
void flow_prepare(spatial_flow *flow, const talus_spatial_block *block,
                  const talus_spatial_options *options, double time);
/// Begin at `state`, which is not at rest. The lists of the stretch follow from mode and pivot.
void flow_begin(spatial_flow *flow, const talus_spatial_state *state);
/// Advance to the first event or to options->end_time. Samples go out on the way.
/// @param state in: as in flow_begin; out: at the event, the corner's height at round-off
/// @param corner of FLOW_CORNER; of FLOW_RELEASE the end of the edge that stays
flow_event flow_advance(spatial_flow *flow, talus_spatial_state *state, int *corner);
/// What the steps so far contribute to a summary.
void flow_summary(const spatial_flow *flow, talus_spatial_summary *summary);
/// Rate (m/s) of a corner on the base that is round-off.
double flow_still(const spatial_flow *flow);
/// Coefficients of the height (m) of a point `arm` from the pivot or centre of mass.
void flow_height(const spatial_flow *flow, talus_vec3 arm, double *c);
/// Coefficients of the acceleration (m/s^2) at which the other end of the edge would rise if only
/// one end stayed: the pivot (end 0) or corner pivot - 1 (end 1). Edge only.
void flow_edge_lift(const spatial_flow *flow, int end, double *c);

/// Coefficients from up, x, w for a step as long as the tolerance allows, `longest` at most.
/// [spatial_series.c]
void flow_expand(spatial_flow *flow, double longest);
/// Rows of the rotation matrix and angular velocity at `after` s into the step; the rows of unit
/// length at right angles.
void flow_at(const spatial_flow *flow, double after, talus_vec3 *up, talus_vec3 *x, talus_vec3 *w);

#endif
