// SPDX-License-Identifier: GPL-3.0-or-later
// Wavefront OBJ: points (v) and polygons (f) are read; texture, normals, groups and materials are
// not.
#include "foundation/files/mesh.h"

#include <string.h>

static const double MAX_INDEX = 4294967296.0; // points are counted in 32 bits

/// A backslash at the end of a line joins the next one to it.
static void join_lines(files_mesh_source *source)
{
    char *data = source->data;
    for (size_t i = 0; i + 1 < source->size; i++) {
        if (data[i] == '\\' && data[i + 1] == '\n') {
            data[i] = ' ';
            data[i + 1] = '\v';
        } else if (data[i] == '\\' && data[i + 1] == '\r' && data[i + 2] == '\n') {
            data[i] = data[i + 1] = ' ';
            data[i + 2] = '\v';
        }
    }
}

/// Faces may name points that come later in the file, so count them first.
static size_t count_points(const files_mesh_source *source)
{
    size_t count = 0;
    files_mesh_line line = files_mesh_line_start(source);
    while (files_mesh_line_next(source, &line)) {
        count += files_mesh_word_is(files_mesh_line_word(&line), "v");
    }
    return count;
}

/// Corner "i", "i/j", "i//k" or "i/j/k": i from 1, or from -1 backwards from the last point read.
static talus_status read_corner(const files_mesh_source *source, const files_mesh_line *line,
                                files_mesh_word word, size_t total, uint32_t *corner)
{
    const char *slash = memchr(word.text, '/', word.size);
    const files_mesh_word first = {word.text,
                                   slash == NULL ? word.size : (size_t)(slash - word.text)};
    const size_t so_far = source->mesh->point_count;
    double index;
    if (!files_mesh_word_number(first, &index) || index < -MAX_INDEX || index > MAX_INDEX ||
        index != (double)(int64_t)index) {
        return files_mesh_fail(source, line->number,
                               "face corner '%s': expected a whole number, as in 7, 7/1 or 7//3",
                               files_mesh_word_quote(word).text);
    }
    const double position = index > 0.0 ? index - 1.0 : (double)so_far + index;
    if (index == 0.0 || position < 0.0 || position >= (double)total) {
        return files_mesh_fail(source, line->number,
                               "face corner %.0f: expected a number from 1 to %zu (the points of "
                               "the file), or from -1 to -%zu (the points before this line)",
                               index, total, so_far);
    }
    *corner = (uint32_t)position;
    return TALUS_OK;
}

static talus_status read_face(files_mesh_source *source, files_mesh_line *line, size_t total)
{
    uint32_t first = 0, last = 0, corner = 0;
    size_t count = 0;
    for (files_mesh_word word;
         (word = files_mesh_line_word(line)).size > 0 && word.text[0] != '#';) {
        talus_status status = read_corner(source, line, word, total, &corner);
        if (status == TALUS_OK && count >= 2) {
            status = files_mesh_add_triangle(source, first, last, corner);
        }
        if (status != TALUS_OK) {
            return status;
        }
        first = count == 0 ? corner : first;
        last = corner;
        count++;
    }
    if (count < 3) {
        return files_mesh_fail(source, line->number, "a face of %zu corners: expected 3 or more",
                               count);
    }
    return TALUS_OK;
}

talus_status files_mesh_read_obj(files_mesh_source *source)
{
    join_lines(source);
    const size_t total = count_points(source);
    files_mesh_line line = files_mesh_line_start(source);
    talus_status status = TALUS_OK;
    while (status == TALUS_OK && files_mesh_line_next(source, &line)) {
        const files_mesh_word keyword = files_mesh_line_word(&line);
        talus_vec3 point;
        if (files_mesh_word_is(keyword, "v")) {
            status = files_mesh_line_point(source, &line, "point 'v'", &point);
            if (status == TALUS_OK) {
                status = files_mesh_add_point(source, point);
            }
        } else if (files_mesh_word_is(keyword, "f")) {
            status = read_face(source, &line, total);
        }
    }
    if (status == TALUS_OK && total == 0) {
        return files_mesh_fail(source, 0, "no points found: expected lines 'v x y z'");
    }
    return status;
}
