// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that are kept and played again.
#include "runs/trajectory/tape.h"

#include <stdlib.h>
#include <string.h>

void trajectory_reel_empty(trajectory_reel *reel)
{
    reel->step_count = reel->flight_count = reel->net_count = reel->event_count = 0;
}

void trajectory_reel_clear(trajectory_reel *reel)
{
    free(reel->steps);
    free(reel->flights);
    free(reel->nets);
    free(reel->events);
    *reel = (trajectory_reel){0};
}

void trajectory_tape_empty(trajectory_tape *tape, const trajectory_reel *reel)
{
    tape->reel = reel;
    tape->count = tape->next = 0;
    tape->step = NULL;
}

void trajectory_tape_clear(trajectory_tape *tape)
{
    free(tape->entries);
    *tape = (trajectory_tape){0};
}

/// Room for `more` elements of `size` bytes. @return the memory; NULL: none, and nothing changed
static void *reserve(void *memory, size_t *capacity, size_t count, size_t more, size_t size)
{
    if (count + more <= *capacity) {
        return memory;
    }
    const size_t room = 2 * (count + more) + 64;
    void *moved = realloc(memory, room * size);
    *capacity = moved != NULL ? room : *capacity;
    return moved;
}

#define RESERVE(owner, items, count, capacity, more)                                               \
    do {                                                                                           \
        void *moved = reserve((owner)->items, &(owner)->capacity, (owner)->count, more,            \
                              sizeof *(owner)->items);                                             \
        if (moved == NULL) {                                                                       \
            return false;                                                                          \
        }                                                                                          \
        (owner)->items = moved;                                                                    \
    } while (0)

/// Stems and walls that the step played last touched.
static const talus_obstacle_event *played_events(const trajectory_tape *tape, size_t *count)
{
    *count = tape->step != NULL ? tape->step->event_count : 0;
    return *count > 0 ? tape->reel->events + tape->step->first_event : NULL;
}

const talus_obstacle_event *trajectory_obstacle_events(const trajectory *t, size_t *count)
{
    return t->tape != NULL ? played_events(t->tape, count)
                           : stepper_obstacle_events(t->stepper, count);
}

static bool add_entry(trajectory_tape *tape, bool is_flight, size_t at)
{
    RESERVE(tape, entries, count, capacity, 1);
    tape->entries[tape->count++] = (trajectory_tape_entry){is_flight, at};
    return true;
}

/// Steps of a flight: its first ones, or more of it.
static bool add_flight(trajectory_tape *tape, trajectory_reel *reel, const trajectory *t)
{
    const uint64_t count = t->airborne.count;
    if (t->flight.taken > count) {
        reel->flights[tape->entries[tape->count - 1].at].steps += count;
        return true;
    }
    RESERVE(reel, flights, flight_count, flight_capacity, 1);
    trajectory_tape_flight *kept = &reel->flights[reel->flight_count++];
    *kept = (trajectory_tape_flight){.flight = t->flight, .steps = count};
    kept->flight.taken = kept->flight.failures = kept->flight.iterations = 0;
    return add_entry(tape, true, reel->flight_count - 1);
}

static bool add_step(trajectory_tape *tape, trajectory_reel *reel, const trajectory *t)
{
    size_t events = 0;
    const talus_obstacle_event *touched = trajectory_obstacle_events(t, &events);
    RESERVE(reel, steps, step_count, step_capacity, 1);
    RESERVE(reel, nets, net_count, net_capacity, t->net_event_count + 1);
    RESERVE(reel, events, event_count, event_capacity, events + 1);
    reel->steps[reel->step_count] =
        (trajectory_tape_step){.number = t->record.steps,
                               .state = t->state,
                               .report = t->report,
                               .kinetic_energy = t->kinetic_energy,
                               .speed = t->speed,
                               .spin = t->spin,
                               .jump_height = t->jump_height,
                               .scar_length = t->scar_length,
                               .is_open = t->is_open,
                               .is_impact = t->is_impact,
                               .net_count = (uint32_t)t->net_event_count,
                               .event_count = (uint32_t)events,
                               .first_net = reel->net_count,
                               .first_event = reel->event_count};
    memcpy(reel->nets + reel->net_count, t->net_events, t->net_event_count * sizeof *reel->nets);
    if (events > 0) {
        memcpy(reel->events + reel->event_count, touched, events * sizeof *touched);
    }
    reel->net_count += t->net_event_count;
    reel->event_count += events;
    return add_entry(tape, false, reel->step_count++);
}

bool trajectory_tape_add(trajectory_tape *tape, trajectory_reel *reel, const trajectory *t)
{
    return t->airborne.count > 0 ? add_flight(tape, reel, t) : add_step(tape, reel, t);
}

static void play_step(trajectory *t, const trajectory_tape_step *step)
{
    t->state = t->motion->state = step->state;
    t->report = step->report;
    t->record.steps = step->number;
    t->time = (double)(int64_t)step->number * t->campaign->step.time_step;
    t->kinetic_energy = step->kinetic_energy;
    t->speed = step->speed;
    t->spin = step->spin;
    t->jump_height = step->jump_height;
    t->scar_length = step->scar_length;
    t->is_open = step->is_open;
    t->is_impact = step->is_impact;
    t->net_event_count = step->net_count;
    memcpy(t->net_events, t->tape->reel->nets + step->first_net,
           step->net_count * sizeof *t->net_events);
}

bool trajectory_play(trajectory *t)
{
    trajectory_tape *tape = t->tape;
    if (t->flight_left == 0 && tape->next == tape->count) {
        t->has_ended = true; // it diverged in the step that follows
        t->record = tape->record;
        return false;
    }
    t->before = t->state;
    t->kinetic_energy_before = t->kinetic_energy;
    t->speed_before = t->speed;
    t->spin_before = t->spin;
    t->airborne.count = t->net_event_count = 0;
    tape->step = NULL;
    if (t->flight_left == 0) {
        const trajectory_tape_entry *entry = &tape->entries[tape->next++];
        if (entry->is_flight) {
            t->flight = tape->reel->flights[entry->at].flight;
            t->flight_left = tape->reel->flights[entry->at].steps;
        } else {
            tape->step = &tape->reel->steps[entry->at];
            play_step(t, tape->step);
        }
    }
    if (tape->step == NULL) {
        (void)trajectory_fly(t);
    }
    if (t->flight_left == 0 && tape->next == tape->count) {
        t->has_ended = true;
        t->record = tape->record;
    }
    return true;
}
