// SPDX-License-Identifier: GPL-3.0-or-later
/// @file program.h
/// The program: it finds the command, parses its arguments, runs it.
#ifndef TALUS_SRC_APP_PROGRAM_PROGRAM_H
#define TALUS_SRC_APP_PROGRAM_PROGRAM_H

#include "foundation/base/exchange.h"
#include "talus/exchange.h"

/// The whole program. @param exchange with other ranks; NULL = one process
/// @return exit code of the process
int cli_program(int argc, char **argv, const talus_exchange *exchange);

/// Make the commands known to the terminal: those of the simulator, and of the laboratory if it was
/// built.
void program_use_commands(void);

#endif
