// SPDX-License-Identifier: GPL-3.0-or-later
// A measured case against its simulation: the course, and the observables in their order.
#include "studies/validation/validate_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_ENERGY 1e-6 /* share of the energy that a buried rock keeps, for its logarithm */

static const struct {
    const char *name;
    size_t width;
    bool is_error;
} samples[VALIDATE_SAMPLES] = {
    [VALIDATE_RUNOUT] = {"runout_m", 1, false},
    [VALIDATE_LATERAL] = {"lateral_m", 1, false},
    [VALIDATE_DEPOSIT] = {"deposit_xy", 2, false},
    [VALIDATE_SPEED] = {"speed_max_m_s", 1, false},
    [VALIDATE_CONTACT_SHARE] = {"contact_share", 1, false},
    [VALIDATE_ENERGY_KEPT] = {"energy_kept", 1, false},
    [VALIDATE_E_N] = {"e_n", 1, false},
    [VALIDATE_E_T] = {"e_t", 1, false},
    [VALIDATE_SPIN_OUT] = {"spin_out_rad_s", 1, false},
    [VALIDATE_REBOUND] = {"rebound_velocity_error_m_s", 3, true},
    [VALIDATE_LINE_SPEED] = {"line_speed_m_s", 1, false},
    [VALIDATE_LINE_HEIGHT] = {"line_height_m", 1, false},
    [VALIDATE_MARK_HEIGHT] = {"mark_height_m", 1, false},
};

validate_options validate_options_default(void)
{
    return (validate_options){.replicates = 100, .seed = 1};
}

static void add_share(validate_result *result, const char *name, uint64_t count, uint64_t rocks,
                      size_t runs)
{
    validate_observable *share = &result->observables[result->count++];
    *share = validate_observable_none(name);
    share->n = runs;
    share->simulated_mean = rocks > 0 ? (double)count / (double)rocks : (double)NAN;
}

/// Share of the deposits in each zone, measured and simulated.
static void add_zones(const validate_study *study, validate_result *result)
{
    const validate_zone *zones = study->model.stops.items;
    for (size_t k = 0; k < study->model.stops.count; k++) {
        char name[64];
        if (zones[k].name != NULL) {
            snprintf(name, sizeof name, "share_stopped_in_%.40s", zones[k].name);
        } else {
            snprintf(name, sizeof name, "share_stopped_in_%zu", k + 1);
        }
        add_share(result, name, study->zone_counts[k], study->rocks, study->runs.count);
        validate_observable *share = &result->observables[result->count - 1];
        share->measured_mean = zones[k].share;
        share->bias = share->simulated_mean - share->measured_mean;
    }
}

static void use_logs(double *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        values[k] = talus_log(values[k] > LEAST_ENERGY ? values[k] : LEAST_ENERGY);
    }
}

/// The energy kept once more, as its logarithm: its deviation says how impacts scatter.
static talus_status score_logs(validate_study *study, validate_result *result, talus_error *error)
{
    validate_sample *sample = &study->samples[VALIDATE_ENERGY_KEPT];
    snprintf(sample->name, sizeof sample->name, "ln_energy_kept");
    for (size_t k = 0; k < sample->count; k++) {
        validate_row *row = &sample->rows[k];
        use_logs(row->measured, row->is_measured ? 1 : 0);
        use_logs(row->simulated.values, row->simulated.count);
        use_logs(row->climatology.values, row->climatology.count);
        use_logs(row->point_mass.values, row->point_mass.count);
    }
    return validate_score(sample, study->options.seed, &result->observables[result->count++],
                          error);
}

static talus_status score_all(validate_study *study, validate_result *result, talus_error *error)
{
    talus_status status = TALUS_OK;
    result->observables =
        calloc(VALIDATE_SAMPLES + 3 + study->model.stops.count, sizeof *result->observables);
    result->title = malloc(strlen(study->document.title) + 1);
    if (result->observables == NULL || result->title == NULL) {
        return validate_no_memory(error);
    }
    memcpy(result->title, study->document.title, strlen(study->document.title) + 1);
    for (size_t k = 0; k < VALIDATE_SAMPLES && status == TALUS_OK; k++) {
        status = validate_score(&study->samples[k], study->options.seed,
                                &result->observables[result->count++], error);
        if (k == VALIDATE_DEPOSIT) {
            add_share(result, "share_left", study->left, study->rocks, study->runs.count);
            add_share(result, "share_not_started", study->not_started, study->rocks,
                      study->runs.count);
        }
        if (k == VALIDATE_ENERGY_KEPT && status == TALUS_OK) {
            status = score_logs(study, result, error);
        }
    }
    if (study->rocks > 0) {
        add_zones(study, result);
    }
    result->rocks = study->rocks;
    return status;
}

talus_status validate_simulate(validate_study *study, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < VALIDATE_SAMPLES; k++) {
        snprintf(study->samples[k].name, sizeof study->samples[k].name, "%s", samples[k].name);
        study->samples[k].width = samples[k].width;
        study->samples[k].is_error = samples[k].is_error;
    }
    if (study->tracks.count > 0) {
        status = validate_add_track_runs(study, error);
    }
    if (status == TALUS_OK && study->impacts_table.rows > 0) {
        status = validate_simulate_impacts(study, error);
    }
    if (status == TALUS_OK && study->runs.count > 0) {
        status = validate_load_passes(study, error);
    }
    if (status == TALUS_OK && study->runs.count > 0) {
        status = validate_simulate_runs(study, error);
    }
    return status;
}

talus_status validate_run(const validate_options *options, talus_diagnostics *diagnostics,
                          validate_result *result, talus_error *error)
{
    *result = (validate_result){0};
    if (options->replicates < 2 || options->replicates > 100000) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--replicates: found %llu, expected 2 to 100000",
                               (unsigned long long)options->replicates);
    }
    validate_study *study = calloc(1, sizeof *study);
    if (study == NULL) {
        return validate_no_memory(error);
    }
    study->options = *options;
    study->diagnostics = diagnostics;
    talus_status status = validate_load(study, error);
    if (status == TALUS_OK) {
        status = scenario_document_name(&study->document, study->model.title, ".", error);
    }
    if (status == TALUS_OK) {
        status = validate_simulate(study, error);
    }
    if (status == TALUS_OK) {
        status = score_all(study, result, error);
    }
    validate_clear(study);
    free(study);
    if (status != TALUS_OK) {
        validate_result_clear(result);
    }
    return status;
}

void validate_result_clear(validate_result *result)
{
    free(result->title);
    free(result->observables);
    *result = (validate_result){0};
}
