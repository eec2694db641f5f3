// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases stepper: the time-stepper on a rocking block.
#include "cases/figures/rocking_stepper.h"
#include "cases/program/commands.h"
#include "input/command/study_files.h"
#include "lab/commands/rocking_tools.h"

#include <math.h>
#include <string.h>

static cli_exit read_options(const cli_arguments *arguments, rocking_stepper_options *o)
{
    double size[CLI_MAX_NUMBERS];
    if (!cli_numbers_check(arguments, "size", 3)) {
        return CLI_USAGE;
    }
    if (cli_numbers(arguments, "size", size) == 3) {
        o->width = size[0];
        o->depth = size[1];
        o->height = size[2];
    }
    o->release = cli_number(arguments, "release", o->release);
    o->en21 = cli_number(arguments, "en21", o->en21);
    o->mu = cli_number(arguments, "friction", o->mu);
    return CLI_OK;
}

static void print_impacts(const rocking_stepper *study)
{
    double worst = 0.0, law = 0.0;
    size_t unsolved = 0;
    for (size_t k = 0; k < ROCKING_FRICTIONS; k++) {
        for (size_t i = 0; i < ROCKING_ASPECTS; i++) {
            const rocking_stepper_impact *one = &study->sweep[k][i];
            worst = fmax(worst, fabs(one->ratio - one->expected));
            law = fmax(law, fabs(one->ratio - one->law));
            unsolved += one->unsolved;
        }
    }
    printf("single impacts, epsilon = 0: %d aspects from %g to %g, %d frictions\n", ROCKING_ASPECTS,
           study->sweep[0][0].aspect, study->sweep[0][ROCKING_ASPECTS - 1].aspect,
           ROCKING_FRICTIONS);
    printf("  ratio - closed form %.1e, - impact law %.1e, unsolved %zu\n", worst, law, unsolved);
    worst = 0.0;
    for (size_t i = 0; i < ROCKING_ENTRIES; i++) {
        worst = fmax(worst, fabs(study->entries[i].ratio - study->entries[i].expected));
    }
    printf("  generalised law, e_n21 = 0 to 1: ratio - max(e_n21, Housner) %.1e\n", worst);
    printf("friction from which the corners stick\n  h/b    e_n21  ratio      found      "
           "a (1 - r)/(1 + r)\n");
    for (size_t i = 0; i < ROCKING_THRESHOLDS; i++) {
        const rocking_stepper_threshold *one = &study->thresholds[i];
        printf("  %-6g %-6g %.6f   %.6f   %.6f\n", one->aspect, one->en21, one->ratio, one->found,
               one->expected);
    }
    printf("diagonal law as an equation, epsilon = 0\n  h/b    ratio      p_A/p_B\n");
    for (size_t i = 0; i < ROCKING_EQUATIONS; i++) {
        const rocking_stepper_equation *one = &study->equations[i];
        printf("  %-6g %.6f   %+.4f   %s\n", one->aspect, fabs(one->ratio), -one->pull,
               one->admissible ? "stops" : "inadmissible: the ground would pull");
    }
}

/// A number, or a dash where there is none.
static const char *cell(double value, char text[16])
{
    if (isnan(value)) {
        (void)snprintf(text, 16, "-");
    } else {
        (void)snprintf(text, 16, "%.3f", value);
    }
    return text;
}

static void print_law(const char *name, const rocking_errors *errors)
{
    double time[ROCKING_STEPS], speed[ROCKING_STEPS], ratio[ROCKING_STEPS], rest[ROCKING_STEPS];
    char text[16];
    printf("free rocking, %s\n  dt (ms)  time (ms)  omega-     ratio      rest (s)   deepest (mm)  "
           "unsolved  limited\n",
           name);
    for (size_t i = 0; i < ROCKING_STEPS; i++) {
        const rocking_errors *one = &errors[i];
        time[i] = one->time;
        speed[i] = one->speed;
        ratio[i] = one->ratio;
        rest[i] = one->rest;
        printf("  %-8g %-10.3f %-10.2e %-10.2e %-10s %-13.4f %-9zu %zu\n", 1e3 * one->time_step,
               1e3 * one->time, one->speed, one->ratio, cell(one->rest, text), 1e3 * one->deepest,
               one->unsolved, one->limited);
    }
    printf("  order    %-10.2f %-10.2f %-10.2f %s\n", rocking_stepper_order(time, ROCKING_STEPS),
           rocking_stepper_order(speed, ROCKING_STEPS), rocking_stepper_order(ratio, ROCKING_STEPS),
           cell(rocking_stepper_order(rest, ROCKING_STEPS), text));
}

