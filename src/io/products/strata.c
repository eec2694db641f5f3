// SPDX-License-Identifier: GPL-3.0-or-later
// Sources and strata in summary.json: areas, frequencies, and the rocks that stand for them.
#include "io/products/output.h"

#include <stdio.h>

static void add_sources(files_text *text, const talus_campaign *campaign)
{
    files_json_begin(text, "sources", '[');
    for (size_t i = 0; i < campaign->release_count; i++) {
        const talus_release *release = &campaign->releases[i];
        double frequency = 0.0;
        for (size_t k = 0; k < campaign->rock_class_count; k++) {
            frequency += campaign->frequency[i * campaign->rock_class_count + k];
        }
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "release", release->name);
        files_json_add_unsigned(text, "rocks", release->rocks);
        files_json_add_number(text, "plan_area_m2", release->plan_area);
        files_json_add_number(text, "area_m2", release->area);
        files_json_add_number(text, "frequency_1_yr", frequency);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

static double mean_volume(const talus_campaign *campaign, const talus_results *results,
                          const talus_stratum *stratum)
{
    const talus_rock_record *records = talus_results_records(results);
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

void output_add_strata(files_text *text, const talus_output_context *context,
                       const talus_results *results)
{
    const talus_campaign *campaign = context->campaign;
    size_t count = 0;
    const talus_stratum *strata = talus_results_strata(results, &count);
    if (campaign->frequency == NULL) {
        return;
    }
    add_sources(text, campaign);
    files_json_begin(text, "strata", '[');
    for (size_t g = 0; g < count; g++) {
        const talus_stratum *stratum = &strata[g];
        const double volume = mean_volume(campaign, results, stratum);
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "release", campaign->releases[stratum->release].name);
        files_json_add_text(text, "rock_class", campaign->rocks[stratum->rock_class].rock->name);
        files_json_add_unsigned(text, "rocks", stratum->rocks);
        files_json_add_number(text, "frequency_1_yr", stratum->frequency);
        files_json_add_number(text, "weight_1_yr", stratum->weight);
        files_json_add_number(text, "mean_volume_m3", volume);
        files_json_add_number(text, "volume_m3_yr", volume * stratum->frequency);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    const talus_totals *totals = talus_results_totals(results);
    files_json_begin(text, "empty_strata", '{');
    files_json_add_unsigned(text, "count", totals->empty_strata);
    files_json_add_number(text, "frequency_1_yr", totals->empty_frequency);
    files_json_end(text, '}');
}

bool output_next_empty_stratum(const talus_campaign *campaign, const talus_results *results,
                               size_t *at, char sentence[OUTPUT_SENTENCE])
{
    size_t count = 0;
    const talus_stratum *strata = talus_results_strata(results, &count);
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
