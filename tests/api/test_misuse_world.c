// SPDX-License-Identifier: GPL-3.0-or-later
// world.h called wrongly.
#include "misuse.h"
#include "talus/world.h"

static talus_scenario *scenario;
static talus_world *world;

static const talus_scenario *plane(void)
{
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, &scenario, NULL),
                 TALUS_OK);
    return scenario;
}

static talus_status load_null(talus_error *error)
{
    return talus_world_load(NULL, NULL, &world, error);
}

static talus_status load_no_place(talus_error *error)
{
    return talus_world_load(plane(), NULL, NULL, error);
}

static talus_status update_null(talus_error *error)
{
    return talus_world_update(NULL, plane(), plane(), NULL, error);
}

MISUSE_TABLE(world, REFUSED(load_null), REFUSED(load_no_place), REFUSED(update_null))

/// Functions without a status answer with nothing.
Test(misuse, world_without_status)
{
    double east = 0.0;
    talus_world_destroy(NULL);
    cr_expect_null(talus_world_campaign(NULL));
    talus_world_origin(NULL, &east, NULL);
    cr_expect(isnan(east));
    cr_expect_str_eq(talus_world_crs_wkt(NULL), "");
    cr_expect_str_eq(talus_world_attribution(NULL), "");
}
