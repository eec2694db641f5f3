// SPDX-License-Identifier: GPL-3.0-or-later
// Units of heights and values that mean "no height": the verdict on small arrays of stored numbers.
#include "io/geo_rules/heights.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

enum { COUNT = 400 };

/// Slopes from `low` up, with something else in it.
typedef struct value_case {
    const char *name;
    double low, rise;   ///< stored: of the lowest, from one to the next
    size_t count;       ///< of `value`
    double value;       ///< as stored
    double unit, scale; ///< 0 = 1
    bool is_whole, is_said;
    const char *phrase; ///< of the only warning, or of the refusal; NULL: nothing is said
    bool is_refused;
    size_t missing;
} value_case;

static const value_case values[] = {
    {"-9999", 1900, 0.4, 25, -9999, .phrase = "25 cells hold no height", .missing = 25},
    {"-999", 1900, 0.4, 25, -999, .phrase = "25 cells are exactly -999", .missing = 25},
    {"-999 once", 1900, 0.4, 1, -999, .phrase = "1 cells are exactly -999", .missing = 1},
    {"-1", 1900, 0.4, 25, -1, .phrase = "exactly -1, which", .missing = 25},
    {"-100", 1900, 0.4, 25, -100, .phrase = "exactly -100, which", .missing = 25},
    {"0", 1900, 0.4, 25, 0, .phrase = "exactly 0, which", .missing = 25},
    {"255", 1900, 0.4, 25, 255, .phrase = "exactly 255, which", .missing = 25},
    {"9999", 1900, 0.4, 25, 9999, .phrase = "exactly 9999, which", .missing = 25},
    {"65535", 1900, 0.4, 25, 65535, .phrase = "exactly 65535, which", .missing = 25},
    {"-999.99", 1900, 0.4, 3, -999.99, .phrase = "3 cells are exactly -999.99", .missing = 3},
    {"FLT_MAX", 1900, 0.4, 25, (double)FLT_MAX, .phrase = "25 cells hold no height", .missing = 25},
    {"-FLT_MAX", 1900, 0.4, 25, -(double)FLT_MAX, .phrase = "25 cells hold no height",
     .missing = 25},
    {"infinite", 1900, 0.4, 25, HUGE_VAL, .phrase = "25 cells hold no height", .missing = 25},
    {"of no list, repeated", 1900, 0.4, 25, 77.5, .phrase = "exactly 77.5, which", .missing = 25},
    {"-999 in feet", 6000, 1.2, 25, -999, .unit = 0.3048, .is_said = true,
     .phrase = "25 cells are exactly -999", .missing = 25},
    {"65535 in cm", 30000, 4, 25, 65535, .unit = 0.01, .is_said = true,
     .phrase = "25 cells are exactly 65535", .missing = 25},
    {"0 beside 60 m", 60, 0.4, 25, 0, .phrase = "60 m below all other heights; they are kept"},
    {"9999 beside the summit", 8700, 0.4, 25, 9999, .phrase = "exactly 9999, which", .missing = 25},
    {"nothing else", -9999, 0, .phrase = "every cell is NODATA", .is_refused = true},
    {"centimetres", 190000, 40, .phrase = "nothing says the unit", .is_refused = true},
    {"decimetres", 19000, 4, .is_whole = true, .phrase = "height_unit: dm", .is_refused = true},
    {"feet", 9500, 1.2, .phrase = "are they feet"},
    {"sea floor", -4000, 0.4, .phrase = "lower than any land"},
    // harmless neighbours
    {.name = "a slope", .low = 1900, .rise = 0.4},
    {.name = "one deep cell", .low = 1900, .rise = 0.4, .count = 1, .value = 1500.25},
    {.name = "a lake", .low = 1900, .rise = 0.4, .count = 25, .value = 1895.5},
    {.name = "a lake far below", .low = 1900, .rise = 0.4, .count = 25, .value = 1850.5},
    {.name = "the sea", .low = 0.25, .rise = 0.4, .count = 25, .value = 0},
    {.name = "the sea and land below it", .low = -3, .rise = 0.4, .count = 25, .value = -1},
    {.name = "a slope through 999", .low = 990, .rise = 0.4, .count = 3, .value = 999},
    {.name = "a slope through 255", .low = 250, .rise = 0.4, .count = 30, .value = 255},
    {.name = "the shore of the Dead Sea", .low = -430, .rise = 0.4},
    {.name = "the highest summit", .low = 8600, .rise = 0.6, .count = 1, .value = 8848.86},
    {"centimetres said", 190000, 40, .unit = 0.01, .is_said = true, .is_whole = true},
    {.name = "a plain of one height", .low = 400, .rise = 0},
};

