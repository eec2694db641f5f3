// SPDX-License-Identifier: GPL-3.0-or-later
// Zones after a run: what is decided, how large they are on the map.
#include "app/cli/cli.h"

#include <inttypes.h>

static double hectares(const hazard_tally *tally, uint64_t cells)
{
    return 1e-4 * tally->cell_area * (double)cells;
}

/// "red 12.3 ha, blue 4.5 ha, ...", the most dangerous first.
static void print_areas(const hazard_rules *rules, const hazard_tally *tally)
{
    printf("                 on the map ");
    for (size_t k = rules->zone_count; k-- > 0;) {
        printf("%s %.3g ha, ", rules->zones[k].name, hectares(tally, tally->mapped[k]));
    }
    printf("undecided %.3g ha\n", hectares(tally, tally->mapped_undecided));
}

static void print_patches(double least_area, const hazard_tally *tally)
{
    printf("                 patches below %g m2: %" PRIu64 " cells filled, %" PRIu64
           " came to a more dangerous zone, %" PRIu64 " became undecided, %" PRIu64
           " undecided ones came to a zone, %" PRIu64 " patches stay\n",
           least_area, tally->filled, tally->raised, tally->deferred, tally->settled,
           tally->kept_patches);
}

void cli_print_hazard(const cli_case *loaded)
{
    const hazard_request *request = loaded->hazard;
    if (request == NULL || request->assessment == NULL) {
        return;
    }
    const hazard_rules *rules = request->rules;
    const hazard_tally *tally = &request->assessment->tally;
    const bool is_annual = rules->keys.basis == HAZARD_RETURN_PERIOD;
    const uint64_t undecided = tally->reached - tally->decided;
    printf("zones            %" PRIu64 " cells are reached (%.4g ha): %.3g %% decided, %.3g %% "
           "undecided%s\n",
           tally->reached, hectares(tally, tally->reached),
           tally->reached > 0 ? 100.0 * (double)tally->decided / (double)tally->reached : 0.0,
           tally->reached > 0 ? 100.0 * (double)undecided / (double)tally->reached : 0.0,
           undecided > 0 ? ", more rocks decide more" : "");
    print_areas(rules, tally);
    print_patches(request->keys->least_area, tally);
    printf("                 a cell that no rock reached %s below %.3g (95 %%)\n",
           is_annual ? "has an annual frequency" : "is reached with a probability",
           tally->unreached_rate);
}
