// SPDX-License-Identifier: GPL-3.0-or-later
// The spatial block of a case.
#include "cases/evaluate/rocking_evaluate_spatial.h"
#include "foundation/math/linalg.h"

talus_spatial_block evaluate_spatial_block(evaluate_case *c)
{
    const double mass = evaluate_positive_or(c, "m", 1.0);
    const double b1 = evaluate_positive(c, "b1"), b2 = evaluate_positive(c, "b2");
    return talus_spatial_cuboid(mass, b1, b2, evaluate_positive(c, "h"));
}

void evaluate_spatial_limit(evaluate_case *c, const char *name, double value)
{
    if (fabs(value) > 1.0) {
        evaluate_warn(c, "%s = %.9g lies outside [-1, 1]: no base that only pushes does this", name,
                      value);
    }
}
