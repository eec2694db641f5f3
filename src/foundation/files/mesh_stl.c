// SPDX-License-Identifier: GPL-3.0-or-later
// STL, binary and ASCII: loose triangles, whose equal corners become one point.
#include "foundation/files/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 84, RECORD_SIZE = 50, NORMAL_SIZE = 12 };

/// Open-addressed table of point numbers + 1; 0 = free.
typedef struct point_table {
    uint32_t *slots;
    size_t slot_count; ///< a power of two, more than twice the points
} point_table;

static uint64_t hash_point(talus_vec3 p)
{
    const double x[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0}; // -0 becomes 0
    uint64_t bits[3];
    memcpy(bits, x, sizeof bits);
    return talus_mix64(talus_mix64(talus_mix64(bits[0]) + bits[1]) + bits[2]);
}

/// The slot of an equal point, or the free one where it belongs.
static uint32_t *find_slot(const point_table *table, const talus_mesh *mesh, talus_vec3 p)
{
    size_t at = (size_t)hash_point(p) & (table->slot_count - 1);
    for (; table->slots[at] != 0; at = (at + 1) & (table->slot_count - 1)) {
        const talus_vec3 q = mesh->points[table->slots[at] - 1];
        if (q.x == p.x && q.y == p.y && q.z == p.z) {
            break;
        }
    }
    return &table->slots[at];
}

static bool grow_table(point_table *table, const talus_mesh *mesh)
{
    point_table larger = {.slot_count = table->slot_count == 0 ? 1024 : 2 * table->slot_count};
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < mesh->point_count; i++) {
        *find_slot(&larger, mesh, mesh->points[i]) = (uint32_t)(i + 1);
    }
    free(table->slots);
    *table = larger;
    return true;
}

static talus_status merge_point(files_mesh_source *source, point_table *table, talus_vec3 p,
                                uint32_t *index)
{
    const talus_mesh *mesh = source->mesh;
    if (2 * (mesh->point_count + 1) > table->slot_count && !grow_table(table, mesh)) {
        return talus_error_set(source->error, TALUS_ERROR_MEMORY, "no memory to read '%s'",
                               source->path);
    }
    uint32_t *slot = find_slot(table, mesh, p);
    if (*slot == 0) {
        const talus_status status = files_mesh_add_point(source, p);
        if (status != TALUS_OK) {
            return status;
        }
        *slot = (uint32_t)mesh->point_count;
    }
    *index = *slot - 1;
    return TALUS_OK;
}

static talus_status add_facet(files_mesh_source *source, point_table *table,
                              const talus_vec3 corners[3])
{
    uint32_t index[3];
    for (int i = 0; i < 3; i++) {
        const talus_status status = merge_point(source, table, corners[i], &index[i]);
        if (status != TALUS_OK) {
            return status;
        }
    }
    return files_mesh_add_triangle(source, index[0], index[1], index[2]);
}

static uint32_t little_endian(const char *bytes)
{
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--) {
        value = value << 8 | (unsigned char)bytes[i];
    }
    return value;
}

