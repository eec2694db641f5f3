// SPDX-License-Identifier: GPL-3.0-or-later
// Variants against the reference, rock by rock; the names of values and ratios.
#include "studies/study/compare.h"

#include <math.h>

static const struct {
    const char *key, *words, *unit;
} values[COMPARE_VALUE_COUNT] = {
#define VALUE(name, key, words, unit) {key, words, unit},
    COMPARE_VALUE_LIST(VALUE)
#undef VALUE
};

static const struct {
    const char *key, *words;
    compare_value value, weight;
} ratios[COMPARE_RATIO_COUNT] = {
#define RATIO(name, key, words, value, weight) {key, words, value, weight},
    COMPARE_RATIO_LIST(RATIO)
#undef RATIO
};

const char *compare_value_key(compare_value value)
{
    return values[value].key;
}

const char *compare_value_words(compare_value value)
{
    return values[value].words;
}

const char *compare_value_unit(compare_value value)
{
    return values[value].unit;
}

const char *compare_ratio_key(compare_ratio ratio)
{
    return ratios[ratio].key;
}

const char *compare_ratio_words(compare_ratio ratio)
{
    return ratios[ratio].words;
}

static statistics_interval find_ratio(const compare_outcome *of, const compare_outcome *to,
                                      size_t rocks, compare_ratio ratio)
{
    const compare_value value = ratios[ratio].value, weight = ratios[ratio].weight;
    if (ratio == COMPARE_RATIO_LATERAL) {
        return statistics_ratio_of_deviations(of->values[value], to->values[value], rocks,
                                              COMPARE_CONFIDENCE);
    }
    const bool is_weighted = weight != COMPARE_VALUE_COUNT;
    const statistics_sample a = {of->values[value], is_weighted ? of->values[weight] : NULL};
    const statistics_sample b = {to->values[value], is_weighted ? to->values[weight] : NULL};
    return statistics_ratio_of_means(&a, &b, rocks, COMPARE_CONFIDENCE);
}

talus_status compare_pairs(compare_study *study, talus_error *error)
{
    const compare_outcome *to = &study->outcomes[0];
    for (size_t k = 1; k < study->count; k++) {
        const compare_outcome *of = &study->outcomes[k];
        compare_pair *pair = &study->pairs[k];
        pair->rocks = 0;
        for (size_t i = 0; i < study->rocks; i++) {
            pair->rocks += of->ends[i] != TALUS_OUTCOME_COUNT && to->ends[i] != TALUS_OUTCOME_COUNT;
        }
        for (int r = 0; r < COMPARE_RATIO_COUNT; r++) {
            pair->ratios[r] = find_ratio(of, to, study->rocks, (compare_ratio)r);
        }
        for (size_t v = 0; v < COMPARE_VALUE_COUNT; v++) {
            talus_status status =
                statistics_paired_differences(of->values[v], to->values[v], study->rocks,
                                              COMPARE_CONFIDENCE, &pair->paired[v], error);
            if (status == TALUS_OK) {
                status = statistics_kolmogorov_smirnov(of->values[v], to->values[v], study->rocks,
                                                       &pair->ks[v], error);
            }
            if (status != TALUS_OK) {
                return status;
            }
        }
    }
    return TALUS_OK;
}
