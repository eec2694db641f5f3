// SPDX-License-Identifier: GPL-3.0-or-later
// talus bodies evaluate: cases of several bodies from a JSON file, answered one by one.
#include "lab/evaluate/bodies_evaluate.h"
#include "lab/evaluate/evaluate.h"

cli_exit cli_bodies_evaluate(const cli_arguments *arguments)
{
    static const evaluate_model *const tables[] = {
        evaluate_step_families, evaluate_manifold_families, evaluate_fracture_families,
        evaluate_stack_families, NULL};
    return evaluate_answer_file(arguments->operands[0], "family", tables);
}
