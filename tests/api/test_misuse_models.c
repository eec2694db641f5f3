// SPDX-License-Identifier: GPL-3.0-or-later
// models.h called wrongly.
#include "misuse.h"
#include "talus/models.h"

static talus_scenario *scenario;
static talus_world *world;
static talus_models *models;

static talus_status run(talus_models_options options, talus_error *error)
{
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, &scenario, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_world_load(scenario, NULL, &world, NULL), TALUS_OK);
    return talus_models_run(scenario, world, &options, &models, error);
}

static talus_status run_of(const char *const *names, talus_error *error)
{
    talus_models_options options = talus_models_options_default();
    options.models = names;
    return run(options, error);
}

static talus_status run_null(talus_error *error)
{
    return talus_models_run(NULL, NULL, NULL, &models, error);
}

static talus_status run_no_place(talus_error *error)
{
    return talus_models_run(NULL, NULL, NULL, NULL, error);
}

static talus_status run_no_size(talus_error *error)
{
    return run((talus_models_options){.size = 3}, error);
}

static talus_status run_no_models(talus_error *error)
{
    return run(talus_models_options_default(), error);
}

static talus_status run_one(talus_error *error)
{
    return run_of((const char *const[]){"hard", NULL}, error);
}

static talus_status run_twice(talus_error *error)
{
    return run_of((const char *const[]){"hard", "hard", NULL}, error);
}

static talus_status run_unknown(talus_error *error)
{
    return run_of((const char *const[]){"hard", "wet", NULL}, error);
}

static talus_status run_many(talus_error *error)
{
    return run_of((const char *const[]){"hard", "soil", "lumped", "energyline", "hard", NULL},
                  error);
}

static talus_status run_angle_nan(talus_error *error)
{
    talus_models_options options = talus_models_options_default();
    options.models = (const char *const[]){"hard", "energyline", NULL};
    options.energy_line_deg = NOTHING;
    return run(options, error);
}

static talus_status run_level_zero(talus_error *error)
{
    talus_models_options options = talus_models_options_default();
    options.models = (const char *const[]){"hard", "energyline", NULL};
    options.level = 0.0;
    return run(options, error);
}

static talus_status table_null(talus_error *error)
{
    talus_table table;
    return talus_models_table(NULL, "models", &table, error);
}

static talus_status totals_null(talus_error *error)
{
    talus_totals totals = {.size = sizeof totals};
    return talus_models_totals(NULL, 0, &totals, error);
}

static talus_status json_null(talus_error *error)
{
    char *text = NULL;
    return talus_models_json(NULL, &text, error);
}

MISUSE_TABLE(models, REFUSED(run_null), REFUSED(run_no_place), REFUSED(run_no_size),
             REFUSED(run_no_models), REFUSED(run_one), REFUSED(run_twice), REFUSED(run_unknown),
             REFUSED(run_many), REFUSED(run_angle_nan), REFUSED(run_level_zero),
             REFUSED(table_null), REFUSED(totals_null), REFUSED(json_null))

Test(misuse, models_without_status)
{
    talus_models_destroy(NULL);
    talus_models_options_defaults(NULL, 8);
    cr_expect_str_eq(talus_models_names()[0], "hard");
    cr_expect_null(talus_models_names()[4]);
}
