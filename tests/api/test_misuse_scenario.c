// SPDX-License-Identifier: GPL-3.0-or-later
// scenario.h called wrongly.
#include "misuse.h"
#include "talus/scenario.h"

static talus_scenario *scenario;

static const talus_scenario *plane(void)
{
    cr_assert_eq(talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, &scenario, NULL),
                 TALUS_OK);
    return scenario;
}

static talus_status read_null(talus_error *error)
{
    return talus_scenario_read(NULL, NULL, 0, NULL, &scenario, error);
}

static talus_status read_no_place(talus_error *error)
{
    return talus_scenario_read("scenarios/plane.yaml", NULL, 0, NULL, NULL, error);
}

static talus_status read_absent(talus_error *error)
{
    return talus_scenario_read("absent.yaml", NULL, 0, NULL, &scenario, error);
}

static talus_status read_overrides_null(talus_error *error)
{
    return talus_scenario_read("scenarios/plane.yaml", NULL, 3, NULL, &scenario, error);
}

static talus_status read_override_nothing(talus_error *error)
{
    const talus_override nothing = {0};
    return talus_scenario_read("scenarios/plane.yaml", &nothing, 1, NULL, &scenario, error);
}

static talus_status parse_null(talus_error *error)
{
    return talus_scenario_parse(NULL, NULL, 0, NULL, &scenario, error);
}

static talus_status parse_zero(talus_error *error)
{
    return talus_scenario_parse(&(talus_scenario_text){0}, NULL, 0, NULL, &scenario, error);
}

static talus_status parse_no_text(talus_error *error)
{
    const talus_scenario_text text = talus_scenario_text_default();
    return talus_scenario_parse(&text, NULL, 0, NULL, &scenario, error);
}

static talus_status parse_no_utf8(talus_error *error)
{
    talus_scenario_text text = talus_scenario_text_default();
    text.text = "title: \xff";
    text.length = 8;
    return talus_scenario_parse(&text, NULL, 0, NULL, &scenario, error);
}

static talus_status parse_no_place(talus_error *error)
{
    const talus_scenario_text text = talus_scenario_text_default();
    return talus_scenario_parse(&text, NULL, 0, NULL, NULL, error);
}

static talus_status vary_null(talus_error *error)
{
    return talus_scenario_vary(NULL, NULL, 0, NULL, &scenario, error);
}

static talus_status vary_no_place(talus_error *error)
{
    return talus_scenario_vary(plane(), NULL, 0, NULL, NULL, error);
}

static talus_status vary_overrides_null(talus_error *error)
{
    talus_scenario *variant = NULL;
    return talus_scenario_vary(plane(), NULL, 2, NULL, &variant, error);
}

static char *resolved = NULL;

static talus_status resolved_null(talus_error *error)
{
    return talus_scenario_resolved(NULL, ".", &resolved, error);
}

static talus_status resolved_no_directory(talus_error *error)
{
    return talus_scenario_resolved(plane(), NULL, &resolved, error);
}

static talus_status resolved_no_place(talus_error *error)
{
    return talus_scenario_resolved(plane(), ".", NULL, error);
}

MISUSE_TABLE(scenario, REFUSED(read_null), REFUSED(read_no_place), REFUSED(read_absent),
             REFUSED(read_overrides_null), REFUSED(read_override_nothing), REFUSED(parse_null),
             REFUSED(parse_zero), REFUSED(parse_no_text), REFUSED(parse_no_utf8),
             REFUSED(parse_no_place), REFUSED(vary_null), REFUSED(vary_no_place),
             REFUSED(vary_overrides_null), REFUSED(resolved_null), REFUSED(resolved_no_directory),
             REFUSED(resolved_no_place))

/// Functions without a status answer with nothing.
Test(misuse, scenario_without_status)
{
    talus_scenario_destroy(NULL);
    cr_expect_str_eq(talus_scenario_title(NULL), "");
    cr_expect_str_eq(talus_scenario_path(NULL), "");
    cr_expect_str_eq(talus_scenario_sha256(NULL), "");
    cr_expect_str_eq(talus_scenario_output_dir(NULL), "");
    cr_expect_eq(talus_scenario_threads(NULL), 0);
    cr_expect_eq(talus_scenario_release_count(NULL), 0);
    cr_expect_eq(talus_scenario_checkpoint(NULL), 0.0);
    cr_expect_eq(talus_scenario_lost_share(NULL), 0.0);
    cr_expect_null(talus_scenario_layers(NULL));
    cr_expect_not(talus_scenario_layer_requested(NULL, "spin_max"));
    cr_expect_not(talus_scenario_layer_requested(plane(), NULL));
    char *text = NULL;
    cr_expect_eq(talus_schema_print("", (talus_schema_form)-1, &text, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_schema_print("no key", TALUS_SCHEMA_JSON, &text, NULL),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_schema_print(NULL, TALUS_SCHEMA_TEXT, NULL, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_null(text);
}
