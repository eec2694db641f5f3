// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario from file to model and back to text.
#include "input/scenario/model.h"
#include "input/scenario/parts.h"
#include "input/scenario/tables.h"
#include "input/scenario/turned.h"

#include "foundation/base/sized.h"

#include <stdlib.h>
#include <string.h>

static void check(scenario_tree *tree, const char *directory, void *model)
{
    scenario_complete(tree, model);
    scenario_check(tree, directory, model);
}

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

/// Keep the overrides, so that variants can be made. @return false when out of memory
static bool keep_overrides(talus_scenario *scenario, const talus_override *given, size_t count)
{
    scenario->overrides = calloc(count + 1, sizeof *scenario->overrides);
    scenario->texts = calloc(2 * count + 1, sizeof *scenario->texts);
    if (scenario->overrides == NULL || scenario->texts == NULL) {
        return false;
    }
    scenario->override_count = count;
    bool good = true;
    for (size_t k = 0; k < count; k++) {
        char **own = scenario->texts + 2 * k;
        own[0] = copy_text(given[k].path);
        own[1] = copy_text(given[k].value);
        scenario->overrides[k] = (talus_override){.path = own[0], .value = own[1]};
        good = good && own[0] != NULL && own[1] != NULL;
    }
    return good;
}

static talus_status read_source(const scenario_source_file *source, talus_diagnostics *diagnostics,
                                talus_scenario **scenario, talus_error *error)
{
    *scenario = NULL;
    talus_scenario *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    scenario_document *document = &fresh->document;
    scenario_model *model = &fresh->model;
    talus_status status = scenario_document_read(document, source, model, diagnostics, error);
    document->tree.top = &scenario_top_table;
    if (status == TALUS_OK) {
        status = scenario_document_name(document, model->title, model->outputs.dir, error);
        model->title = document->title;
    }
    if (status == TALUS_OK) {
        fresh->layers = scenario_layers_list(&model->outputs);
        status = fresh->layers != NULL &&
                         keep_overrides(fresh, source->overrides, source->override_count)
                     ? TALUS_OK
                     : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    if (status != TALUS_OK) {
        talus_scenario_destroy(fresh);
        return status;
    }
    *scenario = fresh;
    return TALUS_OK;
}

static const scenario_format whole_format = {
    .table = &scenario_top_table, .example = "'terrain:', 'rocks:', 'releases:'", .check = check};

static talus_status check_overrides(const talus_override *overrides, size_t count,
                                    talus_error *error)
{
    for (size_t k = 0; k < count; k++) {
        if (overrides == NULL || overrides[k].path == NULL || overrides[k].value == NULL) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT, "override %zu is NULL", k);
        }
    }
    return TALUS_OK;
}

talus_status talus_scenario_read(const char *path, const talus_override *overrides,
                                 size_t override_count, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error)
{
    if (scenario != NULL) {
        *scenario = NULL;
    }
    if (path == NULL || scenario == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the path or the place for the scenario is NULL");
    }
    const talus_status status = check_overrides(overrides, override_count, error);
    const scenario_source_file source = {.path = path,
                                         .format = &whole_format,
                                         .overrides = overrides,
                                         .override_count = override_count};
    return status == TALUS_OK ? read_source(&source, diagnostics, scenario, error) : status;
}

