// SPDX-License-Identifier: GPL-3.0-or-later
// talus validate: a measured case against its simulation.
#include "talus/validate.h"
#include "app/cli/compare.h"

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

static void print_table(const talus_table *table, const char *title)
{
    printf("%s\n", title);
    printf("%-28s %6s %9s %9s %9s %9s %9s %9s %9s  %-22s  %-22s\n", "observable", "n", "measured",
           "sd", "simulated", "sd", "score", "PIT", "in 10-90", "skill, climatology",
           "skill, point mass");
    for (size_t k = 0; k < table->row_count; k++) {
        const double crps = cli_table_real(table, k, "crps");
        printf("%-28s %6lld", cli_table_text(table, k, "observable"),
               cli_table_integer(table, k, "n"));
        print_number(cli_table_real(table, k, "measured_mean"));
        print_number(cli_table_real(table, k, "measured_sd"));
        print_number(cli_table_real(table, k, "simulated_mean"));
        print_number(cli_table_real(table, k, "simulated_sd"));
        print_number(isnan(crps) ? cli_table_real(table, k, "energy_score") : crps);
        print_number(cli_table_real(table, k, "pit_mean"));
        print_number(cli_table_real(table, k, "inside_10_90"));
        print_skill(cli_table_real(table, k, "skill"), cli_table_real(table, k, "skill_low"),
                    cli_table_real(table, k, "skill_high"));
        print_skill(cli_table_real(table, k, "skill_point_mass"),
                    cli_table_real(table, k, "skill_point_mass_low"),
                    cli_table_real(table, k, "skill_point_mass_high"));
        printf("\n");
    }
}

/// The answer as asked for; the scores do not matter for the exit code.
static talus_status print_answer(const cli_arguments *arguments, const talus_validation *validation,
                                 talus_error *error)
{
    talus_validation_facts facts = {.size = sizeof facts};
    talus_table table;
    talus_status status = talus_validation_facts_of(validation, &facts, error);
    status = status == TALUS_OK ? talus_validation_table(validation, &table, error) : status;
    if (status == TALUS_OK && cli_has(arguments, "json")) {
        char *json = NULL;
        status = talus_table_json(&table, &json, error);
        printf("%s", json != NULL ? json : "");
        talus_free(json);
    } else if (status == TALUS_OK && !cli_has(arguments, "quiet")) {
        print_table(&table, facts.title);
    }
    return status;
}

cli_exit cli_validate(const cli_arguments *arguments)
{
    talus_validate_options options;
    talus_validation *validation = NULL;
    talus_error error = {0};
    cli_options_read(arguments, &options);
    options.case_file = arguments->operands[0];
    options.diagnostics = talus_diagnostics_create();
    talus_status status = talus_validate_run(&options, &validation, &error);
    const bool is_listed = cli_study_diagnostics(options.diagnostics, cli_has(arguments, "quiet"));
    if (status == TALUS_OK) {
        status = print_answer(arguments, validation, &error);
    }
    talus_validation_destroy(validation);
    return cli_study_exit(status, is_listed, &error);
}
