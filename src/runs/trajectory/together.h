// SPDX-License-Identifier: GPL-3.0-or-later
/// @file together.h
/// The bodies of an event at one time: those that are released together, and pieces, which may meet
/// each other on their way, and nets that keep in mind what the event has cost them. It knows when
/// bodies have to be stepped together; it refuses to know statistics and threads.
///                                                                          [docs/bodies.md, 5]
/// The event is taken in windows of some steps. Bodies whose spheres of reach within a window meet
/// are a group, as are those that reach the same net that remembers. A body alone goes its way with
/// flights, as a rock does; a group takes its steps together. All steps are kept (tape.h), and the
/// bodies are evaluated one after another.
#ifndef TALUS_SRC_RUNS_TRAJECTORY_TOGETHER_H
#define TALUS_SRC_RUNS_TRAJECTORY_TOGETHER_H

#include "runs/trajectory/event.h"
#include "runs/trajectory/tape.h"

typedef struct trajectory_together trajectory_together;

/// @return NULL: out of memory
trajectory_together *trajectory_together_create(const talus_campaign *campaign);
void trajectory_together_destroy(trajectory_together *together);

/// All bodies of the event of a rock that has been started, to their ends; those released with it
/// and all pieces are then in the event.
/// @param t of the rock itself: its tape is set
talus_status trajectory_together_run(trajectory_together *together, trajectory_event *event,
                                     trajectory *t, talus_error *error);
/// The tape of a body.
trajectory_tape *trajectory_together_tape(trajectory_together *together, uint32_t body);

#endif
