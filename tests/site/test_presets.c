// SPDX-License-Identifier: GPL-3.0-or-later
// Named grounds and forests, and class maps.
#include "talus/site.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(ground, preset_holds_the_numbers_of_the_table)
{
    const talus_ground *hard = talus_ground_preset("hard");
    cr_assert_not_null(hard);
    cr_assert(hard->mu_min == 0.55 && hard->mu_max == 2.0 && hard->beta == 185.0);
    cr_assert(hard->kappa == 3.0 && hard->epsilon_n == 0.0 && hard->drag == 0.5);
    cr_assert_str_eq(hard->source, "friction corroborated (Lu et al. 2019)");
    const talus_ground *snow = talus_ground_preset("snow");
    cr_assert(snow->mu_min == 0.10 && snow->mu_max == 0.35 && snow->beta == 150.0);
}

Test(ground, presets_of_soil_have_the_friction_of_hard_and_scatter)
{
    static const struct {
        const char *name;
        double modulus;
    } soils[] = {{"medium_hard", 40e6},
                 {"medium", 20e6},
                 {"medium_soft", 14e6},
                 {"soft", 10e6},
                 {"extra_soft", 7e6}};
    const talus_ground *hard = talus_ground_preset("hard");
    for (size_t k = 0; k < sizeof soils / sizeof *soils; k++) {
        const talus_ground *g = talus_ground_preset(soils[k].name);
        cr_assert_not_null(g);
        cr_expect(g->mu_min == hard->mu_min && g->mu_max == hard->mu_max &&
                  g->kappa == hard->kappa && g->beta == hard->beta && g->drag == hard->drag);
        cr_expect_eq(g->soil.modulus, soils[k].modulus);
        cr_expect(g->soil.drag == 2.0 && g->soil.density == 1700.0 && g->soil.rotational == 0.0);
        cr_assert_not_null(g->draw);
        cr_expect(g->draw->soil_per_impact);
        const talus_distribution *laws = g->draw->laws;
        const talus_distribution *modulus = &laws[TALUS_VARIED_SOIL_MODULUS];
        const talus_distribution *number = &laws[TALUS_VARIED_SOIL_DRAG];
        cr_expect(modulus->law == TALUS_LAW_LOGNORMAL && modulus->a == soils[k].modulus &&
                  modulus->b == 0.4);
        cr_expect(number->law == TALUS_LAW_LOGNORMAL && number->a == 3.0 && number->b == 0.4);
        cr_expect_eq(laws[TALUS_VARIED_MU_MIN].law, TALUS_LAW_FIXED);
    }
    cr_expect(hard->soil.modulus == 0.0 && hard->draw == NULL);
}

Test(ground, presets_carry_a_version)
{
    const talus_ground *old = talus_ground_preset("medium@1");
    cr_assert_not_null(old);
    cr_expect(old->mu_min == 0.35 && old->kappa == 2.0 && old->beta == 150.0 && old->drag == 0.6);
    cr_expect(old->soil.modulus == 0.0 && old->draw == NULL);
    cr_expect_eq(talus_ground_preset("medium@2"), talus_ground_preset("medium"));
    cr_expect_eq(talus_ground_preset("medium soft@1"), talus_ground_preset("medium_soft@1"));
    cr_expect_eq(talus_ground_preset_version("medium"), TALUS_GROUND_PRESET_VERSION);
    cr_expect_eq(talus_ground_preset_version("medium@2"), 2);
    cr_expect_eq(talus_ground_preset_version("medium@1"), 1);
    cr_expect_eq(talus_ground_preset("stony meadow@3"), talus_ground_preset("stony_meadow"));
    cr_expect_eq(talus_ground_preset_version("stony_meadow"), 3);
    cr_expect_eq(talus_ground_preset_version("stony_meadow@2"), 2);
    for (const talus_ground *g = talus_ground_presets(); g->name[0] != '\0'; g++) {
        char first[40];
        snprintf(first, sizeof first, "%s@1", g->name);
        // it came with the second version
        const bool is_new = strcmp(g->name, "stony_meadow") == 0;
        cr_expect_eq(talus_ground_preset(first) == NULL, is_new, "%s", first);
    }
}

Test(ground, only_the_stony_meadow_has_bumps_of_its_own_for_each_rock)
{
    for (const talus_ground *g = talus_ground_presets(); g->name[0] != '\0'; g++) {
        const talus_ground_roughness *bumps = &g->roughness;
        if (strcmp(g->name, "stony_meadow") == 0) {
            cr_expect(bumps->amplitude == 0.05 && bumps->spacing == 1.0 && bumps->per_rock);
            cr_expect(bumps->clear >= 10.0); // no rock is held where it starts
        } else {
            cr_expect_eq(bumps->amplitude, 0.0, "%s", g->name);
        }
    }
}

Test(ground, second_version_of_the_stony_meadow_keeps_its_numbers)
{
    const talus_ground *old = talus_ground_preset("stony_meadow@2");
    cr_assert_not_null(old);
    cr_expect(old->mu_min == 0.8 && old->soil.modulus == 20e6 && old->soil.drag == 2.0);
    cr_expect(old->roughness.amplitude == 0.1 && old->roughness.clear == 10.0);
    cr_expect(old->draw->laws[TALUS_VARIED_SOIL_MODULUS].a == 20e6);
    const talus_ground *now = talus_ground_preset("stony_meadow");
    cr_expect(now->mu_min == 1.2 && now->soil.modulus == 30e6 && now->soil.drag == 2.0);
    cr_expect(now->draw->laws[TALUS_VARIED_SOIL_MODULUS].a == 30e6);
}

