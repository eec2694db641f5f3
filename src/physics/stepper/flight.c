// SPDX-License-Identifier: GPL-3.0-or-later
// Flights: steps that meet no contact, known from one check of the terrain.
// [docs/theory.md 15]
#include "physics/stepper/stepper_internal.h"

#include "physics/site/class_cell.h"
#include "physics/stepper/clearance.h"
#include "physics/stepper/detection.h"
#include "physics/stepper/drift.h"
#include "physics/stepper/flight.h"

/// What a flight must spare to be worth its planning.
#define LEAST_STEPS 2.0

/// Detection may look half a step back: the sphere has to be clear there too.
static talus_state look_from(const talus_stepper *s, const talus_state *state)
{
    talus_state from = *state;
    if (s->detection->looks_back) {
        from.r = vec3_axpy(from.r, -0.5 * s->options.time_step, from.v);
        const double fall = stepper_fall(s, vec3_norm(from.v));
        from.r.z -= fall * s->options.time_step * s->options.time_step;
    }
    return from;
}

bool stepper_flight_lacks_turns(talus_stepper *s)
{
    const talus_state *state = &s->motion->state;
    if (!stepper_turns_lack(s, STEPPER_TURNS_LEAST) || state->scar_depth > 0.0 || s->air > 0.0) {
        return false;
    }
    const talus_state from = look_from(s, state);
    terrain_reader own;
    stepper_enter(s, &own);
    const bool is_down = stepper_is_nearly_down(s, &from, LEAST_STEPS * s->options.time_step,
                                                s->detection->clearance(s));
    stepper_leave(&own);
    return !is_down;
}

/// From the state of the motion, in the layer flight->layer. @return steps; 0: no flight
static double find_steps(talus_stepper *s, const talus_state *state, talus_flight *flight)
{
    const double dt = s->options.time_step;
    stepper_drift_begin(s, flight);
    const talus_state from = look_from(s, state);
    flight->start = *state;
    double time = stepper_clear_time(s, &from, LEAST_STEPS * dt, flight);
    if (s->obstacles != NULL && time >= LEAST_STEPS * dt) {
        time = stepper_obstacle_time(s, state, time);
    }
    return floor(time / dt) - (s->detection->looks_back ? 1.0 : 0.0);
}

uint64_t stepper_flight_plan(talus_stepper *s, talus_rock_motion *motion, uint64_t most,
                             uint64_t most_in_layer, talus_flight *flight)
{
    const talus_state *state = &motion->state;
    stepper_bind(s, motion);
    flight->layer = 0;
    if (!s->options.flights || state->scar_depth > 0.0 || s->air > 0.0 || s->motion->is_shaken) {
        return 0;
    }
    terrain_reader own;
    stepper_enter(s, &own);
    flight->layer = stepper_drift_layer(s, state);
    most = flight->layer != 0 ? most_in_layer : most;
    const double steps = most < 2 ? 0.0 : find_steps(s, state, flight);
    stepper_leave(&own);
    if (!(steps >= LEAST_STEPS)) {
        return 0;
    }
    flight->taken = 0;
    flight->planned = steps < (double)most ? (uint64_t)steps : most;
    flight->failures = flight->iterations = 0;
    flight->beta = -1.0;
    flight->is_repeating = flight->is_repeating && flight->layer == 0;
    stepper_forget_warm(s);
    s->posed_count = 0;
    s->motion->depth_before = 0.0;
    if (s->obstacles != NULL) {
        s->obstacles->memory->clock++;
    }
    return flight->planned;
}

/// Steps of a repeating flight take what its first one took.
static void pass_steps(talus_flight *flight, uint64_t count)
{
    flight->taken += count;
    if (flight->is_repeating) {
        flight->iterations += count * (uint64_t)flight->repeat.single.iterations;
    }
}

/// The cells under a flight, of the maps that the site has.
typedef struct cells_under {
    class_cell forest, ground;
} cells_under;

/// Whether a drag layer acts at the midpoint.
static bool is_in_forest(const talus_stepper *s, cells_under *under, talus_vec3 r_mid)
{
    const unsigned i = class_cell_look(&under->forest, s->site.forest_map, r_mid.x, r_mid.y);
    return i != 0 && contact_forest_of(&s->site, i, r_mid, NULL) != NULL;
}

