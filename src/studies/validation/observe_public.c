// SPDX-License-Identifier: GPL-3.0-or-later
// An observation at the border of the library: its options, its tables, its directory.
#include "studies/validation/observed.h"

#include "foundation/base/sized.h"
#include "io/directory/study_files.h"
#include "talus/validate.h"

#include <math.h>
#include <stdlib.h>

struct talus_observation {
    observed_result result;
};

void talus_observe_options_defaults(talus_observe_options *options, size_t size)
{
    const talus_observe_options defaults = {
        .diameter = (double)NAN, .noise = (double)NAN, .gravity = (double)NAN};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return observed_write(user, directory, error);
}

/// Claim, find, write.
static talus_status run(const talus_observe_options *o, observed_result *result, talus_error *error)
{
    directory_study files = {.name = "observation",
                             .files = observed_files,
                             .write = write_files,
                             .warnings = o->diagnostics};
    talus_status status = directory_study_open(&files, o->directory, o->overwrite, error);
    status = status == TALUS_OK ? observed_find(o, result, error) : status;
    status = status == TALUS_OK ? directory_study_write(&files, result, false, error) : status;
    directory_study_close(&files);
    return status;
}

static talus_status check(const talus_observe_options *o, talus_error *error)
{
    const bool is_known = !(o->diameter < 0.0) && !(o->noise < 0.0) && !isinf(o->diameter) &&
                          !isinf(o->noise) && !isinf(o->gravity) && !(o->gravity <= 0.0);
    if (o->tracks == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the name of the table is NULL");
    }
    return is_known ? TALUS_OK
                    : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                      "diameter %g m, noise %g m or gravity %g m/s^2: expected "
                                      "numbers >= 0, a gravity > 0, or NaN for a choice",
                                      o->diameter, o->noise, o->gravity);
}

talus_status talus_observe_run(const talus_observe_options *options,
                               talus_observation **observation, talus_error *error)
{
    talus_observe_options own = talus_observe_options_default();
    if (observation == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the place for the observation is NULL");
    }
    *observation = NULL;
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_observe_options", error);
    status = status == TALUS_OK ? check(&own, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    talus_observation *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the observation");
    }
    status = run(&own, &made->result, error);
    if (status != TALUS_OK) {
        talus_observation_destroy(made);
        return status;
    }
    *observation = made;
    return TALUS_OK;
}

void talus_observation_destroy(talus_observation *observation)
{
    if (observation != NULL) {
        observed_clear(&observation->result);
    }
    free(observation);
}

talus_status talus_observation_facts_of(const talus_observation *observation,
                                        talus_observation_facts *facts, talus_error *error)
{
    if (observation == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the observation is NULL");
    }
    const observed_result *result = &observation->result;
    const talus_observation_facts own = {.runs = result->count,
                                         .flights = result->flight_count,
                                         .impacts = result->impact_count,
                                         .energy_kept = result->energy_kept};
    return sized_give(facts, &own, sizeof own, "talus_observation_facts", error);
}

talus_status talus_observation_table(const talus_observation *observation, const char *name,
                                     talus_table *table, talus_error *error)
{
    if (observation == NULL || name == NULL || table == NULL ||
        !observed_table(&observation->result, name, table)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the observation or a place is NULL, or the table \"%s\" is not one "
                               "of runs, flights, impacts",
                               name != NULL ? name : "");
    }
    return TALUS_OK;
}

talus_status talus_observation_json(const talus_observation *observation, char **text,
                                    talus_error *error)
{
    if (observation == NULL || text == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the observation or the place for its text is NULL");
    }
    return observed_json(&observation->result, text, error);
}
