// SPDX-License-Identifier: GPL-3.0-or-later
// Finished steps seen by all observers.
#include "observe/observe.h"

#include <stdlib.h>

talus_status observe_shared_init(observe_shared *shared, const talus_campaign *campaign,
                                 double heaviest, talus_error *error)
{
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    *shared = (observe_shared){.campaign = campaign, .units = observe_units_for(heaviest)};
    shared->track_count =
        (size_t)(campaign->recorded_rocks < rocks ? campaign->recorded_rocks : rocks);
    shared->axes = calloc(campaign->rock_class_count, sizeof *shared->axes);
    shared->cells = observe_cells_create(&campaign->cells, &shared->units);
    shared->tracks = calloc(shared->track_count + 1, sizeof *shared->tracks);
    if (shared->axes == NULL || shared->cells == NULL || shared->tracks == NULL) {
        observe_shared_clear(shared);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for the statistics of %zu x %zu cells",
                               campaign->cells.nx, campaign->cells.ny);
    }
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        shared->axes[k] = observe_axes_of(campaign->rocks[k].rock->inertia);
    }
    return TALUS_OK;
}

void observe_shared_clear(observe_shared *shared)
{
    for (size_t k = 0; shared->tracks != NULL && k < shared->track_count; k++) {
        free(shared->tracks[k].points);
    }
    free(shared->tracks);
    free(shared->impacts.items);
    free(shared->axes);
    observe_cells_destroy(shared->cells);
    *shared = (observe_shared){0};
}

observe_worker *observe_worker_create(observe_shared *shared)
{
    observe_worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        return NULL;
    }
    worker->shared = shared;
    if (!observe_path_init(&worker->path, &shared->campaign->cells)) {
        free(worker);
        return NULL;
    }
    return worker;
}

void observe_worker_destroy(observe_worker *worker)
{
    if (worker == NULL) {
        return;
    }
    observe_path_clear(&worker->path);
    observe_recorder_clear(&worker->recorder);
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

void observe_worker_start(observe_worker *worker, const trajectory *t)
{
    double values[TALUS_QUANTITY_COUNT];
    read_values(t, values);
    worker->axes = &worker->shared->axes[t->record.rock_class];
    worker->is_recorded = t->record.rock < worker->shared->track_count;
    observe_pooled_clear(&worker->rock);
    observe_path_start(&worker->path, t->state.r.x, t->state.r.y, values);
    if (t->has_ended) {
        worker->path.is_counted = false; // S is not over the terrain: it touches nothing
    }
    if (worker->is_recorded) {
        observe_recorder_start(&worker->recorder, t);
    }
}

/// Steps of a flight: no contact, energy kept, spin and axes often the same in all of them.
static void add_airborne(observe_worker *worker, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    observe_path_add_many(&worker->path, air);
    observe_pooled_add_many(&worker->rock, &worker->shared->units, air);
    const size_t last = air->is_turning_evenly ? 1 : air->count;
    for (size_t k = 0; k < last; k++) {
        observe_axes_add(&worker->rock, worker->axes, air->omega[k], air->spin[k],
                         air->is_turning_evenly ? air->count : 1);
    }
    worker->rock.rotation_failures += air->rotation_failures;
    worker->rock.rotation_iterations += air->rotation_iterations;
    if (worker->is_recorded) {
        observe_recorder_add_many(&worker->recorder, t);
    }
}

void observe_worker_add(observe_worker *worker, const trajectory *t)
{
    if (t->airborne.count > 0) {
        add_airborne(worker, t);
        return;
    }
    double values[TALUS_QUANTITY_COUNT];
    read_values(t, values);
    observe_path_add(&worker->path, t->state.r.x, t->state.r.y, values);
    if (!(t->state.scar_depth > 0.0 && t->campaign->pooled_outside_soil)) {
        observe_pooled_add(&worker->rock, &worker->shared->units, values);
        observe_axes_add(&worker->rock, worker->axes, t->state.omega, t->spin, 1);
    }
    observe_energy_add(&worker->rock, t);
    observe_numerics_add(&worker->rock, t);
    if (worker->is_recorded) {
        observe_recorder_add(&worker->recorder, t);
    }
}

bool observe_worker_finish(observe_worker *worker, const trajectory *t)
{
    observe_shared *shared = worker->shared;
    observe_path *path = &worker->path;
    observe_path_finish(path);
    if (path->is_lost || !observe_cells_add(shared->cells, path->visits, path->visit_count)) {
        return false;
    }
    if (t->record.outcome == TALUS_STOPPED &&
        !observe_cells_deposit(shared->cells, t->state.r.x, t->state.r.y)) {
        return false;
    }
    observe_pooled_merge(&worker->done, &worker->rock);
    return !worker->is_recorded || observe_recorder_finish(&worker->recorder, t->record.rock,
                                                           &shared->tracks[t->record.rock]);
}

bool observe_worker_hand_over(observe_worker *worker)
{
    return observe_recorder_hand_over(&worker->recorder, &worker->shared->impacts);
}

bool observe_shared_empty(observe_shared *shared)
{
    observe_cells *cells = observe_cells_create(&shared->campaign->cells, &shared->units);
    if (cells == NULL) {
        return false;
    }
    observe_cells_destroy(shared->cells);
    shared->cells = cells;
    for (size_t k = 0; k < shared->track_count; k++) {
        free(shared->tracks[k].points);
        shared->tracks[k] = (talus_track){0};
    }
    shared->impacts.count = 0;
    return true;
}

bool observe_shared_order(observe_shared *shared)
{
    const size_t rocks = shared->track_count;
    size_t kept = 0;
    for (size_t k = 0; k < rocks; k++) {
        if (shared->tracks[k].points != NULL) {
            shared->tracks[kept++] = shared->tracks[k];
        }
    }
    shared->track_count = kept;
    return observe_impacts_sort(&shared->impacts, rocks);
}
