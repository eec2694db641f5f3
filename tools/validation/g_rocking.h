// SPDX-License-Identifier: GPL-3.0-or-later
/// @file g_rocking.h
/// What the parts of the section on rocking blocks share.
#ifndef TOOLS_VALIDATION_G_ROCKING_H
#define TOOLS_VALIDATION_G_ROCKING_H

#include "cases/figures/rocking_stepper.h"
#include "foundation/math/linalg.h"
#include "lab/bridge/rocking_bench.h"
#include "validation.h"

#include <stdio.h>

void rocking_row(validation *v, const char *what, double expected, double low, double high,
                 double found, const char *reason);
/// The larger one, or the NaN.
static inline double rocking_worse(double worst, double error)
{
    return fabs(error) <= worst ? worst : fabs(error);
}
/// Rows of a base that shakes.
/// @return what reading the record refuses
talus_status rocking_shaken_rows(validation *v, talus_error *error);

#endif
