// SPDX-License-Identifier: GPL-3.0-or-later
// PLY, ascii and binary: points and polygons are read, everything else is stepped over.
#include "foundation/files/mesh_ply.h"

#include <math.h>
#include <string.h>

/// Where we are in the data, and in which element (for messages).
typedef struct ply_reader {
    files_mesh_source *source;
    const ply_header *header;
    files_mesh_line line; ///< ascii
    size_t at;            ///< binary: next byte
    const ply_element *element;
    size_t row; ///< of the element, from 0
} ply_reader;

#define PLY_FAIL(reader, ...)                                                                      \
    ((reader)->header->encoding == PLY_ASCII                                                       \
         ? files_mesh_fail((reader)->source, (reader)->line.number, __VA_ARGS__)                   \
         : files_mesh_fail_at((reader)->source, (reader)->at, __VA_ARGS__))

static talus_status fail_truncated(const ply_reader *reader)
{
    return PLY_FAIL(reader, "the file ends inside %s %zu of the %zu that its header announces",
                    reader->element->name, reader->row + 1, reader->element->count);
}

/// Next word of the data, on whatever line. @return false at the end of the file.
static bool next_word(ply_reader *reader, files_mesh_word *word)
{
    while ((*word = files_mesh_line_word(&reader->line)).size == 0) {
        if (!files_mesh_line_next(reader->source, &reader->line)) {
            return false;
        }
    }
    return true;
}

static double decode(const unsigned char *bytes, ply_type type, bool big)
{
    const size_t size = files_ply_size(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | bytes[big ? i : size - 1 - i];
    }
    if (type == PLY_FLOAT64) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (type == PLY_FLOAT32) {
        const uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof value);
        return (double)value;
    }
    const double value = (double)bits, range = (double)(UINT64_C(1) << 8 * size);
    const bool is_signed = type == PLY_INT8 || type == PLY_INT16 || type == PLY_INT32;
    return is_signed && value >= 0.5 * range ? value - range : value;
}

/// @param role of the property; PLY_SKIPPED for other numbers
static talus_status read_value(ply_reader *reader, ply_type type, ply_role role, double *value)
{
    const bool is_coordinate = role == PLY_X || role == PLY_Y || role == PLY_Z;
    if (reader->header->encoding == PLY_ASCII) {
        files_mesh_word word;
        if (!next_word(reader, &word)) {
            return fail_truncated(reader);
        }
        if (!files_mesh_word_number(word, value)) {
            return PLY_FAIL(reader, "%s %zu: found '%s', expected a finite number",
                            reader->element->name, reader->row + 1,
                            files_mesh_word_quote(word).text);
        }
        if (is_coordinate) {
            files_mesh_note_digits(reader->source, (int)(role - PLY_X), word);
            reader->source->says_single = reader->source->says_single || type == PLY_FLOAT32;
        }
        return TALUS_OK;
    }
    reader->source->is_single = reader->source->is_single || (is_coordinate && type == PLY_FLOAT32);
    const size_t size = files_ply_size(type);
    if (reader->source->size - reader->at < size) {
        return fail_truncated(reader);
    }
    const unsigned char *bytes = (const unsigned char *)reader->source->data + reader->at;
    *value = decode(bytes, type, reader->header->encoding == PLY_BIG_ENDIAN);
    if (!isfinite(*value)) {
        return PLY_FAIL(reader, "%s %zu: found %g, expected a finite number", reader->element->name,
                        reader->row + 1, *value);
    }
    reader->at += size;
    return TALUS_OK;
}

static talus_status skip_values(ply_reader *reader, ply_type type, size_t count)
{
    files_mesh_word word;
    if (reader->header->encoding != PLY_ASCII) {
        if ((reader->source->size - reader->at) / files_ply_size(type) < count) {
            return fail_truncated(reader);
        }
        reader->at += count * files_ply_size(type);
        return TALUS_OK;
    }
    for (size_t i = 0; i < count; i++) {
        if (!next_word(reader, &word)) {
            return fail_truncated(reader);
        }
    }
    return TALUS_OK;
}

