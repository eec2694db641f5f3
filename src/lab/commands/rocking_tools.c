// SPDX-License-Identifier: GPL-3.0-or-later
// Options that the rocking studies share.
#include "lab/commands/rocking_tools.h"

#include "foundation/ground_motion/ground_motion.h"
#include "lab/commands/commands.h"
#include "lab/rocking/ground_motion.h"

#include <string.h>

static const char *const pulse_names[] = {"sine", "cosine", "ricker", "trapezoid", NULL};
static const talus_pulse_kind pulse_kinds[] = {TALUS_PULSE_SINE, TALUS_PULSE_COSINE,
                                               TALUS_PULSE_RICKER, TALUS_PULSE_TRAPEZOID};
static const char *const baseline_names[] = {"none", "mean", "linear", "quadratic", NULL};
static const char *const suite_modes[] = {"stripes", "cloud", "ida", NULL};
static const char *const block_names[] = {"planar", "spatial", NULL};

const char *const *cli_pulse_names(void)
{
    return pulse_names;
}

const char *const *cli_unit_names(void)
{
    return files_ground_motion_units();
}

const char *const *cli_baseline_names(void)
{
    return baseline_names;
}

const char *const *cli_suite_modes(void)
{
    return suite_modes;
}

const char *const *cli_suite_components(void)
{
    // in the order of rocking_suite_component
    static const char *const names[] = {"rotd50", "rotd0", "rotd100", "x", "y", NULL};
    return names;
}

const char *const *cli_block_names(void)
{
    return block_names;
}

static size_t choice(const cli_arguments *arguments, const char *option, const char *const *names,
                     size_t fallback)
{
    const char *value = cli_value(arguments, option);
    for (size_t i = 0; value && names[i]; i++) {
        if (strcmp(value, names[i]) == 0) {
            return i;
        }
    }
    return fallback;
}

cli_exit cli_rocking_exit(talus_status status, const talus_error *error)
{
    if (status == TALUS_OK) {
        return CLI_OK;
    }
    cli_print_error(error);
    return cli_exit_of(status);
}

cli_exit cli_rocking_range(const cli_arguments *arguments, const char *name, double *from,
                           double *to)
{
    double numbers[CLI_MAX_NUMBERS];
    if (!cli_numbers_check(arguments, name, 2)) {
        return CLI_USAGE;
    }
    if (cli_numbers(arguments, name, numbers) == 2) {
        *from = numbers[0];
        *to = numbers[1];
    }
    return CLI_OK;
}

cli_exit cli_rocking_cells(const cli_arguments *arguments, size_t *nx, size_t *ny)
{
    double x = (double)*nx, y = (double)*ny;
    const cli_exit code = cli_rocking_range(arguments, "cells", &x, &y);
    // anything else is refused by the study
    *nx = x >= 1.0 && x <= ROCKING_CELLS_MOST ? (size_t)x : 0;
    *ny = y >= 1.0 && y <= ROCKING_CELLS_MOST ? (size_t)y : 0;
    return code;
}

cli_exit cli_rocking_block(const cli_arguments *arguments, talus_rocking_block *block)
{
    double width = block->b1 + block->b2, height = 2.0 * block->h;
    const cli_exit code = cli_rocking_range(arguments, "size", &width, &height);
    *block = talus_rocking_block_rectangle(1.0, 0.5 * width, 0.5 * height);
    return code;
}

cli_exit cli_rocking_impact(const cli_arguments *arguments, rocking_impact *impact)
{
    const char *text = cli_value(arguments, "impact");
    talus_error error = {0};
    return text ? cli_rocking_exit(rocking_impact_parse(text, impact, &error), &error) : CLI_OK;
}

/// A record with --unit, baseline taken out as --baseline says.
static cli_exit read_record(const cli_arguments *arguments, const char *path,
                            talus_ground_motion *motion)
{
    const files_ground_motion_options options = {.unit = cli_value(arguments, "unit")};
    files_ground_motion record;
    talus_error error = {0};
    talus_status status = files_read_ground_motion(path, &options, &record, &error);
    // the array changes hands
    *motion = (talus_ground_motion){
        .time_step = record.time_step, .count = record.count, .horizontal = record.acceleration};
    const size_t baseline = choice(arguments, "baseline", baseline_names, 0);
    if (status == TALUS_OK && baseline > 0) {
        status = ground_motion_baseline(motion, (int)baseline - 1, &error);
    }
    if (status != TALUS_OK) {
        ground_motion_clear(motion);
    }
    return cli_rocking_exit(status, &error);
}

/// Name k of "X,Y,UP"; empty where it is left out. @return false where it is too long
static bool component_name(const char *names, int k, char *name, size_t size)
{
    for (; k > 0 && names; k--) {
        names = strchr(names, ',');
        names = names ? names + 1 : NULL;
    }
    const size_t length = names ? strcspn(names, ",") : 0;
    if (length >= size) {
        return false;
    }
    memcpy(name, names ? names : "", length);
    name[length] = '\0';
    return true;
}

cli_exit cli_rocking_angle(const cli_arguments *arguments, double *angle)
{
    double degrees[CLI_MAX_NUMBERS] = {0.0};
    if (!cli_numbers_check(arguments, "rotate-deg", 1)) {
        return CLI_USAGE;
    }
    (void)cli_numbers(arguments, "rotate-deg", degrees);
    *angle = degrees[0] * TALUS_PI / 180.0;
    return CLI_OK;
}

cli_exit cli_rocking_components(const cli_arguments *arguments, const char *names,
                                talus_ground_motion *x, talus_ground_motion *y)
{
    talus_ground_motion up = {.count = 0}, *parts[] = {x, y, &up};
    talus_error error = {0};
    double angle = 0.0;
    cli_exit code = cli_rocking_angle(arguments, &angle);
    size_t commas = 0;
    for (const char *c = names; *c; c++) {
        commas += *c == ',';
    }
    if (commas > 2) {
        fprintf(stderr, "talus-lab: \"%s\": expected at most three components X,Y,UP\n", names);
        code = CLI_USAGE;
    }
    for (int k = 0; k < 3 && code == CLI_OK; k++) {
        char name[4096];
        if (!component_name(names, k, name, sizeof name)) {
            fprintf(stderr, "talus-lab: the name of a record is too long\n");
            code = CLI_USAGE;
        } else if (name[0] != '\0' || k == 0) {
            code = read_record(arguments, name, parts[k]);
        }
    }
    if (code == CLI_OK && angle != 0.0) {
        code = cli_rocking_exit(ground_motion_turn(x, y, angle, &error), &error);
    }
    if (code == CLI_OK && up.count > 0) {
        code = cli_rocking_exit(ground_motion_use_vertical(x, &up, &error), &error);
    }
    ground_motion_clear(&up);
    return code;
}

talus_pulse cli_rocking_pulse(const cli_arguments *arguments)
{
    return (talus_pulse){.kind = pulse_kinds[choice(arguments, "pulse", pulse_names, 0)],
                         .amplitude = 1.0,
                         .frequency = 1.0,
                         .cycles = cli_number(arguments, "cycles", 1.0),
                         .rise = 0.2};
}