static void expect_value(const value_case *c)
{
    double heights[COUNT];
    geo_height_rules rules = {
        .is_whole = c->is_whole,
        .scale = c->scale > 0.0 ? c->scale : 1.0,
        .unit = {.metres = c->unit > 0.0 ? c->unit : 1.0, .is_said = c->is_said}};
    geo_counts counts = GEO_COUNTS_NONE;
    for (size_t k = 0; k < COUNT; k++) {
        const bool is_other = k % 13 == 5 && k / 13 < c->count;
        heights[k] = is_other ? c->value : c->low + c->rise * (double)k;
    }
    talus_diagnostics *said = talus_diagnostics_create();
    talus_error error = {0};
    geo_clean_heights(&rules, heights, COUNT, &counts);
    geo_count_heights(heights, COUNT, &counts);
    const talus_status status = geo_judge_counts("a.tif", 1.0, &counts, &rules, said, &error);
    geo_remove_sentinels(&rules, heights, COUNT);
    cr_expect_eq(status, c->is_refused ? TALUS_ERROR_INPUT : TALUS_OK, "%s: %s", c->name,
                 error.message);
    const size_t count = talus_diagnostics_count_of(said, TALUS_WARNING);
    const char *text = c->is_refused ? error.message
                       : count > 0   ? talus_diagnostics_get(said, 0)->message
                                     : "";
    cr_expect(c->phrase == NULL || strstr(text, c->phrase) != NULL, "%s: %s", c->name, text);
    size_t missing = 0;
    for (size_t k = 0; k < COUNT; k++) {
        missing += isnan(heights[k]) ? 1 : 0;
    }
    if (!c->is_refused) {
        cr_expect_eq(count, c->phrase != NULL ? 1u : 0u, "%s: %zu, %s", c->name, count, text);
        cr_expect_eq(missing, c->missing, "%s: %zu missing", c->name, missing);
    }
    talus_diagnostics_destroy(said);
}

Test(heights, values_that_mean_no_height)
{
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        expect_value(&values[k]);
    }
}

/// Few cells between a value that was removed and the ground.
Test(heights, rings_of_a_smeared_value_are_said)
{
    static const double nones[] = {0, -1, -100, 255, -999};
    for (size_t n = 0; n < sizeof nones / sizeof nones[0]; n++) {
        double heights[COUNT];
        geo_height_rules rules = {.scale = 1.0, .unit = {.metres = 1.0}};
        geo_counts counts = GEO_COUNTS_NONE;
        for (size_t k = 0; k < COUNT; k++) {
            heights[k] = k % 13 == 5    ? nones[n]
                         : k % 100 == 7 ? 1000.0 + 2.0 * (double)k
                                        : 1900.0 + 0.4 * (double)k;
        }
        talus_diagnostics *said = talus_diagnostics_create();
        geo_clean_heights(&rules, heights, COUNT, &counts);
        geo_count_heights(heights, COUNT, &counts);
        cr_expect_eq(geo_judge_counts("a.tif", 1.0, &counts, &rules, said, NULL), TALUS_OK);
        cr_assert_eq(talus_diagnostics_count(said), 2u);
        const char *text = talus_diagnostics_get(said, 1)->message;
        cr_expect_not_null(strstr(text, "4 cells of 1014 to 1614 lie apart"), "%s", text);
        talus_diagnostics_destroy(said);
    }
}

