// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects of a scenario: from listed points and from features of a file, and the
// mistakes that are told.
#include "scenario/support.h"

#define MINIMAL SCENARIO_DATA "minimal.yaml"

/// Load the minimal scenario with these screens and objects; `list` keeps the messages.
static talus_status load(const char *screens, const char *objects, talus_diagnostics *list,
                         talus_world **world)
{
    talus_override overrides[2];
    size_t count = 0;
    talus_error error = {0};
    talus_scenario *scenario = NULL;
    *world = NULL;
    if (screens != NULL) {
        overrides[count++] = (talus_override){"screens", screens};
    }
    if (objects != NULL) {
        overrides[count++] = (talus_override){"objects", objects};
    }
    talus_status status = talus_scenario_read(MINIMAL, overrides, count, list, &scenario, &error);
    if (status == TALUS_OK) {
        status = talus_world_load(scenario, list, world, &error);
    }
    talus_scenario_destroy(scenario);
    return status;
}

static talus_world *load_all(const char *screens, const char *objects)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    const talus_status status = load(screens, objects, list, &world);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK);
    talus_diagnostics_destroy(list);
    return world;
}

Test(scenario_gauges, listed_points_become_local)
{
    talus_world *world =
        load_all("[{name: fence, line_m: [[1060, 2010], [1062, 2090]], recross: true}, "
                 "{line_m: [[1070, 2010], [1070, 2020], [1072, 2090]]}]",
                 "[{polygon_m: [[1040, 2040], [1050, 2040], [1050, 2050]]}, "
                 "{name: road, line_m: [[1080, 2010], [1080, 2090]], width_m: 4}]");
    const talus_campaign *c = talus_world_campaign(world);
    cr_assert_eq(c->screen_count, 2);
    cr_assert_eq(c->object_count, 2);
    cr_expect_str_eq(c->screens[0].line.name, "fence");
    cr_expect_str_eq(c->screens[1].line.name, "screen 2");
    cr_expect(c->screens[0].recross && !c->screens[1].recross);
    cr_expect_eq(c->screens[0].line.xy[0], 57.5);
    cr_expect_eq(c->screens[0].line.xy[3], 87.5);
    cr_expect_eq(c->screens[1].line.count, 3);
    cr_expect(c->objects[0].is_area && !c->objects[1].is_area);
    cr_expect_eq(c->objects[0].ring_starts[1], 3, "rings are closed implicitly");
    cr_expect_eq(c->objects[1].width, 4.0);
    cr_expect_str_eq(c->objects[0].name, "object 1");
    talus_world_destroy(world);
}

Test(scenario_gauges, features_become_one_each_with_their_names)
{
    talus_world *world =
        load_all("[{file: gauges.csv, where: \"kind = 'screen'\", name_field: label}, "
                 "{file: gauges.csv, where: \"kind = 'twofold'\", name_field: label}, "
                 "{file: gauges.csv, where: \"kind = 'unnamed' OR kind = 'screen'\", name: row}]",
                 "[{file: gauges.csv, where: \"kind = 'house'\", name_field: label}, "
                 "{file: gauges.csv, where: \"kind = 'unnamed'\", width_m: 3}]");
    static const char *const names[] = {"Upper", "Lower", "Pair 1", "Pair 2",
                                        "row 1", "row 2", "row 3"};
    const talus_campaign *c = talus_world_campaign(world);
    cr_assert_eq(c->screen_count, 7);
    for (size_t k = 0; k < 7; k++) {
        cr_expect_str_eq(c->screens[k].line.name, names[k]);
    }
    cr_assert_eq(c->object_count, 3);
    cr_expect_str_eq(c->objects[0].name, "Barn");
    cr_expect_eq(c->objects[0].ring_count, 2, "a court");
    cr_expect_eq(c->objects[1].ring_count, 2, "two parts");
    cr_expect_eq(c->objects[1].ring_starts[2], 6);
    cr_expect_str_eq(c->objects[2].name, "object 3");
    cr_expect_eq(c->objects[2].width, 3.0);
    talus_world_destroy(world);
}

typedef struct mistake {
    const char *screens, *objects, *phrase;
} mistake;

