// SPDX-License-Identifier: GPL-3.0-or-later
// The section `hazard` of a scenario and its rules.
#include "studies/hazard/products.h"

#include <stdio.h>
#include <stdlib.h>

static const double usual_periods[] = {30.0, 100.0, 300.0}; // yr

/// Periods of the intensity rasters: the scenario's, else the rules', else the usual ones.
static void choose_periods(hazard_request *request)
{
    const scenario_numbers *given = &request->keys->periods;
    const hazard_rules *rules = request->rules;
    const bool has_rules =
        rules != NULL && rules->keys.basis == HAZARD_RETURN_PERIOD && rules->level_count > 0;
    const double *from = given->count > 0 ? given->values
                         : has_rules      ? rules->levels
                                          : usual_periods;
    const size_t count = given->count > 0 ? given->count : has_rules ? rules->level_count : 3;
    request->period_count = count;
    for (size_t k = 0; k < count; k++) {
        request->periods[k] = from[k];
    }
}

static bool knows_frequencies(const talus_campaign *campaign)
{
    const size_t count = talus_campaign_stratum_count(campaign);
    for (size_t k = 0; campaign->frequency != NULL && k < count; k++) {
        if (isnan(campaign->frequency[k])) {
            return false;
        }
    }
    return campaign->frequency != NULL;
}

static talus_status complain(talus_diagnostics *diagnostics, const scenario_node *node,
                             const char *sentence, talus_error *error)
{
    scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
    (void)talus_error_set(error, TALUS_ERROR_INPUT, "%s", sentence);
    talus_error_locate(error, node->source->file, node->line, node->column);
    return TALUS_ERROR_INPUT;
}

/// A share of decided cells needs rules that make zones.
static talus_status check_stop(const hazard_request *request, const scenario_stop_when *stop,
                               talus_diagnostics *diagnostics, talus_error *error)
{
    char sentence[HAZARD_SENTENCE], whole[HAZARD_SENTENCE + 64];
    if (stop->node == NULL || !(stop->decided_share > 0.0) || !hazard_no_zones(request, sentence)) {
        return TALUS_OK;
    }
    snprintf(whole, sizeof whole, "decided_share: %s; take the key out", sentence);
    return complain(diagnostics, scenario_find(stop->node, "decided_share"), whole, error);
}

static talus_status check(const hazard_request *request, const talus_campaign *campaign,
                          talus_diagnostics *diagnostics, talus_error *error)
{
    const scenario_hazard *keys = request->keys;
    const bool is_annual = request->rules != NULL && request->rules->level_count > 0 &&
                           request->rules->keys.basis == HAZARD_RETURN_PERIOD;
    if (keys->periods.count > HAZARD_LEVELS) {
        return complain(diagnostics, keys->node, "return_periods_yr: expected at most 8 periods",
                        error);
    }
    if (knows_frequencies(campaign)) {
        return TALUS_OK;
    }
    if (is_annual || keys->periods.count > 0) {
        return complain(diagnostics, keys->node,
                        "return periods need to know how often rocks fall: give every release a "
                        "'frequency', or take rules of reach probabilities",
                        error);
    }
    scenario_report(diagnostics, TALUS_WARNING, keys->node,
                    "no annual values are written: releases have no 'frequency'");
    return TALUS_OK;
}

talus_status hazard_request_create(const talus_scenario *scenario, const talus_campaign *campaign,
                                   talus_diagnostics *diagnostics, hazard_request **request,
                                   talus_error *error)
{
    const scenario_hazard *keys = &scenario->model.hazard;
    *request = NULL;
    if (keys->node == NULL) {
        return TALUS_OK;
    }
    hazard_request *fresh = calloc(1, sizeof *fresh);
    char *path =
        keys->rules != NULL ? scenario_join_path(scenario->document.directory, keys->rules) : NULL;
    talus_status status = TALUS_OK;
    if (fresh == NULL || (keys->rules != NULL && path == NULL)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the rules");
    } else {
        fresh->keys = keys;
        status =
            path != NULL ? hazard_rules_read(path, diagnostics, &fresh->rules, error) : TALUS_OK;
    }
    if (status == TALUS_OK) {
        status = check(fresh, campaign, diagnostics, error);
    }
    if (status == TALUS_OK) {
        status = check_stop(fresh, &scenario->model.stop_when, diagnostics, error);
    }
    free(path);
    if (status != TALUS_OK) {
        hazard_request_destroy(fresh);
        return status;
    }
    choose_periods(fresh);
    hazard_report_no_zones(fresh, campaign, diagnostics);
    *request = fresh;
    return TALUS_OK;
}

talus_status hazard_request_assess(hazard_request *request, const talus_campaign *campaign,
                                   const talus_results *results, talus_error *error)
{
    const hazard_rules *rules = request->rules;
    hazard_assessment_destroy(request->assessment);
    request->assessment = NULL;
    return rules != NULL && rules->level_count > 0
               ? hazard_assess(rules, campaign, results, request->keys->least_area,
                               &request->assessment, error)
               : TALUS_OK;
}

void hazard_request_destroy(hazard_request *request)
{
    if (request != NULL) {
        hazard_assessment_destroy(request->assessment);
        hazard_rules_destroy(request->rules);
        free(request);
    }
}
