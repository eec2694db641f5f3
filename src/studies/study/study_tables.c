// SPDX-License-Identifier: GPL-3.0-or-later
// What a caller gets of a study of variants: facts and tables.
#include "studies/study/variants.h"

#include "foundation/base/sized.h"
#include "io/table/table.h"

#include <stdlib.h>
#include <string.h>

#define RATIO_COLUMNS(X)                                                                           \
    X(WORD, variant, NULL, "against the reference", row->variant)                                  \
    X(WORD, quantity, NULL, "mean of", compare_ratio_key(row->ratio))                              \
    X(WORD, words, NULL, "what it is", compare_ratio_words(row->ratio))                            \
    X(REAL17, ratio, "1", "to the reference", row->interval->value)                                \
    X(REAL17, low, "1", "95 % interval", row->interval->low)                                       \
    X(REAL17, high, "1", "95 % interval", row->interval->high)
TABLE_DEFINE(ratios, RATIO_COLUMNS, const study_ratio *row = TABLE_ROW(study_ratio))

#define DIFFERENCE_COLUMNS(X)                                                                      \
    X(WORD, variant, NULL, "less the reference", row->variant)                                     \
    X(WORD, quantity, NULL, "of each rock", compare_value_key(row->value))                         \
    X(WORD, words, NULL, "what it is", compare_value_words(row->value))                            \
    X(WORD, unit, NULL, "of the figures", compare_value_unit(row->value))                          \
    X(REAL17, mean, NULL, "difference", row->pair->paired[row->value].mean.value)                  \
    X(REAL17, low, NULL, "95 % interval", row->pair->paired[row->value].mean.low)                  \
    X(REAL17, high, NULL, "95 % interval", row->pair->paired[row->value].mean.high)                \
    X(REAL17, std, NULL, "of the differences", row->pair->paired[row->value].std)                  \
    X(REAL17, median, NULL, "difference", row->pair->paired[row->value].median)                    \
    X(REAL17, correlation, "1", "of the two values", row->pair->paired[row->value].correlation)    \
    X(REAL17, wilcoxon_p, "1", "signed-rank test", row->pair->paired[row->value].wilcoxon_p)       \
    X(REAL17, ks_distance, "1", "of the distributions", row->pair->ks[row->value].distance)        \
    X(REAL17, ks_p, "1", "Kolmogorov-Smirnov test", row->pair->ks[row->value].p)
TABLE_DEFINE(differences, DIFFERENCE_COLUMNS,
             const study_difference *row = TABLE_ROW(study_difference))

#define EFFECT_COLUMNS(X)                                                                          \
    X(WORD, metric, NULL, "what changes", row->metric->key)                                        \
    X(TEXT, words, NULL, "what it is", row->metric->words)                                         \
    X(WORD, unit, NULL, "of the value", row->metric->unit)                                         \
    X(WORD, variant, NULL, "in which", row->variant)                                               \
    X(REAL17, value, NULL, "in the variant", row->effect->value)                                   \
    X(REAL17, ratio, "1", "to the reference", row->effect->ratio.value)                            \
    X(REAL17, low, "1", "95 % interval", row->effect->ratio.low)                                   \
    X(REAL17, high, "1", "95 % interval", row->effect->ratio.high)
TABLE_DEFINE(effects, EFFECT_COLUMNS, const study_effect *row = TABLE_ROW(study_effect))

static void add_pairs(talus_study *study)
{
    const compare_study *rocks = study->rocks;
    for (size_t k = 1; k < rocks->count; k++) {
        const char *name = rocks->outcomes[k].variant.name;
        const compare_pair *pair = &rocks->pairs[k];
        for (int r = 0; r < COMPARE_RATIO_COUNT; r++) {
            study->ratios[study->ratio_count++] =
                (study_ratio){name, (compare_ratio)r, &pair->ratios[r]};
        }
        for (int v = 0; v < COMPARE_VALUE_COUNT; v++) {
            const bool is_of_bodies = v == COMPARE_BODIES || v == COMPARE_BODY_TIME;
            if (pair->paired[v].mean.count > 0 && (rocks->has_bodies || !is_of_bodies)) {
                study->differences[study->difference_count++] =
                    (study_difference){name, (compare_value)v, pair};
            }
        }
    }
}

