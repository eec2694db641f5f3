// SPDX-License-Identifier: GPL-3.0-or-later
// A finished run again: its world, and the motion of single rocks.
#include "studies/rerun/rerun.h"

#include "io/geo/geo.h"
#include "io/products/output.h"
#include "runs/trajectory/trajectory.h"
#include "talus/run.h"

#include <math.h>
#include <stdlib.h>

#define SAME 1e-6 // relative: a replayed rock is that of the run

void rerun_clear(rerun_site *site)
{
    talus_world_destroy(site->world);
    talus_scenario_destroy(site->scenario);
    talus_diagnostics_destroy(site->diagnostics);
    *site = (rerun_site){0};
}

talus_status rerun_open(const char *directory, bool keep_heights, rerun_site *site,
                        talus_error *error)
{
    talus_world_options options = talus_world_options_default();
    options.keep_heights = keep_heights;
    char path[OUTPUT_PATH_SIZE];
    *site = (rerun_site){.diagnostics = talus_diagnostics_create()};
    talus_status status = output_path(path, directory, "scenario", ".yaml", error);
    if (status == TALUS_OK) {
        status = talus_scenario_read(path, NULL, 0, site->diagnostics, &site->scenario, error);
    }
    if (status == TALUS_OK) {
        status =
            talus_world_load_with(site->scenario, &options, site->diagnostics, &site->world, error);
    }
    if (status == TALUS_OK) {
        site->campaign = talus_world_campaign(site->world);
        status = talus_world_origin(site->world, &site->east, &site->north, error);
    }
    return status;
}

void rerun_motion_clear(rerun_motion *motion)
{
    talus_rock_destroy(motion->own);
    free(motion->samples.items);
    *motion = (rerun_motion){0};
}

bool rerun_is_same(const talus_rock_record *record, const rerun_mark *mark)
{
    const double dx = record->end.r.x - record->start.r.x;
    const double dy = record->end.r.y - record->start.r.y;
    return fabs(1e-3 * record->kinetic_energy_max - mark->energy) <= SAME * fabs(mark->energy) &&
           fabs(sqrt(dx * dx + dy * dy) - mark->runout) <= SAME * fmax(1.0, mark->runout);
}

enum { ROCK, ENERGY, RUNOUT, FIELDS };

static talus_status read_deposits(const char *directory, geo_rows *rows)
{
    static const char *const fields[FIELDS] = {"rock", "energy_max_kj", "runout_m"};
    char path[OUTPUT_PATH_SIZE];
    *rows = (geo_rows){.count = 0};
    return output_path(path, directory, "results", ".gpkg", NULL) == TALUS_OK &&
                   output_file_exists(path)
               ? geo_read_rows(path, "deposits", fields, FIELDS, rows, NULL)
               : TALUS_ERROR_INPUT;
}

static rerun_mark mark_of(const geo_rows *rows, size_t row)
{
    char *const *texts = rows->texts + row * FIELDS;
    return (rerun_mark){strtod(texts[ENERGY], NULL), strtod(texts[RUNOUT], NULL)};
}

bool rerun_read_mark(const char *directory, uint64_t rock, rerun_mark *mark)
{
    geo_rows rows;
    size_t row = 0;
    if (read_deposits(directory, &rows) != TALUS_OK) {
        return false;
    }
    while (row < rows.count && strtoull(rows.texts[row * FIELDS + ROCK], NULL, 10) != rock) {
        row++;
    }
    const bool is_known = row < rows.count;
    if (is_known) {
        *mark = mark_of(&rows, row);
    }
    geo_rows_clear(&rows);
    return is_known;
}

talus_status rerun_check(const char *directory, bool *is_same, talus_error *error)
{
    geo_rows rows;
    rerun_site site = {0};
    *is_same = true;
    if (read_deposits(directory, &rows) != TALUS_OK || rows.count == 0) {
        geo_rows_clear(&rows);
        return TALUS_OK;
    }
    const size_t chosen[] = {0, rows.count / 2, rows.count - 1};
    talus_status status = rerun_open(directory, false, &site, error);
    for (size_t k = 0; k < 3 && status == TALUS_OK && *is_same; k++) {
        const rerun_mark mark = mark_of(&rows, chosen[k]);
        const uint64_t rock = strtoull(rows.texts[chosen[k] * FIELDS + ROCK], NULL, 10);
        talus_rock_record record = {0};
        *is_same = rock < talus_campaign_rock_count(site.campaign);
        if (*is_same) {
            status = talus_campaign_replay(site.campaign, rock, NULL, NULL, &record, error);
            *is_same = status != TALUS_OK || rerun_is_same(&record, &mark);
        }
    }
    rerun_clear(&site);
    geo_rows_clear(&rows);
    return status;
}

talus_status rerun_move_event(const rerun_site *site, uint64_t rock, const rerun_mark *mark,
                              gltf_buffer *buffer, gltf_bodies *bodies, bool *is_same,
                              talus_error *error)
{
    talus_rock_record record = {0};
    *bodies = (gltf_bodies){0};
    *is_same = false;
    if (rock >= talus_campaign_rock_count(site->campaign)) {
        return TALUS_OK;
    }
    const talus_status status =
        gltf_bodies_take(site->campaign, rock, buffer, bodies, &record, error);
    *is_same = status == TALUS_OK && rerun_is_same(&record, mark);
    return status;
}

talus_status rerun_move(const rerun_site *site, uint64_t rock, const rerun_mark *mark,
                        rerun_motion *motion, talus_error *error)
{
    talus_rock_record record = {0};
    *motion = (rerun_motion){0};
    if (rock >= talus_campaign_rock_count(site->campaign)) {
        return TALUS_OK;
    }
    talus_status status = gltf_samples_take(site->campaign, rock, &motion->samples, &record, error);
    motion->is_same = status == TALUS_OK && rerun_is_same(&record, mark);
    if (motion->is_same) {
        motion->scale = record.scale;
        status = trajectory_body(site->campaign, record.rock_class, rock, &motion->shape,
                                 &motion->own, error);
    }
    if (status != TALUS_OK) {
        rerun_motion_clear(motion);
    }
    return status;
}

void rerun_choose(const double *keys, size_t count, size_t most, bool *chosen)
{
    size_t taken = 0;
    for (size_t key = 0; key < RERUN_KEYS; key++) {
        for (size_t k = 0; k < (most + 3) / 4 && taken < most; k++) {
            size_t best = count;
            for (size_t i = 0; i < count; i++) {
                if (!chosen[i] &&
                    (best == count || keys[i * RERUN_KEYS + key] > keys[best * RERUN_KEYS + key])) {
                    best = i;
                }
            }
            if (best < count) {
                chosen[best] = true;
                taken++;
            }
        }
    }
    for (size_t i = 0; i < count && taken < most; i++) {
        taken += !chosen[i];
        chosen[i] = true;
    }
}
