// SPDX-License-Identifier: GPL-3.0-or-later
// One rock's flight as a glTF scene: the rock, its path and the ground around it.
#include "io/replay/gltf.h"

#include "runs/trajectory/trajectory.h"
#include "talus/replay.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void add_extras(files_text *text, const void *user)
{
    const talus_rock_record *record = user;
    files_json_add_unsigned(text, "rock", record->rock);
    files_json_add_text(text, "outcome", talus_outcome_name(record->outcome));
    files_json_add_number(text, "mass_kg", record->mass);
}

static talus_status build(const talus_campaign *campaign, uint64_t rock, gltf_scene *s,
                          talus_rock_record *record, talus_error *error)
{
    talus_status status = gltf_samples_take(campaign, rock, &s->samples, record, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_vec3 start = s->samples.items[0].r;
    double ground = start.z;
    talus_terrain_height(campaign->site.terrain, start.x, start.y, &ground);
    s->origin = (talus_vec3){start.x, start.y, ground};
    const talus_rock *shape = NULL;
    talus_rock *own = NULL;
    status = trajectory_body(campaign, record->rock_class, rock, &shape, &own, error);
    if (status != TALUS_OK) {
        return status;
    }
    const double margin = fmax(20 * shape->radius * record->scale,
                               3 * talus_terrain_base_grid(campaign->site.terrain)->cell);
    s->body_mesh = gltf_add_rock(&s->buffer, shape, record->scale);
    talus_rock_destroy(own);
    s->animation = gltf_add_animation(&s->buffer, &s->samples, s->origin);
    s->ground_mesh =
        gltf_add_terrain(&s->buffer, campaign->site.terrain, &s->samples, margin, s->origin);
    return TALUS_OK;
}

talus_status talus_replay_gltf(const talus_campaign *campaign, uint64_t rock, const char *path,
                               talus_error *error)
{
    if (campaign == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the campaign or the path is NULL");
    }
    const uint64_t count = talus_campaign_rock_count(campaign);
    if (rock >= count) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "there is no rock %" PRIu64 "; the run has rocks 0 to %" PRIu64,
                               rock, count > 0 ? count - 1 : 0);
    }
    if (!gltf_has_ending(path)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.400s is not a glTF file name; expected an end in .gltf or .glb",
                               path);
    }
    talus_rock_record record = {0};
    gltf_scene *s = calloc(1, sizeof *s);
    if (!s) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the glTF document");
    }
    s->body = "rock";
    s->ground = "terrain";
    s->motion = "fall";
    s->add_extras = add_extras;
    s->user = &record;
    talus_status status = build(campaign, rock, s, &record, error);
    if (status == TALUS_OK) {
        status = gltf_scene_save(s, path, error);
    }
    gltf_scene_clear(s);
    free(s);
    return status;
}
