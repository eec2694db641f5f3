// SPDX-License-Identifier: GPL-3.0-or-later
// The table of talus sensitivity.
#include "app/cli/sensitivity.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void print_effect(const char *name, const sensitivity_effect *effect)
{
    const statistics_interval *ratio = &effect->ratio;
    char value[32] = "-", change[32] = "-", interval[64] = "-";
    if (isfinite(effect->value)) {
        snprintf(value, sizeof value, "%.4g", effect->value);
    }
    if (isfinite(ratio->value)) {
        snprintf(change, sizeof change, "%+.1f %%", 1e2 * (ratio->value - 1.0));
    }
    if (isfinite(ratio->low)) {
        snprintf(interval, sizeof interval, "[%+.1f, %+.1f] %%", 1e2 * (ratio->low - 1.0),
                 1e2 * (ratio->high - 1.0));
    }
    printf("  %-24s %10s %10s %20s\n", name, value, change, interval);
}

void cli_print_sensitivity(const sensitivity_study *study, const char *title)
{
    const compare_study *rocks = study->rocks;
    size_t order[SENSITIVITY_KIND_COUNT];
    printf("%s: %zu rocks, %zu of %zu variants, seed %" PRIu64 "\n",
           title && title[0] ? title : "sensitivity", rocks->rocks, rocks->count, rocks->wanted,
           rocks->campaign->seed);
    printf("changes from the scenario as it is with 95 %% confidence intervals, largest first\n");
    for (size_t m = 0; m < study->metric_count; m++) {
        const size_t count = sensitivity_order(study, m, order);
        printf("\n%s (%s)\n", study->metrics[m].words, study->metrics[m].unit);
        print_effect(rocks->outcomes[0].variant.name, sensitivity_effect_of(study, 0, m));
        for (size_t k = 0; k < count; k++) {
            print_effect(rocks->outcomes[order[k]].variant.name,
                         sensitivity_effect_of(study, order[k], m));
        }
    }
}
