// SPDX-License-Identifier: GPL-3.0-or-later
// talus pack: a finished run with its inputs, to be run again elsewhere.
#include "talus/pack.h"
#include "app/cli/cli.h"

#include <inttypes.h>

cli_exit cli_pack(const cli_arguments *arguments)
{
    const char *path = cli_value(arguments, "out");
    talus_pack_options options;
    talus_pack_report report;
    talus_error error = {0};
    cli_options_read(arguments, &options);
    cli_watch_file(path);
    const talus_status status =
        talus_pack_write(arguments->operands[0], path, &options, &report, &error);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    printf("inputs      %zu\n", report.inputs);
    printf("files       %zu, %.3g MB\n", report.files, 1e-6 * (double)report.bytes);
    printf("written     %s\n", path);
    return CLI_OK;
}
