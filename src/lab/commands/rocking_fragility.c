// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab fragility: probability of overturning with uncertain impacts.
#include "lab/fragility/rocking_fragility.h"
#include "input/command/study_files.h"
#include "lab/commands/commands.h"
#include "lab/commands/rocking_suite.h"
#include "lab/commands/rocking_tools.h"
#include "lab/rocking/ground_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Block, impacts and what they draw.
static cli_exit read_block(const cli_arguments *arguments, rocking_fragility_options *o,
                           rocking_spatial_impact *spatial)
{
    const char *block = cli_value(arguments, "block"), *text = cli_value(arguments, "impact");
    double size[CLI_MAX_NUMBERS] = {2.0 * spatial->b1, 2.0 * spatial->b2, 2.0 * spatial->h};
    talus_error error = {0};
    if (!block || strcmp(block, "spatial") != 0) {
        const cli_exit code = cli_rocking_block(arguments, &o->block);
        return code == CLI_OK ? cli_rocking_impact(arguments, &o->impact) : code;
    }
    if (!cli_numbers_check(arguments, "size", 3)) {
        return CLI_USAGE;
    }
    (void)cli_numbers(arguments, "size", size);
    spatial->b1 = 0.5 * size[0];
    spatial->b2 = 0.5 * size[1];
    spatial->h = 0.5 * size[2];
    o->spatial = spatial;
    return text ? cli_rocking_exit(rocking_spatial_impact_parse(text, spatial, &error), &error)
                : CLI_OK;
}

static cli_exit read_pulse(const cli_arguments *arguments, rocking_fragility_options *o)
{
    if (!cli_has(arguments, "pulse")) {
        fprintf(stderr, "talus-lab fragility: RECORD or --pulse is missing\n");
        return CLI_USAGE;
    }
    const rocking_spatial_impact *s = o->spatial;
    const talus_rocking_block narrow =
        s ? talus_rocking_block_rectangle(1.0, fmin(s->b1, s->b2), s->h) : o->block;
    const double p = talus_rocking_block_pivot(&narrow, false, 9.81).p;
    const cli_exit code = cli_rocking_angle(arguments, &o->direction);
    o->direction = -o->direction;
    o->pulse = cli_rocking_pulse(arguments);
    o->pulse.frequency = cli_number(arguments, "frequency", 2.0 * p);
    return code;
}

static cli_exit read_options(const cli_arguments *arguments, rocking_fragility_options *o,
                             rocking_spatial_impact *spatial)
{
    const char *measure = cli_value(arguments, "measure"), *exceed = cli_value(arguments, "exceed");
    char rest = '\0';
    if ((measure && strcmp(measure, "pga") != 0 && strcmp(measure, "pgv") != 0) ||
        (exceed && (sscanf(exceed, "%lf%c", &o->threshold, &rest) != 1 || !(o->threshold > 0.0)))) {
        fprintf(stderr, "talus-lab fragility: without --records expected --measure pga or pgv "
                        "and --exceed with one number > 0\n");
        return CLI_USAGE;
    }
    o->measure = measure && strcmp(measure, "pgv") == 0 ? ROCKING_PGV : ROCKING_PGA;
    o->levels = (size_t)cli_count(arguments, "levels", o->levels);
    o->samples = (size_t)cli_count(arguments, "samples", o->samples);
    o->seed = cli_count(arguments, "seed", o->seed);
    o->threads = (unsigned)cli_count(arguments, "threads", 0);
    if (arguments->operand_count > 0 &&
        (cli_has(arguments, "pulse") || cli_has(arguments, "cycles") ||
         cli_has(arguments, "frequency"))) {
        fprintf(stderr, "talus-lab fragility: a RECORD stands for --pulse, --cycles and "
                        "--frequency; give one or the other\n");
        return CLI_USAGE;
    }
    if (arguments->operand_count == 0 &&
        (cli_has(arguments, "unit") || cli_has(arguments, "baseline"))) {
        fprintf(stderr, "talus-lab fragility: --unit and --baseline go with a RECORD, not with a "
                        "pulse\n");
        return CLI_USAGE;
    }
    cli_exit code = read_block(arguments, o, spatial);
    if (code == CLI_OK && arguments->operand_count == 0) {
        code = read_pulse(arguments, o);
    }
    return code == CLI_OK ? cli_rocking_range(arguments, "intensity", &o->low, &o->high) : code;
}