Test(heights, other_rasters_follow_the_same_list)
{
    static const struct {
        double low, high, value;
        size_t missing;
        bool is_kept; ///< and said
    } cases[] = {
        {1, 8, -9999, 10, false},      {1, 8, -999, 10, false},
        {1, 8, 65535, 10, false},      {0.1, 0.9, 9999, 10, false},
        {1, 8, 1e20, 10, false},       {1, 8, 9, 0, false},
        {1, 8, 0.5, 0, false},         {1000, 20000, 9999, 0, false},
        {1, 8, -32768, 10, false},     {5000, 9999, 9999, 0, false},
        {1, 8, 2147483647, 10, false}, {1, 8, -2147483648.0, 10, false},
        {1, 8, 255, 0, true},          {1, 8, 999, 0, true},
        {0.3, 0.6, 0, 0, true},        {0.1, 0.6, 0, 0, false},
        {1, 6000, 9999, 0, true},      {1, 300, 255, 0, false},
        {1, 8, 254, 0, false},         {0.3, 0.6, -1, 0, true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double numbers[40];
        for (size_t i = 0; i < 40; i++) {
            numbers[i] =
                i < 10 ? cases[k].value
                       : cases[k].low + (cases[k].high - cases[k].low) * (double)(i - 10) / 29;
        }
        talus_diagnostics *said = talus_diagnostics_create();
        size_t missing = 0;
        geo_remove_lonely_values("a.tif", numbers, 40, said);
        for (size_t i = 0; i < 40; i++) {
            missing += isnan(numbers[i]) ? 1 : 0;
        }
        cr_expect_eq(missing, cases[k].missing, "%g: %zu", cases[k].value, missing);
        cr_expect_eq(talus_diagnostics_count(said),
                     (cases[k].missing > 0) + (size_t)cases[k].is_kept, "%g: %zu", cases[k].value,
                     talus_diagnostics_count(said));
        talus_diagnostics_destroy(said);
    }
    double alone[] = {-9999, -9999};
    geo_remove_lonely_values("a.tif", alone, 2, NULL);
    cr_expect_eq(alone[0], -9999);
}

Test(heights, units_by_any_name)
{
    const double survey = 1200.0 / 3937.0;
    const struct {
        const char *name;
        double metres;
    } units[] = {{"m", 1},
                 {"Metre (m)", 1},
                 {"m a.s.l.", 1},
                 {"metres", 1},
                 {"mètre", 1},
                 {"ft", 0.3048},
                 {"Foot", 0.3048},
                 {"international foot", 0.3048},
                 {"ft (US)", survey},
                 {"Foot_US", survey},
                 {"US survey foot", survey},
                 {"us_ft", survey},
                 {"ftUS", survey},
                 {"cm", 0.01},
                 {"centimeters", 0.01},
                 {"dm", 0.1},
                 {"mm", 0.001},
                 {"", 0},
                 {"inches", 0},
                 {"m/s", 0},
                 {"DN", 0},
                 {"us metre", 0},
                 {"m ft", 0}};
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        cr_expect_float_eq(geo_metres_per_unit(units[k].name), units[k].metres, 1e-12, "%s",
                           units[k].name);
    }
}

