// SPDX-License-Identifier: GPL-3.0-or-later
// lab/rocking_spatial.h called wrongly.
#include "misuse.h"
#include "talus/lab/rocking_spatial.h"

static talus_status spatial_block_check(talus_error *error)
{
    return talus_spatial_block_check(NULL, error);
}

static talus_status spatial_map(talus_error *error)
{
    return talus_spatial_map(NULL, (talus_vec3){0}, NOTHING, NULL, error);
}

static talus_status spatial_facet_map(talus_error *error)
{
    return talus_spatial_facet_map(NULL, (talus_quat){0}, NULL, (talus_vec3){0}, NULL, error);
}

static talus_status spatial_run(talus_error *error)
{
    return talus_spatial_run(NULL, NULL, NULL, NULL, NULL, error);
}

static talus_status spatial_batch(talus_error *error)
{
    return talus_spatial_batch(1, NULL, NULL, 1, NULL, error);
}

static talus_status spatial_bounce_run(talus_error *error)
{
    return talus_spatial_bounce_run(NULL, NULL, NULL, NULL, NULL, error);
}

static talus_status inertial_measure(talus_error *error)
{
    return talus_inertial_measure(NULL, NULL, NULL, NULL, error);
}

static talus_status spatial_fit_guess(talus_error *error)
{
    return talus_spatial_fit_guess(NULL, NULL, error);
}

static talus_status spatial_fit_search(talus_error *error)
{
    return talus_spatial_fit_search(NULL, NULL, NULL, NULL, NULL, error);
}

static talus_status eta_fit_series(talus_error *error)
{
    return talus_eta_fit_series(NULL, NULL, NULL, error);
}

MISUSE_TABLE(rocking_spatial, REFUSED(spatial_block_check), REFUSED(spatial_map),
             REFUSED(spatial_facet_map), REFUSED(spatial_run), REFUSED(spatial_batch),
             REFUSED(spatial_bounce_run), REFUSED(inertial_measure), REFUSED(spatial_fit_guess),
             REFUSED(spatial_fit_search), REFUSED(eta_fit_series))

/// Functions without a status answer with nothing.
Test(misuse, rocking_spatial_without_status)
{
    (void)talus_spatial_law_limits(NULL, 1, NULL);
    (void)talus_spatial_tau_interval(NULL, (talus_vec3){0}, NULL);
    (void)talus_spatial_edge_impact(NULL, (talus_quat){0}, 1, 1, NOTHING);
    (void)talus_spatial_facet_impact(NULL, (talus_quat){0}, NULL, 1);
    (void)talus_spatial_feasible(NULL, (talus_quat){0}, NULL, (talus_vec3){0}, (talus_vec3){0});
    (void)talus_spatial_facet_solutions(NULL, (talus_quat){0}, NULL, (talus_vec3){0}, NULL);
    (void)talus_spatial_wrench_of(NULL, NULL, 1);
    (void)talus_spatial_release(NULL, 1, NOTHING);
    (void)talus_spatial_heights(NULL, NULL, NULL);
    (void)talus_spatial_energy(NULL, NULL, NOTHING);
    (void)talus_spatial_collide(NULL, NULL, 1, NOTHING, 1);
    (void)talus_rocking_peaks_add(NULL, NOTHING, (talus_quat){0}, (talus_vec3){0});
    (void)talus_spatial_fit_error(NULL, NULL, NULL);
}
