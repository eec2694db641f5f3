// SPDX-License-Identifier: GPL-3.0-or-later
// Running the variants of a comparison, and what is kept of their rocks.
#include "studies/study/compare.h"

#include "runs/campaign/layers.h"
#include "runs/ensemble/accessors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void compare_name_variants(compare_variant *variants, size_t count)
{
    bool differ_in_step = false, differ_in_scheme = false, differ_in_breaking = false;
    for (size_t k = 1; k < count; k++) {
        const compare_variant *v = &variants[k];
        differ_in_step = differ_in_step || v->time_step < variants[0].time_step ||
                         v->time_step > variants[0].time_step;
        differ_in_scheme = differ_in_scheme || v->scheme != variants[0].scheme;
        differ_in_breaking = differ_in_breaking || v->is_unbroken != variants[0].is_unbroken;
    }
    const bool breaking_alone = differ_in_breaking && !differ_in_step && !differ_in_scheme;
    for (size_t k = 0; k < count; k++) {
        compare_variant *v = &variants[k];
        char step[24] = "";
        if (differ_in_step) {
            snprintf(step, sizeof step, "_%.6gms", 1e3 * v->time_step);
        }
        snprintf(v->name, sizeof v->name, "%.30s%s%s%s",
                 breaking_alone ? "" : talus_scheme_name(v->scheme), step,
                 differ_in_breaking && !breaking_alone ? "_" : "",
                 !differ_in_breaking ? ""
                 : v->is_unbroken    ? "unbroken"
                                     : "broken");
    }
}

static talus_status check_variants(const compare_variant *variants, size_t count,
                                   talus_error *error)
{
    if (count < 2) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu variant, expected at least two to compare: name more schemes "
                               "or time steps",
                               count);
    }
    for (size_t k = 0; k < count; k++) {
        if (!(variants[k].time_step > 0.0) || !isfinite(variants[k].time_step)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "a time step of %g s, expected a number > 0",
                                   variants[k].time_step);
        }
        for (size_t j = 0; j < k; j++) {
            if (strcmp(variants[j].name, variants[k].name) == 0) {
                return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                       "the variant %s (time step %g s) is given twice",
                                       variants[k].name, variants[k].time_step);
            }
        }
    }
    return TALUS_OK;
}

static bool create_outcome(compare_outcome *outcome, size_t rocks, size_t screens)
{
    outcome->memory = malloc(COMPARE_VALUE_COUNT * rocks * sizeof *outcome->memory);
    outcome->ends = malloc(rocks);
    outcome->screens = calloc(screens + 1, sizeof *outcome->screens);
    for (size_t k = 0; outcome->memory != NULL && k < COMPARE_VALUE_COUNT; k++) {
        outcome->values[k] = outcome->memory + k * rocks;
    }
    return outcome->memory != NULL && outcome->ends != NULL && outcome->screens != NULL;
}

/// Layers of every study; those of bodies where events may have several.
static void choose_layers(compare_study *study)
{
    static const char *const layers[] = {"reach_probability", "kinetic_energy_p95",
                                         "jump_height_p95", "passages", "deposits"};
    for (size_t k = 0; k < (study->has_bodies ? 5 : 3); k++) {
        compare_add_layer(study, layers[k]);
    }
}

void compare_add_layer(compare_study *study, const char *layer)
{
    bool is_new = study->layer_count < COMPARE_MOST_LAYERS;
    for (size_t k = 0; k < study->layer_count; k++) {
        is_new = is_new && strcmp(study->layers[k], layer) != 0;
    }
    if (is_new) {
        study->layers[study->layer_count++] = layer;
    }
}

talus_status compare_create(const talus_campaign *campaign, const compare_variant *variants,
                            size_t count, compare_study **out, talus_error *error)
{
    *out = NULL;
    const talus_status status = check_variants(variants, count, error);
    if (status != TALUS_OK) {
        return status;
    }
    compare_study *study = calloc(1, sizeof *study);
    bool ok = study != NULL;
    if (ok) {
        study->campaign = campaign;
        study->rocks = (size_t)talus_campaign_rock_count(campaign);
        study->outcomes = calloc(count, sizeof *study->outcomes);
        study->pairs = calloc(count, sizeof *study->pairs);
        ok = study->outcomes != NULL && study->pairs != NULL;
    }
    for (size_t k = 0; ok && k < count; k++) {
        compare_outcome *outcome = &study->outcomes[k];
        outcome->variant = variants[k];
        outcome->campaign = *campaign;
        outcome->campaign.precision = (talus_precision){0}; // pairs of rocks: all of them run
        outcome->campaign.step.scheme = variants[k].scheme;
        outcome->campaign.step.time_step = variants[k].time_step;
        if (variants[k].time_step != campaign->step.time_step) { // not that of a path
            outcome->campaign.pace = talus_campaign_default().pace;
        }
        if (variants[k].is_unbroken) {
            outcome->campaign.breaking = talus_campaign_default().breaking;
        }
        study->has_bodies = study->has_bodies || talus_campaign_has_bodies(&outcome->campaign);
        study->requested = k + 1;
        ok = create_outcome(outcome, study->rocks, campaign->screen_count);
    }
    if (!ok) {
        compare_destroy(study);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for %zu variants of %llu rocks", count,
                               (unsigned long long)talus_campaign_rock_count(campaign));
    }
    choose_layers(study);
    *out = study;
    return TALUS_OK;
}

