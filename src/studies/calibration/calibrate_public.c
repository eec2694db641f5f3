// SPDX-License-Identifier: GPL-3.0-or-later
// A calibration at the border of the library: its options, its tables, its directory.
#include "foundation/base/sized.h"
#include "io/directory/study_files.h"
#include "studies/calibration/calibrate_case.h"
#include "studies/calibration/calibrate_internal.h"
#include "studies/calibration/calibrate_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct talus_calibration {
    calibrate_study *deposits; ///< one of the two
    calibrate_case *joint;
    calibrate_columns columns; ///< of the draws
};

void talus_calibrate_options_defaults(talus_calibrate_options *options, size_t size)
{
    const talus_calibrate_options defaults = {
        .hold_out = (double)NAN, .evaluations = 300, .replicates = 8, .seed = 1};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static talus_status write_deposits(const void *user, talus_directory *directory, talus_error *error)
{
    return calibrate_write(user, directory, error);
}

static void summarise_deposits(const void *user, files_text *text)
{
    calibrate_add_members(text, user);
}

static talus_status run_deposits(const talus_calibrate_options *o, talus_calibration *made,
                                 talus_error *error)
{
    directory_study files = {.name = "calibrate",
                             .files = calibrate_files,
                             .write = write_deposits,
                             .summarise = summarise_deposits,
                             .warnings = o->diagnostics};
    talus_status status = calibrate_create(o, &made->deposits, error);
    if (status == TALUS_OK) {
        status = directory_study_open(&files, o->directory, o->overwrite, error);
    }
    status = status == TALUS_OK ? calibrate_run(made->deposits, error) : status;
    if (status == TALUS_OK) {
        status = directory_study_write(&files, made->deposits, made->deposits->partial, error);
    }
    directory_study_close(&files);
    return status == TALUS_OK && made->deposits->partial
               ? talus_error_set(error, TALUS_ERROR_INTERRUPTED, "the calibration was interrupted")
               : status;
}

static talus_status write_case(const void *user, talus_directory *directory, talus_error *error)
{
    return calibrate_case_write(user, directory, error);
}

static void summarise_case(const void *user, files_text *text)
{
    calibrate_case_add_members(text, user);
}

static talus_status run_case(const talus_calibrate_options *o, talus_calibration *made,
                             talus_error *error)
{
    directory_study files = {.name = "calibrate",
                             .files = calibrate_case_files,
                             .write = write_case,
                             .summarise = summarise_case,
                             .warnings = o->diagnostics};
    talus_status status = directory_study_open(&files, o->directory, o->overwrite, error);
    if (status == TALUS_OK) {
        status = calibrate_case_run(o, o->diagnostics, &made->joint, error);
    }
    status = status == TALUS_OK ? directory_study_write(&files, made->joint, false, error) : status;
    directory_study_close(&files);
    return status;
}

static bool is_parameter(const talus_calibrate_parameter *p)
{
    return memchr(p->key, '\0', sizeof p->key) != NULL && isfinite(p->low) && isfinite(p->high) &&
           p->low < p->high && (!p->logarithmic || p->low > 0.0);
}

static talus_status check(const talus_calibrate_options *o, talus_error *error)
{
    if (o->parameter_count < 1 || o->parameter_count > TALUS_MOST_PARAMETERS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%zu parameters, expected 1 to %d",
                               o->parameter_count, TALUS_MOST_PARAMETERS);
    }
    if ((o->scenario == NULL) == (o->case_file == NULL) ||
        (o->scenario != NULL && o->observed == NULL) || o->parameters == NULL ||
        (o->override_count > 0 && o->overrides == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "expected a case, or a scenario with observed deposits, and arrays "
                               "where there are counts");
    }
    if ((unsigned)o->method > TALUS_CALIBRATE_SEARCH) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "unknown method number %d",
                               (int)o->method);
    }
    for (size_t d = 0; d < o->parameter_count; d++) {
        if (!is_parameter(&o->parameters[d])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "parameter %zu: expected a key and finite bounds, the lower one "
                                   "first, above 0 on a logarithmic scale",
                                   d);
        }
    }
    return TALUS_OK;
}

talus_status talus_calibrate_run(const talus_calibrate_options *options,
                                 talus_calibration **calibration, talus_error *error)
{
    talus_calibrate_options own = talus_calibrate_options_default();
    if (calibration == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the place for the calibration is NULL");
    }
    *calibration = NULL;
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_calibrate_options", error);
    status = status == TALUS_OK ? check(&own, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    talus_calibration *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the calibration");
    }
    if (isnan(own.hold_out)) {
        own.hold_out = own.case_file != NULL ? 0.5 : 0.3;
    }
    calibrate_draw_columns(own.parameters, own.parameter_count, &made->columns);
    status = own.case_file != NULL ? run_case(&own, made, error) : run_deposits(&own, made, error);
    if (status == TALUS_OK || (status == TALUS_ERROR_INTERRUPTED && made->deposits != NULL)) {
        *calibration = made;
    } else {
        talus_calibration_destroy(made);
    }
    return status;
}

void talus_calibration_destroy(talus_calibration *calibration)
{
    if (calibration != NULL) {
        calibrate_destroy(calibration->deposits);
        calibrate_case_destroy(calibration->joint);
    }
    free(calibration);
}

static talus_calibration_facts facts_of_deposits(const calibrate_study *study)
{
    return (talus_calibration_facts){
        .partial = study->partial,
        .has_posterior = study->options.method != TALUS_CALIBRATE_SEARCH,
        .evaluations = study->evaluation_count,
        .title = talus_scenario_title(study->scenario),
        .training = study->training.count,
        .held = study->held.count,
        .by_release = study->named,
        .has_volumes = study->has_volumes,
        .rocks = study->rocks,
        .best = study->evaluation_count > 0 ? calibrate_objective(&study->evaluations[study->best])
                                            : (double)NAN,
        .fresh = study->fresh,
        .noise = study->noise,
        .finding_count = study->finding_count};
}

talus_status talus_calibration_facts_of(const talus_calibration *calibration,
                                        talus_calibration_facts *facts, talus_error *error)
{
    if (calibration == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the calibration is NULL");
    }
    const talus_calibration_facts own =
        calibration->deposits != NULL
            ? facts_of_deposits(calibration->deposits)
            : (talus_calibration_facts){.is_case = true,
                                        .has_posterior = true,
                                        .evaluations = calibration->joint->evaluation_count,
                                        .title = ""};
    return sized_give(facts, &own, sizeof own, "talus_calibration_facts", error);
}

talus_status talus_calibration_finding(const talus_calibration *calibration, size_t index,
                                       const char **sentence, talus_error *error)
{
    if (calibration == NULL || sentence == NULL || calibration->deposits == NULL ||
        index >= calibration->deposits->finding_count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the calibration or a place is NULL, or it has no finding %zu",
                               index);
    }
    *sentence = calibration->deposits->findings[index];
    return TALUS_OK;
}

talus_status talus_calibration_table(const talus_calibration *calibration, const char *name,
                                     talus_table *table, talus_error *error)
{
    bool is_there = calibration != NULL && name != NULL && table != NULL;
    if (is_there) {
        const calibrate_columns *columns = &calibration->columns;
        is_there = calibration->deposits != NULL
                       ? calibrate_study_table(calibration->deposits, name, columns, table)
                       : calibrate_case_table(calibration->joint, name, columns, table);
    }
    return is_there
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the calibration or a place is NULL, or it has no table "
                                 "\"%s\": expected parameters, draws, and checks of deposits or "
                                 "scores of a case",
                                 name != NULL ? name : "");
}
