// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a free body in a test: none may fail.
#ifndef TALUS_TESTS_ROTATION_SPIN_H
#define TALUS_TESTS_ROTATION_SPIN_H

#include "bodies.h"

#include <criterion/criterion.h>

static inline void spin_steps(talus_scheme scheme, body *b, double dt, long count)
{
    const long failures = turn_body(scheme, b, dt, count);
    cr_assert(failures == 0, "Newton failed in %ld of %ld steps", failures, count);
}

#endif
