// SPDX-License-Identifier: GPL-3.0-or-later
// map.h called wrongly.
#include "misuse.h"
#include "talus/map.h"

static void found(void *user, const char *name, const char *title)
{
    (void)name;
    (void)title;
    ++*(int *)user;
}

static talus_status map_null(talus_error *error)
{
    return talus_output_map(NULL, NULL, NULL, NULL, error);
}

static talus_status map_no_layer(talus_error *error)
{
    return talus_output_map("/tmp", NULL, "x.png", NULL, error);
}

static talus_status map_absent(talus_error *error)
{
    return talus_output_map("/absent/directory", "speed_max", "/absent/x.png", NULL, error);
}

static talus_status map_width(talus_error *error)
{
    return talus_output_map("/tmp", "speed_max", "x.png", &(talus_map_options){.width = -1}, error);
}

MISUSE_TABLE(map, REFUSED(map_null), REFUSED(map_no_layer), REFUSED(map_absent), REFUSED(map_width))

/// Functions without a status answer with nothing.
Test(misuse, map_without_status)
{
    int count = 0;
    talus_output_find_layers(NULL, found, &count);
    talus_output_find_layers("/tmp", NULL, NULL);
    talus_output_find_layers("/absent/directory", found, &count);
    cr_expect_eq(count, 0);
}
