// SPDX-License-Identifier: GPL-3.0-or-later
// talus observe: flights and impacts in a table of tracks.
#include "app/cli/cli.h"
#include "input/command/study_files.h"

#include "studies/validation/observed.h"

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

static void print_result(const cli_arguments *arguments, const void *user)
{
    const observed_result *result = user;
    if (cli_has(arguments, "json")) {
        char *json = observed_json(result);
        printf("%s", json != NULL ? json : "");
        free(json);
    } else if (!cli_has(arguments, "quiet")) {
        print_table(result);
    }
}

static talus_status find(const cli_arguments *arguments, talus_diagnostics *diagnostics,
                         void *result, talus_error *error)
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
    return observed_find(&options, diagnostics, result, error);
}

cli_exit cli_observe(const cli_arguments *arguments)
{
    cli_study study = {
        .files = {.name = "observation", .files = observed_files, .write = write_files},
        .compute = find,
        .print = print_result};
    observed_result result = {0};
    const cli_exit code = cli_study_run(arguments, &study, &result);
    observed_clear(&result);
    return code;
}
