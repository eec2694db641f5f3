// SPDX-License-Identifier: GPL-3.0-or-later
// lab/impact_law.h called wrongly.
#include "misuse.h"
#include "talus/lab/impact_law.h"

static double numbers[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, p[3];
static talus_impact_law_metric metric;
static talus_impact_law_result result;

static talus_status metric_null(talus_error *error)
{
    return talus_impact_law_metric_init(NULL, &metric, error);
}

static talus_status metric_no_arrays(talus_error *error)
{
    return talus_impact_law_metric_init(&(talus_impact_law_system){3, 1, 0, NULL, NULL, NULL, NULL},
                                        &metric, error);
}

static talus_status metric_no_place(talus_error *error)
{
    return talus_impact_law_metric_init(
        &(talus_impact_law_system){3, 1, 0, numbers, numbers, NULL, NULL}, NULL, error);
}

static talus_status metric_no_dof(talus_error *error)
{
    return talus_impact_law_metric_init(
        &(talus_impact_law_system){0, 0, 0, numbers, numbers, NULL, NULL}, &metric, error);
}

static talus_status metric_too_many(talus_error *error)
{
    return talus_impact_law_metric_init(
        &(talus_impact_law_system){SIZE_MAX, 1, 0, numbers, numbers, NULL, NULL}, &metric, error);
}

static talus_status apply_null(talus_error *error)
{
    return talus_impact_law_apply(NULL, NULL, NULL, &result, error);
}

static talus_status rhs_null(talus_error *error)
{
    return talus_impact_law_step_rhs(1, NULL, NULL, NULL, NULL, NULL, NULL, error);
}

/// The normal diagonal entry of its contact.
static talus_status rhs_of(double entry, talus_error *error)
{
    const double g[9] = {entry}, three[3] = {0};
    double c[3];
    return talus_impact_law_step_rhs(1, g, three, three, three, three, c, error);
}

static talus_status rhs_zero(talus_error *error)
{
    return rhs_of(0.0, error);
}

static talus_status rhs_nan(talus_error *error)
{
    return rhs_of(NOTHING, error);
}

static talus_status rhs_endless(talus_error *error)
{
    return rhs_of(ENDLESS, error);
}

MISUSE_TABLE(impact_law, REFUSED(rhs_null), REFUSED(rhs_zero), REFUSED(rhs_nan),
             REFUSED(rhs_endless), REFUSED(metric_null), REFUSED(metric_no_arrays),
             REFUSED(metric_no_place), REFUSED(metric_no_dof), REFUSED(metric_too_many),
             REFUSED(apply_null))

/// Functions without a status answer with nothing.
Test(misuse, impact_law_without_status)
{
    talus_impact_law_kind kind;
    cr_expect_not(talus_impact_law_kind_from_name(NULL, &kind));
    cr_expect_not_null(talus_impact_law_kind_name((talus_impact_law_kind)99));
    cr_expect(isnan(talus_impact_law_kinetic_angle(NULL, 0, 0)));
    cr_expect(isnan(talus_impact_law_margins_of(NULL, NULL).norm));
    talus_impact_law_coordinates(NULL, p, p, p);
    talus_impact_law_velocity(NULL, p, p, p);
    cr_expect_eq(talus_impact_law_refusal(NULL, NULL, 0), 0);
}
