// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_suite.h
/// The form of `talus-lab fragility` that takes a scenario and a list of records.
#ifndef TALUS_SRC_LAB_COMMANDS_ROCKING_SUITE_H
#define TALUS_SRC_LAB_COMMANDS_ROCKING_SUITE_H

#include "foundation/terminal/options.h"

cli_exit cli_rocking_suite(const cli_arguments *arguments);

#endif
