// SPDX-License-Identifier: GPL-3.0-or-later
// A whole table of CSV of another writer, with an apostrophe before text that a spreadsheet would take
// for a formula.
#include "foundation/files/files.h"

#include <stddef.h>
#include <string.h>

static size_t skip_digits(const char *text, size_t size)
{
    size_t k = 0;
    while (k < size && text[k] >= '0' && text[k] <= '9') {
        k++;
    }
    return k;
}

/// [sign] digits [. digits] [e [sign] digits]
static bool is_number(const char *text, size_t size)
{
    size_t k = size > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const size_t whole = skip_digits(text + k, size - k);
    k += whole;
    size_t digits = whole;
    if (k < size && text[k] == '.') {
        const size_t part = skip_digits(text + k + 1, size - k - 1);
        digits += part;
        k += 1 + part;
    }
    if (digits > 0 && k < size && (text[k] == 'e' || text[k] == 'E')) {
        const size_t sign = k + 1 < size && (text[k + 1] == '-' || text[k + 1] == '+') ? 1 : 0;
        const size_t power = skip_digits(text + k + 1 + sign, size - k - 1 - sign);
        k += power > 0 ? 1 + sign + power : 0;
    }
    return digits > 0 && k == size;
}

static void add_field(files_text *text, const char *field, size_t size)
{
    const bool is_quoted = size > 1 && field[0] == '"';
    const char *inner = is_quoted ? field + 1 : field;
    const size_t length = is_quoted ? size - 2 : size;
    const char first[2] = {length > 0 ? inner[0] : '\0', '\0'};
    if (files_csv_is_formula(first) && !is_number(inner, length)) {
        files_text_add(text, "\"'%.*s\"", (int)length, inner);
    } else {
        files_text_add(text, "%.*s", (int)size, field);
    }
}

void files_csv_add_guarded(files_text *text, const char *csv, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t end = at;
        bool is_inside = false;
        while (end < size && (is_inside || (csv[end] != ',' && csv[end] != '\n'))) {
            is_inside = is_inside != (csv[end] == '"');
            end++;
        }
        const size_t tail =
            end > at && end < size && csv[end] == '\n' && csv[end - 1] == '\r' ? 1 : 0;
        add_field(text, csv + at, end - at - tail);
        files_text_add(text, "%.*s", (int)(tail + (end < size)), csv + end - tail);
        at = end + 1;
    }
}
