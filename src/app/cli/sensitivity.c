// SPDX-License-Identifier: GPL-3.0-or-later
// talus sensitivity: the same rocks with one thing of the scenario changed at a time.
#include "app/cli/compare.h"

#include <string.h>

enum { MOST_VARIANTS = 16, MOST_NAME = 64 };

/// What the command line asks for.
typedef struct request {
    const char *names[MOST_VARIANTS + 1]; ///< up to NULL
    talus_sensitivity_options options;
} request;

static bool reject_variant(const char *name)
{
    const char *const *names = talus_sensitivity_variants();
    cli_say("talus sensitivity: --variants: \"%s\" is not one of ", name);
    for (size_t k = 0; names[k] != NULL; k++) {
        fprintf(stderr, "%s%s", k ? ", " : "", names[k]);
    }
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "%s%s%s; see talus sensitivity --help\n", near ? " (did you mean " : "",
            near ? near : "", near ? "?)" : "");
    return false;
}

static bool read_request(const cli_arguments *arguments, request *asked)
{
    const char *rest = cli_value(arguments, "variants");
    char name[MOST_NAME];
    size_t count = 0;
    *asked = (request){.options = talus_sensitivity_options_default()};
    asked->options.variants = rest != NULL ? asked->names : NULL;
    asked->options.reach = cli_number(arguments, "reach", 0.01);
    if (asked->options.reach > 1.0) {
        fprintf(stderr, "talus sensitivity: --reach: found %g, expected a probability up to 1\n",
                asked->options.reach);
        return false;
    }
    while (cli_next_item(&rest, name, sizeof name)) {
        const char *const *known = talus_sensitivity_variants();
        while (*known != NULL && strcmp(name, *known) != 0) {
            known++;
        }
        if (*known == NULL) {
            return reject_variant(name);
        }
        for (size_t k = 0; k < count; k++) {
            if (asked->names[k] == *known) {
                fprintf(stderr, "talus sensitivity: --variants: %s is given twice\n", name);
                return false;
            }
        }
        asked->names[count++] = *known; // each once: there is room
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
