// SPDX-License-Identifier: GPL-3.0-or-later
// Motion of a spatial block in a scenario: samples, events, measures.
#include "lab/spatial/spatial.h"
#include "lab/study/rocking_run_internal.h"

#include <stdlib.h>

static unsigned touching(const talus_spatial_block *block, const talus_spatial_state *state)
{
    switch (state->mode) {
    case TALUS_SPATIAL_REST:
        return (1U << block->corner_count) - 1U;
    case TALUS_SPATIAL_EDGE:
        return 1U << state->pivot | 1U << spatial_corner(block, state->pivot - 1);
    case TALUS_SPATIAL_VERTEX:
        return 1U << state->pivot;
    case TALUS_SPATIAL_FLIGHT:
        break;
    }
    return 0;
}

static talus_vec3 centre(const talus_spatial_block *block, const talus_spatial_state *state)
{
    return state->mode == TALUS_SPATIAL_FLIGHT
               ? state->position
               : vec3_sub(state->position,
                          talus_quat_rotate(state->attitude, block->corners[state->pivot]));
}

/// Angle between the block's axis and the vertical, from its sine and cosine.
static double inclination(talus_quat attitude)
{
    const talus_vec3 axis = talus_quat_rotate(attitude, vec3(0.0, 0.0, 1.0));
    return spatial_atan2(sqrt(axis.x * axis.x + axis.y * axis.y), axis.z);
}

static rocking_run_sample sample_of(const rocking_run *run, const talus_spatial_state *state)
{
    return (rocking_run_sample){
        .time = state->time,
        .theta = inclination(state->attitude),
        .omega = vec3_norm(state->w),
        .attitude = state->attitude,
        .position = centre(&run->block, state),
        .w = state->w,
        .energy = talus_spatial_energy(&run->block, state, run->scenario->keys.simulation.gravity),
        .touching = touching(&run->block, state),
        .regular = true,
    };
}

/// Where samples and events of a motion go.
typedef struct collector {
    rocking_run *run;
    talus_rocking_peaks peaks; ///< from the first impact on
    bool has_hit;
    bool stops;   ///< the first impact faster than `quiet` is the end: it is kept apart
    double quiet; ///< m/s
    bool has_stopped;
    talus_spatial_event first;
    unsigned touched; ///< before the event that comes next
} collector;

static void record_sample(void *user, const talus_spatial_state *state)
{
    collector *c = user;
    const rocking_run_sample sample = sample_of(c->run, state);
    rocking_run_add_sample(c->run, &sample);
    c->run->peak = fmax(c->run->peak, sample.theta);
    c->touched = sample.touching;
    if (c->has_hit) {
        talus_rocking_peaks_add(&c->peaks, state->time, state->attitude, state->w);
    }
}

/// Corner that came down, -1 where several did or none.
static int hit_corner(const talus_spatial_event *event)
{
    switch (event->kind) {
    case TALUS_SPATIAL_EDGE_IMPACT:
        return event->after.pivot;
    case TALUS_SPATIAL_CORNER_IMPACT:
        return event->before;
    case TALUS_SPATIAL_FACET_IMPACT:
    case TALUS_SPATIAL_ZENO_EDGE:
    case TALUS_SPATIAL_ZENO_REST:
    case TALUS_SPATIAL_RELEASE:
    case TALUS_SPATIAL_UPLIFT:
    case TALUS_SPATIAL_EVENT_COUNT:
        break;
    }
    return -1;
}

static bool is_impact(const talus_spatial_event *event)
{
    return event->kind == TALUS_SPATIAL_EDGE_IMPACT || event->kind == TALUS_SPATIAL_FACET_IMPACT ||
           event->kind == TALUS_SPATIAL_CORNER_IMPACT;
}

/// Impulse of the base: the change of momentum of the centre of mass.
static talus_vec3 impulse_of(const rocking_run *run, const talus_spatial_event *event)
{
    const talus_spatial_state *after = &event->after;
    const talus_vec3 undefined = {(double)NAN, (double)NAN, (double)NAN};
    if (event->kind != TALUS_SPATIAL_EDGE_IMPACT && event->kind != TALUS_SPATIAL_FACET_IMPACT) {
        return undefined;
    }
    const talus_vec3 from = talus_quat_rotate(after->attitude, run->block.corners[event->before]);
    const talus_vec3 to = talus_quat_rotate(after->attitude, run->block.corners[after->pivot]);
    return vec3_scale(run->block.mass,
                      vec3_sub(vec3_cross(to, after->w), vec3_cross(from, event->w_minus)));
}

