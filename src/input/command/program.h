// SPDX-License-Identifier: GPL-3.0-or-later
/// @file program.h
/// A program: it finds the command, parses its arguments, runs it.
#ifndef TALUS_SRC_INPUT_COMMAND_PROGRAM_H
#define TALUS_SRC_INPUT_COMMAND_PROGRAM_H

#include "foundation/base/exchange.h"
#include "foundation/terminal/options.h"

/// The whole program. @param exchange with other ranks; NULL = one process
/// @return exit code of the process
int cli_program_run(const cli_program *program, int argc, char **argv,
                    const talus_exchange *exchange);

#endif
