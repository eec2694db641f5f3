// SPDX-License-Identifier: GPL-3.0-or-later
/// @file event.h
/// A released rock, what is released with it and the fragments: which bodies there are, in which
/// order they are evaluated, and what was kept of each break. It knows bodies one after another;
/// those that meet have moved before, together (together.h). It refuses to know statistics and
/// threads. [docs/bodies.md, 5]
///
///   trajectory_start(&t, ...);   trajectory_event_start(event, &t, ...);
///   do {
///       while (trajectory_step(&t)) { evaluate t }
///       trajectory_event_add(event, &t);
///   } while (trajectory_event_next(event, &t, ...));
///
/// Body 0 is the rock as released; the pieces of body k, largest first, come behind all bodies there
/// are when it breaks. Body k of rock e draws from the stream e + k 2^40, so nothing that another
/// body draws moves its numbers.
#ifndef TALUS_SRC_RUNS_TRAJECTORY_EVENT_H
#define TALUS_SRC_RUNS_TRAJECTORY_EVENT_H

#include "physics/bodies/bodies.h"
#include "physics/fracture/fracture.h"
#include "physics/stepper/worker.h"
#include "runs/trajectory/trajectory.h"

/// Rocks of a campaign in which rocks may break.
#define TRAJECTORY_MOST_EVENTS (UINT64_C(1) << 40)

/// A body but the first that waits for its turn, or is under way: a fragment, or one that was released
/// together with the rock.
typedef struct trajectory_piece {
    uint32_t parent, generation; ///< of one released together: itself, 0
    uint64_t birth;              ///< steps since the release
    talus_rock *rock;            ///< owned until it has run
    talus_state state;           ///< at its birth
    double path;                 ///< m, of S from the release to the break
} trajectory_piece;

typedef struct trajectory_event {
    const talus_campaign *campaign;
    uint64_t rock;
    trajectory_piece pieces[TALUS_MOST_BODIES]; ///< (count) of body k at k - 1
    size_t count;
    uint32_t body;       ///< under way
    talus_break *breaks; ///< (break_count) in the order of the bodies
    size_t break_count, break_capacity;
    bool is_whole;    ///< the body under way was refused a break: it is not asked again
    uint32_t refused; ///< bodies that the limits of bodies, generations or shapes let not break
    uint32_t asked;   ///< numbers drawn for the body under way: break or not
    double released[TALUS_MOST_BODIES];   ///< m^3, of a body of generation 0, at its number
    double largest[TALUS_MOST_BODIES];    ///< m^3, of what did not break of it
    talus_rock_record whole;              ///< of the bodies that have run
    size_t max_vertices;                  ///< of a piece
    bool is_lost;                         ///< out of memory
    struct trajectory_attempt *attempt;   ///< scratch of a break
    struct trajectory_together *together; ///< NULL: no bodies of this campaign move together
    bool is_together;                     ///< those of this event did
    bool (*should_stop)(void *context);   ///< asked while they move; NULL: they are not stopped
    void *context;
    bool is_stopped; ///< the event is not whole
    /// Each contact problem of bodies that move together, in step `step` > 0; NULL: nobody looks.
    /// @return false: out of memory
    bool (*see)(void *watcher, uint64_t step, const bodies_solved *solved);
    void *watcher;
} trajectory_event;

/// @return NULL: out of memory
trajectory_event *trajectory_event_create(const talus_campaign *campaign);
void trajectory_event_destroy(trajectory_event *event);

/// A released rock; forgets the last one.
void trajectory_event_begin(trajectory_event *event, uint64_t rock);
/// The same with a rock that has been started: its event, and where bodies meet all of their motion.
/// @return TALUS_ERROR_MEMORY, TALUS_ERROR_INTERNAL
talus_status trajectory_event_start(trajectory_event *event, trajectory *t, talus_error *error);
/// Scratch of breaking.c. @return NULL: out of memory
struct trajectory_attempt *trajectory_attempt_create(void);
/// After a step with contact: whether the body breaks; its pieces then wait in the event, and the
/// body has to end.
bool trajectory_event_breaks(trajectory_event *event, const trajectory *t);
/// Whether there was memory for all pieces so far. @return TALUS_ERROR_MEMORY
talus_status trajectory_event_status(const trajectory_event *event, talus_error *error);
/// The body under way has ended: into `whole`.
void trajectory_event_add(trajectory_event *event, const trajectory *t);
/// Start the next body. @return false: there is none, or its start failed, which `status` says
bool trajectory_event_next(trajectory_event *event, trajectory *t, talus_stepper *stepper,
                           talus_rock_motion *motion, talus_status *status, talus_error *error);
/// The hash of an ended body's record: its number, outcome and the bits of its end.
uint64_t trajectory_record_hash(const talus_rock_record *record);

/// A fragment at its birth. @return TALUS_ERROR_INTERNAL if the stepper refuses it
talus_status trajectory_start_piece(trajectory *t, const talus_campaign *campaign,
                                    talus_stepper *stepper, talus_rock_motion *motion,
                                    const trajectory_piece *piece, uint32_t body,
                                    const talus_rock_record *of, talus_error *error);
#endif
