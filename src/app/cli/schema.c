// SPDX-License-Identifier: GPL-3.0-or-later
// talus schema: print the keys of scenario files.
#include "app/cli/cli.h"

#include <stdlib.h>

cli_exit cli_schema(const cli_arguments *arguments)
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
    const talus_status status = talus_schema_print(key, form, &text, &error);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    fputs(text, stdout);
    free(text);
    return CLI_OK;
}
