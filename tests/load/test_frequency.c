// SPDX-License-Identifier: GPL-3.0-or-later
// Frequencies of releases over rock classes; measured blocks; what is refused.
#include "scenario/support.h"

#include <math.h>
#include <unistd.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"

#define CLASS(name, volume, low, high, more)                                                       \
    "{name: " name ", shape: cuboid, volume_m3: " volume ", volume_class_m3: [" low ", " high      \
    "]" more "}"
/// Two shapes in the smallest class.
#define CLASSES                                                                                    \
    "[" CLASS("chip", "0.2", "0.1", "0.5", ", share: 3") ", " CLASS(                               \
        "plate", "0.3", "0.1", "0.5",                                                              \
        ", frequency_share: 1") ", " CLASS("block", "1", "0.5", "2",                               \
                                           "") ", " CLASS("boulder", "5", "2", "10",               \
                                                          ", share: 0.5") "]"
#define STEEP "slope_above_deg: 60, rocks: 1000"

/// The minimal scenario with other rocks and releases (NULL = its own).
static talus_status load(const char *rocks, const char *releases, talus_diagnostics *list,
                         talus_world **world)
{
    const talus_override overrides[] = {{"releases", releases}, {"rocks", rocks}};
    talus_scenario *scenario = NULL;
    *world = NULL;
    talus_status status =
        talus_scenario_read(MINIMAL, overrides, rocks != NULL ? 2 : 1, list, &scenario, NULL);
    if (status == TALUS_OK) {
        status = talus_world_load(scenario, list, world, NULL);
        talus_scenario_destroy(scenario);
    }
    return status;
}

static talus_world *load_quietly(const char *rocks, const char *releases)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    const talus_status status = load(rocks, releases, list, &world);
    if (status != TALUS_OK || talus_diagnostics_count_of(list, TALUS_WARNING) > 0) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK);
    cr_expect_eq(talus_diagnostics_count_of(list, TALUS_WARNING), 0);
    talus_diagnostics_destroy(list);
    return world;
}