/// A whole number from `low` to below `end`.
static talus_status read_whole(ply_reader *reader, ply_type type, const char *what, size_t end,
                               size_t *number)
{
    double value;
    const talus_status status = read_value(reader, type, PLY_SKIPPED, &value);
    if (status == TALUS_OK &&
        (!(value >= 0.0) || !(value < (double)end) || value != (double)(uint32_t)value)) {
        return PLY_FAIL(reader, "%s %zu: %s %g, expected a whole number from 0 to below %zu",
                        reader->element->name, reader->row + 1, what, value, end);
    }
    *number = status == TALUS_OK ? (size_t)value : 0;
    return status;
}

static talus_status read_polygon(ply_reader *reader, ply_type type, size_t count)
{
    size_t first = 0, last = 0, corner = 0;
    if (count < 3) {
        return PLY_FAIL(reader, "face %zu has %zu corners: expected 3 or more", reader->row + 1,
                        count);
    }
    for (size_t i = 0; i < count; i++) {
        talus_status status =
            read_whole(reader, type, "corner", reader->header->point_count, &corner);
        if (status == TALUS_OK && i >= 2) {
            status = files_mesh_add_triangle(reader->source, (uint32_t)first, (uint32_t)last,
                                             (uint32_t)corner);
        }
        if (status != TALUS_OK) {
            return status;
        }
        first = i == 0 ? corner : first;
        last = corner;
    }
    return TALUS_OK;
}

static talus_status read_property(ply_reader *reader, const ply_property *property, double x[3])
{
    if (property->list) {
        size_t count = 0;
        const talus_status status =
            read_whole(reader, property->count_type, "a list of", UINT32_MAX, &count);
        if (status != TALUS_OK) {
            return status;
        }
        return property->role == PLY_CORNERS ? read_polygon(reader, property->type, count)
                                             : skip_values(reader, property->type, count);
    }
    return property->role == PLY_SKIPPED
               ? skip_values(reader, property->type, 1)
               : read_value(reader, property->type, property->role, &x[property->role - PLY_X]);
}

static talus_status read_element(ply_reader *reader)
{
    const ply_element *element = reader->element;
    const bool points = strcmp(element->name, "vertex") == 0;
    if (element->begin == element->end) {
        return TALUS_OK;
    }
    for (reader->row = 0; reader->row < element->count; reader->row++) {
        double x[3] = {0.0, 0.0, 0.0};
        talus_status status = TALUS_OK;
        for (size_t k = element->begin; status == TALUS_OK && k < element->end; k++) {
            status = read_property(reader, &reader->header->properties[k], x);
        }
        if (status == TALUS_OK && points) {
            status = files_mesh_add_point(reader->source, (talus_vec3){x[0], x[1], x[2]});
        }
        if (status != TALUS_OK) {
            return status;
        }
    }
    return TALUS_OK;
}

talus_status files_mesh_read_ply(files_mesh_source *source)
{
    ply_header header = {0};
    ply_reader reader = {
        .source = source, .header = &header, .line = files_mesh_line_start(source)};
    talus_status status = files_ply_read_header(source, &reader.line, &header);
    reader.at = (size_t)(reader.line.next - source->data);
    reader.line.at = reader.line.end;
    for (size_t e = 0; status == TALUS_OK && e < header.element_count; e++) {
        reader.element = &header.elements[e];
        status = read_element(&reader);
    }
    files_mesh_word word;
    const bool more =
        status == TALUS_OK &&
        (header.encoding == PLY_ASCII ? next_word(&reader, &word) : reader.at < source->size);
    if (more) {
        return PLY_FAIL(&reader, "data after the last element that the header announces: a count "
                                 "in the header is wrong");
    }
    return status;
}
