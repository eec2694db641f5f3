// SPDX-License-Identifier: GPL-3.0-or-later
// The binary buffer of a glTF file: accessors with their bounds, base64.
#include "io/replay/gltf.h"

#include "foundation/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(gltf_buffer *buffer, size_t more)
{
    const bool has_room = array_reserve(&buffer->data, &buffer->capacity, buffer->size + more, 1);
    buffer->failed = buffer->failed || !has_room;
    return has_room;
}

static bool reserve_accessor(gltf_buffer *buffer)
{
    const bool has_room = array_reserve(&buffer->accessors, &buffer->accessor_capacity,
                                        buffer->accessor_count + 1, sizeof *buffer->accessors);
    buffer->failed = buffer->failed || !has_room;
    return has_room;
}

/// Componentwise bounds, as positions and times must carry them.
static void find_bounds(gltf_accessor *accessor, const void *values)
{
    const float *floats = values;
    const uint32_t *integers = values;
    for (size_t k = 0; k < accessor->count * accessor->width; k++) {
        const unsigned c = (unsigned)(k % accessor->width);
        const double value =
            accessor->component == GLTF_FLOAT ? (double)floats[k] : (double)integers[k];
        if (k < accessor->width || value < accessor->min[c]) {
            accessor->min[c] = value;
        }
        if (k < accessor->width || value > accessor->max[c]) {
            accessor->max[c] = value;
        }
    }
}

size_t gltf_buffer_add(gltf_buffer *buffer, const void *values, size_t count, unsigned width,
                       gltf_component component, gltf_target target)
{
    const size_t size = count * width * 4; // both component types have 4 bytes, so all is aligned
    if (buffer->failed || !reserve(buffer, size) || !reserve_accessor(buffer)) {
        return 0;
    }
    gltf_accessor *accessor = &buffer->accessors[buffer->accessor_count];
    *accessor = (gltf_accessor){.offset = buffer->size,
                                .size = size,
                                .count = count,
                                .width = width,
                                .component = component,
                                .target = target};
    find_bounds(accessor, values);
    memcpy(buffer->data + buffer->size, values, size);
    buffer->size += size;
    return buffer->accessor_count++;
}

void gltf_buffer_clear(gltf_buffer *buffer)
{
    free(buffer->data);
    free(buffer->accessors);
    *buffer = (gltf_buffer){0};
}

void gltf_buffer_describe(const gltf_buffer *buffer, files_text *text)
{
    files_json_begin(text, "bufferViews", '[');
    for (size_t k = 0; k < buffer->accessor_count; k++) {
        const gltf_accessor *accessor = &buffer->accessors[k];
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "buffer", 0);
        files_json_add_unsigned(text, "byteOffset", accessor->offset);
        files_json_add_unsigned(text, "byteLength", accessor->size);
        if (accessor->target != GLTF_NO_TARGET) {
            files_json_add_unsigned(text, "target", (uint64_t)accessor->target);
        }
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_begin(text, "accessors", '[');
    for (size_t k = 0; k < buffer->accessor_count; k++) {
        const gltf_accessor *accessor = &buffer->accessors[k];
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "bufferView", k);
        files_json_add_unsigned(text, "componentType", (uint64_t)accessor->component);
        files_json_add_unsigned(text, "count", accessor->count);
        files_json_add_text(text, "type",
                            accessor->width == 1   ? "SCALAR"
                            : accessor->width == 3 ? "VEC3"
                                                   : "VEC4");
        files_json_add_numbers(text, "min", accessor->min, accessor->width);
        files_json_add_numbers(text, "max", accessor->max, accessor->width);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}
