// SPDX-License-Identifier: GPL-3.0-or-later
// campaign.h called wrongly.
#include "misuse.h"
#include "talus/campaign.h"

#include <math.h>

static talus_status check_null(talus_error *error)
{
    return talus_campaign_check(NULL, error);
}

static talus_layer layer = {.size = sizeof layer};

static talus_status layer_null(talus_error *error)
{
    return talus_layer_find(NULL, &layer, error);
}

static talus_status layer_no_place(talus_error *error)
{
    return talus_layer_find("passages", NULL, error);
}

static talus_status layer_size_zero(talus_error *error)
{
    return talus_layer_find("passages", &(talus_layer){0}, error);
}

static talus_status layer_missing(talus_error *error)
{
    return talus_layer_find("passengers", &layer, error);
}

static talus_status check_size(size_t size, talus_error *error)
{
    talus_campaign campaign = talus_campaign_default();
    campaign.size = size;
    return talus_campaign_check(&campaign, error);
}

static talus_status check_zero(talus_error *error)
{
    return check_size(0, error);
}

static talus_status check_short(talus_error *error)
{
    return check_size(sizeof(talus_campaign) - 8, error);
}

static talus_status check_long(talus_error *error)
{
    return check_size(sizeof(talus_campaign) + 8, error);
}

static talus_status peaks_null(talus_error *error)
{
    double peak;
    return talus_base_record_peaks(NULL, &peak, &peak, error);
}

static talus_status peaks_no_place(talus_error *error)
{
    return talus_base_record_peaks(&(talus_base_record){0}, NULL, NULL, error);
}

MISUSE_TABLE(campaign, REFUSED(peaks_null), REFUSED(peaks_no_place), REFUSED(check_null),
             REFUSED(layer_null), REFUSED(layer_no_place), REFUSED(layer_size_zero),
             REFUSED(layer_missing), REFUSED(check_zero), REFUSED(check_short), REFUSED(check_long))

/// Functions of one object answer 0 without it, names of unknown numbers are "?" or "".
Test(misuse, campaign_without_status)
{
    cr_expect_eq(talus_campaign_rock_count(NULL), 0);
    cr_expect(!talus_campaign_has_bodies(NULL));
    cr_expect_eq(talus_campaign_stratum_count(NULL), 0);
    cr_expect_eq(talus_base_velocity(NULL, 1.0).x, 0.0);
    cr_expect_str_eq(talus_outcome_name((talus_outcome)99), "?");
    cr_expect_not_null(talus_quantity_name((talus_quantity)99));
    cr_expect_not_null(talus_quantity_unit((talus_quantity)99));
    char name[8] = "x";
    talus_gauge_file_name(NULL, name, sizeof name);
    cr_expect_str_eq(name, "");
    talus_gauge_file_name("a", NULL, 0);
    cr_expect_not_null(talus_gauge_quantity_name((talus_gauge_quantity)99));
    cr_expect_not_null(talus_gauge_quantity_unit((talus_gauge_quantity)99));
    cr_expect_not(talus_gauge_has((talus_gauge_quantity)99, true));
}
