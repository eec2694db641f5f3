// SPDX-License-Identifier: GPL-3.0-or-later
// Models at the border of the library: options, tables, the directory.
#include "studies/models/models_internal.h"

#include "foundation/base/sized.h"
#include "io/directory/study_files.h"

#include <stdlib.h>
#include <string.h>

struct talus_models {
    models_study *study;
    talus_scenario *bare; ///< the scenario without roughness
    talus_world *smooth;
    talus_products_context context;
};

const char *const *talus_models_names(void)
{
#define MODELS_KEY(name, key, words) key,
    static const char *const names[] = {MODELS_LIST(MODELS_KEY) NULL};
    return names;
}

void talus_models_options_defaults(talus_models_options *options, size_t size)
{
    const talus_models_options defaults = {.energy_line_deg = 33.0, .level = 0.01};
    sized_fill(options, size, &defaults, sizeof defaults);
}

/// The scenario again, on a DEM without roughness.
static talus_status load_smooth(const talus_scenario *scenario, const talus_world_options *world,
                                talus_models *made, talus_error *error)
{
    const talus_override flat = {"terrain.roughness.amplitude_m", "0"};
    talus_diagnostics *unread = talus_diagnostics_create();
    talus_status status = talus_scenario_vary(scenario, &flat, 1, unread, &made->bare, error);
    if (status == TALUS_OK) {
        status = talus_world_load_with(made->bare, world, unread, &made->smooth, error);
        made->study->smooth = made->smooth;
    }
    talus_diagnostics_destroy(unread);
    return status;
}

static talus_status claim_files(const void *user, talus_directory *directory, talus_error *error)
{
    return models_claim(((const talus_models *)user)->study, directory, error);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    const talus_models *made = user;
    return models_write(made->study, &made->context, directory, error);
}

static void summarise(const void *user, files_text *text)
{
    const talus_models *made = user;
    models_add_members(text, made->study, &made->context);
}

/// Check, claim, run, write.
static talus_status run(const talus_scenario *scenario, const talus_world *world,
                        const talus_models_options *o, talus_models *made, talus_error *error)
{
    directory_study files = {.name = "models",
                             .claim = claim_files,
                             .claim_user = made,
                             .write = write_files,
                             .summarise = summarise,
                             .warnings = o->diagnostics};
    made->context = talus_products_context_default();
    talus_status status = models_create(o, scenario, world, &made->study, error);
    if (status == TALUS_OK) {
        status = talus_world_context(world, scenario, &made->context, error);
    }
    status = status == TALUS_OK ? load_smooth(scenario, o->world, made, error) : status;
    if (status == TALUS_OK) {
        status = directory_study_open(&files, o->directory, o->overwrite, error);
    }
    status = status == TALUS_OK ? models_run(made->study, error) : status;
    status = status == TALUS_OK ? directory_study_write(&files, made, false, error) : status;
    directory_study_close(&files);
    return status;
}

talus_status talus_models_run(const talus_scenario *scenario, const talus_world *world,
                              const talus_models_options *options, talus_models **models,
                              talus_error *error)
{
    talus_models_options own = talus_models_options_default();
    if (models == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the models is NULL");
    }
    *models = NULL;
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_models_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_models *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return models_no_memory(error);
    }
    status = run(scenario, world, &own, made, error);
    if (status != TALUS_OK) {
        talus_models_destroy(made);
        return status;
    }
    *models = made;
    return TALUS_OK;
}

void talus_models_destroy(talus_models *models)
{
    if (models != NULL) {
        models_destroy(models->study);
        talus_world_destroy(models->smooth);
        talus_scenario_destroy(models->bare);
    }
    free(models);
}

talus_status talus_models_table(const talus_models *models, const char *name, talus_table *table,
                                talus_error *error)
{
    if (models == NULL || name == NULL || table == NULL ||
        !models_table(models->study, name, table)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the models or a place is NULL, or the table \"%s\" is not one of "
                               "models, agreement",
                               name != NULL ? name : "");
    }
    return TALUS_OK;
}

talus_status talus_models_totals(const talus_models *models, size_t index, talus_totals *totals,
                                 talus_error *error)
{
    const bool is_there = models != NULL && index < models->study->count;
    const models_kind kind = is_there ? models->study->kinds[index] : MODELS_COUNT;
    if (kind != MODELS_HARD && kind != MODELS_SOIL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the models are NULL, or model %zu has no totals", index);
    }
    return sized_give(totals, &models->study->totals[index], sizeof *totals, "talus_totals", error);
}

talus_status talus_models_json(const talus_models *models, char **text, talus_error *error)
{
    files_text json = {0};
    if (models == NULL || text == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the models or the place for their text is NULL");
    }
    *text = NULL;
    files_json_begin(&json, NULL, '{');
    models_add_members(&json, models->study, &models->context);
    files_json_end(&json, '}');
    files_text_add(&json, "\n");
    if (json.failed) {
        files_text_clear(&json);
        return models_no_memory(error);
    }
    *text = json.data;
    return TALUS_OK;
}
