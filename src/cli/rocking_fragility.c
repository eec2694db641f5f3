// SPDX-License-Identifier: GPL-3.0-or-later
// talus rocking fragility: probability of overturning with uncertain impacts.
#include "cli/cli.h"
#include "cli/rocking_tools.h"
#include "rocking/ground_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cli_exit read_options(const cli_arguments *arguments, rocking_fragility_options *o)
{
    const char *measure = cli_value(arguments, "measure");
    o->measure = measure && strcmp(measure, "pgv") == 0 ? ROCKING_PGV : ROCKING_PGA;
    o->levels = (size_t)cli_count(arguments, "levels", o->levels);
    o->samples = (size_t)cli_count(arguments, "samples", o->samples);
    o->threshold = cli_number(arguments, "exceed", 0.0);
    o->seed = cli_count(arguments, "seed", o->seed);
    o->threads = (unsigned)cli_count(arguments, "threads", 0);
    cli_exit code = cli_rocking_block(arguments, &o->block);
    code = code == CLI_OK ? cli_rocking_impact(arguments, &o->impact) : code;
    return code == CLI_OK ? cli_rocking_range(arguments, "intensity", &o->low, &o->high) : code;
}

static void print_summary(const rocking_fragility *fragility)
{
    const rocking_fragility_options *o = &fragility->options;
    const char *unit = o->measure == ROCKING_PGA ? "g" : "m/s";
    printf("%-12s %9s %12s %19s %10s\n", o->measure == ROCKING_PGA ? "PGA (g)" : "PGV (m/s)",
           "exceeded", "probability", "95 % interval", "lognormal");
    for (size_t k = 0; k < o->levels; k++) {
        const rocking_fragility_level *level = &fragility->levels[k];
        printf("%-12.5g %4zu/%-4zu %12.4f    %6.4f .. %6.4f", level->intensity, level->exceeded,
               level->samples, level->probability, level->low, level->high);
        if (isfinite(level->fitted)) {
            printf(" %10.4f", level->fitted);
        }
        printf("\n");
    }
    if (fragility->is_fitted) {
        printf("lognormal    median %.6g %s, beta %.4g\n", fragility->median, unit,
               fragility->beta);
    } else {
        printf(
            "lognormal    not determined: fewer than two levels with mixed verdicts, or no rise\n");
    }
    printf("runs         %.0f\n", fragility->runs);
}

cli_exit cli_rocking_fragility(const cli_arguments *arguments)
{
    const size_t count = arguments->operand_count;
    rocking_fragility_options options = rocking_fragility_options_default();
    rocking_fragility fragility = {.levels = NULL};
    talus_error error = {0};
    talus_ground_motion *motions = calloc(count, sizeof *motions);
    if (!motions) {
        return CLI_FAILED;
    }
    cli_exit code = read_options(arguments, &options);
    for (size_t i = 0; i < count && code == CLI_OK; i++) {
        code = cli_rocking_record(arguments, arguments->operands[i], &motions[i]);
    }
    options.motions = motions;
    options.motion_count = count;
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_fragility_make(&options, &fragility, &error), &error);
    }
    if (code == CLI_OK) {
        print_summary(&fragility);
        const char *directory = cli_value(arguments, "out");
        if (directory && rocking_fragility_write(directory, &fragility, &error) != TALUS_OK) {
            cli_print_error(&error);
            code = CLI_FAILED;
        }
    }
    rocking_fragility_clear(&fragility);
    for (size_t i = 0; i < count; i++) {
        ground_motion_clear(&motions[i]);
    }
    free(motions);
    return code;
}
