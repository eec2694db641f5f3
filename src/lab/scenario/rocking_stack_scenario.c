// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario of a stack from file to keys and back to text.
#include "lab/scenario/rocking_check.h"
#include "lab/scenario/rocking_stack.h"

#include <stdlib.h>

/// Drums have their sides; the blocks are not too many.
static void check_blocks(scenario_tree *tree, rocking_stack_keys *keys)
{
    rocking_stack_block *blocks = keys->blocks.items;
    uint64_t count = 0;
    for (size_t i = 0; i < keys->blocks.count; i++) {
        rocking_stack_block *b = &blocks[i];
        if (!isnan(b->radius) && b->sides == SCENARIO_NO_COUNT) {
            b->sides = ROCKING_STACK_SIDES;
        }
        count += b->count == SCENARIO_NO_COUNT ? 1 : b->count;
        if (count > ROCKING_STACK_BLOCKS) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, b->node,
                            "blocks: found %llu up to here, expected at most %d",
                            (unsigned long long)count, (int)ROCKING_STACK_BLOCKS);
            return;
        }
    }
}

static void check(scenario_tree *tree, const char *directory, void *model)
{
    (void)directory;
    const double most_steps = 2e6;
    rocking_stack_keys *keys = model;
    const rocking_stack_simulation *s = &keys->simulation;
    check_blocks(tree, keys);
    rocking_check_components(tree, &keys->ground);
    if (s->duration < s->time_step) {
        rocking_complain(tree, s->node, "time_s",
                         "time_s: it is shorter than time_step_s, expected at least one step");
    }
    if (s->duration / s->time_step > most_steps) {
        rocking_complain(tree, s->node, "time_step_s",
                         "time_step_s: time_s holds more than two million of it, expected a larger "
                         "one");
    }
    if (s->duration / keys->outputs.sample * (double)keys->blocks.count > most_steps) {
        rocking_complain(tree, keys->outputs.node != NULL ? keys->outputs.node : s->node,
                         "sample_s",
                         "sample_s: history.csv would have more than two million rows, expected a "
                         "larger one");
    }
}

talus_status rocking_stack_read(const char *path, const talus_override *overrides,
                                size_t override_count, talus_diagnostics *diagnostics,
                                rocking_stack_scenario **scenario, talus_error *error)
{
    static const scenario_format format = {
        .table = &rocking_stack_table, .example = "'blocks:', 'base:', 'contact:'", .check = check};
    const scenario_source_file source = {
        .path = path, .format = &format, .overrides = overrides, .override_count = override_count};
    *scenario = NULL;
    rocking_stack_scenario *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    scenario_document *document = &fresh->document;
    rocking_stack_keys *keys = &fresh->keys;
    talus_status status = scenario_document_read(document, &source, keys, diagnostics, error);
    if (status == TALUS_OK) {
        status = scenario_document_name(document, keys->title, keys->outputs.dir, error);
        keys->title = document->title;
    }
    if (status != TALUS_OK) {
        rocking_stack_destroy(fresh);
        return status;
    }
    *scenario = fresh;
    return TALUS_OK;
}

void rocking_stack_destroy(rocking_stack_scenario *scenario)
{
    if (scenario == NULL) {
        return;
    }
    scenario_clear_section(&rocking_stack_table, &scenario->keys);
    scenario_document_clear(&scenario->document);
    free(scenario);
}

char *rocking_stack_resolved(const rocking_stack_scenario *scenario, const char *directory)
{
    return scenario_document_write(&scenario->document, &rocking_stack_table, &scenario->keys,
                                   directory);
}