Test(ground, name_may_have_a_space_or_an_underscore)
{
    cr_assert_not_null(talus_ground_preset("medium_soft"));
    cr_assert_eq(talus_ground_preset("medium soft"), talus_ground_preset("medium_soft"));
    cr_assert_eq(talus_ground_preset("extra hard"), talus_ground_preset("extra_hard"));
}

Test(ground, unknown_name_is_null)
{
    static const char *const names[] = {
        "",     "soft ", "har",     "hard1",          "medium-soft",
        "Hard", "hard@", "hard@0",  "hard@3",         "hard@11",
        "@1",   "@2",    "hard @1", "stony_meadow@1", "stony_meadow@4"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        cr_assert_null(talus_ground_preset(names[k]), "'%s'", names[k]);
        cr_assert_eq(talus_ground_preset_version(names[k]), 0);
    }
    cr_assert_null(talus_ground_preset(NULL));
}

Test(ground, presets_are_nine_plausible_ones_that_say_their_source)
{
    size_t count = 0;
    for (const talus_ground *g = talus_ground_presets(); g->name[0] != '\0'; g++) {
        cr_assert(g->mu_min > 0.0 && g->mu_max > g->mu_min && g->kappa > 0.0 && g->beta > 0.0);
        cr_assert(g->drag > 0.0 && g->drag < 1.0);
        cr_assert_not_null(g->source);
        cr_assert_eq(talus_ground_preset(g->name), g);
        count++;
    }
    cr_assert_eq(count, 9);
}

Test(forest, presets_get_denser)
{
    const talus_forest *open = talus_forest_preset("open"), *dense = talus_forest_preset("dense");
    cr_assert(open->drag == 250.0 && open->height == 30.0 && open->rotational_drag.x == 0.0);
    cr_assert_eq(talus_forest_preset("medium")->drag, 500.0);
    cr_assert_eq(dense->drag, 750.0);
    cr_assert_not_null(dense->source);
    cr_assert_null(talus_forest_preset("jungle"));
    cr_assert_null(talus_forest_preset(NULL));
    cr_assert_eq(talus_forest_presets()[3].name[0], '\0');
}

Test(forest, a_version_may_stand_behind_the_name)
{
    for (const talus_forest *f = talus_forest_presets(); f->name[0] != '\0'; f++) {
        char name[40];
        snprintf(name, sizeof name, "%s@1", f->name);
        const talus_forest *first = talus_forest_preset(name);
        cr_assert_not_null(first, "%s", name);
        cr_expect(first->drag == f->drag && first->height == f->height);
        cr_expect(first->hold_height == 0.0 && f->hold_height > 0.0 && f->hold_path > 0.0);
        cr_expect_eq(talus_forest_preset_version(name), 1);
        snprintf(name, sizeof name, "%s@2", f->name);
        cr_expect_eq(talus_forest_preset(name), f);
        cr_expect_eq(talus_forest_preset_version(name), TALUS_FOREST_PRESET_VERSION);
    }
    cr_expect_null(talus_forest_preset("open@3"));
    cr_expect_null(talus_forest_preset("@1"));
    cr_expect_eq(talus_forest_preset_version("jungle"), 0);
}

static talus_class_map make_map(double x0, double y0, double cell, size_t nx, size_t ny)
{
    talus_class_map map = {.x0 = x0, .y0 = y0, .cell = cell, .nx = nx, .ny = ny};
    map.classes = malloc(nx * ny);
    cr_assert_not_null(map.classes);
    for (size_t k = 0; k < nx * ny; k++) {
        map.classes[k] = (uint8_t)(k % 251);
    }
    return map;
}

Test(class_map, no_map_is_class_0)
{
    cr_assert_eq(talus_class_map_at(NULL, 1.0, 2.0), 0);
}

Test(class_map, row_0_lies_in_the_south)
{
    talus_class_map map = make_map(10.0, 20.0, 5.0, 3, 2);
    cr_assert_eq(talus_class_map_at(&map, 12.0, 21.0), 0);
    cr_assert_eq(talus_class_map_at(&map, 24.0, 21.0), 2);
    cr_assert_eq(talus_class_map_at(&map, 12.0, 29.0), 3);
    talus_class_map_clear(&map);
    cr_assert(map.classes == NULL && map.nx == 0);
}

Test(class_map, off_the_map_the_nearest_cell_counts)
{
    talus_class_map map = make_map(10.0, 20.0, 5.0, 3, 2);
    cr_assert_eq(talus_class_map_at(&map, -1e300, -1e300), 0);
    cr_assert_eq(talus_class_map_at(&map, 25.0, 20.0), 2);
    cr_assert_eq(talus_class_map_at(&map, 1e300, 21.0), 2);
    cr_assert_eq(talus_class_map_at(&map, (double)INFINITY, (double)INFINITY), 5);
    cr_assert_eq(talus_class_map_at(&map, 17.0, 30.0), 4);
    talus_class_map_clear(&map);
}

Test(class_map, edges_belong_to_the_upper_cell_for_awkward_sizes)
{
    static const double cells[] = {4.997688906601, 0.1, 1.0 / 3.0};
    static const double origins[] = {0.0, -123.456, 376648.1};
    for (int k = 0; k < 9; k++) {
        talus_class_map map = make_map(origins[k / 3], 0.0, cells[k % 3], 250, 1);
        for (unsigned i = 1; i < 250; i++) {
            const double x = map.x0 + i * map.cell;
            cr_assert_eq(talus_class_map_at(&map, x, 0.01), i);
            cr_assert_eq(talus_class_map_at(&map, nextafter(x, -1e300), 0.01), i - 1);
        }
        talus_class_map_clear(&map);
    }
}
