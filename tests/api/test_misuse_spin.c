// SPDX-License-Identifier: GPL-3.0-or-later
// lab/spin.h called wrongly.
#include "misuse.h"
#include "talus/lab/spin.h"

static const talus_spin_case good = {
    .inertia = {1.0, 2.0, 2.5}, .omega = {0.0, 1.0, 0.01}, .time_step = 0.01, .duration = 1.0};
static talus_spin_history history;

static talus_status check_null(talus_error *error)
{
    return talus_spin_check(NULL, error);
}

static talus_status check_zero(talus_error *error)
{
    return talus_spin_check(&(talus_spin_case){0}, error);
}

static talus_status inertia_nan(talus_error *error)
{
    talus_spin_case one = good;
    one.inertia.y = NOTHING;
    return talus_spin_check(&one, error);
}

static talus_status inertia_of_no_body(talus_error *error)
{
    talus_spin_case one = good;
    one.inertia.z = 9.0;
    return talus_spin_check(&one, error);
}

static talus_status omega_endless(talus_error *error)
{
    talus_spin_case one = good;
    one.omega.x = ENDLESS;
    return talus_spin_check(&one, error);
}

static talus_status run_null(talus_error *error)
{
    return talus_spin_run(NULL, TALUS_SCHEME_EXPLICIT, &history, error);
}

static talus_status run_no_place(talus_error *error)
{
    return talus_spin_run(&good, TALUS_SCHEME_EXPLICIT, NULL, error);
}

static talus_status run_scheme_unknown(talus_error *error)
{
    return talus_spin_run(&good, (talus_scheme)77, &history, error);
}

static talus_status run_step_nan(talus_error *error)
{
    talus_spin_case one = good;
    one.time_step = NOTHING;
    return talus_spin_run(&one, TALUS_SCHEME_EXPLICIT, &history, error);
}

static talus_status run_too_long(talus_error *error)
{
    talus_spin_case one = good;
    one.duration = 2.0 * TALUS_SPIN_STEPS_MOST * one.time_step;
    return talus_spin_run(&one, TALUS_SCHEME_EXPLICIT, &history, error);
}

MISUSE_TABLE(spin, REFUSED(check_null), REFUSED(check_zero), REFUSED(inertia_nan),
             REFUSED(inertia_of_no_body), REFUSED(omega_endless), REFUSED(run_null),
             REFUSED(run_no_place), REFUSED(run_scheme_unknown), REFUSED(run_step_nan),
             REFUSED(run_too_long))

Test(misuse, spin_without_status)
{
    talus_spin_history_clear(NULL);
    cr_expect_str_eq(talus_spin_rank_name((talus_spin_rank)77), "?");
}
