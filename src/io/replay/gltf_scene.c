// SPDX-License-Identifier: GPL-3.0-or-later
// The list of things in a glTF scene.
#include "io/replay/gltf.h"

#include "foundation/base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool reserve(gltf_scene *scene)
{
    return array_reserve(&scene->nodes, &scene->node_capacity, scene->node_count + 1,
                         sizeof *scene->nodes);
}

gltf_node *gltf_scene_add(gltf_scene *scene, gltf_material material, const char *name, ...)
{
    if (!reserve(scene)) {
        scene->buffer.failed = true;
        return NULL;
    }
    gltf_node *node = &scene->nodes[scene->node_count++];
    *node = (gltf_node){.material = material};
    va_list arguments;
    va_start(arguments, name);
    (void)vsnprintf(node->name, sizeof node->name, name, arguments);
    va_end(arguments);
    return node;
}

/// Steps of the scale: 0 before its birth and after its break.
static void hide(gltf_buffer *buffer, const gltf_body *body, const gltf_animation *animation,
                 gltf_node *node)
{
    float times[3] = {0.0F}, scales[9];
    size_t count = 0;
    const bool is_born = body->number > 0;
    if (!is_born && !body->breaks) {
        return;
    }
    const float on[2] = {is_born ? 0.0F : 1.0F, is_born ? 1.0F : 0.0F};
    if (is_born) {
        times[++count] = animation->first;
    }
    if (body->breaks) {
        times[++count] = animation->last;
    }
    count++;
    for (size_t k = 0; k < count; k++) {
        const float scale = k == 0 ? on[0] : k == 1 ? on[1] : 0.0F;
        scales[3 * k] = scales[3 * k + 1] = scales[3 * k + 2] = scale;
    }
    node->is_hidden_at_times = true;
    node->hide_times = gltf_buffer_add(buffer, times, count, 1, GLTF_FLOAT, GLTF_NO_TARGET);
    node->hide_scales = gltf_buffer_add(buffer, scales, count, 3, GLTF_FLOAT, GLTF_NO_TARGET);
}

gltf_node *gltf_scene_add_body(gltf_scene *scene, const gltf_body *body, const char *name)
{
    gltf_node *node = body->number == 0
                          ? gltf_scene_add(scene, GLTF_BODY, "%s", name)
                          : gltf_scene_add(scene, GLTF_BODY, "%s, fragment %u", name, body->number);
    if (node != NULL) {
        node->mesh = body->mesh;
        node->is_posed = node->moves = true;
        node->pose = body->samples.items[0];
        node->animation = gltf_add_animation(&scene->buffer, &body->samples, scene->origin);
        hide(&scene->buffer, body, &node->animation, node);
    }
    return node;
}

void gltf_scene_add_path(gltf_scene *scene, const gltf_animation *animation, const char *name)
{
    if (animation->count < 2) {
        return;
    }
    const size_t line = animation->path;
    gltf_node *node = gltf_scene_add(scene, GLTF_PATH, "%s", name);
    if (node != NULL) {
        node->is_line = true;
        node->line = line;
    }
}

void gltf_scene_clear(gltf_scene *scene)
{
    for (size_t k = 0; k < scene->node_count; k++) {
        free(scene->nodes[k].extras);
    }
    free(scene->nodes);
    gltf_buffer_clear(&scene->buffer);
    scene->nodes = NULL;
    scene->node_count = scene->node_capacity = 0;
}