/// Each gives a sentence with its phrase, at a place in the scenario.
Test(scenario_gauges, mistakes_are_told)
{
    static const mistake mistakes[] = {
        {"[{name: a}]", NULL, "found 0 places of the screen, expected exactly one of line_m"},
        {"[{line_m: [[1060, 2010], [1062, 2090]], file: gauges.csv}]", NULL,
         "found 2 places of the screen"},
        {"[{line_m: [[1060, 2010]]}]", NULL, "line_m: found 1 point, expected at least 2"},
        {"[{line_m: [[1060, 2010], [1060, 2010]]}]", NULL, "'screen 1' has no length"},
        {"[{line_m: [[1060, 2010], [1060, 2090]], name_field: label}]", NULL,
         "name_field: it names features of a file"},
        {"[{line_m: [[1060, 2010], [1060, 2090]], layer: x}]", NULL, "layer: it"},
        {"[{line_m: [[9000, 9000], [9000, 9100]]}]", NULL,
         "screen 'screen 1' lies outside the DEM"},
        {"[{file: gauges.csv, where: \"kind = 'far'\"}]", NULL, "lies outside the DEM"},
        {"[{file: gauges.csv, where: \"kind = 'house'\"}]", NULL,
         "found polygons, expected lines of screens"},
        {"[{file: gauges.csv, where: \"kind = 'mast'\"}]", NULL,
         "found points, expected lines of screens"},
        {"[{file: gauges.csv, where: \"kind = 'nothing'\"}]", NULL, "holds no usable"},
        {"[{file: absent.csv}]", NULL, "found no file"},
        {"[{file: gauges.csv, where: \"kind = 'screen'\", name_field: title}]", NULL,
         "has no field 'title'; its fields are: "},
        {"[{file: gauges.csv, where: \"kind = 'unnamed'\", name_field: label}]", NULL,
         "feature 1 of gauges.csv has no 'label'"},
        {"[{file: gauges.csv, where: \"kind = 'screen' OR kind = 'again'\", name_field: label}]",
         NULL, "are called 'Upper' and 'upper'"},
        {"[{name: a b, line_m: [[1060, 2010], [1060, 2090]]}, "
         "{name: a/b, line_m: [[1061, 2010], [1060, 2090]]}]",
         NULL, "give each a name of its own"},
        {"[{name: same, line_m: [[1060, 2010], [1060, 2090]]}]",
         "[{name: same, line_m: [[1061, 2010], [1060, 2090]]}]", "give each a name of its own"},
        {"[{line_m: [[1060, 2010], [1060, 2090]], recros: true}]", NULL,
         "unknown key 'recros': did you mean 'recross'?"},
        {NULL, "[{width_m: 3}]", "found 0 places of the object"},
        {NULL, "[{polygon_m: [[1040, 2040], [1050, 2040]]}]", "expected at least 3"},
        {NULL, "[{polygon_m: [[1040, 2040], [1050, 2040], [1050, 2050]], width_m: 2}]",
         "width_m is the width of a line"},
        {NULL, "[{line_m: [[1040, 2040], [1050, 2040]], width_m: -2}]", "width_m"},
        {NULL, "[{file: gauges.csv, where: \"kind = 'house'\", width_m: 2}]",
         "width_m is the width of lines"},
        {NULL, "[{file: gauges.csv, where: \"kind = 'mast'\"}]",
         "found points, expected polygons or lines of objects"},
        {NULL, "[{file: gauges.csv}]", "mixes"},
    };
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++) {
        talus_diagnostics *list = talus_diagnostics_create();
        talus_world *world = NULL;
        const talus_status status = load(mistakes[k].screens, mistakes[k].objects, list, &world);
        cr_expect_eq(status, TALUS_ERROR_INPUT, "%s", mistakes[k].phrase);
        const talus_diagnostic *found = find_diagnostic(list, mistakes[k].phrase);
        if (found == NULL) {
            print_diagnostics(list);
        }
        cr_expect(found != NULL, "nothing says '%s'", mistakes[k].phrase);
        cr_expect(found == NULL || found->severity == TALUS_SEVERITY_ERROR);
        talus_world_destroy(world);
        talus_diagnostics_destroy(list);
    }
}
