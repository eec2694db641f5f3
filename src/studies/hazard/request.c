// SPDX-License-Identifier: GPL-3.0-or-later
// The section `hazard` of a scenario and its rules.
#include "studies/hazard/products.h"

#include "foundation/base/sized.h"

#include <math.h>
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

talus_status talus_hazard_of_scenario(const talus_scenario *scenario,
                                      const talus_campaign *campaign,
                                      talus_diagnostics *diagnostics, talus_hazard **request,
                                      talus_error *error)
{
    if (request != NULL) {
        *request = NULL;
    }
    if (scenario == NULL || campaign == NULL || request == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the scenario, the campaign or the place is NULL");
    }
    const scenario_hazard *keys = &scenario->model.hazard;
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
        status = path != NULL ? talus_rules_read(path, diagnostics, &fresh->read, error) : TALUS_OK;
        fresh->rules = fresh->read;
    }
    if (status == TALUS_OK) {
        status = check(fresh, campaign, diagnostics, error);
    }
    if (status == TALUS_OK) {
        status = check_stop(fresh, &scenario->model.stop_when, diagnostics, error);
    }
    free(path);
    if (status != TALUS_OK) {
        talus_hazard_destroy(fresh);
        return status;
    }
    choose_periods(fresh);
    hazard_report_no_zones(fresh, campaign, diagnostics);
    *request = fresh;
    return TALUS_OK;
}

/// Return periods that a caller gives.
static talus_status copy_options(const talus_hazard_options *options,
                                 const talus_campaign *campaign, hazard_request *fresh,
                                 talus_error *error)
{
    const hazard_rules *rules = options->rules;
    const bool is_annual = options->period_count > 0 || (rules != NULL && rules->level_count > 0 &&
                                                         rules->keys.basis == HAZARD_RETURN_PERIOD);
    if (!(options->least_area >= 0.0) || !(options->years > 0.0) || !isfinite(options->years) ||
        options->period_count > HAZARD_LEVELS ||
        (options->period_count > 0 && options->periods == NULL)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "a least area of %g m2, %g years and %zu return periods; expected an "
            "area >= 0, years > 0 and at most %d periods",
            options->least_area, options->years, options->period_count, HAZARD_LEVELS);
    }
    if (is_annual && !knows_frequencies(campaign)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "return periods need to know how often rocks fall: give every "
                               "release a frequency, or take rules of reach probabilities");
    }
    fresh->own = (scenario_hazard){.years = options->years, .least_area = options->least_area};
    fresh->keys = &fresh->own;
    fresh->rules = rules;
    choose_periods(fresh);
    for (size_t k = 0; k < options->period_count; k++) {
        fresh->periods[k] = options->periods[k];
        if (!(fresh->periods[k] > 0.0) || !isfinite(fresh->periods[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "return period %zu is %g yr; expected a number above 0", k,
                                   fresh->periods[k]);
        }
    }
    fresh->period_count = options->period_count > 0 ? options->period_count : fresh->period_count;
    return TALUS_OK;
}

void talus_hazard_options_defaults(talus_hazard_options *options, size_t size)
{
    const talus_hazard_options defaults = {.years = 50.0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_hazard_create(const talus_campaign *campaign,
                                 const talus_hazard_options *options, talus_hazard **hazard,
                                 talus_error *error)
{
    if (hazard != NULL) {
        *hazard = NULL;
    }
    if (campaign == NULL || hazard == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the campaign, or the place for the assessment, is NULL");
    }
    talus_hazard_options own = talus_hazard_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_hazard_options", error);
    hazard_request *fresh = calloc(1, sizeof *fresh);
    if (status == TALUS_OK && fresh == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for an assessment");
    }
    if (status == TALUS_OK) {
        status = copy_options(&own, campaign, fresh, error);
    }
    if (status != TALUS_OK) {
        free(fresh);
        return status;
    }
    *hazard = fresh;
    return TALUS_OK;
}

talus_status talus_hazard_assess(talus_hazard *hazard, const talus_campaign *campaign,
                                 const talus_results *results, talus_diagnostics *diagnostics,
                                 talus_error *error)
{
    if (hazard == NULL || campaign == NULL || results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the assessment, the campaign or the results are NULL");
    }
    const hazard_rules *rules = hazard->rules;
    talus_error *failure = &hazard->failure;
    *failure = (talus_error){0};
    hazard_assessment_destroy(hazard->assessment);
    hazard->assessment = NULL;
    talus_status status = rules != NULL && rules->level_count > 0
                              ? hazard_assess(rules, campaign, results, hazard->keys->least_area,
                                              &hazard->assessment, failure)
                              : TALUS_OK;
    if (status == TALUS_OK && diagnostics != NULL) {
        hazard_report_unreached(hazard, diagnostics);
        status = hazard_report_designs(campaign, results, hazard, diagnostics, failure);
    }
    return status == TALUS_OK ? status : talus_error_set(error, status, "%s", failure->message);
}

void talus_hazard_destroy(talus_hazard *hazard)
{
    if (hazard != NULL) {
        hazard_assessment_destroy(hazard->assessment);
        talus_rules_destroy(hazard->read);
        free(hazard->curves);
        free(hazard->designs);
        free(hazard);
    }
}
