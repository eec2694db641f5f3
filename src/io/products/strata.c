// SPDX-License-Identifier: GPL-3.0-or-later
// Sources and strata in summary.json: areas, frequencies, and the rocks that stand for them.
#include "io/products/output.h"

#include <stdio.h>

/// What the tables are made of; their `user`.
typedef struct strata_job {
    const talus_campaign *campaign;
    const talus_stratum *strata;
    const double *volumes; ///< (strata) m^3, means over the completed rocks
} strata_job;

static double frequency_of(const talus_campaign *campaign, size_t release)
{
    double frequency = 0.0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        frequency += campaign->frequency[release * campaign->rock_class_count + k];
    }
    return frequency;
}

#define JOB ((const strata_job *)user)
#define SOURCE_COLUMNS(X)                                                                          \
    X(TEXT, release, NULL, "name", row->name)                                                      \
    X(INTEGER, rocks, "1", "that start there", row->rocks)                                         \
    X(REAL, plan_area_m2, "m2", "on the map", row->plan_area)                                      \
    X(REAL, area_m2, "m2", "on the slope", row->area)                                              \
    X(REAL, frequency_1_yr, "1/yr", "rocks of all classes", frequency_of(JOB->campaign, index))
TABLE_DEFINE(sources, SOURCE_COLUMNS, const talus_release *row = &JOB->campaign->releases[index])

#define STRATUM_COLUMNS(X)                                                                         \
    X(TEXT, release, NULL, "name", JOB->campaign->releases[row->release].name)                     \
    X(TEXT, rock_class, NULL, "name", JOB->campaign->rocks[row->rock_class].rock->name)            \
    X(INTEGER, rocks, "1", "completed", row->rocks)                                                \
    X(REAL, frequency_1_yr, "1/yr", "of the stratum", row->frequency)                              \
    X(REAL, weight_1_yr, "1/yr", "rocks a completed one stands for", row->weight)                  \
    X(REAL, mean_volume_m3, "m3", "of the completed rocks", JOB->volumes[index])                   \
    X(REAL, volume_m3_yr, "m3/yr", "of the stratum", JOB->volumes[index] * row->frequency)
TABLE_DEFINE(strata, STRATUM_COLUMNS, const talus_stratum *row = &JOB->strata[index])

#define EMPTY_COLUMNS(X)                                                                           \
    X(INTEGER, count, "1", "strata with a frequency but no completed rock", row->empty_strata)     \
    X(REAL, frequency_1_yr, "1/yr", "of them together", row->empty_frequency)
TABLE_DEFINE(empty_strata, EMPTY_COLUMNS, const talus_totals *row = TABLE_ROW(talus_totals))

static double mean_volume(const talus_campaign *campaign, const talus_results *results,
                          const talus_stratum *stratum)
{
    const talus_rock_record *records = ensemble_records(results);
    const uint64_t count = talus_campaign_rock_count(campaign);
    double sum = 0.0;
    for (uint64_t k = 0; k < count; k++) {
        const talus_rock_record *record = &records[k];
        if (record->done && record->release == stratum->release &&
            record->rock_class == stratum->rock_class) {
            sum += record->volume;
        }
    }
    return stratum->rocks > 0 ? sum / (double)stratum->rocks : 0.0;
}

void output_add_strata(files_text *text, const talus_products_context *context,
                       const talus_results *results)
{
    const talus_campaign *campaign = context->campaign;
    double volumes[TALUS_MOST_STRATA];
    size_t count = 0;
    const talus_stratum *list = ensemble_strata(results, &count);
    if (campaign->frequency == NULL) {
        return;
    }
    for (size_t k = 0; k < count && k < TALUS_MOST_STRATA; k++) {
        volumes[k] = mean_volume(campaign, results, &list[k]);
    }
    const strata_job job = {campaign, list, volumes};
    const talus_table tables[] = {TABLE(sources, &job, campaign->release_count),
                                  TABLE(strata, &job, count)};
    const talus_table empty = TABLE(empty_strata, ensemble_totals(results), 1);
    table_json(text, tables[0].name, &tables[0]);
    table_json(text, tables[1].name, &tables[1]);
    table_json_object(text, empty.name, &empty, 0);
}

bool output_next_empty_stratum(const talus_campaign *campaign, const talus_results *results,
                               size_t *at, char sentence[OUTPUT_SENTENCE])
{
    size_t count = 0;
    const talus_stratum *strata = ensemble_strata(results, &count);
    for (; *at < count; ++*at) {
        const talus_stratum *s = &strata[*at];
        if (talus_stratum_is_empty(s)) {
            snprintf(
                sentence, OUTPUT_SENTENCE,
                "release '%.80s', class '%.80s': %.4g rocks a year, but no rock was completed; "
                "annual frequencies are too small without them, run more rocks",
                campaign->releases[s->release].name, campaign->rocks[s->rock_class].rock->name,
                s->frequency);
            ++*at;
            return true;
        }
    }
    return false;
}
