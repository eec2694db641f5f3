// SPDX-License-Identifier: GPL-3.0-or-later
// What layers are called, where they belong, and which comes first.
#include "io/catalogue/catalogue.h"

#include <criterion/criterion.h>
#include <string.h>

Test(catalogue, names_say_whether_a_number_is_annual_or_conditional)
{
    static const struct {
        const char *name, *unit, *what;
    } rows[] = {
        {"annual_frequency", "1/yr", "annual frequency"},
        {"annual_frequency_e30_kj", "1/yr", "annual frequency"},
        {"annual_frequency_h0.5_m", "1/yr", "annual frequency"},
        {"kinetic_energy_rp300", "kJ", "annual frequency 1/300"},
        {"jump_height_rp30", "m", "annual frequency 1/30"},
        {"reach_probability", "1", "conditional"},
        {"kinetic_energy_exceeds_30_kj", "1", "conditional"},
        {"sources_road", "1", "of the rocks released"},
        {"kinetic_energy_p95", "kJ", ""},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        catalogue_layer layer;
        cr_assert(catalogue_find(rows[k].name, &layer), "%s", rows[k].name);
        cr_expect_str_eq(layer.layer.unit, rows[k].unit);
        cr_expect_not_null(strstr(layer.meaning.what, rows[k].what), "%s: %s", rows[k].name,
                           layer.meaning.what);
    }
    static const char *const wrong[] = {
        "annual_frequency_e_kj", "annual_frequency_e30", "zone",
        "intensity_rp",          "kinetic_energy_rpx",   "jump_height_rp-3"};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        catalogue_layer layer;
        cr_expect_not(catalogue_find(wrong[k], &layer), "%s", wrong[k]);
    }
}

Test(catalogue, every_layer_of_a_run_has_a_group)
{
    for (const char *const *name = campaign_layer_names; *name != NULL; name++) {
        catalogue_layer layer;
        cr_assert(catalogue_find(*name, &layer), "%s", *name);
        cr_expect_neq(layer.group, CATALOGUE_OTHER, "%s", *name);
        cr_expect_eq(layer.source, CATALOGUE_RASTER);
    }
}

Test(catalogue, groups_and_order)
{
    static const struct {
        const char *name;
        catalogue_group group;
    } rows[] = {{"zones", CATALOGUE_HAZARD},
                {"reach_probability", CATALOGUE_REACH},
                {"kinetic_energy_p95", CATALOGUE_ENERGY},
                {"passages", CATALOGUE_REACH},
                {"intensity_rp30", CATALOGUE_HAZARD},
                {"annual_frequency", CATALOGUE_HAZARD},
                {"jump_height_rp30", CATALOGUE_HAZARD},
                {"sources_road", CATALOGUE_REACH},
                {"spin_p95", CATALOGUE_SPIN},
                {"momentum_max", CATALOGUE_ENERGY},
                {"kinetic_energy_p95_se", CATALOGUE_ENERGY}};
    size_t before = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        size_t rank = 0;
        cr_expect_eq(catalogue_group_of(rows[k].name, &rank), rows[k].group, "%s", rows[k].name);
        cr_expect_geq(rank, before, "%s", rows[k].name);
        before = rank;
    }
}

Test(catalogue, differences_are_named_by_what_they_compare)
{
    catalogue_layer layer;
    cr_assert(catalogue_find("difference_no_soil_kinetic_energy_p95", &layer));
    cr_expect_str_eq(layer.layer.title, "Kinetic energy, 95th percentile, difference of no_soil");
    cr_expect_str_eq(layer.layer.unit, "kJ");
    cr_expect_eq(layer.source, CATALOGUE_DIFFERENCE);
    cr_expect_eq(layer.group, CATALOGUE_ENERGY);
    cr_expect_not(catalogue_find("difference_no_soil_colour", &layer));
}

Test(catalogue, kinds_of_lines_have_colours_of_their_own)
{
    for (size_t k = 0; k < catalogue_vector_count; k++) {
        const catalogue_vector *one = &catalogue_vectors[k];
        cr_expect_eq(catalogue_find_vector(one->name), one);
        for (size_t i = 0; i < k; i++) {
            const catalogue_vector *other = &catalogue_vectors[i];
            const bool are_objects =
                strncmp(one->name, "object", 6) == 0 && strncmp(other->name, "object", 6) == 0;
            cr_expect(one->word == NULL || other->word == NULL || are_objects ||
                      memcmp(one->colour, other->colour, 3) != 0);
        }
    }
    cr_expect_null(catalogue_find_vector("roads"));
}
