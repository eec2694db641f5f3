// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks on their base as a glTF scene.
#include "io/replay/replay.h"

#include "foundation/math/linalg.h"
#include "io/replay/gltf.h"

#include <stdlib.h>

static const double sample_interval = 1.0 / 60; // s

static void add_extras(files_text *text, const void *user)
{
    const replay_block *block = user;
    files_json_add_text(text, "outcome", block->outcome);
}

/// @param kept (count) poses that stay; NULL = none
static void collect_poses(const replay_pose *poses, size_t count, const bool *kept,
                          gltf_samples *samples)
{
    double last = 0.0;
    for (size_t k = 0; k < count; k++) {
        const replay_pose *pose = &poses[k];
        const bool ends = k == 0 || k + 1 == count;
        if (k > 0 && !(pose->time > last)) {
            continue;
        }
        const bool is_kept = ends || (kept != NULL && kept[k]);
        if (is_kept || pose->time >= last + sample_interval) {
            const gltf_sample sample = {pose->time, pose->position, pose->attitude};
            gltf_samples_add(samples, &sample);
            last = pose->time;
        }
    }
}

/// Farthest that a corner can come from the middle of the motion, horizontally (m).
static double reach(const replay_block *block)
{
    double low = block->poses[0].position.x, high = low, far = fabs(block->top);
    for (size_t k = 0; k < block->count; k++) {
        low = fmin(low, fmin(block->poses[k].position.x, block->poses[k].position.y));
        high = fmax(high, fmax(block->poses[k].position.x, block->poses[k].position.y));
    }
    for (size_t k = 0; k < block->base_count; k++) {
        far = fmax(far, vec3_norm(block->base[k]));
    }
    return 2.0 * far + (high - low);
}

static void add_things(gltf_scene *s, const replay_block *block, const gltf_body *body)
{
    const gltf_node *node = gltf_scene_add_body(s, body, "block");
    const gltf_animation animation = node != NULL ? node->animation : (gltf_animation){0};
    gltf_node *base = gltf_scene_add(s, GLTF_GROUND, "base");
    if (base != NULL) {
        base->mesh = gltf_add_plane(&s->buffer, reach(block));
    }
    gltf_scene_add_path(s, &animation, "path");
}

talus_status replay_write(const char *path, const replay_block *block, talus_error *error)
{
    if (!gltf_has_ending(path) || block->count == 0 || block->base_count < 3) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%.400s: expected a name that ends in .gltf or .glb, a pose and "
                               "three corners; found %zu poses and %zu corners",
                               path, block->count, block->base_count);
    }
    gltf_scene *s = calloc(1, sizeof *s);
    if (!s) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the glTF document");
    }
    gltf_body body = {.number = 0};
    s->motion = "rocking";
    s->add_extras = add_extras;
    s->user = block;
    collect_poses(block->poses, block->count, block->kept, &body.samples);
    body.mesh = gltf_add_prism(&s->buffer, block->base, block->base_count, block->top);
    s->buffer.failed = s->buffer.failed || body.samples.failed;
    if (!s->buffer.failed) {
        add_things(s, block, &body);
    }
    const talus_status status = gltf_scene_save(s, path, error);
    free(body.samples.items);
    gltf_scene_clear(s);
    free(s);
    return status;
}

/// Half the width of a base under all of the motion, m.
static double reach_of_all(const replay_bodies *bodies)
{
    double far = 0.0;
    for (size_t b = 0; b < bodies->count; b++) {
        const replay_body *body = &bodies->items[b];
        for (size_t k = 0; k < bodies->pose_count; k++) {
            const talus_vec3 r = body->poses[k].position;
            far = fmax(far, fmax(fabs(r.x), fabs(r.y)) + 2.0 * body->rock->radius);
        }
    }
    return far;
}

/// @return false: no memory
static bool add_body(gltf_scene *s, const replay_body *body, size_t pose_count)
{
    gltf_body thing = {.number = 0};
    collect_poses(body->poses, pose_count, NULL, &thing.samples);
    thing.mesh = gltf_add_rock(&s->buffer, body->rock);
    s->buffer.failed = s->buffer.failed || thing.samples.failed;
    if (!s->buffer.failed) {
        (void)gltf_scene_add_body(s, &thing, body->name);
    }
    free(thing.samples.items);
    return !s->buffer.failed;
}

static void add_outcome(files_text *text, const void *user)
{
    files_json_add_text(text, "outcome", user);
}

talus_status replay_write_bodies(const char *path, const replay_bodies *bodies, talus_error *error)
{
    if (!gltf_has_ending(path) || bodies->count == 0 || bodies->pose_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%.400s: expected a name that ends in .gltf or .glb, a body and a "
                               "pose; found %zu bodies and %zu poses",
                               path, bodies->count, bodies->pose_count);
    }
    gltf_scene *s = calloc(1, sizeof *s);
    if (!s) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the glTF document");
    }
    s->motion = "rocking";
    s->add_extras = add_outcome;
    s->user = bodies->outcome;
    bool has_memory = true;
    for (size_t k = 0; k < bodies->count && has_memory; k++) {
        has_memory = add_body(s, &bodies->items[k], bodies->pose_count);
    }
    gltf_node *base = has_memory ? gltf_scene_add(s, GLTF_GROUND, "base") : NULL;
    if (base != NULL) {
        base->mesh = gltf_add_plane(&s->buffer, reach_of_all(bodies));
    }
    const talus_status status = gltf_scene_save(s, path, error);
    gltf_scene_clear(s);
    free(s);
    return status;
}
