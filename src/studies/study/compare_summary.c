// SPDX-License-Identifier: GPL-3.0-or-later
// comparison.json. Units stand in the keys; docs/compare.md explains them.
#include "foundation/files/files.h"
#include "io/products/output.h"
#include "studies/study/compare.h"

#include <stdio.h>

void compare_add_head(files_text *text, const compare_study *study, const compare_files *files)
{
    const talus_products_context *context = files->context;
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

/// Nothing without any.
static void add_screens(files_text *text, const compare_study *study, size_t k)
{
    const talus_table table = compare_screens_table(study);
    const size_t screens = study->campaign->screen_count;
    if (screens > 0) {
        files_json_begin(text, table.name, '[');
        for (size_t s = 0; s < screens; s++) {
            table_json_object(text, NULL, &table, k * screens + s);
        }
        files_json_end(text, ']');
    }
}

static void add_variant(files_text *text, const compare_study *study, size_t k)
{
    const compare_outcome *outcome = &study->outcomes[k];
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", outcome->variant.name);
    files_json_add_text(text, "scheme", talus_scheme_name(outcome->variant.scheme));
    files_json_add_number(text, "time_step_s", outcome->variant.time_step);
    files_json_add_unsigned(text, "rocks", outcome->totals.rocks);
    files_json_add_number(text, "bodies_per_event", compare_bodies_per_event(&outcome->totals));
    files_json_add_number(text, "broken_share", compare_broken_share(&outcome->totals));
    output_summary_blocks(text, &outcome->totals);
    add_spread(text, outcome);
    add_screens(text, study, k);
    files_json_end(text, '}');
}

#define INTERVAL_COLUMNS(X)                                                                        \
    X(REAL, value, "1", "variant over reference", row->value)                                      \
    X(REAL, low, "1", "95 % interval", row->low)                                                   \
    X(REAL, high, "1", "95 % interval", row->high)                                                 \
    X(INTEGER, rocks, "1", "in both", row->count)
TABLE_DEFINE(ratios, INTERVAL_COLUMNS,
             const statistics_interval *row = TABLE_ROW(statistics_interval))

#define PAIRED_COLUMNS(X)                                                                          \
    X(INTEGER, rocks, "1", "in both", row->mean.count)                                             \
    X(REAL, mean, NULL, "of the differences", row->mean.value)                                     \
    X(REAL, low, NULL, "95 % interval of the mean", row->mean.low)                                 \
    X(REAL, high, NULL, "95 % interval of the mean", row->mean.high)                               \
    X(REAL, std, NULL, "of the differences", row->std)                                             \
    X(REAL, median, NULL, "of the differences", row->median)                                       \
    X(REAL, correlation, "1", "of variant and reference", row->correlation)                        \
    X(REAL, sign_p, "1", "of the sign test", row->sign_p)                                          \
    X(REAL, wilcoxon_p, "1", "of the signed-rank test", row->wilcoxon_p)
TABLE_DEFINE(paired, PAIRED_COLUMNS, const statistics_paired *row = TABLE_ROW(statistics_paired))

#define KS_COLUMNS(X)                                                                              \
    X(REAL, distance, "1", "of the distribution functions", row->distance)                         \
    X(REAL, p, "1", "of the test", row->p)                                                         \
    X(INTEGER, rocks_variant, "1", NULL, row->count_of)                                            \
    X(INTEGER, rocks_reference, "1", NULL, row->count_to)
TABLE_DEFINE(kolmogorov_smirnov, KS_COLUMNS, const statistics_ks *row = TABLE_ROW(statistics_ks))

static const char *ratio_key(size_t row)
{
    return compare_ratio_key((compare_ratio)row);
}

static const char *value_key(size_t row)
{
    return compare_value_key((compare_value)row);
}

/// An object whose members are the rows.
static void add_rows(files_text *text, const talus_table *table, const char *(*key)(size_t row))
{
    files_json_begin(text, table->name, '{');
    for (size_t k = 0; k < table->row_count; k++) {
        table_json_object(text, key(k), table, k);
    }
    files_json_end(text, '}');
}

static void add_pair(files_text *text, const compare_study *study, size_t k)
{
    const compare_pair *pair = &study->pairs[k];
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "variant", study->outcomes[k].variant.name);
    files_json_add_text(text, "reference", study->outcomes[0].variant.name);
    files_json_add_unsigned(text, "rocks", pair->rocks);
    const talus_table ratios = TABLE(ratios, pair->ratios, COMPARE_RATIO_COUNT);
    const talus_table paired = TABLE(paired, pair->paired, COMPARE_VALUE_COUNT);
    const talus_table ks = TABLE(kolmogorov_smirnov, pair->ks, COMPARE_VALUE_COUNT);
    add_rows(text, &ratios, ratio_key);
    add_rows(text, &paired, value_key);
    add_rows(text, &ks, value_key);
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
        add_variant(&text, study, k);
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
