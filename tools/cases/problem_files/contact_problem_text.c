// SPDX-License-Identifier: GPL-3.0-or-later
// The stored text format of contact problems, read with every count checked:
//   dimension, contacts, storage, W, q (3 per contact), mu (1 per contact), perhaps a flag.
#include "cases/problem_files/contact_problem.h"
#include "foundation/files/files.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DENSE = 0, BLOCKS = 1 };

typedef struct text_reader {
    const char *path;
    const char *at, *end;
    const char *line_start;
    int line;
    const char *word; ///< the last word; where it stands goes with an error
    size_t word_size;
    int word_line, word_column;
    talus_error *error;
} text_reader;

static talus_status refuse(text_reader *r, const char *format, ...) TALUS_PRINTF(2, 3);
static talus_status refuse(text_reader *r, const char *format, ...)
{
    char message[900];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    (void)talus_error_set(r->error, TALUS_ERROR_INPUT, "%s", message);
    talus_error_locate(r->error, r->path, r->word_line, r->word_column);
    return TALUS_ERROR_INPUT;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// @return false at the end of the file
static bool next_word(text_reader *r)
{
    while (r->at < r->end && is_blank(*r->at)) {
        if (*r->at++ == '\n') {
            r->line++;
            r->line_start = r->at;
        }
    }
    r->word = r->at;
    r->word_line = r->line;
    r->word_column = (int)(r->at - r->line_start) + 1;
    while (r->at < r->end && !is_blank(*r->at)) {
        r->at++;
    }
    r->word_size = (size_t)(r->at - r->word);
    return r->word_size > 0;
}

typedef struct quoted {
    char text[48];
} quoted;

/// The last word as messages show it.
static quoted quote(const text_reader *r)
{
    quoted q;
    size_t size = 0;
    if (r->word_size == 0) {
        strcpy(q.text, "the end of the file");
        return q;
    }
    q.text[size++] = '"';
    for (size_t k = 0; k < r->word_size && size < sizeof q.text - 5; k++) {
        const char c = r->word[k];
        q.text[size++] = c > ' ' && c < 0x7f ? c : '?';
    }
    strcpy(q.text + size, size - 1 < r->word_size ? "...\"" : "\"");
    return q;
}

static talus_status read_count(text_reader *r, const char *what, size_t *value)
{
    next_word(r);
    char *stop = NULL;
    errno = 0;
    const unsigned long long number = strtoull(r->word, &stop, 10);
    if (r->word_size == 0 || r->word[0] < '0' || r->word[0] > '9' || stop != r->at || errno != 0 ||
        number > SIZE_MAX / 64) {
        return refuse(r, "found %s, expected %s: an integer >= 0", quote(r).text, what);
    }
    *value = (size_t)number;
    return TALUS_OK;
}

static talus_status expect_count(text_reader *r, const char *what, size_t expected)
{
    size_t value = 0;
    const talus_status status = read_count(r, what, &value);
    if (status != TALUS_OK || value == expected) {
        return status;
    }
    return refuse(r, "%s is %zu, expected %zu", what, value, expected);
}

/// Every value that follows takes two bytes at least: a count beyond that is wrong, and would ask
/// for memory in vain.
static talus_status check_room(text_reader *r, const char *what, size_t count)
{
    const size_t left = (size_t)(r->end - r->at);
    if (count <= left / 2) {
        return TALUS_OK;
    }
    return refuse(r, "%s: %zu values cannot be in the %zu bytes that follow; is the file whole?",
                  what, count, left);
}

static talus_status read_numbers(text_reader *r, const char *what, size_t count, double *values)
{
    for (size_t k = 0; k < count; k++) {
        char *stop = NULL;
        const bool found = next_word(r);
        values[k] = found ? strtod(r->word, &stop) : 0.0;
        if (!found || stop != r->at || !isfinite(values[k]) ||
            memchr(r->word, 'x', r->word_size) != NULL ||
            memchr(r->word, 'X', r->word_size) != NULL) {
            return refuse(r, "found %s, expected a finite number: %s, value %zu of %zu",
                          quote(r).text, what, k + 1, count);
        }
    }
    return TALUS_OK;
}

static talus_status no_memory(const text_reader *r, size_t contacts)
{
    return talus_error_set(r->error, TALUS_ERROR_MEMORY, "%s: out of memory for %zu contacts",
                           r->path, contacts);
}

/// Blocks that are not zero, and all of the diagonal.
static talus_status blocks_of_dense(const text_reader *r, size_t contacts, const double *dense,
                                    problem_rows **rows)
{
    const size_t size = 3 * contacts;
    contact_entry *entries = malloc(contacts * contacts * sizeof *entries);
    size_t count = 0;
    if (entries == NULL) {
        return no_memory(r, contacts);
    }
    for (size_t block = 0; block < contacts * contacts; block++) {
        const size_t row = block / contacts, column = block % contacts;
        const double *corner = dense + 3 * row * size + 3 * column;
        bool is_zero = row != column;
        for (size_t k = 0; k < 9 && is_zero; k++) {
            is_zero = corner[k / 3 * size + k % 3] == 0.0;
        }
        if (!is_zero) {
            entries[count++] = (contact_entry){row, column, block};
        }
    }
    const talus_status status = files_contact_build(contacts, entries, count, rows, r->error);
    for (size_t b = 0; status == TALUS_OK && b < count; b++) {
        const double *corner = dense + 3 * entries[b].row * size + 3 * entries[b].column;
        for (size_t k = 0; k < 9; k++) {
            (*rows)->blocks[9 * b + k] = corner[k / 3 * size + k % 3];
        }
    }
    free(entries);
    return status;
}

/// Storage 0: rows, columns, once more, then the entries row by row.
static talus_status read_dense(text_reader *r, size_t contacts, problem_rows **rows)
{
    static const char *const names[] = {"the number of rows of W", "the number of columns of W"};
    const size_t size = 3 * contacts;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < 4 && status == TALUS_OK; k++) {
        status = expect_count(r, names[k % 2], size);
    }
    if (status == TALUS_OK && size > SIZE_MAX / 64 / size) {
        return refuse(r, "%zu contacts are too many for dense storage", contacts);
    }
    if (status == TALUS_OK) {
        status = check_room(r, "W", size * size);
    }
    if (status != TALUS_OK) {
        return status;
    }
    double *dense = malloc(size * size * sizeof *dense);
    if (dense == NULL) {
        return no_memory(r, contacts);
    }
    status = read_numbers(r, "W", size * size, dense);
    if (status == TALUS_OK) {
        status = blocks_of_dense(r, contacts, dense, rows);
    }
    free(dense);
    return status;
}

