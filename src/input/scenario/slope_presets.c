// SPDX-License-Identifier: GPL-3.0-or-later
// The slope from which on a cell counts as a rock face, by the resolution of the DEM.
#include "input/scenario/model.h"

/// 55 r^-0.075 degrees for cells of r m, to 0.1 degree.
static const double dorren_rows[] = {1.0, 55.0, 2.0, 52.2, 5.0, 48.7, 10.0, 46.3, 25.0, 43.2};

const scenario_slope_preset scenario_slope_presets[] = {
    {.name = "dorren",
     .source = "55 r^-0.075 degrees for cells of r m, as in the manual of Rockyfor3D (Dorren 2016) "
               "[u: not checked against the manual]",
     .count = sizeof dorren_rows / (2 * sizeof dorren_rows[0]),
     .rows = dorren_rows},
};
const char *const scenario_slope_preset_names[] = {"dorren", NULL};

double scenario_slope_threshold(const double *rows, size_t count, double cell, bool *outside)
{
    const double *last = rows + 2 * (count - 1);
    *outside = cell < rows[0] * (1.0 - 1e-6) || cell > last[0] * (1.0 + 1e-6);
    if (cell <= rows[0]) {
        return rows[1];
    }
    for (const double *row = rows + 2; row <= last; row += 2) {
        if (cell <= row[0]) {
            return row[-1] + (cell - row[-2]) / (row[0] - row[-2]) * (row[1] - row[-1]);
        }
    }
    return last[1];
}
