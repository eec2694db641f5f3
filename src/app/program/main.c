// SPDX-License-Identifier: GPL-3.0-or-later
// Entry point of talus: one process. That of several is in src/app/mpi.
#include "app/program/program.h"

int main(int argc, char **argv)
{
    return cli_program_run(&talus_program, argc, argv, NULL);
}
