// SPDX-License-Identifier: GPL-3.0-or-later
// How precise the results of a run with `stop_when` are.
#include "app/cli/cli.h"

#include <inttypes.h>
#include <math.h>

static const talus_round *last_look(const talus_results *results, size_t *count)
{
    const talus_round *looks = NULL;
    (void)talus_results_rounds(results, &looks, count, NULL); // the results are there
    return *count > 0 ? &looks[*count - 1] : NULL;
}

bool cli_is_precise(const talus_results *results)
{
    size_t count = 0;
    const talus_round *look = last_look(results, &count);
    return look == NULL || look->is_precise;
}

static void print_error(const char *what, double found, double asked)
{
    if (asked > 0.0) {
        printf("; %s +-%.3g %% at the worst screen (asked: %.3g %%)", what, 100.0 * found,
               100.0 * asked);
    }
}

void cli_print_precision(const talus_campaign *campaign, const talus_results *results)
{
    const talus_precision *asked = &campaign->precision;
    size_t count = 0;
    const talus_round *look = last_look(results, &count);
    if (look == NULL) {
        return;
    }
    printf("precision        %s after %zu round%s, %" PRIu64 " rocks",
           look->is_precise ? "reached" : "not reached", count, count == 1 ? "" : "s", look->rocks);
    if (asked->reach_halfwidth > 0.0) {
        printf("; reach probability within +-%.3g in %.4g %% of the cells (asked: %.4g %%)",
               asked->reach_halfwidth, 100.0 * look->cell_share, 100.0 * asked->cell_share);
    }
    if (asked->decided_share > 0.0) {
        printf("; zones decided in %.4g %% of the reached cells (asked: %.4g %%)",
               100.0 * look->decided_share, 100.0 * asked->decided_share);
    }
    print_error("E95", look->energy_error, asked->energy_error);
    print_error("h95", look->height_error, asked->height_error);
    putchar('\n');
}
