// SPDX-License-Identifier: GPL-3.0-or-later
// talus compare: the same rocks under several schemes and time steps, with and without breaking.
#include "app/cli/compare.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 16, MOST_NAME = 32 };

/// What the command line asks for.
typedef struct request {
    cli_schemes schemes;
    double steps[MOST_STEPS];   ///< s
    char layer[CLI_LAYER_SIZE]; ///< that the maps show; "": the reach probability
    talus_compare_options options;
} request;

static bool read_steps(const char *list, request *asked)
{
    char text[MOST_NAME];
    while (cli_next_item(&list, text, sizeof text)) {
        char *end = NULL;
        const double step = strtod(text, &end);
        if (end == text || *end != '\0' || !(step > 0.0) || !isfinite(step)) {
            fprintf(stderr,
                    "talus compare: --time-steps: found \"%s\", expected numbers > 0 in seconds "
                    "with commas, e.g. 0.004,0.002\n",
                    text);
            return false;
        }
        if (asked->options.step_count == MOST_STEPS) {
            fprintf(stderr, "talus compare: --time-steps: more than %d time steps\n", MOST_STEPS);
            return false;
        }
        asked->steps[asked->options.step_count++] = step;
    }
    return true;
}

static bool read_request(const cli_arguments *arguments, request *asked)
{
    *asked = (request){.options = talus_compare_options_default()};
    asked->options.rock = cli_count(arguments, "rock", 0);
    if (!cli_envelope_read(arguments, asked->layer, &asked->options.envelope) ||
        !cli_schemes_read(arguments, "schemes", &asked->schemes)) {
        return false;
    }
    if (asked->schemes.is_repeated) {
        fprintf(stderr, "talus compare: --schemes: a scheme is given twice\n");
        return false;
    }
    asked->options.layer = asked->layer[0] != '\0' ? asked->layer : NULL;
    asked->options.fragmentation = cli_has(arguments, "fragmentation");
    asked->options.schemes = asked->schemes.items;
    asked->options.scheme_count =
        asked->options.fragmentation && !cli_has(arguments, "schemes") ? 0 : asked->schemes.count;
    asked->options.time_steps = asked->steps;
    return read_steps(cli_value(arguments, "time-steps"), asked);
}

static talus_status run(const void *user, const talus_scenario *scenario, const talus_world *world,
                        const talus_study_options *options, talus_study **study, talus_error *error)
{
    return talus_compare_run(scenario, world, user, options, study, error);
}

static cli_exit compare_case(const cli_arguments *arguments, cli_case *loaded, const request *asked)
{
    const uint64_t rocks = talus_campaign_rock_count(talus_world_campaign(loaded->world));
    if (asked->options.rock >= rocks) {
        fprintf(stderr, "talus compare: --rock: found %llu, but the scenario has rocks 0 to %llu\n",
                (unsigned long long)asked->options.rock, (unsigned long long)(rocks - 1));
        return CLI_USAGE;
    }
    cli_variants_job job = {.name = "compare",
                            .arguments = arguments,
                            .loaded = loaded,
                            .run = run,
                            .user = &asked->options,
                            .print = cli_print_comparison};
    return cli_variants_run(&job);
}

cli_exit cli_compare(const cli_arguments *arguments)
{
    request asked;
    if (cli_value(arguments, "models") != NULL) {
        return cli_compare_models(arguments);
    }
    if (!read_request(arguments, &asked)) {
        return CLI_USAGE;
    }
    cli_case loaded = {0};
    cli_exit result = cli_case_load(arguments, arguments->operands[0], &loaded);
    if (result == CLI_OK) {
        result = compare_case(arguments, &loaded, &asked);
    }
    cli_case_clear(&loaded);
    return result;
}
