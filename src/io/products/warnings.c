// SPDX-License-Identifier: GPL-3.0-or-later
// warnings.log: what was said while reading, and what the physics counted that a user must see.
#include "io/products/output.h"

#include "foundation/files/files.h"

#include <stdlib.h>

static void add_diagnostics(files_text *text, const talus_diagnostics *warnings)
{
    const size_t count = warnings ? talus_diagnostics_count(warnings) : 0;
    for (size_t k = 0; k < count; k++) {
        const talus_diagnostic *item = talus_diagnostics_get(warnings, k);
        const size_t size = talus_diagnostic_format(item, NULL, 0) + 1;
        char *line = malloc(size);
        if (!line) {
            text->failed = true;
            return;
        }
        const size_t length = talus_diagnostic_format(item, line, size);
        const bool ended = length > 0 && line[length - 1] == '\n';
        files_text_add(text, "%s%s", line, ended ? "" : "\n");
        free(line);
    }
}

static void add_physics(files_text *text, const talus_totals *totals)
{
    char sentence[OUTPUT_SENTENCE];
    for (size_t at = 0; output_next_finding(totals, &at, sentence);) {
        files_text_add(text, "warning: %s\n", sentence);
    }
}

static void add_implausible(files_text *text, const talus_campaign *campaign,
                            const talus_results *results)
{
    char sentence[OUTPUT_SENTENCE];
    for (size_t at = 0; output_next_implausible(campaign, results, &at, sentence);) {
        files_text_add(text, "warning: %s\n", sentence);
    }
}

static void add_missing(files_text *text, const talus_campaign *campaign,
                        const talus_results *results)
{
    char sentence[OUTPUT_SENTENCE];
    for (size_t at = 0; output_next_empty_stratum(campaign, results, &at, sentence);) {
        files_text_add(text, "warning: %s\n", sentence);
    }
    for (size_t at = 0; output_next_unmet(campaign, results, &at, sentence);) {
        files_text_add(text, "warning: %s\n", sentence);
    }
}

talus_status output_write_warnings(talus_directory *directory,
                                   const talus_products_context *context,
                                   const talus_results *results, const talus_diagnostics *warnings,
                                   bool partial, talus_error *error)
{
    files_text text = {.first = true};
    if (talus_diagnostics_lost(warnings)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: a warning was lost");
    }
    if (partial) {
        files_text_add(&text, "warning: the run was interrupted; results are partial\n");
    }
    add_diagnostics(&text, warnings);
    add_physics(&text, ensemble_totals(results));
    add_implausible(&text, context->campaign, results);
    if (context->shard_count == 0) { // what a shard has no rocks of, others may have
        add_missing(&text, context->campaign, results);
    }
    if (text.size == 0) {
        files_text_add(&text, "no warnings\n");
    }
    return directory_write_text(directory, "warnings.log", &text, error);
}
