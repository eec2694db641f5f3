// SPDX-License-Identifier: GPL-3.0-or-later
// The generalised impact law in a step. It knows one contact problem and the speeds before it; it
// refuses to know the shape of the rock. [docs/impact_laws.md 5]
#ifndef TALUS_SRC_PHYSICS_STEPPER_IMPACT_H
#define TALUS_SRC_PHYSICS_STEPPER_IMPACT_H

#include "physics/stepper/stepper_internal.h"

/// What the law asks of the assembled problem: the normal speeds with which resting contacts leave.
/// @return false: nothing lands, nothing rests, or no ground there has the law
bool stepper_ask_law(talus_stepper *s, const stepper_motion *m);
/// Put a share of that into s->c; 0: as without the law.
void stepper_ask_for(talus_stepper *s, double share);
/// Whether the percussions gain no energy over u_free but round-off.
bool stepper_keeps_energy(const talus_stepper *s, const stepper_motion *m);
/// Whether a contact that lands or was made to leave slips under its percussion.
bool stepper_law_slips(const talus_stepper *s);

#endif
