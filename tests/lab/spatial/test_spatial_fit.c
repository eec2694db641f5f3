// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 180, N = TALUS_SPATIAL_UNKNOWNS };
static const double truth[N] = {0.05, 0.2, 1.0, -0.9, 0.6};
static talus_vec3 rates[SAMPLES];

static talus_spatial_record make_record(void)
{
    talus_spatial_record record = {
        .block = talus_spatial_cuboid(1.0, 0.05, 0.05, 0.2),
        .gravity = 9.81,
        .measured = {.count = SAMPLES, .interval = 1.0 / 256.0, .rate = rates}};
    talus_spatial_fit_error(&record, truth, rates);
    return record;
}

static double farthest(const double *found)
{
    double most = 0.0;
    for (int i = 0; i < N; i++) {
        most = fmax(most, fabs(found[i] - truth[i]));
    }
    return most;
}

Test(spatial_fit, a_start_five_percent_off_recovers_the_parameters)
{
    const talus_spatial_record record = make_record();
    talus_spatial_fit_options options = talus_spatial_fit_options_default();
    options.lat_count = options.lam_count = 0;
    double guess[N];
    for (int i = 0; i < N; i++) {
        guess[i] = truth[i] * (i % 2 ? 1.05 : 0.95);
    }
    talus_spatial_fit fits[6];
    size_t count;
    cr_assert(talus_spatial_fit_search(&record, guess, &options, fits, &count, NULL) == TALUS_OK);
    cr_assert(count == 1);
    cr_expect(farthest(fits[0].found) < 1e-4, "%g", farthest(fits[0].found)); /* measured 6e-8 */
    cr_expect(fits[0].error < 1e-6 && fits[0].begin_error > 0.01);
}

Test(spatial_fit, several_starts_recover_the_parameters_from_the_record_alone)
{
    const talus_spatial_record record = make_record();
    talus_spatial_fit_options options = talus_spatial_fit_options_default();
    options.start_limit = 2;
    talus_spatial_fit fits[2];
    size_t count;
    cr_assert(talus_spatial_fit_search(&record, NULL, &options, fits, &count, NULL) == TALUS_OK);
    cr_assert(count == 2 && fits[0].error <= fits[1].error);
    cr_expect(farthest(fits[0].found) < 1e-4, "%g", farthest(fits[0].found)); /* measured 5e-8 */
}

Test(spatial_fit, a_start_beside_the_valley_stops_in_another_minimum)
{
    const talus_spatial_record record = make_record();
    talus_spatial_fit_options options = talus_spatial_fit_options_default();
    options.lat_count = options.lam_count = 0;
    const double guess[N] = {0.05, 0.2, 1.0, 0.8, 0.6};
    talus_spatial_fit fits[6];
    size_t count;
    cr_assert(talus_spatial_fit_search(&record, guess, &options, fits, &count, NULL) == TALUS_OK);
    cr_expect(fits[0].error > 1e-3); /* measured 0.016: why there are several starts */
}

Test(spatial_fit, the_guess_finds_release_and_tilt_of_the_fall)
{
    const talus_spatial_record record = make_record();
    double guess[N];
    cr_assert(talus_spatial_fit_guess(&record, guess, NULL) == TALUS_OK);
    cr_expect(fabs(guess[0] - truth[0]) < 1e-5, "%g", guess[0] - truth[0]);
    cr_expect(fabs(guess[1] - truth[1]) < 1e-5, "%g", guess[1] - truth[1]);
    cr_expect(fabs(guess[4] - truth[4]) < 0.02 && guess[3] < 0.0);
}

Test(spatial_fit, a_record_without_impact_is_refused)
{
    talus_spatial_record record = make_record();
    memset(rates, 0, sizeof rates);
    double guess[N];
    talus_error error;
    cr_expect(talus_spatial_fit_guess(&record, guess, &error) == TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, "no first impact") != NULL);
    record.measured.count = 4;
    talus_spatial_fit fits[6];
    size_t count;
    const talus_spatial_fit_options options = talus_spatial_fit_options_default();
    cr_expect(talus_spatial_fit_search(&record, NULL, &options, fits, &count, &error) ==
              TALUS_ERROR_ARGUMENT);
}