/// Cumulated ends of block rows or columns: 3, 6, 9, ...
static talus_status expect_ends(text_reader *r, const char *what, size_t contacts)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < contacts && status == TALUS_OK; k++) {
        status = expect_count(r, what, 3 * (k + 1));
    }
    return status;
}

/// Row starts (filled1 of them) and block columns of storage 1, as entries in the file's order.
static talus_status read_indices(text_reader *r, size_t contacts, size_t starts, size_t count,
                                 contact_entry *entries)
{
    size_t begin = 0;
    talus_status status = expect_count(r, "the first row start (index1)", 0);
    for (size_t row = 0; row + 1 < starts && status == TALUS_OK; row++) {
        size_t end = 0;
        status = read_count(r, "a row start (index1)", &end);
        if (status == TALUS_OK && (end < begin || end > count)) {
            return refuse(r, "row start %zu (index1) is %zu, expected %zu to %zu", row + 1, end,
                          begin, count);
        }
        for (size_t k = begin; status == TALUS_OK && k < end; k++) {
            entries[k].row = row;
        }
        begin = end;
    }
    if (status == TALUS_OK && begin != count) {
        return refuse(r, "the last row start (index1) is %zu, expected the number of blocks, %zu",
                      begin, count);
    }
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = read_count(r, "a block column (index2)", &entries[k].column);
        if (status == TALUS_OK && entries[k].column >= contacts) {
            return refuse(r, "block column %zu of %zu (index2) is %zu, expected 0 to %zu", k + 1,
                          count, entries[k].column, contacts - 1);
        }
        entries[k].source = k;
    }
    return status;
}

/// Every block: its number, and 9 values in column order; stored row by row.
static talus_status read_values(text_reader *r, size_t count, double *values)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        double columns[9];
        status = expect_count(r, "the number of a block", k);
        if (status == TALUS_OK) {
            status = read_numbers(r, "a block of W", 9, columns);
        }
        for (size_t i = 0; status == TALUS_OK && i < 9; i++) {
            values[9 * k + i] = columns[i % 3 * 3 + i / 3];
        }
    }
    return status;
}

static talus_status build_blocks(text_reader *r, size_t contacts, size_t count,
                                 contact_entry *entries, const double *values, problem_rows **rows)
{
    const talus_status status = files_contact_build(contacts, entries, count, rows, r->error);
    if (status != TALUS_OK) {
        return status;
    }
    if ((*rows)->block_count != count) {
        return refuse(r, "block columns (index2) of a row repeat, expected %zu different blocks",
                      count);
    }
    for (size_t k = 0; k < count; k++) {
        memcpy((*rows)->blocks + 9 * k, values + 9 * entries[k].source, 9 * sizeof *values);
    }
    return TALUS_OK;
}

