// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases contact convert: a contact problem into another format.
#include "cases/problem_files/contact_problem.h"
#include "cases/program/contact.h"
#include "foundation/files/files.h"

cli_exit cli_contact_convert(const cli_arguments *arguments)
{
    contact_case item;
    const cli_exit target = cli_check_target(arguments, arguments->operands[1]);
    if (target != CLI_OK) {
        return target;
    }
    cli_exit result = cli_contact_read(arguments->operands[0], &item);
    if (result == CLI_OK) {
        talus_error error = {0};
        const talus_contact_problem problem = problem_rows_view(item.rows);
        const talus_status status =
            files_write_contact_problem(arguments->operands[1], &problem, &error);
        if (status != TALUS_OK) {
            cli_print_error(&error);
            result = status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : cli_exit_of(status);
        }
    }
    cli_contact_clear(&item);
    return result;
}