Test(heights, the_unit_that_counts)
{
    const geo_vertical_axis feet = {.metres = 0.3048, .unit = "foot"};
    const struct {
        geo_unit_claims claims;
        double metres; ///< 0: refused
        bool is_said, is_asked;
        const char *phrase; ///< of the warning or the refusal
    } cases[] = {
        {{.horizontal = 1}, 1, false, false, NULL},
        {{.band = "m", .horizontal = 1}, 1, true, false, NULL},
        {{.band = "ft", .horizontal = 1}, 0.3048, true, false, "converted to metres"},
        {{.vertical = feet, .horizontal = 1}, 0.3048, true, false, "\"foot\""},
        {{.zunits = "FEET"}, 1200.0 / 3937.0, true, false, "FEET"},
        {{.zunits = "100"}, 0.01, true, false, "100"},
        {{.zunits = "NO"}, 1, false, false, NULL},
        {{.band = "m", .vertical = feet}, 0, false, false, "\"m\" by the band and \"foot\""},
        {{.band = "ft", .vertical = feet}, 0.3048, true, false, "converted"},
        {{.key = "m", .band = "ft"}, 1, true, false, NULL},
        {{.key = "us_ft"}, 1200.0 / 3937.0, true, false, "us_ft"},
        {{.key = "inches"}, 0, false, false, "expected m, ft, us_ft, dm, cm or mm"},
        {{.horizontal = 0.3048, .horizontal_name = "foot"}, 1, false, true, NULL},
        {{.key = "m", .horizontal = 0.3048, .horizontal_name = "foot"}, 1, true, false, NULL},
        {{.vertical = {.metres = 1, .is_down = true, .unit = "metre"}}, 0, false, false, "depths"},
        {{.band = "DN", .horizontal = 1}, 1, false, false, "is not known"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        talus_diagnostics *said = talus_diagnostics_create();
        talus_error error = {0};
        geo_unit unit = {0};
        const talus_status status = geo_choose_unit("a.tif", &cases[k].claims, said, &unit, &error);
        const size_t count = talus_diagnostics_count_of(said, TALUS_WARNING);
        const char *text = status != TALUS_OK ? error.message
                           : count > 0        ? talus_diagnostics_get(said, 0)->message
                                              : "";
        cr_expect_eq(status, cases[k].metres > 0 ? TALUS_OK : TALUS_ERROR_INPUT, "%zu", k);
        cr_expect(cases[k].phrase != NULL ? strstr(text, cases[k].phrase) != NULL : count == 0,
                  "%zu: %s", k, text);
        if (status == TALUS_OK) {
            cr_expect_float_eq(unit.metres, cases[k].metres, 1e-12, "%zu: %g", k, unit.metres);
            cr_expect_eq(unit.is_said, cases[k].is_said, "%zu", k);
            cr_expect_eq(unit.is_asked, cases[k].is_asked, "%zu", k);
        }
        talus_diagnostics_destroy(said);
    }
}

Test(heights, vertical_axes_and_zunits)
{
    const struct {
        const char *wkt;
        double metres;
        bool is_down;
    } axes[] = {
        {"VERTCRS[\"h\",CS[vertical,1],AXIS[\"gravity-related height "
         "(H)\",up,LENGTHUNIT[\"metre\",1]]]",
         1, false},
        {"VERTCRS[\"h\",AXIS[\"height\",up,LENGTHUNIT[\"US survey foot\",0.304800609601219]]]",
         1200.0 / 3937.0, false},
        {"VERTCRS[\"d\",AXIS[\"depth (D)\",down,LENGTHUNIT[\"metre\",1]]]", 1, true},
        {"PROJCRS[\"x\",AXIS[\"(E)\",east,LENGTHUNIT[\"metre\",1]]]", 0, false},
        {"", 0, false},
        {"AXIS[\"a \"\"quoted\"\" name\",up,LENGTHUNIT[\"link\",0.201168]]", 0.201168, false},
        {"AXIS[\"never closed", 0, false},
    };
    for (size_t k = 0; k < sizeof axes / sizeof axes[0]; k++) {
        const geo_vertical_axis axis = geo_vertical_axis_of(axes[k].wkt);
        cr_expect_float_eq(axis.metres, axes[k].metres, 1e-12, "%zu: %g", k, axis.metres);
        cr_expect_eq(axis.is_down, axes[k].is_down, "%zu", k);
    }
    const struct {
        const char *text, *word;
    } texts[] = {{"Projection UTM\nZunits FEET\nUnits METERS\n", "FEET"},
                 {"Units METERS\r\nZUNITS        100\r\n", "100"},
                 {"Units METERS\n", ""},
                 {"", ""},
                 {"Zunits", ""},
                 {"Zunitsfeet x\n", ""}};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        char word[16];
        geo_zunits_of(texts[k].text, strlen(texts[k].text), word, sizeof word);
        cr_expect_str_eq(word, texts[k].word, "%zu: %s", k, word);
    }
}
