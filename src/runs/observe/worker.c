// SPDX-License-Identifier: GPL-3.0-or-later
// Finished steps of one rock after another, seen by all observers.
#include "physics/stepper/motion.h"
#include "runs/campaign/campaign.h"
#include "runs/observe/observe.h"

#include <stdlib.h>
#include <string.h>

observe_worker *observe_worker_create(observe_shared *shared)
{
    observe_worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        return NULL;
    }
    worker->shared = shared;
    worker->barriers = calloc(shared->barriers.sum_count + 1, sizeof *worker->barriers);
    const talus_campaign *campaign = shared->campaign;
    if (worker->barriers == NULL || !observe_path_init(&worker->path, &campaign->cells) ||
        ((campaign->cell_quantities | campaign_cell_values(campaign)) != 0 &&
         !observe_path_keep_more(&worker->path)) ||
        !observe_screens_init(&worker->screens, campaign, &shared->screens) ||
        !observe_objects_init(&worker->objects, campaign, &shared->objects) ||
        !observe_dams_init(&worker->dams, &shared->dams)) {
        observe_worker_destroy(worker);
        return NULL;
    }
    if (campaign_has_bodies(campaign)) {
        worker->event = calloc(1, sizeof *worker->event);
        if (worker->event == NULL) {
            observe_worker_destroy(worker);
            return NULL;
        }
    }
    worker->path.keeps_hits = (campaign->cell_quantities >> TALUS_HIT_ENERGY & 1U) != 0;
    if (shared->near != NULL &&
        !observe_near_init(&worker->near, &campaign->cells, campaign->reference_width,
                           worker->path.keeps_hits)) {
        observe_worker_destroy(worker);
        return NULL;
    }
    if ((campaign->cell_quantities >> TALUS_JUMP_NORMAL & 1U) != 0) {
        worker->path.slopes = campaign->site.terrain;
    }
    return worker;
}

void observe_worker_destroy(observe_worker *worker)
{
    if (worker == NULL) {
        return;
    }
    observe_path_clear(&worker->path);
    observe_near_clear(&worker->near);
    free(worker->barriers);
    observe_recorder_clear(&worker->recorder);
    observe_screens_clear(&worker->screens);
    observe_objects_clear(&worker->objects);
    observe_dams_clear(&worker->dams);
    if (worker->event != NULL) {
        free(worker->event->points);
        free(worker->event->breaks.items);
        observe_fragments_clear(&worker->event->fragments);
        observe_fragments_clear(&worker->event->done);
        free(worker->event);
    }
    free(worker);
}

/// Values at the end of the step; a centre of mass under the terrain jumps 0 m.
static void read_values(const trajectory *t, double values[TALUS_QUANTITY_COUNT])
{
    values[TALUS_KINETIC_ENERGY] = t->kinetic_energy;
    values[TALUS_SPEED] = t->speed;
    values[TALUS_JUMP_HEIGHT] = t->jump_height > 0.0 ? t->jump_height : 0.0;
    values[TALUS_SPIN] = t->spin;
}

/// Where the body is for points near its path.
static observe_near_state read_near(const trajectory *t)
{
    return (observe_near_state){t->state.r.x, t->state.r.y, t->kinetic_energy,
                                t->jump_height > 0.0 ? t->jump_height : 0.0};
}

/// What the path keeps beyond the values.
static void read_more(observe_path *path, const trajectory *t)
{
    path->step.time = t->time;
    path->step.z = t->state.r.z;
    path->step.rotational = observe_rotational(t->kinetic_energy, t->mass, t->speed);
    path->step.normal = observe_path_normal(path, t->state.r.x, t->state.r.y, t->jump_height);
}