static double float_at(const char *bytes)
{
    const uint32_t bits = little_endian(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static talus_status read_binary(files_mesh_source *source, point_table *table)
{
    if (source->size < HEADER_SIZE) {
        return files_mesh_fail_at(source, source->size,
                                  "the file ends inside the header of %d bytes of a binary STL "
                                  "(an ASCII one would begin with 'solid')",
                                  HEADER_SIZE);
    }
    const uint32_t count = little_endian(source->data + 80);
    const size_t records = (source->size - HEADER_SIZE) / RECORD_SIZE;
    if (count != records || (source->size - HEADER_SIZE) % RECORD_SIZE != 0) {
        return files_mesh_fail_at(source, 80,
                                  "a binary STL of %u triangles is %llu bytes long, this file has "
                                  "%zu: it is truncated or no STL",
                                  count, HEADER_SIZE + (unsigned long long)RECORD_SIZE * count,
                                  source->size);
    }
    talus_status status = TALUS_OK;
    source->is_single = true;
    for (size_t t = 0; status == TALUS_OK && t < count; t++) {
        talus_vec3 corners[3];
        const size_t begin = HEADER_SIZE + t * RECORD_SIZE + NORMAL_SIZE;
        for (size_t i = 0; i < 3; i++) {
            const char *at = source->data + begin + 12 * i;
            corners[i] = (talus_vec3){float_at(at), float_at(at + 4), float_at(at + 8)};
            if (!isfinite(corners[i].x) || !isfinite(corners[i].y) || !isfinite(corners[i].z)) {
                return files_mesh_fail_at(source, begin + 12 * i,
                                          "corner %zu of triangle %zu is (%g, %g, %g): expected "
                                          "finite numbers",
                                          i + 1, t + 1, corners[i].x, corners[i].y, corners[i].z);
            }
        }
        status = add_facet(source, table, corners);
    }
    return status;
}

/// One line of an ASCII STL; `corner_count` of the open facet, -1 outside of facets.
static talus_status read_line(files_mesh_source *source, point_table *table, files_mesh_line *line,
                              talus_vec3 corners[3], int *corner_count)
{
    const files_mesh_word word = files_mesh_line_word(line);
    if (files_mesh_word_is(word, "facet") && *corner_count < 0) {
        *corner_count = 0;
        return TALUS_OK;
    }
    if (files_mesh_word_is(word, "vertex") && *corner_count >= 0 && *corner_count < 3) {
        return files_mesh_line_point(source, line, "vertex", &corners[(*corner_count)++]);
    }
    if (files_mesh_word_is(word, "endfacet") && *corner_count == 3) {
        *corner_count = -1;
        return add_facet(source, table, corners);
    }
    if (word.size == 0 || files_mesh_word_is(word, "outer") ||
        files_mesh_word_is(word, "endloop") ||
        (*corner_count < 0 &&
         (files_mesh_word_is(word, "solid") || files_mesh_word_is(word, "endsolid")))) {
        return TALUS_OK;
    }
    if (*corner_count < 0) {
        return files_mesh_fail(source, line->number, "found '%s', expected 'facet' or 'endsolid'",
                               files_mesh_word_quote(word).text);
    }
    return files_mesh_fail(source, line->number,
                           "found '%s' after %d vertices of a facet, expected three vertices, then "
                           "'endfacet'",
                           files_mesh_word_quote(word).text, *corner_count);
}

static talus_status read_ascii(files_mesh_source *source, point_table *table)
{
    talus_vec3 corners[3];
    int corner_count = -1;
    bool ended = false;
    files_mesh_line line = files_mesh_line_start(source);
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && files_mesh_line_next(source, &line)) {
        files_mesh_line copy = line;
        const files_mesh_word word = files_mesh_line_word(&copy);
        ended = files_mesh_word_is(word, "endsolid") || (ended && word.size == 0);
        status = read_line(source, table, &line, corners, &corner_count);
    }
    if (status == TALUS_OK && !ended) {
        return files_mesh_fail(source, line.number,
                               "the file ends without 'endsolid': it is truncated");
    }
    return status;
}

/// ASCII files begin with "solid", but so do the headers of some binary ones: their size decides.
static bool is_ascii(const files_mesh_source *source)
{
    if (source->size >= HEADER_SIZE &&
        source->size - HEADER_SIZE == (size_t)RECORD_SIZE * little_endian(source->data + 80)) {
        return false;
    }
    files_mesh_line line = files_mesh_line_start(source);
    files_mesh_word word = {NULL, 0};
    while (word.size == 0 && files_mesh_line_next(source, &line)) {
        word = files_mesh_line_word(&line);
    }
    return files_mesh_word_is(word, "solid") && memchr(source->data, '\0', source->size) == NULL;
}

talus_status files_mesh_read_stl(files_mesh_source *source)
{
    point_table table = {0};
    talus_status status =
        is_ascii(source) ? read_ascii(source, &table) : read_binary(source, &table);
    free(table.slots);
    if (status == TALUS_OK && source->mesh->triangle_count == 0) {
        status = files_mesh_fail(source, 0, "the STL holds no triangles");
    }
    return status;
}
