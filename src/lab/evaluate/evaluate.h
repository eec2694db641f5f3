// SPDX-License-Identifier: GPL-3.0-or-later
/// @file evaluate.h
/// The commands that answer files of cases: one step of a body, rotation, rocking blocks, several
/// bodies. It knows JSON cases and the models of the laboratory; it refuses to know result
/// directories.
#ifndef TALUS_SRC_LAB_EVALUATE_EVALUATE_H
#define TALUS_SRC_LAB_EVALUATE_EVALUATE_H

#include "input/command/command.h"

cli_exit cli_step_evaluate(const cli_arguments *arguments);
cli_exit cli_rocking_evaluate(const cli_arguments *arguments);
cli_exit cli_spin_evaluate(const cli_arguments *arguments);
cli_exit cli_bodies_evaluate(const cli_arguments *arguments);

#endif