void observe_worker_start(observe_worker *worker, const trajectory *t)
{
    double values[TALUS_QUANTITY_COUNT];
    read_values(t, values);
    worker->axes = &worker->shared->axes[t->record.rock_class];
    const observe_shared *shared = worker->shared;
    worker->is_recorded = t->record.rock < shared->track_count;
    worker->has_more = worker->is_recorded || shared->barriers.sum_count > 0 ||
                       shared->screens.item_count > 0 || shared->objects.item_count > 0 ||
                       shared->near != NULL;
    observe_pooled_clear(&worker->rock);
    worker->steps.count = 0;
    worker->path.mass = t->mass;
    read_more(&worker->path, t);
    memset(worker->barriers, 0, worker->shared->barriers.sum_count * sizeof *worker->barriers);
    observe_path_start(&worker->path, t->state.r.x, t->state.r.y, values);
    if (t->has_ended) {
        worker->path.is_counted = false; // S is not over the terrain: it touches nothing
    }
    if (shared->near != NULL) {
        const observe_near_state at = read_near(t);
        observe_near_start(&worker->near, t->has_ended ? NULL : &at,
                           observe_half_diameter(shared->campaign, &t->record));
    }
    observe_screens_start(&worker->screens, t);
    observe_objects_start(&worker->objects, t);
    observe_dams_start(&worker->dams, t);
    if (worker->is_recorded) {
        observe_recorder_start(&worker->recorder, t);
    }
    if (worker->event != NULL) {
        observe_event *event = worker->event;
        event->deposit_count = 0;
        event->is_at_rest = true;
        free(event->points);
        event->points = NULL;
        observe_fragments_empty(&event->fragments);
    }
}

void observe_worker_next_body(observe_worker *worker, const trajectory_event *event,
                              const trajectory *t)
{
    double values[TALUS_QUANTITY_COUNT];
    read_values(t, values);
    worker->own_axes = observe_axes_of(t->motion->body.inertia);
    worker->axes = &worker->own_axes;
    worker->path.mass = t->mass;
    worker->path.body = event->body;
    read_more(&worker->path, t);
    observe_path_continue(&worker->path, t->state.r.x, t->state.r.y, values);
    if (t->has_ended) {
        worker->path.is_counted = false;
    }
    if (worker->shared->near != NULL) {
        const observe_near_state at = read_near(t);
        observe_near_continue(&worker->near, t->has_ended ? NULL : &at,
                              observe_half_diameter(worker->shared->campaign, &t->record));
    }
    observe_screens_continue(&worker->screens, t, event->body);
    observe_objects_continue(&worker->objects, t);
    observe_dams_continue(&worker->dams, t);
    if (worker->is_recorded) {
        observe_recorder_continue(&worker->recorder, t);
    }
}

/// Steps of a flight: no contact, energy kept, spin and axes often the same in all of them.
static void add_airborne(observe_worker *worker, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    observe_path_add_many(&worker->path, t);
    observe_pooled_add_many(&worker->rock, &worker->shared->units, air, t->ticks);
    observe_axes_add_many(&worker->rock, worker->axes, air, t->ticks);
    for (size_t k = 0; air->is_drifting && k < air->count; k++) {
        observe_ledger_add(&worker->rock, t, air->z[k], air->kinetic_energy[k], air->ledger[k]);
    }
    worker->rock.rotation_failures += air->rotation_failures;
    worker->rock.rotation_iterations += air->rotation_iterations;
}

static void add_more(observe_worker *worker, const trajectory *t)
{
    const bool is_airborne = t->airborne.count > 0;
    if (worker->shared->near != NULL && is_airborne) {
        observe_near_add_many(&worker->near, &t->airborne);
    } else if (worker->shared->near != NULL) {
        const observe_near_state to = read_near(t);
        observe_near_add(&worker->near, &to, t->is_open);
    }
    observe_screens_add(&worker->screens, t);
    observe_objects_add(&worker->objects, t);
    observe_dams_add(&worker->dams, t);
    if (!is_airborne && worker->shared->barriers.sum_count > 0) {
        observe_barriers_see(&worker->shared->barriers, t, worker->barriers);
    }
    if (worker->is_recorded && is_airborne) {
        observe_recorder_add_many(&worker->recorder, t);
    } else if (worker->is_recorded) {
        observe_recorder_add(&worker->recorder, t);
    }
}

