// SPDX-License-Identifier: GPL-3.0-or-later
// One evaluation: values into the world, all rocks, their end points, the scores.
#include "foundation/base/array.h"
#include "runs/ensemble/accessors.h"
#include "studies/calibration/calibrate_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STAGE_NAME(name, key) key,
static const char *const stage_names[] = {CALIBRATE_STAGE_LIST(STAGE_NAME)};

const char *calibrate_stage_name(calibrate_stage stage)
{
    return stage_names[stage];
}

double calibrate_objective(const calibrate_evaluation *evaluation)
{
    return evaluation->refused ? (double)INFINITY : calibrate_score_sum(&evaluation->score);
}

/// Bring the world to the values; what only changes numbers of ground, forest and breaking is done in
/// memory.
/// @param refused the values cannot be together; study->why says why
static talus_status set_values(calibrate_study *study, const double *values, bool *refused,
                               talus_error *error)
{
    talus_scenario *requested = NULL;
    talus_world *fresh = NULL;
    talus_status status =
        calibrate_read(study, values, study->why, sizeof study->why, &requested, error);
    *refused = status == TALUS_ERROR_INPUT;
    if (status != TALUS_OK) {
        return *refused ? TALUS_OK : status;
    }
    if (strcmp(talus_scenario_sha256(requested), study->sha256) != 0) {
        talus_scenario_destroy(requested);
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s was changed during the calibration",
                               study->options.scenario);
    }
    talus_error local = {0};
    status = talus_world_update(study->world, study->scenario, requested, NULL, &local);
    if (status == TALUS_ERROR_UNSUPPORTED) {
        status = calibrate_load(study, requested, &fresh, &local);
        study->loads++;
    }
    if (status == TALUS_OK) {
        if (fresh != NULL) {
            talus_world_destroy(study->world);
            study->world = fresh;
        }
        talus_scenario_destroy(study->scenario);
        study->scenario = requested;
        return TALUS_OK;
    }
    talus_scenario_destroy(requested);
    *refused = status == TALUS_ERROR_INPUT;
    memcpy(study->why, local.message, sizeof study->why - 1);
    if (!*refused && error != NULL) {
        *error = local;
    }
    return *refused ? TALUS_OK : status;
}

static calibrate_evaluation *append(calibrate_study *study)
{
    if (!array_reserve(&study->evaluations, &study->evaluation_capacity,
                       study->evaluation_count + 1, sizeof *study->evaluations)) {
        return NULL;
    }
    return &study->evaluations[study->evaluation_count];
}

static void show(void *user, uint64_t done, uint64_t total, double wall_time)
{
    const calibrate_study *study = user;
    (void)total;
    study->options.progress(study->options.user, study->evaluation_count * study->rocks + done,
                            study->planned * study->rocks, study->wall_time + wall_time);
}

/// Run the world as it is and take the end points.
static talus_status run(calibrate_study *study, calibrate_evaluation *e, calibrate_cloud *cloud,
                        talus_error *error)
{
    talus_campaign campaign = *talus_world_campaign(study->world);
    campaign.seed = e->seed;
    calibrate_record_bodies(&campaign);
    campaign.precision = (talus_precision){0}; // every set of parameters has the same rocks
    const talus_run_options options = {
        .size = sizeof(talus_run_options),
        .threads = talus_scenario_threads(study->scenario),
        .progress = study->options.progress != NULL ? show : NULL,
        .progress_user = study,
        .should_stop = study->options.should_stop,
        .stop_user = study->options.stop_user,
    };
    talus_results *results = NULL;
    study->rocks = talus_campaign_rock_count(&campaign);
    talus_status status = talus_campaign_run(&campaign, &options, &results, error);
    if (status == TALUS_OK) {
        study->wall_time += ensemble_totals(results)->wall_time;
        if (study->frame.centres == NULL) {
            status = calibrate_make_frame(study, results, error);
        }
    }
    if (status == TALUS_OK) {
        status = calibrate_read_cloud(study, results, cloud, &e->left, error);
    }
    talus_results_destroy(results);
    return status;
}

talus_status calibrate_volume_quantiles(const calibrate_study *study, const calibrate_set *set,
                                        const calibrate_cloud *cloud, double quantiles[3],
                                        talus_error *error)
{
    const talus_status status =
        calibrate_quantiles(CALIBRATE_VOLUME, set, &study->frame, cloud, quantiles, error);
    for (int k = 0; k < 3; k++) {
        quantiles[k] = talus_exp(quantiles[k]);
    }
    return status;
}

static talus_status score(const calibrate_study *study, const calibrate_cloud *cloud,
                          calibrate_evaluation *e, talus_error *error)
{
    const calibrate_set *set = &study->training;
    e->deposits = cloud->starts[cloud->group_count];
    talus_status status = calibrate_cloud_check(&study->held, cloud, error);
    if (status == TALUS_OK) {
        status = calibrate_score_of(set, &study->frame, cloud, &e->score, error);
    }
    if (status == TALUS_OK) {
        status = calibrate_quantiles(CALIBRATE_RUNOUT, set, &study->frame, cloud, e->runout, error);
    }
    return status == TALUS_OK && study->has_volumes
               ? calibrate_volume_quantiles(study, set, cloud, e->volume, error)
               : status;
}

talus_status calibrate_evaluate(calibrate_study *study, calibrate_stage stage, const double *u,
                                uint64_t seed, calibrate_cloud *cloud, talus_error *error)
{
    const size_t count = study->options.parameter_count;
    calibrate_evaluation *e = append(study);
    *cloud = (calibrate_cloud){0};
    if (e == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for an evaluation");
    }
    *e = (calibrate_evaluation){.stage = stage,
                                .seed = seed,
                                .score = {(double)NAN, (double)NAN, (double)NAN},
                                .runout = {(double)NAN, (double)NAN, (double)NAN},
                                .volume = {(double)NAN, (double)NAN, (double)NAN}};
    for (size_t d = 0; d < count; d++) {
        e->u[d] = u != NULL ? u[d] : (double)NAN;
        e->value[d] = u != NULL ? calibrate_value(&study->parameters[d], u[d]) : (double)NAN;
    }
    talus_status status = set_values(study, u != NULL ? e->value : NULL, &e->refused, error);
    if (status == TALUS_OK && e->refused) {
        study->refused++;
    } else if (status == TALUS_OK) {
        status = run(study, e, cloud, error);
        status = status == TALUS_OK ? score(study, cloud, e, error) : status;
    }
    study->evaluation_count += status == TALUS_OK;
    return status;
}
