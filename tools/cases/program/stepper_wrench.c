// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases stepper --law wrench: the impact law of spatial blocks inside the step.
#include "cases/figures/rocking_wrench_study.h"
#include "cases/program/commands.h"
#include "input/command/study_files.h"
#include "lab/commands/rocking_tools.h"

#include <math.h>

static cli_exit read_options(const cli_arguments *arguments, rocking_wrench_options *o)
{
    static const char *const names[4] = {"lam", "lat", "lon", "tau"};
    double *const values[4] = {&o->lam, &o->lat, &o->lon, &o->tau};
    for (size_t i = 0; i < 4; i++) {
        double number[CLI_MAX_NUMBERS];
        if (!cli_numbers_check(arguments, names[i], 1)) {
            return CLI_USAGE;
        }
        if (cli_numbers(arguments, names[i], number) == 1) {
            *values[i] = number[0];
        }
    }
    return CLI_OK;
}

static void print_impacts(const rocking_wrench_study *study)
{
    double edge = 0.0, facet = 0.0, ledger = 0.0;
    for (size_t i = 0; i < ROCKING_WRENCH_HITS; i++) {
        const rocking_wrench_hit *h = &study->hits[i];
        double *worst = h->facet ? &facet : &edge;
        *worst = h->difference <= *worst ? *worst : h->difference;
        ledger = fmax(ledger, h->ledger);
    }
    printf("single impacts by the wrench law, %d schemes, level and on 10 degrees\n"
           "  edge, lam 0.2 to 1, three torques: w+ - map %.1e rad/s\n"
           "  facet, lon 0.25 to 1, lat -0.8 to 0.8: w+ - map %.1e rad/s\n"
           "  %zu of %zu not admitted, ledger %.0e of the energy\n",
           TALUS_SCHEME_COUNT, edge, facet, study->refused, study->tried, ledger);
}

static void print_run(const rocking_wrench_study *study)
{
    const rocking_spatial_case *one = &study->run;
    printf("vertex rocking, tilt %.4f and %.4f rad, lam %g, lat %g, lon %g\n"
           "  dt (ms)  impacts  alike  time (ms)  OPMF\n",
           one->start.tilt, one->start.lateral, study->options.lam, study->options.lat,
           study->options.lon);
    for (size_t i = 0; i < ROCKING_STEPS; i++) {
        printf("  %-8g %-8zu %-6zu %-10.3f %.4f\n", 1e3 * rocking_stepper_time_step(i),
               one->count[i], one->alike[i], 1e3 * one->error[i], one->opmf[i]);
    }
    printf("  event    %-8zu        order %-4.2f %.4f\n"
           "  shortest step: %zu impacts by the law, %zu not admitted; worst ledger %.1e J\n",
           one->expected_count, rocking_stepper_order(one->error, ROCKING_STEPS),
           one->expected_opmf, one->wrenches, one->refused, one->ledger);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_wrench_write(directory, user, error);
}

cli_exit cli_rocking_stepper_wrench(const cli_arguments *arguments,
                                    const rocking_stepper_options *block)
{
    rocking_wrench_options options = rocking_wrench_options_default();
    rocking_wrench_study study;
    directory_study files = {
        .name = "rocking stepper", .files = rocking_wrench_files, .write = write_files};
    talus_error error = {0};
    options.block = *block;
    cli_exit code = read_options(arguments, &options);
    code = code == CLI_OK ? cli_study_open(arguments, cli_value(arguments, "out"), &files) : code;
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_wrench_study_make(&options, &study, &error), &error);
    }
    if (code == CLI_OK) {
        print_impacts(&study);
        print_run(&study);
        code = cli_study_write(&files, &study);
    }
    cli_study_close(&files);
    return code;
}
