// SPDX-License-Identifier: GPL-3.0-or-later
// The one map from a status to an exit code, and files that may be written.
#include "foundation/terminal/terminal.h"

#include "foundation/files/files.h"

cli_exit cli_exit_of(talus_status status)
{
    switch (status) {
    case TALUS_OK:
        return CLI_OK;
    case TALUS_ERROR_MEMORY:
    case TALUS_ERROR_IO:
    case TALUS_ERROR_INTERNAL:
        return CLI_FAILED;
    case TALUS_ERROR_INTERRUPTED:
        return CLI_INTERRUPTED;
    case TALUS_ERROR_ARGUMENT:
    case TALUS_ERROR_INPUT:
    case TALUS_ERROR_UNSUPPORTED:
        break;
    }
    return CLI_BAD_INPUT;
}

cli_exit cli_check_target(const cli_arguments *arguments, const char *path)
{
    talus_error error = {0};
    const talus_status status = files_check_target(path, cli_has(arguments, "overwrite"), &error);
    if (status != TALUS_OK) {
        cli_print_error(&error);
    } else {
        cli_watch_file(path);
    }
    return cli_exit_of(status);
}

cli_exit cli_out_of_memory(void)
{
    cli_print_error(&(talus_error){.status = TALUS_ERROR_MEMORY});
    return cli_exit_of(TALUS_ERROR_MEMORY);
}
