// SPDX-License-Identifier: GPL-3.0-or-later
// Single trees of a scenario: tables, drawn stands, and what is refused.
#include "scenario/support.h"

#include "input/load/world.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"
#define SQUARE "polygon_m: [[1020, 2020], [1070, 2020], [1070, 2060], [1020, 2060]]"

static talus_world *load_trees(const char *trees, talus_diagnostics *list)
{
    const talus_override override = {"trees", trees};
    return load_good(MINIMAL, &override, 1, list);
}

/// Path of a table that holds `text`; the number tells tests apart.
static const char *write_table(int number, const char *text)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/trees_%d.csv", test_directory(), number);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

/// The first message of a scenario that cannot be read or loaded.
static void expect_refused(const char *trees, const char *words)
{
    const talus_override override = {"trees", trees};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    talus_status status = talus_scenario_read(MINIMAL, &override, 1, list, &scenario, NULL);
    status = status == TALUS_OK ? talus_world_load(scenario, list, &world, NULL) : status;
    cr_expect_eq(status, TALUS_ERROR_INPUT, "%s", trees);
    const talus_diagnostic *found = find_diagnostic(list, words);
    if (found == NULL) {
        print_diagnostics(list);
    }
    cr_expect_not_null(found, "'%s' in: %s", words, trees);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}

Test(trees, drawn_stand_has_its_density_inside_its_polygon)
{
    talus_world *world =
        load_trees("{stands: [{" SQUARE ", stems_per_ha: 4000, diameter_cm: 30}]}", NULL);
    const talus_obstacle_list *stems = talus_obstacles_list(world->obstacles);
    cr_assert_eq(stems->stem_count, 800); // 0.2 ha
    double x = 0.0, y = 0.0;
    for (size_t k = 0; k < stems->stem_count; k++) {
        const talus_stem *stem = &stems->stems[k];
        cr_assert(stem->x >= 17.5 && stem->x <= 67.5 && stem->y >= 17.5 && stem->y <= 57.5);
        cr_assert_eq(stem->diameter, 0.3);
        cr_assert_eq(stem->height, 25.0);
        x += stem->x / 800.0;
        y += stem->y / 800.0;
    }
    // standard errors: 50 / sqrt(12 x 800) = 0.51 m and 0.41 m
    cr_expect_float_eq(x, 42.5, 2.0);
    cr_expect_float_eq(y, 37.5, 1.6);
    cr_expect_str_eq(stems->species[0], "silver fir");
    cr_expect_float_eq(stems->stems[0].energy, talus_stem_energy(0.3, 1.0), 1e-6);
    talus_world_destroy(world);
}

Test(trees, drawn_diameters_follow_their_distribution)
{
    talus_world *world =
        load_trees("{stands: [{" SQUARE ", stems_per_ha: 20000, diameter_cm: {distribution: "
                   "uniform, min: 20, max: 60}, height_m: {distribution: normal, mean: 20, std: 2, "
                   "min: 5}}]}",
                   NULL);
    const talus_obstacle_list *stems = talus_obstacles_list(world->obstacles);
    cr_assert_eq(stems->stem_count, 4000);
    double mean = 0.0, height = 0.0;
    for (size_t k = 0; k < stems->stem_count; k++) {
        mean += stems->stems[k].diameter / 4000.0;
        height += stems->stems[k].height / 4000.0;
    }
    cr_expect_float_eq(mean, 0.4, 0.008);   // standard error 0.0018
    cr_expect_float_eq(height, 20.0, 0.13); // 0.032
    talus_world_destroy(world);
}

Test(trees, same_seed_draws_the_same_stand)
{
    const char *text = "{stands: [{" SQUARE ", stems_per_ha: 500, diameter_cm: 30, seed: 3}]}";
    const char *other = "{stands: [{" SQUARE ", stems_per_ha: 500, diameter_cm: 30, seed: 4}]}";
    talus_world *a = load_trees(text, NULL), *b = load_trees(text, NULL);
    talus_world *c = load_trees(other, NULL);
    const talus_obstacle_list *of_a = talus_obstacles_list(a->obstacles);
    const talus_obstacle_list *of_b = talus_obstacles_list(b->obstacles);
    const talus_obstacle_list *of_c = talus_obstacles_list(c->obstacles);
    cr_assert_eq(of_a->stem_count, of_b->stem_count);
    for (size_t k = 0; k < of_a->stem_count; k++) {
        const talus_stem *p = &of_a->stems[k], *q = &of_b->stems[k];
        cr_expect(p->x == q->x && p->y == q->y && p->diameter == q->diameter &&
                  p->height == q->height && p->energy == q->energy && p->species == q->species);
    }
    cr_expect_neq(of_a->stems[0].x, of_c->stems[0].x);
    talus_world_destroy(a);
    talus_world_destroy(b);
    talus_world_destroy(c);
}

