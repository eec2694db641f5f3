// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_evaluate_pulse.h
/// What the models of shaken blocks share: the block of a case and what shakes it.
#ifndef TALUS_CASES_EVALUATE_ROCKING_EVALUATE_PULSE_H
#define TALUS_CASES_EVALUATE_ROCKING_EVALUATE_PULSE_H

#include "cases/evaluate/evaluate.h"
#include "talus/lab/rocking.h"

/// Read inside the object "block" of the inputs. @return the inputs themselves, to go back to
const files_json_node *evaluate_enter_block(evaluate_case *c);
/// b1, b2, h or b, h of "block"; homogeneous unless I is given.
talus_rocking_block evaluate_block(evaluate_case *c);
double evaluate_gravity(evaluate_case *c);

/// The shaking that a case describes, with the memory that it needs.
typedef struct evaluate_pulse {
    talus_shaking shaking;
    talus_ground_motion motion;
    double *memory;
} evaluate_pulse;

/// "pulse" in words with A, w, T or duration, or "record" with dt. `d` must not move afterwards;
/// its memory is to be freed.
void evaluate_shaking(evaluate_case *c, double gravity, evaluate_pulse *d);
/// Inputs that evaluate_shaking reads.
#define EVALUATE_PULSE_INPUTS "pulse", "A", "w", "T", "duration", "record", "dt", "record_formula"

#endif
