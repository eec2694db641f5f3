// SPDX-License-Identifier: GPL-3.0-or-later
// A scene as glTF 2.0: .gltf with the buffer inside as base64, .glb with it behind.
#include "io/replay/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_material(files_text *text, const char *name, double r, double g, double b,
                         double roughness)
{
    const double colour[4] = {r, g, b, 1};
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", name);
    files_json_begin(text, "pbrMetallicRoughness", '{');
    files_json_add_numbers(text, "baseColorFactor", colour, 4);
    files_json_add_number(text, "metallicFactor", 0);
    files_json_add_number(text, "roughnessFactor", roughness);
    files_json_end(text, '}');
    files_json_add_bool(text, "doubleSided", true);
    files_json_end(text, '}');
}

static bool has_mesh(const gltf_node *node)
{
    return node->is_line || node->mesh.present;
}

static void add_attributes(files_text *text, const gltf_node *node)
{
    files_json_begin(text, "attributes", '{');
    files_json_add_unsigned(text, "POSITION", node->is_line ? node->line : node->mesh.positions);
    if (!node->is_line) {
        files_json_add_unsigned(text, "NORMAL", node->mesh.normals);
    } else if (node->has_values) {
        files_json_add_unsigned(text, "COLOR_0", node->colours);
        files_json_add_unsigned(text, "_TIME_S", node->times);
        files_json_add_unsigned(text, "_SPEED_M_S", node->speeds);
    }
    files_json_end(text, '}');
}

static void add_mesh(files_text *text, const gltf_node *node)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", node->name);
    files_json_begin(text, "primitives", '[');
    files_json_begin(text, NULL, '{');
    add_attributes(text, node);
    if (!node->is_line) {
        files_json_add_unsigned(text, "indices", node->mesh.indices);
    }
    files_json_add_unsigned(text, "mode", node->is_line ? 3 : 4); // line strip, triangles
    files_json_add_unsigned(text, "material", (uint64_t)node->material);
    files_json_end(text, '}');
    files_json_end(text, ']');
    files_json_end(text, '}');
}

static void add_floats(files_text *text, const char *key, const float *floats, size_t count)
{
    double values[4];
    for (size_t k = 0; k < count; k++) {
        values[k] = (double)floats[k];
    }
    files_json_add_numbers(text, key, values, count);
}

static void add_node(files_text *text, const gltf_scene *s, const gltf_node *node, unsigned *mesh)
{
    float translation[3], rotation[4];
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", node->name);
    if (node->is_posed) {
        gltf_turn_point(node->pose.r, s->origin, translation);
        gltf_turn_rotation(node->pose.p, rotation);
        add_floats(text, "translation", translation, 3);
        add_floats(text, "rotation", rotation, 4);
    }
    if (has_mesh(node)) {
        files_json_add_unsigned(text, "mesh", (*mesh)++);
    }
    if (node->extras != NULL) {
        files_json_begin(text, "extras", '{');
        files_text_add(text, "%s", node->extras);
        files_json_end(text, '}');
    }
    files_json_end(text, '}');
}

static void add_nodes(files_text *text, const gltf_scene *s)
{
    unsigned mesh = 0;
    files_json_begin(text, "nodes", '[');
    for (size_t k = 0; k < s->node_count; k++) {
        add_node(text, s, &s->nodes[k], &mesh);
    }
    files_json_end(text, ']');
    files_json_add_unsigned(text, "scene", 0);
    files_json_begin(text, "scenes", '[');
    files_json_begin(text, NULL, '{');
    files_json_begin(text, "nodes", '[');
    for (size_t k = 0; k < s->node_count; k++) {
        files_json_add_unsigned(text, NULL, k);
    }
    files_json_end(text, ']');
    files_json_end(text, '}');
    files_json_end(text, ']');
}

static void add_meshes(files_text *text, const gltf_scene *s)
{
    size_t count = 0;
    for (size_t k = 0; k < s->node_count; k++) {
        count += has_mesh(&s->nodes[k]);
    }
    if (count == 0) {
        return; // glTF does not allow an empty list
    }
    files_json_begin(text, "meshes", '[');
    for (size_t k = 0; k < s->node_count; k++) {
        if (has_mesh(&s->nodes[k])) {
            add_mesh(text, &s->nodes[k]);
        }
    }
    files_json_end(text, ']');
}

static void add_sampler(files_text *text, size_t input, size_t output, const char *interpolation)
{
    files_json_begin(text, NULL, '{');
    files_json_add_unsigned(text, "input", input);
    files_json_add_unsigned(text, "output", output);
    files_json_add_text(text, "interpolation", interpolation);
    files_json_end(text, '}');
}

static void add_channel(files_text *text, size_t *sampler, size_t node, const char *path)
{
    files_json_begin(text, NULL, '{');
    files_json_add_unsigned(text, "sampler", (*sampler)++);
    files_json_begin(text, "target", '{');
    files_json_add_unsigned(text, "node", node);
    files_json_add_text(text, "path", path);
    files_json_end(text, '}');
    files_json_end(text, '}');
}

static void add_samplers(files_text *text, const gltf_scene *s)
{
    files_json_begin(text, "samplers", '[');
    for (size_t k = 0; k < s->node_count; k++) {
        const gltf_node *node = &s->nodes[k];
        if (node->moves) {
            add_sampler(text, node->animation.times, node->animation.translations, "LINEAR");
            add_sampler(text, node->animation.times, node->animation.rotations, "LINEAR");
        }
        if (node->is_hidden_at_times) {
            add_sampler(text, node->hide_times, node->hide_scales, "STEP");
        }
    }
    files_json_end(text, ']');
}