void observe_worker_add(observe_worker *worker, const trajectory *t)
{
    if (worker->has_more) {
        add_more(worker, t);
    }
    if (t->airborne.count > 0) {
        add_airborne(worker, t);
        return;
    }
    double values[TALUS_QUANTITY_COUNT];
    read_values(t, values);
    if (worker->path.more != NULL) {
        read_more(&worker->path, t);
    }
    observe_path_add(&worker->path, t->state.r.x, t->state.r.y, values);
    if (worker->path.more != NULL) {
        worker->path.here.forest += t->report.forest_energy;
        worker->path.here.impacts += t->is_impact;
    }
    if (!(t->state.scar_depth > 0.0 && t->campaign->pooled_outside_soil)) {
        observe_steps_add(&worker->steps, values, t->ticks, &worker->rock, &worker->shared->units);
        observe_axes_add(&worker->rock, worker->axes, t->state.omega, t->spin, t->ticks);
    }
    observe_energy_add(&worker->rock, t);
    observe_numerics_add(&worker->rock, t);
}

static observe_cells *cells_of(const observe_worker *worker, const talus_rock_record *record)
{
    const observe_shared *shared = worker->shared;
    return shared->cells[campaign_stratum(shared->campaign, record->release, record->rock_class)];
}

/// The points that the event hit. @return false: out of memory
static bool count_near(observe_worker *worker, const talus_rock_record *record)
{
    const observe_shared *shared = worker->shared;
    if (shared->near == NULL) {
        return true;
    }
    observe_near *near = &worker->near;
    observe_cells *cells =
        shared->near[campaign_stratum(shared->campaign, record->release, record->rock_class)];
    const size_t count = observe_near_count(near, shared->campaign->site.terrain);
    return !near->is_lost && observe_cells_add(cells, near->visits, NULL, count, record->mass) &&
           observe_cells_add_hits(cells, near->hits, near->hit_count);
}

/// Gauges, cells and sums of a complete rock or event. @param is_at_rest all its bodies are
static bool count_rock(observe_worker *worker, const talus_rock_record *record, bool is_at_rest)
{
    observe_shared *shared = worker->shared;
    const observe_path *path = &worker->path;
    observe_steps_count(&worker->steps, &worker->rock, &shared->units);
    const observe_gauge_rock at_gauges = {.crossings = worker->screens.crossings,
                                          .crossing_count = worker->screens.crossing_count,
                                          .visits = worker->objects.visits,
                                          .visit_count = worker->objects.visit_count};
    if (worker->screens.is_lost || worker->dams.is_lost ||
        !observe_gauges_add(&shared->gauges, record, &at_gauges)) {
        return false;
    }
    if (path->is_lost ||
        !observe_cells_add(cells_of(worker, record), path->visits, path->more, path->visit_count,
                           record->mass) ||
        !observe_cells_add_hits(cells_of(worker, record), path->hits, path->hit_count) ||
        !count_near(worker, record)) {
        return false;
    }
    observe_pooled_merge(&worker->done, &worker->rock);
    observe_barriers_see_dams(&shared->barriers, &worker->dams,
                              is_at_rest ? TALUS_STOPPED : record->outcome, worker->barriers);
    observe_barriers_add(&shared->barriers, worker->barriers);
    return true;
}

static bool is_at_rest(const trajectory *t)
{
    return t->record.outcome == TALUS_STOPPED || t->record.outcome == TALUS_CAUGHT;
}

bool observe_worker_finish(observe_worker *worker, const trajectory *t)
{
    observe_path_finish(&worker->path);
    if (worker->shared->near != NULL) {
        observe_near_end(&worker->near);
    }
    if (!count_rock(worker, &t->record, t->record.outcome == TALUS_STOPPED)) {
        return false;
    }
    if (is_at_rest(t) && !observe_cells_deposit(cells_of(worker, &t->record), t->state.r.x,
                                                t->state.r.y, t->record.volume)) {
        return false;
    }
    return !worker->is_recorded ||
           observe_recorder_finish(&worker->recorder, t, &worker->shared->tracks[t->record.rock]);
}

