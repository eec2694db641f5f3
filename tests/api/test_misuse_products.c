// SPDX-License-Identifier: GPL-3.0-or-later
// products.h and replay.h called wrongly.
#include "ensemble/incline.h"
#include "misuse.h"
#include "talus/products.h"
#include "talus/replay.h"
#include "talus/run.h"

static talus_campaign campaign;
static const talus_products_context context = {.size = sizeof context};
static incline scene;

static talus_results *results;
static const talus_results *some_results(void)
{
    incline_make(&scene, 0.7, 0.15, false);
    scene.release.rocks = 1;
    campaign = *incline_campaign(&scene);
    cr_assert_eq(talus_campaign_run(&campaign, NULL, &results, NULL), TALUS_OK);
    return results;
}

static talus_status write_null(talus_error *error)
{
    return talus_products_write(NULL, NULL, NULL, NULL, false, error);
}

static talus_status write_no_campaign(talus_error *error)
{
    return talus_products_write("/tmp", &context, NULL, NULL, false, error);
}

static talus_status write_no_size(talus_error *error)
{
    talus_products_context none = talus_products_context_default();
    none.size = 0;
    none.campaign = &campaign;
    char *text = NULL;
    return talus_products_summary(&none, some_results(), false, &text, error);
}

static talus_status summary_null(talus_error *error)
{
    char *text = NULL;
    return talus_products_summary(NULL, some_results(), false, &text, error);
}

static talus_status summary_no_campaign(talus_error *error)
{
    char *text = NULL;
    return talus_products_summary(&context, some_results(), false, &text, error);
}

static talus_status summary_no_results(talus_error *error)
{
    char *text = NULL;
    return talus_products_summary(&context, NULL, false, &text, error);
}

static talus_status summary_no_place(talus_error *error)
{
    return talus_products_summary(&context, some_results(), false, NULL, error);
}

/// What a contributor's job refuses before anything is written.
static talus_status claim(talus_products_job *job, talus_error *error)
{
    const talus_contributor run = talus_products_contributor(job);
    return run.claim(run.user, NULL, error);
}

static talus_status job_null(talus_error *error)
{
    return claim(NULL, error);
}

static talus_status job_no_size(talus_error *error)
{
    talus_products_job job = talus_products_job_default();
    job.size = 8;
    return claim(&job, error);
}

static talus_status job_no_context(talus_error *error)
{
    talus_products_job job = talus_products_job_default();
    return claim(&job, error);
}

static talus_status job_no_campaign(talus_error *error)
{
    talus_products_job job = talus_products_job_default();
    job.context = &context;
    return claim(&job, error);
}

static talus_status job_no_results(talus_error *error)
{
    talus_products_job job = talus_products_job_default();
    const talus_contributor run = talus_products_contributor(&job);
    return run.write(run.user, NULL, error);
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
             REFUSED(table_null), REFUSED(table_no_campaign), REFUSED(table_no_place),
             REFUSED(write_no_size), REFUSED(summary_null), REFUSED(summary_no_campaign),
             REFUSED(summary_no_results), REFUSED(summary_no_place), REFUSED(job_null),
             REFUSED(job_no_size), REFUSED(job_no_context), REFUSED(job_no_campaign),
             REFUSED(job_no_results))

/// Functions without a status answer with nothing.
Test(misuse, products_without_status)
{
    cr_expect_not_null(talus_products_layer_names());
    cr_expect_null(talus_products_table_get(NULL));
    talus_products_table_destroy(NULL);
    char *text = NULL;
    talus_products_context whole = talus_products_context_default();
    whole.campaign = &campaign;
    cr_expect_eq(talus_products_summary(&whole, some_results(), false, &text, NULL), TALUS_OK);
    cr_expect_not_null(text);
    talus_free(text);
    talus_results_destroy(results);
    incline_clear(&scene);
}
