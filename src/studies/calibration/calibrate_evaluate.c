// SPDX-License-Identifier: GPL-3.0-or-later
// One evaluation: values into the world, all rocks, their end points, the scores.
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
    return evaluation->refused ? (double)INFINITY
                               : evaluation->score.energy + evaluation->score.runout;
}

/// Bring the world to the values; what only changes numbers of ground and forest is done in memory.
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

/// Group of a rock: its release, or the only one.
static size_t group_of(const calibrate_study *study, const talus_rock_record *record)
{
    return study->named ? record->release : 0;
}

static bool is_usable(const talus_rock_record *record)
{
    return record->done && record->outcome != TALUS_DIVERGED && isfinite(record->end.r.x) &&
           isfinite(record->end.r.y);
}

/// Share of the rocks that ended at the edge of the DEM or of a hole in it.
static double share_left(const calibrate_study *study, const talus_totals *totals)
{
    return (double)(totals->outcomes[TALUS_LEFT_DOMAIN] + totals->outcomes[TALUS_ENTERED_NODATA]) /
           (double)study->rocks;
}

/// End points in groups: rock indices run through the releases in order.
static talus_status read_cloud(calibrate_study *study, const talus_results *results,
                               calibrate_cloud *cloud, talus_error *error)
{
    const talus_rock_record *records = ensemble_records(results);
    const size_t groups = study->frame.group_count, rocks = (size_t)study->rocks;
    *cloud = (calibrate_cloud){.group_count = groups,
                               .starts = calloc(groups + 1, sizeof *cloud->starts),
                               .xy = malloc(2 * rocks * sizeof *cloud->xy + 1)};
    if (cloud->starts == NULL || cloud->xy == NULL) {
        calibrate_cloud_clear(cloud);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu rocks", rocks);
    }
    size_t count = 0;
    for (size_t k = 0; k < rocks; k++) {
        if (!is_usable(&records[k])) {
            study->unfinished++;
            continue;
        }
        cloud->starts[group_of(study, &records[k]) + 1]++;
        cloud->xy[2 * count] = records[k].end.r.x;
        cloud->xy[2 * count + 1] = records[k].end.r.y;
        count++;
    }
    for (size_t g = 0; g < groups; g++) {
        cloud->starts[g + 1] += cloud->starts[g];
    }
    return TALUS_OK;
}

/// Centres of the groups from where the rocks started, and the mean direction to the deposits.
static talus_status make_frame(calibrate_study *study, const talus_results *results,
                               talus_error *error)
{
    const talus_rock_record *records = ensemble_records(results);
    calibrate_frame *frame = &study->frame;
    const size_t groups = study->named ? talus_world_campaign(study->world)->release_count : 1;
    double *counts = calloc(groups, sizeof *counts);
    frame->group_count = groups;
    frame->centres = calloc(2 * groups, sizeof *frame->centres);
    if (counts == NULL || frame->centres == NULL) {
        free(counts);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the releases");
    }
    for (size_t k = 0; k < study->rocks; k++) {
        const size_t g = group_of(study, &records[k]);
        counts[g] += 1.0;
        frame->centres[2 * g] += records[k].start.r.x;
        frame->centres[2 * g + 1] += records[k].start.r.y;
    }
    for (size_t g = 0; g < groups; g++) {
        frame->centres[2 * g] /= fmax(1.0, counts[g]);
        frame->centres[2 * g + 1] /= fmax(1.0, counts[g]);
    }
    free(counts);
    double x = 0.0, y = 0.0;
    for (size_t i = 0; i < study->training.count; i++) {
        x += study->training.xy[2 * i] - frame->centres[2 * study->training.groups[i]];
        y += study->training.xy[2 * i + 1] - frame->centres[2 * study->training.groups[i] + 1];
    }
    const double length = sqrt(x * x + y * y);
    frame->direction[0] = length > 0.0 ? x / length : 1.0;
    frame->direction[1] = length > 0.0 ? y / length : 0.0;
    return TALUS_OK;
}

static calibrate_evaluation *append(calibrate_study *study)
{
    if (study->evaluation_count == study->evaluation_capacity) {
        const size_t capacity =
            study->evaluation_capacity == 0 ? 64 : 2 * study->evaluation_capacity;
        calibrate_evaluation *more = realloc(study->evaluations, capacity * sizeof *more);
        if (more == NULL) {
            return NULL;
        }
        study->evaluations = more;
        study->evaluation_capacity = capacity;
    }
    return &study->evaluations[study->evaluation_count];
}

static void show(void *user, uint64_t done, uint64_t total, double wall_time)
{
    const calibrate_study *study = user;
    (void)total;
    study->options.progress(study->options.progress_user,
                            study->evaluation_count * study->rocks + done,
                            study->planned * study->rocks, study->wall_time + wall_time);
}

/// Run the world as it is and take the end points.
static talus_status run(calibrate_study *study, calibrate_evaluation *e, calibrate_cloud *cloud,
                        talus_error *error)
{
    talus_campaign campaign = *talus_world_campaign(study->world);
    campaign.seed = e->seed;
    campaign.recorded_rocks = 0;
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
        e->left = share_left(study, ensemble_totals(results));
        if (study->frame.centres == NULL) {
            status = make_frame(study, results, error);
        }
    }
    if (status == TALUS_OK) {
        status = read_cloud(study, results, cloud, error);
    }
    talus_results_destroy(results);
    return status;
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
                                .score = {(double)NAN, (double)NAN},
                                .runout = {(double)NAN, (double)NAN, (double)NAN}};
    for (size_t d = 0; d < count; d++) {
        e->u[d] = u != NULL ? u[d] : (double)NAN;
        e->value[d] = u != NULL ? calibrate_value(&study->parameters[d], u[d]) : (double)NAN;
    }
    talus_status status = set_values(study, u != NULL ? e->value : NULL, &e->refused, error);
    if (status == TALUS_OK && e->refused) {
        study->refused++;
    } else if (status == TALUS_OK) {
        status = run(study, e, cloud, error);
        if (status == TALUS_OK) {
            status = calibrate_cloud_check(&study->held, cloud, error);
        }
        if (status == TALUS_OK) {
            status = calibrate_score_of(&study->training, &study->frame, cloud, &e->score, error);
        }
        if (status == TALUS_OK) {
            status = calibrate_runout_quantiles(&study->training, &study->frame, cloud, e->runout,
                                                error);
        }
    }
    study->evaluation_count += status == TALUS_OK;
    return status;
}
