// SPDX-License-Identifier: GPL-3.0-or-later
// rotation.h called wrongly.
#include "misuse.h"
#include "talus/rotation.h"

static talus_status wrong_name(void)
{
    talus_scheme scheme;
    return talus_scheme_from_name(NULL, &scheme) || talus_scheme_from_name("exact", NULL) ||
                   talus_scheme_from_name("wheel", &scheme)
               ? TALUS_OK
               : TALUS_ERROR_ARGUMENT;
}

static talus_status names(talus_error *error)
{
    (void)error;
    return wrong_name();
}

MISUSE_TABLE(rotation, REFUSED_SILENTLY(names))

/// Functions without a status answer with nothing.
Test(misuse, rotation_without_status)
{
    const talus_vec3 ones = {1, 1, 1}, nan = {NOTHING, 1, 1};
    cr_expect_str_eq(talus_scheme_name((talus_scheme)77), "?");
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) { // they end, converged or not
        const talus_free_rotation a = talus_rotation_free((talus_scheme)k, ones, nan, 0.01);
        const talus_free_rotation b = talus_rotation_free((talus_scheme)k, ones, ones, NOTHING);
        const talus_free_rotation d = talus_rotation_free((talus_scheme)k, nan, ones, 0.01);
        cr_expect(!isfinite(a.omega.x + b.omega.x + d.omega.x) ||
                      !(a.converged && b.converged && d.converged),
                  "%d", k);
    }
}
