// SPDX-License-Identifier: GPL-3.0-or-later
/// @file program.h
/// The program talus: its name and its commands.
#ifndef TALUS_SRC_APP_PROGRAM_PROGRAM_H
#define TALUS_SRC_APP_PROGRAM_PROGRAM_H

#include "input/command/program.h"

/// The commands of the simulator.
extern const cli_program talus_program;

#endif