static void keep_event(collector *c, const talus_spatial_event *event)
{
    rocking_run *run = c->run;
    rocking_run_sample after = sample_of(run, &event->after), before = after;
    before.w = event->w_minus;
    before.omega = vec3_norm(event->w_minus);
    before.energy = after.energy - event->energy_change;
    before.touching = c->touched;
    before.regular = after.regular = false;
    rocking_run_add_sample(run, &before);
    rocking_run_add_sample(run, &after);
    c->touched = after.touching;
    const rocking_run_impact impact = {.time = event->after.time,
                                       .kind = talus_spatial_event_name(event->kind),
                                       .hit = hit_corner(event),
                                       .before = before.touching,
                                       .after = after.touching,
                                       .w_minus = event->w_minus,
                                       .w_plus = event->after.w,
                                       .impulse = impulse_of(run, event),
                                       .energy_change = event->energy_change};
    rocking_run_add_impact(run, &impact);
}

/// The corner that an impact of a block that rocks brings down first: the only one, or the first
/// one of the facet that was up.
static int first_corner(const collector *c, const talus_spatial_event *event)
{
    int corner = event->after.pivot;
    for (int i = 0; event->kind == TALUS_SPATIAL_FACET_IMPACT; i++) {
        if ((c->touched >> i & 1U) == 0) {
            corner = i;
            break;
        }
    }
    return corner;
}

/// Its speed downwards (m/s): it turned about the pivot.
static double landing_speed(const collector *c, const talus_spatial_event *event)
{
    const talus_spatial_block *block = &c->run->block;
    const talus_quat q = event->after.attitude;
    const talus_vec3 arm = vec3_sub(talus_quat_rotate(q, block->corners[first_corner(c, event)]),
                                    talus_quat_rotate(q, block->corners[event->before]));
    return -vec3_cross(event->w_minus, arm).z;
}

static void record_event(void *user, const talus_spatial_event *event)
{
    collector *c = user;
    const talus_spatial_state *after = &event->after;
    if (c->stops && (c->has_stopped || (is_impact(event) && landing_speed(c, event) > c->quiet))) {
        c->first = c->has_stopped ? c->first : *event;
        c->has_stopped = true;
        return;
    }
    keep_event(c, event);
    if (c->has_hit) {
        talus_rocking_peaks_add(&c->peaks, after->time, after->attitude, event->w_minus);
    }
    c->has_hit = c->has_hit || is_impact(event);
    if (c->has_hit) {
        talus_rocking_peaks_add(&c->peaks, after->time, after->attitude, after->w);
    }
}

static talus_spatial_options options_of(rocking_run *run, collector *c)
{
    const rocking_keys *keys = &run->scenario->keys;
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = keys->simulation.gravity;
    options.end_time = keys->simulation.duration;
    options.tolerance =
        isnan(keys->simulation.tolerance) ? options.tolerance : keys->simulation.tolerance;
    options.impact_limit = (size_t)keys->simulation.impacts;
    options.sample_interval = keys->outputs.sample;
    options.on_sample = record_sample;
    options.on_event = record_event;
    options.user = c;
    if (rocking_run_is_shaken(run)) {
        options.shaking = &run->shaking.shaking;
    }
    return options;
}

