// SPDX-License-Identifier: GPL-3.0-or-later
// Zones after a run: what is decided, how large they are on the map.
#include "app/cli/cli.h"

#include <inttypes.h>

static double hectares(const talus_hazard_tally *tally, uint64_t cells)
{
    return 1e-4 * tally->cell_area * (double)cells;
}

/// "red 12.3 ha, blue 4.5 ha, ...", the most dangerous first.
static void print_areas(const talus_rules *rules, const talus_hazard_tally *tally)
{
    talus_rules_zone zone;
    size_t count = 0;
    while (talus_rules_zone_of(rules, count, &zone, NULL) == TALUS_OK) {
        count++;
    }
    printf("                 on the map ");
    for (size_t k = count; k-- > 0 && talus_rules_zone_of(rules, k, &zone, NULL) == TALUS_OK;) {
        printf("%s %.3g ha, ", zone.name, hectares(tally, tally->mapped[k]));
    }
    printf("undecided %.3g ha\n", hectares(tally, tally->mapped_undecided));
}

static void print_patches(const talus_hazard_tally *tally)
{
    printf("                 patches below %g m2: %" PRIu64 " cells filled, %" PRIu64
           " came to a more dangerous zone, %" PRIu64 " became undecided, %" PRIu64
           " undecided ones came to a zone, %" PRIu64 " patches stay\n",
           tally->least_area, tally->filled, tally->raised, tally->deferred, tally->settled,
           tally->kept_patches);
}

void cli_print_hazard(const cli_case *loaded)
{
    talus_hazard_tally tally = {.size = sizeof tally};
    talus_rules_facts facts = {.size = sizeof facts};
    const talus_rules *rules = talus_hazard_rules(loaded->hazard);
    if (talus_hazard_tally_of(loaded->hazard, &tally, NULL) != TALUS_OK ||
        talus_rules_facts_of(rules, &facts, NULL) != TALUS_OK) {
        return; // nothing was assessed
    }
    const uint64_t undecided = tally.reached - tally.decided;
    printf("zones            %" PRIu64 " cells are reached (%.4g ha): %.3g %% decided, %.3g %% "
           "undecided%s\n",
           tally.reached, hectares(&tally, tally.reached),
           tally.reached > 0 ? 100.0 * (double)tally.decided / (double)tally.reached : 0.0,
           tally.reached > 0 ? 100.0 * (double)undecided / (double)tally.reached : 0.0,
           undecided > 0 ? ", more rocks decide more" : "");
    printf("                 of an object %g m wide at the centre of each cell\n",
           talus_world_campaign(loaded->world)->reference_width);
    print_areas(rules, &tally);
    print_patches(&tally);
    printf("                 a cell that no rock reached %s below %.3g (95 %%)\n",
           facts.is_annual ? "has an annual frequency" : "is reached with a probability",
           tally.unreached_rate);
}
