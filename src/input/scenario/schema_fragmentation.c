// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the sections `fragmentation` and `rock_contact`, and which of them each law needs.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

#include <math.h>
#include <stddef.h>

static const char *const laws[] = {[TALUS_BREAKING_NONE] = "none",
                                   [TALUS_BREAKING_ROCKGIS] = "rockgis",
                                   [TALUS_BREAKING_THRESHOLD] = "threshold",
                                   [TALUS_BREAKING_SURVIVAL] = "survival",
                                   NULL};

static const scenario_fragmentation fragmentation_defaults = {.law = TALUS_BREAKING_NONE,
                                                              .area_ratio = SCENARIO_UNSET,
                                                              .energy = SCENARIO_UNSET,
                                                              .exponent = SCENARIO_UNSET,
                                                              .survival = SCENARIO_UNSET,
                                                              .beta = SCENARIO_UNSET,
                                                              .volume_exponent = SCENARIO_UNSET,
                                                              .reference_volume = SCENARIO_UNSET,
                                                              .least_volume = 1e-3,
                                                              .scatter = 0.1,
                                                              .window = 0.5};
static const scenario_field fragmentation_fields[] = {
    CHOICE(scenario_fragmentation, law, "law", .choices = laws,
           RESULTS("`none`: no rock breaks; `rockgis`: by the area ratio of the program RockGIS; "
                   "`threshold`: above an energy per mass; `survival`: with a probability.")),
    NUMBER(scenario_fragmentation, area_ratio, "area_ratio", FROM(1e-3, 0.999),
           .default_text = "required by `rockgis`",
           RESULTS("AR_min: a rock breaks where new surface over all surface, by the energy of the "
                   "impact, is larger, give or take 6 %; usual: 0.25 to 0.7.")),
    NUMBER(scenario_fragmentation, energy, "energy_j_kg", FROM(0.01, 1e6), .unit = "J/kg",
           .default_text = "required by `threshold`, `survival`",
           RESULTS("e_0: energy that the normal percussions take, over the mass.")),
    NUMBER(scenario_fragmentation, exponent, "exponent", FROM(0.01, 100.0),
           .default_text = "required by `survival`",
           RESULTS("k of the probability 1 - exp(-(e / e_0)^k (V / V_0)^s) to break.")),
    NUMBER(scenario_fragmentation, volume_exponent, "volume_exponent", FROM(-10.0, 10.0),
           .default_text = "0",
           RESULTS("s of that probability; 0: large rocks break like small ones.")),
    NUMBER(scenario_fragmentation, reference_volume, "reference_volume_m3", FROM(1e-9, 1e9),
           .unit = "m^3", .default_text = "1", RESULTS("V_0 of that probability.")),
    NUMBER(scenario_fragmentation, survival, "largest_share", FROM(0.01, 0.99),
           .default_text = "required by `threshold`, `survival`",
           RESULTS("S_r: volume of the largest piece over that of the rock.")),
    NUMBER(scenario_fragmentation, beta, "size_exponent", FROM(0.05, 20.0),
           .default_text = "required by `threshold`, `survival`",
           RESULTS("β of the numbers of the other pieces above a volume, N(> V) ~ V^-β.")),
    NUMBER(scenario_fragmentation, least_volume, "least_volume_m3", FROM(1e-9, 1e6), .unit = "m^3",
           RESULTS("Smaller pieces are removed at once and counted with their mass and energy. A "
                   "rock of this volume or less does not break.")),
    NUMBER(scenario_fragmentation, scatter, "scatter", FROM(0.0, 1.0),
           RESULTS("η: share of the energy taken by the impact, less that of the new surface, that "
                   "drives the pieces apart.")),
    NUMBER(scenario_fragmentation, window, "window_s", FROM(0.0, 1e3), .unit = "s",
           RESULTS("τ: energies that cross a screen within this time are added.")),
};
const scenario_table scenario_fragmentation_table = {
    .name = "fragmentation",
    .size = sizeof(scenario_fragmentation),
    .defaults = &fragmentation_defaults,
    .fields = fragmentation_fields,
    .field_count = COUNT_OF(fragmentation_fields),
    .optional = true,
};

static const char *const meetings[] = {
    [TALUS_MEET_RELEASED] = "released", [TALUS_MEET_ALL] = "all", [TALUS_MEET_NONE] = "none", NULL};

static const scenario_rock_contact contact_defaults = {.between = TALUS_MEET_RELEASED, .mu = 0.6};
static const scenario_field contact_fields[] = {
    CHOICE(
        scenario_rock_contact, between, "between", .choices = meetings,
        RESULTS("`released`: rocks that start together meet, pieces of broken rocks pass through "
                "everything; `all`: pieces meet too; `none`: all pass through each other.")),
    NUMBER(scenario_rock_contact, mu, "mu", FROM(0.0, 100.0),
           RESULTS("Friction between two rocks.")),
    NUMBER(scenario_rock_contact, epsilon, "epsilon", FROM(0.0, 1.0),
           RESULTS("Restitution between two rocks, normal and tangential.")),
};
const scenario_table scenario_rock_contact_table = {
    .name = "rock_contact",
    .size = sizeof(scenario_rock_contact),
    .defaults = &contact_defaults,
    .fields = contact_fields,
    .field_count = COUNT_OF(contact_fields),
    .optional = true,
};

/// Keys that only some laws use, and which of them cannot do without.
static const struct {
    const char *key;
    size_t offset;
    bool is_required;
    bool used[TALUS_BREAKING_SURVIVAL + 1];
} uses[] = {
#define USE(member, key, required, rockgis, threshold, survival)                                   \
    {                                                                                              \
        key, offsetof(scenario_fragmentation, member), required,                                   \
        {                                                                                          \
            false, rockgis, threshold, survival                                                    \
        }                                                                                          \
    }
    USE(area_ratio, "area_ratio", true, true, false, false),
    USE(energy, "energy_j_kg", true, false, true, true),
    USE(exponent, "exponent", true, false, false, true),
    USE(volume_exponent, "volume_exponent", false, false, false, true),
    USE(reference_volume, "reference_volume_m3", false, false, false, true),
    USE(survival, "largest_share", true, false, true, true),
    USE(beta, "size_exponent", true, false, true, true),
#undef USE
};

void scenario_check_fragmentation(scenario_tree *tree, const scenario_fragmentation *f)
{
    if (f->node == NULL) {
        return;
    }
    if (f->node->count > 0 && scenario_find(f->node, "law") == NULL) {
        scenario_report_missing(
            tree, f->node,
            "fragmentation: there is no 'law', so no rock would break; expected "
            "one of rockgis, threshold, survival, or none");
    }
    if (f->law <= TALUS_BREAKING_NONE) {
        return; // so that a law can be taken out and its numbers kept
    }
    for (size_t k = 0; k < COUNT_OF(uses); k++) {
        const scenario_node *given = scenario_find(f->node, uses[k].key);
        const bool is_used = uses[k].used[f->law];
        const double value = *(const double *)(const void *)((const char *)f + uses[k].offset);
        if (is_used && uses[k].is_required && isnan(value) && given == NULL) {
            scenario_report_missing(tree, f->node,
                                    "fragmentation: the law '%s' has no '%s', expected one",
                                    laws[f->law], uses[k].key);
        } else if (!is_used && given != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, given,
                            "fragmentation: found '%s', which the law '%s' does not use: take it "
                            "out, or choose another law",
                            uses[k].key, laws[f->law]);
        }
    }
}
