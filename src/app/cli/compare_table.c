// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of talus compare.
#include "app/cli/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Width of the column of variant names.
static int name_width(const compare_study *study)
{
    int width = (int)strlen("variant");
    for (size_t k = 0; k < study->count; k++) {
        const int length = (int)strlen(study->outcomes[k].variant.name);
        width = length > width ? length : width;
    }
    return width;
}

static void print_number(double value, int width)
{
    if (isfinite(value)) {
        printf(" %*.4g", width, value);
    } else {
        printf(" %*s", width, "-");
    }
}

/// A p-value in 11 columns; how far beyond 1e-6 tells nothing.
static void print_probability(double p)
{
    if (p < 1e-6) {
        printf(" %10s", "< 1e-6");
    } else {
        print_number(p, 10);
    }
}

/// "mean (SD)" in 20 columns
static void print_mean(double mean, double std, double scale)
{
    char text[48];
    snprintf(text, sizeof text, "%.4g (%.4g)", scale * mean, scale * std);
    printf(" %19s", isfinite(mean) ? text : "-");
}

static void print_outcomes(const compare_study *study, int width)
{
    printf("\n%-*s", width, "variant");
    for (int k = 0; k < TALUS_OUTCOME_COUNT; k++) {
        printf(" %11s", talus_outcome_name((talus_outcome)k));
    }
    printf(" %9s %9s %10s %12s %8s %9s\n", "below gr.", "unsolved", "steps", "contact st.",
           "time s", "ns/step");
    for (size_t k = 0; k < study->count; k++) {
        const talus_totals *t = &study->outcomes[k].totals;
        printf("%-*s", width, study->outcomes[k].variant.name);
        for (int o = 0; o < TALUS_OUTCOME_COUNT; o++) {
            printf(" %11" PRIu64, t->outcomes[o]);
        }
        printf(" %9" PRIu64 " %9" PRIu64 " %10" PRIu64 " %12" PRIu64 " %8.2f %9.0f\n",
               t->below_ground, t->unsolved, t->steps, t->contact_steps, t->wall_time,
               t->steps ? 1e9 * t->wall_time * t->threads / (double)t->steps : 0.0);
    }
}

static void print_means(const compare_study *study, int width)
{
    printf("\n%-*s %19s %19s %19s %19s   mean (SD) over all time\n", width, "variant", "energy kJ",
           "speed m/s", "spin rot/s", "jump height m");
    for (size_t k = 0; k < study->count; k++) {
        static const double scale[TALUS_QUANTITY_COUNT] = {[TALUS_KINETIC_ENERGY] = 1e-3,
                                                           [TALUS_SPEED] = 1.0,
                                                           [TALUS_SPIN] = 0.5 / TALUS_PI,
                                                           [TALUS_JUMP_HEIGHT] = 1.0};
        static const talus_quantity order[] = {TALUS_KINETIC_ENERGY, TALUS_SPEED, TALUS_SPIN,
                                               TALUS_JUMP_HEIGHT};
        const talus_totals *t = &study->outcomes[k].totals;
        printf("%-*s", width, study->outcomes[k].variant.name);
        for (size_t q = 0; q < sizeof order / sizeof order[0]; q++) {
            print_mean(t->pooled[order[q]].mean, t->pooled[order[q]].std, scale[order[q]]);
        }
        printf("\n");
    }
}

static void print_ends(const compare_study *study, int width)
{
    printf("\n%-*s %19s %19s %17s %19s %8s %8s %8s %8s\n", width, "variant", "run-out m", "path m",
           "lateral SD m", "lateral P5..P95 m", "minor", "interm.", "major", "pair");
    for (size_t k = 0; k < study->count; k++) {
        const compare_outcome *o = &study->outcomes[k];
        char range[48];
        snprintf(range, sizeof range, "%.4g .. %.4g", o->spread.p5, o->spread.p95);
        printf("%-*s", width, o->variant.name);
        print_mean(o->totals.runout.mean, o->totals.runout.std, 1.0);
        print_mean(o->totals.path.mean, o->totals.path.std, 1.0);
        print_number(o->spread.std, 17);
        printf(" %19s", isfinite(o->spread.p5) ? range : "-");
        for (int a = 0; a < 3; a++) {
            print_number(o->totals.axis_share[a], 8);
        }
        print_number(o->totals.axis_share_equal_pair, 8);
        printf("\n");
    }
}

static void print_interval(const statistics_interval *interval)
{
    char text[64];
    if (isfinite(interval->low)) {
        snprintf(text, sizeof text, "%.3f [%.3f, %.3f]", interval->value, interval->low,
                 interval->high);
    } else {
        snprintf(text, sizeof text, "%.3f", interval->value);
    }
    printf(" %21s", isfinite(interval->value) ? text : "-");
}

/// Ratios in rows of four columns.
static void print_ratios(const compare_study *study, int width)
{
    enum { COLUMNS = 5 };
    printf("\nratios to %s with 95 %% confidence intervals\n", study->outcomes[0].variant.name);
    for (int first = 0; first < COMPARE_RATIO_COUNT; first += COLUMNS) {
        printf("%-*s", width, "variant");
        for (int r = first; r < first + COLUMNS && r < COMPARE_RATIO_COUNT; r++) {
            printf(" %21s", compare_ratio_words((compare_ratio)r));
        }
        printf("\n");
        for (size_t k = 1; k < study->count; k++) {
            printf("%-*s", width, study->outcomes[k].variant.name);
            for (int r = first; r < first + COLUMNS && r < COMPARE_RATIO_COUNT; r++) {
                print_interval(&study->pairs[k].ratios[r]);
            }
            printf("\n");
        }
    }
}

static void print_differences(const compare_study *study, size_t k)
{
    const compare_pair *pair = &study->pairs[k];
    printf("\n%s minus %s, %zu pairs\n", study->outcomes[k].variant.name,
           study->outcomes[0].variant.name, pair->rocks);
    printf("%-24s %-5s %10s %23s %10s %10s %8s %10s %8s %10s\n", "per rock", "unit", "mean", "95 %",
           "SD", "median", "correl.", "Wilcoxon p", "KS D", "KS p");
    for (int v = 0; v < COMPARE_VALUE_COUNT; v++) {
        const statistics_paired *d = &pair->paired[v];
        const statistics_ks *ks = &pair->ks[v];
        char range[64];
        if (d->mean.count == 0) {
            continue;
        }
        snprintf(range, sizeof range, "[%.4g, %.4g]", d->mean.low, d->mean.high);
        printf("%-24s %-5s", compare_value_words((compare_value)v),
               compare_value_unit((compare_value)v));
        print_number(d->mean.value, 10);
        printf(" %23s", isfinite(d->mean.low) ? range : "-");
        print_number(d->std, 10);
        print_number(d->median, 10);
        print_number(d->correlation, 8);
        print_probability(d->wilcoxon_p);
        print_number(ks->distance, 8);
        print_probability(ks->p);
        printf("\n");
    }
}

void cli_print_comparison(const compare_study *study, const char *title)
{
    const int width = name_width(study);
    printf("%s: %zu rocks, %zu of %zu variants, seed %" PRIu64 ", reference %s\n",
           title && title[0] ? title : "comparison", study->rocks, study->count, study->wanted,
           study->campaign->seed, study->outcomes[0].variant.name);
    print_outcomes(study, width);
    print_means(study, width);
    print_ends(study, width);
    if (study->count > 1) {
        print_ratios(study, width);
    }
    for (size_t k = 1; k < study->count; k++) {
        print_differences(study, k);
    }
}