static void record_outcome(rocking_run *run, const talus_spatial_state *state,
                           const talus_spatial_summary *summary)
{
    static const rocking_run_outcome outcomes[] = {
        [TALUS_SPATIAL_AT_REST] = ROCKING_RUN_REST,
        [TALUS_SPATIAL_OVERTURNED] = ROCKING_RUN_OVERTURNED,
        [TALUS_SPATIAL_TIME_END] = ROCKING_RUN_MOVING,
        [TALUS_SPATIAL_IMPACTS_END] = ROCKING_RUN_IMPACTS,
        [TALUS_SPATIAL_SETTLED] = ROCKING_RUN_MOVING,
        [TALUS_SPATIAL_NO_PIVOT] = ROCKING_RUN_NO_PIVOT,
        [TALUS_SPATIAL_FAILED] = ROCKING_RUN_FAILED};
    run->outcome = outcomes[summary->end];
    run->suspect = summary->end == TALUS_SPATIAL_NO_PIVOT || summary->end == TALUS_SPATIAL_FAILED;
    run->time = state->time;
    if (state->mode == TALUS_SPATIAL_REST) {
        run->outcome = ROCKING_RUN_REST; // since when?
        for (size_t i = run->sample_count; i > 0 && run->samples[i - 1].omega == 0.0; i--) {
            run->time = run->samples[i - 1].time;
        }
    }
    run->pull_time = isnan(run->pull_time) ? summary->pull_time : run->pull_time;
}

/// Flight at the moment of the first impact, before it: the pivot still stands.
static talus_spatial_state flight_from(const rocking_run *run, const talus_spatial_event *event)
{
    talus_spatial_state state = event->after;
    const talus_vec3 pivot = talus_quat_rotate(state.attitude, run->block.corners[event->before]);
    state.position = centre(&run->block, &event->after);
    state.w = event->w_minus;
    state.velocity = vec3_cross(pivot, event->w_minus);
    state.mode = TALUS_SPATIAL_FLIGHT;
    return state;
}

/// The first corner that comes down bounces; the pivot has no velocity that could.
static void collide_first(collector *c, talus_spatial_state *state)
{
    rocking_run *run = c->run;
    const rocking_bouncing_keys *b = &run->scenario->keys.bouncing;
    const double gravity = run->scenario->keys.simulation.gravity;
    const int corner = first_corner(c, &c->first);
    *state = flight_from(run, &c->first);
    const double before = talus_spatial_energy(&run->block, state, gravity);
    const talus_spatial_collision after =
        talus_spatial_collide(&run->block, state, corner, b->e, b->free_y);
    talus_spatial_event event = {.kind = TALUS_SPATIAL_CORNER_IMPACT,
                                 .w_minus = state->w,
                                 .before = corner,
                                 .regularity = 1.0};
    state->velocity = after.velocity;
    state->w = talus_quat_rotate(state->attitude, after.w);
    event.energy_change = talus_spatial_energy(&run->block, state, gravity) - before;
    event.after = *state;
    record_event(c, &event);
}

/// Rock until a corner lands fast enough to bounce. @return true when it did; false: the run is over
static talus_status rock_on(rocking_run *run, collector *c, talus_spatial_state *state, bool *lands,
                            talus_error *error)
{
    talus_spatial_options options = options_of(run, c);
    talus_spatial_summary summary = {.end = TALUS_SPATIAL_IMPACTS_END};
    talus_status status = TALUS_OK;
    options.impact_limit = 1;
    c->stops = true;
    c->has_stopped = false;
    while (status == TALUS_OK && !c->has_stopped && summary.end == TALUS_SPATIAL_IMPACTS_END &&
           run->impact_count < run->scenario->keys.simulation.impacts) {
        status = talus_spatial_run(&run->block, &run->law, &options, state, &summary, error);
    }
    c->stops = false;
    *lands = status == TALUS_OK && c->has_stopped;
    if (status == TALUS_OK && !*lands) {
        record_outcome(run, state, &summary);
    }
    return status;
}

/// Fall to the first impact and bounce until a corner stays; where every landing bounces go on so.
/// @param rocks  out: rocking without bouncing goes on from there
static talus_status bounce(rocking_run *run, collector *c, talus_spatial_state *state, bool *rocks,
                           talus_error *error)
{
    const rocking_keys *keys = &run->scenario->keys;
    const rocking_bouncing_keys *b = &keys->bouncing;
    const talus_spatial_bounce law = {.e = b->e, .free_y = b->free_y, .settle = b->settle};
    talus_status status = TALUS_OK;
    bool lands = true;
    *rocks = false;
    while (status == TALUS_OK && lands && !*rocks) {
        status = rock_on(run, c, state, &lands, error);
        if (status != TALUS_OK || !lands) {
            return status;
        }
        collide_first(c, state);
        talus_spatial_options options = options_of(run, c);
        talus_spatial_summary summary;
        const size_t most = (size_t)keys->simulation.impacts;
        options.impact_limit = run->impact_count < most ? most - run->impact_count : 1;
        status = talus_spatial_bounce_run(&run->block, &law, &options, state, &summary, error);
        if (status == TALUS_OK) {
            record_outcome(run, state, &summary);
            lands = summary.end == TALUS_SPATIAL_SETTLED;
            run->bounced_until = lands ? state->time : run->bounced_until;
            *rocks = lands && !b->every_impact;
        }
    }
    return status;
}

