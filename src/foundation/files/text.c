// SPDX-License-Identifier: GPL-3.0-or-later
// A growing text, and JSON written on it.
#include "foundation/files/files.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Room for `more` bytes and the terminating zero.
static bool reserve(files_text *text, size_t more)
{
    if (text->failed) {
        return false;
    }
    if (text->capacity - text->size > more) {
        return true;
    }
    const size_t needed = text->size + more + 1;
    const size_t capacity = needed > SIZE_MAX / 2 ? needed : 2 * needed;
    char *larger = realloc(text->data, capacity < 256 ? 256 : capacity);
    if (larger == NULL) {
        text->failed = true;
        return false;
    }
    text->data = larger;
    text->capacity = capacity < 256 ? 256 : capacity;
    return true;
}

static void add_bytes(files_text *text, const char *bytes, size_t size)
{
    if (reserve(text, size)) {
        memcpy(text->data + text->size, bytes, size);
        text->size += size;
        text->data[text->size] = '\0';
    }
}

static TALUS_PRINTF(2, 0) void add_formatted(files_text *text, const char *format,
                                             va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const size_t room = text->data != NULL ? text->capacity - text->size : 0;
    const int length =
        vsnprintf(room > 0 ? text->data + text->size : NULL, room, format, arguments);
    if (length < 0) {
        text->failed = true;
    } else if ((size_t)length < room) {
        text->size += (size_t)length;
    } else if (reserve(text, (size_t)length)) {
        (void)vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
}

void files_text_add(files_text *text, const char *format, ...)
{
    if (text->failed) {
        return;
    }
    const files_locale locale = files_locale_enter();
    va_list arguments;
    va_start(arguments, format);
    add_formatted(text, format, arguments);
    va_end(arguments);
    files_locale_leave(&locale);
}

void files_text_rewind(files_text *text, const files_text *mark)
{
    text->size = mark->size;
    text->depth = mark->depth;
    text->first = mark->first;
    if (text->data != NULL) {
        text->data[text->size] = '\0';
    }
}

void files_text_clear(files_text *text)
{
    free(text->data);
    *text = (files_text){0};
}

/// Bytes of the UTF-8 character at `s`; 0 if there is none.
static size_t character_size(const unsigned char *s)
{
    const size_t size = s[0] < 0x80                   ? 1
                        : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
                        : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                        : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                      : 0;
    for (size_t k = 1; k < size; k++) {
        if ((s[k] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool surrogate = s[0] == 0xed && s[1] >= 0xa0;
    const bool beyond = s[0] == 0xf4 && s[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : size;
}

/// A JSON string; bytes that are not UTF-8 become U+FFFD.
static void add_quoted(files_text *text, const char *value)
{
    add_bytes(text, "\"", 1);
    const unsigned char *s = (const unsigned char *)value;
    while (*s != '\0') {
        const size_t size = character_size(s);
        if (*s == '"' || *s == '\\') {
            const char escaped[2] = {'\\', (char)*s};
            add_bytes(text, escaped, sizeof escaped);
        } else if (*s == '\n') {
            add_bytes(text, "\\n", 2);
        } else if (*s == '\t') {
            add_bytes(text, "\\t", 2);
        } else if (*s < 0x20 || *s == 0x7f) {
            files_text_add(text, "\\u%04x", (unsigned)*s);
        } else if (size == 0) {
            add_bytes(text, "\\ufffd", 6);
        } else {
            add_bytes(text, (const char *)s, size);
        }
        s += size > 0 ? size : 1;
    }
    add_bytes(text, "\"", 1);
}

static void indent(files_text *text)
{
    add_bytes(text, "\n", 1);
    for (int level = 0; level < text->depth; level++) {
        add_bytes(text, "  ", 2);
    }
}

/// Comma, line break and key in front of a value.
static void start_item(files_text *text, const char *key)
{
    if (text->depth > 0) {
        if (!text->first) {
            add_bytes(text, ",", 1);
        }
        indent(text);
    }
    text->first = false;
    if (key != NULL) {
        add_quoted(text, key);
        add_bytes(text, ": ", 2);
    }
}

void files_json_begin(files_text *text, const char *key, char bracket)
{
    start_item(text, key);
    add_bytes(text, &bracket, 1);
    text->depth++;
    text->first = true;
}

void files_json_end(files_text *text, char bracket)
{
    text->depth--;
    if (!text->first) {
        indent(text);
    }
    add_bytes(text, &bracket, 1);
    text->first = false;
}

/// JSON knows no NaN and no infinity.
static void add_number(files_text *text, double value)
{
    if (isfinite(value)) {
        files_text_add(text, "%.17g", value);
    } else {
        add_bytes(text, "null", 4);
    }
}

void files_json_add_number(files_text *text, const char *key, double value)
{
    start_item(text, key);
    add_number(text, value);
}

void files_json_add_plain(files_text *text, const char *key, const char *value)
{
    start_item(text, key);
    add_bytes(text, value, strlen(value));
}

void files_json_add_integer(files_text *text, const char *key, int64_t value)
{
    start_item(text, key);
    files_text_add(text, "%" PRId64, value);
}

void files_json_add_unsigned(files_text *text, const char *key, uint64_t value)
{
    start_item(text, key);
    files_text_add(text, "%" PRIu64, value);
}

void files_json_add_text(files_text *text, const char *key, const char *value)
{
    start_item(text, key);
    if (value != NULL) {
        add_quoted(text, value);
    } else {
        add_bytes(text, "null", 4);
    }
}

void files_json_add_bool(files_text *text, const char *key, bool value)
{
    start_item(text, key);
    files_text_add(text, "%s", value ? "true" : "false");
}

void files_json_add_numbers(files_text *text, const char *key, const double *values, size_t count)
{
    start_item(text, key);
    add_bytes(text, "[", 1);
    for (size_t k = 0; k < count; k++) {
        if (k > 0) {
            add_bytes(text, ", ", 2);
        }
        add_number(text, values[k]);
    }
    add_bytes(text, "]", 1);
}

void files_xml_add_text(files_text *text, const char *value)
{
    for (; *value != '\0'; value++) {
        const char *entity =
            *value == '&'   ? "&amp;"
            : *value == '<' ? "&lt;"
            : *value == '>' ? "&gt;"
            : *value == '"' ? "&quot;"
            : ((unsigned char)*value < 0x20 && strchr("\t\n\r", *value) == NULL) || *value == 0x7f
                ? "\xef\xbf\xbd"
                : NULL;
        add_bytes(text, entity != NULL ? entity : value, entity != NULL ? strlen(entity) : 1);
    }
}

bool files_csv_is_formula(const char *value)
{
    return value[0] != '\0' && strchr("=+-@\t\r", value[0]) != NULL;
}

void files_csv_add_text(files_text *text, const char *value)
{
    add_bytes(text, "\"'", files_csv_is_formula(value) ? 2 : 1);
    for (; *value != '\0'; value++) {
        add_bytes(text, "\"\"", *value == '"' ? 1 : 0);
        add_bytes(text, value, 1);
    }
    add_bytes(text, "\"", 1);
}

void files_print_short(char text[32], double value)
{
    snprintf(text, 32, "%.6g", value);
    char *zero = strstr(text, "e-0");
    if (zero != NULL) {
        memmove(zero + 2, zero + 3, strlen(zero + 3) + 1);
    }
}