/// Of each metric the reference, then the largest change first.
static void add_effects(talus_study *study)
{
    const sensitivity_study *from = study->sensitivity;
    size_t order[SENSITIVITY_KIND_COUNT + 1];
    for (size_t m = 0; m < from->metric_count; m++) {
        order[0] = 0;
        const size_t count = 1 + sensitivity_order(from, m, order + 1);
        for (size_t k = 0; k < count; k++) {
            study->effects[study->effect_count++] =
                (study_effect){from->rocks->outcomes[order[k]].variant.name, &from->metrics[m],
                               sensitivity_effect_of(from, order[k], m)};
        }
    }
}

talus_status study_tabulate(talus_study *study, talus_error *error)
{
    const size_t variants = study->rocks->count;
    const size_t metrics = study->sensitivity != NULL ? study->sensitivity->metric_count : 0;
    study->ratios = calloc(variants * COMPARE_RATIO_COUNT + 1, sizeof *study->ratios);
    study->differences = calloc(variants * COMPARE_VALUE_COUNT + 1, sizeof *study->differences);
    study->effects = calloc(variants * metrics + 1, sizeof *study->effects);
    if (study->ratios == NULL || study->differences == NULL || study->effects == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the tables");
    }
    add_pairs(study);
    if (metrics > 0) {
        add_effects(study);
    }
    return TALUS_OK;
}

talus_status talus_study_table(const talus_study *study, const char *name, talus_table *table,
                               talus_error *error)
{
    if (study == NULL || name == NULL || table == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the study, the name or the place for the table is NULL");
    }
    const talus_table found[] = {compare_rocks_table(study->rocks),
                                 compare_screens_table(study->rocks),
                                 TABLE(ratios, study->ratios, study->ratio_count),
                                 TABLE(differences, study->differences, study->difference_count),
                                 TABLE(effects, study->effects, study->effect_count)};
    const size_t count = study->sensitivity != NULL ? 5 : 4;
    for (size_t k = 0; k < count; k++) {
        if (strcmp(found[k].name, name) == 0) {
            *table = found[k];
            return TALUS_OK;
        }
    }
    return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                           "\"%s\" is not a table of this study; expected rocks, screens, ratios, "
                           "differences%s",
                           name, study->sensitivity != NULL ? ", effects" : "");
}

talus_status talus_study_facts_of(const talus_study *study, talus_study_facts *facts,
                                  talus_error *error)
{
    if (study == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the study is NULL");
    }
    const talus_study_facts own = {.variants = study->rocks->count,
                                   .planned = study->rocks->requested,
                                   .rocks = study->rocks->rocks,
                                   .seed = study->rocks->campaign->seed,
                                   .partial = study->rocks->partial};
    return sized_give(facts, &own, sizeof own, "talus_study_facts", error);
}

talus_status talus_study_variant_of(const talus_study *study, size_t index,
                                    talus_study_variant *variant, talus_error *error)
{
    if (study == NULL || index >= study->rocks->count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "variant %zu; %zu ran", index,
                               study != NULL ? study->rocks->count : 0);
    }
    const compare_outcome *outcome = &study->rocks->outcomes[index];
    const talus_study_variant own = {
        .name = outcome->variant.name,
        .scheme = outcome->variant.scheme,
        .time_step = outcome->variant.time_step,
        .totals = &outcome->totals,
        .pairs = study->rocks->pairs != NULL ? study->rocks->pairs[index].rocks : 0,
        .lateral_mean = outcome->spread.mean,
        .lateral_std = outcome->spread.std,
        .lateral_p5 = outcome->spread.p5,
        .lateral_p95 = outcome->spread.p95,
        .breaking = outcome->campaign.breaking.law,
        .bodies_per_event = compare_bodies_per_event(&outcome->totals),
        .broken_share = compare_broken_share(&outcome->totals)};
    return sized_give(variant, &own, sizeof own, "talus_study_variant", error);
}

void talus_study_destroy(talus_study *study)
{
    if (study == NULL) {
        return;
    }
    if (study->sensitivity != NULL) {
        sensitivity_destroy(study->sensitivity);
    } else {
        compare_destroy(study->rocks);
    }
    free(study->ratios);
    free(study->differences);
    free(study->effects);
    free(study);
}
