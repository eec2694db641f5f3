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

/// `normals` and `indices` = NULL for the line.
static void add_mesh(files_text *text, const char *name, size_t positions, const size_t *normals,
                     const size_t *indices, unsigned material)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", name);
    files_json_begin(text, "primitives", '[');
    files_json_begin(text, NULL, '{');
    files_json_begin(text, "attributes", '{');
    files_json_add_unsigned(text, "POSITION", positions);
    if (normals) {
        files_json_add_unsigned(text, "NORMAL", *normals);
    }
    files_json_end(text, '}');
    if (indices) {
        files_json_add_unsigned(text, "indices", *indices);
    }
    files_json_add_unsigned(text, "mode", indices ? 4 : 3); // triangles, line strip
    files_json_add_unsigned(text, "material", material);
    files_json_end(text, '}');
    files_json_end(text, ']');
    files_json_end(text, '}');
}

/// Node 0 is the body; others follow with their meshes.
static void add_nodes(files_text *text, const gltf_scene *s)
{
    unsigned mesh = 0;
    unsigned nodes = 1;
    float translation[3];
    float rotation[4];
    double values[4];
    gltf_turn_point(s->samples.items[0].r, s->origin, translation);
    gltf_turn_rotation(s->samples.items[0].p, rotation);
    files_json_begin(text, "nodes", '[');
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", s->body);
    for (int k = 0; k < 3; k++) {
        values[k] = (double)translation[k];
    }
    files_json_add_numbers(text, "translation", values, 3);
    for (int k = 0; k < 4; k++) {
        values[k] = (double)rotation[k];
    }
    files_json_add_numbers(text, "rotation", values, 4);
    if (s->body_mesh.present) {
        files_json_add_unsigned(text, "mesh", mesh++);
    }
    files_json_end(text, '}');
    const char *const names[2] = {s->ground, "path"};
    const bool present[2] = {s->ground_mesh.present, s->samples.count > 1};
    for (int k = 0; k < 2; k++) {
        if (present[k]) {
            files_json_begin(text, NULL, '{');
            files_json_add_text(text, "name", names[k]);
            files_json_add_unsigned(text, "mesh", mesh++);
            files_json_end(text, '}');
            nodes++;
        }
    }
    files_json_end(text, ']');
    const double list[3] = {0, 1, 2};
    files_json_add_unsigned(text, "scene", 0);
    files_json_begin(text, "scenes", '[');
    files_json_begin(text, NULL, '{');
    files_json_add_numbers(text, "nodes", list, nodes);
    files_json_end(text, '}');
    files_json_end(text, ']');
}

static void add_meshes(files_text *text, const gltf_scene *s)
{
    if (!s->body_mesh.present && !s->ground_mesh.present && s->samples.count < 2) {
        return; // glTF does not allow an empty list
    }
    files_json_begin(text, "meshes", '[');
    if (s->body_mesh.present) {
        add_mesh(text, s->body, s->body_mesh.positions, &s->body_mesh.normals,
                 &s->body_mesh.indices, 0);
    }
    if (s->ground_mesh.present) {
        add_mesh(text, s->ground, s->ground_mesh.positions, &s->ground_mesh.normals,
                 &s->ground_mesh.indices, 1);
    }
    if (s->samples.count > 1) {
        add_mesh(text, "path", s->animation.path, NULL, NULL, 2);
    }
    files_json_end(text, ']');
}

static void add_channels(files_text *text, const gltf_scene *s)
{
    const char *const paths[2] = {"translation", "rotation"};
    const size_t outputs[2] = {s->animation.translations, s->animation.rotations};
    files_json_begin(text, "animations", '[');
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", s->motion);
    files_json_begin(text, "samplers", '[');
    for (int k = 0; k < 2; k++) {
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "input", s->animation.times);
        files_json_add_unsigned(text, "output", outputs[k]);
        files_json_add_text(text, "interpolation", "LINEAR");
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_begin(text, "channels", '[');
    for (int k = 0; k < 2; k++) {
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "sampler", (uint64_t)k);
        files_json_begin(text, "target", '{');
        files_json_add_unsigned(text, "node", 0);
        files_json_add_text(text, "path", paths[k]);
        files_json_end(text, '}');
        files_json_end(text, '}');
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

/// The document; `uri` = NULL for .glb.
static void word_document(files_text *text, const gltf_scene *s, const char *uri)
{
    files_json_begin(text, NULL, '{');
    add_head(text, s);
    add_nodes(text, s);
    add_meshes(text, s);
    files_json_begin(text, "materials", '[');
    add_material(text, s->body, 0.46, 0.40, 0.35, 0.9);
    add_material(text, "ground", 0.46, 0.52, 0.42, 1);
    add_material(text, "path", 0.72, 0.16, 0.30, 1);
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
    if (s->buffer.failed || s->samples.failed) {
        return no_memory(error);
    }
    return ends_with(path, ".glb") ? save_glb(s, path, error) : save_gltf(s, path, error);
}

void gltf_scene_clear(gltf_scene *s)
{
    gltf_buffer_clear(&s->buffer);
    free(s->samples.items);
    s->samples = (gltf_samples){0};
}
