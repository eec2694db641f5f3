// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a kind of file on standard output.
#include "input/command/command.h"

#include <stdlib.h>

cli_exit cli_print_schema(const cli_arguments *arguments, cli_schema_printer *print)
{
    const char *key = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    const bool json = cli_has(arguments, "json"), markdown = cli_has(arguments, "markdown");
    talus_error error = {0};
    char *text = NULL;
    if (json && markdown) {
        (void)talus_error_set(&error, TALUS_ERROR_ARGUMENT,
                              "found both --json and --markdown, expected one of them");
        cli_print_error(&error);
        return CLI_USAGE;
    }
    const talus_schema_form form = json       ? TALUS_SCHEMA_JSON
                                   : markdown ? TALUS_SCHEMA_MARKDOWN
                                              : TALUS_SCHEMA_TEXT;
    const talus_status status = print(key, form, &text, &error);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    fputs(text, stdout);
    free(text);
    return CLI_OK;
}
