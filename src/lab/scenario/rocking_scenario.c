// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario of a rocking block from file to keys and back to text.
#include "lab/scenario/rocking_check.h"

#include <stdlib.h>

static void check(scenario_tree *tree, const char *directory, void *model)
{
    rocking_keys *keys = model;
    if (keys->block.node != NULL) { // a missing block is already reported
        rocking_check_block(tree, directory, &keys->block);
        rocking_check_impact(tree, keys);
        rocking_check_start(tree, keys);
    }
    rocking_check_ground(tree, keys);
    rocking_check_simulation(tree, keys);
}

talus_status rocking_scenario_read(const char *path, const talus_override *overrides,
                                   size_t override_count, talus_diagnostics *diagnostics,
                                   rocking_scenario **scenario, talus_error *error)
{
    static const scenario_format format = {
        .table = &rocking_top_table, .example = "'block:', 'impact:', 'start:'", .check = check};
    const scenario_source_file source = {
        .path = path, .format = &format, .overrides = overrides, .override_count = override_count};
    *scenario = NULL;
    rocking_scenario *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    scenario_document *document = &fresh->document;
    rocking_keys *keys = &fresh->keys;
    talus_status status = scenario_document_read(document, &source, keys, diagnostics, error);
    if (status == TALUS_OK) {
        status = scenario_document_name(document, keys->title, keys->outputs.dir, error);
        keys->title = document->title;
    }
    if (status != TALUS_OK) {
        rocking_scenario_destroy(fresh);
        return status;
    }
    *scenario = fresh;
    return TALUS_OK;
}

void rocking_scenario_destroy(rocking_scenario *scenario)
{
    if (scenario == NULL) {
        return;
    }
    scenario_clear_section(&rocking_top_table, &scenario->keys);
    scenario_document_clear(&scenario->document);
    free(scenario);
}

char *rocking_scenario_resolved(const rocking_scenario *scenario, const char *directory)
{
    return scenario_document_write(&scenario->document, &rocking_top_table, &scenario->keys,
                                   directory);
}