static void add_channels(files_text *text, const gltf_scene *s)
{
    size_t moving = 0, sampler = 0;
    for (size_t k = 0; k < s->node_count; k++) {
        moving += s->nodes[k].moves;
    }
    if (moving == 0) {
        return;
    }
    files_json_begin(text, "animations", '[');
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", s->motion);
    add_samplers(text, s);
    files_json_begin(text, "channels", '[');
    for (size_t k = 0; k < s->node_count; k++) {
        const gltf_node *node = &s->nodes[k];
        if (node->moves) {
            add_channel(text, &sampler, k, "translation");
            add_channel(text, &sampler, k, "rotation");
        }
        if (node->is_hidden_at_times) {
            add_channel(text, &sampler, k, "scale");
        }
    }
    files_json_end(text, ']');
    files_json_end(text, '}');
    files_json_end(text, ']');
}

static void add_head(files_text *text, const gltf_scene *s)
{
    const double origin[3] = {s->origin.x, s->origin.y, s->origin.z};
    char generator[64];
    snprintf(generator, sizeof generator, "talus %s", talus_version());
    files_json_begin(text, "asset", '{');
    files_json_add_text(text, "version", "2.0");
    files_json_add_text(text, "generator", generator);
    files_json_begin(text, "extras", '{');
    s->add_extras(text, s->user);
    files_json_add_numbers(text, "origin_m", origin, 3); // local metres of the run, z up
    files_json_end(text, '}');
    files_json_end(text, '}');
}

static bool has_coloured_paths(const gltf_scene *s)
{
    for (size_t k = 0; k < s->node_count; k++) {
        if (s->nodes[k].material == GLTF_COLOURED_PATH) {
            return true;
        }
    }
    return false;
}

/// The document; `uri` = NULL for .glb.
static void word_document(files_text *text, const gltf_scene *s, const char *uri)
{
    files_json_begin(text, NULL, '{');
    add_head(text, s);
    add_nodes(text, s);
    add_meshes(text, s);
    files_json_begin(text, "materials", '[');
    add_material(text, "body", 0.46, 0.40, 0.35, 0.9);
    add_material(text, "ground", 0.46, 0.52, 0.42, 1);
    add_material(text, "path", 0.72, 0.16, 0.30, 1);
    if (has_coloured_paths(s)) {
        add_material(text, "coloured path", 1, 1, 1, 1);
    }
    files_json_end(text, ']');
    add_channels(text, s);
    gltf_buffer_describe(&s->buffer, text);
    files_json_begin(text, "buffers", '[');
    files_json_begin(text, NULL, '{');
    files_json_add_unsigned(text, "byteLength", s->buffer.size);
    if (uri) {
        files_json_add_text(text, "uri", uri);
    }
    files_json_end(text, '}');
    files_json_end(text, ']');
    files_json_end(text, '}');
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the glTF document");
}

static talus_status save_gltf(const gltf_scene *s, const char *path, talus_error *error)
{
    files_text text = {.first = true};
    char *uri = files_data_uri("application/octet-stream", s->buffer.data, s->buffer.size);
    if (!uri) {
        return no_memory(error);
    }
    word_document(&text, s, uri);
    files_text_add(&text, "\n");
    const talus_status status =
        text.failed ? no_memory(error) : files_write_all(path, text.data, text.size, error);
    free(uri);
    files_text_clear(&text);
    return status;
}

static void write_word(unsigned char *out, size_t value)
{
    for (int k = 0; k < 4; k++) {
        out[k] = (unsigned char)(value >> (8 * k) & 0xFF);
    }
}

/// Header, JSON chunk padded with spaces, binary chunk; all little endian, multiples of 4 bytes.
static talus_status save_glb(const gltf_scene *s, const char *path, talus_error *error)
{
    files_text text = {.first = true};
    word_document(&text, s, NULL);
    while (!text.failed && text.size % 4 != 0) {
        files_text_add(&text, " ");
    }
    const size_t size = 12 + 8 + text.size + 8 + s->buffer.size;
    unsigned char *file = text.failed ? NULL : malloc(size);
    if (!file) {
        files_text_clear(&text);
        return no_memory(error);
    }
    memcpy(file, "glTF", 4);
    write_word(file + 4, 2);
    write_word(file + 8, size);
    write_word(file + 12, text.size);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, text.data, text.size);
    unsigned char *chunk = file + 20 + text.size;
    write_word(chunk, s->buffer.size);
    memcpy(chunk + 4, "BIN", 4);
    memcpy(chunk + 8, s->buffer.data, s->buffer.size);
    const talus_status status = files_write_all(path, file, size, error);
    free(file);
    files_text_clear(&text);
    return status;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    const size_t tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

bool gltf_has_ending(const char *path)
{
    return ends_with(path, ".gltf") || ends_with(path, ".glb");
}

talus_status gltf_scene_save(const gltf_scene *s, const char *path, talus_error *error)
{
    if (s->buffer.failed) {
        return no_memory(error);
    }
    return ends_with(path, ".glb") ? save_glb(s, path, error) : save_gltf(s, path, error);
}
