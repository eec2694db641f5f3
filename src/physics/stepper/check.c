// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of the options of a step, once, where they come from a caller.
#include "physics/stepper/check.h"

#include "foundation/base/sized.h"

#include <math.h>

#define LONGEST_STEP 10.0 /* s */
#define MOST_GRAVITY 1e6  /* m/s2 */
#define WIDEST_GAP 1e3    /* m */
#define MOST_DRAG 1e3
#define DENSEST_AIR 1e5 /* kg/m3 */

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
    if (!is_within(options->time_step, 0.0, LONGEST_STEP) || options->time_step == 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "time step %g s: expected a number above 0, at most %g",
                               options->time_step, LONGEST_STEP);
    }
    if (!is_within(options->gravity, -MOST_GRAVITY, MOST_GRAVITY) || isnan(options->slip_gap) ||
        options->slip_gap > WIDEST_GAP || !is_within(options->tolerance, 0.0, 1.0) ||
        options->tolerance == 0.0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "gravity %g m/s2, slip gap %g m or solver tolerance %g: expected at "
                               "most %g, %g, and a number above 0 and at most 1",
                               options->gravity, options->slip_gap, options->tolerance,
                               MOST_GRAVITY, WIDEST_GAP);
    }
    if (!(options->position_correction >= 0.0 && options->position_correction <= 1.0) ||
        (unsigned)options->detection >= TALUS_DETECTION_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "position correction %g or detection number %d: expected a share "
                               "from 0 to 1 and a known detection",
                               options->position_correction, (int)options->detection);
    }
    if (!is_within(options->air_drag, 0.0, MOST_DRAG) ||
        !is_within(options->air_density, 0.0, DENSEST_AIR)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "air drag %g in air of %g kg/m^3: expected 0 to %g, and 0 to %g",
                               options->air_drag, options->air_density, MOST_DRAG, DENSEST_AIR);
    }
    if ((unsigned)options->scheme >= TALUS_SCHEME_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "unknown rotation scheme number %d",
                               (int)options->scheme);
    }
    return TALUS_OK;
}
