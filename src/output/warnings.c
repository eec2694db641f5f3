// SPDX-License-Identifier: GPL-3.0-or-later
// warnings.log: what was said while reading, and what the physics counted that a user must see.
#include "output/output.h"

#include "files/files.h"

#include <inttypes.h>
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
    if (warnings && talus_diagnostics_lost(warnings)) {
        files_text_add(text, "warning: memory ran out and some messages were lost\n");
    }
}

static void add_count(files_text *text, uint64_t count, uint64_t total, const char *sentence)
{
    if (count > 0) {
        files_text_add(text, "warning: %" PRIu64 " of %" PRIu64 " %s\n", count, total, sentence);
    }
}

static void add_physics(files_text *text, const talus_totals *totals)
{
    const uint64_t rocks = totals->rocks;
    add_count(text, totals->outcomes[TALUS_LEFT_DOMAIN], rocks,
              "rocks left the DEM: run-out beyond its edge is unknown; use a larger DEM");
    add_count(text, totals->outcomes[TALUS_ENTERED_NODATA], rocks,
              "rocks met NODATA: their paths end there; fill the DEM or move the release");
    add_count(text, totals->outcomes[TALUS_TIME_LIMIT], rocks,
              "rocks were still moving at the time limit; raise simulation.time_limit_s");
    add_count(text, totals->outcomes[TALUS_DIVERGED], rocks,
              "rocks diverged (non-finite state); use a smaller simulation.time_step_s");
    add_count(text, totals->tunnelled, rocks,
              "rocks had their centre of mass under the ground between two steps; use "
              "terrain.detection: two_way or a smaller simulation.time_step_s");
    add_count(text, totals->below_ground, rocks,
              "rocks had their centre of mass below ground; use a smaller simulation.time_step_s");
    add_count(text, totals->freed, rocks,
              "rocks were released in stems or walls, which were taken out of their way; move the "
              "releases or the obstacles if these are many");
    add_count(text, totals->unsolved, totals->problems,
              "contact problems were not solved to the tolerance");
    add_count(text, totals->retried_plastic, totals->problems,
              "contact problems had no solution with restitution and were solved without");
    add_count(text, totals->rotation_failures, totals->steps,
              "steps whose rotation iteration did not converge");
}

static void add_strata(files_text *text, const talus_campaign *campaign,
                       const talus_results *results)
{
    char sentence[OUTPUT_SENTENCE];
    for (size_t at = 0; output_next_empty_stratum(campaign, results, &at, sentence);) {
        files_text_add(text, "warning: %s\n", sentence);
    }
}

talus_status output_write_warnings(talus_directory *directory, const talus_output_context *context,
                                   const talus_results *results, const talus_diagnostics *warnings,
                                   bool partial, talus_error *error)
{
    files_text text = {.first = true};
    if (partial) {
        files_text_add(&text, "warning: the run was interrupted; results are partial\n");
    }
    add_diagnostics(&text, warnings);
    add_physics(&text, talus_results_totals(results));
    if (context->shard_count == 0) { // what a shard has no rocks of, others may have
        add_strata(&text, context->campaign, results);
    }
    if (text.size == 0) {
        files_text_add(&text, "no warnings\n");
    }
    return directory_write_text(directory, "warnings.log", &text, error);
}
