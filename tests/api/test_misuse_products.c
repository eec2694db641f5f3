// SPDX-License-Identifier: GPL-3.0-or-later
// products.h and replay.h called wrongly.
#include "misuse.h"
#include "talus/products.h"
#include "talus/replay.h"

static const talus_products_context context;

static talus_status write_null(talus_error *error)
{
    return talus_products_write(NULL, NULL, NULL, NULL, false, error);
}

static talus_status write_no_campaign(talus_error *error)
{
    return talus_products_write("/tmp", &context, NULL, NULL, false, error);
}

static talus_status gltf_null(talus_error *error)
{
    return talus_replay_gltf(NULL, 0, NULL, error);
}

static talus_products_table *table;

static talus_status table_null(talus_error *error)
{
    return talus_products_table_create(NULL, NULL, "screens", &table, error);
}

static talus_status table_no_campaign(talus_error *error)
{
    return talus_products_table_create(&context, NULL, "screens", &table, error);
}

static talus_status table_no_place(talus_error *error)
{
    return talus_products_table_create(&context, NULL, "screens", NULL, error);
}

MISUSE_TABLE(products, REFUSED(write_null), REFUSED(write_no_campaign), REFUSED(gltf_null),
             REFUSED(table_null), REFUSED(table_no_campaign), REFUSED(table_no_place))

/// Functions without a status answer with nothing.
Test(misuse, products_without_status)
{
    cr_expect_null(talus_products_summary(NULL, NULL, false));
    cr_expect_null(talus_products_summary(&context, NULL, false));
    cr_expect_not_null(talus_products_layer_names());
    cr_expect_null(talus_products_table_get(NULL));
    talus_products_table_destroy(NULL);
}
