// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and nets that no rock met: what was to be found out at them was not.
#include "io/products/output.h"

#include <stdio.h>

enum { SCREENS, NETS, KINDS };
enum { NAMES = 5 }; ///< of a sentence; the others are counted

static size_t count_of(const talus_campaign *campaign, int kind)
{
    const talus_obstacle_list *list = talus_obstacles_list(campaign->site.obstacles);
    return kind == SCREENS ? campaign->screen_count : list != NULL ? list->net_count : 0;
}

static const char *name_of(const talus_campaign *campaign, int kind, size_t index)
{
    return kind == SCREENS ? campaign->screens[index].line.name
                           : talus_obstacles_list(campaign->site.obstacles)->nets[index].line.name;
}

static bool is_met(const talus_results *results, int kind, size_t index)
{
    size_t count = 0;
    if (kind == NETS) {
        const talus_net_counts *nets = ensemble_nets(results, &count);
        return index >= count ||
               nets[index].overtopped + nets[index].caught + nets[index].passed > 0;
    }
    talus_gauge_result gauge;
    return talus_results_gauge(results, index, TALUS_ALL_STRATA, &gauge, NULL) != TALUS_OK ||
           gauge.rocks > 0;
}

bool output_next_unmet(const talus_campaign *campaign, const talus_results *results, size_t *at,
                       char sentence[OUTPUT_SENTENCE])
{
    if (ensemble_totals(results)->rocks == 0) {
        return false;
    }
    while (*at < KINDS) {
        const int kind = (int)(*at)++;
        size_t used = 0, unmet = 0;
        for (size_t k = 0; k < count_of(campaign, kind); k++) {
            if (is_met(results, kind, k)) {
                continue;
            }
            if (unmet++ < NAMES) {
                used +=
                    (size_t)snprintf(sentence + used, OUTPUT_SENTENCE - used, "%s '%.40s'",
                                     unmet > 1 ? "," : "no rock met", name_of(campaign, kind, k));
            }
        }
        if (unmet > NAMES) {
            used += (size_t)snprintf(sentence + used, OUTPUT_SENTENCE - used, " and %zu more",
                                     unmet - NAMES);
        }
        if (unmet > 0) {
            snprintf(sentence + used, OUTPUT_SENTENCE - used,
                     " (%s): do they stand in the way of the rocks?",
                     kind == SCREENS ? "screens" : "nets");
            return true;
        }
    }
    return false;
}
