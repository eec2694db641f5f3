// SPDX-License-Identifier: GPL-3.0-or-later
// study.h called wrongly.
#include "misuse.h"
#include "talus/study.h"

static talus_scenario *scenario;
static talus_world *world;
static talus_study *study;

static void load(void)
{
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, &scenario, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_world_load(scenario, NULL, &world, NULL), TALUS_OK);
}

static talus_status compare(talus_compare_options options, talus_error *error)
{
    load();
    return talus_compare_run(scenario, world, &options, NULL, &study, error);
}

static talus_status compare_null(talus_error *error)
{
    return talus_compare_run(NULL, NULL, NULL, NULL, &study, error);
}

static talus_status compare_no_world(talus_error *error)
{
    load();
    return talus_compare_run(scenario, NULL, NULL, NULL, &study, error);
}

static talus_status compare_no_place(talus_error *error)
{
    load();
    return talus_compare_run(scenario, world, NULL, NULL, NULL, error);
}

static talus_status compare_zero(talus_error *error)
{
    return compare((talus_compare_options){0}, error);
}

static talus_status compare_options_zero(talus_error *error)
{
    load();
    return talus_compare_run(scenario, world, NULL, &(talus_study_options){0}, &study, error);
}

static talus_status compare_envelope_nan(talus_error *error)
{
    talus_compare_options options = talus_compare_options_default();
    options.envelope = NOTHING;
    return compare(options, error);
}

static talus_status compare_far_rock(talus_error *error)
{
    talus_compare_options options = talus_compare_options_default();
    options.rock = UINT64_MAX;
    return compare(options, error);
}

static talus_status compare_schemes_null(talus_error *error)
{
    talus_compare_options options = talus_compare_options_default();
    options.scheme_count = 2;
    return compare(options, error);
}

static talus_status compare_many_schemes(talus_error *error)
{
    static const talus_scheme scheme = TALUS_SCHEME_MIDPOINT;
    talus_compare_options options = talus_compare_options_default();
    options.schemes = &scheme;
    options.scheme_count = SIZE_MAX;
    return compare(options, error);
}

static talus_status compare_no_scheme(talus_error *error)
{
    static const talus_scheme schemes[2] = {TALUS_SCHEME_MIDPOINT, TALUS_SCHEME_COUNT};
    talus_compare_options options = talus_compare_options_default();
    options.schemes = schemes;
    options.scheme_count = 2;
    return compare(options, error);
}

static talus_status compare_step_nan(talus_error *error)
{
    static const double steps[2] = {0.002, NOTHING};
    talus_compare_options options = talus_compare_options_default();
    options.time_steps = steps;
    options.step_count = 2;
    return compare(options, error);
}

static talus_status compare_one(talus_error *error)
{
    static const talus_scheme scheme = TALUS_SCHEME_MIDPOINT;
    talus_compare_options options = talus_compare_options_default();
    options.schemes = &scheme;
    options.scheme_count = 1;
    return compare(options, error);
}

static talus_status vary(talus_sensitivity_options options, talus_error *error)
{
    load();
    return talus_sensitivity_run(scenario, world, &options, NULL, &study, error);
}

static talus_status sensitivity_null(talus_error *error)
{
    return talus_sensitivity_run(NULL, NULL, NULL, NULL, &study, error);
}

static talus_status sensitivity_no_place(talus_error *error)
{
    load();
    return talus_sensitivity_run(scenario, world, NULL, NULL, NULL, error);
}

static talus_status sensitivity_zero(talus_error *error)
{
    return vary((talus_sensitivity_options){0}, error);
}

static talus_status sensitivity_reach_nan(talus_error *error)
{
    talus_sensitivity_options options = talus_sensitivity_options_default();
    options.reach = NOTHING;
    return vary(options, error);
}

static talus_status sensitivity_unknown(talus_error *error)
{
    static const char *const names[] = {"gravity", NULL};
    talus_sensitivity_options options = talus_sensitivity_options_default();
    options.variants = names;
    return vary(options, error);
}

static talus_status sensitivity_twice(talus_error *error)
{
    static const char *const names[] = {"step_half", "step_half", NULL};
    talus_sensitivity_options options = talus_sensitivity_options_default();
    options.variants = names;
    return vary(options, error);
}

/// A study of which no rock has run.
static bool stop(void *user)
{
    (void)user;
    return true;
}

static void run_nothing(void)
{
    talus_study_options options = talus_study_options_default();
    options.should_stop = stop;
    load();
    cr_assert_eq(talus_compare_run(scenario, world, NULL, &options, &study, NULL),
                 TALUS_ERROR_INTERRUPTED);
}

static talus_status facts_null(talus_error *error)
{
    talus_study_facts facts = {.size = sizeof facts};
    return talus_study_facts_of(NULL, &facts, error);
}

static talus_status facts_zero(talus_error *error)
{
    talus_study_facts facts = {0};
    run_nothing();
    return talus_study_facts_of(study, &facts, error);
}

static talus_status facts_no_place(talus_error *error)
{
    run_nothing();
    return talus_study_facts_of(study, NULL, error);
}

static talus_status variant_far(talus_error *error)
{
    talus_study_variant variant = {.size = sizeof variant};
    run_nothing();
    return talus_study_variant_of(study, 2, &variant, error);
}

static talus_status variant_zero(talus_error *error)
{
    talus_study_variant variant = {0};
    run_nothing();
    return talus_study_variant_of(study, 0, &variant, error);
}

static talus_status table_null(talus_error *error)
{
    talus_table table;
    return talus_study_table(NULL, "rocks", &table, error);
}

static talus_status table_no_name(talus_error *error)
{
    talus_table table;
    run_nothing();
    return talus_study_table(study, NULL, &table, error);
}

static talus_status table_unknown(talus_error *error)
{
    talus_table table;
    run_nothing();
    return talus_study_table(study, "effects", &table, error);
}

static talus_status table_no_place(talus_error *error)
{
    run_nothing();
    return talus_study_table(study, "rocks", NULL, error);
}

MISUSE_TABLE(study, REFUSED(compare_null), REFUSED(compare_no_world), REFUSED(compare_no_place),
             REFUSED(compare_zero), REFUSED(compare_options_zero), REFUSED(compare_envelope_nan),
             REFUSED(compare_far_rock), REFUSED(compare_schemes_null),
             REFUSED(compare_many_schemes), REFUSED(compare_no_scheme), REFUSED(compare_step_nan),
             REFUSED(compare_one), REFUSED(sensitivity_null), REFUSED(sensitivity_no_place),
             REFUSED(sensitivity_zero), REFUSED(sensitivity_reach_nan),
             REFUSED(sensitivity_unknown), REFUSED(sensitivity_twice), REFUSED(facts_null),
             REFUSED(facts_zero), REFUSED(facts_no_place), REFUSED(variant_far),
             REFUSED(variant_zero), REFUSED(table_null), REFUSED(table_no_name),
             REFUSED(table_unknown), REFUSED(table_no_place))

/// Functions without a status answer with nothing.
Test(misuse, study_without_status)
{
    talus_study_destroy(NULL);
    talus_study_options_defaults(NULL, sizeof(talus_study_options));
    talus_compare_options_defaults(NULL, sizeof(talus_compare_options));
    talus_sensitivity_options_defaults(NULL, sizeof(talus_sensitivity_options));
    cr_expect_str_eq(talus_sensitivity_variants()[0], "dem_x2");
    cr_expect_neq(compare_zero(NULL), TALUS_OK);
    cr_expect_null(study);
}
