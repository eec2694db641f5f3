// SPDX-License-Identifier: GPL-3.0-or-later
// Sources in talus check: areas, how places are drawn, and rocks per year by class.
#include "app/cli/cli.h"

/// Mean volume of a class (m^3) from the middles of equal shares of its distribution; 1000 of them
/// miss the mean of a wide lognormal (sigma 1) by 0.2 %.
static double mean_volume(const talus_rock_class *kind)
{
    enum { SHARES = 1000 };
    if (!kind->sized) {
        return kind->rock->volume;
    }
    double sum = 0.0;
    for (int k = 0; k < SHARES; k++) {
        sum += talus_distribution_at(&kind->volume, (k + 0.5) / SHARES);
    }
    return sum / SHARES;
}

static void print_area(const talus_release *release)
{
    if (release->area > 0.0) {
        printf("            plan area %.6g m2, true area %.6g m2 (x %.3f)\n", release->plan_area,
               release->area, release->area / release->plan_area);
    }
    if (release->kind == TALUS_RELEASE_CELLS) {
        printf("            %.3g rocks per cell, spread evenly over all %zu cells\n",
               (double)release->rocks / (double)release->count, release->count);
    }
}

void cli_print_source(const talus_campaign *campaign, size_t index)
{
    const talus_release *release = &campaign->releases[index];
    const size_t classes = campaign->rock_class_count;
    double total = 0.0, volume = 0.0;
    print_area(release);
    if (campaign->frequency == NULL) {
        return;
    }
    for (size_t k = 0; k < classes; k++) {
        const double frequency = campaign->frequency[index * classes + k];
        printf("            %s: %.4g per year, mean volume %.4g m3\n",
               campaign->rocks[k].rock->name, frequency, mean_volume(&campaign->rocks[k]));
        total += frequency;
        volume += frequency * mean_volume(&campaign->rocks[k]);
    }
    printf("            in all %.4g per year", total);
    if (release->area > 0.0) {
        printf(" (%.4g per km2)", total / (1e-6 * release->area));
    }
    printf(", %.4g m3 per year\n", volume);
}
