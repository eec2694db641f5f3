// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases evaluate: cases of a JSON file, answered one by one.
#include "cases/evaluate/evaluate.h"
#include "cases/program/commands.h"

cli_exit cli_evaluate(const cli_arguments *arguments)
{
    return evaluate_file(arguments->operands[0]);
}