talus_status compare_show(compare_study *study, const char *name, talus_error *error)
{
    campaign_layer layer;
    if (study->count > 0 || !campaign_layer_find(name, &layer)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "--envelope: found \"%s\", expected a probability, a raster layer of "
            "talus run, or one with a value, e.g. kinetic_energy_max=300",
            name);
    }
    snprintf(study->layer, sizeof study->layer, "%s", layer.name);
    for (size_t k = 0; k < study->requested; k++) {
        campaign_layer_keep(&layer, &study->outcomes[k].campaign);
    }
    return TALUS_OK;
}

talus_status compare_replace(compare_study *study, const talus_campaign *campaign,
                             talus_error *error)
{
    const talus_campaign *base = study->campaign;
    if (study->count == study->requested) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "all %zu variants have been run",
                               study->count);
    }
    compare_outcome *outcome = &study->outcomes[study->count];
    if (campaign->rock_class_count != base->rock_class_count) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT, "variant %s: %zu classes of rocks, the reference has %zu",
            outcome->variant.name, campaign->rock_class_count, base->rock_class_count);
    }
    outcome->campaign = *campaign;
    outcome->campaign.precision = (talus_precision){0};
    outcome->campaign.releases = base->releases;
    outcome->campaign.release_count = base->release_count;
    outcome->campaign.frequency = base->frequency;
    outcome->campaign.stratified = base->stratified;
    outcome->campaign.seed = base->seed;
    outcome->campaign.cells = base->cells;
    outcome->campaign.recorded_rocks = base->recorded_rocks;
    outcome->variant.scheme = campaign->step.scheme;
    outcome->variant.time_step = campaign->step.time_step;
    return TALUS_OK;
}

void compare_forget(compare_study *study)
{
    talus_campaign *campaign = &study->outcomes[study->count - 1].campaign;
    const talus_step_options step = campaign->step;
    *campaign = *study->campaign;
    campaign->step = step;
}

void compare_destroy(compare_study *study)
{
    if (study == NULL) {
        return;
    }
    for (size_t k = 0; k < study->requested; k++) {
        free(study->outcomes[k].memory);
        free(study->outcomes[k].ends);
        free(study->outcomes[k].screens);
    }
    free(study->outcomes);
    free(study->pairs);
    free(study);
}

/// Unit vector of the sum of all displacements, and lines square to it up to the distance that 95
/// of 100 rocks do not exceed.
static talus_status find_direction(compare_study *study, const talus_rock_record *records,
                                   talus_error *error)
{
    double sum[2] = {0.0, 0.0};
    for (size_t k = 0; k < study->rocks; k++) {
        if (records[k].done) {
            sum[0] += records[k].end.r.x - records[k].start.r.x;
            sum[1] += records[k].end.r.y - records[k].start.r.y;
        }
    }
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    study->direction[0] = length > 0.0 ? sum[0] / length : (double)NAN;
    study->direction[1] = length > 0.0 ? sum[1] / length : (double)NAN;
    double *along = malloc((study->rocks + 1) * sizeof *along), far = (double)NAN;
    for (size_t k = 0; along != NULL && k < study->rocks; k++) {
        const talus_rock_record *r = &records[k];
        along[k] = r->done ? (r->end.r.x - r->start.r.x) * study->direction[0] +
                                 (r->end.r.y - r->start.r.y) * study->direction[1]
                           : (double)NAN;
    }
    const talus_status status =
        along == NULL ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for distances")
                      : statistics_quantile(along, study->rocks, 0.95, &far, error);
    for (size_t k = 0; k < COMPARE_SCREENS; k++) {
        study->screens[k] = far * (double)(k + 1) / COMPARE_SCREENS;
    }
    free(along);
    return status;
}

/// Metres to the left of the mean direction.
static double lateral_of(const compare_study *study, double dx, double dy)
{
    return dy * study->direction[0] - dx * study->direction[1];
}

