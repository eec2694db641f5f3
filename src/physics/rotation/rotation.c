// SPDX-License-Identifier: GPL-3.0-or-later
// The rotation schemes by name, and what they share.
#include "talus/rotation.h"

#include "physics/rotation/rotation_internal.h"

#include <string.h>

static const char *const scheme_names[] = {
#define SCHEME_NAME(name, text, doc) text,
    TALUS_SCHEME_LIST(SCHEME_NAME)
#undef SCHEME_NAME
};

rotation_scheme *const rotation_schemes[TALUS_SCHEME_COUNT] = {
    [TALUS_SCHEME_EXPLICIT] = rotation_explicit,
    [TALUS_SCHEME_MIDPOINT] = rotation_midpoint,
    [TALUS_SCHEME_EXACT] = rotation_exact,
    [TALUS_SCHEME_MIDPOINT_CAYLEY] = rotation_midpoint_cayley,
    [TALUS_SCHEME_MIDPOINT_PLUS] = rotation_midpoint,
    [TALUS_SCHEME_ALGO_C1] = rotation_algo_c1,
    [TALUS_SCHEME_RATTLE] = rotation_rattle,
    [TALUS_SCHEME_QUATERNION] = rotation_quaternion,
    [TALUS_SCHEME_RUNGE_KUTTA] = rotation_runge_kutta,
};

const char *talus_scheme_name(talus_scheme scheme)
{
    return (unsigned)scheme < TALUS_SCHEME_COUNT ? scheme_names[scheme] : "?";
}

bool talus_scheme_from_name(const char *name, talus_scheme *scheme)
{
    if (name == NULL || scheme == NULL) {
        return false;
    }
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        if (name != NULL && strcmp(name, scheme_names[i]) == 0) {
            *scheme = (talus_scheme)i;
            return true;
        }
    }
    return false;
}

talus_free_rotation talus_rotation_free(talus_scheme scheme, talus_vec3 inertia, talus_vec3 omega,
                                        double dt)
{
    talus_free_rotation free;
    rotation_schemes[scheme](&inertia, &omega, dt, &free);
    return free;
}

talus_quat talus_rotation_orientation(talus_scheme scheme, talus_quat p, talus_vec3 omega,
                                      const talus_free_rotation *free, talus_vec3 omega_end,
                                      double dt)
{
    return rotation_orientation(scheme, &p, &omega, free, &omega_end, dt);
}

talus_quat talus_rotation_midpoint(talus_quat p, talus_vec3 omega, double dt)
{
    return quat_advance(p, 0.25 * dt, omega);
}
