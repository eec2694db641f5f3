// SPDX-License-Identifier: GPL-3.0-or-later
// base.h called wrongly.
#include "misuse.h"
#include "talus/exchange.h"
#include "talus/linalg.h"

static talus_status agreement_null(talus_error *error)
{
    return talus_exchange_agree(NULL, NULL, error);
}

static talus_status exchange_empty(talus_error *error)
{
    talus_exchange empty = {0};
    talus_agreement agreement = {0};
    return talus_exchange_agree(&empty, &agreement, error);
}

MISUSE_TABLE(base, REFUSED(agreement_null), REFUSED(exchange_empty))

/// Functions without a status answer with nothing.
Test(misuse, base_without_status)
{
    cr_expect_str_eq(talus_status_text((talus_status)99), "unknown status");
    talus_error_locate(NULL, NULL, 0, 0);
    talus_diagnostics_destroy(NULL);
    talus_diagnostics_add(NULL, NULL);
    talus_diagnostics *list = talus_diagnostics_create();
    talus_diagnostics_add(list, NULL);
    talus_diagnostics_add(list, &(talus_diagnostic){.severity = (talus_severity)77});
    char text[16];
    cr_expect_eq(talus_diagnostic_format(NULL, text, sizeof text), 0);
    cr_expect_gt(talus_diagnostic_format(talus_diagnostics_get(list, 0), NULL, 0), 0);
    cr_expect_null(talus_diagnostics_get(list, 5));
    cr_expect_null(talus_diagnostics_get(NULL, 0));
    cr_expect_eq(talus_diagnostics_count(NULL), 0);
    cr_expect_eq(talus_diagnostics_count_of(NULL, TALUS_NOTE), 0);
    cr_expect_not(talus_diagnostics_lost(NULL));
    talus_diagnostics_destroy(list);
    cr_expect(isnan(talus_random_uniform(NULL)));
    cr_expect(isnan(talus_random_normal(NULL)));
    talus_mat3_symmetric_eigen(NULL, NULL, NULL);
    cr_expect(isnan(talus_sin(NOTHING)) && isnan(talus_cos(ENDLESS)) && isnan(talus_log(-1.0)));
    cr_expect(isnan(talus_exp(NOTHING)) && isnan(talus_atan(NOTHING)));
    const talus_quat unit = talus_quat_normalised((talus_quat){NOTHING, 0.0, 0.0, 0.0});
    cr_expect_eq(unit.w, 1.0);
}
