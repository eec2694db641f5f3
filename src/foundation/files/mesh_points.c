// SPDX-License-Identifier: GPL-3.0-or-later
// Point clouds: three numbers a line.
#include "foundation/files/mesh.h"

#include <string.h>

enum { NO_COLUMN = -1, COLUMNS_MAX = 1000 };

/// Where x, y, z stand in a line, and how many points a count line promised.
typedef struct cloud_layout {
    int column[3];
    int last; ///< last column that matters
    bool counted;
    double count;
    int count_line;
} cloud_layout;

static bool is_separator(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\v' || c == '\f';
}

/// Cut comments (# and //) and blanks off both ends.
static void trim(files_mesh_line *line)
{
    for (const char *c = line->at; c < line->end; c++) {
        if (*c == '#' || (*c == '/' && c + 1 < line->end && c[1] == '/')) {
            line->end = c;
        }
    }
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t')) {
        line->at++;
    }
    while (line->end > line->at && (line->end[-1] == ' ' || line->end[-1] == '\t')) {
        line->end--;
    }
}

/// The next field and the gap behind it: ',' or ';', ' ' for blanks alone, '\0' at the end of the
/// line, '?' for two separators in a row.
static files_mesh_word next_field(files_mesh_line *line, char *gap)
{
    files_mesh_word word = {line->at, 0};
    while (line->at < line->end && !is_separator(*line->at)) {
        line->at++;
    }
    word.size = (size_t)(line->at - word.text);
    *gap = '\0';
    for (; line->at < line->end && is_separator(*line->at); line->at++) {
        const char c = *line->at == ',' || *line->at == ';' ? *line->at : ' ';
        *gap = *gap == '\0' || *gap == ' ' ? c : (c == ' ' ? *gap : '?');
    }
    return word;
}

static files_mesh_word unquoted(files_mesh_word word)
{
    if (word.size >= 2 && word.text[0] == '"' && word.text[word.size - 1] == '"') {
        return (files_mesh_word){word.text + 1, word.size - 2};
    }
    return word;
}

/// A heading that names x, y and z says in which columns they stand; else they are the first three.
static void read_heading(files_mesh_line line, cloud_layout *layout)
{
    static const char *const names[3] = {"x", "y", "z"};
    int found[3] = {NO_COLUMN, NO_COLUMN, NO_COLUMN};
    char gap = ' ';
    for (int k = 0; gap != '\0' && k < COLUMNS_MAX; k++) {
        const files_mesh_word word = unquoted(next_field(&line, &gap));
        for (int i = 0; i < 3; i++) {
            found[i] = found[i] == NO_COLUMN && files_mesh_word_is(word, names[i]) ? k : found[i];
        }
    }
    if (found[0] != NO_COLUMN && found[1] != NO_COLUMN && found[2] != NO_COLUMN) {
        memcpy(layout->column, found, sizeof found);
        layout->last = 0;
        for (int i = 0; i < 3; i++) {
            layout->last = found[i] > layout->last ? found[i] : layout->last;
        }
    }
}

static talus_status read_point(files_mesh_source *source, files_mesh_line *line,
                               const cloud_layout *layout)
{
    double x[3] = {0.0, 0.0, 0.0};
    char gap = ' ', kind = '\0';
    for (int k = 0; k <= layout->last; k++) {
        const files_mesh_word word =
            gap == '\0' ? (files_mesh_word){line->end, 0} : next_field(line, &gap);
        if (word.size == 0) {
            return files_mesh_fail(source, line->number, "found %d fields, expected %d with x y z",
                                   k, layout->last + 1);
        }
        // "1,5 2,5 3,5" and "1,5;2,5;3,5" would be read as other numbers
        kind = k == 0 ? gap : kind;
        if (k < layout->last && gap != '\0' && (gap != kind || gap == '?')) {
            return files_mesh_fail(source, line->number,
                                   "different separators in one line: expected one of blank, "
                                   "comma, semicolon throughout, and decimal points");
        }
        for (int i = 0; i < 3; i++) {
            if (layout->column[i] == k && !files_mesh_word_number(word, &x[i])) {
                return files_mesh_fail(source, line->number, "found '%s', expected a finite number",
                                       files_mesh_word_quote(word).text);
            }
            if (layout->column[i] == k) {
                files_mesh_note_digits(source, i, word);
            }
        }
    }
    return files_mesh_add_point(source, (talus_vec3){x[0], x[1], x[2]});
}

/// A first line that is not a point: a count alone, or a heading. @return true when it was one.
static bool read_first(const files_mesh_line *line, cloud_layout *layout)
{
    char gap;
    double value;
    files_mesh_line copy = *line;
    const files_mesh_word word = next_field(&copy, &gap);
    if (!files_mesh_word_number(word, &value)) {
        if (files_mesh_word_is_name(word)) {
            read_heading(*line, layout);
            return true;
        }
        return false;
    }
    if (gap == '\0' && value >= 0.0 && value <= UINT32_MAX && value == (double)(uint32_t)value) {
        layout->counted = true;
        layout->count = value;
        layout->count_line = line->number;
        return true;
    }
    return false;
}

talus_status files_mesh_read_points(files_mesh_source *source)
{
    cloud_layout layout = {.column = {0, 1, 2}, .last = 2};
    bool first = true;
    talus_status status = TALUS_OK;
    files_mesh_line line = files_mesh_line_start(source);
    while (status == TALUS_OK && files_mesh_line_next(source, &line)) {
        trim(&line);
        if (line.at == line.end || (first && read_first(&line, &layout))) {
            first = first && line.at == line.end;
            continue;
        }
        first = false;
        status = read_point(source, &line, &layout);
    }
    const size_t found = source->mesh->point_count;
    if (status == TALUS_OK && found == 0) {
        return files_mesh_fail(source, 0, "no points found: expected lines of three numbers");
    }
    if (status == TALUS_OK && layout.counted && layout.count != (double)found) {
        return files_mesh_fail(source, layout.count_line,
                               "the count line promises %.0f points, the file holds %zu",
                               layout.count, found);
    }
    return status;
}