Test(trees, table_gives_each_tree_its_own_values)
{
    const char *path = write_table(1, "x,y,dbh,height_m,species\n"
                                      "1030,2040,35,22,beech\n1040,2050,20,15.5,\n");
    char text[1024];
    snprintf(text, sizeof text,
             "{species: [{name: spruce, energy_factor: 0.9}, {name: beech, energy_factor: 1.7}], "
             "stands: [{file: %s, diameter_field: dbh, species: spruce}]}",
             path);
    talus_world *world = load_trees(text, NULL);
    const talus_obstacle_list *stems = talus_obstacles_list(world->obstacles);
    cr_assert_eq(stems->stem_count, 2);
    cr_expect_float_eq(stems->stems[0].x, 27.5, 1e-9);
    cr_expect_float_eq(stems->stems[0].y, 37.5, 1e-9);
    cr_expect_float_eq(stems->stems[0].diameter, 0.35, 1e-15);
    cr_expect_eq(stems->stems[0].height, 22.0);
    cr_expect_eq(stems->stems[0].species, 1);
    cr_expect_eq(stems->stems[1].species, 0);
    cr_expect_float_eq(stems->stems[1].energy, talus_stem_energy(0.2, 0.9), 1e-9);
    talus_world_destroy(world);
}

Test(trees, resolved_scenario_of_a_table_without_species_loads_again)
{
    const char *table = write_table(7, "x,y,dbh\n1030,2040,35\n");
    char trees[1024], path[512];
    snprintf(trees, sizeof trees, "{stands: [{file: %s, diameter_field: dbh}]}", table);
    const talus_override override = {"trees", trees};
    talus_scenario *scenario = read_good(MINIMAL, &override, 1);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, test_directory(), &text, NULL);
    snprintf(path, sizeof path, "%s/trees_resolved.yaml", test_directory());
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    talus_world *world = load_good(path, NULL, 0, NULL);
    cr_expect_eq(talus_obstacles_list(world->obstacles)->stem_count, 1);
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    free(text);
}

Test(trees, outside_the_dem_are_left_out_with_a_warning)
{
    const char *path = write_table(2, "x,y,diameter_cm\n1030,2040,35\n5000,2050,20\n");
    char text[1024];
    snprintf(text, sizeof text, "{stands: [{file: %s}]}", path);
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_trees(text, list);
    cr_expect_eq(talus_obstacles_list(world->obstacles)->stem_count, 1);
    cr_expect_not_null(find_diagnostic(list, "1 of 2 trees stand outside the DEM"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(trees, wrong_stands_are_refused)
{
    expect_refused("{mu: 0.5}", "stands");
    expect_refused("{stands: [{stems_per_ha: 100, diameter_cm: 30}]}", "expected one of them");
    expect_refused("{stands: [{" SQUARE ", diameter_cm: 30}]}", "stems_per_ha");
    expect_refused("{stands: [{" SQUARE ", stems_per_ha: 100}]}", "diameter_cm");
    expect_refused("{stands: [{" SQUARE ", stems_per_ha: -3, diameter_cm: 30}]}", "stems_per_ha");
    expect_refused("{stands: [{" SQUARE ", stems_per_ha: 100, diameter_cm: -30}]}", "diameter_cm");
    expect_refused("{stands: [{" SQUARE ", stems_per_ha: 100, diameter_cm: 30, species: oak}]}",
                   "'oak' is not in the list");
    expect_refused("{stands: [{" SQUARE
                   ", stems_per_ha: 100, diameter_cm: 30, diameter_field: d}]}",
                   "names a field");
    expect_refused("{species: [{name: oak, energy_factor: 0}], stands: [{" SQUARE
                   ", stems_per_ha: 100, diameter_cm: 30}]}",
                   "energy_factor");
    expect_refused("{species: [{name: oak, energy_factor: 1}, {name: oak, energy_factor: 2}], "
                   "stands: [{" SQUARE ", stems_per_ha: 100, diameter_cm: 30}]}",
                   "already");
    expect_refused("{stands: [{polygon_m: [[9020, 2020], [9070, 2020], [9070, 2060]], "
                   "stems_per_ha: 100, diameter_cm: 30}]}",
                   "outside the DEM");
    expect_refused("{stands: [{polygon_m: [[1020, 2020], [1070, 2020], [1045, 2020]], "
                   "stems_per_ha: 100, diameter_cm: 30}]}",
                   "no area");
    expect_refused("{stands: [{" SQUARE ", stems_per_ha: 0.1, diameter_cm: 30}]}", "too small");
    expect_refused("{stands: [{file: nowhere.csv}]}", "found no file");
}

static void expect_table_refused(int number, const char *table, const char *more, const char *words)
{
    char text[1024];
    snprintf(text, sizeof text, "{stands: [{file: %s%s}]}", write_table(number, table), more);
    expect_refused(text, words);
}

Test(trees, wrong_tables_are_refused)
{
    expect_table_refused(10, "x,y,diameter_cm\n1030,2040,-5\n", "", "found diameter_cm '-5'");
    expect_table_refused(11, "x,y,diameter_cm\n1030,2040,thick\n", "", "'thick'");
    expect_table_refused(12, "x,y,diameter_cm\n1030,2040,\n", "", "found diameter_cm ''");
    expect_table_refused(13, "x,y,d\n1030,2040,5\n", "", "its fields are: ");
    expect_table_refused(14, "x,y,d\n1030,2040,5\n", ", diameter_field: dbh", "no field 'dbh'");
    expect_table_refused(15, "x,y,diameter_cm,species\n1030,2040,5,palm\n", "", "'palm'");
    expect_table_refused(16, "x,y,diameter_cm\n1030,2040,5\n", ", stems_per_ha: 3, diameter_cm: 20",
                         "expected polygons");
    expect_table_refused(17, "x,y,diameter_cm\n9030,2040,5\n", "", "check the CRS");
    expect_table_refused(18, "a,b\n1,2\n", "", "trees_18.csv");
}
