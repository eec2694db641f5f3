// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the solvers and stages, and the defaults of a request.
#include "talus/solve_options.h"

#include "foundation/base/sized.h"

#include <string.h>

#define SOLVE_METHOD_NAME(enumerator, name, doc) name,
static const char *const method_names[TALUS_SOLVE_METHOD_COUNT] = {
    TALUS_SOLVE_SPARSE_LIST(SOLVE_METHOD_NAME) "islands"};

const char *talus_solve_method_name(talus_solve_method method)
{
    return (unsigned)method < TALUS_SOLVE_METHOD_COUNT ? method_names[method] : "unknown";
}

bool talus_solve_method_from_name(const char *name, talus_solve_method *method)
{
    if (name == NULL || method == NULL) {
        return false;
    }
    for (unsigned i = 0; i < TALUS_SOLVE_METHOD_COUNT; i++) {
        if (strcmp(name, method_names[i]) == 0) {
            *method = (talus_solve_method)i;
            return true;
        }
    }
    return false;
}

#define SOLVE_STAGE_NAME(enumerator, name, doc) name,
static const char *const stage_names[TALUS_SOLVER_STAGE_COUNT] = {
    TALUS_SOLVER_STAGE_LIST(SOLVE_STAGE_NAME)};

const char *talus_solver_stage_name(talus_solver_stage stage)
{
    return (unsigned)stage < TALUS_SOLVER_STAGE_COUNT ? stage_names[stage] : "unknown";
}

void talus_solve_options_defaults(talus_solve_options *options, size_t size)
{
    const talus_solve_options usual = {.method = TALUS_SOLVE_ISLANDS, .tolerance = 1e-9};
    sized_fill(options, size, &usual, sizeof usual);
}
