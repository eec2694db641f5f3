// SPDX-License-Identifier: GPL-3.0-or-later
// Flights inside a drag layer. They know the layer of one forest; they refuse to know what touches.
#ifndef TALUS_SRC_PHYSICS_STEPPER_DRIFT_H
#define TALUS_SRC_PHYSICS_STEPPER_DRIFT_H

#include "physics/stepper/flight.h"
#include "physics/stepper/stepper_internal.h"

/// Class of the forest whose drag layer acts in the step that comes; 0: none.
unsigned stepper_drift_layer(talus_stepper *s, const talus_state *state);

/// What bounds a flight from `state` on: s->drag_rate, of the layer flight->layer.
void stepper_drift_begin(talus_stepper *s, const talus_flight *flight);

/// Whether the layer lets the rock turn freely, so that poses are known ahead.
bool stepper_drift_turns_freely(const talus_stepper *s, const talus_flight *flight);

/// Lower bound of the acceleration against gravity along n . r from now on, m/s^2: n . r lies over
/// the parabola of this fall, n_z = 1. @param rate n . v, m/s
static inline double stepper_fall(const talus_stepper *s, double rate)
{
    return s->options.gravity + s->drag_rate * (rate > 0.0 ? rate : 0.0);
}

/// stepper_flight_at of a flight in a layer, by the sums of its recurrence, except for round-off.
void stepper_drift_at(const talus_stepper *s, const talus_flight *flight, double step,
                      talus_vec3 *r, talus_vec3 *v);

/// Of any flight.
static inline void stepper_place_at(const talus_stepper *s, const talus_flight *flight, double step,
                                    talus_vec3 *r, talus_vec3 *v)
{
    if (flight->layer != 0) {
        stepper_drift_at(s, flight, step, r, v);
    } else {
        stepper_flight_at(flight, s->options.gravity, s->options.time_step, step, r, v);
    }
}

/// `count` steps of the flight, bit for bit those of stepper_step; fewer where the layer ends.
/// @param count up to STEPPER_TURNS
/// @param spins, drift as in stepper_flight_take
uint64_t stepper_drift_take(talus_stepper *s, talus_flight *flight, uint64_t count,
                            talus_state *state, const stepper_spins *spins,
                            const stepper_drift *drift);

#endif
