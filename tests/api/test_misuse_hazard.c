// SPDX-License-Identifier: GPL-3.0-or-later
// hazard.h called wrongly.
#include "misuse.h"
#include "talus/hazard.h"
#include "talus/run.h"
#include "talus/world.h"

static talus_rules *rules;
static talus_hazard *hazard;
static talus_scenario *scenario;
static talus_world *world;
static talus_results *results;
static talus_window window = {.nx = 1, .ny = 1};
static uint8_t cells[1];
static talus_table table;

static const char pack[] = "scenarios/rules/switzerland.yaml";

static const talus_campaign *load(void)
{
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, &scenario, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_world_load(scenario, NULL, &world, NULL), TALUS_OK);
    cr_assert_eq(talus_rules_read(pack, NULL, &rules, NULL), TALUS_OK);
    return talus_world_campaign(world);
}

/// Results of a few rocks, and an assessment without rules.
static const talus_campaign *run(void)
{
    const talus_override few = {"releases.0.rocks", "3"};
    talus_run_options options = talus_run_options_default();
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", &few, 1, NULL, &scenario, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_world_load(scenario, NULL, &world, NULL), TALUS_OK);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_assert_eq(talus_hazard_create(campaign, NULL, &hazard, NULL), TALUS_OK);
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    return campaign;
}

static talus_status rules_null(talus_error *error)
{
    return talus_rules_read(NULL, NULL, &rules, error);
}

static talus_status rules_no_place(talus_error *error)
{
    return talus_rules_read(pack, NULL, NULL, error);
}

static talus_status rules_of_another_kind(talus_error *error)
{
    return talus_rules_read("scenarios/plane.yaml", NULL, &rules, error);
}

static talus_status schema_no_place(talus_error *error)
{
    return talus_rules_schema_print(NULL, TALUS_SCHEMA_TEXT, NULL, error);
}

static talus_status schema_no_key(talus_error *error)
{
    char *text = NULL;
    const talus_status status =
        talus_rules_schema_print("releases", TALUS_SCHEMA_JSON, &text, error);
    cr_expect_null(text);
    return status;
}

static talus_status schema_no_form(talus_error *error)
{
    char *text = NULL;
    return talus_rules_schema_print("matrix", (talus_schema_form)7, &text, error);
}

static talus_status facts_null(talus_error *error)
{
    talus_rules_facts facts = {.size = sizeof facts};
    return talus_rules_facts_of(NULL, &facts, error);
}

static talus_status facts_zero(talus_error *error)
{
    talus_rules_facts facts = {0};
    load();
    return talus_rules_facts_of(rules, &facts, error);
}

static talus_status zone_null(talus_error *error)
{
    talus_rules_zone zone;
    return talus_rules_zone_of(NULL, 0, &zone, error);
}

static talus_status zone_far(talus_error *error)
{
    talus_rules_zone zone;
    load();
    return talus_rules_zone_of(rules, SIZE_MAX, &zone, error);
}

static talus_status class_null(talus_error *error)
{
    talus_rules_class intensity;
    return talus_rules_class_of(NULL, 0, &intensity, error);
}

static talus_status class_far(talus_error *error)
{
    talus_rules_class intensity;
    load();
    return talus_rules_class_of(rules, 16, &intensity, error);
}

static talus_status zoning_no_place(talus_error *error)
{
    return talus_rules_zoning(NULL, NULL, error);
}

static talus_status set_zoning_null(talus_error *error)
{
    load();
    return talus_world_set_zoning(world, NULL, error);
}

static talus_status create(talus_hazard_options options, talus_error *error)
{
    return talus_hazard_create(load(), &options, &hazard, error);
}

static talus_status create_null(talus_error *error)
{
    return talus_hazard_create(NULL, NULL, &hazard, error);
}

static talus_status create_no_place(talus_error *error)
{
    return talus_hazard_create(load(), NULL, NULL, error);
}

static talus_status create_zero(talus_error *error)
{
    return create((talus_hazard_options){0}, error);
}

static talus_status create_area_nan(talus_error *error)
{
    talus_hazard_options options = talus_hazard_options_default();
    options.least_area = NOTHING;
    return create(options, error);
}

static talus_status create_years_endless(talus_error *error)
{
    talus_hazard_options options = talus_hazard_options_default();
    options.years = ENDLESS;
    return create(options, error);
}

static talus_status create_periods_null(talus_error *error)
{
    talus_hazard_options options = talus_hazard_options_default();
    options.period_count = 3;
    return create(options, error);
}

