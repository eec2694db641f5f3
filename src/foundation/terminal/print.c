// SPDX-License-Identifier: GPL-3.0-or-later
// Messages on standard error, and what several commands print.
#include "foundation/files/files.h"
#include "foundation/terminal/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// Without memory: what is not plain ASCII becomes '?'. The sentence about memory has to be
/// printed.
static void print_ascii(FILE *stream, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        putc(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?', stream);
    }
}

static void print_line(FILE *stream, const char *text, size_t size)
{
    char *piece = malloc(size + 1), *clean = NULL;
    if (piece) {
        memcpy(piece, text, size);
        piece[size] = '\0';
        clean = files_clean_text(piece);
    }
    if (clean) {
        fputs(clean, stream);
    } else {
        print_ascii(stream, text, size);
    }
    free(clean);
    free(piece);
}

void cli_print_text(FILE *stream, const char *text)
{
    while (*text) {
        const size_t size = strcspn(text, "\n\t");
        print_line(stream, text, size);
        text += size;
        if (*text) {
            putc(*text++, stream);
        }
    }
}

void cli_say(const char *format, ...)
{
    char text[4096]; // a longer sentence is cut
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_print_text(stderr, text);
}

static void print_diagnostic(const talus_diagnostic *item)
{
    char text[2048];
    const size_t length = talus_diagnostic_format(item, text, sizeof text);
    char *whole = length < sizeof text ? NULL : malloc(length + 1);
    if (whole) {
        talus_diagnostic_format(item, whole, length + 1);
    }
    cli_print_text(stderr, whole ? whole : text);
    putc('\n', stderr);
    free(whole);
}

size_t cli_print_diagnostics(const talus_diagnostics *list, size_t first, bool quiet)
{
    const size_t count = talus_diagnostics_count(list);
    for (size_t i = first; i < count; i++) {
        const talus_diagnostic *item = talus_diagnostics_get(list, i);
        if (!quiet || item->severity == TALUS_SEVERITY_ERROR) {
            print_diagnostic(item);
        }
    }
    return count;
}

void cli_print_error(const talus_error *error)
{
    cli_settle();
    cli_print_text(stderr, error->file[0] ? error->file : cli_program_name());
    if (error->file[0] && error->line > 0) {
        fprintf(stderr, ":%d:%d", error->line, error->column > 0 ? error->column : 1);
    }
    fputs(": error: ", stderr);
    cli_print_text(stderr, error->message[0] || error->file[0] ? error->message
                                                               : talus_status_text(error->status));
    putc('\n', stderr);
}