static void print_level(const rocking_fragility_level *level)
{
    const rocking_share_interval *i = &level->interval;
    printf("%-12.5g %4zu/%-4zu %12.4f    ", level->intensity, level->exceeded, level->samples,
           i->share);
    if (isfinite(i->low)) {
        printf("%6.4f .. %6.4f", i->low, i->high);
    } else {
        printf("%16s", "one record");
    }
    if (isfinite(level->fitted)) {
        printf(" %10.4f", level->fitted);
    }
    printf("\n");
}

static void print_fit(const rocking_clustered_fit *fit, const char *unit)
{
    if (fit->fit.state != ROCKING_FIT_FOUND) {
        printf("lognormal    none: the verdicts are %s\n", rocking_fit_state_name(fit->fit.state));
        return;
    }
    printf("lognormal    median %.6g %s, beta %.4g", fit->fit.theta, unit, fit->fit.beta);
    if (isfinite(fit->theta_low)) {
        printf("; median within %.4g .. %.4g %s at 95 %%", fit->theta_low, fit->theta_high, unit);
    }
    printf("\n");
}

static void print_summary(const rocking_fragility *fragility)
{
    const rocking_fragility_options *o = &fragility->options;
    bool warned = false;
    printf("%-12s %9s %12s %19s %10s\n", o->measure == ROCKING_PGA ? "PGA (g)" : "PGV (m/s)",
           "exceeded", "probability", "95 % interval", "lognormal");
    for (size_t k = 0; k < o->levels; k++) {
        const rocking_fragility_level *level = &fragility->levels[k];
        print_level(level);
        warned = warned || (double)level->undecided > 0.01 * (double)level->samples;
    }
    print_fit(&fragility->fit, o->measure == ROCKING_PGA ? "g" : "m/s");
    printf("runs         %.0f\n", fragility->runs);
    if (fragility->undecided > 0) {
        printf(
            "undecided    %zu runs ended without a verdict; they count as exceeded, share_low of "
            "the table has them as not exceeded\n",
            fragility->undecided);
    }
    if (warned) {
        fprintf(stderr,
                "talus-lab: warning: more than 1 %% of the runs at a level are undecided\n");
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_fragility_write(directory, user, error);
}

cli_exit cli_rocking_fragility(const cli_arguments *arguments)
{
    if (cli_has(arguments, "records")) {
        return cli_rocking_suite(arguments);
    }
    const size_t count = arguments->operand_count;
    rocking_fragility_options options = rocking_fragility_options_default();
    rocking_spatial_impact spatial = rocking_spatial_impact_default();
    directory_study files = {
        .name = "rocking fragility", .files = rocking_fragility_files, .write = write_files};
    rocking_fragility fragility = {.levels = NULL};
    talus_error error = {0};
    talus_ground_motion *motions = calloc(2 * count + 1, sizeof *motions);
    if (!motions) {
        return CLI_FAILED;
    }
    cli_exit code = read_options(arguments, &options, &spatial);
    for (size_t i = 0; i < count && code == CLI_OK; i++) {
        code = cli_rocking_components(arguments, arguments->operands[i], &motions[i],
                                      &motions[count + i]);
    }
    options.motions = motions;
    options.across = options.spatial ? motions + count : NULL;
    options.motion_count = count;
    if (code == CLI_OK) {
        code = cli_study_open(arguments, cli_value(arguments, "out"), &files);
    }
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_fragility_make(&options, &fragility, &error), &error);
    }
    if (code == CLI_OK) {
        print_summary(&fragility);
        code = cli_study_write(&files, &fragility);
    }
    cli_study_close(&files);
    rocking_fragility_clear(&fragility);
    for (size_t i = 0; i < 2 * count; i++) {
        ground_motion_clear(&motions[i]);
    }
    free(motions);
    return code;
}
