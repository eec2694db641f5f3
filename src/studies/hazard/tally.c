// SPDX-License-Identifier: GPL-3.0-or-later
// How much of an assessment is decided: as members of JSON files, and as a warning.
#include "studies/hazard/products.h"

static double share_of(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

static void add_zones(files_text *text, const hazard_rules *rules, const hazard_tally *tally)
{
    files_json_begin(text, "zone_areas", '[');
    for (size_t k = 0; k < rules->zone_count; k++) {
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "name", rules->zones[k].name);
        files_json_add_unsigned(text, "decided_cells", tally->zones[k]);
        files_json_add_unsigned(text, "map_cells", tally->mapped[k]);
        files_json_add_number(text, "map_area_m2", tally->cell_area * (double)tally->mapped[k]);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

void hazard_add_tally(files_text *text, const hazard_request *request)
{
    if (request->assessment == NULL) {
        return;
    }
    const hazard_tally *t = &request->assessment->tally;
    files_json_begin(text, "cells", '{');
    files_json_add_number(text, "area_m2", t->cell_area);
    files_json_add_unsigned(text, "reached", t->reached);
    files_json_add_unsigned(text, "decided", t->decided);
    files_json_add_unsigned(text, "undecided", t->reached - t->decided);
    files_json_add_number(text, "decided_share", share_of(t->decided, t->reached));
    files_json_add_unsigned(text, "decided_without_zone", t->none);
    files_json_end(text, '}');
    add_zones(text, request->rules, t);
    files_json_begin(text, "map_patches", '{');
    files_json_add_number(text, "least_zone_m2", request->keys->least_area);
    files_json_add_unsigned(text, "cells_filled", t->filled);
    files_json_add_unsigned(text, "cells_raised", t->raised);
    files_json_add_unsigned(text, "cells_made_undecided", t->deferred);
    files_json_add_unsigned(text, "undecided_cells_settled", t->settled);
    files_json_add_unsigned(text, "small_patches_kept", t->kept_patches);
    files_json_add_unsigned(text, "undecided_cells", t->mapped_undecided);
    files_json_end(text, '}');
    files_json_add_number(text, "unreached_rate_high", t->unreached_rate);
}

void hazard_report_unreached(const hazard_request *request, talus_diagnostics *diagnostics)
{
    if (request->assessment == NULL) {
        return;
    }
    const hazard_rules *rules = request->rules;
    const double found = request->assessment->tally.unreached_rate;
    const double asked = hazard_level_rate(rules, rules->level_count - 1);
    const bool is_annual = rules->keys.basis == HAZARD_RETURN_PERIOD;
    if (found > asked) {
        scenario_report(diagnostics, TALUS_WARNING, request->keys->node,
                        "a cell that no rock has reached may still be reached %s %.2g (95 %%), but "
                        "the rules ask for %.2g: no zone ends where the map ends it; run at least "
                        "%.3g times as many rocks",
                        is_annual ? "with an annual frequency of" : "with a probability of", found,
                        asked, found / asked);
    }
}
