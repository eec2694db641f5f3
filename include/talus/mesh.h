// SPDX-License-Identifier: GPL-3.0-or-later
/// @file mesh.h
/// Rock meshes and point clouds as arrays: read and write OBJ, STL, PLY and text. It knows formats;
/// it refuses to know what the numbers mean.
///
/// threads: a talus_mesh is used by one thread at a time.
#ifndef TALUS_MESH_H
#define TALUS_MESH_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Points, and triangles when the file has faces (polygons are fanned). What talus_mesh_read fills
/// is freed by talus_mesh_clear.
typedef struct talus_mesh {
    talus_vec3 *points;
    size_t point_count;
    uint32_t *triangles; ///< (triangle_count x 3); NULL for a point cloud
    size_t triangle_count;
    /// Along each axis, the step that the file's numbers make at its largest coordinate: 32-bit
    /// numbers hold 2600000 m in steps of 0.25 m, a text its last digit. 0: not known. In the unit
    /// of the points.
    talus_vec3 step;
} talus_mesh;

/// Read a file in the format of its extension: .obj, .stl (binary and ASCII; equal points are
/// merged), .ply (ascii, binary little and big endian), .xyz/.pts/.txt/.csv (point cloud: three
/// numbers a line, comments #, an optional count line).
/// @param mesh out; empty after an error
/// @return TALUS_ERROR_INPUT with file, line (text formats) or byte offset (binary), what was found
///         and expected: non-finite numbers, indices out of range, truncated data, a Git-LFS
///         pointer; TALUS_ERROR_UNSUPPORTED: another extension; TALUS_ERROR_ARGUMENT, _MEMORY
TALUS_API talus_status talus_mesh_read(const char *path, talus_mesh *mesh, talus_error *error);

/// Write .obj, .stl (binary), .ply (ascii) or .xyz, by extension. The file is written completely or
/// not at all.
/// @param points        (point_count >= 1) finite; up to FLT_MAX for .stl
/// @param face_starts   (face_count + 1) into face_vertices, as in talus_rock; may be NULL without
///                      faces
/// @param face_vertices (face_starts[face_count]) indices into points
/// @return TALUS_ERROR_ARGUMENT, TALUS_ERROR_UNSUPPORTED for another extension, TALUS_ERROR_IO,
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_mesh_write(const char *path, const talus_vec3 *points,
                                        size_t point_count, const uint32_t *face_starts,
                                        const uint32_t *face_vertices, size_t face_count,
                                        talus_error *error);

/// Names of units in which meshes are drawn, NULL-terminated: m, cm, mm, ft, us_ft, in.
TALUS_API const char *const *talus_mesh_unit_names(void);
/// Metres per unit, by its place in talus_mesh_unit_names; NaN for a place beyond.
TALUS_API double talus_mesh_unit(size_t index);
/// Multiply the points and their steps, such as by talus_mesh_unit.
/// @return TALUS_ERROR_ARGUMENT for NULL or a factor that is not a positive number; TALUS_ERROR_INPUT
///         for points that become too large
TALUS_API talus_status talus_mesh_scale(talus_mesh *mesh, double factor, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_mesh_clear(talus_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
