// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of talus compare.
#include "app/cli/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Width of the column of variant names.
static int name_width(const cli_variants *study)
{
    int width = (int)strlen("variant");
    for (size_t k = 0; k < study->facts.variants; k++) {
        const int length = (int)strlen(study->variants[k].name);
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

/// A p-value in 11 columns; how far below 1e-6 it is means nothing.
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

/// May an event of some variant have several bodies?
static bool has_bodies(const cli_variants *study)
{
    bool has_some = false;
    for (size_t k = 0; k < study->facts.variants; k++) {
        has_some = has_some || study->variants[k].totals->breaking.events > 0;
    }
    return has_some;
}

static void print_outcomes(const cli_variants *study, int width)
{
    const int outcomes = has_bodies(study) ? TALUS_OUTCOME_COUNT : TALUS_BROKEN;
    printf("\n%-*s", width, "variant");
    for (int k = 0; k < outcomes; k++) {
        printf(" %11s", talus_outcome_name((talus_outcome)k));
    }
    printf(" %9s %9s %10s %12s %8s %9s\n", "below gr.", "unsolved", "steps", "contact st.",
           "time s", "ns/step");
    for (size_t k = 0; k < study->facts.variants; k++) {
        const talus_totals *t = study->variants[k].totals;
        printf("%-*s", width, study->variants[k].name);
        for (int o = 0; o < outcomes; o++) {
            printf(" %11" PRIu64, t->outcomes[o]);
        }
        printf(" %9" PRIu64 " %9" PRIu64 " %10" PRIu64 " %12" PRIu64 " %8.2f %9.0f\n",
               t->below_ground, t->unsolved, t->steps, t->contact_steps, t->wall_time,
               t->steps ? 1e9 * t->wall_time * t->threads / (double)t->steps : 0.0);
    }
}

/// How often rocks broke, and into what.
static void print_bodies(const cli_variants *study, int width)
{
    printf("\n%-*s %11s %11s %12s %11s %11s %11s %19s   events of several bodies\n", width,
           "variant", "broke", "share", "bodies/event", "most bodies", "breaks", "fines",
           "survival of largest");
    for (size_t k = 0; k < study->facts.variants; k++) {
        const talus_study_variant *v = &study->variants[k];
        const talus_breaking_totals *b = &v->totals->breaking;
        printf("%-*s %11" PRIu64, width, v->name, b->broken);
        print_number(v->broken_share, 11);
        print_number(v->bodies_per_event, 12);
        printf(" %11" PRIu64 " %11" PRIu64 " %11" PRIu64, b->events > 0 ? b->most_bodies : 1,
               b->breaks, b->fines);
        print_number(b->broken > 0 ? b->survival : (double)NAN, 19);
        printf("\n");
    }
}

/// Per screen all variants.
static void print_screens(const cli_variants *study, int width)
{
    static const struct {
        const char *key, *words;
    } shown[] = {{"reach_probability", "share"}, {"hits_per_event", "hits/event"},
                 {"E95_kj", "E95 kJ"},           {"E_window95_kj", "E_window95"},
                 {"E_event95_kj", "E_event95"},  {"h95_m", "h95 m"},
                 {"top95_m", "top95 m"}};
    enum { SHOWN = sizeof shown / sizeof shown[0] };
    const talus_table *table = &study->screens;
    const size_t screens = table->row_count / study->facts.variants;
    printf("\n%-24s %-*s %8s", "at screens", width, "variant", "events");
    for (size_t c = 0; c < SHOWN; c++) {
        printf(" %10s", shown[c].words);
    }
    printf("\n");
    for (size_t row = 0; row < table->row_count; row++) {
        const size_t at = row % study->facts.variants * screens + row / study->facts.variants;
        printf("%-24.24s %-*s %8lld", cli_table_text(table, at, "name"), width,
               cli_table_text(table, at, "variant"), cli_table_integer(table, at, "rocks"));
        for (size_t c = 0; c < SHOWN; c++) {
            print_number(cli_table_real(table, at, shown[c].key), 10);
        }
        printf("\n");
    }
}

static void print_means(const cli_variants *study, int width)
{
    printf("\n%-*s %19s %19s %19s %19s   mean (SD) over all time%s\n", width, "variant",
           "energy kJ", "speed m/s", "spin rot/s", "jump height m",
           has_bodies(study) ? " of all bodies" : "");
    for (size_t k = 0; k < study->facts.variants; k++) {
        static const double scale[TALUS_QUANTITY_COUNT] = {[TALUS_KINETIC_ENERGY] = 1e-3,
                                                           [TALUS_SPEED] = 1.0,
                                                           [TALUS_SPIN] = 0.5 / TALUS_PI,
                                                           [TALUS_JUMP_HEIGHT] = 1.0};
        static const talus_quantity order[] = {TALUS_KINETIC_ENERGY, TALUS_SPEED, TALUS_SPIN,
                                               TALUS_JUMP_HEIGHT};
        const talus_totals *t = study->variants[k].totals;
        printf("%-*s", width, study->variants[k].name);
        for (size_t q = 0; q < sizeof order / sizeof order[0]; q++) {
            print_mean(t->pooled[order[q]].mean, t->pooled[order[q]].std, scale[order[q]]);
        }
        printf("\n");
    }
}

static void print_ends(const cli_variants *study, int width)
{
    printf("\n%-*s %19s %19s %17s %19s %8s %8s %8s %8s\n", width, "variant", "run-out m", "path m",
           "lateral SD m", "lateral P5..P95 m", "minor", "interm.", "major", "pair");
    for (size_t k = 0; k < study->facts.variants; k++) {
        const talus_study_variant *o = &study->variants[k];
        char range[48];
        snprintf(range, sizeof range, "%.4g .. %.4g", o->lateral_p5, o->lateral_p95);
        printf("%-*s", width, o->name);
        print_mean(o->totals->runout.mean, o->totals->runout.std, 1.0);
        print_mean(o->totals->path.mean, o->totals->path.std, 1.0);
        print_number(o->lateral_std, 17);
        printf(" %19s", isfinite(o->lateral_p5) ? range : "-");
        // as in rocks.csv: bodies of an event turn about axes of their own
        const bool is_single = !has_bodies(study);
        for (int a = 0; a < 3; a++) {
            print_number(is_single ? o->totals->axis_share[a] : (double)NAN, 8);
        }
        print_number(is_single ? o->totals->axis_share_equal_pair : (double)NAN, 8);
        printf("\n");
    }
}

static void print_interval(const talus_table *ratios, size_t row)
{
    const double value = cli_table_real(ratios, row, "ratio");
    const double low = cli_table_real(ratios, row, "low");
    char text[64];
    if (isfinite(low)) {
        snprintf(text, sizeof text, "%.3f [%.3f, %.3f]", value, low,
                 cli_table_real(ratios, row, "high"));
    } else {
        snprintf(text, sizeof text, "%.3f", value);
    }
    printf(" %21s", isfinite(value) ? text : "-");
}

/// Ratios in rows of five columns.
static void print_ratios(const cli_variants *study, int width)
{
    enum { COLUMNS = 5 };
    const talus_table *ratios = &study->ratios;
    const size_t others = study->facts.variants - 1, count = ratios->row_count / others;
    printf("\nratios to %s with 95 %% confidence intervals\n", study->variants[0].name);
    for (size_t first = 0; first < count; first += COLUMNS) {
        const size_t end = first + COLUMNS < count ? first + COLUMNS : count;
        printf("%-*s", width, "variant");
        for (size_t r = first; r < end; r++) {
            printf(" %21s", cli_table_text(ratios, r, "words"));
        }
        printf("\n");
        for (size_t k = 0; k < others; k++) {
            printf("%-*s", width, study->variants[k + 1].name);
            for (size_t r = first; r < end; r++) {
                print_interval(ratios, k * count + r);
            }
            printf("\n");
        }
    }
}

static void print_difference(const talus_table *table, size_t row)
{
    const double low = cli_table_real(table, row, "low");
    char range[64];
    snprintf(range, sizeof range, "[%.4g, %.4g]", low, cli_table_real(table, row, "high"));
    printf("%-24s %-5s", cli_table_text(table, row, "words"), cli_table_text(table, row, "unit"));
    print_number(cli_table_real(table, row, "mean"), 10);
    printf(" %23s", isfinite(low) ? range : "-");
    print_number(cli_table_real(table, row, "std"), 10);
    print_number(cli_table_real(table, row, "median"), 10);
    print_number(cli_table_real(table, row, "correlation"), 8);
    print_probability(cli_table_real(table, row, "wilcoxon_p"));
    print_number(cli_table_real(table, row, "ks_distance"), 8);
    print_probability(cli_table_real(table, row, "ks_p"));
    printf("\n");
}

static void print_differences(const cli_variants *study, size_t k)
{
    const talus_study_variant *variant = &study->variants[k];
    printf("\n%s minus %s, %zu pairs\n", variant->name, study->variants[0].name, variant->pairs);
    printf("%-24s %-5s %10s %23s %10s %10s %8s %10s %8s %10s\n", "per rock", "unit", "mean", "95 %",
           "SD", "median", "correl.", "Wilcoxon p", "KS D", "KS p");
    for (size_t row = 0; row < study->differences.row_count; row++) {
        if (strcmp(cli_table_text(&study->differences, row, "variant"), variant->name) == 0) {
            print_difference(&study->differences, row);
        }
    }
}

void cli_print_comparison(const cli_variants *study, const char *title)
{
    const int width = name_width(study);
    printf("%s: %zu rocks, %zu of %zu variants, seed %" PRIu64 ", reference %s\n",
           title && title[0] ? title : "comparison", study->facts.rocks, study->facts.variants,
           study->facts.planned, study->facts.seed, study->variants[0].name);
    print_outcomes(study, width);
    if (has_bodies(study)) {
        print_bodies(study, width);
    }
    print_means(study, width);
    print_ends(study, width);
    if (study->screens.row_count > 0) {
        print_screens(study, width);
    }
    if (study->facts.variants > 1) {
        print_ratios(study, width);
    }
    for (size_t k = 1; k < study->facts.variants; k++) {
        print_differences(study, k);
    }
}
