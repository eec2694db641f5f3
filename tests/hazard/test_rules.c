// SPDX-License-Identifier: GPL-3.0-or-later
// Rule packs: the ones that come with talus, what they say of numbers, and what is refused.
#include "studies/hazard/hazard.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hazard_rules *pack(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/scenarios/rules/%s.yaml", TALUS_SOURCE_DIR, name);
    talus_diagnostics *found = talus_diagnostics_create();
    talus_error error = {0};
    hazard_rules *rules = NULL;
    cr_assert_eq(talus_rules_read(path, found, &rules, &error), TALUS_OK, "%s: %s", name,
                 talus_diagnostics_count(found) > 0 ? talus_diagnostics_get(found, 0)->message
                                                    : error.message);
    talus_diagnostics_destroy(found);
    return rules;
}

Test(rules, every_pack_is_read)
{
    static const char *const names[] = {"switzerland", "norway", "france", "austria", "italy"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        hazard_rules *rules = pack(names[k]);
        cr_expect_gt(strlen(rules->keys.source), 20);
        talus_rules_destroy(rules);
    }
}

Test(rules, swiss_rules_as_a_table_of_numbers)
{
    static const double thresholds[] = {0.0, 30e3, 300e3};
    // the numbers of the zones: residual 0, yellow 1, blue 2, red 3
    static const int zones[3][3] = {{2, 3, 3}, {1, 2, 3}, {1, 2, 3}};
    hazard_rules *rules = pack("switzerland");
    const talus_zoning zoning = hazard_zoning_of(rules);
    cr_assert_eq(zoning.rate_count, 3);
    cr_assert_eq(zoning.threshold_count, 3);
    cr_expect_eq(zoning.is_annual, true);
    cr_expect_eq(zoning.residual, 0);
    cr_expect_str_eq(rules->zones[3].name, "red");
    for (size_t k = 0; k < 3; k++) {
        cr_expect_eq(zoning.thresholds[k], thresholds[k]);
        for (size_t level = 0; level < 3; level++) {
            cr_expect_eq(zoning.zones[level][k], zones[level][k]);
        }
    }
    cr_expect_float_eq(zoning.rates[0], 1.0 / 30.0, 1e-15);
    cr_expect_float_eq(zoning.rates[2], 1.0 / 300.0, 1e-15);
    talus_rules_destroy(rules);
}

Test(rules, rules_without_a_matrix_are_a_table_without_rates)
{
    hazard_rules *rules = pack("austria");
    cr_expect_eq(hazard_zoning_of(rules).rate_count, 0);
    cr_expect_eq(hazard_zoning_of(NULL).rate_count, 0);
    talus_rules_destroy(rules);
}

Test(rules, french_levels_are_probabilities)
{
    hazard_rules *rules = pack("france");
    cr_expect_eq(rules->keys.basis, HAZARD_REACH_PROBABILITY);
    cr_expect_eq(hazard_level_rate(rules, 0), 1e-2);
    cr_expect_eq(hazard_level_rate(rules, 2), 1e-6);
    cr_expect_eq(rules->uncertain_count, 10);
    talus_rules_destroy(rules);
}

Test(rules, probability_in_years_is_poisson)
{
    hazard_rules *rules = pack("norway");
    cr_expect_float_eq(hazard_probability_in(0.01, 50.0), 1.0 - exp(-0.5), 1e-15);
    const double rare = hazard_probability_in(1e-9, 50.0);
    cr_expect_float_eq(rare / -expm1(-5e-8), 1.0, 1e-15);
    const double edge = hazard_probability_in(9.99e-5, 1.0); // measured 1e-13 relative
    cr_expect_float_eq(edge / -expm1(-9.99e-5), 1.0, 1e-12);
    talus_rules_destroy(rules);
}

Test(rules, design_values_take_the_factors_and_the_next_net)
{
    hazard_rules *rules = pack("italy");
    const hazard_design d = hazard_design_of(rules, 700e3, 2.0);
    cr_expect_float_eq(d.energy, 700e3 * 1.0404 * 1.0404 * 1.02, 1e-6);
    cr_expect_float_eq(d.height, 2.0 * 1.0404 + 0.5, 1e-12);
    cr_expect_float_eq(d.capacity, 1.2 * d.energy, 1e-6);
    cr_expect_eq(d.net, 1000e3); // 927 kJ are needed
    const double net = hazard_design_of(rules, 1e8, 1.0).net;
    cr_expect_neq(net, net, "no class is enough");
    talus_rules_destroy(rules);
}

