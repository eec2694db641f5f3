// SPDX-License-Identifier: GPL-3.0-or-later
// A validation at the border of the library: its options, its table, its directory.
#include "studies/validation/validate_page.h"

#include "foundation/base/sized.h"
#include "io/directory/study_files.h"
#include "talus/validate.h"

#include <stdlib.h>

struct talus_validation {
    validate_result result;
};

void talus_validate_options_defaults(talus_validate_options *options, size_t size)
{
    const talus_validate_options defaults = {.replicates = 100, .seed = 1};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return validate_write(user, directory, error);
}

/// Claim, simulate, write.
static talus_status run(const talus_validate_options *o, validate_result *result,
                        talus_error *error)
{
    directory_study files = {.name = "validation",
                             .files = validate_files,
                             .write = write_files,
                             .warnings = o->diagnostics};
    validate_options own = validate_options_default();
    own.path = o->case_file;
    own.replicates = o->replicates;
    own.seed = o->seed;
    own.threads = o->threads;
    own.allow_network = o->allow_network;
    talus_status status = directory_study_open(&files, o->directory, o->overwrite, error);
    status = status == TALUS_OK ? validate_run(&own, o->diagnostics, result, error) : status;
    status = status == TALUS_OK ? directory_study_write(&files, result, false, error) : status;
    directory_study_close(&files);
    return status;
}

talus_status talus_validate_run(const talus_validate_options *options,
                                talus_validation **validation, talus_error *error)
{
    talus_validate_options own = talus_validate_options_default();
    if (validation == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the validation is NULL");
    }
    *validation = NULL;
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_validate_options", error);
    if (status == TALUS_OK && own.case_file == NULL) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT, "the name of the case is NULL");
    }
    if (status != TALUS_OK) {
        return status;
    }
    talus_validation *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the validation");
    }
    status = run(&own, &made->result, error);
    if (status != TALUS_OK) {
        talus_validation_destroy(made);
        return status;
    }
    *validation = made;
    return TALUS_OK;
}

void talus_validation_destroy(talus_validation *validation)
{
    if (validation != NULL) {
        validate_result_clear(&validation->result);
    }
    free(validation);
}

talus_status talus_validation_facts_of(const talus_validation *validation,
                                       talus_validation_facts *facts, talus_error *error)
{
    if (validation == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the validation is NULL");
    }
    const talus_validation_facts own = {.title = validation->result.title,
                                        .rocks = validation->result.rocks};
    return sized_give(facts, &own, sizeof own, "talus_validation_facts", error);
}

talus_status talus_validation_table(const talus_validation *validation, talus_table *table,
                                    talus_error *error)
{
    if (validation == NULL || table == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the validation or the place for its table is NULL");
    }
    *table = validate_table(&validation->result);
    return TALUS_OK;
}
