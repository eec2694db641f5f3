// SPDX-License-Identifier: GPL-3.0-or-later
// Wilson's interval, and the interval of a quantile by order statistics.
#include "observe/interval.h"

#include <math.h>

double observe_effective_size(double sum, double sum_of_squares)
{
    return sum_of_squares > 0.0 ? sum * sum / sum_of_squares : 0.0;
}

void observe_wilson(double share, double n, double *low, double *high)
{
    if (!(n > 0.0)) {
        *low = 0.0;
        *high = 1.0;
        return;
    }
    const double z2 = OBSERVE_Z95 * OBSERVE_Z95 / n;
    const double middle = (share + 0.5 * z2) / (1.0 + z2);
    const double half = OBSERVE_Z95 / (1.0 + z2) * sqrt(share * (1.0 - share) / n + 0.25 * z2 / n);
    // the ends of the shares 0 and 1 are exact
    *low = share > 0.0 && middle > half ? middle - half : 0.0;
    *high = share < 1.0 && middle + half < 1.0 ? middle + half : 1.0;
}

void observe_order_interval(double q, double n, double *low, double *high)
{
    const double spread = OBSERVE_Z95 * sqrt(n * q * (1.0 - q));
    const double below = -floor(-(n * q - spread)), above = -floor(-(n * q + spread));
    *low = below >= 1.0 ? below / n : 0.0;
    *high = above / n;
}