/// OPMF with the plane that the start rocks in, for edges along a body axis.
static void find_opmf(rocking_run *run, const talus_rocking_peaks *peaks)
{
    const size_t n = run->block.corner_count;
    const size_t edge = rocking_start_edge(&run->scenario->keys);
    const talus_vec3 along = vec3_sub(run->block.corners[(edge + 1) % n], run->block.corners[edge]);
    if (!peaks->begun || (along.x != 0.0 && along.y != 0.0)) {
        return;
    }
    const double in = along.x == 0.0 ? peaks->y : peaks->x,
                 out = along.x == 0.0 ? peaks->x : peaks->y;
    run->opmf = in > 0.0 ? out / in : (double)NAN;
}

/// AVRF of the rates as a gyroscope on the block would read them. [R3D 3.1]
static talus_status find_avrf(rocking_run *run, talus_error *error)
{
    const size_t edge = rocking_start_edge(&run->scenario->keys);
    size_t count = 0;
    talus_vec3 *rates = malloc((run->sample_count + 1) * sizeof *rates);
    talus_euler *angles = malloc((run->sample_count + 1) * sizeof *angles);
    if (rates == NULL || angles == NULL) {
        free(rates);
        free(angles);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the measures");
    }
    for (size_t i = 0; i < run->sample_count; i++) {
        const rocking_run_sample *s = &run->samples[i];
        if (s->regular) {
            const talus_vec3 w = rocking_run_body_rate(s);
            rates[count++] = edge % 2 == 0 ? w : vec3(w.y, -w.x, w.z);
        }
    }
    const talus_vec3 corner = run->block.corners[1];
    const talus_inertial_options options =
        talus_inertial_options_default(edge % 2 == 0 ? corner.x : corner.y, -corner.z);
    const talus_inertial_series series = {
        .count = count, .interval = run->scenario->keys.outputs.sample, .rate = rates};
    talus_inertial_measures measures;
    const talus_status status = talus_inertial_measure(&series, &options, angles, &measures, error);
    if (status == TALUS_OK) {
        run->avrf = measures.avrf;
    }
    free(rates);
    free(angles);
    return status == TALUS_ERROR_ARGUMENT ? TALUS_OK : status; // too few samples: no ratio
}

talus_status rocking_run_spatial(rocking_run *run, talus_error *error)
{
    const rocking_keys *keys = &run->scenario->keys;
    // slower landings do not bounce
    const double pace = keys->simulation.gravity * vec3_norm(run->block.corners[0]);
    collector c = {.run = run, .quiet = 1e-6 * sqrt(pace)};
    talus_spatial_state state = rocking_spatial_start(keys);
    bool rocks = true;
    talus_status status = TALUS_OK;
    record_sample(&c, &state);
    if (keys->simulation.motion == ROCKING_MOTION_BOUNCING) {
        status = bounce(run, &c, &state, &rocks, error);
    }
    if (status == TALUS_OK && rocks) {
        const talus_spatial_options options = options_of(run, &c);
        talus_spatial_summary summary;
        status = talus_spatial_run(&run->block, &run->law, &options, &state, &summary, error);
        if (status == TALUS_OK) {
            record_outcome(run, &state, &summary);
        }
    }
    find_opmf(run, &c.peaks);
    const bool cuboid = keys->block.corners.count == 0;
    if (status == TALUS_OK && cuboid && !rocking_run_is_shaken(run) &&
        keys->simulation.motion == ROCKING_MOTION_ROCKING) {
        status = find_avrf(run, error);
    }
    return status;
}
