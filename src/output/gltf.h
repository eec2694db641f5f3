// SPDX-License-Identifier: GPL-3.0-or-later
/// @file gltf.h
/// Parts of the glTF export: a growing binary buffer with its views and accessors, and the three
/// things in the scene (rock, path, terrain). Single precision from a local origin; they refuse to
/// know how a rock moves.
#ifndef TALUS_SRC_OUTPUT_GLTF_H
#define TALUS_SRC_OUTPUT_GLTF_H

#include "files/files.h"
#include "output/output.h"

enum { GLTF_ACCESSOR_MAX = 32 };

typedef enum gltf_component { GLTF_UINT32 = 5125, GLTF_FLOAT = 5126 } gltf_component;
typedef enum gltf_target {
    GLTF_NO_TARGET = 0,
    GLTF_VERTICES = 34962,
    GLTF_INDICES = 34963
} gltf_target;

/// One accessor with its own buffer view.
typedef struct gltf_accessor {
    size_t offset, size; ///< bytes in the buffer
    size_t count;        ///< elements
    unsigned width;      ///< components of an element: 1 SCALAR, 3 VEC3, 4 VEC4
    gltf_component component;
    gltf_target target;
    double min[4], max[4];
} gltf_accessor;

typedef struct gltf_buffer {
    unsigned char *data;
    size_t size, capacity;
    bool failed; ///< out of memory, or too many accessors: checked once at the end
    size_t accessor_count;
    gltf_accessor accessors[GLTF_ACCESSOR_MAX];
} gltf_buffer;

/// Append `count` elements (floats or uint32, packed); returns the accessor's index.
size_t gltf_buffer_add(gltf_buffer *buffer, const void *values, size_t count, unsigned width,
                       gltf_component component, gltf_target target);
void gltf_buffer_clear(gltf_buffer *buffer);
/// "bufferViews" and "accessors" of the document.
void gltf_buffer_describe(const gltf_buffer *buffer, files_text *text);
/// data:TYPE;base64,... ; NULL when out of memory. malloc'd.
char *gltf_data_uri(const char *type, const unsigned char *data, size_t size);

/// A point of the log.
typedef struct gltf_sample {
    double time;
    talus_state state;
} gltf_sample;
typedef struct gltf_samples {
    gltf_sample *items;
    size_t count, capacity;
    bool failed;
} gltf_samples;
/// Replay a rock; samples at 60 Hz, before and after every impact, first and last.
talus_status gltf_samples_take(const talus_campaign *campaign, uint64_t rock, gltf_samples *samples,
                               talus_rock_record *record, talus_error *error);

/// Accessor indices of what a mesh or an animation refers to.
typedef struct gltf_mesh {
    size_t positions, normals, indices;
    bool present; ///< false: nothing to draw
} gltf_mesh;
typedef struct gltf_animation {
    size_t times, translations, rotations;
    size_t path; ///< translations again, as the vertices of a line
} gltf_animation;

/// Faces as triangles with flat normals, body frame, scaled.
gltf_mesh gltf_add_rock(gltf_buffer *buffer, const talus_rock *rock, double scale);
/// Translation and rotation against time, y up, from `origin` (z-up metres).
gltf_animation gltf_add_animation(gltf_buffer *buffer, const gltf_samples *samples,
                                  talus_vec3 origin);
/// Nodes of the surface around the path with smooth normals, y up.
gltf_mesh gltf_add_terrain(gltf_buffer *buffer, const talus_terrain *terrain,
                           const gltf_samples *samples, double margin, talus_vec3 origin);

/// The one turn from z-up to y-up: (x, y, z) -> (x, z, -y).
void gltf_turn_point(talus_vec3 point, talus_vec3 origin, float out[3]);
void gltf_turn_direction(talus_vec3 direction, float out[3]);
/// Body -> y-up world as (x, y, z, w).
void gltf_turn_rotation(talus_quat p, float out[4]);

#endif
