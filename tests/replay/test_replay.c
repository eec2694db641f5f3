// SPDX-License-Identifier: GPL-3.0-or-later
// The .glb of a rocking block: container, buffer, animation, and where its corners are.
#include "io/replay/replay.h"

#include "foundation/files/files.h"
#include "foundation/math/linalg.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POSES = 200 };
static const double b = 0.1, h = 0.4, y = 0.05, step = 0.005;
static replay_pose poses[POSES];
static bool kept[POSES];

/// A .glb and its parts.
typedef struct container {
    char *bytes;
    size_t size;
    files_json *json;
    const files_json_node *root;
    const unsigned char *buffer;
    size_t buffer_size;
} container;

static uint32_t word(const char *at)
{
    uint32_t value = 0;
    for (int k = 3; k >= 0; k--) {
        value = value << 8 | (unsigned char)at[k];
    }
    return value;
}

static void temporary(char path[512], const char *ending)
{
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, 512, "%s/replay_%ld%s", directory ? directory : "/tmp", (long)getpid(), ending);
}

/// Turning up about the corner at -b, then level again.
static talus_status save(const char *path, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double theta = 0.3 * fabs(sin(0.05 * (double)i));
        poses[i] = (replay_pose){
            .time = step * (double)i,
            .position = {-b + cos(theta) * b - sin(theta) * h, 0, sin(theta) * b + cos(theta) * h},
            .attitude = {cos(0.5 * theta), 0, -sin(0.5 * theta), 0}};
        kept[i] = i == 7;
    }
    const talus_vec3 base[4] = {{b, -y, -h}, {b, y, -h}, {-b, y, -h}, {-b, -y, -h}};
    const replay_block block = {.base = base,
                                .base_count = 4,
                                .top = h,
                                .outcome = "rest",
                                .poses = poses,
                                .count = count,
                                .kept = kept};
    return replay_write(path, &block, NULL);
}

static container read_back(size_t count)
{
    container c = {0};
    char path[512], json[512];
    temporary(path, ".glb");
    temporary(json, ".json");
    cr_assert_eq(save(path, count), TALUS_OK);
    cr_assert_eq(files_read_all(path, &c.bytes, &c.size, NULL), TALUS_OK);
    const size_t length = word(c.bytes + 12);
    cr_assert_eq(files_write_all(json, c.bytes + 20, length, NULL), TALUS_OK);
    cr_assert_eq(files_json_read(json, &c.json, NULL), TALUS_OK);
    unlink(path);
    unlink(json);
    c.root = files_json_root(c.json);
    c.buffer_size = word(c.bytes + 20 + length);
    c.buffer = (const unsigned char *)c.bytes + 28 + length;
    return c;
}

static void clear(container *c)
{
    files_json_destroy(c->json);
    free(c->bytes);
}

static const files_json_node *item(const files_json_node *node, const char *list, size_t index)
{
    return files_json_item(files_json_member(node, list), index);
}

static size_t number(const files_json_node *node, const char *key)
{
    double value = -1;
    cr_assert(files_json_number(files_json_member(node, key), &value), "no number %s", key);
    return (size_t)value;
}

static const float *floats(const container *c, size_t accessor)
{
    const files_json_node *view =
        item(c->root, "bufferViews", number(item(c->root, "accessors", accessor), "bufferView"));
    static float copy[8][4 * POSES];
    static size_t used;
    float *out = copy[used++ % 8];
    const size_t size = number(view, "byteLength");
    cr_assert_leq(size, sizeof copy[0]);
    memcpy(out, c->buffer + number(view, "byteOffset"), size);
    return out;
}

/// Accessor and number of keys of the translation (0) or rotation (1).
static size_t output_of(const container *c, size_t sampler, size_t *times, size_t *count)
{
    const files_json_node *s = item(item(c->root, "animations", 0), "samplers", sampler);
    *times = number(s, "input");
    *count = number(item(c->root, "accessors", *times), "count");
    return number(s, "output");
}

Test(replay, the_container_has_a_header_and_two_chunks_of_the_lengths_they_say)
{
    container c = read_back(POSES);
    cr_expect_eq(memcmp(c.bytes, "glTF", 4), 0);
    cr_expect_eq(word(c.bytes + 4), 2);
    cr_expect_eq(word(c.bytes + 8), c.size);
    const size_t length = word(c.bytes + 12);
    cr_expect_eq(length % 4, 0);
    cr_expect_eq(memcmp(c.bytes + 16, "JSON", 4), 0);
    cr_expect_eq(memcmp(c.bytes + 24 + length, "BIN\0", 4), 0);
    cr_expect_eq(c.buffer_size % 4, 0);
    cr_expect_eq(28 + length + c.buffer_size, c.size);
    const files_json_node *buffer = item(c.root, "buffers", 0);
    cr_expect_eq(number(buffer, "byteLength"), c.buffer_size);
    cr_expect_null(files_json_member(buffer, "uri"));
    clear(&c);
}

