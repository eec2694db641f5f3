// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario from file to model and back to text.
#include "input/scenario/model.h"
#include "input/scenario/parts.h"
#include "input/scenario/tables.h"

#include <stdlib.h>
#include <string.h>

static void check(scenario_tree *tree, const char *directory, void *model)
{
    scenario_complete(tree, model);
    scenario_check(tree, directory, model);
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
        status = fresh->layers != NULL
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

talus_status talus_scenario_read(const char *path, const talus_override *overrides,
                                 size_t override_count, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error)
{
    if (path == NULL || scenario == NULL || (override_count > 0 && overrides == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the path, the overrides or the place for the scenario is NULL");
    }
    static const scenario_format format = {.table = &scenario_top_table,
                                           .example = "'terrain:', 'rocks:', 'releases:'",
                                           .check = check};
    const scenario_source_file source = {path, &format, overrides, override_count};
    return read_source(&source, diagnostics, scenario, error);
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
    const scenario_source_file source = {path, &format, overrides, override_count};
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

char *talus_scenario_resolved(const talus_scenario *scenario, const char *directory)
{
    if (scenario == NULL || directory == NULL) {
        return NULL;
    }
    return scenario_document_write(&scenario->document, &scenario_top_table, &scenario->model,
                                   directory);
}
