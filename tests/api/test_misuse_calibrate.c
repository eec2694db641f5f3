// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate.h called wrongly.
#include "misuse.h"
#include "talus/calibrate.h"

static talus_calibration *calibration;
static talus_calibrate_parameter parameter = {
    .key = "ground.0.mu_min", .low = 0.2, .high = 0.8, .logarithmic = true};
static talus_table table;
static const char *sentence;

/// Good options, for a call to spoil.
static talus_calibrate_options good(void)
{
    talus_calibrate_options options = talus_calibrate_options_default();
    options.scenario = "scenarios/plane.yaml";
    options.observed = "there is none.gpkg";
    options.parameters = &parameter;
    options.parameter_count = 1;
    return options;
}

static talus_status run(talus_calibrate_options options, talus_error *error)
{
    return talus_calibrate_run(&options, &calibration, error);
}

static talus_status run_null(talus_error *error)
{
    return talus_calibrate_run(NULL, &calibration, error);
}

static talus_status run_no_place(talus_error *error)
{
    const talus_calibrate_options options = good();
    return talus_calibrate_run(&options, NULL, error);
}

static talus_status run_no_size(talus_error *error)
{
    talus_calibrate_options options = good();
    options.size = 0;
    return run(options, error);
}

static talus_status run_no_scenario(talus_error *error)
{
    talus_calibrate_options options = good();
    options.scenario = NULL;
    return run(options, error);
}

static talus_status run_two(talus_error *error)
{
    talus_calibrate_options options = good();
    options.case_file = "case.yaml";
    return run(options, error);
}

static talus_status run_no_deposits(talus_error *error)
{
    talus_calibrate_options options = good();
    options.observed = NULL;
    return run(options, error);
}

static talus_status run_no_parameters(talus_error *error)
{
    talus_calibrate_options options = good();
    options.parameters = NULL;
    return run(options, error);
}

static talus_status run_zero_parameters(talus_error *error)
{
    talus_calibrate_options options = good();
    options.parameter_count = 0;
    return run(options, error);
}

static talus_status run_many_parameters(talus_error *error)
{
    talus_calibrate_options options = good();
    options.parameter_count = TALUS_MOST_PARAMETERS + 1;
    return run(options, error);
}

static talus_status run_bound_nan(talus_error *error)
{
    parameter.high = NOTHING;
    return run(good(), error);
}

static talus_status run_bounds_reversed(talus_error *error)
{
    parameter.low = 0.9;
    return run(good(), error);
}

static talus_status run_log_of_zero(talus_error *error)
{
    parameter.low = 0.0;
    return run(good(), error);
}

static talus_status run_endless_key(talus_error *error)
{
    for (size_t k = 0; k < sizeof parameter.key; k++) {
        parameter.key[k] = 'a';
    }
    return run(good(), error);
}

static talus_status run_hold_out(talus_error *error)
{
    talus_calibrate_options options = good();
    options.hold_out = 1.0;
    return run(options, error);
}

static talus_status run_evaluations(talus_error *error)
{
    talus_calibrate_options options = good();
    options.evaluations = 0;
    return run(options, error);
}

static talus_status run_method(talus_error *error)
{
    talus_calibrate_options options = good();
    options.method = (talus_calibrate_method)77;
    return run(options, error);
}

static talus_status run_absent(talus_error *error)
{
    return run(good(), error);
}

static talus_status case_replicates(talus_error *error)
{
    talus_calibrate_options options = good();
    options.scenario = options.observed = NULL;
    options.case_file = "case.yaml";
    options.replicates = 1;
    return run(options, error);
}

static talus_status read_null(talus_error *error)
{
    return talus_calibrate_parameter_read(NULL, &parameter, error);
}

static talus_status read_no_place(talus_error *error)
{
    return talus_calibrate_parameter_read("a=1:2", NULL, error);
}

static talus_status read_nan(talus_error *error)
{
    return talus_calibrate_parameter_read("a=nan:2", &parameter, error);
}

static talus_status facts_null(talus_error *error)
{
    talus_calibration_facts facts = {.size = sizeof facts};
    return talus_calibration_facts_of(NULL, &facts, error);
}

static talus_status finding_null(talus_error *error)
{
    return talus_calibration_finding(NULL, 0, &sentence, error);
}

static talus_status table_null(talus_error *error)
{
    return talus_calibration_table(NULL, "draws", &table, error);
}

MISUSE_TABLE(calibrate, REFUSED(run_null), REFUSED(run_no_place), REFUSED(run_no_size),
             REFUSED(run_no_scenario), REFUSED(run_two), REFUSED(run_no_deposits),
             REFUSED(run_no_parameters), REFUSED(run_zero_parameters), REFUSED(run_many_parameters),
             REFUSED(run_bound_nan), REFUSED(run_bounds_reversed), REFUSED(run_log_of_zero),
             REFUSED(run_endless_key), REFUSED(run_hold_out), REFUSED(run_evaluations),
             REFUSED(run_method), REFUSED(run_absent), REFUSED(case_replicates), REFUSED(read_null),
             REFUSED(read_no_place), REFUSED(read_nan), REFUSED(facts_null), REFUSED(finding_null),
             REFUSED(table_null))

Test(misuse, calibrate_without_status)
{
    talus_calibration_destroy(NULL);
    talus_calibrate_options_defaults(NULL, 8);
    cr_expect_neq(run_absent(NULL), TALUS_OK);
    cr_expect_null(calibration);
}
