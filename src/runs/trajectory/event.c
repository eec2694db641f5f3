// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of an event, one after another.
#include "runs/trajectory/together.h"

#include "foundation/math/linalg.h"
#include "runs/campaign/campaign.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return talus_mix64(hash ^ bits);
}

uint64_t trajectory_record_hash(const talus_rock_record *record)
{
    const talus_state *s = &record->end;
    const double bits[] = {s->r.x, s->r.y, s->r.z, s->p.w,     s->p.x,     s->p.y,    s->p.z,
                           s->v.x, s->v.y, s->v.z, s->omega.x, s->omega.y, s->omega.z};
    uint64_t hash = talus_mix64(record->rock + UINT64_C(0x9e3779b97f4a7c15));
    hash = talus_mix64(hash ^ (uint64_t)record->outcome);
    for (size_t k = 0; k < sizeof bits / sizeof bits[0]; k++) {
        hash = mix_double(hash, bits[k]);
    }
    return hash;
}

static void forget_pieces(trajectory_event *event)
{
    for (size_t k = 0; k < event->count; k++) {
        talus_rock_destroy(event->pieces[k].rock);
        event->pieces[k].rock = NULL;
    }
    event->count = 0;
}

trajectory_event *trajectory_event_create(const talus_campaign *campaign)
{
    trajectory_event *event = calloc(1, sizeof *event);
    if (event != NULL) {
        event->campaign = campaign;
        event->max_vertices = campaign_max_vertices(campaign);
        event->attempt = trajectory_attempt_create();
        const bool is_together = campaign_has_together(campaign);
        event->together = is_together ? trajectory_together_create(campaign) : NULL;
        if (event->attempt == NULL || (is_together && event->together == NULL)) {
            trajectory_event_destroy(event);
            event = NULL;
        }
    }
    return event;
}

void trajectory_event_destroy(trajectory_event *event)
{
    if (event != NULL) {
        forget_pieces(event);
        free(event->breaks);
        free(event->attempt);
        trajectory_together_destroy(event->together);
        free(event);
    }
}

void trajectory_event_begin(trajectory_event *event, uint64_t rock)
{
    forget_pieces(event);
    event->rock = rock;
    event->body = 0;
    event->break_count = 0;
    event->refused = event->asked = 0;
    event->whole = (talus_rock_record){0};
    event->is_lost = event->is_whole = event->is_together = event->is_stopped = false;
}

talus_status trajectory_event_start(trajectory_event *event, trajectory *t, talus_error *error)
{
    trajectory_event_begin(event, t->record.rock);
    t->event = event;
    if (event->together == NULL || !campaign_is_together(event->campaign, t->record.release)) {
        return TALUS_OK;
    }
    event->is_together = true;
    return trajectory_together_run(event->together, event, t, error);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/// Square of the distance in plan from the release.
static double reach2(const talus_rock_record *whole, talus_vec3 r)
{
    const double x = r.x - whole->start.r.x, y = r.y - whole->start.r.y;
    return x * x + y * y;
}

/// A fragment's record into that of the event.
static void join(talus_rock_record *whole, const talus_rock_record *part)
{
    whole->below_ground |= part->below_ground;
    whole->tunnelled |= part->tunnelled;
    whole->is_held |= part->is_held;
    whole->kinetic_energy_max = larger(whole->kinetic_energy_max, part->kinetic_energy_max);
    whole->speed_max = larger(whole->speed_max, part->speed_max);
    whole->jump_height_max = larger(whole->jump_height_max, part->jump_height_max);
    whole->jump_height_max_slope =
        larger(whole->jump_height_max_slope, part->jump_height_max_slope);
    whole->spin_max = larger(whole->spin_max, part->spin_max);
    whole->steps += part->steps;
    whole->contact_steps += part->contact_steps;
    whole->swept_steps += part->swept_steps;
    whole->correction += part->correction;
    whole->soil_steps += part->soil_steps;
    whole->scars += part->scars;
    whole->scar_depth_max = larger(whole->scar_depth_max, part->scar_depth_max);
    whole->scar_length_max = larger(whole->scar_length_max, part->scar_length_max);
    whole->stem_impacts += part->stem_impacts;
    whole->stems_broken += part->stems_broken;
    whole->stem_energy += part->stem_energy;
    whole->free_falls += part->free_falls;
    whole->free_fall_steps += part->free_fall_steps;
    whole->base_work += part->base_work;
    whole->bodies++;
    if (reach2(whole, part->end.r) > reach2(whole, whole->end.r)) {
        whole->end = part->end;
        whole->time = part->time;
        whole->path = part->path;
    }
}

/// The body of generation 0 that `body` is a piece of, or is.
static uint32_t root_of(const trajectory_event *event, uint32_t body)
{
    while (body > 0 && event->pieces[body - 1].generation > 0) {
        body = event->pieces[body - 1].parent;
    }
    return body;
}

void trajectory_event_add(trajectory_event *event, const trajectory *t)
{
    talus_rock_record *whole = &event->whole;
    const uint32_t root = root_of(event, event->body);
    if (root == event->body) {
        event->released[root] = t->record.volume;
        event->largest[root] = 0.0;
    }
    if (t->record.outcome != TALUS_BROKEN) {
        event->largest[root] = larger(event->largest[root], t->record.volume);
    }
    if (event->body == 0) {
        *whole = t->record;
        whole->bodies = 1;
    } else {
        talus_rock_record part = t->record;
        part.steps -= t->birth;
        part.rock = trajectory_stream(part.rock, event->body);
        whole->fragment_hash += trajectory_record_hash(&part);
        join(whole, &part);
    }
    whole->breaks += t->record.outcome == TALUS_BROKEN;
    if (event->body > 0) {
        talus_rock_destroy(event->pieces[event->body - 1].rock);
        event->pieces[event->body - 1].rock = NULL;
    }
}

talus_status trajectory_event_status(const trajectory_event *event, talus_error *error)
{
    return event->is_lost ? talus_error_set(error, TALUS_ERROR_MEMORY,
                                            "out of memory for the fragments of rock %llu",
                                            (unsigned long long)event->rock)
                          : TALUS_OK;
}

bool trajectory_event_next(trajectory_event *event, trajectory *t, talus_stepper *stepper,
                           talus_rock_motion *motion, talus_status *status, talus_error *error)
{
    *status = trajectory_event_status(event, error);
    if (*status != TALUS_OK || event->body >= event->count) {
        return false;
    }
    const bool is_single = t->is_single;
    const trajectory_piece *piece = &event->pieces[event->body++];
    event->asked = 0;
    event->is_whole = false;
    *status = piece->generation > 0
                  ? trajectory_start_piece(t, event->campaign, stepper, motion, piece, event->body,
                                           &event->whole, error)
                  : trajectory_start_root(t, event->campaign, stepper, motion, event->rock,
                                          event->body, error);
    t->event = event;
    t->tape = event->is_together ? trajectory_together_tape(event->together, event->body) : NULL;
    t->is_single = is_single;
    return *status == TALUS_OK;
}
