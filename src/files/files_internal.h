// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers and writers of this module share: numbers in the C locale, lines of a text
// file, a mesh under construction. Knows bytes and lines; refuses to know geometry.
#ifndef TALUS_SRC_FILES_FILES_INTERNAL_H
#define TALUS_SRC_FILES_FILES_INTERNAL_H

#include "files/files.h"

#include <locale.h>

/// Decimal points whatever the program's locale is: this thread reads and prints numbers as C does
/// between enter and leave.
typedef struct files_locale {
    locale_t plain, before;
} files_locale;
files_locale files_locale_enter(void);
void files_locale_leave(const files_locale *locale);

/// A text in memory, line by line (LF, CRLF or CR), and the words of the current line.
typedef struct files_lines {
    const char *path;
    const char *next, *end;        ///< what is not read yet; *end is a terminating zero
    const char *cursor, *line_end; ///< rest of the current line
    int line;                      ///< 1-based, 0 before the first
} files_lines;
/// A piece of the current line; not zero-terminated.
typedef struct files_word {
    const char *text;
    size_t size;
} files_word;
files_lines files_lines_begin(const char *path, const char *text, size_t size);
bool files_lines_next(files_lines *lines);
/// Next word between blanks; size 0 at the end of the line.
files_word files_lines_word(files_lines *lines);
bool files_word_is(files_word word, const char *keyword); ///< letter case does not matter
/// The whole word as one finite number; otherwise `error` says what was found.
/// @param what  what the number is, for the sentence: "x of a vertex"
talus_status files_word_number(const files_lines *lines, files_word word, const char *what,
                               double *value, talus_error *error);
/// Next three words as a point; `what` names it: "vertex".
talus_status files_lines_point(files_lines *lines, const char *what, talus_vec3 *point,
                               talus_error *error);
/// The whole word as an integer of at most 18 digits.
bool files_word_integer(files_word word, int64_t *value);
/// Length for %.*s of a word that may be huge.
int files_word_shown(files_word word);
/// Add path and line to an error that is already set. @return TALUS_ERROR_INPUT
talus_status files_lines_fail(const files_lines *lines, talus_error *error);

/// A mesh that grows; `mesh` is handed over at the end.
typedef struct files_mesh_builder {
    files_mesh mesh;
    size_t point_capacity, triangle_capacity;
} files_mesh_builder;
/// @return TALUS_ERROR_MEMORY, TALUS_ERROR_UNSUPPORTED beyond 2^32 - 1 points
talus_status files_add_point(files_mesh_builder *builder, talus_vec3 point, talus_error *error);
talus_status files_add_triangle(files_mesh_builder *builder, uint32_t a, uint32_t b, uint32_t c,
                                talus_error *error);
/// Polygon as a fan from its first corner; needs count >= 3.
talus_status files_add_polygon(files_mesh_builder *builder, const uint32_t *corners, size_t count,
                               talus_error *error);

/// Readers of one format each: `text` has `size` bytes and a terminating zero. What they have added
/// to the builder when they fail is freed by the caller.
talus_status files_parse_obj(const char *path, const char *text, size_t size,
                             files_mesh_builder *builder, talus_error *error);
talus_status files_parse_stl(const char *path, const char *text, size_t size,
                             files_mesh_builder *builder, talus_error *error);
talus_status files_parse_ply(const char *path, const char *text, size_t size,
                             files_mesh_builder *builder, talus_error *error);
talus_status files_parse_points(const char *path, const char *text, size_t size,
                                files_mesh_builder *builder, talus_error *error);

/// Lower-case extension without the dot ("" if there is none or it is longer than 7 letters).
void files_extension(const char *path, char extension[8]);

#endif
