// SPDX-License-Identifier: GPL-3.0-or-later
// talus init: a first scenario from a DEM.
#include "talus/init.h"
#include "app/cli/cli.h"

static void print_guesses(const talus_init_report *report)
{
    for (size_t k = 0; k < report->guess_count; k++) {
        cli_print_text(stdout, "guess       ");
        cli_print_text(stdout, report->guesses[k].key);
        cli_print_text(stdout, ": ");
        cli_print_text(stdout, report->guesses[k].value);
        cli_print_text(stdout, "\n");
    }
}

static talus_status print_written(const cli_arguments *arguments, const talus_init *init,
                                  const talus_diagnostics *diagnostics, talus_error *error)
{
    talus_init_report report;
    talus_status status = talus_init_look(init, &report, error);
    if (status == TALUS_OK && cli_has(arguments, "json")) {
        char *json = NULL;
        status = talus_init_json(init, diagnostics, &json, error);
        if (status == TALUS_OK) {
            printf("%s\n", json);
        }
        talus_free(json);
    } else if (status == TALUS_OK) {
        const char *path = cli_value(arguments, "out");
        print_guesses(&report);
        if (report.ground_file != NULL) {
            printf("written     %s\n", report.ground_file);
        }
        printf("written     %s\n", path);
        printf("next        talus check %s\n", path);
    }
    return status;
}

cli_exit cli_init(const cli_arguments *arguments)
{
    const char *path = cli_value(arguments, "out");
    talus_init_options options;
    cli_options_read(arguments, &options);
    cli_watch_file(path);
    options.tiles = arguments->operands + 1;
    options.tile_count = arguments->operand_count - 1;
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_init *init = NULL;
    talus_error error = {0};
    talus_status status =
        talus_init_create(arguments->operands[0], path, &options, diagnostics, &init, &error);
    cli_print_diagnostics(diagnostics, 0, false);
    if (status == TALUS_OK) {
        status = talus_init_write(init, cli_has(arguments, "overwrite"), &error);
    }
    if (status == TALUS_OK) {
        status = print_written(arguments, init, diagnostics, &error);
    }
    if (status != TALUS_OK) {
        cli_print_error(&error);
    }
    talus_init_destroy(init);
    talus_diagnostics_destroy(diagnostics);
    return cli_exit_of(status);
}