talus_status talus_scenario_parse(const talus_scenario_text *text, const talus_override *overrides,
                                  size_t override_count, talus_diagnostics *diagnostics,
                                  talus_scenario **scenario, talus_error *error)
{
    if (scenario != NULL) {
        *scenario = NULL;
    }
    talus_scenario_text own = talus_scenario_text_default();
    talus_status status =
        text != NULL ? sized_take(&own, sizeof own, text, sizeof own, "talus_scenario_text", error)
                     : TALUS_ERROR_ARGUMENT;
    if (text == NULL || scenario == NULL || (status == TALUS_OK && own.text == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the text or the place for the scenario is NULL");
    }
    status = status == TALUS_OK ? check_overrides(overrides, override_count, error) : status;
    const scenario_source_file source = {.path = own.name != NULL ? own.name : "scenario",
                                         .text = own.text,
                                         .size = own.length,
                                         .directory = own.directory != NULL ? own.directory : ".",
                                         .format = &whole_format,
                                         .overrides = overrides,
                                         .override_count = override_count};
    return status == TALUS_OK ? read_source(&source, diagnostics, scenario, error) : status;
}

void talus_scenario_text_defaults(talus_scenario_text *text, size_t size)
{
    const talus_scenario_text defaults = {0};
    sized_fill(text, size, &defaults, sizeof defaults);
}

talus_status talus_scenario_vary(const talus_scenario *base, const talus_override *overrides,
                                 size_t override_count, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error)
{
    if (scenario != NULL) {
        *scenario = NULL;
    }
    if (base == NULL || scenario == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the scenario or the place for its variant is NULL");
    }
    talus_status status = check_overrides(overrides, override_count, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t own = base->override_count, count = own + override_count;
    talus_override *all = malloc((count + 1) * sizeof *all);
    if (all == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a variant");
    }
    for (size_t k = 0; k < count; k++) {
        all[k] = k < own ? base->overrides[k] : overrides[k - own];
    }
    const scenario_source_file source = {.path = base->document.path,
                                         .text = base->document.text,
                                         .size = base->document.size,
                                         .directory = base->document.directory,
                                         .format = &whole_format,
                                         .overrides = all,
                                         .override_count = count};
    status = read_source(&source, diagnostics, scenario, error);
    free(all);
    return status;
}

talus_status scenario_read_parts(const char *path, const talus_override *overrides,
                                 size_t override_count, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error)
{
    enum { MOST_KEYS = 64 };
    scenario_field fields[MOST_KEYS];
    scenario_table table = scenario_top_table;
    *scenario = NULL;
    if (table.field_count > MOST_KEYS) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL, "too many keys of a scenario");
    }
    for (size_t i = 0; i < table.field_count; i++) {
        fields[i] = table.fields[i];
        if (strcmp(fields[i].key, "terrain") == 0 || strcmp(fields[i].key, "releases") == 0) {
            fields[i].required = false;
        }
    }
    table.fields = fields;
    const scenario_format format = {
        .table = &table, .example = "'ground:', 'rocks:'", .check = check};
    const scenario_source_file source = {
        .path = path, .format = &format, .overrides = overrides, .override_count = override_count};
    return read_source(&source, diagnostics, scenario, error);
}

void talus_scenario_destroy(talus_scenario *scenario)
{
    if (scenario == NULL) {
        return;
    }
    scenario_clear_section(&scenario_top_table, &scenario->model);
    scenario_document_clear(&scenario->document);
    scenario_layers_free(scenario->layers);
    for (size_t k = 0; k < scenario->override_count; k++) {
        free(scenario->texts[2 * k]);
        free(scenario->texts[2 * k + 1]);
    }
    free(scenario->overrides);
    free(scenario->texts);
    free(scenario);
}

const char *talus_scenario_title(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return "";
    }
    return scenario->document.title;
}

const char *talus_scenario_path(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return "";
    }
    return scenario->document.path;
}

const char *talus_scenario_sha256(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return "";
    }
    return scenario->document.sha256;
}

const char *talus_scenario_output_dir(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return "";
    }
    return scenario->document.output_dir;
}

unsigned talus_scenario_threads(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return 0;
    }
    return (unsigned)scenario->model.simulation.threads;
}

size_t talus_scenario_release_count(const talus_scenario *scenario)
{
    return scenario == NULL ? 0 : scenario->model.releases.count;
}

double talus_scenario_checkpoint(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return 0.0;
    }
    return scenario->model.outputs.checkpoint;
}

double talus_scenario_lost_share(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return 0.0;
    }
    return scenario->model.simulation.lost_share;
}

const char *const *talus_scenario_layers(const talus_scenario *scenario)
{
    if (scenario == NULL) {
        return NULL;
    }
    return (const char *const *)scenario->layers;
}

bool talus_scenario_layer_requested(const talus_scenario *scenario, const char *layer)
{
    if (scenario == NULL || layer == NULL) {
        return false;
    }
    for (char *const *name = scenario->layers; *name != NULL; name++) {
        if (strcmp(*name, layer) == 0) {
            return true;
        }
    }
    return false;
}

talus_status talus_scenario_resolved(const talus_scenario *scenario, const char *directory,
                                     char **text, talus_error *error)
{
    if (text != NULL) {
        *text = NULL;
    }
    if (scenario == NULL || directory == NULL || text == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the scenario, the directory or the place for the text is NULL");
    }
    *text = scenario_document_write(&scenario->document, &scenario_top_table, &scenario->model,
                                    directory);
    return *text != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario text");
}

/// A turn of the caller, after names are joined with the directory of the scenario.
typedef struct joined_turn {
    const char *directory;
    scenario_turn_path *turn;
    const void *user;
} joined_turn;

static bool turn_joined(const void *user, const char *path, files_text *out)
{
    const joined_turn *t = user;
    char *joined = scenario_join_path(t->directory, path);
    const bool good = joined != NULL && t->turn(t->user, joined, out);
    free(joined);
    return good;
}

talus_status scenario_write_turned(const talus_scenario *scenario,
                                   bool (*turn)(const void *user, const char *path,
                                                files_text *out),
                                   const void *user, char **text, talus_error *error)
{
    const joined_turn t = {.directory = scenario->document.directory, .turn = turn, .user = user};
    *text = scenario_document_write_turned(&scenario_top_table, &scenario->model, turn_joined, &t);
    return *text != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario text");
}
