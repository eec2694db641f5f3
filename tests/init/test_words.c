// SPDX-License-Identifier: GPL-3.0-or-later
// Words of maps become presets.
#include "input/init/init.h"
#include "talus/site.h"

#include <criterion/criterion.h>

/// A preset's own name is that preset, however it is written.
Test(words, a_preset_is_itself)
{
    for (const talus_ground *ground = talus_ground_presets(); ground->name[0] != '\0'; ground++) {
        cr_expect_str_eq(init_ground_of(ground->name), ground->name);
    }
    cr_expect_str_eq(init_ground_of("Medium Soft"), "medium_soft");
    cr_expect_str_eq(init_ground_of("hard@1"), "hard@1");
    for (const talus_forest *forest = talus_forest_presets(); forest->name[0] != '\0'; forest++) {
        cr_expect_str_eq(init_forest_of(forest->name), forest->name);
    }
}

static const struct {
    const char *word, *preset;
} ground_words[] = {
    {"Felswand", "hard"},         {"rock face", "hard"},          {"Hangschutt", "medium"},
    {"scree of rock", "medium"},  {"Blockschutt", "medium_hard"}, {"Eboulis", "medium"},
    {"Sumpfwiese", "extra_soft"}, {"Fettwiese", "medium_soft"},   {"Strasse", "hard"},
    {"Ger\xc3\xb6ll", "medium"},  {"prato", "medium_soft"},       {"Schneefeld", "snow"},
};

/// Loose rock comes before rock, wet meadow before meadow.
Test(words, of_four_languages)
{
    for (size_t k = 0; k < sizeof ground_words / sizeof ground_words[0]; k++) {
        const char *found = init_ground_of(ground_words[k].word);
        cr_assert_not_null(found, "%s", ground_words[k].word);
        cr_expect_str_eq(found, ground_words[k].preset, "%s: %s", ground_words[k].word, found);
    }
}

Test(words, others_say_nothing)
{
    cr_expect_null(init_ground_of(""));
    cr_expect_null(init_ground_of("A-17"));
    cr_expect_null(init_forest_of("Fichte"));
    cr_expect_str_eq(init_forest_of("sehr dichter Bestand"), "dense");
}