/// @param is_error false: the world loads, with a warning
static void expect_words(const char *rocks, const char *releases, bool is_error, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    cr_expect_eq(load(rocks, releases, list, &world), is_error ? TALUS_ERROR_INPUT : TALUS_OK);
    if (find_diagnostic(list, phrase) == NULL) {
        print_diagnostics(list);
    }
    cr_expect_not_null(find_diagnostic(list, phrase), "no words like '%s'", phrase);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(frequency, is_unknown_unless_given)
{
    talus_world *world = load_quietly(NULL, "[{" STEEP "}]");
    cr_expect_null(talus_world_campaign(world)->frequency);
    cr_expect_not(talus_world_campaign(world)->stratified);
    talus_world_destroy(world);
}

Test(frequency, is_split_by_shares_and_sums_to_the_whole)
{
    talus_world *world = load_quietly(
        "[{name: chip, shape: cuboid, volume_m3: 0.2, share: 3}, "
        "{name: plate, shape: cuboid, volume_m3: 0.3, frequency_share: 1}, "
        "{name: block, shape: cuboid, volume_m3: 1}, "
        "{name: boulder, shape: cuboid, volume_m3: 5, share: 0.5}]",
        "[{" STEEP ", frequency: {per_year: 0.7}}, {points_m: [[1020, 2050]], rocks: 2000, "
        "frequency: {per_year: 0.3}}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_assert(campaign->stratified);
    static const double shares[4] = {3.0, 1.0, 1.0, 0.5};
    for (size_t k = 0; k < 4; k++) {
        cr_expect_float_eq(campaign->frequency[k], 0.7 * shares[k] / 5.5, 1e-15);
        cr_expect_float_eq(campaign->frequency[4 + k], 0.3 * shares[k] / 5.5, 1e-15);
    }
    talus_world_destroy(world);
}

Test(frequency, per_area_takes_the_true_area_and_draws_by_it)
{
    talus_world *world = load_quietly(NULL, "[{" STEEP ", frequency: {per_year_km2: 2000}}]");
    const talus_campaign *campaign = talus_world_campaign(world);
    const double area = 450.0 * sqrt(1.0 + 2.2 * 2.2);
    cr_expect_float_eq(campaign->frequency[0], 2000.0 * 1e-6 * area, 1e-13);
    cr_expect_not_null(campaign->releases[0].cumulative);
    talus_world_destroy(world);
}

Test(frequency, magnitudes_fill_their_classes)
{
    talus_world *world = load_quietly(
        CLASSES, "[{" STEEP ", frequency: {magnitude: {per_year: 0.2, exponent: 0.6}}}]");
    const double *frequency = talus_world_campaign(world)->frequency;
    const double at[4] = {pow(0.1, -0.6), pow(0.5, -0.6), pow(2.0, -0.6), pow(10.0, -0.6)};
    cr_expect_float_eq(frequency[0], 0.75 * 0.2 * (at[0] - at[1]), 1e-13);
    cr_expect_float_eq(frequency[1], 0.25 * 0.2 * (at[0] - at[1]), 1e-13);
    cr_expect_float_eq(frequency[2], 0.2 * (at[1] - at[2]), 1e-13);
    cr_expect_float_eq(frequency[3], 0.2 * (at[2] - at[3]), 1e-13);
    talus_world_destroy(world);
}

Test(frequency, a_gap_between_classes_is_told)
{
    expect_words("[" CLASS("a", "0.2", "0.1", "0.5", "") ", " CLASS("b", "2", "1", "4", "") "]",
                 "[{" STEEP ", frequency: {magnitude: {per_year_km2: 900, exponent: 0.6}}}]", false,
                 "lie in no class");
}

Test(frequency, too_few_rocks_are_told_and_none_refused)
{
    expect_words(CLASSES, "[{points_m: [[1020, 2050]], rocks: 40, frequency: {per_year: 1}}]",
                 false, "too few for a frequency map");
    expect_words(
        "[{shape: cuboid, size_m: [1, 1, 1]}, {shape: cuboid, size_m: [2, 1, 1], share: 0, "
        "frequency_share: 1}]",
        "[{points_m: [[1020, 2050]], rocks: 40, frequency: {per_year: 1}}]", true,
        "no rock of it is run");
}

Test(frequency, a_class_holds_the_volumes_of_its_rocks)
{
    expect_words("[" CLASS("a", "0.8", "0.1", "0.5", "") "]", "[{" STEEP "}]", true,
                 "rocks of 'a' have 0.8 m3 (the median), outside their class [0.1, 0.5]");
    expect_words(
        "[" CLASS("a", "{distribution: uniform, min: 0.1, max: 0.7}", "0.1", "0.5", "") "]",
        "[{" STEEP "}]", false, "the 99 % quantile of 'a' is 0.694 m3");
}

/// A table in the test's directory, and a scenario text with its name.
typedef struct table_file {
    char path[512];
} table_file;

static table_file write_table(const char *name, const char *text)
{
    table_file file;
    snprintf(file.path, sizeof file.path, "%s/%d_%s", test_directory(), (int)getpid(), name);
    FILE *out = fopen(file.path, "w");
    cr_assert_not_null(out);
    fputs(text, out);
    fclose(out);
    return file;
}

Test(frequency, shaking_topples_so_many_blocks)
{
    // ramp over H = 1e-2 / x: rate = 1e-2 ln(b / a) / (b - a), a and b in g
    const table_file fragility = write_table(
        "fragility.csv", "pga_g,samples,exceeded,probability,low_95,high_95,lognormal\n"
                         "0.2,10,0,0,0,0.1,\n0.5,10,5,0.5,0.4,0.6,\n0.8,10,10,1,0.9,1,\n");
    const table_file hazard = write_table(
        "hazard.csv", "# 0.1 g has a return period of 10 years\npga (m/s2);rate (1/yr)\n"
                      "0.980665;0.1\n98.0665;0.001\n");
    char release[2048];
    snprintf(release, sizeof release,
             "[{" STEEP ", frequency: {seismic: {fragility: %s, hazard: %s, blocks: 40}}}]",
             fragility.path, hazard.path);
    talus_world *world = load_quietly(NULL, release);
    cr_expect_float_eq(talus_world_campaign(world)->frequency[0],
                       40.0 * 1e-2 * log(0.8 / 0.2) / 0.6, 1e-12);
    talus_world_destroy(world);
    // as the laboratory writes it
    write_table("fragility.csv", "pga_g,runs,exceeded,share,share_low,share_high\n"
                                 "0.2,10,0,0,0,0.1\n0.5,10,5,0.5,0.4,0.6\n0.8,10,10,1,0.9,1\n");
    world = load_quietly(NULL, release);
    cr_expect_float_eq(talus_world_campaign(world)->frequency[0],
                       40.0 * 1e-2 * log(0.8 / 0.2) / 0.6, 1e-12);
    talus_world_destroy(world);
    write_table("fragility.csv", "pga_g,samples,exceeded,probability,low_95,high_95,lognormal\n"
                                 "0.2,10,0,0,0,0.1,\n0.5,10,5,0.5,0.4,0.6,\n0.8,10,10,1,0.9,1,\n");
    snprintf(release, sizeof release,
             "[{" STEEP ", frequency: {seismic: {fragility: %s, hazard: %s, blocks: 40, curve: "
             "lognormal}}}]",
             fragility.path, hazard.path);
    expect_words(NULL, release, true,
                 "found '' in the column 'lognormal', expected a finite number");
    remove(fragility.path);
    remove(hazard.path);
}

Test(frequency, tables_of_shaking_must_fit)
{
    static const struct {
        const char *fragility, *hazard, *phrase;
        bool is_error;
    } cases[] = {
        {"pga_g,probability\n0.2,0\n0.8,1\n", "pgv (m/s),rate (1/yr)\n0.1,0.1\n1,0.01\n",
         "gives rates of pgv and", true},
        {"pga_g,probability\n0.2,0\n0.8,1\n", "pga (g),rate\n0.1,0.1\n1,0.01\n",
         "the column 'rate' has no unit; expected 1/yr", true},
        {"pga_g,chance\n0.2,0\n0.8,1\n", "pga (g),rate (1/yr)\n0.1,0.1\n1,0.01\n",
         "found no column 'share'", true},
        {"pga_g,probability\n0.2,0\n0.8,1\n", "rate (1/yr)\n0.1\n", "expected one of them", true},
        {"pga_g,probability\n0.2,0\n0.8,1\n", "pga (g),rate (1/yr)\n0.1,0.01\n1,0.1\n",
         "rate 0.1 in point 2, expected annual rates of exceedance", true},
        {"pga_g,probability\n0.2,0\n0.8,0.5\n", "pga (g),rate (1/yr)\n0.1,0.1\n2,0.005\n",
         "widen the range of talus-lab fragility", false},
        {"pga_g,probability\n0.2,0\n0.8,1\n", "pga (g),rate (1/yr)\n0.5,0.1\n2,0.005\n",
         "the hazard curve begins where a block topples with probability 0.5", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const table_file fragility = write_table("a.csv", cases[i].fragility);
        const table_file hazard = write_table("b.csv", cases[i].hazard);
        char release[2048];
        snprintf(release, sizeof release,
                 "[{" STEEP ", frequency: {seismic: {fragility: %s, hazard: %s, blocks_per_km2: "
                 "5e4}}}]",
                 fragility.path, hazard.path);
        expect_words(NULL, release, cases[i].is_error, cases[i].phrase);
        remove(fragility.path);
        remove(hazard.path);
    }
}

static void with_blocks(const char *text, bool is_error, const char *phrase)
{
    const table_file blocks = write_table("blocks.csv", text);
    char rocks[1024];
    snprintf(rocks, sizeof rocks,
             "[{shape: cuboid, size_m: [3, 2, 1], volume_m3: {distribution: table, file: %s}}]",
             blocks.path);
    if (phrase != NULL) {
        expect_words(rocks, "[{" STEEP "}]", is_error, phrase);
    } else {
        talus_world *world = load_quietly(rocks, "[{" STEEP "}]");
        const talus_distribution law = talus_world_campaign(world)->rocks[0].volume;
        cr_expect_eq(law.law, TALUS_LAW_TABLE);
        cr_expect_eq(law.table_count, 4);
        cr_expect_float_eq(talus_distribution_at(&law, 0.0), 0.1, 1e-12);
        cr_expect_float_eq(talus_distribution_at(&law, 0.49), 0.2, 1e-12);
        cr_expect_float_eq(talus_distribution_at(&law, 0.5), 0.6, 1e-12);
        cr_expect_float_eq(talus_distribution_at(&law, 0.999), 6.0, 1e-12);
        talus_world_destroy(world);
    }
    remove(blocks.path);
}

Test(frequency, measured_blocks_give_volumes)
{
    with_blocks("id,volume_m3\n1,0.6\n2,0.1\n3,6\n4,0.2\n", false, NULL);
    with_blocks("id;volume (dm3)\n1;600\n2;100\n3;6000\n4;200\n", false, NULL);
    // axes in proportions 3 : 2 : 1; a cuboid fills its box
    with_blocks("d1_cm,d2_cm,d3_cm\n139.24766500838336,92.831776672255586,46.415888336127793\n51."
                "087295492903536,76.630943239355304,25.543647746451768\n300,200,100\n96."
                "548938460562994,64.365958973708658,32.182979486854329\n",
                false, NULL);
}

Test(frequency, tables_of_blocks_must_hold_sizes)
{
    with_blocks("volume_m3\n0.5\n-0.1\n", true, "block 2 has a size that is not above 0");
    with_blocks("size\n0.5\n", true, "has no column of volumes");
    with_blocks("d1_m,d2_m\n0.5,0.4\n", true, "has no column of volumes");
    with_blocks("volume_m3\n", true, "found 0 rows of numbers, expected at least one");
    with_blocks("volume\n0.5\n", true, "the column 'volume' has no unit; expected m3 or dm3");
    with_blocks("d1_m,d2_m,d3_m\n1,1,1\n", false,
                "mean axis ratios 1 : 1.00 : 1.00, the shape has");
}

Test(frequency, the_resolved_scenario_says_all_of_it)
{
    static const talus_override overrides[] = {
        {"rocks", CLASSES},
        {"releases",
         "[{slope_by_cell: [[1, 55], [10, 45]], rocks: 1000, weight: plan, exclude: {file: "
         "areas.csv, crs: dem}, frequency: {magnitude: {per_year_km2: 3, exponent: 0.5}}}]"}};
    talus_scenario *scenario = read_good(MINIMAL, overrides, 2);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    static const char *const parts[] = {"slope_by_cell: [[1, 55], [10, 45]]",
                                        "weight: plan",
                                        "per_year_km2: 3",
                                        "exponent: 0.5",
                                        "crs: \"dem\"",
                                        "volume_class_m3: [0.5, 2]",
                                        "frequency_share: 1"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        cr_expect_not_null(strstr(text, parts[i]), "no %s in\n%s", parts[i], text);
    }
    cr_expect_null(strstr(text, "seismic"));
    cr_expect_null(strstr(text, "slope_preset"));
    free(text);
    talus_scenario_destroy(scenario);
}