static talus_status create_without_frequencies(talus_error *error)
{
    talus_hazard_options options = talus_hazard_options_default();
    const talus_campaign *campaign = load();
    options.rules = rules;
    return talus_hazard_create(campaign, &options, &hazard, error);
}

static talus_status of_scenario_null(talus_error *error)
{
    return talus_hazard_of_scenario(NULL, NULL, NULL, &hazard, error);
}

static talus_status assess_null(talus_error *error)
{
    return talus_hazard_assess(NULL, NULL, NULL, NULL, error);
}

static talus_status assess_no_results(talus_error *error)
{
    const talus_campaign *campaign = run();
    return talus_hazard_assess(hazard, campaign, NULL, NULL, error);
}

static talus_status tally_null(talus_error *error)
{
    talus_hazard_tally tally = {.size = sizeof tally};
    return talus_hazard_tally_of(NULL, &tally, error);
}

static talus_status tally_without_zones(talus_error *error)
{
    talus_hazard_tally tally = {.size = sizeof tally};
    const talus_campaign *campaign = run();
    cr_assert_eq(talus_hazard_assess(hazard, campaign, results, NULL, NULL), TALUS_OK);
    return talus_hazard_tally_of(hazard, &tally, error);
}

static talus_status zones_null(talus_error *error)
{
    return talus_hazard_zones(NULL, &window, cells, error);
}

static talus_status zones_without_any(talus_error *error)
{
    (void)run();
    return talus_hazard_zones(hazard, &window, cells, error);
}

static talus_status intensities_null(talus_error *error)
{
    return talus_hazard_intensities(NULL, 0, &window, cells, error);
}

static talus_status table_null(talus_error *error)
{
    return talus_hazard_table(NULL, NULL, NULL, "curves", &table, error);
}

static talus_status table_no_name(talus_error *error)
{
    const talus_campaign *campaign = run();
    return talus_hazard_table(hazard, campaign, results, NULL, &table, error);
}

static talus_status table_without_rules(talus_error *error)
{
    const talus_campaign *campaign = run();
    return talus_hazard_table(hazard, campaign, results, "designs", &table, error);
}

static talus_status job_empty(talus_error *error)
{
    talus_hazard_job job = talus_hazard_job_default();
    const talus_contributor contributor = talus_hazard_contributor(&job);
    return contributor.claim(contributor.user, NULL, error);
}

static talus_status job_zero(talus_error *error)
{
    talus_hazard_job job = {0};
    const talus_contributor contributor = talus_hazard_contributor(&job);
    return contributor.claim(contributor.user, NULL, error);
}

static talus_status job_null(talus_error *error)
{
    const talus_contributor contributor = talus_hazard_contributor(NULL);
    return contributor.claim(contributor.user, NULL, error);
}

MISUSE_TABLE(hazard, REFUSED(rules_null), REFUSED(rules_no_place), REFUSED(rules_of_another_kind),
             REFUSED(schema_no_place), REFUSED(schema_no_key), REFUSED(schema_no_form),
             REFUSED(facts_null), REFUSED(facts_zero), REFUSED(zone_null), REFUSED(zone_far),
             REFUSED(class_null), REFUSED(class_far), REFUSED(zoning_no_place),
             REFUSED(set_zoning_null), REFUSED(create_null), REFUSED(create_no_place),
             REFUSED(create_zero), REFUSED(create_area_nan), REFUSED(create_years_endless),
             REFUSED(create_periods_null), REFUSED(create_without_frequencies),
             REFUSED(of_scenario_null), REFUSED(assess_null), REFUSED(assess_no_results),
             REFUSED(tally_null), REFUSED(tally_without_zones), REFUSED(zones_null),
             REFUSED(zones_without_any), REFUSED(intensities_null), REFUSED(table_null),
             REFUSED(table_no_name), REFUSED(table_without_rules), REFUSED(job_empty),
             REFUSED(job_zero), REFUSED(job_null))

/// Functions without a status answer with nothing.
Test(misuse, hazard_without_status)
{
    talus_zoning zoning;
    talus_rules_destroy(NULL);
    talus_hazard_destroy(NULL);
    talus_hazard_options_defaults(NULL, sizeof(talus_hazard_options));
    cr_expect_null(talus_hazard_rules(NULL));
    cr_assert_eq(talus_rules_zoning(NULL, &zoning, NULL), TALUS_OK);
    cr_expect_eq(zoning.rate_count, 0);
}