Test(rules, no_net_is_suggested_for_a_height_that_none_has)
{
    static const char *const names[] = {"switzerland", "austria", "italy"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        hazard_rules *rules = pack(names[k]);
        cr_expect_eq(rules->keys.nets.highest, 8.0, "%s", names[k]);
        cr_expect_not_null(strstr(rules->keys.nets.source, "ETAG 27"), "%s", names[k]);
        const hazard_design low = hazard_design_of(rules, 700e3, 3.0);
        cr_expect_eq(low.net, 1000e3);
        cr_expect_eq(low.is_too_high || low.is_too_strong, false);
        const hazard_design high = hazard_design_of(rules, 700e3, 25.0);
        cr_expect_neq(high.net, high.net, "no net at all");
        cr_expect_eq(high.is_too_high, true);
        cr_expect_eq(high.is_too_strong, false);
        const hazard_design strong = hazard_design_of(rules, 1e8, 3.0);
        cr_expect_eq(strong.is_too_high, false);
        cr_expect_eq(strong.is_too_strong, true);
        talus_rules_destroy(rules);
    }
}

Test(rules, a_pack_that_says_no_height_limits_none)
{
    hazard_rules *rules = pack("austria");
    rules->keys.nets.highest = (double)NAN;
    const hazard_design high = hazard_design_of(rules, 700e3, 25.0);
    cr_expect_eq(high.net, 1000e3);
    cr_expect_eq(high.is_too_high, false);
    talus_rules_destroy(rules);
}

Test(rules, a_pack_without_nets_suggests_none)
{
    hazard_rules *rules = pack("norway");
    const double net = hazard_design_of(rules, 1e3, 1.0).net;
    cr_expect_neq(net, net, "no class is enough");
    talus_rules_destroy(rules);
}

/// Read a text as a rule pack; the first message goes to `message` (size 2048).
static talus_status read_rules(const char *text, hazard_rules **rules, char *message, int *line)
{
    char path[512];
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, sizeof path, "%s/rules_%p.yaml", directory ? directory : "/tmp",
             (const void *)text);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    talus_diagnostics *found = talus_diagnostics_create();
    talus_error error = {0};
    const talus_status status = talus_rules_read(path, found, rules, &error);
    const bool has = talus_diagnostics_count(found) > 0;
    snprintf(message, 2048, "%s", has ? talus_diagnostics_get(found, 0)->message : error.message);
    *line = has ? talus_diagnostics_get(found, 0)->line : 0;
    talus_diagnostics_destroy(found);
    remove(path);
    return status;
}

static talus_status read_text(const char *text, char *message, int *line)
{
    hazard_rules *rules = NULL;
    const talus_status status = read_rules(text, &rules, message, line);
    talus_rules_destroy(rules);
    return status;
}

#define HEAD "title: a\nsource: b\n"
#define CLASSES "classes: [{name: low, from_kj: 0}, {name: high, from_kj: 30}]\n"
#define ZONES "zones: [{name: yellow}, {name: red}]\n"

static void expect_refused(const char *text, int line, const char *words)
{
    char message[2048];
    int found = 0;
    cr_expect_eq(read_text(text, message, &found), TALUS_ERROR_INPUT, "%s", text);
    cr_expect_eq(found, line, "line %d: %s", found, message);
    cr_expect_not_null(strstr(message, words), "%s", message);
}

Test(rules, wrong_packs_are_refused_with_their_place)
{
    expect_refused("title: a\n", 1, "source");
    expect_refused(HEAD "classes: [{name: a, from_kj: 30}, {name: b, from_kj: 30}]\n", 3, "ascend");
    expect_refused(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: huge, zone: red}\n",
                   6, "'huge'");
    expect_refused(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: low, zone: pink}\n",
                   6, "'pink'");
    expect_refused(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: low, zone: red}\n"
                   "  - {return_period_yr: 30, intensity: low, zone: yellow}\n",
                   7, "already");
    expect_refused(HEAD CLASSES ZONES "basis: reach_probability\nmatrix:\n"
                                      "  - {return_period_yr: 30, intensity: low, zone: red}\n",
                   7, "expected 'reach_probability'");
    expect_refused(HEAD "matrix:\n  - {return_period_yr: 30, intensity: low, zone: red}\n", 4,
                   "needs 'classes'");
    expect_refused(HEAD "zones: [{name: a, colour: red}]\n", 3, "\"#e31a1c\"");
    expect_refused(HEAD "zones: [{name: a}, {name: a}]\n", 3, "already");
    expect_refused(HEAD ZONES "residual: green\n", 4, "'green'");
    expect_refused(HEAD "nets: {classes_kj: [500, 100]}\n", 3, "ascend");
    expect_refused(HEAD "design: {speed_factor: 0.5}\n", 3, "speed_factor");
}

