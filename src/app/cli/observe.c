// SPDX-License-Identifier: GPL-3.0-or-later
// talus observe: flights and impacts in a table of tracks.
#include "app/cli/compare.h"
#include "talus/validate.h"

#include <math.h>

static void print_number(double value)
{
    if (isnan(value)) {
        printf(" %9s", "-");
    } else {
        printf(" %9.4g", value);
    }
}

static void print_table(const talus_table *runs, const talus_observation_facts *facts)
{
    printf("%-20s %8s %9s %9s %8s %8s %8s %9s %9s %9s\n", "run", "samples", "s", "noise m",
           "flights", "falls", "impacts", "m/s", "plumb m", "normal m");
    for (size_t k = 0; k < runs->row_count; k++) {
        printf("%-20.40s %8lld", cli_table_text(runs, k, "run"),
               cli_table_integer(runs, k, "samples"));
        print_number(cli_table_real(runs, k, "duration_s"));
        print_number(cli_table_real(runs, k, "noise_m"));
        printf(" %8lld %8lld %8lld", cli_table_integer(runs, k, "flights"),
               cli_table_integer(runs, k, "falls"), cli_table_integer(runs, k, "impacts"));
        print_number(cli_table_real(runs, k, "speed_max_m_s"));
        print_number(cli_table_real(runs, k, "height_plumb_m"));
        print_number(cli_table_real(runs, k, "height_normal_m"));
        printf("\n");
    }
    printf("%zu runs, %zu flights, %zu impacts", facts->runs, facts->flights, facts->impacts);
    if (!isnan(facts->energy_kept)) {
        printf(", median energy kept %.3g", facts->energy_kept);
    }
    printf("\n");
}

static talus_status print_answer(const cli_arguments *arguments,
                                 const talus_observation *observation, talus_error *error)
{
    talus_observation_facts facts = {.size = sizeof facts};
    talus_table runs;
    if (cli_has(arguments, "json")) {
        char *json = NULL;
        const talus_status status = talus_observation_json(observation, &json, error);
        printf("%s", json != NULL ? json : "");
        talus_free(json);
        return status;
    }
    talus_status status = talus_observation_facts_of(observation, &facts, error);
    status =
        status == TALUS_OK ? talus_observation_table(observation, "runs", &runs, error) : status;
    if (status == TALUS_OK && !cli_has(arguments, "quiet")) {
        print_table(&runs, &facts);
    }
    return status;
}

cli_exit cli_observe(const cli_arguments *arguments)
{
    talus_observe_options options;
    talus_observation *observation = NULL;
    talus_error error = {0};
    cli_options_read(arguments, &options);
    options.tracks = arguments->operands[0];
    options.diagnostics = talus_diagnostics_create();
    talus_status status = talus_observe_run(&options, &observation, &error);
    const bool is_listed = cli_study_diagnostics(options.diagnostics, cli_has(arguments, "quiet"));
    if (status == TALUS_OK) {
        status = print_answer(arguments, observation, &error);
    }
    talus_observation_destroy(observation);
    return cli_study_exit(status, is_listed, &error);
}
