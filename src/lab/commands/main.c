// SPDX-License-Identifier: GPL-3.0-or-later
// Entry point of talus-lab.
#include "lab/commands/commands.h"

int main(int argc, char **argv)
{
    return cli_program_run(&talus_lab_program, argc, argv, NULL);
}
