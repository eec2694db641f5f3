// SPDX-License-Identifier: GPL-3.0-or-later
// A growing text, and JSON written on it.
#include "files/files.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(files_text *text, size_t more)
{
    if (text->failed) {
        return false;
    }
    if (text->size + more + 1 <= text->capacity) {
        return true;
    }
    size_t capacity = text->capacity == 0 ? 256 : text->capacity;
    while (capacity < text->size + more + 1) {
        capacity *= 2;
    }
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void files_text_add(files_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int needed = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (needed < 0 || !reserve(text, (size_t)needed)) {
        text->failed = true;
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(text->data + text->size, (size_t)needed + 1, format, arguments);
    va_end(arguments);
    text->size += (size_t)needed;
}

void files_text_clear(files_text *text)
{
    free(text->data);
    memset(text, 0, sizeof *text);
}

static void add_quoted(files_text *text, const char *value)
{
    files_text_add(text, "\"");
    for (const char *c = value; *c != '\0'; c++) {
        const unsigned char code = (unsigned char)*c;
        if (code == '"' || code == '\\') {
            files_text_add(text, "\\%c", *c);
        } else if (code < 0x20) {
            files_text_add(text, "\\u%04x", code);
        } else {
            files_text_add(text, "%c", *c);
        }
    }
    files_text_add(text, "\"");
}

/// Comma, line, indent and key of the next item.
static void begin_item(files_text *text, const char *key)
{
    if (text->depth > 0) {
        files_text_add(text, "%s\n%*s", text->first ? "" : ",", 2 * text->depth, "");
    }
    text->first = false;
    if (key != NULL) {
        add_quoted(text, key);
        files_text_add(text, ": ");
    }
}

void files_json_begin(files_text *text, const char *key, char bracket)
{
    begin_item(text, key);
    files_text_add(text, "%c", bracket);
    text->depth++;
    text->first = true;
}

void files_json_end(files_text *text, char bracket)
{
    text->depth--;
    if (!text->first) {
        files_text_add(text, "\n%*s", 2 * text->depth, "");
    }
    files_text_add(text, "%c", bracket);
    text->first = false;
    if (text->depth == 0) {
        files_text_add(text, "\n");
    }
}

static void add_number(files_text *text, double value)
{
    if (isfinite(value)) {
        files_text_add(text, "%.17g", value);
    } else {
        files_text_add(text, "null");
    }
}

void files_json_add_number(files_text *text, const char *key, double value)
{
    begin_item(text, key);
    add_number(text, value);
}

void files_json_add_integer(files_text *text, const char *key, int64_t value)
{
    begin_item(text, key);
    files_text_add(text, "%" PRId64, value);
}

void files_json_add_unsigned(files_text *text, const char *key, uint64_t value)
{
    begin_item(text, key);
    files_text_add(text, "%" PRIu64, value);
}

void files_json_add_text(files_text *text, const char *key, const char *value)
{
    begin_item(text, key);
    add_quoted(text, value == NULL ? "" : value);
}

void files_json_add_bool(files_text *text, const char *key, bool value)
{
    begin_item(text, key);
    files_text_add(text, value ? "true" : "false");
}

void files_json_add_numbers(files_text *text, const char *key, const double *values, size_t count)
{
    begin_item(text, key);
    files_text_add(text, "[");
    for (size_t i = 0; i < count; i++) {
        files_text_add(text, i == 0 ? "" : ", ");
        add_number(text, values[i]);
    }
    files_text_add(text, "]");
}