/// Where events may have several bodies, shares of the axes are left out: bodies turn about axes of
/// their own, and the events that stay whole are no sample of all.
static void read_rock(const compare_study *study, compare_outcome *outcome, size_t k,
                      const talus_rock_record *r, const talus_rock_means *m)
{
    const double dx = r->end.r.x - r->start.r.x, dy = r->end.r.y - r->start.r.y;
    const double dt = outcome->variant.time_step, turn = 0.5 / TALUS_PI;
    const bool has_axes = !study->has_bodies;
    const double *share = m->axis_share, none = (double)NAN;
    const double values[COMPARE_VALUE_COUNT] = {
        [COMPARE_RUNOUT] = sqrt(dx * dx + dy * dy),
        [COMPARE_PATH] = r->path,
        [COMPARE_LATERAL] = lateral_of(study, dx, dy),
        [COMPARE_DURATION] = r->time,
        [COMPARE_ENERGY_MAX] = 1e-3 * r->kinetic_energy_max,
        [COMPARE_SPEED_MAX] = r->speed_max,
        [COMPARE_SPIN_MAX] = turn * r->spin_max,
        [COMPARE_JUMP_MAX] = r->jump_height_max,
        [COMPARE_ENERGY_MEAN] = 1e-3 * m->mean[TALUS_KINETIC_ENERGY],
        [COMPARE_SPEED_MEAN] = m->mean[TALUS_SPEED],
        [COMPARE_SPIN_MEAN] = turn * m->mean[TALUS_SPIN],
        [COMPARE_JUMP_MEAN] = m->mean[TALUS_JUMP_HEIGHT],
        [COMPARE_SHARE_MINOR] = has_axes ? share[0] : none,
        [COMPARE_SHARE_INTERMEDIATE] = has_axes ? share[1] : none,
        [COMPARE_SHARE_MAJOR] = has_axes ? share[2] : none,
        [COMPARE_SHARE_PAIR] = has_axes ? share[3] : none,
        [COMPARE_SPINNING] = has_axes ? (double)m->spinning_steps * dt : none,
        [COMPARE_BODIES] = r->bodies > 1 ? (double)r->bodies : 1.0,
        [COMPARE_BODY_TIME] = (double)m->steps * dt,
    };
    for (size_t v = 0; v < COMPARE_VALUE_COUNT; v++) {
        outcome->values[v][k] = r->done ? values[v] : (double)NAN;
    }
    outcome->ends[k] = (uint8_t)(r->done ? r->outcome : TALUS_OUTCOME_COUNT);
}

static talus_status describe_spread(const compare_study *study, compare_outcome *outcome,
                                    talus_error *error)
{
    const double *lateral = outcome->values[COMPARE_LATERAL];
    compare_spread *spread = &outcome->spread;
    double squares = 0.0;
    const statistics_interval mean = statistics_mean(lateral, study->rocks, COMPARE_CONFIDENCE);
    for (size_t k = 0; k < study->rocks; k++) {
        if (isfinite(lateral[k])) {
            squares += (lateral[k] - mean.value) * (lateral[k] - mean.value);
        }
    }
    spread->mean = mean.value;
    spread->std = mean.count > 1 ? sqrt(squares / (double)(mean.count - 1)) : (double)NAN;
    talus_status status = statistics_quantile(lateral, study->rocks, 0.05, &spread->p5, error);
    return status == TALUS_OK
               ? statistics_quantile(lateral, study->rocks, 0.95, &spread->p95, error)
               : status;
}

static talus_status read_results(compare_study *study, compare_outcome *outcome,
                                 const talus_results *results, talus_error *error)
{
    const talus_rock_record *records = ensemble_records(results);
    const talus_rock_means *means = ensemble_means(results);
    talus_status status = study->count == 1 ? find_direction(study, records, error) : TALUS_OK;
    outcome->totals = *ensemble_totals(results);
    for (size_t k = 0; k < study->rocks; k++) {
        read_rock(study, outcome, k, &records[k], &means[k]);
    }
    if (status == TALUS_OK) {
        status = describe_spread(study, outcome, error);
    }
    const size_t screens = study->campaign->screen_count;
    for (size_t s = 0; s < screens && status == TALUS_OK; s++) {
        status = talus_results_gauge(results, s, TALUS_ALL_STRATA, &outcome->screens[s], error);
    }
    compare_describe_profile(study, results, &outcome->profile);
    return status;
}

talus_status compare_run(compare_study *study, const compare_options *options,
                         talus_results **results, talus_error *error)
{
    *results = NULL;
    if (study->count == study->requested) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "all %zu variants have been run",
                               study->count);
    }
    compare_outcome *outcome = &study->outcomes[study->count];
    if (options->begin != NULL) {
        options->begin(options->user, outcome->variant.name, study->count, study->requested);
    }
    const talus_run_options run = {.size = sizeof(talus_run_options),
                                   .threads = options->threads,
                                   .progress = options->progress,
                                   .progress_user = options->user,
                                   .should_stop = options->should_stop,
                                   .stop_user = options->stop_user};
    const talus_status status = talus_campaign_run(&outcome->campaign, &run, results, error);
    if (*results == NULL) {
        return status;
    }
    study->count++;
    study->partial = status == TALUS_ERROR_INTERRUPTED;
    const talus_status taken = read_results(study, outcome, *results, error);
    if (taken != TALUS_OK) {
        talus_results_destroy(*results);
        *results = NULL;
        return taken;
    }
    return status;
}
