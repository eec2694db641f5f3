// SPDX-License-Identifier: GPL-3.0-or-later
/// @file gltf.h
/// Parts of the glTF export: a growing binary buffer with its views and accessors, the things in a
/// scene (bodies, ground, lines) and its document. Single precision from a local origin; they
/// refuse to know how a body moves.
#ifndef TALUS_SRC_IO_REPLAY_GLTF_H
#define TALUS_SRC_IO_REPLAY_GLTF_H

#include "foundation/files/files.h"
#include "io/products/output.h"

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
    bool failed; ///< out of memory: checked once at the end
    size_t accessor_count, accessor_capacity;
    gltf_accessor *accessors;
} gltf_buffer;

/// Append `count` elements (floats or uint32, packed); returns the accessor's index.
size_t gltf_buffer_add(gltf_buffer *buffer, const void *values, size_t count, unsigned width,
                       gltf_component component, gltf_target target);
void gltf_buffer_clear(gltf_buffer *buffer);
/// "bufferViews" and "accessors" of the document.
void gltf_buffer_describe(const gltf_buffer *buffer, files_text *text);

/// A point of the log.
typedef struct gltf_sample {
    double time;
    talus_vec3 r; ///< m, centre of mass
    talus_quat p;
} gltf_sample;
typedef struct gltf_samples {
    gltf_sample *items;
    size_t count, capacity;
    bool failed;
} gltf_samples;
/// Append a sample; without memory the samples are marked as failed.
void gltf_samples_add(gltf_samples *samples, const gltf_sample *sample);

/// Accessor indices of what a mesh or an animation refers to.
typedef struct gltf_mesh {
    size_t positions, normals, indices;
    bool present; ///< false: nothing to draw
} gltf_mesh;
typedef struct gltf_animation {
    size_t times, translations, rotations;
    size_t path;       ///< translations again, as the vertices of a line
    size_t count;      ///< samples
    float first, last; ///< s, their times
} gltf_animation;

/// Faces as triangles with flat normals, body frame.
gltf_mesh gltf_add_rock(gltf_buffer *buffer, const talus_rock *rock);
/// Translation and rotation against time, y up, from `origin` (z-up metres).
gltf_animation gltf_add_animation(gltf_buffer *buffer, const gltf_samples *samples,
                                  talus_vec3 origin);
/// Prism over a convex polygon with flat normals, body frame.
/// @param base  (count) counter-clockwise from above, all at one height @param top  m, upper face
gltf_mesh gltf_add_prism(gltf_buffer *buffer, const talus_vec3 *base, size_t count, double top);
/// Horizontal square at z = 0 about the origin, y up.
gltf_mesh gltf_add_plane(gltf_buffer *buffer, double half_width);
/// Heights of a ground at the nodes of a lattice, of which a rectangle is shown.
typedef struct gltf_ground {
    const talus_grid *grid;
    double (*height)(const void *user, double x, double y); ///< m; NaN = no ground
    const void *user;
    double west, south, east, north; ///< m, in the coordinates of the grid
    size_t most;                     ///< nodes; beyond them every second, third, ... is taken
} gltf_ground;
/// The surface with smooth normals, y up.
gltf_mesh gltf_add_ground(gltf_buffer *buffer, const gltf_ground *ground, talus_vec3 origin);

/// A body of an event: the rock as released, a body released with it, or a fragment.
typedef struct gltf_body {
    uint32_t number;      ///< 0: the rock
    bool breaks;          ///< it ends as fragments
    talus_rock *shape;    ///< true to scale, owned; NULL: only the mesh is known
    gltf_mesh mesh;       ///< added by the caller
    gltf_samples samples; ///< times since the release
} gltf_body;
typedef struct gltf_bodies {
    gltf_body *items; ///< item 0 is the rock
    size_t count;
} gltf_bodies;
/// Replay all bodies of an event; samples at 60 Hz, before and after every impact, first and last.
/// The caller clears in any case.
talus_status gltf_bodies_take(const talus_campaign *campaign, uint64_t rock, gltf_bodies *bodies,
                              talus_rock_record *record, talus_error *error);
/// Put their shapes into the buffer.
void gltf_bodies_add_meshes(gltf_bodies *bodies, gltf_buffer *buffer);
void gltf_bodies_clear(gltf_bodies *bodies);

enum { GLTF_NODE_NAME = 64 };
typedef enum gltf_material { GLTF_BODY, GLTF_GROUND, GLTF_PATH, GLTF_COLOURED_PATH } gltf_material;
/// One thing in a scene.
typedef struct gltf_node {
    char name[GLTF_NODE_NAME];
    gltf_material material;
    gltf_mesh mesh;           ///< of a body or ground
    bool is_line, has_values; ///< a line; with the three accessors below, one value a vertex
    size_t line, colours, times, speeds;
    bool is_posed;    ///< has a pose
    gltf_sample pose; ///< at first
    bool moves;       ///< by `animation`
    gltf_animation animation;
    bool is_hidden_at_times; ///< by steps of its scale, 0 and 1
    size_t hide_times, hide_scales;
    char *extras; ///< members of node.extras as text; NULL = none; owned
} gltf_node;
/// Things on a ground.
typedef struct gltf_scene {
    gltf_buffer buffer;
    talus_vec3 origin; ///< z-up metres
    gltf_node *nodes;
    size_t node_count, node_capacity;
    const char *motion;                                     ///< name of the animation
    void (*add_extras)(files_text *text, const void *user); ///< members of asset.extras
    const void *user;
} gltf_scene;
/// Append a node named as printf does, valid until the next one.
/// @return NULL when out of memory, which marks the buffer as failed
gltf_node *gltf_scene_add(gltf_scene *scene, gltf_material material, const char *name, ...)
    TALUS_PRINTF(3, 4);
/// A body with its motion: a node that is there from its birth to its break. @return as above
gltf_node *gltf_scene_add_body(gltf_scene *scene, const gltf_body *body, const char *name);
/// Its path as a line.
void gltf_scene_add_path(gltf_scene *scene, const gltf_animation *animation, const char *name);
/// Does the name end in .gltf or .glb?
bool gltf_has_ending(const char *path);
/// Write the document by that ending.
talus_status gltf_scene_save(const gltf_scene *scene, const char *path, talus_error *error);
void gltf_scene_clear(gltf_scene *scene);

/// As floats, not turned.
void gltf_put(float out[3], talus_vec3 v);
/// The one turn from z-up to y-up: (x, y, z) -> (x, z, -y).
void gltf_turn_point(talus_vec3 point, talus_vec3 origin, float out[3]);
void gltf_turn_direction(talus_vec3 direction, float out[3]);
/// Body -> y-up world as (x, y, z, w).
void gltf_turn_rotation(talus_quat p, float out[4]);

#endif