Test(replay, accessors_fill_the_buffer)
{
    container c = read_back(POSES);
    const files_json_node *accessors = files_json_member(c.root, "accessors");
    size_t end = 0;
    for (size_t k = 0; k < files_json_length(accessors); k++) {
        const files_json_node *a = files_json_item(accessors, k);
        const files_json_node *view = item(c.root, "bufferViews", number(a, "bufferView"));
        const char *type = files_json_text(files_json_member(a, "type"));
        const size_t width = type[0] == 'S' ? 1 : (size_t)(type[3] - '0');
        cr_expect_eq(number(view, "byteOffset"), end);
        cr_expect_eq(number(view, "byteLength"), 4 * width * number(a, "count"));
        end += number(view, "byteLength");
    }
    cr_expect_eq(end, c.buffer_size);
    cr_expect_eq(files_json_length(files_json_member(c.root, "nodes")), 3);
    cr_expect_str_eq(files_json_text(files_json_member(item(c.root, "nodes", 0), "name")), "block");
    cr_expect_str_eq(files_json_text(files_json_member(item(c.root, "nodes", 1), "name")), "base");
    clear(&c);
}

Test(replay, times_grow_quaternions_are_unit_and_kept_poses_are_there)
{
    container c = read_back(POSES);
    size_t times, count;
    const size_t rotations = output_of(&c, 1, &times, &count);
    const float *t = floats(&c, times), *q = floats(&c, rotations);
    bool found = false;
    // every fourth pose is 1/60 s later; first, last and the one that is kept
    cr_expect(count >= POSES / 4 && count <= POSES / 4 + 3, "%zu", count);
    for (size_t k = 0; k < count; k++) {
        double norm = 0.0;
        for (int i = 0; i < 4; i++) {
            norm += (double)q[4 * k + (size_t)i] * (double)q[4 * k + (size_t)i];
        }
        cr_expect(fabs(norm - 1.0) < 1e-6, "%g", norm - 1.0); /* measured 2e-7 */
        cr_expect(k == 0 || t[k] > t[k - 1]);
        found |= fabs((double)t[k] - 7 * step) < 1e-6;
    }
    cr_expect(found);
    cr_expect(fabs((double)t[count - 1] - step * (POSES - 1)) < 1e-6);
    clear(&c);
}

/// v turned by the quaternion (x, y, z, w).
static talus_vec3 turned(const float *q, const float *v)
{
    const talus_quat p = {(double)q[3], (double)q[0], (double)q[1], (double)q[2]};
    return talus_quat_rotate(p, vec3((double)v[0], (double)v[1], (double)v[2]));
}

Test(replay, the_lowest_vertex_stays_on_the_base_and_the_pivot_stays_in_place)
{
    container c = read_back(POSES);
    size_t times, count;
    const size_t translations = output_of(&c, 0, &times, &count);
    const size_t rotations = output_of(&c, 1, &times, &count);
    const float *r = floats(&c, translations), *q = floats(&c, rotations);
    const files_json_node *primitive = item(item(c.root, "meshes", 0), "primitives", 0);
    const size_t positions = number(files_json_member(primitive, "attributes"), "POSITION");
    const size_t vertices = number(item(c.root, "accessors", positions), "count");
    const float *v = floats(&c, positions);
    cr_expect_eq(vertices, 24);
    for (size_t k = 0; k < count; k++) {
        double lowest = 1.0, pivot = 0.0;
        for (size_t i = 0; i < vertices; i++) {
            const talus_vec3 at = turned(q + 4 * k, v + 3 * i);
            if (at.y + (double)r[3 * k + 1] < lowest) {
                lowest = at.y + (double)r[3 * k + 1];
                pivot = at.x + (double)r[3 * k];
            }
        }
        cr_expect(fabs(lowest) < 4e-7, "%g", lowest); /* measured 1.1e-7 m */
        // a level block touches with its other corner as well
        cr_expect(fabs(fabs(pivot) - b) < 4e-7, "%g", fabs(pivot) - b); /* measured 3e-8 m */
    }
    clear(&c);
}

Test(replay, faces_look_outwards)
{
    container c = read_back(2);
    const files_json_node *primitive = item(item(c.root, "meshes", 0), "primitives", 0);
    const files_json_node *attributes = files_json_member(primitive, "attributes");
    const float *v = floats(&c, number(attributes, "POSITION"));
    const float *n = floats(&c, number(attributes, "NORMAL"));
    const files_json_node *a = item(c.root, "accessors", number(primitive, "indices"));
    const files_json_node *view = item(c.root, "bufferViews", number(a, "bufferView"));
    uint32_t indices[36];
    cr_assert_eq(number(a, "count"), 36);
    memcpy(indices, c.buffer + number(view, "byteOffset"), sizeof indices);
    for (size_t k = 0; k < 36; k += 3) {
        talus_vec3 p[3];
        for (size_t i = 0; i < 3; i++) {
            const float *at = v + 3 * (size_t)indices[k + i];
            p[i] = vec3((double)at[0], (double)at[1], (double)at[2]);
        }
        const float *normal = n + 3 * (size_t)indices[k];
        const talus_vec3 out = vec3((double)normal[0], (double)normal[1], (double)normal[2]);
        const talus_vec3 turn = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
        cr_expect(vec3_dot(turn, out) > 0.0);
        cr_expect(vec3_dot(p[0], out) > 0.0);
    }
    clear(&c);
}

Test(replay, what_cannot_be_drawn_is_refused)
{
    char path[512];
    temporary(path, ".txt");
    cr_expect_eq(save(path, 2), TALUS_ERROR_ARGUMENT);
    temporary(path, ".glb");
    cr_expect_eq(save(path, 0), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(access(path, F_OK), -1);
}
