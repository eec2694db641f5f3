// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects after a run: one line each.
#include "app/cli/cli.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_LINES = 40 };

static void print_number(double value, int digits)
{
    if (isfinite(value)) {
        printf(" %8.*g", digits, value);
    } else {
        printf(" %8s", "-");
    }
}

static const char what_screens_count[] =
    "at screens: rocks that cross, at their first crossing (all crossings with recross), weighted "
    "by frequency where it is known";
static const char what_objects_count[] =
    "at objects: rocks that come, the largest value of each there, weighted by frequency where it "
    "is known";

static void print_gauge(const char *name, const talus_gauge_result *g)
{
    const talus_gauge_moments *energy = &g->moments[TALUS_GAUGE_ENERGY];
    const talus_gauge_moments *height = &g->moments[TALUS_GAUGE_HEIGHT];
    printf("%-24.24s %8" PRIu64, name, g->rocks);
    print_number(g->probability, 4);
    print_number(g->annual_frequency, 3);
    print_number(1e-3 * energy->quantile[2], 4);
    print_number(1e-3 * energy->quantile[3], 4);
    print_number(height->quantile[2], 3);
    print_number(height->quantile[3], 3);
    print_number(g->moments[TALUS_GAUGE_TOP].quantile[2], 3);
    print_number(g->moments[TALUS_GAUGE_SPEED].quantile[2], 3);
    printf("\n");
}

void cli_print_gauges(const talus_campaign *campaign, const talus_results *results)
{
    const size_t screens = campaign->screen_count, count = screens + campaign->object_count;
    for (size_t k = 0; k < count && k < MOST_LINES; k++) {
        talus_gauge_result g;
        talus_error error = {0};
        if (k == 0 || k == screens) {
            printf("\n%s\n", k < screens ? what_screens_count : what_objects_count);
            printf("%-24s %8s %8s %8s %8s %8s %8s %8s %8s %8s\n", k < screens ? "screen" : "object",
                   "rocks", "share", "per year", "E95 kJ", "E99 kJ", "h95 m", "h99 m", "top95 m",
                   "v95 m/s");
        }
        if (talus_results_gauge(results, k, TALUS_ALL_STRATA, &g, &error) != TALUS_OK) {
            cli_print_error(&error);
            return;
        }
        print_gauge(
            k < screens ? campaign->screens[k].line.name : campaign->objects[k - screens].name, &g);
    }
    if (count > MOST_LINES) {
        printf("... and %zu more in screens.csv and objects.csv\n", count - MOST_LINES);
    }
}