/// Storage 1: see docs/contact_problems.md.
static talus_status read_blocks(text_reader *r, size_t contacts, problem_rows **rows)
{
    size_t count = 0, starts = 0;
    talus_status status = expect_count(r, "the number of rows of W", 3 * contacts);
    status = status ? status : expect_count(r, "the number of columns of W", 3 * contacts);
    status = status ? status : read_count(r, "the number of blocks", &count);
    status = status ? status
                    : check_room(r, "the blocks of W", count > SIZE_MAX / 16 ? count : 10 * count);
    status = status ? status : expect_count(r, "the number of block rows", contacts);
    status = status ? status : expect_count(r, "the number of block columns", contacts);
    status = status ? status : expect_ends(r, "the end of a block row", contacts);
    status = status ? status : expect_ends(r, "the end of a block column", contacts);
    status = status ? status : read_count(r, "filled1", &starts);
    if (status == TALUS_OK && (starts < 1 || starts > contacts + 1)) {
        return refuse(r, "filled1 is %zu, expected the number of block rows + 1, %zu", starts,
                      contacts + 1);
    }
    status = status ? status : expect_count(r, "filled2", count);
    if (status != TALUS_OK) {
        return status;
    }
    contact_entry *entries = malloc((count + 1) * sizeof *entries);
    double *values = malloc((9 * count + 1) * sizeof *values);
    status = entries && values ? TALUS_OK : no_memory(r, contacts);
    status = status ? status : read_indices(r, contacts, starts, count, entries);
    status = status ? status : read_values(r, count, values);
    status = status ? status : build_blocks(r, contacts, count, entries, values, rows);
    free(entries);
    free(values);
    return status;
}

static talus_status read_matrix(text_reader *r, problem_rows **rows)
{
    size_t dimension = 0, contacts = 0, storage = 0;
    talus_status status = read_count(r, "the dimension", &dimension);
    if (status == TALUS_OK && dimension != 3) {
        return refuse(r, "the dimension is %zu, expected 3: only problems in space are solved",
                      dimension);
    }
    status = status ? status : read_count(r, "the number of contacts", &contacts);
    if (status == TALUS_OK && contacts == 0) {
        return refuse(r, "the number of contacts is 0, expected at least 1");
    }
    status = status ? status : check_room(r, "q and mu", 4 * contacts);
    status = status ? status : read_count(r, "the storage", &storage);
    if (status != TALUS_OK) {
        return status;
    }
    if (storage != DENSE && storage != BLOCKS) {
        return refuse(r, "storage %zu, expected 0 (dense) or 1 (sparse blocks)", storage);
    }
    return storage == DENSE ? read_dense(r, contacts, rows) : read_blocks(r, contacts, rows);
}

/// Old writers end with a flag, 0 or 1, that says nothing about the problem.
static talus_status expect_end(text_reader *r)
{
    if (next_word(r) && r->word_size == 1 && (*r->word == '0' || *r->word == '1')) {
        next_word(r);
    }
    return r->word_size == 0 ? TALUS_OK
                             : refuse(r,
                                      "found %s after the last friction coefficient, expected the "
                                      "end of the file",
                                      quote(r).text);
}

static talus_status read_vectors(text_reader *r, problem_rows *rows)
{
    talus_status status = read_numbers(r, "q", 3 * rows->contact_count, rows->c);
    for (size_t k = 0; k < rows->contact_count && status == TALUS_OK; k++) {
        status = read_numbers(r, "mu", 1, rows->mu + k);
        if (status == TALUS_OK && !(rows->mu[k] >= 0.0)) {
            return refuse(r, "the friction coefficient of contact %zu is %g, expected >= 0", k + 1,
                          rows->mu[k]);
        }
    }
    return status == TALUS_OK ? expect_end(r) : status;
}

talus_status files_contact_read_text(const contact_bytes *bytes, problem_rows **rows,
                                     talus_error *error)
{
    text_reader reader = {.path = bytes->path,
                          .at = bytes->data,
                          .end = bytes->data + bytes->size,
                          .line_start = bytes->data,
                          .line = 1,
                          .error = error};
    const files_locale locale = files_locale_enter();
    talus_status status = read_matrix(&reader, rows);
    if (status == TALUS_OK) {
        status = read_vectors(&reader, *rows);
    }
    files_locale_leave(&locale);
    if (status != TALUS_OK) {
        problem_rows_destroy(*rows);
        *rows = NULL;
    }
    return status;
}