/// A fragment with its track.
static bool keep_fragment(observe_worker *worker, const trajectory_event *event,
                          const trajectory *t)
{
    const trajectory_piece *piece = &event->pieces[event->body - 1];
    const talus_rock_record *r = &t->record;
    const double dt = t->campaign->step.time_step;
    talus_fragment fragment = {.rock = r->rock,
                               .body = event->body,
                               .parent = piece->parent,
                               .generation = piece->generation,
                               .outcome = r->outcome,
                               .mass = r->mass,
                               .volume = r->volume,
                               .birth = (double)(int64_t)piece->birth * dt,
                               .time = r->time,
                               .path = r->path - piece->path,
                               .kinetic_energy_max = r->kinetic_energy_max,
                               .speed_max = r->speed_max,
                               .jump_height_max = r->jump_height_max,
                               .start = r->start.r,
                               .end = r->end.r};
    if (!observe_recorder_close(&worker->recorder, t, &fragment.points, &fragment.count)) {
        return false;
    }
    if (!observe_fragments_add(&worker->event->fragments, &fragment, 1)) {
        free(fragment.points);
        return false;
    }
    return true;
}

bool observe_worker_end_body(observe_worker *worker, const trajectory_event *event,
                             const trajectory *t)
{
    observe_event *kept = worker->event;
    observe_path_finish(&worker->path);
    if (worker->shared->near != NULL) {
        observe_near_end(&worker->near);
    }
    if (is_at_rest(t)) {
        kept->deposits[kept->deposit_count++] =
            (observe_deposit){t->state.r.x, t->state.r.y, t->record.volume};
    } else if (t->record.outcome != TALUS_BROKEN) {
        kept->is_at_rest = false;
    }
    if (event->body > 0) {
        observe_breaking *sums = &worker->rock.breaking;
        const bool is_fragment = event->pieces[event->body - 1].generation > 0;
        (is_fragment ? sums->outcomes : sums->other_outcomes)[t->record.outcome]++;
    }
    if (!worker->is_recorded) {
        return true;
    }
    return event->body > 0
               ? keep_fragment(worker, event, t)
               : observe_recorder_close(&worker->recorder, t, &kept->points, &kept->point_count);
}

/// Track, impacts, breaks and fragments of one of the first rocks.
static bool keep_event(observe_worker *worker, const trajectory_event *event)
{
    observe_event *kept = worker->event;
    const uint64_t rock = event->rock;
    if (!observe_recorder_keep(&worker->recorder) ||
        !observe_breaks_add(&kept->breaks, event->breaks, event->break_count) ||
        !observe_fragments_add(&kept->done, kept->fragments.items, kept->fragments.count)) {
        return false;
    }
    kept->fragments.count = 0; // their points have moved
    worker->shared->tracks[rock] =
        (talus_track){.rock = rock, .count = kept->point_count, .points = kept->points};
    kept->points = NULL;
    return true;
}

bool observe_worker_finish_event(observe_worker *worker, const trajectory_event *event)
{
    const observe_event *kept = worker->event;
    const talus_rock_record *whole = &event->whole;
    observe_breaking_add(&worker->rock.breaking, event);
    if (!count_rock(worker, whole, kept->is_at_rest)) {
        return false;
    }
    for (size_t k = 0; k < kept->deposit_count; k++) {
        const observe_deposit *d = &kept->deposits[k];
        if (!observe_cells_deposit(cells_of(worker, whole), d->x, d->y, d->volume)) {
            return false;
        }
    }
    return !worker->is_recorded || keep_event(worker, event);
}

bool observe_worker_hand_over(observe_worker *worker)
{
    observe_shared *shared = worker->shared;
    observe_event *event = worker->event;
    if (event != NULL) {
        if (!observe_breaks_add(&shared->breaks, event->breaks.items, event->breaks.count) ||
            !observe_fragments_add(&shared->fragments, event->done.items, event->done.count)) {
            return false;
        }
        event->breaks.count = event->done.count = 0; // the points have moved
    }
    return observe_recorder_hand_over(&worker->recorder, &shared->impacts);
}
