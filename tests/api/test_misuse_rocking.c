// SPDX-License-Identifier: GPL-3.0-or-later
// lab/rocking.h called wrongly.
#include "misuse.h"
#include "talus/lab/rocking.h"

static talus_status rocking_block_check(talus_error *error)
{
    return talus_rocking_block_check(NULL, error);
}

static talus_status rocking_avrf(talus_error *error)
{
    return talus_rocking_avrf(NOTHING, NOTHING, NULL, 1, NULL, error);
}

static talus_status rocking_k_regression(talus_error *error)
{
    return talus_rocking_k_regression(1, NULL, NULL, NULL, NULL, error);
}

static talus_status planar_run(talus_error *error)
{
    return talus_planar_run(NULL, NULL, NULL, NULL, NULL, error);
}

static talus_status planar_newmark(talus_error *error)
{
    return talus_planar_newmark(NULL, NULL, NULL, NULL, NULL, error);
}

static talus_status planar_batch(talus_error *error)
{
    return talus_planar_batch(1, NULL, NULL, NULL, 1, NULL, error);
}

static talus_status planar_critical_scale(talus_error *error)
{
    return talus_planar_critical_scale(NULL, NULL, NOTHING, NOTHING, NULL, NULL, NULL, error);
}

static talus_status bounce_run(talus_error *error)
{
    return talus_bounce_run(NULL, NOTHING, NULL, NULL, 1, NULL, error);
}

MISUSE_TABLE(rocking, REFUSED(rocking_block_check), REFUSED(rocking_avrf),
             REFUSED(rocking_k_regression), REFUSED(planar_run), REFUSED(planar_newmark),
             REFUSED(planar_batch), REFUSED(planar_critical_scale), REFUSED(bounce_run))

/// Functions without a status answer with nothing.
Test(misuse, rocking_without_status)
{
    (void)talus_rocking_block_mirrored(NULL);
    (void)talus_rocking_block_pivot(NULL, 1, NOTHING);
    (void)talus_rocking_map_from_name(NULL, NULL);
    (void)talus_rocking_ratio(NULL, (talus_rocking_map){0}, NOTHING);
    (void)talus_rocking_lambda(NULL, NOTHING);
    (void)talus_rocking_a_lifts(NULL, NOTHING);
    (void)talus_rocking_base_ratio(NULL, NULL, 1);
    (void)talus_rocking_steps_ratio(NULL, 1);
    (void)talus_planar_model_make(NULL, (talus_rocking_map){0}, NOTHING);
    (void)talus_planar_energy(NULL, NOTHING, NOTHING);
    (void)talus_pulse_duration(NULL);
    (void)talus_pulse_acceleration(NULL, NOTHING);
    (void)talus_planar_reaction_of(NULL, NOTHING, NOTHING, NOTHING, NOTHING);
    (void)talus_bounce_critical_restitution(NULL, NOTHING);
}
