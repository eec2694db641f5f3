// SPDX-License-Identifier: GPL-3.0-or-later
// When a stack on an incline begins to move.
#include "cases/stacks/stacks.h"

#include <math.h>

stacks_incline stacks_on_incline(size_t count, const double *half_width, const double *half_height,
                                 const double *centre, const double *mu, double *topple)
{
    stacks_incline result = {.critical_tan = (double)INFINITY};
    for (size_t j = 0; j < count; j++) {
        double mass = 0.0, x = 0.0, y = 0.0, foot = 0.0;
        for (size_t k = j; k < count; k++) {
            const double own = half_width[k] * half_height[k];
            mass += own;
            x += own * centre[k];
            y += own * (foot + half_height[k]);
            foot += 2.0 * half_height[k];
        }
        double end = centre[j] + half_width[j];
        if (j > 0) {
            end = fmin(end, centre[j - 1] + half_width[j - 1]);
        }
        topple[j] = (end - x / mass) / (y / mass);
        const bool is_toppling = topple[j] < mu[j];
        const double least = is_toppling ? topple[j] : mu[j];
        if (least < result.critical_tan) {
            result = (stacks_incline){least, is_toppling, j};
        }
    }
    return result;
}
