// SPDX-License-Identifier: GPL-3.0-or-later
// validate.h called wrongly.
#include "misuse.h"
#include "talus/validate.h"

static talus_validation *validation;
static talus_observation *observation;
static talus_table table;

static talus_status validate(talus_validate_options options, talus_error *error)
{
    return talus_validate_run(&options, &validation, error);
}

static talus_status validate_null(talus_error *error)
{
    return talus_validate_run(NULL, &validation, error);
}

static talus_status validate_no_place(talus_error *error)
{
    const talus_validate_options options = talus_validate_options_default();
    return talus_validate_run(&options, NULL, error);
}

static talus_status validate_no_size(talus_error *error)
{
    return validate((talus_validate_options){.case_file = "case.yaml"}, error);
}

static talus_status validate_no_replicates(talus_error *error)
{
    talus_validate_options options = talus_validate_options_default();
    options.case_file = "case.yaml";
    options.replicates = 0;
    return validate(options, error);
}

static talus_status validate_absent(talus_error *error)
{
    talus_validate_options options = talus_validate_options_default();
    options.case_file = "there is none.yaml";
    return validate(options, error);
}

static talus_status validation_facts_null(talus_error *error)
{
    talus_validation_facts facts = {.size = sizeof facts};
    return talus_validation_facts_of(NULL, &facts, error);
}

static talus_status validation_table_null(talus_error *error)
{
    return talus_validation_table(NULL, &table, error);
}

static talus_status observe(talus_observe_options options, talus_error *error)
{
    return talus_observe_run(&options, &observation, error);
}

/// Good options of a table that is not there, for a call to spoil.
static talus_observe_options tracks(void)
{
    talus_observe_options options = talus_observe_options_default();
    options.tracks = "there is none.csv";
    return options;
}

static talus_status observe_null(talus_error *error)
{
    return talus_observe_run(NULL, &observation, error);
}

static talus_status observe_no_place(talus_error *error)
{
    const talus_observe_options options = tracks();
    return talus_observe_run(&options, NULL, error);
}

static talus_status observe_no_size(talus_error *error)
{
    talus_observe_options options = tracks();
    options.size = sizeof options - 8;
    return observe(options, error);
}

static talus_status observe_diameter(talus_error *error)
{
    talus_observe_options options = tracks();
    options.diameter = -1.0;
    return observe(options, error);
}

static talus_status observe_noise(talus_error *error)
{
    talus_observe_options options = tracks();
    options.noise = ENDLESS;
    return observe(options, error);
}

static talus_status observe_gravity(talus_error *error)
{
    talus_observe_options options = tracks();
    options.gravity = 0.0;
    return observe(options, error);
}

static talus_status observe_two_terrains(talus_error *error)
{
    talus_observe_options options = tracks();
    options.dem = "dem.tif";
    options.scenario = "scenario.yaml";
    return observe(options, error);
}

static talus_status observe_absent(talus_error *error)
{
    return observe(tracks(), error);
}

static talus_status observation_facts_null(talus_error *error)
{
    talus_observation_facts facts = {.size = sizeof facts};
    return talus_observation_facts_of(NULL, &facts, error);
}

static talus_status observation_table_null(talus_error *error)
{
    return talus_observation_table(NULL, "runs", &table, error);
}

static talus_status observation_json_null(talus_error *error)
{
    char *text = NULL;
    return talus_observation_json(NULL, &text, error);
}

MISUSE_TABLE(validate, REFUSED(validate_null), REFUSED(validate_no_place),
             REFUSED(validate_no_size), REFUSED(validate_no_replicates), REFUSED(validate_absent),
             REFUSED(validation_facts_null), REFUSED(validation_table_null), REFUSED(observe_null),
             REFUSED(observe_no_place), REFUSED(observe_no_size), REFUSED(observe_diameter),
             REFUSED(observe_noise), REFUSED(observe_gravity), REFUSED(observe_two_terrains),
             REFUSED(observe_absent), REFUSED(observation_facts_null),
             REFUSED(observation_table_null), REFUSED(observation_json_null))

Test(misuse, validate_without_status)
{
    talus_validation_destroy(NULL);
    talus_observation_destroy(NULL);
    talus_validate_options_defaults(NULL, 8);
    talus_observe_options_defaults(NULL, 8);
    cr_expect_eq(validate_absent(NULL), TALUS_ERROR_INPUT);
    cr_expect_null(validation);
    cr_expect_eq(observe_absent(NULL), TALUS_ERROR_INPUT);
    cr_expect_null(observation);
}
