// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, words and numbers of a text file in memory.
#include "foundation/files/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

files_mesh_line files_mesh_line_start(const files_mesh_source *source)
{
    const bool mark = source->size >= 3 && memcmp(source->data, "\xEF\xBB\xBF", 3) == 0;
    const char *begin = source->data + (mark ? 3 : 0);
    return (files_mesh_line){begin, begin, begin, 0, 1};
}

bool files_mesh_line_next(const files_mesh_source *source, files_mesh_line *line)
{
    const char *limit = source->data + source->size;
    if (line->next >= limit) {
        return false;
    }
    line->number += line->rows;
    line->rows = 1;
    line->at = line->end = line->next;
    while (line->end < limit && *line->end != '\n' && *line->end != '\r') {
        line->rows += *line->end == '\v';
        line->end++;
    }
    line->next = line->end;
    line->next += line->next < limit && *line->next == '\r';
    line->next += line->next < limit && *line->next == '\n';
    return true;
}

static bool is_among(char c, const char *separators)
{
    return c != '\0' && strchr(separators, c) != NULL;
}

files_mesh_word files_mesh_line_field(files_mesh_line *line, const char *separators)
{
    while (line->at < line->end && is_among(*line->at, separators)) {
        line->at++;
    }
    files_mesh_word word = {line->at, 0};
    while (line->at < line->end && !is_among(*line->at, separators)) {
        line->at++;
    }
    word.size = (size_t)(line->at - word.text);
    return word;
}

files_mesh_word files_mesh_line_word(files_mesh_line *line)
{
    return files_mesh_line_field(line, " \t\v\f");
}

bool files_mesh_word_is_name(files_mesh_word word)
{
    const char c = word.size == 0 ? '\0' : word.text[0];
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '"' || c == '_') &&
           !files_mesh_word_is(word, "nan") && !files_mesh_word_is(word, "inf") &&
           !files_mesh_word_is(word, "infinity");
}

bool files_mesh_word_is(files_mesh_word word, const char *text)
{
    if (strlen(text) != word.size) {
        return false;
    }
    for (size_t i = 0; i < word.size; i++) {
        const char c = word.text[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != text[i]) {
            return false;
        }
    }
    return true;
}

files_mesh_quote files_mesh_word_quote(files_mesh_word word)
{
    files_mesh_quote quote;
    const size_t room = sizeof quote.text - 4;
    const size_t size = word.size < room ? word.size : room;
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)word.text[i];
        quote.text[i] = c < 0x20 || c >= 0x7f ? '?' : word.text[i];
    }
    strcpy(quote.text + size, word.size > room ? "..." : "");
    return quote;
}

bool files_mesh_word_number(files_mesh_word word, double *value)
{
    if (word.size == 0 || memchr(word.text, 'x', word.size) != NULL ||
        memchr(word.text, 'X', word.size) != NULL) {
        return false;
    }
    char *end = NULL;
    *value = strtod(word.text, &end);
    return end == word.text + word.size && isfinite(*value);
}

talus_status files_mesh_line_point(files_mesh_source *source, files_mesh_line *line,
                                   const char *what, talus_vec3 *point)
{
    double x[3];
    for (int i = 0; i < 3; i++) {
        const files_mesh_word word = files_mesh_line_word(line);
        if (word.size == 0) {
            return files_mesh_fail(source, line->number,
                                   "%s: found %d numbers, expected three: x y z", what, i);
        }
        if (!files_mesh_word_number(word, &x[i])) {
            return files_mesh_fail(source, line->number, "%s: found '%s', expected a finite number",
                                   what, files_mesh_word_quote(word).text);
        }
        files_mesh_note_digits(source, i, word);
    }
    *point = (talus_vec3){x[0], x[1], x[2]};
    return TALUS_OK;
}
