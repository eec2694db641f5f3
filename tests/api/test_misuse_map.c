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
    return talus_map_draw(NULL, NULL, NULL, NULL, error);
}

static talus_status map_no_layer(talus_error *error)
{
    return talus_map_draw("/tmp", NULL, "x.png", NULL, error);
}

static talus_status map_absent(talus_error *error)
{
    return talus_map_draw("/absent/directory", "speed_max", "/absent/x.png", NULL, error);
}

static talus_status map_width(talus_error *error)
{
    return talus_map_draw("/tmp", "speed_max", "x.png",
                          &(talus_map_options){.size = sizeof(talus_map_options), .width = -1},
                          error);
}

static talus_status map_size_zero(talus_error *error)
{
    return talus_map_draw("/tmp", "speed_max", "x.png", &(talus_map_options){0}, error);
}

MISUSE_TABLE(map, REFUSED(map_size_zero), REFUSED(map_null), REFUSED(map_no_layer),
             REFUSED(map_absent), REFUSED(map_width))

/// Functions without a status answer with nothing.
Test(misuse, map_without_status)
{
    int count = 0;
    talus_map_find_layers(NULL, found, &count);
    talus_map_find_layers("/tmp", NULL, NULL);
    talus_map_find_layers("/absent/directory", found, &count);
    cr_expect_eq(count, 0);
}
