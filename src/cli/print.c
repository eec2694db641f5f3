// SPDX-License-Identifier: GPL-3.0-or-later
// Messages on standard error, and what several commands print.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static void print_diagnostic(const talus_diagnostic *item)
{
    char text[2048];
    const size_t length = talus_diagnostic_format(item, text, sizeof text);
    if (length < sizeof text) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    char *whole = malloc(length + 1);
    if (whole) {
        talus_diagnostic_format(item, whole, length + 1);
    }
    fprintf(stderr, "%s\n", whole ? whole : text);
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
    if (error->file[0] && error->line > 0) {
        fprintf(stderr, "%s:%d:%d: error: %s\n", error->file, error->line,
                error->column > 0 ? error->column : 1, error->message);
    } else if (error->file[0]) {
        fprintf(stderr, "%s: error: %s\n", error->file, error->message);
    } else {
        fprintf(stderr, "talus: error: %s\n",
                error->message[0] ? error->message : talus_status_text(error->status));
    }
}

void cli_print_crs(const char *wkt)
{
    // the name of a CRS is the first quoted text of its WKT
    const char *quote = strchr(wkt, '"');
    if (quote) {
        printf("%.*s\n", (int)strcspn(quote + 1, "\""), quote + 1);
    } else {
        printf("none\n");
    }
}
