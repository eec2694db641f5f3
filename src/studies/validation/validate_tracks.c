// SPDX-License-Identifier: GPL-3.0-or-later
// Measured and simulated tracks through the same code: speeds, contact, impacts.
#include "studies/validation/validate_internal.h"

#include "foundation/base/array.h"
#include "foundation/math/linalg.h"
#include "talus/run.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REPLAYS = 20 };

static size_t find_run(const validate_study *study, const char *name)
{
    size_t k = 0;
    while (k < study->runs.count && strcmp(study->runs.items[k].name, name) != 0) {
        k++;
    }
    return k;
}

/// A run for every track that has none, from its first sample.
talus_status validate_add_track_runs(validate_study *study, talus_error *error)
{
    static const char *const names[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
    const files_records *table = &study->tracks.table;
    scenario_run *larger =
        realloc(study->runs.items, (study->runs.count + study->tracks.count + 1) * sizeof *larger);
    if (larger == NULL) {
        return validate_no_memory(error);
    }
    study->runs.items = larger;
    for (size_t k = 0; k < study->tracks.count; k++) {
        const tracks_run *track = &study->tracks.runs[k];
        const size_t row = track->row;
        if (find_run(study, track->name) < study->runs.count) {
            continue;
        }
        double v[6];
        scenario_run run = {.name = track->name,
                            .x = track->table.place[0].x,
                            .y = track->table.place[0].y,
                            .start = {.z = track->table.place[0].z,
                                      .height = (double)NAN,
                                      .orientation.w = (double)NAN,
                                      .rock = 1},
                            .end_x = (double)NAN,
                            .end_y = (double)NAN};
        talus_status status = TALUS_OK;
        if (files_records_find(table, "rock") != SIZE_MAX) { // else the first of the scenario
            status = validate_row_rock(study, table, row, &run.start.rock, error);
        }
        for (size_t i = 0; i < 6 && status == TALUS_OK; i++) {
            status =
                files_records_number(table, row, files_records_find(table, names[i]), &v[i], error);
        }
        if (status != TALUS_OK) {
            return status;
        }
        run.start.velocity = vec3(v[0], v[1], v[2]);
        run.start.spin = vec3(v[3], v[4], v[5]);
        if (isnan(v[0]) && isnan(v[1]) && isnan(v[2])) {
            flights_found found;
            flights_options options = {.gravity = 9.81};
            status = tracks_noise(&track->table, &options.noise, error);
            if (status == TALUS_OK) {
                status = flights_find(&track->table, &options, &found, error);
            }
            if (status != TALUS_OK) {
                return status;
            }
            run.start.velocity = found.start;
            flights_clear(&found);
        }
        study->runs.items[study->runs.count++] = run;
    }
    return TALUS_OK;
}

/// A replay thinned to the sampling of the measured track.
typedef struct thinned {
    double interval;
    size_t count, capacity;
    double *time;
    talus_vec3 *place, *spin;
    bool is_lost;
} thinned;

static bool grow(thinned *t)
{
    const size_t count = t->count + 1;
    size_t time = t->capacity, place = time;
    return array_reserve(&t->time, &time, count, sizeof *t->time) &&
           array_reserve(&t->place, &place, count, sizeof *t->place) &&
           array_reserve(&t->spin, &t->capacity, count, sizeof *t->spin);
}

static bool read_step(void *user, const talus_log_entry *entry)
{
    thinned *t = user;
    if (t->count > 0 && entry->time < t->time[t->count - 1] + (1.0 - 1e-9) * t->interval) {
        return true;
    }
    if (!grow(t)) {
        t->is_lost = true;
        return false;
    }
    t->time[t->count] = entry->time;
    t->place[t->count] = entry->state.r;
    t->spin[t->count++] = entry->state.omega;
    return true;
}

static talus_status add_impacts(validate_study *study, size_t first_row, const flights_found *found,
                                size_t rows, talus_error *error)
{
    bool whole = true;
    for (size_t i = 0; i < found->count && whole; i++) {
        const flights_impact *impact = &found->impacts[i];
        const double values[] = {impact->split.energy_kept, impact->split.e_n, impact->split.e_t};
        for (size_t r = 0; r < rows; r++) {
            for (int k = 0; k < 3; k++) {
                whole = validate_ensemble_add(
                            &study->samples[VALIDATE_ENERGY_KEPT + k].rows[first_row + r].simulated,
                            1, &values[k]) &&
                        whole;
            }
        }
    }
    return whole ? TALUS_OK : validate_no_memory(error);
}

/// Rows of the impacts that were found in a measured track.
static talus_status add_measured(validate_study *study, const flights_found *found,
                                 size_t *first_row, talus_error *error)
{
    *first_row = study->samples[VALIDATE_ENERGY_KEPT].count;
    for (size_t i = 0; i < found->count; i++) {
        const flights_impact *impact = &found->impacts[i];
        const double values[] = {impact->split.energy_kept, impact->split.e_n, impact->split.e_t};
        for (int k = 0; k < 3; k++) {
            validate_row *row = validate_sample_add(&study->samples[VALIDATE_ENERGY_KEPT + k]);
            if (row == NULL) {
                return validate_no_memory(error);
            }
            row->is_measured = isfinite(values[k]);
            row->measured[0] = values[k];
        }
    }
    return TALUS_OK;
}

/// Options of both sides: those of the measured track.
static talus_status options_of(const validate_study *study, const talus_campaign *campaign,
                               const validate_track *track, size_t run, flights_options *options,
                               talus_error *error)
{
    const talus_rock *rock = campaign->rocks[study->runs.items[run].start.rock - 1].rock;
    *options =
        (flights_options){.terrain = campaign->site.terrain,
                          .diameter = talus_exp(talus_log(6.0 / TALUS_PI * rock->volume) / 3.0),
                          .gravity = campaign->step.gravity};
    return tracks_noise(&track->run->table, &options->noise, error);
}

static talus_status read_replay(validate_study *study, const talus_campaign *campaign,
                                uint64_t rock, size_t run, const validate_track *track,
                                const flights_options *options, size_t first_row,
                                talus_error *error)
{
    const double length =
        track->run->table.time[track->run->table.count - 1] - track->run->table.time[0];
    thinned t = {.interval = length / (double)(track->run->table.count - 1)};
    flights_found found = {0};
    talus_status status = talus_campaign_replay(campaign, rock, read_step, &t, NULL, error);
    if (status == TALUS_OK && t.is_lost) {
        status = validate_no_memory(error);
    }
    if (status == TALUS_OK) {
        const flights_table table = {
            .count = t.count, .time = t.time, .place = t.place, .spin = t.spin};
        status = flights_find(&table, options, &found, error);
    }
    if (status == TALUS_OK) {
        const double contact = found.time > 0.0 ? 1.0 - found.flight_time / found.time : 0.0;
        status = validate_ensemble_add(&study->samples[VALIDATE_CONTACT_SHARE].rows[run].simulated,
                                       1, &contact)
                     ? add_impacts(study, first_row, &found, track->found.count, error)
                     : validate_no_memory(error);
    }
    flights_clear(&found);
    free(t.time);
    free(t.place);
    free(t.spin);
    return status;
}

static talus_status read_track(validate_study *study, const talus_campaign *campaign,
                               validate_track *track, uint64_t first, uint64_t count,
                               talus_error *error)
{
    const size_t run = find_run(study, track->run->name);
    flights_options own, options;
    talus_status status = options_of(study, campaign, track, run, &options, error);
    own = options;
    own.east = study->east;
    own.north = study->north;
    if (status == TALUS_OK && first == 0) {
        status = flights_find(&track->run->table, &own, &track->found, error);
        validate_row *speed = &study->samples[VALIDATE_SPEED].rows[run];
        validate_row *contact = &study->samples[VALIDATE_CONTACT_SHARE].rows[run];
        const double time = track->found.time;
        speed->is_measured = track->found.speed_max > 0.0;
        speed->measured[0] = track->found.speed_max;
        contact->is_measured = time > 0.0;
        contact->measured[0] = time > 0.0 ? 1.0 - track->found.flight_time / time : 0.0;
        if (status == TALUS_OK) {
            status = add_measured(study, &track->found, &track->first_row, error);
        }
    }
    for (uint64_t k = 0; k < count && first + k < MOST_REPLAYS && status == TALUS_OK; k++) {
        status = track->run->table.count > 3
                     ? read_replay(study, campaign, k * study->runs.count + run, run, track,
                                   &options, track->first_row, error)
                     : TALUS_OK;
    }
    return status;
}

talus_status validate_read_tracks(validate_study *study, const talus_campaign *campaign,
                                  uint64_t first, uint64_t count, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < study->tracks.count && status == TALUS_OK; k++) {
        status = read_track(study, campaign, &study->track_items[k], first, count, error);
    }
    return status;
}