Test(rules, a_missing_or_empty_name_is_refused)
{
    expect_refused(HEAD "classes: [{from_kj: 0}, {from_kj: 30}]\n" ZONES, 3, "'name'");
    expect_refused(HEAD CLASSES "zones: [{name: ''}, {title: b}]\n", 4, "name: found");
    expect_refused(HEAD CLASSES ZONES "matrix: [{return_period_yr: 30, zone: red}]\n", 5,
                   "'intensity'");
    expect_refused(HEAD CLASSES ZONES "matrix: [{return_period_yr: 30, intensity: low}]\n", 5,
                   "'zone'");
}

Test(rules, levels_that_share_a_file_are_refused)
{
    expect_refused(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: low, zone: red}\n"
                   "  - {return_period_yr: 30.0000001, intensity: low, zone: red}\n",
                   7, "two levels read 30");
}

static void expect_warning(const char *text, int line, const char *words)
{
    char message[2048];
    int found = 0;
    cr_expect_eq(read_text(text, message, &found), TALUS_OK, "%s", text);
    cr_expect_eq(found, line, "line %d: %s", found, message);
    cr_expect_not_null(strstr(message, words), "%s", message);
}

Test(rules, a_stronger_intensity_that_makes_less_is_told)
{
    expect_warning(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: low, zone: yellow}\n"
                   "  - {return_period_yr: 30, intensity: high, zone: red}\n",
                   0, "");
    expect_warning(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: high, zone: yellow}\n"
                   "  - {return_period_yr: 30, intensity: low, zone: red}\n",
                   7, "'low' makes zone 'red' at this level, but the stronger 'high' makes yellow");
    expect_warning(HEAD CLASSES ZONES
                   "matrix:\n  - {return_period_yr: 30, intensity: low, zone: red}\n",
                   6, "the stronger 'high' makes none");
}

Test(rules, too_many_levels_are_refused)
{
    char text[2048] = HEAD CLASSES ZONES "matrix:\n";
    for (int k = 0; k <= HAZARD_LEVELS; k++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used,
                 "  - {return_period_yr: %d, intensity: low, zone: red}\n", 10 * (k + 1));
    }
    char message[2048];
    int line = 0;
    cr_expect_eq(read_text(text, message, &line), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(message, "at most 8 levels"), "%s", message);
}

Test(rules, levels_stand_in_order_whatever_the_order_of_the_matrix)
{
    static const double rates[] = {1.0 / 30.0, 1.0 / 100.0, 1.0 / 300.0};
    static const int zones[3][2] = {{1, 1}, {0, 1}, {0, 0}};
    hazard_rules *rules = NULL;
    char message[2048];
    int line = 0;
    cr_assert_eq(read_rules(HEAD CLASSES ZONES
                            "matrix:\n  - {return_period_yr: 300, intensity: low, zone: yellow}\n"
                            "  - {return_period_yr: 100, intensity: low, zone: yellow}\n"
                            "  - {return_period_yr: 30, intensity: high, zone: red}\n"
                            "  - {return_period_yr: 300, intensity: high, zone: yellow}\n"
                            "  - {return_period_yr: 100, intensity: high, zone: red}\n"
                            "  - {return_period_yr: 30, intensity: low, zone: red}\n",
                            &rules, message, &line),
                 TALUS_OK, "%s", message);
    const talus_zoning zoning = hazard_zoning_of(rules);
    cr_assert_eq(zoning.rate_count, 3);
    for (size_t level = 0; level < 3; level++) {
        cr_expect_float_eq(zoning.rates[level], rates[level], 1e-15);
        for (size_t k = 0; k < 2; k++) {
            cr_expect_eq(zoning.zones[level][k], zones[level][k]);
        }
    }
    talus_rules_destroy(rules);
}
