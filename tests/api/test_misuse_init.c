// SPDX-License-Identifier: GPL-3.0-or-later
// init.h called wrongly.
#include "misuse.h"
#include "talus/init.h"

static talus_init *init;
static char *text;

#define DEM "terrain/plane/plane.tif"

static talus_status create_no_dem(talus_error *error)
{
    return talus_init_create(NULL, "a.yaml", NULL, NULL, &init, error);
}

static talus_status create_no_path(talus_error *error)
{
    return talus_init_create(DEM, NULL, NULL, NULL, &init, error);
}

static talus_status create_directory(talus_error *error)
{
    return talus_init_create(DEM, "there/", NULL, NULL, &init, error);
}

static talus_status create_no_place(talus_error *error)
{
    return talus_init_create(DEM, "a.yaml", NULL, NULL, NULL, error);
}

static talus_status create_unknown_size(talus_error *error)
{
    talus_init_options options = talus_init_options_default();
    options.size += 8;
    return talus_init_create(DEM, "a.yaml", &options, NULL, &init, error);
}

static talus_status create_no_size(talus_error *error)
{
    const talus_init_options options = {.crs = "EPSG:2056"};
    return talus_init_create(DEM, "a.yaml", &options, NULL, &init, error);
}

static talus_status look_null(talus_error *error)
{
    talus_init_report report;
    return talus_init_look(NULL, &report, error);
}

static talus_status json_null(talus_error *error)
{
    return talus_init_json(NULL, NULL, &text, error);
}

static talus_status write_null(talus_error *error)
{
    return talus_init_write(NULL, true, error);
}

MISUSE_TABLE(init, REFUSED(create_no_dem), REFUSED(create_no_path), REFUSED(create_directory),
             REFUSED(create_no_place), REFUSED(create_unknown_size), REFUSED(create_no_size),
             REFUSED(look_null), REFUSED(json_null), REFUSED(write_null))

/// Functions without a status answer with nothing.
Test(misuse, init_without_status)
{
    talus_init_destroy(NULL);
    talus_init_options_defaults(NULL, sizeof(talus_init_options));
}
