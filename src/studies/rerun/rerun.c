// SPDX-License-Identifier: GPL-3.0-or-later
// A finished run again: its world, and the motion of single rocks.
#include "studies/rerun/rerun.h"

#include "runs/trajectory/trajectory.h"

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

static bool is_recognised(const talus_rock_record *record, double energy)
{
    return fabs(1e-3 * record->kinetic_energy_max - energy) <= SAME * fabs(energy);
}

talus_status rerun_move_event(const rerun_site *site, uint64_t rock, double energy,
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
    *is_same = status == TALUS_OK && is_recognised(&record, energy);
    return status;
}

talus_status rerun_move(const rerun_site *site, uint64_t rock, double energy, rerun_motion *motion,
                        talus_error *error)
{
    talus_rock_record record = {0};
    *motion = (rerun_motion){0};
    if (rock >= talus_campaign_rock_count(site->campaign)) {
        return TALUS_OK;
    }
    talus_status status = gltf_samples_take(site->campaign, rock, &motion->samples, &record, error);
    motion->is_same = status == TALUS_OK && is_recognised(&record, energy);
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
