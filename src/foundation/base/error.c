// SPDX-License-Identifier: GPL-3.0-or-later
// Status texts and the error sentence.
#include "talus/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const status_texts[] = {
#define STATUS_TEXT(name, text) text,
    TALUS_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
};

const char *talus_status_text(talus_status status)
{
    const size_t count = sizeof status_texts / sizeof *status_texts;
    return (size_t)status < count ? status_texts[status] : "unknown status";
}

talus_status talus_error_set(talus_error *error, talus_status status, const char *format, ...)
{
    if (error != NULL) {
        // an argument may be the message that is replaced
        char message[sizeof error->message] = "";
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        *error = (talus_error){.status = status};
        memcpy(error->message, message, sizeof message);
    }
    return status;
}

void talus_error_locate(talus_error *error, const char *file, int line, int column)
{
    if (error == NULL) {
        return;
    }
    (void)snprintf(error->file, sizeof error->file, "%s", file == NULL ? "" : file);
    error->line = line;
    error->column = column;
}
