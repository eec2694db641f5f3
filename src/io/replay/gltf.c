// SPDX-License-Identifier: GPL-3.0-or-later
// One rock's flight as a glTF scene: the rock, its path and the ground around it.
#include "io/replay/gltf.h"

#include "runs/trajectory/trajectory.h"
#include "talus/replay.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { TERRAIN_NODE_MAX = 120000 };

static void add_extras(files_text *text, const void *user)
{
    const talus_rock_record *record = user;
    files_json_add_unsigned(text, "rock", record->rock);
    files_json_add_text(text, "outcome", talus_outcome_name(record->outcome));
    files_json_add_number(text, "mass_kg", record->mass);
}

/// On the far edges nodes belong to the cells before them.
static double height_of(const void *user, double x, double y)
{
    const talus_terrain *terrain = user;
    const double hair = 1e-7 * talus_terrain_surface_grid(terrain)->cell;
    double z = (double)NAN;
    if (talus_terrain_height(terrain, x, y, &z) != TALUS_INSIDE) {
        talus_terrain_height(terrain, x - hair, y - hair, &z);
    }
    return z;
}

/// The ground about all bodies.
static gltf_ground choose_ground(const talus_terrain *terrain, const gltf_bodies *bodies,
                                 double margin)
{
    const talus_vec3 start = bodies->items[0].samples.items[0].r;
    gltf_ground ground = {.grid = talus_terrain_surface_grid(terrain),
                          .height = height_of,
                          .user = terrain,
                          .west = start.x,
                          .south = start.y,
                          .east = start.x,
                          .north = start.y,
                          .most = TERRAIN_NODE_MAX};
    for (size_t k = 0; k < bodies->count; k++) {
        const gltf_samples *samples = &bodies->items[k].samples;
        for (size_t i = 0; i < samples->count; i++) {
            const talus_vec3 r = samples->items[i].r;
            ground.west = fmin(ground.west, r.x);
            ground.south = fmin(ground.south, r.y);
            ground.east = fmax(ground.east, r.x);
            ground.north = fmax(ground.north, r.y);
        }
    }
    ground.west -= margin;
    ground.south -= margin;
    ground.east += margin;
    ground.north += margin;
    return ground;
}

static void add_things(gltf_scene *s, const talus_campaign *campaign, const gltf_bodies *bodies,
                       double margin)
{
    const gltf_ground ground = choose_ground(campaign->site.terrain, bodies, margin);
    gltf_animation animations[TALUS_MOST_BODIES + 1];
    for (size_t k = 0; k < bodies->count && k <= TALUS_MOST_BODIES; k++) {
        const gltf_node *node = gltf_scene_add_body(s, &bodies->items[k], "rock");
        animations[k] = node != NULL ? node->animation : (gltf_animation){0};
    }
    gltf_node *node = gltf_scene_add(s, GLTF_GROUND, "terrain");
    if (node != NULL) {
        node->mesh = gltf_add_ground(&s->buffer, &ground, s->origin);
    }
    for (size_t k = 0; k < bodies->count && k <= TALUS_MOST_BODIES; k++) {
        gltf_scene_add_path(s, &animations[k], "path");
    }
}

static talus_status build(const talus_campaign *campaign, uint64_t rock, gltf_scene *s,
                          gltf_bodies *bodies, talus_rock_record *record, talus_error *error)
{
    const talus_status status = gltf_bodies_take(campaign, rock, bodies, record, error);
    if (status != TALUS_OK) {
        return status;
    }
    gltf_bodies_add_meshes(bodies, &s->buffer);
    const talus_vec3 start = bodies->items[0].samples.items[0].r;
    double ground = start.z;
    talus_terrain_height(campaign->site.terrain, start.x, start.y, &ground);
    s->origin = (talus_vec3){start.x, start.y, ground};
    const double cell = talus_terrain_base_grid(campaign->site.terrain)->cell;
    add_things(s, campaign, bodies, fmax(20 * bodies->items[0].shape->radius, 3 * cell));
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
    gltf_bodies bodies = {0};
    s->motion = "fall";
    s->add_extras = add_extras;
    s->user = &record;
    talus_status status = build(campaign, rock, s, &bodies, &record, error);
    if (status == TALUS_OK) {
        status = gltf_scene_save(s, path, error);
    }
    gltf_bodies_clear(&bodies);
    gltf_scene_clear(s);
    free(s);
    return status;
}
