// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of the products has to know: rules that make no zones, design values that no
// net has.
#include "studies/hazard/products.h"

#include <stdio.h>

bool hazard_no_zones(const hazard_request *request, char sentence[HAZARD_SENTENCE])
{
    const hazard_rules *rules = request->rules;
    if (rules != NULL && rules->level_count > 0) {
        return false;
    }
    if (rules == NULL) {
        snprintf(sentence, HAZARD_SENTENCE,
                 "no zones and no intensities are made: the section 'hazard' names no 'rules'");
    } else {
        const bool has_design = rules->keys.design.node != NULL || rules->keys.nets.node != NULL;
        snprintf(sentence, HAZARD_SENTENCE,
                 "no zones and no intensities are made: the rules \"%.200s\" have no 'matrix'%s",
                 rules->keys.title, has_design ? "; they give design values at screens only" : "");
    }
    return true;
}

void hazard_report_no_zones(const hazard_request *request, const talus_campaign *campaign,
                            talus_diagnostics *diagnostics)
{
    char sentence[HAZARD_SENTENCE];
    if (!hazard_no_zones(request, sentence)) {
        return;
    }
    const scenario_node *rules = scenario_find(request->keys->node, "rules");
    const bool is_idle = request->rules != NULL && campaign->screen_count == 0;
    scenario_report(diagnostics, request->rules != NULL ? TALUS_WARNING : TALUS_NOTE,
                    rules != NULL ? rules : request->keys->node, "%s%s", sentence,
                    is_idle ? ", and the scenario has no screen: these rules make nothing" : "");
}

talus_status hazard_report_designs(const talus_campaign *campaign, const talus_results *results,
                                   const hazard_request *request, talus_diagnostics *diagnostics,
                                   talus_error *error)
{
    for (size_t k = 0; hazard_has_designs(request, campaign) && k < campaign->screen_count; k++) {
        hazard_design design;
        bool has_rocks = false;
        const talus_status status =
            hazard_design_at(results, k, request->rules, &design, &has_rocks, error);
        if (status != TALUS_OK) {
            return status;
        }
        if (has_rocks && (design.is_too_high || design.is_too_strong)) {
            char sentence[HAZARD_SENTENCE];
            hazard_word_design(request->rules, &design, sentence);
            scenario_report(diagnostics, TALUS_WARNING, request->keys->node,
                            "screen \"%.63s\": %s; choose another place or another measure",
                            campaign->screens[k].line.name, sentence);
        }
    }
    return TALUS_OK;
}
