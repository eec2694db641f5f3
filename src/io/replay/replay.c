// SPDX-License-Identifier: GPL-3.0-or-later
// A block on its base as a glTF scene.
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

static void collect_poses(const replay_block *block, gltf_samples *samples)
{
    double last = 0.0;
    for (size_t k = 0; k < block->count; k++) {
        const replay_pose *pose = &block->poses[k];
        const bool ends = k == 0 || k + 1 == block->count;
        if (k > 0 && !(pose->time > last)) {
            continue;
        }
        if (ends || block->kept[k] || pose->time >= last + sample_interval) {
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
    collect_poses(block, &body.samples);
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
