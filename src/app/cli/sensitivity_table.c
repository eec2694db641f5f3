// SPDX-License-Identifier: GPL-3.0-or-later
// The table of talus sensitivity.
#include "app/cli/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void print_effect(const talus_table *effects, size_t row)
{
    const double of = cli_table_real(effects, row, "value");
    const double ratio = cli_table_real(effects, row, "ratio");
    const double low = cli_table_real(effects, row, "low");
    char value[32] = "-", change[32] = "-", interval[64] = "-";
    if (isfinite(of)) {
        snprintf(value, sizeof value, "%.4g", of);
    }
    if (isfinite(ratio)) {
        snprintf(change, sizeof change, "%+.1f %%", 1e2 * (ratio - 1.0));
    }
    if (isfinite(low)) {
        snprintf(interval, sizeof interval, "[%+.1f, %+.1f] %%", 1e2 * (low - 1.0),
                 1e2 * (cli_table_real(effects, row, "high") - 1.0));
    }
    printf("  %-24s %10s %10s %20s\n", cli_table_text(effects, row, "variant"), value, change,
           interval);
}

void cli_print_sensitivity(const cli_variants *study, const char *title)
{
    const talus_study_facts *facts = &study->facts;
    const talus_table *effects = &study->effects;
    printf("%s: %zu rocks, %zu of %zu variants, seed %" PRIu64 "\n",
           title && title[0] ? title : "sensitivity", facts->rocks, facts->variants, facts->planned,
           facts->seed);
    printf("changes from the scenario as it is with 95 %% confidence intervals, largest first\n");
    for (size_t row = 0; row < effects->row_count; row++) {
        if (row % facts->variants == 0) {
            printf("\n%s (%s)\n", cli_table_text(effects, row, "words"),
                   cli_table_text(effects, row, "unit"));
        }
        print_effect(effects, row);
    }
}
