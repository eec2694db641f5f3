// SPDX-License-Identifier: GPL-3.0-or-later
// Bouncing of a spatial block: free flights between collisions of its corners.
#include "lab/spatial/spatial_run.h"

typedef struct bounce {
    spatial_run run;
    const talus_spatial_bounce *law;
    unsigned landed;     ///< bits of the corners that landed last, at once
    double landing;      ///< s, when
    double first_flight; ///< s, of the series of these corners; 0 = none yet
} bounce;

/// Flights shorter than this share of sqrt(R/g) are none: corners that land at once.
#define AT_ONCE 1e-12
/// A corner that lands slower than this share of sqrt(g R) stays.
#define QUIET 1e-6

static double energy(const bounce *b)
{
    return talus_spatial_energy(b->run.block, b->run.state, b->run.options->gravity);
}

/// Rocking about the corner, with the angular momentum about it that the flying block has.
static void settle(bounce *b, int corner)
{
    const talus_spatial_block *block = b->run.block;
    talus_spatial_state *state = b->run.state;
    const talus_vec3 arm = spatial_arm(block, state->attitude, corner);
    const talus_mat3 inertia = spatial_world_inertia(block, state->attitude);
    const talus_mat3 j = spatial_inertia_about(&inertia, block->mass, arm);
    const talus_vec3 momentum = vec3_add(
        mat3_mulv(&inertia, state->w), vec3_scale(-block->mass, vec3_cross(arm, state->velocity)));
    spatial_solve(&j, momentum, &state->w);
    state->position = vec3_add(state->position, arm);
    state->position.z = 0.0;
    state->velocity = vec3(0.0, 0.0, 0.0);
    state->mode = TALUS_SPATIAL_VERTEX;
    state->pivot = corner;
}

/// A corner lands with `speed`. Flights of one corner, or of several that land at once, are a series;
/// with another corner a new one begins. @return true when the corner stays: its flights have died out
static bool dies_out(bounce *b, int corner, double speed)
{
    const double gravity = b->run.options->gravity, size = b->run.flow.size;
    const double flight = b->run.state->time - b->landing;
    const bool same = (b->landed & 1U << corner) != 0U;
    const bool at_once = b->landed != 0U && flight <= AT_ONCE * sqrt(size / gravity);
    if (speed < QUIET * sqrt(gravity * size)) {
        return true;
    }
    if (at_once) {
        b->landed |= 1U << corner;
        return false;
    }
    const bool short_enough = same && flight < b->law->settle * b->first_flight;
    b->first_flight = !same ? 0.0 : b->first_flight > 0.0 ? b->first_flight : flight;
    b->landed = 1U << corner;
    b->landing = b->run.state->time;
    return short_enough;
}

/// The corner that has just left the base by a collision begins the first series.
static void look_back(bounce *b)
{
    const talus_spatial_block *block = b->run.block;
    const talus_spatial_state *state = b->run.state;
    double heights[TALUS_SPATIAL_CORNERS];
    talus_spatial_heights(block, state, heights);
    for (size_t i = 0; i < block->corner_count; i++) {
        const talus_vec3 arm = spatial_arm(block, state->attitude, (int)i);
        if (heights[i] <= spatial_level(block) &&
            state->velocity.z + vec3_cross(state->w, arm).z > 0.0) {
            b->landed |= 1U << i;
            b->landing = state->time;
        }
    }
}

/// @return true when the corner stays
static bool collide(bounce *b, int corner)
{
    talus_spatial_state *state = b->run.state;
    const double before = energy(b);
    talus_spatial_event event = {.kind = TALUS_SPATIAL_CORNER_IMPACT,
                                 .w_minus = state->w,
                                 .before = corner,
                                 .regularity = 1.0};
    const talus_vec3 arm = spatial_arm(b->run.block, state->attitude, corner);
    const double speed = -(state->velocity.z + vec3_cross(state->w, arm).z);
    const bool stays = dies_out(b, corner, speed);
    if (stays) {
        settle(b, corner);
    } else {
        const talus_spatial_collision after =
            talus_spatial_collide(b->run.block, state, corner, b->law->e, b->law->free_y);
        state->velocity = after.velocity;
        state->w = talus_quat_rotate(state->attitude, after.w);
    }
    event.energy_change = energy(b) - before;
    run_report(&b->run, event);
    return stays;
}

/// One flight and the collision at its end. @return true when the run is over
static bool fly(bounce *b)
{
    talus_spatial_summary *summary = b->run.summary;
    int corner = 0;
    flow_begin(&b->run.flow, b->run.state);
    const flow_event event = flow_advance(&b->run.flow, b->run.state, &corner);
    summary->energy_error = fmax(
        summary->energy_error, fabs(energy(b) - (summary->energy_begin + summary->energy_impacts)));
    if (event == FLOW_CORNER) {
        summary->end = TALUS_SPATIAL_SETTLED;
        return collide(b, corner);
    }
    summary->end = event == FLOW_TIME       ? TALUS_SPATIAL_TIME_END
                   : event == FLOW_OVERTURN ? TALUS_SPATIAL_OVERTURNED
                                            : TALUS_SPATIAL_FAILED;
    return true;
}

static talus_status check(const talus_spatial_block *block, const talus_spatial_bounce *law,
                          const talus_spatial_options *options, const talus_spatial_state *state,
                          talus_error *error)
{
    const talus_status status = talus_spatial_block_check(block, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!(law->e >= 0.0 && law->e < 1.0) || !(law->settle > 0.0) || options->shaking) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "bouncing needs e in [0, 1), settle > 0 and a still base; found e = "
                               "%g, settle = %g%s",
                               law->e, law->settle, options->shaking ? " and a shaking base" : "");
    }
    double heights[TALUS_SPATIAL_CORNERS];
    talus_spatial_heights(block, state, heights);
    for (size_t i = 0; i < block->corner_count; i++) {
        if (state->mode != TALUS_SPATIAL_FLIGHT || !(heights[i] >= -spatial_level(block))) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "bouncing begins in flight with all corners above the base; "
                                   "corner %zu is at %g m",
                                   i + 1, heights[i]);
        }
    }
    return TALUS_OK;
}

talus_status talus_spatial_bounce_run(const talus_spatial_block *block,
                                      const talus_spatial_bounce *law,
                                      const talus_spatial_options *options,
                                      talus_spatial_state *state, talus_spatial_summary *summary,
                                      talus_error *error)
{
    if (block == NULL || law == NULL || options == NULL || state == NULL || summary == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    enum { STUCK = 10000 }; // collisions in a row without time passing
    *summary = (talus_spatial_summary){.end = TALUS_SPATIAL_FAILED, .pull_time = (double)NAN};
    const talus_status status = check(block, law, options, state, error);
    if (status != TALUS_OK) {
        return status;
    }
    bounce b = {.run = {.block = block, .options = options, .state = state, .summary = summary},
                .law = law};
    flow_prepare(&b.run.flow, block, options, state->time);
    summary->energy_begin = energy(&b);
    look_back(&b);
    for (int stuck = 0; stuck < STUCK;) {
        const double before = state->time;
        if (fly(&b)) {
            break;
        }
        if (options->impact_limit > 0 && summary->corner_impacts >= options->impact_limit) {
            summary->end = TALUS_SPATIAL_IMPACTS_END;
            break;
        }
        stuck = state->time > before ? 0 : stuck + 1;
        summary->end = TALUS_SPATIAL_FAILED;
    }
    flow_summary(&b.run.flow, summary);
    summary->energy_end = energy(&b);
    return TALUS_OK;
}