/// Slippage decays with the ground under the midpoint. [step 7]
static double decay_slippage(const talus_stepper *s, talus_flight *flight, cells_under *under,
                             talus_vec3 r_mid, double slippage)
{
    talus_ground varied;
    const double beta = contact_ground(&s->site, &under->ground, r_mid.x, r_mid.y, &varied)->beta;
    if (beta != flight->beta) {
        flight->beta = beta;
        flight->decay = talus_exp(-beta * s->options.time_step);
    }
    return contact_faded(slippage * flight->decay);
}

/// Steps of a body that does not repeat itself.
static void turn_steps(talus_stepper *s, talus_flight *flight, uint64_t count, talus_state *state,
                       const stepper_spins *spins)
{
    if (s->has_turns) {
        stepper_turns_take(s, (size_t)count, flight, state, spins);
        return;
    }
    const double dt = s->options.time_step;
    for (uint64_t k = 0; k < count; k++) {
        const talus_free_rotation one =
            talus_rotation_free(s->options.scheme, s->inertia, state->omega, dt);
        state->p = talus_rotation_orientation(s->options.scheme, state->p, state->omega, &one,
                                              one.omega, dt);
        state->omega = one.omega;
        spins->x[k] = one.omega.x;
        spins->y[k] = one.omega.y;
        spins->z[k] = one.omega.z;
        flight->failures += !one.converged;
        flight->iterations += (uint64_t)one.iterations;
    }
}

/// Whether nothing in a flight depends on what lies under it.
static bool is_uniform(const talus_stepper *s)
{
    return s->site.forest_map == NULL && s->site.ground_map == NULL &&
           s->site.grounds[0].variation == NULL;
}

/// The same over uniform ground: only the slippage has to go through the steps.
static uint64_t fly_uniform(talus_stepper *s, talus_flight *flight, uint64_t count,
                            talus_state *state)
{
    if (state->slippage > 0.0) {
        cells_under under = {0};
        double slippage = decay_slippage(s, flight, &under, state->r, state->slippage);
        for (uint64_t k = 1; k < count; k++) {
            slippage *= flight->decay;
        }
        slippage = contact_faded(slippage); // it only falls
        state->slippage = slippage;
    }
    pass_steps(flight, count);
    stepper_flight_at(flight, s->options.gravity, s->options.time_step, (double)flight->taken,
                      &state->r, &state->v);
    return count;
}

static uint64_t fly_in_layer(talus_stepper *s, talus_flight *flight, uint64_t count,
                             const stepper_spins *spins, const stepper_drift *drift)
{
    terrain_reader own;
    stepper_enter(s, &own);
    const uint64_t taken = stepper_drift_take(s, flight, count, &s->motion->state, spins, drift);
    stepper_leave(&own);
    s->motion->steps += taken;
    return taken;
}

uint64_t stepper_flight_take(talus_stepper *s, talus_rock_motion *motion, talus_flight *flight,
                             uint64_t count, const stepper_spins *spins, const stepper_drift *drift)
{
    talus_state *state = &motion->state;
    stepper_bind(s, motion);
    const double dt = s->options.time_step, h = 0.5 * dt;
    motion->is_down = motion->is_down && count == 0;
    if (flight->layer != 0) {
        return fly_in_layer(s, flight, count, spins, drift);
    }
    const bool is_at_once = is_uniform(s) && (flight->is_repeating || s->has_turns);
    uint64_t taken = is_at_once ? fly_uniform(s, flight, count, state) : 0;
    terrain_reader own;
    stepper_enter(s, &own);
    cells_under under = {0};
    for (; taken < count; taken++) {
        const talus_vec3 r_mid = vec3_axpy(state->r, h, state->v);
        if (s->site.forest_map != NULL && is_in_forest(s, &under, r_mid)) {
            break;
        }
        if (state->slippage > 0.0) {
            state->slippage = decay_slippage(s, flight, &under, r_mid, state->slippage);
        }
        pass_steps(flight, 1);
        stepper_flight_at(flight, s->options.gravity, dt, (double)flight->taken, &state->r,
                          &state->v);
    }
    stepper_leave(&own);
    if (!flight->is_repeating) {
        turn_steps(s, flight, taken, state, spins);
    }
    motion->steps += taken;
    return taken;
}

void stepper_flight_turn(const talus_flight *flight, talus_state *state)
{
    if (flight->is_repeating) {
        const talus_free_rotation all = talus_rotation_repeat_at(&flight->repeat, flight->taken);
        state->omega = all.omega;
        state->p = quat_unit(quat_mul(flight->start.p, all.turn));
    }
}
