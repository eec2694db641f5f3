// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a coordinate reference system.
#include "app/cli/cli.h"
#include "io/geo/geo.h"

void cli_print_crs(const char *wkt)
{
    char name[256];
    geo_name_crs(wkt, name, sizeof name);
    cli_print_text(stdout, name);
    putchar('\n');
}
