// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the header of a PLY file.
#include "foundation/files/mesh_ply.h"

#include <string.h>

static const struct {
    const char *name, *other_name;
    size_t size;
} types[PLY_TYPE_COUNT] = {
    [PLY_INT8] = {"char", "int8", 1},        [PLY_UINT8] = {"uchar", "uint8", 1},
    [PLY_INT16] = {"short", "int16", 2},     [PLY_UINT16] = {"ushort", "uint16", 2},
    [PLY_INT32] = {"int", "int32", 4},       [PLY_UINT32] = {"uint", "uint32", 4},
    [PLY_FLOAT32] = {"float", "float32", 4}, [PLY_FLOAT64] = {"double", "float64", 8}};

size_t files_ply_size(ply_type type)
{
    return types[type].size;
}

static talus_status read_encoding(const files_mesh_source *source, files_mesh_line *line,
                                  ply_header *header)
{
    const files_mesh_word word = files_mesh_line_word(line);
    if (files_mesh_word_is(word, "ascii")) {
        header->encoding = PLY_ASCII;
    } else if (files_mesh_word_is(word, "binary_little_endian")) {
        header->encoding = PLY_LITTLE_ENDIAN;
    } else if (files_mesh_word_is(word, "binary_big_endian")) {
        header->encoding = PLY_BIG_ENDIAN;
    } else {
        return files_mesh_fail(source, line->number,
                               "PLY format '%s': expected ascii, binary_little_endian or "
                               "binary_big_endian",
                               files_mesh_word_quote(word).text);
    }
    return TALUS_OK;
}

static talus_status read_element(const files_mesh_source *source, files_mesh_line *line,
                                 ply_header *header)
{
    const files_mesh_word name = files_mesh_line_word(line), number = files_mesh_line_word(line);
    double count;
    if (!files_mesh_word_number(number, &count) || !(count >= 0.0) || !(count <= UINT32_MAX) ||
        count != (double)(uint32_t)count) {
        return files_mesh_fail(
            source, line->number, "found '%s' elements '%s', expected a whole number up to %u",
            files_mesh_word_quote(number).text, files_mesh_word_quote(name).text, UINT32_MAX);
    }
    if (header->element_count == PLY_ELEMENTS_MAX) {
        return files_mesh_fail(source, line->number, "more than %d kinds of elements",
                               PLY_ELEMENTS_MAX);
    }
    if (files_mesh_word_is(name, "tristrips") && count > 0.0) {
        return files_mesh_fail(source, line->number,
                               "triangle strips are not read: write the file with faces");
    }
    ply_element *element = &header->elements[header->element_count++];
    element->count = (size_t)count;
    element->begin = element->end = header->property_count;
    memcpy(element->name, files_mesh_word_quote(name).text, sizeof element->name - 1);
    if (files_mesh_word_is(name, "vertex")) {
        header->point_count += element->count;
    }
    return TALUS_OK;
}

static talus_status read_type(const files_mesh_source *source, files_mesh_line *line,
                              files_mesh_word word, bool whole, ply_type *type)
{
    for (int t = 0; t < PLY_TYPE_COUNT; t++) {
        if ((files_mesh_word_is(word, types[t].name) ||
             files_mesh_word_is(word, types[t].other_name)) &&
            !(whole && t >= PLY_FLOAT32)) {
            *type = (ply_type)t;
            return TALUS_OK;
        }
    }
    return files_mesh_fail(source, line->number,
                           "type '%s': expected char, uchar, short, ushort, int, uint%s",
                           files_mesh_word_quote(word).text, whole ? "" : ", float or double");
}

static ply_role find_role(const ply_element *element, const ply_property *property,
                          files_mesh_word name)
{
    static const char *const axes[3] = {"x", "y", "z"};
    for (int i = 0; i < 3 && !property->list && strcmp(element->name, "vertex") == 0; i++) {
        if (files_mesh_word_is(name, axes[i])) {
            return (ply_role)(PLY_X + i);
        }
    }
    const bool corners =
        files_mesh_word_is(name, "vertex_indices") || files_mesh_word_is(name, "vertex_index");
    return property->list && corners && strcmp(element->name, "face") == 0 ? PLY_CORNERS
                                                                           : PLY_SKIPPED;
}

static talus_status read_property(const files_mesh_source *source, files_mesh_line *line,
                                  ply_header *header)
{
    if (header->element_count == 0 || header->property_count == PLY_PROPERTIES_MAX) {
        return files_mesh_fail(source, line->number, "%s",
                               header->element_count == 0 ? "a property before any element"
                                                          : "more properties than can be read");
    }
    ply_element *element = &header->elements[header->element_count - 1];
    ply_property *property = &header->properties[header->property_count++];
    files_mesh_word type = files_mesh_line_word(line);
    talus_status status = TALUS_OK;
    element->end = header->property_count;
    property->list = files_mesh_word_is(type, "list");
    if (property->list) {
        status = read_type(source, line, files_mesh_line_word(line), true, &property->count_type);
        type = files_mesh_line_word(line);
    }
    if (status == TALUS_OK) {
        status = read_type(source, line, type, false, &property->type);
    }
    const files_mesh_word name = files_mesh_line_word(line);
    property->role = find_role(element, property, name);
    if (status == TALUS_OK && property->role == PLY_CORNERS && property->type >= PLY_FLOAT32) {
        return files_mesh_fail(source, line->number,
                               "face corners of a floating-point type: expected whole numbers");
    }
    return status;
}

/// Points need x, y and z, each once.
static talus_status check_header(const files_mesh_source *source, const files_mesh_line *line,
                                 const ply_header *header)
{
    unsigned seen[3] = {0, 0, 0};
    for (size_t k = 0; k < header->property_count; k++) {
        const ply_role role = header->properties[k].role;
        if (role != PLY_SKIPPED && role != PLY_CORNERS) {
            seen[role - PLY_X]++;
        }
    }
    if (header->point_count == 0 || seen[0] != 1 || seen[1] != 1 || seen[2] != 1) {
        return files_mesh_fail(source, line->number,
                               "the header announces no points: expected 'element vertex' with a "
                               "count and the properties x, y and z");
    }
    return TALUS_OK;
}

talus_status files_ply_read_header(const files_mesh_source *source, files_mesh_line *line,
                                   ply_header *header)
{
    bool encoded = false;
    if (!files_mesh_line_next(source, line) ||
        !files_mesh_word_is(files_mesh_line_word(line), "ply")) {
        return files_mesh_fail(source, 1, "no PLY file: expected 'ply' in the first line");
    }
    while (files_mesh_line_next(source, line)) {
        const files_mesh_word word = files_mesh_line_word(line);
        talus_status status = TALUS_OK;
        if (files_mesh_word_is(word, "format")) {
            status = read_encoding(source, line, header);
            encoded = true;
        } else if (files_mesh_word_is(word, "element")) {
            status = read_element(source, line, header);
        } else if (files_mesh_word_is(word, "property")) {
            status = read_property(source, line, header);
        } else if (files_mesh_word_is(word, "end_header") && encoded) {
            return check_header(source, line, header);
        } else if (word.size > 0 && !files_mesh_word_is(word, "comment") &&
                   !files_mesh_word_is(word, "obj_info")) {
            status = files_mesh_fail(source, line->number,
                                     "found '%s' in the PLY header, expected format, element, "
                                     "property, comment or, after a format, end_header",
                                     files_mesh_word_quote(word).text);
        }
        if (status != TALUS_OK) {
            return status;
        }
    }
    return files_mesh_fail(source, line->number,
                           "the file ends inside the PLY header: it is truncated");
}
