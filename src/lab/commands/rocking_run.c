// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab run: the scenario of one rocking block becomes a result directory and a table;
// talus-lab schema: the keys of such a scenario, or of one of a stack.
#include "lab/study/rocking_run.h"
#include "input/command/command.h"
#include "input/command/study_files.h"
#include "lab/commands/commands.h"
#include "lab/scenario/rocking_stack.h"

#include <math.h>
#include <string.h>

static void print_number(const char *label, double value, const char *unit)
{
    if (isfinite(value)) {
        printf("%-16s %.6g%s%s\n", label, value, unit[0] ? " " : "", unit);
    }
}

static void print_table(const rocking_run *run, const char *shown)
{
    const rocking_keys *keys = &run->scenario->keys;
    printf("%s\n", run->scenario->document.title);
    printf("%-16s %s, impacts %s, motion %s\n", "block",
           keys->block.kind == ROCKING_PLANAR ? "planar" : "spatial",
           rocking_model_names[keys->impact.model], rocking_motion_names[keys->simulation.motion]);
    if (keys->block.kind == ROCKING_PLANAR) {
        printf("%-16s %.6g", "ratio r", run->planar.r_ab);
        printf(run->planar.r_ab == run->planar.r_ba ? "\n" : " and %.6g\n", run->planar.r_ba);
    }
    printf("%-16s %s at %.9g s\n", "outcome", rocking_run_outcome_name(run->outcome), run->time);
    printf("%-16s %zu", "events", run->impact_count);
    printf(run->impact_count > 0 ? ", the first at %.9g s\n" : "\n",
           run->impact_count > 0 ? run->impacts[0].time : 0.0);
    print_number("bounced until", run->bounced_until, "s");
    printf("%-16s %.6g rad, %.4g alpha\n", "peak rotation", run->peak, run->peak / run->alpha);
    print_number("AVRF", run->avrf, "");
    print_number("OPMF", run->opmf, "");
    print_number("energy balance", run->energy_error, "J at worst");
    printf("%-16s %s\n", "results", shown);
}

static cli_exit print_summary(const rocking_run *run)
{
    files_text text = {.first = true};
    rocking_run_summary(run, &text);
    const bool whole = !text.failed && fputs(text.data, stdout) >= 0;
    files_text_clear(&text);
    return whole ? CLI_OK : CLI_FAILED;
}

static talus_status claim_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_run_claim(directory, user, error);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_run_write(directory, user, error);
}

static void summarise(const void *user, files_text *text)
{
    rocking_run_add_members(user, text);
}

static cli_exit run_and_write(const cli_arguments *arguments, const rocking_scenario *scenario,
                              talus_diagnostics *diagnostics, size_t *printed)
{
    const bool quiet = cli_has(arguments, "quiet"), json = cli_has(arguments, "json");
    const char *out = cli_value(arguments, "out"), *directory = scenario->document.output_dir;
    directory_study files = {.name = "rocking run",
                             .claim = claim_files,
                             .claim_user = scenario,
                             .write = write_files,
                             .summarise = summarise};
    rocking_run run;
    talus_error error = {0};
    cli_exit code = cli_study_open(arguments, directory, &files);
    if (code != CLI_OK) {
        cli_study_close(&files);
        return code;
    }
    const talus_status status = rocking_run_make(scenario, diagnostics, &run, &error);
    const bool reported = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
    *printed = cli_print_diagnostics(diagnostics, *printed, quiet);
    code = cli_exit_of(status);
    if (status != TALUS_OK && !reported) {
        cli_print_error(&error);
    }
    if (code == CLI_OK) {
        code = cli_study_write(&files, &run);
    }
    if (code == CLI_OK) {
        if (json) {
            code = print_summary(&run);
        } else if (!quiet) {
            print_table(&run, out ? out : directory);
        }
        code = code == CLI_OK && run.suspect ? CLI_SUSPECT : code;
    }
    cli_study_close(&files);
    rocking_run_clear(&run);
    return code;
}

cli_exit cli_rocking_schema(const cli_arguments *arguments)
{
    return cli_print_schema(arguments, cli_has(arguments, "stack") ? rocking_stack_schema_print
                                                                   : rocking_schema_print);
}

cli_exit cli_rocking_run(const cli_arguments *arguments)
{
    cli_overrides overrides = {0};
    rocking_scenario *scenario = NULL;
    talus_error error = {0};
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_status status = TALUS_ERROR_MEMORY;
    if (diagnostics && cli_overrides_collect(arguments, &overrides)) {
        status = rocking_scenario_read(arguments->operands[0], overrides.items, overrides.count,
                                       diagnostics, &scenario, &error);
    }
    size_t printed = 0;
    cli_exit code = cli_exit_of(status);
    if (diagnostics) {
        printed = cli_print_diagnostics(diagnostics, 0, cli_has(arguments, "quiet"));
    }
    if (status == TALUS_OK) {
        code = run_and_write(arguments, scenario, diagnostics, &printed);
    } else if (!diagnostics || talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) == 0) {
        error.status = status;
        cli_print_error(&error);
    }
    rocking_scenario_destroy(scenario);
    cli_overrides_clear(&overrides);
    talus_diagnostics_destroy(diagnostics);
    return code;
}
