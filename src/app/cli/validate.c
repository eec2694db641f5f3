// SPDX-License-Identifier: GPL-3.0-or-later
// talus validate: a measured case against its simulation.
#include "app/cli/cli.h"
#include "input/command/study_files.h"

#include "studies/validation/validate.h"
#include "studies/validation/validate_page.h"

#include <math.h>

static void print_number(double value)
{
    if (isnan(value)) {
        printf(" %9s", "-");
    } else {
        printf(" %9.4g", value);
    }
}

/// Skill with its interval in brackets.
static void print_skill(double skill, double low, double high)
{
    if (isnan(skill)) {
        printf("  %-22s", "-");
    } else {
        printf("  %6.2f (%5.2f to %5.2f)", skill, low, high);
    }
}

static void print_table(const validate_result *result)
{
    printf("%s\n", result->title);
    printf("%-28s %6s %9s %9s %9s %9s %9s %9s %9s  %-22s  %-22s\n", "observable", "n", "measured",
           "sd", "simulated", "sd", "score", "PIT", "in 10-90", "skill, climatology",
           "skill, point mass");
    for (size_t k = 0; k < result->count; k++) {
        const validate_observable *o = &result->observables[k];
        printf("%-28s %6zu", o->name, o->n);
        print_number(o->measured_mean);
        print_number(o->measured_sd);
        print_number(o->simulated_mean);
        print_number(o->simulated_sd);
        print_number(isnan(o->crps) ? o->energy_score : o->crps);
        print_number(o->pit_mean);
        print_number(o->inside_10_90);
        print_skill(o->skill, o->skill_low, o->skill_high);
        print_skill(o->skill_point_mass, o->skill_point_mass_low, o->skill_point_mass_high);
        printf("\n");
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return validate_write(user, directory, error);
}

/// The answer as asked for; the scores do not matter for the exit code.
static void print_result(const cli_arguments *arguments, const void *user)
{
    const validate_result *result = user;
    if (cli_has(arguments, "json")) {
        char *json = validate_json(result);
        printf("%s", json != NULL ? json : "");
        validate_json_free(json);
    } else if (!cli_has(arguments, "quiet")) {
        print_table(result);
    }
}

static validate_options read_options(const cli_arguments *arguments)
{
    validate_options options = validate_options_default();
    options.path = arguments->operands[0];
    options.replicates = cli_count(arguments, "replicates", options.replicates);
    options.seed = cli_count(arguments, "seed", options.seed);
    options.threads = (unsigned)cli_count(arguments, "threads", 0);
    options.allow_network = cli_has(arguments, "allow-network");
    return options;
}

static talus_status simulate(const cli_arguments *arguments, talus_diagnostics *diagnostics,
                             void *result, talus_error *error)
{
    const validate_options options = read_options(arguments);
    return validate_run(&options, diagnostics, result, error);
}

cli_exit cli_validate(const cli_arguments *arguments)
{
    cli_study study = {
        .files = {.name = "validation", .files = validate_files, .write = write_files},
        .compute = simulate,
        .print = print_result};
    validate_result result = {0};
    const cli_exit code = cli_study_run(arguments, &study, &result);
    validate_result_clear(&result);
    return code;
}
