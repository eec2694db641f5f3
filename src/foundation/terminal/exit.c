// SPDX-License-Identifier: GPL-3.0-or-later
// The one map from a status to an exit code.
#include "foundation/terminal/terminal.h"

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
