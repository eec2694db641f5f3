// SPDX-License-Identifier: GPL-3.0-or-later
// talus schema: print the keys of scenario files and of rule packs.
#include "app/cli/cli.h"

cli_exit cli_schema(const cli_arguments *arguments)
{
    return cli_print_schema(arguments, cli_has(arguments, "rules") ? talus_rules_schema_print
                                                                   : talus_schema_print);
}
