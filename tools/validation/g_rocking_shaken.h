// SPDX-License-Identifier: GPL-3.0-or-later
/// @file g_rocking_shaken.h
/// What the parts of the rows on a shaken base share: a block that starts from rest, and their order.
#ifndef TOOLS_VALIDATION_G_ROCKING_SHAKEN_H
#define TOOLS_VALIDATION_G_ROCKING_SHAKEN_H

#include "g_rocking.h"

#define SHAKEN_GRAVITY 9.81  ///< m/s2
enum { SHAKEN_IMPACTS = 3 }; ///< that are compared

/// A block at rest on a shaken base, a little pressed in: at a gap of 0 round-off decides which
/// corners are closed in the first steps. @return false where it cannot be made
bool shaken_bench(rocking_bench *bench, const rocking_bench_options *o, talus_state *state);
/// Steps of `count` under a shaking from rest; @return largest ledger over m g h, NaN where refused
double shaken_steps(const rocking_bench_options *o, size_t count, talus_state *state);
/// The rotation of a step knows its percussions: what opens a block turns it in the same step.
bool shaken_turns_at_once(int scheme);

// closed forms: displacements, start modes, lift-off, flat spin, rocking with slip
void shaken_slide_rows(validation *v);
void shaken_start_rows(validation *v);
void shaken_flight_rows(validation *v);
void shaken_twist_rows(validation *v);
void shaken_slip_rows(validation *v);
// one sine cycle against events
void shaken_sine_rows(validation *v, talus_scheme scheme);
void shaken_order_rows(validation *v, talus_scheme scheme);
void shaken_window_rows(validation *v);
// a record, and two axes at once
talus_status shaken_record_rows(validation *v, talus_error *error);
void shaken_spatial_rows(validation *v);

#endif
