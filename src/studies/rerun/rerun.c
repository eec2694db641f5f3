// SPDX-License-Identifier: GPL-3.0-or-later
// A finished run again: its world, and the motion of single rocks.
#include "studies/rerun/rerun.h"

#include "io/geo/geo.h"
#include "io/products/output.h"
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

bool rerun_is_same(const talus_rock_record *record, const rerun_mark *mark)
{
    const double dx = record->end.r.x - record->start.r.x;
    const double dy = record->end.r.y - record->start.r.y;
    return fabs(1e-3 * record->kinetic_energy_max - mark->energy) <= SAME * fabs(mark->energy) &&
           fabs(sqrt(dx * dx + dy * dy) - mark->runout) <= SAME * fmax(1.0, mark->runout);
}

enum { ROCK, ENERGY, RUNOUT, FIELDS };

/// Without such a layer none.
static talus_status read_deposits(const char *directory, geo_rows *rows, talus_error *error)
{
    static const char *const fields[FIELDS] = {"rock", "energy_max_kj", "runout_m"};
    char path[OUTPUT_PATH_SIZE];
    size_t count = 0;
    *rows = (geo_rows){.count = 0};
    talus_status status = output_path(path, directory, "results", ".gpkg", error);
    if (status == TALUS_OK && output_file_exists(path)) {
        status = geo_count_features(path, "deposits", &count, error);
    }
    return status == TALUS_OK && count > 0
               ? geo_read_rows(path, "deposits", fields, FIELDS, rows, error)
               : status;
}

static rerun_mark mark_of(const geo_rows *rows, size_t row)
{
    char *const *texts = rows->texts + row * FIELDS;
    return (rerun_mark){strtod(texts[ENERGY], NULL), strtod(texts[RUNOUT], NULL)};
}

talus_status rerun_read_mark(const char *directory, uint64_t rock, rerun_mark *mark, bool *is_known,
                             talus_error *error)
{
    geo_rows rows;
    size_t row = 0;
    const talus_status status = read_deposits(directory, &rows, error);
    while (row < rows.count && strtoull(rows.texts[row * FIELDS + ROCK], NULL, 10) != rock) {
        row++;
    }
    *is_known = status == TALUS_OK && row < rows.count;
    if (*is_known) {
        *mark = mark_of(&rows, row);
    }
    geo_rows_clear(&rows);
    return status;
}

talus_status rerun_check(const char *directory, bool *is_same, talus_error *error)
{
    geo_rows rows;
    rerun_site site = {0};
    *is_same = true;
    talus_status status = read_deposits(directory, &rows, error);
    if (status != TALUS_OK || rows.count == 0) {
        geo_rows_clear(&rows);
        return status;
    }
    const size_t chosen[] = {0, rows.count / 2, rows.count - 1};
    status = rerun_open(directory, false, &site, error);
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

talus_status rerun_move(const rerun_site *site, uint64_t rock, const rerun_mark *mark,
                        gltf_bodies *bodies, bool *is_same, talus_error *error)
{
    talus_rock_record record = {0};
    *bodies = (gltf_bodies){0};
    *is_same = false;
    if (rock >= talus_campaign_rock_count(site->campaign)) {
        return TALUS_OK;
    }
    const talus_status status = gltf_bodies_take(site->campaign, rock, bodies, &record, error);
    *is_same = status == TALUS_OK && rerun_is_same(&record, mark);
    if (status == TALUS_OK && !*is_same) {
        gltf_bodies_clear(bodies);
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
