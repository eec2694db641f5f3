// SPDX-License-Identifier: GPL-3.0-or-later
// talus sensitivity: the same rocks with one thing of the scenario changed at a time.
#include "app/cli/compare.h"

#include <string.h>

enum { MOST_VARIANTS = 16, MOST_NAME = 64 };

/// What the command line asks for.
typedef struct request {
    char texts[MOST_VARIANTS][MOST_NAME];
    const char *names[MOST_VARIANTS + 1]; ///< up to NULL
    talus_sensitivity_options options;
} request;

static bool read_request(const cli_arguments *arguments, request *asked)
{
    const char *rest = cli_value(arguments, "variants");
    size_t count = 0;
    *asked = (request){.names = {NULL}};
    cli_options_read(arguments, &asked->options);
    asked->options.variants = rest != NULL ? asked->names : NULL;
    while (count < MOST_VARIANTS && cli_next_item(&rest, asked->texts[count], MOST_NAME)) {
        asked->names[count] = asked->texts[count];
        for (size_t k = 0; k < count; k++) {
            if (strcmp(asked->names[k], asked->names[count]) == 0) {
                return cli_complain(arguments->command, "--variants: %s is given twice",
                                    asked->names[k]);
            }
        }
        count++;
    }
    return true;
}

static talus_status run(const void *user, const talus_scenario *scenario, const talus_world *world,
                        const talus_study_options *options, talus_study **study, talus_error *error)
{
    return talus_sensitivity_run(scenario, world, user, options, study, error);
}

cli_exit cli_sensitivity(const cli_arguments *arguments)
{
    request asked;
    if (!read_request(arguments, &asked)) {
        return CLI_USAGE;
    }
    cli_case loaded = {0};
    cli_variants_job job = {.name = "sensitivity",
                            .arguments = arguments,
                            .loaded = &loaded,
                            .run = run,
                            .user = &asked.options,
                            .print = cli_print_sensitivity,
                            .has_effects = true};
    cli_exit result = cli_case_load(arguments, arguments->operands[0], &loaded);
    if (result == CLI_OK) {
        result = cli_variants_run(&job);
    }
    cli_case_clear(&loaded);
    return result;
}
