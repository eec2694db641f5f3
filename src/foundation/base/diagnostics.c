// SPDX-License-Identifier: GPL-3.0-or-later
// A growing list of messages, and their compiler-like text.
#include "talus/base.h"

#include "foundation/base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct talus_diagnostics {
    talus_diagnostic *items;
    size_t count, capacity;
    size_t errors; ///< of severity TALUS_SEVERITY_ERROR
    bool lost;
};

talus_diagnostics *talus_diagnostics_create(void)
{
    return calloc(1, sizeof(talus_diagnostics));
}

static void free_item(talus_diagnostic *item)
{
    char *strings[3];
    memcpy(&strings[0], &item->file, sizeof strings[0]);
    memcpy(&strings[1], &item->message, sizeof strings[1]);
    memcpy(&strings[2], &item->source_line, sizeof strings[2]);
    for (size_t i = 0; i < 3; i++) {
        free(strings[i]);
    }
}

void talus_diagnostics_destroy(talus_diagnostics *list)
{
    if (list == NULL) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        free_item(&list->items[i]);
    }
    free(list->items);
    free(list);
}

static char *copy_text(const char *text)
{
    const char *source = text == NULL ? "" : text;
    const size_t size = strlen(source) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, source, size);
    }
    return copy;
}

void talus_diagnostics_add(talus_diagnostics *list, const talus_diagnostic *item)
{
    if (item == NULL) {
        return;
    }
    if (list == NULL) {
        return;
    }
    talus_diagnostic copy = *item;
    copy.file = copy_text(item->file);
    copy.message = copy_text(item->message);
    copy.source_line = copy_text(item->source_line);
    if (copy.file == NULL || copy.message == NULL || copy.source_line == NULL ||
        !array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
        free_item(&copy);
        list->lost = true;
        return;
    }
    list->items[list->count++] = copy;
    list->errors += copy.severity == TALUS_SEVERITY_ERROR;
}

void talus_diagnostics_say(talus_diagnostics *list, talus_severity severity, const char *format,
                           ...)
{
    char message[2048];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    talus_diagnostics_add(list, &(talus_diagnostic){.severity = severity, .message = message});
}

size_t talus_diagnostics_count(const talus_diagnostics *list)
{
    return list == NULL ? 0 : list->count;
}

size_t talus_diagnostics_count_of(const talus_diagnostics *list, talus_severity severity)
{
    size_t count = 0;
    if (list != NULL && severity == TALUS_SEVERITY_ERROR) {
        return list->errors;
    }
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        count += list->items[i].severity == severity;
    }
    return count;
}

const talus_diagnostic *talus_diagnostics_get(const talus_diagnostics *list, size_t index)
{
    return index < talus_diagnostics_count(list) ? &list->items[index] : NULL;
}

bool talus_diagnostics_lost(const talus_diagnostics *list)
{
    return list != NULL && list->lost;
}

static const char *severity_name(talus_severity severity)
{
    switch (severity) {
    case TALUS_NOTE:
        return "note";
    case TALUS_WARNING:
        return "warning";
    case TALUS_SEVERITY_ERROR:
        break;
    }
    return "error";
}

/// snprintf at the end of a text that may already be longer than the buffer.
static void append(char *buffer, size_t size, size_t *length, const char *format, ...)
    TALUS_PRINTF(4, 5);

static void append(char *buffer, size_t size, size_t *length, const char *format, ...)
{
    va_list arguments;
    char *end = *length < size ? buffer + *length : NULL;
    va_start(arguments, format);
    const int written = vsnprintf(end, end == NULL ? 0 : size - *length, format, arguments);
    va_end(arguments);
    *length += written > 0 ? (size_t)written : 0;
}

size_t talus_diagnostic_format(const talus_diagnostic *item, char *buffer, size_t size)
{
    if (item == NULL) {
        return 0;
    }
    size_t length = 0;
    if (item->file[0] != '\0') {
        append(buffer, size, &length, "%s:", item->file);
        if (item->line > 0) {
            append(buffer, size, &length, "%d:", item->line);
        }
        if (item->line > 0 && item->column > 0) {
            append(buffer, size, &length, "%d:", item->column);
        }
        append(buffer, size, &length, " ");
    }
    append(buffer, size, &length, "%s: %s", severity_name(item->severity), item->message);
    if (item->source_line[0] != '\0') {
        append(buffer, size, &length, "\n  %s", item->source_line);
        if (item->column > 0) {
            append(buffer, size, &length, "\n  ");
            const int first = item->source_column > 0 ? item->source_column : 1;
            const size_t shown = strlen(item->source_line);
            for (int i = first; i < item->column; i++) {
                // tabs stay tabs so that the caret stands under its column
                const size_t at = (size_t)(i - first);
                const bool tab = at < shown && item->source_line[at] == '\t';
                append(buffer, size, &length, tab ? "\t" : " ");
            }
            append(buffer, size, &length, "^");
        }
    }
    return length;
}
