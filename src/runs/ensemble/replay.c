// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks of a campaign one at a time: the replay of one with a log, and the tracer.
#include "foundation/base/sized.h"
#include "physics/stepper/worker.h"
#include "runs/campaign/campaign.h"
#include "runs/observe/recorder.h"
#include "runs/trajectory/event.h"
#include "talus/run.h"

#include <stdlib.h>

struct talus_tracer {
    const talus_campaign *campaign;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    trajectory_event *event; ///< NULL: no rock breaks
    observe_recorder recorder;
    talus_trajectory_step *steps;
    size_t step_count, step_capacity;
    talus_track track; ///< of the last rock; its points are owned
};

static talus_log_entry entry_of(const trajectory *t)
{
    const uint32_t body = t->event != NULL ? t->event->body : 0;
    return (talus_log_entry){.time = t->time,
                             .state = t->state,
                             .report = &t->report,
                             .jump_height = t->jump_height,
                             .body = body,
                             .parent = body > 0 ? t->event->pieces[body - 1].parent : 0,
                             .fragment = body > 0 ? t->event->pieces[body - 1].rock : NULL};
}

static talus_status check_rock(const talus_campaign *campaign, uint64_t index, talus_error *error)
{
    const uint64_t count = talus_campaign_rock_count(campaign);
    return index < count
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "rock %llu: the campaign has rocks 0 to %llu",
                                 (unsigned long long)index, (unsigned long long)(count - 1));
}

static talus_status create_scratch(const talus_campaign *campaign, talus_stepper **stepper,
                                   talus_rock_motion **motion, talus_error *error)
{
    const talus_status status = stepper_create(&campaign->site, &campaign->step,
                                               campaign_max_vertices(campaign), stepper, error);
    return status == TALUS_OK ? talus_motion_create(*stepper, motion, error) : status;
}

static void replay_rock(trajectory *t, talus_log_step *take, void *user)
{
    talus_log_entry entry = entry_of(t);
    bool goes_on = take == NULL || take(user, &entry);
    while (goes_on && trajectory_step(t)) {
        terrain_reader_rest(stepper_reader(t->stepper));
        if (take != NULL) {
            entry = entry_of(t);
            goes_on = take(user, &entry);
        }
    }
}

/// Where rocks may break: the fragments of the rock that has ended, for the record of its event.
static talus_status replay_fragments(trajectory_event *event, trajectory *t, talus_log_step *take,
                                     void *user, talus_error *error)
{
    talus_status status = TALUS_OK;
    trajectory_event_add(event, t);
    while (trajectory_event_next(event, t, t->stepper, t->motion, &status, error)) {
        t->is_single = take != NULL;
        replay_rock(t, take, user);
        if (!t->has_ended) {
            break; // the log wants no more of it
        }
        trajectory_event_add(event, t);
    }
    return status;
}

/// @return false: out of memory
static bool create_event(const talus_campaign *campaign, trajectory_event **event)
{
    const bool has_bodies = campaign_has_bodies(campaign);
    *event = has_bodies ? trajectory_event_create(campaign) : NULL;
    return *event != NULL || !has_bodies;
}

/// Whether all that the steps asked for was there: ground, pieces.
static talus_status check_steps(const talus_campaign *campaign, const trajectory_event *event,
                                talus_error *error)
{
    const talus_status status = talus_terrain_status(campaign->site.terrain, error);
    return status == TALUS_OK && event != NULL ? trajectory_event_status(event, error) : status;
}

/// The rock from its release, with the event it begins.
static talus_status start_event(trajectory_event *event, trajectory *t, talus_error *error)
{
    return event != NULL ? trajectory_event_start(event, t, error) : TALUS_OK;
}

