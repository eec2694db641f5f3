// SPDX-License-Identifier: GPL-3.0-or-later
#include "products/scene.h"

#include "foundation/files/files.h"
#include "talus/linalg.h"
#include "talus/replay.h"

#include <math.h>

/// A glTF document with its buffer decoded.
typedef struct document {
    files_json *json;
    const files_json_node *root;
    unsigned char *data;
    size_t size;
} document;

static unsigned digit_value(char c)
{
    return c >= 'A' && c <= 'Z'   ? (unsigned)(c - 'A')
           : c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 26
           : c >= '0' && c <= '9' ? (unsigned)(c - '0') + 52
           : c == '+'             ? 62
                                  : 63;
}

static void decode(const char *text, document *d)
{
    const size_t length = strlen(text);
    cr_assert_eq(length % 4, 0);
    d->data = malloc(length);
    for (size_t k = 0; k < length; k += 4) {
        uint32_t bits = 0;
        for (size_t c = 0; c < 4; c++) {
            bits = bits << 6 | (text[k + c] == '=' ? 0 : digit_value(text[k + c]));
        }
        for (size_t b = 0; b < 3; b++) {
            if (text[k + b + 1] != '=') {
                d->data[d->size++] = (unsigned char)(bits >> (16 - 8 * b));
            }
        }
    }
}

static double number(const files_json_node *node, const char *key)
{
    double value = -1;
    cr_assert(files_json_number(files_json_member(node, key), &value), "%s is no number", key);
    return value;
}

static const files_json_node *list_item(const document *d, const char *list, size_t index)
{
    const files_json_node *items = files_json_member(d->root, list);
    cr_assert_lt(index, files_json_length(items), "%s has no item %zu", list, index);
    return files_json_item(items, index);
}

