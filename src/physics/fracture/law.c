// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a rock breaks, and into which volumes: the law of the program RockGIS.
#include "physics/fracture/fracture.h"

/// x^y for x > 0.
static double power(double x, double y)
{
    return talus_exp(y * talus_log(x));
}

static void set_ratio(fracture_law *law, double ratio)
{
    const double b = 2.4875 - 1.6125 * ratio;
    law->b = b > 1.0 ? b : 1.0;
    law->survival = 1.0 - 0.5125 * ratio;
    law->dimension = 3.0 + talus_log(1.0 - law->survival) / talus_log(law->b);
    law->is_inside = law->dimension > 0.0 && isfinite(law->dimension);
}

fracture_law fracture_law_of(double volume, double energy)
{
    fracture_law law;
    law.initial_area = 6.0 * power(volume, 2.0 / 3.0);
    law.new_area = energy > 0.0 ? 0.0031 * power(energy, 0.7562) : 0.0;
    law.area_ratio = law.new_area / (law.new_area + law.initial_area);
    set_ratio(&law, law.area_ratio);
    return law;
}

fracture_law fracture_law_clamped(double volume, double energy, bool *clamped)
{
    const double least = 0.20, most = 0.63;
    fracture_law law = fracture_law_of(volume, energy);
    *clamped = !(law.area_ratio >= least && law.area_ratio <= most);
    if (*clamped) {
        set_ratio(&law, law.area_ratio > most ? most : least);
    }
    return law;
}

double fracture_effective_share(double angle)
{
    const double degrees = 180.0 / TALUS_PI * angle;
    const double k = 19.5 * power(degrees, -1.03);
    return k < 2.0 ? k * k : 4.0;
}

bool fracture_breaks(double area_ratio, double least, double u)
{
    return area_ratio > least * (1.0 + 0.06 * (2.0 * u - 1.0));
}

double fracture_probability(double e, double e_0, double k, double volume_ratio, double s)
{
    return e > 0.0 ? 1.0 - talus_exp(-power(e / e_0, k) * power(volume_ratio, s)) : 0.0;
}

size_t fracture_sizes_by_power(double volume, double survival, double beta, double least,
                               double *volumes, size_t most)
{
    const double others = (1.0 - survival) * volume;
    double sum = 1.0, second = others;
    size_t count = 2;
    while (count < most) {
        const double last = power((double)count, -1.0 / beta);
        const double next = others / (sum + last);
        if (!(next * last >= least)) {
            break;
        }
        sum += last;
        second = next;
        count++;
    }
    const double first = survival * volume;
    size_t at = 0;
    bool is_put = false;
    for (size_t i = 1; i < count; i++) {
        const double next = second * power((double)i, -1.0 / beta);
        if (!is_put && first >= next) {
            volumes[at++] = first;
            is_put = true;
        }
        volumes[at++] = next;
    }
    if (!is_put) {
        volumes[at++] = first;
    }
    return at;
}

size_t fracture_sizes(const fracture_law *law, double volume, double least, double *volumes,
                      size_t most)
{
    if (!law->is_inside || most == 0) {
        return 0;
    }
    double sum = 0.0;
    size_t count = 0;
    while (count + 1 < most) {
        const double next =
            law->survival * volume * power((double)(count + 1), -1.0 / law->dimension);
        if (!(next > least) || !(sum + next < volume)) {
            break;
        }
        volumes[count++] = next;
        sum += next;
    }
    volumes[count++] = volume - sum;
    return count;
}

size_t fracture_without_dust(double volume, double *volumes, size_t count)
{
    if (count < 2 || volumes[count - 1] >= 1e-6 * volume) {
        return count;
    }
    volumes[0] += volumes[count - 1];
    return count - 1;
}
