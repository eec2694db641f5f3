// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a coordinate reference system.
#include "app/cli/cli.h"

#include <string.h>

void cli_print_crs(const char *wkt)
{
    // the name of a CRS is the first quoted text of its WKT
    const char *quote = strchr(wkt, '"');
    if (quote) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
        cli_print_text(stdout, name);
        putchar('\n');
    } else {
        printf("none\n");
    }
}
