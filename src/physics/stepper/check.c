// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of the options of a step, once, where they come from a caller.
#include "physics/stepper/check.h"

#include "foundation/base/sized.h"

#include <math.h>

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high && isfinite(value);
}

talus_status stepper_check_options(const talus_step_options *options, talus_error *error)
{
    const talus_status status = sized_check(options, sizeof *options, "talus_step_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!is_within(options->time_step, 0.0, (double)INFINITY) || options->time_step == 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "time step %g s: expected a positive number", options->time_step);
    }
    if (!isfinite(options->gravity) || isnan(options->slip_gap) ||
        !is_within(options->tolerance, 0.0, (double)INFINITY) || options->tolerance == 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "gravity %g m/s2, slip gap %g m or solver tolerance %g is not a "
                               "usable number",
                               options->gravity, options->slip_gap, options->tolerance);
    }
    if (!(options->position_correction >= 0.0 && options->position_correction <= 1.0) ||
        (unsigned)options->detection >= TALUS_DETECTION_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "position correction %g or detection number %d: expected a share "
                               "from 0 to 1 and a known detection",
                               options->position_correction, (int)options->detection);
    }
    if (!(options->air_drag >= 0.0 && options->air_density >= 0.0) ||
        !isfinite(options->air_drag * options->air_density)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "air drag %g in air of %g kg/m^3: expected numbers >= 0",
                               options->air_drag, options->air_density);
    }
    if ((unsigned)options->scheme >= TALUS_SCHEME_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "unknown rotation scheme number %d",
                               (int)options->scheme);
    }
    return TALUS_OK;
}
