// SPDX-License-Identifier: GPL-3.0-or-later
// talus observe: flights and impacts in a table of tracks.
#include "app/cli/cli.h"
#include "input/command/study_files.h"

#include "studies/study/observed.h"

#include <math.h>
#include <stdlib.h>

static void print_number(double value)
{
    if (isnan(value)) {
        printf(" %9s", "-");
    } else {
        printf(" %9.4g", value);
    }
}

/// Largest of a height over the flights of a run that are no falls off a cliff; NaN without.
static double highest(const flights_found *found, bool is_normal)
{
    double most = (double)NAN;
    for (size_t k = 0; k < found->flight_count; k++) {
        const flights_jump *jump = &found->flights[k].jump;
        const double height = is_normal ? jump->height_normal : jump->height_plumb;
        most = jump->falls_free || most >= height ? most : height;
    }
    return most;
}

static size_t count_falls(const flights_found *found)
{
    size_t count = 0;
    for (size_t k = 0; k < found->flight_count; k++) {
        count += found->flights[k].jump.falls_free;
    }
    return count;
}

static void print_table(const observed_result *result)
{
    printf("%-20s %8s %9s %9s %8s %8s %8s %9s %9s %9s\n", "run", "samples", "s", "noise m",
           "flights", "falls", "impacts", "m/s", "plumb m", "normal m");
    for (size_t k = 0; k < result->count; k++) {
        const observed_run *run = &result->runs[k];
        printf("%-20.40s %8zu", run->track->name, run->track->table.count);
        print_number(run->found.time);
        print_number(run->noise);
        printf(" %8zu %8zu %8zu", run->found.flight_count, count_falls(&run->found),
               run->found.count);
        print_number(run->found.speed_max);
        print_number(highest(&run->found, false));
        print_number(highest(&run->found, true));
        printf("\n");
    }
    printf("%zu runs, %zu flights, %zu impacts", result->count, result->flight_count,
           result->impact_count);
    if (!isnan(result->energy_kept)) {
        printf(", median energy kept %.3g", result->energy_kept);
    }
    printf("\n");
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return observed_write(user, directory, error);
}

static void print_result(const cli_arguments *arguments, const observed_result *result)
{
    if (cli_has(arguments, "json")) {
        char *json = observed_json(result);
        printf("%s", json != NULL ? json : "");
        free(json);
    } else if (!cli_has(arguments, "quiet")) {
        print_table(result);
    }
}

static cli_exit find(const cli_arguments *arguments, observed_result *result)
{
    observed_options options = observed_options_default();
    options.path = arguments->operands[0];
    options.dem = cli_value(arguments, "dem");
    options.scenario = cli_value(arguments, "scenario");
    options.diameter = cli_number(arguments, "diameter", options.diameter);
    options.noise = cli_number(arguments, "noise", options.noise);
    options.gravity = cli_number(arguments, "gravity", options.gravity);
    options.is_ground = cli_has(arguments, "ground-heights");
    options.allow_network = cli_has(arguments, "allow-network");
    talus_error error = {0};
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    const talus_status status = diagnostics != NULL
                                    ? observed_find(&options, diagnostics, result, &error)
                                    : talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory");
    const bool is_listed =
        diagnostics != NULL && talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
    if (diagnostics != NULL) {
        (void)cli_print_diagnostics(diagnostics, 0, cli_has(arguments, "quiet"));
    }
    if (status != TALUS_OK && !is_listed) {
        cli_print_error(&error);
    }
    talus_diagnostics_destroy(diagnostics);
    return cli_exit_of(status);
}

cli_exit cli_observe(const cli_arguments *arguments)
{
    cli_study_files files = {.name = "observation", .files = observed_files, .write = write_files};
    observed_result result = {0};
    cli_exit exit_code = cli_study_open(arguments, cli_value(arguments, "out"), &files);
    if (exit_code == CLI_OK) {
        exit_code = find(arguments, &result);
    }
    if (exit_code == CLI_OK) {
        exit_code = cli_study_write(&files, &result);
    }
    if (exit_code == CLI_OK) {
        print_result(arguments, &result);
    }
    observed_clear(&result);
    cli_study_close(&files);
    return exit_code;
}