static document export_rock(const scene *s, uint64_t rock, const char *name)
{
    static const char head[] = "data:application/octet-stream;base64,";
    document d = {0};
    char path[512];
    talus_error error = {0};
    scene_path(path, name);
    cr_assert_eq(talus_replay_gltf(&s->campaign, rock, path, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(files_json_read(path, &d.json, &error), TALUS_OK, "%s", error.message);
    unlink(path);
    d.root = files_json_root(d.json);
    const char *uri = files_json_text(files_json_member(list_item(&d, "buffers", 0), "uri"));
    cr_assert_not_null(uri);
    cr_assert_eq(strncmp(uri, head, sizeof head - 1), 0);
    decode(uri + sizeof head - 1, &d);
    return d;
}

static void document_clear(document *d)
{
    files_json_destroy(d->json);
    free(d->data);
}

static size_t accessor_count(const document *d, size_t index)
{
    return (size_t)number(list_item(d, "accessors", index), "count");
}

/// Bytes of an accessor.
static const void *accessor_data(const document *d, size_t index)
{
    const files_json_node *accessor = list_item(d, "accessors", index);
    const files_json_node *view =
        list_item(d, "bufferViews", (size_t)number(accessor, "bufferView"));
    return d->data + (size_t)number(view, "byteOffset");
}

static float float_at(const document *d, size_t accessor, size_t index)
{
    float value = 0;
    const unsigned char *bytes = accessor_data(d, accessor);
    memcpy(&value, bytes + 4 * index, 4);
    return value;
}

static const files_json_node *sampler(const document *d, size_t index)
{
    return files_json_item(files_json_member(list_item(d, "animations", 0), "samplers"), index);
}

Test(gltf, buffer_views_fill_the_buffer_without_gaps)
{
    scene s;
    scene_init(&s);
    document d = export_rock(&s, 0, "views.gltf");
    size_t end = 0;
    cr_expect_eq((size_t)number(list_item(&d, "buffers", 0), "byteLength"), d.size);
    const size_t count = files_json_length(files_json_member(d.root, "bufferViews"));
    for (size_t k = 0; k < count; k++) {
        const files_json_node *view = list_item(&d, "bufferViews", k);
        cr_expect_eq((size_t)number(view, "byteOffset"), end);
        end += (size_t)number(view, "byteLength");
    }
    cr_expect_eq(end, d.size);
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, accessors_have_the_size_and_bounds_of_their_data)
{
    scene s;
    scene_init(&s);
    document d = export_rock(&s, 0, "accessors.gltf");
    const size_t count = files_json_length(files_json_member(d.root, "accessors"));
    cr_assert_eq(count, 10);
    for (size_t k = 0; k < count; k++) {
        const files_json_node *a = list_item(&d, "accessors", k);
        const char *type = files_json_text(files_json_member(a, "type"));
        const size_t width = type[0] == 'S' ? 1 : (size_t)(type[3] - '0');
        const files_json_node *view = list_item(&d, "bufferViews", (size_t)number(a, "bufferView"));
        double low[4];
        double high[4];
        cr_assert(files_json_numbers(files_json_member(a, "min"), low, width));
        cr_assert(files_json_numbers(files_json_member(a, "max"), high, width));
        cr_expect_eq((size_t)number(view, "byteLength"), 4 * width * accessor_count(&d, k));
        if ((int)number(a, "componentType") != 5126) {
            continue;
        }
        for (size_t v = 0; v < width * accessor_count(&d, k); v++) {
            const double value = (double)float_at(&d, k, v);
            cr_assert(value >= low[v % width] && value <= high[v % width], "accessor %zu", k);
        }
    }
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, indices_point_at_vertices)
{
    scene s;
    scene_init(&s);
    document d = export_rock(&s, 0, "indices.gltf");
    size_t triangles = 0;
    for (size_t m = 0; m < files_json_length(files_json_member(d.root, "meshes")); m++) {
        const files_json_node *p =
            files_json_item(files_json_member(list_item(&d, "meshes", m), "primitives"), 0);
        double index = 0;
        if (!files_json_number(files_json_member(p, "indices"), &index)) {
            continue;
        }
        const files_json_node *attributes = files_json_member(p, "attributes");
        const size_t vertices = accessor_count(&d, (size_t)number(attributes, "POSITION"));
        cr_expect_eq(accessor_count(&d, (size_t)number(attributes, "NORMAL")), vertices);
        const unsigned char *bytes = accessor_data(&d, (size_t)index);
        for (size_t k = 0; k < accessor_count(&d, (size_t)index); k++) {
            uint32_t value = 0;
            memcpy(&value, bytes + 4 * k, 4);
            cr_assert_lt(value, vertices);
        }
        triangles += accessor_count(&d, (size_t)index) / 3;
    }
    cr_expect_gt(triangles, 12 + 100, "a block of 12 triangles and some ground");
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, faces_of_the_rock_look_outward)
{
    scene s;
    scene_init(&s);
    document d = export_rock(&s, 0, "faces.gltf");
    const files_json_node *p =
        files_json_item(files_json_member(list_item(&d, "meshes", 0), "primitives"), 0);
    const files_json_node *attributes = files_json_member(p, "attributes");
    const size_t positions = (size_t)number(attributes, "POSITION");
    const size_t normals = (size_t)number(attributes, "NORMAL");
    cr_expect_eq(accessor_count(&d, positions), 24, "a block has 6 faces of 4 corners");
    for (size_t k = 0; k < 24; k++) {
        double dot = 0;
        double norm = 0;
        for (size_t c = 0; c < 3; c++) {
            const double n = (double)float_at(&d, normals, 3 * k + c);
            dot += n * (double)float_at(&d, positions, 3 * k + c);
            norm += n * n;
        }
        cr_expect_gt(dot, 0.29, "half of the smallest edge is 0.3 m");
        cr_expect_float_eq(norm, 1, 1e-6);
    }
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, animation_starts_above_the_origin_and_ends_at_the_deposit)
{
    scene s;
    scene_init(&s);
    const talus_rock_record *record = &ensemble_records(s.results)[1];
    document d = export_rock(&s, 1, "ends.gltf");
    const size_t times = (size_t)number(sampler(&d, 0), "input");
    const size_t moves = (size_t)number(sampler(&d, 0), "output");
    const size_t last = accessor_count(&d, times) - 1;
    cr_expect_eq(float_at(&d, times, 0), 0);
    // times as floats: 60 s to 4e-6 s
    cr_expect_float_eq((double)float_at(&d, times, last), record->time, 1e-5);
    cr_expect_float_eq((double)float_at(&d, moves, 0), 0, 1e-6);
    cr_expect_float_eq((double)float_at(&d, moves, 2), 0, 1e-6);
    cr_expect_gt(float_at(&d, moves, 1), 1, "released 1 m over the ground");
    // y up: x stays east, z is south; floats at 60 m: measured 7e-6 m
    const double east = record->end.r.x - record->start.r.x;
    const double north = record->end.r.y - record->start.r.y;
    cr_expect_float_eq((double)float_at(&d, moves, 3 * last), east, 3e-5);
    cr_expect_float_eq((double)float_at(&d, moves, 3 * last + 2), -north, 3e-5);
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, animation_keeps_time_and_sign)
{
    scene s;
    scene_init(&s);
    document d = export_rock(&s, 2, "signs.gltf");
    const size_t times = (size_t)number(sampler(&d, 1), "input");
    const size_t turns = (size_t)number(sampler(&d, 1), "output");
    const size_t count = accessor_count(&d, times);
    cr_assert_gt(count, 60);
    for (size_t k = 0; k < count; k++) {
        double norm = 0;
        double dot = 0;
        for (size_t c = 0; c < 4; c++) {
            const double q = (double)float_at(&d, turns, 4 * k + c);
            norm += q * q;
            dot += k > 0 ? q * (double)float_at(&d, turns, 4 * (k - 1) + c) : 0;
        }
        cr_assert_float_eq(norm, 1, 1e-6);
        cr_assert(k == 0 || dot >= 0, "sample %zu", k);
        cr_assert(k == 0 || float_at(&d, times, k) > float_at(&d, times, k - 1), "sample %zu", k);
    }
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, turns_the_rock_as_the_run_did)
{
    scene s;
    scene_init(&s);
    const talus_quat p = ensemble_records(s.results)[0].start.p;
    document d = export_rock(&s, 0, "turn.gltf");
    const size_t turns = (size_t)number(sampler(&d, 1), "output");
    const talus_quat q = {(double)float_at(&d, turns, 3), (double)float_at(&d, turns, 0),
                          (double)float_at(&d, turns, 1), (double)float_at(&d, turns, 2)};
    const talus_vec3 body = {0.3, -0.2, 0.5};
    const talus_vec3 z_up = talus_quat_rotate(p, body);
    const talus_vec3 y_up = talus_quat_rotate(talus_quat_normalised(q), body);
    // single precision: measured 2e-8 m
    cr_expect_float_eq(y_up.x, z_up.x, 1e-6);
    cr_expect_float_eq(y_up.y, z_up.z, 1e-6);
    cr_expect_float_eq(y_up.z, -z_up.y, 1e-6);
    document_clear(&d);
    scene_clear(&s);
}

Test(gltf, binary_form_has_two_chunks)
{
    scene s;
    char path[512];
    char *data = NULL;
    size_t size = 0;
    uint32_t word[3];
    scene_init(&s);
    scene_path(path, "rock.glb");
    cr_assert_eq(talus_replay_gltf(&s.campaign, 0, path, NULL), TALUS_OK);
    cr_assert_eq(files_read_all(path, &data, &size, NULL), TALUS_OK);
    cr_assert_gt(size, 1000);
    cr_expect_eq(memcmp(data, "glTF", 4), 0);
    memcpy(word, data + 4, sizeof word);
    cr_expect_eq(word[0], 2);
    cr_expect_eq(word[1], size);
    cr_expect_eq(word[2] % 4, 0);
    cr_expect_eq(memcmp(data + 16, "JSON{", 5), 0);
    const size_t second = 20 + word[2];
    memcpy(word, data + second, 4);
    cr_expect_eq(memcmp(data + second + 4, "BIN", 4), 0);
    cr_expect_eq(second + 8 + word[0], size);
    unlink(path);
    free(data);
    scene_clear(&s);
}

Test(gltf, refuses_a_rock_that_was_not_released)
{
    scene s;
    talus_error error = {0};
    scene_init(&s);
    cr_expect_eq(talus_replay_gltf(&s.campaign, SCENE_ROCKS, "/tmp/never.gltf", &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "0 to 4"), "%s", error.message);
    scene_clear(&s);
}

Test(gltf, refuses_another_file_type)
{
    scene s;
    talus_error error = {0};
    scene_init(&s);
    cr_expect_eq(talus_replay_gltf(&s.campaign, 0, "/tmp/never.obj", &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, ".glb"), "%s", error.message);
    scene_clear(&s);
}
