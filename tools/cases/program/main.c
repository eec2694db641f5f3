// SPDX-License-Identifier: GPL-3.0-or-later
// Entry point of talus-cases.
#include "cases/program/commands.h"

int main(int argc, char **argv)
{
    return cli_program_run(&talus_cases_program, argc, argv, NULL);
}
