// SPDX-License-Identifier: GPL-3.0-or-later
// Intensity measures of a suite: what they are called, how they go with the scale of a record.
#include "lab/fragility/rocking_suite.h"
#include "lab/rocking/intensity.h"

#include <math.h>

static const rocking_suite_measure_facts all_facts[ROCKING_SUITE_MEASURES] = {
    [ROCKING_SUITE_PGA] = {"pga", "pga_g", "g", "peak ground acceleration (g)", true, 1.0},
    [ROCKING_SUITE_PGV] = {"pgv", "pgv_m_s", "m/s", "peak ground velocity (m/s)", false, 1.0},
    [ROCKING_SUITE_SA] = {"sa", "sa_g", "g", "spectral acceleration (g)", true, 1.0},
    [ROCKING_SUITE_PGD] = {"pgd", "pgd_m", "m", "peak ground displacement (m)", false, 1.0},
    [ROCKING_SUITE_ARIAS] = {"arias", "arias_m_s", "m/s", "Arias intensity (m/s)", false, 2.0},
    [ROCKING_SUITE_CAV] = {"cav", "cav_m_s", "m/s", "cumulative absolute velocity (m/s)", false,
                           1.0},
    [ROCKING_SUITE_SI] = {"si", "si_m", "m", "Housner's intensity (m)", false, 1.0},
    [ROCKING_SUITE_D5_75] = {"d5_75", "d5_75_s", "s", "duration D5-75 (s)", false, 0.0},
    [ROCKING_SUITE_D5_95] = {"d5_95", "d5_95_s", "s", "duration D5-95 (s)", false, 0.0}};

const rocking_suite_measure_facts *rocking_suite_measure_of(rocking_suite_measure measure)
{
    return &all_facts[measure];
}

double rocking_suite_intensity(const rocking_suite_record *r, const rocking_suite_options *o)
{
    static const intensity_kind kinds[ROCKING_SUITE_MEASURES] = {
        [ROCKING_SUITE_PGA] = INTENSITY_PGA,     [ROCKING_SUITE_PGV] = INTENSITY_PGV,
        [ROCKING_SUITE_SA] = INTENSITY_SA,       [ROCKING_SUITE_PGD] = INTENSITY_PGD,
        [ROCKING_SUITE_ARIAS] = INTENSITY_ARIAS, [ROCKING_SUITE_CAV] = INTENSITY_CAV,
        [ROCKING_SUITE_SI] = INTENSITY_SI,       [ROCKING_SUITE_D5_75] = INTENSITY_D5_75,
        [ROCKING_SUITE_D5_95] = INTENSITY_D5_95};
    const intensity_record pair = {r->x.time_step, r->x.count, r->x.horizontal,
                                   r->y.count > 0 ? r->y.horizontal : NULL};
    const intensity_rotated rotated =
        intensity_rotated_of(&pair, kinds[o->measure], o->period, o->damping);
    const double of_pair[] = {[ROCKING_SUITE_ROTD50] = rotated.rotd50,
                              [ROCKING_SUITE_ROTD0] = rotated.rotd0,
                              [ROCKING_SUITE_ROTD100] = rotated.rotd100,
                              [ROCKING_SUITE_X] = rotated.x,
                              [ROCKING_SUITE_Y] = rotated.y};
    const double value = r->y.count > 0 ? of_pair[o->component] : rotated.x;
    return all_facts[o->measure].is_in_g ? value / INTENSITY_GRAVITY : value;
}

double rocking_suite_factor(const rocking_suite_options *o, double unit, double intensity)
{
    const double power = all_facts[o->measure].power;
    return power == 1.0   ? intensity / unit
           : power == 2.0 ? sqrt(intensity / unit)
                          : o->factor; // the scale does not change it
}

double rocking_suite_scaled(const rocking_suite_options *o, double unit)
{
    const double power = all_facts[o->measure].power;
    return power == 1.0 ? o->factor * unit : power == 2.0 ? o->factor * o->factor * unit : unit;
}

talus_status rocking_suite_measure_check(const rocking_suite_options *o, talus_error *error)
{
    const rocking_suite_measure_facts *f = &all_facts[o->measure];
    const bool is_duration = f->power == 0.0;
    if (is_duration && o->mode != ROCKING_SUITE_CLOUD) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s does not change with the scale of a record, so records cannot be "
            "scaled to it: use it with --mode cloud",
            f->name);
    }
    for (size_t r = 0; r < o->list->count && is_duration; r++) {
        if (o->list->records[r].y.count > 0 && o->component != ROCKING_SUITE_X &&
            o->component != ROCKING_SUITE_Y) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "record %s has two components and %s is that of one: expected "
                                   "--component x or y",
                                   o->list->records[r].name, f->name);
        }
    }
    return TALUS_OK;
}
