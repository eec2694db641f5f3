// SPDX-License-Identifier: GPL-3.0-or-later
// comparison.json. Units stand in the keys; docs/compare.md explains them.
#include "foundation/files/files.h"
#include "io/products/output.h"
#include "studies/study/compare.h"

#include <stdio.h>

void compare_add_head(files_text *text, const compare_study *study, const compare_files *files)
{
    const talus_output_context *context = files->context;
    files_json_begin(text, "talus", '{');
    files_json_add_text(text, "version", talus_version());
    files_json_end(text, '}');
    files_json_add_text(text, "title", context->title);
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", context->scenario_path);
    files_json_add_text(text, "sha256", context->scenario_sha256);
    files_json_end(text, '}');
    files_json_add_bool(text, "partial", study->partial);
    files_json_add_unsigned(text, "seed", study->campaign->seed);
    files_json_add_unsigned(text, "rocks_requested", study->rocks);
    files_json_add_text(text, "reference", study->outcomes[0].variant.name);
    files_json_add_number(text, "confidence", COMPARE_CONFIDENCE);
}

void compare_add_members(files_text *text, const compare_study *study, const compare_files *files,
                         const char *name)
{
    directory_add_study(text, name);
    files_json_add_text(text, "title", files->context->title);
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", files->context->scenario_path);
    files_json_add_text(text, "sha256", files->context->scenario_sha256);
    files_json_end(text, '}');
    files_json_add_unsigned(text, "seed", study->campaign->seed);
    files_json_add_unsigned(text, "rocks_requested", study->rocks);
    files_json_begin(text, "variants", '[');
    for (size_t k = 0; k < study->count; k++) {
        files_json_add_text(text, NULL, study->outcomes[k].variant.name);
    }
    files_json_end(text, ']');
}

static void add_drawn(files_text *text, const compare_study *study, const compare_files *files)
{
    files_json_add_unsigned(text, "rock", files->rock);
    files_json_add_number(text, "envelope_probability", files->envelope);
    files_json_add_numbers(text, "direction_east_north", study->direction, 2);
    files_json_add_numbers(text, "screens_m", study->screens, COMPARE_SCREENS);
}

static void add_spread(files_text *text, const compare_outcome *outcome)
{
    const compare_spread *spread = &outcome->spread;
    double rocks[COMPARE_SCREENS];
    for (size_t k = 0; k < COMPARE_SCREENS; k++) {
        rocks[k] = (double)outcome->profile.rocks[k];
    }
    files_json_begin(text, "lateral_spread", '{');
    files_json_add_number(text, "mean_m", spread->mean);
    files_json_add_number(text, "std_m", spread->std);
    files_json_add_number(text, "p5_m", spread->p5);
    files_json_add_number(text, "p95_m", spread->p95);
    files_json_add_numbers(text, "screen_rocks", rocks, COMPARE_SCREENS);
    files_json_add_numbers(text, "screen_std_m", outcome->profile.std, COMPARE_SCREENS);
    files_json_end(text, '}');
}

static void add_variant(files_text *text, const compare_outcome *outcome)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", outcome->variant.name);
    files_json_add_text(text, "scheme", talus_scheme_name(outcome->variant.scheme));
    files_json_add_number(text, "time_step_s", outcome->variant.time_step);
    files_json_add_unsigned(text, "rocks", outcome->totals.rocks);
    output_summary_blocks(text, &outcome->totals);
    add_spread(text, outcome);
    files_json_end(text, '}');
}

static void add_interval(files_text *text, const char *key, const statistics_interval *interval)
{
    files_json_begin(text, key, '{');
    files_json_add_number(text, "value", interval->value);
    files_json_add_number(text, "low", interval->low);
    files_json_add_number(text, "high", interval->high);
    files_json_add_unsigned(text, "rocks", interval->count);
    files_json_end(text, '}');
}

static void add_paired(files_text *text, const char *key, const statistics_paired *paired)
{
    files_json_begin(text, key, '{');
    files_json_add_unsigned(text, "rocks", paired->mean.count);
    files_json_add_number(text, "mean", paired->mean.value);
    files_json_add_number(text, "low", paired->mean.low);
    files_json_add_number(text, "high", paired->mean.high);
    files_json_add_number(text, "std", paired->std);
    files_json_add_number(text, "median", paired->median);
    files_json_add_number(text, "correlation", paired->correlation);
    files_json_add_number(text, "sign_p", paired->sign_p);
    files_json_add_number(text, "wilcoxon_p", paired->wilcoxon_p);
    files_json_end(text, '}');
}

static void add_ks(files_text *text, const char *key, const statistics_ks *ks)
{
    files_json_begin(text, key, '{');
    files_json_add_number(text, "distance", ks->distance);
    files_json_add_number(text, "p", ks->p);
    files_json_add_unsigned(text, "rocks_variant", ks->count_of);
    files_json_add_unsigned(text, "rocks_reference", ks->count_to);
    files_json_end(text, '}');
}

static void add_pair(files_text *text, const compare_study *study, size_t k)
{
    const compare_pair *pair = &study->pairs[k];
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "variant", study->outcomes[k].variant.name);
    files_json_add_text(text, "reference", study->outcomes[0].variant.name);
    files_json_add_unsigned(text, "rocks", pair->rocks);
    files_json_begin(text, "ratios", '{');
    for (int r = 0; r < COMPARE_RATIO_COUNT; r++) {
        add_interval(text, compare_ratio_key((compare_ratio)r), &pair->ratios[r]);
    }
    files_json_end(text, '}');
    files_json_begin(text, "paired", '{');
    for (int v = 0; v < COMPARE_VALUE_COUNT; v++) {
        add_paired(text, compare_value_key((compare_value)v), &pair->paired[v]);
    }
    files_json_end(text, '}');
    files_json_begin(text, "kolmogorov_smirnov", '{');
    for (int v = 0; v < COMPARE_VALUE_COUNT; v++) {
        add_ks(text, compare_value_key((compare_value)v), &pair->ks[v]);
    }
    files_json_end(text, '}');
    files_json_end(text, '}');
}

talus_status compare_write_summary(const compare_study *study, const compare_files *files,
                                   talus_error *error)
{
    files_text text = {.first = true};
    files_json_begin(&text, NULL, '{');
    compare_add_head(&text, study, files);
    add_drawn(&text, study, files);
    files_json_begin(&text, "variants", '[');
    for (size_t k = 0; k < study->count; k++) {
        add_variant(&text, &study->outcomes[k]);
    }
    files_json_end(&text, ']');
    files_json_begin(&text, "comparisons", '[');
    for (size_t k = 1; k < study->count; k++) {
        add_pair(&text, study, k);
    }
    files_json_end(&text, ']');
    files_json_end(&text, '}');
    files_text_add(&text, "\n");
    return directory_write_text(files->directory, "comparison.json", &text, error);
}
