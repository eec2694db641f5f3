// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a PLY file: which elements, which properties, which encoding.
#ifndef TALUS_SRC_FOUNDATION_FILES_MESH_PLY_H
#define TALUS_SRC_FOUNDATION_FILES_MESH_PLY_H

#include "foundation/files/mesh.h"

typedef enum ply_encoding { PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } ply_encoding;
typedef enum ply_type {
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT32,
    PLY_FLOAT64,
    PLY_TYPE_COUNT
} ply_type;
/// What a property is to us; PLY_X + 1 = PLY_Y, PLY_X + 2 = PLY_Z.
typedef enum ply_role { PLY_SKIPPED, PLY_X, PLY_Y, PLY_Z, PLY_CORNERS } ply_role;

typedef struct ply_property {
    bool list;
    ply_type count_type; ///< of a list
    ply_type type;
    ply_role role;
} ply_property;

enum { PLY_ELEMENTS_MAX = 32, PLY_PROPERTIES_MAX = 256 };

typedef struct ply_element {
    char name[32];
    size_t count;
    size_t begin, end; ///< its properties
} ply_element;

typedef struct ply_header {
    ply_encoding encoding;
    size_t element_count, property_count;
    size_t point_count; ///< promised
    ply_element elements[PLY_ELEMENTS_MAX];
    ply_property properties[PLY_PROPERTIES_MAX];
} ply_header;

/// Read up to the line "end_header"; `line->next` is the first byte of the data.
talus_status files_ply_read_header(const files_mesh_source *source, files_mesh_line *line,
                                   ply_header *header);
/// Bytes of a binary value.
size_t files_ply_size(ply_type type);

#endif
