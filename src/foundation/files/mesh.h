// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of rock meshes share: the file in memory, its lines and numbers, the growing
// mesh. It knows text and bytes; it refuses to know any one format.
#ifndef TALUS_SRC_FOUNDATION_FILES_MESH_H
#define TALUS_SRC_FOUNDATION_FILES_MESH_H

#include "foundation/files/files.h"

/// A file being read. Memory grows with what was read, never with what a header promises.
typedef struct files_mesh_source {
    const char *path;
    char *data; ///< (size) bytes and a terminating zero
    size_t size;
    talus_mesh *mesh;
    size_t point_capacity, triangle_capacity;
    bool is_single;    ///< coordinates are 32-bit numbers
    bool says_single;  ///< so says the header of a text
    int last_digit[3]; ///< of a text: power of ten of the last digit written along each axis
    bool has_digits;   ///< last_digit is set
    talus_error *error;
} files_mesh_source;

/// One format each; the mesh may be left half-filled on failure.
talus_status files_mesh_read_obj(files_mesh_source *source);
talus_status files_mesh_read_stl(files_mesh_source *source);
talus_status files_mesh_read_ply(files_mesh_source *source);
talus_status files_mesh_read_points(files_mesh_source *source);

/// TALUS_ERROR_INPUT at a line of the file.
talus_status files_mesh_fail(const files_mesh_source *source, int line, const char *format, ...)
    TALUS_PRINTF(3, 4);
/// TALUS_ERROR_INPUT at a byte of the file, counted from 0.
talus_status files_mesh_fail_at(const files_mesh_source *source, size_t byte, const char *format,
                                ...) TALUS_PRINTF(3, 4);

talus_status files_mesh_add_point(files_mesh_source *source, talus_vec3 point);
talus_status files_mesh_add_triangle(files_mesh_source *source, uint32_t a, uint32_t b, uint32_t c);

/// A line of a text file, read from `at` on; `next` is where the next one begins.
typedef struct files_mesh_line {
    const char *at, *end, *next;
    int number, rows; ///< 1-based number; rows > 1 where continued lines were joined (by '\v')
} files_mesh_line;
/// Before the first line; a byte-order mark is skipped.
files_mesh_line files_mesh_line_start(const files_mesh_source *source);
/// Go to the next line, ended by \n, \r\n or \r. @return false at the end of the file.
bool files_mesh_line_next(const files_mesh_source *source, files_mesh_line *line);

/// Letters between blanks or other separators; size = 0: none left.
typedef struct files_mesh_word {
    const char *text;
    size_t size;
} files_mesh_word;
/// Take the next blank-separated word of the line.
files_mesh_word files_mesh_line_word(files_mesh_line *line);
/// Likewise, between these separators.
files_mesh_word files_mesh_line_field(files_mesh_line *line, const char *separators);
/// Does it begin like the name of a column, in quotes or not, and is no number such as nan?
bool files_mesh_word_is_name(files_mesh_word word);
/// Compare with lower-case text, ignoring case.
bool files_mesh_word_is(files_mesh_word word, const char *text);
/// Printable copy for messages, cut to fit.
typedef struct files_mesh_quote {
    char text[48];
} files_mesh_quote;
files_mesh_quote files_mesh_word_quote(files_mesh_word word);

/// A finite decimal number. @return false for anything else (nan, inf, hexadecimal, trailing text).
bool files_mesh_word_number(files_mesh_word word, double *value);
/// The next three words of the line as a finite point; `what` names the line in messages.
talus_status files_mesh_line_point(files_mesh_source *source, files_mesh_line *line,
                                   const char *what, talus_vec3 *point);
/// Remember how many digits the text has along an axis (0 to 2).
void files_mesh_note_digits(files_mesh_source *source, int axis, files_mesh_word word);
/// Fill in the steps of the mesh that was read.
void files_mesh_find_steps(const files_mesh_source *source);

#endif