static void print_runs(const rocking_stepper *study)
{
    for (size_t law = 0; law < ROCKING_LAWS; law++) {
        print_law(rocking_law_name((rocking_law)law), study->errors[law]);
    }
}

static void print_shapes(const rocking_stepper *study)
{
    printf("shapes, sticking, %g ms\n  h/b    hits   ratio      expected   rest (s)  "
           "event-driven  tilt (rad)\n",
           1e3 * rocking_stepper_time_step(ROCKING_STEPS - 1));
    for (size_t i = 0; i < ROCKING_SHAPES; i++) {
        const rocking_shape *one = &study->shapes[i];
        printf("  %-6g %-6zu %.5f    %.5f    %-9.4f %-13.4f %.1e\n", one->aspect, one->hits,
               fabs(one->ratio), one->expected, one->rest, one->expected_rest, one->rest_tilt);
    }
}

static void print_bounces(const rocking_stepper *study)
{
    printf("bouncing, Moreau's law\n  e      ratio      Lipscombe  hits of B    A lands (s)  "
           "event-driven  order\n");
    for (size_t i = 0; i < ROCKING_BOUNCES; i++) {
        const rocking_bouncing *one = &study->bouncing[i];
        printf("  %-6g %.5f    %.5f    %-3zu of %-5zu %-12.5f %-13.5f %.2f\n", one->e, one->ratio,
               one->expected_ratio, one->hits_of_b, one->expected_of_b, one->landing,
               one->expected_landing, rocking_stepper_order(one->error, ROCKING_STEPS));
    }
}

static void print_spatial(const rocking_stepper *study)
{
    for (size_t k = 0; k < ROCKING_SPATIAL_CASES; k++) {
        const rocking_spatial_case *one = &study->spatial[k];
        printf("vertex rocking, tilt %.4f and %.4f rad: lambda %.6f to %.6f, tau %.0e N m s\n",
               one->start.tilt, one->start.lateral, one->lambda_low, one->lambda_high, one->tau);
        printf("  dt (ms)  impacts  alike  time (ms)  OPMF\n");
        for (size_t i = 0; i < ROCKING_STEPS; i++) {
            printf("  %-8g %-8zu %-6zu %-10.3f %.4f\n", 1e3 * rocking_stepper_time_step(i),
                   one->count[i], one->alike[i], 1e3 * one->error[i], one->opmf[i]);
        }
        printf("  event    %-8zu        order %-4.2f %.4f\n", one->expected_count,
               rocking_stepper_order(one->error, ROCKING_STEPS), one->expected_opmf);
    }
}

/// Corners that jam: docs/rocking.md, section 9.5.
static void warn_of_jams(const rocking_stepper *study)
{
    size_t limited = 0;
    for (size_t i = 0; i < (size_t)ROCKING_LAWS * ROCKING_STEPS; i++) {
        limited += study->errors[i / ROCKING_STEPS][i % ROCKING_STEPS].limited;
    }
    if (limited > 0) {
        fprintf(stderr,
                "talus-cases: warning: in %zu impacts corners with friction %g jam against each "
                "other and "
                "the generalised law got less than it asks for (column limited); expected a "
                "--friction of at most 100\n",
                limited, study->options.mu);
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_stepper_write(directory, user, error);
}

cli_exit cli_rocking_stepper(const cli_arguments *arguments)
{
    rocking_stepper_options options = rocking_stepper_options_default();
    rocking_stepper study;
    directory_study files = {
        .name = "rocking stepper", .files = rocking_stepper_files, .write = write_files};
    talus_error error = {0};
    cli_exit code = read_options(arguments, &options);
    const char *law = cli_value(arguments, "law");
    if (code == CLI_OK && law != NULL && strcmp(law, "wrench") == 0) {
        return cli_rocking_stepper_wrench(arguments, &options);
    }
    code = code == CLI_OK ? cli_study_open(arguments, cli_value(arguments, "out"), &files) : code;
    if (code != CLI_OK) {
        cli_study_close(&files);
        return code;
    }
    code = cli_rocking_exit(rocking_stepper_make(&options, &study, &error), &error);
    if (code == CLI_OK) {
        print_impacts(&study);
        print_runs(&study);
        print_shapes(&study);
        print_bounces(&study);
        print_spatial(&study);
        warn_of_jams(&study);
        code = cli_study_write(&files, &study);
    }
    cli_study_close(&files);
    rocking_stepper_clear(&study);
    return code;
}
