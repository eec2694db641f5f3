// SPDX-License-Identifier: GPL-3.0-or-later
// Free turns of a body, tabulated ahead: of three different moments, and of any in a drag layer. They
// depend on nothing but its angular velocity and orientation, so a table is scratch, and one that is
// begun anew has the same bits.
#ifndef TALUS_SRC_PHYSICS_STEPPER_TURNS_H
#define TALUS_SRC_PHYSICS_STEPPER_TURNS_H

#include "foundation/math/lanes.h"
#include "physics/stepper/worker.h"
#include "talus/stepper.h"

enum {
    STEPPER_TURNS = 192,                       ///< most steps that are known ahead
    STEPPER_TURNS_ROOM = STEPPER_TURNS + LANES ///< entries; LANES steps at least are added together
};

typedef struct stepper_turns {
    talus_vec3 inertia;
    size_t at;    ///< entry of the rock
    size_t count; ///< entries after the first
    double x[STEPPER_TURNS_ROOM], y[STEPPER_TURNS_ROOM],
        z[STEPPER_TURNS_ROOM]; ///< rad/s, body frame
    talus_quat p[STEPPER_TURNS_ROOM];
    unsigned char iterations[STEPPER_TURNS_ROOM];
    bool failed[STEPPER_TURNS_ROOM];
} stepper_turns;

/// Whether the turns of a body are tabulated: three different moments, and a scheme that keeps
/// energy and spin vector.
bool stepper_turns_apply(talus_scheme scheme, talus_vec3 inertia);

/// Make the state's turns those of the table, which may have them already.
void stepper_turns_begin(talus_stepper *s, const talus_state *state);
/// Know `steps` <= STEPPER_TURNS steps from there.
void stepper_turns_reach(talus_stepper *s, size_t steps);

/// Turn the state by `count` steps.
/// @param spins after each of them
void stepper_turns_take(talus_stepper *s, size_t count, talus_flight *flight, talus_state *state,
                        const stepper_spins *spins);

#endif