/// @param fragments the log takes their steps, too
static talus_status replay(const talus_campaign *campaign, uint64_t index, talus_log_step *log,
                           void *user, bool fragments, talus_rock_record *record,
                           talus_error *error)
{
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    talus_status status = talus_campaign_check(campaign, error);
    status = status == TALUS_OK ? check_rock(campaign, index, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    trajectory_event *event = NULL;
    status = create_scratch(campaign, &stepper, &motion, error);
    if (status == TALUS_OK && !create_event(campaign, &event)) {
        talus_free(motion);
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for fragments");
    }
    if (status != TALUS_OK) {
        talus_stepper_destroy(stepper);
        return status;
    }
    trajectory t;
    terrain_reader_enter(campaign->site.terrain, stepper_reader(stepper));
    status = trajectory_start(&t, campaign, stepper, motion, index, error);
    if (status == TALUS_OK) {
        t.is_single = log != NULL;
        status = start_event(event, &t, error);
    }
    if (status == TALUS_OK) {
        replay_rock(&t, log, user);
        if (event != NULL && t.has_ended) {
            status = replay_fragments(event, &t, fragments ? log : NULL, user, error);
        }
        status = status == TALUS_OK ? check_steps(campaign, event, error) : status;
        if (record != NULL) {
            *record = event != NULL && event->whole.done ? event->whole : t.record;
        }
    }
    trajectory_event_destroy(event);
    terrain_reader_leave(stepper_reader(stepper));
    talus_free(motion);
    talus_stepper_destroy(stepper);
    return status;
}

talus_status talus_campaign_replay(const talus_campaign *campaign, uint64_t index,
                                   talus_log_step *log, void *user, talus_rock_record *record,
                                   talus_error *error)
{
    return replay(campaign, index, log, user, false, record, error);
}

talus_status talus_campaign_replay_event(const talus_campaign *campaign, uint64_t index,
                                         talus_log_step *log, void *user, talus_rock_record *record,
                                         talus_error *error)
{
    return replay(campaign, index, log, user, true, record, error);
}

talus_status talus_tracer_create(const talus_campaign *campaign, talus_tracer **out,
                                 talus_error *error)
{
    if (out == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the tracer is NULL");
    }
    *out = NULL;
    talus_status status = talus_campaign_check(campaign, error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_tracer *tracer = calloc(1, sizeof *tracer);
    if (tracer == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a tracer");
    }
    tracer->campaign = campaign;
    status = create_scratch(campaign, &tracer->stepper, &tracer->motion, error);
    if (status == TALUS_OK && !create_event(campaign, &tracer->event)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for fragments");
    }
    if (status != TALUS_OK) {
        talus_tracer_destroy(tracer);
        return status;
    }
    *out = tracer;
    return TALUS_OK;
}

void talus_tracer_destroy(talus_tracer *tracer)
{
    if (tracer == NULL) {
        return;
    }
    talus_free(tracer->motion);
    talus_stepper_destroy(tracer->stepper);
    trajectory_event_destroy(tracer->event);
    observe_recorder_clear(&tracer->recorder);
    free(tracer->steps);
    free(tracer->track.points);
    free(tracer);
}

static talus_status lack_memory(uint64_t rock, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY,
                           "out of memory for the trajectory of rock %llu: keep fewer of its steps",
                           (unsigned long long)rock);
}

static bool keep_step(talus_tracer *tracer, const trajectory *t)
{
    enum { FIRST_STEPS = 1024 };
    if (tracer->step_count == tracer->step_capacity) {
        const size_t capacity = tracer->step_capacity > 0 ? 2 * tracer->step_capacity : FIRST_STEPS;
        talus_trajectory_step *larger = realloc(tracer->steps, capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        tracer->steps = larger;
        tracer->step_capacity = capacity;
    }
    tracer->steps[tracer->step_count++] =
        (talus_trajectory_step){.time = t->time,
                                .state = t->state,
                                .kinetic_energy = t->kinetic_energy,
                                .jump_height = t->jump_height,
                                .impulse = t->report.impulse,
                                .ledger = t->report.ledger,
                                .contacts = t->report.contact_count};
    return true;
}

/// From the start to the outcome; every n-th step is kept, and the last.
static talus_status trace_rock(talus_tracer *tracer, trajectory *t, uint64_t every,
                               talus_error *error)
{
    observe_recorder *recorder = &tracer->recorder;
    bool has_room = every == 0 || keep_step(tracer, t);
    bool is_kept = true;
    observe_recorder_start(recorder, t);
    while (has_room && trajectory_step(t)) {
        if (t->airborne.count > 0) {
            observe_recorder_add_many(recorder, t);
        } else {
            observe_recorder_add(recorder, t);
        }
        is_kept = every > 0 && t->record.steps % every < t->ticks;
        has_room = !is_kept || keep_step(tracer, t);
        terrain_reader_rest(stepper_reader(t->stepper));
    }
    has_room = has_room && (every == 0 || is_kept || keep_step(tracer, t));
    has_room = observe_recorder_finish(recorder, t, &tracer->track) && has_room;
    const talus_status status = check_steps(tracer->campaign, tracer->event, error);
    return has_room || status != TALUS_OK ? status : lack_memory(t->record.rock, error);
}

talus_status talus_tracer_rock(talus_tracer *tracer, uint64_t index, uint64_t every,
                               talus_trajectory *out, talus_error *error)
{
    talus_status status = sized_check(out, sizeof *out, "talus_trajectory", error);
    if (status != TALUS_OK) {
        return status;
    }
    *out = (talus_trajectory){.size = sizeof *out};
    if (tracer == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a rock is traced without a tracer");
    }
    status = check_rock(tracer->campaign, index, error);
    if (status != TALUS_OK) {
        return status;
    }
    free(tracer->track.points);
    tracer->track = (talus_track){0};
    tracer->step_count = 0;
    tracer->recorder.whole.count = 0;
    trajectory t;
    terrain_reader *reader = stepper_reader(tracer->stepper);
    terrain_reader_enter(tracer->campaign->site.terrain, reader);
    status = trajectory_start(&t, tracer->campaign, tracer->stepper, tracer->motion, index, error);
    if (status == TALUS_OK) {
        t.is_single = every > 0;
        status = start_event(tracer->event, &t, error);
    }
    if (status == TALUS_OK) {
        status = trace_rock(tracer, &t, every, error);
    }
    terrain_reader_leave(reader);
    if (status == TALUS_OK) {
        out->record = t.record;
        out->point_count = tracer->track.count;
        out->points = tracer->track.points;
        out->impact_count = tracer->recorder.whole.count;
        out->impacts = tracer->recorder.whole.items;
        out->step_count = tracer->step_count;
        out->steps = every > 0 ? tracer->steps : NULL;
    }
    return status;
}
